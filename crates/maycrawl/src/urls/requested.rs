//! What a verdict can be asked about. The type of a URL says who answers for it: a reader of URLs, or the caller.

use crate::text::scan;

/// The URL that a client requests, which is what every verdict is about: an [`AskedUrl`](crate::AskedUrl), a
/// [`RequestUrl`](crate::RequestUrl), or a text for which the caller answers ([`as_written`]).
///
/// A text alone is none, because rules are compared byte for byte, and clients change what is written: they request
/// `/private` for `/a/../private`. (RFC 9309 section 2.2.2.)
///
/// ```
/// use maycrawl::asked_url::{AskedUrl, Schemes};
/// use maycrawl::{Crawler, RobotsTxt, as_written};
///
/// let rules = RobotsTxt::parse(b"User-agent: *\nDisallow: /private\n").rules_for(&Crawler::GOOGLEBOT);
/// let written = "https://example.com/a/../private/x";
/// assert!(!rules.check(&AskedUrl::read(written, Schemes::Fetched).unwrap()).is_allowed());
/// // What google/robotstxt says about this text. No client sends it.
/// assert!(rules.check(as_written(written)).is_allowed());
/// ```
pub trait Requested<'u>: sealed::Sealed<'u> {}

/// A URL that is taken byte for byte, as google/robotstxt takes it; see [`as_written`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AsWritten<'u>(&'u [u8]);

/// The URL `url` byte for byte, as google/robotstxt takes it: it "must be %-encoded according to RFC 3986". Dot
/// segments, `\`, TAB, LF and CR are not resolved, and a text that is no URL is not refused. For a URL that a client is
/// about to send, and for comparisons with other parsers. O(1).
///
/// ```
/// use maycrawl::{Crawler, as_written, is_allowed};
///
/// let file = b"User-agent: *\nDisallow: /private\n";
/// assert!(is_allowed(file, &Crawler::GOOGLEBOT, as_written("https://example.com/a/../private")));
/// ```
#[must_use]
#[inline]
pub fn as_written<U: AsRef<[u8]> + ?Sized>(url: &U) -> AsWritten<'_> {
    AsWritten(url.as_ref())
}

/// Only readers of URLs may say that a text is what a client requests, so no other crate implements [`Requested`].
pub(crate) mod sealed {
    pub trait Sealed<'u>: Copy {
        /// The bytes that the path is cut out of.
        fn bytes(self) -> &'u [u8];

        /// The path that is cut out of the bytes, if the reader of the URL has found where it begins.
        #[inline]
        fn known_path(self) -> Option<&'u [u8]> {
            None
        }

        /// The origin that the request goes to; `None` for a path.
        fn origin(self) -> Option<&'u [u8]>;
    }
}

impl<'u> Requested<'u> for AsWritten<'u> {}
impl<'u> sealed::Sealed<'u> for AsWritten<'u> {
    #[inline]
    fn bytes(self) -> &'u [u8] {
        self.0
    }

    /// All that stands before the path. Only the normal form of an origin equals one, so another spelling opens no
    /// site.
    fn origin(self) -> Option<&'u [u8]> {
        let is_path = self.0.first() == Some(&b'/') && self.0.get(1) != Some(&b'/');
        let end = path_start(self.0).unwrap_or(self.0.len());
        (!is_path).then(|| &self.0[..end])
    }
}

/// The start of the path: the first `/`, `?` or `;` after scheme and host. `None` if there is none, or if
/// the fragment begins before it.
#[inline]
pub(crate) fn path_start(url: &[u8]) -> Option<usize> {
    let find = |from| Some(scan::path_or_fragment(url, from)).filter(|&at| at < url.len());
    if url.starts_with(b"https://") {
        // A shortcut for nearly all URLs; the code below gives the same result.
        return find(8).filter(|&at| url[at] != b'#');
    }
    // A URL without a scheme begins with two slashes: `//host/path`.
    let host = if url.starts_with(b"//") { 2 } else { 0 };
    let mut at = find(host)?;
    // `://` ends a scheme only if no path begins before it, so its slash is the first one.
    if at > host && url[at - 1] == b':' && url[at..].starts_with(b"//") {
        at = find(at + 2)?;
    }
    (url[at] != b'#').then_some(at)
}
