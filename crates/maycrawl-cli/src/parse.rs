//! `maycrawl parse`: what a robots.txt says, as a tree.

use maycrawl::{Printable, RobotsTxt};

use crate::args::{Format, Parse};
use crate::input;
use crate::output::{Failure, Outcome, Output};

pub(crate) fn run(args: &Parse, output: &mut Output) -> Result<Outcome, Failure> {
    let bytes = input::robots(&args.robots)?;
    let robots = input::parse(&bytes, args.profile, output);
    match args.format {
        Format::Json => output.json(&robots)?,
        Format::Text => tree(&robots, output)?,
    }
    Ok(Outcome::AllAllowed)
}

fn tree(robots: &RobotsTxt<'_>, output: &mut Output) -> Result<(), Failure> {
    let rules: usize = robots.groups().map(|group| group.rules().count()).sum();
    output.line(format_args!(
        "{} lines, {} bytes: {} groups with {rules} rules, {} sitemaps, {} other lines",
        robots.line_count(),
        robots.as_bytes().len(),
        robots.groups().len(),
        robots.sitemaps().count(),
        robots.others().count(),
    ))?;
    // A document has as many digits as its last line number, so the numbers stand in a column.
    let width = robots.line_count().to_string().len();
    let before: Vec<_> = robots.rules_before_any_group().collect();
    if !before.is_empty() {
        output.line(format_args!("\nbefore any group, so they bind nobody"))?;
        for rule in before {
            let kind = rule.kind.name();
            output.line(format_args!(
                "{:>width$}  {kind}: {}",
                rule.line,
                Printable(rule.pattern)
            ))?;
        }
    }
    let others: Vec<_> = robots.others().collect();
    for group in robots.groups() {
        output.line(format_args!("\ngroup {}", group.index() + 1))?;
        for agent in group.agents() {
            output.line(format_args!(
                "{:>width$}  user-agent: {}",
                agent.line,
                Printable(agent.value)
            ))?;
        }
        for rule in group.rules() {
            let kind = rule.kind.name();
            let empty = if rule.is_empty() { "(empty: restricts nothing)" } else { "" };
            output.line(format_args!(
                "{:>width$}    {kind}: {}{empty}",
                rule.line,
                Printable(rule.pattern)
            ))?;
        }
        if group.rules().next().is_none() {
            output.line(format_args!("{:>width$}    no rules: everything is allowed", ""))?;
        }
        for other in others.iter().filter(|other| other.group == Some(group.index())) {
            let (key, value) = (Printable(other.key), Printable(other.value));
            output.line(format_args!("{:>width$}    {key}: {value}  (no rule)", other.line))?;
        }
    }
    if robots.sitemaps().next().is_some() {
        output.line(format_args!("\nsitemaps, for every crawler"))?;
    }
    for sitemap in robots.sitemaps() {
        let note = if sitemap.is_absolute() { "" } else { "  (not absolute: write the whole URL)" };
        output.line(format_args!("{:>width$}  {}{note}", sitemap.line, Printable(sitemap.url)))?;
    }
    let outside: Vec<_> = others.iter().filter(|other| other.group.is_none()).collect();
    if !outside.is_empty() {
        output.line(format_args!("\nother lines before any group"))?;
        for other in outside {
            let (key, value) = (Printable(other.key), Printable(other.value));
            output.line(format_args!("{:>width$}  {key}: {value}", other.line))?;
        }
    }
    Ok(())
}
