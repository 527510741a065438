//! Which paths a change takes from a crawler or gives to it, as few patterns that people can read.
//!
//! # The idea
//!
//! Each effect is a pair of rules, so its paths are those that both patterns match, without those that a greater rule
//! decides. One of the two patterns is nearly always within the other. So the paths of an effect are a *part*: the
//! smaller pattern, without *exceptions*. An effect whose pattern is within a part belongs to it, so `Disallow: /` is
//! one part, however many rules it overrides.
//!
//! Below, *lost* paths become disallowed. For *gained* paths each word has its contrary.
//!
//! - An exception of a part is a rule of the second file that allows some path of the part.
//! - Paths that the first file disallowed are not lost (`partly`). The rules that did so are named too, if their
//!   patterns are within the part (`already`). For the whole site they are not, because "the whole site, except /cart,
//!   which was blocked" hides the news.
//!
//! # Why it is exact
//!
//! *Every path of a part is disallowed afterwards.* Each allow rule that decides a path of the part is an exception,
//! and a disallow rule matches all of the part, so a path that no exception matches is decided by a disallow rule.
//!
//! *Every lost path is in a part.* A path of an effect matches both of its patterns. It could only be missing because
//! an exception matches it. But rules have one order: an exception that is greater than the rule of the effect would
//! have decided the path, and one that is smaller is not accepted, unless its pattern and the effect have no path in
//! common. Such an effect is a part of its own.

use alloc::borrow::{Cow, ToOwned as _};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::internals::begins_as_paths_do;
use maycrawl::verdict::RuleKind;

use maycrawl::internals::{is_within, meet, steps_of_comparing};

use super::paths::{Paths, PathsKind, is_everything};
use super::sides::{Decider, Deciders as _, Side, path_decided_by};
use super::{Budget, Differences, Found, Pair, Region, SidePair};

/// Whether the parts of an [`Extent`] are the paths of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Certainty {
    /// It is proved that they are exactly these.
    Exact,
    /// It is proved that all of these are among them. There may be more.
    AtLeast,
    /// They are not proved, or no short words exist. The examples are certain.
    Examples,
}

/// Paths that a change takes from a crawler or gives to it.
///
/// Lost are the paths of the parts that were allowed before: `partly` says whether some were not. Each is disallowed
/// now.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Extent {
    /// What is known about the parts.
    pub certainty: Certainty,
    /// The paths, the largest part first. At most ten parts.
    pub parts: Vec<Part>,
    /// The number of parts that are not in the list.
    pub more: usize,
    /// Up to three paths, those of known URLs first.
    pub examples: Vec<String>,
    /// The number of known URLs among the paths; absent if no URLs are known.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub urls: Option<usize>,
    /// The paths in English words: `everything below /catalogue/, except /catalogue/help/`.
    pub text: String,
    /// True if paths become disallowed.
    #[cfg_attr(feature = "serde", serde(skip))]
    is_lost: bool,
}

/// Paths that all patterns of a list match, without exceptions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Part {
    /// What a path matches: nearly always one, else each of them.
    pub paths: Vec<Paths>,
    /// Paths for which the new decision does not hold. At most ten.
    pub except: Vec<Paths>,
    /// The number of exceptions that are not in the list.
    pub more_exceptions: usize,
    /// Patterns within the part whose paths had the decision before. At most ten; none for the whole site.
    pub already: Vec<Paths>,
    /// The number of such paths that are not in the list.
    pub more_already: usize,
    /// True if the decision was the same before for some path, so that not every path of the part changes.
    pub partly: bool,
}

/// Parts, exceptions and earlier decisions that are listed.
const MAX_LISTED: usize = 10;

/// Parts, and exceptions of a part, that are in the words.
const MAX_IN_WORDS: usize = 3;

/// Paths that are shown as examples.
pub(crate) const MAX_EXAMPLES: usize = 3;

/// The most effects that are put together. What is beyond them is counted as parts of their own.
const MAX_EFFECTS: usize = 500;

/// What trying a rule as an exception counts, in addition to its search.
const STEPS_OF_AN_EXCEPTION: u64 = 2;

/// The extent of the effects in one direction: `lost`, those that make paths disallowed. `None` if there are none.
pub(super) fn of(
    sides: &SidePair<'_>,
    differences: &Differences<'_>,
    lost: bool,
    region: &Region<'_>,
    budget: &mut Budget<'_>,
) -> Option<Extent> {
    let found: Vec<_> =
        differences.found.iter().filter(|(_, effect)| effect.blocks() == lost).collect();
    if found.is_empty() {
        return None;
    }
    let mut builder = Builder { sides, lost, region, parts: Vec::new(), is_complete: true };
    let mut pieces: Vec<_> = found
        .iter()
        .map(|(pair, _)| Piece { pair: *pair, patterns: builder.patterns(*pair, budget) })
        .collect();
    // A part comes before the effects that belong to it, and prefixes before patterns of the same length.
    pieces.sort_by_key(Piece::order);
    let beyond = pieces.split_off(pieces.len().min(MAX_EFFECTS)).len();
    pieces.iter().for_each(|piece| builder.add(piece, budget));
    let parts: Vec<_> = builder.parts.iter().map(|part| builder.told(part)).collect();
    let are_short = |part: &Part| part.paths.iter().all(Paths::is_short);
    let is_short = parts.iter().take(MAX_IN_WORDS).all(are_short);
    let certainty = if !builder.is_complete || !is_short || region.exceptions().next().is_some() {
        Certainty::Examples
    } else if differences.undecided > 0 || beyond > 0 {
        Certainty::AtLeast
    } else {
        Certainty::Exact
    };
    // The examples of the largest parts, not those of the first lines.
    let largest = pieces.iter().filter_map(|piece| found.iter().find(|(it, _)| *it == piece.pair));
    let mut examples: Vec<_> = largest
        .take(MAX_EXAMPLES)
        .map(|(_, effect)| String::from_utf8_lossy(&effect.example).into_owned())
        .collect();
    examples.dedup();
    let more = parts.len().saturating_sub(MAX_LISTED) + beyond;
    let mut extent = Extent {
        certainty,
        parts: parts.into_iter().take(MAX_LISTED).collect(),
        more,
        examples,
        urls: None,
        text: String::new(),
        is_lost: lost,
    };
    extent.text = extent.in_words(&str::to_owned);
    Some(extent)
}

/// The patterns that all paths of an effect match.
struct Piece<'p> {
    pair: Pair,
    patterns: Vec<Cow<'p, [u8]>>,
}

impl Piece<'_> {
    fn order(&self) -> (usize, usize, bool, bool) {
        let length = self.patterns.iter().map(|pattern| pattern.len()).sum();
        let ends = |pattern: &Cow<'_, [u8]>| pattern.ends_with(b"$");
        let stars = |pattern: &Cow<'_, [u8]>| pattern.contains(&b'*');
        let is_everything = self.patterns.iter().all(|pattern| is_everything(pattern));
        let length = if is_everything { 0 } else { length };
        (
            self.patterns.len(),
            length,
            self.patterns.iter().any(ends),
            self.patterns.iter().any(stars),
        )
    }

    /// True if the pattern and the piece have no path in common.
    fn misses(&self, pattern: &[u8], budget: &mut Budget<'_>) -> bool {
        let misses = |own: &Cow<'_, [u8]>| {
            budget.take(steps_of_comparing(own, pattern)) && !meet(own, pattern)
        };
        self.patterns.iter().any(misses)
    }
}

/// A part while effects are added to it.
struct Growing<'p> {
    patterns: Vec<Cow<'p, [u8]>>,
    /// The rules of the second set that leave an exception.
    except: Vec<usize>,
    /// The rules of the first set that made the decision before, for paths of this part only.
    already: Vec<usize>,
    /// True if the decision was the same before for some path.
    partly: bool,
}

impl Growing<'_> {
    fn is_whole_site(&self) -> bool {
        self.patterns.iter().all(|pattern| is_everything(pattern))
    }
}

struct Builder<'s, 'r> {
    sides: &'s SidePair<'r>,
    lost: bool,
    region: &'s Region<'s>,
    parts: Vec<Growing<'s>>,
    /// False if the budget did not suffice for all parts.
    is_complete: bool,
}

impl<'s> Builder<'s, '_> {
    /// The patterns of an effect and of the region, without those that another one makes needless.
    fn patterns(&self, (a, b): Pair, budget: &mut Budget<'_>) -> Vec<Cow<'s, [u8]>> {
        let rules = [self.sides.after.pattern(b), self.sides.before.pattern(a)];
        let all: Vec<&[u8]> = rules.into_iter().flatten().chain(self.region.patterns()).collect();
        let mut text = Vec::new();
        let mut kept: Vec<&[u8]> = Vec::new();
        for (at, &pattern) in all.iter().enumerate() {
            budget.take(all.iter().map(|other| steps_of_comparing(pattern, other)).sum());
            let mut is_needless = |(other_at, other): (usize, &&[u8])| {
                let is_same = at != other_at && is_within(other, pattern, &mut text);
                // Of patterns with the same paths the first is kept.
                is_same && (other_at < at || !is_within(pattern, other, &mut text))
            };
            if !all.iter().enumerate().any(&mut is_needless) {
                kept.push(pattern);
            }
        }
        match kept[..] {
            [first, second] => match self.joined(first, second, budget) {
                Some(joined) => Vec::from([Cow::Owned(joined)]),
                None => kept.into_iter().map(Cow::Borrowed).collect(),
            },
            _ => kept.into_iter().map(Cow::Borrowed).collect(),
        }
    }

    /// One pattern for the paths of two, if there is one: `/assets/` and `/*.css` are `/assets/*.css`.
    fn joined(&self, first: &[u8], second: &[u8], budget: &mut Budget<'_>) -> Option<Vec<u8>> {
        let profile = self.sides.before.set().profile();
        let mut text = Vec::new();
        [(first, second), (second, first)].into_iter().find_map(|(prefix, floating)| {
            let is_prefix = !prefix.contains(&b'*') && !prefix.ends_with(b"$");
            let star = floating.iter().position(|&byte| byte == b'*')?;
            if !is_prefix || !budget.take((prefix.len() + floating.len()) as u64 / 2) {
                return None;
            }
            let joined = [prefix, &floating[star..]].concat();
            let both = [prefix, floating];
            let is_same = is_within(&joined, floating, &mut text)
                && super::search::shortest_path(&both, &[&joined], profile, budget)
                    == Found::Nothing;
            is_same.then_some(joined)
        })
    }

    /// Adds an effect to the part in which it is, or as a part of its own.
    fn add(&mut self, piece: &Piece<'s>, budget: &mut Budget<'_>) {
        if self.parts.iter().any(|part| self.belongs(piece, part, budget)) {
            return;
        }
        let mut part = Growing {
            patterns: piece.patterns.clone(),
            except: Vec::new(),
            already: Vec::new(),
            partly: false,
        };
        let (then, now) = if self.lost {
            (RuleKind::Disallow, RuleKind::Allow)
        } else {
            (RuleKind::Allow, RuleKind::Disallow)
        };
        let patterns: Vec<&[u8]> = part.patterns.iter().map(|pattern| &**pattern).collect();
        let region = Region::of_normal_forms(&patterns);
        let except = self.deciding(&self.sides.after, now, &region, budget);
        let already = self.deciding(&self.sides.before, then, &region, budget);
        self.is_complete &= except.is_some() && already.is_some();
        part.except = except.unwrap_or_default();
        let mut already = already.unwrap_or_default();
        part.partly = !already.is_empty();
        let mut text = Vec::new();
        already.retain(|&rule| {
            let own = self.sides.before.pattern(Some(rule)).unwrap_or_default();
            !part.is_whole_site()
                && patterns.iter().all(|pattern| {
                    budget.take(steps_of_comparing(own, pattern))
                        && is_within(own, pattern, &mut text)
                })
        });
        part.already = already;
        self.parts.push(part);
    }

    /// True if the effect is one of this part.
    fn belongs(&self, piece: &Piece<'_>, part: &Growing<'_>, budget: &mut Budget<'_>) -> bool {
        let mut text = Vec::new();
        let is_inside = part.patterns.iter().all(|outer| {
            piece.patterns.iter().any(|inner| {
                budget.take(steps_of_comparing(inner, outer)) && is_within(inner, outer, &mut text)
            })
        });
        // The rules of a side are sorted from the greatest down.
        let loses = |decider: Decider, rule: usize| decider.is_none_or(|decider| decider > rule);
        let (a, b) = piece.pair;
        let mut is_apart = |side: &Side<'_>, decider: Decider, rules: &[usize]| {
            rules.iter().all(|&rule| {
                let pattern = side.pattern(Some(rule));
                loses(decider, rule) || pattern.is_some_and(|pattern| piece.misses(pattern, budget))
            })
        };
        is_inside
            && is_apart(&self.sides.after, b, &part.except)
            && is_apart(&self.sides.before, a, &part.already)
    }

    /// The rules of this kind that decide some path of the region, without those within another one. `None` if the
    /// budget does not suffice.
    fn deciding(
        &self,
        side: &Side<'_>,
        kind: RuleKind,
        region: &Region<'_>,
        budget: &mut Budget<'_>,
    ) -> Option<Vec<usize>> {
        let profile = side.set().profile();
        let start = region.patterns().next().map_or(&b""[..], maycrawl::internals::literal_start);
        let mut deciding: Vec<usize> = Vec::new();
        for rule in side.deciders(kind).flatten() {
            if !budget.take(STEPS_OF_AN_EXCEPTION) {
                return None;
            }
            let pattern = side.pattern(Some(rule)).unwrap_or_default();
            let own_start = side.start(Some(rule));
            let may_meet = own_start.starts_with(start) || start.starts_with(own_start);
            if !may_meet || !begins_as_paths_do(pattern) {
                continue;
            }
            match path_decided_by(&[(side, Some(rule))], (region, side.exempt()), profile, budget) {
                Found::Nothing => {}
                Found::Path(_) => deciding.push(rule),
                Found::OutOfBudget => return None,
            }
        }
        let mut text = Vec::new();
        let pattern = |rule: usize| side.pattern(Some(rule)).unwrap_or_default();
        // Shorter patterns come last. So one look from the end finds those that others make needless.
        let mut kept: Vec<usize> = Vec::new();
        for &rule in deciding.iter().rev() {
            let is_new = kept.iter().all(|&other| {
                budget.take(steps_of_comparing(pattern(rule), pattern(other)))
                    && !is_within(pattern(rule), pattern(other), &mut text)
            });
            if is_new {
                kept.push(rule);
            }
        }
        (budget.steps() > 0).then_some(kept)
    }

    fn told(&self, part: &Growing<'_>) -> Part {
        let listed = |side: &Side<'_>, rules: &[usize]| {
            let mut patterns: Vec<_> = rules
                .iter()
                .filter_map(|&rule| Some((side.pattern(Some(rule))?, side.rule(Some(rule))?.line)))
                .collect();
            // As in the file, but people read prefixes sooner.
            patterns.sort_by_key(|(pattern, line)| (pattern.contains(&b'*'), *line));
            let listed: Vec<_> = patterns
                .iter()
                .take(MAX_LISTED)
                .map(|(pattern, _)| Paths::for_pattern(pattern))
                .collect();
            (listed, rules.len().saturating_sub(MAX_LISTED))
        };
        let (except, more_exceptions) = listed(&self.sides.after, &part.except);
        let (already, more_already) = listed(&self.sides.before, &part.already);
        Part {
            paths: part.patterns.iter().map(|pattern| Paths::for_pattern(pattern)).collect(),
            except,
            more_exceptions,
            already,
            more_already,
            partly: part.partly,
        }
    }
}

impl Part {
    /// True if the part is every path of the site, but for exceptions.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt};
    /// use maycrawl_effects::{Budget, closed};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a/\n");
    /// let closed = closed(&robots.rules_for(&Crawler::GOOGLEBOT), &mut Budget::default()).unwrap();
    /// assert!(!closed.parts[0].is_whole_site());
    /// ```
    #[must_use]
    pub fn is_whole_site(&self) -> bool {
        self.paths.iter().all(|paths| paths.kind == PathsKind::WholeSite)
    }

    /// The exceptions in words; `None` if there are none.
    #[doc(hidden)]
    pub fn exceptions(&self) -> Option<String> {
        self.exceptions_as(&str::to_owned)
    }

    fn exceptions_as(&self, show: &dyn Fn(&str) -> String) -> Option<String> {
        if self.except.is_empty() {
            return None;
        }
        let texts = shown(&self.except, show);
        let more = self.except.len() + self.more_exceptions - texts.len();
        Some(match (&texts[..], more) {
            ([], 1) => "one region".to_owned(),
            ([], more) => format!("{more} regions"),
            _ => list(&texts, more),
        })
    }

    fn in_words(&self, is_lost: bool, show: &dyn Fn(&str) -> String) -> String {
        let mut words = match &self.paths[..] {
            [one] => one.in_words(show),
            several => {
                let texts: Vec<_> = several.iter().map(|paths| show(&paths.text)).collect();
                format!("all paths that match each of {}", list(&texts, 0))
            }
        };
        if let Some(exceptions) = self.exceptions_as(show) {
            words += &format!(", except {exceptions}");
        }
        let was = if is_lost { "blocked" } else { "allowed" };
        let texts = shown(&self.already, show);
        words += &match texts.len() {
            _ if self.already.is_empty() => String::new(),
            1 | 2 if texts.len() == self.already.len() + self.more_already => {
                format!(" ({was} before: {})", list(&texts, 0))
            }
            _ => format!(" (parts of it were {was} before)"),
        };
        words
    }
}

impl Extent {
    /// True if a part is the whole site, perhaps with exceptions. Said also where the exceptions could not all be
    /// found.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt};
    /// use maycrawl_effects::{Budget, closed};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /\nAllow: /new/\n");
    /// let closed = closed(&robots.rules_for(&Crawler::GOOGLEBOT), &mut Budget::default()).unwrap();
    /// assert!(closed.is_whole_site());
    /// ```
    #[must_use]
    pub fn is_whole_site(&self) -> bool {
        self.parts.iter().any(Part::is_whole_site)
    }

    /// The paths in words, as in `text`. They are said as exact only if they are proved. `show` gives the form of a
    /// text out of the files, such as that of code.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt};
    /// use maycrawl_effects::{Budget, closed};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /*.pdf$\n");
    /// let closed = closed(&robots.rules_for(&Crawler::GOOGLEBOT), &mut Budget::default()).unwrap();
    /// let marked = closed.in_words(&|text| format!("`{text}`"));
    /// assert_eq!(marked, "all paths that end with `.pdf`");
    /// ```
    #[must_use]
    pub fn in_words(&self, show: &dyn Fn(&str) -> String) -> String {
        let such = || {
            let examples: Vec<_> = self.examples.iter().map(|path| show(path)).collect();
            list(&examples, 0)
        };
        let mut words = match self.certainty {
            // The rules reach the whole site. What they leave of it was not found.
            Certainty::Examples if self.is_whole_site() => {
                return format!("the whole site or a part of it, such as {}", such());
            }
            Certainty::Examples => return format!("URLs such as {}", such()),
            Certainty::AtLeast => "at least ".to_owned(),
            Certainty::Exact => String::new(),
        };
        let shown = &self.parts[..self.parts.len().min(MAX_IN_WORDS)];
        let more = self.parts.len() - shown.len() + self.more;
        // Exceptions have commas of their own.
        let has_commas = shown.len() > 1
            && shown.iter().any(|part| !part.except.is_empty() || !part.already.is_empty());
        for (at, part) in shown.iter().enumerate() {
            let is_last = at + 1 == shown.len() && more == 0;
            words += match at {
                0 => "",
                _ if has_commas => "; ",
                _ if is_last => " and ",
                _ => ", ",
            };
            words += &part.in_words(self.is_lost, show);
        }
        match more {
            0 => {}
            1 => words += " and 1 more region",
            more => words += &format!(" and {more} more regions"),
        }
        words
    }

    /// Puts known paths before the examples that were made up, and counts the known ones.
    #[cfg(feature = "serde")] // only answers count URLs
    pub(crate) fn set_known(&mut self, urls: usize, examples: &[String]) {
        self.urls = Some(urls);
        let invented = core::mem::take(&mut self.examples);
        self.examples = examples.to_vec();
        // A path that the site does not have says less than one that it has.
        if examples.is_empty() {
            self.examples = invented;
        }
        self.text = self.in_words(&str::to_owned);
    }
}

/// The first exceptions in words. One with a text that people cannot read is only counted.
fn shown(list: &[Paths], show: &dyn Fn(&str) -> String) -> Vec<String> {
    let short = list.iter().filter(|paths| paths.is_short());
    short.take(MAX_IN_WORDS).map(|paths| paths.as_exception(show)).collect()
}

/// `a, b and 3 more`.
fn list(texts: &[String], more: usize) -> String {
    let mut parts = texts.to_vec();
    if more > 0 {
        parts.push(format!("{more} more"));
    }
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => String::new(),
    }
}
