# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

## The result in one word

outcome-allowed = 허용됨
outcome-disallowed = 차단됨
outcome-not-applicable = 해당 없음
verdict = { $outcome }: { $reason }

## The reason of a verdict

reason-rule = { $line }행: { $rule }
reason-empty-rule = { $line }행: 비어 있는 { $field } 규칙은 아무것도 제한하지 않습니다
reason-no-rule-matched = 크롤러의 그룹에 이 URL과 일치하는 규칙이 없습니다
reason-no-group = 이 크롤러에 적용되는 그룹이 없으므로 모든 URL을 가져올 수 있습니다
reason-star-ignored = 이 크롤러를 지정한 그룹이 없고, 이 크롤러는 `*`를 따르지 않습니다
reason-empty-group = 크롤러의 그룹에 규칙이 없으므로 모든 URL을 가져올 수 있습니다
reason-no-file = robots.txt가 없는 것으로 간주됩니다
reason-unreachable-server-error = robots.txt에 연결할 수 없습니다: 서버가 5xx로 응답합니다
reason-unreachable-too-many-requests = robots.txt에 연결할 수 없습니다: 서버가 429로 응답합니다
reason-unreachable-network = robots.txt에 연결할 수 없습니다: 네트워크 오류
reason-unreachable-blocked-by-policy = robots.txt에 연결할 수 없습니다: 정책에 따라 서버 주소가 차단되었습니다
reason-unreachable-busy = robots.txt에 연결할 수 없습니다: 대기 중인 요청이 너무 많아 요청하지 않았습니다
reason-unreachable-unconfirmed = robots.txt에 연결할 수 없습니다: 이전에 금지한 항목이 있었고, 현재 응답은 아직 확인되지 않았습니다
reason-expired = 30일 동안 robots.txt에 연결할 수 없었고 남아 있는 사본이 없습니다
reason-not-applicable = 다른 출처의 URL입니다. 해당 출처의 robots.txt를 확인하세요
reason-crawler-ignores-robots-txt = 이 크롤러는 robots.txt를 무시합니다
reason-robots-txt-itself = /robots.txt 자체는 항상 허용됩니다(RFC 9309 섹션 2.2.2)
reason-in-group = { $reason } ({ $agent } 그룹, { $line }행)
reason-cut = { $reason }... ({ $bytes }바이트)

## What a disallowed URL means for search results

consequence-page = 설명 없이 URL이 계속 표시될 수 있습니다. 검색결과에 표시되지 않게 하려면 크롤링을 허용하고 noindex를 추가하거나 비밀번호를 설정하세요.
consequence-media = 이미지, 동영상, 오디오에 대한 Google 검색결과에 표시되지 않습니다. 다른 페이지에서 링크할 수는 있습니다.
consequence-resource = 렌더링할 때 가져오지 않으므로 Google은 이 파일 없이 페이지를 평가합니다. 페이지에 필요하면 허용하세요.
consequence-document = 이러한 파일에 대한 Google의 소개 문서는 서로 모순됩니다. 표에서는 URL이 계속 표시될 수 있는 웹페이지로 취급하지만, 본문에서는 제외된다고 설명합니다. 검색결과에 확실히 표시되지 않게 하려면 크롤링을 허용하고 X-Robots-Tag: noindex 헤더를 보내거나 비밀번호를 설정하세요.

## The explanation of a verdict

label-path = 경로
label-chain = 이름
label-group = 그룹
label-others = 기타
label-rules = 규칙
label-verdict = 판정
label-note = 참고
label-asked = 질문
label-change = 변경
label-file = 파일
label-hops = 요청

group-followed = 따름: { $name }의 그룹입니다
group-lost = 따르지 않음: { $name }의 그룹이지만, { $better }에 자체 그룹이 있습니다
group-star-ignored = 따르지 않음: 이 크롤러는 *를 무시합니다
group-for-others = 따르지 않음: 다른 크롤러의 그룹입니다

rule-won = 결정함
rule-shorter = 적용되지 않음: 패턴이 더 짧습니다
rule-tie-lost = 적용되지 않음: 패턴의 길이가 같으며, 이 경우 allow가 우선합니다
rule-later = 효과 없음: 앞의 행에 같은 내용이 있습니다
rule-unasked = 효과 없음: 판정이 규칙에 따라 정해지지 않습니다

chain-no-group = { $name }(그룹 없음)
chain-followed = { $name }(그룹 { $groups }개, 따름)
chain-not-needed = { $name }(그룹 { $groups }개, 필요 없음)
chain-then = { $first }, 다음으로 { $next }

explained-group = { $line }행: user-agent: { $agents }
agents-and-more = { $agents } 외 { $count }개
groups-for-others = 다른 크롤러의 그룹 { $groups }개
explained-rule = { $line }행: { $rule } (우선순위 { $priority }): { $fate }
explained-rule-as-directory = { $line }행: { $rule } (우선순위 { $priority }, 색인 페이지의 디렉터리로 일치): { $fate }
explained-rule-empty = { $line }행: { $rule } (비어 있음, 아무것도 제한하지 않음)
rules-matching = 따르는 그룹({ $groups }개)의 규칙 { $rules }개 중 { $matching }개가 이 경로와 일치
rule-matches = 일치하는 부분: { $path }
and-more = ... 외 { $count }개

undefined-conflict = { $documents }에는 { $first }행과 { $second }행 중 어느 행이 우선하는지 정의되어 있지 않습니다. 다른 크롤러는 다르게 결정할 수 있습니다
documents-of-2019 = 2019년부터 2021년까지의 Google 문서
documents-before-2019 = 2019년 7월 이전의 Google 문서
documents-of-2021-star = 2021년 Google 문서에 따르면 `*`가 이 크롤러에 적용됩니다

## The smallest change that reverses a verdict

suggestion-add-rule = { $line }행 뒤에 "{ $rule }" 추가
suggestion-add-to-groups = { $count ->
   *[other] { $lines }행 뒤에 "{ $rule }" 추가
}
suggestion-add-to-groups-and-star = { $count ->
   *[other] { $lines }행 뒤와 새로운 * 그룹에 "{ $rule }" 추가
}
suggestion-add-group = { $repeated ->
    [0] 끝에 그룹 추가: "User-agent: { $agent }", "{ $rule }"
    [1] 끝에 그룹 추가: "User-agent: { $agent }", "{ $rule }", 그리고 지금 따르는 행
   *[other] 끝에 그룹 추가: "User-agent: { $agent }", "{ $rule }", 그리고 지금 따르는 행 { $repeated }개
}
suggestion-reverse = { $line }행의 필드를 { $field }로 변경
suggestion-remove = { $line }행 삭제

severity-error = 오류
severity-warning = 경고
severity-note = 참고
