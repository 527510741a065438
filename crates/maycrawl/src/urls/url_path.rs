//! The part of a URL that rules see.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::profile::Profile;
use crate::text::scan;
use crate::urls::escape;
use crate::urls::requested::{Requested, path_start, sealed};

/// The part of a URL that rules see: path, parameters and query, from the first `/` after the host up to
/// the fragment. Never empty. (Google, *URL matching based on path values*; RFC 9309 section 2.2.2.)
///
/// The path is cut out of the bytes of the URL, as google/robotstxt does, which requires an escaped URL and takes any
/// text. Scheme, host, user and port are skipped, and `http://h?x` gives `/?x`. Under [`Profile::RFC9309`] the
/// path is converted to the normal form of section 2.2.2.
///
/// ```
/// use maycrawl::{Profile, UrlPath, as_written};
///
/// assert_eq!(UrlPath::from_url(as_written("https://example.com/a;b?c=d#e"), Profile::GOOGLE).as_bytes(), b"/a;b?c=d");
/// assert_eq!(UrlPath::from_url(as_written("example.com"), Profile::GOOGLE).as_bytes(), b"/");
/// assert_eq!(UrlPath::from_url(as_written("http://h/%7Eme"), Profile::RFC9309).as_bytes(), b"/~me");
/// assert_eq!(UrlPath::from_url(as_written("http://h/a/../private"), Profile::GOOGLE).as_bytes(), b"/a/../private");
/// ```
///
/// Cost: O(bytes). Allocates only for a URL whose query follows the host directly, and under
/// [`Profile::RFC9309`] for a path that is not in normal form yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UrlPath<'a>(Cow<'a, [u8]>);

impl<'a> UrlPath<'a> {
    /// The path of `url` as rules of `profile` see it.
    ///
    /// ```
    /// use maycrawl::{Profile, RequestUrl, UrlPath, as_written};
    ///
    /// let url = RequestUrl::parse("https://example.com/a/../b#c").unwrap();
    /// assert_eq!(UrlPath::from_url(&url, Profile::GOOGLE).as_bytes(), b"/b");
    /// assert_eq!(UrlPath::from_url(as_written("//example.com?b"), Profile::GOOGLE).as_bytes(), b"/?b");
    /// ```
    #[must_use]
    #[inline]
    pub fn from_url(url: impl Requested<'a>, profile: Profile) -> Self {
        let path = url.known_path().map_or_else(|| cut(url.bytes()), Cow::Borrowed);
        Self(escape::path(path, profile.escapes))
    }

    /// The path of a request target, such as that of a line of a log: `//a/b` is a path here, and would be a host at
    /// the beginning of a URL. O(bytes).
    ///
    /// ```
    /// use maycrawl::{Crawler, Profile, RobotsTxt, UrlPath, as_written};
    ///
    /// let rules = RobotsTxt::parse(b"User-agent: *\nDisallow: //a\n").rules_for(&Crawler::GOOGLEBOT);
    /// assert!(!rules.check(&UrlPath::from_target(b"//a/b#c", Profile::GOOGLE)).is_allowed());
    /// assert!(rules.check(as_written("//a/b")).is_allowed());
    /// ```
    #[must_use]
    pub fn from_target(target: &'a [u8], profile: Profile) -> Self {
        Self(escape::path(with_slash(&target[..scan::fragment(target, 0)]), profile.escapes))
    }

    /// A path that is already in the profile's normal form, as [`as_bytes`](Self::as_bytes) returns it. It is not
    /// checked, cut or escaped. O(1).
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt, UrlPath};
    ///
    /// let rules = RobotsTxt::parse("User-agent: *\nDisallow: /ä\n".as_bytes()).rules_for(&Crawler::GOOGLEBOT);
    /// assert!(!rules.check_path(&UrlPath::from_normal_form(b"/%C3%A4")).is_allowed());
    /// // The caller answers for the form: these bytes are not escaped, so no rule matches.
    /// assert!(rules.check_path(&UrlPath::from_normal_form("/ä".as_bytes())).is_allowed());
    /// ```
    #[must_use]
    #[inline]
    pub const fn from_normal_form(path: &'a [u8]) -> Self {
        Self(Cow::Borrowed(path))
    }

    /// The bytes that patterns are compared with.
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// A path can be asked about as a URL can: it has no origin.
impl<'u> Requested<'u> for &'u UrlPath<'_> {}
impl<'u> sealed::Sealed<'u> for &'u UrlPath<'_> {
    #[inline]
    fn bytes(self) -> &'u [u8] {
        &self.0
    }

    #[inline]
    fn known_path(self) -> Option<&'u [u8]> {
        Some(&self.0)
    }

    fn origin(self) -> Option<&'u [u8]> {
        None
    }
}

/// Cuts the path out of a URL as google/robotstxt's `GetPathParamsQuery` does, byte for byte.
#[inline]
fn cut(url: &[u8]) -> Cow<'_, [u8]> {
    let Some(start) = path_start(url) else { return Cow::Borrowed(b"/") };
    // A NUL ends the path too, because Google's matcher takes a C string.
    with_slash(&url[start..scan::fragment(url, start)])
}

fn with_slash(path: &[u8]) -> Cow<'_, [u8]> {
    if path.first() == Some(&b'/') {
        Cow::Borrowed(path)
    } else {
        let mut with_slash = Vec::with_capacity(path.len() + 1);
        with_slash.push(b'/');
        with_slash.extend_from_slice(path);
        Cow::Owned(with_slash)
    }
}
