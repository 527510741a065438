//! The command `maycrawl`: may this crawler fetch this URL, and why?
//!
//! Each subcommand is one file; what it says comes from the types of the library.

mod answer;
mod args;
mod atomic_write;
mod batch;
mod cache;
mod check;
mod completions;
mod crawlers;
mod fetch;
mod fmt;
mod help;
mod input;
mod inspect;
mod licenses;
mod lint;
mod list_input;
mod live;
mod log;
mod man;
mod matrix;
mod new;
mod output;
mod parse;
mod progress;
mod serve;
mod site_argument;
mod sitemap;
mod store;
mod url_arg;
mod wrap;

use std::io::ErrorKind;
use std::process::ExitCode;

use args::Command;
use output::{Failure, Outcome, Output};

fn main() -> ExitCode {
    let mut args = help::parse();
    let mut output = Output::new(args.color, args.quiet);
    let result = args.command.read_agents().and_then(|()| run(&args.command, &mut output));
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

fn run(command: &Command, output: &mut Output) -> Result<Outcome, Failure> {
    match command {
        Command::Check(check) if check.crawlers.is_some() => matrix::run(check, output),
        Command::Check(check) if check.robots.is_none() => live::run(check, output),
        Command::Check(check) => check::run(check, output),
        Command::Lint(lint) => lint::run(lint, output),
        Command::Parse(parse) => parse::run(parse, output),
        Command::New(new) => new::run(new, output),
        Command::Fmt(fmt) => fmt::run(fmt, output),
        Command::Batch(batch) => batch::run(batch, output),
        Command::Fetch(fetch) => fetch::run(fetch, output),
        Command::Inspect(inspect) => inspect::run(inspect, output),
        Command::Sitemap(sitemap) => sitemap::run(sitemap, output),
        Command::Cache(cache) => cache::run(cache, output),
        Command::Serve(serve) => serve::run(serve, output),
        Command::Crawlers(crawlers) => crawlers::run(crawlers, output),
        Command::Licenses => licenses::run(output),
        Command::Completions { shell } => completions::completions(*shell, output),
        Command::Man { command, out } => man::run(command.as_deref(), out.as_deref(), output),
    }
}
