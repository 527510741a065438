//! `maycrawl check`: may a crawler fetch these URLs, and may they be used?

mod card;
mod crawlers;
mod csv;
mod file;
mod json;
mod live;
mod print;
mod readers;
mod uses;

use crate::args::{Check, TableFormat};
use crate::text::output::{Exit, Failure, Output};

pub(crate) fn run(args: &Check, output: &mut Output) -> Result<Exit, Failure> {
    args.suspicious.needs_file(args.robots.as_deref())?;
    let is_table = args.uses.is_empty() && args.readers.is_empty();
    if args.format == TableFormat::Csv && is_table {
        return csv::run(args, output);
    }
    if args.format == TableFormat::Csv {
        return Err(Failure::new("--format csv is for verdicts; with --use or --as write json"));
    }
    if !args.uses.is_empty() {
        uses::run(args, output)
    } else if !args.readers.is_empty() {
        readers::run(args, output)
    } else if args.crawlers.is_some() {
        crawlers::run(args, output)
    } else if args.robots.is_some() {
        file::run(args, output)
    } else {
        live::run(args, output)
    }
}
