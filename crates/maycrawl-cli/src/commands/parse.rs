//! `maycrawl parse`: the groups, rules, sitemaps and other lines of a robots.txt, as a tree.

use std::fmt::Display;

use maycrawl::robots_txt::{Group, OtherLine};
use maycrawl::{Printable, RobotsTxt};

use crate::args::{Format, Parse};
use crate::inputs::input;
use crate::inputs::robots_input::RobotsInput;
use crate::text::output::{Exit, Failure, Output};

pub(crate) fn run(args: &Parse, output: &mut Output) -> Result<Exit, Failure> {
    input::say_if_terminal(&args.robots, output);
    let file = RobotsInput::read(&args.robots)?;
    let robots = file.parse(args.read.profile, &args.suspicious, output)?;
    match args.read.format {
        Format::Json => output.json(&robots)?,
        Format::Text => {
            // The number of digits of the last line number, so that all line numbers fit the column.
            let width = robots.line_count().to_string().len();
            Tree { output, width }.file(&robots)?;
        }
    }
    Ok(Exit::Done)
}

/// Prints lines after their numbers.
struct Tree<'o> {
    output: &'o mut Output,
    width: usize,
}

impl Tree<'_> {
    fn file(&mut self, robots: &RobotsTxt<'_>) -> Result<(), Failure> {
        self.summary(robots)?;
        self.rules_before_groups(robots)?;
        // Other lines come in the order of their groups; those outside of a group come first.
        let mut others = robots.other_lines().peekable();
        let mut outside = Vec::new();
        while let Some(other) = others.next_if(|other| other.group.is_none()) {
            outside.push(other);
        }
        for group in robots.groups() {
            self.group(robots, group)?;
            while let Some(other) = others.next_if(|other| other.group == Some(group.index())) {
                self.numbered(other.line, format_args!("  {}  (not a rule)", shown(&other)))?;
            }
        }
        self.sitemaps(robots)?;
        for (i, other) in outside.iter().enumerate() {
            if i == 0 {
                self.title("other lines before any group")?;
            }
            self.numbered(other.line, shown(other))?;
        }
        Ok(())
    }

    fn summary(&mut self, robots: &RobotsTxt<'_>) -> Result<(), Failure> {
        let rules = robots.groups().map(|group| group.rules().count()).sum();
        self.output.line(format_args!(
            "{}, {}: {} with {}, {}, {}",
            count(robots.line_count() as usize, "line"),
            count(robots.as_bytes().len(), "byte"),
            count(robots.groups().len(), "group"),
            count(rules, "rule"),
            count(robots.sitemaps().count(), "sitemap"),
            count(robots.other_lines().count(), "other line"),
        ))
    }

    fn rules_before_groups(&mut self, robots: &RobotsTxt<'_>) -> Result<(), Failure> {
        for (i, rule) in robots.rules_before_any_group().enumerate() {
            if i == 0 {
                self.title("before any group, so they apply to no crawler")?;
            }
            let (kind, written) = (rule.kind.name(), written(robots, rule.line, rule.kind.name()));
            let pattern = Printable(rule.pattern);
            self.numbered(rule.line, format_args!("{kind}: {pattern}{written}"))?;
        }
        Ok(())
    }

    fn sitemaps(&mut self, robots: &RobotsTxt<'_>) -> Result<(), Failure> {
        for (i, sitemap) in robots.sitemaps().enumerate() {
            if i == 0 {
                self.title("sitemaps, for every crawler")?;
            }
            let note =
                if sitemap.is_absolute() { "" } else { "  (not absolute: write the full URL)" };
            let written = written(robots, sitemap.line, "sitemap");
            self.numbered(sitemap.line, format_args!("{}{note}{written}", Printable(sitemap.url)))?;
        }
        Ok(())
    }

    fn group(&mut self, robots: &RobotsTxt<'_>, group: Group<'_>) -> Result<(), Failure> {
        self.title(format_args!("group {}", group.index() + 1))?;
        for agent in group.agents() {
            let (value, written) =
                (Printable(agent.value), written(robots, agent.line, "user-agent"));
            self.numbered(agent.line, format_args!("user-agent: {value}{written}"))?;
        }
        for rule in group.rules() {
            let kind = rule.kind.name();
            let empty = if rule.is_empty() { "(empty: restricts nothing)" } else { "" };
            let pattern = Printable(rule.pattern);
            let written = written(robots, rule.line, kind);
            self.numbered(rule.line, format_args!("  {kind}: {pattern}{empty}{written}"))?;
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

/// The key as the file spells it, if it is not the name of the field.
pub(super) fn written(robots: &RobotsTxt<'_>, line: u32, name: &str) -> String {
    let key = robots.key_text(line).filter(|key| !key.eq_ignore_ascii_case(name.as_bytes()));
    key.map_or_else(String::new, |key| format!("  (written `{}`)", Printable(key)))
}

fn shown(other: &OtherLine<'_>) -> String {
    format!("{}: {}", Printable(other.key), Printable(other.value))
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
