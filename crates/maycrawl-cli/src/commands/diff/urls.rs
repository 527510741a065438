//! How many URLs of a list a change affects.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;

use maycrawl::{Printable, RequestUrl, RobotsTxt};
use maycrawl_effects::answer::{ChangeAnswer, KnownUrls, UrlSource};
use maycrawl_site::{Sitemap, SitemapItem, SitemapWalk, WalkEvent, WalkLimits, WalkStart};

use super::sides::{Counted, Sides};
use crate::inputs::input::{self, InputLine};
use crate::inputs::list_input::{List, Separator};
use crate::inputs::robots_source::RobotsReader;
use crate::inputs::site_argument;
use crate::inputs::url_arg::{MAX_URL_BYTES, UrlArg};
use crate::text::output::{Failure, Output};

/// The most sitemaps beside a file that are read.
const MAX_SITEMAPS_BESIDE: usize = 50;

/// Counts URLs while they are read.
pub(super) struct Counts<'r> {
    after: &'r RobotsTxt<'r>,
    known: KnownUrls,
    sides: Option<Sides>,
    /// False after a list that is no sitemap.
    all_sitemaps: bool,
}

impl<'r> Counts<'r> {
    pub(super) fn new(
        before: &RobotsTxt<'_>,
        after: &'r RobotsTxt<'r>,
        answer: &ChangeAnswer,
    ) -> Self {
        let known = KnownUrls::new(before, after, answer);
        Self { after, known, sides: Sides::new(before, after, answer), all_sitemaps: true }
    }

    /// Reads the sitemaps that the second file names, if all of them are files beside it, as in the folder of a site.
    /// Nothing is fetched. False if one is not there or is damaged: a share of a part of the URLs would look complete.
    pub(super) fn read_sitemaps_beside(&mut self, robots: &Path) -> bool {
        if !robots.is_file() {
            return false;
        }
        let folder = robots.parent().unwrap_or_else(|| Path::new(""));
        let mut urls: Vec<String> = (self.after.sitemaps())
            .map(|sitemap| String::from_utf8_lossy(sitemap.url).into_owned())
            .collect();
        let mut at = 0;
        while let Some(url) = urls.get(at) {
            let Some(file) = beside(folder, url).filter(|_| urls.len() <= MAX_SITEMAPS_BESIDE)
            else {
                return false;
            };
            for item in Sitemap::new(file) {
                match item {
                    SitemapItem::Url(url) => self.count(url.loc.as_bytes()),
                    SitemapItem::Sitemap(_) if urls.len() > MAX_SITEMAPS_BESIDE => return false,
                    SitemapItem::Sitemap(child) if !urls.contains(&child.loc) => {
                        urls.push(child.loc);
                    }
                    SitemapItem::Sitemap(_) => {}
                    SitemapItem::Problem(_) => return false,
                }
            }
            at += 1;
        }
        self.known.total() > 0
    }

    /// Reads a list of URLs or a sitemap: a file, `-`, or a URL.
    ///
    /// # Errors
    /// It cannot be read, or has no URL: "0 of 0 change" would read as if nothing did.
    pub(super) fn read(
        &mut self,
        name: &str,
        reader: &mut RobotsReader<'_>,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let before = self.known.total();
        self.read_any(name, reader, output)?;
        if self.known.total() == before {
            let name = input::name(Path::new(name));
            return Err(Failure::new(format!("--urls: {name} has no URL")));
        }
        Ok(())
    }

    fn read_any(
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
        input::say_if_terminal(path, output);
        let mut source: Box<dyn Read + Send> =
            if name == "-" { Box::new(io::stdin()) } else { Box::new(input::open(path)?) };
        let unreadable =
            |error| Failure::new(format!("cannot read {}: {error}", input::name(path)));
        // A pipe can be read once only, so its start is put back.
        let mut start = Vec::new();
        source.by_ref().take(512).read_to_end(&mut start).map_err(unreadable)?;
        let is_sitemap = begins_as_sitemap(&start);
        let source = io::Cursor::new(start).chain(source);
        if is_sitemap {
            return self.walk(WalkStart::File(name.to_owned(), Box::new(source)), reader, output);
        }
        self.all_sitemaps = false;
        let mut urls = List::new(source, MAX_URL_BYTES, Separator::Line);
        while let Some(line) = urls.next_item().map_err(unreadable)? {
            match line {
                InputLine::Whole(url) => self.count(&url),
                InputLine::TooLong(_) => self.known.add_malformed(),
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
                WalkEvent::Malformed { .. } => self.known.add_malformed(),
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
                WalkEvent::Site { .. }
                | WalkEvent::Resource { .. }
                | WalkEvent::Begin { .. }
                | WalkEvent::End { .. } => {}
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
            self.known.add_malformed();
            return;
        };
        self.known.add(&url.request);
        if let Some(sides) = &mut self.sides {
            sides.add(&url.request);
        }
    }

    /// Writes the counts of what changes into the answer, and returns those of both files.
    pub(super) fn finish(self, answer: &mut ChangeAnswer) -> Option<Counted> {
        let source = if self.all_sitemaps { UrlSource::Sitemap } else { UrlSource::List };
        self.known.finish(source, answer);
        self.sides.map(Sides::finish)
    }
}

/// The file that a server with this folder would send for the URL.
fn beside(folder: &Path, url: &str) -> Option<File> {
    let url = RequestUrl::parse(url).ok()?;
    let path = url.path().split('?').next()?.strip_prefix('/')?;
    // A name with an escape, or `..` in one, is no name of a file here.
    let is_name = |name: &str| !name.is_empty() && !name.contains(['%', '\\', ':']) && name != "..";
    if !path.split('/').all(is_name) {
        return None;
    }
    let path = folder.join(path);
    // A pipe would be emptied, and a device never ends.
    path.is_file().then(|| File::open(path).ok())?
}

/// True for the start of XML or gzip.
fn begins_as_sitemap(start: &[u8]) -> bool {
    let text = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start).trim_ascii_start();
    text.starts_with(b"<") || start.starts_with(b"\x1F\x8B")
}
