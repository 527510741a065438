//! The consequence of a *disallowed* verdict for search results, by kind of file.
//!
//! Google, *Introduction to robots.txt*: the table of page types.

use crate::crawler::{Crawler, KnownCrawler, Purpose};
use crate::deciding::verdict::{Decision, Reason, Verdict};

/// The kind of file that a URL names, derived from the ending of its path.
///
/// ```
/// use maycrawl::consequence::FileKind;
///
/// assert_eq!(FileKind::from_path(b"/img/Cat.JPG?w=80"), FileKind::Media);
/// assert_eq!(FileKind::from_path(b"/shop/"), FileKind::Page);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A web page: every file without an ending of another kind.
    Page,
    /// An image, a video or audio.
    Media,
    /// A script, a style sheet or a font: a file that pages need for rendering.
    Resource,
    /// A PDF or another document that is not HTML.
    Document,
}

const MEDIA: [&str; 32] = [
    "3gp", "aac", "apng", "avi", "avif", "bmp", "flac", "flv", "gif", "heic", "ico", "jpeg", "jpg",
    "m4a", "m4v", "mkv", "mov", "mp3", "mp4", "mpeg", "mpg", "oga", "ogg", "ogv", "opus", "png",
    "svg", "tif", "tiff", "wav", "webm", "webp",
];
const RESOURCES: [&str; 9] = ["css", "eot", "js", "map", "mjs", "otf", "ttf", "woff", "woff2"];
const DOCUMENTS: [&str; 20] = [
    "csv", "doc", "docx", "epub", "kml", "odp", "ods", "odt", "pdf", "pps", "ppt", "pptx", "ps",
    "rtf", "tex", "tsv", "txt", "xls", "xlsx", "zip",
];

impl FileKind {
    /// The kind of the file at `path`, a path with or without its query. O(path).
    ///
    /// ```
    /// use maycrawl::consequence::FileKind;
    ///
    /// assert_eq!(FileKind::from_path(b"/app.js?v=1.2"), FileKind::Resource);
    /// // A dot in a directory or in the query is no ending.
    /// assert_eq!(FileKind::from_path(b"/v1.js/index?file=a.pdf"), FileKind::Page);
    /// ```
    #[must_use]
    pub fn from_path(path: &[u8]) -> Self {
        let end = path.iter().position(|&byte| byte == b'?').unwrap_or(path.len());
        let name = path[..end].rsplit(|&byte| byte == b'/').next().unwrap_or_default();
        let Some(dot) = memchr::memrchr(b'.', name) else { return Self::Page };
        let ending = &name[dot + 1..];
        let is_in =
            |list: &[&str]| list.iter().any(|it| ending.eq_ignore_ascii_case(it.as_bytes()));
        if is_in(&MEDIA) {
            Self::Media
        } else if is_in(&RESOURCES) {
            Self::Resource
        } else if is_in(&DOCUMENTS) {
            Self::Document
        } else {
            Self::Page
        }
    }

    /// The kind of a file with this media type. `None` if the media type does not determine it. O(media type).
    ///
    /// ```
    /// use maycrawl::consequence::FileKind;
    ///
    /// assert_eq!(FileKind::from_content_type("text/html; charset=utf-8"), Some(FileKind::Page));
    /// // Servers send this for every file that they do not know.
    /// assert_eq!(FileKind::from_content_type("application/octet-stream"), None);
    /// ```
    #[must_use]
    pub fn from_content_type(content_type: &str) -> Option<Self> {
        let media = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        match media.split_once('/')? {
            ("image" | "video" | "audio", _) => Some(Self::Media),
            ("font", _)
            | ("text", "css" | "javascript")
            | ("application", "javascript" | "x-javascript" | "json") => Some(Self::Resource),
            ("text", "html") | ("application", "xhtml+xml") => Some(Self::Page),
            ("application", "octet-stream") => None,
            _ => Some(Self::Document),
        }
    }

    /// The name in text and JSON: `page`, `media`, `resource`, `document`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Media => "media",
            Self::Resource => "resource",
            Self::Document => "document",
        }
    }

    /// What Google's search results show of such a file if a rule disallows it, and what to do instead.
    ///
    /// ```
    /// use maycrawl::consequence::FileKind;
    ///
    /// // A rule does not take a page out of the results.
    /// assert!(FileKind::Page.when_disallowed().starts_with("Its URL may still be listed"));
    /// assert!(FileKind::Media.when_disallowed().starts_with("It is not shown"));
    /// ```
    #[must_use]
    pub const fn when_disallowed(self) -> &'static str {
        match self {
            Self::Page => {
                "Its URL may still be listed, without a description. To keep it out of search results, allow crawling \
                 and add noindex, or require a password."
            }
            Self::Media => {
                "It is not shown in Google's results for images, videos and audio. Other pages may still link to it."
            }
            Self::Resource => {
                "It is not fetched for rendering, so Google evaluates pages without it. Allow it if pages need it."
            }
            Self::Document => {
                "Google's introduction contradicts itself about such files: its table treats them as web pages, whose \
                 URLs may still be listed, but its text says that they are excluded. To keep it out of search results \
                 for certain, allow crawling and send the header X-Robots-Tag: noindex, or require a password."
            }
        }
    }
}

impl Crawler {
    /// Whether pages that this crawler fetches can appear in search results. True for a crawler that is not in the
    /// table, because its purpose is unknown.
    ///
    /// ```
    /// use maycrawl::Crawler;
    ///
    /// assert!(Crawler::GOOGLEBOT.makes_search_results());
    /// assert!(!Crawler::from_token("GPTBot").makes_search_results());
    /// ```
    #[must_use]
    pub fn makes_search_results(&self) -> bool {
        use Purpose::{AiSearch, Images, News, Search, Video};
        KnownCrawler::by_name(self.token())
            .is_none_or(|known| matches!(known.purpose, Search | Images | Video | News | AiSearch))
    }
}

impl Verdict<'_> {
    /// The kind of file whose [consequence](FileKind::when_disallowed) site owners should know, if a rule disallows
    /// `path` for `crawler`: a blocked page can still be in search results.
    /// `None` if no rule disallows it, and for crawlers whose pages are not in search results.
    ///
    /// Only Google documents the consequence for media files and resources. For other search engines, and for crawlers
    /// that are not in the table, the note is the one about pages, and resources have none.
    ///
    /// ```
    /// use maycrawl::{Crawler, RequestUrl, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /private\n");
    /// let verdict = robots.rules_for(&Crawler::GOOGLEBOT);
    /// let verdict = verdict.check(&RequestUrl::parse("https://example.com/private/x").unwrap());
    /// let kind = verdict.consequence(&Crawler::GOOGLEBOT, b"/private/x").unwrap();
    /// assert!(kind.when_disallowed().starts_with("Its URL may still be listed"));
    /// ```
    ///
    /// Google, *Introduction to robots.txt*: "it is not a mechanism for keeping a web page out of Google".
    #[must_use]
    pub fn consequence(&self, crawler: &Crawler, path: &[u8]) -> Option<FileKind> {
        if self.decision() != Decision::Disallowed || !matches!(self.reason(), Reason::Rule(_)) {
            return None;
        }
        let kind = FileKind::from_path(path);
        let known = KnownCrawler::by_name(crawler.token());
        let lists = crawler.makes_search_results();
        let is_google = known.is_some_and(|known| known.operator == Some("Google"));
        match kind {
            _ if !lists => None,
            _ if is_google => Some(kind),
            FileKind::Resource => None,
            _ => Some(FileKind::Page),
        }
    }
}
