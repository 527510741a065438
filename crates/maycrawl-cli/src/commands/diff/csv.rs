//! The effects of a change as a table for a spreadsheet: one row for each crawler and each pair of rules.

use maycrawl::answer::AnswerRule;
use maycrawl_effects::answer::ClassAnswer;

use super::Comparison;
use crate::text::csv;
use crate::text::output::{Failure, Output};

const HEADER: [&str; 8] =
    ["crawler", "becomes", "example", "urls", "line", "rule", "line_before", "rule_before"];

pub(super) fn print(comparison: &Comparison<'_>, output: &mut Output) -> Result<(), Failure> {
    csv::row(output, HEADER)?;
    for class in &comparison.answer.classes {
        for crawler in names(class) {
            for effect in &class.effects {
                let urls = effect.urls.map(|urls| urls.to_string()).unwrap_or_default();
                let ([line, rule], [line_before, rule_before]) =
                    (rule(effect.after.as_ref()), rule(effect.before.as_ref()));
                let (becomes, example) = (effect.becomes.name(), &*effect.example);
                csv::row(
                    output,
                    [crawler, becomes, example, &urls, &line, &rule, &line_before, &rule_before],
                )?;
            }
            // A table that is cut looks whole.
            if class.more > 0 || class.undecided > 0 {
                let more = format!("{} more effects, {} not compared", class.more, class.undecided);
                csv::row(output, [crawler, "", &more, "", "", "", "", ""])?;
            }
        }
    }
    Ok(())
}

/// The crawlers, and the row for all that are not named.
fn names(class: &ClassAnswer) -> impl Iterator<Item = &str> {
    let others = class.others.then_some("every crawler that is not named");
    class.crawlers.iter().map(String::as_str).chain(others)
}

/// The line and the text of a rule; empty if none decided.
fn rule(rule: Option<&AnswerRule>) -> [String; 2] {
    rule.map_or_else(Default::default, |rule| {
        [rule.line.to_string(), format!("{}: {}", rule.kind.field(), rule.pattern)]
    })
}
