//! The dialogue of `maycrawl new`: a few questions, each with a default. Questions go to standard error, so that only
//! the file is on standard output. Answers come from standard input, from a person or through a pipe.
//!
//! Nothing is written unless the last question is answered: the end of input is not an answer.

use std::io::{self, BufRead, IsTerminal as _};
use std::path::{Path, PathBuf};

use maycrawl::crawler::NameMatch;
use maycrawl::{Crawler, Printable};
use maycrawl_lint::answer::ComposedFile;
use maycrawl_lint::recipe::{ChosenRecipe, compose};
use maycrawl_readers::Reader;

use super::{ai, choice, new_file, refuse_existing};
use crate::args::BlockAi;
use crate::inputs::input::{InputLine, next_line};
use crate::interrupt;
use crate::text::output::{Failure, Output};

/// The longest answer: 8 KiB. A longer one is a mistake.
const MAX_ANSWER_BYTES: usize = 8192;

/// The message when the dialogue ends without its last answer.
const STOPPED: &str = "stopped: nothing was written";

const VISIBLE: &str = "\
May crawlers see this site?
  1  yes (Enter)
  2  no, it is a staging site";

const CLOSED: &str = "\
Which paths must crawlers not fetch? Each begins with `/`; a directory also ends
with `/` (Enter: none)";

const SEARCH: &str = "\
What is the path of the site's own search results? Such as /search (Enter: none)";

const PARAMETERS: &str = "Which URL parameters only sort or filter? Such as sort (Enter: none)";

const AI: &str = "\
Which AI crawlers do you want to block? Numbers, such as 1 3 (Enter: none)
  1  crawlers that collect texts for training
  2  crawlers of search engines that answer with a language model
  3  crawlers that fetch a page because a person asked
  4  of these, also crawlers whose operator does not document that they obey";

const OTHERS: &str =
    "Which other crawlers do you want to block? Names, such as AhrefsBot (Enter: none)";

const SITEMAPS: &str = "Which sitemaps does the site have? Full URLs (Enter: none)";

/// Asks all questions. Returns the file, and the path to write it to; without a path, standard output.
pub(super) fn run(
    out: Option<&Path>,
    readers: &[&'static Reader],
    output: &mut Output,
) -> Result<(ComposedFile, Option<PathBuf>), Failure> {
    interrupt::on_ctrl_c(STOPPED);
    output.ask(
        "`back` goes to the previous question. Nothing is written before the last answer.\n\n",
    );
    let mut dialogue = Dialogue { answers: io::stdin().lock(), output };
    let mut answers = Answers { out: out.map(Path::to_owned), ..Answers::default() };
    let mut question = Question::Visible;
    loop {
        let direction = dialogue.put(question, &mut answers, out.is_some())?;
        let questions = answers.questions(out.is_some());
        let at = questions.iter().position(|&other| other == question).unwrap_or(0);
        match direction {
            Direction::Next if at + 1 == questions.len() => break,
            Direction::Next => question = questions[at + 1],
            Direction::Back if at == 0 => dialogue.output.ask("This is the first question.\n"),
            Direction::Back => question = questions[at - 1],
        }
    }
    Ok((answers.file(readers)?, answers.out))
}

/// The questions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
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

/// Where the dialogue goes after an answer.
enum Direction {
    Next,
    Back,
}

/// The answers up to now.
#[derive(Default)]
struct Answers {
    is_staging: bool,
    /// The choices of each question.
    closed: Vec<ChosenRecipe>,
    search: Vec<ChosenRecipe>,
    parameters: Vec<ChosenRecipe>,
    ai: Vec<ChosenRecipe>,
    others: Vec<ChosenRecipe>,
    sitemaps: Vec<String>,
    /// The path to write to; without it, standard output.
    out: Option<PathBuf>,
}

impl Answers {
    /// The questions to ask, which depend on the answers.
    fn questions(&self, has_file: bool) -> Vec<Question> {
        let mut questions = vec![Question::Visible];
        if !self.is_staging {
            questions.extend([
                Question::Closed,
                Question::Search,
                Question::Parameters,
                Question::Ai,
                Question::Others,
            ]);
            questions.push(Question::Sitemaps);
        }
        if !has_file {
            questions.push(Question::File);
        }
        // A file that is printed on the terminal needs no preview.
        if self.out.is_some() || !io::stdout().is_terminal() {
            questions.push(Question::Write);
        }
        questions
    }

    fn choices(&self) -> Result<Vec<ChosenRecipe>, Failure> {
        if self.is_staging {
            return Ok(vec![choice("staging")?]);
        }
        let of_questions = [&self.closed, &self.search, &self.parameters, &self.ai, &self.others];
        Ok(of_questions.into_iter().flatten().cloned().collect())
    }

    fn file(&self, readers: &[&'static Reader]) -> Result<ComposedFile, Failure> {
        let sitemaps = if self.is_staging { &[][..] } else { &self.sitemaps };
        new_file(&self.choices()?, sitemaps, readers)
    }
}

struct Dialogue<'o, R> {
    answers: R,
    output: &'o mut Output,
}

impl<R: BufRead> Dialogue<'_, R> {
    /// Puts a question and keeps its answer.
    fn put(
        &mut self,
        question: Question,
        answers: &mut Answers,
        has_file: bool,
    ) -> Result<Direction, Failure> {
        Ok(match question {
            Question::Visible => {
                keep(self.ask(VISIBLE, |text, _| staging(text))?, &mut answers.is_staging)
            }
            Question::Closed => {
                keep(self.ask(CLOSED, |text, _| each(text, closed))?, &mut answers.closed)
            }
            Question::Search => {
                let search = |path: &str| choice(&format!("search={path}"));
                keep(self.ask(SEARCH, |text, _| each(text, search))?, &mut answers.search)
            }
            Question::Parameters => {
                let parameter = |name: &str| choice(&format!("parameter={name}"));
                keep(
                    self.ask(PARAMETERS, |text, _| each(text, parameter))?,
                    &mut answers.parameters,
                )
            }
            Question::Ai => {
                keep(self.ask(AI, |text, _| ai(&each(text, purpose)?))?, &mut answers.ai)
            }
            Question::Others => self.others(answers)?,
            Question::Sitemaps => {
                keep(self.ask(SITEMAPS, |text, _| sitemaps(text))?, &mut answers.sitemaps)
            }
            Question::File => self.file(answers)?,
            Question::Write => self.confirm(answers, has_file)?,
        })
    }

    /// Asks for other crawlers by name. Asks again about likely typos and about search engines.
    fn others(&mut self, answers: &mut Answers) -> Result<Direction, Failure> {
        loop {
            let Some((choices, notes)) = self.ask(OTHERS, names)? else {
                return Ok(Direction::Back);
            };
            for note in notes {
                self.output.note("note", &note);
            }
            let file = new_file(&choices, &[], &[])?;
            let warning = file.warning.filter(|_| !choices.is_empty());
            if let Some(warning) = warning {
                let really = self.ask(
                    &format!("{warning}.\nAre you sure? (yes, or Enter: no)"),
                    |answer, _| match answer.to_ascii_lowercase().as_str() {
                        "yes" | "y" => Ok(true),
                        "" | "no" | "n" => Ok(false),
                        _ => Err(Failure::new("write yes or no")),
                    },
                )?;
                // `back` answers the warning here: it leads to the names again, not to the question before them.
                if really != Some(true) {
                    continue;
                }
            }
            answers.others = choices;
            return Ok(Direction::Next);
        }
    }

    fn file(&mut self, answers: &mut Answers) -> Result<Direction, Failure> {
        let is_terminal = io::stdout().is_terminal();
        let default = if is_terminal { "robots.txt" } else { "-" };
        let question = if is_terminal {
            "Write to which file? (Enter: robots.txt, - prints it here)"
        } else {
            "Write to which file? (Enter: standard output)"
        };
        let answer = self.ask(question, |answer, again| {
            let name = if answer.is_empty() { default } else { answer };
            if name == "-" {
                return Ok(None);
            }
            refuse_existing(Path::new(name))?;
            let is_plain = |c: char| c.is_alphanumeric() || "-_./\\:".contains(c);
            // A person may paste a command here, such as `clear; maycrawl new`. It would become the name of a file.
            if !again && (name.starts_with('-') || !name.chars().all(is_plain)) {
                return Err(Failure::new(format!(
                    "`{}` is an unusual name for a file; write it again to use it, or write another one",
                    Printable(name.as_bytes())
                )));
            }
            Ok(Some(PathBuf::from(name)))
        })?;
        Ok(keep(answer, &mut answers.out))
    }

    /// Shows the file and asks whether to write it.
    fn confirm(&mut self, answers: &Answers, has_file: bool) -> Result<Direction, Failure> {
        let text = match answers.file(&[]).map(|file| file.robots) {
            Ok(text) => text,
            // Each answer was valid when it was given, but recipes may conflict. The other answers are not lost.
            Err(Failure::Message(why)) => {
                self.output.ask(&format!("{why}. Change an answer.\n"));
                return Ok(Direction::Back);
            }
            Err(failure) => return Err(failure),
        };
        let place = match &answers.out {
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
                _ => Err(Failure::new("write yes, no or back")),
            },
        )?;
        match answer {
            Some(true) => Ok(Direction::Next),
            Some(false) => Err(Failure::new(STOPPED)),
            None => Ok(Direction::Back),
        }
    }

    /// Asks until the answer is valid; `None` for `back`. The second argument of `parse` is true if the answer repeats
    /// the one that was refused last.
    fn ask<T>(
        &mut self,
        question: &str,
        parse: impl Fn(&str, bool) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        self.output.ask(&format!("{question}\n> "));
        let mut refused = None;
        loop {
            let answer = self.answer()?;
            let answer = answer.trim();
            if answer.eq_ignore_ascii_case("back") {
                return Ok(None);
            }
            match parse(answer, refused.as_deref() == Some(answer)) {
                Ok(value) => return Ok(Some(value)),
                Err(Failure::Message(why)) => self.output.ask(&format!("{why}\n> ")),
                Err(failure) => return Err(failure),
            }
            refused = Some(answer.to_owned());
        }
    }

    /// Reads the next line.
    ///
    /// # Errors
    /// The end of input, which ends the dialogue.
    fn answer(&mut self) -> Result<String, Failure> {
        let line = next_line(&mut self.answers, MAX_ANSWER_BYTES)
            .map_err(|error| Failure::new(format!("cannot read the answers: {error}")))?;
        match line {
            Some(InputLine::Whole(bytes)) => {
                String::from_utf8(bytes).map_err(|_| Failure::new("an answer is not UTF-8 text"))
            }
            Some(InputLine::TooLong(_)) => {
                Err(Failure::new(format!("an answer is longer than {MAX_ANSWER_BYTES} bytes")))
            }
            None => {
                self.output.ask("\n");
                Err(Failure::new(STOPPED))
            }
        }
    }
}

/// Keeps an answer; after `back` the previous one stays.
fn keep<T>(answer: Option<T>, place: &mut T) -> Direction {
    match answer {
        Some(answer) => {
            *place = answer;
            Direction::Next
        }
        None => Direction::Back,
    }
}

/// Parses each word of the answer. A comma at the end of a word is dropped.
fn each<T>(answer: &str, parse: impl Fn(&str) -> Result<T, Failure>) -> Result<Vec<T>, Failure> {
    let words = answer.split_whitespace().map(|word| word.trim_end_matches(','));
    words.filter(|word| !word.is_empty()).map(parse).collect()
}

/// Parses the answer to the question of visibility: true for a staging site.
fn staging(answer: &str) -> Result<bool, Failure> {
    match answer {
        "" | "1" => Ok(false),
        "2" => Ok(true),
        _ => Err(Failure::new("write 1 or 2")),
    }
}

fn closed(path: &str) -> Result<ChosenRecipe, Failure> {
    let recipe = if path.ends_with('/') { "directory" } else { "page" };
    choice(&format!("{recipe}={path}"))
}

fn purpose(number: &str) -> Result<BlockAi, Failure> {
    match number {
        "1" => Ok(BlockAi::Training),
        "2" => Ok(BlockAi::Search),
        "3" => Ok(BlockAi::User),
        "4" => Ok(BlockAi::Unconfirmed),
        _ => Err(Failure::new("write numbers of the list with spaces between them, such as 1 3")),
    }
}

/// Parses names of crawlers: a choice that blocks each, and notes about the names. A name that is similar to a known
/// one is refused until it is written again.
fn names(answer: &str, again: bool) -> Result<(Vec<ChosenRecipe>, Vec<String>), Failure> {
    let refused = |error: maycrawl::crawler::CrawlerNameError| Failure::new(error.to_string());
    // One name may contain a blank: Googlebot News. Otherwise blanks separate names, as commas do.
    let is_one = Crawler::resolve(answer).is_ok();
    let list = if is_one { answer.to_owned() } else { answer.replace(char::is_whitespace, ",") };
    if answer.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let mut notes = Vec::new();
    let mut choices = Vec::new();
    for resolved in Crawler::resolve_list(&list).map_err(refused)? {
        let note = resolved.note();
        if let (NameMatch::Similar | NameMatch::Many, Some(note), false) =
            (resolved.kind(), &note, again)
        {
            return Err(Failure::new(format!(
                "{note}\nWrite the names again, corrected or unchanged"
            )));
        }
        notes.extend(note);
        let token = resolved.crawler().token();
        let choice = choice(&format!("crawler-directory={token}:/"))?;
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
