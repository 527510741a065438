//! Answers as people and scripts see them.
//!
//! To a crawler an unreachable robots.txt is a disallow, and the library's verdict says so. To people it is a third
//! answer: the site gave no rules, and a script must not take a network failure for a change of rules.

use anstyle::{AnsiColor, Style};
use maycrawl::answer::RefusedUrl;
use maycrawl::{Decision, Verdict};
use maycrawl_fetch::{AddressGuard, Basis, OriginRobots, Protocol};
use maycrawl_language::Language;
use unicode_width::UnicodeWidthStr as _;

use crate::args::{Format, Net, TableFormat, UnreachableAs};
use crate::text::csv;
use crate::text::output::{Exit, Failure, Output, style};
use crate::text::wrap::padded;

/// The answer of the command for one URL and one crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Decided(Decision),
    /// The robots.txt could not be read.
    Unreachable,
}

impl Answer {
    pub(crate) fn of(verdict: &Verdict<'_>) -> Self {
        if verdict.is_unreachable() { Self::Unreachable } else { Self::Decided(verdict.decision()) }
    }

    /// The word in text output.
    pub(crate) fn word(self, language: Language) -> String {
        match self {
            Self::Decided(decision) => language.decision(decision),
            Self::Unreachable => language.unreachable(),
        }
    }

    /// The width of the column of words: of the two usual ones.
    pub(crate) fn word_width(language: Language) -> usize {
        let usual = [Decision::Allowed, Decision::Disallowed];
        usual.map(|decision| language.decision(decision).width()).into_iter().max().unwrap_or(0)
    }

    const ALL: [Self; 4] = [
        Self::Decided(Decision::Allowed),
        Self::Decided(Decision::Disallowed),
        Self::Decided(Decision::NotApplicable),
        Self::Unreachable,
    ];

    pub(crate) fn style(self) -> Style {
        match self {
            Self::Decided(decision) => style(decision),
            Self::Unreachable => AnsiColor::Yellow.on_default().bold(),
        }
    }

    /// Its effect on the exit status.
    pub(crate) fn outcome(self, unreachable: UnreachableAs) -> Exit {
        match (self, unreachable) {
            (Self::Decided(decision), _) => decision.into(),
            (Self::Unreachable, UnreachableAs::Disallow) => Exit::Found,
            (Self::Unreachable, UnreachableAs::Error) => Exit::Unanswered,
        }
    }
}

/// The words of all answers, filled up to the width of their column. Made once for many URLs.
pub(crate) struct AnswerWords {
    words: [(Answer, String); 4],
    pub(crate) width: usize,
}

impl AnswerWords {
    pub(crate) fn new(language: Language) -> Self {
        let width = Answer::word_width(language);
        let words = Answer::ALL.map(|answer| (answer, padded(&answer.word(language), width)));
        Self { words, width }
    }

    /// The word of `answer` in its column.
    pub(crate) fn padded(&self, answer: Answer) -> &str {
        let word = self.words.iter().find(|(known, _)| *known == answer);
        word.map_or("", |(_, word)| word)
    }
}

/// Reports a URL that cannot be checked: a JSON object on standard output, or a message on standard error.
pub(crate) fn report_error(
    output: &mut Output,
    format: Format,
    url: &[u8],
    error: &str,
) -> Result<Exit, Failure> {
    match format {
        Format::Json => {
            output.json(&RefusedUrl { url: String::from_utf8_lossy(url), error })?;
        }
        Format::Text => output.note("error", error),
    }
    Ok(Exit::Unanswered)
}

/// The same where answers are a table: the row of the text says so. Without one it would look as if it had not been
/// asked about.
pub(crate) fn report_error_in_table(
    output: &mut Output,
    format: TableFormat,
    url: &[u8],
    error: &str,
) -> Result<Exit, Failure> {
    if format != TableFormat::Csv {
        return report_error(output, format.of_answers(), url, error);
    }
    csv::row(output, [&*String::from_utf8_lossy(url), "", "error", "", "", "", error])?;
    Ok(Exit::Unanswered)
}

/// Hints about sites that were not reached, printed once at the end.
#[derive(Default)]
pub(crate) struct Hints {
    refused: bool,
    bad_port: Option<u16>,
    server_error: bool,
}

impl Hints {
    pub(crate) fn see(&mut self, robots: &OriginRobots) {
        if robots.is_refused() {
            match robots.origin().port().filter(|&port| is_bad_port(port)) {
                Some(port) => self.bad_port = Some(port),
                None => self.refused = true,
            }
        } else if robots.basis() == Basis::Disallowed {
            let status = robots.entry().last_fetch().hops.last().and_then(|hop| hop.status);
            self.server_error |= status.is_some_and(|status| (500..600).contains(&status));
        }
    }

    pub(crate) fn say(&self, net: &Net, output: &mut Output) {
        if self.refused && !net.allow_private {
            output.note("note", "to connect to private addresses, add --allow-private");
        }
        if let Some(port) = self.bad_port {
            output.note(
                "note",
                &format!("port {port} belongs to another protocol; maycrawl never connects to it"),
            );
        }
        if self.server_error && !net.probe_5xx {
            output.note(
                "note",
                "a site that answers 5xx for every missing page has no robots.txt; to find out, run with --probe-5xx twice, a day apart",
            );
        }
    }
}

fn is_bad_port(port: u16) -> bool {
    // The rule for ports is the same for every guard.
    AddressGuard::public_only().port(port, port, Protocol::Http).is_err()
}
