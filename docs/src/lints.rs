//! The lints: a list, and a page each.

use maycrawl::Lint;

use crate::html::{Page, code, escape, table};

/// All of them, in the order of their codes.
pub(crate) fn list() -> Page {
    let intro = format!(
        "# Lints\n\n\
         What `maycrawl lint` and the tester page find in a robots.txt: {} lints. An *error* is a line that does not do \
         what it says, a *warning* one that is used, but probably not as it is meant, a *note* is good to know.\n",
        Lint::all().len()
    );
    let rows: Vec<_> = Lint::all()
        .iter()
        .map(|lint| {
            vec![
                code(lint.code),
                format!("<a href=\"{}\">{}</a>", file(lint), escape(lint.name)),
                escape(lint.severity.name()),
                escape(lint.summary),
                if lint.fix.is_some() { "yes".to_owned() } else { String::new() },
            ]
        })
        .collect();
    let head = ["Code", "Name", "Severity", "What goes wrong", "Fix"];
    Page::from_markdown("lints/index.html", &intro, &table(&head, &rows))
}

/// A page for each.
pub(crate) fn pages() -> impl Iterator<Item = Page> {
    Lint::all()
        .iter()
        .map(|lint| Page::from_markdown(&format!("lints/{}", file(lint)), &lint.markdown(), ""))
}

fn file(lint: &Lint) -> String {
    format!("{}.html", lint.name)
}
