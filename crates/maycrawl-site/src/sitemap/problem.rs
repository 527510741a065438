//! Problems of a sitemap.

use std::fmt;

use maycrawl::Printable;

/// A problem and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SitemapProblem {
    /// The line in the uncompressed file; `None` for the whole file.
    pub line: Option<u64>,
    /// The kind of problem.
    pub trouble: SitemapProblemKind,
}

/// The kinds of problems.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SitemapProblemKind {
    /// The file is empty.
    Empty,
    /// The file is an HTML page.
    Html,
    /// XML whose root element is not one of a sitemap or a feed; its name.
    NotASitemap(String),
    /// An encoding other than UTF-8; its name.
    Encoding(String),
    /// A line of a text sitemap that is not UTF-8; its start.
    NotUtf8(String),
    /// XML that is not well-formed; the parser's message.
    Xml(String),
    /// A document type declaration, which is ignored.
    DocumentType,
    /// An entity other than the five of XML; its name.
    Entity(String),
    /// An entry without a URL.
    NoUrl,
    /// A URL that is too long; its start.
    UrlTooLong(String),
    /// A tag, a text or a comment of more than a megabyte.
    TooLong,
    /// Elements nested more than 64 deep.
    TooDeep,
    /// A file of more than 50 MB, uncompressed.
    FileTooLong,
    /// More than 50,000 URLs; the number of the others.
    Beyond(u64),
    /// Compressed data that is damaged or ends too early.
    Gzip,
    /// Compressed twice.
    GzipTwice,
    /// An index inside an index.
    IndexInIndex,
    /// The file cannot be read; the cause.
    Read(String),
}

/// Maximum length of an excerpt in a message, in bytes.
const MAX_EXCERPT_BYTES: usize = 60;

impl SitemapProblem {
    /// A problem in a line.
    pub(crate) fn new(line: u64, trouble: SitemapProblemKind) -> Self {
        Self { line: Some(line), trouble }
    }

    /// A problem of the whole file.
    pub(crate) fn for_file(trouble: SitemapProblemKind) -> Self {
        Self { line: None, trouble }
    }

    /// True when reading stops at this problem.
    #[must_use]
    pub fn is_last(&self) -> bool {
        !matches!(
            self.trouble,
            SitemapProblemKind::NotUtf8(_)
                | SitemapProblemKind::DocumentType
                | SitemapProblemKind::Entity(_)
                | SitemapProblemKind::NoUrl
                | SitemapProblemKind::UrlTooLong(_)
        )
    }
}

impl SitemapProblemKind {
    pub(super) fn url_too_long(text: &[u8]) -> Self {
        Self::UrlTooLong(start_of(text))
    }

    pub(super) fn not_utf8(text: &[u8]) -> Self {
        Self::NotUtf8(start_of(text))
    }

    pub(super) fn encoding(name: &str) -> Self {
        Self::Encoding(start_of(name.as_bytes()))
    }

    pub(super) fn entity(name: &str) -> Self {
        Self::Entity(start_of(name.as_bytes()))
    }

    /// A stable short name for machines.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Html => "html",
            Self::NotASitemap(_) => "not_a_sitemap",
            Self::Encoding(_) => "encoding",
            Self::NotUtf8(_) => "not_utf8",
            Self::Xml(_) => "xml",
            Self::DocumentType => "document_type",
            Self::Entity(_) => "entity",
            Self::NoUrl => "no_url",
            Self::UrlTooLong(_) => "url_too_long",
            Self::TooLong => "too_long",
            Self::TooDeep => "too_deep",
            Self::FileTooLong => "file_too_long",
            Self::Beyond(_) => "too_many_urls",
            Self::Gzip => "gzip",
            Self::GzipTwice => "gzip_twice",
            Self::IndexInIndex => "index_in_index",
            Self::Read(_) => "read",
        }
    }
}

fn start_of(text: &[u8]) -> String {
    Printable(&text[..text.len().min(MAX_EXCERPT_BYTES)]).to_string()
}

impl fmt::Display for SitemapProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the file is empty"),
            Self::Html => f.write_str("this is an HTML page, not a sitemap"),
            Self::NotASitemap(root) => {
                write!(f, "the root is <{root}>; sitemaps have <urlset> or <sitemapindex>")
            }
            Self::Encoding(name) => write!(f, "the encoding is {name}; sitemaps must be UTF-8"),
            Self::NotUtf8(start) => write!(f, "`{start}` is not UTF-8"),
            Self::Xml(what) => {
                write!(f, "this is not well-formed XML: {what}; the rest is not read")
            }
            Self::DocumentType => f.write_str("the document type declaration is ignored"),
            Self::Entity(name) => {
                write!(f, "`&{name};` is not one of XML's entities; write &amp; for a plain &")
            }
            Self::NoUrl => f.write_str("an entry without a URL"),
            Self::UrlTooLong(start) => write!(f, "`{start}...` has more than 2,047 characters"),
            Self::TooLong => {
                f.write_str("a tag, text or comment of more than 1 MB; the rest is not read")
            }
            Self::TooDeep => {
                f.write_str("elements are nested more than 64 deep; the rest is not read")
            }
            Self::FileTooLong => {
                f.write_str("more than 50 MB (52,428,800 bytes) uncompressed; the rest is not read")
            }
            Self::Beyond(count) => {
                write!(f, "{count} more than the allowed 50,000; these are not checked")
            }
            Self::Gzip => f.write_str("the compressed data is damaged, or ends too early"),
            Self::GzipTwice => f.write_str("the file is compressed twice"),
            Self::IndexInIndex => f.write_str(
                "an index inside an index, which sitemaps.org does not allow; not followed",
            ),
            Self::Read(what) => write!(f, "the file cannot be read: {what}"),
        }
    }
}

impl fmt::Display for SitemapProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            None => self.trouble.fmt(f),
            Some(line) => write!(f, "line {line}: {}", self.trouble),
        }
    }
}
