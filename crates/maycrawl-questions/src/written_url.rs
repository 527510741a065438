//! URLs of requests.

use maycrawl::answer::beginning;
use maycrawl::asked_url::{AskedUrl, AskedUrlError, Schemes};
use maycrawl::{Origin, Printable, RequestUrl, written_url};

use crate::refusal::{Refusal, RefusalKind};

/// Longest URL that the service accepts: what servers take. A request has up to a thousand of them.
const MAX_URL_BYTES: usize = 8 << 10;
/// Bytes of a URL that a message quotes.
const MAX_QUOTED_BYTES: usize = 200;

/// A whole URL, or a path of the site whose file is asked.
///
/// # Errors
/// What is wrong with the text, and what to write.
pub fn draft_url(url: &str) -> Result<RequestUrl, Refusal> {
    read(url)?.map_err(|error| RefusalKind::BadUrl.with_detail(error.to_string()))
}

fn read(url: &str) -> Result<Result<RequestUrl, AskedUrlError>, Refusal> {
    if url.trim().len() > MAX_URL_BYTES {
        let detail = format!("the URL is longer than {MAX_URL_BYTES} bytes; write a shorter one");
        return Err(RefusalKind::BadUrl.with_detail(detail));
    }
    Ok(AskedUrl::read(url, Schemes::Fetched).map(AskedUrl::into_request))
}

/// A whole URL, and its origin.
///
/// # Errors
/// As of [`draft_url`]; a path has no origin.
pub fn live_url(url: &str) -> Result<(RequestUrl, Origin), Refusal> {
    let request = read(url)?
        .map_err(|error| RefusalKind::BadUrl.with_detail(error.without_path().to_string()))?;
    let Some(origin) = request.origin().cloned() else {
        let shown = quoted(request.as_str());
        let detail = format!("`{shown}` is a path; write https://HOST{shown}");
        return Err(RefusalKind::BadUrl.with_detail(detail));
    };
    Ok((request, origin))
}

/// A note for a URL that looks like a robots.txt but is not the one of its host, so that crawlers never read it:
/// `Robots.TXT` and `/folder/robots.txt`.
pub fn misplaced_robots_note(url: &str, origin: &Origin) -> Option<String> {
    written_url::misplaced_robots_txt(url)?;
    Some(format!("crawlers never read {}; this is {origin}/robots.txt", quoted(url)))
}

fn quoted(url: &str) -> Printable<'_> {
    Printable(beginning(url.as_bytes(), MAX_QUOTED_BYTES))
}
