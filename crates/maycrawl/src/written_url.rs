//! What people write where a URL is wanted: hosts without a scheme, names of files, a robots.txt that no crawler reads.
//!
//! Nothing in this module fetches or looks at files. Each function takes time linear in its text.

use alloc::format;
use core::net::Ipv4Addr;

use crate::origin::Origin;

/// Endings of file names. No host ends so, but for `.zip` and `.mov`: of those the scheme has to be written.
const FILE_ENDINGS: [&str; 31] = [
    "asp", "aspx", "bin", "bz2", "cfg", "conf", "css", "csv", "doc", "gif", "gz", "htm", "html",
    "jpeg", "jpg", "js", "json", "jsonl", "jsp", "log", "mov", "pdf", "php", "png", "svg", "tsv",
    "txt", "xhtml", "xml", "zip", "zst",
];

/// True for what stands behind `https://` in a URL: a host, and what follows it. A host has a dot, or it is `localhost` or
/// an address; what ends as names of files do is none.
///
/// ```
/// use maycrawl::written::begins_with_host;
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
        && !has_file_ending(host)
        && Origin::parse(&format!("https://{text}")).is_ok()
}

/// True for a name with a dot inside. A number is an address only in four parts: `1.2` is a mistake.
fn is_dotted(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    let Some((rest, last)) = host.rsplit_once('.') else { return false };
    let is_number = last.starts_with(|c: char| c.is_ascii_digit());
    !rest.starts_with('.')
        && !rest.is_empty()
        && !last.is_empty()
        && (!is_number || host.parse::<Ipv4Addr>().is_ok())
}

/// True for a name that ends as names of files do, unless it is a whole URL or a path.
///
/// ```
/// use maycrawl::written::is_file_name;
///
/// assert!(is_file_name("page.html") && is_file_name("sitemap.xml.gz"));
/// assert!(!is_file_name("example.com") && !is_file_name("/page.html"));
/// ```
#[must_use]
pub fn is_file_name(text: &str) -> bool {
    !text.contains("://") && !text.starts_with('/') && has_file_ending(text)
}

fn has_file_ending(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| FILE_ENDINGS.contains(&&*ending))
}

/// The path of a URL that names a robots.txt of which crawlers know nothing, because it is in a folder or in other letters.
/// (Google's specification, *Examples of valid robots.txt URLs*.)
///
/// ```
/// use maycrawl::written::misplaced_robots_txt;
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
