//! The effects of a change for people at a terminal.

use anstyle::{AnsiColor, Style};
use maycrawl::Printable;
use maycrawl::answer::RuleDecision;
use maycrawl_effects::answer::{ChangeAnswer, ChangeOutcome, ClassAnswer, UseClassAnswer};
use maycrawl_uses::Outcome;

use super::headline::{headlines, paces, proof};
use super::uses::{documents, follows_from_access, lines, of_control_tokens, rows};
use super::{Comparison, Names, lines_changed};
use crate::text::output::{Failure, Output};
use crate::text::severity;
use crate::text::wrap::{shortened, wrapped};

/// The columns for a rule.
const RULE_WIDTH: usize = 60;

pub(super) fn print(comparison: &Comparison<'_>, output: &mut Output) -> Result<(), Failure> {
    let answer = &comparison.answer;
    for class in &answer.classes {
        self::class(class, answer, output)?;
        output.line(format_args!(""))?;
    }
    for class in answer.uses.iter().filter(|class| !follows_from_access(class)) {
        use_class(class, output)?;
        output.line(format_args!(""))?;
    }
    for document in documents(answer) {
        output.line(format_args!("{}", wrapped(&format!("read by: {document}"), 0)))?;
    }
    if let Some(told) = of_control_tokens(answer) {
        output.line(format_args!("{}\n", wrapped(&told, 0)))?;
    }
    for told in paces(answer, &printable, &printable) {
        output.line(format_args!("{}", wrapped(&told, 2)))?;
    }
    sitemaps("sitemap added", &answer.sitemaps_added, output)?;
    sitemaps("sitemap removed", &answer.sitemaps_removed, output)?;
    let files = format!("{} -> {}", comparison.old.name, comparison.new.name);
    let changed = lines_changed(answer, comparison);
    let end = format!("{files}: {changed}{}", rest(comparison));
    output.line(format_args!("{}", wrapped(&printable(&end), 0)))?;
    for told in comparison.only_for_programs() {
        output.line(format_args!("{}", wrapped(&told, 2)))?;
    }
    if let Some(known) = &answer.urls {
        output.line(format_args!("{known}"))?;
    }
    for side in comparison.sides(output.language()) {
        output.line(format_args!("{}", wrapped(&side, 0)))?;
    }
    if answer.names_not_compared > 0 {
        let unread = answer.names_not_compared;
        output.line(format_args!("{unread} more names in the files were not compared"))?;
    }
    Ok(())
}

/// What does not change.
fn rest(comparison: &Comparison<'_>) -> String {
    let answer = &comparison.answer;
    let unaffected = &answer.unaffected;
    match answer.outcome {
        ChangeOutcome::None => format!("; {}", comparison.nothing_changes()),
        ChangeOutcome::Undecided => {
            "; no difference was found, but not everything could be compared".to_owned()
        }
        ChangeOutcome::Effects if answer.classes.is_empty() => {
            "; no URL becomes blocked or allowed, but what the file says about uses changes"
                .to_owned()
        }
        ChangeOutcome::Effects
            if unaffected.crawlers.is_empty()
                && unaffected.purpose_tokens.is_empty()
                && unaffected.readers.is_empty()
                && !unaffected.others =>
        {
            String::new()
        }
        ChangeOutcome::Effects => {
            let names = Names::unaffected(answer).in_words();
            format!("; no verdict changes for {names}")
        }
    }
}

/// The effects on uses of some crawlers.
fn use_class(class: &UseClassAnswer, output: &mut Output) -> Result<(), Failure> {
    let names = Names::of_uses(class).in_words();
    output.line(format_args!("{}", wrapped(&printable(&names), 0)))?;
    for row in rows(class) {
        let (before, after) = (&row.effect.before, &row.effect.after);
        let color = match after.outcome {
            Outcome::Granted => AnsiColor::Green,
            Outcome::Refused => AnsiColor::Red,
            _ => AnsiColor::Yellow,
        };
        let style = Style::new().fg_color(Some(color.into()));
        let what = format!("  {}: {} becomes ", row.uses, before.outcome.name());
        output.line_painted(format_args!("{what}"), style, after.outcome.name())?;
        output.line(format_args!("    path:   {}", printable(&row.effect.example)))?;
        output.line(format_args!("    now:    {}", wrapped(&lines(after), 12)))?;
        output.line(format_args!("    before: {}", wrapped(&lines(before), 12)))?;
    }
    if class.more > 0 {
        output.line(format_args!("  {} more effects on uses are not listed", class.more))?;
    }
    if class.undecided {
        output
            .line(format_args!("  undecided: more uses may change; the budget did not suffice"))?;
    }
    Ok(())
}

/// The size of what some crawlers lose and gain, then the proof.
fn class(class: &ClassAnswer, answer: &ChangeAnswer, output: &mut Output) -> Result<(), Failure> {
    let told: Vec<_> = headlines(class).collect();
    for headline in &told {
        let style = match headline.becomes {
            RuleDecision::Disallowed => severity::style(class.impact.severity),
            RuleDecision::Allowed => AnsiColor::Green.on_default(),
        };
        let sentence = wrapped(&headline.sentence(&printable, &printable), 0);
        output.line_painted(format_args!(""), style, &sentence)?;
        if let Some(share) = headline.share(answer) {
            output.line(format_args!("  {share}"))?;
        }
        for also in headline.also(&printable) {
            output.line(format_args!("  {}", wrapped(&format!("also {also}"), 4)))?;
        }
        let text = |text: &str| shortened(&printable(text), RULE_WIDTH);
        for effect in &headline.effects {
            let proof = format!("for example {}", proof(effect, &text));
            output.line(format_args!("  {}", wrapped(&proof, 4)))?;
        }
    }
    if told.is_empty() {
        let names = Names::of(class).in_words();
        output.line(format_args!("{}", wrapped(&printable(&names), 0)))?;
    }
    if class.more > 0 {
        output.line(format_args!("  {} more effects are not listed", class.more))?;
    }
    if class.undecided > 0 {
        let undecided = class.undecided;
        output.line(format_args!(
            "  undecided: {undecided} pairs of rules; the budget did not suffice"
        ))?;
    }
    Ok(())
}

fn sitemaps(what: &str, urls: &[String], output: &mut Output) -> Result<(), Failure> {
    for url in urls {
        output.line(format_args!("{what}: {}", printable(url)))?;
    }
    if !urls.is_empty() {
        output.line(format_args!(""))?;
    }
    Ok(())
}

fn printable(text: &str) -> String {
    Printable(text.as_bytes()).to_string()
}
