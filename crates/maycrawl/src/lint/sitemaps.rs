//! Lints about sitemaps: relative URLs, other origins, repeated lines, and sitemaps that rules block.

use alloc::format;
use alloc::vec::Vec;

use super::diagnostic::{Lint, Severity};
#[cfg(feature = "origin")]
use super::fix::{Effect, Fix};
use super::line_index::{LineIndex, ValueAt};
use super::quotes;
#[cfg(feature = "origin")]
use super::report::Place;
use super::report::{FindingText, Quoted, Report};
use crate::crawler::Crawler;
use crate::matching::rule::RuleKind;
#[cfg(feature = "origin")]
use crate::reading::line::Span;
use crate::reading::robots_txt::Sitemap;
use crate::urls::requested::as_written;

pub(crate) static RELATIVE_SITEMAP: Lint = Lint {
    code: "R501",
    name: "relative-sitemap",
    severity: Severity::Error,
    summary: "A sitemap needs a full URL; Google does not find a relative one.",
    page: "\
The line does not belong to a page, so crawlers cannot resolve a relative URL. Write scheme, host and path.",
    example: b"Sitemap: /sitemap.xml\n",
    instead: b"Sitemap: https://example.com/sitemap.xml\n",
    fix: Some(
        "Adds the origin of the file at the start, if the origin is known. No verdict changes.",
    ),
    references: &["Google, *Sitemap*", "sitemaps.org, *Specifying the Sitemap location*"],
};

pub(crate) static FOREIGN_SITEMAP: Lint = Lint {
    code: "R502",
    name: "foreign-sitemap",
    severity: Severity::Note,
    summary: "The sitemap has another scheme, host or port; that is allowed, but check that the sitemap is yours.",
    page: "\
A sitemap may be on any host: a line in this file proves that the sitemap may list the URLs of this site. But the line may be left over
from a move of the site (http instead of https, or the staging host). Then it lists pages that redirect or that should not be found.",
    example: b"",
    instead: b"",
    fix: None,
    references: &["sitemaps.org, *Sitemaps & Cross Submits*"],
};

pub(crate) static REPEATED_SITEMAP: Lint = Lint {
    code: "R503",
    name: "repeated-sitemap",
    severity: Severity::Note,
    summary: "The file names the same sitemap twice; one line is enough.",
    page: "A sitemap line applies to every crawler, at any position in the file. It need not be repeated in each group.",
    example: b"Sitemap: https://example.com/s.xml\nSitemap: https://example.com/s.xml\n",
    instead: b"Sitemap: https://example.com/s.xml\n",
    fix: Some("Removes the second line. Nothing changes for any crawler."),
    references: &["Google, *Sitemap*"],
};

pub(crate) static BLOCKED_SITEMAP: Lint = Lint {
    code: "R504",
    name: "blocked-sitemap",
    severity: Severity::Warning,
    summary: "The rules of the file block the sitemap that the file names.",
    page: "\
A sitemap line does not allow crawlers to fetch the sitemap. Google reports such a sitemap as \"URL restricted by robots.txt\" and does not
read it. The lint checks the rules for Googlebot. It checks sitemaps on the origin of the file. If that origin is unknown, it checks them
only if all sitemaps are on one host.",
    example: b"User-agent: *\nDisallow: /files/\n\nSitemap: https://example.com/files/sitemap.xml\n",
    instead: b"User-agent: *\nDisallow: /files/\nAllow: /files/sitemap.xml\n\nSitemap: https://example.com/files/sitemap.xml\n",
    fix: None,
    references: &["Google, *Sitemap errors: URL restricted by robots.txt*"],
};

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
    if is_absolute(sitemap.line, url) {
        #[cfg(feature = "origin")]
        foreign(url, place, report);
        return;
    }
    #[cfg(feature = "origin")]
    let own = report.origin().map(|origin| Vec::from(origin.as_str()));
    report.add(&RELATIVE_SITEMAP, place, || {
        let text =
            FindingText::new(format!("a sitemap needs a full URL, and {} is not one", Quoted(url)));
        // `//cdn.example.com/sitemap.xml` names a host of its own. The origin must not stand in front of it.
        #[cfg(feature = "origin")]
        if let (Some(own), true) = (own, url.starts_with(b"/") && !url.starts_with(b"//")) {
            let whole = [&*own, url].concat();
            let write = format!("write {}", Quoted(&whole));
            let start = Span { end: place.span.start, ..place.span };
            let fix = Fix::new(write.clone(), Effect::KeepsVerdicts, start, own);
            return text.help(write).fix(fix);
        }
        text.help("write the full URL, such as `https://example.com/sitemap.xml`")
    });
}

#[cfg(feature = "origin")]
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
                let fix = index.without_line(**again, "remove the line");
                let message = format!(
                    "line {} already names the sitemap {}",
                    same[0].line,
                    Quoted(url(again))
                );
                FindingText::new(message).help("remove the line").fix(fix)
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
    for sitemap in sitemaps.into_iter().take(MAX_CHECKED_SITEMAPS) {
        let url = sitemap.value.slice(index.file);
        if !report.is_own(url).unwrap_or(one_host) {
            continue;
        }
        let own = url;
        // Rules are escaped when they are read. A URL is compared as given, so a raw `/ä.xml` would match no rule.
        let url = crate::escape_url(url);
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
        });
    }
}

/// The host of an absolute URL, with its port.
fn authority(url: &[u8]) -> &[u8] {
    let start = memchr::memmem::find(url, b"://").map_or(url.len(), |at| at + 3);
    let end = url[start..].iter().position(|&byte| matches!(byte, b'/' | b'?' | b'#'));
    &url[start..end.map_or(url.len(), |end| start + end)]
}
