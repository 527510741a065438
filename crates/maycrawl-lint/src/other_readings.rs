//! Whether a rule can go under every profile, not only under the one that the file is linted under.
//!
//! A fix that removes a rule is applied to a file that other programs read too. Most rules have one form under all
//! profiles, so what is proved under one holds under the others. Where a form differs, it is looked at.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use maycrawl::Profile;
use maycrawl::internals::{
    begins_as_paths_do, escape, index_directory, is_within, meet, precedence, steps_of_comparing,
};
use maycrawl::verdict::RuleKind;
use maycrawl_effects::Budget;
use maycrawl_effects::internals::RuleClass;

use super::compared_rule::ComparedRule;
use super::line_index::RuleAt;

/// The help about a rule that this profile does not need, and another one does.
pub(super) const NEEDED_ELSEWHERE: &str =
    "keep it: under another profile a verdict may change without it";

/// The rules of one class under the profiles that the file is not linted under.
pub(super) struct OtherReadings<'r>(Vec<Reading<'r>>);

/// The rules under one profile.
struct Reading<'r> {
    profile: Profile,
    /// All rules, in the order of their lines.
    rules: Vec<Form<'r>>,
    /// The indexes of those that the profile of the lints reads in another form.
    differing: Vec<usize>,
}

/// A rule under one profile.
struct Form<'r> {
    kind: RuleKind,
    line: u32,
    normal: Cow<'r, [u8]>,
    /// The directory of an index page with a `$`: a second pattern of the rule.
    directory: Option<Vec<u8>>,
}

/// Rules that are passed over in one step of the budget.
const RULES_PASSED_IN_A_STEP: u64 = 6;

impl<'r> Form<'r> {
    fn of(rule: &RuleAt, file: &'r [u8], profile: Profile) -> Self {
        let normal = escape::pattern(rule.at.value.slice(file), profile);
        let directory = index_directory(&normal, rule.kind, profile);
        let directory = directory.map(|directory| [directory, b"$"].concat());
        Self { kind: rule.kind, line: rule.at.line, normal, directory }
    }

    fn precedence(&self) -> u64 {
        precedence(self.normal.len(), self.kind, self.line)
    }

    /// False also if the budget does not suffice to tell.
    fn is_apart_from(&self, other: &Self, budget: &mut Budget<'_>) -> bool {
        let mut is_apart = |pattern: &[u8]| {
            !begins_as_paths_do(pattern)
                || budget.take(steps_of_comparing(&other.normal, pattern))
                    && !meet(&other.normal, pattern)
        };
        is_apart(&self.normal) && self.directory.as_ref().is_none_or(|pattern| is_apart(pattern))
    }
}

impl<'r> OtherReadings<'r> {
    /// The readings under which a rule of a class has another form.
    pub(super) fn of(rules: &[&RuleAt], file: &'r [u8], profile: Profile) -> Self {
        let others = Profile::ALL.into_iter().filter(|other| other.name != profile.name);
        let reading = |other: Profile| {
            let own = rules.iter().map(|rule| Form::of(rule, file, profile));
            let forms: Vec<_> = rules.iter().map(|rule| Form::of(rule, file, other)).collect();
            let differs = |(own, form): (Form<'_>, &Form<'_>)| {
                own.normal != form.normal || own.directory != form.directory
            };
            let differing = own.zip(&forms).map(differs).zip(0..);
            let differing = differing.filter(|(differs, _)| *differs).map(|(_, at)| at).collect();
            Reading { profile: other, rules: forms, differing }
        };
        // Whatever its profile, a rule of usual form has no other one.
        let is_usual = |rule: &&RuleAt| {
            let value = rule.at.value.slice(file);
            let begins = value.first().is_none_or(|&first| first == b'/');
            begins
                && value.is_ascii()
                && !value.contains(&b'%')
                && index_directory(value, rule.kind, Profile::GOOGLE).is_none()
        };
        if rules.iter().all(is_usual) {
            return Self(Vec::new());
        }
        Self(others.map(reading).filter(|reading| !reading.differing.is_empty()).collect())
    }

    /// True if two rules that have the same pattern have the same one in every reading.
    pub(super) fn are_equal(&self, a: &RuleAt, b: &RuleAt) -> bool {
        self.0.iter().all(|reading| match (reading.form(a.at.line), reading.form(b.at.line)) {
            (Some(a), Some(b)) => a.normal == b.normal,
            _ => false,
        })
    }

    /// True if a greater rule of the same kind matches everything that a rule matches in every reading too.
    pub(super) fn are_redundant(&self, a: &RuleAt, greater: &RuleAt) -> bool {
        let mut text = Vec::new();
        self.0.iter().all(|reading| {
            let (Some(a), Some(b)) = (reading.form(a.at.line), reading.form(greater.at.line))
            else {
                return false;
            };
            a.directory.is_none()
                && b.precedence() > a.precedence()
                && is_within(&a.normal, &b.normal, &mut text)
        })
    }

    /// True if a rule that another one covers, or that no rule opposes, is needless in every reading too. False also if
    /// the budget does not suffice.
    pub(super) fn are_needless(
        &self,
        rule: &ComparedRule<'_>,
        cover: Option<&ComparedRule<'_>>,
        budget: &mut Budget<'_>,
    ) -> bool {
        let line = rule.rule.at.line;
        let cover = cover.map(|cover| cover.rule.at.line);
        self.0.iter().all(|reading| reading.is_needless(line, cover, budget))
    }

    /// True if it is proved that no verdict changes without the line, in every reading.
    pub(super) fn do_without(&self, line: u32, budget: &mut Budget<'_>) -> bool {
        self.0.iter().all(|reading| {
            let rules = reading.rules.iter();
            let forms = rules.map(|rule| (Cow::Borrowed(&*rule.normal), rule.kind, rule.line));
            RuleClass::new(reading.profile, forms).is_needless(line, budget)
        })
    }
}

impl Reading<'_> {
    fn at(&self, line: u32) -> Option<usize> {
        self.rules.binary_search_by_key(&line, |rule| rule.line).ok()
    }

    fn form(&self, line: u32) -> Option<&Form<'_>> {
        self.rules.get(self.at(line)?)
    }

    fn has_other_form(&self, line: u32) -> bool {
        self.at(line).is_none_or(|at| self.differing.binary_search(&at).is_ok())
    }

    fn is_needless(&self, line: u32, cover: Option<u32>, budget: &mut Budget<'_>) -> bool {
        let Some(rule) = self.form(line).filter(|rule| rule.directory.is_none()) else {
            return false;
        };
        let is_other =
            self.has_other_form(line) || cover.is_some_and(|cover| self.has_other_form(cover));
        if let Some(cover) = cover.filter(|_| is_other) {
            let Some(cover) = self.form(cover) else { return false };
            let is_covered = begins_as_paths_do(&cover.normal)
                && budget.take(steps_of_comparing(&rule.normal, &cover.normal))
                && is_within(&rule.normal, &cover.normal, &mut Vec::new());
            if !is_covered {
                return false;
            }
        }
        let passed = if is_other { self.rules.len() } else { self.differing.len() };
        let opposes = |other: &Form<'_>, budget: &mut Budget<'_>| {
            other.kind != rule.kind && !other.is_apart_from(rule, budget)
        };
        // Lengths may differ, so no rule of the other kind may meet it, whichever is greater. If it has one form, those
        // that have one were compared already.
        budget.take(1 + passed as u64 / RULES_PASSED_IN_A_STEP)
            && if is_other {
                !self.rules.iter().any(|other| opposes(other, budget))
            } else {
                !self.differing.iter().any(|&at| opposes(&self.rules[at], budget))
            }
    }
}
