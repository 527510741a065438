//! The lints: a list, and a page each.

use maycrawl_lint::Lint;

use crate::html::{code, escape, inline, table_with_filter};

/// All of them, in the order of their codes.
pub(crate) fn table() -> String {
    let rows: Vec<_> = Lint::all()
        .iter()
        .map(|lint| {
            vec![
                code(lint.code),
                format!("<a href=\"lints/{}.html\">{}</a>", lint.name, escape(lint.name)),
                escape(lint.severity.name()),
                inline(lint.summary),
                if lint.fix.is_some() { "yes".to_owned() } else { String::new() },
            ]
        })
        .collect();
    let head = ["Code", "Name", "Severity", "What goes wrong", "Fix"];
    table_with_filter("Show only", &head, &rows)
}

/// A page for each, by its path.
pub(crate) fn pages() -> Vec<(String, String)> {
    Lint::all().iter().map(|lint| (path(lint), lint.markdown())).collect()
}

/// The page of a lint, from the root of the site.
pub(crate) fn path(lint: &Lint) -> String {
    format!("reference/lints/{}.md", lint.name)
}
