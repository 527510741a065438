//! `maycrawl check`: may a crawler fetch these URLs, and may they be used?

mod card;
mod crawlers;
mod file;
mod json;
mod live;
mod print;
mod readers;
mod uses;

use crate::args::Check;
use crate::text::output::{Exit, Failure, Output};

pub(crate) fn run(args: &Check, output: &mut Output) -> Result<Exit, Failure> {
    args.suspicious.needs_file(args.robots.as_deref())?;
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
