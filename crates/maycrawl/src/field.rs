//! Which field a key means, with the misspellings that a profile accepts.

use crate::profile::{FieldSpelling, Profile};

/// What a line's key means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// `user-agent`: begins a group or adds a crawler to it.
    UserAgent,
    /// `allow`: a rule of the group.
    Allow,
    /// `disallow`: a rule of the group.
    Disallow,
    /// `sitemap`: tied to no group.
    Sitemap,
    /// Anything else: kept, never read as a rule, never ends a group.
    Other,
}

/// How far a key is from the field's own spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// The field's name, in any case.
    Exact,
    /// The field's name with more behind it, `Disallowed`. Google compares keys by prefix.
    Prefix,
    /// A frequent misspelling, `dissallow`, which Google's code lists.
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

/// Fields that others than Google read, or once read: google/robotstxt reports such lines as "unused",
/// where it calls a key that nobody reads "unknown".
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

impl Field {
    /// The field that `key` means under `profile`. Keys compare without case.
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
        match key.len() {
            8 if is_word(key, b"disallow") => (Self::Disallow, Spelling::Exact),
            5 if key.eq_ignore_ascii_case(b"allow") => (Self::Allow, Spelling::Exact),
            10 if is_word(key, b"user-age") && key[8..].eq_ignore_ascii_case(b"nt") => {
                (Self::UserAgent, Spelling::Exact)
            }
            7 if key.eq_ignore_ascii_case(b"sitemap") => (Self::Sitemap, Spelling::Exact),
            _ if profile.fields == FieldSpelling::Lenient => Self::lenient(key),
            _ => (Self::Other, Spelling::Exact),
        }
    }

    /// A key that is no field's own name: google/robotstxt compares by prefix, and knows misspellings.
    fn lenient(key: &[u8]) -> (Self, Spelling) {
        let own = match key.first().map(u8::to_ascii_lowercase) {
            Some(b'd') => Self::Disallow,
            Some(b'a') => Self::Allow,
            Some(b'u') => Self::UserAgent,
            Some(b's') => Self::Sitemap,
            _ => return (Self::Other, Spelling::Exact),
        };
        if starts_with(key, own.name().as_bytes()) {
            return (own, Spelling::Prefix);
        }
        MISSPELLINGS
            .iter()
            .find(|(misspelling, _)| starts_with(key, misspelling))
            .map_or((Self::Other, Spelling::Exact), |&(_, field)| (field, Spelling::Misspelt))
    }

    /// The field's own spelling; empty for [`Field::Other`].
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UserAgent => "user-agent",
            Self::Allow => "allow",
            Self::Disallow => "disallow",
            Self::Sitemap => "sitemap",
            Self::Other => "",
        }
    }

    /// The field as people write it, `User-agent`; empty for [`Field::Other`].
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::UserAgent => "User-agent",
            Self::Allow => "Allow",
            Self::Disallow => "Disallow",
            Self::Sitemap => "Sitemap",
            Self::Other => "",
        }
    }

    /// The name of a field that others than Google read (`crawl-delay`, `host`, `content-signal` ...), if
    /// `key` is one.
    #[must_use]
    pub fn read_elsewhere(key: &[u8]) -> Option<&'static str> {
        READ_ELSEWHERE.into_iter().find(|name| key.eq_ignore_ascii_case(name.as_bytes()))
    }
}

/// [`slice::eq_ignore_ascii_case`] for eight bytes at once.
#[inline(always)]
fn is_word(key: &[u8], lower: &[u8; 8]) -> bool {
    // The bit that makes an upper-case letter a lower-case one; 0 for what is no letter.
    let case = lower.map(|byte| if byte.is_ascii_lowercase() { 0x20 } else { 0 });
    key.first_chunk().is_some_and(|chunk| {
        u64::from_ne_bytes(*chunk) | u64::from_ne_bytes(case) == u64::from_ne_bytes(*lower)
    })
}

fn starts_with(key: &[u8], prefix: &[u8]) -> bool {
    key.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}
