//! URLs and names of crawlers as people write them, parsed for the library.

use maycrawl::crawler::{CrawlerNameError, CrawlerNameErrorKind};
use maycrawl::written_url;
use maycrawl::{Crawler, Origin, OriginError, Printable, RequestUrl, escape_url};

use crate::output::{Failure, Output};

/// The longest URL: 64 KiB. A longer line of standard input is a mistake.
pub(crate) const MAX_URL_BYTES: usize = 64 << 10;

/// A URL of the command line or of standard input.
#[derive(Debug)]
pub(crate) struct UrlArg<'u> {
    /// The text as written, without white space around it.
    pub(crate) written: &'u [u8],
    /// The URL that a client requests for it, which the verdict is about. A bare path is one of the file's own site.
    pub(crate) request: RequestUrl,
    was_escaped: bool,
}

impl<'u> UrlArg<'u> {
    /// Parses a whole URL, or a path of the file's own site.
    ///
    /// # Errors
    /// What is wrong with the text, and what to write.
    pub(crate) fn parse(text: &'u [u8]) -> Result<Self, String> {
        let written = text.trim_ascii();
        let shown = Printable(written);
        if written.is_empty() {
            return Err("the URL is empty; write https://example.com/page, or /page".to_owned());
        }
        // URL parsers drop tabs and line ends, and C strings end at a zero byte: such a URL is a mistake.
        if let Some(byte) = written.iter().find(|byte| matches!(byte, 0 | b'\t' | b'\n' | b'\r')) {
            return Err(format!(
                "`{shown}` contains a control byte; remove it, or write %{byte:02X}"
            ));
        }
        let is_path = written.starts_with(b"/") && !written.starts_with(b"//");
        let escaped = escape_url(written);
        let was_escaped = *escaped != *written;
        let request = if is_path {
            // An escaped URL is ASCII.
            RequestUrl::parse_path(&String::from_utf8_lossy(&escaped)).map_err(|_| {
                format!("`{shown}` may name a host or a path; write https://HOST/PATH, or one `/`")
            })?
        } else {
            whole(written)?
        };
        Ok(Self { written, request, was_escaped })
    }

    /// The origin; `None` for a bare path.
    pub(crate) fn origin(&self) -> Option<&Origin> {
        self.request.origin()
    }

    /// The URL that a client requests, if its path differs from the written one.
    pub(crate) fn requested(&self) -> Option<&str> {
        Some(self.request.as_str()).filter(|_| self.request.is_path_changed())
    }

    /// True if the text has bytes that cannot be sent, or escapes in lower case.
    pub(crate) fn was_escaped(&self) -> bool {
        self.was_escaped
    }
}

/// A whole URL.
fn whole(written: &[u8]) -> Result<RequestUrl, String> {
    let shown = Printable(written);
    let text = std::str::from_utf8(written)
        .map_err(|_| format!("`{shown}` is not UTF-8; escape its bytes, such as %E4"))?;
    let request = RequestUrl::parse_any_scheme(text).map_err(|error| match error {
        OriginError::NotAUrl(_) if !written_url::begins_with_host(text.trim_start_matches('/')) => {
            format!("`{shown}` is not a URL; write https://HOST/PATH, or a path that begins with /")
        }
        OriginError::NotAUrl(_) if !text.contains("://") => format!(
            "`{shown}` has no scheme; write https://{}, or a path that begins with /",
            Printable(text.trim_start_matches('/').as_bytes())
        ),
        _ => format!("`{shown}`: {error}"),
    })?;
    if !has_plain_authority(text) {
        return Err(format!(
            "`{shown}` is not written scheme://host/path, so its path is unclear; write {} and the path",
            request.origin().map_or(String::new(), |origin| format!("{origin}/"))
        ));
    }
    Ok(request)
}

/// True if the URL is written `scheme://host/path`, so that every parser reads it the same way.
fn has_plain_authority(url: &str) -> bool {
    let scheme = url.split_once("://").map_or("", |(scheme, _)| scheme);
    scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()) && Origin::has_plain_authority(url)
}

/// The error for a line that is longer than a URL can be; `start` is its beginning.
pub(crate) fn too_long(start: &[u8]) -> String {
    format!("`{}...` is longer than 64 KiB, too long for a URL", Printable(start))
}

/// The crawlers of the command line without duplicates; Googlebot if none is named.
///
/// # Errors
/// A name is not a product token; the message says what to write.
pub(crate) fn crawlers(names: &[String], output: &mut Output) -> Result<Vec<Crawler>, Failure> {
    if names.is_empty() {
        return Ok(vec![Crawler::GOOGLEBOT]);
    }
    let mut crawlers = Vec::new();
    for names in names {
        for resolved in Crawler::resolve_list(names).map_err(|error| refused_agent(&error))? {
            if let Some(note) = resolved.note() {
                output.note("note", &note);
            }
            let crawler = resolved.into_crawler();
            if !crawlers.contains(&crawler) {
                crawlers.push(crawler);
            }
        }
    }
    Ok(crawlers)
}

fn refused_agent(error: &CrawlerNameError) -> Failure {
    let help = match error.kind() {
        CrawlerNameErrorKind::Empty => "; write --agent Googlebot",
        CrawlerNameErrorKind::Blank => "; for two crawlers give --agent twice",
        _ => "",
    };
    Failure::new(format!("--agent: {error}{help}"))
}
