//! Text sitemaps: a URL in each line. (sitemaps.org, *Other Sitemap formats*.)

use std::io::{BufRead as _, Read};

use super::limited_reader::LimitedReader;
use super::problem::{SitemapProblem, SitemapProblemKind};
use super::resource::SitemapResources;
use super::{MAX_URL_CHARS, SitemapItem, SitemapUrl, problem_of};

/// What a file is that begins with text, if it is no list of URLs. `start`: its first bytes.
pub(super) fn not_of_urls(start: &[u8]) -> Option<SitemapProblemKind> {
    if start.iter().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace()) {
        return Some(SitemapProblemKind::OtherFile("binary data"));
    }
    let text = String::from_utf8_lossy(start).to_ascii_lowercase();
    let is_xml =
        |line: &str| ["<?xml", "<urlset", "<sitemapindex"].iter().any(|tag| line.contains(tag));
    // A URL without its host is listed as one that is malformed.
    let is_listed = |line: &str| {
        is_url(line) || ["/", "www.", "http:", "https:"].iter().any(|start| line.starts_with(start))
    };
    for line in text.lines().map(str::trim) {
        if is_listed(line) {
            return None;
        }
        if is_xml(line) {
            return Some(SitemapProblemKind::text_before(start.trim_ascii_start()));
        }
    }
    let is_robots = text.lines().any(|line| line.trim().starts_with("user-agent"));
    let what = if is_robots { "a robots.txt" } else { "text, and no list of URLs" };
    Some(SitemapProblemKind::OtherFile(what))
}

/// Whether a text begins as a URL does.
fn is_url(text: &str) -> bool {
    let scheme = text.split_once("://").map_or("", |(scheme, _)| scheme);
    !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// `https://a.example/, https://a.example/b`. A URL may have another one in it, also after a comma.
fn has_several_urls(line: &str) -> bool {
    let mut parts = line.split_ascii_whitespace();
    parts.next().is_some_and(is_url) && parts.any(is_url)
}

/// The next URL of a text sitemap.
pub(super) fn next_line<R: Read>(file: &mut LimitedReader<R>) -> Option<SitemapItem> {
    loop {
        let at = file.position();
        let mut text = Vec::new();
        // Four bytes for each character, and a line end.
        let limit = 4 * MAX_URL_CHARS as u64 + 2;
        file.allow(u64::MAX);
        let read = file.by_ref().take(limit).read_until(b'\n', &mut text);
        let read = read.and_then(|read| {
            if read as u64 == limit && text.last() != Some(&b'\n') {
                file.skip_until(b'\n')?;
                return Ok((read, true));
            }
            Ok((read, false))
        });
        let (read, is_cut) = match read {
            Ok(read) => read,
            Err(error) => return Some(SitemapItem::Problem(problem_of(file, &error))),
        };
        if read == 0 {
            return None;
        }
        let text = text.trim_ascii();
        if is_cut && !text.is_empty() {
            return Some(SitemapItem::Problem(SitemapProblem::new(
                at,
                SitemapProblemKind::url_too_long(text),
            )));
        }
        if text.is_empty() {
            continue;
        }
        return Some(match std::str::from_utf8(text) {
            Ok(loc) if loc.chars().count() > MAX_URL_CHARS => SitemapItem::Problem(
                SitemapProblem::new(at, SitemapProblemKind::url_too_long(text)),
            ),
            Ok(loc) if has_several_urls(loc) => SitemapItem::Problem(SitemapProblem::new(
                at,
                SitemapProblemKind::several_urls(text),
            )),
            Ok(loc) => SitemapItem::Url(SitemapUrl {
                loc: loc.to_owned(),
                position: at,
                lastmod: None,
                resources: SitemapResources::default(),
            }),
            Err(_) => {
                SitemapItem::Problem(SitemapProblem::new(at, SitemapProblemKind::not_utf8(text)))
            }
        });
    }
}
