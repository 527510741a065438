//! What is wrong with a command line, in plain words.

use std::error::Error as _;
use std::num::{IntErrorKind, ParseIntError};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use maycrawl::crawler::KnownCrawler;
use maycrawl_lint::recipe::Recipe;

/// Subcommands of the feature `tables`. It multiplies the time of a build and the size of the command, so not every
/// build has them.
pub(crate) const OF_TABLES: [&str; 3] = ["bulk", "sql", "survey"];

/// Subcommands by the words that people try first.
const OTHER_WORDS: [(&str, &str); 14] = [
    ("block", "new"),
    ("compare", "diff"),
    ("crawl", "check"),
    ("create", "new"),
    ("explain", "check --explain"),
    ("format", "fmt"),
    ("generate", "new"),
    ("init", "new"),
    ("server", "serve"),
    ("test", "check"),
    ("tester", "serve"),
    ("validate", "lint"),
    ("version", "--version"),
    ("write", "new"),
];

/// Options of other programs for what stands without an option here.
const WITHOUT_OPTION: [&str; 16] = [
    "-f",
    "-i",
    "-r",
    "-u",
    "--file",
    "--host",
    "--input",
    "--log",
    "--origin",
    "--path",
    "--robots",
    "--robots-txt",
    "--site",
    "--uri",
    "--url",
    "--urls",
];

/// The error in plain words, with what to write.
pub(crate) fn plain_error(mut error: clap::Error, command: &Command) -> clap::Error {
    if error.kind() == ErrorKind::UnknownArgument {
        // Nobody means `--url` as a value.
        error.remove(ContextKind::Suggested);
    }
    if let Some(tip) = misplaced_crawler(&error).or_else(|| unknown_argument(&error, command)) {
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        return error;
    }
    if let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand)
        && asked_command(&error, command).is_none_or(|asked| asked.get_name() == command.get_name())
    {
        let text = if OF_TABLES.contains(&name.as_str()) {
            format!(
                "this build of maycrawl is without `{name}`; in the folder of its source, \
                 `cargo install --path crates/maycrawl-cli --features tables` builds one that has it\n"
            )
        } else if let Some((_, meant)) = OTHER_WORDS.iter().find(|(word, _)| word == name) {
            format!("there is no subcommand `{name}`; did you mean {meant}?\n")
        } else if name.contains(['/', '.']) {
            let meant = if name.ends_with("txt") { "lint" } else { "check" };
            format!("the subcommand comes first: maycrawl {meant} {name}\n")
        } else {
            return error;
        };
        return clap::Error::raw(ErrorKind::InvalidSubcommand, text);
    }
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

/// The subcommand that was written, or one of its own, as the usage of the error names it; else `command`. `None` for
/// an error without a usage.
fn asked_command<'c>(error: &clap::Error, command: &'c Command) -> Option<&'c Command> {
    let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) else { return None };
    let usage = usage.to_string();
    let mut asked = command;
    for word in usage.split_whitespace().skip_while(|&word| word != "maycrawl").skip(1) {
        let Some(found) = asked.find_subcommand(word) else { break };
        asked = found;
    }
    Some(asked)
}

/// What to write instead of an argument that the subcommand has not.
fn unknown_argument(error: &clap::Error, command: &Command) -> Option<String> {
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let command = asked_command(error, command)?;
    let name = command.get_name();
    if !argument.starts_with('-') {
        return match name {
            "verify" => {
                Some("the robots.txt has an option: verify --robots ROBOTS EXPECTATIONS".into())
            }
            "new" => Recipe::by_name(argument)
                .map(|_| format!("a recipe has an option: new --recipe {argument}")),
            _ => None,
        };
    }
    let formats = command.get_arguments().find(|arg| arg.get_id() == "format");
    let format = formats.map(Arg::get_possible_values).unwrap_or_default();
    if let Some(format) =
        format.iter().find(|it| it.matches(argument.trim_start_matches('-'), false))
    {
        return Some(format!("the format has an option: --format {}", format.get_name()));
    }
    let places: Vec<_> =
        command.get_positionals().filter_map(Arg::get_value_names).flatten().collect();
    let places = places.iter().map(|place| place.as_str()).collect::<Vec<_>>().join(" ");
    // A site is no robots.txt.
    let is_of_file = argument == "-r" || argument.starts_with("--robots");
    let is_place = if is_of_file {
        places.contains("FILE") || places.contains("OLD")
    } else {
        !places.is_empty()
    };
    (is_place && WITHOUT_OPTION.contains(&&**argument))
        .then(|| format!("it needs no option: maycrawl {name} {places}"))
}

/// What to write for a known crawler that was given to an option for something else.
fn misplaced_crawler(error: &clap::Error) -> Option<String> {
    let (Some(ContextValue::String(option)), Some(ContextValue::String(value))) =
        (error.get(ContextKind::InvalidArg), error.get(ContextKind::InvalidValue))
    else {
        return None;
    };
    let is_near = option.starts_with("--as ") || option.starts_with("--crawlers ");
    KnownCrawler::by_name(value)
        .filter(|_| is_near)
        .map(|known| format!("for one crawler: --agent {}", known.token))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may panic

    use super::*;
    use crate::help::{command, definition, parse_from};

    fn said(words: &str) -> String {
        parse_from(words.split(' ').map(Into::into)).unwrap_err().to_string()
    }

    #[test]
    fn a_mistake_is_told_what_to_write() {
        for (words, tip) in [
            ("check --as gptbot /", "for one crawler: --agent GPTBot"),
            ("check --crawlers gptbot /", "for one crawler: --agent GPTBot"),
            (
                "verify robots.txt claims.txt",
                "the robots.txt has an option: verify --robots ROBOTS",
            ),
            ("new staging", "a recipe has an option: new --recipe staging"),
            ("check --url https://a.example/", "it needs no option: maycrawl check URL"),
            ("lint --robots robots.txt", "it needs no option: maycrawl lint FILE|URL"),
            ("diff --file a b", "it needs no option: maycrawl diff OLD NEW"),
            ("audit --log access.log", "it needs no option: maycrawl audit LOG"),
            ("check --json /", "the format has an option: --format json"),
            ("lint --sarif robots.txt", "the format has an option: --format sarif"),
        ] {
            let error = said(&format!("maycrawl {words}"));
            assert!(error.contains(&format!("tip: {tip}")), "{words}: {error}");
            assert_eq!(error.matches("tip:").count(), 1, "{words}: {error}");
        }
        for words in [
            "check --as ExampleBot /",
            "verify --what claims.txt",
            "minimise a b",
            "new something",
            "mcp --url x",
            "watch --robots robots.txt",
            "cache a.example",
            "cache test",
            "check --what /",
        ] {
            let error = said(&format!("maycrawl {words}"));
            assert!(!error.contains("option:") && !error.contains("--agent"), "{words}: {error}");
            assert!(!error.contains("as a value"), "{words}: {error}");
            assert!(
                !error.contains("comes first") && !error.contains("did you mean"),
                "{words}: {error}"
            );
        }
        for words in [
            "check --crawler GPTBot /",
            "check --bot GPTBot /",
            "check --user-agent GPTBot/1.2 https://a.example/",
            "check --user-agent ExampleBot https://a.example/",
            "audit -r robots.txt access.log",
        ] {
            let words = format!("maycrawl {words}");
            assert!(parse_from(words.split(' ').map(Into::into)).is_ok(), "{words}");
        }
        // The answer would be about Googlebot, which nobody asked about.
        for words in
            ["check --user-agent gptbot https://a.example/", "check --user-agent GPTBot -r a /"]
        {
            let error = said(&format!("maycrawl {words}"));
            assert!(error.contains("to ask for it: --agent GPTBot;"), "{words}: {error}");
        }
    }

    /// The tests run with all features, so a small command stands for a build without `tables`.
    #[test]
    fn a_subcommand_of_another_build_says_what_builds_it() {
        let said = |words: &str| {
            let command = Command::new("maycrawl").subcommand(Command::new("check"));
            let error = command
                .try_get_matches_from(words.split(' '))
                .map_err(|error| plain_error(error, &definition()));
            error.unwrap_err().to_string()
        };
        for name in OF_TABLES {
            let expected = format!(
                "error: this build of maycrawl is without `{name}`; in the folder of its source, \
                 `cargo install --path crates/maycrawl-cli --features tables` builds one that has it\n"
            );
            for words in ["maycrawl {} --out d", "maycrawl {}", "maycrawl help {}"] {
                assert_eq!(said(&words.replace("{}", name)), expected, "{words}");
            }
        }
        for (word, meant) in OTHER_WORDS {
            assert!(
                said(&format!("maycrawl {word}")).ends_with(&format!("did you mean {meant}?\n"))
            );
            let meant = meant.split(' ').next().unwrap_or_default();
            assert!(meant.starts_with("--") || definition().find_subcommand(meant).is_some());
        }
        for (written, meant) in [
            ("https://a.example/b", "maycrawl check https://a.example/b"),
            ("a.example", "maycrawl check a.example"),
            ("./robots.txt", "maycrawl lint ./robots.txt"),
        ] {
            let expected = format!("error: the subcommand comes first: {meant}\n");
            assert_eq!(said(&format!("maycrawl {written}")), expected);
        }
        assert!(said("maycrawl bulky").contains("unrecognized subcommand 'bulky'"));
        let subcommands = command();
        let has = |name: &&str| subcommands.find_subcommand(name).is_some();
        assert_eq!(OF_TABLES.iter().all(has), cfg!(feature = "tables"));
    }
}
