//! Suggestions: changes to a file that flip one verdict.
//!
//! There are few candidates: a rule for only this URL or for its directory, the deciding line with the opposite field,
//! or the deciding line removed. Each candidate is tried: the changed file is parsed, and the change is suggested only
//! if the verdict has flipped. So this module does not repeat the rules of precedence.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, Decision, RobotsTxt, RuleSet};

use maycrawl::{Printable, Requested, as_written};

use crate::{Budget, Proof, Region, TextEdit, all_paths_are, effects};

mod candidates;

use candidates::{Candidates, are_names_of, crawler_of_line};

/// The steps for the proof of one suggestion about a directory: about a hundredth of a second.
const STEPS_OF_A_PROOF: u64 = 1_000_000;

/// A change to a file that flips one verdict. From [`suggestions_for`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The kind of change.
    pub kind: SuggestionKind,
    /// The verdict for the URL after the change: `allow` or `disallow`.
    pub to: RuleKind,
    /// The directory that a new rule is about. `None` for a rule about one URL and for a change of a line.
    pub directory: Option<Directory>,
    /// Whether a new rule about one URL changes other URLs too. `None` for a change of a directory or of a line.
    pub others: Option<OtherUrls>,
    /// The edits of the file, in the order of their places. Offsets are those of the file before the change.
    pub edits: Vec<TextEdit>,
    /// The user agents of the changed group, as written. The change applies to all crawlers that follow this group.
    pub agents: Vec<String>,
}

/// The kind of change that a [`Suggestion`] makes. Not `non_exhaustive`: a caller that describes them must know each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuggestionKind {
    /// Add a rule after a line: the number of the line, and the rule.
    AddRule(u32, Vec<u8>),
    /// Add a rule to every group that decides otherwise, for all crawlers.
    AddToGroups {
        /// The numbers of the lines after which the rule is added.
        lines: Vec<u32>,
        /// Whether a group for `*` is added at the end: the file has none.
        adds_star_group: bool,
        /// The rule.
        rule: Vec<u8>,
        /// The user agents of the groups that close the whole site, as written. They get no rule that opens a part.
        left_out: Vec<String>,
    },
    /// Add a group for only this crawler at the end of the file.
    AddGroup {
        /// The new rule.
        rule: Vec<u8>,
        /// How many rules the new group repeats. The crawler obeys them now, and would not obey them any more.
        repeated: usize,
    },
    /// Replace the field of a rule by the opposite one: the number of its line.
    Reverse(u32),
    /// Remove a line: its number.
    Remove(u32),
}

/// A directory, and how much of it a suggestion changes for the crawler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory {
    /// Its path, up to and including the last `/`.
    pub path: Vec<u8>,
    /// How much of it has the new verdict after the change.
    pub reach: Reach,
}

/// How much of a directory has the new verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Every URL in it. This is proved.
    Whole,
    /// Not this path, and perhaps others: another rule still decides there.
    Except(Vec<u8>),
    /// The file has too many rules for a proof.
    Unproved,
}

/// Whether a rule about one URL changes the verdict of another URL for the crawler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OtherUrls {
    /// No other URL changes. This is proved.
    None,
    /// This path changes too, and perhaps others: `*` in a path matches any text, and Google reads `/a/index.html` in
    /// an `Allow` as `/a/` too.
    Including(Vec<u8>),
    /// The file has too many rules for a proof.
    Unproved,
}

impl Suggestion {
    /// Whether the changed group names no crawler but this one. Other crawlers may fall back to this name, as
    /// `Googlebot-Image` does to `Googlebot`.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt, as_written};
    /// use maycrawl_effects::suggestions_for;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
    /// let changes = suggestions_for(&robots, &Crawler::BINGBOT, as_written("/a/b"));
    /// // A rule in the group of `*` is for many crawlers; a new group is for one.
    /// assert!(!changes[0].is_only_for(&Crawler::BINGBOT));
    /// assert!(changes.iter().any(|change| change.is_only_for(&Crawler::BINGBOT)));
    /// ```
    #[must_use]
    pub fn is_only_for(&self, crawler: &Crawler) -> bool {
        are_names_of(crawler, self.agents.iter().map(String::as_bytes))
    }

    /// Whether the change adds a rule, instead of changing a line.
    fn is_new_rule(&self) -> bool {
        !matches!(self.kind, SuggestionKind::Reverse(_) | SuggestionKind::Remove(_))
    }

    /// The file after the change. O(bytes).
    #[must_use]
    pub fn apply_to(&self, file: &[u8]) -> Vec<u8> {
        let mut changed = file.to_vec();
        // From the end, so that the offsets of the other edits stay true.
        for edit in self.edits.iter().rev() {
            changed = edit.apply_to(&changed);
        }
        changed
    }
}

/// The changes that flip the verdict for `crawler` and `url`: first those for only this URL, then those for its
/// directory, then those of the deciding line. If that line is only about this URL, its removal is the first.
///
/// Empty if no change of the file can flip it: the crawler ignores robots.txt, or the profile always allows the URL.
///
/// ```
/// use maycrawl::{Crawler, RequestUrl, RobotsTxt};
/// use maycrawl_effects::suggestions_for;
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
/// let changes = suggestions_for(&robots, &Crawler::GOOGLEBOT, &RequestUrl::parse("https://example.com/a/b").unwrap());
/// assert_eq!(changes[0].to_string(), "add \"Allow: /a/b$\" after line 2");
/// let changed = changes[0].apply_to(robots.as_bytes());
/// assert_eq!(changed, b"User-agent: *\nDisallow: /a\nAllow: /a/b$\n");
/// assert_eq!(changes[1].to_string(), "add \"Allow: /a/\" after line 2");
/// ```
///
/// Cost: the file is parsed a few times, and each change of a directory is proved within a bound.
#[must_use]
pub fn suggestions_for<'u>(
    robots: &RobotsTxt<'_>,
    crawler: &Crawler,
    url: impl Requested<'u>,
) -> Vec<Suggestion> {
    suggestions_within(robots, crawler, url.bytes(), &mut Budget::new(u64::MAX))
}

/// [`suggestions_for`], as far as the budget suffices.
pub(crate) fn suggestions_within(
    robots: &RobotsTxt<'_>,
    crawler: &Crawler,
    url: &[u8],
    budget: &mut Budget<'_>,
) -> Vec<Suggestion> {
    let bytes = robots.as_bytes().len() as u64;
    // The explanation reads the file, and each kind of candidate seeks its place in it.
    let for_all = Candidates::bytes_for_all_crawlers(robots).unwrap_or_default();
    if !budget.take(bytes + for_all as u64 / 16) {
        return Vec::new();
    }
    let trace = robots.explain(crawler, as_written(url));
    let to = match trace.verdict.decision() {
        Decision::Allowed => RuleKind::Disallow,
        Decision::Disallowed => RuleKind::Allow,
        Decision::NotApplicable => return Vec::new(),
    };
    let Some(before) = robots.rules_within(crawler, budget) else { return Vec::new() };
    let mut changes = Candidates { robots, crawler, url, trace: &trace, to }.all();
    changes.retain_mut(|change| {
        if !budget.take(bytes / 8) {
            return false;
        }
        let changed = change.apply_to(robots.as_bytes());
        let robots = RobotsTxt::parse_with(&changed, robots.profile());
        let Some(rules) = robots.rules_within(crawler, budget) else { return false };
        if let Some(directory) = &mut change.directory {
            directory.reach = budget.with_at_most(STEPS_OF_A_PROOF, |budget| {
                reach(to, &rules, &directory.path, budget)
            });
        }
        if change.directory.is_none() && change.is_new_rule() {
            change.others = Some(budget.with_at_most(STEPS_OF_A_PROOF, |budget| {
                others(&before, &rules, &trace.path, budget)
            }));
        }
        rules.check(as_written(url)).decision() == decision(to)
            && reaches_all(change, &robots, url, budget)
    });
    changes
}

/// Whether a change for all crawlers reaches each crawler of the groups that it changes.
fn reaches_all(
    change: &Suggestion,
    changed: &RobotsTxt<'_>,
    url: &[u8],
    budget: &mut Budget<'_>,
) -> bool {
    let is_for_all = matches!(change.kind, SuggestionKind::AddToGroups { .. });
    let mut crawlers = change.agents.iter().filter_map(|name| crawler_of_line(name.as_bytes()));
    !is_for_all
        || crawlers.all(|crawler| {
            changed
                .rules_within(&crawler, budget)
                .is_some_and(|rules| rules.check(as_written(url)).decision() == decision(change.to))
        })
}

/// How much of the directory the rules decide as `to`.
fn reach(to: RuleKind, rules: &RuleSet, directory: &[u8], budget: &mut Budget<'_>) -> Reach {
    let region = Region::within(directory, rules.profile());
    match all_paths_are(to, rules, &region, budget) {
        Proof::Holds | Proof::EmptyRegion => Reach::Whole,
        Proof::Fails(shown) => Reach::Except(shown.path),
        Proof::Undecided => Reach::Unproved,
    }
}

/// Whether the change of the rules changes a path other than this one.
fn others(before: &RuleSet, after: &RuleSet, path: &[u8], budget: &mut Budget<'_>) -> OtherUrls {
    let this = [path, b"$"].concat();
    // No pattern matches only a path with a literal `*`, so such a path cannot be excepted. The paths of an effect on
    // it show that the rule matches more.
    let region = if path.contains(&b'*') {
        Region::everything()
    } else {
        Region::everything().except(&this, before.profile())
    };
    let Ok(found) = effects(before, after, &region, budget) else { return OtherUrls::Unproved };
    let mut paths = found.found.iter().flat_map(|effect| [&effect.shortest, &effect.example]);
    match paths.find(|found| found.as_slice() != path) {
        Some(found) => OtherUrls::Including(found.clone()),
        None if found.is_complete() => OtherUrls::None,
        None => OtherUrls::Unproved,
    }
}

fn decision(kind: RuleKind) -> Decision {
    match kind {
        RuleKind::Allow => Decision::Allowed,
        RuleKind::Disallow => Decision::Disallowed,
    }
}

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            SuggestionKind::AddRule(line, rule) => {
                write!(f, "add \"{}\" after line {line}", Printable(rule))
            }
            SuggestionKind::AddToGroups { lines, adds_star_group, rule, .. } => {
                let plural = if lines.len() == 1 { "" } else { "s" };
                write!(f, "add \"{}\" after line{plural}", Printable(rule))?;
                for (index, line) in lines.iter().enumerate() {
                    write!(f, "{} {line}", if index == 0 { "" } else { "," })?;
                }
                f.write_str(if *adds_star_group { ", and in a new group for *" } else { "" })
            }
            SuggestionKind::AddGroup { rule, repeated } => {
                let agent = self.agents.first().map(String::as_bytes).unwrap_or_default();
                let (agent, rule) = (Printable(agent), Printable(rule));
                write!(f, "add a group at the end: \"User-agent: {agent}\", \"{rule}\"")?;
                match repeated {
                    0 => Ok(()),
                    1 => f.write_str(", and the line that it follows now"),
                    _ => write!(f, ", and the {repeated} lines that it follows now"),
                }
            }
            SuggestionKind::Reverse(line) => {
                write!(f, "change the field on line {line} to {}", self.to.field())
            }
            SuggestionKind::Remove(line) => write!(f, "remove line {line}"),
        }
    }
}
