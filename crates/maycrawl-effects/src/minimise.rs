//! The same rules in fewer lines.
//!
//! 1. *Rules.* A rule can go if no verdict of any crawler changes without it. It is tried for every class of crawlers
//!    that follows it, under every profile, from the last line up, so that of two equal rules the first one stays. A
//!    group keeps one rule at least: without any, its `user-agent` lines would run into the next group.
//! 2. *Groups.* A group can go if its crawlers get the same verdicts from the groups that remain, and two groups that
//!    say the same become one. Groups of `*`, and groups with other lines, such as `crawl-delay`, are left as they are.
//! 3. *Proof.* The result is compared with the file for every crawler, under every profile: its verdicts, and what it
//!    says about uses. If a difference is found, or something is undecided, the step that caused it is taken back.
//!
//! A crawler is proved twice if the [table](maycrawl::crawler::KnownCrawler) tells more about it than a name: as the
//! table describes it, and as a bare token ([`Change`]). The table ages, and the file is also read by programs that do
//! not know it.
//!
//! Comments, sitemaps and other lines stay.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::internals::{
    PathSearch, begins_as_paths_do, bytes_of, escape, index_directory, is_star, literal_bytes,
    precedence,
};
use maycrawl::line::Lines;
use maycrawl::robots_txt::{Group, Rule};
use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, Profile, RobotsTxt};

use maycrawl::internals::{is_within, meet, steps_of_comparing};

use super::crawlers::Change;
use super::equivalence::{is_proved, keeps_uses, readings, same};
use super::search::{Found, Search};
use crate::Budget;

/// A file with fewer lines that gives the same verdicts, and says the same about uses.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Minimised {
    /// The file. It is the given one if nothing could go.
    pub bytes: Vec<u8>,
    /// The lines that are gone or were joined with others, in their order.
    pub removed: Vec<RemovedLine>,
    /// The number of rules for which the budget did not suffice. They stay.
    pub undecided: usize,
}

/// A line that the minimised file does without.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RemovedLine {
    /// The line in the given file, from 1.
    pub line: u32,
    /// Why it can go, for example ``line 2 already disallows everything that this rule matches``.
    pub reason: String,
}

impl Minimised {
    /// The work for one file where a person waits for it: about ten seconds.
    pub const BUDGET: Budget<'static> = Budget::new(1_000_000_000);
}

/// Removes every rule and group that changes no verdict and no [use](maycrawl_uses), for any crawler, under any
/// [profile](Profile::ALL). The result is
/// proved to be equivalent, for readers that know the crawlers of the [table](maycrawl::crawler::KnownCrawler) and for
/// readers that take their names as [bare tokens](Crawler::bare_token), with and without a size limit. It has what this
/// file has: of a file that was parsed with a [size limit](maycrawl::Profile::size_limit), the rest is lost.
///
/// Cost: for each rule of a group at most O(rules) searches, most of which end at once. Ends at the budget.
///
/// ```
/// use maycrawl::RobotsTxt;
/// use maycrawl_effects::{Budget, minimised};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\nDisallow: /a/b\nAllow: /c\n");
/// let shorter = minimised(&robots, &mut Budget::default());
/// assert_eq!(shorter.bytes, b"User-agent: *\nDisallow: /a\n");
/// assert_eq!(shorter.removed[0].reason, "line 2 already disallows everything that this rule matches");
/// assert_eq!(shorter.removed[1].reason, "no rule disallows anything that it allows");
/// ```
///
/// Source: Google, *Order of precedence for group-member lines*; RFC 9309 sections 2.2.1 and 2.2.2.
#[must_use]
pub fn minimised(robots: &RobotsTxt<'_>, budget: &mut Budget<'_>) -> Minimised {
    let bytes = robots.as_bytes().to_vec();
    let numbers = lines_of(&bytes).map(|(line, _)| line).collect();
    let mut file = File { bytes, numbers, removed: BTreeMap::new(), undecided: 0 };
    loop {
        let before = file.bytes.len();
        file.remove_rules(budget);
        file.remove_groups(budget);
        if file.bytes.len() == before {
            break;
        }
    }
    let removed =
        file.removed.into_iter().map(|(line, reason)| RemovedLine { line, reason }).collect();
    Minimised { bytes: file.bytes, removed, undecided: file.undecided }
}

/// The file while it becomes shorter.
struct File {
    bytes: Vec<u8>,
    /// The number that each of its lines has in the given file.
    numbers: Vec<u32>,
    /// Lines of the given file, and why they are gone.
    removed: BTreeMap<u32, String>,
    undecided: usize,
}

impl File {
    fn remove_rules(&mut self, budget: &mut Budget<'_>) {
        if !budget.take(self.bytes.len() as u64) {
            self.undecided = self.numbers.len();
            return;
        }
        let read = readings(&self.bytes);
        let mut classes: Vec<Class<'_>> = Vec::new();
        // The lines of each group, under each profile, and the groups of each line.
        let (mut groups, mut groups_of) = (Vec::new(), BTreeMap::new());
        for robots in &read {
            let change = Change::new(robots, robots, budget);
            let crawlers = change.classes().map(|class| class.crawler());
            classes.extend(crawlers.filter_map(|crawler| Class::of(robots, &crawler, budget)));
            for group in robots.groups() {
                let rules = groups.len();
                groups.push(group.rules().map(|rule| rule.line).collect::<Vec<_>>());
                for &line in &groups[rules] {
                    groups_of.entry(line).or_insert_with(Vec::new).push(rules);
                }
            }
        }
        let mut lines: Vec<u32> = read.iter().flat_map(rule_lines).collect();
        lines.sort_unstable();
        lines.dedup();
        let mut gone = BTreeMap::new();
        self.undecided = 0;
        // From the last line up, so that of two equal rules the first one stays.
        for line in lines.into_iter().rev() {
            // Without a rule, the `user-agent` lines of the group would run into the next group.
            let is_last = |&group: &usize| {
                groups[group].iter().all(|other| *other == line || gone.contains_key(other))
            };
            if groups_of.get(&line).is_some_and(|of| of.iter().any(is_last)) {
                continue;
            }
            match reason_to_go(&classes, line, budget) {
                Answer::Goes(reason) => {
                    classes.iter_mut().for_each(|class| class.remove(line, budget));
                    gone.insert(line, reason);
                }
                Answer::Stays => {}
                Answer::Undecided => self.undecided += 1,
            }
        }
        let mut shorter = Text::without(&self.bytes, &gone.keys().copied().collect());
        let mut proved = is_proved(&self.bytes, &shorter.bytes, budget);
        if !proved && budget.steps() > 0 {
            // The rules above were tried for verdicts. A rule that changes none may still grant or refuse a use, as an
            // allow rule of a control token does.
            gone = self.without_use_changes(gone, budget);
            shorter = Text::without(&self.bytes, &gone.keys().copied().collect());
            proved = is_proved(&self.bytes, &shorter.bytes, budget);
        }
        if proved {
            self.replace(shorter, gone);
        } else {
            self.undecided += gone.len();
        }
    }

    /// Those of the lines without which no use changes.
    fn without_use_changes(
        &self,
        lines: BTreeMap<u32, String>,
        budget: &mut Budget<'_>,
    ) -> BTreeMap<u32, String> {
        let mut gone = BTreeSet::new();
        for &line in lines.keys().rev() {
            gone.insert(line);
            let shorter = Text::without(&self.bytes, &gone);
            if !same(&self.bytes, &shorter.bytes, keeps_uses, budget) {
                gone.remove(&line);
            }
        }
        lines.into_iter().filter(|(line, _)| gone.contains(line)).collect()
    }

    /// Tries to leave out each group, or to join it with an earlier one, from the last group up.
    fn remove_groups(&mut self, budget: &mut Budget<'_>) {
        let mut groups = GroupLines::from_all(&self.bytes);
        let mut left = groups.len();
        while let Some((group, before)) = groups[..left].split_last() {
            left = before.len();
            // `User-agent: *` with `Allow: /` changes nothing, but it tells people about all other crawlers.
            if group.has_other_lines || group.names_star {
                continue;
            }
            if !budget.take(self.bytes.len() as u64) {
                break;
            }
            let without = Text::without(&self.bytes, &group.lines);
            if is_proved(&self.bytes, &without.bytes, budget) {
                let reason = "its crawlers get the same verdicts without this group";
                // The lines get new numbers, but the groups before this one stay, so `left` still counts those to try.
                self.replace(without, group.lines.iter().map(|&line| (line, reason.into())));
                groups = GroupLines::from_all(&self.bytes);
                continue;
            }
            let is_same =
                |other: &&GroupLines| !other.has_other_lines && other.rules == group.rules;
            if let Some(other) = before.iter().find(is_same) {
                let joined = Text::joined(&self.bytes, group, other);
                if is_proved(&self.bytes, &joined.bytes, budget) {
                    let first = other.agents.first().and_then(|&line| self.original(line));
                    let reason = format!(
                        "the group on line {} says the same, and names these crawlers now",
                        first.unwrap_or_default()
                    );
                    let gone = group.lines.iter().map(|&line| (line, reason.clone()));
                    self.replace(joined, gone);
                    groups = GroupLines::from_all(&self.bytes);
                }
            }
        }
    }

    /// Takes the shorter file, and notes the lines that are gone.
    fn replace(&mut self, text: Text, gone: impl IntoIterator<Item = (u32, String)>) {
        for (line, reason) in gone {
            if let Some(line) = self.original(line) {
                self.removed.insert(line, reason);
            }
        }
        self.numbers = text.lines.iter().filter_map(|&line| self.original(line)).collect();
        self.bytes = text.bytes;
    }

    /// The number in the given file of a line of the file as it is now.
    fn original(&self, line: u32) -> Option<u32> {
        self.numbers.get(line as usize - 1).copied()
    }
}

/// A text that is put together of the lines of another one.
struct Text {
    bytes: Vec<u8>,
    /// The numbers of its lines in the other text.
    lines: Vec<u32>,
}

impl Text {
    fn without(file: &[u8], gone: &BTreeSet<u32>) -> Self {
        Self::of(lines_of(file).filter(|(line, _)| !gone.contains(line)))
    }

    /// The file with the user agents of `group` before those of `other`, and without the group.
    fn joined(file: &[u8], group: &GroupLines, other: &GroupLines) -> Self {
        let is_agent = |(line, _): &(u32, &[u8])| group.agents.contains(line);
        let is_before = |(line, _): &(u32, &[u8])| Some(line) < other.agents.first();
        let is_kept = |(line, _): &(u32, &[u8])| !group.lines.contains(line);
        let before = lines_of(file).filter(is_kept).filter(is_before);
        let after = lines_of(file).filter(is_kept).filter(|line| !is_before(line));
        Self::of(before.chain(lines_of(file).filter(is_agent)).chain(after))
    }

    fn of<'l>(lines: impl Iterator<Item = (u32, &'l [u8])>) -> Self {
        let mut text = Self { bytes: Vec::new(), lines: Vec::new() };
        for (line, bytes) in lines {
            // The last line of a file may have no end.
            if text.bytes.last().is_some_and(|last| !b"\r\n".contains(last)) {
                text.bytes.push(b'\n');
            }
            text.bytes.extend_from_slice(bytes);
            text.lines.push(line);
        }
        text
    }
}

/// The lines of a group, in the file as it is now.
struct GroupLines {
    agents: BTreeSet<u32>,
    /// Agents and rules.
    lines: BTreeSet<u32>,
    /// The rules, with their patterns as written, sorted.
    rules: Vec<(RuleKind, Vec<u8>)>,
    /// True if there is a line in it that is for its crawlers only, and that is not read here: `crawl-delay`.
    has_other_lines: bool,
    names_star: bool,
}

impl GroupLines {
    /// The groups of a file. O(bytes * log lines).
    fn from_all(file: &[u8]) -> Vec<Self> {
        let robots = RobotsTxt::parse_with(file, Profile::GOOGLE.verbatim());
        let others: BTreeSet<_> = robots.other_lines().map(|other| other.line).collect();
        let ends = robots.groups().skip(1).map(|next| next.first_line()).chain([u32::MAX]);
        let groups = robots.groups().zip(ends);
        groups.map(|(group, end)| Self::of(&group, end, &others)).collect()
    }

    /// A group that ends before the line `end`. `others`: lines that are neither agents, rules nor sitemaps.
    fn of(group: &Group<'_>, end: u32, others: &BTreeSet<u32>) -> Self {
        let agents: BTreeSet<_> = group.agents().map(|agent| agent.line).collect();
        let mut lines = agents.clone();
        lines.extend(group.rules().map(|rule| rule.line));
        let mut rules: Vec<_> =
            group.rules().map(|rule| (rule.kind, rule.pattern.to_vec())).collect();
        rules.sort_unstable();
        let has_other_lines = others.range(group.first_line()..end).next().is_some();
        let names_star = group.agents().any(|agent| is_star(agent.value));
        Self { agents, lines, rules, has_other_lines, names_star }
    }
}

fn rule_lines<'r>(robots: &'r RobotsTxt<'_>) -> impl Iterator<Item = u32> + 'r {
    let grouped = robots.groups().flat_map(|group| group.rules());
    robots.rules_before_any_group().chain(grouped).map(|rule| rule.line)
}

/// The lines of a file with their numbers, each with its line end.
fn lines_of(file: &[u8]) -> impl Iterator<Item = (u32, &[u8])> {
    let robots_lines = Lines::new(file, Profile::GOOGLE);
    let starts: Vec<_> = robots_lines.map(|line| (line.number, line.span.start as usize)).collect();
    (0..starts.len()).map(move |at| {
        let start = if at == 0 { 0 } else { starts[at].1 };
        let end = starts.get(at + 1).map_or(file.len(), |next| next.1);
        (starts[at].0, &file[start..end])
    })
}

/// What a budget counts: keeping a line of a class, rules that are looked at, a rule that is matched with a path, a
/// pair of rules.
const STEPS_OF_A_LINE: u64 = 12;
const RULES_PASSED_IN_A_STEP: u64 = 8;
const STEPS_OF_A_TRY: u64 = 1;
const STEPS_OF_A_PAIR: u64 = 6;

/// Whether a rule can go.
enum Answer {
    Goes(String),
    Stays,
    Undecided,
}

/// Tries a line in every class that follows it.
fn reason_to_go(classes: &[Class<'_>], line: u32, budget: &mut Budget<'_>) -> Answer {
    let mut reason = None;
    for class in classes {
        if !budget.take(class.passing_rules()) {
            return Answer::Undecided;
        }
        let entries: Vec<_> = class.entries_of(line).collect();
        for &entry in &entries {
            match class.changes_nothing_without(entry, budget) {
                Some(true) => {
                    if reason.is_none() {
                        reason = class.why(entry, budget);
                    }
                }
                Some(false) => return Answer::Stays,
                None => return Answer::Undecided,
            }
        }
    }
    if budget.steps() == 0 {
        return Answer::Undecided;
    }
    Answer::Goes(reason.unwrap_or_else(|| "no crawler follows it".into()))
}

/// The rules of one class of crawlers, from the greatest down.
pub struct Class<'r> {
    profile: Profile,
    rules: Vec<Entry<'r>>,
}

struct Entry<'r> {
    pattern: Cow<'r, [u8]>,
    kind: RuleKind,
    line: u32,
    order: u64,
    bytes: u64,
}

impl<'r> Class<'r> {
    /// `None` if the budget does not suffice.
    fn of(robots: &'r RobotsTxt<'_>, crawler: &Crawler, budget: &mut Budget<'_>) -> Option<Self> {
        let profile = robots.profile();
        // Each class passes over all lines, but keeps only its own.
        if !budget.take(robots.directive_count() as u64) {
            return None;
        }
        let (_, rules) = robots.obeyed_rules(crawler);
        if !budget.take(STEPS_OF_A_LINE * rules.len() as u64) {
            return None;
        }
        let entry =
            |Rule { line, kind, pattern, .. }| (escape::pattern(pattern, profile), kind, line);
        Some(Self::new(profile, rules.into_iter().map(entry)))
    }

    /// These rules, with patterns in normal form, and `<directory>$` for rules about index pages.
    pub fn new(
        profile: Profile,
        rules: impl Iterator<Item = (Cow<'r, [u8]>, RuleKind, u32)>,
    ) -> Self {
        let mut class = Self { profile, rules: Vec::new() };
        for (pattern, kind, line) in rules {
            if let Some(directory) = index_directory(&pattern, kind, profile) {
                class.add(Cow::Owned([directory, b"$"].concat()), kind, line);
            }
            class.add(pattern, kind, line);
        }
        class.rules.sort_unstable_by_key(|rule| !rule.order);
        class
    }

    /// True if the verdict about this path changes without this line. False also if the budget does not suffice.
    pub fn is_needed_for(&self, line: u32, path: &[u8], budget: &mut Budget<'_>) -> bool {
        let Some(Some(decider)) = self.decider(path, None, budget) else { return false };
        let Some(next) = self.decider(path, Some(line), budget) else { return false };
        let next = next.map_or(RuleKind::Allow, |next| self.rules[next].kind);
        self.rules[decider].line == line && self.rules[decider].kind != next
    }

    /// True if it is proved that no verdict changes without this line.
    pub fn is_needless(&self, line: u32, budget: &mut Budget<'_>) -> bool {
        budget.take(self.passing_rules())
            && self
                .entries_of(line)
                .all(|entry| self.changes_nothing_without(entry, budget) == Some(true))
    }

    fn add(&mut self, pattern: Cow<'r, [u8]>, kind: RuleKind, line: u32) {
        let order = precedence(pattern.len(), kind, line);
        let bytes = bytes_of(literal_bytes(&pattern));
        self.rules.push(Entry { pattern, kind, line, order, bytes });
    }

    /// The steps of looking at every rule once.
    fn passing_rules(&self) -> u64 {
        1 + self.rules.len() as u64 / RULES_PASSED_IN_A_STEP
    }

    fn remove(&mut self, line: u32, budget: &mut Budget<'_>) {
        // What has no budget any more is not wrong: the result is proved.
        budget.take(2 * self.passing_rules());
        self.rules.retain(|rule| rule.line != line);
    }

    fn entries_of(&self, line: u32) -> impl Iterator<Item = usize> {
        (0..self.rules.len()).filter(move |&at| self.rules[at].line == line)
    }

    /// The greatest rule that matches, not counting those of `without`. `None` if the budget does not suffice.
    fn decider(
        &self,
        path: &[u8],
        without: Option<u32>,
        budget: &mut Budget<'_>,
    ) -> Option<Option<usize>> {
        let (search, lacks) = (PathSearch::new(path), !bytes_of(path.iter()));
        let decider = (0..self.rules.len()).find(|&at| {
            let rule = &self.rules[at];
            rule.bytes & lacks == 0
                && Some(rule.line) != without
                && !rule.pattern.is_empty()
                && search.match_len(&rule.pattern).is_some()
        });
        let tried = decider.map_or(self.rules.len(), |at| at + 1) as u64 * STEPS_OF_A_TRY;
        budget.take(tried + search.budget_steps()).then_some(decider)
    }

    /// True if no verdict changes without the line of this rule. `None` if the budget did not suffice.
    ///
    /// A verdict changes if the rule decides a path, and the next rule that matches is of the other kind. So for each
    /// such rule, and for none, a path is searched, as in [`sides`](super::sides).
    fn changes_nothing_without(&self, at: usize, budget: &mut Budget<'_>) -> Option<bool> {
        let rule = &self.rules[at];
        if rule.pattern.is_empty() {
            return Some(true);
        }
        let others = (at + 1..self.rules.len()).filter(|&other| {
            self.rules[other].kind != rule.kind && self.rules[other].line != rule.line
        });
        let none = (rule.kind == RuleKind::Disallow).then_some(None);
        for next in none.into_iter().chain(others.map(Some)) {
            if !budget.take(STEPS_OF_A_PAIR) {
                return None;
            }
            match self.path_that_changes(at, next, budget) {
                Found::Nothing => {}
                Found::Path(_) => return Some(false),
                Found::OutOfBudget => return None,
            }
        }
        Some(true)
    }

    fn path_that_changes(&self, at: usize, next: Option<usize>, budget: &mut Budget<'_>) -> Found {
        let rule = &self.rules[at];
        let mut wanted: Vec<&[u8]> = Vec::from([&*rule.pattern]);
        wanted.extend(next.map(|next| &*self.rules[next].pattern));
        let Some(mut search) = Search::new(&wanted, self.profile, budget) else {
            return Found::Nothing;
        };
        if self.profile.robots_txt_itself_allowed {
            search.forbid(b"/robots.txt$", budget);
        }
        loop {
            let found = search.run(budget);
            let Found::Path(path) = &found else { return found };
            let Some(decider) = self.decider(path, None, budget) else {
                return Found::OutOfBudget;
            };
            if decider != Some(at) {
                // A greater rule, of this line too, decides.
                let Some(other) = decider else { return Found::OutOfBudget };
                search.forbid(&self.rules[other].pattern, budget);
                continue;
            }
            let Some(next) = self.decider(path, Some(rule.line), budget) else {
                return Found::OutOfBudget;
            };
            match next {
                Some(other) if self.rules[other].kind == rule.kind => {
                    search.forbid(&self.rules[other].pattern, budget);
                }
                None if rule.kind == RuleKind::Allow => return Found::Nothing,
                _ => return found,
            }
        }
    }

    /// Why the rule can go. The one rule that covers it is named, if there is one. `None` if the budget does not
    /// suffice.
    fn why(&self, at: usize, budget: &mut Budget<'_>) -> Option<String> {
        let rule = &self.rules[at];
        if rule.pattern.is_empty() {
            return Some("a rule without a path changes nothing".into());
        }
        if !begins_as_paths_do(&rule.pattern) {
            return Some("it matches no path, because paths begin with a slash".into());
        }
        let mut text = Vec::new();
        let mut covering = None;
        for other in self.rules.iter().filter(|other| other.line != rule.line) {
            let steps = steps_of_comparing(&rule.pattern, &other.pattern);
            if !budget.take(steps) {
                return None;
            }
            // An empty pattern begins every path, but a rule without a path changes nothing, so it covers nothing.
            let wins = other.kind == rule.kind || other.order > rule.order;
            if wins
                && begins_as_paths_do(&other.pattern)
                && is_within(&rule.pattern, &other.pattern, &mut text)
            {
                covering = Some(other);
                break;
            }
        }
        let (verb, done) = match rule.kind {
            RuleKind::Allow => ("allows", "allowed"),
            RuleKind::Disallow => ("disallows", "disallowed"),
        };
        Some(match covering {
            Some(other) if other.kind == rule.kind => {
                format!("line {} already {verb} everything that this rule matches", other.line)
            }
            Some(other) => format!("line {} wins wherever this rule matches", other.line),
            _ if rule.kind == RuleKind::Allow && !self.meets_disallow(at, budget)? => {
                "no rule disallows anything that it allows".into()
            }
            _ => {
                format!("without it, everything that it decides is {done} by other rules together")
            }
        })
    }

    /// Whether a `disallow` rule matches a path that this one matches. `None` if the budget does not suffice.
    fn meets_disallow(&self, at: usize, budget: &mut Budget<'_>) -> Option<bool> {
        let rule = &self.rules[at];
        for other in self.rules.iter().filter(|other| other.kind == RuleKind::Disallow) {
            if !budget.take(steps_of_comparing(&rule.pattern, &other.pattern)) {
                return None;
            }
            if meet(&rule.pattern, &other.pattern) {
                return Some(true);
            }
        }
        Some(false)
    }
}
