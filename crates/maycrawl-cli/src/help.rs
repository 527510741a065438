//! The command line for people: help with its sections, environment variables, conflicts, errors.
//!
//! The text after the options of a command is in [`args`](crate::args): paragraphs, then sections that begin with a
//! line such as `Examples:`. [`Sections`] adds those that are the same for many commands.

use std::env;

use clap::builder::Resettable;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, CommandFactory as _, FromArgMatches as _};
use maycrawl_language::Language;

use crate::args::{self, Args, LIVE_ONLY, Suggestions};
use crate::command_doc::{CommandDoc, Sections};
use crate::mistakes::plain_error;
use crate::settings::Settings;

/// Options that exclude each other if both are on the command line: command, option, the others. An option that a
/// variable of the environment sets is a default and conflicts with nothing.
const CONFLICTS: [(&str, &str, &[&str]); 3] = [
    ("check", "robots", &LIVE_ONLY),
    ("check", "crawlers", &["agents", "agents_from"]),
    ("inspect", "html", &LIVE_ONLY),
];

/// Parses the command line. After a mistake, and for help, the process ends.
pub(crate) fn parse() -> Args {
    parse_from(env::args_os()).unwrap_or_else(|error| error.exit())
}

pub(crate) fn parse_from(
    words: impl IntoIterator<Item = std::ffi::OsString>,
) -> Result<Args, clap::Error> {
    // A folder that cannot be named has no settings.
    let folder = env::current_dir().unwrap_or_default();
    let settings = Settings::of_folder(&folder)
        .map_err(|why| clap::Error::raw(ErrorKind::Io, format!("{why}\n")))?;
    let mut command = settings.apply(command());
    let matches = command
        .try_get_matches_from_mut(words)
        .map_err(|error| plain_error(error, &definition()))?;
    refuse_conflicts(&mut command, &matches)?;
    refuse_language(&mut command, &matches)?;
    let args = Args::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    Ok(Args { note: settings.note(&matches), robots: settings.robots(), ..args })
}

/// The subcommands, by what people come for. Each is in one group.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Ask", &["check", "inspect", "sitemap"]),
    ("Write", &["new", "lint", "fmt", "minimise"]),
    ("Compare and prove", &["diff", "verify", "readers"]),
    ("Sites over time", &["fetch", "watch", "audit"]),
    ("Programs", &["serve", "mcp", "lsp", "batch", "bulk", "survey", "sql"]),
    ("Look up", &["crawlers", "parse", "cache", "completions", "man", "licenses", "help"]),
];

/// Subcommands whose text is in the languages.
const IN_LANGUAGES: [&str; 2] = ["check", "lint"];

/// Refuses a language where the text would be English all the same. The variable and the locale are wishes for all
/// commands.
fn refuse_language(command: &mut Command, matches: &ArgMatches) -> Result<(), clap::Error> {
    let Some((name, _)) = matches.subcommand() else { return Ok(()) };
    let is_given = matches.value_source("lang") == Some(ValueSource::CommandLine);
    let is_english =
        matches.get_one::<Language>("lang").is_none_or(|&lang| lang == Language::English);
    if !is_given || is_english || IN_LANGUAGES.contains(&name) {
        return Ok(());
    }
    let why = format!(
        "the text of `{name}` is English only; leave out --lang, which is for {}",
        IN_LANGUAGES.join(" and ")
    );
    Err(command.error(ErrorKind::ArgumentConflict, why))
}

/// The command with all of its help.
pub(crate) fn command() -> Command {
    let command = with_sections(definition(), &[]);
    let template = template(&command);
    command.help_template(template)
}

/// The usual template, with the subcommands in [`GROUPS`].
fn template(command: &Command) -> String {
    let header = command.get_styles().get_header();
    let literal = command.get_styles().get_literal();
    let mut groups = String::new();
    for (title, names) in GROUPS {
        groups += &format!("{header}{title}:{header:#}\n");
        for name in names {
            let about = match command.find_subcommand(name).map(Command::get_about) {
                Some(about) => about.map(ToString::to_string).unwrap_or_default(),
                None if *name == "help" => "Print the help of a subcommand".to_owned(),
                // Another build has it.
                None => continue,
            };
            groups += &format!("  {literal}{name:11}{literal:#}  {about}\n");
        }
        groups += "\n";
    }
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}\
         {header}Options:{header:#}\n{{options}}{{after-help}}"
    )
}

/// The command with the texts of [`args`](crate::args) alone.
pub(crate) fn definition() -> Command {
    let command = Args::command();
    let names: Vec<_> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    let command = command.mut_subcommand("man", |man| {
        man.mut_arg("command", |arg| suggest(arg, Suggestions::new(names)))
    });
    command.mut_subcommand("crawlers", |crawlers| {
        crawlers.mut_args(|arg| if arg.is_positional() { suggest(arg, args::agent()) } else { arg })
    })
}

/// What the command and its subcommands say about themselves.
pub(crate) fn documentation() -> CommandDoc {
    let mut command = definition().disable_help_subcommand(true);
    command.build();
    CommandDoc::of(&command, "")
}

/// What `--help` prints for a subcommand such as `cache list`.
pub(crate) fn long_help(words: &str) -> String {
    let mut command = command().disable_help_subcommand(true);
    command.build();
    let found = words
        .split_whitespace()
        .try_fold(&mut command, |command, word| command.find_subcommand_mut(word));
    found.map_or(String::new(), |command| command.render_long_help().to_string())
}

fn suggest(arg: Arg, words: Suggestions) -> Arg {
    arg.value_parser(words).hide_possible_values(true)
}

/// The command and its subcommands, with the sections after their options. `inherited`: global options of the commands
/// above.
fn with_sections(command: Command, inherited: &[Arg]) -> Command {
    let options: Vec<&Arg> = command.get_arguments().chain(inherited).collect();
    let sections = Sections::of(&command, &options);
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)] // a test may panic

    use super::*;
    use crate::mistakes::OF_TABLES;

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
        for doc in documentation().all() {
            let (name, sections) = (doc.page_name(), doc.sections());
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
        for doc in documentation().all() {
            for line in doc.sections().long().lines() {
                let is_verbatim = line.starts_with(' ');
                assert!(!is_verbatim || line.chars().count() <= 78, "{}: {line}", doc.page_name());
            }
        }
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
    fn every_subcommand_is_in_one_group() {
        let mut grouped: Vec<_> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        if !cfg!(feature = "tables") {
            grouped.retain(|name| !OF_TABLES.contains(name));
        }
        grouped.sort_unstable();
        let mut command = command();
        command.build();
        let mut names: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
        names.sort_unstable();
        assert_eq!(grouped, names);
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
