//! The statements of Google's documents, each with the test that holds it.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;

use serde::Deserialize;

use crate::html::{escape, inline, table_with_filter};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/statements.jsonl");

/// A statement: a line of `docs/statements.jsonl`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// Its number, from 1 without a gap.
    pub number: u32,
    /// What it says, in a few words.
    pub statement: String,
    /// The title of the document.
    pub document: String,
    /// The part of the document.
    pub section: String,
    /// The tests that hold it: [`Held`] reads one.
    pub held_by: Vec<String>,
    /// How maycrawl differs, and why; absent if it does what the statement says.
    pub deviation: Option<String>,
}

/// What holds a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held<'t> {
    /// A test: crate, file in its folder `tests` or `src`, function.
    Test(&'t str, &'t str, &'t str),
    /// A case of `conformance/*.jsonl`, by its id.
    Case(&'t str),
    /// An answer of `conformance/answers/judged.jsonl`, by its id.
    Answer(&'t str),
    /// A test of the tester page: file, title.
    Page(&'t str, &'t str),
}

impl<'t> Held<'t> {
    /// Reads a reference, as the map and the table of statements write it. `None` if it is not one.
    #[must_use]
    pub fn parse(text: &'t str) -> Option<Self> {
        let parts: Vec<_> = text.split('`').collect();
        match parts[..] {
            ["case ", id, ""] => Some(Self::Case(id)),
            ["answer ", id, ""] => Some(Self::Answer(id)),
            [package, file, ": ", name, ""] => match package.strip_suffix(", ")? {
                "page" => Some(Self::Page(file, name)),
                package => Some(Self::Test(package, file, name)),
            },
            _ => None,
        }
    }
}

/// All statements, in the order of the file.
///
/// # Errors
/// The file cannot be read, or a line is not a statement.
pub fn statements() -> Result<Vec<Statement>, Box<dyn Error + Send + Sync>> {
    let text = fs::read_to_string(FILE)?;
    let mut statements = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let statement = serde_json::from_str(line)
            .map_err(|error| format!("docs/statements.jsonl, line {}: {error}", number + 1))?;
        statements.push(statement);
    }
    Ok(statements)
}

/// The numbers of the statements from which maycrawl differs, as a sentence.
fn deviations(statements: &[Statement]) -> String {
    let differ = statements.iter().filter(|statement| statement.deviation.is_some());
    let numbers: Vec<_> = differ.map(|statement| statement.number.to_string()).collect();
    let documents: BTreeSet<_> = statements.iter().map(|statement| &statement.document).collect();
    format!(
        "\n{} statements of {} documents. From {} maycrawl differs, or does them in part: {}.\n",
        statements.len(),
        documents.len(),
        numbers.len(),
        numbers.join(", ")
    )
}

pub(crate) fn table() -> Result<String, Box<dyn Error + Send + Sync>> {
    let statements = statements()?;
    let rows: Vec<_> = statements.iter().map(row).collect();
    let head = ["Number", "Statement", "Document", "Section", "Held by", "Differs"];
    Ok(deviations(&statements) + &table_with_filter("Show only", &head, &rows))
}

fn row(statement: &Statement) -> Vec<String> {
    let held: Vec<_> = statement.held_by.iter().map(|held| inline(held)).collect();
    vec![
        statement.number.to_string(),
        inline(&statement.statement),
        escape(&statement.document),
        escape(&statement.section),
        held.join("<br>"),
        statement.deviation.as_deref().map_or(String::new(), inline),
    ]
}
