# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the code between backquotes. languages/GLOSSARY.md has the terms.

## Summaries. The first sentence says it in short, and a line break ends it: Thai has no full stops.

recipe-open =
    모든 것을 크롤링할 수 있습니다.
    robots.txt가 없는 것과 같습니다.
recipe-whole-site =
    아무것도 크롤링할 수 없습니다.
    이 규칙은 AdsBot처럼 `*`를 무시하는 크롤러에는 적용되지 않으며, 검색엔진에 URL이 계속 표시될 수 있습니다. 며칠 동안 크롤링을 중지하려면 이 규칙 대신 503으로 응답하세요.
recipe-directory =
    디렉터리와 그 안의 모든 것을 크롤링할 수 없습니다.
    비공개 파일은 비밀번호로 보호하세요. robots.txt는 누구나 읽을 수 있습니다.
recipe-page = 한 페이지와, 경로가 그 페이지의 경로로 시작하는 모든 URL을 크롤링할 수 없습니다.
recipe-any-case =
    대소문자를 어떻게 섞어 쓰더라도 이렇게 시작하는 경로를 크롤링할 수 없습니다.
    대소문자를 구분하지 않는 서버에서 사용하세요.
recipe-keep-open = 차단된 디렉터리 안의 디렉터리나 페이지를 크롤링할 수 있습니다.
recipe-crawler-directory = 디렉터리를 일부 크롤러에만 차단합니다.
recipe-slow-crawler =
    일부 크롤러가 두 요청 사이에 이만큼의 초를 기다립니다.
    운영자가 `Crawl-delay`를 읽는다고 밝힌 크롤러만 지정할 수 있으며, Google의 크롤러는 읽지 않습니다.
recipe-only-crawler = 일부 크롤러는 모든 것을 크롤링할 수 있고, 다른 크롤러는 아무것도 크롤링할 수 없습니다.
recipe-all-but-crawler = 일부 크롤러는 아무것도 크롤링할 수 없고, 다른 크롤러는 모든 것을 크롤링할 수 있습니다.
recipe-image = 이미지 하나가 Google 이미지에 표시되지 않습니다.
recipe-images = 사이트의 어떤 이미지도 Google 이미지에 표시되지 않습니다.
recipe-video = 동영상 하나가 Google 동영상 검색결과에 표시되지 않습니다.
recipe-videos = 사이트의 어떤 동영상도 Google 동영상 검색결과에 표시되지 않습니다.
recipe-audio =
    오디오 파일이 Google 검색결과에 표시되지 않습니다.
    Google에는 오디오 전용 크롤러가 없으므로 이 규칙은 Googlebot에 적용됩니다.
recipe-file-type = Googlebot은 일부 유형의 파일을 크롤링할 수 없습니다.
recipe-url-ending = Googlebot은 이렇게 끝나는 URL을 크롤링할 수 없습니다.
recipe-only-adsense = 광고를 선택하기 위해 페이지를 읽는 AdSense 외에는 아무것도 크롤링할 수 없습니다.
recipe-staging =
    스테이징 사이트의 어떤 것도 크롤링할 수 없습니다.
    AdsBot을 포함하여 robots.txt를 따르는 모든 크롤러에 차단됩니다. 사이트를 보호하는 것은 비밀번호뿐입니다.
recipe-search = 사이트 자체의 검색결과를 크롤링할 수 없습니다.
recipe-parameter = 정렬하거나 필터링하기만 하는 매개변수가 있는 URL을 크롤링할 수 없습니다.
recipe-session = 세션 ID가 있는 URL을 크롤링할 수 없습니다.
recipe-ai-training =
    언어 모델 학습용 텍스트를 수집하는 크롤러는 아무것도 크롤링할 수 없습니다.
    이 목록에는 robots.txt를 따른다고 운영자가 문서에 명시한 크롤러만 있습니다.
recipe-no-training =
    문서에서 확인된 모든 대상에게 사이트를 AI 모델 학습에 사용할 수 없다고 알립니다.
    모든 크롤러를 위한 신호와, 운영자가 문서에 명시한 각 학습용 크롤러 및 제어 토큰의 그룹을 사용합니다. 검색을 위한 크롤링은 그대로 유지됩니다. `Google-Extended` 토큰은 Gemini의 그라운딩도 의미하므로 그라운딩도 거부됩니다.
recipe-ai-training-unconfirmed = 언어 모델 학습용 텍스트를 수집하지만 robots.txt를 따른다고 밝힌 운영자의 페이지가 없는 크롤러는 아무것도 크롤링할 수 없습니다.
recipe-ai-search =
    언어 모델로 답하는 검색엔진의 크롤러는 아무것도 크롤링할 수 없습니다.
    이 목록에는 robots.txt를 따른다고 운영자가 문서에 명시한 크롤러만 있습니다.
recipe-ai-search-unconfirmed = 언어 모델로 답하는 검색엔진의 크롤러 중 robots.txt를 따른다고 밝힌 운영자의 페이지가 없는 크롤러는 아무것도 크롤링할 수 없습니다.
recipe-ai-user =
    사용자의 요청으로 페이지를 가져오는 AI 어시스턴트와 에이전트는 아무것도 크롤링할 수 없습니다.
    이 목록에는 robots.txt를 따른다고 운영자가 문서에 명시한 크롤러만 있습니다.
recipe-ai-user-unconfirmed = AI 어시스턴트와 에이전트 중 robots.txt를 따른다고 밝힌 운영자의 페이지가 없는 것은 아무것도 크롤링할 수 없습니다.
recipe-ai-undocumented = 용도가 문서에 나와 있지 않은 AI 크롤러는 아무것도 크롤링할 수 없습니다.

## What to know first. It follows the name of the recipe and a colon.

recipe-whole-site-advice = 며칠 동안 크롤링을 중지하려면 사이트를 차단하지 말고 robots.txt를 포함한 모든 URL에 503으로 응답하세요(Google은 이 목적으로 `Disallow: /`를 사용하지 않을 것을 권장합니다)
recipe-any-case-advice = 이렇게 시작하는 다른 페이지가 없는지 확인하세요. 가능하면 이 규칙 대신 URL마다 하나의 표기와 표준 링크를 사용하세요
recipe-image-advice = 다른 페이지에서 이 이미지에 계속 링크할 수 있습니다.
recipe-images-advice = 다른 페이지에서 이러한 이미지에 계속 링크할 수 있습니다.
recipe-video-advice = 다른 페이지에서 이 동영상에 계속 링크할 수 있습니다.
recipe-videos-advice = 다른 페이지에서 이러한 동영상에 계속 링크할 수 있습니다.
recipe-no-training-advice = 이 행들은 의사를 밝힐 뿐이며 강제력이 없습니다. 대형 AI 크롤러의 운영자 중 아직 초안인 `Content-Usage`를 따른다고 밝힌 곳은 없습니다
recipe-ai-training-unconfirmed-advice = 이 크롤러 중 일부는 robots.txt를 따르지 않을 수 있습니다. 확실히 차단하려면 서버에서 차단하세요
recipe-ai-search-unconfirmed-advice = 이 크롤러 중 일부는 robots.txt를 따르지 않을 수 있습니다. 확실히 차단하려면 서버에서 차단하세요
recipe-ai-user-unconfirmed-advice = 이 크롤러 중 일부는 robots.txt를 따르지 않을 수 있습니다. 확실히 차단하려면 서버에서 차단하세요
recipe-ai-undocumented-advice = 이 크롤러 중 일부는 robots.txt를 따르지 않을 수 있습니다. 확실히 차단하려면 서버에서 차단하세요

## What the value of a recipe is: the label of its box.

recipe-value-directory = 디렉터리
recipe-value-path = 경로
recipe-value-ending = URL의 끝
recipe-value-file-type = 파일 형식
recipe-value-parameter = URL 매개변수
recipe-value-crawlers = 크롤러
recipe-value-crawlers-and-directory = 크롤러와 디렉터리
recipe-value-crawlers-and-seconds = 크롤러와 초
recipe-value-prefix = 경로의 시작 부분
