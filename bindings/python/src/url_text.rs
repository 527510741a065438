//! URLs as Python gives them: read into the URL that a client requests.
//!
//! Rules see a URL as it is given, but clients resolve `..`, turn `\` into `/` and so on before they send it. So a URL is
//! converted first ([`RequestUrl`]). Most URLs are not changed by that: a scan finds them, which costs a tenth of
//! parsing the URL.

use maycrawl::{Origin, Printable, RequestUrl, escape_url};

/// A URL to check.
pub(crate) enum AskedUrl<'u> {
    /// A client requests this URL as it is written.
    Plain(&'u str),
    /// The URL that a client requests.
    Requested(RequestUrl),
}

impl<'u> AskedUrl<'u> {
    /// Reads a whole URL, or a path that begins with `/`.
    ///
    /// # Errors
    /// What is wrong with the text, and what to write.
    pub(crate) fn read(text: &'u str) -> Result<Self, String> {
        if is_plain(text.as_bytes()) {
            return Ok(Self::Plain(text));
        }
        let shown = Printable(text.as_bytes());
        let written = text.trim();
        if written.is_empty() {
            return Err("the URL is empty; give https://example.com/page, or /page".to_owned());
        }
        if let Some(byte) = written.bytes().find(|byte| matches!(byte, 0 | b'\t' | b'\n' | b'\r')) {
            return Err(format!(
                "`{shown}` contains a control byte; remove it, or write %{byte:02X}"
            ));
        }
        if written.starts_with('/') && !written.starts_with("//") {
            let escaped = escape_url(written.as_bytes());
            let request = RequestUrl::parse_path(&String::from_utf8_lossy(&escaped));
            return request.map(Self::Requested).map_err(|_| {
                format!("`{shown}` may name a host or a path; give https://HOST/PATH, or one `/`")
            });
        }
        let request = RequestUrl::parse_any_scheme(written).map_err(|error| {
            format!("`{shown}` is not a URL: {error}; give https://HOST/PATH, or a path that begins with /")
        })?;
        if Origin::has_plain_authority(written) {
            return Ok(Self::Requested(request));
        }
        Err(format!(
            "`{shown}` is not written scheme://host/path, so its path is unclear; write it so"
        ))
    }

    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Requested(url) => url.as_str(),
        }
    }

    /// The URL that a client requests, if its path differs from the written one.
    pub(crate) fn changed(&self) -> Option<&str> {
        match self {
            Self::Requested(url) if url.is_path_changed() => Some(url.as_str()),
            _ => None,
        }
    }

    /// True if the URL is one of `origin`. A bare path belongs to the file's own site.
    pub(crate) fn is_of(&self, origin: &Origin) -> bool {
        match self {
            Self::Requested(url) => url.origin().is_none_or(|own| own == origin),
            Self::Plain(text) => {
                let rest = text.strip_prefix(origin.as_str());
                text.starts_with('/')
                    || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
                    || Origin::parse(text).is_ok_and(|own| own == *origin)
            }
        }
    }
}

/// True if a client requests this URL as it is written, and every parser finds the same path in it.
fn is_plain(url: &[u8]) -> bool {
    let path = match url {
        [b'/', b'/', ..] => return false,
        [b'/', ..] => url,
        _ => {
            let host = url.strip_prefix(b"https://").or_else(|| url.strip_prefix(b"http://"));
            let Some(host) = host else { return false };
            let is_host = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
            let end = host.iter().position(|&byte| !is_host(byte)).unwrap_or(host.len());
            let (name, path) = host.split_at(end);
            if name.is_empty() || !name.is_ascii() || path.first() != Some(&b'/') {
                return false;
            }
            path
        }
    };
    has_plain_bytes(path) && has_plain_escapes(path) && !has_dot_segment(path)
}

/// True if no byte is escaped, removed or replaced by a client. No branch in the loop, so that it becomes vector code.
fn has_plain_bytes(path: &[u8]) -> bool {
    path.iter().fold(true, |plain, &byte| {
        let is_plain = (byte == b'!')
            | (b'#'..=b'&').contains(&byte)
            | (b'('..=b';').contains(&byte)
            | (byte == b'=')
            | (b'?'..=b'Z').contains(&byte)
            | (byte == b'_')
            | byte.is_ascii_lowercase()
            | (byte == b'~');
        plain & is_plain
    })
}

/// True if every `%` begins an escape in upper case that is not a dot. A client leaves `%e4`, and rules are compared with
/// `%E4`; `%2E%2E` is a dot segment.
fn has_plain_escapes(path: &[u8]) -> bool {
    let is_hex = |byte: u8| byte.is_ascii_digit() | (b'A'..=b'F').contains(&byte);
    let whole = path.windows(3).fold(true, |plain, bytes| {
        let is_escape = is_hex(bytes[1]) & is_hex(bytes[2]);
        let is_dot = (bytes[1] == b'2') & (bytes[2] == b'E');
        plain & ((bytes[0] != b'%') | is_escape & !is_dot)
    });
    whole && !path.iter().rev().take(2).any(|&byte| byte == b'%')
}

/// True if the path may have a segment `.` or `..`. Other names that begin with a dot count too.
fn has_dot_segment(path: &[u8]) -> bool {
    let pairs = path.iter().zip(path.get(1..).unwrap_or_default());
    pairs.fold(false, |found, (&first, &second)| found | (first == b'/') & (second == b'.'))
}
