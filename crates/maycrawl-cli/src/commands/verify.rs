//! `maycrawl verify`: does robots.txt do what is expected of it, for every URL?

use std::path::Path;

use anstyle::{AnsiColor, Style};
use maycrawl::answer::AnswerRule;
use maycrawl::{Printable, RobotsTxt};
use maycrawl_effects::Budget;
use maycrawl_effects::expectation::{
    self, Expectation, ExpectationAnswer, ExpectationError, ExpectationOutcome, FailureAnswer,
    Verifier,
};
use maycrawl_readers::answer::{ExpectedPrograms, VerifyAnswer};

use super::diff::use_lines;
use crate::args::{Verify, VerifyFormat, readers_of};
use crate::inputs::input;
use crate::inputs::robots_source::RobotsReader;
use crate::text::github_annotation::{data, property};
use crate::text::output::{Exit, Failure, Output};
use crate::text::programs;
use crate::text::wrap::{shortened, wrapped};

/// Names of crawlers that are listed for a failure.
const MAX_NAMES: usize = 4;

pub(crate) fn run(args: &Verify, output: &mut Output) -> Result<Exit, Failure> {
    if args.robots == "-" && args.expectations == "-" {
        return Err(Failure::new("standard input cannot be both files; name a file for one"));
    }
    let name = input::name(Path::new(&args.expectations));
    let (expectations, _) = read(&args.expectations)?;
    let robots = RobotsReader::new(&args.site, args.profile).read(&args.robots, output)?;
    let parsed = robots.parse(args.profile, &args.suspicious, output)?;
    let verifier = Verifier::new(&parsed, &mut Budget::default());
    let (mut outcome, mut holding, mut not_for_all) = (Exit::Done, 0, 0);
    let readers = readers_of(&args.readers);
    // The file is the user's own: each line has all its steps, however many lines there are.
    let answers = verifier.verify_all(&expectations, &mut Budget::new(u64::MAX));
    let budget = &mut Budget::new(VerifyAnswer::STEPS_FOR_PROGRAMS);
    let answers =
        VerifyAnswer::of_all(&parsed, &verifier, (&expectations, answers), &readers, budget);
    for (expectation, answer) in expectations.iter().zip(answers) {
        for note in expectation.notes() {
            output.note("note", &format!("{name}:{}: {note}", expectation.line()));
        }
        outcome = outcome.max(status(&answer, !args.readers.is_empty()));
        let holds = answer.expectation.outcome == ExpectationOutcome::Holds;
        holding += usize::from(holds);
        not_for_all += usize::from(holds && answer.programs.as_ref().is_some_and(fails));
        match args.format {
            VerifyFormat::Text => text(&name, &answer, output)?,
            VerifyFormat::Json => output.json(&answer)?,
            VerifyFormat::Github => github(&name, &answer, !args.readers.is_empty(), output)?,
        }
    }
    if args.format == VerifyFormat::Text {
        let but = if not_for_all == 0 {
            String::new()
        } else {
            format!("; {not_for_all} of these not for every program")
        };
        output.line(format_args!(
            "{holding} of {} expectations hold for every URL of {}{but}",
            expectations.len(),
            robots.name
        ))?;
    }
    if let Some(path) = &args.certificate {
        super::certificate::write(path, |budget| verifier.certificate(&expectations, budget))?;
    }
    Ok(outcome)
}

/// The exit status of a line. `must`: it must hold for the programs, too.
pub(super) fn status(answer: &VerifyAnswer, must: bool) -> Exit {
    let status = match answer.expectation.outcome {
        ExpectationOutcome::Holds => Exit::Done,
        ExpectationOutcome::Undecided => Exit::Unanswered,
        _ => Exit::Found,
    };
    let of_programs = match answer.programs.as_ref().filter(|_| must) {
        Some(programs) if !programs.fails.is_empty() => Exit::Found,
        Some(programs) if !programs.undecided.is_empty() => Exit::Unanswered,
        _ => Exit::Done,
    };
    status.max(of_programs)
}

/// True if it fails for a program, and not only at URLs that nobody writes.
fn fails(programs: &ExpectedPrograms) -> bool {
    programs.fails.iter().any(|it| !it.is_unusual)
}

/// The expectations of a file, at least one, and the bytes of the file.
///
/// # Errors
/// The file cannot be read, or a line of it is wrong.
pub(super) fn read(path: &str) -> Result<(Vec<Expectation>, Vec<u8>), Failure> {
    let name = input::name(Path::new(path));
    let bytes = input::whole(Path::new(path), "a file of expectations")?;
    let expectations = parse(&bytes, &name).map_err(|failure| {
        match RobotsTxt::parse(&bytes).groups().next() {
            Some(_) => Failure::new(format!(
                "{name} is a robots.txt; name a file of expectations, and the robots.txt with --robots: maycrawl verify EXPECTATIONS -r {name}"
            )),
            None => failure,
        }
    })?;
    // Without an expectation all of them hold, so a workflow with an empty file would always pass.
    if expectations.is_empty() {
        return Err(Failure::new(format!(
            "{name} has no expectation; write a line such as: disallow * /checkout/"
        )));
    }
    Ok((expectations, bytes))
}

fn parse(bytes: &[u8], name: &str) -> Result<Vec<Expectation>, Failure> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        Failure::new(format!("{name}: byte {} is not UTF-8", error.valid_up_to() + 1))
    })?;
    expectation::parse(text).map_err(|errors| {
        let shown: Vec<_> = errors.iter().take(10).map(|error| caret(name, error)).collect();
        let more = errors.len().saturating_sub(shown.len());
        let more =
            if more > 0 { format!("\n\n{more} more lines are wrong") } else { String::new() };
        Failure::new(format!("{}{more}", shown.join("\n\n")))
    })
}

/// An error with its line, and marks below what is wrong.
fn caret(name: &str, error: &ExpectationError) -> String {
    let number = error.line.to_string();
    let text: String = error.text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let (column, length) = (error.column - 1, error.length);
    format!(
        "{name}:{number}:{}: {}\n  {number} | {text}\n  {:width$} | {:column$}{}",
        error.column,
        error.message,
        "",
        "",
        "^".repeat(length),
        width = number.len()
    )
}

fn text(name: &str, answer: &VerifyAnswer, output: &mut Output) -> Result<(), Failure> {
    let programs = answer.programs.as_ref().map(programs::failures).unwrap_or_default();
    let answer = &answer.expectation;
    let (word, color) = match answer.outcome {
        ExpectationOutcome::Holds => ("holds", AnsiColor::Green),
        ExpectationOutcome::Undecided => ("undecided", AnsiColor::Yellow),
        ExpectationOutcome::Empty => ("says nothing: no URL is in its region", AnsiColor::Red),
        ExpectationOutcome::Fails => ("fails", AnsiColor::Red),
    };
    let style = Style::new().fg_color(Some(color.into()));
    let shown = Printable(answer.text.as_bytes()).to_string();
    output.line_painted(format_args!("{name}:{}: {shown}: ", answer.line), style, word)?;
    if answer.outcome == ExpectationOutcome::Holds && !answer.readers.is_empty() {
        output.line(format_args!("  {}", wrapped(&for_one_kind(answer), 2)))?;
    }
    for failure in &answer.failures {
        let names = who(failure);
        output
            .line(format_args!("  {}", wrapped(&format!("{}:", Printable(names.as_bytes())), 2)))?;
        output.line(format_args!("    {}", wrapped(&sentence(failure), 4)))?;
        if let Some(change) = &failure.change {
            output.line(format_args!("    {}", wrapped(&format!("help: {change}"), 4)))?;
        }
    }
    // Where it fails for the profile, that comes first, and to mend it changes what programs say.
    let is_told = !matches!(answer.outcome, ExpectationOutcome::Fails | ExpectationOutcome::Empty);
    for sentence in programs.iter().filter(|_| is_told) {
        output.line(format_args!("  {}", wrapped(&format!("but {sentence}"), 2)))?;
    }
    Ok(())
}

/// The crawlers for which an expectation fails.
fn who(failure: &FailureAnswer) -> String {
    let others = (failure.more, failure.others);
    super::crawlers_with_readers(
        &failure.crawlers,
        others,
        &failure.purpose_tokens,
        &failure.readers,
        MAX_NAMES,
        str::to_owned,
    )
}

/// The crawlers for which an expectation holds for one kind of readers only.
fn for_one_kind(answer: &ExpectationAnswer) -> String {
    let who = super::crawlers_with_readers(
        &[],
        (0, false),
        &[],
        &answer.readers,
        MAX_NAMES,
        str::to_owned,
    );
    format!("for {who}")
}

/// `/x is allowed: no rule matches`, and for `same` what differs.
fn sentence(failure: &FailureAnswer) -> String {
    let (path, decision) = (Printable(failure.example.as_bytes()), failure.decision);
    if let Some(side) = &failure.said {
        let lines = use_lines(side);
        return format!("{path}: {} ({lines})", side.outcome.name());
    }
    let said = format!("{path} is {decision}: {}", rule(failure.rule.as_ref()));
    match &failure.differs_from {
        None => said,
        Some(other) => format!(
            "{said}; not for {}: {}",
            Printable(other.as_bytes()),
            rule(failure.other_rule.as_ref())
        ),
    }
}

fn rule(rule: Option<&AnswerRule>) -> String {
    rule.map_or("no rule matches".to_owned(), |rule| {
        let text = format!("{}: {}", rule.kind, Printable(rule.pattern.as_bytes()));
        format!("line {}, {}", rule.line, shortened(&text, 60))
    })
}

/// Why a line does not hold, where no crawler is the reason.
fn why_not(answer: &ExpectationAnswer) -> Option<&'static str> {
    match answer.outcome {
        ExpectationOutcome::Empty => Some("no URL is in its region, so it says nothing"),
        ExpectationOutcome::Undecided => Some("it could not be decided"),
        _ => None,
    }
}

fn in_words(answer: &ExpectationAnswer, failure: &FailureAnswer) -> String {
    format!("{}: fails for {}: {}", answer.text, who(failure), sentence(failure))
}

/// Where a line holds, but not for every program.
fn but(answer: &VerifyAnswer) -> Vec<String> {
    let holds = answer.expectation.outcome == ExpectationOutcome::Holds;
    let told = answer.programs.as_ref().filter(|_| holds).map(programs::failures);
    let told = told.unwrap_or_default().into_iter();
    told.map(|sentence| format!("{}: holds, but {sentence}", answer.expectation.text)).collect()
}

/// Why a line does not hold, in sentences.
pub(super) fn sentences(answer: &VerifyAnswer) -> Vec<String> {
    let (programs, answer) = (but(answer), &answer.expectation);
    let why = why_not(answer).map(|why| format!("{}: {why}", answer.text));
    let failures = answer.failures.iter().map(|failure| in_words(answer, failure));
    let told = why.into_iter().chain(failures).chain(programs);
    told.map(|text| Printable(text.as_bytes()).to_string()).collect()
}

fn github(
    name: &str,
    answer: &VerifyAnswer,
    must: bool,
    output: &mut Output,
) -> Result<(), Failure> {
    let (programs, answer) = (but(answer), &answer.expectation);
    let (file, line) = (property(name), answer.line);
    let level = if must { "error" } else { "notice" };
    for sentence in programs {
        let message = data(&sentence);
        output
            .line(format_args!("::{level} file={file},line={line},title=expectation::{message}"))?;
    }
    let why = why_not(answer);
    if answer.outcome == ExpectationOutcome::Holds && !answer.readers.is_empty() {
        let message = data(&format!("{}: holds {}", answer.text, for_one_kind(answer)));
        output
            .line(format_args!("::notice file={file},line={line},title=expectation::{message}"))?;
    }
    if let Some(why) = why {
        let message = data(&format!("{}: {why}", answer.text));
        output
            .line(format_args!("::error file={file},line={line},title=expectation::{message}"))?;
    }
    for failure in &answer.failures {
        let help =
            failure.change.as_ref().map_or(String::new(), |change| format!("\nhelp: {change}"));
        let message = data(&format!("{}{help}", in_words(answer, failure)));
        output
            .line(format_args!("::error file={file},line={line},title=expectation::{message}"))?;
    }
    Ok(())
}
