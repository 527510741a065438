//! Reading a file of expectations.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use maycrawl::internals::edit_distance;
use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, Printable};
use maycrawl_uses::{Outcome, Use};

use super::{Claim, CrawlerSet, Expectation, NamedCrawlers};
use crate::requested::region_pattern;

/// What is wrong with a line of a file of expectations, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExpectationError {
    /// The line, from 1.
    pub line: u32,
    /// The column of the first wrong character, from 1, in characters.
    pub column: usize,
    /// The number of wrong characters.
    pub length: usize,
    /// The text of the line.
    pub text: String,
    /// What is wrong, and what to write.
    pub message: String,
}

impl fmt::Display for ExpectationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl core::error::Error for ExpectationError {}

/// The most lines of a file of expectations.
const MAX_LINES: usize = 10_000;

/// Reads a file of expectations. Empty lines and comments are skipped.
///
/// # Errors
/// Every line that is no expectation.
///
/// ```
/// use maycrawl_effects::expectation;
///
/// let errors = expectation::parse("allow Googlebot /a\nforbid * /b\n").unwrap_err();
/// assert_eq!(
///     errors[0].to_string(),
///     "line 2, column 1: `forbid` is no claim; write allow, disallow, same, refuse or grant"
/// );
/// ```
pub fn parse(text: &str) -> Result<Vec<Expectation>, Vec<ExpectationError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut expectations, mut errors) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        if number as usize > MAX_LINES {
            let message = format!("more than {MAX_LINES} lines; split the file");
            errors.push(Line { number, text: "" }.error("", message));
            break;
        }
        let line = Line { number, text: line };
        match line.read() {
            Ok(Some(expectation)) => expectations.push(expectation),
            Ok(None) => {}
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(expectations) } else { Err(errors) }
}

struct Line<'t> {
    number: u32,
    text: &'t str,
}

impl<'t> Line<'t> {
    fn read(&self) -> Result<Option<Expectation>, ExpectationError> {
        let content = self.content();
        let mut words = content.split_whitespace();
        let Some(claim) = words.next() else { return Ok(None) };
        let kind = match self.claim(claim)? {
            // The second word names the use.
            Claim::Use(_, outcome) => Claim::Use(self.wanted_use(claim, words.next())?, outcome),
            kind => kind,
        };
        let (mut crawlers, mut notes) = (Vec::new(), Vec::new());
        let mut within = None;
        for word in words.by_ref() {
            // The first word names a crawler, so `*` there is every crawler.
            let is_pattern =
                word.starts_with('/') || (!crawlers.is_empty() && word.starts_with('*'));
            if is_pattern {
                within = Some(word);
                break;
            }
            if word == "except" {
                return Err(
                    self.error(word, "a pattern must come before `except`, such as /".into())
                );
            }
            for name in word.split(',').filter(|name| !name.is_empty()) {
                let (choice, note) = self.crawlers(name, word)?;
                crawlers.push(choice);
                notes.extend(note);
            }
        }
        if crawlers.is_empty() {
            return Err(self.error(
                within.unwrap_or(claim),
                "a crawler must come before the pattern: a name, *, any-search, any-google or any-ai".into(),
            ));
        }
        let Some(within) = within else {
            return Err(
                self.error("", "a pattern is missing at the end, such as / or /shop/".into())
            );
        };
        region_pattern(within).map_err(|message| self.error(within, message))?;
        let is_one = matches!(&*crawlers, [NamedCrawlers::One(_)]);
        if kind == Claim::Same && is_one {
            return Err(self.error(claim, "`same` compares crawlers: name two, or *".into()));
        }
        Ok(Some(Expectation {
            line: self.number,
            text: content.trim().to_owned(),
            claim: kind,
            crawlers,
            within: within.to_owned(),
            exceptions: self.exceptions(words)?,
            notes,
        }))
    }

    /// The line without its comment. A `#` inside a word is part of it.
    fn content(&self) -> &'t str {
        let is_comment =
            |at: usize| self.text[..at].chars().next_back().is_none_or(char::is_whitespace);
        let comment = self.text.match_indices('#').map(|(at, _)| at).find(|&at| is_comment(at));
        &self.text[..comment.unwrap_or(self.text.len())]
    }

    fn claim(&self, word: &'t str) -> Result<Claim, ExpectationError> {
        match word {
            "allow" => Ok(Claim::All(RuleKind::Allow)),
            "disallow" => Ok(Claim::All(RuleKind::Disallow)),
            "same" => Ok(Claim::Same),
            "refuse" => Ok(Claim::Use(Use::Train, Outcome::Refused)),
            "grant" => Ok(Claim::Use(Use::Train, Outcome::Granted)),
            _ => {
                let likely = ["allow", "disallow", "same", "refuse", "grant"]
                    .into_iter()
                    .find(|claim| edit_distance::slips(word.as_bytes(), claim.as_bytes(), 2) <= 2);
                let help = likely.map_or_else(
                    || "write allow, disallow, same, refuse or grant".to_owned(),
                    |claim| format!("did you mean {claim}?"),
                );
                Err(self
                    .error(word, format!("`{}` is no claim; {help}", Printable(word.as_bytes()))))
            }
        }
    }

    /// The use of a claim.
    fn wanted_use(&self, claim: &'t str, word: Option<&'t str>) -> Result<Use, ExpectationError> {
        let names = "train, input, search or index";
        let Some(word) = word else {
            return Err(self.error(claim, format!("a use must follow `{claim}`: {names}")));
        };
        match word.parse::<Use>() {
            // robots.txt has no word for it, so the line could never hold.
            Ok(Use::Tdm) | Err(_) => {
                let shown = Printable(word.as_bytes());
                Err(self.error(word, format!("`{shown}` is no use of robots.txt; write {names}")))
            }
            Ok(wanted) => Ok(wanted),
        }
    }

    /// The crawlers of one name, and a note about it. `word` is what an error points at.
    fn crawlers(
        &self,
        name: &'t str,
        word: &'t str,
    ) -> Result<(NamedCrawlers, Option<String>), ExpectationError> {
        let set = match name {
            "*" => return Ok((NamedCrawlers::Everyone, None)),
            "any-search" => CrawlerSet::Search,
            "any-google" => CrawlerSet::Google,
            "any-ai" => CrawlerSet::Ai,
            // `any-serach` would be read as an unknown crawler that follows `*`. The line could hold without saying
            // anything about search engines.
            _ if name.starts_with("any-") => {
                let message = format!(
                    "`{}` is no set of crawlers; write any-search, any-google or any-ai",
                    Printable(name.as_bytes())
                );
                return Err(self.error(word, message));
            }
            _ => {
                let resolved =
                    Crawler::resolve(name).map_err(|error| self.error(word, error.to_string()))?;
                let note = resolved.note();
                return Ok((NamedCrawlers::One(resolved.into_crawler()), note));
            }
        };
        Ok((NamedCrawlers::Set(set), None))
    }

    fn exceptions(
        &self,
        mut words: impl Iterator<Item = &'t str>,
    ) -> Result<Vec<String>, ExpectationError> {
        let Some(word) = words.next() else { return Ok(Vec::new()) };
        if word != "except" {
            return Err(self.error(
                word,
                "after the pattern only `except` and more patterns may follow".into(),
            ));
        }
        let mut exceptions = Vec::new();
        for word in words {
            // An exception that matches no path would silently except nothing.
            let pattern = region_pattern(word).map_err(|message| self.error(word, message))?;
            exceptions.push(pattern.to_owned());
        }
        if exceptions.is_empty() {
            return Err(self.error(word, "a pattern is missing after `except`".into()));
        }
        Ok(exceptions)
    }

    /// An error at `word`, a part of the line; at the end of the line if it is empty.
    fn error(&self, word: &str, message: String) -> ExpectationError {
        let at = if word.is_empty() {
            self.content().trim_end().len()
        } else {
            (word.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
        };
        ExpectationError {
            line: self.number,
            column: self.text.get(..at).unwrap_or_default().chars().count() + 1,
            length: word.chars().count().max(1),
            text: self.text.to_owned(),
            message,
        }
    }
}
