//! `maycrawl man`: the manual pages, of the command and of each subcommand.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::{Command as Process, Stdio};

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use maycrawl::Printable;

use crate::atomic_write;
use crate::help::{self, Sections};
use crate::output::{Failure, Outcome, Output};

/// Shows a page, or writes all of them into a folder.
pub(crate) fn run(
    name: Option<&str>,
    folder: Option<&Path>,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let mut command = help::command().disable_help_subcommand(true);
    command.build();
    if let Some(folder) = folder {
        return write_all(&command, folder, output);
    }
    let command = match name {
        Some(name) => find(&command, name)?,
        None => command,
    };
    let page = page(&command)?;
    if !io::stdout().is_terminal() {
        output.bytes(&page)?;
    } else if !is_shown_by_man(&page) {
        output.line(format_args!("{}", command.clone().render_long_help()))?;
    }
    Ok(Outcome::AllAllowed)
}

/// The subcommand of this name: `cache`, `cache-list`.
fn find(command: &Command, name: &str) -> Result<Command, Failure> {
    let wanted = format!("maycrawl-{}", name.strip_prefix("maycrawl-").unwrap_or(name));
    let mut names = Vec::new();
    let mut found = None;
    each(command, &mut |command| {
        let display = command.get_display_name().unwrap_or_default();
        if display == wanted {
            found = Some(command.clone());
        }
        names.extend(display.strip_prefix("maycrawl-").map(str::to_owned));
        Ok(())
    })?;
    found.ok_or_else(|| {
        let shown = Printable(name.as_bytes());
        Failure::new(format!("there is no subcommand `{shown}`; there are {}", names.join(", ")))
    })
}

/// Calls `visit` for the command, then for its subcommands.
fn each(
    command: &Command,
    visit: &mut impl FnMut(&Command) -> Result<(), Failure>,
) -> Result<(), Failure> {
    visit(command)?;
    subcommands(command).try_for_each(|subcommand| each(subcommand, visit))
}

/// The subcommands without `help`, which clap adds to each command.
fn subcommands(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help")
}

fn write_all(command: &Command, folder: &Path, output: &mut Output) -> Result<Outcome, Failure> {
    let unwritable = |path: &Path, error: &io::Error| {
        let shown = Printable(path.as_os_str().as_encoded_bytes());
        Failure::new(format!("cannot write {shown}: {}", atomic_write::reason(error)))
    };
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    each(command, &mut |command| {
        let name = command.get_display_name().unwrap_or_else(|| command.get_name());
        let path = folder.join(format!("{name}.1"));
        fs::write(&path, page(command)?).map_err(|error| unwritable(&path, &error))?;
        output.line(format_args!("{}", Printable(path.as_os_str().as_encoded_bytes())))
    })?;
    Ok(Outcome::AllAllowed)
}

/// The source of a page, with the standard sections in their order.
fn page(command: &Command) -> Result<Vec<u8>, Failure> {
    let sections = Sections::parse_long(command);
    let man = Man::new(command.clone()).manual("maycrawl");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    paragraphs(&sections.details).to_writer(&mut page)?;
    let mut options = Vec::new();
    man.render_options_section(&mut options)?;
    page.extend(one_section(&options));
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    for heading in ["Exit status", "Environment", "Files", "Examples"] {
        if let Some(text) = sections.get(heading) {
            verbatim(heading, text).to_writer(&mut page)?;
        }
    }
    see_also(command).to_writer(&mut page)?;
    Ok(page)
}

fn paragraphs(text: &str) -> Roff {
    let mut roff = Roff::default();
    for paragraph in text.split("\n\n").map(str::trim).filter(|it| !it.is_empty()) {
        roff.control("PP", []);
        if paragraph.contains("\n  ") {
            roff.control("nf", []);
        }
        for line in paragraph.lines() {
            roff.text([roman(line)]);
        }
        if paragraph.contains("\n  ") {
            roff.control("fi", []);
        }
    }
    roff
}

/// Makes the headings of options subsections of one section.
fn one_section(options: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(options);
    let lines = text.lines().map(|line| match line.strip_prefix(".SH ") {
        Some(heading) if heading != "OPTIONS" => format!(".SS {heading}\n"),
        _ => format!("{line}\n"),
    });
    lines.collect::<String>().into_bytes()
}

/// A section that keeps its line ends.
fn verbatim(heading: &str, text: &str) -> Roff {
    let mut roff = Roff::default();
    roff.control("SH", [heading.to_uppercase().as_str()]);
    roff.control("nf", []);
    for line in text.lines() {
        roff.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
    }
    roff.control("fi", []);
    roff
}

fn see_also(command: &Command) -> Roff {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let mut names: Vec<String> = match name.rsplit_once('-') {
        Some((above, _)) => vec![format!("{above}(1)")],
        None => Vec::new(),
    };
    let below = subcommands(command);
    names.extend(below.filter_map(|it| Some(format!("{}(1)", it.get_display_name()?))));
    let mut roff = Roff::default();
    roff.control("SH", ["SEE ALSO"]);
    roff.text([roman(names.join(", "))]);
    roff.control("PP", []);
    roff.text([roman("RFC 9309, Robots Exclusion Protocol.")]);
    roff
}

/// Shows the page with man. False if there is no man that reads a page from its input.
fn is_shown_by_man(page: &[u8]) -> bool {
    let man = Process::new("man").args(["-l", "-"]).stdin(Stdio::piped()).spawn();
    let Ok(mut man) = man else { return false };
    if let Some(mut input) = man.stdin.take() {
        drop(input.write_all(page)); // an error means that the pager was left early
    }
    man.wait().is_ok_and(|status| status.success())
}
