//! The effects of a change as a comment on a pull request.

use maycrawl::answer::{AnswerRule, ChangeOutcome, RuleDecision};

use super::{Comparison, lines_changed};
use crate::commands::crawlers_as;
use crate::markdown;
use crate::output::{Failure, Output};

/// Names of crawlers that are listed for a class.
const MAX_NAMES: usize = 6;

/// Effects of a class that are listed. A comment has a limit of 64 KiB.
const MAX_ROWS: usize = 50;

pub(super) fn print(comparison: &Comparison<'_>, output: &mut Output) -> Result<(), Failure> {
    let answer = &comparison.answer;
    let changed = lines_changed(answer, comparison);
    output.line(format_args!("### What this change of robots.txt does\n"))?;
    let rest = match answer.outcome {
        ChangeOutcome::None => "; **no verdict changes**, for any crawler or URL.",
        ChangeOutcome::Undecided => {
            "; no difference was found, but **not all rules could be compared**."
        }
        ChangeOutcome::Effects => {
            ". Each row has a path whose verdict changes; others may match the same rules."
        }
    };
    output.line(format_args!("{changed}{rest}"))?;
    for class in &answer.classes {
        let names = crawlers_as(&class.crawlers, 0, class.others, MAX_NAMES, name);
        output.line(format_args!("\n**{names}**\n"))?;
        output.line(format_args!("| path | becomes | by | before |\n| --- | --- | --- | --- |"))?;
        for effect in class.effects.iter().take(MAX_ROWS) {
            let becomes = if effect.becomes == RuleDecision::Disallowed {
                "🔴 blocked"
            } else {
                "🟢 allowed"
            };
            output.line(format_args!(
                "| {} | {becomes} | {} | {} |",
                code(&effect.example),
                rule(effect.after.as_ref()),
                rule(effect.before.as_ref())
            ))?;
        }
        // `class.more` counts what the answer left out. The rows that are left out here come on top.
        let more = class.more + class.effects.len().saturating_sub(MAX_ROWS);
        if more > 0 {
            output.line(format_args!("\n{more} more effects are not listed."))?;
        }
        if class.undecided > 0 {
            let undecided = class.undecided;
            output.line(format_args!("\nUndecided: {undecided} pairs of rules."))?;
        }
    }
    for (what, urls) in [("added", &answer.sitemaps_added), ("removed", &answer.sitemaps_removed)] {
        for url in urls {
            output.line(format_args!("\nSitemap {what}: {}", code(url)))?;
        }
    }
    if let Some(counts) = &comparison.urls {
        output.line(format_args!("\n{counts}"))?;
    }
    Ok(())
}

fn rule(rule: Option<&AnswerRule>) -> String {
    rule.map_or("no rule".to_owned(), |rule| {
        format!("line {}: {}", rule.line, code(&format!("{}: {}", rule.kind, rule.pattern)))
    })
}

/// The name of a crawler. A name that is not a product token of RFC 9309 is shown as code: it could be an address or
/// `@somebody`, which GitHub makes links and notifications of, even after a backslash.
fn name(name: &str) -> String {
    if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        name.to_owned()
    } else {
        code(name)
    }
}

/// Text as code in a cell. Nothing in a path can end it: a backquote gets longer quotes around it.
fn code(text: &str) -> String {
    markdown::code(text.as_bytes()).replace('|', "\\|")
}
