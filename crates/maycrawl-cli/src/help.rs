//! The command line for people: help and its sections, environment variables, conflicts, errors.
//!
//! The text after the options of a command is in [`args`](crate::args): paragraphs, then sections that begin with a line
//! such as `Examples:`. Files and environment are the same for many commands and are added here. The manual pages have
//! the same sections.

use std::env;
use std::error::Error as _;
use std::num::{IntErrorKind, ParseIntError};

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, CommandFactory as _, FromArgMatches as _};

use crate::args::{self, Args, LIVE_ONLY, Suggestions};

/// Options that exclude each other if both are on the command line: command, option, the others. An option that a variable
/// of the environment sets is a default and conflicts with nothing.
const CONFLICTS: [(&str, &str, &[&str]); 3] = [
    ("check", "robots", &LIVE_ONLY),
    ("check", "crawlers", &["agents", "agents_from"]),
    ("inspect", "html", &LIVE_ONLY),
];

/// Parses the command line. After a mistake, and for help, the process ends.
pub(crate) fn parse() -> Args {
    parse_from(env::args_os()).unwrap_or_else(|error| error.exit())
}

fn parse_from(words: impl IntoIterator<Item = std::ffi::OsString>) -> Result<Args, clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(words).map_err(plain_error)?;
    refuse_conflicts(&mut command, &matches)?;
    Args::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// The command with all of its help.
pub(crate) fn command() -> Command {
    let command = Args::command();
    let names: Vec<_> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    let command = command.mut_subcommand("man", |man| {
        man.mut_arg("command", |arg| suggest(arg, Suggestions::new(names)))
    });
    let command = command.mut_subcommand("crawlers", |crawlers| {
        crawlers.mut_args(|arg| if arg.is_positional() { suggest(arg, args::agent()) } else { arg })
    });
    with_sections(command, &[])
}

fn suggest(arg: Arg, words: Suggestions) -> Arg {
    arg.value_parser(words).hide_possible_values(true)
}

/// The command and its subcommands, with the sections after their options. `inherited`: global options of the commands
/// above.
fn with_sections(command: Command, inherited: &[Arg]) -> Command {
    let sections = Sections::of(&command, inherited);
    let own = command.get_arguments().filter(|arg| arg.is_global_set());
    let globals: Vec<Arg> = inherited.iter().chain(own).cloned().collect();
    command
        .after_help(sections.short())
        .after_long_help(sections.long())
        .mut_args(|arg| {
            let is_empty =
                |name: &std::ffi::OsStr| env::var_os(name).is_some_and(|it| it.is_empty());
            let unset = arg.get_env().is_some_and(is_empty);
            let arg = if unset { arg.env(Resettable::Reset) } else { arg };
            arg.hide_env_values(true)
        })
        .mut_subcommands(|subcommand| with_sections(subcommand, &globals))
}

/// The text after the options of a command.
#[derive(Debug, Default)]
pub(crate) struct Sections {
    /// Paragraphs before the sections.
    pub(crate) details: String,
    /// Headings and their lines, in order.
    pub(crate) named: Vec<(&'static str, String)>,
}

/// All headings, in the order of a manual page.
const HEADINGS: [&str; 4] = ["Exit status", "Environment", "Files", "Examples"];

impl Sections {
    /// The sections of the command's own text, with files and environment.
    fn of(command: &Command, inherited: &[Arg]) -> Self {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let mut sections = Self::parse(&text);
        let options: Vec<&Arg> = command.get_arguments().chain(inherited).collect();
        if options.iter().any(|arg| arg.get_id() == "store") {
            sections.named.push(("Files", FILES.to_owned()));
        }
        sections.named.push(("Environment", environment(&options)));
        sections
    }

    /// The sections of a command that [`command`] returned.
    pub(crate) fn parse_long(command: &Command) -> Self {
        let text = command.get_after_long_help().map(ToString::to_string);
        Self::parse(&text.unwrap_or_default())
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

    /// The text after `-h`: the examples.
    fn short(&self) -> String {
        self.get("Examples").map_or(String::new(), |examples| format!("Examples:\n{examples}"))
    }

    /// The text after `--help`: everything.
    fn long(&self) -> String {
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

const FILES: &str = "  \
~/.cache/maycrawl/robots.sqlite
      the store, unless --store names another; in $XDG_CACHE_HOME, if that is
      set. `maycrawl cache path` prints its location";

/// The section of the variables that set options of a command.
fn environment(options: &[&Arg]) -> String {
    let mut lines = String::new();
    for arg in options {
        if let (Some(name), Some(long)) = (arg.get_env(), arg.get_long()) {
            lines += &format!("  {:<24}sets --{long}\n", name.to_string_lossy());
        }
    }
    lines + "  NO_COLOR                no colours, as TERM=dumb"
}

/// An error if two options of [`CONFLICTS`] are on the command line.
fn refuse_conflicts(command: &mut Command, matches: &ArgMatches) -> Result<(), clap::Error> {
    let Some((name, matches)) = matches.subcommand() else { return Ok(()) };
    let is_typed = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let conflict = CONFLICTS.iter().find_map(|&(of, option, others)| {
        let other =
            others.iter().find(|other| of == name && is_typed(option) && is_typed(other))?;
        Some((option, *other))
    });
    let Some((option, other)) = conflict else { return Ok(()) };
    let Some(subcommand) = command.find_subcommand_mut(name) else { return Ok(()) };
    let shown = |id: &str| {
        let arg = subcommand.get_arguments().find(|arg| arg.get_id() == id);
        arg.map_or(String::new(), ToString::to_string)
    };
    let text = format!("the argument '{}' cannot be used with '{}'", shown(option), shown(other));
    Err(subcommand.error(ErrorKind::ArgumentConflict, text))
}

/// The error in plain words; for a number, what it must be.
fn plain_error(error: clap::Error) -> clap::Error {
    let number = error.source().and_then(|source| source.downcast_ref::<ParseIntError>());
    let (Some(number), Some(ContextValue::String(arg))) =
        (number, error.get(ContextKind::InvalidArg))
    else {
        return error;
    };
    let option = arg.split_whitespace().next().unwrap_or_default();
    let text = match number.kind() {
        IntErrorKind::Zero => format!("{option} must be 1 or more\n"),
        IntErrorKind::PosOverflow => format!("{option} is too large\n"),
        _ => format!("{option} must be a whole number, 1 or more\n"),
    };
    clap::Error::raw(ErrorKind::ValueValidation, text)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)] // a test may panic

    use super::*;

    /// The command and all its subcommands.
    fn all() -> Vec<Command> {
        fn collect(command: &Command, all: &mut Vec<Command>) {
            all.push(command.clone());
            let subcommands = command.get_subcommands().filter(|it| it.get_name() != "help");
            subcommands.for_each(|it| collect(it, all));
        }
        let mut command = command();
        command.build();
        let mut commands = Vec::new();
        collect(&command, &mut commands);
        commands
    }

    /// The words of an example as a shell splits them, until a pipe or a redirection.
    fn words(example: &str) -> Vec<String> {
        let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
        for c in example.chars() {
            match c {
                '\'' | '"' if quote.is_none_or(|open| open == c) => {
                    quote = if quote.is_none() { Some(c) } else { None };
                    word.get_or_insert_default();
                }
                _ if quote.is_some() => word.get_or_insert_default().push(c),
                '<' | '>' | '|' => break,
                c if c.is_whitespace() => words.extend(word.take()),
                c => word.get_or_insert_default().push(c),
            }
        }
        words.extend(word);
        words
    }

    #[test]
    fn every_command_has_examples_that_parse() {
        for command in all() {
            let name = command.get_display_name().unwrap_or("maycrawl").to_owned();
            let sections = Sections::parse(&command.get_after_long_help().unwrap().to_string());
            let Some(examples) = sections.get("Examples") else { panic!("{name} has no examples") };
            assert!(
                sections.get("Exit status").is_some(),
                "{name} does not explain its exit status"
            );
            assert!(sections.get("Environment").is_some(), "{name}");
            let joined = examples.replace("\\\n", " ");
            let own = joined.lines().map(str::trim).filter(|line| line.starts_with("maycrawl"));
            let mut count = 0;
            for example in own {
                count += 1;
                let parsed = parse_from(words(example).into_iter().map(Into::into));
                // `maycrawl help check` is help, not a mistake.
                let error = parsed.err().filter(|e| e.kind() != ErrorKind::DisplayHelp);
                assert!(error.is_none(), "{name}: {example}\n{}", error.unwrap());
            }
            assert!(count > 0, "{name} has no example of itself");
        }
    }

    #[test]
    fn examples_fit_80_columns() {
        for command in all() {
            for text in [command.get_after_help(), command.get_after_long_help()] {
                for line in text.unwrap().to_string().lines() {
                    let is_verbatim = line.starts_with(' ');
                    assert!(
                        !is_verbatim || line.chars().count() <= 78,
                        "{}: {line}",
                        command.get_name()
                    );
                }
            }
        }
    }

    #[test]
    fn a_text_is_split_into_sections() {
        let text = "Words.\n\nMore.\n\nExamples:\n  a\n  b\n\nExit status: 0 done, 2 not.\n";
        let sections = Sections::parse(text);
        assert_eq!(sections.details.trim(), "Words.\n\nMore.");
        assert_eq!(sections.get("Examples"), Some("  a\n  b"));
        assert_eq!(sections.get("Exit status"), Some("  0 done, 2 not."));
        assert_eq!(sections.get("Files"), None);
    }

    #[test]
    fn an_option_of_the_environment_conflicts_with_nothing() {
        let parse = |words: &str| parse_from(words.split(' ').map(Into::into));
        for words in [
            "maycrawl check --robots f --policy rfc9309 /",
            "maycrawl check --robots f --store memory /",
            "maycrawl check --crawlers all --agent GPTBot /",
            "maycrawl check --crawlers all --agents-from f /",
            "maycrawl inspect --html f --offline",
        ] {
            let error = parse(words).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::ArgumentConflict, "{words}: {error}");
        }
        for words in ["maycrawl check --robots f /", "maycrawl check --crawlers all https://h/"] {
            assert!(parse(words).is_ok(), "{words}");
        }
    }

    #[test]
    fn an_invalid_number_is_explained() {
        let rows = [
            ("maycrawl fetch --jobs 0 a.example", "error: --jobs must be 1 or more\n"),
            (
                "maycrawl fetch --jobs many a.example",
                "error: --jobs must be a whole number, 1 or more\n",
            ),
            ("maycrawl batch --threads 99999999999999999999", "error: --threads is too large\n"),
            ("maycrawl sitemap --max-urls 0 a.example", "error: --max-urls must be 1 or more\n"),
        ];
        for (words, expected) in rows {
            let error = parse_from(words.split(' ').map(Into::into)).unwrap_err();
            assert_eq!(error.to_string(), expected, "{words}");
        }
    }
}
