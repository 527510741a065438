//! Crawlers that a change asks to go at another pace.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::crawler::{DelaySupport, KnownCrawler, sort_by_weight};
use maycrawl::line::Span;
use maycrawl::pace::Pace;
use maycrawl::{Crawler, RobotsTxt};
use serde::Serialize;

use super::text;
use crate::CrawlerClass;
use crate::crawlers::unnamed;

/// Crawlers that are asked to go at another pace: by `Crawl-delay` or `Request-rate`, which no standard has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct PaceChangeAnswer {
    /// Known crawlers, and others that a file names, by weight. None whose operator says that it does not read such
    /// lines, as Google does.
    pub crawlers: Vec<String>,
    /// True if every crawler that is not known and that neither file names is one of them.
    pub others: bool,
    /// The lines of the first file that count; empty if it asks for nothing.
    pub before: Vec<PaceLine>,
    /// The lines of the second file that count; empty if it asks for nothing.
    pub after: Vec<PaceLine>,
}

/// A line with `Crawl-delay` or `Request-rate`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct PaceLine {
    /// The number of the line.
    pub line: u32,
    /// Its text.
    pub text: String,
}

/// The crawlers whose pace changes, those with the same lines together. O(bytes), and O(groups) for each crawler.
pub(super) fn pace_changes(
    compared: &[CrawlerClass<'_>],
    before: &RobotsTxt<'_>,
    after: &RobotsTxt<'_>,
) -> Vec<PaceChangeAnswer> {
    let named = compared.iter().flat_map(|class| &class.crawlers).map(|&name| Some(name));
    let others = compared.iter().any(|class| class.includes_others).then_some(None);
    let names: Vec<Option<&str>> = named.filter(|name| may_read(*name)).chain(others).collect();
    let crawlers: Vec<_> =
        names.iter().map(|name| name.map_or_else(unnamed, Crawler::from_token)).collect();
    let paces = before.pace_for_each(&crawlers).into_iter().zip(after.pace_for_each(&crawlers));
    let mut changed =
        names.iter().zip(paces).filter(|(_, (was, is))| asked(was) != asked(is)).peekable();
    let mut found: Vec<PaceChangeAnswer> = Vec::new();
    if changed.peek().is_none() {
        return found;
    }
    let [texts_before, texts_after] =
        [before, after].map(|robots| robots.lines().map(|line| line.text).collect::<Vec<_>>());
    for (name, (was, is)) in changed {
        let (was, is) = (lines(before, &texts_before, &was), lines(after, &texts_after, &is));
        let place = found.iter().position(|known| known.before == was && known.after == is);
        let place = place.unwrap_or_else(|| {
            let none =
                PaceChangeAnswer { crawlers: Vec::new(), others: false, before: was, after: is };
            found.push(none);
            found.len() - 1
        });
        match name {
            Some(name) => found[place].crawlers.push((*name).to_owned()),
            None => found[place].others = true,
        }
    }
    for change in &mut found {
        sort_by_weight(&mut change.crawlers);
    }
    found
}

/// False for a crawler whose operator says that it does not read such lines.
fn may_read(name: Option<&str>) -> bool {
    let known = name.and_then(KnownCrawler::by_name);
    known.is_none_or(|known| known.delay().support != DelaySupport::NotRead)
}

/// What is asked, wherever it stands.
fn asked(pace: &Pace) -> (Option<f64>, Option<(u32, u32)>) {
    let rate = pace.rate.map(|rate| (rate.requests, rate.seconds));
    (pace.delay.map(|delay| delay.seconds), rate)
}

/// The lines of a pace. `texts` has the text of each line of the file: to look for a line from its start, for
/// each of many names, would cost the square of its length.
fn lines(robots: &RobotsTxt<'_>, texts: &[Span], pace: &Pace) -> Vec<PaceLine> {
    let numbers = [pace.delay.map(|delay| delay.line), pace.rate.map(|rate| rate.line)];
    let line = |line: u32| {
        let found = texts.get(line as usize - 1)?.slice(robots.as_bytes());
        Some(PaceLine { line, text: text(found.trim_ascii()) })
    };
    numbers.into_iter().flatten().filter_map(line).collect()
}
