//! The signals of use: the families with their documents, and the words of each.

use maycrawl_uses::{Family, Label, Readings};

use crate::html::{self, code, escape};

pub(crate) fn families() -> String {
    let row = |family: Family| {
        let is_default = if Readings::DEFAULT.has(family) { "yes" } else { "no" };
        vec![code(family.name()), escape(family.document()), is_default.to_owned()]
    };
    let rows: Vec<_> = Family::ALL.map(row).into();
    html::table(&["Family", "Document that is read", "Read by default"], &rows)
}

pub(crate) fn words() -> String {
    let row = |label: &Label| {
        let (family, word) = (code(label.family.name()), code(label.text));
        vec![family, word, escape(label.source), code(label.means.name())]
    };
    let rows: Vec<_> = Label::ALL.iter().map(row).collect();
    html::table(&["Family", "Word", "Defined in", "Use"], &rows)
}
