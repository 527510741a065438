//! `maycrawl minimise`: the same verdicts with fewer lines.

use std::path::Path;

use maycrawl::{Printable, Profile, RobotsTxt};
use maycrawl_effects::answer::MinimiseAnswer;
use maycrawl_effects::{Budget, Certificate, Minimised, Region, minimised};
use maycrawl_readers::answer::ProgramsAnswer;
use maycrawl_readers::reader_changes;

use crate::args::{Minimise, MinimiseFormat};
use crate::atomic_write;
use crate::inputs::input;
use crate::inputs::robots_input::RobotsInput;
use crate::text::output::{Exit, Failure, Output};
use crate::text::programs;
use crate::text::wrap::{shortened, wrapped};

pub(crate) fn run(args: &Minimise, output: &mut Output) -> Result<Exit, Failure> {
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
    let mut budget = Minimised::BUDGET;
    let shorter = minimised(&robots, &mut budget);
    let fits = args.under.map(|limit| shorter.bytes.len() <= limit);
    if let Some(path) = &args.certificate {
        // Before the file is replaced: without its proof it stays as it is.
        super::certificate::write(path, |budget| {
            let after = RobotsTxt::parse_with(&shorter.bytes, profile);
            let everything = Region::everything();
            Certificate::new(&robots, &after, &everything, budget)
        })?;
    }
    if args.list {
        list(args, &robots, &shorter, output)?;
    } else if !args.write {
        output.file(&shorter.bytes)?;
    } else if shorter.bytes != *bytes {
        atomic_write::replace(&args.file, &shorter.bytes)
            .map_err(|error| atomic_write::failure(&args.file, &error))?;
    }
    let readers = args.proved.readers();
    let changes = reader_changes(&readers, bytes, &shorter.bytes, &mut Budget::default());
    let told = changes.answer(&readers);
    output.note("note", &summary(bytes, &shorter, &told));
    programs::say("", &told, output);
    if let (Some(false), Some(limit)) = (fits, args.under) {
        let size = shorter.bytes.len();
        output.note("error", &format!("the result has {size} bytes, more than {limit}"));
        return Ok(Exit::Found);
    }
    Ok(Exit::Done)
}

fn summary(before: &[u8], shorter: &Minimised, told: &ProgramsAnswer) -> String {
    let (old, new) = (before.len(), shorter.bytes.len());
    let unchanged = match programs::as_read(told, "it") {
        // No program is left for which that is proved.
        none if none.is_empty() => "no use changes".to_owned(),
        as_read => format!("no verdict changes and no use changes{as_read}"),
    };
    let undecided = match shorter.undecided {
        rules if rules > 0 && shorter.removed.is_empty() => {
            return format!("no rule was found that can go; {rules} could not be decided");
        }
        0 => String::new(),
        1 => "; 1 rule stays because it could not be decided".to_owned(),
        rules => format!("; {rules} rules stay because they could not be decided"),
    };
    match shorter.removed.len() {
        0 => format!("every rule is needed{undecided}"),
        1 => {
            format!("1 line is not needed: {old} bytes become {new}; {unchanged}{undecided}")
        }
        lines => format!(
            "{lines} lines are not needed: {old} bytes become {new}; {unchanged}{undecided}"
        ),
    }
}

fn list(
    args: &Minimise,
    robots: &RobotsTxt<'_>,
    shorter: &Minimised,
    output: &mut Output,
) -> Result<(), Failure> {
    let answer = MinimiseAnswer::new(robots, shorter, args.under);
    if args.format == MinimiseFormat::Json {
        return output.json(&answer);
    }
    for gone in &answer.lines {
        let shown = shortened(&Printable(gone.text.as_bytes()).to_string(), 68);
        output.line(format_args!("line {}: {shown}", gone.line))?;
        output.line(format_args!("  {}", wrapped(gone.reason, 2)))?;
    }
    Ok(())
}
