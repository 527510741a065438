//! `maycrawl readers`: where other programs disagree on a file.

use maycrawl::line::Lines;
use maycrawl::{Decision, Printable, Profile};
use maycrawl_effects::{Budget, Paths, PathsKind};
use maycrawl_language::Language;
use maycrawl_readers::{
    Disagreement, Disagreements, Reader, ReaderLine, Reason, UNNAMED, disagreements, names,
};
use serde::Serialize;

use crate::answer::{Answer, AnswerWords};
use crate::args::{CompareReaders, Format};
use crate::inputs::robots_input::RobotsInput;
use crate::inputs::{agent_arg, input};
use crate::text::output::{Exit, Failure, Output};
use crate::text::wrap::wrapped;

/// Bytes of a line that are shown.
const SHOWN_BYTES: usize = 128;

/// Names of a file that are asked about. A file with more is no file for crawlers.
const MAX_NAMES: usize = 1000;

/// Paths that are shown of disagreements with the same readers and reasons.
const MAX_PATHS: usize = 3;

/// Some seconds, if a file needs them: the readers are compared with the first one.
const STEPS: u64 = 1_000_000_000;

pub(crate) fn run(args: &CompareReaders, output: &mut Output) -> Result<Exit, Failure> {
    input::say_if_terminal(&args.robots, output);
    let file = RobotsInput::read(&args.robots)?;
    // For its warnings: the file may be a page of HTML. The programs read a file of any size.
    file.parse(Profile::GOOGLE.verbatim(), &args.suspicious, output)?;
    let names = if args.agents.is_empty() {
        names(&file.bytes)
    } else {
        let crawlers = agent_arg::crawlers(&args.agents, output)?;
        crawlers.iter().map(|crawler| crawler.token().to_owned()).collect()
    };
    let asked: Vec<&str> = names.iter().map(String::as_str).take(MAX_NAMES).collect();
    let is_chosen = |reader: &&'static Reader| args.readers.iter().any(|it| it.has(reader));
    let readers: Vec<_> = Reader::all().iter().filter(is_chosen).collect();
    let mut told = disagreements(&readers, &file.bytes, &asked, &mut Budget::new(STEPS));
    told.names_not_compared += names.len() - asked.len();
    let lines = Lines::new(&file.bytes, Profile::GOOGLE.verbatim());
    let shown =
        Shown { lines: lines.map(|line| line.bytes()).collect(), language: output.language() };
    match args.format {
        Format::Json => output.json(&shown.json(&readers, &told))?,
        Format::Text => shown.print(&readers, &told, output)?,
    }
    Ok(match (told.found.is_empty(), told.is_none()) {
        (false, _) => Exit::Found,
        (true, true) => Exit::Done,
        (true, false) => Exit::Unanswered,
    })
}

/// What is needed to show a file.
struct Shown<'a> {
    lines: Vec<&'a [u8]>,
    language: Language,
}

#[derive(Serialize)]
struct Json<'a> {
    readers: Vec<&'static str>,
    disagreements: Vec<JsonDisagreement<'a>>,
    undecided: u64,
    names_not_compared: usize,
}

#[derive(Serialize)]
struct JsonDisagreement<'a> {
    crawlers: Vec<&'a str>,
    /// Also crawlers that the file does not name.
    others: bool,
    allowing: Vec<Side>,
    disallowing: Vec<Side>,
    shortest: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<&'a str>,
    paths: &'a Paths,
    reasons: Vec<JsonReason>,
}

/// Readers that decide by one line.
#[derive(Serialize)]
struct Side {
    readers: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

#[derive(Serialize)]
struct JsonReason {
    readers: Vec<&'static str>,
    compared_with: &'static str,
    axes: Vec<JsonAxis>,
}

#[derive(Serialize)]
struct JsonAxis {
    axis: &'static str,
    theirs: &'static str,
    other: &'static str,
}

impl Shown<'_> {
    fn json<'d>(&self, readers: &[&'static Reader], told: &'d Disagreements) -> Json<'d> {
        let disagreement = |one: &'d Disagreement| {
            let named = one.crawlers.iter().map(String::as_str).filter(|name| *name != UNNAMED);
            let crawlers: Vec<_> = named.collect();
            JsonDisagreement {
                others: crawlers.len() < one.crawlers.len(),
                crawlers,
                allowing: self.sides(&one.allowing),
                disallowing: self.sides(&one.disallowing),
                shortest: &one.shortest,
                example: one.example.as_deref(),
                paths: &one.paths,
                reasons: one.reasons.iter().map(json_reason).collect(),
            }
        };
        Json {
            readers: readers.iter().map(|reader| reader.name()).collect(),
            disagreements: told.found.iter().map(disagreement).collect(),
            undecided: told.undecided,
            names_not_compared: told.names_not_compared,
        }
    }

    /// The readers of a side by their lines, in the order of the first reader of each.
    fn sides(&self, side: &[ReaderLine]) -> Vec<Side> {
        let mut sides: Vec<Side> = Vec::new();
        for &ReaderLine { reader, line, .. } in side {
            match sides.iter_mut().find(|same| same.line == line) {
                Some(same) => same.readers.push(reader.name()),
                None => sides.push(Side {
                    readers: vec![reader.name()],
                    line,
                    text: line.and_then(|line| self.text(line)),
                }),
            }
        }
        sides
    }

    fn text(&self, line: u32) -> Option<String> {
        let text = self.lines.get(line.checked_sub(1)? as usize)?.trim_ascii();
        Some(String::from_utf8_lossy(&text[..text.len().min(SHOWN_BYTES)]).into_owned())
    }

    fn print(
        &self,
        readers: &[&'static Reader],
        told: &Disagreements,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let words = AnswerWords::new(self.language);
        let mut groups: Vec<Vec<&Disagreement>> = Vec::new();
        for one in &told.found {
            match groups.iter_mut().find(|group| is_alike(group[0], one)) {
                Some(group) => group.push(one),
                None => groups.push(vec![one]),
            }
        }
        for group in &groups {
            self.group(group, &words, output)?;
        }
        self.ways(&told.found, output)?;
        let count = ("readers", readers.len().into());
        if told.is_none() {
            output.line(format_args!("{}", self.language.message("readers-agree", &[count])))?;
        } else {
            let values = [count, ("count", told.found.len().into())];
            output.line(format_args!("{}", self.language.message("readers-found", &values)))?;
            let unusual = told.found.iter().filter(|one| one.example.is_none()).count();
            if unusual > 0 {
                let values = [("count", unusual.into())];
                let text = self.language.message("readers-found-unusual", &values);
                output.line(format_args!("{}", wrapped(&text, 0)))?;
            }
        }
        for (key, count) in [
            ("readers-undecided", told.undecided),
            ("readers-names", told.names_not_compared as u64),
        ] {
            if count > 0 {
                let count = [("count", (count as usize).into())];
                output.note("note", &self.language.message(key, &count));
            }
        }
        Ok(())
    }

    /// The heaviest of some disagreements that are alike, and where the others are.
    fn group(
        &self,
        group: &[&Disagreement],
        words: &AnswerWords,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let one = group[0];
        let path = one.example.as_ref().unwrap_or(&one.shortest);
        output.line(format_args!("{}  ({})", Printable(path.as_bytes()), self.part(one)))?;
        let sides = [(Decision::Allowed, &one.allowing), (Decision::Disallowed, &one.disallowing)];
        for (decision, side) in sides {
            let answer = Answer::Decided(decision);
            for side in self.sides(side) {
                output.painted(answer.style(), &format!("  {}", words.padded(answer)))?;
                let readers = side.readers.join(", ").into();
                let text = match (side.line, side.text) {
                    (Some(line), Some(text)) => {
                        let text = Printable(text.as_bytes()).to_string().into();
                        let values = [("readers", readers), ("line", line.into()), ("text", text)];
                        self.language.message("readers-line", &values)
                    }
                    _ => self.language.message("readers-no-rule", &[("readers", readers)]),
                };
                output.line(format_args!("  {}", wrapped(&text, 2 + words.width + 2)))?;
            }
        }
        for (readers, other, axes) in alike_reasons(&one.reasons) {
            let sentences = axes.iter().map(|axis| self.language.message(&key(axis), &[]));
            let sentence = match sentences.collect::<Vec<_>>().join("; ") {
                none if none.is_empty() => self.language.message("readers-not-explained", &[]),
                sentence => sentence,
            };
            let readers = readers.join(", ").into();
            let values = [("readers", readers), ("other", other.into()), ("axis", sentence.into())];
            let text = self.language.message("readers-why", &values);
            output.line(format_args!("  {}", wrapped(&text, 2)))?;
        }
        output.line(format_args!("  {}", wrapped(&self.crawlers(one), 2)))?;
        if group.len() > 1 {
            let paths = group[1..].iter().take(MAX_PATHS);
            let paths = paths.map(|it| it.example.as_ref().unwrap_or(&it.shortest));
            let paths: Vec<_> = paths.map(|it| Printable(it.as_bytes()).to_string()).collect();
            let values = [("count", (group.len() - 1).into()), ("paths", paths.join(", ").into())];
            let text = self.language.message("readers-more", &values);
            output.line(format_args!("  {}", wrapped(&text, 2)))?;
        }
        output.line(format_args!(""))
    }

    /// How each program reads what was a reason, once and not at each disagreement.
    fn ways(&self, found: &[Disagreement], output: &mut Output) -> Result<(), Failure> {
        for (axis, ways) in ways(found) {
            output.line(format_args!("{}", wrapped(axis, 0)))?;
            for (way, readers) in ways {
                let way = format!("{}: {way}", readers.join(", "));
                output.line(format_args!("  {}", wrapped(&way, 2)))?;
            }
            output.line(format_args!(""))?;
        }
        Ok(())
    }

    /// Which part of the site it is about.
    fn part(&self, one: &Disagreement) -> String {
        let shortest = Printable(one.shortest.as_bytes()).to_string();
        let Some(example) = &one.example else {
            return self.language.message("readers-unusual", &[]);
        };
        let text = Printable(one.paths.text.as_bytes()).to_string();
        let part = self.language.message(paths_key(one.paths.kind), &[("text", text.into())]);
        let part = self.language.message("readers-among", &[("paths", part.into())]);
        if *example == one.shortest {
            return part;
        }
        let shortest = self.language.message("readers-shortest", &[("path", shortest.into())]);
        format!("{part}; {shortest}")
    }

    fn crawlers(&self, one: &Disagreement) -> String {
        let named = one.crawlers.iter().filter(|name| *name != UNNAMED);
        let mut names: Vec<_> = named.map(|name| Printable(name.as_bytes()).to_string()).collect();
        if names.len() < one.crawlers.len() {
            names.push(self.language.message("readers-others", &[]));
        }
        let names = names.join(", ");
        self.language.message("readers-crawlers", &[("crawlers", names.into())])
    }
}

/// The programs that differ from another one, that program, and the names of the axes that explain it.
type AlikeReasons = (Vec<&'static str>, &'static str, Vec<&'static str>);

/// One reason for all programs that differ on the same axes, whatever way each has.
fn alike_reasons(reasons: &[Reason]) -> Vec<AlikeReasons> {
    let mut alike: Vec<AlikeReasons> = Vec::new();
    for reason in reasons {
        let axes: Vec<_> = reason.axes.iter().map(|it| it.axis).collect();
        let (names, other) =
            (reason.readers.iter().map(|it| it.name()), reason.compared_with.name());
        match alike.iter_mut().find(|(_, of, known)| *of == other && *known == axes) {
            Some((readers, ..)) => readers.extend(names),
            None => alike.push((names.collect(), other, axes)),
        }
    }
    alike
}

/// Each axis that is a reason, and its ways with the programs that have them: first the way of the program that others
/// are compared with.
fn ways(found: &[Disagreement]) -> Vec<(&'static str, Ways)> {
    let mut all: Vec<(&'static str, Ways)> = Vec::new();
    for reason in found.iter().flat_map(|one| &one.reasons) {
        for axis in &reason.axes {
            let at = all.iter().position(|(known, _)| *known == axis.axis).unwrap_or_else(|| {
                all.push((axis.axis, Ways::new()));
                all.len() - 1
            });
            add_way(&mut all[at].1, axis.other, reason.compared_with);
            for reader in &reason.readers {
                add_way(&mut all[at].1, axis.theirs, reader);
            }
        }
    }
    all
}

type Ways = Vec<(&'static str, Vec<&'static str>)>;

fn add_way(ways: &mut Ways, way: &'static str, reader: &Reader) {
    match ways.iter_mut().find(|(known, _)| *known == way) {
        Some((_, readers)) if readers.contains(&reader.name()) => {}
        Some((_, readers)) => readers.push(reader.name()),
        None => ways.push((way, vec![reader.name()])),
    }
}

fn json_reason(reason: &Reason) -> JsonReason {
    let axes = reason.axes.iter();
    JsonReason {
        readers: reason.readers.iter().map(|reader| reader.name()).collect(),
        compared_with: reason.compared_with.name(),
        axes: axes
            .map(|it| JsonAxis { axis: it.axis, theirs: it.theirs, other: it.other })
            .collect(),
    }
}

/// True for the same crawlers, the same readers on each side, and the same reasons.
fn is_alike(one: &Disagreement, other: &Disagreement) -> bool {
    let names = |side: &[ReaderLine]| side.iter().map(|it| it.reader.name()).collect::<Vec<_>>();
    one.crawlers == other.crawlers
        && one.reasons == other.reasons
        && one.example.is_some() == other.example.is_some()
        && names(&one.allowing) == names(&other.allowing)
        && names(&one.disallowing) == names(&other.disallowing)
}

/// The key of the sentence of an axis: `axis-which-rule-wins`.
fn key(axis: &str) -> String {
    let words = axis.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.fold(String::from("axis"), |key, word| [&*key, "-", word].concat())
}

const fn paths_key(kind: PathsKind) -> &'static str {
    match kind {
        PathsKind::WholeSite => "paths-whole-site",
        PathsKind::Below => "paths-below",
        PathsKind::BeginsWith => "paths-begins-with",
        PathsKind::Contains => "paths-contains",
        PathsKind::EndsWith => "paths-ends-with",
        PathsKind::Alone => "paths-alone",
        _ => "paths-matches",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_axis_has_a_sentence_in_each_language() {
        for language in Language::ALL {
            for (axis, _) in Reader::all()[0].axes() {
                assert_ne!(language.message(&key(axis), &[]), key(axis), "{language:?}");
            }
        }
    }
}
