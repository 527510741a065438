//! A few questions, each with a default. They go to standard error, so that the file alone is on standard
//! output; the answers come from standard input, from a person or through a pipe.

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use maycrawl::{Choice, compose};

use super::{Wanted, choice, not_there_yet};
use crate::input::{InputLine, next_line};
use crate::output::{Failure, Output};

/// A longer answer is a mistake.
const LONGEST_ANSWER: usize = 8192;

/// Asks, until everything is known.
pub(super) fn hold(out: Option<&Path>, output: &mut Output) -> Result<Wanted, Failure> {
    let mut dialogue = Dialogue { answers: io::stdin().lock(), has_ended: false, output };
    let mut wanted = Wanted { choices: Vec::new(), sitemaps: Vec::new(), out: None };
    let is_staging = dialogue.ask(
        "May crawlers see this site?\n  1  yes (Enter)\n  2  no, it is a staging site",
        |answer| match answer {
            "" | "1" => Ok(false),
            "2" => Ok(true),
            _ => Err(Failure::new("1 or 2")),
        },
    )?;
    if is_staging {
        wanted.choices.push(choice("staging", None)?);
    } else {
        dialogue.choices(&mut wanted.choices)?;
        wanted.sitemaps =
            dialogue.ask("Which sitemaps are there? Whole URLs (Enter: none)", sitemaps)?;
    }
    wanted.out = match out {
        Some(path) => Some(path.to_owned()),
        None => dialogue.ask("Into which file? (Enter: print it here)", |answer| {
            let path = Some(PathBuf::from(answer)).filter(|_| !answer.is_empty());
            path.as_deref().map_or(Ok(()), not_there_yet)?;
            Ok(path)
        })?,
    };
    Ok(wanted)
}

struct Dialogue<'o, R> {
    answers: R,
    /// There is nobody left who answers: the defaults are taken.
    has_ended: bool,
    output: &'o mut Output,
}

impl<R: BufRead> Dialogue<'_, R> {
    fn choices(&mut self, choices: &mut Vec<Choice>) -> Result<(), Failure> {
        choices.extend(self.ask(
            "What should no crawler fetch? Paths that begin with `/`, a directory ends with `/` too (Enter: nothing)",
            |answer| {
                each(answer, |path| {
                    choice(if path.ends_with('/') { "directory" } else { "page" }, Some(path))
                })
            },
        )?);
        choices.extend(self.ask(
            "Where are the results of the site's own search? Such as /search (Enter: there are none)",
            |answer| each(answer, |path| choice("search", Some(path))),
        )?);
        choices.extend(self.ask(
            "Which parameters of a URL only sort or filter? Such as sort (Enter: none)",
            |answer| each(answer, |name| choice("parameter", Some(name))),
        )?);
        choices.extend(self.ask(
            "Which AI crawlers should stay out? (Enter: none)\n  1  those that collect texts for training\n  \
             2  those of search engines that answer with a language model\n  \
             3  those that fetch because a person asked",
            |answer| {
                each(answer, |number| match number {
                    "1" => choice("ai-training", None),
                    "2" => choice("ai-search", None),
                    "3" => choice("ai-user", None),
                    _ => Err(Failure::new("numbers of the list, parted by blanks, such as 1 3")),
                })
            },
        )?);
        choices.extend(self.ask(
            "Which other crawlers should stay out? Their product tokens, such as AhrefsBot (Enter: none)",
            |answer| {
                each(answer, |name| choice("crawler-directory", Some(&format!("{name}:/"))))
            },
        )?);
        Ok(())
    }

    /// Asks until the answer is understood. An answer that is not, with none behind it, ends the dialogue.
    fn ask<T>(
        &mut self,
        question: &str,
        understand: impl Fn(&str) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.output.ask(&format!("{question}\n> "));
        let mut answer = self.answer()?;
        loop {
            match understand(answer.trim()) {
                Ok(understood) => return Ok(understood),
                Err(Failure::Message(why)) => {
                    self.output.ask(&format!("{why}\n> "));
                    answer = self.answer()?;
                    if self.has_ended {
                        return Err(Failure::new(format!("an answer was not understood: {why}")));
                    }
                }
                Err(failure) => return Err(failure),
            }
        }
    }

    /// The next line; empty once there are no more.
    fn answer(&mut self) -> Result<String, Failure> {
        if self.has_ended {
            self.output.ask("\n");
            return Ok(String::new());
        }
        let line = next_line(&mut self.answers, LONGEST_ANSWER)
            .map_err(|error| Failure::new(format!("cannot read the answers: {error}")))?;
        match line {
            Some(InputLine::Whole(bytes)) => {
                String::from_utf8(bytes).map_err(|_| Failure::new("an answer is no UTF-8 text"))
            }
            Some(InputLine::TooLong(_)) => {
                Err(Failure::new(format!("an answer is longer than {LONGEST_ANSWER} bytes")))
            }
            None => {
                self.has_ended = true;
                self.output.ask("\n");
                Ok(String::new())
            }
        }
    }
}

/// Each word of the answer, understood.
fn each<T>(
    answer: &str,
    understand: impl Fn(&str) -> Result<T, Failure>,
) -> Result<Vec<T>, Failure> {
    answer.split_whitespace().map(understand).collect()
}

fn sitemaps(answer: &str) -> Result<Vec<String>, Failure> {
    let urls: Vec<&str> = answer.split_whitespace().collect();
    compose(&[], &urls).map_err(|error| Failure::new(error.to_string()))?;
    Ok(urls.into_iter().map(str::to_owned).collect())
}
