//! How many URLs of a list a change affects.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::Path;

use maycrawl::answer::{AnswerRule, ChangeAnswer, ClassAnswer};
use maycrawl::{Printable, RobotsTxt, RuleSet, Verdict};
use maycrawl_site::{SitemapWalk, WalkEvent, WalkLimits, WalkStart};

use crate::input::{self, InputLine};
use crate::list_input::{List, Separator};
use crate::output::{Failure, Output};
use crate::robots_source::RobotsReader;
use crate::site_argument;
use crate::url_arg::{MAX_URL_BYTES, UrlArg};

/// The lines that decide in the first and in the second file.
type Lines = (Option<u32>, Option<u32>);

/// Counts URLs while they are read.
pub(super) struct Counts<'r> {
    after: &'r RobotsTxt<'r>,
    classes: Vec<ClassRules>,
    totals: Totals,
}

/// The number of URLs of all lists.
#[derive(Clone, Copy, Default)]
pub(super) struct Totals {
    read: usize,
    /// URLs whose verdict changes for some crawler.
    changed: usize,
    /// Lines that are no URLs.
    malformed: usize,
}

/// The rules of one class of crawlers, and the URLs that each pair of lines changes.
struct ClassRules {
    before: RuleSet,
    after: RuleSet,
    urls: BTreeMap<Lines, usize>,
}

impl<'r> Counts<'r> {
    pub(super) fn new(
        before: &RobotsTxt<'_>,
        after: &'r RobotsTxt<'r>,
        answer: &ChangeAnswer,
    ) -> Self {
        let rules = |class: &ClassAnswer| {
            let crawler = class.crawler();
            ClassRules {
                before: before.rules_for(&crawler),
                after: after.rules_for(&crawler),
                urls: BTreeMap::new(),
            }
        };
        let classes = answer.classes.iter().map(rules).collect();
        Self { after, classes, totals: Totals::default() }
    }

    /// Reads a list of URLs or a sitemap: a file, `-`, or a URL.
    pub(super) fn read(
        &mut self,
        name: &str,
        reader: &mut RobotsReader<'_>,
        output: &mut Output,
    ) -> Result<(), Failure> {
        if name.contains("://") {
            let origin = site_argument::origin(name).map_err(Failure::new)?;
            return self.walk(WalkStart::at(name, origin), reader, output);
        }
        let path = Path::new(name);
        // `is_sitemap` opens the file and reads its start. Standard input cannot be read twice, so it is always a
        // list.
        if name != "-" && is_sitemap(path)? {
            let file = Box::new(input::open(path)?) as Box<dyn Read + Send>;
            return self.walk(WalkStart::File(name.to_owned(), file), reader, output);
        }
        input::say_if_terminal(path, output);
        let source: Box<dyn Read> =
            if name == "-" { Box::new(std::io::stdin()) } else { Box::new(input::open(path)?) };
        let mut urls = List::new(source, MAX_URL_BYTES, Separator::Line);
        let unreadable =
            |error| Failure::new(format!("cannot read {}: {error}", input::name(path)));
        while let Some(line) = urls.next_item().map_err(unreadable)? {
            match line {
                InputLine::Whole(url) => self.count(&url),
                InputLine::TooLong(_) => self.totals.malformed += 1,
            }
        }
        Ok(())
    }

    /// Reads sitemaps, and those that they list.
    fn walk(
        &mut self,
        start: WalkStart,
        reader: &mut RobotsReader<'_>,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let after = self.after;
        let (runtime, fetcher) = reader.network(output)?;
        let (mut urls, mut notes, mut doubts) = (Vec::new(), Vec::new(), Vec::new());
        let walk = SitemapWalk::new(fetcher, &[], WalkLimits::default()).with_robots(after);
        let summary = runtime.block_on(walk.run(start, |event| {
            match event {
                // Only the path of a URL is compared, so one of another host counts as in a list of URLs.
                WalkEvent::Url { url, .. } | WalkEvent::Foreign { url, .. } => {
                    urls.push(url.loc.clone());
                }
                WalkEvent::Malformed { .. } => self.totals.malformed += 1,
                WalkEvent::Unfetched { sitemap, why, .. } => {
                    notes.push(format!("{sitemap}: {why}"));
                }
                WalkEvent::Unasked { sitemap, why } => doubts.push(format!("{sitemap}: {why}")),
                WalkEvent::Problem { at, trouble } => {
                    doubts.push(format!("{}: {trouble}", at.sitemap));
                }
                WalkEvent::Closed { sitemap, verdict, .. } => {
                    doubts.push(format!("{sitemap} was not fetched: {verdict}"));
                }
                WalkEvent::Site { .. } | WalkEvent::Begin { .. } | WalkEvent::End { .. } => {}
            }
            ControlFlow::Continue(())
        }));
        if summary.left_out > 0 {
            doubts.push(format!(
                "{} URLs or sitemaps over the limits were left out",
                summary.left_out
            ));
        }
        if let Some(first) = doubts.first() {
            let more = match doubts.len() {
                1 => String::new(),
                all => format!("; and {} more like this", all - 1),
            };
            let text = format!("--urls: not all URLs may be counted: {first}{more}");
            output.note("warning", &Printable(text.as_bytes()).to_string());
        }
        urls.iter().for_each(|url| self.count(url.as_bytes()));
        // Counts over a part of the sitemaps would look complete, so one that was not fetched is an error.
        match notes.first() {
            Some(why) => Err(Failure::new(format!("--urls: {why}"))),
            None => Ok(()),
        }
    }

    fn count(&mut self, url: &[u8]) {
        if url.trim_ascii().is_empty() {
            return;
        }
        let Ok(url) = UrlArg::parse(url.trim_ascii()) else {
            self.totals.malformed += 1;
            return;
        };
        self.totals.read += 1;
        let mut changes = false;
        for class in &mut self.classes {
            let (before, after) =
                (class.before.check(&url.request), class.after.check(&url.request));
            if before.is_allowed() != after.is_allowed() {
                *class.urls.entry((line(&before), line(&after))).or_default() += 1;
                changes = true;
            }
        }
        self.totals.changed += usize::from(changes);
    }

    /// Writes the counts into the answer.
    pub(super) fn finish(self, answer: &mut ChangeAnswer) -> Totals {
        for (class, rules) in answer.classes.iter_mut().zip(&self.classes) {
            for effect in &mut class.effects {
                let line = |rule: &Option<AnswerRule>| rule.as_ref().map(|rule| rule.line);
                let lines = (line(&effect.before), line(&effect.after));
                effect.urls = Some(rules.urls.get(&lines).copied().unwrap_or_default());
            }
        }
        self.totals
    }
}

/// The line that decides. An empty pattern decides nothing.
fn line(verdict: &Verdict<'_>) -> Option<u32> {
    verdict.rule().filter(|rule| rule.priority > 0).map(|rule| rule.line)
}

/// True for a file that begins as XML or gzip.
fn is_sitemap(path: &Path) -> Result<bool, Failure> {
    let mut start = Vec::new();
    let read = input::open(path)?.take(512).read_to_end(&mut start);
    read.map_err(|error| Failure::new(format!("cannot read {}: {error}", input::name(path))))?;
    let text = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&start).trim_ascii_start();
    Ok(text.starts_with(b"<") || start.starts_with(b"\x1F\x8B"))
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { read, changed, malformed } = self;
        write!(f, "{changed} of {read} URLs change for at least one crawler")?;
        match malformed {
            0 => Ok(()),
            1 => f.write_str("; 1 line is no URL"),
            lines => write!(f, "; {lines} lines are no URLs"),
        }
    }
}
