//! The field that a key means, with the misspellings that a profile accepts.

use crate::profile::{FieldSpelling, Profile};

/// The meaning of a line's key. (RFC 9309 section 2.2; Google, *Syntax*.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// `user-agent`: begins a group or adds a crawler to it.
    UserAgent,
    /// `allow`: a rule of the group.
    Allow,
    /// `disallow`: a rule of the group.
    Disallow,
    /// `sitemap`: belongs to no group.
    Sitemap,
    /// Any other key: the line is kept, is never a rule and does not end a group.
    Other,
}

/// How a key spells its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// The field's name, in any case.
    Exact,
    /// The field's name with more text after it, such as `Disallowed`. Google compares keys by prefix.
    Prefix,
    /// A frequent misspelling that Google's code lists, such as `dissallow`.
    Misspelt,
}

/// Misspellings that google/robotstxt accepts, with the field that each means.
const MISSPELLINGS: [(&[u8], Field); 8] = [
    (b"useragent", Field::UserAgent),
    (b"user agent", Field::UserAgent),
    (b"dissallow", Field::Disallow),
    (b"dissalow", Field::Disallow),
    (b"disalow", Field::Disallow),
    (b"diasllow", Field::Disallow),
    (b"disallaw", Field::Disallow),
    (b"site-map", Field::Sitemap),
];

/// Fields that readers other than Google use or used. google/robotstxt reports such lines as "unused", and
/// lines with any other key as "unknown".
const READ_ELSEWHERE: [&str; 12] = [
    "clean-param",
    "content-signal",
    "content-usage",
    "crawl-delay",
    "domain",
    "host",
    "noarchive",
    "nofollow",
    "noindex",
    "request-rate",
    "revisit-after",
    "visit-time",
];

/// Fields by which a group says what its crawlers may use its pages for. (Content Signals; draft-ietf-aipref-attach-05
/// section 3; RSL 1.0 section 4.4.)
const USE_FIELDS: [&str; 3] = ["content-signal", "content-usage", "license"];

/// Fields by which a group says how fast its crawlers may ask.
const PACE_FIELDS: [&str; 3] = ["crawl-delay", "request-rate", "visit-time"];

/// What a line of a group says to the crawlers of the group, beside its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum GroupField {
    /// What they may use the pages for.
    Use,
    /// How fast they may ask.
    Pace,
}

impl GroupField {
    /// `None` for a field that is about the whole file (`host`, `clean-param`), and for one that nobody reads.
    #[doc(hidden)]
    pub fn from_key(key: &[u8]) -> Option<Self> {
        let is_in = |names: [&str; 3]| names.iter().any(|n| key.eq_ignore_ascii_case(n.as_bytes()));
        match () {
            () if is_in(USE_FIELDS) => Some(Self::Use),
            () if is_in(PACE_FIELDS) => Some(Self::Pace),
            () => None,
        }
    }
}

impl Field {
    /// The field that `key` means under `profile`, and how the key spells it. Case is ignored. O(1).
    ///
    /// ```
    /// use maycrawl::field::{Field, Spelling};
    /// use maycrawl::Profile;
    ///
    /// assert_eq!(Field::from_key(b"DISALLOW", Profile::RFC9309), (Field::Disallow, Spelling::Exact));
    /// assert_eq!(Field::from_key(b"Dissallow", Profile::GOOGLE), (Field::Disallow, Spelling::Misspelt));
    /// assert_eq!(Field::from_key(b"Dissallow", Profile::RFC9309).0, Field::Other);
    /// ```
    #[must_use]
    #[inline]
    pub fn from_key(key: &[u8], profile: Profile) -> (Self, Spelling) {
        match Self::name_at_start(key) {
            Some((field, len)) if len == key.len() => (field, Spelling::Exact),
            _ if profile.fields != FieldSpelling::Lenient => (Self::Other, Spelling::Exact),
            // google/robotstxt compares by prefix and accepts misspellings.
            Some((field, _)) => (field, Spelling::Prefix),
            None => Self::misspelt(key),
        }
    }

    /// The field whose name `text` begins with, and the length of the name.
    #[inline(always)]
    pub(crate) fn name_at_start(text: &[u8]) -> Option<(Self, usize)> {
        let begins_with =
            |name: &[u8]| text.get(..name.len())?.eq_ignore_ascii_case(name).then_some(name.len());
        match text.first()? | 0x20 {
            b'd' if equals_word(text, b"disallow") => Some((Self::Disallow, 8)),
            b'a' => Some((Self::Allow, begins_with(b"allow")?)),
            b'u' => Some((Self::UserAgent, begins_with(b"user-agent")?)),
            b's' => Some((Self::Sitemap, begins_with(b"sitemap")?)),
            _ => None,
        }
    }

    /// False for a byte with which no spelling of a field begins.
    #[inline(always)]
    pub(crate) const fn may_begin_with(byte: u8) -> bool {
        matches!(byte | 0x20, b'a' | b'd' | b's' | b'u')
    }

    /// The field of a key that begins with no field's name.
    fn misspelt(key: &[u8]) -> (Self, Spelling) {
        if !key.first().is_some_and(|&byte| Self::may_begin_with(byte)) {
            return (Self::Other, Spelling::Exact);
        }
        MISSPELLINGS
            .iter()
            .find(|(misspelling, _)| starts_with(key, misspelling))
            .map_or((Self::Other, Spelling::Exact), |&(_, field)| (field, Spelling::Misspelt))
    }

    /// The standard name of the field, in lower case; `None` for [`Field::Other`].
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::UserAgent => Some("user-agent"),
            Self::Allow => Some("allow"),
            Self::Disallow => Some("disallow"),
            Self::Sitemap => Some("sitemap"),
            Self::Other => None,
        }
    }

    /// The field in its usual case, such as `User-agent`; `None` for [`Field::Other`].
    ///
    /// ```
    /// use maycrawl::field::Field;
    /// use maycrawl::Profile;
    ///
    /// let (field, _) = Field::from_key(b"dissallow", Profile::GOOGLE);
    /// assert_eq!(field.title(), Some("Disallow"));
    /// assert_eq!(Field::from_key(b"dissallow", Profile::RFC9309).0.title(), None);
    /// ```
    #[must_use]
    pub const fn title(self) -> Option<&'static str> {
        match self {
            Self::UserAgent => Some("User-agent"),
            Self::Allow => Some("Allow"),
            Self::Disallow => Some("Disallow"),
            Self::Sitemap => Some("Sitemap"),
            Self::Other => None,
        }
    }

    /// The name of a field that readers other than Google use, such as `crawl-delay`, `host` or `content-signal`, if
    /// `key` is one.
    ///
    /// ```
    /// use maycrawl::field::Field;
    ///
    /// assert_eq!(Field::read_elsewhere(b"Crawl-Delay"), Some("crawl-delay"));
    /// assert_eq!(Field::read_elsewhere(b"disallow"), None);
    /// ```
    #[must_use]
    pub fn read_elsewhere(key: &[u8]) -> Option<&'static str> {
        READ_ELSEWHERE.into_iter().find(|name| key.eq_ignore_ascii_case(name.as_bytes()))
    }
}

/// [`slice::eq_ignore_ascii_case`] for eight bytes at once.
#[inline(always)]
fn equals_word(key: &[u8], lower: &[u8; 8]) -> bool {
    // The bit that changes an upper-case letter to lower case; 0 for other bytes.
    let case = lower.map(|byte| if byte.is_ascii_lowercase() { 0x20 } else { 0 });
    key.first_chunk().is_some_and(|chunk| {
        u64::from_ne_bytes(*chunk) | u64::from_ne_bytes(case) == u64::from_ne_bytes(*lower)
    })
}

fn starts_with(key: &[u8], prefix: &[u8]) -> bool {
    key.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}
