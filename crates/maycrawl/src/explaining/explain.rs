//! Explanations: how a verdict was reached, step by step.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::crawler::{Crawler, Rank, is_star};
use crate::deciding::decide::{Standing, before_rules};
use crate::deciding::verdict::{Decision, MatchedRule, Reason, Verdict};
pub use crate::explaining::conflict::UndefinedConflict;
use crate::explaining::consequence::FileKind;
pub use crate::explaining::documents::DocumentsDiffer;
use crate::explaining::near_rule::near_rule;
pub use crate::explaining::near_rule::{Difference, NearRule};
pub use crate::explaining::verdict_location::{VerdictLocation, VerdictLocator};
use crate::matching::path_search::PathSearch;
use crate::matching::rule::{match_rule, precedence};
use crate::profile::{Profile, UndefinedConflicts};
use crate::reading::group::is_followed;
use crate::reading::robots_txt::{Group, RobotsTxt, Rule};
use crate::text::printable::Printable;
use crate::urls::escape;
use crate::urls::requested::Requested;
use crate::urls::url_path::UrlPath;

/// How a verdict was reached: the names that were tried, the groups, and the rules that matched, with the reason why
/// each of them won or lost.
///
/// ```
/// use maycrawl::{Crawler, RequestUrl, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /\nUser-agent: Googlebot\nAllow: /a\n");
/// let trace = robots.explain(&Crawler::GOOGLEBOT, &RequestUrl::parse("https://example.com/a").unwrap());
/// assert!(trace.verdict.is_allowed());
/// println!("{trace}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation<'r> {
    /// The profile with which the file was read.
    pub profile: Profile,
    /// The part of the URL that rules are compared with.
    pub path: Vec<u8>,
    /// The names that were tried, in the order of preference, with `*` last if it applies.
    pub chain: Vec<ChainStep>,
    /// Every group of the file, and why it is or is not followed.
    pub groups: Vec<GroupExplanation<'r>>,
    /// Every rule of the followed groups that matches, the winner first.
    pub matches: Vec<RuleExplanation<'r>>,
    /// The number of rules in the followed groups.
    pub rules: usize,
    /// The verdict.
    pub verdict: Verdict<'r>,
    /// The location of the verdict: the deciding line and the line of the group, as written in the file.
    pub located: VerdictLocation<'r>,
    /// A rule that would reverse the verdict if it were written in another way.
    pub near: Option<NearRule<'r>>,
    /// The conflict between the winner and another rule, if the documents do not say which one wins.
    pub undefined: Option<UndefinedConflict<'r>>,
    /// A note for site owners if a rule disallows the path. See [`Verdict::consequence`].
    pub consequence: Option<FileKind>,
    /// The documents that judge the crawler by other rules. See [`Verdict::documents_differ`].
    pub documents_differ: Option<DocumentsDiffer>,
}

/// A name that was tried. Part of [`Explanation`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainStep {
    /// The product token, or `*`.
    pub name: String,
    /// The number of groups that name it.
    pub groups: usize,
    /// True if the groups of this name are followed. True for at most one name.
    pub followed: bool,
}

/// A group, and why it is or is not followed. Part of [`Explanation`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupExplanation<'r> {
    /// The index of the group in the file, from 0.
    pub index: usize,
    /// The number of its first line.
    pub first_line: u32,
    /// The values of its `user-agent` lines, as written.
    pub agents: Vec<&'r [u8]>,
    /// Why it is or is not followed.
    pub fate: GroupFate,
}

/// Why a group is or is not followed. Part of [`Explanation`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupFate {
    /// The group names the most preferred name that has a group: the name.
    Followed(String),
    /// The group has a name of the chain, but a more preferred name also has a group: the name of this group, and the
    /// preferred name.
    LostTo(String, String),
    /// The group is for `*`, which this crawler ignores.
    StarIgnored,
    /// The group is for other crawlers.
    ForOthers,
}

/// A rule that matched, and why it won or lost. Part of [`Explanation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleExplanation<'r> {
    /// The rule.
    pub rule: MatchedRule<'r>,
    /// The line of the rule as written in the file, without a comment.
    pub text: &'r [u8],
    /// True if the rule names `index.htm` or `index.html` and matched as their directory.
    pub as_directory: bool,
    /// Why it won or lost.
    pub fate: RuleFate,
}

/// Why a rule that matched decides or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum RuleFate {
    /// The rule decides.
    Won,
    /// The winner's pattern is longer.
    Shorter,
    /// The pattern is as long as the winner's, but the winner allows: the least restrictive rule wins a tie.
    #[cfg_attr(feature = "serde", serde(rename = "tie-lost"))]
    TieLostToAllow,
    /// The rule has the same length and kind as the winner, which is on an earlier line.
    Later,
    /// No rule decides: `/robots.txt` itself is always allowed under RFC 9309, and some crawlers ignore robots.txt.
    Unasked,
}

impl RobotsTxt<'_> {
    /// The verdict for `crawler` and `url`, with all steps that led to it.
    ///
    /// It is for people to read: it checks every group and every rule. Cost: O(bytes + rules * path). If there are
    /// thousands of wildcard rules, O(pattern * log path) for each of them.
    #[must_use]
    pub fn explain<'u>(&self, crawler: &Crawler, url: impl Requested<'u>) -> Explanation<'_> {
        let profile = self.profile();
        let path = UrlPath::from_url(url, profile);
        self.explain_search(crawler, &PathSearch::new(path.as_bytes()))
    }

    /// [`explain`](Self::explain) for a path that may already have a search index.
    pub(crate) fn explain_search(
        &self,
        crawler: &Crawler,
        search: &PathSearch<'_>,
    ) -> Explanation<'_> {
        let profile = self.profile();
        let path = search.path().to_vec();
        let standings = Standings::of(self, crawler);
        let rules = standings.followed_rules(self);
        let mut matches =
            judge(rules.iter().filter_map(|rule| matched(rule, search, profile)).collect());
        let groups: Vec<_> = self.groups().map(|group| standings.judge(&group)).collect();
        let before = before_rules(crawler.ignores_robots_txt(), &path, profile);
        if before.is_some() {
            matches.iter_mut().for_each(|traced| traced.fate = RuleFate::Unasked);
        }
        let matches = self.with_text(matches);
        let reason = match (before, matches.first()) {
            (Some(reason), _) => reason,
            (None, Some(winner)) => Reason::Rule(winner.rule),
            (None, None) => {
                let ignores_star = groups.iter().any(|group| group.fate == GroupFate::StarIgnored);
                Standing::of(standings.best.is_some(), ignores_star, !rules.is_empty())
                    .without_match()
            }
        };
        let verdict = Verdict::new(reason);
        Explanation {
            profile,
            located: self.locate(crawler, &verdict),
            near: before.map_or_else(|| near_rule(&rules, &path, &verdict, profile), |_| None),
            undefined: verdict.rule().and_then(|_| undefined(&matches, profile)),
            consequence: verdict.consequence(crawler, &path),
            documents_differ: verdict.documents_differ(crawler),
            path,
            chain: standings.chain(),
            groups,
            matches,
            rules: rules.len(),
            verdict,
        }
    }

    /// Adds to each rule its line as written in the file.
    fn with_text<'r>(&'r self, mut matches: Vec<RuleExplanation<'r>>) -> Vec<RuleExplanation<'r>> {
        for traced in &mut matches {
            traced.text = self.line_text(traced.rule.line).unwrap_or_default();
        }
        matches
    }
}

/// The rank of each group of a file for one crawler.
struct Standings {
    /// The names of the crawler's chain, `*` last if it applies.
    names: Vec<String>,
    ignores_star: bool,
    /// For each group, the ranks of the names that it has, the most preferred first.
    ranks: Vec<Vec<Rank>>,
    /// The rank of the most preferred name that any group has.
    best: Option<Rank>,
}

impl Standings {
    fn of(robots: &RobotsTxt<'_>, crawler: &Crawler) -> Self {
        let mut names: Vec<_> = crawler.chain().map(ToString::to_string).collect();
        if crawler.follows_star() {
            names.push("*".into());
        }
        let seeker = crawler.seeker(robots.profile());
        let ranks_of = |group: Group<'_>| {
            let mut ranks: Vec<_> = group.agents().filter_map(|a| seeker.rank(a.value)).collect();
            ranks.sort_unstable();
            ranks.dedup();
            ranks
        };
        // A crawler that ignores the file follows no group.
        let ranks: Vec<_> = if crawler.ignores_robots_txt() {
            robots.groups().map(|_| Vec::new()).collect()
        } else {
            robots.groups().map(ranks_of).collect()
        };
        let best = ranks.iter().flatten().min().copied();
        Self { names, ignores_star: !crawler.follows_star(), ranks, best }
    }

    fn chain(&self) -> Vec<ChainStep> {
        let link = |(rank, name): (Rank, &String)| ChainStep {
            name: name.clone(),
            groups: self.ranks.iter().filter(|ranks| ranks.contains(&rank)).count(),
            followed: self.best == Some(rank),
        };
        self.names.iter().enumerate().map(link).collect()
    }

    fn followed_rules<'r>(&self, robots: &'r RobotsTxt<'_>) -> Vec<Rule<'r>> {
        let is_followed =
            |group: &Group<'_>| is_followed(self.ranks[group.index()].first().copied(), self.best);
        robots.groups().filter(is_followed).flat_map(|group| group.rules()).collect()
    }

    fn judge<'r>(&self, group: &Group<'r>) -> GroupExplanation<'r> {
        let agents: Vec<_> = group.agents().map(|agent| agent.value).collect();
        let name = |rank: Rank| self.names[rank].clone();
        let of_group = self.ranks[group.index()].first().copied();
        let fate = match (of_group, self.best) {
            (Some(rank), best) if is_followed(of_group, best) => GroupFate::Followed(name(rank)),
            (Some(rank), Some(best)) => GroupFate::LostTo(name(rank), name(best)),
            _ if self.ignores_star && agents.iter().any(|agent| is_star(agent)) => {
                GroupFate::StarIgnored
            }
            _ => GroupFate::ForOthers,
        };
        GroupExplanation { index: group.index(), first_line: group.first_line(), agents, fate }
    }
}

/// The rule with its match, if it matches the path.
fn matched<'r>(
    rule: &Rule<'r>,
    search: &PathSearch<'_>,
    profile: Profile,
) -> Option<RuleExplanation<'r>> {
    let normal = escape::pattern(rule.pattern, profile);
    let found = match_rule(&normal, rule.kind, search, profile)?;
    Some(RuleExplanation {
        rule: MatchedRule {
            line: rule.line,
            kind: rule.kind,
            pattern: rule.pattern,
            priority: found.octets,
            matched: found.matched,
        },
        text: b"",
        as_directory: found.as_directory,
        fate: RuleFate::Won,
    })
}

/// Sorts the rules, the winner first, and says why the others lost.
fn judge(mut matches: Vec<RuleExplanation<'_>>) -> Vec<RuleExplanation<'_>> {
    matches
        .sort_by_key(|m| core::cmp::Reverse(precedence(m.rule.priority, m.rule.kind, m.rule.line)));
    let Some(winner) = matches.first().map(|m| m.rule) else { return matches };
    for m in matches.iter_mut().skip(1) {
        m.fate = if m.rule.priority < winner.priority {
            RuleFate::Shorter
        } else if m.rule.kind != winner.kind {
            RuleFate::TieLostToAllow
        } else {
            RuleFate::Later
        };
    }
    matches
}

/// Maximum number of rules that are compared with the winner to find a conflict that the documents leave undefined. The
/// longest rules are compared.
const MAX_COMPARED_RULES: usize = 64;

/// The conflict of the winner with the longest rule of the other kind for which the documents do not decide, if any.
fn undefined<'r>(
    matches: &[RuleExplanation<'r>],
    profile: Profile,
) -> Option<UndefinedConflict<'r>> {
    let (winner, others) = matches.split_first()?;
    let normal = |traced: &RuleExplanation<'r>| escape::pattern(traced.rule.pattern, profile);
    let first = normal(winner);
    let mut text = Vec::new();
    let is_undefined = |other: &&RuleExplanation<'r>| {
        other.rule.priority > 0
            && !other.as_directory
            && profile.undefined_conflicts.cover(&first, &normal(other), &mut text)
    };
    if winner.as_directory || profile.undefined_conflicts == UndefinedConflicts::None {
        return None;
    }
    let of_other_kind = others.iter().filter(|other| other.rule.kind != winner.rule.kind);
    let other = of_other_kind.take(MAX_COMPARED_RULES).find(is_undefined)?;
    let documents = profile.undefined_conflicts;
    Some(UndefinedConflict { documents, winner: winner.rule, other: other.rule })
}

impl fmt::Display for GroupFate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Followed(name) => {
                write!(f, "followed: it is for {}", Printable(name.as_bytes()))
            }
            Self::LostTo(name, better) => {
                let (name, better) = (Printable(name.as_bytes()), Printable(better.as_bytes()));
                write!(f, "not followed: it is for {name}, but {better} has its own group")
            }
            Self::StarIgnored => f.write_str("not followed: this crawler ignores *"),
            Self::ForOthers => f.write_str("not followed: it is for other crawlers"),
        }
    }
}

impl fmt::Display for RuleFate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Won => "decides",
            Self::Shorter => "loses: its pattern is shorter",
            Self::TieLostToAllow => "loses: its pattern is equally long, and on a tie allow wins",
            Self::Later => "has no effect: an earlier line says the same",
            Self::Unasked => "has no effect: the verdict does not depend on rules",
        })
    }
}

impl fmt::Display for ChainStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Printable(self.name.as_bytes());
        match (self.groups, self.followed) {
            (0, _) => write!(f, "{name} (no group)"),
            (n, true) => write!(f, "{name} ({}, followed)", count(n, "group")),
            (n, false) => write!(f, "{name} ({}, not needed)", count(n, "group")),
        }
    }
}

impl fmt::Display for RuleExplanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, text) = (self.rule.line, Printable(self.text));
        if self.rule.priority == 0 {
            return write!(f, "line {line}: {text} (empty, restricts nothing)");
        }
        let how = if self.as_directory { ", as the directory of its index page" } else { "" };
        write!(f, "line {line}: {text} (priority {}{how}): {}", self.rule.priority, self.fate)
    }
}

/// Maximum number of rules in the text of an explanation. The total number is printed above them.
const MAX_SHOWN_RULES: usize = 20;
/// Maximum number of names of a group in the text of an explanation.
const MAX_SHOWN_AGENTS: usize = 3;

/// A line of the text of an [`Explanation`], in which every language says the same. Its `Display` is English, without
/// the label and without a line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExplanationLine<'e> {
    /// The path that rules are compared with.
    Path(&'e [u8]),
    /// The names that were tried.
    Chain(&'e [ChainStep]),
    /// A group that concerns the crawler.
    Group {
        /// The number of its first line.
        line: u32,
        /// Its first names, as written.
        agents: &'e [&'e [u8]],
        /// The number of its other names.
        more: usize,
    },
    /// Why the group above is or is not followed.
    GroupFate(&'e GroupFate),
    /// The number of groups for other crawlers.
    OtherGroups(usize),
    /// How many rules are compared with the path.
    Rules {
        /// The number of rules in the followed groups.
        rules: usize,
        /// The number of followed groups.
        groups: usize,
        /// The number of rules that match.
        matching: usize,
    },
    /// A rule that matches.
    Rule(&'e RuleExplanation<'e>),
    /// The part of the path that the rule above covers.
    Covered(&'e [u8]),
    /// The number of other rules that match.
    MoreRules(usize),
    /// A rule that does not match because of how it is written.
    Near(&'e NearRule<'e>),
    /// The verdict and its location.
    Verdict(Decision, &'e VerdictLocation<'e>),
    /// A conflict that the documents leave undefined.
    Undefined(&'e UndefinedConflict<'e>),
    /// What the verdict means for search results.
    Consequence(FileKind),
    /// What other documents say about the crawler.
    DocumentsDiffer(DocumentsDiffer),
}

impl ExplanationLine<'_> {
    /// The label before the line, such as `path`. `None` for a line that continues the one above.
    #[must_use]
    pub const fn label(&self) -> Option<&'static str> {
        match self {
            Self::Path(_) => Some("path"),
            Self::Chain(_) => Some("chain"),
            Self::Group { .. } => Some("group"),
            Self::OtherGroups(_) => Some("others"),
            Self::Rules { .. } => Some("rules"),
            Self::Verdict(..) => Some("verdict"),
            Self::Near(_)
            | Self::Undefined(_)
            | Self::Consequence(_)
            | Self::DocumentsDiffer(_) => Some("note"),
            Self::GroupFate(_) | Self::Rule(_) | Self::Covered(_) | Self::MoreRules(_) => None,
        }
    }

    /// The spaces between the column of labels and the line. A line about the line above is indented.
    #[must_use]
    pub const fn indent(&self) -> &'static str {
        match self {
            Self::GroupFate(_) | Self::Covered(_) => "  ",
            _ => "",
        }
    }
}

impl Explanation<'_> {
    /// The lines of the text, in their order. At most 20 rules and 3 names of a group are shown. O(lines).
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt, as_written};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
    /// let explanation = robots.explain(&Crawler::GOOGLEBOT, as_written("/a/b"));
    /// let lines = explanation.lines();
    /// assert_eq!(lines[0].label(), Some("path"));
    /// assert_eq!(lines[5].to_string(), "line 2: Disallow: /a (priority 2): decides");
    /// assert_eq!(lines[6].to_string(), "matches /a");
    /// ```
    #[must_use]
    pub fn lines(&self) -> Vec<ExplanationLine<'_>> {
        let mut lines =
            alloc::vec![ExplanationLine::Path(&self.path), ExplanationLine::Chain(&self.chain)];
        let mut for_others = 0;
        let mut followed = 0;
        for GroupExplanation { first_line: line, agents, fate, .. } in &self.groups {
            match fate {
                GroupFate::ForOthers => {
                    for_others += 1;
                    continue;
                }
                GroupFate::Followed(_) => followed += 1,
                GroupFate::LostTo(..) | GroupFate::StarIgnored => {}
            }
            let shown = agents.get(..MAX_SHOWN_AGENTS).unwrap_or(agents);
            let more = agents.len() - shown.len();
            lines.push(ExplanationLine::Group { line: *line, agents: shown, more });
            lines.push(ExplanationLine::GroupFate(fate));
        }
        if for_others > 0 {
            lines.push(ExplanationLine::OtherGroups(for_others));
        }
        let (rules, matching) = (self.rules, self.matches.len());
        lines.push(ExplanationLine::Rules { rules, groups: followed, matching });
        for traced in self.matches.iter().take(MAX_SHOWN_RULES) {
            lines.push(ExplanationLine::Rule(traced));
            let covered = self.path.get(..traced.rule.matched).unwrap_or_default();
            // An empty rule matches, but no part of the path. A line that shows nothing would look like a mistake.
            if !covered.is_empty() {
                lines.push(ExplanationLine::Covered(covered));
            }
        }
        if matching > MAX_SHOWN_RULES {
            lines.push(ExplanationLine::MoreRules(matching - MAX_SHOWN_RULES));
        }
        lines.push(ExplanationLine::Verdict(self.verdict.decision(), &self.located));
        lines.extend(self.near.as_ref().map(ExplanationLine::Near));
        lines.extend(self.undefined.as_ref().map(ExplanationLine::Undefined));
        lines.extend(self.consequence.map(ExplanationLine::Consequence));
        lines.extend(self.documents_differ.map(ExplanationLine::DocumentsDiffer));
        lines
    }
}

impl fmt::Display for ExplanationLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Path(path) => Printable(path).fmt(f),
            Self::Chain(steps) => list(f, steps, ", then "),
            Self::Group { line, agents, more } => {
                write!(f, "line {line}: user-agent: ")?;
                list(f, agents.iter().map(|agent| Printable(agent)), ", ")?;
                if more > 0 { write!(f, " and {more} more") } else { Ok(()) }
            }
            Self::GroupFate(fate) => fate.fmt(f),
            Self::OtherGroups(groups) => write!(f, "{} for other crawlers", count(groups, "group")),
            Self::Rules { rules, groups, matching } => {
                let (rules, s) = (count(rules, "rule"), if groups == 1 { "" } else { "s" });
                write!(f, "{rules} in the followed group{s}, {matching} matching this path")
            }
            Self::Rule(rule) => rule.fmt(f),
            Self::Covered(path) => write!(f, "matches {}", Printable(path)),
            Self::MoreRules(rules) => write!(f, "... and {rules} more"),
            Self::Verdict(decision, located) => write!(f, "{decision}: {located}"),
            Self::Near(near) => near.fmt(f),
            Self::Undefined(conflict) => conflict.fmt(f),
            Self::Consequence(kind) => f.write_str(kind.when_disallowed()),
            Self::DocumentsDiffer(differ) => differ.fmt(f),
        }
    }
}

/// The [lines](Explanation::lines) with their labels in a column, without a line end after the last one.
impl fmt::Display for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, line) in self.lines().into_iter().enumerate() {
            let end = if index == 0 { "" } else { "\n" };
            let (label, indent) = (line.label().unwrap_or_default(), line.indent());
            write!(f, "{end}  {label:<8}{indent}{line}")?;
        }
        Ok(())
    }
}

/// Writes items with a text between them.
fn list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    items: impl IntoIterator<Item = T>,
    between: &str,
) -> fmt::Result {
    for (index, item) in items.into_iter().enumerate() {
        write!(f, "{}{item}", if index == 0 { "" } else { between })?;
    }
    Ok(())
}

fn count(n: usize, what: &str) -> String {
    alloc::format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
