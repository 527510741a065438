//! From fields to groups, and from a crawler's name to the rules that count for it.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use memchr::memmem;

use maycrawl::internals::{AgentMatcher, is_star};

use super::axes::{
    Axes, BlankLine, Choice, CrawlerName, EarlyRule, EmptyGroup, EmptyRule, FileName, NameMatch,
    RunEnd,
};
use super::lines::{self, Entry, Key, Kind, is_javascript_space, is_python_space};
use super::patterns::{self, Pattern};
use super::python_url;

/// A group, as a reader has it after it has read the file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Group {
    /// In the form in which they are compared.
    pub(super) names: Vec<Vec<u8>>,
    pub(super) rules: Vec<Rule>,
    /// It began before any `user-agent` line.
    is_early: bool,
    has_rule_line: bool,
    has_delay: bool,
    has_rate: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    pub(super) line: u32,
    pub(super) allows: bool,
    pub(super) pattern: Pattern,
    /// The path as it stands in the file.
    pub(super) written: Vec<u8>,
}

impl Rule {
    /// What it decides, wherever it stands.
    pub(super) fn said(&self) -> (bool, &Pattern, &[u8]) {
        (self.allows, &self.pattern, &self.written)
    }
}

/// The groups of the file. O(file).
pub(super) fn read(file: &[u8], axes: &Axes) -> Vec<Group> {
    let early = (axes.early_rule == EarlyRule::ForAllIfNoNames)
        .then(|| Group { is_early: true, ..Group::default() });
    let mut builder = Builder {
        axes,
        groups: Vec::new(),
        current: early,
        in_run: false,
        has_agent: false,
        filled: BTreeSet::new(),
    };
    lines::entries(file, axes, |entry| builder.entry(entry));
    // Only a file without any user-agent line still has the group that it began with.
    if let Some(early) = builder.current.as_mut().filter(|group| group.is_early) {
        early.names.push(b"*".to_vec());
    }
    builder.close();
    builder.groups
}

struct Builder<'a> {
    axes: &'a Axes,
    groups: Vec<Group>,
    current: Option<Group>,
    /// The last field that counts was `user-agent`: the next one names the same group.
    in_run: bool,
    /// A `user-agent` line was read.
    has_agent: bool,
    /// The names of closed groups with rules or a delay, if they matter.
    filled: BTreeSet<Vec<u8>>,
}

impl Builder<'_> {
    fn entry(&mut self, Entry { line, kind }: Entry) {
        match kind {
            Kind::Empty if self.axes.blank_line != BlankLine::Ignored => self.close(),
            Kind::Blank if self.axes.blank_line == BlankLine::EndsGroup => self.close(),
            Kind::Empty | Kind::Blank => {}
            Kind::Field(Key::UserAgent, value) => {
                if !self.in_run || self.first_name_is_filled() {
                    self.close();
                }
                self.in_run = true;
                self.has_agent = true;
                let group = self.current.get_or_insert_default();
                add_name(&mut group.names, value, self.axes.file_name);
            }
            Kind::Field(key, value) => {
                self.in_run &= !ends_run(key, &value, self.axes.run_end);
                let is_early = self.current.is_none() && !self.has_agent && key == Key::Disallow;
                if is_early && self.axes.early_rule == EarlyRule::ForAll {
                    self.current =
                        Some(Group { names: Vec::from([b"*".to_vec()]), ..Group::default() });
                }
                let Some(group) = &mut self.current else { return };
                match key {
                    Key::Allow | Key::Disallow => {
                        group.has_rule_line = true;
                        add_rules(&mut group.rules, line, key == Key::Allow, &value, self.axes);
                    }
                    Key::CrawlDelay => group.has_delay = true,
                    Key::RequestRate => group.has_rate = true,
                    _ => {}
                }
            }
        }
    }

    /// True if a group before this one has rules or a delay for the name with which this one begins.
    fn first_name_is_filled(&self) -> bool {
        let first = self.current.as_ref().and_then(|group| group.names.first());
        first.is_some_and(|name| self.filled.contains(name))
    }

    /// Ends the group. It is kept if this reader keeps such groups.
    fn close(&mut self) {
        self.in_run = false;
        let Some(mut group) = self.current.take() else { return };
        let is_filled = !group.rules.is_empty() || group.has_delay;
        if is_filled && self.axes.run_end == RunEnd::ContentOfFirstName {
            self.filled.extend(group.names.iter().cloned());
        }
        let has_content = match self.axes.empty_group {
            EmptyGroup::Counts => true,
            EmptyGroup::Dropped => group.has_rule_line,
            EmptyGroup::DroppedWithoutDelay => group.has_rule_line || group.has_delay,
            EmptyGroup::DroppedWithoutPace => {
                group.has_rule_line || group.has_delay || group.has_rate
            }
        };
        if has_content && !group.names.is_empty() {
            // Most groups have one name and one rule, and room for four of each is most of what a large file takes.
            group.names.shrink_to_fit();
            group.rules.shrink_to_fit();
            self.groups.push(group);
        }
    }
}

fn ends_run(key: Key, value: &[u8], run_end: RunEnd) -> bool {
    let is_rule = matches!(key, Key::Allow | Key::Disallow);
    match run_end {
        RunEnd::Rules => is_rule,
        RunEnd::RulesAndPace => is_rule || matches!(key, Key::CrawlDelay | Key::RequestRate),
        RunEnd::RulesAndDelay => is_rule || key == Key::CrawlDelay,
        RunEnd::KnownFields => is_rule || matches!(key, Key::CrawlDelay | Key::SiteWide),
        RunEnd::AllButSiteWide => key != Key::SiteWide,
        RunEnd::AnyField => true,
        RunEnd::ContentOfFirstName => (is_rule && !value.is_empty()) || key == Key::CrawlDelay,
    }
}

fn add_name(names: &mut Vec<Vec<u8>>, value: Vec<u8>, form: FileName) {
    let text = || String::from_utf8_lossy(&value);
    match form {
        FileName::Token => names.push(value),
        FileName::LeadingToken => names.push(leading_token(&text())),
        FileName::WholeOrEmpty => names.push(value.to_ascii_lowercase()),
        FileName::TokenAnyCase => names.push(text().to_lowercase().into_bytes()),
        FileName::Decoded => {
            names.push(python_url::unquoted(&text()).to_lowercase().into_bytes());
        }
        FileName::Whole if !value.is_empty() => names.push(text().to_lowercase().into_bytes()),
        FileName::WithAndWithoutStars if !value.is_empty() => {
            let name = text().to_lowercase();
            let without = name.replace('*', "");
            if name.len() != without.len() && !without.is_empty() {
                names.push(name.into_bytes());
                names.push(without.into_bytes());
            } else {
                names.push(name.into_bytes());
            }
        }
        FileName::UpToSlash if !value.is_empty() => {
            let lower = text().to_lowercase();
            names.push(up_to_slash(&lower).trim_matches(is_javascript_space).into());
        }
        FileName::Whole | FileName::WithAndWithoutStars | FileName::UpToSlash => {}
    }
}

/// The name up to the first character that a product token cannot have. `*`, and `*` with white space after it, is for
/// all.
fn leading_token(value: &str) -> Vec<u8> {
    match value.strip_prefix('*') {
        Some(rest) if rest.is_empty() || rest.starts_with(char::is_whitespace) => b"*".to_vec(),
        _ => {
            let is_other = |c: char| !(c.is_ascii_alphabetic() || matches!(c, '-' | '_'));
            let end = value.find(is_other).unwrap_or(value.len());
            value[..end].to_ascii_lowercase().into_bytes()
        }
    }
}

fn add_rules(rules: &mut Vec<Rule>, line: u32, allows: bool, value: &[u8], axes: &Axes) {
    if !value.is_empty() {
        patterns::of_rule(value, allows, axes, |pattern| {
            rules.push(Rule { line, allows, pattern, written: value.to_vec() });
        });
        return;
    }
    let allows = match axes.empty_rule {
        EmptyRule::Ignored => return,
        EmptyRule::AllowsAll => true,
        EmptyRule::Inverted => !allows,
        // An empty `Allow:` has the length 0, and matches everything.
        EmptyRule::AllowsRoot if allows => true,
        EmptyRule::AllowsRoot => return add_rules(rules, line, true, b"/", axes),
    };
    rules.push(Rule { line, allows, pattern: Pattern::everything(), written: Vec::new() });
}

fn up_to_slash(name: &str) -> &str {
    name.split('/').next().unwrap_or(name)
}

/// The groups that count for the crawler, in the order of the file. O(names of the file, each with the crawler's name).
pub(super) fn chosen<'g>(groups: &[&'g Group], crawler: &str, axes: &Axes) -> Vec<&'g Group> {
    let names = CrawlerNames::new(crawler, axes);
    match axes.choice {
        Choice::AllNamed => {
            let named: Vec<_> =
                groups.iter().copied().filter(|group| names.are_in(group)).collect();
            if !named.is_empty() {
                return named;
            }
            groups.iter().copied().filter(|group| names.star_is_in(group)).collect()
        }
        Choice::First => {
            let star = |group: &&Group| names.star_is_in(group);
            let own = groups.iter().copied().find(|group| !star(group) && names.are_in(group));
            own.or_else(|| groups.iter().copied().find(star)).into_iter().collect()
        }
        Choice::FirstElseAllStars => {
            let is_own = |name: &Vec<u8>| name != b"*" && names.is(name);
            match groups.iter().copied().find(|group| group.names.iter().any(is_own)) {
                Some(own) => Vec::from([own]),
                None => groups.iter().copied().filter(|group| names.star_is_in(group)).collect(),
            }
        }
        Choice::LongestNameElseStar => longest_named(groups, &names),
        Choice::LongestName => {
            // The length of a text in Python: code points.
            let score = |name: &[u8]| match name {
                b"*" => 1,
                name if names.is(name) => String::from_utf8_lossy(name).chars().count(),
                _ => 0,
            };
            let mut best: (usize, &[u8]) = (0, b"");
            for name in groups.iter().copied().flat_map(|group| &group.names) {
                // The first of equally long names counts.
                let score = score(name);
                if score > best.0 {
                    best = (score, name);
                }
            }
            let has_best = |group: &&Group| group.names.iter().any(|name| name == best.1);
            if best.0 == 0 { Vec::new() } else { groups.iter().copied().filter(has_best).collect() }
        }
        Choice::FirstWithLongestName => {
            // The length of a text in JavaScript: UTF-16 code units.
            let length = |name: &[u8]| match name {
                b"*" => 0,
                name => String::from_utf8_lossy(name).encode_utf16().count(),
            };
            let best = |group: &Group| {
                let matching = group.names.iter().filter(|name| *name == b"*" || names.is(name));
                matching.map(|name| length(name)).max()
            };
            let longest = groups.iter().copied().filter_map(best).max();
            let first =
                longest.and_then(|_| groups.iter().copied().find(|group| best(group) == longest));
            first.into_iter().collect()
        }
    }
}

/// All groups with the longest name that matches, or else all for `*`. The first of equally long names counts.
fn longest_named<'g>(groups: &[&'g Group], names: &CrawlerNames<'_>) -> Vec<&'g Group> {
    let all = groups.iter().copied().flat_map(|group| &group.names);
    let own = all.filter(|name| *name != b"*" && !name.is_empty() && names.is(name));
    let best = own.rev().max_by_key(|name| name.len()).map_or(&b"*"[..], Vec::as_slice);
    groups.iter().copied().filter(|group| group.names.iter().any(|name| name == best)).collect()
}

/// The name of a crawler, as a reader compares it.
pub(super) struct CrawlerNames<'c> {
    given: &'c str,
    compared: String,
    how: NameMatch,
}

impl<'c> CrawlerNames<'c> {
    pub(super) fn new(given: &'c str, axes: &Axes) -> Self {
        let lower = given.to_lowercase();
        let compared = match axes.crawler_name {
            CrawlerName::Whole => lower,
            CrawlerName::Trimmed => lower.trim_matches(is_python_space).into(),
            CrawlerName::UpToSlash => up_to_slash(&lower).into(),
            CrawlerName::Cut => {
                let fits = |&(at, c): &(usize, char)| at + c.len_utf8() <= 512;
                lower.char_indices().take_while(fits).map(|(_, c)| c).collect()
            }
            CrawlerName::FirstWordUpToSlash => {
                up_to_slash(lower.split_ascii_whitespace().next().unwrap_or(&lower)).into()
            }
            CrawlerName::UpToSlashOrStar if given.is_empty() => "*".into(),
            CrawlerName::UpToSlashOrStar => {
                up_to_slash(&lower).trim_matches(is_javascript_space).into()
            }
        };
        Self { given, compared, how: axes.name_match }
    }

    fn are_in(&self, group: &Group) -> bool {
        group.names.iter().any(|name| self.is(name))
    }

    fn star_is_in(&self, group: &Group) -> bool {
        group.names.iter().any(|name| match self.how {
            NameMatch::Profile(_) => is_star(name),
            _ => name == b"*",
        })
    }

    /// True if `name`, of the file, means this crawler.
    pub(super) fn is(&self, name: &[u8]) -> bool {
        let compared = self.compared.as_bytes();
        match self.how {
            NameMatch::Profile(profile) => {
                AgentMatcher::united(&[self.given], profile).rank(name) == Some(0)
            }
            NameMatch::Equal => name == compared,
            NameMatch::Part => memmem::find(compared, name).is_some(),
            NameMatch::WordStart => begins_a_word(&self.compared, name),
        }
    }
}

/// True if `name` stands in `text` at the start of a word.
fn begins_a_word(text: &str, name: &[u8]) -> bool {
    let mut from = 0;
    while let Some(at) = text.as_bytes().get(from..).and_then(|rest| memmem::find(rest, name)) {
        let before = text.get(..from + at).and_then(|before| before.chars().next_back());
        if !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_')) {
            return true;
        }
        from += at + 1;
    }
    false
}
