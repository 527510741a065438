//! A URL of a table: its origin, and the URL that a client requests.
//!
//! A verdict is about the URL that a client requests ([`RequestUrl`]). To parse one costs some hundred nanoseconds. Most
//! URLs of a table already have that form, because a crawler wrote them. [`AskedUrl::read`] recognises such a URL in one
//! pass over its bytes, and leaves every other URL to the parser.

use maycrawl::{Origin, RequestUrl};

/// A URL that a verdict can be given for.
#[derive(Debug)]
pub(crate) enum AskedUrl<'u> {
    /// The text is the requested URL. The number is the length of its origin.
    Plain(&'u str, usize),
    /// Another spelling. The parser has read it.
    Parsed(Box<RequestUrl>),
}

impl<'u> AskedUrl<'u> {
    /// Reads a URL, or a path that begins with one `/`.
    ///
    /// # Errors
    /// Why no client requests this text.
    pub(crate) fn read(written: &'u str) -> Result<Self, String> {
        if let Some(origin) = plain_origin(written.as_bytes()) {
            return Ok(Self::Plain(written, origin));
        }
        let parsed = match RequestUrl::parse(written) {
            Err(_) if written.starts_with('/') => RequestUrl::parse_path(written),
            parsed => parsed,
        };
        match parsed {
            // `https:/host/path` and `https:\\host\path` are accepted by URL parsers, and are mistakes in a table.
            Ok(url) if url.origin().is_none() || Origin::has_plain_authority(written) => {
                Ok(Self::Parsed(Box::new(url)))
            }
            Ok(_) => Err("the URL has no `//` before its host".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The requested URL.
    pub(crate) fn request(&self) -> &str {
        match self {
            Self::Plain(url, _) => url,
            Self::Parsed(url) => url.as_str(),
        }
    }

    /// The origin; `None` for a path.
    pub(crate) fn origin(&self) -> Option<&str> {
        match self {
            Self::Plain(url, length) => Some(&url[..*length]),
            Self::Parsed(url) => url.origin().map(Origin::as_str),
        }
    }
}

const HOST: u8 = 1;
const PATH: u8 = 2;

/// What each byte may be part of, without being changed by a URL parser.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let c = byte as u8;
        if c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-' || c == b'.' {
            classes[byte] |= HOST;
        }
        if c.is_ascii_alphanumeric() {
            classes[byte] |= PATH;
        }
        byte += 1;
    }
    let others = b"-._~!$&()*+,;=:@/?";
    let mut i = 0;
    while i < others.len() {
        classes[others[i] as usize] |= PATH;
        i += 1;
    }
    classes
};

/// The length of the origin of a URL that every client requests as it is written; `None` if that is not certain.
fn plain_origin(url: &[u8]) -> Option<usize> {
    let scheme = if url.starts_with(b"https://") {
        8
    } else if url.starts_with(b"http://") {
        7
    } else {
        return None;
    };
    let rest = &url[scheme..];
    let host = rest.iter().position(|&byte| CLASSES[usize::from(byte)] & HOST == 0)?;
    let (host, path) = rest.split_at(host);
    // A path is there, without a segment that begins with a dot, and without escapes.
    let mut before = 0;
    if path.first() != Some(&b'/') {
        return None;
    }
    for &byte in path {
        if CLASSES[usize::from(byte)] & PATH == 0 || (byte == b'.' && before == b'/') {
            return None;
        }
        before = byte;
    }
    // A last label that begins with a digit may be an IP address, and `xn--` is checked by the parser.
    let is_plain_label = |label: &[u8]| {
        let ends = (label.first(), label.last());
        let letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        letter(ends.0) && letter(ends.1) && label.len() < 64 && label.get(2..4) != Some(b"--")
    };
    let last = host.rsplit(|&byte| byte == b'.').next()?;
    let is_plain = host.len() < 254
        && last.first().is_some_and(u8::is_ascii_lowercase)
        && host.split(|&byte| byte == b'.').all(is_plain_label);
    is_plain.then_some(scheme + host.len())
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
            ("http://127.1/", false, "http://127.0.0.1", "http://127.0.0.1/"),
            ("/only/a/path", false, "", "/only/a/path"),
        ];
        for (written, is_plain, origin, request) in rows {
            let url = AskedUrl::read(written).unwrap();
            assert_eq!(matches!(url, AskedUrl::Plain(..)), is_plain, "{written}");
            assert_eq!((url.origin().unwrap_or(""), url.request()), (origin, request), "{written}");
        }
        for written in
            ["", "mailto:a@example.com", "https:/example.com/", "//example.com/", "http://[/"]
        {
            assert!(AskedUrl::read(written).is_err(), "{written}");
        }
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(4096))]
        #[test]
        fn a_plain_url_is_what_the_parser_gives(
            url in "https?://[a-z0-9.-]{1,12}(/[a-zA-Z0-9._~!$&()*+,;=:@?/%'|-]{0,6}){0,3}"
        ) {
            if let Some(origin) = plain_origin(url.as_bytes()) {
                let parsed = RequestUrl::parse(&url).unwrap();
                proptest::prop_assert_eq!(parsed.as_str(), &url);
                proptest::prop_assert_eq!(parsed.origin().unwrap().as_str(), &url[..origin]);
            }
        }
    }
}
