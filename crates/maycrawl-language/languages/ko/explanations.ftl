# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

list-and = { $first } 및 { $last }
list-or = { $first } 또는 { $last }
list-and-more = { $first } 외 { $count }개
list-or-more = { $first } 또는 그 외 { $count }개
at-lines = { $count ->
   *[other] { $lines }행
}

explain-requested = 크롤러는 이 URL을 { $path }(으)로 요청하며, 규칙은 이 경로와 비교됩니다.
explain-ignores = 운영자에 따르면 { $crawler } 크롤러는 robots.txt를 읽지 않습니다. 파일의 어떤 행도 이 크롤러를 차단하지 않습니다.
explain-path = 규칙과 비교되는 경로: { $path }

explain-no-group = 파일에 { $others } 그룹이 없고 모든 크롤러를 위한 그룹(*)도 없습니다. 그룹이 없는 크롤러는 모든 URL을 가져올 수 있습니다.
explain-no-group-star-ignored = 파일에 { $others } 그룹이 없고, { $crawler } 크롤러는 모든 크롤러를 위한 그룹(*)을 따르지 않습니다. 그룹에 이 이름이 있어야 합니다.
explain-other-documents = { $statement }.
explain-own-group = { $crawler } 크롤러는 { $name } 그룹({ $at })을 따릅니다. 이 그룹에 크롤러의 이름이 있기 때문입니다.
explain-own-group-not-star = { $crawler } 크롤러는 { $name } 그룹({ $at })을 따릅니다. 이 그룹에 크롤러의 이름이 있기 때문입니다. 모든 크롤러를 위한 그룹(*)은 이 크롤러에 적용되지 않습니다.
explain-own-star = { $crawler } 크롤러는 모든 크롤러를 위한 그룹(*, { $at })을 따릅니다. 이 그룹에 크롤러의 이름이 있기 때문입니다.
explain-other-group = { $others } 그룹이 없으므로 { $crawler } 크롤러는 { $name } 그룹({ $at })을 따릅니다.
explain-star-group = { $others } 그룹이 없으므로 { $crawler } 크롤러는 모든 크롤러를 위한 그룹(*, { $at })을 따릅니다.
explain-merged = 파일에 이러한 그룹이 { $count }개 있으며, 규칙은 함께 적용됩니다.

explain-no-rules = 그룹에 규칙이 없으므로 아무것도 차단하지 않습니다.
explain-none-matches = { $rules ->
    [1] 하나뿐인 규칙이 이 경로와 일치하지 않습니다. 일치하는 규칙이 없는 경로는 가져올 수 있습니다.
   *[other] 규칙 { $rules }개 중 이 경로와 일치하는 것이 없습니다. 일치하는 규칙이 없는 경로는 가져올 수 있습니다.
}
explain-only-rule-matches = 하나뿐인 규칙이 이 경로와 일치합니다.
explain-some-match = 규칙 { $rules }개 중 { $matching }개가 이 경로와 일치합니다.

explain-empty-rule = { $line }행은 콜론 뒤에 경로가 없으므로 아무것도 제한하지 않습니다.
explain-rule-decides = { $line }행의 “{ $rule }” 규칙이 결정합니다.
explain-near-slash = { $line }행의 { $rule } 규칙은 “/”로 시작했다면 결정했을 것입니다.
explain-near-url = { $line }행의 { $rule } 규칙은 전체 URL이 아니라 경로였다면 결정했을 것입니다.
explain-near-escapes = { $line }행의 { $rule } 규칙은 크롤러가 요청하는 URL처럼 이스케이프하여 썼다면 결정했을 것입니다.
explain-near-case = { $line }행의 { $rule } 규칙은 대소문자를 구별하지 않았다면 결정했을 것입니다.
explain-longest-wins = 가장 긴 패턴이 우선합니다: { $line }행의 “{ $rule }”({ $octets }자).
explain-longest-wins-escaped = 가장 긴 패턴이 우선합니다: { $line }행의 “{ $rule }”(퍼센트 인코딩으로 { $octets }바이트).
explain-allow-wins = { $line }행과 { $other }행의 패턴은 길이가 같습니다({ $octets }자). 이 경우 allow가 우선합니다: “{ $rule }”.
explain-allow-wins-escaped = { $line }행과 { $other }행의 패턴은 길이가 같습니다(퍼센트 인코딩으로 { $octets }바이트). 이 경우 allow가 우선합니다: “{ $rule }”.
explain-same-result = { $line }행의 “{ $rule }” 규칙이 결정합니다. { $other }행의 결과도 같습니다.

explain-robots-txt = /robots.txt 자체는 규칙과 관계없이 항상 가져올 수 있습니다.
explain-may = 따라서 { $crawler } 크롤러는 이 URL을 가져올 수 있습니다.
explain-may-not = 따라서 { $crawler } 크롤러는 이 URL을 가져올 수 없습니다.
explain-cut-file = 파일이 크롤러가 읽는 { $kib }KiB보다 큽니다. 마지막 { $bytes }바이트는 무시됩니다.
explain-long-file = 파일이 크롤러가 읽는 { $kib }KiB보다 큽니다. 나머지는 무시됩니다.

note-other-origin = 이 URL은 { $of }에 있고, 이 파일은 { $own }용입니다({ $difference })
explain-other-origin = robots.txt는 파일이 있는 스키마, 호스트, 포트에만 적용됩니다. 해당 사이트의 robots.txt를 확인하세요.
differs-in-scheme = 스키마가 다름
differs-in-scheme-and-host = 스키마와 호스트가 다름
differs-in-host = 호스트가 다름
differs-in-port = 포트가 다름

place-this-url = 이 URL에만
place-this-url-and-others = 이 URL과 다른 URL에
place-whole-site = 사이트 전체에
place-directory = { $path } 및 그 아래 전체에
change-place = { $place } { $field } 적용
change-place-for-crawler = { $place } { $field } 적용({ $crawler })
change-place-for-only = { $place } { $field } 적용({ $crawler }만)
change-place-for-all = { $place } { $field } 적용(모든 크롤러)
change-place-for-all-but = { $place } { $field } 적용({ $names } 외 모든 크롤러)
change-field = { $line }행에 { $field } 쓰기
change-remove = { $line }행 삭제
effect-add-rule = { $line }행 뒤에 “{ $rule }” 규칙을 추가합니다.
effect-add-to-groups = { $lines }행 뒤에 “{ $rule }” 규칙을 추가합니다.
effect-add-to-groups-and-star = { $lines }행 뒤와 다른 모든 크롤러를 위한 새 그룹에 “{ $rule }” 규칙을 추가합니다.
effect-add-group = { $repeated ->
    [0] 끝에 이 크롤러의 그룹을 추가하고 “{ $rule }” 규칙을 넣습니다.
    [1] 끝에 이 크롤러의 그룹을 추가하고 “{ $rule }” 규칙과 지금 따르는 행을 넣습니다.
   *[other] 끝에 이 크롤러의 그룹을 추가하고 “{ $rule }” 규칙과 지금 따르는 행 { $repeated }개를 넣습니다.
}
effect-write-line = { $line }행에 “{ $rule }” 규칙을 씁니다.
effect-reverse = 이 행과 일치하는 모든 URL에 대해 결과를 반대로 바꿉니다.
effect-remove = 그러면 이 행과 일치하는 모든 URL은 다른 규칙이 결정합니다.
effect-on-star = 자체 그룹이 없는 모든 크롤러에 영향을 줍니다.
effect-on-group = 그룹의 모든 크롤러에 영향을 줍니다: { $agents }.
reach-this-url = 다른 URL에는 영향을 주지 않습니다.
reach-other-urls = { $path } 경로에도 영향을 주며, 다른 URL에도 영향을 줄 수 있습니다. 규칙이 이 URL 외에도 일치합니다.
reach-others-unproved = 파일에 규칙이 너무 많아 다른 URL에 영향을 주지 않는다는 것을 증명할 수 없습니다.
reach-stays-blocked = 그 안의 일부 URL은 여전히 다른 규칙이 결정합니다. { $path } 경로는 계속 차단됩니다.
reach-stays-allowed = 그 안의 일부 URL은 여전히 다른 규칙이 결정합니다. { $path } 경로는 계속 허용됩니다.
reach-unproved = 파일에 규칙이 너무 많아 그 안의 모든 URL에 대해 증명할 수 없습니다.

## The card: one answer in a few sentences. $rule is code, between backquotes.

card-allowed-by = { $crawler } 크롤러에 허용됨, { $line }행: { $rule }.
card-blocked-by = { $crawler } 크롤러에 차단됨, { $line }행: { $rule }.
card-allowed = { $crawler } 크롤러에 허용됨: { $reason }.
card-blocked = { $crawler } 크롤러에 차단됨: { $reason }.
card-elsewhere = { $crawler } 크롤러에 대한 판정 없음: { $reason }.
card-closes = { $open ->
   *[other] 이 파일은 { $crawler } 크롤러에 목록의 페이지 { $total }개 중 { $closed }개를 차단합니다{ $closing }. { $open }개는 열려 있습니다{ $opening }.
}
card-opens-only = { $closed ->
   *[other] { $crawler } 크롤러는 목록의 페이지 { $total }개 중 { $open }개만 크롤링할 수 있습니다{ $opening }. { $closed }개는 차단됩니다{ $closing }.
}
card-closes-all = 목록의 페이지 { $total }개가 모두 { $crawler } 크롤러에 차단됩니다{ $closing }.
card-closes-none = 목록의 페이지 { $total }개 중 { $crawler } 크롤러에 차단된 것은 없습니다.
card-others = { $count ->
   *[other] 목록의 항목 { $count }개는 다른 사이트에 있거나 URL이 아니므로 세지 않았습니다.
}
card-uncounted = 시간이 너무 오래 걸리므로 목록에서 차단된 페이지 수를 세지 않았습니다.
card-access-everything = { $crawler } 크롤러는 사이트 전체를 크롤링할 수 있습니다.
card-access-part = { $crawler } 크롤러는 사이트의 일부를 크롤링할 수 있습니다.
card-access-nothing = { $crawler } 크롤러는 사이트에서 아무것도 크롤링할 수 없습니다.
card-access-undecided = { $crawler } 크롤러가 사이트를 얼마나 크롤링할 수 있는지 알아내지 못했습니다. 파일에 규칙이 너무 많습니다.
delay-asked = { $line }행은 { $crawler } 크롤러에 요청 사이에 { $seconds }초를 기다리라고 합니다.
delay-read = { $line }행은 { $crawler } 크롤러에 요청 사이에 { $seconds }초를 기다리라고 하며, 운영자는 이런 행을 읽는다고 밝힙니다.
delay-not-read = { $line }행은 요청 사이에 { $seconds }초를 기다리라고 하지만 { $crawler } 크롤러는 이런 행을 읽지 않습니다.
delay-not-said = { $line }행은 { $crawler } 크롤러에 요청 사이에 { $seconds }초를 기다리라고 합니다. 이런 행을 읽는지는 알려져 있지 않습니다.
delay-limited = { $line }행은 { $crawler } 크롤러에 요청 사이에 { $seconds }초를 기다리라고 합니다. 운영자는 { $kind ->
    [whole] 정수만
    [between] { $least }에서 { $most }까지의 수만
   *[other] { $most } 이하의 수만
  } 읽는다고 밝힙니다.
rate-asked = { $line }행은 { $crawler } 크롤러가 { $seconds }초에 요청을 최대 { $requests }개까지만 보내도록 요청합니다.
rate-read = { $line }행은 { $crawler } 크롤러가 { $seconds }초에 요청을 최대 { $requests }개까지만 보내도록 요청하며, 운영자는 이런 행을 읽는다고 밝힙니다.
rate-not-read = { $line }행은 { $seconds }초에 요청을 최대 { $requests }개만 보내라고 하지만 { $crawler } 크롤러는 이런 행을 읽지 않습니다.
rate-not-said = { $line }행은 { $crawler } 크롤러가 { $seconds }초에 요청을 최대 { $requests }개까지만 보내도록 요청합니다. 이런 행을 읽는지는 알려져 있지 않습니다.
rate-hours = 이 행은 UTC { $hours }에만 적용됩니다.
card-about-draft = 게시된 사이트의 파일이 아니라 robots.txt 초안에 관한 것입니다.
card-about-draft-of = { $site } 사이트에 게시된 파일이 아니라 그 robots.txt 초안에 관한 것입니다.
card-about-live = { $site } 사이트의 robots.txt에 관한 것입니다. 읽은 시간: { $time }.
card-about-site = { $site } 사이트의 robots.txt에 관한 것입니다.
card-open-tester = 테스터에서 열기
