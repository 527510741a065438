//! The recipes.

use super::{Part, Promise, Recipe, Value, Wanted, Whom};
use crate::crawler::Purpose;
use crate::verdict::RuleKind::{Allow, Disallow};

use Whom::{Everyone, EveryoneElse, Named, Of, StarIgnoring, TheRest, Told};

const USEFUL: &str = "Google, *Useful robots.txt rules*";
const CREATE: &str = "Google, *Create a robots.txt file*";
const OWN: &str = "maycrawl";

const TRAINING: &[Purpose] = &[Purpose::AiTraining];
const AI_SEARCH: &[Purpose] = &[Purpose::AiSearch];
const AI_USER: &[Purpose] = &[Purpose::AiAgent, Purpose::AiAssistant, Purpose::AiCoding];
const AI_UNDOCUMENTED: &[Purpose] = &[Purpose::Undocumented];

pub(super) static RECIPES: &[Recipe] = &[
    Recipe {
        name: "open",
        summary: "Everything may be crawled; the same as no file at all.",
        source: CREATE,
        wants: None,
        parts: &[part(&[Everyone], "Everything may be crawled", &[(Allow, "/")])],
        promises: &[promise(TheRest, Allow, "/")],
    },
    Recipe {
        name: "whole-site",
        summary: "Nothing may be crawled. Crawlers that ignore `*` (AdsBot) are not meant; a URL may still be indexed.",
        source: USEFUL,
        wants: None,
        parts: &[part(&[Everyone], "Nothing may be crawled", &[(Disallow, "/")])],
        promises: &[promise(Everyone, Disallow, "/")],
    },
    Recipe {
        name: "directory",
        summary: "A directory and its contents may not be crawled. What is private needs a password: everybody reads this file.",
        source: USEFUL,
        wants: wants(Value::Directory, "/calendar/"),
        parts: &[part(&[Everyone], "Nothing in {}", &[(Disallow, "{}")])],
        promises: &[promise(Everyone, Disallow, "{}"), promise(Everyone, Disallow, "{}page.html")],
    },
    Recipe {
        name: "page",
        summary: "One page may not be crawled, nor whatever begins with its path.",
        source: USEFUL,
        wants: wants(Value::Path, "/private_file.html"),
        parts: &[part(&[Everyone], "Not this page", &[(Disallow, "{}")])],
        promises: &[promise(Everyone, Disallow, "{}")],
    },
    Recipe {
        name: "keep-open",
        summary: "A directory or page inside a closed directory may be crawled.",
        source: CREATE,
        wants: wants(Value::Path, "/directory2/subdirectory1/"),
        parts: &[part(&[Everyone], "But this may be crawled", &[(Allow, "{}")])],
        promises: &[promise(TheRest, Allow, "{}")],
    },
    Recipe {
        name: "crawler-directory",
        summary: "A directory is closed for some crawlers only.",
        source: CREATE,
        wants: wants(Value::CrawlersAndDirectory, "Googlebot:/nogooglebot/"),
        parts: &[part(&[Told], "Nothing in {} for these crawlers", &[(Disallow, "{}")])],
        promises: &[promise(Told, Disallow, "{}")],
    },
    Recipe {
        name: "only-crawler",
        summary: "Some crawlers may crawl everything, all others nothing.",
        source: USEFUL,
        wants: wants(Value::Crawlers, "Googlebot-News"),
        parts: &[
            part(&[Told], "These may crawl everything", &[(Allow, "/")]),
            part(&[Everyone], "Nobody else may crawl", &[(Disallow, "/")]),
        ],
        promises: &[promise(Told, Allow, "/"), promise(EveryoneElse, Disallow, "/")],
    },
    Recipe {
        name: "all-but-crawler",
        summary: "Some crawlers may crawl nothing, all others everything.",
        source: USEFUL,
        wants: wants(Value::Crawlers, "Unnecessarybot"),
        parts: &[
            part(&[Told], "These may crawl nothing", &[(Disallow, "/")]),
            part(&[Everyone], "All others may crawl", &[(Allow, "/")]),
        ],
        promises: &[promise(Told, Disallow, "/"), promise(TheRest, Allow, "/")],
    },
    Recipe {
        name: "image",
        summary: "One image does not appear in Google Images.",
        source: USEFUL,
        wants: wants(Value::Path, "/images/dogs.jpg"),
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
        source: USEFUL,
        wants: None,
        parts: &[part(
            &[Named("Googlebot-Image")],
            "No images in Google Images",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Named("Googlebot-Image"), Disallow, "/")],
    },
    Recipe {
        name: "file-type",
        summary: "Googlebot may not crawl files of one type.",
        source: USEFUL,
        wants: wants(Value::FileType, ".gif"),
        parts: &[part(&[Named("Googlebot")], "No {} files for Googlebot", &[(Disallow, "/*{}$")])],
        promises: &[promise(Named("Googlebot"), Disallow, "/a/b{}")],
    },
    Recipe {
        name: "url-ending",
        summary: "Googlebot may not crawl URLs that end so.",
        source: USEFUL,
        wants: wants(Value::Ending, ".xls"),
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
        source: USEFUL,
        wants: None,
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
        source: OWN,
        wants: None,
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
        source: OWN,
        wants: default(Value::Path, "/search"),
        parts: &[part(&[Everyone], "No results of the site's own search", &[(Disallow, "{}")])],
        promises: &[promise(Everyone, Disallow, "{}"), promise(Everyone, Disallow, "{}?q=x")],
    },
    Recipe {
        name: "parameter",
        summary: "URLs with a parameter that only sorts or filters may not be crawled.",
        source: OWN,
        wants: default(Value::Parameter, "sort"),
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
        source: OWN,
        wants: default(Value::Parameter, "sessionid"),
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
        summary: "Crawlers that collect texts for training language models may crawl nothing.",
        source: OWN,
        wants: None,
        parts: &[part(&[Of(TRAINING)], "Nothing for training language models", &[(Disallow, "/")])],
        promises: &[promise(Of(TRAINING), Disallow, "/")],
    },
    Recipe {
        name: "ai-search",
        summary: "Crawlers of search engines that answer with a language model may crawl nothing.",
        source: OWN,
        wants: None,
        parts: &[part(
            &[Of(AI_SEARCH)],
            "Nothing for search engines that answer with a language model",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Of(AI_SEARCH), Disallow, "/")],
    },
    Recipe {
        name: "ai-user",
        summary: "Assistants and agents that fetch because a person asked may fetch nothing.",
        source: OWN,
        wants: None,
        parts: &[part(
            &[Of(AI_USER)],
            "Nothing for AI assistants and agents that fetch because a person asked",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Of(AI_USER), Disallow, "/")],
    },
    Recipe {
        name: "ai-undocumented",
        summary: "AI crawlers of which nobody says what they crawl for may crawl nothing.",
        source: OWN,
        wants: None,
        parts: &[part(
            &[Of(AI_UNDOCUMENTED)],
            "Nothing for AI crawlers of which nobody says what they crawl for",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Of(AI_UNDOCUMENTED), Disallow, "/")],
    },
];

const fn wants(kind: Value, example: &'static str) -> Option<Wanted> {
    Some(Wanted { kind, example, is_default: false })
}

const fn default(kind: Value, example: &'static str) -> Option<Wanted> {
    Some(Wanted { kind, example, is_default: true })
}

const fn part(
    whom: &'static [Whom],
    comment: &'static str,
    rules: &'static [(crate::verdict::RuleKind, &'static str)],
) -> Part {
    Part { whom, comment, rules }
}

const fn promise(whom: Whom, kind: crate::verdict::RuleKind, path: &'static str) -> Promise {
    Promise { whom, path, kind }
}
