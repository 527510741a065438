//! The table of known crawlers, as data.
//!
//! Sources: Google, *Google's crawlers* (as of October 2026) and *AdsBot and special-case crawlers*; the pages of the
//! operators; for other AI crawlers the list of ai.robots.txt of 22 August 2026 (MIT). Each row names its page. If no
//! page of the operator says what an AI crawler is for, the purpose is derived from the descriptions in that list. A
//! fallback that is not verified is in the note, not in the chain. A name with a version (`iaskspider/2.0`) is in the
//! table without the version.

use super::known_crawler::Compliance::{
    self, ControlToken, Ignores, Obeys, ReportedNotToObey, Unclear,
};
use super::known_crawler::Purpose::{
    self, Ads, AiAgent, AiAssistant, AiCoding, AiSearch, AiTraining, Api, Archive, Images, News,
    Preview, Product, Safety, Search, Seo, Shopping, Testing, Undocumented, UserTriggered, Video,
};
use super::known_crawler::{KnownCrawler, Source};
use super::matcher::StarGroup;

#[rustfmt::skip] // one crawler, one line
pub(super) static KNOWN: &[KnownCrawler] = &[
    // Google's common crawlers.
    google("Googlebot", &[], Search, "smartphone and desktop share the token"),
    google("Googlebot-Image", &["Googlebot"], Images, "the specification spells it googlebot-images"),
    google("Googlebot-Video", &["Googlebot"], Video, ""),
    google("Googlebot-News", &["Googlebot"], News, "has no HTTP user agent of its own"),
    google("Storebot-Google", &[], Shopping, "falls back to `*`, not to Googlebot"),
    google("Google-InspectionTool", &[], Testing, "URL Inspection, Rich Results Test; a fallback to Googlebot is unverified"),
    google("GoogleOther", &[], Product, ""),
    google("GoogleOther-Image", &[], Product, "a fallback to GoogleOther is unverified"),
    google("GoogleOther-Video", &[], Product, "a fallback to GoogleOther is unverified"),
    google("Google-CloudVertexBot", &[], Product, "crawls at the request of site owners; a fallback to Googlebot is unverified"),
    KnownCrawler { compliance: ControlToken, ..google("Google-Extended", &[], AiTraining, "never in an HTTP request") },
    // Google's special-case crawlers: `*` does not apply to them.
    no_star("APIs-Google", &[], Api, "push notifications"),
    no_star("AdsBot-Google-Mobile", &[], Ads, "a fallback to AdsBot-Google is unverified"),
    no_star("AdsBot-Google", &[], Ads, ""),
    no_star("Mediapartners-Google", &[], Ads, "AdSense and, since September 2026, other ad products"),
    // Google's fetchers that ignore robots.txt: for safety, or because a person asked.
    ignores("Google-Safety", Safety, "looks for malware"),
    ignores("FeedFetcher-Google", UserTriggered, ""),
    ignores("Google-Read-Aloud", UserTriggered, "formerly google-speakr"),
    ignores("Google-Site-Verification", UserTriggered, ""),
    ignores("GoogleProducer", UserTriggered, ""),
    ignores("Google-Pinpoint", UserTriggered, ""),
    ignores("Google-CWS", UserTriggered, "Chrome Web Store"),
    ignores("GoogleMessages", UserTriggered, ""),
    ignores("Google-GeminiNotebook", UserTriggered, "formerly Google-NotebookLM, until August 2026"),
    ignores("Google-NotebookLM", UserTriggered, "the name until August 2026; now Google-GeminiNotebook"),
    ignores("Google-Agent", UserTriggered, "signs its requests (Web Bot Auth)"),
    // Google's retired crawlers. Old files still name them.
    google("Googlebot-Mobile", &["Googlebot"], Search, "retired; in the list of Google's old robots.txt Tester"),
    no_star("AdsBot-Google-Mobile-Apps", &["AdsBot-Google"], Ads, "retired"),
    no_star("DuplexWeb-Google", &[], Product, "retired; could ignore `*`"),
    google("Google Favicon", &["Googlebot-Image", "Googlebot"], Images, "retired"),
    ignores("googleweblight", Preview, "retired"),
    // Other search engines.
    engine("bingbot", "Microsoft", &[], Search, Obeys, "a group of its own overrides `*`").by(BING),
    engine("AdIdxbot", "Microsoft", &[], Ads, Obeys, "Bing Ads").by(BING),
    ai("OAI-AdsBot", "OpenAI", Ads, Unclear, "checks pages that are advertised in ChatGPT").by(OPENAI).on(READ),
    engine("YandexBot", "Yandex", &["Yandex"], Search, Obeys, "").by(YANDEX).on(READ),
    engine("Applebot", "Apple", &["Googlebot"], Search, Obeys, "follows the group of Googlebot if it has no group of its own").by(APPLE),
    engine("Baiduspider", "Baidu", &[], Search, Unclear, ""),
    engine("Yeti", "Naver", &[], Search, Unclear, ""),
    engine("SeznamBot", "Seznam", &[], Search, Obeys, "").by("https://o-seznam.cz/napoveda/vyhledavani/en/crawling-control/"),
    engine("DuckDuckBot", "DuckDuckGo", &[], Search, Obeys, "").by("https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot/"),
    ai("AddSearchBot", "AddSearch", Search, Unclear, "site search for its customers"),
    ai("PetalBot", "Huawei", Search, Obeys, "crawler of Petal Search; also in lists of AI crawlers").by("https://webmaster.petalsearch.com/site/petalbot"),
    ai("Bravebot", "Brave", Search, Obeys, "crawler of Brave Search; also in lists of AI crawlers").by("https://search.brave.com/help/brave-search-crawler"),
    ai("Timpibot", "Timpi", Search, Unclear, "crawler of the search engine Timpi; also in lists of AI crawlers"),
    engine("Yandex", "Yandex", &[], Search, Obeys, "a group with this name applies to all of Yandex's crawlers").by(YANDEX).on(READ),
    engine("YandexImages", "Yandex", &["Yandex"], Images, Obeys, "").by(YANDEX).on(READ),
    engine("Slurp", "Yahoo", &[], Search, Obeys, "").by("https://help.yahoo.com/kb/SLN22600.html"),
    engine("msnbot", "Microsoft", &[], Search, Obeys, "retired; now bingbot").by(BING),
    engine("Qwantbot", "Qwant", &[], Search, Obeys, "").by("https://help.qwant.com/bot/"),
    engine("MojeekBot", "Mojeek", &[], Search, Obeys, "").by("https://www.mojeek.com/bot.html"),
    engine("Kagibot", "Kagi", &[], Search, Obeys, "").by("https://kagi.com/bot"),
    engine("Sogou web spider", "Sogou", &[], Search, Unclear, "not a legal product token: google/robotstxt reads `Sogou`"),
    engine("360Spider", "Qihoo 360", &[], Search, Unclear, "not a legal product token: google/robotstxt reads no name"),
    engine("YisouSpider", "Yisou", &[], Search, Unclear, ""),
    // Tools for search engine optimisation.
    engine("AhrefsBot", "Ahrefs", &[], Seo, Obeys, "").by("https://ahrefs.com/robot"),
    engine("AhrefsSiteAudit", "Ahrefs", &[], Seo, Obeys, "crawls at the request of its customers").by("https://ahrefs.com/robot"),
    engine("SemrushBot", "Semrush", &[], Seo, Obeys, "other crawlers of Semrush have their own tokens, such as SemrushBot-SWA").by(SEMRUSH),
    engine("SiteAuditBot", "Semrush", &[], Seo, Obeys, "crawls at the request of its customers").by(SEMRUSH),
    engine("MJ12bot", "Majestic", &[], Seo, Obeys, "not a legal product token: google/robotstxt reads `MJ`").by("https://mj12bot.com/"),
    engine("DotBot", "Moz", &[], Seo, Obeys, "").by("https://moz.com/help/moz-procedures/crawlers/dotbot"),
    engine("rogerbot", "Moz", &[], Seo, Obeys, "crawls at the request of its customers").by("https://moz.com/help/moz-procedures/crawlers/rogerbot"),
    engine("DataForSeoBot", "DataForSEO", &[], Seo, Obeys, "").by("https://dataforseo.com/dataforseo-bot"),
    engine("BLEXBot", "WebMeUp", &[], Seo, Obeys, "").by("https://webmeup-crawler.com/"),
    engine("serpstatbot", "Serpstat", &[], Seo, Obeys, "").by("https://serpstatbot.com/"),
    engine("Barkrowler", "Babbar", &[], Seo, Obeys, "").by("https://www.babbar.tech/crawler"),
    engine("Screaming Frog SEO Spider", "people who run it", &[], Seo, Obeys, "not a legal product token: google/robotstxt reads `Screaming`").by("https://www.screamingfrog.co.uk/seo-spider/user-guide/"),
    // Previews of links.
    engine("Twitterbot", "X", &[], Preview, Obeys, "").by("https://developer.x.com/en/docs/x-for-websites/cards/guides/getting-started"),
    engine("LinkedInBot", "LinkedIn", &[], Preview, Unclear, ""),
    engine("Slackbot", "Slack", &[], Preview, Unclear, "").by("https://api.slack.com/robots"),
    engine("Slackbot-LinkExpanding", "Slack", &[], Preview, ReportedNotToObey, "fetches a page because a person posted its link").by("https://api.slack.com/robots"),
    engine("Discordbot", "Discord", &[], Preview, Unclear, ""),
    engine("TelegramBot", "Telegram", &[], Preview, Unclear, ""),
    engine("WhatsApp", "Meta", &[], Preview, Unclear, ""),
    engine("Pinterestbot", "Pinterest", &[], Preview, Obeys, "").by("https://help.pinterest.com/en/business/article/pinterest-crawler"),
    engine("BingPreview", "Microsoft", &[], Preview, Obeys, "").by(BING),
    // Archives.
    engine("archive.org_bot", "Internet Archive", &[], Archive, Unclear, "not a legal product token: google/robotstxt reads `archive`; the archive wrote in 2017 that it disregards robots.txt more and more").by("https://blog.archive.org/2017/04/17/robots-txt-meant-for-search-engines-dont-work-well-for-web-archives/"),
    engine("ia_archiver", "Alexa Internet", &[], Archive, Unclear, "retired in 2022; the Wayback Machine followed its group for years"),
    engine("TurnitinBot", "Turnitin", &[], Archive, Obeys, "compares texts to find copies").by("https://www.turnitin.com/robot/crawlerinfo.html"),
    // AI search.
    ai("meta-webindexer", "Meta", AiSearch, Unclear, "").by(META).on(READ),
    ai("AIWebIndex", "Lyrenth", AiSearch, Obeys, "Lyrenth says that it does not train models").by("https://lyrenth.com/crawler-policy"),
    ai("ExaBot", "Exa", AiSearch, Unclear, "the search engine Exalead had a crawler of this name"),
    ai("HenkBot", "Valyu", AiSearch, Unclear, ""),
    ai("Querit-SearchBot", "Querit", AiSearch, Unclear, ""),
    ai("QueritBot", "Querit", AiSearch, Unclear, ""),
    ai("TavilyBot", "Tavily", AiSearch, Unclear, ""),
    ai("Terra Cotta", "Ceramic AI", AiSearch, Unclear, "not a legal product token: google/robotstxt reads `Terra`"),
    ai("TerraCotta", "Ceramic AI", AiSearch, Obeys, "").by("https://github.com/CeramicTeam/CeramicTerracotta"),
    ai("amazon-kendra", "Amazon", AiSearch, Obeys, "").by("https://docs.aws.amazon.com/kendra/latest/dg/data-source-web-crawler.html"),
    ai("Amzn-SearchBot", "Amazon", AiSearch, Obeys, "for Alexa and Rufus; Amazon says that it does not collect data for training").by(AMAZON).on(READ),
    ai("Anomura", "Direqt", AiSearch, Obeys, ""),
    ai("AzureAI-SearchBot", "Microsoft", AiSearch, Unclear, ""),
    ai("Channel3Bot", "", AiSearch, Unclear, "not a legal product token: google/robotstxt reads `Channel`"),
    ai("Claude-SearchBot", "Anthropic", AiSearch, Obeys, "").by(ANTHROPIC).on(READ),
    ai("Cloudflare-AutoRAG", "Cloudflare", AiSearch, Obeys, "").by("https://developers.cloudflare.com/autorag"),
    ai("ExaSearchBot", "Exa", AiSearch, Unclear, ""),
    ai("LinkupBot", "", AiSearch, Unclear, ""),
    ai("MistralAI-Index", "Mistral AI", AiSearch, Obeys, "").by(MISTRAL).on(MISTRAL_READ),
    ai("OAI-SearchBot", "OpenAI", AiSearch, Obeys, "").by(OPENAI).on(READ),
    ai("PerplexityBot", "Perplexity", AiSearch, Obeys, "").by(PERPLEXITY).on(READ),
    ai("Poseidon Research Crawler", "Poseidon Research", AiSearch, Unclear, "not a legal product token: google/robotstxt reads `Poseidon`"),
    ai("YaK", "Meltwater", AiSearch, Unclear, ""),
    ai("YouBot", "You", AiSearch, Obeys, "").by("https://about.you.com/youbot/"),
    ai("ZanistaBot", "", AiSearch, Unclear, ""),
    // AI agents that act for a person.
    ai("AmazonBuyForMe", "Amazon", AiAgent, Unclear, ""),
    ai("ChatGPT Agent", "OpenAI", AiAgent, Obeys, "not a legal product token: google/robotstxt reads `ChatGPT`"),
    ai("GoogleAgent-Mariner", "Google", AiAgent, Unclear, ""),
    ai("Manus-User", "Butterfly Effect", AiAgent, Unclear, ""),
    ai("NovaAct", "Amazon", AiAgent, Unclear, ""),
    ai("Operator", "OpenAI", AiAgent, Unclear, ""),
    ai("TwinAgent", "Twin", AiAgent, Unclear, ""),
    // AI assistants. Most of them fetch pages because a person asked.
    ai("AI2Bot-DeepResearchEval", "Ai2", AiAssistant, Unclear, "not a legal product token: google/robotstxt reads `AI`"),
    ai("amazon-QBusiness", "Amazon", AiAssistant, Unclear, ""),
    ai("Amzn-User", "Amazon", AiAssistant, Obeys, "Amazon says that it does not collect data for training").by(AMAZON).on(READ),
    ai("Andibot", "Andi", AiAssistant, Unclear, ""),
    ai("atlassian-bot", "Atlassian", AiAssistant, Obeys, "").by("https://support.atlassian.com/organization-administration/docs/connect-custom-website-to-rovo/"),
    ai("bigsur.ai", "Big Sur AI", AiAssistant, Unclear, "not a legal product token: google/robotstxt reads `bigsur`"),
    ai("ChatGPT-User", "OpenAI", AiAssistant, Unclear, "OpenAI says that rules may not apply, because a person asked").by(OPENAI).on(READ),
    ai("Claude-User", "Anthropic", AiAssistant, Obeys, "").by(ANTHROPIC).on(READ),
    ai("cohere-ai", "Cohere", AiAssistant, Unclear, ""),
    ai("DuckAssistBot", "DuckDuckGo", AiAssistant, Obeys, "").by("https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot/"),
    ai("GeistHaus-PageFetcher", "GeistHaus", AiAssistant, Unclear, ""),
    ai("Gemini-Deep-Research", "Google", AiAssistant, Unclear, ""),
    ai("GoogleAgent-URLContext", "Google", AiAssistant, Unclear, ""),
    ai("iaskspider", "iAsk", AiAssistant, ReportedNotToObey, "reported as iaskspider/2.0"),
    ai("kagi-fetcher", "Kagi", AiAssistant, Unclear, ""),
    ai("Kimi-User", "Moonshot AI", AiAssistant, Unclear, ""),
    ai("KlaviyoAIBot", "Klaviyo", AiAssistant, Obeys, "").by("https://help.klaviyo.com/hc/en-us/articles/40496146232219"),
    ai("LinerBot", "", AiAssistant, Unclear, ""),
    ai("meta-externalfetcher", "Meta", AiAssistant, ReportedNotToObey, "Meta says that it may bypass robots.txt").by(META).on(READ),
    ai("MistralAI-User", "Mistral AI", AiAssistant, Obeys, "").by(MISTRAL).on(MISTRAL_READ),
    ai("NotebookLM", "Google", AiAssistant, Unclear, "another name of Google-NotebookLM"),
    ai("Perplexity-User", "Perplexity", AiAssistant, ReportedNotToObey, "Perplexity says that it generally ignores robots.txt").by(PERPLEXITY).on(READ),
    ai("PhindBot", "phind", AiAssistant, Unclear, ""),
    ai("Poggio-Citations", "Poggio", AiAssistant, Unclear, ""),
    ai("QualifiedBot", "Qualified", AiAssistant, Unclear, ""),
    ai("SemrushBot-SWA", "Semrush", AiAssistant, Obeys, "").by(SEMRUSH),
    ai("Shap-User", "", AiAssistant, Unclear, ""),
    ai("TongyiBot", "Alibaba", AiAssistant, Unclear, ""),
    ai("UseAI", "", AiAssistant, Unclear, ""),
    ai("wpbot", "QuantumCloud", AiAssistant, Unclear, ""),
    ai("YiyanBot", "Baidu", AiAssistant, Unclear, ""),
    // AI coding agents.
    ai("Claude-Code", "Anthropic", AiCoding, Unclear, ""),
    ai("Code", "", AiCoding, Unclear, ""),
    ai("Cursor", "Anysphere", AiCoding, Unclear, ""),
    ai("Devin", "Devin AI", AiCoding, Obeys, ""),
    ai("Google-Gemini-CLI", "Google", AiCoding, Unclear, ""),
    ai("opencode", "", AiCoding, Unclear, ""),
    ai("Trae", "", AiCoding, Unclear, ""),
    // AI training, scraping, data providers.
    ai("LAIONDownloader", "LAION", AiTraining, ReportedNotToObey, "").by("https://laion.ai/faq/"),
    ai("Amazonbot", "Amazon", AiTraining, Obeys, "its pages may be used to train Amazon's models, and for answers of Alexa").by(AMAZON).on(READ),
    ai("AgentTimes", "The Agent Times", AiTraining, Unclear, ""),
    ai("AI2Bot", "Ai2", AiTraining, Obeys, "not a legal product token: google/robotstxt reads `AI`").by("https://allenai.org/crawler"),
    ai("Ai2Bot-Dolma", "Ai2", AiTraining, Obeys, "not a legal product token: google/robotstxt reads `Ai`").by("https://allenai.org/crawler"),
    ai("aiHitBot", "aiHit", AiTraining, Obeys, "").by("https://www.aihitdata.com/about"),
    ai("anthropic-ai", "Anthropic", AiTraining, Unclear, ""),
    ai("ApifyBot", "Apify", AiTraining, Unclear, ""),
    ai("ApifyWebsiteContentCrawler", "Apify", AiTraining, Unclear, ""),
    ai("Applebot-Extended", "Apple", AiTraining, ControlToken, "").by(APPLE),
    ai("Awario", "Awario", AiTraining, Unclear, ""),
    ai("bedrockbot", "Amazon", AiTraining, Obeys, "").by("https://docs.aws.amazon.com/bedrock/latest/userguide/webcrawl-data-source-connector.html"),
    ai("Brightbot", "Bright Data", AiTraining, Unclear, ""),
    ai("BuddyBot", "BuddyBotLearning", AiTraining, Unclear, ""),
    ai("Bytespider", "ByteDance", AiTraining, ReportedNotToObey, ""),
    ai("CCBot", "Common Crawl Foundation", AiTraining, Obeys, "").by("https://commoncrawl.org/ccbot"),
    ai("ChatGLM-Spider", "", AiTraining, Unclear, ""),
    ai("ClaudeBot", "Anthropic", AiTraining, Obeys, "").by(ANTHROPIC).on(READ),
    ai("CloudflareBrowserRenderingCrawler", "Cloudflare", AiTraining, Obeys, "crawls sites for customers of Cloudflare, for training, search and research").by("https://developers.cloudflare.com/changelog/2026-03-10-br-crawl-endpoint"),
    ai("CloudVertexBot", "Google", AiTraining, Unclear, "another name of Google-CloudVertexBot"),
    ai("cohere-training-data-crawler", "Cohere", AiTraining, Unclear, ""),
    ai("Cotoyogi", "ROIS", AiTraining, Obeys, "").by("https://ds.rois.ac.jp/en_center8/en_crawler/"),
    ai("CragCrawler", "CragSoftware", AiTraining, Unclear, ""),
    ai("Crawlspace", "Crawlspace", AiTraining, Obeys, ""),
    ai("Datenbank Crawler", "Datenbank", AiTraining, Unclear, "not a legal product token: google/robotstxt reads `Datenbank`"),
    ai("DeepSeekBot", "DeepSeek", AiTraining, ReportedNotToObey, ""),
    ai("Diffbot", "Diffbot", AiTraining, Unclear, ""),
    ai("Echobot Bot", "Echobox", AiTraining, Unclear, "not a legal product token: google/robotstxt reads `Echobot`"),
    ai("EchoboxBot", "Echobox", AiTraining, Unclear, ""),
    ai("FacebookBot", "Meta", AiTraining, Obeys, "").by("https://developers.facebook.com/docs/sharing/bot/"),
    ai("facebookexternalhit", "Meta", Preview, ReportedNotToObey, "Meta says that it may bypass robots.txt for security checks; also in lists of AI crawlers").by(META).on(READ),
    ai("Factset_spyderbot", "Factset", AiTraining, Unclear, ""),
    ai("FirecrawlAgent", "Firecrawl", AiTraining, Obeys, ""),
    ai("FriendlyCrawler", "", AiTraining, Obeys, ""),
    ai("Google-Firebase", "Google", AiTraining, Unclear, ""),
    ai("GPTBot", "OpenAI", AiTraining, Obeys, "").by(OPENAI).on(READ),
    ai("ICC-Crawler", "NICT", AiTraining, Obeys, "").by("https://ucri.nict.go.jp/en/icccrawler.html"),
    ai("ImagesiftBot", "ImageSift", AiTraining, Obeys, "").by("https://imagesift.com/about"),
    ai("imageSpider", "", AiTraining, Unclear, ""),
    ai("img2dataset", "img2dataset", AiTraining, Unclear, "not a legal product token: google/robotstxt reads `img`"),
    ai("ISSCyberRiskCrawler", "ISS-Corporate", AiTraining, ReportedNotToObey, ""),
    ai("Kangaroo Bot", "", AiTraining, Unclear, "not a legal product token: google/robotstxt reads `Kangaroo`"),
    ai("laion-huggingface-processor", "", AiTraining, Unclear, ""),
    ai("LCC", "", AiTraining, Unclear, ""),
    ai("Lightpanda", "people who run Lightpanda", AiTraining, Unclear, ""),
    ai("Linguee Bot", "Linguee", AiTraining, ReportedNotToObey, "not a legal product token: google/robotstxt reads `Linguee`"),
    ai("meta-externalagent", "Meta", AiTraining, Obeys, "").by(META).on(READ),
    ai("MistralAI-Training", "Mistral AI", AiTraining, Obeys, "").by(MISTRAL).on(MISTRAL_READ),
    ai("Mozilla-Tabstack", "Mozilla", AiTraining, Obeys, ""),
    ai("MyCentralAIScraperBot", "", AiTraining, Unclear, ""),
    ai("NagetBot", "Naget", AiTraining, Unclear, ""),
    ai("netEstate Imprint Crawler", "netEstate", AiTraining, Unclear, "not a legal product token: google/robotstxt reads `netEstate`"),
    ai("newsai", "", AiTraining, Unclear, ""),
    ai("omgili", "Webz.io", AiTraining, Obeys, "").by(WEBZ),
    ai("omgilibot", "Webz.io", AiTraining, Obeys, "").by(WEBZ),
    ai("OpenAI", "OpenAI", AiTraining, Obeys, ""),
    ai("PanguBot", "Huawei", AiTraining, Unclear, ""),
    ai("Panscient", "Panscient", AiTraining, Obeys, "").by("https://panscient.com/faq.htm"),
    ai("QuillBot", "Quillbot", AiTraining, Unclear, ""),
    ai("SBIntuitionsBot", "SB Intuitions", AiTraining, Obeys, "").by("https://www.sbintuitions.co.jp/en/bot/"),
    ai("Scrapy", "Zyte", AiTraining, Unclear, "the default name of every program that uses Scrapy"),
    ai("SemrushBot-OCOB", "Semrush", AiTraining, Obeys, "").by(SEMRUSH),
    ai("ShapBot", "Parallel", AiTraining, Obeys, "").by("https://docs.parallel.ai/features/crawler"),
    ai("Sidetrade indexer bot", "Sidetrade", AiTraining, Unclear, "not a legal product token: google/robotstxt reads `Sidetrade`"),
    ai("Spider", "", AiTraining, Unclear, ""),
    ai("Thinkbot", "Thinkbot", AiTraining, ReportedNotToObey, ""),
    ai("TikTokSpider", "ByteDance", AiTraining, Unclear, ""),
    ai("VelenPublicWebCrawler", "Velen Crawler", AiTraining, Obeys, "").by("https://velen.io"),
    ai("WARDBot", "WEBSPARK", AiTraining, Unclear, ""),
    ai("Webzio-Extended", "Webz.io", AiTraining, ControlToken, ""),
    ai("YandexAdditional", "Yandex", AiTraining, Obeys, "").by(YANDEX_AI),
    ai("YandexAdditionalBot", "Yandex", AiTraining, Obeys, "").by(YANDEX_AI),
    // AI crawlers with an undocumented purpose.
    ai("Aranet-SearchBot", "", Undocumented, Unclear, ""),
    ai("Claude-Web", "Anthropic", Undocumented, Unclear, ""),
    ai("Crawl4AI", "", Undocumented, Unclear, "not a legal product token: google/robotstxt reads `Crawl`"),
    ai("iAskBot", "", Undocumented, Unclear, ""),
    ai("KunatoCrawler", "", Undocumented, Unclear, ""),
    ai("Reflectionbot", "Reflection", Undocumented, Unclear, ""),
    ai("WRTNBot", "", Undocumented, Unclear, ""),
];

/// Other names of crawlers, as people and documents write them. Blanks, hyphens and case do not matter.
pub(super) static ALIASES: &[(&str, &str)] = &[
    ("Googlebot Smartphone", "Googlebot"),
    ("Googlebot Desktop", "Googlebot"),
    ("Googlebot Images", "Googlebot-Image"),
    ("Googlebot Videos", "Googlebot-Video"),
    ("Googlebot Berita", "Googlebot-News"),
    ("Googlebot Gambar", "Googlebot-Image"),
    ("AdsBot", "AdsBot-Google"),
    ("AdsBot Mobile", "AdsBot-Google-Mobile"),
    ("Google AdsBot", "AdsBot-Google"),
    ("AdSense", "Mediapartners-Google"),
    ("Mediapartners", "Mediapartners-Google"),
    ("FeedFetcher", "FeedFetcher-Google"),
    ("Storebot", "Storebot-Google"),
    ("panscient.com", "Panscient"),
    ("quillbot.com", "QuillBot"),
];

/// The names of Google's documents in Korean. Names in the table above are compared by their Latin letters.
pub(super) static KOREAN_NAMES: &[(&str, &str)] =
    &[("뉴스 Googlebot", "Googlebot-News"), ("이미지 Googlebot", "Googlebot-Image")];

/// Tokens that are parts of the names of other crawlers: a word, a few letters, or the whole name of another crawler.
/// Parsers that compare parts of names (`urllib.robotparser`, protego) confuse them, so no list of AI crawlers has
/// them.
pub(super) static PARTS_OF_OTHERS: &[&str] = &[
    "CloudVertexBot",
    "Code",
    "Cursor",
    "Devin",
    "ExaBot",
    "LCC",
    "NotebookLM",
    "OpenAI",
    "Operator",
    "Scrapy",
    "Spider",
    "Trae",
    "UseAI",
    "YaK",
    "wpbot",
];

/// Crawlers to which `*` applied by *Create a robots.txt file* of 2021, which excepts only the AdsBot crawlers, and
/// does not apply by Google's list of today.
pub(super) static FOLLOWED_STAR_IN_2021: &[&str] = &["APIs-Google", "Mediapartners-Google"];

/// The day to which Google's list of crawlers and its change log were read.
const GOOGLE_READ: &str = "2026-10-30";
/// The day of the list of ai.robots.txt.
const AI_LIST_READ: &str = "2026-08-22";
/// The day on which the pages of OpenAI, Anthropic, Perplexity, Amazon, Meta and Yandex were read, and all other rows
/// were looked through.
const READ: &str = "2026-11-23";
/// The day to which ai.robots.txt records that Mistral documents its three crawlers.
const MISTRAL_READ: &str = "2026-09-01";

/// The list of AI crawlers that ai.robots.txt maintains.
const AI_ROBOTS_TXT: &str = "https://github.com/ai-robots-txt/ai.robots.txt";
/// The list of crawlers that Cloudflare maintains.
const RADAR: &str = "https://radar.cloudflare.com/bots/directory";

const GOOGLE: &str =
    "https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers";
const GOOGLE_SPECIAL: &str =
    "https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers";
const GOOGLE_USER: &str =
    "https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers";
const BING: &str = "https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0";
const YANDEX: &str = "https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html";
const YANDEX_AI: &str =
    "https://yandex.ru/support/webmaster/en/search-appearance/fast.html?lang=en";
const APPLE: &str = "https://support.apple.com/en-us/119829";
const AMAZON: &str = "https://developer.amazon.com/amazonbot";
const ANTHROPIC: &str = "https://support.anthropic.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler";
const OPENAI: &str = "https://platform.openai.com/docs/bots";
const MISTRAL: &str = "https://docs.mistral.ai/robots";
const PERPLEXITY: &str = "https://docs.perplexity.ai/guides/bots";
const META: &str = "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers";
const SEMRUSH: &str = "https://www.semrush.com/bot/";
const WEBZ: &str =
    "https://webz.io/blog/web-data/what-is-the-omgili-bot-and-why-is-it-crawling-your-website/";

impl KnownCrawler {
    /// The same row with a page of its operator as the source.
    const fn by(self, url: &'static str) -> Self {
        Self { source: Source::Operator(shown(url)), ..self }
    }

    /// The same row, checked on another day than the other rows of its kind.
    const fn on(self, day: &'static str) -> Self {
        Self { checked: shown(day), ..self }
    }
}

const fn google(
    token: &'static str,
    fallback: &'static [&'static str],
    purpose: Purpose,
    note: &'static str,
) -> KnownCrawler {
    engine(token, "Google", fallback, purpose, Obeys, note).by(GOOGLE).on(GOOGLE_READ)
}

const fn no_star(
    token: &'static str,
    fallback: &'static [&'static str],
    purpose: Purpose,
    note: &'static str,
) -> KnownCrawler {
    KnownCrawler { star: StarGroup::Ignored, ..google(token, fallback, purpose, note) }
        .by(GOOGLE_SPECIAL)
}

const fn ignores(token: &'static str, purpose: Purpose, note: &'static str) -> KnownCrawler {
    engine(token, "Google", &[], purpose, Ignores, note).by(GOOGLE_USER).on(GOOGLE_READ)
}

const fn ai(
    token: &'static str,
    operator: &'static str,
    purpose: Purpose,
    compliance: Compliance,
    note: &'static str,
) -> KnownCrawler {
    let source = Source::Reported(shown(AI_ROBOTS_TXT));
    KnownCrawler { source, ..engine(token, operator, &[], purpose, compliance, note) }
        .on(AI_LIST_READ)
}

const fn engine(
    token: &'static str,
    operator: &'static str,
    fallback: &'static [&'static str],
    purpose: Purpose,
    compliance: Compliance,
    note: &'static str,
) -> KnownCrawler {
    let source = Source::Reported(shown(RADAR));
    KnownCrawler {
        token,
        operator: non_empty(operator),
        fallback,
        star: StarGroup::Obeyed,
        compliance,
        purpose,
        note: non_empty(shown(note)),
        source,
        checked: shown(READ),
    }
}

/// True in a build that decides and shows no row: the module of WebAssembly for verdicts alone, where each kilobyte
/// counts (scripts/wasm). It does without texts that only people read, and computes what other builds have as tables.
pub(super) const VERDICTS_ONLY: bool = option_env!("MAYCRAWL_VERDICTS_ONLY").is_some();

/// A text of the table that only people read.
const fn shown(text: &'static str) -> &'static str {
    if VERDICTS_ONLY { "" } else { text }
}

/// A cell of the table: the rows write "" for nothing.
const fn non_empty(text: &'static str) -> Option<&'static str> {
    if text.is_empty() { None } else { Some(text) }
}
