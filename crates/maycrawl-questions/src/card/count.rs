//! How many of the known pages a file opens and closes, and by which lines.

use std::collections::HashMap;

use maycrawl::answer::{MAX_TEXT_BYTES, beginning};
use maycrawl::{Crawler, Decision, Printable, SiteRules, Verdict};
use maycrawl_language::Language;
use serde::Serialize;
#[cfg(feature = "schema")]
use utoipa::ToSchema;

use super::code;
use crate::written_url::draft_url;
use crate::{Pause, URLS_BETWEEN_PAUSES};

/// The known pages by verdict.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct CardCount {
    /// Pages that the crawler may fetch.
    pub open: usize,
    /// Pages that it may not fetch.
    pub closed: usize,
    /// Entries of the list that are not counted: pages of other sites, and what is no URL.
    pub others: usize,
    /// The lines that close pages, those of most pages first. At most 50.
    pub closing: Vec<CardLine>,
    /// The lines that open pages, those of most pages first. At most 50.
    pub opening: Vec<CardLine>,
}

/// A line that decides about known pages.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct CardLine {
    /// Its number, from 1.
    pub line: u32,
    /// The beginning of its pattern.
    pub pattern: String,
    /// The number of pages.
    pub urls: usize,
}

/// Lines of a side.
const MAX_LINES: usize = 50;

/// Counts pages while they are judged.
#[derive(Debug, Default)]
pub struct CardCounter {
    open: usize,
    closed: usize,
    others: usize,
    closing: HashMap<u32, (Vec<u8>, usize)>,
    opening: HashMap<u32, (Vec<u8>, usize)>,
}

impl CardCounter {
    /// Counts a page; `None` for an entry that is no URL.
    pub fn add(&mut self, verdict: Option<&Verdict<'_>>) {
        let (side, lines) = match verdict.map(Verdict::decision) {
            Some(Decision::Allowed) => (&mut self.open, &mut self.opening),
            Some(Decision::Disallowed) => (&mut self.closed, &mut self.closing),
            _ => {
                self.others += 1;
                return;
            }
        };
        *side += 1;
        if let Some(rule) = verdict.and_then(Verdict::rule) {
            lines.entry(rule.line).or_insert_with(|| (rule.pattern.to_vec(), 0)).1 += 1;
        }
    }

    /// The pages by verdict.
    #[must_use]
    pub fn finish(self) -> CardCount {
        let Self { open, closed, others, .. } = self;
        CardCount {
            open,
            closed,
            others,
            closing: sorted(self.closing),
            opening: sorted(self.opening),
        }
    }
}

/// The pages of a list by verdict. `None` if the work was ended: counts of a part would look complete.
pub(super) fn count(
    urls: &[String],
    site: &SiteRules<'_, '_>,
    may_continue: Pause<'_>,
) -> Option<CardCount> {
    let mut counter = CardCounter::default();
    for chunk in urls.chunks(URLS_BETWEEN_PAUSES) {
        if !may_continue() {
            return None;
        }
        for url in chunk {
            counter.add(draft_url(url).ok().map(|url| site.check(&url)).as_ref());
        }
    }
    Some(counter.finish())
}

fn sorted(lines: HashMap<u32, (Vec<u8>, usize)>) -> Vec<CardLine> {
    let line = |(line, (pattern, urls)): (u32, (Vec<u8>, usize))| {
        let pattern = String::from_utf8_lossy(beginning(&pattern, MAX_TEXT_BYTES));
        CardLine { line, pattern: pattern.into_owned(), urls }
    };
    let mut lines: Vec<_> = lines.into_iter().map(line).collect();
    lines.sort_by_key(|line| (std::cmp::Reverse(line.urls), line.line));
    lines.truncate(MAX_LINES);
    lines
}

impl CardCount {
    /// The number of pages of the site.
    #[must_use]
    pub fn total(&self) -> usize {
        self.open + self.closed
    }

    /// "This file closes 63 of the 200 listed pages for Googlebot (`/products/` and `/cart`); 137 stay open." If less
    /// than half is open, that is the news: "Googlebot may crawl only 3 of the 200 listed pages".
    #[must_use]
    pub fn words(&self, crawler: &Crawler, language: Language) -> String {
        let (&Self { open, closed, .. }, total) = (self, self.total());
        let key = match (open, closed) {
            (_, 0) => "card-closes-none",
            (0, _) => "card-closes-all",
            _ if open * 2 < total => "card-opens-only",
            _ => "card-closes",
        };
        let lines = |lines: &[CardLine]| {
            let patterns: Vec<_> = lines.iter().map(|line| code(&line.pattern)).collect();
            match language.list(&patterns, "list-and") {
                list if list.is_empty() => list,
                list => format!(" ({list})"),
            }
        };
        let values = [
            ("crawler", Printable(crawler.token().as_bytes()).to_string().into()),
            ("open", open.into()),
            ("closed", closed.into()),
            ("total", total.into()),
            ("closing", lines(&self.closing).into()),
            ("opening", lines(&self.opening).into()),
        ];
        language.message(key, &values)
    }

    /// What of the list is not counted.
    #[must_use]
    pub fn others(&self, language: Language) -> Option<String> {
        let count = ("count", self.others.into());
        (self.others > 0).then(|| language.message("card-others", &[count]))
    }
}
