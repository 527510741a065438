//! The subcommands: one file each, with a folder of the same name where it has parts.

mod audit;
mod batch;
#[cfg(feature = "tables")]
mod bulk;
mod cache;
mod certificate;
mod check;
mod completions;
mod crawlers;
mod diff;
mod fetch;
mod fmt;
mod inspect;
mod licenses;
mod lint;
pub(crate) mod lsp;
mod man;
mod mcp;
mod minimise;
mod new;
mod parse;
mod readers;
mod serve;
mod sitemap;
#[cfg(feature = "tables")]
mod sql;
#[cfg(feature = "tables")]
mod survey;
mod verify;
mod watch;

use std::io::{self, IsTerminal as _};

use maycrawl::crawler::KnownCrawler;
use maycrawl_effects::answer::{ReaderKind, ReadersAnswer};

use crate::args::Command;
use crate::text::output::{Exit, Failure, Output};

/// Runs the subcommand of the command line.
pub(crate) fn run(command: &Command, output: &mut Output) -> Result<Exit, Failure> {
    match command {
        Command::Check(check) => check::run(check, output),
        Command::Diff(diff) => diff::run(diff, output),
        Command::Verify(verify) => verify::run(verify, output),
        Command::Minimise(minimise) => minimise::run(minimise, output),
        Command::Lint(lint) => lint::run(lint, output),
        Command::Parse(parse) => parse::run(parse, output),
        Command::Readers(readers) => readers::run(readers, output),
        Command::New(new) => new::run(new, output),
        Command::Fmt(fmt) => fmt::run(fmt, output),
        Command::Lsp(lsp) => lsp::run(lsp, output),
        Command::Audit(audit) => audit::run(audit, output),
        Command::Batch(batch) => batch::run(batch, output),
        #[cfg(feature = "tables")]
        Command::Bulk(bulk) => bulk::run(bulk, output),
        #[cfg(feature = "tables")]
        Command::Sql(sql) => sql::run(sql, output),
        #[cfg(feature = "tables")]
        Command::Survey(survey) => survey::run(survey, output),
        Command::Fetch(fetch) => fetch::run(fetch, output),
        Command::Watch(watch) => watch::run(watch, output),
        Command::Inspect(inspect) => inspect::run(inspect, output),
        Command::Sitemap(sitemap) => sitemap::run(sitemap, output),
        Command::Cache(cache) => cache::run(cache, output),
        Command::Mcp(mcp) => mcp::run(mcp, output),
        Command::Serve(serve) => serve::run(serve, output),
        Command::Crawlers(crawlers) => crawlers::run(crawlers, output),
        Command::Licenses => licenses::run(output),
        Command::Completions { shell } => completions::run(*shell, output),
        Command::Man { command, output: folder, markdown } => {
            man::run(command.as_deref(), folder.as_deref(), *markdown, output)
        }
    }
}

/// Some crawlers in words: `Googlebot, bingbot, 41 more and every crawler that is not named`. One crawler of each
/// operator comes first, so that few names say much. `unlisted`: the number of crawlers that are not in `names`.
fn crawlers(names: &[String], unlisted: usize, others: bool, most: usize) -> String {
    crawlers_as(names, unlisted, others, most, str::to_owned)
}

/// The same; `show` gives the form of a name.
fn crawlers_as(
    names: &[String],
    unlisted: usize,
    others: bool,
    most: usize,
    show: impl Fn(&str) -> String,
) -> String {
    let mut operators = Vec::new();
    let (first, rest): (Vec<_>, Vec<_>) = names.iter().partition(|name| {
        let operator = KnownCrawler::by_name(name).and_then(|known| known.operator);
        let is_new = operator.is_none_or(|operator| !operators.contains(&operator));
        operators.extend(operator);
        is_new
    });
    let mut parts: Vec<String> =
        first.into_iter().chain(rest).take(most).map(|name| show(name)).collect();
    match unlisted + names.len().saturating_sub(most) {
        0 => {}
        more => parts.push(format!("{more} more")),
    }
    if others {
        parts.push("every crawler that is not named".to_owned());
    }
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => String::new(),
    }
}

/// Crawlers as [`crawlers_as`] shows them, then names that are tokens for a purpose, not crawlers. Those for which a
/// statement is true for one kind of readers only come last, each with this condition: few names, because the condition
/// is the news.
fn crawlers_with_readers(
    names: &[String],
    (unlisted, others): (usize, bool),
    purpose_tokens: &[String],
    readers: &[ReadersAnswer],
    most: usize,
    show: impl Fn(&str) -> String,
) -> String {
    let whole = without_readers(names, readers);
    let whole = crawlers_as(&whole, unlisted, others, most, &show);
    let whole = [whole].into_iter().filter(|whole| !whole.is_empty());
    let tokens = in_words_of_tokens(purpose_tokens, &show);
    let one_kind = only_for_readers(readers, most, &show);
    whole.chain(tokens).chain(one_kind).collect::<Vec<_>>().join("; ")
}

/// Names that are tokens for a purpose.
fn in_words_of_tokens(
    tokens: &[String],
    show: impl Fn(&str) -> String,
) -> impl Iterator<Item = String> {
    tokens.iter().map(move |name| format!("the purpose token {} (not a crawler)", show(name)))
}

/// The crawlers for which a statement is true whoever reads the file.
fn without_readers(names: &[String], readers: &[ReadersAnswer]) -> Vec<String> {
    let is_whole = |name: &&String| !readers.iter().any(|one| one.crawlers.contains(name));
    names.iter().filter(is_whole).cloned().collect()
}

/// The crawlers for which a statement is true for one kind of readers only, each kind with its condition.
fn only_for_readers(
    readers: &[ReadersAnswer],
    most: usize,
    show: impl Fn(&str) -> String,
) -> Vec<String> {
    let of_kind = |kind| {
        let of_kind: Vec<_> = readers.iter().filter(|one| one.kind == kind).collect();
        // One clause for each fact would bury the names.
        let condition = match &*of_kind {
            [] => return None,
            [one] => &one.condition,
            _ => kind.condition(),
        };
        let names: Vec<String> = of_kind.iter().flat_map(|one| one.crawlers.clone()).collect();
        Some(format!("{}, {condition}", crawlers_as(&names, 0, false, most.min(2), &show)))
    };
    [ReaderKind::KnowsCrawler, ReaderKind::BareToken].into_iter().filter_map(of_kind).collect()
}

/// Tells a person who started a command that only `program` speaks to.
fn note_that_programs_type(program: &str, output: &mut Output) {
    if io::stdin().is_terminal() {
        output.note(
            "note",
            &format!(
                "{program} starts this command and sends it messages; nothing is to be typed here. End with Ctrl-D"
            ),
        );
    }
}
