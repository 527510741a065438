//! The effects of a change as annotations of a GitHub workflow.

use maycrawl::answer::RuleDecision;
use maycrawl_effects::answer::ChangeOutcome;

use super::headline::{headlines, paces, proof};
use super::uses::{follows_from_access, lines, rows};
use super::{Comparison, Names, lines_changed};
use crate::text::github_annotation::{data, property};
use crate::text::output::{Failure, Output};
use crate::text::severity;

/// Effects that prove an annotation.
const MAX_EXAMPLES: usize = 3;

pub(super) fn print(comparison: &Comparison<'_>, output: &mut Output) -> Result<(), Failure> {
    let (answer, file) = (&comparison.answer, property(&comparison.new.name));
    for class in &answer.classes {
        for headline in headlines(class) {
            // If a rule was removed, perhaps no line of the new file decides. The annotation then stands at the first.
            let after = headline.effects.first().and_then(|effect| effect.after.as_ref());
            let line = after.map_or(1, |rule| rule.line);
            let kind = match headline.becomes {
                RuleDecision::Disallowed => severity::annotation(class.impact.severity),
                RuleDecision::Allowed => "notice",
            };
            let shown = &|text: &str| text.to_owned();
            let sentence = headline.sentence(shown, shown);
            let examples = headline.effects.iter().take(MAX_EXAMPLES);
            let told: Vec<_> = (headline.share(answer).into_iter())
                .chain(headline.also(shown).into_iter().map(|also| format!("also {also}")))
                .chain(examples.map(|effect| format!("for example {}", proof(effect, shown))))
                .collect();
            let (title, message) = (property(&sentence), data(&told.join("\n")));
            output
                .line(format_args!("::{kind} file={file},line={line},title={title}::{message}"))?;
        }
        if class.undecided > 0 {
            let names = Names::of(class).in_words();
            let message = data(&format!("{names}: not all rules could be compared"));
            output.line(format_args!("::error file={file},line=1,title=undecided::{message}"))?;
        }
    }
    for class in answer.uses.iter().filter(|class| !follows_from_access(class)) {
        let names = Names::of_uses(class).in_words();
        for row in rows(class) {
            let (before, after) = (&row.effect.before, &row.effect.after);
            // If a line was removed, perhaps none of the new file speaks. The annotation then stands at the first.
            let line = after.statements.first().map_or(1, |statement| statement.line);
            let (was, becomes) = (before.outcome.name(), after.outcome.name());
            let message = data(&format!(
                "{names}: {}: {was} becomes {becomes} for {} (before: {})",
                row.uses,
                row.effect.example,
                lines(before)
            ));
            let title = property(&format!("{}: {becomes}", row.uses));
            output
                .line(format_args!("::warning file={file},line={line},title={title}::{message}"))?;
        }
        if class.undecided {
            let message = data(&format!("{names}: not all uses could be compared"));
            output.line(format_args!("::error file={file},line=1,title=undecided::{message}"))?;
        }
    }
    for told in paces(answer, &str::to_owned, &str::to_owned) {
        output.line(format_args!("::notice file={file},line=1,title=pace::{}", data(&told)))?;
    }
    nothing_changes(comparison, &file, output)
}

/// That no verdict changes, and what changes only for some programs.
fn nothing_changes(
    comparison: &Comparison<'_>,
    file: &str,
    output: &mut Output,
) -> Result<(), Failure> {
    let answer = &comparison.answer;
    if answer.outcome == ChangeOutcome::None {
        let message = data(&format!(
            "{}; {}",
            lines_changed(answer, comparison),
            comparison.nothing_changes()
        ));
        output.line(format_args!("::notice file={file},line=1,title=no effect::{message}"))?;
        for told in comparison.only_for_programs() {
            let message = data(&told);
            output.line(format_args!("::warning file={file},line=1,title=programs::{message}"))?;
        }
    }
    Ok(())
}
