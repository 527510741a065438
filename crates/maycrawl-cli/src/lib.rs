//! The command `maycrawl`: may this crawler fetch this URL, and why?
//!
//! [`args`] and [`help`] define the command line, and [`command_doc`] writes it down as help, man page and
//! documentation. [`commands`] has one file for each subcommand. What several of them share is in [`inputs`] and
//! [`text`], and beside them: the [`fetcher`] with its [`store`], the address [`lists`], the [`answer`] of a question,
//! and what a process does while it works ([`log`], [`progress`], [`atomic_write`]).
//!
//! This is a library so that the fuzz targets reach [`language_server`]. It is no interface for other programs.

#![forbid(unsafe_code)]

mod answer;
mod args;
mod atomic_write;
mod command_doc;
mod commands;
mod fetcher;
mod help;
mod inputs;
mod interrupt;
mod lists;
mod log;
mod mistakes;
mod progress;
mod settings;
mod store;
mod text;

use std::io::{BufRead, ErrorKind, Write};
use std::process::ExitCode;

use text::locale;
use text::output::{Exit, Failure, Output};

/// Runs the command line of this process. The result is its exit status.
#[must_use]
pub fn run() -> ExitCode {
    let mut args = help::parse();
    let mut output = Output::new(args.color, args.quiet, locale::language(args.lang));
    if let Some(note) = &args.note {
        output.note("note", note);
    }
    args.command.use_folder_file(&args.robots, &mut output);
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
            Exit::Unanswered.into()
        }
    }
}

/// `maycrawl lsp` with these messages and without threads. True if the session ended well.
#[doc(hidden)]
pub fn language_server(input: &mut impl BufRead, output: Box<dyn Write>) -> bool {
    let mut output = Output::to(output, maycrawl_language::Language::English);
    let ended = commands::lsp::answer_all(input, &mut output);
    matches!(ended, Ok(Exit::Done))
}
