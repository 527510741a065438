//! The other programs that read robots.txt, and their values on each axis.

use maycrawl_readers::Reader;

use crate::html::{self, code, escape};

/// The programs with their versions.
pub(crate) fn list() -> String {
    let row = |reader: &Reader| {
        let [program, version, date] = [reader.program(), reader.version(), reader.date()];
        vec![code(reader.name()), escape(program), escape(version), escape(date)]
    };
    let rows: Vec<_> = Reader::all().iter().map(row).collect();
    html::table(&["Name", "Program or document", "Version", "Published"], &rows)
}

/// A table for each axis: its values, and the readers that have each.
pub(crate) fn axes() -> String {
    let mut rows = Vec::new();
    let values: Vec<Vec<_>> = Reader::all().iter().map(|reader| reader.axes().collect()).collect();
    for (index, (axis, _)) in values[0].iter().enumerate() {
        let mut same: Vec<(&str, Vec<String>)> = Vec::new();
        for (reader, values) in Reader::all().iter().zip(&values) {
            let name = code(reader.name());
            match same.iter_mut().find(|(value, _)| *value == values[index].1) {
                Some((_, names)) => names.push(name),
                None => same.push((values[index].1, vec![name])),
            }
        }
        for (i, (value, names)) in same.into_iter().enumerate() {
            let axis =
                if i == 0 { format!("<strong>{}</strong>", escape(axis)) } else { String::new() };
            rows.push(vec![axis, with_code(value), names.join(", ")]);
        }
    }
    html::table(&["Axis", "Value", "Readers"], &rows)
}

/// The text with what stands between backquotes as code.
fn with_code(text: &str) -> String {
    let part = |(i, part): (usize, &str)| if i % 2 == 1 { code(part) } else { escape(part) };
    text.split('`').enumerate().map(part).collect()
}
