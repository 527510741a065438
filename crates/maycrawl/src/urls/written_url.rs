//! Texts that people write instead of a URL: hosts without a scheme, file names, a robots.txt in the wrong place.
//!
//! The functions of this module neither fetch nor read files. Each takes time linear in its text.

use alloc::format;
use core::net::Ipv4Addr;

use crate::urls::origin::Origin;

/// File name extensions. Hosts do not end in one, except in `.zip` and `.mov`; for such hosts the scheme must be
/// written.
const FILE_EXTENSIONS: [&str; 32] = [
    "asp", "aspx", "bin", "bz2", "cfg", "conf", "css", "csv", "doc", "gif", "gz", "htm", "html",
    "jpeg", "jpg", "js", "json", "jsonl", "jsp", "log", "mov", "pdf", "php", "png", "svg", "tsv",
    "txt", "webp", "xhtml", "xml", "zip", "zst",
];

/// True for a URL without its `https://`: a host, and the text after it. A host has a dot, or is `localhost` or an IP
/// address. A name with a file name extension is not a host.
///
/// ```
/// use maycrawl::written_url::begins_with_host;
///
/// assert!(begins_with_host("example.com/page") && begins_with_host("[::1]:8080"));
/// assert!(!begins_with_host("page.html") && !begins_with_host("https://example.com/"));
/// ```
#[must_use]
pub fn begins_with_host(text: &str) -> bool {
    let authority = text.split(['/', '?', '#']).next().unwrap_or_default();
    let host = match authority.rsplit_once(':') {
        _ if authority.starts_with('[') => authority,
        Some((host, port)) if !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) => host,
        Some(_) => return false,
        None => authority,
    };
    let is_known =
        host.starts_with('[') || host.eq_ignore_ascii_case("localhost") || is_dotted(host);
    is_known
        && !authority.contains(['@', '\\', ';'])
        && !has_file_extension(host)
        && Origin::parse(&format!("https://{text}")).is_ok()
}

/// True for a name with a dot inside. Numbers are an address only in four parts; `1.2` is a mistake.
fn is_dotted(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    let Some((rest, last)) = host.rsplit_once('.') else { return false };
    let is_number = last.starts_with(|c: char| c.is_ascii_digit());
    !rest.starts_with('.')
        && !rest.is_empty()
        && !last.is_empty()
        && (!is_number || host.parse::<Ipv4Addr>().is_ok())
}

/// True for a name with a file name extension, unless it is a whole URL or a path.
///
/// ```
/// use maycrawl::written_url::is_file_name;
///
/// assert!(is_file_name("page.html") && is_file_name("sitemap.xml.gz"));
/// assert!(!is_file_name("example.com") && !is_file_name("/page.html"));
/// ```
#[must_use]
pub fn is_file_name(text: &str) -> bool {
    !text.contains("://") && !text.starts_with('/') && has_file_extension(text)
}

fn has_file_extension(name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    extension.is_some_and(|extension| FILE_EXTENSIONS.contains(&&*extension))
}

/// The path of a URL that names a robots.txt which crawlers do not read, because it is in a folder or has capital
/// letters in its name. `None` for every other URL. (Google, *Examples of valid robots.txt URLs*.)
///
/// ```
/// use maycrawl::written_url::misplaced_robots_txt;
///
/// assert_eq!(misplaced_robots_txt("https://example.com/Robots.TXT"), Some("/Robots.TXT"));
/// assert_eq!(misplaced_robots_txt("https://example.com/robots.txt"), None);
/// ```
#[must_use]
pub fn misplaced_robots_txt(url: &str) -> Option<&str> {
    let rest = url.trim().split_once("://").map_or(url.trim(), |(_, rest)| rest);
    let path = rest.find('/').map_or("", |start| &rest[start..]);
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let (_, name) = path.rsplit_once('/')?;
    (name.eq_ignore_ascii_case("robots.txt") && path != "/robots.txt").then_some(path)
}
