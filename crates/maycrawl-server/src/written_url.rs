//! URLs as people write them. The service accepts the same ones as the command, and refuses others in the same words.
//! `conformance/urls/written.jsonl` is the test table of the service, the command and the page.

use maycrawl::{Origin, OriginError, Printable, written_url};

use crate::problem::{Problem, ProblemKind};

/// Longest URL that the service accepts.
const MAX_URL_BYTES: usize = 8 << 10;
/// Characters of a URL that a message quotes.
const MAX_QUOTED_CHARS: usize = 200;

/// A URL without the white space around it.
///
/// # Errors
/// If the URL is empty, is too long, or has a control byte.
pub(crate) fn trimmed(url: &str) -> Result<&str, Problem> {
    let url = url.trim();
    let refuse = |detail: String| Err(ProblemKind::BadUrl.with_detail(detail));
    if url.is_empty() {
        return refuse("the URL is empty; write https://example.com/page, or /page".to_owned());
    }
    if url.len() > MAX_URL_BYTES {
        return refuse(format!(
            "the URL is longer than {MAX_URL_BYTES} bytes; write a shorter one"
        ));
    }
    match url.bytes().find(u8::is_ascii_control) {
        Some(byte) => refuse(format!(
            "`{}` has a control byte inside; take it out, or write %{byte:02X}",
            quoted(url)
        )),
        None => Ok(url),
    }
}

/// The origin of an absolute URL.
///
/// # Errors
/// If the URL is not an absolute http, https or ftp URL, or is not written as `scheme://host/path`.
pub(crate) fn origin_of(url: &str) -> Result<Origin, Problem> {
    let refuse = |detail: String| ProblemKind::BadUrl.with_detail(detail);
    let shown = quoted(url);
    let origin = Origin::parse(url).map_err(|error| match error {
        _ if written_url::is_file_name(url) && !written_url::begins_with_host(url) => refuse(format!(
            "`{shown}` is the name of a file, not a URL; write https://HOST/{shown}, or the path /{shown}"
        )),
        OriginError::NotAUrl(_)
            if !url.contains("://") && !written_url::begins_with_host(url.trim_start_matches('/')) =>
        {
            refuse(format!(
                "`{shown}` is not a URL; write https://HOST/PATH, or a path that begins with /"
            ))
        }
        OriginError::NotAUrl(_) if !url.contains("://") => refuse(format!(
            "`{shown}` has no scheme; write https://{}, or a path that begins with /",
            quoted(url.trim_start_matches('/'))
        )),
        _ => refuse(format!("`{shown}`: {error}")),
    })?;
    let scheme = url.split_once("://").map_or("", |(scheme, _)| scheme);
    let is_plain = scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_plain && Origin::has_plain_authority(url) {
        return Ok(origin);
    }
    Err(refuse(format!(
        "`{shown}` is not written scheme://host/path, so its path is unclear; write {origin}/ and the path"
    )))
}

/// A note for a URL that looks like a robots.txt but is not the one of its host, so that crawlers never read it:
/// `Robots.TXT` and `/folder/robots.txt`.
pub(crate) fn misplaced_robots_note(url: &str, origin: &Origin) -> Option<String> {
    written_url::misplaced_robots_txt(url)?;
    Some(format!("crawlers never read {}; this is {origin}/robots.txt", quoted(url)))
}

fn quoted(url: &str) -> String {
    let shown: String = url.chars().take(MAX_QUOTED_CHARS).collect();
    Printable(shown.as_bytes()).to_string()
}
