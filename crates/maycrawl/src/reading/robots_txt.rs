//! The parsed file: groups, rules, sitemaps and all other lines.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::matching::rule::RuleKind;
use crate::profile::Profile;
use crate::reading::field::{Field, Spelling};
use crate::reading::group::AgentRun;
use crate::reading::line::{Directive, LINE_LIMIT, Lines};
pub use crate::reading::size_limit::Truncation;
use crate::reading::size_limit::within_limit;
use crate::reading::suspicion::{Suspicion, SuspicionKind};

/// A parsed robots.txt.
///
/// Parsing takes any bytes and never fails: lines that are not valid are skipped (Google, *File format*;
/// RFC 9309 section 2.2). The document keeps the bytes, so [`lines`](Self::lines) can read every line again, and
/// records the position of each line that crawlers read.
///
/// ```
/// use maycrawl::{Crawler, RequestUrl, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\nSitemap: /s.xml\n");
/// assert_eq!(robots.groups().count(), 1);
/// assert_eq!(robots.sitemaps().next().unwrap().is_absolute(), false);
/// assert!(!robots.rules_for(&Crawler::GOOGLEBOT).check(&RequestUrl::parse("https://example.com/a").unwrap()).is_allowed());
/// ```
///
/// Cost: one pass, O(bytes). Memory: 16 bytes for each user-agent, rule and sitemap line and 4 for each
/// group, never agents times rules. The bytes are borrowed; [`into_owned`](Self::into_owned) copies them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotsTxt<'a> {
    bytes: Cow<'a, [u8]>,
    profile: Profile,
    /// User-agent, rule and sitemap lines, in order.
    directives: Vec<DirectiveLine>,
    /// The start of each group in `directives`: a user-agent line.
    groups: Vec<u32>,
    lines: u32,
    truncation: Option<Truncation>,
}

/// The position and meaning of a user-agent, rule or sitemap line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DirectiveLine {
    line: u32,
    key_start: u32,
    value_start: u32,
    value_len: u16,
    field: Field,
    spelling: Spelling,
}

/// A group: one or more user agents and the rules for them. (RFC 9309 section 2.1.)
#[derive(Clone, Copy, Debug)]
pub struct Group<'r> {
    bytes: &'r [u8],
    directives: &'r [DirectiveLine],
    index: usize,
}

/// A `user-agent` line of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Agent<'r> {
    /// The number of its line, from 1.
    pub line: u32,
    /// The value as written.
    pub value: &'r [u8],
    /// The spelling of the field.
    pub spelling: Spelling,
}

/// An `allow` or `disallow` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule<'r> {
    /// The number of its line, from 1.
    pub line: u32,
    /// `allow` or `disallow`.
    pub kind: RuleKind,
    /// The path pattern as written; empty in `Disallow:`.
    pub pattern: &'r [u8],
    /// The spelling of the field.
    pub spelling: Spelling,
}

/// A `sitemap` line. It belongs to no group and is for every crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sitemap<'r> {
    /// The number of its line, from 1.
    pub line: u32,
    /// The value as written. This crate never fetches it.
    pub url: &'r [u8],
}

/// A line with any other field, such as `crawl-delay`, `host` or `content-signal`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OtherLine<'r> {
    /// The number of its line, from 1.
    pub line: u32,
    /// The key as written.
    pub key: &'r [u8],
    /// The value as written.
    pub value: &'r [u8],
    /// The index of the group that contains the line, from 0; `None` before the first group.
    pub group: Option<usize>,
}

impl<'a> RobotsTxt<'a> {
    /// Parses a file as Google does. Any bytes are accepted; it never fails and never panics.
    ///
    /// Cost: see [`RobotsTxt`].
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\n<html>\nDissallow /a\n");
    /// // A page is skipped line by line, and Google knows frequent mistakes.
    /// assert_eq!(robots.groups().next().unwrap().rules().next().unwrap().pattern, b"/a");
    /// ```
    #[must_use]
    pub fn parse(bytes: &'a [u8]) -> Self {
        Self::parse_with(bytes, Profile::GOOGLE)
    }

    /// Parses a file by the rules of `profile`.
    ///
    /// Cost: see [`RobotsTxt`].
    ///
    /// ```
    /// use maycrawl::{Profile, RobotsTxt};
    ///
    /// let rules = |profile| RobotsTxt::parse_with(b"User-agent: *\nDissallow: /a\n", profile).directive_count() - 1;
    /// assert_eq!((rules(Profile::GOOGLE), rules(Profile::RFC9309)), (1, 0));
    /// ```
    #[must_use]
    pub fn parse_with(bytes: &'a [u8], profile: Profile) -> Self {
        let (read, mut cut) = within_limit(bytes, profile.size_limit);
        let mut directives = Vec::with_capacity(read.len() / 24 + 1);
        let mut groups = Vec::new();
        let mut run = AgentRun::default();
        let mut lines = Lines::new(read, profile);
        while let Some((field, spelling, line, directive)) = lines.next_field(profile) {
            match field {
                Field::UserAgent => {
                    if run.agent() {
                        groups.push(directives.len() as u32);
                    }
                }
                Field::Allow | Field::Disallow => run.rule(),
                Field::Sitemap | Field::Other => {}
            }
            directives.push(DirectiveLine::new(line, directive, field, spelling));
        }
        let lines = lines.read_count();
        if let Some(cut) = &mut cut {
            cut.cut_line = (read.len() < cut.limit).then_some(lines);
        }
        Self { bytes: Cow::Borrowed(read), profile, directives, groups, lines, truncation: cut }
    }

    /// The same document with its own copy of the bytes. O(bytes), unless it owns them already.
    #[must_use]
    pub fn into_owned(self) -> RobotsTxt<'static> {
        RobotsTxt { bytes: Cow::Owned(self.bytes.into_owned()), ..self }
    }

    /// The profile with which the file was read.
    #[must_use]
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// The bytes of memory that the document uses: itself, its lines, and the bytes that were read. O(1).
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    ///
    /// assert!(RobotsTxt::parse(b"User-agent: *\n").memory() > size_of::<RobotsTxt<'_>>());
    /// ```
    #[must_use]
    pub fn memory(&self) -> usize {
        size_of::<Self>()
            + self.bytes.len()
            + self.directives.capacity() * size_of::<DirectiveLine>()
            + self.groups.capacity() * size_of::<u32>()
    }

    /// The bytes that were read: the file up to the size limit.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What the size limit removed; `None` if the whole file was read.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    ///
    /// let file = ["Disallow: /a\n".repeat(40_000), "Disallow: /secret\n".into()].concat();
    /// let robots = RobotsTxt::parse(file.as_bytes());
    /// // The line that the limit of 500 KiB cuts is left out as a whole.
    /// assert_eq!(robots.truncation().unwrap().cut_line, Some(robots.line_count()));
    /// ```
    #[must_use]
    pub fn truncation(&self) -> Option<Truncation> {
        self.truncation
    }

    /// The number of lines that were read. The text after the last line end counts as a line.
    #[must_use]
    pub fn line_count(&self) -> u32 {
        self.lines
    }

    /// Every line that was read, including empty lines and comments. O(bytes) for all.
    #[must_use]
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(&self.bytes, self.profile)
    }

    /// The groups, in the order of the file. Rules before the first `user-agent` belong to no group.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    ///
    /// // An empty line ends no group, and neither does another field.
    /// let robots = RobotsTxt::parse(b"User-agent: a\nCrawl-delay: 5\n\nUser-agent: b\nDisallow: /\n");
    /// assert_eq!(robots.groups().len(), 1);
    /// assert_eq!(robots.groups().next().unwrap().agents().count(), 2);
    /// ```
    pub fn groups(&self) -> impl ExactSizeIterator<Item = Group<'_>> {
        (0..self.groups.len()).map(|index| self.group(index))
    }

    /// The group at an index below the number of groups. O(1), which `nth` of [`groups`](Self::groups) is not.
    #[doc(hidden)]
    pub fn group(&self, index: usize) -> Group<'_> {
        let start = self.groups[index] as usize;
        let end = self.groups.get(index + 1).map_or(self.directives.len(), |&end| end as usize);
        Group { bytes: &self.bytes, directives: &self.directives[start..end], index }
    }

    /// The rules before the first `user-agent`, which apply to no crawler.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt, as_written};
    ///
    /// let robots = RobotsTxt::parse(b"Disallow: /a\nUser-agent: *\nDisallow: /b\n");
    /// assert_eq!(robots.rules_before_any_group().count(), 1);
    /// assert!(robots.rules_for(&Crawler::GOOGLEBOT).check(as_written("/a")).is_allowed());
    /// ```
    pub fn rules_before_any_group(&self) -> impl Iterator<Item = Rule<'_>> {
        let end = self.groups.first().map_or(self.directives.len(), |&start| start as usize);
        self.directives[..end].iter().filter_map(|directive| directive.rule(&self.bytes))
    }

    /// The sitemap lines, inside and outside of groups. (Google, *Google-supported non-group-member lines*.)
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"Sitemap: https://example.com/s.xml # all\nUser-agent: *\nSite-map: /t.xml\n");
    /// let sitemaps: Vec<_> = robots.sitemaps().map(|it| (it.line, it.is_absolute())).collect();
    /// assert_eq!(sitemaps, [(1, true), (3, false)]);
    /// ```
    pub fn sitemaps(&self) -> impl Iterator<Item = Sitemap<'_>> {
        let is_sitemap = |directive: &&DirectiveLine| directive.field == Field::Sitemap;
        self.directives
            .iter()
            .filter(is_sitemap)
            .map(|directive| Sitemap { line: directive.line, url: directive.value(&self.bytes) })
    }

    /// The lines with any other field: not user agent, rule or sitemap. Such a line does not end a group.
    ///
    /// Cost: O(bytes) for all, because the lines are read again.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"Host: example.com\nUser-agent: *\nCrawl-delay: 5\n");
    /// let groups = robots.other_lines().map(|it| (it.key, it.group));
    /// assert!(groups.eq([(&b"Host"[..], None), (b"Crawl-delay", Some(0))]));
    /// ```
    pub fn other_lines(&self) -> impl Iterator<Item = OtherLine<'_>> {
        let first_lines = self.groups.iter().map(|&start| self.directives[start as usize].line);
        let mut first_lines = first_lines.peekable();
        let mut group = None;
        self.lines().filter_map(move |line| {
            while first_lines.next_if(|&first| first <= line.number).is_some() {
                group = Some(group.map_or(0, |index| index + 1));
            }
            let directive = line.directive()?;
            let (key, value) = (directive.key(), directive.value());
            let is_other = Field::from_key(key, self.profile).0 == Field::Other;
            is_other.then_some(OtherLine { line: line.number, key, value, group })
        })
    }

    /// The text of a user-agent, rule or sitemap line as written: key, separator and value, without
    /// white space around it and without a comment. `None` for every other line. O(log lines).
    ///
    /// ```
    /// let robots = maycrawl::RobotsTxt::parse(b"User-agent: *\n  Dissallow:/a # b\n");
    /// assert_eq!(robots.line_text(2), Some(&b"Dissallow:/a"[..]));
    /// assert_eq!(robots.key_text(2), Some(&b"Dissallow"[..]));
    /// assert_eq!(robots.line_text(3), None);
    /// ```
    #[must_use]
    pub fn line_text(&self, line: u32) -> Option<&[u8]> {
        let directive = self.directive_at(line)?;
        let end = directive.value_start as usize + usize::from(directive.value_len);
        self.bytes.get(directive.key_start as usize..end)
    }

    /// The key of a user-agent, rule or sitemap line as written. `None` for every other line. O(log lines + line).
    #[must_use]
    pub fn key_text(&self, line: u32) -> Option<&[u8]> {
        let directive = self.directive_at(line)?;
        let start = directive.key_start as usize;
        let line = Lines::starting_at(&self.bytes, start, self.profile).read()?;
        line.directive().map(|directive| directive.key())
    }

    fn directive_at(&self, line: u32) -> Option<&DirectiveLine> {
        let at = self.directives.binary_search_by_key(&line, |directive| directive.line).ok()?;
        self.directives.get(at)
    }

    /// The number of each user-agent, rule and sitemap line and the start of its key, in order.
    pub(crate) fn directive_starts(&self) -> impl Iterator<Item = (u32, u32)> {
        self.directives.iter().map(|directive| (directive.line, directive.key_start))
    }

    /// The parts of the file without user-agent, rule and sitemap lines: the group, the lines from the beginning of the
    /// part, and the number of the line that ends it. In most files they are short, so a search in them costs little.
    #[doc(hidden)]
    pub fn gaps(&self) -> impl Iterator<Item = (Option<usize>, Lines<'_>, u32)> {
        let mut starts = self.groups.iter().peekable();
        let mut group = None;
        let known = self.directives.iter().enumerate().map(move |(index, it)| {
            if starts.next_if(|&&start| start as usize <= index).is_some() {
                group = Some(group.map_or(0, |group| group + 1));
            }
            let value_end = it.value_start as usize + usize::from(it.value_len);
            (group, it.line, Some(value_end))
        });
        let ends = self.directives.iter().map(|it| it.line).chain([u32::MAX]);
        let gaps = core::iter::once((None, 0, None)).chain(known).zip(ends);
        gaps.filter(|((_, line, _), end)| end - line > 1).filter_map(
            |((group, line, value_end), end)| {
                let lines = match value_end {
                    None => self.lines(),
                    Some(at) => Lines::after(&self.bytes, at, line, self.profile)?,
                };
                Some((group, lines, end))
            },
        )
    }

    /// The group that contains the line. O(log groups).
    pub(crate) fn group_at(&self, line: u32) -> Option<Group<'_>> {
        let first_line = |&start: &u32| self.directives[start as usize].line;
        let index =
            self.groups.partition_point(|start| first_line(start) <= line).checked_sub(1)?;
        Some(self.group(index))
    }

    /// Why this is probably not the robots.txt that a person meant: it is empty, a web page, compressed, UTF-16 or not
    /// text. Verdicts do not depend on it: crawlers skip what they cannot read, and still read lines that look like
    /// rules. (Google, *File format*: "if the resulting document is an HTML page, only valid text lines are taken into
    /// account".) O(bytes).
    ///
    /// ```
    /// let page = maycrawl::RobotsTxt::parse(b"<!doctype html><title>Not found</title>");
    /// assert_eq!(page.suspicion().unwrap().kind, maycrawl::SuspicionKind::WebPage);
    /// assert_eq!(maycrawl::RobotsTxt::parse(b"User-agent: *").suspicion(), None);
    /// ```
    #[must_use]
    pub fn suspicion(&self) -> Option<Suspicion> {
        let kind = SuspicionKind::detect(&self.bytes)?;
        // Nothing is left of a file that is one line longer than the limit.
        let is_cut = kind == SuspicionKind::Empty && self.truncation.is_some();
        (!is_cut).then(|| Suspicion { kind, directive_count: self.directive_count() })
    }

    /// The number of lines that crawlers read: user-agent, rule and sitemap lines.
    #[must_use]
    pub fn directive_count(&self) -> usize {
        self.directives.len()
    }

    /// The user-agent and rule lines, in order.
    #[doc(hidden)]
    pub fn group_lines(&self) -> impl Iterator<Item = GroupLine<'_>> {
        self.directives.iter().filter_map(|directive| match directive.field {
            Field::UserAgent => Some(GroupLine::Agent(directive.value(&self.bytes))),
            _ => directive.rule(&self.bytes).map(GroupLine::Rule),
        })
    }

    /// The groups and sitemaps as a new file: one field a line, in its standard spelling, an empty line between groups.
    /// Parsed with the same profile, it gives every crawler the same verdicts.
    ///
    /// Comments, other fields and rules that apply to no crawler are not printed. O(bytes).
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"USERAGENT: *\nDisallow /a # why\nSitemap: /s.xml\nCrawl-delay: 5\n");
    /// assert_eq!(robots.to_bytes(), b"user-agent: *\ndisallow: /a\nsitemap: /s.xml\n");
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.bytes.len());
        for group in self.groups() {
            if !out.is_empty() {
                out.push(b'\n');
            }
            for directive in
                group.directives.iter().filter(|directive| directive.field != Field::Sitemap)
            {
                directive.print(&self.bytes, &mut out);
            }
        }
        let is_sitemap = |directive: &&DirectiveLine| directive.field == Field::Sitemap;
        for directive in self.directives.iter().filter(is_sitemap) {
            directive.print(&self.bytes, &mut out);
        }
        out
    }
}

/// A line of a group: a user agent with its value, or a rule.
#[doc(hidden)]
pub enum GroupLine<'r> {
    Agent(&'r [u8]),
    Rule(Rule<'r>),
}

impl DirectiveLine {
    #[inline(always)]
    fn new(line: u32, directive: Directive<'_>, field: Field, spelling: Spelling) -> Self {
        Self {
            line,
            key_start: directive.key_span.start,
            value_start: directive.value_span.start,
            value_len: directive.value_span.len() as u16, // a line has at most LINE_LIMIT bytes
            field,
            spelling,
        }
    }

    fn value<'r>(&self, bytes: &'r [u8]) -> &'r [u8] {
        let start = self.value_start as usize;
        &bytes[start..start + usize::from(self.value_len)]
    }

    fn rule<'r>(&self, bytes: &'r [u8]) -> Option<Rule<'r>> {
        let kind = match self.field {
            Field::Allow => RuleKind::Allow,
            Field::Disallow => RuleKind::Disallow,
            _ => return None,
        };
        Some(Rule { line: self.line, kind, pattern: self.value(bytes), spelling: self.spelling })
    }

    /// Prints the line with the field's standard spelling, unless that would make the line longer than
    /// [`LINE_LIMIT`].
    fn print(&self, bytes: &[u8], out: &mut Vec<u8>) {
        let value = self.value(bytes);
        let name = self.field.name().unwrap_or_default();
        if name.len() + 2 + value.len() <= LINE_LIMIT {
            out.extend_from_slice(name.as_bytes());
            out.extend_from_slice(b": ");
        } else {
            out.extend_from_slice(&bytes[self.key_start as usize..self.value_start as usize]);
        }
        out.extend_from_slice(value);
        out.push(b'\n');
    }
}

impl<'r> Group<'r> {
    /// The number of its user-agent, rule and sitemap lines. O(1).
    pub(crate) fn line_count(&self) -> usize {
        self.directives.len()
    }

    /// The index of the group in the file, from 0.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// The number of its first line, a `user-agent` line.
    #[must_use]
    pub fn first_line(&self) -> u32 {
        self.directives.first().map_or(0, |directive| directive.line)
    }

    /// The number of its last line with a user agent or a rule. O(lines).
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\nCrawl-delay: 9\n");
    /// assert_eq!(robots.groups().next().unwrap().last_line(), 2);
    /// ```
    #[must_use]
    pub fn last_line(&self) -> u32 {
        let rules = self.rules().map(|rule| rule.line);
        let lines = self.agents().map(|agent| agent.line).chain(rules);
        lines.max().unwrap_or_else(|| self.first_line())
    }

    /// Its `user-agent` lines. O(lines before its first rule) for all.
    pub fn agents(&self) -> impl Iterator<Item = Agent<'r>> + use<'r> {
        let bytes = self.bytes;
        // A rule ends the run of names; what follows can be thousands of rules.
        let is_before_rules =
            |it: &&DirectiveLine| !matches!(it.field, Field::Allow | Field::Disallow);
        let names = self.directives.iter().take_while(is_before_rules);
        names.filter(|directive| directive.field == Field::UserAgent).map(|directive| Agent {
            line: directive.line,
            value: directive.value(bytes),
            spelling: directive.spelling,
        })
    }

    /// Its rules, in the order of the file; none in an empty group.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: a\nDisallow: /x\nUser-agent: b\n");
    /// let counts: Vec<_> = robots.groups().map(|group| group.rules().count()).collect();
    /// assert_eq!(counts, [1, 0]);
    /// ```
    pub fn rules(&self) -> impl Iterator<Item = Rule<'r>> + use<'r> {
        let bytes = self.bytes;
        self.directives.iter().filter_map(move |directive| directive.rule(bytes))
    }
}

impl Sitemap<'_> {
    /// True when the URL is absolute, as Google requires: a scheme, `://`, and at least one byte after it.
    #[must_use]
    pub fn is_absolute(&self) -> bool {
        let Some(colon) = memchr::memmem::find(self.url, b"://") else { return false };
        let is_scheme =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        self.url[..colon].first().is_some_and(u8::is_ascii_alphabetic)
            && self.url[..colon].iter().all(is_scheme)
            && self.url.len() > colon + 3
    }
}

impl Rule<'_> {
    /// True when the pattern is empty: the line ends the run of `user-agent` lines and matches no path.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pattern.is_empty()
    }
}
