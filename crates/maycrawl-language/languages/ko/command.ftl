# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

outcome-unreachable = 연결할 수 없음
change-to-allow = 허용하려면: { $change }
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

label-detail = 영어 원문
label-help = 도움말
label-also = 같은 행
findings-cut = { $file }: { $lint }: { $found }개 중 처음 { $shown }개를 표시합니다
nothing-found = 파일 { $files }개: 발견된 문제 없음
findings-summary = 파일 { $files }개: 오류 { $errors }개, 경고 { $warnings }개, 참고 { $notes }개
fixable-safely = --fix로 { $count }개 수정 가능(판정은 그대로 유지됨)
fixable-all = --fix=all로 { $count }개 수정 가능(판정이 바뀔 수 있음)
