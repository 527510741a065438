//! The effects of a change as a comment on a pull request.

use maycrawl::answer::RuleDecision;
use maycrawl_effects::answer::{ChangeAnswer, ChangeOutcome};
use maycrawl_lint::Severity;
use maycrawl_questions::card::markdown as card_markdown;

use super::headline::{headlines, paces, proof, subjects};
use super::uses::{documents, follows_from_access, lines, of_control_tokens, rows};
use super::{Comparison, Names, lines_changed};
use crate::text::markdown;
use crate::text::output::{Failure, Output};

/// Names of crawlers that are listed for a class.
const MAX_NAMES: usize = 6;

/// Effects of a class that are listed. A comment has a limit of 64 KiB.
const MAX_ROWS: usize = 50;

pub(super) fn print(comparison: &Comparison<'_>, output: &mut Output) -> Result<(), Failure> {
    let answer = &comparison.answer;
    let changed = lines_changed(answer, comparison);
    match answer.outcome {
        ChangeOutcome::None => {
            let told = comparison.only_for_programs();
            output.line(format_args!(
                "### {}\n",
                if told.is_empty() {
                    "No verdict changes"
                } else {
                    "A verdict changes for some programs"
                }
            ))?;
            output.line(format_args!("{changed}; **{}**.", comparison.nothing_changes()))?;
            for sentence in told {
                output.line(format_args!("- {}", markdown::plain(&sentence)))?;
            }
        }
        ChangeOutcome::Undecided => {
            output.line(format_args!("### Not everything could be compared\n"))?;
            output.line(format_args!("{changed}; no difference was found."))?;
        }
        ChangeOutcome::Effects if answer.classes.is_empty() => {
            output.line(format_args!("### What robots.txt says about uses changes\n"))?;
            output.line(format_args!("{changed}; no URL becomes blocked or allowed."))?;
        }
        ChangeOutcome::Effects => access(answer, output)?,
    }
    uses(answer, output)?;
    if let Some(told) = of_control_tokens(answer) {
        output.line(format_args!("\n{told}"))?;
    }
    for told in paces(answer, &name, &code) {
        output.line(format_args!("\n{told}."))?;
    }
    for (what, urls) in [("added", &answer.sitemaps_added), ("removed", &answer.sitemaps_removed)] {
        for url in urls {
            output.line(format_args!("\nSitemap {what}: {}", code(url)))?;
        }
    }
    if let Some(known) = &answer.urls {
        output.line(format_args!("\n{known}"))?;
    }
    for side in comparison.sides(output.language()) {
        output.line(format_args!("\n{}", card_markdown(&side)))?;
    }
    if !answer.classes.is_empty() {
        output.line(format_args!("\n{changed}."))?;
    }
    Ok(())
}

/// The size of the effects on access, each with the rules that prove it. The first line is the worst.
fn access(answer: &ChangeAnswer, output: &mut Output) -> Result<(), Failure> {
    let mut is_first = true;
    for class in &answer.classes {
        for headline in headlines(class) {
            let mark = match (headline.becomes, class.impact.severity) {
                (RuleDecision::Allowed, _) => "🟢",
                (RuleDecision::Disallowed, Severity::Error) => "🔴",
                (RuleDecision::Disallowed, _) => "🟠",
            };
            let sentence = headline.sentence(&name, &code);
            if std::mem::take(&mut is_first) {
                output.line(format_args!("### {mark} {sentence}\n"))?;
            } else {
                output.line(format_args!("\n{mark} **{sentence}**\n"))?;
            }
            for line in headline.share(answer).into_iter().chain(headline.also(&name)) {
                output.line(format_args!("- {line}"))?;
            }
            for effect in headline.effects.iter().take(MAX_ROWS) {
                output.line(format_args!("- for example {}", proof(effect, &code)))?;
            }
            let unlisted = headline.effects.len().saturating_sub(MAX_ROWS);
            if unlisted > 0 {
                output.line(format_args!("- {unlisted} more effects are not listed."))?;
            }
        }
        if class.more > 0 {
            output.line(format_args!("\n{} more effects are not listed.", class.more))?;
        }
        if class.undecided > 0 {
            let (who, only_for) = subjects(class, &name);
            let who = if who.is_empty() { only_for.join("; ") } else { who };
            let undecided = class.undecided;
            output.line(format_args!("\nUndecided for {who}: {undecided} pairs of rules."))?;
        }
    }
    Ok(())
}

/// The effects on uses, after those on access: a lost site is told first.
fn uses(answer: &ChangeAnswer, output: &mut Output) -> Result<(), Failure> {
    for class in answer.uses.iter().filter(|class| !follows_from_access(class)) {
        let names = Names::of_uses(class).shown(MAX_NAMES, name);
        output.line(format_args!("\n**{names}**\n"))?;
        output.line(format_args!("| use | was | becomes | path | by | before |"))?;
        output.line(format_args!("| --- | --- | --- | --- | --- | --- |"))?;
        for row in rows(class).iter().take(MAX_ROWS) {
            let (before, after) = (&row.effect.before, &row.effect.after);
            output.line(format_args!(
                "| {} | {} | {} | {} | {} | {} |",
                row.uses,
                before.outcome.name(),
                after.outcome.name(),
                code(&row.effect.example),
                code(&lines(after)),
                code(&lines(before))
            ))?;
        }
        let more = class.more + rows(class).len().saturating_sub(MAX_ROWS);
        if more > 0 {
            output.line(format_args!("\n{more} more effects on uses are not listed."))?;
        }
        if class.undecided {
            output.line(format_args!("\nUndecided: more uses may change."))?;
        }
    }
    for document in documents(answer) {
        output.line(format_args!("\nRead by: {document}."))?;
    }
    Ok(())
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
