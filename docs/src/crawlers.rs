//! The table of known crawlers.

use maycrawl::{Conduct, KnownCrawler, Star};

use crate::html::{Page, code, escape, table};

pub(crate) fn page() -> Page {
    let all = KnownCrawler::all();
    let intro = format!(
        "# Crawlers\n\n\
         The {} crawlers that maycrawl knows by name. Any other product token works too: what is known here is which \
         groups a crawler falls back to, and how its operator says it treats robots.txt. `maycrawl crawlers` prints \
         the same table.\n",
        all.len()
    );
    let rows: Vec<_> = all.iter().map(row).collect();
    let head =
        ["Product token", "Operator", "Purpose", "Without a group of its own", "Conduct", "Note"];
    Page::from_markdown("crawlers.html", &intro, &table(&head, &rows))
}

fn row(crawler: &KnownCrawler) -> Vec<String> {
    let mut chain: Vec<_> = crawler.fallback.iter().map(|token| code(token)).collect();
    if crawler.star == Star::Obeyed {
        chain.push(code("*"));
    }
    let chain = match (crawler.conduct, chain.is_empty()) {
        (Conduct::Ignores, _) => String::new(),
        (_, true) => "nothing: it ignores <code>*</code>".to_owned(),
        (_, false) => chain.join(", then "),
    };
    vec![
        code(crawler.token),
        escape(crawler.operator),
        escape(crawler.purpose.name()),
        chain,
        escape(crawler.conduct.name()),
        escape(crawler.note),
    ]
}
