//! Rules of pages and of `X-Robots-Tag`: `noai`, and the rules of operators that limit a use.
//!
//! One word has three meanings: `noarchive` is nothing to Google, neither chat nor training to Bing, no training to
//! Amazon. So a rule of an operator enters the answer for its own crawler alone.

use alloc::vec::Vec;

use maycrawl::Crawler;

use crate::statement::{Condition, Outcome, Place, Statement};
use crate::vocabulary::Use;

/// A rule of a page or of `X-Robots-Tag`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageRule<'a> {
    /// The crawler that it names; `None` for all.
    pub agent: Option<&'a str>,
    /// Where it stands.
    pub place: Place,
    /// Its word.
    pub word: PageWord,
}

/// The word of a [`PageRule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PageWord {
    /// `noai`.
    NoAi,
    /// `noimageai`: about images. It counts where the content is an image.
    NoImageAi,
    /// `nosnippet`.
    NoSnippet,
    /// `max-snippet` with a number of characters.
    MaxSnippet(u32),
    /// `data-nosnippet` on a span, div or section.
    DataNoSnippet,
    /// `noarchive`.
    NoArchive,
    /// `nocache`.
    NoCache,
    /// More rules than were stored, or a list that is longer than what is read.
    Unread,
}

impl PageWord {
    fn text(self) -> &'static str {
        match self {
            Self::NoAi => "noai",
            Self::NoImageAi => "noimageai",
            Self::NoSnippet => "nosnippet",
            Self::MaxSnippet(_) => "max-snippet",
            Self::DataNoSnippet => "data-nosnippet",
            Self::NoArchive => "noarchive",
            Self::NoCache => "nocache",
            Self::Unread => "rules that were not read",
        }
    }
}

/// An operator whose page says how its crawler reads such rules.
struct Operator {
    /// The token that the crawler has in its chain.
    token: &'static str,
    source: &'static str,
    says: fn(PageWord, Use) -> Option<Said>,
    /// True if `nocache` beside `noarchive` counts alone.
    no_cache_alone: bool,
}

/// What a rule says: refused, or a condition.
type Said = Option<Condition>;

static OPERATORS: &[Operator] = &[
    Operator {
        token: "Googlebot",
        source: "Google, robots meta tag page, 2026-03-24",
        says: |word, wanted| match word {
            _ if wanted != Use::Input => None,
            PageWord::NoSnippet | PageWord::MaxSnippet(0) => Some(None),
            PageWord::MaxSnippet(_) => Some(Some(Condition::Limit)),
            PageWord::DataNoSnippet => Some(Some(Condition::Part)),
            _ => None,
        },
        no_cache_alone: false,
    },
    Operator {
        token: "bingbot",
        source: "Microsoft Bing, blog of 2023-09-22",
        says: |word, wanted| match word {
            _ if !matches!(wanted, Use::Train | Use::Input) => None,
            PageWord::NoArchive => Some(None),
            PageWord::NoCache => Some(Some(Condition::Limit)),
            _ => None,
        },
        no_cache_alone: true,
    },
    Operator {
        token: "Amazonbot",
        source: "Amazon, page about Amazonbot, 2026-06-15 (read in copies)",
        says: |word, wanted| (word == PageWord::NoArchive && wanted == Use::Train).then_some(None),
        no_cache_alone: false,
    },
];

fn operator(crawler: &Crawler) -> Option<&'static Operator> {
    let has = |token: &str| crawler.chain().any(|name| name.eq_ignore_ascii_case(token));
    OPERATORS.iter().find(|row| has(row.token))
}

/// The page that says how the crawler's operator reads rules; `None` if no operator of this crawler says it.
pub(super) fn source(crawler: &Crawler) -> Option<&'static str> {
    operator(crawler).map(|row| row.source)
}

/// True if the crawler's operator may have a rule about the use: none has one about another use than these.
pub(super) fn has_rules(crawler: &Crawler, wanted: Use) -> bool {
    matches!(wanted, Use::Train | Use::Input) && operator(crawler).is_some()
}

/// What the rules say to a crawler by the page of its operator. The more restrictive counts, but for Bing `nocache`
/// counts beside `noarchive`.
pub(super) fn of_operator(
    rules: &[PageRule<'_>],
    crawler: &Crawler,
    wanted: Use,
) -> (Outcome, Vec<Statement>) {
    let Some(operator) = operator(crawler) else { return (Outcome::NotSaid, Vec::new()) };
    let read = |rule: &&PageRule<'_>| crawler.is_meant_by(rule.agent);
    let has_no_cache = rules.iter().filter(read).any(|rule| rule.word == PageWord::NoCache);
    let mut outcomes = Vec::new();
    let mut statements = Vec::new();
    let speaks = has_rules(crawler, wanted);
    for rule in rules.iter().filter(read) {
        let said = match rule.word {
            PageWord::Unread if speaks => Some(Some(Condition::NotRead)),
            word => (operator.says)(word, wanted),
        };
        let Some(condition) = said else { continue };
        let statement = statement(rule, condition);
        let is_beaten = operator.no_cache_alone && has_no_cache && rule.word == PageWord::NoArchive;
        if !is_beaten {
            outcomes.push(statement.outcome);
        }
        statements.push(statement);
    }
    (outcomes.into_iter().min().unwrap_or(Outcome::NotSaid), statements)
}

/// What `noai` and `noimageai` say. The convention speaks of training alone. A rule that names a crawler counts for it,
/// unless its operator lists what it reads: none of them lists these words.
pub(super) fn of_convention(
    rules: &[PageRule<'_>],
    is_image: bool,
    crawler: &Crawler,
    wanted: Use,
) -> (Outcome, Vec<Statement>) {
    if wanted != Use::Train {
        return (Outcome::NotSaid, Vec::new());
    }
    let is_meant = |agent: Option<&str>| match agent {
        None => true,
        Some(_) => operator(crawler).is_none() && crawler.is_meant_by(agent),
    };
    let statements: Vec<_> = rules
        .iter()
        .filter(|rule| is_meant(rule.agent))
        .filter_map(|rule| match rule.word {
            PageWord::NoAi => Some(statement(rule, None)),
            PageWord::NoImageAi if is_image => Some(statement(rule, None)),
            PageWord::Unread => Some(statement(rule, Some(Condition::NotRead))),
            _ => None,
        })
        .collect();
    let outcome = statements.iter().map(|it| it.outcome).min().unwrap_or(Outcome::NotSaid);
    (outcome, statements)
}

fn statement(rule: &PageRule<'_>, condition: Said) -> Statement {
    let text = match rule.word {
        PageWord::MaxSnippet(most) => alloc::format!("max-snippet:{most}"),
        word => word.text().into(),
    };
    match condition {
        Some(condition) => Statement::conditional(rule.place, text.as_bytes(), condition),
        None => Statement::new(rule.place, text.as_bytes(), Outcome::Refused),
    }
}
