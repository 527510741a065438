//! What there is to say about a command: its description, options and sections, from its definition in
//! [`args`](crate::args).
//!
//! Help, manual page and documentation are three layouts of it. clap lays out the help, [`man`] and [`markdown`] the
//! others.

use std::collections::BTreeSet;

use clap::{Arg, Command};

pub(crate) mod man;
pub(crate) mod markdown;

/// A command for people.
pub(crate) struct CommandDoc {
    /// Its words after `maycrawl`: `cache list`. Empty for the whole program.
    pub(crate) words: String,
    /// What it does, in one line.
    summary: String,
    /// The summary, and paragraphs if there are more.
    about: String,
    /// How it is called: `maycrawl check [OPTIONS] [URL]...`.
    usage: String,
    /// Its arguments, then its options under their headings.
    options: Vec<(String, Vec<OptionDoc>)>,
    /// The commands below it, in the order of the help.
    pub(crate) subcommands: Vec<Self>,
    sections: Sections,
}

/// An argument or an option.
struct OptionDoc {
    /// As it is typed: `-r, --robots <FILE>`.
    name: String,
    about: String,
    /// Its values and what they mean, if they have a meaning to tell.
    values: Vec<(String, String)>,
    /// What else holds: name and values.
    facts: Vec<(&'static str, Vec<String>)>,
}

impl CommandDoc {
    /// The documentation of a command that is built, and of the commands below it. Its text after the options is the
    /// one of its definition.
    pub(crate) fn of(command: &Command, words: &str) -> Self {
        let options: Vec<&Arg> = command.get_arguments().collect();
        let mut subcommands: Vec<&Command> = command.get_subcommands().collect();
        subcommands.sort_by_key(|command| command.get_display_order());
        let summary = command.get_about().map(ToString::to_string).unwrap_or_default();
        let about = command.get_long_about().map(ToString::to_string);
        let usage = command.clone().render_usage().to_string();
        Self {
            words: words.to_owned(),
            about: about.unwrap_or_else(|| summary.clone()),
            summary,
            usage: usage.strip_prefix("Usage: ").unwrap_or(&usage).to_owned(),
            options: headed(&options),
            subcommands: subcommands
                .into_iter()
                .map(|it| Self::of(it, format!("{words} {}", it.get_name()).trim_start()))
                .collect(),
            sections: Sections::of(command, &options),
        }
    }

    /// Its words as one: `cache-list`. Empty for the whole program.
    pub(crate) fn name(&self) -> String {
        self.words.replace(' ', "-")
    }

    /// The name of its page: `maycrawl-cache-list`.
    pub(crate) fn page_name(&self) -> String {
        format!("maycrawl-{}", self.name()).trim_end_matches('-').to_owned()
    }

    /// The text after its options.
    #[cfg(test)]
    pub(crate) fn sections(&self) -> &Sections {
        &self.sections
    }

    /// The command and all commands below it.
    pub(crate) fn all(&self) -> Vec<&Self> {
        let below = self.subcommands.iter().flat_map(Self::all);
        std::iter::once(self).chain(below).collect()
    }
}

/// Arguments and options under the headings of the help, in its order.
fn headed(options: &[&Arg]) -> Vec<(String, Vec<OptionDoc>)> {
    let mut options: Vec<&Arg> = options.iter().copied().filter(|arg| !arg.is_hide_set()).collect();
    options.sort_by_key(|arg| arg.get_display_order());
    let mut headed: Vec<(String, Vec<OptionDoc>)> = Vec::new();
    for is_positional in [true, false] {
        for arg in options.iter().filter(|arg| arg.is_positional() == is_positional) {
            let usual = if is_positional { "Arguments" } else { "Options" };
            let heading = arg.get_help_heading().unwrap_or(usual);
            match headed.iter_mut().find(|(name, _)| name == heading) {
                Some((_, options)) => options.push(OptionDoc::of(arg)),
                None => headed.push((heading.to_owned(), vec![OptionDoc::of(arg)])),
            }
        }
    }
    headed
}

impl OptionDoc {
    fn of(arg: &Arg) -> Self {
        let name = match (arg.get_short(), arg.get_long()) {
            (Some(short), Some(_)) => format!("-{short}, {arg}"),
            _ => arg.to_string(),
        };
        let shown = if arg.is_hide_possible_values_set() || !arg.get_action().takes_values() {
            Vec::new()
        } else {
            let values = arg.get_possible_values().into_iter();
            values.filter(|value| !value.is_hide_set()).collect()
        };
        let has_meaning = shown.iter().any(|value| value.get_help().is_some());
        let meaning = |value: &clap::builder::PossibleValue| {
            value.get_help().map(ToString::to_string).unwrap_or_default()
        };
        let names = || shown.iter().map(|value| value.get_name().to_owned());
        let mut facts = Vec::new();
        if let Some(variable) = arg.get_env() {
            facts.push(("environment", vec![variable.to_string_lossy().into_owned()]));
        }
        let defaults = arg.get_default_values().iter().map(|it| it.to_string_lossy().into_owned());
        if arg.get_action().takes_values() && !arg.is_hide_default_value_set() && defaults.len() > 0
        {
            facts.push(("default", defaults.collect()));
        }
        if !has_meaning && !shown.is_empty() {
            facts.push(("values", names().collect()));
        }
        let about = arg.get_long_help().or_else(|| arg.get_help());
        Self {
            name,
            about: about.map(ToString::to_string).unwrap_or_default(),
            values: names().zip(shown.iter().map(meaning)).filter(|_| has_meaning).collect(),
            facts,
        }
    }
}

/// The text after the options of a command.
#[derive(Debug, Default)]
pub(crate) struct Sections {
    /// Paragraphs before the sections.
    details: String,
    /// Headings and their lines, in order.
    named: Vec<(&'static str, String)>,
}

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
struct Block<'t> {
    /// True for indented lines, which keep their line ends and columns. False for a paragraph.
    is_verbatim: bool,
    lines: Vec<&'t str>,
}

/// All headings, in the order of a manual page.
const HEADINGS: [&str; 4] = ["Exit status", "Environment", "Files", "Examples"];

const FILES: &str = "  \
~/.cache/maycrawl/robots.sqlite
      the store, unless --store names another; in $XDG_CACHE_HOME, if that is
      set. `maycrawl cache path` prints its location";

impl Sections {
    /// The sections of the command's own text, with files and environment: those are the same for many commands.
    pub(crate) fn of(command: &Command, options: &[&Arg]) -> Self {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let mut sections = Self::parse(&text);
        if options.iter().any(|arg| arg.get_id() == "store") {
            sections.named.push(("Files", FILES.to_owned()));
        }
        sections.named.push(("Environment", environment(options)));
        sections
    }

    /// Splits a text into sections. `Exit status: 0 done, 2 not done` on one line is a section too.
    fn parse(text: &str) -> Self {
        let mut sections = Self::default();
        for line in text.lines() {
            let heading = HEADINGS.into_iter().find_map(|heading| {
                Some((heading, line.strip_prefix(heading)?.strip_prefix(':')?))
            });
            match (heading, sections.named.last_mut()) {
                (Some((heading, rest)), _) => {
                    let rest = rest.trim();
                    let first = if rest.is_empty() { String::new() } else { format!("  {rest}\n") };
                    sections.named.push((heading, first));
                }
                (None, Some((_, section))) => *section += &format!("{line}\n"),
                (None, None) => sections.details += &format!("{line}\n"),
            }
        }
        sections
    }

    pub(crate) fn get(&self, heading: &str) -> Option<&str> {
        self.named.iter().find(|(name, _)| *name == heading).map(|(_, text)| text.trim_end())
    }

    /// The text before the sections, in blocks.
    fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks: Vec<Block<'_>> = Vec::new();
        let mut is_after_gap = true;
        for line in self.details.lines() {
            let is_indented = line.starts_with(' ');
            match blocks.last_mut() {
                _ if line.is_empty() => {}
                // An example may have empty lines.
                Some(block) if block.is_verbatim && is_indented => {
                    block.lines.extend(is_after_gap.then_some(""));
                    block.lines.push(line);
                }
                Some(block) if !block.is_verbatim && !is_indented && !is_after_gap => {
                    block.lines.push(line);
                }
                _ => blocks.push(Block { is_verbatim: is_indented, lines: vec![line] }),
            }
            is_after_gap = line.is_empty();
        }
        blocks
    }

    /// The text after `-h`: the examples.
    pub(crate) fn short(&self) -> String {
        self.get("Examples").map_or(String::new(), |examples| format!("Examples:\n{examples}"))
    }

    /// The text after `--help`: everything.
    pub(crate) fn long(&self) -> String {
        let mut text = self.details.trim_end().to_owned();
        for (heading, section) in &self.named {
            if !text.is_empty() {
                text += "\n\n";
            }
            text += &format!("{heading}:\n{}", section.trim_end());
        }
        text
    }
}

/// The section of the variables that set options of a command.
fn environment(options: &[&Arg]) -> String {
    let variable = |arg: &&Arg| {
        let (name, long) = (arg.get_env()?.to_string_lossy(), arg.get_long()?);
        Some(format!("  {name:<24}sets --{long}\n"))
    };
    // In the order of their names: that of the options differs before and after clap has built the command.
    let lines: BTreeSet<_> = options.iter().filter_map(variable).collect();
    lines.into_iter().collect::<String>() + "  NO_COLOR                no colours, as TERM=dumb"
}

/// A line of a section without the two spaces in front of it.
fn unindented(line: &str) -> &str {
    line.strip_prefix("  ").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_split_into_sections() {
        let text = "Words\nand more:\n  a  b\n\nMore.\n\nExamples:\n  a\n  b\n\nExit status: 0 done, 2 not.\n";
        let sections = Sections::parse(text);
        let block =
            |is_verbatim, lines: &[&'static str]| Block { is_verbatim, lines: lines.to_vec() };
        assert_eq!(
            sections.blocks(),
            [
                block(false, &["Words", "and more:"]),
                block(true, &["  a  b"]),
                block(false, &["More."])
            ]
        );
        assert_eq!(sections.get("Examples"), Some("  a\n  b"));
        assert_eq!(sections.get("Exit status"), Some("  0 done, 2 not."));
        assert_eq!(sections.get("Files"), None);
    }
}
