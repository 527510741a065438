//! The command `maycrawl`: may this crawler fetch this URL, and why?
//!
//! [`args`] and [`help`] define the command line, [`commands`] has one file for each subcommand, and the other modules
//! are what several subcommands share: input, output, URLs, the fetcher and its store.
//!
//! This is a library so that the fuzz targets reach [`language_server`]. It is no interface for other programs.

mod agent_arg;
mod answer;
mod args;
mod atomic_write;
mod command_doc;
mod commands;
mod fetcher;
mod github_annotation;
mod help;
mod input;
mod list_input;
mod locale;
mod log;
mod markdown;
mod output;
mod progress;
mod robots_input;
mod robots_source;
mod robots_state;
mod site_argument;
mod store;
mod table;
mod url_arg;
mod wrap;

use std::io::{BufRead, ErrorKind, Write};
use std::process::ExitCode;

use output::{Failure, Outcome, Output};

/// Runs the command line of this process. The result is its exit status.
#[must_use]
pub fn run() -> ExitCode {
    let mut args = help::parse();
    let mut output = Output::new(args.color, args.quiet, locale::language(args.lang));
    let result =
        args.command.read_agents().and_then(|()| commands::run(&args.command, &mut output));
    let outcome = result.and_then(|outcome| {
        output.flush()?;
        Ok(outcome)
    });
    match outcome {
        Ok(outcome) => outcome.into(),
        // The reader of a pipe has ended early: `maycrawl crawlers | head`.
        Err(Failure::Write(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            output.note("error", &failure.to_string());
            Outcome::Unanswered.into()
        }
    }
}

/// `maycrawl lsp` with these messages and without threads. True if the session ended well.
#[doc(hidden)]
pub fn language_server(input: &mut impl BufRead, output: Box<dyn Write>) -> bool {
    let mut output = Output::to(output, maycrawl_language::Language::English);
    let ended = commands::lsp::answer_all(input, &mut output);
    matches!(ended, Ok(Outcome::AllAllowed))
}
