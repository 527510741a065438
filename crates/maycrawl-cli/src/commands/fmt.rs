//! `maycrawl fmt`: formats files without changing their meaning.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use maycrawl::{Printable, Profile};
use maycrawl_effects::Budget;
use maycrawl_readers::reader_changes;
use similar::{ChangeTag, TextDiff};

use crate::args::Fmt;
use crate::atomic_write;
use crate::inputs::input;
use crate::text::output::{Exit, Failure, Output};
use crate::text::programs;
/// Time limit for comparing two files; after it the rest is shown as replaced. Files that differ nearly everywhere take
/// long.
pub(super) const DIFF_TIMEOUT: Duration = Duration::from_secs(2);

pub(crate) fn run(args: &Fmt, output: &mut Output) -> Result<Exit, Failure> {
    let standard_input = [PathBuf::from("-")];
    let files = if args.files.is_empty() { &standard_input[..] } else { &args.files };
    if files.len() > 1 && !(args.check || args.write || args.diff) {
        return Err(Failure::new(
            "several files cannot be printed one after the other; add --write, --check or --diff",
        ));
    }
    let mut outcome = Exit::Done;
    for path in files {
        outcome = outcome.max(match one(args, path, output) {
            Ok(outcome) => outcome,
            Err(Failure::Message(message)) => {
                output.note("error", &message);
                Exit::Unanswered
            }
            Err(failure) => return Err(failure),
        });
    }
    Ok(outcome)
}

fn one(args: &Fmt, path: &Path, output: &mut Output) -> Result<Exit, Failure> {
    let is_input = path == Path::new("-");
    if is_input && args.write {
        return Err(Failure::new("--write cannot write to standard input; name a file"));
    }
    input::say_if_terminal(path, output);
    let bytes = input::whole(path, input::ROBOTS_TXT)?;
    let name = if is_input { "standard input".to_owned() } else { input::name(path) };
    if let Some(limit) = Profile::GOOGLE.size_limit.filter(|&limit| bytes.len() > limit) {
        output.note(
            "warning",
            &format!(
                "{name} has {} bytes, but crawlers read only {limit}: it is not changed",
                bytes.len()
            ),
        );
    }
    // A file over the limit comes back as it is. If it got shorter, crawlers would read lines that they ignore now.
    let formatted = maycrawl_lint::format(&bytes);
    let changes = *formatted != *bytes;
    if changes {
        let readers = args.proved.readers();
        let told = reader_changes(&readers, &bytes, &formatted, &mut Budget::default());
        programs::say(&format!("{name}, formatted: "), &told.answer(&readers), output);
    }
    if args.diff && changes {
        diff(&name, &bytes, &formatted, output)?;
    }
    if args.write && changes {
        atomic_write::replace(path, &formatted)
            .map_err(|error| atomic_write::failure(path, &error))?;
    }
    match (args.write, args.check) {
        (true, _) if changes => output.line(format_args!("formatted  {name}"))?,
        (true, _) => output.line(format_args!("unchanged  {name}"))?,
        (_, true) if changes => {
            output.line(format_args!("would change  {name}"))?;
            return Ok(Exit::Found);
        }
        (false, false) if !args.diff => output.file(&formatted)?,
        _ => {}
    }
    Ok(Exit::Done)
}

/// Prints the changes as a unified diff for people: control characters are escaped, so a CR is visible.
fn diff(name: &str, before: &[u8], after: &[u8], output: &mut Output) -> Result<(), Failure> {
    output.line(format_args!("--- {name}\n+++ {name}, formatted"))?;
    let diff = TextDiff::configure().timeout(DIFF_TIMEOUT).diff_lines(before, after);
    for hunk in diff.unified_diff().context_radius(3).iter_hunks() {
        output.line(format_args!("{}", hunk.header()))?;
        for change in hunk.iter_changes() {
            let (sign, style) = match change.tag() {
                ChangeTag::Equal => (" ", Style::new()),
                ChangeTag::Delete => ("-", AnsiColor::Red.on_default()),
                ChangeTag::Insert => ("+", AnsiColor::Green.on_default()),
            };
            let line = change.value();
            let end = if line.ends_with(b"\n") { "" } else { "  (no newline at the end)" };
            let line = Printable(line.strip_suffix(b"\n").unwrap_or(line));
            output.painted(style, &format!("{sign}{line}{end}"))?;
            output.line(format_args!(""))?;
        }
    }
    Ok(())
}
