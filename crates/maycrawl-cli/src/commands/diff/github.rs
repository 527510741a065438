//! The effects of a change as annotations of a GitHub workflow.

use maycrawl::answer::{ChangeOutcome, RuleDecision};

use super::{Comparison, lines_changed};
use crate::commands::crawlers;
use crate::github_annotation::{data, property};
use crate::output::{Failure, Output};

/// Names of crawlers that are listed for a class.
const MAX_NAMES: usize = 4;

pub(super) fn print(comparison: &Comparison<'_>, output: &mut Output) -> Result<(), Failure> {
    let (answer, file) = (&comparison.answer, property(&comparison.new.name));
    for class in &answer.classes {
        let names = crawlers(&class.crawlers, 0, class.others, MAX_NAMES);
        for effect in &class.effects {
            let word =
                if effect.becomes == RuleDecision::Disallowed { "blocked" } else { "allowed" };
            // If a rule was removed, perhaps no line of the new file decides. The annotation then stands at the first.
            let line = effect.after.as_ref().map_or(1, |rule| rule.line);
            let before =
                effect.before.as_ref().map_or("no rule matched before".to_owned(), |rule| {
                    format!("before: {}: {}", rule.kind, rule.pattern)
                });
            let message = data(&format!("{names}: {} becomes {word} ({before})", effect.example));
            let title = property(&format!("becomes {word}"));
            output
                .line(format_args!("::warning file={file},line={line},title={title}::{message}"))?;
        }
        if class.undecided > 0 {
            let message = data(&format!("{names}: not all rules could be compared"));
            output.line(format_args!("::error file={file},line=1,title=undecided::{message}"))?;
        }
    }
    if answer.outcome == ChangeOutcome::None {
        let message = data(&format!("{}; no verdict changes", lines_changed(answer, comparison)));
        output.line(format_args!("::notice file={file},line=1,title=no effect::{message}"))?;
    }
    Ok(())
}
