//! What a file says to a crawler about a use, for all paths at once.
//!
//! [`ask`](super::ask) answers for one path. A comparison needs to know for which paths an answer is given. So here the
//! same answer is a function of the patterns that decide: three lists, of which in each the greatest pattern that
//! matches decides, and what is said of all paths alike. The test `use_effects.rs` holds both to the same answers.

use alloc::vec::Vec;

use maycrawl::internals::PathPattern;
use maycrawl::robots_txt::Rule;
use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, GroupClass, GroupIndex, RobotsTxt, RuleSet};

use crate::answer::combined;
use crate::signal_lines::{followed_in, has_signal_lines, signal_lines};
use crate::statement::{MAX_STATEMENTS, Outcome};
use crate::vocabulary::Use;
use crate::{content_signal, content_usage, license, token};

/// A file as its statements about uses are read: with the grouping for access, and with that of the draft of
/// `Content-Usage`.
pub struct FileUses<'r> {
    access: Reading<&'r RobotsTxt<'r>>,
    /// `None` if the file has no `Content-Usage` line: then both groupings are one.
    by_draft: Option<Reading<RobotsTxt<'static>>>,
    has_signals: bool,
    /// True if the size limit removed a part of the file, which may hold a refusal.
    is_cut: bool,
}

#[derive(Debug)]
struct Reading<R> {
    robots: R,
    index: GroupIndex,
}

/// What decides what a crawler is told: crawlers with the same key are told the same by the file.
pub(crate) type Told = (GroupClass, Option<GroupClass>);

/// What a file says to a crawler about one use.
#[derive(Default)]
pub struct Preferences {
    /// The outcomes of the families that speak of all paths alike.
    everywhere: Vec<Outcome>,
    /// What `Content-Usage` says; the paths that may not be fetched, for which it says nothing; what the rules of a
    /// control token say.
    pub lists: [Patterns; 3],
    /// True if the crawler is a control token with a group of its own.
    has_own_group: bool,
    /// True if a part of the file was not read.
    is_cut: bool,
}

/// Patterns from the greatest down: the first that matches a path decides. Without one, nothing is said.
#[derive(Clone, Default)]
pub struct Patterns(pub Vec<Pattern>);

/// A pattern, and what it says of the paths that it decides.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    /// What comes first is greater: the length, then what wins among equal lengths, as an order of what lists say.
    order: (core::cmp::Reverse<usize>, u8),
    /// The pattern in normal form.
    pub pattern: Vec<u8>,
    pub says: Outcome,
}

/// False if the file was read as a whole and states nothing about any use to the crawler, whatever the URL. Then
/// [`for_silent_file`](super::for_silent_file) knows what [`ask`](super::ask) answers from the file alone, and who asks
/// about many URLs need not keep the file beside its rules. [`Family::PurposeToken`](super::Family::PurposeToken) is
/// not looked for: [`Readings::DEFAULT`](super::Readings::DEFAULT) does not read it.
///
/// Cost: O(bytes), and nearly nothing in a file of rules alone.
///
/// ```
/// use maycrawl::{Crawler, RobotsTxt};
/// use maycrawl_uses::speaks_of_uses;
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /private\n");
/// assert!(!speaks_of_uses(&robots, &Crawler::GOOGLEBOT));
/// // Rules for this token are about uses.
/// assert!(speaks_of_uses(&robots, &Crawler::from_token("Google-Extended")));
/// let robots = RobotsTxt::parse(b"User-agent: *\nContent-Signal: ai-train=no\n");
/// assert!(speaks_of_uses(&robots, &Crawler::GOOGLEBOT));
/// ```
#[must_use]
pub fn speaks_of_uses(robots: &RobotsTxt<'_>, crawler: &Crawler) -> bool {
    robots.truncation().is_some() || token::source(crawler).is_some() || has_signal_lines(robots)
}

impl<'r> FileUses<'r> {
    /// O(bytes + lines + names * log names).
    pub fn new(robots: &'r RobotsTxt<'r>) -> Self {
        let read = |bytes: Vec<u8>| {
            let robots = RobotsTxt::parse_with(&bytes, robots.profile()).into_owned();
            Reading { index: robots.group_index(), robots }
        };
        let by_draft = content_usage::with_usage_as_rules(robots).map(read);
        let access = Reading { index: robots.group_index(), robots };
        let is_cut = robots.truncation().is_some();
        Self { access, by_draft, has_signals: has_signal_lines(robots), is_cut }
    }

    /// The file.
    pub fn robots(&self) -> &'r RobotsTxt<'r> {
        self.access.robots
    }

    /// False if the file says nothing about any use to the crawler.
    pub fn speaks_to(&self, crawler: &Crawler) -> bool {
        self.has_signals || self.is_cut || token::source(crawler).is_some()
    }

    /// True if it is plain that both files say the same to a crawler, given that they give it the same verdicts: only
    /// its rules speak of uses, and they are the same, or those of `*`. O(lines).
    pub fn is_same_by_verdicts(&self, other: &Self, crawler: &Crawler) -> bool {
        let says_nothing_else = |file: &Self| !file.has_signals && !file.is_cut;
        let is_of_star = |file: &Self| !token::has_own_group(&file.access.index, crawler);
        let parts = |rule: &Rule<'_>| (rule.kind, rule.pattern.to_vec());
        let rules = |file: &Self| -> Vec<_> {
            file.robots().obeyed_rules(crawler).1.iter().map(parts).collect()
        };
        [self, other].into_iter().all(says_nothing_else)
            && ([self, other].into_iter().all(is_of_star) || rules(self) == rules(other))
    }

    /// What the crawler has in common with all others that are told the same.
    pub fn told(&self, crawler: &Crawler) -> Told {
        let by_draft = self.by_draft.as_ref().map(|it| it.index.followed_by(crawler).class());
        (self.access.index.followed_by(crawler).class(), by_draft)
    }

    /// What is said to the crawler about each use of which a robots.txt can speak. O(bytes + rules log rules).
    pub fn for_crawler(&self, crawler: &Crawler) -> [(Use, Preferences); 4] {
        let robots = self.access.robots;
        let followed = followed_in(robots, &self.access.index, crawler);
        let lines = self.by_draft.as_ref().map(|by_draft| {
            let followed = followed_in(&by_draft.robots, &by_draft.index, crawler);
            content_usage::followed_lines(robots, &by_draft.robots, &followed, &mut Vec::new())
        });
        let lines = lines.unwrap_or_default();
        let is_read = lines.len() <= MAX_STATEMENTS;
        let closed = self.by_draft.as_ref().filter(|_| !lines.is_empty());
        let closed = closed.map(|it| Patterns::closed(&it.robots.rules_for(crawler)));
        let signals = signal_lines(robots, &followed);
        let licence = license::of_lines(&signals, &mut Vec::new()).0;
        let has_own_group =
            token::source(crawler).is_some() && token::has_own_group(&self.access.index, crawler);
        let control = token::source(crawler)
            .map(|_| Patterns::by_token(&robots.rules_for(crawler), has_own_group));
        [Use::Train, Use::Input, Use::Search, Use::Index].map(|wanted| {
            let signal = content_signal::of_lines(&signals, wanted, &mut Vec::new()).0;
            let read = lines.iter().filter(|_| is_read).map(|line| {
                let pattern = PathPattern::new(line.parts().0, robots.profile());
                let says = line.says(wanted).unwrap_or(Outcome::NotSaid);
                // Equal lengths are combined, and the strictest wins: refused before granted before what says nothing.
                Pattern::new(pattern.normal_form(), says as u8, says)
            });
            let unread = Pattern::new(b"", 0, Outcome::Conditional);
            let usage = read.chain((!is_read).then_some(unread));
            let controls = token::controls(crawler, wanted);
            let control = control.clone().filter(|_| controls);
            let lists = [
                Patterns::new(usage.collect()),
                closed.clone().unwrap_or_default(),
                control.unwrap_or_default(),
            ];
            let is_cut = self.is_cut;
            let everywhere = Vec::from([signal, licence]);
            (wanted, Preferences { everywhere, lists, has_own_group, is_cut })
        })
    }
}

impl Preferences {
    /// The outcome of a path, from what each of the lists says of it.
    pub fn outcome(&self, says: [Outcome; 3]) -> Outcome {
        let [usage, access, control] = says;
        let usage = if access == Outcome::NotApplicable { access } else { usage };
        let of_families = self.everywhere.iter().copied().chain([usage, control]);
        let unread = |outcome: Outcome| match outcome {
            Outcome::Refused | Outcome::Conflict => outcome,
            // The rest of the file may refuse what the beginning grants.
            _ if self.is_cut => Outcome::Conditional,
            _ => outcome,
        };
        combined(of_families.map(unread))
    }

    /// True if the same is said, of all paths.
    pub fn is_same(&self, other: &Self) -> bool {
        self.is_same_but_for_control(other) && self.lists[2].0 == other.lists[2].0
    }

    /// True if the same is said, of all paths, given that every path has the same verdict. A control token without a
    /// group of its own is refused what its verdict refuses, and granted nothing.
    pub fn is_same_by_verdicts(&self, other: &Self) -> bool {
        let is_of_verdicts = !self.has_own_group && !other.has_own_group;
        self.is_same_but_for_control(other)
            && (is_of_verdicts || self.lists[2].0 == other.lists[2].0)
    }

    fn is_same_but_for_control(&self, other: &Self) -> bool {
        self.everywhere == other.everywhere
            && self.is_cut == other.is_cut
            && self.lists[0].0 == other.lists[0].0
            && self.lists[1].0 == other.lists[1].0
    }
}

impl Pattern {
    fn new(pattern: &[u8], rank: u8, says: Outcome) -> Self {
        let order = (core::cmp::Reverse(pattern.len()), rank);
        Self { order, pattern: pattern.to_vec(), says }
    }
}

impl Patterns {
    fn new(mut patterns: Vec<Pattern>) -> Self {
        patterns.sort_unstable();
        patterns.dedup();
        Self(patterns)
    }

    /// The paths that may not be fetched.
    fn closed(rules: &RuleSet) -> Self {
        Self::of_rules(rules, Outcome::NotSaid, Outcome::NotApplicable)
    }

    /// What the rules of a control token say. A grant needs a rule of its own group.
    fn by_token(rules: &RuleSet, is_own: bool) -> Self {
        let allow = if is_own { Outcome::Granted } else { Outcome::NotSaid };
        Self::of_rules(rules, allow, Outcome::Refused)
    }

    fn of_rules(rules: &RuleSet, allow: Outcome, disallow: Outcome) -> Self {
        let pattern = |kind, pattern: &[u8]| match kind {
            RuleKind::Allow => Pattern::new(pattern, 0, allow),
            RuleKind::Disallow => Pattern::new(pattern, 1, disallow),
        };
        let mut patterns: Vec<_> =
            rules.rules().map(|rule| pattern(rule.kind, rule.pattern)).collect();
        if rules.profile().robots_txt_itself_allowed {
            // Whatever the rules say, so it is greater than all of them (RFC 9309 section 2.2.2).
            let order = (core::cmp::Reverse(usize::MAX), 0);
            let says = Outcome::NotSaid;
            patterns.push(Pattern { order, pattern: b"/robots.txt$".to_vec(), says });
        }
        Self::new(patterns)
    }

    /// What a pattern says; without one, nothing is said.
    pub fn says(&self, at: Option<usize>) -> Outcome {
        at.and_then(|at| self.0.get(at)).map_or(Outcome::NotSaid, |pattern| pattern.says)
    }
}
