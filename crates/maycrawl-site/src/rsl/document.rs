//! An RSL document after it is read.

use maycrawl::pattern::PathPattern;
use maycrawl::{Origin, Profile, RequestUrl, UrlPath};

/// An RSL document: its scopes, in order.
///
/// ```
/// use maycrawl::RequestUrl;
/// use maycrawl_site::RslDocument;
///
/// let document = br#"<rsl xmlns="https://rslstandard.org/rsl">
///   <content url="/"><license><permits type="usage">all</permits></license></content>
///   <content url="/articles/"><license><prohibits type="usage">ai-train search</prohibits></license></content>
/// </rsl>"#;
/// let document = RslDocument::read(document).unwrap();
/// let url = RequestUrl::parse("https://example.com/articles/x").unwrap();
/// let scopes = document.terms_for(&url);
/// assert_eq!(scopes[0].url, "/articles/");
/// assert_eq!(scopes[0].licenses[0].prohibits[0].values, ["ai-train", "search"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RslDocument {
    /// The elements `<content>`, in order.
    pub contents: Vec<RslContent>,
}

/// `<content>`: a scope and its licences.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RslContent {
    /// `url`: a path pattern of RFC 9309, or such a pattern after a scheme and a host.
    pub url: String,
    /// `server`: where a token is to be had, without which there is no licence (section 3.7).
    pub server: Option<String>,
    /// The line of the element.
    pub line: u64,
    /// Its licences, in order. They are offers; how several combine was not verified.
    pub licenses: Vec<RslLicense>,
    pub(super) scope: Scope,
}

/// `<license>`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RslLicense {
    /// `<permits>`: a closed list for each kind that is there (section 3.5).
    pub permits: Vec<RslTerms>,
    /// `<prohibits>`, which wins over a permission (section 3.6).
    pub prohibits: Vec<RslTerms>,
    /// `<payment>`. Without one it is free (section 3.7).
    pub payments: Vec<RslPayment>,
}

/// The words of a `<permits>` or a `<prohibits>`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RslTerms {
    /// What the words speak of.
    pub kind: RslTermsKind,
    /// The words, as written.
    pub values: Vec<String>,
    /// The form of draft 0.9 among them, which RSL 1.0 does not have.
    pub draft_form: Option<RslDraftForm>,
    /// The line of the end of the element.
    pub line: u64,
}

/// What the words of a `<permits>` or a `<prohibits>` speak of: its `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RslTermsKind {
    /// `usage`.
    Usage,
    /// `user`.
    User,
    /// `geo`.
    Geo,
}

/// A form of draft 0.9 of RSL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RslDraftForm {
    /// Commas between the words. The words are divided at them.
    Commas,
    /// The word `ai-include`.
    AiInclude,
}

/// `<payment>`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RslPayment {
    /// Its `type`, as written: `purchase`, `subscription`, `training`, `crawl`, `use`, `contribution`, `attribution` or
    /// `free` (section 3.7).
    pub kind: Option<String>,
    /// The line of the element.
    pub line: u64,
}

impl RslDocument {
    /// The scopes for `url`: of those that cover it, the ones with the longest pattern; empty if none covers it. The
    /// document was fetched for the site of `url`; a scope with a host counts for that host alone, and for a URL
    /// without a host. O(scopes × path + bytes of the patterns).
    #[must_use]
    pub fn terms_for(&self, url: &RequestUrl) -> Vec<&RslContent> {
        let path = UrlPath::from_url(url, Profile::RFC9309);
        let mut best = 0;
        let mut found = Vec::new();
        for content in &self.contents {
            let pattern = PathPattern::new(content.scope.pattern.as_bytes(), Profile::RFC9309);
            let is_of_host = match (&content.scope.origin, url.origin()) {
                (Some(named), Some(asked)) => named == asked,
                _ => true,
            };
            if !is_of_host || pattern.priority() < best || !pattern.matches(&path) {
                continue;
            }
            if pattern.priority() > best {
                best = pattern.priority();
                found.clear();
            }
            found.push(content);
        }
        found
    }
}

/// The part of the web that a `<content>` is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scope {
    origin: Option<Origin>,
    pattern: String,
}

impl Scope {
    /// Reads a `url`. `None` for a text that covers nothing: without this error a wider scope would apply in its place.
    pub(super) fn read(url: &str) -> Option<Self> {
        if url.contains('#') || url.starts_with("//") {
            return None;
        }
        if url.starts_with(['/', '*']) {
            return Some(Self { origin: None, pattern: url.to_owned() });
        }
        let host = url.find("://")? + 3;
        let path = url[host..].find(['/', '?', '*', '$']).map_or(url.len(), |at| host + at);
        let origin = Origin::parse(&url[..path]).ok()?;
        let pattern = match &url[path..] {
            "" => "/",
            pattern if pattern.starts_with('/') => pattern,
            _ => return None,
        };
        Some(Self { origin: Some(origin), pattern: pattern.to_owned() })
    }
}

impl RslTerms {
    /// The words of a list. RSL 1.0 divides it at white space, draft 0.9 at commas. Both divide here: a prohibition
    /// with a comma after it is still found, and the caller sees the form.
    pub(super) fn read(kind: RslTermsKind, words: &str, line: u64) -> Self {
        let is_space = |c: char| c.is_ascii_whitespace() || c == ',';
        let values: Vec<_> =
            words.split(is_space).filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let draft_form = if words.contains(',') {
            Some(RslDraftForm::Commas)
        } else if values.iter().any(|word| word == "ai-include") {
            Some(RslDraftForm::AiInclude)
        } else {
            None
        };
        Self { kind, values, draft_form, line }
    }
}

impl RslTermsKind {
    pub(super) fn of(written: &str) -> Option<Self> {
        match written {
            "usage" => Some(Self::Usage),
            "user" => Some(Self::User),
            "geo" => Some(Self::Geo),
            _ => None,
        }
    }
}
