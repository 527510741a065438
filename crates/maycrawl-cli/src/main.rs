//! The command `maycrawl`: may this crawler fetch this URL, and why?
//!
//! Each subcommand is one file; what it says comes from the types of the library.

mod args;
mod batch;
mod cache;
mod check;
mod crawlers;
mod fetch;
mod fmt;
mod input;
mod inspect;
mod licenses;
mod lint;
mod live;
mod log;
mod matrix;
mod new;
mod output;
mod parse;
mod question;
mod replace;
mod serve;
mod shell;
mod sitemap;
mod store;
mod wrap;

use std::io::ErrorKind;
use std::process::ExitCode;

use clap::Parser as _;

use args::{Args, Command};
use output::{Failure, Outcome, Output};

fn main() -> ExitCode {
    let args = Args::parse();
    let mut output = Output::new(args.color);
    let result = match &args.command {
        Command::Check(check) if check.crawlers.is_some() => matrix::run(check, &mut output),
        Command::Check(check) if check.robots.is_none() => live::run(check, &mut output),
        Command::Check(check) => check::run(check, &mut output),
        Command::Lint(lint) => lint::run(lint, &mut output),
        Command::Parse(parse) => parse::run(parse, &mut output),
        Command::New(new) => new::run(new, &mut output),
        Command::Fmt(fmt) => fmt::run(fmt, &mut output),
        Command::Batch(batch) => batch::run(batch, &mut output),
        Command::Fetch(fetch) => fetch::run(fetch, &mut output),
        Command::Inspect(inspect) => inspect::run(inspect, &mut output),
        Command::Sitemap(sitemap) => sitemap::run(sitemap, &mut output),
        Command::Cache(cache) => cache::run(cache, &mut output),
        Command::Serve(serve) => serve::run(serve, &mut output),
        Command::Crawlers(crawlers) => crawlers::run(crawlers, &mut output),
        Command::Licenses => licenses::run(&mut output),
        Command::Completions { shell } => shell::completions(*shell, &mut output),
        Command::Man { command } => shell::man(command.as_deref(), &mut output),
    };
    let outcome = result.and_then(|outcome| {
        output.flush()?;
        Ok(outcome)
    });
    match outcome {
        Ok(outcome) => outcome.into(),
        // The reader of a pipe has seen enough: `maycrawl crawlers | head`.
        Err(Failure::Write(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            output.note("error", &failure.to_string());
            Outcome::Unanswered.into()
        }
    }
}
