//! Lints about sitemaps: relative URLs, other origins, repeated lines, and sitemaps that rules block.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::net::{Ipv4Addr, Ipv6Addr};

use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, UrlPath, as_written};

use super::fix::{Fix, FixEffect, gap};
use super::line_index::{LineIndex, ValueAt, line_end};
use super::lints::{
    BAD_SITEMAP_URL, BLOCKED_SITEMAP, FOREIGN_SITEMAP, LOCAL_SITEMAP, RELATIVE_SITEMAP,
    REPEATED_SITEMAP,
};
use super::quotes;

use maycrawl::internals::is_space;
use maycrawl::line::Span;
use maycrawl::robots_txt::Sitemap;

use super::report::Place;
use super::report::{FindingText, Quoted, Report};

/// Maximum number of sitemaps that are checked against the rules. Real files name fewer. Each check costs O(rules).
const MAX_CHECKED_SITEMAPS: usize = 64;

/// Checks every sitemap.
pub(crate) fn check(index: &LineIndex<'_>, report: &mut Report<'_>) {
    for sitemap in &index.sitemaps {
        one(sitemap, report);
    }
    repeated(index, report);
    blocked(index, report);
}

fn is_absolute(line: u32, url: &[u8]) -> bool {
    Sitemap { line, url }.is_absolute()
}

fn one(sitemap: &ValueAt, report: &mut Report<'_>) {
    if quotes::quoted_value(*sitemap, "this is not a URL", report) {
        return;
    }
    let (url, place) = (sitemap.value.slice(report.file()), sitemap.value_place());
    if let Some((message, help)) = bad_url(url, is_absolute(sitemap.line, url)) {
        let file = report.file();
        return report.add(&BAD_SITEMAP_URL, place, || {
            FindingText::new(message).help(help).choices(edit_of(help, url, place.span, file))
        });
    }
    if is_absolute(sitemap.line, url) {
        if is_local(host(url)) && !is_local_site(report) {
            return report.add(&LOCAL_SITEMAP, place, || {
                let message =
                    format!("no crawler can fetch the sitemap from the host {}", Quoted(host(url)));
                FindingText::new(message).help("write the public host of the sitemap")
            });
        }
        foreign(url, place, report);
        return;
    }
    let own = report.origin().map(|origin| Vec::from(origin.as_str()));
    report.add(&RELATIVE_SITEMAP, place, || {
        let text =
            FindingText::new(format!("a sitemap needs a full URL, and {} is not one", Quoted(url)));
        // `//cdn.example.com/sitemap.xml` names a host of its own. The origin must not stand in front of it.
        if let (Some(own), true) = (own, url.starts_with(b"/") && !url.starts_with(b"//")) {
            let whole = [&*own, url].concat();
            let write = format!("write {}", Quoted(&whole));
            let start = Span { end: place.span.start, ..place.span };
            let fix = Fix::new(write.clone(), FixEffect::KeepsVerdicts, start, own);
            return text.help(write).fix(fix);
        }
        text.help("write the full URL, such as `https://example.com/sitemap.xml`")
    });
}

const ONE_URL_A_LINE: &str = "write one `Sitemap` line for each URL";
const REMOVE_THE_TEXT: &str = "remove the text after the URL, or write `#` before it";
const WRITE_A_SPACE: &str = "write `%20` for a space in a URL";
const REMOVE_THE_MARK: &str = "remove the mark";
const WRITE_A_SCHEME: &str = "write `https` or `http`";

/// The edit that the help about a URL names.
fn edit_of(help: &str, url: &[u8], span: Span, file: &[u8]) -> Option<Fix> {
    let is_between = |&byte: &u8| is_space(byte) || matches!(byte, b',' | b';' | b'|');
    let words = || url.split(|&byte| is_space(byte)).filter(|word| !word.is_empty());
    let text = match help {
        ONE_URL_A_LINE => {
            let urls: Vec<_> = url.split(is_between).filter(|word| !word.is_empty()).collect();
            urls.join(&[line_end(file), b"Sitemap: "].concat()[..])
        }
        REMOVE_THE_TEXT => words().next()?.to_vec(),
        WRITE_A_SPACE => words().collect::<Vec<_>>().join(&b"%20"[..]),
        REMOVE_THE_MARK => url[..url.len() - 1].to_vec(),
        WRITE_A_SCHEME => {
            let end = memchr::memmem::find(url, b"://")?;
            return Some(Fix::new(
                "write `https`".into(),
                FixEffect::Mends,
                Span { end: span.start + end as u32, ..span },
                "https",
            ));
        }
        _ => return None,
    };
    Some(Fix::new(help.into(), FixEffect::Mends, span, text))
}

/// What is wrong with the URL of a sitemap, and what to do about it. A relative URL has its own lint.
fn bad_url(url: &[u8], is_absolute: bool) -> Option<(String, &'static str)> {
    let mut words = url.split(|&byte| is_space(byte)).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let is_url = |text: &[u8]| memchr::memmem::find(text, b"://").is_some();
    if let Some(second) = words.next().filter(|second| is_absolute || is_url(second)) {
        let help = if is_url(second) {
            ONE_URL_A_LINE
        } else if is_absolute && first.ends_with(b".xml") {
            REMOVE_THE_TEXT
        } else {
            WRITE_A_SPACE
        };
        return Some((format!("a URL has no spaces, and {} has", Quoted(url)), help));
    }
    if !is_absolute {
        return None;
    }
    let is_next =
        |at: usize| url[at + 1..].get(..4).is_some_and(|it| it.eq_ignore_ascii_case(b"http"));
    let mut marks = (0..url.len()).filter(|&at| matches!(url[at], b',' | b';' | b'|'));
    if marks.find(|&at| is_next(at)).is_some_and(|first| is_url(&url[first..])) {
        return Some((format!("{} has more than one URL", Quoted(url)), ONE_URL_A_LINE));
    }
    if let [.., mark @ (b',' | b';')] = url {
        let mark = char::from(*mark);
        return Some((
            format!("the `{mark}` at the end of {} is part of the URL", Quoted(url)),
            REMOVE_THE_MARK,
        ));
    }
    let scheme = &url[..memchr::memmem::find(url, b"://")?];
    if !["http", "https", "ftp", "ftps"].iter().any(|it| scheme.eq_ignore_ascii_case(it.as_bytes()))
    {
        return Some((
            format!("crawlers fetch no URL with the scheme {}", Quoted(scheme)),
            WRITE_A_SCHEME,
        ));
    }
    let host = host(url);
    let is_placeholder = |byte: &u8| b"{}<>[]%$".contains(byte);
    if host.is_empty() {
        return Some((
            format!("the URL {} has no host", Quoted(url)),
            "write the host of the sitemap",
        ));
    }
    (!host.starts_with(b"[") && host.iter().any(is_placeholder)).then(|| {
        (format!("{} is not the name of a host", Quoted(host)), "write the host of the sitemap")
    })
}

/// True if the file itself is on this computer or in a private network.
fn is_local_site(report: &Report<'_>) -> bool {
    if let Some(origin) = report.origin() {
        return is_local(host(origin.as_str().as_bytes()));
    }
    let _ = report;
    false
}

/// Names under which no crawler finds a host. (RFC 6761, RFC 6762; names that home routers and clouds use.)
const LOCAL_NAMES: [&str; 6] = ["localhost", "local", "internal", "lan", "test", "localdomain"];

/// True for a host of this computer or of a private network.
fn is_local(host: &[u8]) -> bool {
    let host = core::str::from_utf8(host).unwrap_or_default();
    if let Ok(address) = host.parse::<Ipv4Addr>() {
        return address.is_loopback()
            || address.is_private()
            || address.is_link_local()
            || address.is_unspecified();
    }
    let inside = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    if let Some(address) = inside.and_then(|it| it.parse::<Ipv6Addr>().ok()) {
        return address.is_loopback()
            || address.is_unique_local()
            || address.is_unicast_link_local();
    }
    let last = host.rsplit('.').next().unwrap_or_default();
    // A name without a dot may be a top-level domain, and is not looked at, except `localhost`.
    LOCAL_NAMES.iter().any(|name| last.eq_ignore_ascii_case(name))
        && (host.contains('.') || host.eq_ignore_ascii_case("localhost"))
}

fn foreign(url: &[u8], place: Place, report: &mut Report<'_>) {
    let Some(origin) = report.origin() else { return };
    if report.is_own(url) == Some(false) {
        let own = origin.as_str();
        report.add(&FOREIGN_SITEMAP, place, || {
            FindingText::new(format!("the sitemap {} is not on {own}", Quoted(url)))
                .help("check that the sitemap is yours")
        });
    }
}

fn repeated(index: &LineIndex<'_>, report: &mut Report<'_>) {
    let url = |sitemap: &ValueAt| sitemap.value.slice(index.file);
    let mut sorted: Vec<&ValueAt> = index.sitemaps.iter().filter(|s| !s.value.is_empty()).collect();
    sorted.sort_by_key(|sitemap| url(sitemap));
    for same in sorted.chunk_by(|a, b| url(a) == url(b)) {
        for again in &same[1..] {
            report.add(&REPEATED_SITEMAP, again.value_place(), || {
                let message = format!(
                    "line {} already names the sitemap {}",
                    same[0].line,
                    Quoted(url(again))
                );
                FindingText::new(message).advise(index.remove(**again, true))
            });
        }
    }
}

/// Reports sitemaps of the file's own site that Googlebot may not fetch. If the origin of the file is unknown, and all
/// sitemaps are on one host, that host is taken as the site.
fn blocked(index: &LineIndex<'_>, report: &mut Report<'_>) {
    let is_blocking = |kind: RuleKind| kind == RuleKind::Disallow;
    let whole = |sitemap: &&ValueAt| is_absolute(sitemap.line, sitemap.value.slice(index.file));
    let sitemaps: Vec<&ValueAt> = index.sitemaps.iter().filter(whole).collect();
    if sitemaps.is_empty() || !index.rules.iter().any(|rule| is_blocking(rule.kind)) {
        return;
    }
    let host = |sitemap: &ValueAt| authority(sitemap.value.slice(index.file));
    let one_host =
        sitemaps.windows(2).all(|pair| host(pair[0]).eq_ignore_ascii_case(host(pair[1])));
    let rules = report.robots.rules_for(&Crawler::GOOGLEBOT);
    let profile = report.profile();
    for sitemap in sitemaps.into_iter().take(MAX_CHECKED_SITEMAPS) {
        let url = sitemap.value.slice(index.file);
        if !report.is_own(url).unwrap_or(one_host) {
            continue;
        }
        let own = url;
        // Rules are escaped when they are read. A URL is compared as given, so a raw `/ä.xml` would match no rule.
        let url = maycrawl::escape_url(url);
        let verdict = rules.check(as_written(&*url));
        if verdict.is_allowed() {
            continue;
        }
        let line = verdict.rule().map_or(0, |rule| rule.line);
        report.add(&BLOCKED_SITEMAP, sitemap.value_place(), || {
            FindingText::new(format!(
                "line {line} blocks the sitemap {} for Googlebot",
                Quoted(own)
            ))
            .help("add `Allow:` with the path of the sitemap to the group of that line")
            .choices(index.value_at(line).map(|rule| {
                let path = UrlPath::from_url(as_written(&*url), profile);
                let allow = [line_end(index.file), b"Allow: ", path.as_bytes()].concat();
                let title = format!("add `Allow:` with this path below line {line}");
                Fix::new(title, FixEffect::Mends, gap(rule.whole.end), allow)
            }))
        });
    }
}

/// The host of an absolute URL, with its port.
fn authority(url: &[u8]) -> &[u8] {
    let start = memchr::memmem::find(url, b"://").map_or(url.len(), |at| at + 3);
    let end = url[start..].iter().position(|&byte| matches!(byte, b'/' | b'?' | b'#'));
    &url[start..end.map_or(url.len(), |end| start + end)]
}

/// The host of an absolute URL, without user and port.
fn host(url: &[u8]) -> &[u8] {
    let authority = authority(url);
    let start = memchr::memrchr(b'@', authority).map_or(0, |at| at + 1);
    let host = &authority[start..];
    let end = if host.starts_with(b"[") {
        memchr::memchr(b']', host).map_or(host.len(), |at| at + 1)
    } else {
        memchr::memchr(b':', host).unwrap_or(host.len())
    };
    &host[..end]
}
