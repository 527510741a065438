//! URLs and names as people write them, brought to what the library asks for.

use maycrawl::{Crawler, KnownCrawler, Origin, OriginError, Printable, RequestUrl, escape_url};

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
        .map_err(|_| format!("`{shown}` is no UTF-8; escape its bytes, such as %E4"))?;
    let request = RequestUrl::parse_any_scheme(text).map_err(|error| match error {
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

/// The crawlers named on the command line; Googlebot if none is.
pub(crate) fn crawlers(names: &[String], output: &mut Output) -> Result<Vec<Crawler>, Failure> {
    if names.is_empty() {
        return Ok(vec![Crawler::GOOGLEBOT]);
    }
    names.iter().map(|name| crawler(name.trim(), output)).collect()
}

fn crawler(name: &str, output: &mut Output) -> Result<Crawler, Failure> {
    let shown = Printable(name.as_bytes()).to_string();
    if name.is_empty() {
        return Err(Failure::new("the name of the agent is empty; write --agent Googlebot"));
    }
    if name.contains(['(', ';']) || name.starts_with("Mozilla/") {
        let within = KnownCrawler::all().iter().filter(|known| has_word(name, known.token));
        // Googlebot-Image contains Googlebot: the longest name is the one that is meant.
        let hint = within
            .max_by_key(|known| known.token.len())
            .map_or(String::new(), |known| format!("; did you mean --agent {}?", known.token));
        return Err(Failure::new(format!(
            "`{shown}` is a User-Agent header; robots.txt is written for product tokens{hint}"
        )));
    }
    let crawler = Crawler::named(name);
    if KnownCrawler::find(crawler.token()).is_none()
        && let Some(known) = KnownCrawler::meant_by(crawler.token().as_bytes())
    {
        output.note(
            "note",
            &format!(
                "no crawler `{shown}` is known here; did you mean `{}`? Asked as written",
                known.token
            ),
        );
    }
    Ok(crawler)
}

/// True when `header` has `token` as a word, outside of addresses: GPTBot's names openai.com.
fn has_word(header: &str, token: &str) -> bool {
    header
        .split([' ', ';', ',', '(', ')'])
        .filter(|piece| !piece.contains("://") && !piece.contains('@'))
        .flat_map(|piece| {
            piece.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')))
        })
        .any(|word| word.eq_ignore_ascii_case(token))
}
