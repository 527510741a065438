//! The pages of the site as Markdown: documents of the repository, with what is made from the sources in them.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;

use maycrawl_lint::Lint;

use crate::{
    api, crawlers, lints, markdown, profiles, readers, recipes, results, statements, uses,
};

/// The folder of the documents.
pub(crate) const DOCS: &str = env!("CARGO_MANIFEST_DIR");
/// The list of the chapters.
pub(crate) const SUMMARY: &str = "SUMMARY.md";

/// Where the front page leads to the tester, if the site has it.
pub(crate) const TRY_MARK: &str = "<!-- try -->";

const MADE: (&str, &str) = ("<!-- made: ", " -->");

type Failure = Box<dyn Error + Send + Sync>;

/// A page, as mdBook reads it.
pub struct Page {
    /// Its Markdown file, from the root of the site.
    pub path: String,
    /// Its Markdown.
    pub text: String,
}

/// Every page that the list of the chapters has.
///
/// # Errors
/// A document cannot be read, or has a marker that is not known.
pub fn pages() -> Result<Vec<Page>, Failure> {
    // A page is listed once, but two lists may have it.
    let paths: BTreeSet<String> = crate::links(&summary()?).into_iter().collect();
    let lint_pages = lints::pages();
    let mut pages = Vec::new();
    for path in paths {
        let lint = lint_pages.iter().find(|(lint, _)| *lint == path);
        let text = match lint {
            Some((_, text)) => markdown::linked(text),
            None => complete(&read(&path)?, &path)?,
        };
        pages.push(Page { path, text });
    }
    Ok(pages)
}

/// The list of the chapters, with those that are made from the sources.
pub(crate) fn summary() -> Result<String, Failure> {
    let mut text = String::new();
    for line in read(SUMMARY)?.lines() {
        match made(line.trim()) {
            Some("lints") => {
                for lint in Lint::all() {
                    text.push_str(&chapter(lint.name, &lints::path(lint)));
                }
            }
            Some("commands") => {
                for (name, path) in command_pages()? {
                    text.push_str(&chapter(&name, &path));
                }
            }
            Some(other) => return Err(unknown(other, SUMMARY)),
            None => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    Ok(text)
}

/// The commands, each with the path of its page, in the order of the help.
fn command_pages() -> Result<Vec<(String, String)>, Failure> {
    let mut pages = Vec::new();
    for link in crate::links(&read("reference/commands.md")?) {
        let Some(file) = link.strip_prefix("commands/") else { continue };
        let command = file.trim_end_matches(".md");
        pages.push((command.to_owned(), format!("reference/{link}")));
        // Such as `cache-list.md`, for `maycrawl cache list`.
        for link in crate::links(&read(&format!("reference/commands/{file}"))?) {
            let words = link.strip_prefix(command).and_then(|rest| rest.strip_suffix(".md"));
            if let Some(words) = words {
                pages.push((
                    format!("{command}{}", words.replace('-', " ")),
                    format!("reference/commands/{link}"),
                ));
            }
        }
    }
    Ok(pages)
}

fn chapter(words: &str, path: &str) -> String {
    format!("  - [{words}]({path})\n")
}

/// A document with links to its references, and with what its markers stand for.
fn complete(document: &str, path: &str) -> Result<String, Failure> {
    let mut text = String::new();
    let mut prose = String::new();
    for line in document.lines() {
        let Some(name) = made(line) else {
            prose.push_str(line);
            prose.push('\n');
            continue;
        };
        text.push_str(&markdown::linked(&prose));
        prose.clear();
        text.push_str(&match name {
            "api" => markdown::linked(&api::markdown()?),
            "crawlers" => crawlers::table(),
            "lints" => lints::table(),
            "profiles" => profiles::table(),
            "reader axes" => readers::axes(),
            "readers" => readers::list(),
            "recipes" => markdown::linked(&recipes::markdown()),
            "results after a file" => results::table(true),
            "results without a file" => results::table(false),
            "statements" => statements::table()?,
            "try" => format!("{TRY_MARK}\n\n"),
            "use families" => uses::families(),
            "use words" => uses::words(),
            other => return Err(unknown(other, path)),
        });
    }
    text.push_str(&markdown::linked(&prose));
    Ok(text)
}

/// The name in a line that is a marker.
fn made(line: &str) -> Option<&str> {
    line.strip_prefix(MADE.0)?.strip_suffix(MADE.1)
}

fn unknown(name: &str, path: &str) -> Failure {
    format!("docs/{path}: nothing is made for the marker `{name}`; see docs/src/pages.rs").into()
}

fn read(path: &str) -> Result<String, Failure> {
    let read = fs::read_to_string(Path::new(DOCS).join(path));
    read.map_err(|error| format!("docs/{path}: {error}").into())
}
