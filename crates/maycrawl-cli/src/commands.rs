//! The subcommands: one file each, with a folder of the same name where it has parts.

mod batch;
mod cache;
mod check;
mod completions;
mod crawlers;
mod fetch;
mod fmt;
mod inspect;
mod licenses;
mod lint;
mod man;
mod new;
mod parse;
mod serve;
mod sitemap;

use crate::args::Command;
use crate::output::{Failure, Outcome, Output};

/// Runs the subcommand of the command line.
pub(crate) fn run(command: &Command, output: &mut Output) -> Result<Outcome, Failure> {
    match command {
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
        Command::Completions { shell } => completions::run(*shell, output),
        Command::Man { command, output: folder } => {
            man::run(command.as_deref(), folder.as_deref(), output)
        }
    }
}
