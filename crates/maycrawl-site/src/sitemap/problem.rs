//! Problems of a sitemap.

use std::fmt;

use maycrawl::Printable;

/// A position in the uncompressed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SitemapPosition {
    /// The line, from 1. Many sitemaps have only one.
    pub line: u64,
    /// The byte, from 1.
    pub byte: u64,
}

impl SitemapPosition {
    pub(super) const START: Self = Self { line: 1, byte: 1 };

    /// The position after the mark that begins a comment, or the like.
    pub(super) fn behind(self, mark: &str) -> Self {
        Self { byte: self.byte + mark.len() as u64, ..self }
    }

    /// The position after so many bytes of a text that begins here.
    pub(super) fn after(self, text: &str, bytes: usize) -> Self {
        let lines = memchr::memchr_iter(b'\n', &text.as_bytes()[..bytes]).count();
        Self { line: self.line + lines as u64, byte: self.byte + bytes as u64 }
    }
}

/// `line 4, byte 310`.
impl fmt::Display for SitemapPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, byte {}", self.line, self.byte)
    }
}

/// A problem and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SitemapProblem {
    /// The position; `None` for the whole file.
    pub position: Option<SitemapPosition>,
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
    /// Another kind of file; its name with an article.
    OtherFile(&'static str),
    /// Text before the first tag; its start.
    TextBefore(String),
    /// A line of a text sitemap with more than one URL; its start.
    SeveralUrls(String),
    /// A sitemap without an entry; the name of the tag.
    NoEntry(&'static str),
    /// What XML forbids, although it can be read; what it is, and the repair.
    Parsing(String),
    /// A tag that stands twice in one entry; its name.
    Twice(&'static str),
    /// A missing attribute: tag and attribute.
    NoAttribute(&'static str, &'static str),
    /// A value that an attribute cannot have: attribute, value, and what it can have.
    AttributeValue(&'static str, String, &'static str),
    /// White space before the XML declaration.
    LateDeclaration,
    /// A namespace that is not the one that is meant: what is written, and what is meant.
    Namespace(String, &'static str),
    /// A prefix that no `xmlns:` attribute declares, and the namespace that it usually has.
    Undeclared(String, &'static str),
    /// A tag that is not known at its place; its name, and those that are.
    Tag(String, String),
    /// A `lastmod` that is no date.
    Date(String),
    /// A value that a tag cannot have: tag, value, and what it can have.
    Value(&'static str, String, &'static str),
    /// The number of problems that are not told, because 20 others are of the same kind; its name.
    MoreAlike(&'static str, u64),
    /// The file cannot be read; the cause.
    Read(String),
}

/// Maximum length of an excerpt in a message, in bytes.
const MAX_EXCERPT_BYTES: usize = 60;

impl SitemapProblem {
    /// A problem at a position.
    pub(crate) fn new(at: SitemapPosition, trouble: SitemapProblemKind) -> Self {
        Self { position: Some(at), trouble }
    }

    /// A problem of the whole file.
    pub(crate) fn for_file(trouble: SitemapProblemKind) -> Self {
        Self { position: None, trouble }
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
                | SitemapProblemKind::SeveralUrls(_)
        ) && !self.trouble.is_of_form()
    }
}

impl SitemapProblemKind {
    /// True if it is about the form alone: what is listed is read all the same.
    #[must_use]
    pub fn is_of_form(&self) -> bool {
        matches!(
            self,
            Self::LateDeclaration
                | Self::Namespace(..)
                | Self::Undeclared(..)
                | Self::Tag(..)
                | Self::Date(_)
                | Self::Value(..)
                | Self::NoEntry(_)
                | Self::Parsing(_)
                | Self::Twice(_)
                | Self::NoAttribute(..)
                | Self::AttributeValue(..)
                | Self::MoreAlike(..)
        )
    }

    pub(super) fn namespace(found: &str, wanted: &'static str) -> Self {
        Self::Namespace(start_of(found.as_bytes()), wanted)
    }

    pub(super) fn undeclared(prefix: &str, wanted: &'static str) -> Self {
        Self::Undeclared(start_of(prefix.as_bytes()), wanted)
    }

    pub(super) fn tag(name: &str, known: &[&str]) -> Self {
        Self::Tag(start_of(name.as_bytes()), known.join(", "))
    }

    pub(super) fn date(text: &str) -> Self {
        Self::Date(start_of(text.as_bytes()))
    }

    pub(super) fn value(tag: &'static str, text: &str, wanted: &'static str) -> Self {
        Self::Value(tag, start_of(text.as_bytes()), wanted)
    }

    pub(super) fn attribute(name: &'static str, text: &str, wanted: &'static str) -> Self {
        Self::AttributeValue(name, start_of(text.as_bytes()), wanted)
    }

    pub(super) fn text_before(text: &[u8]) -> Self {
        Self::TextBefore(start_of(text))
    }

    pub(super) fn several_urls(text: &[u8]) -> Self {
        Self::SeveralUrls(start_of(text))
    }

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
            Self::OtherFile(_) => "other_file",
            Self::TextBefore(_) => "text_before",
            Self::SeveralUrls(_) => "several_urls",
            Self::NoEntry(_) => "no_entry",
            Self::Parsing(_) => "parsing",
            Self::Twice(_) => "tag_twice",
            Self::NoAttribute(..) => "no_attribute",
            Self::AttributeValue(..) => "attribute_value",
            Self::LateDeclaration => "late_declaration",
            Self::Namespace(..) => "namespace",
            Self::Undeclared(..) => "undeclared_prefix",
            Self::Tag(..) => "tag",
            Self::Date(_) => "date",
            Self::Value(..) => "tag_value",
            Self::MoreAlike(..) => "more_alike",
            Self::Read(_) => "read",
        }
    }
}

fn start_of(text: &[u8]) -> String {
    Printable(&text[..text.len().min(MAX_EXCERPT_BYTES)]).to_string()
}

/// An entity that XML does not have: often one of HTML, or a plain `&` of a URL.
pub(super) fn unknown_entity(name: &str) -> String {
    let is_number = name.starts_with('#');
    let name = start_of(name.as_bytes());
    if is_number {
        return format!("`&{name};` is no character of XML; delete it");
    }
    format!(
        "`&{name};` is not one of XML's entities; write the character itself, or &amp; where a plain & is meant"
    )
}

fn write_namespace(f: &mut fmt::Formatter<'_>, found: &str, wanted: &str) -> fmt::Result {
    match found {
        "" => write!(f, "Incorrect namespace: none is written; add xmlns=\"{wanted}\" to this tag"),
        _ => write!(f, "Incorrect namespace: `{found}`; write `{wanted}`"),
    }
}

fn write_undeclared(f: &mut fmt::Formatter<'_>, prefix: &str, wanted: &str) -> fmt::Result {
    if wanted.is_empty() {
        return write!(
            f,
            "Parsing error: no xmlns:{prefix} declares the prefix of `{prefix}:`; add it to the first tag"
        );
    }
    write!(
        f,
        "Parsing error: the prefix of `{prefix}:` is not declared; add xmlns:{prefix}=\"{wanted}\" to the first tag"
    )
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
                write!(f, "Parsing error: {what}; the rest is not read")
            }
            Self::DocumentType => f.write_str("the document type declaration is ignored"),
            Self::Entity(name) => write!(f, "Parsing error: {}", unknown_entity(name)),
            Self::NoUrl => f.write_str("Missing XML tag: an entry without a URL; add <loc>"),
            Self::TextBefore(start) => write!(
                f,
                "Parsing error: text stands before the first tag: `{start}...`; delete it; the rest is not read"
            ),
            Self::SeveralUrls(start) => {
                write!(f, "`{start}...` has several URLs; a text sitemap has one in each line")
            }
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
            Self::OtherFile(what) => write!(f, "this is {what}, not a sitemap"),
            Self::Read(what) => write!(f, "the file cannot be read: {what}"),
            _ => self.fmt_form(f),
        }
    }
}

impl SitemapProblemKind {
    /// The sentence about a fault of the form.
    fn fmt_form(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEntry(tag) => write!(f, "Empty sitemap: there is no <{tag}> in it"),
            Self::Parsing(what) => write!(f, "Parsing error: {what}"),
            Self::Twice(tag) => write!(
                f,
                "Invalid XML: too many tags: a second <{tag}> in one entry is not read; give it an entry of its own"
            ),
            Self::NoAttribute(tag, name) => {
                write!(f, "Missing XML attribute: <{tag}> without {name}; add it")
            }
            Self::AttributeValue(name, value, wanted) => {
                write!(f, "Invalid attribute value: {name} is `{value}`; write {wanted}")
            }
            Self::LateDeclaration => f.write_str(
                "Parsing error: white space stands before `<?xml`, where XML allows nothing; delete it",
            ),
            Self::Namespace(found, wanted) => write_namespace(f, found, wanted),
            Self::Undeclared(prefix, wanted) => write_undeclared(f, prefix, wanted),
            Self::Tag(name, known) if known.is_empty() => {
                write!(f, "Invalid XML tag: <{name}> stands where only text may stand; delete it")
            }
            Self::Tag(name, known) => {
                write!(f, "Invalid XML tag: <{name}> is not known here; known are: {known}")
            }
            Self::Date(text) => write!(
                f,
                "Invalid date: `{text}`; write 2026-11-29, or with time and zone 2026-11-29T10:00:00+00:00"
            ),
            Self::Value(tag, text, wanted) => {
                write!(f, "Invalid tag value: <{tag}> is `{text}`; write {wanted}")
            }
            Self::MoreAlike(name, count) => {
                write!(f, "{count} more problems of the kind {name} are not told one by one")
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for SitemapProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            None => self.trouble.fmt(f),
            Some(at) => write!(f, "{at}: {}", self.trouble),
        }
    }
}
