//! The table of recipes.

use maycrawl::crawler::AiList;
use maycrawl::verdict::RuleKind::{Allow, Disallow};
use maycrawl_uses::Use;

use super::{
    Audience, Confirmation, Parameter, ParameterKind, Part, Promise, Recipe, Signal, Topic,
};

use Audience::{Ai, AllOthers, FromValue, Named, StarFollowers, StarIgnoring, WithoutGroup};

const USEFUL: &str = "Google, *Useful robots.txt rules*";
const MEDIA: &str = "Google, *Introduction to robots.txt*";
const CREATE: &str = "Google, *Create a robots.txt file*";
const FAQ: &str = "Google, *Robots FAQs*";
const OWN: &str = "maycrawl";

const CONTENT_SIGNAL: &str = "Content-Signal: ai-train=no";

const PAUSE: &str = "to pause crawling for some days, do not block the site; respond with 503 to every URL, including robots.txt \
    (Google advises against `Disallow: /` for this)";
const UNCONFIRMED: &str =
    "some of these crawlers may not obey robots.txt; to block them for certain, use the server";

pub(super) static RECIPES: &[Recipe] = &[
    Recipe {
        refuses: &[],
        name: "open",
        topic: Topic::WholeSite,
        summary: "Everything may be crawled. This is the same as having no robots.txt.",
        advice: "",
        source: CREATE,
        parameter: None,
        parts: &[part(&[StarFollowers], "Everything may be crawled", &[(Allow, "/")])],
        promises: &[promise(WithoutGroup, Allow, "/")],
    },
    Recipe {
        refuses: &[],
        name: "whole-site",
        topic: Topic::WholeSite,
        summary: "Nothing may be crawled. The rule does not apply to crawlers that ignore `*`, such as AdsBot, and search engines may still list URLs. To pause crawling for some days, respond with 503 instead.",
        advice: PAUSE,
        source: USEFUL,
        parameter: None,
        parts: &[part(&[StarFollowers], "Nothing may be crawled", &[(Disallow, "/")])],
        promises: &[promise(StarFollowers, Disallow, "/")],
    },
    Recipe {
        refuses: &[],
        name: "directory",
        topic: Topic::Paths,
        summary: "A directory and its contents may not be crawled. Protect private files with a password: anyone can read robots.txt.",
        advice: "",
        source: USEFUL,
        parameter: required(ParameterKind::Directory, "/calendar/"),
        parts: &[part(&[StarFollowers], "Nothing in {}", &[(Disallow, "{}")])],
        promises: &[
            promise(StarFollowers, Disallow, "{}"),
            promise(StarFollowers, Disallow, "{}page.html"),
        ],
    },
    Recipe {
        refuses: &[],
        name: "page",
        topic: Topic::Paths,
        summary: "One page may not be crawled, and neither may any URL whose path begins with its path.",
        advice: "",
        source: USEFUL,
        parameter: required(ParameterKind::Path, "/useless_file.html"),
        parts: &[part(&[StarFollowers], "This page may not be crawled", &[(Disallow, "{}")])],
        promises: &[promise(StarFollowers, Disallow, "{}")],
    },
    Recipe {
        refuses: &[],
        name: "any-case",
        topic: Topic::Paths,
        summary: "Paths with this beginning may not be crawled, in any mix of upper and lower case. Use this on a server that ignores case.",
        advice: "check that no other page has this beginning; if possible, use one spelling of each URL and a canonical link instead",
        source: FAQ,
        parameter: required(ParameterKind::Prefix, "/tmp/"),
        parts: &[part(
            &[StarFollowers],
            "Nothing that begins with {}, in upper or lower case",
            &[(Disallow, "{}")],
        )],
        promises: &[promise(StarFollowers, Disallow, "{}rivateFolder/")],
    },
    Recipe {
        refuses: &[],
        name: "keep-open",
        topic: Topic::Paths,
        summary: "A directory or page inside a blocked directory may be crawled.",
        advice: "",
        source: CREATE,
        parameter: required(ParameterKind::Path, "/directory2/subdirectory1/"),
        parts: &[part(&[StarFollowers], "Exception: this may be crawled", &[(Allow, "{}")])],
        promises: &[promise(WithoutGroup, Allow, "{}")],
    },
    Recipe {
        refuses: &[],
        name: "crawler-directory",
        topic: Topic::Crawlers,
        summary: "A directory is blocked for some crawlers only.",
        advice: "",
        source: CREATE,
        parameter: required(ParameterKind::CrawlersAndDirectory, "Googlebot:/nogooglebot/"),
        parts: &[part(&[FromValue], "Nothing in {} for these crawlers", &[(Disallow, "{}")])],
        promises: &[promise(FromValue, Disallow, "{}")],
    },
    Recipe {
        refuses: &[],
        name: "slow-crawler",
        topic: Topic::Crawlers,
        summary: "Some crawlers wait so many seconds between two requests. Only crawlers whose operators say that they read `Crawl-delay` can be named; Google's do not.",
        advice: "",
        source: OWN,
        parameter: required(ParameterKind::CrawlersAndSeconds, "bingbot:10"),
        parts: &[Part {
            audience: &[FromValue],
            comment: "These crawlers wait {} seconds between two requests",
            rules: &[],
            signals: &[Signal { comment: "", line: "Crawl-delay: {}" }],
        }],
        promises: &[],
    },
    Recipe {
        refuses: &[],
        name: "only-crawler",
        topic: Topic::Crawlers,
        summary: "Some crawlers may crawl everything, and all others nothing.",
        advice: "",
        source: USEFUL,
        parameter: required(ParameterKind::Crawlers, "Googlebot-News"),
        parts: &[
            part(&[FromValue], "These crawlers may crawl everything", &[(Allow, "/")]),
            part(&[StarFollowers], "Other crawlers may crawl nothing", &[(Disallow, "/")]),
        ],
        promises: &[promise(FromValue, Allow, "/"), promise(AllOthers, Disallow, "/")],
    },
    Recipe {
        refuses: &[],
        name: "all-but-crawler",
        topic: Topic::Crawlers,
        summary: "Some crawlers may crawl nothing, and all others everything.",
        advice: "",
        source: USEFUL,
        parameter: required(ParameterKind::Crawlers, "Unnecessarybot"),
        parts: &[
            part(&[FromValue], "These crawlers may crawl nothing", &[(Disallow, "/")]),
            part(&[StarFollowers], "Other crawlers may crawl everything", &[(Allow, "/")]),
        ],
        promises: &[promise(FromValue, Disallow, "/"), promise(WithoutGroup, Allow, "/")],
    },
    Recipe {
        refuses: &[],
        name: "image",
        topic: Topic::Media,
        summary: "One image does not appear in Google Images.",
        advice: "Other pages may still link to it.",
        source: USEFUL,
        parameter: required(ParameterKind::Path, "/images/dogs.jpg"),
        parts: &[part(
            &[Named("Googlebot-Image")],
            "This image is not for Google Images",
            &[(Disallow, "{}")],
        )],
        promises: &[promise(Named("Googlebot-Image"), Disallow, "{}")],
    },
    Recipe {
        refuses: &[],
        name: "images",
        topic: Topic::Media,
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
        refuses: &[],
        name: "video",
        topic: Topic::Media,
        summary: "One video does not appear in Google's video results.",
        advice: "Other pages may still link to it.",
        source: MEDIA,
        parameter: required(ParameterKind::Path, "/videos/dogs.mp4"),
        parts: &[part(
            &[Named("Googlebot-Video")],
            "This video is not for Google's video results",
            &[(Disallow, "{}")],
        )],
        promises: &[promise(Named("Googlebot-Video"), Disallow, "{}")],
    },
    Recipe {
        refuses: &[],
        name: "videos",
        topic: Topic::Media,
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
        refuses: &[],
        name: "audio",
        topic: Topic::Media,
        summary: "Audio files do not appear in Google's results. Google has no crawler only for audio, so the rule is for Googlebot.",
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
        refuses: &[],
        name: "file-type",
        topic: Topic::Paths,
        summary: "Googlebot may not crawl files of some types.",
        advice: "",
        source: USEFUL,
        parameter: required(ParameterKind::FileType, ".gif"),
        parts: &[part(&[Named("Googlebot")], "No {} files for Googlebot", &[(Disallow, "/*{}$")])],
        promises: &[promise(Named("Googlebot"), Disallow, "/a/b{}")],
    },
    Recipe {
        refuses: &[],
        name: "url-ending",
        topic: Topic::Paths,
        summary: "Googlebot may not crawl URLs with this ending.",
        advice: "",
        source: USEFUL,
        parameter: required(ParameterKind::Ending, ".xls"),
        parts: &[part(
            &[Named("Googlebot")],
            "No URLs that end with {} for Googlebot",
            &[(Disallow, "/*{}$")],
        )],
        promises: &[promise(Named("Googlebot"), Disallow, "/a/b{}")],
    },
    Recipe {
        refuses: &[],
        name: "only-adsense",
        topic: Topic::Crawlers,
        summary: "Nothing may be crawled, except by AdSense, which reads pages to choose its ads.",
        advice: "",
        source: USEFUL,
        parameter: None,
        parts: &[
            part(&[StarFollowers], "Nothing may be crawled, except by AdSense", &[(Disallow, "/")]),
            part(&[Named("Mediapartners-Google")], "AdSense", &[(Allow, "/")]),
        ],
        promises: &[
            promise(StarFollowers, Disallow, "/"),
            promise(Named("Mediapartners-Google"), Allow, "/"),
        ],
    },
    Recipe {
        refuses: &[],
        name: "staging",
        topic: Topic::WholeSite,
        summary: "Nothing on a staging site may be crawled: it is blocked for every crawler that obeys robots.txt, including AdsBot. Only a password protects the site.",
        advice: "",
        source: OWN,
        parameter: None,
        parts: &[part(
            &[StarFollowers, StarIgnoring],
            "A staging site: nothing may be crawled. Only a password blocks crawlers that do not obey",
            &[(Disallow, "/")],
        )],
        promises: &[promise(StarFollowers, Disallow, "/"), promise(StarIgnoring, Disallow, "/")],
    },
    Recipe {
        refuses: &[],
        name: "search",
        topic: Topic::Duplicates,
        summary: "The site's own search results may not be crawled.",
        advice: "",
        source: OWN,
        parameter: default(ParameterKind::Path, "/search"),
        parts: &[part(
            &[StarFollowers],
            "No results of the site's own search",
            &[(Disallow, "{}$"), (Disallow, "{}?"), (Disallow, "{}/")],
        )],
        promises: &[
            promise(StarFollowers, Disallow, "{}"),
            promise(StarFollowers, Disallow, "{}?q=x"),
            promise(StarFollowers, Disallow, "{}/x"),
        ],
    },
    Recipe {
        refuses: &[],
        name: "parameter",
        topic: Topic::Duplicates,
        summary: "URLs with a parameter that only sorts or filters may not be crawled.",
        advice: "",
        source: OWN,
        parameter: default(ParameterKind::Parameter, "sort"),
        parts: &[part(
            &[StarFollowers],
            "No URLs with the parameter {}",
            &[(Disallow, "/*?{}="), (Disallow, "/*&{}=")],
        )],
        promises: &[
            promise(StarFollowers, Disallow, "/list?{}=x"),
            promise(StarFollowers, Disallow, "/list?a=b&{}=x"),
        ],
    },
    Recipe {
        refuses: &[],
        name: "session",
        topic: Topic::Duplicates,
        summary: "URLs with a session ID may not be crawled.",
        advice: "",
        source: OWN,
        parameter: default(ParameterKind::Parameter, "sessionid"),
        parts: &[part(
            &[StarFollowers],
            "No URLs with a session ID",
            &[(Disallow, "/*?{}="), (Disallow, "/*&{}="), (Disallow, "/*;{}=")],
        )],
        promises: &[
            promise(StarFollowers, Disallow, "/list?{}=x"),
            promise(StarFollowers, Disallow, "/list?a=b&{}=x"),
            promise(StarFollowers, Disallow, "/list;{}=x"),
        ],
    },
    Recipe {
        refuses: &[],
        name: "ai-training",
        topic: Topic::Ai,
        summary: "Crawlers that collect texts for training language models may crawl nothing. The list has only crawlers whose operator documents that they obey robots.txt.",
        advice: "",
        source: OWN,
        parameter: None,
        parts: &[part(
            &[Ai(AiList::Training, Confirmation::Yes)],
            "Nothing for training language models",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Ai(AiList::Training, Confirmation::Yes), Disallow, "/")],
    },
    Recipe {
        refuses: &[Use::Train],
        name: "no-training",
        topic: Topic::Ai,
        summary: "Says to every documented reader that the site may not be used for training AI models: as a signal for all crawlers, and by the group of each training crawler and control token whose operator documents it. Crawling for search stays as it is. `Google-Extended` also stands for grounding in Gemini, so that is refused too.",
        advice: "these lines are a statement, and nothing enforces them; no operator of a large AI crawler says that it obeys `Content-Usage`, which is a draft",
        source: OWN,
        parameter: None,
        parts: &[
            Part {
                audience: &[StarFollowers],
                comment: "No training of AI models",
                rules: &[],
                signals: &[
                    Signal {
                        comment: "Policy of contentsignals.org, which Cloudflare's crawl service reads",
                        line: CONTENT_SIGNAL,
                    },
                    Signal {
                        comment: "Drafts of the IETF: draft-ietf-aipref-attach-05 and draft-ietf-aipref-vocab-08",
                        line: "Content-Usage: train-ai=n",
                    },
                ],
            },
            Part {
                audience: &[Ai(AiList::Training, Confirmation::Yes)],
                comment: "Nothing for training AI models, as the operators of these crawlers document it",
                rules: &[(Disallow, "/")],
                // They obey this group alone, so it repeats the signal. `Content-Usage` has no effect on closed paths.
                signals: &[Signal {
                    comment: "Policy of contentsignals.org, repeated because these crawlers read this group alone",
                    line: CONTENT_SIGNAL,
                }],
            },
        ],
        promises: &[promise(Ai(AiList::Training, Confirmation::Yes), Disallow, "/")],
    },
    Recipe {
        refuses: &[],
        name: "ai-training-unconfirmed",
        topic: Topic::Ai,
        summary: "Crawlers that collect texts for training language models, but whose operator has no page that says that they obey robots.txt, may crawl nothing.",
        advice: UNCONFIRMED,
        source: OWN,
        parameter: None,
        parts: &[part(
            &[Ai(AiList::Training, Confirmation::No)],
            "Nothing for training language models (no operator's page says that these crawlers obey)",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Ai(AiList::Training, Confirmation::No), Disallow, "/")],
    },
    Recipe {
        refuses: &[],
        name: "ai-search",
        topic: Topic::Ai,
        summary: "Crawlers of search engines that answer with a language model may crawl nothing. The list has only crawlers whose operator documents that they obey robots.txt.",
        advice: "",
        source: OWN,
        parameter: None,
        parts: &[part(
            &[Ai(AiList::Search, Confirmation::Yes)],
            "Nothing for search engines that answer with a language model",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Ai(AiList::Search, Confirmation::Yes), Disallow, "/")],
    },
    Recipe {
        refuses: &[],
        name: "ai-search-unconfirmed",
        topic: Topic::Ai,
        summary: "Crawlers of search engines that answer with a language model, but whose operator has no page that says that they obey robots.txt, may crawl nothing.",
        advice: UNCONFIRMED,
        source: OWN,
        parameter: None,
        parts: &[part(
            &[Ai(AiList::Search, Confirmation::No)],
            "Nothing for search engines that answer with a language model (no operator's page says that these crawlers obey)",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Ai(AiList::Search, Confirmation::No), Disallow, "/")],
    },
    Recipe {
        refuses: &[],
        name: "ai-user",
        topic: Topic::Ai,
        summary: "AI assistants and agents that fetch pages because a person asked may crawl nothing. The list has only crawlers whose operator documents that they obey robots.txt.",
        advice: "",
        source: OWN,
        parameter: None,
        parts: &[part(
            &[Ai(AiList::User, Confirmation::Yes)],
            "Nothing for AI assistants and agents that fetch pages because a person asked",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Ai(AiList::User, Confirmation::Yes), Disallow, "/")],
    },
    Recipe {
        refuses: &[],
        name: "ai-user-unconfirmed",
        topic: Topic::Ai,
        summary: "AI assistants and agents whose operator has no page that says that they obey robots.txt may crawl nothing.",
        advice: UNCONFIRMED,
        source: OWN,
        parameter: None,
        parts: &[part(
            &[Ai(AiList::User, Confirmation::No)],
            "Nothing for AI assistants and agents that fetch pages because a person asked (no operator's page says that these crawlers obey)",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Ai(AiList::User, Confirmation::No), Disallow, "/")],
    },
    Recipe {
        refuses: &[],
        name: "ai-undocumented",
        topic: Topic::Ai,
        summary: "AI crawlers with an undocumented purpose may crawl nothing.",
        advice: UNCONFIRMED,
        source: OWN,
        parameter: None,
        parts: &[part(
            &[Ai(AiList::Undocumented, Confirmation::No)],
            "Nothing for AI crawlers with an undocumented purpose",
            &[(Disallow, "/")],
        )],
        promises: &[promise(Ai(AiList::Undocumented, Confirmation::No), Disallow, "/")],
    },
];

const fn required(kind: ParameterKind, example: &'static str) -> Option<Parameter> {
    Some(Parameter { kind, example, is_default: false })
}

const fn default(kind: ParameterKind, example: &'static str) -> Option<Parameter> {
    Some(Parameter { kind, example, is_default: true })
}

const fn part(
    audience: &'static [Audience],
    comment: &'static str,
    rules: &'static [(maycrawl::verdict::RuleKind, &'static str)],
) -> Part {
    Part { audience, comment, rules, signals: &[] }
}

const fn promise(
    audience: Audience,
    kind: maycrawl::verdict::RuleKind,
    path: &'static str,
) -> Promise {
    Promise { audience, path, kind }
}
