//! Fixes of findings, and how they are applied.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use maycrawl::internals::{LINE_LIMIT, name};
use maycrawl::line::Span;
use maycrawl::{RobotsTxt, UnknownName};
use maycrawl_effects::internals::{KeptUses, uses_may_change};
use maycrawl_effects::{Budget, TextEdit};
use maycrawl_readers::answer::ProgramsAnswer;
use maycrawl_readers::{FileReadings, Reader};

/// The edits that fix a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// What the fix does, such as "write `Disallow`".
    pub title: String,
    /// The effect on verdicts.
    pub effect: FixEffect,
    /// What it changes for the programs that read robots.txt, and for whom it is proved to change nothing.
    pub programs: ProgramsAnswer,
    /// The edits. They are applied together or not at all.
    pub edits: Vec<TextEdit>,
}

/// The effect of a fix on verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum FixEffect {
    /// No effect: every crawler may fetch exactly the same URLs as before, with the profile with which the file was
    /// parsed and for every program of [`LintOptions::readers`](crate::LintOptions::readers). That is proved.
    KeepsVerdicts,
    /// It does what the author probably meant, and changes a verdict, or it is not proved that it does not:
    /// [`Fix::programs`] says what changes for whom. A line that had no effect does what it says; a group has the rules
    /// of `*` that it did not repeat; a program that skipped a misspelt line reads it.
    Mends,
}

impl FixEffect {
    /// The name in text and JSON: `keeps-verdicts` or `mends`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::KeepsVerdicts => "keeps-verdicts",
            Self::Mends => "mends",
        }
    }
}

impl fmt::Display for FixEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for FixEffect {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        name::parse("effect", text, &[Self::KeepsVerdicts, Self::Mends], Self::name)
    }
}

impl Fix {
    /// The number of bytes that the fix adds.
    fn growth(&self) -> usize {
        self.edits.iter().map(|edit| edit.text.len().saturating_sub(edit.span.len())).sum()
    }

    pub(crate) fn new(
        title: String,
        effect: FixEffect,
        span: Span,
        text: impl Into<Vec<u8>>,
    ) -> Self {
        let edits = Vec::from([TextEdit { span, text: text.into() }]);
        Self { title, effect, programs: ProgramsAnswer::default(), edits }
    }
}

/// Removes the fixes that are not safe because of the limits of lines and files. If a limit cuts a line or the file,
/// a fix that adds or removes bytes before the cut moves other bytes across it.
pub(crate) fn remove_doubtful(robots: &RobotsTxt<'_>, fixes: &mut [&mut Option<Fix>]) {
    let growth: usize = fixes.iter().filter_map(|fix| fix.as_ref()).map(Fix::growth).sum();
    for fix in fixes {
        fix.take_if(|fix| crosses_a_limit(robots, growth, fix));
    }
}

/// True if a fix may move bytes across a limit, together with others by which the file grows.
fn crosses_a_limit(robots: &RobotsTxt<'_>, growth: usize, fix: &Fix) -> bool {
    let file = robots.as_bytes();
    let limit = robots.profile().size_limit.unwrap_or(usize::MAX);
    let whole = robots.truncation().is_none() && file.len() + growth <= limit;
    let has_long_lines = file.len() + growth > LINE_LIMIT;
    let in_line = |edit: &TextEdit| line_length(file, edit.span) + fix.growth() <= LINE_LIMIT;
    !whole || (has_long_lines && !fix.edits.iter().all(in_line))
}

/// [`remove_doubtful`] for edits of which at most one is applied.
pub(crate) fn remove_doubtful_choices(robots: &RobotsTxt<'_>, choices: &mut Vec<Fix>) {
    choices.retain(|fix| !crosses_a_limit(robots, fix.growth(), fix));
}

/// Removes the fixes that keep verdicts, but change what the file says about a use: one alone, or together with the
/// fixes before it. The result has the indexes of the removed ones.
pub(crate) fn remove_use_changes(
    robots: &RobotsTxt<'_>,
    fixes: &mut [&mut Option<Fix>],
    budget: &mut Budget<'_>,
) -> Vec<usize> {
    let mut removed = Vec::new();
    let keeps =
        |fix: &Option<Fix>| fix.as_ref().is_some_and(|fix| fix.effect == FixEffect::KeepsVerdicts);
    if !fixes.iter().any(|fix| keeps(fix)) || !uses_may_change(robots) {
        return removed;
    }
    let uses = KeptUses::new(robots, budget);
    let mut kept: Vec<Fix> = Vec::new();
    for (at, fix) in fixes.iter_mut().enumerate().filter(|(_, fix)| keeps(fix)) {
        let Some(own) = fix.as_ref() else { continue };
        let file = robots.as_bytes();
        // What the budget does not suffice for is not proved, so it is no safe fix, and no file is made for it.
        let mut keep = |others: &[Fix]| {
            budget.steps() > 0
                && uses.as_ref().is_some_and(|uses| {
                    uses.by(&apply_fixes(file, others.iter().chain([own])), budget)
                })
        };
        if keep(&[]) && (kept.is_empty() || keep(&kept)) {
            kept.push(own.clone());
        } else {
            **fix = None;
            removed.push(at);
        }
    }
    removed
}

/// Finds out what each fix changes for the programs. One that changes a verdict, or of which that is not proved, mends.
pub(crate) fn judge(
    robots: &RobotsTxt<'_>,
    fixes: &mut [&mut Fix],
    readers: &[&'static Reader],
    budget: &mut Budget<'_>,
) {
    if readers.is_empty() || fixes.is_empty() {
        return;
    }
    let file = robots.as_bytes();
    let before = FileReadings::new(readers, file, budget);
    // A dear fix does not take what the others need.
    let is_open = |programs: &ProgramsAnswer| {
        *programs == ProgramsAnswer::default() || !programs.undecided.is_empty()
    };
    for (least, most) in STEPS_OF_A_FIX {
        for fix in fixes.iter_mut().filter(|fix| is_open(&fix.programs)) {
            if budget.steps() < least {
                break;
            }
            let after = apply_fixes(file, [&**fix]);
            let changes = budget.with_at_most(most, |budget| before.changes(&after, budget));
            fix.programs = changes.answer(readers);
        }
    }
    for fix in fixes.iter_mut().filter(|fix| !fix.programs.is_proved()) {
        fix.effect = FixEffect::Mends;
    }
}

/// The most steps of a fix, and then of those for which these do not suffice. With fewer than the least, less would be
/// told than before.
const STEPS_OF_A_FIX: [(u64, u64); 2] = [(0, 1_000_000), (1_000_000, 6_000_000)];

/// The place between two bytes.
pub(crate) const fn gap(at: u32) -> Span {
    Span { start: at, end: at }
}

/// The length of the line in which the span begins.
fn line_length(file: &[u8], span: Span) -> usize {
    let at = span.start as usize;
    let start = memchr::memrchr2(b'\n', b'\r', &file[..at]).map_or(0, |end| end + 1);
    let end = memchr::memchr2(b'\n', b'\r', &file[at..]).map_or(file.len(), |end| at + end);
    end - start
}

/// The file with the fixes applied. If two fixes touch, only the one that comes first in the file is applied. Lint
/// the result again to find the other one.
///
/// Cost: O(file + fixes log fixes).
///
/// ```
/// use maycrawl::RobotsTxt;
/// use maycrawl_lint::{apply_fixes, lint};
///
/// let file = b"User-agent: *\nDissallow: /a\n";
/// let findings = lint(&RobotsTxt::parse(file));
/// let fixed = apply_fixes(file, findings.iter().filter_map(|finding| finding.fix.as_ref()));
/// assert_eq!(fixed, b"User-agent: *\nDisallow: /a\n");
/// ```
#[must_use]
pub fn apply_fixes<'f>(file: &[u8], fixes: impl IntoIterator<Item = &'f Fix>) -> Vec<u8> {
    let mut fixes: Vec<&Fix> = fixes.into_iter().collect();
    fixes.sort_by_key(|fix| fix.edits.iter().map(|edit| (edit.span.start, edit.span.end)).min());
    // Sorted by position; no two edits touch.
    let mut edits: Vec<&TextEdit> = Vec::new();
    for fix in fixes {
        let fits = |edit: &TextEdit| {
            let at = edits.partition_point(|made| made.span.end < edit.span.start);
            let is_inside =
                edit.span.start <= edit.span.end && edit.span.end as usize <= file.len();
            is_inside && edits.get(at).is_none_or(|made| made.span.start > edit.span.end)
        };
        if fix.edits.iter().all(fits) {
            for edit in &fix.edits {
                // By its start: the edits of one fix may touch, such as two lines that are removed.
                let at = edits.partition_point(|made| made.span.start <= edit.span.start);
                edits.insert(at, edit);
            }
        }
    }
    let mut out = Vec::with_capacity(file.len() + 64);
    let mut at = 0;
    for edit in edits {
        // The edits of one fix may touch each other; `max` keeps the order.
        let start = (edit.span.start as usize).max(at);
        out.extend_from_slice(&file[at..start]);
        out.extend_from_slice(&edit.text);
        at = (edit.span.end as usize).max(at);
    }
    out.extend_from_slice(&file[at..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fix(edits: &[(u32, u32, &str)]) -> Fix {
        let edit = |&(start, end, text): &(u32, u32, &str)| TextEdit {
            span: Span { start, end },
            text: text.into(),
        };
        Fix {
            title: String::new(),
            effect: FixEffect::KeepsVerdicts,
            programs: ProgramsAnswer::default(),
            edits: edits.iter().map(edit).collect(),
        }
    }

    #[test]
    fn fixes_are_applied_whole_and_in_order_and_never_overlap() {
        for (fixes, expected) in [
            (&[][..], "0123456789"),
            (&[fix(&[(2, 4, "ab")])], "01ab456789"),
            (&[fix(&[(5, 5, "+")]), fix(&[(0, 1, "")])], "1234+56789"),
            // The second touches the first, the third does not.
            (&[fix(&[(0, 3, "x")]), fix(&[(3, 4, "y")]), fix(&[(5, 6, "z")])], "x34z6789"),
            // All edits of a fix are applied, or none.
            (&[fix(&[(4, 5, "x")]), fix(&[(0, 1, "y"), (4, 5, "y")])], "y123y56789"),
            (&[fix(&[(0, 1, "x")]), fix(&[(0, 1, "y"), (4, 5, "y")])], "x123456789"),
            // The edits of one fix may touch.
            (&[fix(&[(0, 3, ""), (3, 5, ""), (5, 6, "x")])], "x6789"),
            (&[fix(&[(0, 3, ""), (3, 5, "")]), fix(&[(1, 2, "y"), (4, 5, "y")])], "56789"),
            // An edit after the end of the file.
            (&[fix(&[(9, 11, "x")])], "0123456789"),
        ] {
            assert_eq!(apply_fixes(b"0123456789", fixes), expected.as_bytes(), "{fixes:?}");
        }
    }
}
