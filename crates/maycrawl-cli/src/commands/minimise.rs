//! `maycrawl minimise`: the same verdicts with fewer lines.

use std::path::Path;

use maycrawl::effect::{Budget, Minimised};
use maycrawl::{Printable, Profile, RobotsTxt};
use serde::Serialize;

use crate::args::{Minimise, MinimiseFormat};
use crate::output::{Failure, Outcome, Output};
use crate::robots_input::RobotsInput;
use crate::wrap::{shortened, wrapped};
use crate::{atomic_write, input};

/// Work for one file: about ten seconds.
const BUDGET: Budget<'static> = Budget::new(1_000_000_000);

#[derive(Serialize)]
struct JsonResult<'m> {
    bytes_before: usize,
    bytes_after: usize,
    lines: Vec<JsonLine<'m>>,
    undecided: usize,
    /// Whether the result fits into `--under`; `null` without it.
    fits: Option<bool>,
}

#[derive(Serialize)]
struct JsonLine<'m> {
    line: u32,
    text: String,
    reason: &'m str,
}

pub(crate) fn run(args: &Minimise, output: &mut Output) -> Result<Outcome, Failure> {
    let is_input = args.file == Path::new("-");
    if is_input && args.write {
        return Err(Failure::new("--write cannot write to standard input; name a file"));
    }
    input::say_if_terminal(&args.file, output);
    let file = RobotsInput::read(&args.file)?;
    // Without the limit of size: what is behind it would not be in the result, and `--write` would remove it.
    let mut profile = Profile::GOOGLE;
    profile.size_limit = None;
    let robots = RobotsTxt::parse_with(&file.bytes, profile);
    // `check` and `diff` only warn of a file that is probably not a robots.txt. This command may overwrite it.
    if let Some(text) = file.suspicion(&robots) {
        return Err(Failure::new(text));
    }
    let bytes = &file.bytes;
    let mut budget = BUDGET;
    let shorter = robots.minimised(&mut budget);
    let fits = args.under.map(|limit| shorter.bytes.len() <= limit);
    if args.list {
        list(args, &robots, &shorter, fits, output)?;
    } else if !args.write {
        output.file(&shorter.bytes)?;
    } else if shorter.bytes != *bytes {
        atomic_write::replace(&args.file, &shorter.bytes).map_err(|error| {
            let (name, why) = (input::name(&args.file), atomic_write::reason(&error));
            Failure::new(format!("cannot write {name}: {why}"))
        })?;
    }
    output.note("note", &summary(bytes, &shorter));
    if let (Some(false), Some(limit)) = (fits, args.under) {
        let size = shorter.bytes.len();
        output.note("error", &format!("the result has {size} bytes, more than {limit}"));
        return Ok(Outcome::SomeDisallowed);
    }
    Ok(Outcome::AllAllowed)
}

fn summary(before: &[u8], shorter: &Minimised) -> String {
    let (old, new) = (before.len(), shorter.bytes.len());
    let undecided = match shorter.undecided {
        0 => String::new(),
        1 => "; 1 rule stays because it could not be decided".to_owned(),
        rules => format!("; {rules} rules stay because they could not be decided"),
    };
    match shorter.removed.len() {
        0 => format!("every rule is needed{undecided}"),
        1 => {
            format!("1 line is not needed: {old} bytes become {new}; no verdict changes{undecided}")
        }
        lines => format!(
            "{lines} lines are not needed: {old} bytes become {new}; no verdict changes{undecided}"
        ),
    }
}

fn list(
    args: &Minimise,
    robots: &RobotsTxt<'_>,
    shorter: &Minimised,
    fits: Option<bool>,
    output: &mut Output,
) -> Result<(), Failure> {
    let text = |line: u32| String::from_utf8_lossy(robots.line_text(line).unwrap_or_default());
    if args.format == MinimiseFormat::Json {
        let lines = shorter.removed.iter().map(|gone| JsonLine {
            line: gone.line,
            text: text(gone.line).into_owned(),
            reason: &gone.reason,
        });
        return output.json(&JsonResult {
            bytes_before: robots.as_bytes().len(),
            bytes_after: shorter.bytes.len(),
            lines: lines.collect(),
            undecided: shorter.undecided,
            fits,
        });
    }
    for gone in &shorter.removed {
        let shown = shortened(&Printable(text(gone.line).as_bytes()).to_string(), 68);
        output.line(format_args!("line {}: {shown}", gone.line))?;
        output.line(format_args!("  {}", wrapped(&gone.reason, 2)))?;
    }
    Ok(())
}
