//! The URL that a text asks about: one reader for every program that takes URLs from people, tables and other programs.
//!
//! URL parsers are made for links of pages, and repair much: they drop TAB and line ends, and read `https:/host` and
//! `https:\\host` as `https://host`. In a question such a text is a mistake, and the answer would be about another URL
//! than the one that was meant. So what parsers repair silently is refused here, with what to write instead.

use alloc::borrow::{Cow, ToOwned as _};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString as _};
use core::fmt;

use url::ParseError;

use crate::text::printable::Printable;
use crate::urls::escape::escape_url;
use crate::urls::origin::{Origin, OriginError};
use crate::urls::plain_url::{is_path, requested_as_written};
use crate::urls::request_url::RequestUrl;
use crate::urls::requested::{Requested, sealed::Sealed};
use crate::urls::written_url::{begins_with_host, is_file_name};

/// The URL that a text asks about, in the form in which a client requests it.
///
/// ```
/// use maycrawl::asked_url::{AskedUrl, AskedUrlErrorKind, Schemes};
///
/// let url = AskedUrl::read("https://example.com/a/../private", Schemes::Fetched).unwrap();
/// assert_eq!(url.as_str(), "https://example.com/private");
/// assert_eq!(url.changed(), Some("https://example.com/private"));
/// // A path is one of the site whose file is asked.
/// assert!(AskedUrl::read("/private", Schemes::Fetched).unwrap().origin().is_none());
///
/// let error = AskedUrl::read("example.com/a", Schemes::Fetched).unwrap_err();
/// assert_eq!(error.kind(), AskedUrlErrorKind::NoScheme);
/// assert_eq!(
///     error.to_string(),
///     "`example.com/a` has no scheme; write https://example.com/a, or a path that begins with /"
/// );
/// ```
///
/// Cost: one pass without allocation for a URL that a client requests as it is written, which most are; otherwise that
/// of [`RequestUrl::parse`].
#[derive(Clone, Debug)]
pub struct AskedUrl<'u>(Form<'u>);

#[derive(Clone, Debug)]
enum Form<'u> {
    /// The text is the requested URL. The number is the length of its origin.
    Plain(&'u str, usize),
    /// Another spelling, or a path with bytes that must be escaped.
    Parsed(Box<RequestUrl>),
}

/// The schemes of URLs that can be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schemes {
    /// http, https and ftp: those whose robots.txt is fetched.
    Fetched,
    /// Any scheme with a host, for a robots.txt that is at hand.
    Any,
}

/// Why a text asks about no URL, and what to write. Safe to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedUrlError {
    kind: AskedUrlErrorKind,
    /// The beginning of the text.
    shown: String,
    /// What the parser says, or the origin that it found.
    detail: String,
    is_path_offered: bool,
}

/// The kind of mistake in a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AskedUrlErrorKind {
    /// The text is empty or only white space.
    Empty,
    /// The text is longer than [`AskedUrl::MAX_BYTES`].
    TooLong,
    /// It has this control byte. Parsers drop TAB and line ends, and C strings end at a zero byte.
    ControlByte(u8),
    /// It has two URLs with a blank between them. Read as one, the second would be a part of the path of the first.
    SeveralUrls,
    /// A whole URL with bytes that are not UTF-8.
    NotUtf8,
    /// It may be a path or a host: `/\host`.
    HostOrPath,
    /// It is the name of a file.
    FileName,
    /// It begins with a host, without a scheme.
    NoScheme,
    /// It is not a URL.
    NotAUrl,
    /// It is not written `scheme://host/path`, so that parsers differ about its path.
    Unclear,
    /// Its scheme or its host has no robots.txt.
    NoRobotsTxt,
}

impl<'u> AskedUrl<'u> {
    /// The longest text that is read: 64 KiB, eight times what servers take. A longer one is a mistake.
    pub const MAX_BYTES: usize = 64 << 10;

    /// Reads a whole URL, or a path that begins with one `/`. White space around it does not count.
    ///
    /// ```
    /// use maycrawl::asked_url::{AskedUrl, AskedUrlErrorKind, Schemes};
    ///
    /// let read = |text| AskedUrl::read(text, Schemes::Fetched);
    /// assert_eq!(read(" /a ").unwrap().as_str(), "/a");
    /// // A reader of links drops a TAB. In a question it is a mistake.
    /// assert_eq!(read("https://example.com/a\tb").unwrap_err().kind(), AskedUrlErrorKind::ControlByte(b'\t'));
    /// ```
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(text: &'u str, schemes: Schemes) -> Result<Self, AskedUrlError> {
        let is_read = text.len() <= Self::MAX_BYTES;
        if let Some(end) = is_read.then(|| requested_as_written(text)).flatten() {
            return Ok(Self(Form::Plain(text, end)));
        }
        Self::parse(text.trim().as_bytes(), schemes)
    }

    /// As [`read`](Self::read), for bytes. A path may have any bytes, which clients escape; a whole URL must be UTF-8.
    ///
    /// ```
    /// use maycrawl::asked_url::{AskedUrl, AskedUrlErrorKind, Schemes};
    ///
    /// let read = |text| AskedUrl::read_bytes(text, Schemes::Fetched);
    /// assert_eq!(read(b"/\xe4").unwrap().as_str(), "/%E4");
    /// assert_eq!(read(b"https://example.com/\xe4").unwrap_err().kind(), AskedUrlErrorKind::NotUtf8);
    /// ```
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read_bytes(text: &'u [u8], schemes: Schemes) -> Result<Self, AskedUrlError> {
        match core::str::from_utf8(text) {
            Ok(text) => Self::read(text, schemes),
            Err(_) => Self::parse(text.trim_ascii(), schemes),
        }
    }

    fn parse(written: &[u8], schemes: Schemes) -> Result<Self, AskedUrlError> {
        let refuse = |kind| Err(AskedUrlError::new(kind, written, String::new()));
        if written.is_empty() {
            return refuse(AskedUrlErrorKind::Empty);
        }
        if written.len() > Self::MAX_BYTES {
            return refuse(AskedUrlErrorKind::TooLong);
        }
        if let Some(&byte) = written.iter().find(|byte| byte.is_ascii_control()) {
            return refuse(AskedUrlErrorKind::ControlByte(byte));
        }
        if has_second_url(written) {
            return refuse(AskedUrlErrorKind::SeveralUrls);
        }
        if is_path(written) {
            // An escaped URL is ASCII.
            let escaped = escape_url(written);
            return match RequestUrl::parse_path(&String::from_utf8_lossy(&escaped)) {
                Ok(url) => Ok(Self(Form::Parsed(Box::new(url)))),
                Err(_) => refuse(AskedUrlErrorKind::HostOrPath),
            };
        }
        let Ok(text) = core::str::from_utf8(written) else {
            return refuse(AskedUrlErrorKind::NotUtf8);
        };
        let parsed = match schemes {
            Schemes::Fetched => RequestUrl::parse(text),
            Schemes::Any => RequestUrl::parse_any_scheme(text),
        };
        let url = parsed.map_err(|error| AskedUrlError::of(text, &error))?;
        if Origin::has_plain_authority(text) {
            return Ok(Self(Form::Parsed(Box::new(url))));
        }
        let origin = url.origin().map(Origin::to_string).unwrap_or_default();
        Err(AskedUrlError::new(AskedUrlErrorKind::Unclear, written, origin))
    }

    /// The URL that a client requests; for a path the path alone.
    ///
    /// ```
    /// use maycrawl::asked_url::{AskedUrl, Schemes};
    ///
    /// let url = AskedUrl::read("https://Example.com:443/ä#top", Schemes::Fetched).unwrap();
    /// assert_eq!(url.as_str(), "https://example.com/%C3%A4");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Form::Plain(url, _) => url,
            Form::Parsed(url) => url.as_str(),
        }
    }

    /// The origin that the request goes to; `None` for a path.
    ///
    /// ```
    /// use maycrawl::asked_url::{AskedUrl, Schemes};
    ///
    /// let origin = |text| AskedUrl::read(text, Schemes::Any).unwrap().origin().map(String::from);
    /// assert_eq!(origin("gemini://example.com:1965/a").unwrap(), "gemini://example.com:1965");
    /// assert_eq!(origin("/a"), None);
    /// ```
    #[must_use]
    pub fn origin(&self) -> Option<&str> {
        match &self.0 {
            Form::Plain(_, 0) => None,
            Form::Plain(url, length) => Some(&url[..*length]),
            Form::Parsed(url) => url.origin().map(Origin::as_str),
        }
    }

    /// The origin as a part of the text, if a client requests the text as it is written.
    ///
    /// ```
    /// use maycrawl::asked_url::{AskedUrl, Schemes};
    ///
    /// let plain = |text| AskedUrl::read(text, Schemes::Fetched).unwrap().plain_origin();
    /// assert_eq!(plain("https://example.com/a"), Some("https://example.com"));
    /// // This one has an origin too, but not as a part of the text.
    /// assert_eq!(plain("https://EXAMPLE.com/a"), None);
    /// ```
    #[must_use]
    pub fn plain_origin(&self) -> Option<&'u str> {
        match self.0 {
            Form::Plain(url, length) if length > 0 => Some(&url[..length]),
            _ => None,
        }
    }

    /// The URL that a client requests, if its path differs from the written one.
    ///
    /// ```
    /// use maycrawl::asked_url::{AskedUrl, Schemes};
    ///
    /// let asked = AskedUrl::read("/a/../private", Schemes::Fetched).unwrap();
    /// assert_eq!(asked.changed(), Some("/private"));
    /// assert_eq!(AskedUrl::read("/private", Schemes::Fetched).unwrap().changed(), None);
    /// ```
    #[must_use]
    pub fn changed(&self) -> Option<&str> {
        match &self.0 {
            Form::Parsed(url) if url.is_path_changed() => Some(url.as_str()),
            _ => None,
        }
    }

    /// The same as a [`RequestUrl`], which owns its text.
    ///
    /// ```
    /// use maycrawl::asked_url::{AskedUrl, Schemes};
    /// use maycrawl::RequestUrl;
    ///
    /// let asked = AskedUrl::read("https://example.com/a/./b", Schemes::Fetched).unwrap();
    /// assert_eq!(asked.into_request(), RequestUrl::parse("https://example.com/a/./b").unwrap());
    /// ```
    #[must_use]
    pub fn into_request(self) -> RequestUrl {
        match self.0 {
            Form::Plain(url, length) => RequestUrl::of_plain(url, length),
            Form::Parsed(url) => *url,
        }
    }
}

impl<'u> Requested<'u> for &'u AskedUrl<'_> {}

impl<'u> Sealed<'u> for &'u AskedUrl<'_> {
    #[inline]
    fn bytes(self) -> &'u [u8] {
        self.as_str().as_bytes()
    }

    /// A plain host has none of the other bytes that begin a path, and a plain path has none that end one.
    #[inline]
    fn known_path(self) -> Option<&'u [u8]> {
        match &self.0 {
            Form::Plain(url, length) => Some(&url.as_bytes()[*length..]),
            Form::Parsed(_) => None,
        }
    }

    #[inline]
    fn origin(self) -> Option<&'u [u8]> {
        self.origin().map(str::as_bytes)
    }
}

impl AskedUrlError {
    fn new(kind: AskedUrlErrorKind, written: &[u8], detail: String) -> Self {
        Self { kind, shown: shown(written), detail, is_path_offered: true }
    }

    /// The same where no file is at hand, so that a path is no answer either.
    ///
    /// ```
    /// use maycrawl::asked_url::{AskedUrl, Schemes};
    ///
    /// let error = AskedUrl::read("example.com", Schemes::Fetched).unwrap_err();
    /// assert!(error.to_string().ends_with("write https://example.com, or a path that begins with /"));
    /// assert!(error.without_path().to_string().ends_with("write https://example.com"));
    /// ```
    #[must_use]
    pub fn without_path(self) -> Self {
        Self { is_path_offered: false, ..self }
    }

    /// The error for what the parser of whole URLs says about `text`.
    fn of(text: &str, error: &OriginError) -> Self {
        let without_slashes = text.trim_start_matches('/');
        let (kind, detail) = match error {
            _ if is_file_name(text) && !begins_with_host(text) => {
                (AskedUrlErrorKind::FileName, String::new())
            }
            // Parsers read `example.com:8080` as a URL of the scheme `example.com`.
            _ if begins_with_host(without_slashes) => {
                (AskedUrlErrorKind::NoScheme, shown(without_slashes.as_bytes()))
            }
            _ if text.starts_with("//") => (AskedUrlErrorKind::HostOrPath, String::new()),
            OriginError::NotAUrl(
                cause @ (ParseError::InvalidPort
                | ParseError::InvalidIpv4Address
                | ParseError::InvalidIpv6Address),
            ) => (AskedUrlErrorKind::NotAUrl, format!(" ({cause})")),
            OriginError::NotAUrl(_) => (AskedUrlErrorKind::NotAUrl, String::new()),
            _ => (AskedUrlErrorKind::NoRobotsTxt, error.to_string()),
        };
        Self::new(kind, text.as_bytes(), detail)
    }

    /// The error for a text that was not read as a whole, because it is longer than [`AskedUrl::MAX_BYTES`]. `start` is
    /// its beginning.
    #[must_use]
    pub fn too_long(start: &[u8]) -> Self {
        Self::new(AskedUrlErrorKind::TooLong, start, String::new())
    }

    /// The kind of mistake.
    ///
    /// ```
    /// use maycrawl::asked_url::{AskedUrl, AskedUrlErrorKind, Schemes};
    ///
    /// let error = AskedUrl::read("https:/example.com/a", Schemes::Fetched).unwrap_err();
    /// assert_eq!(error.kind(), AskedUrlErrorKind::Unclear);
    /// assert!(error.to_string().ends_with("write https://example.com/ and the path"));
    /// ```
    #[must_use]
    pub fn kind(&self) -> AskedUrlErrorKind {
        self.kind
    }
}

const A_PATH: &str = ", or a path that begins with /";

impl fmt::Display for AskedUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use AskedUrlErrorKind as Kind;
        let Self { shown, detail, .. } = self;
        let or_path = |path: &'static str| if self.is_path_offered { path } else { "" };
        match self.kind {
            Kind::Empty => {
                let path = or_path(", or /page");
                write!(f, "the URL is empty; write https://example.com/page{path}")
            }
            Kind::TooLong => write!(f, "`{shown}...` is longer than 64 KiB, too long for a URL"),
            Kind::ControlByte(byte) => {
                write!(f, "`{shown}` contains a control byte; remove it, or write %{byte:02X}")
            }
            Kind::SeveralUrls => {
                write!(f, "`{shown}` is several URLs; ask about each, or write %20")
            }
            Kind::NotUtf8 => {
                write!(f, "`{shown}` is not UTF-8; escape its bytes, such as %E4")
            }
            Kind::HostOrPath => {
                let path = or_path(", or one `/`");
                write!(
                    f,
                    "`{shown}` may name a host or a path; write https://HOST/PATH{path}, or https://HOST//PATH for two"
                )
            }
            Kind::FileName => {
                write!(
                    f,
                    "`{shown}` is the name of a file, not a URL; write https://HOST/{shown}"
                )?;
                if self.is_path_offered { write!(f, ", or the path /{shown}") } else { Ok(()) }
            }
            Kind::NoScheme => {
                let path = or_path(A_PATH);
                write!(f, "`{shown}` has no scheme; write https://{detail}{path}")
            }
            Kind::NotAUrl => {
                let path = or_path(A_PATH);
                write!(f, "`{shown}` is not a URL{detail}; write https://HOST/PATH{path}")
            }
            Kind::NoRobotsTxt => write!(f, "`{shown}`: {detail}"),
            Kind::Unclear => write!(
                f,
                "`{shown}` is not written scheme://host/path, so its path is unclear; write {detail}/ and the path"
            ),
        }
    }
}

impl core::error::Error for AskedUrlError {}

/// Whether an address of the web begins after a blank.
fn has_second_url(written: &[u8]) -> bool {
    let has = |begin: &[u8]| written.windows(begin.len()).any(|it| it.eq_ignore_ascii_case(begin));
    has(b" http://") || has(b" https://")
}

/// The beginning of a text, safe to print.
fn shown(written: &[u8]) -> String {
    const MAX_CHARS: usize = 200;
    let text = String::from_utf8_lossy(written);
    let begin: Cow<'_, str> = match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => text[..end].to_owned().into(),
        None => return format!("{}", Printable(written)),
    };
    format!("{}", Printable(begin.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_urls_are_recognised_and_others_are_parsed() {
        let rows = [
            ("https://example.com/", true, "https://example.com", "https://example.com/"),
            (
                "http://a.b-c.example/x/y.html?q=1",
                true,
                "http://a.b-c.example",
                "http://a.b-c.example/x/y.html?q=1",
            ),
            ("https://Example.com/", false, "https://example.com", "https://example.com/"),
            ("https://example.com", false, "https://example.com", "https://example.com/"),
            ("https://example.com:443/a", false, "https://example.com", "https://example.com/a"),
            ("https://example.com/a/../b", false, "https://example.com", "https://example.com/b"),
            ("https://example.com/%7e", false, "https://example.com", "https://example.com/%7E"),
            ("https://example.com/a#b", false, "https://example.com", "https://example.com/a"),
            (" https://example.com/a ", false, "https://example.com", "https://example.com/a"),
            ("http://127.1/", false, "http://127.0.0.1", "http://127.0.0.1/"),
            ("/only/a/path", true, "", "/only/a/path"),
            ("/a/../b c", false, "", "/b%20c"),
        ];
        for (written, is_plain, origin, request) in rows {
            for schemes in [Schemes::Fetched, Schemes::Any] {
                let url = AskedUrl::read(written, schemes).unwrap();
                assert_eq!(matches!(url.0, Form::Plain(..)), is_plain, "{written}");
                assert_eq!(
                    (url.origin().unwrap_or(""), url.as_str()),
                    (origin, request),
                    "{written}"
                );
                assert_eq!(url.into_request().as_str(), request, "{written}");
            }
        }
    }

    #[test]
    fn what_parsers_repair_is_refused() {
        use AskedUrlErrorKind as Kind;
        for (written, kind) in [
            ("", Kind::Empty),
            (" \t", Kind::Empty),
            ("https://e.example/a\tb", Kind::ControlByte(b'\t')),
            ("/a\nb", Kind::ControlByte(b'\n')),
            ("/a\u{7f}", Kind::ControlByte(0x7f)),
            ("/\\host", Kind::HostOrPath),
            ("page.html", Kind::FileName),
            ("example.com/a", Kind::NoScheme),
            ("//example.com/", Kind::NoScheme),
            ("words", Kind::NotAUrl),
            ("http://[/", Kind::NotAUrl),
            ("https:/example.com/", Kind::Unclear),
            ("https:\\\\example.com/", Kind::Unclear),
            ("mailto:a@example.com", Kind::NoRobotsTxt),
            ("gemini://example.com/", Kind::NoRobotsTxt),
        ] {
            let error = AskedUrl::read(written, Schemes::Fetched).unwrap_err();
            assert_eq!(error.kind(), kind, "{written:?}: {error}");
        }
        assert!(AskedUrl::read("gemini://example.com/", Schemes::Any).is_ok());
        let long = "/".to_owned() + &"a".repeat(AskedUrl::MAX_BYTES);
        let error = AskedUrl::read(&long, Schemes::Any).unwrap_err();
        assert_eq!(error.kind(), Kind::TooLong);
        assert!(error.to_string().len() < 300, "{error}");
        assert_eq!(AskedUrl::read_bytes(b"/\xe4", Schemes::Any).unwrap().as_str(), "/%E4");
        let error = AskedUrl::read_bytes(b"https://h.example/\xe4", Schemes::Any).unwrap_err();
        assert_eq!(error.kind(), Kind::NotUtf8);
    }
}
