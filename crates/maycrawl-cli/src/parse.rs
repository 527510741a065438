//! `maycrawl parse`: what a robots.txt says, as a tree.

use std::fmt::Display;

use maycrawl::{Group, OtherLine, Printable, RobotsTxt};

use crate::args::{Format, Parse};
use crate::input;
use crate::output::{Failure, Outcome, Output};

pub(crate) fn run(args: &Parse, output: &mut Output) -> Result<Outcome, Failure> {
    input::say_if_terminal(&args.robots, output);
    let bytes = input::robots(&args.robots)?;
    let robots = input::parse(&bytes, args.profile, output);
    match args.format {
        Format::Json => output.json(&robots)?,
        Format::Text => {
            // As many digits as the last line number has, so that the numbers stand in a column.
            let width = robots.line_count().to_string().len();
            Tree { output, width }.robots(&robots)?;
        }
    }
    Ok(Outcome::AllAllowed)
}

/// Prints lines with their numbers in front.
struct Tree<'o> {
    output: &'o mut Output,
    width: usize,
}

impl Tree<'_> {
    fn robots(&mut self, robots: &RobotsTxt<'_>) -> Result<(), Failure> {
        let rules = robots.groups().map(|group| group.rules().count()).sum();
        self.output.line(format_args!(
            "{}, {}: {} with {}, {}, {}",
            count(robots.line_count() as usize, "line"),
            count(robots.as_bytes().len(), "byte"),
            count(robots.groups().len(), "group"),
            count(rules, "rule"),
            count(robots.sitemaps().count(), "sitemap"),
            count(robots.others().count(), "other line"),
        ))?;
        for (i, rule) in robots.rules_before_any_group().enumerate() {
            if i == 0 {
                self.title("before any group, so they bind nobody")?;
            }
            let kind = rule.kind.name();
            self.numbered(rule.line, format_args!("{kind}: {}", Printable(rule.pattern)))?;
        }
        // They come in the order of the groups in which they stand, those in none first.
        let mut others = robots.others().peekable();
        let mut outside = Vec::new();
        while let Some(other) = others.next_if(|other| other.group.is_none()) {
            outside.push(other);
        }
        for group in robots.groups() {
            self.group(group)?;
            while let Some(other) = others.next_if(|other| other.group == Some(group.index())) {
                self.numbered(other.line, format_args!("  {}  (no rule)", shown(&other)))?;
            }
        }
        for (i, sitemap) in robots.sitemaps().enumerate() {
            if i == 0 {
                self.title("sitemaps, for every crawler")?;
            }
            let note =
                if sitemap.is_absolute() { "" } else { "  (not absolute: write the whole URL)" };
            self.numbered(sitemap.line, format_args!("{}{note}", Printable(sitemap.url)))?;
        }
        for (i, other) in outside.iter().enumerate() {
            if i == 0 {
                self.title("other lines before any group")?;
            }
            self.numbered(other.line, shown(other))?;
        }
        Ok(())
    }

    fn group(&mut self, group: Group<'_>) -> Result<(), Failure> {
        self.title(format_args!("group {}", group.index() + 1))?;
        for agent in group.agents() {
            self.numbered(agent.line, format_args!("user-agent: {}", Printable(agent.value)))?;
        }
        for rule in group.rules() {
            let kind = rule.kind.name();
            let empty = if rule.is_empty() { "(empty: restricts nothing)" } else { "" };
            let pattern = Printable(rule.pattern);
            self.numbered(rule.line, format_args!("  {kind}: {pattern}{empty}"))?;
        }
        if group.rules().next().is_none() {
            let width = self.width;
            self.output.line(format_args!("{:width$}    no rules: everything is allowed", ""))?;
        }
        Ok(())
    }

    fn title(&mut self, title: impl Display) -> Result<(), Failure> {
        self.output.line(format_args!("\n{title}"))
    }

    fn numbered(&mut self, line: u32, text: impl Display) -> Result<(), Failure> {
        let width = self.width;
        self.output.line(format_args!("{line:>width$}  {text}"))
    }
}

fn shown(other: &OtherLine<'_>) -> String {
    format!("{}: {}", Printable(other.key), Printable(other.value))
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
