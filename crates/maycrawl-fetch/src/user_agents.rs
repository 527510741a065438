//! User-Agent headers to ask with, each with a short name.

use std::borrow::Cow;
use std::fmt;

use hyper::header::HeaderValue;
use serde::Serialize;

/// Characters of a header that name it, if it names no product.
const MAX_NAME_CHARS: usize = 24;

/// A User-Agent header, and a short name for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserAgent {
    name: Cow<'static, str>,
    header: Cow<'static, str>,
    role: UserAgentRole,
}

/// Whose User-Agent it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum UserAgentRole {
    /// The own one of the program that asks.
    Own,
    /// A browser's: what a person sees.
    Browser,
    /// A crawler's, or any other.
    Crawler,
}

/// Why a text is no User-Agent to ask with.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UserAgentError {
    /// One word that is no known name.
    UnknownName(String),
    /// The header has bytes that cannot be sent, or is empty.
    NotSendable(String),
}

impl UserAgent {
    /// A browser's: Firefox on Windows. Its form does not change, only the number of the version. (MDN, *Firefox user
    /// agent string reference*.)
    pub const BROWSER: Self = Self::known(
        "browser",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
        UserAgentRole::Browser,
    );
    /// Googlebot's. (Google, *Google's common crawlers*.)
    pub const GOOGLEBOT: Self = Self::known(
        "Googlebot",
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
        UserAgentRole::Crawler,
    );
    /// bingbot's. (Bing Webmaster Tools, *Which crawlers does Bing use?*)
    pub const BINGBOT: Self = Self::known(
        "bingbot",
        "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
        UserAgentRole::Crawler,
    );
    /// GPTBot's. (OpenAI, *Overview of OpenAI Crawlers*.)
    pub const GPTBOT: Self = Self::known(
        "GPTBot",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.3; +https://openai.com/gptbot",
        UserAgentRole::Crawler,
    );
    /// Those with a name, in the order in which a site is asked.
    pub const KNOWN: [Self; 4] = [Self::BROWSER, Self::GOOGLEBOT, Self::BINGBOT, Self::GPTBOT];

    const fn known(name: &'static str, header: &'static str, role: UserAgentRole) -> Self {
        Self { name: Cow::Borrowed(name), header: Cow::Borrowed(header), role }
    }

    /// The known one with this name, in any case, or the header that `text` is.
    ///
    /// ```
    /// use maycrawl_fetch::{UserAgent, UserAgentError};
    ///
    /// assert_eq!(UserAgent::parse("googlebot").unwrap(), UserAgent::GOOGLEBOT);
    /// assert_eq!(UserAgent::parse("curl/8.5.0").unwrap().name(), "curl");
    /// // A wrong name is not sent as a header.
    /// assert!(matches!(UserAgent::parse("gogglebot"), Err(UserAgentError::UnknownName(_))));
    /// ```
    ///
    /// # Errors
    /// If the text is one word without a version and no known name, or cannot be sent.
    pub fn parse(text: &str) -> Result<Self, UserAgentError> {
        let text = text.trim();
        if let Some(known) = Self::KNOWN.iter().find(|it| it.name.eq_ignore_ascii_case(text)) {
            return Ok(known.clone());
        }
        let is_sendable = HeaderValue::from_str(text).is_ok_and(|value| value.to_str().is_ok());
        if text.is_empty() || !is_sendable {
            return Err(UserAgentError::NotSendable(text.to_owned()));
        }
        if !text.contains(['/', ' ']) {
            return Err(UserAgentError::UnknownName(text.to_owned()));
        }
        Ok(Self::of_header(text, UserAgentRole::Crawler))
    }

    /// The own one of a program.
    pub(crate) fn own(header: &str) -> Self {
        Self::of_header(header, UserAgentRole::Own)
    }

    /// The product of a header is its name: `maycrawl` of `maycrawl/1.0`. Every browser and many crawlers begin with
    /// `Mozilla/5.0`, which names nobody.
    fn of_header(header: &str, role: UserAgentRole) -> Self {
        let product = header.split(['/', ' ']).next().unwrap_or_default();
        let name = match product {
            "" | "Mozilla" => header.chars().take(MAX_NAME_CHARS).collect(),
            product => product.chars().take(MAX_NAME_CHARS).collect::<String>(),
        };
        Self { name: Cow::Owned(name), header: Cow::Owned(header.to_owned()), role }
    }

    /// The short name: `Googlebot`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The header as it is sent.
    #[must_use]
    pub fn header(&self) -> &str {
        &self.header
    }

    /// Whose it is.
    #[must_use]
    pub fn role(&self) -> UserAgentRole {
        self.role
    }
}

impl fmt::Display for UserAgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownName(name) => {
                let known = UserAgent::KNOWN.map(|it| it.name).join(", ");
                write!(
                    f,
                    "`{name}` is not one of {known}; for another crawler write its whole User-Agent header"
                )
            }
            Self::NotSendable(text) => {
                write!(f, "{text:?} cannot be sent; use only visible ASCII characters and spaces")
            }
        }
    }
}

impl std::error::Error for UserAgentError {}
