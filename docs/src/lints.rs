//! The lints: a list, and a page each.

use maycrawl::lint::Lint;

use crate::html::{Page, code, escape, table};

/// All of them, in the order of their codes.
pub(crate) fn list() -> Page {
    let intro = format!(
        "# Lints\n\n\
         `maycrawl lint` and the tester page have {} lints. An *error* is a line that does not do what it says. A *warning* \
         is a line that has an effect, but probably not the one that is meant. A *note* is information.\n",
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
