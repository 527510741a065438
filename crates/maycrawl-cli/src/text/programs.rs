//! For which programs an edit of a file changes nothing, and what it changes for the others.

use maycrawl::Printable;
use maycrawl_effects::answer::{ChangeAnswer, ChangeOutcome};
use maycrawl_readers::answer::{ExpectedPrograms, ProgramsAnswer, ProgramsFailure};

use super::output::Output;

/// Programs that are named before the others are counted.
const MAX_PROGRAMS: usize = 3;

/// Paths that are told where something does not hold for programs.
const MAX_FAILURES: usize = 3;

/// `, as all 14 programs read it`, or which of them do: the end of a sentence that says that nothing changes. `it`: the
/// file or the files.
pub(crate) fn as_read(answer: &ProgramsAnswer, it: &str) -> String {
    let kept = &answer.kept;
    let named = kept.len().min(MAX_PROGRAMS);
    let (names, more) = (kept[..named].join(", "), kept.len() - named);
    match (answer.is_proved(), kept.len(), more) {
        (_, 0, _) => String::new(),
        (_, 1, _) => format!(", as {names} reads {it}"),
        (true, count, _) => format!(", as all {count} programs read {it}"),
        (false, _, 0) => format!(", as {names} read {it}"),
        (false, _, more) => format!(", as {names} and {more} more read {it}"),
    }
}

/// What changes for programs, one sentence each.
pub(crate) fn changes(answer: &ProgramsAnswer) -> Vec<String> {
    let changed = answer.changed.iter().map(|change| {
        let unusual = if change.is_unusual { "only unusual paths change: " } else { "" };
        format!("{unusual}{change}")
    });
    let undecided = (!answer.undecided.is_empty())
        .then(|| format!("not known for {}: too much to compare", answer.undecided.join(", ")));
    changed.chain(undecided).collect()
}

/// What an edit changes for some programs although it changes for no crawler as the profile reads the files.
pub(crate) fn only_for(change: &ChangeAnswer, answer: Option<&ProgramsAnswer>) -> Vec<String> {
    answer.filter(|_| change.outcome == ChangeOutcome::None).map(changes).unwrap_or_default()
}

/// Says on standard error what changes. `of`: what stands before each sentence.
pub(crate) fn say(of: &str, answer: &ProgramsAnswer, output: &mut Output) {
    for sentence in changes(answer) {
        output.note("note", &format!("{of}{sentence}"));
    }
}

/// Where what is expected does not hold for programs, in sentences.
pub(crate) fn failures(programs: &ExpectedPrograms) -> Vec<String> {
    let (unusual, usual): (Vec<_>, Vec<_>) = programs.fails.iter().partition(|it| it.is_unusual);
    let names = |fails: &[&ProgramsFailure]| {
        let names: Vec<_> = fails.iter().flat_map(|it| &it.programs).copied().collect();
        names.join(", ")
    };
    let mut told: Vec<_> = usual.iter().take(MAX_FAILURES).map(ToString::to_string).collect();
    if let Some(rest @ [_, ..]) = usual.get(MAX_FAILURES..) {
        told.push(format!("it fails for {} at other URLs", names(rest)));
    }
    if let Some(first) = unusual.first() {
        let path = Printable(first.path.as_bytes());
        told.push(format!("at unusual URLs, such as {path}, it fails for {}", names(&unusual)));
    }
    if !programs.undecided.is_empty() {
        told.push(format!("it is not decided for {}", programs.undecided.join(", ")));
    }
    told
}
