# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

language-label = 언어
language-draft = 이 번역은 초안입니다. 오류를 알려 주세요. 텍스트는 maycrawl의 languages/{ $tag }/page.ftl 파일에 있습니다.

close = 닫기
loading = 로드 중…

help = 도움말
help-keys = 단축키
key-find = 초안에서 검색
key-undo = 실행취소 및 다시 실행(수정 및 불러온 버전 포함)
key-finding = 초안에서 다음 또는 이전 문제로 이동
key-comment = 행을 주석으로 바꾸거나 되돌리기
key-tab = 페이지의 다음 부분으로 이동(편집기에서도 가능)
key-arrows = 표에서 이동. 초안에 판정을 결정한 행이 표시됨
key-enter = 표에서: 판정을 결정한 행으로 이동
key-delete = 표에서: 해당 행의 URL 삭제
key-escape = 검색, 대화상자 또는 이 도움말 닫기
help-note = Mac에서는 Ctrl 대신 ⌘를 사용하세요. 각 셀에는 초안의 판정과 이를 결정한 행이 표시됩니다. 강조 표시된 셀은 비교하는 버전의 판정과 다릅니다. 답변은 Google의 파서와 같은 방식으로 robots.txt를 읽는 maycrawl 라이브러리에서 제공합니다.
help-api = 이 서비스의 API
help-read-more = 더 읽어보기
help-rfc = RFC 9309, 로봇 배제 프로토콜
help-google = Google: robots.txt를 읽는 방법

start-title = 크롤러가 내 페이지를 가져올 수 있나요?
start-lead = 사이트를 입력하세요. robots.txt가 어떤 크롤러에 무엇을 허용하는지, 어느 행이 결정하는지 확인하고, 변경사항을 게시하기 전에 테스트할 수 있습니다.
start-recipes = 레시피로 시작
card-ai-title = AI 학습 차단, 검색은 유지
card-ai-text = 언어 모델용 텍스트를 수집하는 크롤러를 차단합니다. 검색엔진은 크롤링할 수 있습니다.
card-staging-title = 스테이징 사이트 차단
card-staging-text = AdsBot을 포함한 모든 크롤링을 차단합니다. 사이트를 보호하는 것은 비밀번호뿐입니다.
card-filters-title = 검색결과와 필터 차단
card-filters-text = 크롤러가 사이트 자체의 검색결과와 정렬 또는 필터링만 하는 페이지를 건너뜁니다.
card-nothing-title = 처음부터 시작
card-nothing-text = 입력하는 동안 오류를 설명해 주는 빈 편집기입니다.
start-example = 예시 보기
start-or-paste = 또는 아래 편집기에 robots.txt를 붙여넣거나 끌어다 놓으세요.

recipes-title = 레시피
recipes-question = 파일로 무엇을 하려고 하나요?
recipes-sitemap = 사이트맵
recipes-where = 쓸 위치
recipes-add = 초안에 추가
recipes-replace = 초안 바꾸기
recipes-whole-site = 사이트 전체에 적용되므로 초안을 바꾸는 것만 가능합니다.
recipes-choose = 파일로 할 작업을 선택하세요.
recipes-busy = 작성하고 비교하는 중…
recipes-warning = 경고: { $text }
recipes-changes = 초안에서 변경되는 내용
recipes-closes = 차단되는 내용
recipes-file = 파일
recipes-apply = 편집기에 넣기

lint-page-example = 예
lint-page-instead = 올바른 예
lint-page-fix = 수정:
lint-page-sources = 출처

findings-label = 발견된 문제
findings-errors = 오류 { $count }개
findings-warnings = 경고 { $count }개
findings-notes = 참고 { $count }개
next-error = 다음 오류로 이동
next-warning = 다음 경고로 이동
next-note = 다음 참고로 이동
finding-error = 오류
finding-warning = 경고
finding-note = 참고
findings-hide = 목록 숨기기
findings-show = 목록 표시
fix-all = 모두 수정({ $count }개)
fix-all-more = 모두 수정({ $count }개 이상)
verdicts-may-change = { $action }, 판정이 바뀔 수 있음
findings-left = 문제 { $total }개 중 처음 { $shown }개가 표시됩니다.
finding-line = { $line }행
finding-documentation = { $code }, { $name }: 문서
fix = 수정

more-notes = 그 외 참고사항 { $count }개

import-too-large = 파일이 50MiB보다 큽니다
import-no-text = 텍스트 파일이 아닙니다
import-not-utf8 = UTF-8 텍스트 파일이 아닙니다
import-list = 목록
import-column = CSV의 { $column }번째 열

submit-title = 제출
submit-title-site = { $site }에 제출
submit-hosted = 호스팅 서비스가 robots.txt를 작성하는 경우 파일을 업로드할 수 없습니다. 해당 서비스의 검색 공개 상태 설정을 확인하세요.
submit-no-root = 도메인의 루트에 액세스할 수 없나요? 크롤러는 subdomain.example.com/site/robots.txt가 아니라 루트에서만 robots.txt를 읽습니다. 호스트 운영자에게 루트에 파일을 두도록 요청하거나 페이지에 robots 메타 태그를 사용하세요.
submit-changes = { $site }에서 변경되는 내용
submit-no-change = 없음: 초안의 텍스트가 같습니다.
submit-upload = 다운로드 및 업로드
submit-upload-text = 초안({ $bytes }바이트)을 다운로드하세요. 그런 다음 변경하지 말고 { $url }(으)로 업로드하세요. maycrawl은 사이트에 파일을 쓸 수 없습니다.
submit-upload-place = 사이트 루트의 robots.txt
submit-download = robots.txt 다운로드
submit-open-first = 먼저 페이지 상단에서 사이트를 여세요.
submit-verify = 확인
submit-verify-text = 업로드한 파일을 지금 가져와서 초안과 바이트 단위로 비교합니다.
submit-compare = 비교
submit-comparing = 비교 중…
submit-view = 게시된 파일 보기
submit-same = 게시된 파일이 초안과 바이트 단위로 일치합니다({ $bytes }바이트).
submit-not-fetched = 사이트를 다시 가져오지 않았습니다: { $note }.
submit-no-file = 비교할 게시된 파일이 없습니다: { $state }.
submit-differ = 서로 다릅니다. 초안은 { $draft }바이트, 게시된 파일은 { $live }바이트입니다.
submit-differ-from = { $line }행(바이트 오프셋 { $byte })부터 다릅니다. 초안은 { $draft }바이트, 게시된 파일은 { $live }바이트입니다.
submit-invisible = 해당 행에 보이는 텍스트는 같습니다. 줄 끝 문자나 보이지 않는 바이트가 다릅니다.
submit-legend = −는 게시된 파일에만 있는 텍스트, +는 초안에만 있는 텍스트를 나타냅니다.
submit-refresh = 새로고침 요청
submit-refresh-text = 이 서비스의 캐시를 사용하는 모든 사용자를 위해 파일을 가져옵니다. 캐시를 사용하는 크롤러는 새 파일을 바로 따릅니다. Google은 자체 사본을 대개 하루 안에 새로고침합니다.
submit-refresh-now = 공유 캐시 새로고침
submit-refreshing = 새로고침 중…
submit-first-seen = 이 버전이 처음 확인된 시간은 { $time }입니다.
submit-load-live = 게시된 파일을 편집기에 불러오기
submit-google = Google: { $report }에서 Google의 사본을 확인하고 다시 크롤링하도록 요청할 수 있습니다. 차단해도 검색결과에서 페이지가 삭제되지는 않습니다. { $removals }를 사용하면 페이지를 바로 숨길 수 있습니다.
submit-google-report = Search Console의 robots.txt 보고서
submit-google-removals = 삭제 도구
submit-bing = Bing: { $tools }에는 두 가지 도구가 있습니다. robots.txt Tester는 Bing에 새 파일을 알리고 Block URLs는 페이지를 숨깁니다.
submit-listed = 페이지가 표시되나요? Google이나 Bing에서 URL을 검색하세요. 검색엔진은 차단된 페이지를 URL만으로 계속 표시할 수 있습니다.
