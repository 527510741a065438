# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

language-label = 언어
language-draft = 이 번역은 초안입니다. 오류를 알려 주세요. 텍스트는 maycrawl의 languages/{ $tag }/page.ftl 파일에 있습니다.

close = 닫기
loading = 로드 중…

help = 도움말
help-keys = 단축키
key-site = 페이지 또는 사이트 입력란으로 이동
key-save = 초안을 파일로 저장
key-complete = 초안에서 필드, 크롤러 또는 경로 자동 완성
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
start-lead = 페이지나 사이트를 입력하거나 Search Console 메시지를 붙여넣으세요. robots.txt가 어떤 크롤러에 무엇을 허용하는지, 어느 행이 결정하는지 확인하고, 변경사항을 게시하기 전에 테스트할 수 있습니다.
start-lead-alone = robots.txt를 아래 편집기에 붙여넣거나 끌어다 놓으세요. 어떤 크롤러에게 무엇이 허용되고 어느 행이 결정하는지 확인하고, 변경사항을 게시하기 전에 테스트할 수 있습니다. 모든 작업은 브라우저 안에서 이루어집니다. 실제 사이트를 열지 않으며, 붙여넣은 내용은 전송되지 않습니다.
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
start-or-paste = 또는 아래 편집기에 robots.txt를 붙여넣거나 페이지 아무 곳에나 끌어다 놓으세요.
start-local = 초안을 테스트하는 동안에는 아무것도 브라우저 밖으로 나가지 않습니다. 검사 엔진이 이 페이지 안에서 실행됩니다. 서비스는 사용자가 열거나 검사하거나 비교하는 실제 사이트와 사이트맵 파일을 읽을 때만 사용합니다.

recipes-title = 레시피
recipes-question = 파일로 무엇을 하려고 하나요?
recipes-topic-ai = AI 크롤러와 AI 학습
recipes-topic-whole-site = 사이트 전체
recipes-topic-paths = 디렉터리, 페이지, 파일
recipes-topic-duplicates = 검색결과, 필터, 세션
recipes-topic-crawlers = 일부 크롤러만
recipes-topic-media = 이미지, 동영상, 오디오
recipes-search = 레시피 검색
recipes-none = 이 단어가 포함된 레시피가 없습니다.
recipes-sitemap = 사이트맵
recipes-where = 쓸 위치
recipes-add = 초안에 추가
recipes-replace = 초안 바꾸기
recipes-whole-site = 사이트 전체에 적용되므로 초안을 바꾸는 것만 가능합니다.
recipes-choose = 파일로 할 작업을 선택하세요.
recipes-busy = 작성하고 비교하는 중…
recipes-warning = 경고:
recipes-changes = 초안을 이 파일로 바꿀 때 변경되는 내용
recipes-closes = 파일이 없던 상태와 비교해 차단되는 내용
recipes-for-programs = 파일을 다르게 읽어서 레시피가 약속하는 대로 하지 않는 프로그램이 있습니다.
recipes-program-allowed = { $path }: { $programs }에서 허용됨
recipes-program-disallowed = { $path }: { $programs }에서 차단됨
recipes-programs-undecided = { $programs }: 비교할 것이 너무 많아 알 수 없습니다.
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
in-english = 영어 원문:
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
submit-alone = 이 테스터는 서비스 없이 작동하므로 사이트를 가져올 수 없습니다. 업로드한 후 브라우저에서 파일을 열어, 여기에서 다운로드한 파일과 같은지 확인하세요.
submit-verify = 확인
submit-verify-text = 업로드한 파일을 지금 가져와서 초안과 바이트 단위로 비교합니다.
submit-compare = 비교
submit-comparing = 비교 중…
submit-view = 게시된 파일 보기
submit-same = 게시된 파일이 초안과 바이트 단위로 일치합니다({ $bytes }바이트).
submit-not-fetched = 사이트를 다시 가져오지 않았습니다: { $note }.
submit-no-file = 비교할 게시된 파일이 없습니다: { $state }.
submit-cut = 읽은 부분은 같습니다. 그러나 게시된 파일이 500KiB보다 길어 나머지는 읽지 않으므로 비교하지 않습니다.
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


tester = robots.txt 테스터
start-screen = 시작 화면으로
copy-link = 링크 복사
theme-auto = 자동
theme-light = 밝게
theme-dark = 어둡게
theme-is-auto = 색상 테마: 자동. 테마 변경.
theme-is-light = 색상 테마: 밝게. 테마 변경.
theme-is-dark = 색상 테마: 어둡게. 테마 변경.
site = 페이지 또는 사이트
site-open = 열기
site-opening = 여는 중…
site-example = 예시
fetch-again = 다시 가져오기
fetch-again-title = 저장된 응답이 아직 유효해도 robots.txt를 다시 가져옵니다
ask-as = 다른 이름으로 요청…
ask-as-hint = 브라우저, Googlebot, 다른 크롤러의 이름으로 robots.txt를 가져와 응답을 비교합니다
ask-as-doubt = 브라우저에서는 열리나요? Googlebot으로 요청…
ask-as-title = 여러 크롤러의 이름으로 요청한 { $site }의 robots.txt
ask-as-asking = 사이트에 User-Agent 다섯 개로 차례로 요청합니다. 느린 사이트는 1분이 걸릴 수 있습니다.
ask-as-again = 다시 요청
ask-as-age = { $age ->
    [0] 방금 요청했습니다.
   *[other] { $age }초 전에 요청했습니다.
  } 이 서비스는 한 사이트에 많아야 1분에 한 번 요청합니다.
ask-as-browser = 브라우저
ask-as-name = 요청한 이름
ask-as-status = 상태
ask-as-size = 바이트
ask-as-hash = 해시
ask-as-time = 시간
ask-as-meaning = 크롤링에서의 의미
ask-as-is-file = 파일
ask-as-is-empty = 빈 파일이므로 모두 크롤링할 수 있음
ask-as-is-page = 파일이지만 웹페이지임
ask-as-is-protection = 파일이지만 봇 차단 기능이 보낸 것임
ask-as-is-missing = 파일이 없으므로 모두 크롤링할 수 있음
ask-as-is-refusal = 파일이 없는 것으로 간주되어 모두 크롤링할 수 있음. 차단일 수도 있음
ask-as-is-closed = 연결할 수 없으므로 아무것도 크롤링할 수 없음
ask-as-is-open = 연결할 수 없으므로 제한이 없는 것으로 간주함
ask-as-skipped = { $why ->
    [not-reached] 연결되지 않아 요청하지 않음
    [busy] 서비스의 요청이 너무 많아 요청하지 않음
   *[other] 시간이 다 되어 요청하지 않음
  }
ask-as-difference = { $line }번째 줄: { $this }. 첫 번째 응답에서는 { $first }.
ask-as-end = 파일의 끝
ask-as-limits = User-Agent만 다르게 보냈습니다. 이 서비스는 Google의 주소에서 요청할 수 없고 방화벽은 주소를 확인할 수 있습니다. 이 요청이 차단된 곳을 실제 Googlebot은 통과할 수 있고, 이 요청이 통과한 곳에서 실제 Googlebot은 차단될 수 있습니다.
ask-as-not-asked = 사이트에 요청하지 않았습니다.
ask-as-not-reached = 연결되지 않아 User-Agent를 보내지 못했습니다. User-Agent에 대한 규칙이 아니라 사이트의 이름, 주소 또는 네트워크가 원인입니다.
ask-as-same = { $answer ->
    [file] 사이트는 모든 User-Agent에 같은 파일을 보냅니다. 이름에 대한 규칙은 보이지 않습니다. 그래도 Google이 연결할 수 없다고 하면 주소에 대한 규칙을 찾아보세요.
    [no-file] 사이트는 모든 User-Agent에 { $status }(으)로 응답합니다. 파일이 없으므로 모두 크롤링할 수 있습니다.
    [refusal] 사이트는 모든 User-Agent에 { $status }(으)로 응답하므로 이름을 확인하지 않습니다. 요청한 주소를 거부하거나 모두에게 이 경로를 거부합니다.
    [server-error] 사이트는 모든 User-Agent에 { $status }(으)로 응답하므로 이름을 확인하지 않습니다. 서버나 그 앞에 있는 장치에 오류가 있습니다.
    [web-page] 사이트는 모든 User-Agent에 robots.txt 대신 웹페이지를 보냅니다. 파일을 일반 텍스트로 제공하거나 404로 응답하세요.
    [protection] 봇 차단 기능이 사이트 대신 모든 User-Agent에 응답합니다. /robots.txt를 예외로 설정하세요.
   *[failure] 사이트는 어떤 User-Agent에도 쓸 수 있는 응답을 보내지 않으므로 이름을 확인하지 않습니다.
  }
ask-as-blocked = { $answer ->
    [code] 사이트는 { $concerned }의 User-Agent에 { $status }(으)로 응답하지만 { $served }의 User-Agent에는 파일을 보냅니다. 방화벽이나 User-Agent에 대한 규칙이 있을 가능성이 큽니다. 거기에서 { $concerned }을(를) 허용하세요.
    [web-page] 사이트는 { $concerned }의 User-Agent에 파일 대신 웹페이지를 보내지만 { $served }의 User-Agent에는 파일을 보냅니다. 방화벽이나 User-Agent에 대한 규칙이 있을 가능성이 큽니다. 거기에서 { $concerned }을(를) 허용하세요.
    [protection] 봇 차단 기능이 { $concerned }의 User-Agent에 응답하지만 { $served }의 User-Agent는 파일을 받습니다. 거기에서 { $concerned }을(를) 허용하세요.
   *[other] 사이트는 { $concerned }의 User-Agent에는 파일을 보내지 않지만 { $served }의 User-Agent에는 보냅니다. 방화벽이나 User-Agent에 대한 규칙이 있을 가능성이 큽니다. 거기에서 { $concerned }을(를) 허용하세요.
  }
ask-as-crawlers-served = 사이트는 { $served }의 User-Agent에는 파일을 보내지만 { $concerned }의 User-Agent에는 보내지 않습니다. 확인한 크롤러는 파일을 받습니다. 그래도 Google이 연결할 수 없다고 하면 주소에 대한 규칙을 찾아보세요.
ask-as-other-file = 사이트는 { $concerned }의 User-Agent에 { $served }의 User-Agent와 다른 파일을 보냅니다. 파일이 User-Agent에 따라 다르거나 요청할 때마다 바뀝니다.
ask-as-none-served = 사이트는 어떤 User-Agent에도 파일을 보내지 않고 응답이 서로 다릅니다. 방화벽이나 User-Agent에 대한 규칙이 있을 가능성이 큽니다.
addresses = 다른 주소…
addresses-label = 이 사이트의 다른 주소
addresses-title = 주소마다 자체 robots.txt가 있습니다
status-hint = 사이트를 열거나 초안을 붙여넣으세요. 편집기는 사이트 없이도 사용할 수 있습니다.
redirected = 리디렉션됨: { $hops }.
no-response = 응답 없음
state-file = 판정은 { $time }에 가져온 { $robots }을(를) 따릅니다
state-no-file = { $robots }이(가) 없는 것으로 간주되어({ $cause }) 모두 크롤링할 수 있습니다
state-closed = { $cause }: { $robots }에 연결할 수 없어 아무것도 크롤링할 수 없습니다
state-last-copy = { $cause }: { $robots }에 연결할 수 없습니다. { $time }의 마지막 사본을 사용합니다
state-no-limits = { $cause }: { $robots }에 연결할 수 없습니다. 제한이 없는 것으로 간주합니다
state-unknown = { $robots }을(를) 알 수 없습니다
opening-title = { $site } 여는 중
opening-text = 서비스가 사이트에 robots.txt를 요청합니다. 느린 사이트는 30초쯤 걸릴 수 있습니다.
opening-cancel = 취소
opening-cancelled = 취소했습니다. 바뀐 것이 없습니다.

draft-width = 초안 너비
why-width = 설명 너비
splitter-title = { $label }: 드래그하거나 화살표 키를 사용하세요. Enter 키를 누르거나 더블클릭하면 초기화됩니다.

summary-label = 요약
names-and = { $first } 및 { $last }
names-more = 다른 { $count }개
names-others = 이름이 없는 모든 크롤러
names-purpose-token = 용도 토큰 { $name }(크롤러가 아님)
readers-know = { $names }: { $fact } 사실을 아는 프로그램에만 해당
readers-do-not-know = { $names }: { $fact } 사실을 모르는 프로그램에만 해당
readers-know-several = { $names }: 이 크롤러들의 robots.txt를 운영자와 같은 방식으로 읽는 프로그램에만 해당
readers-do-not-know-several = { $names }: 이 크롤러들의 robots.txt를 다른 크롤러와 똑같이 읽는 프로그램에만 해당
fact-falls-back = { $count ->
    [one] 자체 그룹이 없으면 { $names } 크롤러가 { $to } 그룹을 따른다는
   *[other] 자체 그룹이 없으면 이 크롤러들이 { $to } 그룹을 따른다는
}
fact-ignores-star = { $count ->
    [one] { $names } 크롤러가 `*`를 무시한다는
   *[other] 이 크롤러들이 `*`를 무시한다는
}
fact-ignores-robots-txt = { $count ->
    [one] { $names } 크롤러가 robots.txt를 무시한다는
   *[other] 이 크롤러들이 robots.txt를 무시한다는
}
more-items = 외 { $count }개
search-everything = { $names }: 모두 크롤링할 수 있습니다.
search-part = { $names }: 사이트 일부를 크롤링할 수 있습니다.
search-closed = { $names }: 사이트를 크롤링할 수 있습니다. 차단: { $closed }.
search-closed-share = { $names }: { $open }를 크롤링할 수 있습니다. 차단 { $count }개: { $closed }.
search-part-closed = { $names }: 사이트 일부를 크롤링할 수 있습니다. 차단: { $closed }.
search-only = { $names }: 다음만 크롤링할 수 있습니다: { $open }.
search-only-share = { $names }: 다음만 크롤링할 수 있습니다: { $open } ({ $share }). 차단 { $count }개.
search-others = 다른 검색엔진 { $count }개는 사이트의 다른 부분을 크롤링할 수 있습니다.
search-nothing = { $names }: 아무것도 크롤링할 수 없습니다.
search-undecided = { $names }: 비교할 규칙이 너무 많아 크롤링할 수 있는 범위를 알 수 없습니다.
access-everything = 모두 크롤링 가능
access-part = 사이트 일부 크롤링 가능
access-except = { $closed } 외의 사이트 크롤링 가능
access-only = 다음만 크롤링 가능: { $open }
access-same = 같은 부분 크롤링 가능
access-nothing = 크롤링 불가
access-undecided = 비교할 규칙이 너무 많아 알 수 없음
training-blocked = robots.txt를 따른다고 밝힌 AI 학습용 크롤러 { $total }개가 모두 차단되었습니다.
training-all = robots.txt를 따른다고 밝힌 AI 학습용 크롤러 { $total }개 모두: { $access }.
training-some = robots.txt를 따른다고 밝힌 AI 학습용 크롤러 { $total }개 중 { $count }개는 { $access }, { $others }.
summary-use = 용도 { $use }: { $said }
summary-use-named = { $names }: { $said }
summary-use-part = { $said }(홈페이지 기준, 다른 페이지는 다름)
summary-uses-none = 파일에는 페이지의 용도(검색, AI 학습, AI 입력)에 대한 내용이 없습니다.
summary-uses-closed = 아무것도 가져올 수 없는 크롤러에는 사용할 내용이 없습니다. 그 밖의 크롤러에 대해서는 파일에 용도(검색, AI 학습, AI 입력)에 대한 내용이 없습니다.
summary-uses-undecided = 파일이 너무 커서 용도에 대한 내용을 확인하지 못했습니다.
training-named = { $names }은(는) { $access }
training-others = { $count }개는 { $access }
training-title = 운영자가 robots.txt를 따른다고 밝힌 크롤러입니다. 클릭하면 일부를 표에 추가합니다.
go-to-line = { $line }행으로 이동
fetch-it-again = 다시 가져오기
no-problems = 오류와 경고가 없습니다.
problems-errors = 파일에 오류가 { $count }개 있습니다.
problems-warnings = 파일에 경고가 { $count }개 있습니다.
problems-both = 파일에 오류 { $errors }개와 경고 { $warnings }개가 있습니다.
urls-none-closed = 표의 URL { $all }개 중 { $agent } 크롤러에 차단된 것이 없습니다.
urls-closed = 표의 URL { $all }개 중 { $closed }개가 { $agent } 크롤러에 차단되었습니다: { $lines }.
line-closes = { $line }행이 { $count }개 차단
lines-and-more = 외 { $count }개 행
summary-sitemaps = 파일에 사이트맵이 { $count }개 있습니다.
summary-test-urls = { $count ->
   *[other] 사이트맵의 URL 테스트
}
summary-redirects = { $origin } 리디렉션됨: 실제 robots.txt는 { $url } 에 있습니다(리디렉션 { $count }회).
summary-empty = 파일이 비어 있습니다. 모든 것을 크롤링할 수 있습니다.
summary-age = 현재 게시된 텍스트입니다. 처음 확인: { $day }.
old-copy = Google은 { $time }까지 이전 내용을 따를 수 있습니다.
just-now = 방금

word-allowed = 허용됨
word-blocked = 차단됨
word-other-site = 다른 사이트
word-error = URL 아님
word-unreachable = 연결 불가
cell-none = 아직 응답 없음
cell-invalid = 올바른 URL이 아님: { $detail }
cell-by-line = { $verdict }({ $line }행)
cell-change = { $draft }, 이전: { $live }
cell-members = { $agent } 외 크롤러 { $count }개
by-line = 결정한 행:
was = 이전
now = 현재
live-by-line = 해당 버전의 { $line }행
outdated = 최신 상태가 아님
retry-now = 지금 다시 시도
banner-opening = { $site } 여는 중…
banner-none = 아직 판정이 없습니다.
banner-add = 판정을 보려면 URL과 크롤러를 추가하세요.
banner-filtered = 필터와 일치하는 URL이 없습니다.
banner-open = 아직 판정이 없습니다. 위에서 사이트를 열거나 robots.txt를 붙여넣으세요.
banner-open-alone = 아직 판정이 없습니다. robots.txt를 붙여넣으세요.
verdict-at = { $agent }: { $url }
verdict-requested = 크롤러가 요청하는 URL: { $url }
try-address = { $address } 시도
inspect = 검사
inspect-hint = 이 페이지를 가져와 크롤링 및 색인 생성이 가능한지 확인합니다
site-closed = { $cause }: robots.txt에 연결할 수 없어 { $operator } 크롤러는 아무것도 크롤링할 수 없습니다
site-closed-elsewhere = { $operator } 크롤러는 아무것도 크롤링할 수 없습니다. 이유: { $reason }
site-no-file = robots.txt가 없는 것으로 간주되어 모두 크롤링할 수 있습니다
site-no-file-because = robots.txt가 없는 것으로 간주되어({ $cause }) 모두 크롤링할 수 있습니다
rule-group = ({ $group } 그룹, { $line })
policy-difference = 게시된 파일: { $text }.

why = 이유
why-choose = 설명을 보려면 셀을 선택하세요.
why-open = 설명을 보려면 사이트를 열거나 robots.txt를 붙여넣으세요.
why-open-alone = 설명을 보려면 robots.txt를 붙여넣으세요.
why-live = 초안이 비어 있습니다. 판정은 게시된 파일에 대한 것입니다.
why-change = 이 판정 변경
why-rules = 일치하는 규칙
why-groups = 그룹
why-more-rules = 결정하지 않는 규칙 외 { $count }개
column-line = 행
column-lines = 행
column-rule = 규칙
column-length = 길이
column-result = 결과
column-agents = 사용자 에이전트

corrected = { $agent } 이름으로 물으면 사이트가 다르게 응답합니다: { $reason }
corrected-file = { $agent } 이름으로 물으면 사이트가 다른 파일을 줍니다.
corrected-own = maycrawl이 받은 파일에 따르면: { $verdict }.
corrected-below = maycrawl이 받은 파일에 따른 내용입니다. { $agent } 크롤러는 다른 응답을 받습니다.
part-not-loaded = 페이지의 일부를 불러오지 못했습니다. 페이지를 새로 고치세요.
repair-copy = 줄 복사
repair-copied = 줄을 복사했습니다.
repair-not-copied = 브라우저가 복사를 허용하지 않았습니다: { $text }
proposal-apply = 적용
proposal-apply-title = 적용: { $title }
proposal-outdated = 이 제안은 오래되었습니다
proposal-wait = 이 제안은 오래되었습니다. 새 제안을 기다리세요
proposal-done = 완료: { $title }. 실행취소하면 되돌립니다.
changes-title = 변경 사항
changes-live-to-draft = 게시된 파일({ $from })을 초안으로 바꿀 때.
changes-version-to-draft = { $from } 버전을 초안으로 바꿀 때.
changes-none-to-draft = 파일이 없는 상태에서 초안을 게시할 때.
changes-live-to-version = { $to } 버전을 복원하면: 게시된 파일({ $from })이 그 버전으로 바뀝니다.
changes-version-to-version = { $from } 버전을 { $to } 버전으로 바꿀 때.
changes-none-to-version = { $to } 버전을 복원하면: 파일이 없는 상태가 그 버전으로 바뀝니다.
changes-by-proposal = 초안에 이 변경을 적용할 때.
changes-since-title = 변경된 내용
changes-since = { $to }에 { $from } 버전이 교체된 이후:
changes-restore = 이 버전 복원…
changes-restore-title = 이 버전이 담긴 초안이 게시된 파일을 대체할 때 변경되는 내용
changes-show-since = 이 버전 이후 변경된 내용
changes-busy = 비교 중…
changes-stale = 비교 중입니다. 여기 표시된 내용은 이전 초안에 대한 것입니다.
changes-order = 행의 순서나 공백만 다릅니다
changes-lines = { $count }개 행이 다릅니다
changes-unread = 크롤러 이름 { $count }개는 비교하지 않았습니다.
changes-none = ✓ { $lines }. 판정은 바뀌지 않습니다. 모든 크롤러가 이전과 같은 URL을 가져올 수 있고, 파일이 용도에 대해 나타내는 내용도 같습니다.
changes-none-past = ✓ { $lines }. 판정은 바뀌지 않았습니다. 모든 크롤러가 이전과 같은 URL을 가져올 수 있고, 파일이 용도에 대해 나타내는 내용도 같습니다.
changes-for-programs = { $lines }. Google이 파일을 읽는 방식으로는 판정이 바뀌지 않지만, 다르게 읽는 프로그램이 있습니다.
change-program-closed = { $path }: { $programs }에서 차단으로 바뀝니다
change-program-opened = { $path }: { $programs }에서 허용으로 바뀝니다
changes-undecided = { $lines }. 차이를 찾지 못했지만, 규칙이 너무 많아 모두 비교할 수 없습니다.
changes-some = { $lines }.
changes-rest = 판정이 바뀌지 않는 크롤러: { $names }.
changes-rest-past = 판정이 바뀌지 않은 크롤러: { $names }.
changes-only-uses = { $lines }. 차단되거나 허용되는 URL은 없지만, 파일이 용도에 대해 나타내는 내용이 바뀝니다.
changes-use = { $use }, { $url }: { $after } (이전: { $before })
changes-use-line = { $said }, { $line }행: { $text }
changes-use-more = 다른 용도도 바뀔 수 있습니다. 파일이 너무 커서 모두 비교하지 못했습니다.
use-train = AI 학습
use-input = AI 입력
use-search = 검색
use-index = AI 색인
said-refused = 거부됨
said-conditional = 조건부 허용
said-granted = 허용됨
said-not-said = 언급 없음
said-conflict = 모순
said-not-applicable = 가져올 수 없음
impact-lost = { $count ->
   *[other] { $names }: 새로 차단되는 범위는 { $region }
}
impact-gained = { $names }: 새로 허용되는 범위는 { $region }
impact-lost-past = { $count ->
   *[other] { $names }: 새로 차단된 범위는 { $region }
}
impact-gained-past = { $names }: 새로 허용된 범위는 { $region }
impact-also = 추가로 { $names }
impact-share = URL { $total }개 중 { $urls }개
impact-share-sitemap = 사이트맵의 URL { $total }개 중 { $urls }개
impact-share-sitemap-start = 사이트맵의 처음 URL { $total }개 중 { $urls }개
region-whole-site = 사이트 전체
region-below = { $text } 아래 전체
region-begins-with = { $text } 문자열로 시작하는 모든 경로
region-contains = { $text } 문자열이 있는 모든 경로
region-ends-with = { $text } 문자열로 끝나는 모든 경로
region-alone = { $text } 경로 하나
region-matches = { $text } 패턴과 일치하는 모든 경로
region-matches-each = 다음 패턴 모두와 일치하는 경로: { $texts }
region-except = { $region }, 제외: { $except }
region-already-lost = { $region } (이전부터 차단됨: { $already })
region-already-gained = { $region } (이전부터 허용됨: { $already })
region-partly-lost = { $region } (일부는 이전부터 차단됨)
region-partly-gained = { $region } (일부는 이전부터 허용됨)
region-at-least = 적어도 { $region }
region-or-less = { $region } 또는 그 일부
region-such = 다음과 같은 URL: { $texts }
region-whole-or-part = 사이트 전체 또는 일부, 예: { $texts }
region-more = 다른 범위 { $count }개
except-alone = { $text } 경로
except-contains = { $text } 문자열이 있는 경로
except-ends-with = { $text } 문자열로 끝나는 경로
except-matches = { $text } 패턴과 일치하는 경로
except-regions = 범위 { $count }개
changes-more = 그 외 영향 { $count }개
changes-not-all = 모든 규칙을 비교하지는 못했습니다.
changes-show-url = 표에서 이 URL 보기
changes-effect = { $url } → { $verdict }, { $after } { $before }
changes-effect-past = { $url } → 그 이후 { $verdict }, { $after } { $before }
changes-before = (이전: { $rule })
becomes-blocked = 차단됨
becomes-allowed = 허용됨
by-line-rule = { $line }행 { $rule }
by-no-rule = 일치하는 규칙 없음
changes-pace = { $names }의 요청 간격이 바뀝니다: { $after }; 이전: { $before }.
changes-pace-none = 없음
sitemaps-added = 사이트맵 { $count }개 추가됨: { $url }
sitemaps-removed = 사이트맵 { $count }개 삭제됨: { $url }

draft = 초안
draft-hint = robots.txt를 붙여넣거나 작성하세요. 내용은 이 페이지에만 남습니다.
draft-hint-service = robots.txt를 붙여넣거나 작성하세요. 이 페이지의 서비스가 그 내용을 읽습니다.
draft-placeholder = 여기에 robots.txt를 붙여넣거나, 위에서 사이트를 열거나, 예시를 불러오세요.
draft-placeholder-alone = 여기에 robots.txt를 붙여넣거나 예시를 불러오세요.
find-find = 찾기
find-replace = 바꾸기
find-next = 다음
find-previous = 이전
find-all = 모두
find-match-case = 대소문자 구분
find-regexp = 정규 표현식
find-by-word = 단어 단위
find-replace-one = 바꾸기
find-replace-all = 모두 바꾸기
find-close = 닫기
find-go-to-line = 줄로 이동
find-go = 이동
draft-label = robots.txt 초안
draft-see-live = 게시된 파일
draft-unfold = 전체 파일 보기({ $count }행)
version-label = 편집기에 표시된 버전
version-own = ✎ 내 초안
version-none = 아직 가져온 파일이 없음
version-seen = 처음 확인 { $first }, 마지막 확인 { $last }
version-latest = 최신: { $day }
version-no-file = 파일 없음
version-missing = 이 버전에는 파일이 없습니다: { $reason }.
version-missing-unknown = 이유를 알 수 없음
version-loaded = { $time } 버전을 불러왔습니다. 실행취소하면 수정 내용이 복원됩니다.
fetch-failed = 마지막 가져오기 실패 · { $result }
fetch-failed-at = { $time } 마지막 가져오기 실패 · { $result }
profile-label = 읽는 방식
profile-title = robots.txt를 읽는 방법
profile-name = 읽는 방식: { $title }
read-google = 현재 Google
option-google-2019 = 2019년 7월 이전 Google
option-rfc9309 = RFC 9309
errors-google-2021 = 2019~2021년 Google
errors-google-2026 = 현재 Google(429는 오류)
bytes-more = { $count }바이트 초과
bytes = { $count }바이트
line-endings-mixed = 혼합된 줄바꿈: { $main } 외 { $count }개, 그대로 유지
draft-no-newline = 끝에 줄바꿈 없음
draft-byte-order-mark = 바이트 순서 표시(BOM)
draft-inexact = 게시된 파일에 UTF-8이 아닌 바이트가 있습니다. 여기서는 대체되었습니다
draft-cut = 크롤러가 읽는 500KiB보다 긴 파일의 앞부분입니다. 이 텍스트를 게시하면 나머지를 잃으니 게시하지 마세요
draft-edited = 수정 내용은 이 페이지에만 남습니다
draft-recipes = 레시피…
draft-download = 다운로드
draft-submit = 제출…
draft-replaced = 완료. 실행취소하면 되돌립니다.
draft-kept = 초안을 유지했습니다. 게시된 파일을 보려면 버전을 선택하세요.
difference = 차이
rule-unused = 이 URL들 중 어느 것도 결정하지 않음
field-user-agent = 아래 규칙은 이 크롤러에 적용됩니다. *는 자체 그룹이 없는 모든 크롤러를 뜻합니다.
field-disallow = 이 경로로 시작하는 URL은 가져올 수 없습니다. *는 모든 텍스트, $는 끝을 뜻합니다.
field-allow = 이 경로로 시작하는 URL은 가져올 수 있습니다. *는 모든 텍스트, $는 끝을 뜻합니다.
field-sitemap = 사이트맵의 전체 URL입니다. 모든 크롤러에 적용되며 그룹에 속하지 않습니다.
field-of-some = 일부 크롤러만 이 필드를 읽습니다. Google은 무시합니다.
field-unknown = 알려진 크롤러는 이 필드를 읽지 않습니다.
rule-decides = 하나 이상의 크롤러에 대해 표의 URL { $urls }개 중 { $count }개를 결정합니다.
fix-changed = 그 사이에 초안이 바뀌었습니다. 모두 수정을 다시 누르세요
fix-nothing = 수정할 것이 없습니다.
fix-done = 완료: { $count }개 수정. 실행취소하면 되돌립니다.

crawlers = 크롤러
crawler-name = 크롤러 이름
crawler-name-title = 크롤러 이름(예: GPTBot)
add = 추가
presets-label = 크롤러 세트 추가 또는 삭제
preset-google = Google
preset-google-title = Googlebot 및 검색용 Google 일반 크롤러
preset-google-special = Google 특수
preset-google-special-title = Google의 특수 크롤러(*가 적용되지 않음), 제품 크롤러, Google-Extended
preset-other-search = 기타 검색
preset-other-search-title = Bing, Yandex, Applebot 및 다른 검색엔진의 크롤러
preset-ai-training = AI 학습
preset-ai-training-title = 언어 모델 학습용 텍스트를 수집하는 크롤러
preset-ai-search = AI 검색
preset-ai-search-title = 언어 모델로 답하는 검색엔진의 크롤러
preset-all = 전체
preset-all-title = 표의 모든 크롤러
preset-count = { $title }({ $count }개)
crawler-unknown = 표에 없습니다. 자체 그룹이나 * 그룹이 적용됩니다
crawlers-chosen = 선택한 크롤러
crawlers-none = 선택한 크롤러가 없습니다.
show-fewer = 간단히 보기
remove-item = { $name } 삭제
crawler-empty = 크롤러 이름을 입력하세요(예: Googlebot)
crawler-too-long = 크롤러 이름은 최대 256자입니다
crawler-header = User-Agent 헤더 전체가 아니라 Googlebot과 같은 제품 토큰만 입력하세요
crawler-from-header = 이 User-Agent 헤더의 크롤러는 { $name }입니다.

urls = URL
urls-placeholder = URL 또는 경로, 목록 붙여넣기, 파일 놓기
urls-file = 파일…
urls-file-title = 목록, CSV 또는 사이트맵(.gz 가능)
urls-file-label = 목록, CSV 또는 사이트맵의 URL
urls-sitemap-title = 열린 사이트의 사이트맵 또는 입력한 사이트맵의 URL을 추가합니다
urls-clear = URL { $count }개 지우기
urls-none-in-file = { $file } 파일에 URL이 없습니다
urls-unreadable = 읽을 수 없습니다
urls-clipboard = 클립보드
urls-present = 이 URL은 이미 목록에 있습니다. 선택했습니다.
urls-added = URL { $count }개 추가됨
urls-added-from = URL { $count }개 추가됨(출처: { $source })
urls-omitted = { $added }, 제외됨: { $omitted }
omitted-present = 이미 목록에 있음
omitted-long = { $limit }자 초과
omitted-over = URL { $limit }개 한도 초과
omitted-count = { $count }개 { $reason }
never-read = 크롤러는 { $address } 주소를 읽지 않습니다. 대신 { $url } 파일을 가져왔습니다.
sitemap-where = 먼저 사이트를 열거나 사이트맵 주소를 입력하세요
sitemap-reading = 사이트맵 읽는 중…
sitemap-empty = 사이트맵에 URL이 없습니다
sitemap-none-found = URL을 찾지 못했습니다: { $remarks }
sitemap-source = 사이트맵 { $count }개
sitemap-source-cut = { $source }(더 있을 수 있음)
sitemap-format = 사이트맵
sitemap-format-index = 사이트맵 색인
sitemap-format-rss = RSS 피드
sitemap-format-atom = Atom 피드
sitemap-too-large = 압축 후에도 사이트맵이 4MiB보다 큽니다. 나누세요
sitemap-no-service = 사이트맵 파일을 읽으려면 서비스가 필요하지만 이 테스터에는 서비스가 없습니다. 텍스트나 CSV로 된 URL 목록을 사용하세요
sitemap-not = 이 XML은 사이트맵이 아닙니다: { $reason }
sitemap-no-root = 루트 요소가 없음
sitemap-is-index = 사이트맵 색인입니다. 사이트맵 { $count }개({ $urls })가 있고 페이지는 없습니다. 이 중 하나를 가져오세요
cancelled = 요청이 취소되었습니다
other-urls = 다른 사이트의 URL { $count }개.
other-test = { $count ->
   *[other] { $site } 사이트에서 경로 테스트
}
other-replaced = URL { $count }개를 경로로 바꿨습니다.
other-tested = 이제 다른 사이트의 경로를 { $origin } 사이트에서 테스트합니다.
other-double = 두 번 있는 경로 { $count }개는 한 번만 남겼습니다.
other-undone = 다른 사이트의 URL이 다시 목록에 있습니다.
undo = 실행취소

verdicts = 판정
verdicts-grid = URL과 크롤러별 판정
verdicts-empty = 위에서 URL 또는 경로를 추가하세요.
verdicts-no-match = 일치하는 URL이 없습니다.
clear-filters = 필터 지우기
filters = 필터
filter = 필터
filter-text = 텍스트로 URL 필터링
filter-verdict = 판정으로 필터링
filter-any = 모든 판정
group-crawlers = 크롤러 묶기
group-crawlers-title = 판정과 행이 같은 크롤러를 한 열에 표시합니다
changed-only = 변경된 항목만
compare-label = 비교 대상
compare-live = 게시된 파일과 비교
compare-version = { $version }과(와) 비교
policy-label = 사이트 오류 처리 정책
policy-title = 429, 503 등 사이트 오류를 처리하는 방법
policy-name = 오류 처리: { $title }
sort-by = { $name } 기준으로 정렬
paths-on = 경로의 사이트: { $origin }
total-blocked = 차단됨
total-none = 판정 없음
total-of = { $known }개 중 { $blocked }개 차단
count-of = { $shown }/{ $all }
group-others = { $name } 크롤러와 판정이 같은 크롤러 { $count }개
group-show = { $crawlers } 보기
group-hide = { $crawlers } 숨기기
count-urls = URL { $count }개
count-crawlers = 크롤러 { $count }개
count-columns = { $crawlers }({ $count }열)
foot-line = { $line }행이 { $urls } 중 { $count }개를 결정합니다.
foot-unused = 초안에서 흐리게 표시된 규칙 { $count }개는 이 URL들을 결정하지 않습니다.

export = 내보내기
export-csv = CSV 내보내기
export-print = 인쇄
exported-csv = 크롤러 { $crawlers }개에 대한 URL { $urls }개를 내보냈습니다.
exported-markdown = 보고서를 Markdown으로 내보냈습니다.
report-title = { $site } robots.txt
report-title-draft = robots.txt 초안
report-about-draft = 초안, { $time } maycrawl에서 읽음.
report-about-live = { $site } 사이트에 게시된 robots.txt, { $time } maycrawl에서 읽음.
report-about-edited = { $site } 사이트의 초안, { $time } maycrawl에서 읽음.
report-finding = { $line }행: { $text }
report-more-findings = 그 외 발견 항목 { $count }개.
report-crawler = 크롤러
report-no-verdict = 판정 없음
report-blocked = 차단된 URL
report-by = 결정한 규칙
report-rule = { $line }행: { $rule }
report-more-blocked = 그 외 차단된 URL { $count }개.

inspect-busy = 페이지 가져오는 중…
inspect-again = 다시 검사
inspect-redirects = 리디렉션
inspect-crawlable = 크롤링 가능
inspect-indexable = 색인 생성 가능
inspect-rules = 규칙
inspect-yes = 예
inspect-no = 아니요
index-yes = 막는 규칙이 없습니다
index-excluded = Google의 이미지, 동영상, 오디오 검색결과에 표시되지 않습니다. 다른 페이지에서 링크할 수는 있습니다
index-not-rendered = 렌더링할 때 가져오지 않습니다. Google은 이 파일 없이 페이지를 평가합니다
index-unseen = 콘텐츠 없이 URL만 검색결과에 표시될 수 있습니다. 제외하려면 크롤링을 허용하고 noindex를 사용하거나 비밀번호를 요구하세요
index-unclear = Google 문서는 URL이 표시될 수 있다고도, 이런 파일은 제외된다고도 설명합니다. 제외하려면 크롤링을 허용하고 X-Robots-Tag: noindex를 사용하거나 비밀번호를 요구하세요
index-not-used = 가져오지 않습니다. 이 크롤러는 검색결과를 만들지 않습니다
index-noindex = 페이지에 noindex가 있습니다
index-only-embedded = 페이지에 noindex가 있습니다. 다른 페이지에 삽입된 경우 indexifembedded가 허용합니다
index-unavailable = unavailable_after의 시간이 지났습니다
index-status = HTTP { $status }은(는) 색인이 생성되지 않습니다
index-unknown = 알 수 없음: 페이지 또는 robots.txt를 가져올 수 없습니다
found-answer = 페이지의 응답은 { $status }입니다
found-not-fetched = 가져오지 않음: robots.txt가 차단하거나 robots.txt를 읽을 수 없습니다
found-failed = 페이지를 가져올 수 없습니다
inspect-resources = 리소스
inspect-blocked = ✕ 페이지가 이 호스트에서 불러오는 파일 { $all }개 중 { $closed }개가 차단되었습니다.
inspect-renders = { $closed ->
   *[other] Google은 이 파일 없이 페이지를 렌더링합니다.
}
inspect-page = 페이지
inspect-type = 유형
inspect-canonical = 표준 URL
inspect-links = 링크
inspect-links-value = { $links }개, rel=nofollow { $nofollow }개
inspect-where = 위치
inspect-for = 대상
inspect-all-crawlers = 모든 크롤러
inspect-outside-head = (<head> 밖에 있어 효과 없음)

service-down = 서비스가 응답하지 않습니다. 페이지가 자동으로 다시 시도합니다
no-service = 이 테스터는 서비스 없이 작동하므로 { $site }을(를) 열 수 없습니다. 그 사이트의 robots.txt를 편집기에 붙여넣으세요.
page-fault = 페이지에 오류가 있습니다: { $error }. 표시된 내용이 틀릴 수 있습니다. 페이지를 새로 고치세요.
engine-not-started = 이 페이지의 검사 엔진이 시작되지 않아 결과가 없습니다: { $error }. WebAssembly를 지원하는 브라우저가 필요합니다. 페이지를 새로 고치세요.
example-loaded = 예시입니다. 행을 바꿔 판정이 어떻게 달라지는지 확인하세요.
site-empty = 사이트 주소를 입력하세요(예: example.com)
site-mail = { $address }은(는) 메일 주소입니다. 페이지나 사이트를 입력하세요(예: example.com)
site-no-url = 이 텍스트에는 페이지 주소가 없습니다. 페이지의 URL도 붙여 넣으세요
link-not-valid = 링크가 올바르지 않습니다. 이 페이지의 상태가 들어 있지 않습니다
link-too-large = 상태가 너무 커서 링크로 만들 수 없습니다. 대신 파일을 다운로드하세요
link-copied = 링크를 복사했습니다. 초안, URL, 크롤러, 사이트가 들어 있으며 서버로 전송되지 않습니다.
link-in-address = 브라우저가 복사를 허용하지 않았습니다. 링크는 주소 표시줄에 있습니다.
share-result = 공유
share-result-title = 이 결과만 있는 페이지의 링크를 복사합니다. 링크를 여는 사람은 질문과 초안을 이 서비스로 보냅니다.
save-result = 페이지로 저장
save-result-title = 이 결과를 보내거나 인쇄할 수 있는 페이지로 저장합니다
result-copied = 링크를 복사했습니다. 링크를 열면 질문과 초안이 이 서비스로 전송됩니다.
result-saved = 결과를 페이지로 저장했습니다: robots-result.html.

audit-title = 크롤러가 지키나요? { $file }
audit-reading = 브라우저에서 로그를 읽는 중: { $percent } %.
audit-progress = 읽은 로그의 비율
audit-basis-file = 편집기의 robots.txt를 { $first }부터 { $last }까지 로그 전체 기간의 파일로 간주합니다. 그때 다른 파일이 게시되어 있었다면 수치가 틀립니다.
audit-basis-hosts = 로그에 있는 모든 호스트의 파일로 간주합니다.
audit-basis-sites = 요청 { $count }개는 { $site } 사이트가 아닌 다른 사이트의 요청입니다. 그 사이트의 robots.txt는 알 수 없습니다.
audit-basis-names = 크롤러는 이름으로만 구별하며, 이름은 누구나 쓸 수 있습니다. 따라서 여기서는 누구도 증명되었거나 위조되었다고 하지 않습니다.
audit-basis-reads = 크롤러가 읽은 사본은 이 로그에 있는 크롤러의 robots.txt 요청에서 알아냅니다. 로그 이전에 읽은 것은 알 수 없습니다.
audit-basis-local = 로그의 어떤 내용도 브라우저 밖으로 나가지 않습니다.
audit-lines = { $lines }행, 요청 { $requests }개.
audit-unread = { $count }행은 읽을 수 없었습니다.
audit-over-limit = 로그의 처음 2GiB만 읽었습니다.
audit-broken = 파일의 나머지는 압축을 풀 수 없어 여기에 없습니다. 여러 부분으로 된 gzip 파일은 명령어 maycrawl audit로 읽을 수 있습니다.
audit-proxy = 절반이 넘는 행의 클라이언트 주소가 같습니다. 이 로그 앞에 프록시가 있습니다.
audit-zone = 시간대가 없는 시간은 UTC로 읽었습니다.
audit-late = { $count }행은 10분 넘게 늦게 기록되었습니다.
audit-crawler = 스스로 밝힌 이름
audit-requests = 요청
audit-obeyed = 지킴
audit-disobeyed = 지키지 않음
audit-reading-not-known = 읽었는지 알 수 없음
audit-never-asked = 요청한 적 없음
audit-excused = 예외
audit-not-known = 알 수 없음
audit-columns = 지키지 않음: URL을 차단하는 robots.txt를 읽은 뒤 요청했습니다. 읽었는지 알 수 없음: 파일이 URL을 차단하지만, 파일을 읽었는지는 로그로 알 수 없습니다. 요청한 적 없음: 이 로그에서 robots.txt를 요청하지 않았고, 이 파일은 해당 URL을 차단합니다. 예외: 사본이 규칙보다 오래되었거나 규칙이 적용되지 않습니다. 어떤 수치도 왜 그렇게 했는지는 말하지 않습니다.
audit-worst = 가장 나쁜 요청 { $count }개
audit-none = 이 파일을 어긴 것으로 확인된 요청이 없습니다.
audit-no-crawlers = 이 로그에는 알려진 크롤러의 요청이 없습니다.
audit-no-requests = 이 파일에는 요청으로 읽을 수 있는 행이 없습니다.
audit-example = { $at }: 이름이 { $crawler }인 클라이언트가 { $target } 경로를 요청했습니다. { $class ->
    [disobeyed-after-reading] { $read }에 읽은 사본이 이를 차단합니다({ $line }행).
    [disobeyed-copy-too-old] 마지막으로 robots.txt를 읽은 시간은 { $read }이며, 파일이 이를 차단합니다({ $line }행).
    [never-asked] 이 로그에서 robots.txt를 요청하지 않았고, 파일이 이를 차단합니다({ $line }행).
   *[other] 파일이 이를 차단합니다({ $line }행). 파일을 읽었는지는 로그에 나타나지 않습니다.
  }
audit-more = 명령어 `maycrawl audit`에는 robots.txt의 이력과, 누가 요청했는지 증명하는 주소 목록도 줄 수 있습니다.
audit-no-draft = { $file } 파일은 액세스 로그입니다. 사이트의 robots.txt를 편집기에 넣은 다음 로그를 다시 주세요.
audit-failed = { $why ->
    [memory] 이 로그에는 페이지가 주는 256MiB보다 많은 메모리가 필요합니다. 명령어 maycrawl audit는 읽을 수 있습니다.
    [load] 로그를 읽는 부분을 로드할 수 없습니다. 페이지를 다시 로드하세요.
   *[other] 파일을 읽을 수 없습니다.
  }
help-log = 액세스 로그를 아무 곳에나 끌어다 놓으면 어떤 크롤러가 편집기의 robots.txt를 지키는지 볼 수 있습니다. gzip으로 압축된 로그도 되며, 브라우저에서 읽습니다.
