//! The effects of a change for people at a terminal.

use anstyle::{AnsiColor, Style};
use maycrawl::Printable;
use maycrawl::answer::{AnswerRule, ChangeOutcome, ClassAnswer, EffectAnswer, RuleDecision};

use super::{Comparison, lines_changed};
use crate::commands::crawlers;
use crate::output::{Failure, Output};
use crate::wrap::{shortened, wrapped};

/// Names of crawlers that are listed for a class.
const MAX_NAMES: usize = 4;

/// The columns for a rule.
const RULE_WIDTH: usize = 60;

pub(super) fn print(comparison: &Comparison<'_>, output: &mut Output) -> Result<(), Failure> {
    let answer = &comparison.answer;
    output.line(format_args!("{} -> {}", comparison.old.name, comparison.new.name))?;
    for class in &answer.classes {
        output.line(format_args!(""))?;
        let names = crawlers(&class.crawlers, 0, class.others, MAX_NAMES);
        output.line(format_args!("{}", wrapped(&printable(&names), 0)))?;
        self::class(class, output)?;
    }
    sitemaps("sitemap added", &answer.sitemaps_added, output)?;
    sitemaps("sitemap removed", &answer.sitemaps_removed, output)?;
    output.line(format_args!(""))?;
    let changed = lines_changed(answer, comparison);
    let unaffected = &answer.unaffected;
    let rest = match answer.outcome {
        ChangeOutcome::None => "; no verdict changes, for any crawler or URL".to_owned(),
        ChangeOutcome::Undecided => {
            "; no difference was found, but not all rules could be compared".to_owned()
        }
        ChangeOutcome::Effects if unaffected.crawlers.is_empty() && !unaffected.others => {
            String::new()
        }
        ChangeOutcome::Effects => {
            let names = crawlers(&unaffected.crawlers, 0, unaffected.others, MAX_NAMES);
            format!("; no verdict changes for {}", printable(&names))
        }
    };
    output.line(format_args!("{}", wrapped(&format!("{changed}{rest}"), 0)))?;
    if let Some(counts) = &comparison.urls {
        output.line(format_args!("{counts}"))?;
    }
    if answer.names_not_compared > 0 {
        let unread = answer.names_not_compared;
        output.line(format_args!("{unread} more names in the files were not compared"))?;
    }
    Ok(())
}

fn class(class: &ClassAnswer, output: &mut Output) -> Result<(), Failure> {
    for (becomes, word, color) in [
        (RuleDecision::Disallowed, "becomes blocked", AnsiColor::Red),
        (RuleDecision::Allowed, "becomes allowed", AnsiColor::Green),
    ] {
        for effect in class.effects.iter().filter(|effect| effect.becomes == becomes) {
            let style = Style::new().fg_color(Some(color.into()));
            output.line_painted(format_args!("  {} ", printable(&effect.example)), style, word)?;
            self::effect(effect, output)?;
        }
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

fn effect(effect: &EffectAnswer, output: &mut Output) -> Result<(), Failure> {
    output.line(format_args!("    now:    {}", rule(effect.after.as_ref())))?;
    output.line(format_args!("    before: {}", rule(effect.before.as_ref())))?;
    match effect.urls {
        Some(1) => output.line(format_args!("    1 of the URLs")),
        Some(urls) => output.line(format_args!("    {urls} of the URLs")),
        None => Ok(()),
    }
}

fn rule(rule: Option<&AnswerRule>) -> String {
    match rule {
        Some(rule) => {
            let text = format!("{}: {}", rule.kind, printable(&rule.pattern));
            format!("line {}, {}", rule.line, shortened(&text, RULE_WIDTH))
        }
        None => "no rule matches".to_owned(),
    }
}

fn sitemaps(what: &str, urls: &[String], output: &mut Output) -> Result<(), Failure> {
    if !urls.is_empty() {
        output.line(format_args!(""))?;
    }
    for url in urls {
        output.line(format_args!("{what}: {}", printable(url)))?;
    }
    Ok(())
}

fn printable(text: &str) -> String {
    Printable(text.as_bytes()).to_string()
}
