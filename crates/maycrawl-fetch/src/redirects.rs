//! Redirects: how many are followed, when they go in a circle, and where each may lead.
//!
//! Google, *Handling HTTP result codes*; RFC 9309 section 2.3.1.2. Every request is followed by hand, so that robots.txt, pages and
//! sitemaps obey the same rules and each hop is judged like the first.

use std::fmt;

use hyper::StatusCode;
use hyper::header::{self, HeaderMap};
use url::Url;

use crate::outcome::{Failure, FailureKind, Hop};

/// Redirects that are followed. (Google: "at least five hops"; RFC 9309: "at least five consecutive".)
pub const MAX_REDIRECTS: usize = 5;

/// Bytes of the longest URL that is requested.
pub(crate) const MAX_URL_BYTES: usize = 8192;

/// The URLs of one request, the first one and those that redirects led to.
///
/// ```
/// use maycrawl_fetch::{RedirectChain, RedirectError};
///
/// let mut chain = RedirectChain::new("https://a.example/", 5);
/// assert_eq!(chain.follow("https://b.example/"), Ok(()));
/// assert_eq!(chain.follow("https://a.example/"), Err(RedirectError::Loop));
/// ```
#[derive(Clone, Debug)]
pub struct RedirectChain {
    urls: Vec<String>,
    max_redirects: usize,
}

/// Why a redirect is not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RedirectError {
    /// The URL was requested before in the same chain.
    Loop,
    /// As many redirects as allowed were followed already.
    TooMany,
}

impl RedirectChain {
    /// The chain of a request that begins at `url` and follows `max_redirects` redirects at most.
    #[must_use]
    pub fn new(url: &str, max_redirects: usize) -> Self {
        Self { urls: vec![url.to_owned()], max_redirects }
    }

    /// Goes on to `url`. O(redirects).
    ///
    /// # Errors
    /// If the redirects go in a circle, or this one is one too many.
    pub fn follow(&mut self, url: &str) -> Result<(), RedirectError> {
        if self.urls.iter().any(|requested| requested == url) {
            return Err(RedirectError::Loop);
        }
        if self.urls.len() > self.max_redirects {
            return Err(RedirectError::TooMany);
        }
        self.urls.push(url.to_owned());
        Ok(())
    }
}

impl fmt::Display for RedirectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Loop => "redirects in a circle",
            Self::TooMany => "too many redirects",
        })
    }
}

impl std::error::Error for RedirectError {}

impl Hop {
    /// A request of `url` after the hop `before`, not answered yet.
    pub(crate) fn new(url: &Url, before: Option<&Self>) -> Self {
        let was_secure = before.is_some_and(|before| before.url.starts_with("https:"));
        let downgraded = was_secure && url.scheme() == "http";
        Self { url: url.to_string(), status: 0, millis: 0, downgraded }
    }
}

/// True for a status that names another URL in `Location`.
pub(crate) fn is_redirect(status: u16) -> bool {
    [301, 302, 303, 307, 308].contains(&status)
}

/// Where a redirect leads, if it may be followed at all.
pub(crate) fn target(from: &Url, status: StatusCode, fields: &HeaderMap) -> Result<Url, Failure> {
    let refuse = |what: &str| Err(Failure::new(FailureKind::Redirect, what));
    if status == StatusCode::NOT_MODIFIED {
        return refuse("304 Not Modified, although the whole file was asked for");
    }
    let follows = is_redirect(status.as_u16());
    let mut locations = fields.get_all(header::LOCATION).iter();
    let (Some(location), None, true) = (locations.next(), locations.next(), follows) else {
        return refuse("a redirect that does not say where to");
    };
    let Ok(text) = std::str::from_utf8(location.as_bytes()) else {
        return refuse("a redirect to something that is not a URL");
    };
    if text.trim().is_empty() {
        return refuse("a redirect that does not say where to");
    }
    // Parsers of URLs drop TAB, CR and LF: what is left would be another address than the one written.
    if text.bytes().any(|byte| byte.is_ascii_control()) {
        return refuse("a redirect to something that is not a URL");
    }
    let lower = text.to_ascii_lowercase();
    if lower.contains("%0d") || lower.contains("%0a") || lower.contains("%00") {
        return refuse("a redirect to a URL with line ends in it");
    }
    let Ok(mut to) = from.join(text) else {
        return refuse("a redirect to something that is not a URL");
    };
    if to.as_str().len() > MAX_URL_BYTES {
        return refuse("a redirect to a URL that is too long");
    }
    if !matches!(to.scheme(), "http" | "https") {
        return refuse("a redirect away from the web");
    }
    if !to.username().is_empty() || to.password().is_some() {
        return refuse("a redirect to a URL with a user name");
    }
    to.set_fragment(None);
    Ok(to)
}
