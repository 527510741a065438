//! The table of known crawlers.

use maycrawl::crawler::{Compliance, KnownCrawler, Source, StarGroup};

use crate::html::{code, escape, inline, table_with_filter};

pub(crate) fn table() -> String {
    let rows: Vec<_> = KnownCrawler::all().iter().map(row).collect();
    let head = [
        "Product token",
        "Operator",
        "Purpose",
        "Without a group of its own",
        "Conduct",
        "Crawl-delay",
        "Block AI",
        "Note",
        "Source",
        "Checked",
    ];
    table_with_filter("Show only", &head, &rows)
}

fn row(crawler: &KnownCrawler) -> Vec<String> {
    let mut chain: Vec<_> = crawler.fallback.iter().map(|token| code(token)).collect();
    if crawler.star == StarGroup::Obeyed {
        chain.push(code("*"));
    }
    let chain = match (crawler.compliance, chain.is_empty()) {
        (Compliance::Ignores, _) => String::new(),
        (_, true) => "nothing: it ignores <code>*</code>".to_owned(),
        (_, false) => chain.join(", then "),
    };
    vec![
        code(crawler.token),
        escape(crawler.operator.unwrap_or_default()),
        escape(crawler.purpose.name()),
        chain,
        escape(crawler.compliance.name()),
        delay(crawler),
        block_ai(crawler),
        note(crawler),
        source(crawler.source),
        escape(crawler.checked),
    ]
}

/// Whether it reads `Crawl-delay`, with the page that says so; empty where nothing is said.
fn delay(crawler: &KnownCrawler) -> String {
    let said = crawler.delay();
    match said.source_url {
        Some(url) => format!("<a href=\"{}\">{}</a>", escape(url), said.support.name()),
        None => String::new(),
    }
}

fn block_ai(crawler: &KnownCrawler) -> String {
    let more = if crawler.is_confirmed() { "" } else { ", unconfirmed" };
    crawler.ai_list().map_or(String::new(), |list| format!("{}{more}", list.name()))
}

/// The note, and the other names.
fn note(crawler: &KnownCrawler) -> String {
    let aliases: Vec<_> = crawler.aliases().map(code).collect();
    let mut parts = Vec::new();
    if let Some(note) = crawler.note {
        parts.push(inline(note));
    }
    if !aliases.is_empty() {
        parts.push(format!("also called {}", aliases.join(", ")));
    }
    parts.join("; ")
}

fn source(source: Source) -> String {
    let words = match source {
        Source::Operator(_) => "operator",
        Source::Reported(_) => "reported",
    };
    format!("<a href=\"{}\">{words}</a>", escape(source.url()))
}
