//! The form of a sitemap, as its documents demand it and as Search Console complains about it. Reading is lenient: what
//! is wrong here is read all the same, and told on request.
//!
//! (sitemaps.org, *Sitemaps XML format*; Google, *Build and submit a sitemap*, *Sitemaps report*; XML 1.0 section 2.8;
//! *Namespaces in XML 1.0*; W3C, *Date and Time Formats*.)

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use quick_xml::events::{BytesDecl, BytesStart};

use super::SitemapKind;
use super::problem::{SitemapPosition as Position, SitemapProblem, SitemapProblemKind};
use super::resource::SitemapResourceKind;
use super::well_formed;

/// The namespace of sitemaps, and that of Google's own format before it, which Google still reads.
const NAMESPACES: [&str; 2] =
    ["http://www.sitemaps.org/schemas/sitemap/0.9", "http://www.google.com/schemas/sitemap/0.84"];

/// The namespaces of extensions, by their usual prefix.
const EXTENSIONS: [(&str, &str); 5] = [
    ("image", "http://www.google.com/schemas/sitemap-image/1.1"),
    ("video", "http://www.google.com/schemas/sitemap-video/1.1"),
    ("news", "http://www.google.com/schemas/sitemap-news/0.9"),
    ("mobile", "http://www.google.com/schemas/sitemap-mobile/1.0"),
    ("xhtml", "http://www.w3.org/1999/xhtml"),
];

const FREQUENCIES: [&str; 7] =
    ["always", "hourly", "daily", "weekly", "monthly", "yearly", "never"];

/// Problems of one kind that are told one by one. The rest are counted: a file can have 50,000 wrong dates.
const MAX_ALIKE: u64 = 20;

/// Prefixes that are remembered.
const MAX_PREFIXES: usize = 64;

/// What is wrong with the form, as far as the file was read.
#[derive(Default)]
pub(super) struct Form {
    waiting: VecDeque<SitemapProblem>,
    /// The number of problems of each kind.
    alike: BTreeMap<&'static str, u64>,
    declared: BTreeSet<String>,
    undeclared: BTreeSet<String>,
    /// An entry was there.
    has_entry: bool,
    /// Something stands before what comes next.
    has_begun: bool,
    /// The document type declares entities of its own, which are not read.
    has_entities: bool,
}

impl Form {
    /// The next problem.
    pub(super) fn next(&mut self) -> Option<SitemapProblem> {
        self.waiting.pop_front()
    }

    /// True if nothing waits to be told.
    pub(super) fn is_told(&self) -> bool {
        self.waiting.is_empty()
    }

    fn add(&mut self, at: Position, kind: SitemapProblemKind) {
        let alike = self.alike.entry(kind.name()).or_default();
        *alike += 1;
        if *alike <= MAX_ALIKE {
            self.waiting.push_back(SitemapProblem::new(at, kind));
        }
    }

    /// What XML forbids; false if there is nothing of it.
    fn parsing(&mut self, at: Position, what: Option<String>) -> bool {
        let Some(what) = what else { return false };
        self.add(at, SitemapProblemKind::Parsing(what));
        true
    }

    /// White space stands before the XML declaration.
    pub(super) fn late_declaration(&mut self, at: Position) {
        self.add(at, SitemapProblemKind::LateDeclaration);
    }

    /// The XML declaration.
    pub(super) fn declaration(&mut self, declaration: &BytesDecl<'_>, at: Position) {
        self.parsing(at, well_formed::in_declaration(declaration, !self.has_begun));
    }

    pub(super) fn document_type(&mut self, text: &str) {
        self.has_entities |= text.contains("<!ENTITY");
    }

    /// After each event.
    pub(super) fn go_on(&mut self) {
        self.has_begun = true;
    }

    /// A fault in `text`, which begins at `at`.
    pub(super) fn fault(&mut self, fault: Option<well_formed::Fault>, text: &str, at: Position) {
        if let Some((bytes, what)) = fault {
            self.parsing(at.after(text, bytes), Some(what));
        }
    }

    /// A reference where nothing is read.
    pub(super) fn reference(&mut self, name: &str, at: Position) {
        self.parsing(at, well_formed::in_reference(name, self.has_entities));
    }

    pub(super) fn entry(&mut self) {
        self.has_entry = true;
    }

    pub(super) fn twice(&mut self, tag: &'static str, at: Position) {
        self.add(at, SitemapProblemKind::Twice(tag));
    }

    /// A URL beside that of a page.
    pub(super) fn resource(&mut self, kind: SitemapResourceKind, loc: &str, at: Position) {
        let starts_with =
            |start: &str| loc.get(..start.len()).is_some_and(|it| it.eq_ignore_ascii_case(start));
        if starts_with("https://") || starts_with("http://") {
            return;
        }
        let wanted = "a whole URL, with https://";
        let problem = match kind {
            SitemapResourceKind::Alternate => SitemapProblemKind::attribute("href", loc, wanted),
            _ => SitemapProblemKind::value(tag_of(kind), loc, wanted),
        };
        self.add(at, problem);
    }

    /// The language of an `<xhtml:link rel="alternate">`.
    pub(super) fn language(&mut self, language: Option<&str>, at: Position) {
        match language {
            None => self.add(
                at,
                SitemapProblemKind::NoAttribute(tag_of(SitemapResourceKind::Alternate), "hreflang"),
            ),
            Some(language) if !is_language(language) => {
                let wanted = "a language such as de or de-CH, or x-default";
                self.add(at, SitemapProblemKind::attribute("hreflang", language, wanted));
            }
            Some(_) => {}
        }
    }

    /// The end of the file: how many problems were not told.
    pub(super) fn end(&mut self, kind: Option<SitemapKind>) {
        let entry = match kind {
            Some(SitemapKind::UrlSet) => Some("url"),
            Some(SitemapKind::Index) => Some("sitemap"),
            _ => None,
        };
        // A tag in other letters is told as such.
        if let Some(tag) = entry.filter(|_| !self.has_entry && !self.alike.contains_key("tag")) {
            self.waiting.push_back(SitemapProblem::for_file(SitemapProblemKind::NoEntry(tag)));
        }
        for (name, count) in std::mem::take(&mut self.alike) {
            if count > MAX_ALIKE {
                let more = SitemapProblemKind::MoreAlike(name, count - MAX_ALIKE);
                self.waiting.push_back(SitemapProblem::for_file(more));
            }
        }
    }

    /// The namespaces that a tag declares, and the prefix that it uses.
    pub(super) fn tag(&mut self, tag: &BytesStart<'_>, at: Position, is_root: bool) {
        let mut own = None;
        for attribute in tag.attributes().with_checks(false).filter_map(Result::ok) {
            let (key, value) = (attribute.key.into_inner(), attribute.value.trim_ascii());
            if key == "xmlns" {
                own = Some(value.to_owned());
            } else if let Some(prefix) = key.strip_prefix("xmlns:") {
                self.declare(prefix, value, at);
            }
        }
        // What it declares besides is not known then.
        if self.parsing(at, well_formed::in_tag(tag, self.has_entities)) {
            return;
        }
        let name = tag.name().into_inner();
        let prefix = name.split_once(':').map(|(prefix, _)| prefix);
        if is_root && prefix.is_none() {
            let found = own.unwrap_or_default();
            if !NAMESPACES.contains(&&*found) {
                self.add(at, SitemapProblemKind::namespace(&found, NAMESPACES[0]));
            }
        }
        let Some(prefix) = prefix.filter(|prefix| !self.declared.contains(*prefix)) else { return };
        if self.undeclared.len() < MAX_PREFIXES && self.undeclared.insert(prefix.to_owned()) {
            let known = EXTENSIONS.iter().find(|(name, _)| *name == prefix);
            let wanted = known.map_or("", |(_, url)| url);
            self.add(at, SitemapProblemKind::undeclared(prefix, wanted));
        }
    }

    fn declare(&mut self, prefix: &str, value: &str, at: Position) {
        if self.declared.len() < MAX_PREFIXES {
            self.declared.insert(prefix.to_owned());
        }
        let known = EXTENSIONS.iter().find(|(name, _)| *name == prefix);
        if let Some((_, wanted)) = known.filter(|(_, wanted)| *wanted != value) {
            self.add(at, SitemapProblemKind::namespace(value, wanted));
        }
    }

    /// A tag where only text may stand.
    pub(super) fn nested(&mut self, tag: &BytesStart<'_>, at: Position) {
        self.add(at, SitemapProblemKind::tag(tag.name().into_inner(), &[]));
    }

    /// An element of the sitemap's own namespace, inside of the root or of an entry.
    pub(super) fn element(
        &mut self,
        name: &str,
        kind: Option<SitemapKind>,
        is_in_entry: bool,
        at: Position,
    ) {
        if name.contains(':') {
            return;
        }
        let known: &[&str] = match (kind, is_in_entry) {
            (Some(SitemapKind::UrlSet), false) => &["url"],
            (Some(SitemapKind::UrlSet), true) => &["loc", "lastmod", "changefreq", "priority"],
            (Some(SitemapKind::Index), false) => &["sitemap"],
            (Some(SitemapKind::Index), true) => &["loc", "lastmod"],
            _ => return,
        };
        if !known.contains(&name) {
            self.add(at, SitemapProblemKind::tag(name, known));
        }
    }

    pub(super) fn date(&mut self, text: &str, at: Position) {
        if !is_date(text) {
            self.add(at, SitemapProblemKind::date(text));
        }
    }

    pub(super) fn priority(&mut self, text: &str, at: Position) {
        let number = text.parse::<f64>().is_ok_and(|number| (0.0..=1.0).contains(&number));
        if !number {
            self.add(at, SitemapProblemKind::value("priority", text, "a number from 0.0 to 1.0"));
        }
    }

    pub(super) fn frequency(&mut self, text: &str, at: Position) {
        if !FREQUENCIES.contains(&text) {
            let wanted = "always, hourly, daily, weekly, monthly, yearly or never";
            self.add(at, SitemapProblemKind::value("changefreq", text, wanted));
        }
    }
}

/// The tag of a URL beside that of a page.
fn tag_of(kind: SitemapResourceKind) -> &'static str {
    match kind {
        SitemapResourceKind::Alternate => "xhtml:link",
        SitemapResourceKind::Image => "image:loc",
        SitemapResourceKind::Thumbnail => "video:thumbnail_loc",
        SitemapResourceKind::Video => "video:content_loc",
        SitemapResourceKind::Player => "video:player_loc",
    }
}

/// `de`, `zh-Hant`, `de-CH`, `es-419`, `x-default`. (Google, *Localized versions of your pages*; BCP 47.)
fn is_language(text: &str) -> bool {
    let is_of = |part: &str, length: std::ops::RangeInclusive<usize>| {
        length.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    let mut parts = text.split(['-', '_']);
    let is_language = parts.next().is_some_and(|part| is_of(part, 2..=3)) && !text.contains('_');
    let mut rest: Vec<&str> = parts.collect();
    if rest.first().is_some_and(|part| is_of(part, 4..=4)) {
        rest.remove(0);
    }
    let is_region = |part: &&str| is_of(part, 2..=2) || digits(part, 3).is_some();
    let is_whole = rest.len() < 2 && rest.iter().all(is_region);
    text.eq_ignore_ascii_case("x-default") || is_language && is_whole
}

/// A date of the W3C: `2026`, `2026-11`, `2026-11-29`, `2026-11-29T10:00Z`, `2026-11-29T10:00:00.5+01:00`. With a time,
/// the zone is required.
fn is_date(text: &str) -> bool {
    let (date, time) = match text.split_once('T') {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let mut parts = date.split('-');
    let year = parts.next().and_then(|part| digits(part, 4));
    let month = parts.next().map(|part| digits(part, 2));
    let day = parts.next().map(|part| digits(part, 2));
    let is_day = match (year, month, day) {
        (Some(_), None, None) => true,
        (Some(_), Some(Some(month)), None) => (1..=12).contains(&month),
        (Some(year), Some(Some(month)), Some(Some(day))) => {
            let date = (i16::try_from(year), i8::try_from(month), i8::try_from(day));
            let (Ok(year), Ok(month), Ok(day)) = date else { return false };
            jiff::civil::Date::new(year, month, day).is_ok()
        }
        _ => false,
    };
    let is_whole_day = matches!(day, Some(Some(_)));
    is_day && parts.next().is_none() && time.is_none_or(|time| is_whole_day && is_time(time))
}

/// `10:00Z`, `10:00:00+01:00`, `10:00:00.123-05:00`.
fn is_time(text: &str) -> bool {
    let Some(zone_at) = text.find(['Z', '+', '-']) else { return false };
    let (time, zone) = text.split_at(zone_at);
    let is_zone = zone == "Z"
        || zone.get(1..).is_some_and(|zone| {
            let parts = zone.split_once(':');
            parts.is_some_and(|(hours, minutes)| {
                digits(hours, 2).is_some_and(|it| it < 24)
                    && digits(minutes, 2).is_some_and(|it| it < 60)
            })
        });
    let (time, fraction) = match time.split_once('.') {
        Some((time, fraction)) => (time, Some(fraction)),
        None => (time, None),
    };
    let mut parts = time.split(':').map(|part| digits(part, 2));
    let hour = parts.next().flatten().is_some_and(|it| it < 24);
    let minute = parts.next().flatten().is_some_and(|it| it < 60);
    let second = parts.next().map(|it| it.is_some_and(|it| it < 61));
    let is_fraction = fraction.is_none_or(|text| {
        second.is_some() && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
    });
    is_zone && hour && minute && second.unwrap_or(true) && parts.next().is_none() && is_fraction
}

/// A number of so many digits.
fn digits(text: &str, count: usize) -> Option<u32> {
    let is_number = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::is_date;

    #[test]
    fn dates_are_those_of_the_w3c() {
        for text in [
            "2026",
            "2026-11",
            "2026-11-29",
            "2026-11-29T10:00Z",
            "2026-11-29T10:00:00Z",
            "2026-11-29T10:00:00+01:00",
            "2026-11-29T10:00:00.123-05:00",
            "2024-02-29",
        ] {
            assert!(is_date(text), "{text}");
        }
        for text in [
            "",
            "29.11.2026",
            "2026-13",
            "2026-02-30",
            "2026-11-29T10:00:00",
            "2026-11-29 10:00:00",
            "2026-11-29T10:00:00 +01:00",
            "2015-10-08T07:18:53Z 2015-06-15T15:33:55Z",
            "2026-11T10:00Z",
            "2026-11-29T",
            "2026-11-29T10Z",
            "2026-11-29T25:00Z",
            "2026-11-29T10:00:00.Z",
            "20261129",
            "2026-1-2",
            "0000-00-00T00:00:00+00:00",
            "today",
            "2026-11-29T10:00+0100",
            "２０２６",
        ] {
            assert!(!is_date(text), "{text}");
        }
    }
}
