//! What can be wrong with a sitemap.

use std::fmt;

use maycrawl::Printable;

/// Something wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SitemapProblem {
    /// The line, uncompressed; 0 for the whole file.
    pub line: u64,
    /// What is wrong.
    pub trouble: SitemapProblemKind,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SitemapProblemKind {
    /// There is nothing in it.
    Empty,
    /// It is an HTML page.
    Html,
    /// XML, but with another root than a sitemap or a feed has.
    NotASitemap(String),
    /// An encoding that is not UTF-8.
    Encoding(String),
    /// Bytes that are not UTF-8 in a text; the beginning.
    NotUtf8(String),
    /// No well-formed XML; what the parser says.
    Xml(String),
    /// A document type, which is passed over.
    DocumentType,
    /// An entity that is none of XML's five.
    Entity(String),
    /// An entry without a URL.
    NoUrl,
    /// A URL that is too long; its beginning.
    UrlTooLong(String),
    /// A tag, a text or a comment of more than a megabyte.
    TooLong,
    /// More elements inside of one another than any sitemap has.
    TooDeep,
    /// More than 50 MB.
    FileTooLong,
    /// So many more than 50,000 URLs.
    Beyond(u64),
    /// Compressed data that is none, or ends too early.
    Gzip,
    /// Compressed twice.
    GzipTwice,
    /// An index inside an index.
    IndexInIndex,
    /// It cannot be read.
    Read(String),
}

/// So much of a text is shown.
const MAX_EXCERPT_BYTES: usize = 60;

impl SitemapProblem {
    pub(crate) fn new(line: u64, trouble: SitemapProblemKind) -> Self {
        Self { line, trouble }
    }

    /// True when nothing is read after it.
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

    pub(super) fn entity(name: &str) -> Self {
        Self::Entity(start_of(name.as_bytes()))
    }

    /// A short name for machines.
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
            Self::Empty => f.write_str("there is nothing in it"),
            Self::Html => f.write_str("this is an HTML page, no sitemap"),
            Self::NotASitemap(root) => {
                write!(f, "the root is <{root}>; sitemaps have <urlset> or <sitemapindex>")
            }
            Self::Encoding(name) => write!(f, "the encoding is {name}; sitemaps must be UTF-8"),
            Self::NotUtf8(start) => write!(f, "`{start}` is not UTF-8"),
            Self::Xml(what) => {
                write!(f, "this is no well-formed XML: {what}; the rest is not read")
            }
            Self::DocumentType => f.write_str("the document type is passed over"),
            Self::Entity(name) => {
                write!(f, "`&{name};` is none of XML's entities; write &amp; for a plain &")
            }
            Self::NoUrl => f.write_str("an entry without a URL"),
            Self::UrlTooLong(start) => write!(f, "`{start}...` has more than 2,047 characters"),
            Self::TooLong => {
                f.write_str("a tag, text or comment of more than 1 MB; the rest is not read")
            }
            Self::TooDeep => {
                f.write_str("more than 64 elements inside of one another; the rest is not read")
            }
            Self::FileTooLong => {
                f.write_str("more than 50 MB (52,428,800 bytes) uncompressed; the rest is not read")
            }
            Self::Beyond(count) => {
                write!(
                    f,
                    "{count} more than the 50,000 that may be listed; these are not looked at"
                )
            }
            Self::Gzip => f.write_str("the compressed data is damaged, or ends too early"),
            Self::GzipTwice => f.write_str("it is compressed twice"),
            Self::IndexInIndex => f.write_str(
                "an index inside an index, which sitemaps.org does not allow; not followed",
            ),
            Self::Read(what) => write!(f, "it cannot be read: {what}"),
        }
    }
}

impl fmt::Display for SitemapProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => self.trouble.fmt(f),
            line => write!(f, "line {line}: {}", self.trouble),
        }
    }
}
