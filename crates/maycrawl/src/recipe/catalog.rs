//! The recipes.

use super::{Confirmed, Parameter, ParameterKind, Part, Promise, Recipe, Whom};
use crate::crawler::AiList;
use crate::rule::RuleKind::{Allow, Disallow};

use Whom::{Ai, Everyone, EveryoneElse, Named, StarIgnoring, TheRest, Told};

const USEFUL: &str = "Google, *Useful robots.txt rules*";
const MEDIA: &str = "Google, *Introduction to robots.txt*";
const CREATE: &str = "Google, *Create a robots.txt file*";
const FAQ: &str = "Google, *Robots FAQs*";
const OWN: &str = "maycrawl";

const PAUSE: &str = "to pause crawling for some days, do not close the site: answer 503 for every URL, robots.txt too \
    (Google advises against `Disallow: /` for this)";
const UNCONFIRMED: &str =
    "some of these crawlers may not obey; to be sure, refuse them in the server";

pub(super) static RECIPES: &[Recipe] = &[
    Recipe {
        name: "open",
        summary: "Everything may be crawled; the same as no file at all.",
        advice: "",
        source: CREATE,
        parameter: None,
        parts: &[part(&[Everyone], "Everything may be crawled", &[(Allow, "/")])],
        promises: &[promise(TheRest, Allow, "/")],
    },
    Recipe {
        name: "whole-site",
        summary: "Nothing may be crawled. Crawlers that ignore `*` (AdsBot) are not meant; a URL may still be indexed. To pause crawling for some days, answer 503 instead.",
        advice: PAUSE,
        source: USEFUL,
        parameter: None,
        parts: &[part(&[Everyone], "Nothing may be crawled", &[(Disallow, "/")])],
        promises: &[promise(Everyone, Disallow, "/")],
    },
    Recipe {
        name: "directory",
        summary: "A directory and its contents may not be crawled. What is private needs a password: everybody reads this file.",
        advice: "",
        source: USEFUL,
        parameter: wants(ParameterKind::Directory, "/calendar/"),
        parts: &[part(&[Everyone], "Nothing in {}", &[(Disallow, "{}")])],
        promises: &[promise(Everyone, Disallow, "{}"), promise(Everyone, Disallow, "{}page.html")],
    },
    Recipe {
        name: "page",
        summary: "One page may not be crawled, nor whatever begins with its path.",
        advice: "",
        source: USEFUL,
        parameter: wants(ParameterKind::Path, "/useless_file.html"),
        parts: &[part(&[Everyone], "Not this page", &[(Disallow, "{}")])],
        promises: &[promise(Everyone, Disallow, "{}")],
    },
    Recipe {
        name: "any-case",
        summary: "All paths that begin so, in upper and lower case, may not be crawled: for servers that ignore case.",
        advice: "no other page may begin so; one spelling of each URL and a canonical link are better where you can have them",
        source: FAQ,
        parameter: wants(ParameterKind::Prefix, "/tmp/"),
        parts: &[part(
            &[Everyone],
            "Nothing that begins with {}, in any case",
            &[(Disallow, "{}")],
        )],
        promises: &[promise(Everyone, Disallow, "{}rivateFolder/")],
    },
    Recipe {
        name: "keep-open",
        summary: "A directory or page inside a closed directory may be crawled.",
        advice: "",
        source: CREATE,
        parameter: wants(ParameterKind::Path, "/directory2/subdirectory1/"),
        parts: &[part(&[Everyone], "But this may be crawled", &[(Allow, "{}")])],
        promises: &[promise(TheRest, Allow, "{}")],
    },
    Recipe {
        name: "crawler-directory",
        summary: "A directory is closed for some crawlers only.",
        advice: "",
        source: CREATE,
        parameter: wants(ParameterKind::CrawlersAndDirectory, "Googlebot:/nogooglebot/"),
        parts: &[part(&[Told], "Nothing in {} for these crawlers", &[(Disallow, "{}")])],
        promises: &[promise(Told, Disallow, "{}")],
    },
    Recipe {
        name: "only-crawler",
        summary: "Some crawlers may crawl everything, all others nothing.",
        advice: "",
        source: USEFUL,
        parameter: wants(ParameterKind::Crawlers, "Googlebot-News"),
        parts: &[
            part(&[Told], "These may crawl everything", &[(Allow, "/")]),
            part(&[Everyone], "Nobody else may crawl", &[(Disallow, "/")]),
        ],
        promises: &[promise(Told, Allow, "/"), promise(EveryoneElse, Disallow, "/")],
    },
    Recipe {
        name: "all-but-crawler",
        summary: "Some crawlers may crawl nothing, all others everything.",
        advice: "",
        source: USEFUL,
        parameter: wants(ParameterKind::Crawlers, "Unnecessarybot"),
        parts: &[
            part(&[Told], "These may crawl nothing", &[(Disallow, "/")]),
            part(&[Everyone], "All others may crawl", &[(Allow, "/")]),
        ],
        promises: &[promise(Told, Disallow, "/"), promise(TheRest, Allow, "/")],
    },
    Recipe {
        name: "image",
        summary: "One image does not appear in Google Images.",
        advice: "Other pages may still link to it.",
        source: USEFUL,
        parameter: wants(ParameterKind::Path, "/images/dogs.jpg"),
        parts: &[part(
            &[Named("Googlebot-Image")],
            "Not this image in Google Images",
            &[(Disallow, "{}")],
        )],
        promises: &[promise(Named("Googlebot-Image"), Disallow, "{}")],
    },
    Recipe {
        name: "images",
        summary: "No image of the site appears in Google Images.",
        advice: "Other pages may still link to them.",
        source: USEFUL,
        parameter: None,
        parts: &[part(
            &[Named("Googlebot-Image")],
            "No images in Google Images",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Named("Googlebot-Image"), Disallow, "/")],
    },
    Recipe {
        name: "video",
        summary: "One video does not appear in Google's video results.",
        advice: "Other pages may still link to it.",
        source: MEDIA,
        parameter: wants(ParameterKind::Path, "/videos/dogs.mp4"),
        parts: &[part(
            &[Named("Googlebot-Video")],
            "Not this video in Google's video results",
            &[(Disallow, "{}")],
        )],
        promises: &[promise(Named("Googlebot-Video"), Disallow, "{}")],
    },
    Recipe {
        name: "videos",
        summary: "No video of the site appears in Google's video results.",
        advice: "Other pages may still link to them.",
        source: MEDIA,
        parameter: None,
        parts: &[part(
            &[Named("Googlebot-Video")],
            "No videos in Google's video results",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Named("Googlebot-Video"), Disallow, "/")],
    },
    Recipe {
        name: "audio",
        summary: "Audio files do not appear in Google's results. Google has no crawler for audio alone, so this is for Googlebot.",
        advice: "",
        source: MEDIA,
        parameter: default(ParameterKind::FileType, ".mp3,.m4a,.ogg,.wav,.flac"),
        parts: &[part(
            &[Named("Googlebot")],
            "No audio files for Google ({})",
            &[(Disallow, "/*{}$")],
        )],
        promises: &[promise(Named("Googlebot"), Disallow, "/a/b{}")],
    },
    Recipe {
        name: "file-type",
        summary: "Googlebot may not crawl files of some types.",
        advice: "",
        source: USEFUL,
        parameter: wants(ParameterKind::FileType, ".gif"),
        parts: &[part(&[Named("Googlebot")], "No {} files for Googlebot", &[(Disallow, "/*{}$")])],
        promises: &[promise(Named("Googlebot"), Disallow, "/a/b{}")],
    },
    Recipe {
        name: "url-ending",
        summary: "Googlebot may not crawl URLs that end so.",
        advice: "",
        source: USEFUL,
        parameter: wants(ParameterKind::Ending, ".xls"),
        parts: &[part(
            &[Named("Googlebot")],
            "No URLs that end with {} for Googlebot",
            &[(Disallow, "/*{}$")],
        )],
        promises: &[promise(Named("Googlebot"), Disallow, "/a/b{}")],
    },
    Recipe {
        name: "only-adsense",
        summary: "Nothing may be crawled, but AdSense can still look at the pages to choose its ads.",
        advice: "",
        source: USEFUL,
        parameter: None,
        parts: &[
            part(&[Everyone], "Nothing may be crawled, but for AdSense", &[(Disallow, "/")]),
            part(&[Named("Mediapartners-Google")], "AdSense", &[(Allow, "/")]),
        ],
        promises: &[
            promise(Everyone, Disallow, "/"),
            promise(Named("Mediapartners-Google"), Allow, "/"),
        ],
    },
    Recipe {
        name: "staging",
        summary: "A site that nobody should find: closed for every crawler that obeys, AdsBot too. A password is what protects it.",
        advice: "",
        source: OWN,
        parameter: None,
        parts: &[part(
            &[Everyone, StarIgnoring],
            "A staging site: nothing may be crawled. This keeps out who obeys; only a password protects",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Everyone, Disallow, "/"), promise(StarIgnoring, Disallow, "/")],
    },
    Recipe {
        name: "search",
        summary: "The site's own search results may not be crawled.",
        advice: "",
        source: OWN,
        parameter: default(ParameterKind::Path, "/search"),
        parts: &[part(
            &[Everyone],
            "No results of the site's own search",
            &[(Disallow, "{}$"), (Disallow, "{}?"), (Disallow, "{}/")],
        )],
        promises: &[
            promise(Everyone, Disallow, "{}"),
            promise(Everyone, Disallow, "{}?q=x"),
            promise(Everyone, Disallow, "{}/x"),
        ],
    },
    Recipe {
        name: "parameter",
        summary: "URLs with a parameter that only sorts or filters may not be crawled.",
        advice: "",
        source: OWN,
        parameter: default(ParameterKind::Parameter, "sort"),
        parts: &[part(
            &[Everyone],
            "No URLs with the parameter {}",
            &[(Disallow, "/*?{}="), (Disallow, "/*&{}=")],
        )],
        promises: &[
            promise(Everyone, Disallow, "/list?{}=x"),
            promise(Everyone, Disallow, "/list?a=b&{}=x"),
        ],
    },
    Recipe {
        name: "session",
        summary: "URLs that carry a session may not be crawled.",
        advice: "",
        source: OWN,
        parameter: default(ParameterKind::Parameter, "sessionid"),
        parts: &[part(
            &[Everyone],
            "No URLs with a session",
            &[(Disallow, "/*?{}="), (Disallow, "/*&{}="), (Disallow, "/*;{}=")],
        )],
        promises: &[
            promise(Everyone, Disallow, "/list?{}=x"),
            promise(Everyone, Disallow, "/list?a=b&{}=x"),
            promise(Everyone, Disallow, "/list;{}=x"),
        ],
    },
    Recipe {
        name: "ai-training",
        summary: "Crawlers that collect texts for training language models may crawl nothing: those whose operator documents that they obey.",
        advice: "",
        source: OWN,
        parameter: None,
        parts: &[part(
            &[Ai(AiList::Training, Confirmed::Yes)],
            "Nothing for training language models",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Ai(AiList::Training, Confirmed::Yes), Disallow, "/")],
    },
    Recipe {
        name: "ai-training-unconfirmed",
        summary: "The same as `ai-training`, for crawlers of which no operator's page says that they obey.",
        advice: UNCONFIRMED,
        source: OWN,
        parameter: None,
        parts: &[part(
            &[Ai(AiList::Training, Confirmed::No)],
            "Nothing for training language models (no operator's page says that these obey)",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Ai(AiList::Training, Confirmed::No), Disallow, "/")],
    },
    Recipe {
        name: "ai-search",
        summary: "Crawlers of search engines that answer with a language model may crawl nothing: those whose operator documents that they obey.",
        advice: "",
        source: OWN,
        parameter: None,
        parts: &[part(
            &[Ai(AiList::Search, Confirmed::Yes)],
            "Nothing for search engines that answer with a language model",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Ai(AiList::Search, Confirmed::Yes), Disallow, "/")],
    },
    Recipe {
        name: "ai-search-unconfirmed",
        summary: "The same as `ai-search`, for crawlers of which no operator's page says that they obey.",
        advice: UNCONFIRMED,
        source: OWN,
        parameter: None,
        parts: &[part(
            &[Ai(AiList::Search, Confirmed::No)],
            "Nothing for search engines that answer with a language model (no operator's page says that these obey)",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Ai(AiList::Search, Confirmed::No), Disallow, "/")],
    },
    Recipe {
        name: "ai-user",
        summary: "Assistants and agents that fetch because a person asked may fetch nothing: those whose operator documents that they obey.",
        advice: "",
        source: OWN,
        parameter: None,
        parts: &[part(
            &[Ai(AiList::User, Confirmed::Yes)],
            "Nothing for AI assistants and agents that fetch because a person asked",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Ai(AiList::User, Confirmed::Yes), Disallow, "/")],
    },
    Recipe {
        name: "ai-user-unconfirmed",
        summary: "The same as `ai-user`, for crawlers of which no operator's page says that they obey.",
        advice: UNCONFIRMED,
        source: OWN,
        parameter: None,
        parts: &[part(
            &[Ai(AiList::User, Confirmed::No)],
            "Nothing for AI assistants and agents that fetch because a person asked (no operator's page says that these obey)",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Ai(AiList::User, Confirmed::No), Disallow, "/")],
    },
    Recipe {
        name: "ai-undocumented",
        summary: "AI crawlers of which no source says what they crawl for may crawl nothing.",
        advice: UNCONFIRMED,
        source: OWN,
        parameter: None,
        parts: &[part(
            &[Ai(AiList::Undocumented, Confirmed::No)],
            "Nothing for AI crawlers of which no source says what they crawl for",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Ai(AiList::Undocumented, Confirmed::No), Disallow, "/")],
    },
];

const fn wants(kind: ParameterKind, example: &'static str) -> Option<Parameter> {
    Some(Parameter { kind, example, is_default: false })
}

const fn default(kind: ParameterKind, example: &'static str) -> Option<Parameter> {
    Some(Parameter { kind, example, is_default: true })
}

const fn part(
    whom: &'static [Whom],
    comment: &'static str,
    rules: &'static [(crate::rule::RuleKind, &'static str)],
) -> Part {
    Part { whom, comment, rules }
}

const fn promise(whom: Whom, kind: crate::rule::RuleKind, path: &'static str) -> Promise {
    Promise { whom, path, kind }
}
