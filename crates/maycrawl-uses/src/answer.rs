//! The answer about one use: what each family says, and what they say together.

use alloc::vec::Vec;

use maycrawl::{Crawler, Requested, RobotsTxt};

use crate::license::{LicenseDocument, PageLicense};
use crate::page::PageRule;
use crate::signal_lines::{SignalLine, followed_groups, signal_lines};
use crate::statement::{
    Condition, Finding, FindingKind, Outcome, Place, ROBOTS_TXT, Statement, TOO_LONG,
};
use crate::tdm::TdmReservation;
use crate::vocabulary::{Family, Label, Readings, Use};
use crate::{content_signal, content_usage, license, page, token};

/// What is known of a site and a page. A place that was not asked is `None` or empty: it says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evidence<'a> {
    /// The site's robots.txt.
    pub robots: Option<&'a RobotsTxt<'a>>,
    /// The values of the response's HTTP fields `Content-Usage`, in order. They are one dictionary.
    pub content_usage: &'a [&'a [u8]],
    /// What the site says by the TDM Reservation Protocol.
    pub tdm: TdmReservation<'a>,
    /// The rules of the page and of the fields `X-Robots-Tag`.
    pub rules: &'a [PageRule<'a>],
    /// True if the content is an image, which `noimageai` is about.
    pub is_image: bool,
    /// The licences of the page and of the fields `Link`.
    pub licenses: &'a [PageLicense<'a>],
    /// The RSL documents that were read. A licence whose document is not here is conditional.
    pub license_documents: &'a [LicenseDocument<'a>],
    /// Signals that exist, or may exist, and that could not be read.
    pub unread: &'a [Unread<'a>],
}

/// A signal that could not be read: a file that could not be fetched, a field of which only a part is known. What it
/// says is not known, so it makes a statement that is conditional and grants nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unread<'a> {
    /// The family that it belongs to.
    pub family: Family,
    /// Where it stands.
    pub place: Place,
    /// Why it could not be read.
    pub reason: &'a str,
}

impl<'a> Evidence<'a> {
    /// What is known where nothing but robots.txt was asked for: the file, if the site has one. `is_unreachable`: it
    /// could not be read, so what it says is not known, which is another answer than *not said*.
    ///
    /// ```
    /// use maycrawl::{Crawler, as_written};
    /// use maycrawl_uses::{Evidence, Outcome, Readings, Use};
    ///
    /// let ask = |evidence| {
    ///     maycrawl_uses::ask(&evidence, &Crawler::GOOGLEBOT, as_written("/"), Use::Train, Readings::DEFAULT).outcome
    /// };
    /// assert_eq!(ask(Evidence::from_robots_txt(None, false)), Outcome::NotSaid);
    /// assert_eq!(ask(Evidence::from_robots_txt(None, true)), Outcome::Conditional);
    /// ```
    #[must_use]
    pub fn from_robots_txt(robots: Option<&'a RobotsTxt<'a>>, is_unreachable: bool) -> Self {
        let unread = if is_unreachable { &UNREACHABLE[..] } else { &[] };
        Self { robots, unread, ..Self::default() }
    }
}

/// The families whose lines stand in a robots.txt, where it could not be read.
const UNREACHABLE: [Unread<'static>; 3] = [
    Unread::robots_txt(Family::ContentUsage),
    Unread::robots_txt(Family::ContentSignal),
    Unread::robots_txt(Family::Rsl),
];

impl Unread<'static> {
    /// The families whose lines may stand in the part of a robots.txt that the size limit removed.
    const IS_CUT: [Self; 4] = [
        Self::cut(Family::ContentUsage),
        Self::cut(Family::ContentSignal),
        Self::cut(Family::Rsl),
        Self::cut(Family::ControlToken),
    ];

    const fn cut(family: Family) -> Self {
        Self { reason: TOO_LONG, ..Self::robots_txt(family) }
    }

    const fn robots_txt(family: Family) -> Self {
        Self { family, place: ROBOTS_TXT, reason: "it could not be read" }
    }
}

/// What a site says about one use of one page by one crawler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What all families say together.
    pub outcome: Outcome,
    /// The strictest statement of all, if any family stated something: refused, else conditional, else granted.
    pub strictest: Option<Outcome>,
    /// The families that have a statement, and those that do not apply; in the order of [`Family::ALL`].
    pub families: Vec<FamilyAnswer>,
    /// What a reader should know about the signals.
    pub findings: Vec<Finding>,
}

impl Answer {
    /// True if nothing is stated about the use.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        !self.families.iter().any(FamilyAnswer::speaks)
    }

    /// True if a part of the signals was not read, as a finding or a condition says. A grant is then not sure: the part
    /// may refuse.
    ///
    /// ```
    /// use maycrawl::{Crawler, as_written};
    /// use maycrawl_uses::{Evidence, Readings, Use};
    ///
    /// let evidence = Evidence::from_robots_txt(None, true);
    /// let url = as_written("/");
    /// let answer = maycrawl_uses::ask(&evidence, &Crawler::GOOGLEBOT, url, Use::Train, Readings::DEFAULT);
    /// assert!(answer.leaves_unread());
    /// ```
    #[must_use]
    pub fn leaves_unread(&self) -> bool {
        let mut statements = self.families.iter().flat_map(|family| &family.statements);
        self.findings.iter().any(|finding| finding.kind.leaves_unread())
            || statements.any(|statement| statement.condition == Some(Condition::NotRead))
    }
}

/// What one family says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyAnswer {
    /// The family.
    pub family: Family,
    /// The document that was read; that of the operator for a control token.
    pub document: &'static str,
    /// What its statements say together, as its document combines them.
    pub outcome: Outcome,
    /// Its statements that apply to the page, also those that another one outdoes.
    pub statements: Vec<Statement>,
}

/// What a site says about one use.
///
/// Cost: one more reading of the file for each family that stands in it; see [`uses`](crate).
#[must_use]
pub fn ask<'u>(
    evidence: &Evidence<'_>,
    crawler: &Crawler,
    url: impl Requested<'u>,
    wanted: Use,
    readings: Readings,
) -> Answer {
    let mut findings = Vec::new();
    let mut families = Vec::new();
    let groups = evidence.robots.map(|robots| followed_groups(robots, crawler));
    let groups = groups.unwrap_or_default();
    let lines = evidence.robots.map(|robots| signal_lines(robots, &groups)).unwrap_or_default();
    let signals = (&lines[..], &groups[..]);
    if wanted != Use::Tdm && is_cut(evidence) {
        findings.push(Finding::new(Some(ROBOTS_TXT), FindingKind::TooLong));
    }
    for family in Family::ALL.into_iter().filter(|&family| readings.has(family)) {
        let (outcome, mut statements) =
            of_family(family, evidence, signals, crawler, url, wanted, &mut findings);
        let unread = unread(family, evidence, crawler, wanted);
        let is_unread = !unread.is_empty();
        statements.extend(unread);
        // What was not read may refuse what the rest grants.
        let is_silent =
            matches!(outcome, Outcome::Granted | Outcome::NotSaid | Outcome::NotApplicable);
        let outcome = if is_unread && is_silent { Outcome::Conditional } else { outcome };
        if outcome == Outcome::NotSaid && statements.is_empty() {
            continue;
        }
        let operator = match family {
            Family::ControlToken => token::source(crawler),
            Family::OperatorRules => page::source(crawler),
            _ => None,
        };
        let document = operator.unwrap_or(family.document());
        families.push(FamilyAnswer { family, document, outcome, statements });
    }
    let (outcome, strictest) = together(&families);
    Answer { outcome, strictest, families, findings }
}

fn of_family<'u>(
    family: Family,
    evidence: &Evidence<'_>,
    (lines, groups): (&[SignalLine<'_>], &[bool]),
    crawler: &Crawler,
    url: impl Requested<'u>,
    wanted: Use,
    findings: &mut Vec<Finding>,
) -> (Outcome, Vec<Statement>) {
    let alone = |statement: Option<Statement>| {
        let outcome = statement.as_ref().map_or(Outcome::NotSaid, |it| it.outcome);
        (outcome, statement.into_iter().collect())
    };
    match (family, evidence.robots) {
        (Family::ContentUsage, robots) => {
            let nothing = || (Outcome::NotSaid, Vec::new());
            let (mut outcome, mut statements) = robots.map_or_else(nothing, |robots| {
                content_usage::for_file(robots, (lines, groups), crawler, url, wanted, findings)
            });
            let field = content_usage::of_fields(evidence.content_usage, wanted, findings);
            if let Some(field) = field {
                // A field of a response in hand stands on its own, also where the file does not apply.
                if outcome != Outcome::NotApplicable || field.outcome.is_stated() {
                    outcome = content_usage::strictest([outcome, field.outcome].into_iter());
                }
                statements.push(field);
            }
            (outcome, statements)
        }
        // No document counts a reservation of mining as a word on training, or the other way.
        (Family::TdmRep, _) if wanted == Use::Tdm => evidence.tdm.about(url, findings),
        (Family::ContentSignal, Some(_)) => content_signal::of_lines(lines, wanted, findings),
        // RSL has no word for text and data mining.
        (Family::Rsl, _) if wanted != Use::Tdm => {
            let (_, lines) = license::of_lines(lines, findings);
            let documents = evidence.license_documents;
            let mut of_site = license::for_site(lines, documents, wanted, findings);
            let of_page = license::from_page(evidence.licenses, documents, wanted, findings);
            let outcome = license::together(&of_site, &of_page);
            of_site.extend(of_page);
            (outcome, of_site)
        }
        (Family::OperatorRules, _) => page::of_operator(evidence.rules, crawler, wanted),
        (Family::NoAi, _) => {
            page::of_convention(evidence.rules, evidence.is_image, crawler, wanted)
        }
        (Family::PurposeToken, Some(robots)) => alone(token::purpose(robots, url, wanted)),
        (Family::ControlToken, Some(robots)) => alone(token::control(robots, crawler, url, wanted)),
        _ => alone(None),
    }
}

/// True if the size limit removed a part of robots.txt.
fn is_cut(evidence: &Evidence<'_>) -> bool {
    evidence.robots.is_some_and(|robots| robots.truncation().is_some())
}

/// The signals of a family that were not read and could speak of this use to this crawler.
fn unread(
    family: Family,
    evidence: &Evidence<'_>,
    crawler: &Crawler,
    wanted: Use,
) -> Vec<Statement> {
    let is_about = match family {
        Family::TdmRep => wanted == Use::Tdm,
        Family::NoAi => wanted == Use::Train,
        Family::OperatorRules => page::has_rules(crawler, wanted),
        Family::ControlToken => token::controls(crawler, wanted),
        // Its words are tokens.
        Family::PurposeToken => wanted != Use::Tdm,
        _ => Label::has_word(family, wanted),
    };
    let cut = Unread::IS_CUT.iter().filter(|_| is_cut(evidence));
    let of_family = evidence.unread.iter().chain(cut).filter(|it| is_about && it.family == family);
    of_family
        .map(|it| Statement::conditional(it.place, it.reason.as_bytes(), Condition::NotRead))
        .collect()
}

/// What families say together, and the strictest of it. Between families no document rules, so a refusal beside a grant
/// or an offer is a conflict.
fn together(families: &[FamilyAnswer]) -> (Outcome, Option<Outcome>) {
    let of_families = families.iter().map(|family| family.outcome);
    let stated = families.iter().flat_map(FamilyAnswer::strictest).min();
    let is_refused = of_families.clone().any(|outcome| outcome == Outcome::Refused);
    let outcome = if is_refused && families.iter().any(FamilyAnswer::is_offer) {
        Outcome::Conflict
    } else {
        combined(of_families)
    };
    (outcome, stated)
}

impl FamilyAnswer {
    /// True if the site has a statement of the family. Without one its document may still say something of a path: that
    /// it does not apply to one that is closed.
    #[must_use]
    pub const fn speaks(&self) -> bool {
        !self.statements.is_empty()
    }

    /// The strictest that it states; in a family whose statements contradict each other, of all of them.
    fn strictest(&self) -> Option<Outcome> {
        let stated = |outcome: &Outcome| outcome.is_stated();
        if self.outcome == Outcome::Conflict {
            self.statements.iter().map(|it| it.outcome).filter(stated).min()
        } else {
            Some(self.outcome).filter(stated)
        }
    }

    /// True if it grants the use, or offers it under terms that were read.
    fn is_offer(&self) -> bool {
        // Two licences are two offers. Of other families one line grants nothing if the line beside it was not read.
        let is_offer = |it: &Statement| {
            it.condition.is_some_and(Condition::is_offer)
                || it.outcome == Outcome::Granted && self.family == Family::Rsl
        };
        let is_conditional = self.outcome == Outcome::Conditional;
        self.outcome == Outcome::Granted || is_conditional && self.statements.iter().any(is_offer)
    }
}

/// The outcome of families together, from the outcome of each. Terms that were not read grant nothing, so beside a
/// refusal they are none.
pub(super) fn combined(of_families: impl Iterator<Item = Outcome> + Clone) -> Outcome {
    let has = |wanted| of_families.clone().any(|outcome| outcome == wanted);
    if has(Outcome::Conflict) || has(Outcome::Refused) && has(Outcome::Granted) {
        return Outcome::Conflict;
    }
    let silent =
        if has(Outcome::NotApplicable) { Outcome::NotApplicable } else { Outcome::NotSaid };
    of_families.filter(|outcome| outcome.is_stated()).min().unwrap_or(silent)
}
