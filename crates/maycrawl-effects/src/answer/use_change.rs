//! The serialised form of what a change does to uses.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use maycrawl::RobotsTxt;
use maycrawl_uses::{Answer, Family, Outcome, Place, Use};

use super::readers::ReadersAnswer;
use super::text;
use super::together::{Together, Who, owned, put_together};
use crate::{Budget, Change, CrawlerClass, Region, UseChange, UseEffect, UseEffects};

/// Crawlers for which a change has the same effects on uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct UseClassAnswer {
    /// Known crawlers, and others that a file names.
    pub crawlers: Vec<String>,
    /// Names in the files that are tokens for a purpose, not crawlers.
    pub purpose_tokens: Vec<String>,
    /// True if every crawler that is not known and that neither file names is one of them.
    pub others: bool,
    /// Crawlers for which this is true for one kind of readers only.
    pub readers: Vec<ReadersAnswer>,
    /// The effects.
    pub effects: Vec<UseEffectAnswer>,
    /// The number of effects that are not in the list.
    pub more: usize,
    /// True if the budget did not suffice, so that there may be more effects.
    pub undecided: bool,
}

/// Paths for which a use changes, and what the files say about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct UseEffectAnswer {
    /// The use: `train`, `input`, `search` or `index`.
    #[serde(rename = "use")]
    pub wanted: Use,
    /// What the first file says.
    pub before: UseSideAnswer,
    /// What the second file says.
    pub after: UseSideAnswer,
    /// A path for which the use changes. It looks like one of a real site where possible.
    pub example: String,
    /// A shortest path for which the use changes.
    pub shortest: String,
}

/// What one file says about a use of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct UseSideAnswer {
    /// What it says: `refused`, `conditional`, `granted`, `not said`, `conflict` or `not applicable`.
    pub outcome: Outcome,
    /// The lines that say something about it, as far as they are listed.
    pub statements: Vec<UseStatementAnswer>,
}

/// A line of robots.txt about a use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct UseStatementAnswer {
    /// The number of the line, from 1.
    pub line: u32,
    /// The value of the line.
    pub text: String,
    /// What it says, alone.
    pub outcome: Outcome,
    /// The family of signals. A line of a control token is a rule.
    pub family: Family,
    /// The document by which it is read, with its number or date.
    pub document: &'static str,
}

/// The most statements of a file that are listed for an effect.
const MAX_STATEMENTS: usize = 4;

/// The part of a budget that uses may take: a half.
const PART_FOR_USES: u64 = 2;

/// What changes about uses: at most `most` effects, which become fewer. True if not everything could be compared.
pub(super) fn uses_of(
    change: &Change,
    [before, after]: [&RobotsTxt<'_>; 2],
    region: &Region<'_>,
    most: &mut usize,
    budget: &mut Budget<'_>,
) -> (Vec<UseClassAnswer>, bool) {
    // Uses come before verdicts: a change of one must not be left out because verdicts took the budget. A part is kept
    // for verdicts.
    let steps = budget.steps() / PART_FOR_USES;
    budget.with_at_most(steps, |budget| {
        let Some(uses) = UseChange::new(change, before, after, budget) else {
            return (Vec::new(), true);
        };
        let compared: Vec<_> = uses.classes().collect();
        let mut answers = Vec::new();
        for class in &compared {
            let found = uses.effects(class, region, budget);
            let answer = (!found.is_none()).then(|| UseClassAnswer::of(class, &found, *most));
            *most -= answer.as_ref().map_or(0, |answer| answer.effects.len());
            answers.push(answer);
        }
        let uses = put_together(&compared, answers, budget).0;
        let undecided = uses.iter().any(|class| class.undecided);
        (uses, undecided)
    })
}

impl UseClassAnswer {
    fn of(class: &CrawlerClass<'_>, found: &UseEffects, most: usize) -> Self {
        Self {
            crawlers: owned(&class.crawlers),
            purpose_tokens: owned(&class.purpose_tokens),
            others: class.includes_others,
            readers: Vec::new(),
            effects: found.found.iter().take(most).map(UseEffectAnswer::from).collect(),
            more: found.found.len().saturating_sub(most),
            undecided: !found.is_complete,
        }
    }
}

impl Together for UseClassAnswer {
    fn who(&mut self) -> Who<'_> {
        Who {
            crawlers: &mut self.crawlers,
            purpose_tokens: &mut self.purpose_tokens,
            others: &mut self.others,
            readers: &mut self.readers,
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        // What is not listed may differ.
        (self.more, other.more) == (0, 0)
            && self.undecided == other.undecided
            && self.effects == other.effects
    }
}

impl From<&UseEffect> for UseEffectAnswer {
    fn from(effect: &UseEffect) -> Self {
        Self {
            wanted: effect.wanted,
            before: UseSideAnswer::from(&effect.before),
            after: UseSideAnswer::from(&effect.after),
            example: text(&effect.example),
            shortest: text(&effect.shortest),
        }
    }
}

impl From<&Answer> for UseSideAnswer {
    fn from(answer: &Answer) -> Self {
        let statements = answer.families.iter().flat_map(|family| {
            family.statements.iter().filter_map(|statement| {
                let Place::Line(line) = statement.place else { return None };
                let outcome = statement.outcome;
                let text = text(statement.text.as_bytes());
                let (family, document) = (family.family, family.document);
                Some(UseStatementAnswer { line, text, outcome, family, document })
            })
        });
        Self { outcome: answer.outcome, statements: statements.take(MAX_STATEMENTS).collect() }
    }
}
