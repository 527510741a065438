//! Redirects: the limit, loop detection, and the check of each target.
//!
//! Google, *Handling HTTP result codes*; RFC 9309 section 2.3.1.2. The crate follows redirects itself, so that
//! robots.txt files, pages and sitemaps obey the same rules and each hop is checked like the first.

use url::Url;

use crate::outcome::{Failure, FailureKind, Hop, RedirectError};

/// Maximum number of redirects. (Google: "at least five hops"; RFC 9309: "at least five consecutive".)
pub const MAX_REDIRECTS: usize = 5;

#[doc(hidden)]
/// Maximum length of a requested URL, in bytes.
pub const MAX_URL_BYTES: usize = 8192;

/// The URLs of one request: the first one and the redirect targets.
///
/// ```
/// use maycrawl_policy::{RedirectChain, RedirectError};
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

impl RedirectChain {
    /// The chain of a request for `url` that follows at most `max_redirects` redirects.
    ///
    /// ```
    /// use maycrawl_policy::{RedirectChain, RedirectError};
    ///
    /// let mut chain = RedirectChain::new("https://example.com/robots.txt", 1);
    /// assert_eq!(chain.follow("https://www.example.com/robots.txt"), Ok(()));
    /// assert_eq!(chain.follow("https://example.org/robots.txt"), Err(RedirectError::TooMany));
    /// ```
    #[must_use]
    pub fn new(url: &str, max_redirects: usize) -> Self {
        Self { urls: vec![url.to_owned()], max_redirects }
    }

    /// Adds a redirect to `url`. O(redirects). (RFC 9309 section 2.3.1.2.)
    ///
    /// # Errors
    /// If the redirects form a loop, or the limit is reached.
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

impl Hop {
    /// An unanswered request for `url` after the hop `before`.
    #[doc(hidden)]
    #[must_use]
    pub fn new(url: &Url, before: Option<&Self>) -> Self {
        let was_secure = before.is_some_and(|before| before.url.starts_with("https:"));
        let downgraded = was_secure && url.scheme() == "http";
        Self { url: url.to_string(), status: None, millis: 0, downgraded }
    }
}

#[doc(hidden)]
#[must_use]
/// True for a status that names another URL in `Location`.
pub fn is_redirect(status: u16) -> bool {
    [301, 302, 303, 307, 308].contains(&status)
}

#[doc(hidden)]
/// The target of a redirect: `locations` are the values of `Location`.
///
/// # Errors
/// If the redirect must not be followed.
pub fn target<'f>(
    from: &Url,
    status: u16,
    mut locations: impl Iterator<Item = &'f [u8]>,
) -> Result<Url, Failure> {
    let refuse = |what: &str| Err(Failure::new(FailureKind::Redirect, what));
    if status == 304 {
        return refuse("304 Not Modified, although the whole file was requested");
    }
    let follows = is_redirect(status);
    let (Some(location), None, true) = (locations.next(), locations.next(), follows) else {
        return refuse("a redirect that does not name a target");
    };
    let Ok(text) = std::str::from_utf8(location) else {
        return refuse("a redirect to something that is not a URL");
    };
    if text.trim().is_empty() {
        return refuse("a redirect that does not name a target");
    }
    // URL parsers drop TAB, CR and LF, so the result would be another address than the written one.
    if text.bytes().any(|byte| byte.is_ascii_control()) {
        return refuse("a redirect to something that is not a URL");
    }
    let lower = text.to_ascii_lowercase();
    if lower.contains("%0d") || lower.contains("%0a") || lower.contains("%00") {
        return refuse("a redirect to a URL that contains line breaks");
    }
    let Ok(mut to) = from.join(text) else {
        return refuse("a redirect to something that is not a URL");
    };
    if to.as_str().len() > MAX_URL_BYTES {
        return refuse("a redirect to a URL that is too long");
    }
    if !matches!(to.scheme(), "http" | "https") {
        return refuse("a redirect to a URL that is not http or https");
    }
    if !to.username().is_empty() || to.password().is_some() {
        return refuse("a redirect to a URL with a user name");
    }
    to.set_fragment(None);
    Ok(to)
}
