//! `maycrawl man`: the manual pages, of the command and of each subcommand.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use maycrawl::Printable;

use crate::atomic_write;
use crate::command_doc::{CommandDoc, man, markdown};
use crate::help;
use crate::text::output::{Exit, Failure, Output};

/// Shows a page, or writes all of them into a folder.
pub(crate) fn run(
    name: Option<&str>,
    folder: Option<&Path>,
    is_markdown: bool,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let doc = help::documentation();
    if let Some(folder) = folder {
        return write_all(&doc, folder, is_markdown, output);
    }
    let all = doc.all();
    // SEE ALSO names the pages `maycrawl-check` and so on, so a person may write that instead of `check`.
    let wanted = name.map_or("", |name| name.strip_prefix("maycrawl-").unwrap_or(name));
    let found = all.iter().find(|doc| doc.name() == wanted);
    let doc = found.ok_or_else(|| {
        let names: Vec<_> = all.iter().skip(1).map(|doc| doc.name()).collect();
        let shown = Printable(wanted.as_bytes());
        Failure::new(format!("there is no subcommand `{shown}`; there are {}", names.join(", ")))
    })?;
    let page = page(doc, is_markdown);
    if is_markdown || !io::stdout().is_terminal() {
        output.bytes(page.as_bytes())?;
    } else if !is_shown_by_man(page.as_bytes()) {
        output.line(format_args!("{}", help::long_help(&doc.words)))?;
    }
    Ok(Exit::Done)
}

fn page(doc: &CommandDoc, is_markdown: bool) -> String {
    if is_markdown { markdown::page(doc) } else { man::page(doc) }
}

fn write_all(
    doc: &CommandDoc,
    folder: &Path,
    is_markdown: bool,
    output: &mut Output,
) -> Result<Exit, Failure> {
    for doc in doc.all() {
        let name =
            if is_markdown { markdown::file_name(doc) } else { format!("{}.1", doc.page_name()) };
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| atomic_write::failure(parent, &error))?;
        fs::write(&path, page(doc, is_markdown))
            .map_err(|error| atomic_write::failure(&path, &error))?;
        output.line(format_args!("{}", Printable(path.as_os_str().as_encoded_bytes())))?;
    }
    Ok(Exit::Done)
}

/// Shows the page with man. False if there is no man that reads a page from its input.
fn is_shown_by_man(page: &[u8]) -> bool {
    let man = Command::new("man").args(["-l", "-"]).stdin(Stdio::piped()).spawn();
    let Ok(mut man) = man else { return false };
    if let Some(mut input) = man.stdin.take() {
        drop(input.write_all(page)); // an error means that the pager was left early
    }
    man.wait().is_ok_and(|status| status.success())
}
