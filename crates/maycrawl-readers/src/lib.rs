//! How other programs read a robots.txt: each reader is a row of values, and each row is compared with the program
//! itself.
//!
//! Google says that crawlers interpret the syntax of robots.txt differently, and a file is written for all of them. A
//! [`Reader`] answers as one program does: whether it lets a crawler fetch a URL, and by which line.
//!
//! A reader has no code of its own. It is one value on each of a few axes: how a name matches a group, whether groups
//! are merged, which rule wins, what is decoded. [`Reader::axes`] names them. `make peer-readers` asks the programs
//! themselves, in the versions that [`Reader::version`] has, and compares every answer. A program that cannot be asked
//! there has no row.
//!
//! ```
//! use maycrawl::as_written;
//! use maycrawl_readers::Reader;
//!
//! let file = b"User-agent: *\nAllow: /shop\nDisallow: /shop/cart\n";
//! let may = |name| {
//!     let reader = Reader::by_name(name).unwrap();
//!     reader.read(file).decide("ExampleBot", as_written("https://example.com/shop/cart"))
//! };
//! // Google takes the longest rule, and Python's standard library the first one.
//! let google = may("google");
//! assert_eq!((google.is_allowed, google.line), (false, Some(3)));
//! let python = may("cpython");
//! assert_eq!((python.is_allowed, python.line), (true, Some(2)));
//! ```
//!
//! [`disagreements`] finds every place where readers disagree on a file, for all paths, and [`reader_changes`] what an
//! edit changes for each of them. `FileReadings::expected` says for which of them an expectation holds.
//!
//! # Cost
//!
//! Reading is O(file). A decision is O(names of the file with the crawler's name, and rules with the path), with the
//! bound of the crate's own engine for rules. Nothing here is called by a verdict of the crate itself.

// Tests need the prelude of `std`.
#![cfg_attr(not(any(test, feature = "schema")), no_std)]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod alphabet;
pub mod answer;
mod axes;
mod changes;
mod choices;
mod comparison;
mod deciders;
mod disagreement;
#[cfg(feature = "serde")]
mod expected;
mod forms;
mod glob;
mod groups;
mod interned;
mod letters;
mod lines;
mod machine;
mod patterns;
mod perl_uri;
mod product;
mod python_url;
mod reasons;
mod regions;
#[cfg(test)]
mod suite;
mod table;

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt;

use axes::{Axes, Precedence};
pub use changes::{
    ChangedAnswer, FileReadings, ReaderChange, ReaderChanges, names, reader_changes,
};
pub use disagreement::{Disagreements, disagreements};
use groups::{Group, Rule};
pub use regions::{AxisValues, Disagreement, ReaderLine, Reason, UNNAMED};

/// What the crates above share with this one. Not part of what versions promise.
#[doc(hidden)]
pub mod internals {
    pub use crate::letters::is_requested;
}

use maycrawl::internals::{PathSearch, name};
use maycrawl::{Profile, Requested, UnknownName, UrlPath};

/// A program that reads robots.txt, in one version of it.
///
/// ```
/// use maycrawl_readers::Reader;
///
/// let protego = Reader::by_name("protego").unwrap();
/// assert_eq!((protego.program(), protego.version(), protego.date()), ("protego", "0.7.0", "2026"));
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Reader {
    name: &'static str,
    program: &'static str,
    version: &'static str,
    date: &'static str,
    axes: Axes,
}

/// A file, as a [`Reader`] has read it.
///
/// ```
/// use maycrawl::as_written;
/// use maycrawl_readers::Reader;
///
/// let file = Reader::by_name("robots-parser").unwrap().read(b"User-agent: *\nDisallow: /a\n");
/// assert!(!file.decide("ExampleBot", as_written("/a")).is_allowed);
/// assert!(file.decide("ExampleBot", as_written("/b")).is_allowed);
/// ```
#[derive(Clone, Debug)]
pub struct ReadFile {
    axes: Axes,
    groups: Arc<[Group]>,
    /// Rules for every crawler that override all groups, the greatest first, as google/robotstxt reads them.
    above: Vec<Rule>,
}

/// What a [`Reader`] answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct ReaderAnswer {
    /// The crawler may fetch the URL.
    pub is_allowed: bool,
    /// The number of the line that decides, from 1. CR, LF and CR LF end a line. `None` if no rule decides.
    pub line: Option<u32>,
}

impl Reader {
    /// Every reader, google/robotstxt first.
    ///
    /// ```
    /// use maycrawl_readers::Reader;
    ///
    /// assert_eq!(Reader::all()[0].name(), "google");
    /// ```
    #[must_use]
    pub const fn all() -> &'static [Self] {
        table::READERS
    }

    /// The reader with this name, ignoring case.
    ///
    /// # Errors
    /// There is no reader with this name.
    ///
    /// ```
    /// use maycrawl_readers::Reader;
    ///
    /// assert!(Reader::by_name("Protego").is_ok());
    /// assert!(Reader::by_name("bing").unwrap_err().to_string().starts_with("`bing` is not a reader; use one of: google,"));
    /// ```
    pub fn by_name(name: &str) -> Result<&'static Self, UnknownName> {
        let all: Vec<&'static Self> = Self::all().iter().collect();
        name::parse("reader", name, &all, |reader| reader.name)
    }

    /// The short name: `google`, `protego`, `cpython`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The name of the program or the document.
    #[must_use]
    pub const fn program(&self) -> &'static str {
        self.program
    }

    /// The version that was asked.
    #[must_use]
    pub const fn version(&self) -> &'static str {
        self.version
    }

    /// When that version was published, as exactly as it is known: `2016-08-12`, `2022-09` or `2026`.
    #[must_use]
    pub const fn date(&self) -> &'static str {
        self.date
    }

    /// The axes and the reader's value on each, in words.
    ///
    /// ```
    /// use maycrawl_readers::Reader;
    ///
    /// let python = Reader::by_name("cpython").unwrap();
    /// assert!(python.axes().any(|axis| axis == ("wildcards", "none")));
    /// ```
    pub fn axes(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        axes::rows(&self.axes).into_iter()
    }

    /// Reads a file. Any bytes are a file. O(bytes).
    ///
    /// ```
    /// use maycrawl::as_written;
    /// use maycrawl_readers::Reader;
    ///
    /// // Python's standard library reads no wildcards.
    /// let file = Reader::by_name("cpython").unwrap().read(b"User-agent: *\nDisallow: /*.gif\n");
    /// assert!(file.decide("ExampleBot", as_written("/a.gif")).is_allowed);
    /// ```
    #[must_use]
    pub fn read(&self, file: &[u8]) -> ReadFile {
        ReadFile::new(file, self.axes)
    }
}

impl fmt::Display for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.program, self.version)
    }
}

impl ReadFile {
    fn new(file: &[u8], axes: Axes) -> Self {
        Self { axes, groups: groups::read(file, &axes).into(), above: Vec::new() }
    }

    /// The same file with rules above all groups: whether each allows, and its path.
    #[cfg(feature = "serde")]
    fn below<'p>(&self, above: impl IntoIterator<Item = (bool, &'p str)>) -> Self {
        let mut rules = Vec::new();
        for (allows, path) in above {
            // As a `Disallow` line: an index page of an `Allow` line would be its directory too.
            patterns::of_rule(path.as_bytes(), false, &GOOGLE, |pattern| {
                rules.push(Rule { line: 0, allows, pattern, written: path.into() });
            });
        }
        Self { axes: self.axes, groups: Arc::clone(&self.groups), above: rules }
    }

    /// May the crawler with this name fetch the URL? The name is that of a client, with or without a version. What
    /// maycrawl knows about crawlers is not used: no fallback to another name, and every crawler follows `*`.
    ///
    /// The programs get the whole URL. Scheme and host decide nothing, so a path is enough here.
    #[must_use]
    pub fn decide<'u>(&self, crawler: &str, url: impl Requested<'u>) -> ReaderAnswer {
        self.decide_by(&self.chosen(crawler), url)
    }

    /// The groups that count for the crawler.
    fn chosen(&self, crawler: &str) -> Vec<&Group> {
        let groups: Vec<&Group> = self.groups.iter().collect();
        groups::chosen(&groups, crawler, &self.axes)
    }

    /// [`Self::decide`], by the groups that were chosen.
    fn decide_by<'u>(&self, chosen: &[&Group], url: impl Requested<'u>) -> ReaderAnswer {
        let axes = &self.axes;
        let path = UrlPath::from_url(url, Profile::GOOGLE);
        if patterns::is_robots_txt(path.as_bytes(), axes.robots_txt) {
            return ReaderAnswer { is_allowed: true, line: None };
        }
        if !self.above.is_empty() {
            let path = patterns::normal_path(path.as_bytes(), GOOGLE.escapes);
            let search = PathSearch::new(&path);
            if let Some(rule) = self.above.iter().find(|rule| rule.pattern.matches(&search)) {
                return ReaderAnswer { is_allowed: rule.allows, line: None };
            }
        }
        let path = patterns::normal_path(path.as_bytes(), axes.escapes);
        let search = PathSearch::new(&path);
        let rules = chosen.iter().flat_map(|group| &group.rules);
        let mut matching = rules.filter(|rule| rule.pattern.matches(&search));
        let winner = match axes.precedence {
            Precedence::First => matching.next(),
            Precedence::LongestThenAllow => matching.max_by_key(longest_then_allow),
            Precedence::LongestThenDisallow => matching.max_by_key(longest_then_disallow),
            Precedence::LongestPlainThenFirst => longest_plain(&matching.collect::<Vec<_>>()),
        };
        ReaderAnswer {
            is_allowed: winner.is_none_or(|rule| rule.allows),
            line: winner.map(|rule| rule.line),
        }
    }
}

/// The axes of google/robotstxt.
const GOOGLE: Axes = table::READERS[0].axes;

/// The longest rule, or one with the same text that allows.
fn longest_plain<'r>(matching: &[&'r Rule]) -> Option<&'r Rule> {
    let key = |rule: &&&Rule| (rule.pattern.plain_length(), Reverse(rule.line));
    let first = *matching.iter().max_by_key(key)?;
    let same = matching.iter().find(|rule| rule.allows && rule.written == first.written);
    Some(same.map_or(first, |rule| rule))
}

/// Of rules that are equal in all else, the first one wins.
fn longest_then_allow(rule: &&Rule) -> (usize, bool, Reverse<u32>) {
    (rule.pattern.length(), rule.allows, Reverse(rule.line))
}

fn longest_then_disallow(rule: &&Rule) -> (usize, bool, Reverse<u32>) {
    (rule.pattern.length(), !rule.allows, Reverse(rule.line))
}
