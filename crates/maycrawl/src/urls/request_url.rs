//! The URL that a client requests: a written URL after the changes that clients make.
//!
//! Clients follow the URL standard (WHATWG): they resolve dot segments (`/a/../b`, also as `%2e%2e`), turn `\` into
//! `/`, remove TAB, LF and CR, drop user, password and fragment, and escape characters that cannot be sent. A site
//! sees only the result. RFC 9309 section 2.2.2 and Google's library compare rules with the URL as given. So a
//! program that takes URLs from people or from pages must check the URL that is requested. Otherwise the rules see
//! one path and the site sees another.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;

use url::Url;

use crate::profile::Profile;
use crate::urls::escape::escape_url;
use crate::urls::origin::{Origin, OriginError};
use crate::urls::plain_url::requested_origin_end;
use crate::urls::requested::{Requested, as_written, sealed::Sealed};
use crate::urls::url_path::UrlPath;

/// The URL that a client requests for a written URL.
///
/// ```
/// use maycrawl::RequestUrl;
///
/// let url = RequestUrl::parse("https://Example.com/a/../private/x#top").unwrap();
/// assert_eq!(url.as_str(), "https://example.com/private/x");
/// assert_eq!(url.path(), "/private/x");
/// assert!(url.is_path_changed());
///
/// // A path without a site.
/// let url = RequestUrl::parse_path("/a/%2e%2E/private").unwrap();
/// assert_eq!((url.path(), url.origin()), ("/private", None));
/// ```
///
/// Cost: O(bytes), two allocations. Most URLs are in this form already, because the `url` crate, browsers and HTTP
/// clients produce it: they are recognised in one pass and not parsed. [`AskedUrl`](crate::AskedUrl) does not copy them
/// either.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RequestUrl {
    /// The whole URL; for a path without a site the path alone.
    text: String,
    /// The start of the path in `text`.
    path_start: usize,
    origin: Option<Origin>,
    is_path_changed: bool,
}

impl RequestUrl {
    /// The URL that a client requests for `written`, an absolute http, https or ftp URL.
    ///
    /// ```
    /// use maycrawl::RequestUrl;
    ///
    /// // A client reads `\` as `/`, and drops line ends.
    /// let url = RequestUrl::parse("https://example.com\\pri\nvate").unwrap();
    /// assert_eq!(url.as_str(), "https://example.com/private");
    /// assert!(RequestUrl::parse("/private").is_err());
    /// ```
    ///
    /// # Errors
    /// [`OriginError`] if `written` is not an absolute URL, or has another scheme.
    pub fn parse(written: &str) -> Result<Self, OriginError> {
        match requested_origin_end(written) {
            Some(end) => Ok(Self::of_plain(written, end)),
            None => Self::parse_any_form(written),
        }
    }

    /// The URL of a text that a client requests as it is written, with the length of its origin, 0 for a path.
    pub(crate) fn of_plain(written: &str, origin_end: usize) -> Self {
        let origin = (origin_end > 0).then(|| Origin::of_normal_form(&written[..origin_end]));
        Self { text: written.to_owned(), path_start: origin_end, origin, is_path_changed: false }
    }

    /// [`parse`](Self::parse) for URLs in any form.
    fn parse_any_form(written: &str) -> Result<Self, OriginError> {
        let url = Url::parse(written).map_err(OriginError::NotAUrl)?;
        let origin = Origin::of_url(&url)?;
        Ok(Self::of(written, &url, origin))
    }

    /// As [`parse`](Self::parse), for a URL of any scheme with a host and a local robots.txt; see
    /// [`Origin::parse_any_scheme`].
    ///
    /// ```
    /// # use maycrawl::RequestUrl;
    /// let url = RequestUrl::parse_any_scheme("gemini://Example.com").unwrap();
    /// assert_eq!(url.as_str(), "gemini://example.com/");
    /// ```
    ///
    /// # Errors
    /// [`OriginError`] if `written` is not an absolute URL, or has no host.
    pub fn parse_any_scheme(written: &str) -> Result<Self, OriginError> {
        let url = Url::parse(written).map_err(OriginError::NotAUrl)?;
        let origin = Origin::of_any_url(&url)?;
        Ok(Self::of(written, &url, origin))
    }

    fn of(written: &str, url: &Url, origin: Origin) -> Self {
        let path = requested_path(url);
        let is_path_changed = is_changed(written, &path);
        let path_start = origin.as_str().len();
        let text = format!("{origin}{path}");
        Self { text, path_start, origin: Some(origin), is_path_changed }
    }

    /// The path that a client requests for `written`, a path with an optional query that begins with one `/`.
    ///
    /// ```
    /// use maycrawl::RequestUrl;
    ///
    /// assert_eq!(RequestUrl::parse_path("/a/../b?c").unwrap().path(), "/b?c");
    /// // To a client this is a host.
    /// assert!(RequestUrl::parse_path("/\\example.com").is_err());
    /// ```
    ///
    /// # Errors
    /// [`OriginError`] if `written` is not such a path: it may be a whole URL, or begin with `//` and a host.
    pub fn parse_path(written: &str) -> Result<Self, OriginError> {
        let relative = OriginError::NotAUrl(url::ParseError::RelativeUrlWithoutBase);
        // The parser reads `\` as `/` and skips TAB, LF and CR, so `/\host` and `/<TAB>/host` name a host too.
        let second = written.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).nth(1);
        if !written.starts_with('/') || matches!(second, Some('/' | '\\')) {
            return Err(relative);
        }
        let base = Url::parse("https://path.invalid/").map_err(OriginError::NotAUrl)?;
        let url = base.join(written).map_err(OriginError::NotAUrl)?;
        let text = requested_path(&url);
        let is_path_changed = is_changed(written, &text);
        Ok(Self { text, path_start: 0, origin: None, is_path_changed })
    }

    /// The whole URL, without user, password and fragment; for [`parse_path`](Self::parse_path) the path alone.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Path and query, as in the request line.
    ///
    /// ```
    /// use maycrawl::RequestUrl;
    ///
    /// let url = RequestUrl::parse("https://example.com?page=2#top").unwrap();
    /// assert_eq!(url.path(), "/?page=2");
    /// ```
    #[must_use]
    pub fn path(&self) -> &str {
        &self.text[self.path_start..]
    }

    /// The origin that the request goes to; `None` for a path without a site.
    ///
    /// ```
    /// use maycrawl::RequestUrl;
    ///
    /// let url = RequestUrl::parse("https://example.com:443/a").unwrap();
    /// assert_eq!(url.origin().unwrap().as_str(), "https://example.com");
    /// assert_eq!(RequestUrl::parse_path("/a").unwrap().origin(), None);
    /// ```
    #[must_use]
    pub fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    /// True if the requested path differs from the path that rules would see in the written URL. Escapes of non-ASCII
    /// characters (`/ä` is requested as `/%C3%A4`) do not count as a difference, because people take both for one path.
    ///
    /// ```
    /// use maycrawl::RequestUrl;
    ///
    /// let is_changed = |written| RequestUrl::parse_path(written).unwrap().is_path_changed();
    /// assert!(is_changed("/a/./b") && !is_changed("/ä"));
    /// ```
    #[must_use]
    pub fn is_path_changed(&self) -> bool {
        self.is_path_changed
    }

    /// The URL, if `written` has bytes that cannot be sent, or escapes in lower case. White space around it is no part
    /// of it. O(bytes).
    ///
    /// ```
    /// use maycrawl::RequestUrl;
    ///
    /// assert_eq!(RequestUrl::parse_path("/%c3").unwrap().if_escaped(b"/%c3"), Some("/%C3"));
    /// assert_eq!(RequestUrl::parse_path("/a").unwrap().if_escaped(b" /a "), None);
    /// ```
    #[must_use]
    pub fn if_escaped(&self, written: &[u8]) -> Option<&str> {
        let written = written.trim_ascii();
        (*escape_url(written) != *written).then_some(&self.text)
    }
}

impl fmt::Display for RequestUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<'u> Requested<'u> for &'u RequestUrl {}

impl<'u> Sealed<'u> for &'u RequestUrl {
    #[inline]
    fn bytes(self) -> &'u [u8] {
        self.as_str().as_bytes()
    }

    #[inline]
    fn origin(self) -> Option<&'u [u8]> {
        self.origin().map(|origin| origin.as_str().as_bytes())
    }
}

/// Path and query of `url`, with escapes in upper case as patterns have them.
fn requested_path(url: &Url) -> String {
    // For a scheme that the URL standard does not know, the parser leaves an empty path empty.
    let path = if url.path().is_empty() { "/" } else { url.path() };
    let path = match url.query() {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    };
    // The parser's output is ASCII.
    String::from_utf8(escape_url(path.as_bytes()).into_owned()).unwrap_or(path)
}

/// True if `path` differs from the path that rules would see in `written`.
fn is_changed(written: &str, path: &str) -> bool {
    let written = escape_url(written.as_bytes());
    UrlPath::from_url(as_written(&*written), Profile::GOOGLE).as_bytes() != path.as_bytes()
}

#[cfg(test)]
mod tests;
