//! What looks like a rule about indexing and is none: a misspelt name, another attribute, a comment, another header
//! field. A crawler reads it as nothing and says nothing, and whoever wrote it believes that the page is hidden.
//!
//! Only what has nothing but rules in its value is told, so that no description or title is taken for one.

use std::fmt;

use maycrawl::crawler::KnownCrawler;
use maycrawl::internals::edit_distance::slips;
use maycrawl::{Crawler, Printable};

use crate::html_tokens::{self, Tag, Token};
use crate::near_word::meant;
use crate::robots_meta::{Directive, Directives, MAX_LIST_BYTES, first_bytes, start_of};

/// Something that looks like a rule, and why it is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// The line of the page; `None` for a header field.
    pub line: Option<u64>,
    /// The name as written, or its start.
    pub written: String,
    /// Why it has no effect.
    pub kind: NearMissKind,
    /// Whether it looks like a `noindex`, or like another rule.
    pub looks_like_no_index: bool,
}

/// Why something that looks like a rule is none.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NearMissKind {
    /// A `<meta>` with another name; the one that is probably meant.
    Name(&'static str),
    /// The name stands in this attribute, in place of `name`.
    Attribute(&'static str),
    /// The rules stand in this attribute, in place of `content`.
    Value(&'static str),
    /// The name is a list of names.
    SeveralNames,
    /// A `<meta>` with the name of the header field.
    FieldAsElement,
    /// The element is in a comment.
    Comment,
    /// The element is in a `<template>`, whose content is no part of the page.
    Template,
    /// A header field with another name than `X-Robots-Tag`.
    Field,
    /// A name in the header field that no known crawler has; the one that is probably meant, or `robots` for all.
    FieldAgent(&'static str),
}

const ROBOTS: &str = "robots";
const FIELD: &str = "X-Robots-Tag";

/// Words that people take for the name of all crawlers.
const FOR_ALL: [&str; 11] = [
    "all",
    "bot",
    "bots",
    "crawler",
    "crawlers",
    "meta-robots",
    "robot.txt",
    "robots.txt",
    "spider",
    "spiders",
    "*",
];
/// Names that people take for that of the header field.
const FOR_FIELD: [&str; 9] = [
    "robots",
    "robots-tag",
    "x-robots",
    "x-robot",
    "meta-robots",
    "x-meta-robots",
    "robots-meta",
    "googlebot",
    "x-googlebot",
];
/// Names of fields that are a rule themselves.
const RULES_AS_FIELDS: [&str; 2] = ["noindex", "x-noindex"];
/// Names that people take for those of crawlers.
const FOR_CRAWLERS: [(&str, &str); 2] = [("google", "Googlebot"), ("bing", "bingbot")];
/// Attributes in place of `name`, and of `content`.
const FOR_NAME: [&str; 6] = ["property", "http-equiv", "itemprop", "nane", "nam", "names"];
const FOR_CONTENT: [&str; 5] = ["value", "contents", "conten", "contnet", "context"];

/// For a value that has rules, at least one of them a restriction, and nothing else: whether it has a `noindex`.
fn only_rules(value: &str) -> Option<bool> {
    let between = |c: char| matches!(c, ',' | ';' | '|') || c.is_whitespace();
    let (mut restricts, mut has_no_index) = (false, false);
    let words = first_bytes(value, MAX_LIST_BYTES).split(between).filter(|word| !word.is_empty());
    for word in words {
        let name = word.split(':').next().unwrap_or_default();
        let is_open = ["all", "index", "follow"].iter().any(|it| name.eq_ignore_ascii_case(it));
        let is_value = name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        if is_open || is_value {
            continue;
        }
        let rule = meant(name)?;
        restricts = true;
        has_no_index |= matches!(rule, "noindex" | "none");
    }
    restricts.then_some(has_no_index)
}

/// The name that crawlers read: `robots`, or that of a known crawler.
fn is_read(name: &str) -> bool {
    name.eq_ignore_ascii_case(ROBOTS) || KnownCrawler::by_name(name).is_some()
}

/// The name that is probably meant by one that no known crawler reads.
fn meant_name(written: &str) -> Option<&'static str> {
    let name = written.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '*');
    // A letter of another script that looks the same is one slip, not two.
    let name: String = name.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
    let name = &name[..];
    if FOR_ALL.iter().any(|it| name.eq_ignore_ascii_case(it)) || is_near(name, ROBOTS) {
        return Some(ROBOTS);
    }
    if let Some((_, meant)) = FOR_CRAWLERS.iter().find(|(it, _)| name.eq_ignore_ascii_case(it)) {
        return Some(meant);
    }
    let known = KnownCrawler::all().iter().map(|known| known.token);
    known.into_iter().find(|known| is_near(name, known))
}

/// One slip in a short name, two in a long one.
fn is_near(name: &str, known: &str) -> bool {
    let most = if known.len() < 8 { 1 } else { 2 };
    name.len() > 3 && slips(name.as_bytes(), known.as_bytes(), most) <= most
}

impl NearMiss {
    /// Whether it was written for this crawler, as far as a name tells.
    pub(crate) fn concerns(&self, crawler: &Crawler) -> bool {
        match self.kind {
            NearMissKind::Name(meant) | NearMissKind::FieldAgent(meant) if meant != ROBOTS => {
                crawler.is_meant_by(Some(meant))
            }
            _ => true,
        }
    }

    /// `None` if `value` is more than rules.
    fn new(line: Option<u64>, written: &str, value: &str, kind: NearMissKind) -> Option<Self> {
        let looks_like_no_index = only_rules(value)?;
        Some(Self { line, written: start_of(written.trim()), kind, looks_like_no_index })
    }

    /// What a `<meta>` that is in effect fails to say. A tag that crawlers read is none.
    pub(crate) fn of_meta(tag: &Tag, line: u64) -> Option<Self> {
        let line = Some(line);
        let (name, content) = (tag.value("name"), tag.value("content"));
        let Some(name) = name else {
            let content = content?;
            return FOR_NAME.into_iter().find_map(|attribute| {
                let name = tag.value(attribute)?;
                let is_name = name.trim().eq_ignore_ascii_case(FIELD) || is_read(name.trim());
                let kind = NearMissKind::Attribute(attribute);
                is_name.then(|| Self::new(line, &name, &content, kind)).flatten()
            });
        };
        let is_read = is_read(name.trim());
        let Some(content) = content else {
            let found = FOR_CONTENT.into_iter().find_map(|it| Some((it, tag.value(it)?)));
            let (attribute, value) = found.filter(|_| is_read)?;
            return Self::new(line, &name, &value, NearMissKind::Value(attribute));
        };
        let mut names = name.split([',', ';', ' ']).filter(|name| !name.is_empty());
        let kind = match name.trim() {
            _ if is_read => return None,
            _ if names.clone().nth(1).is_some() && names.all(self::is_read) => {
                NearMissKind::SeveralNames
            }
            field if field.eq_ignore_ascii_case(FIELD) => NearMissKind::FieldAsElement,
            other => NearMissKind::Name(meant_name(other)?),
        };
        // Google reads `<meta name="google" content="notranslate">`.
        let is_google = name.trim().eq_ignore_ascii_case("google");
        let near = Self::new(line, &name, &content, kind);
        near.filter(|near| near.looks_like_no_index || !is_google)
    }

    /// A `<meta>` that crawlers would read at another place.
    fn of_hidden(tag: &Tag, line: u64, kind: NearMissKind) -> Option<Self> {
        let (name, content) = (tag.value("name")?, tag.value("content")?);
        is_read(name.trim()).then(|| Self::new(Some(line), &name, &content, kind)).flatten()
    }

    /// A `<meta>` in a `<template>`.
    pub(crate) fn in_template(tag: &Tag, line: u64) -> Option<Self> {
        Self::of_hidden(tag, line, NearMissKind::Template)
    }

    /// The first element of a comment that would be a rule outside of it.
    pub(crate) fn in_comment(text: &[u8], line: u64) -> Option<Self> {
        html_tokens::tokens(text).find_map(|token| match token {
            Token::Start(tag) if tag.name == b"meta" => {
                Self::of_hidden(&tag, line, NearMissKind::Comment)
            }
            _ => None,
        })
    }

    /// A header field whose value is rules, under a name that no crawler reads.
    pub(crate) fn of_field(name: &str, value: &[u8]) -> Option<Self> {
        if name.eq_ignore_ascii_case(FIELD) {
            return Self::of_agent(value);
        }
        if RULES_AS_FIELDS.iter().any(|it| name.eq_ignore_ascii_case(it)) {
            let is_off = ["false", "0", "no", "off"]
                .iter()
                .any(|off| value.trim_ascii().eq_ignore_ascii_case(off.as_bytes()));
            let (written, kind) = (start_of(name.trim()), NearMissKind::Field);
            let near = Self { line: None, written, kind, looks_like_no_index: true };
            return (!is_off).then_some(near);
        }
        let looks_so = FOR_FIELD.iter().any(|it| name.eq_ignore_ascii_case(it))
            || slips(name.as_bytes(), FIELD.as_bytes(), 2) <= 2;
        let lists = looks_so.then(|| Directives::from_header(value, 1))?;
        // A field may name crawlers between its rules, so its rules are read as those of the right field.
        let mut rules = lists.iter().flat_map(|list| &list.rules);
        let has_no_index =
            rules.clone().any(|rule| matches!(rule, Directive::NoIndex | Directive::None));
        rules.find(|rule| **rule != Directive::All)?;
        Some(Self {
            line: None,
            written: start_of(name.trim()),
            kind: NearMissKind::Field,
            looks_like_no_index: has_no_index,
        })
    }
}

impl NearMiss {
    /// Rules of the right field for a crawler that nobody knows by this name.
    fn of_agent(value: &[u8]) -> Option<Self> {
        Directives::from_header(value, 1).into_iter().find_map(|list| {
            let agent = list.agent.as_deref()?;
            let is_known = KnownCrawler::by_name(agent).is_some();
            let meant =
                if agent.eq_ignore_ascii_case(ROBOTS) { Some(ROBOTS) } else { meant_name(agent) };
            let meant = meant.filter(|_| !is_known)?;
            let restricts = |rule: &Directive| *rule != Directive::All;
            list.rules.iter().find(|rule| restricts(rule))?;
            let hides = |rule: &Directive| matches!(rule, Directive::NoIndex | Directive::None);
            Some(Self {
                line: None,
                written: start_of(agent),
                kind: NearMissKind::FieldAgent(meant),
                looks_like_no_index: list.rules.iter().any(hides),
            })
        })
    }
}

impl fmt::Display for NearMiss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Printable(self.written.as_bytes());
        let line = self.line.unwrap_or_default();
        match &self.kind {
            NearMissKind::Name(meant) => write!(
                f,
                "`<meta name=\"{name}\">` in line {line} is for no known crawler, as none has this name; write `{meant}`"
            ),
            NearMissKind::Attribute(attribute) => write!(
                f,
                "`<meta {attribute}=\"{name}\">` in line {line} has no effect: crawlers read the attribute `name`; \
                 write `<meta name=\"robots\" ...>`"
            ),
            NearMissKind::Value(attribute) => write!(
                f,
                "`<meta name=\"{name}\">` in line {line} has no effect: its rules are in `{attribute}`; write them in `content`"
            ),
            NearMissKind::SeveralNames => write!(
                f,
                "`<meta name=\"{name}\">` in line {line} is for no known crawler: it has several names; write one `<meta>` for each"
            ),
            NearMissKind::FieldAsElement => write!(
                f,
                "`<meta name=\"{name}\">` in line {line} has no effect: {FIELD} is a header field; in a page write \
                 `<meta name=\"robots\" ...>`"
            ),
            NearMissKind::Comment => {
                write!(
                    f,
                    "`<meta name=\"{name}\">` in line {line} has no effect: it is in a comment"
                )
            }
            NearMissKind::Template => {
                write!(
                    f,
                    "`<meta name=\"{name}\">` in line {line} has no effect: it is in a <template>"
                )
            }
            NearMissKind::FieldAgent(ROBOTS) => write!(
                f,
                "the rules for `{name}` in `{FIELD}` are for no known crawler, as none has this name; write them without a name"
            ),
            NearMissKind::FieldAgent(meant) => write!(
                f,
                "the rules for `{name}` in `{FIELD}` are for no known crawler, as none has this name; write `{meant}`"
            ),
            NearMissKind::Field => {
                write!(f, "the header field `{name}` has no effect: crawlers read `{FIELD}`")
            }
        }
    }
}
