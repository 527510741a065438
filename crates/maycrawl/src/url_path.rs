//! The part of a URL that rules see.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::escape;
use crate::profile::Profile;

/// The part of a URL that rules see: path, parameters and query, from the first `/` behind the host up to
/// the fragment. Never empty.
///
/// The URL is taken as given, not parsed: google/robotstxt demands an escaped URL and cuts the path out of
/// any text. Scheme, host, user and port are skipped, dot segments stay, and `http://h?x` gives `/?x`.
/// Under [`Profile::RFC9309`] the path is brought to the normal form of section 2.2.2.
///
/// ```
/// use maycrawl::{Profile, UrlPath};
///
/// assert_eq!(UrlPath::of("https://example.com/a;b?c=d#e", Profile::GOOGLE).as_bytes(), b"/a;b?c=d");
/// assert_eq!(UrlPath::of("example.com", Profile::GOOGLE).as_bytes(), b"/");
/// assert_eq!(UrlPath::of("http://h/%7Eme", Profile::RFC9309).as_bytes(), b"/~me");
/// ```
///
/// Cost: O(bytes). Allocates only for a URL whose query follows the host directly, and under
/// [`Profile::RFC9309`] for a path that is not in normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UrlPath<'a>(Cow<'a, [u8]>);

impl<'a> UrlPath<'a> {
    /// The path of `url` as rules of `profile` see it.
    #[must_use]
    #[inline]
    pub fn of<U: AsRef<[u8]> + ?Sized>(url: &'a U, profile: Profile) -> Self {
        Self(escape::path(cut(url.as_ref()), profile.escapes))
    }

    /// The bytes that patterns are compared with.
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Cuts the path out of a URL as google/robotstxt's `GetPathParamsQuery` does, bytes for bytes.
fn cut(url: &[u8]) -> Cow<'_, [u8]> {
    let is_path_start = |byte: &u8| matches!(byte, b'/' | b'?' | b';');
    // Two leading slashes are the beginning of a URL without scheme: `//host/path`.
    let host = if url.starts_with(b"//") { 2 } else { 0 };
    let Some(first) = url[host..].iter().position(is_path_start).map(|i| host + i) else {
        return Cow::Borrowed(b"/");
    };
    // `://` is a scheme's end only if no path has begun before it, so its slash is the first one.
    let behind_scheme = first > host && url[first - 1] == b':' && url[first..].starts_with(b"//");
    let start = if behind_scheme {
        match url[first + 2..].iter().position(is_path_start) {
            Some(i) => first + 2 + i,
            None => return Cow::Borrowed(b"/"),
        }
    } else {
        first
    };
    if url[host..start].contains(&b'#') {
        return Cow::Borrowed(b"/");
    }
    // A NUL ends the path because Google's matcher takes a C string.
    let end = memchr::memchr2(b'#', 0, &url[start..]).map_or(url.len(), |i| start + i);
    let path = &url[start..end];
    if path.first() == Some(&b'/') {
        Cow::Borrowed(path)
    } else {
        let mut with_slash = Vec::with_capacity(path.len() + 1);
        with_slash.push(b'/');
        with_slash.extend_from_slice(path);
        Cow::Owned(with_slash)
    }
}
