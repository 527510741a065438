//! The whole way to a verdict, for those who ask why.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::crawler::{Crawler, Seeker};
use crate::escape;
use crate::pattern::{self, End};
use crate::printable::Printable;
use crate::profile::Profile;
use crate::robots_txt::{Group, RobotsTxt, Rule};
use crate::rule_set::precedence;
use crate::url_path::UrlPath;
use crate::verdict::{MatchedRule, Reason, RuleKind, Verdict};

/// How a verdict came about: chain walked, groups found, rules that matched, and why each won or lost.
///
/// ```
/// use maycrawl::{Crawler, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /\nUser-agent: Googlebot\nAllow: /a\n");
/// let trace = robots.explain(&Crawler::GOOGLEBOT, "https://example.com/a");
/// assert!(trace.verdict.is_allowed());
/// println!("{trace}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace<'r> {
    /// The reading.
    pub profile: Profile,
    /// The part of the URL that the rules saw.
    pub path: Vec<u8>,
    /// The names tried, best first, with `*` last if it applies.
    pub chain: Vec<Link>,
    /// Every group of the file, and why it is or is not followed.
    pub groups: Vec<TracedGroup<'r>>,
    /// Every rule of the followed groups that matched, the winner first.
    pub matches: Vec<TracedRule<'r>>,
    /// How many rules the followed groups have.
    pub rules: usize,
    /// The answer.
    pub verdict: Verdict<'r>,
}

/// A name that was tried. Part of [`Trace`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The product token, or `*`.
    pub name: String,
    /// How many groups name it.
    pub groups: usize,
    /// True for the one name whose groups are followed.
    pub followed: bool,
}

/// A group and its fate. Part of [`Trace`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedGroup<'r> {
    /// Its place among the groups of the file, from 0.
    pub index: usize,
    /// The number of its first line.
    pub first_line: u32,
    /// The values of its `user-agent` lines, as written.
    pub agents: Vec<&'r [u8]>,
    /// Followed or not, and why.
    pub fate: GroupFate,
}

/// Why a group is or is not followed. Part of [`Trace`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupFate {
    /// It names the best name that the file has; the name.
    Followed(String),
    /// It names the crawler by a name of its chain, but a better one has a group: its own name, the better.
    LostTo(String, String),
    /// It is for `*`, which this crawler ignores.
    StarIgnored,
    /// It names others.
    ForOthers,
}

/// A rule that matched, and its fate. Part of [`Trace`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TracedRule<'r> {
    /// The rule.
    pub rule: MatchedRule<'r>,
    /// It matched as the directory of its `index.htm` or `index.html`.
    pub as_directory: bool,
    /// Won or lost, and why.
    pub fate: RuleFate,
}

/// Why a rule that matched won or lost. Part of [`Trace`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleFate {
    /// It decides.
    Won,
    /// The winner's pattern is longer.
    Shorter,
    /// As long as the winner's, but the winner allows: the least restrictive rule wins a tie.
    TieLostToAllow,
    /// As good as the winner, and it says the same; the earlier line is named.
    Later,
}

impl RobotsTxt<'_> {
    /// The verdict for `crawler` and `url`, with everything that led to it.
    ///
    /// For people: it looks at every group and every rule, O(bytes + rules * path).
    #[must_use]
    pub fn explain<U: AsRef<[u8]> + ?Sized>(&self, crawler: &Crawler, url: &U) -> Trace<'_> {
        let names = crawler.chain().map(ToString::to_string).collect();
        let seeker = crawler.seeker(self.profile());
        let mut trace = self.trace(seeker, names, crawler.follows_star(), url.as_ref());
        if crawler.ignores_robots_txt() {
            trace.verdict = Verdict::new(Reason::CrawlerIgnoresRobotsTxt);
        }
        trace
    }

    fn trace(
        &self,
        seeker: Seeker<'_>,
        mut names: Vec<String>,
        star: bool,
        url: &[u8],
    ) -> Trace<'_> {
        let profile = self.profile();
        let path = UrlPath::of(url, profile).as_bytes().to_vec();
        if star {
            names.push("*".into());
        }
        let rank = |group: &Group<'_>| group.agents().filter_map(|a| seeker.rank(a.value)).min();
        let ranks: Vec<_> = self.groups().map(|group| rank(&group)).collect();
        let best = ranks.iter().flatten().min().copied();
        let chain = names
            .iter()
            .enumerate()
            .map(|(i, name)| Link {
                name: name.clone(),
                groups: ranks.iter().filter(|&&rank| rank == Some(i)).count(),
                followed: best == Some(i),
            })
            .collect();
        let fate = |rank: Option<usize>, group: &Group<'_>| match (rank, best) {
            (Some(rank), Some(best)) if rank == best => GroupFate::Followed(names[rank].clone()),
            (Some(rank), Some(best)) => GroupFate::LostTo(names[rank].clone(), names[best].clone()),
            _ if !star && group.agents().any(|a| a.value.first() == Some(&b'*')) => {
                GroupFate::StarIgnored
            }
            _ => GroupFate::ForOthers,
        };
        let groups = self.groups().zip(&ranks).map(|(group, &rank)| TracedGroup {
            index: group.index(),
            first_line: group.first_line(),
            agents: group.agents().map(|agent| agent.value).collect(),
            fate: fate(rank, &group),
        });
        let followed =
            || self.groups().zip(&ranks).filter(|(_, rank)| best.is_some() && **rank == best);
        let rules: Vec<_> = followed().flat_map(|(group, _)| group.rules()).collect();
        let matches =
            judge(rules.iter().filter_map(|rule| matched(rule, &path, profile)).collect());
        let reason = match matches.first() {
            _ if profile.robots_txt_itself_allowed && path == b"/robots.txt" => {
                Reason::RobotsTxtItself
            }
            Some(winner) => Reason::Rule(winner.rule),
            None if best.is_none() => Reason::NoGroup,
            None if rules.is_empty() => Reason::EmptyGroup,
            None => Reason::NoRuleMatched,
        };
        Trace {
            profile,
            chain,
            groups: groups.collect(),
            matches,
            rules: rules.len(),
            verdict: Verdict::new(reason),
            path,
        }
    }
}

/// The rule as it matches `path`, if it does.
fn matched<'r>(rule: &Rule<'r>, path: &[u8], profile: Profile) -> Option<TracedRule<'r>> {
    let normal: Cow<'_, [u8]> = escape::pattern(rule.pattern, profile.escapes);
    let mut traced = TracedRule {
        rule: MatchedRule {
            line: rule.line,
            kind: rule.kind,
            pattern: rule.pattern,
            priority: normal.len(),
            matched: 0,
        },
        as_directory: false,
        fate: RuleFate::Won,
    };
    if let Some(matched) = pattern::match_len(&normal, path) {
        traced.rule.matched = matched;
        return Some(traced);
    }
    if rule.kind == RuleKind::Disallow || !profile.directory_index {
        return None;
    }
    let directory = pattern::directory_of_index(&normal)?;
    traced.rule.matched = pattern::match_body(directory, End::OfPath, path)?;
    traced.rule.priority = directory.len() + 1;
    traced.as_directory = true;
    Some(traced)
}

/// Puts the winner first and says why the others lost.
fn judge(mut matches: Vec<TracedRule<'_>>) -> Vec<TracedRule<'_>> {
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

impl fmt::Display for GroupFate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Followed(name) => write!(f, "followed, for `{name}`"),
            Self::LostTo(name, better) => {
                write!(f, "not followed: it is for `{name}`, and `{better}` has a group")
            }
            Self::StarIgnored => f.write_str("not followed: this crawler ignores `*`"),
            Self::ForOthers => f.write_str("not followed: it is for others"),
        }
    }
}

impl fmt::Display for RuleFate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Won => "decides: the longest pattern that matches",
            Self::Shorter => "loses: its pattern is shorter",
            Self::TieLostToAllow => "loses: as long, but on a tie allow wins",
            Self::Later => "says the same, on a later line",
        })
    }
}

impl fmt::Display for Trace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.verdict)?;
        writeln!(f, "  path    {}", Printable(&self.path))?;
        let links: Vec<_> = self
            .chain
            .iter()
            .map(|link| match (link.groups, link.followed) {
                (0, _) => alloc::format!("{} (no group)", link.name),
                (n, true) => alloc::format!("{} ({n} of {}, followed)", link.name, plural(n)),
                (n, false) => alloc::format!("{} ({n} {}, not needed)", link.name, plural(n)),
            })
            .collect();
        writeln!(f, "  chain   {}", links.join(", then "))?;
        for group in &self.groups {
            let agents: Vec<_> =
                group.agents.iter().map(|agent| Printable(agent).to_string()).collect();
            writeln!(
                f,
                "  group   line {}: {}: {}",
                group.first_line,
                agents.join(", "),
                group.fate
            )?;
        }
        writeln!(f, "  rules   {} in what is followed, {} match", self.rules, self.matches.len())?;
        for m in &self.matches {
            let how = if m.as_directory { ", as the directory of its index page" } else { "" };
            writeln!(
                f,
                "          {} (priority {}, matches `{}`{how}): {}",
                m.rule,
                m.rule.priority,
                Printable(self.path.get(..m.rule.matched).unwrap_or_default()),
                m.fate
            )?;
        }
        Ok(())
    }
}

fn plural(groups: usize) -> &'static str {
    if groups == 1 { "group" } else { "groups" }
}
