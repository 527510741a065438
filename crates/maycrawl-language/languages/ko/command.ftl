# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

outcome-unreachable = 연결할 수 없음
change-to-allow = 허용하려면: { $change }
change-to-allow-site = 사이트 전체를 허용하려면: { $change }
change-to-disallow = 차단하려면: { $change }
change-or-allow = 또는 { $place } 전체를 허용하려면: { $change }
change-or-disallow = 또는 { $place } 전체를 차단하려면: { $change }
change-place-this-crawler = 이 크롤러에만 { $path }
change-place-all-crawlers = 모든 크롤러에 { $path }
change-place-all-crawlers-but = { $names } 외 모든 크롤러에 { $path }
change-except = { $change } ({ $path } 경로는 여전히 다른 규칙이 결정)
change-unproved = { $change } (그 안의 모든 URL에 대해 증명되지는 않음)
requested-as = 요청되는 URL: { $url }
readers-line = { $readers }: { $line }행: { $text }
one-follows = { $name }: `{ $group }` 그룹을 따름
crawlers-count = 크롤러 { $count }개
others-follow-star = 그 외 { $count }개: `*`를 따름
all-follow-star = { $count }개 모두 `*`를 따름
crawlers-follow = 크롤러 { $count }개: `{ $group }` 그룹을 따름
whom-and-reason = { $whom }: { $reason }
json-names-crawlers = --format json을 사용하면 모든 크롤러가 표시됩니다.

readers-found = 프로그램 { $readers }개의 차이 { $count }건. --format json에 모두 있습니다
readers-found-unusual = 그중 { $count }건은 특이한 경로(불필요하게 이스케이프된 문자, 이중 슬래시, /robots.txt 자체 등)에만 해당합니다
readers-agree = 프로그램 { $readers }개가 모든 경로에 같은 답을 합니다
readers-undecided = 단계 예산이 다 되어 프로그램 { $count }개는 모든 경로에서 비교하지 못했습니다
readers-names = 크롤러 { $count }개는 비교하지 않았습니다. 파일에 이름이나 규칙이 너무 많습니다
readers-no-rule = { $readers }: 규칙 없음
readers-why = { $readers } 및 { $other }: { $axis }
readers-not-explained = 여러 원인이 함께 작용합니다
axis-bytes = 파일의 바이트를 다르게 읽습니다
axis-line-ends = 줄을 끝내는 문자가 다릅니다
axis-fields = 아는 필드 이름이 다릅니다
axis-a-blank-line = 빈 줄의 의미가 다릅니다
axis-what-ends-a-run-of-user-agent-lines = 연속된 user-agent 줄을 끝내는 줄이 다릅니다
axis-a-rule-before-the-first-user-agent-line = 첫 user-agent 줄보다 앞에 있는 규칙을 다르게 읽습니다
axis-a-group-without-rules = 규칙이 없는 그룹의 의미가 다릅니다
axis-a-name-in-the-file = 파일에 있는 이름에서 읽는 부분이 다릅니다
axis-the-name-of-the-crawler = 크롤러 이름에서 읽는 부분이 다릅니다
axis-how-names-are-compared = 이름을 비교하는 방법이 다릅니다
axis-which-group-counts = 선택하는 그룹이 다릅니다
axis-a-rule-without-a-path = 경로가 없는 규칙의 의미가 다릅니다
axis-escapes = 이스케이프, 슬래시, 경로의 끝을 비교하는 방법이 다릅니다
axis-wildcards = *와 $를 다르게 읽습니다
axis-which-rule-wins = 우선하는 규칙이 다릅니다
axis-the-index-page = 색인 페이지에 대한 규칙을 다르게 읽습니다
axis-robots-txt-itself = 그중 하나는 /robots.txt를 항상 허용합니다
readers-more = 같은 프로그램의 차이 { $count }건 더 있음. 예: { $paths }
readers-unusual = 특이한 경로만 해당
readers-among = { $paths } 중
readers-shortest = 가장 짧은 경로: { $path }
readers-others = 파일에 이름이 없는 모든 크롤러
readers-crawlers = { $crawlers } 기준
paths-whole-site = 사이트 전체
paths-below = { $text } 아래 전체
paths-begins-with = { $text } 문자열로 시작하는 모든 경로
paths-contains = { $text } 문자열이 있는 모든 경로
paths-ends-with = { $text } 문자열로 끝나는 모든 경로
paths-alone = { $text } 경로 하나
paths-matches = { $text } 패턴과 일치하는 모든 경로

label-detail = 영어 원문
label-help = 도움말
label-changes = 변경
program-closed = { $path }: { $programs }에서 차단으로 바뀝니다
program-opened = { $path }: { $programs }에서 허용으로 바뀝니다
label-also = 같은 행
findings-cut = { $file }: { $lint }: { $found }개 중 처음 { $shown }개를 표시합니다
nothing-found = 파일 { $files }개: 발견된 문제 없음
findings-summary = 파일 { $files }개: 오류 { $errors }개, 경고 { $warnings }개, 참고 { $notes }개
fixable-safely = --fix로 { $count }개 수정 가능(판정은 그대로 유지됨)
fixable-all = --fix=all로 { $count }개 수정 가능(판정이 바뀔 수 있음)

## A site whose robots.txt cannot be fetched: what comes, by which document, and the repair.

outlook-pause = 사이트가 크롤러에게 { $time }까지 기다리라고 요청합니다(Retry-After).
outlook-copy = 계속 실패하면 { $time }부터 마지막 사본을 따릅니다.
outlook-open = 계속 실패하면 { $time }부터 모두 크롤링할 수 있습니다.
outlook-depends = 계속 실패하면 { $time }부터는 사이트의 다른 페이지가 응답하는지에 따라 달라집니다.
outlook-stays = 사이트가 응답할 때까지 이 상태가 유지됩니다.
outlook-source = 출처: { $policy }.
outlook-other = { $policy } 기준으로는 { $time }에 바뀝니다.
outlook-repair = 사이트가 200과 함께 파일을 보내게 하거나, 파일이 없으면 404로 응답하게 하세요.
policy-google-2021 = 2019~2021년 Google 문서
policy-google-2026 = 2026년 Google 문서
policy-google-2019 = 2019년 7월 이전의 Google 문서
policy-rfc9309 = RFC 9309
