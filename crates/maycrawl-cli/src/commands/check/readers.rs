//! `maycrawl check --as`: what other programs answer for one file.

use maycrawl::line::Lines;
use maycrawl::{Crawler, Decision, Printable};
use maycrawl_readers::{ReadFile, Reader};
use serde::Serialize;

use super::file::{self, RobotsFile};
use crate::answer::{Answer, AnswerWords};
use crate::args::{Check, Format};
use crate::inputs::agent_arg;
use crate::inputs::url_arg::UrlArg;
use crate::text::output::{Exit, Failure, Output};

/// Bytes of a line that are shown.
const SHOWN_BYTES: usize = 128;

pub(super) fn run(args: &Check, output: &mut Output) -> Result<Exit, Failure> {
    let crawlers = agent_arg::crawlers(&args.agent.agents, output)?;
    if args.robots.is_none() {
        return Err(Failure::new(
            "--as reads a file at hand: name it with --robots FILE; `maycrawl fetch` writes the one of a site",
        ));
    }
    let file = RobotsFile::read(args, output)?;
    // For its warnings: the file may be a page of HTML.
    file.robots.parse(args.profile, &args.suspicious, output)?;
    let asked = Asked::new(args, &file, &crawlers);
    let words = AnswerWords::new(output.language());
    file::for_each_url(args, &file, output, |url, output| {
        let mut outcome = Exit::Done;
        for crawler in &crawlers {
            let answers = asked.answers(crawler, url);
            outcome = answers.iter().map(|answer| answer.decision.into()).fold(outcome, Ord::max);
            match args.format.of_answers() {
                Format::Json => output.json(&JsonAnswers::new(url, crawler, &answers))?,
                Format::Text => asked.print(output, &words, url, crawler, &answers)?,
            }
        }
        Ok(outcome)
    })
}

/// The file, as each reader has read it.
struct Asked<'a> {
    file: &'a RobotsFile,
    read: Vec<(&'static Reader, ReadFile)>,
    lines: Vec<&'a [u8]>,
    /// The width of the column of crawlers.
    token_width: usize,
}

/// One answer, and the readers that give it.
#[derive(Serialize)]
struct SameAnswer<'a> {
    readers: Vec<&'static str>,
    decision: Decision,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Shown<'a>>,
}

/// A line of the file, as it is shown.
struct Shown<'a>(&'a [u8]);

impl Serialize for Shown<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&String::from_utf8_lossy(self.0))
    }
}

/// The answers for one URL and one crawler as JSON.
#[derive(Serialize)]
struct JsonAnswers<'a> {
    url: String,
    crawler: &'a str,
    answers: &'a [SameAnswer<'a>],
}

impl<'a> JsonAnswers<'a> {
    fn new(url: &UrlArg<'_>, crawler: &'a Crawler, answers: &'a [SameAnswer<'a>]) -> Self {
        let url = String::from_utf8_lossy(url.written).into_owned();
        Self { url, crawler: crawler.token(), answers }
    }
}

impl<'a> Asked<'a> {
    fn new(args: &Check, file: &'a RobotsFile, crawlers: &[Crawler]) -> Self {
        let bytes = &file.robots.bytes;
        let readers = Reader::all()
            .iter()
            .filter(|reader| args.readers.iter().any(|chosen| chosen.has(reader)));
        let read = readers.map(|reader| (reader, reader.read(bytes))).collect();
        let lines = Lines::new(bytes, args.profile).map(|line| line.bytes()).collect();
        let token_width = crawlers.iter().map(|crawler| crawler.token().len()).max().unwrap_or(0);
        Self { file, read, lines, token_width }
    }

    /// The answers that differ, in the order of the readers that give them first.
    fn answers(&self, crawler: &Crawler, url: &UrlArg<'_>) -> Vec<SameAnswer<'a>> {
        let is_elsewhere = match (&self.file.origin, url.origin()) {
            (Some(origin), Some(asked)) => origin != asked,
            _ => false,
        };
        let mut answers: Vec<SameAnswer<'a>> = Vec::new();
        for (reader, read) in &self.read {
            let answer = read.decide(crawler.token(), &url.request);
            let (decision, line) = match (is_elsewhere, answer.is_allowed) {
                (true, _) => (Decision::NotApplicable, None),
                (false, true) => (Decision::Allowed, answer.line),
                (false, false) => (Decision::Disallowed, answer.line),
            };
            match answers.iter_mut().find(|same| (same.decision, same.line) == (decision, line)) {
                Some(same) => same.readers.push(reader.name()),
                None => answers.push(SameAnswer {
                    readers: vec![reader.name()],
                    decision,
                    line,
                    text: line.and_then(|line| self.shown(line)),
                }),
            }
        }
        answers
    }

    fn shown(&self, line: u32) -> Option<Shown<'a>> {
        let text = self.lines.get(line.checked_sub(1)? as usize)?.trim_ascii();
        Some(Shown(&text[..text.len().min(SHOWN_BYTES)]))
    }

    fn print(
        &self,
        output: &mut Output,
        words: &AnswerWords,
        url: &UrlArg<'_>,
        crawler: &Crawler,
        answers: &[SameAnswer<'_>],
    ) -> Result<(), Failure> {
        let language = output.language();
        for same in answers {
            let answer = Answer::Decided(same.decision);
            output.painted(answer.style(), words.padded(answer))?;
            let token = Printable(crawler.token().as_bytes()).to_string();
            let width = self.token_width;
            output.line(format_args!("  {token:<width$}  {}", Printable(url.written)))?;
            let readers = same.readers.join(", ");
            let text = match (same.line, &same.text) {
                (Some(line), Some(text)) => {
                    let text = Printable(text.0).to_string();
                    let values =
                        [("readers", readers.into()), ("line", line.into()), ("text", text.into())];
                    language.message("readers-line", &values)
                }
                _ => readers,
            };
            let indent = words.width + 2;
            output.line(format_args!("{:indent$}{text}", ""))?;
        }
        Ok(())
    }
}
