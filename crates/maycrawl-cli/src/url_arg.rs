//! URLs and names as people write them, brought to what the library asks for.

use maycrawl::written_url;
use maycrawl::{
    Crawler, CrawlerNameError, CrawlerNameErrorKind, Origin, OriginError, Printable, RequestUrl,
    escape_url,
};

use crate::output::{Failure, Output};

/// A URL as somebody wrote it, ready to be asked.
#[derive(Debug)]
pub(crate) struct Question<'u> {
    /// As written, without white space around it.
    pub(crate) written: &'u [u8],
    /// What a client requests for it: this is asked about. A bare path is of the file's own site.
    pub(crate) request: RequestUrl,
    was_escaped: bool,
}

impl<'u> Question<'u> {
    /// Understands `text`: a whole URL, or a path of the file's own site.
    pub(crate) fn new(text: &'u [u8]) -> Result<Self, String> {
        let written = text.trim_ascii();
        let shown = Printable(written);
        if written.is_empty() {
            return Err("the URL is empty; write https://example.com/page, or /page".to_owned());
        }
        // Parsers of URLs drop some of these, C strings end at another: nobody means them.
        if let Some(byte) = written.iter().find(|byte| matches!(byte, 0 | b'\t' | b'\n' | b'\r')) {
            return Err(format!(
                "`{shown}` has a control byte inside; take it out, or write %{byte:02X}"
            ));
        }
        let is_path = written.starts_with(b"/") && !written.starts_with(b"//");
        let escaped = escape_url(written);
        let was_escaped = *escaped != *written;
        let request = if is_path {
            // Escaped, it is ASCII.
            RequestUrl::parse_path(&String::from_utf8_lossy(&escaped)).map_err(|_| {
                format!("`{shown}` may name a host or a path; write https://HOST/PATH, or one `/`")
            })?
        } else {
            whole(written)?
        };
        Ok(Self { written, request, was_escaped })
    }

    /// Whose URL it is; `None` for a bare path.
    pub(crate) fn origin(&self) -> Option<&Origin> {
        self.request.origin()
    }

    /// What is asked about, if rules see another path in it than was written.
    pub(crate) fn asked_as(&self) -> Option<&str> {
        Some(self.request.as_str()).filter(|_| self.request.is_path_changed())
    }

    /// True when it was written with bytes that cannot be sent, or with escapes in lower case.
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

/// True when the URL is written `scheme://host/path`, and so means what it seems to.
fn has_plain_authority(url: &str) -> bool {
    let scheme = url.split_once("://").map_or("", |(scheme, _)| scheme);
    scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()) && Origin::has_plain_authority(url)
}

/// The crawlers named on the command line, each once; Googlebot if none is.
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
