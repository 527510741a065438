//! A few questions, each with a default. They go to standard error, so that the file alone is on standard
//! output; the answers come from standard input, from a person or through a pipe.
//!
//! Nothing is written unless the last question is answered: the end of input is not an answer.

mod interrupt;

use std::io::{self, BufRead, IsTerminal as _};
use std::path::{Path, PathBuf};

use maycrawl::{Choice, Crawler, NameMatch, Printable, compose};

use super::{ai, choice, left_out, not_there_yet, text};
use crate::args::BlockAi;
use crate::input::{InputLine, next_line};
use crate::output::{Failure, Output};

/// A longer answer is a mistake.
const LONGEST_ANSWER: usize = 8192;

/// Said when the dialogue ends without its last answer.
const STOPPED: &str = "stopped: nothing written";

const VISIBLE: &str = "\
May crawlers see this site?
  1  yes (Enter)
  2  no, it is a staging site";

const CLOSED: &str = "\
What should no crawler fetch? Paths that begin with `/`; a directory ends with `/`
too (Enter: nothing)";

const SEARCH: &str = "\
Where are the results of the site's own search? Such as /search (Enter: there are
none)";

const PARAMETERS: &str =
    "Which parameters of a URL only sort or filter? Such as sort (Enter: none)";

const AI: &str = "\
Which AI crawlers should stay out? Numbers, such as 1 3 (Enter: none)
  1  those that collect texts for training
  2  those of search engines that answer with a language model
  3  those that fetch because a person asked
  4  of these also the ones whose operator does not say that they obey";

const OTHERS: &str =
    "Which other crawlers should stay out? Their names, such as AhrefsBot (Enter: none)";

const SITEMAPS: &str = "Which sitemaps are there? Full URLs (Enter: none)";

/// Asks, until everything is known: the text of the file, and where it is written, if not to standard output.
pub(super) fn hold(
    out: Option<&Path>,
    output: &mut Output,
) -> Result<(String, Option<PathBuf>), Failure> {
    interrupt::say(STOPPED);
    output.ask("`back` goes to the question before. Nothing is written before the end.\n\n");
    let mut dialogue = Dialogue { answers: io::stdin().lock(), output };
    let mut wanted = Wanted { out: out.map(Path::to_owned), ..Wanted::default() };
    let mut step = Step::Visible;
    loop {
        let moved = dialogue.at(step, &mut wanted, out.is_some())?;
        let steps = wanted.steps(out.is_some());
        let at = steps.iter().position(|&other| other == step).unwrap_or(0);
        match moved {
            Move::On if at + 1 == steps.len() => break,
            Move::On => step = steps[at + 1],
            Move::Back if at == 0 => dialogue.output.ask("This is the first question.\n"),
            Move::Back => step = steps[at - 1],
        }
    }
    Ok((wanted.text()?, wanted.out))
}

/// The questions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Visible,
    Closed,
    Search,
    Parameters,
    Ai,
    Others,
    Sitemaps,
    File,
    Write,
}

/// Where an answer leads.
enum Move {
    On,
    Back,
}

/// What has been answered.
#[derive(Default)]
struct Wanted {
    is_staging: bool,
    /// The choices of each question.
    closed: Vec<Choice>,
    search: Vec<Choice>,
    parameters: Vec<Choice>,
    ai: Vec<Choice>,
    others: Vec<Choice>,
    sitemaps: Vec<String>,
    /// Where to; standard output without it.
    out: Option<PathBuf>,
}

impl Wanted {
    /// The questions that these answers lead to.
    fn steps(&self, has_file: bool) -> Vec<Step> {
        let mut steps = vec![Step::Visible];
        if !self.is_staging {
            steps.extend([Step::Closed, Step::Search, Step::Parameters, Step::Ai, Step::Others]);
            steps.push(Step::Sitemaps);
        }
        if !has_file {
            steps.push(Step::File);
        }
        // What is printed on the terminal is its own preview.
        if self.out.is_some() || !io::stdout().is_terminal() {
            steps.push(Step::Write);
        }
        steps
    }

    fn choices(&self) -> Result<Vec<Choice>, Failure> {
        if self.is_staging {
            return Ok(vec![choice("staging", None)?]);
        }
        let of_questions = [&self.closed, &self.search, &self.parameters, &self.ai, &self.others];
        Ok(of_questions.into_iter().flatten().cloned().collect())
    }

    fn text(&self) -> Result<String, Failure> {
        text(&self.choices()?, if self.is_staging { &[] } else { &self.sitemaps })
    }
}

struct Dialogue<'o, R> {
    answers: R,
    output: &'o mut Output,
}

impl<R: BufRead> Dialogue<'_, R> {
    fn at(&mut self, step: Step, wanted: &mut Wanted, has_file: bool) -> Result<Move, Failure> {
        Ok(match step {
            Step::Visible => {
                keep(self.ask(VISIBLE, |text, _| staging(text))?, &mut wanted.is_staging)
            }
            Step::Closed => {
                keep(self.ask(CLOSED, |text, _| each(text, closed))?, &mut wanted.closed)
            }
            Step::Search => {
                let search = |path: &str| choice("search", Some(path));
                keep(self.ask(SEARCH, |text, _| each(text, search))?, &mut wanted.search)
            }
            Step::Parameters => {
                let parameter = |name: &str| choice("parameter", Some(name));
                keep(self.ask(PARAMETERS, |text, _| each(text, parameter))?, &mut wanted.parameters)
            }
            Step::Ai => keep(self.ask(AI, |text, _| ai(&each(text, purpose)?))?, &mut wanted.ai),
            Step::Others => self.others(wanted)?,
            Step::Sitemaps => {
                keep(self.ask(SITEMAPS, |text, _| sitemaps(text))?, &mut wanted.sitemaps)
            }
            Step::File => self.file(wanted)?,
            Step::Write => self.confirm(wanted, has_file)?,
        })
    }

    /// Other crawlers by name. Names that look like slips, and search engines, are asked back.
    fn others(&mut self, wanted: &mut Wanted) -> Result<Move, Failure> {
        loop {
            let Some((choices, notes)) = self.ask(OTHERS, names)? else {
                return Ok(Move::Back);
            };
            for note in notes {
                self.output.note("note", &note);
            }
            let warning = left_out(&text(&choices, &[])?).filter(|_| !choices.is_empty());
            if let Some(warning) = warning {
                let really =
                    self.ask(&format!("{warning}.\nReally? (yes, or Enter: no)"), |answer, _| {
                        match answer.to_ascii_lowercase().as_str() {
                            "yes" | "y" => Ok(true),
                            "" | "no" | "n" => Ok(false),
                            _ => Err(Failure::new("yes or no")),
                        }
                    })?;
                if really != Some(true) {
                    continue;
                }
            }
            wanted.others = choices;
            return Ok(Move::On);
        }
    }

    fn file(&mut self, wanted: &mut Wanted) -> Result<Move, Failure> {
        let is_terminal = io::stdout().is_terminal();
        let default = if is_terminal { "robots.txt" } else { "-" };
        let question = if is_terminal {
            "Into which file? (Enter: robots.txt, - prints it here)"
        } else {
            "Into which file? (Enter: standard output)"
        };
        let answer = self.ask(question, |answer, again| {
            let name = if answer.is_empty() { default } else { answer };
            if name == "-" {
                return Ok(None);
            }
            not_there_yet(Path::new(name))?;
            let is_plain = |c: char| c.is_alphanumeric() || "-_./\\:".contains(c);
            if !again && (name.starts_with('-') || !name.chars().all(is_plain)) {
                return Err(Failure::new(format!(
                    "`{}` is an odd name for a file; write it again to use it, or another one",
                    Printable(name.as_bytes())
                )));
            }
            Ok(Some(PathBuf::from(name)))
        })?;
        Ok(keep(answer, &mut wanted.out))
    }

    /// Shows the file, and asks whether to write it.
    fn confirm(&mut self, wanted: &Wanted, has_file: bool) -> Result<Move, Failure> {
        let text = match wanted.text() {
            Ok(text) => text,
            Err(Failure::Message(why)) => {
                self.output.ask(&format!("{why}. Change an answer.\n"));
                return Ok(Move::Back);
            }
            Err(failure) => return Err(failure),
        };
        let place = match &wanted.out {
            Some(path) => Printable(path.as_os_str().as_encoded_bytes()).to_string(),
            None => "standard output".to_owned(),
        };
        self.output.ask(&format!("\n{text}\n"));
        let force = if has_file { "" } else { ", or `back`" };
        let answer = self.ask(
            &format!("Write this to {place}? (Enter: yes, no: stop{force})"),
            |answer, _| match answer.to_ascii_lowercase().as_str() {
                "" | "yes" | "y" => Ok(true),
                "no" | "n" => Ok(false),
                _ => Err(Failure::new("yes, no or back")),
            },
        )?;
        match answer {
            Some(true) => Ok(Move::On),
            Some(false) => Err(Failure::new(STOPPED)),
            None => Ok(Move::Back),
        }
    }

    /// Asks until the answer is understood; `None` for `back`. `understand` is told whether an answer is the one that
    /// it has refused just now.
    fn ask<T>(
        &mut self,
        question: &str,
        understand: impl Fn(&str, bool) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        self.output.ask(&format!("{question}\n> "));
        let mut refused = None;
        loop {
            let answer = self.answer()?;
            let answer = answer.trim();
            if answer.eq_ignore_ascii_case("back") {
                return Ok(None);
            }
            match understand(answer, refused.as_deref() == Some(answer)) {
                Ok(understood) => return Ok(Some(understood)),
                Err(Failure::Message(why)) => self.output.ask(&format!("{why}\n> ")),
                Err(failure) => return Err(failure),
            }
            refused = Some(answer.to_owned());
        }
    }

    /// The next line. The end of input ends the dialogue.
    fn answer(&mut self) -> Result<String, Failure> {
        let line = next_line(&mut self.answers, LONGEST_ANSWER)
            .map_err(|error| Failure::new(format!("cannot read the answers: {error}")))?;
        match line {
            Some(InputLine::Whole(bytes)) => {
                String::from_utf8(bytes).map_err(|_| Failure::new("an answer is not UTF-8 text"))
            }
            Some(InputLine::TooLong(_)) => {
                Err(Failure::new(format!("an answer is longer than {LONGEST_ANSWER} bytes")))
            }
            None => {
                self.output.ask("\n");
                Err(Failure::new(STOPPED))
            }
        }
    }
}

/// Keeps an answer; `back` keeps the former one.
fn keep<T>(answer: Option<T>, place: &mut T) -> Move {
    match answer {
        Some(answer) => {
            *place = answer;
            Move::On
        }
        None => Move::Back,
    }
}

/// Each word of the answer, understood. Commas part words too where they stand before a blank or at the end.
fn each<T>(
    answer: &str,
    understand: impl Fn(&str) -> Result<T, Failure>,
) -> Result<Vec<T>, Failure> {
    let words = answer.split_whitespace().map(|word| word.trim_end_matches(','));
    words.filter(|word| !word.is_empty()).map(understand).collect()
}

/// Is it a staging site?
fn staging(answer: &str) -> Result<bool, Failure> {
    match answer {
        "" | "1" => Ok(false),
        "2" => Ok(true),
        _ => Err(Failure::new("1 or 2")),
    }
}

fn closed(path: &str) -> Result<Choice, Failure> {
    choice(if path.ends_with('/') { "directory" } else { "page" }, Some(path))
}

fn purpose(number: &str) -> Result<BlockAi, Failure> {
    match number {
        "1" => Ok(BlockAi::Training),
        "2" => Ok(BlockAi::Search),
        "3" => Ok(BlockAi::User),
        "4" => Ok(BlockAi::Unconfirmed),
        _ => Err(Failure::new("numbers of the list with spaces between them, such as 1 3")),
    }
}

/// The crawlers of an answer, each kept out of everything, and what is to be said of their names. A name that is like
/// one of the table is taken once it is written again.
fn names(answer: &str, again: bool) -> Result<(Vec<Choice>, Vec<String>), Failure> {
    let refused = |error: maycrawl::CrawlerNameError| Failure::new(error.to_string());
    // One name may have a blank: Googlebot News. Else blanks part names, as commas do.
    let is_one = Crawler::resolve(answer).is_ok();
    let list = if is_one { answer.to_owned() } else { answer.replace(char::is_whitespace, ",") };
    if answer.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let mut notes = Vec::new();
    let mut choices = Vec::new();
    for resolved in Crawler::resolve_list(&list).map_err(refused)? {
        let note = resolved.note();
        if let (NameMatch::Similar, Some(note), false) = (resolved.kind(), &note, again) {
            return Err(Failure::new(format!(
                "{note}\nWrite the names again, right or as they are"
            )));
        }
        notes.extend(note);
        let token = resolved.crawler().token();
        let choice = choice("crawler-directory", Some(&format!("{token}:/")))?;
        compose(std::slice::from_ref(&choice), &[])
            .map_err(|error| Failure::new(error.to_string()))?;
        choices.push(choice);
    }
    Ok((choices, notes))
}

fn sitemaps(answer: &str) -> Result<Vec<String>, Failure> {
    let urls = each(answer, |url| Ok(url.to_owned()))?;
    let texts: Vec<&str> = urls.iter().map(String::as_str).collect();
    compose(&[], &texts).map_err(|error| Failure::new(error.to_string()))?;
    Ok(urls)
}
