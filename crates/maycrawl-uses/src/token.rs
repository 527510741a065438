//! Names of `User-agent` lines that speak of a use: tokens of operators that no crawler sends, and the purpose token.

use alloc::vec::Vec;

use maycrawl::internals::TRAINING_TOKEN;
use maycrawl::{Crawler, GroupIndex, Requested, RobotsTxt, Verdict};

use crate::statement::{Outcome, Place, Statement};
use crate::vocabulary::Use;

/// A token of an operator, and what its page says that it controls.
struct ControlToken {
    token: &'static str,
    uses: &'static [Use],
    /// What an answer without another document names.
    source: &'static str,
}

static CONTROL_TOKENS: &[ControlToken] = &[
    ControlToken {
        token: "Google-Extended",
        uses: &[Use::Train, Use::Input],
        source: "Google, common crawlers, 2026-07-14",
    },
    ControlToken {
        token: "Applebot-Extended",
        uses: &[Use::Train],
        source: "Apple, support article 119829, 2026-09-04",
    },
];

/// The control tokens.
pub fn all() -> impl Iterator<Item = Crawler> {
    CONTROL_TOKENS.iter().map(|row| Crawler::from_token(row.token))
}

/// The page that says what the crawler's token controls; `None` if it is no control token.
pub fn source(crawler: &Crawler) -> Option<&'static str> {
    row(crawler).map(|row| row.source)
}

fn row(crawler: &Crawler) -> Option<&'static ControlToken> {
    CONTROL_TOKENS.iter().find(|row| row.token.eq_ignore_ascii_case(crawler.token()))
}

/// Whether the crawler is a token that controls this use.
pub(super) fn controls(crawler: &Crawler, wanted: Use) -> bool {
    row(crawler).is_some_and(|row| row.uses.contains(&wanted))
}

/// Whether the crawler follows a group that has a name of its own, not that of `*`.
pub(super) fn has_own_group(index: &GroupIndex, crawler: &Crawler) -> bool {
    index.followed_by(crawler).name(crawler) != Some("*")
}

/// What the rules of a control token say, to who asks about this token. A grant needs a rule of its own group: `Allow:
/// /` for `*` was written about crawling.
pub(super) fn control<'u>(
    robots: &RobotsTxt<'_>,
    crawler: &Crawler,
    url: impl Requested<'u>,
    wanted: Use,
) -> Option<Statement> {
    if !controls(crawler, wanted) {
        return None;
    }
    let rules = robots.rules_for(crawler);
    let verdict = rules.check(url);
    let says_allow = verdict.is_allowed() && verdict.rule().is_some_and(|rule| rule.priority > 0);
    if !verdict.is_allowed() {
        statement(robots, &verdict, Outcome::Refused)
    } else if says_allow && has_own_group(&robots.group_index(), crawler) {
        statement(robots, &verdict, Outcome::Granted)
    } else {
        None
    }
}

/// What the group of the purpose token says: where it disallows, training is refused. Nothing else is concluded, and it
/// does not fall back to `*`, which would make each closed site a statement about training.
pub(super) fn purpose<'u>(
    robots: &RobotsTxt<'_>,
    url: impl Requested<'u>,
    wanted: Use,
) -> Option<Statement> {
    if wanted != Use::Train {
        return None;
    }
    let token = Crawler::with_chain(TRAINING_TOKEN, Vec::<&str>::new()).ignoring_star();
    let rules = robots.rules_for(&token);
    let verdict = rules.check(url);
    if verdict.is_allowed() { None } else { statement(robots, &verdict, Outcome::Refused) }
}

fn statement(robots: &RobotsTxt<'_>, verdict: &Verdict<'_>, outcome: Outcome) -> Option<Statement> {
    let line = verdict.line()?;
    let text = robots.line_text(line).unwrap_or_default();
    Some(Statement::new(Place::Line(line), text, outcome))
}
