//! Licences by RSL: `License` lines, licences of a page, and their terms where the document was read.
//!
//! Without the document its terms are not known: RSL 1.0 section 4.3 says to treat such content as unlicensed, which is
//! conditional and never a grant.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use maycrawl::robots_txt::Sitemap;
use maycrawl::{Crawler, RobotsTxt};

use crate::signal_lines::{SignalField, SignalLine, followed_groups, of_field, signal_lines};
use crate::statement::{
    Condition, Finding, FindingKind, MAX_STATEMENTS, Outcome, Place, ROBOTS_TXT, Statement,
};
use crate::vocabulary::{Family, Label, Use};

/// An RSL document that was read, as far as it speaks of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LicenseDocument<'a> {
    /// Its absolute URL; empty for a document inside the page.
    pub url: &'a str,
    /// The licences of the narrowest scopes that cover the page; empty if none does.
    pub licenses: &'a [LicenseTerms<'a>],
}

/// The terms of a licence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LicenseTerms<'a> {
    /// The line of its scope in the document.
    pub line: u64,
    /// The words of `<permits type="usage">`, a closed list; `None` without this element.
    pub permits: Option<&'a [String]>,
    /// The words of `<prohibits type="usage">`.
    pub prohibits: &'a [String],
    /// What it asks for beside.
    pub condition: Option<Condition>,
}

/// A licence that a response or a page names or has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageLicense<'a> {
    /// Where it stands.
    pub place: Place,
    /// Its absolute URL, or what is written if it has none.
    pub url: &'a str,
    /// False if `url` is not an absolute URL.
    pub is_absolute: bool,
    /// The document inside the page; `None` for a link, and for a document that cannot be read.
    pub inline: Option<LicenseDocument<'a>>,
    /// True in the body, where it speaks of a part of the page.
    pub is_of_part: bool,
}

/// What the documents say together: that of the page before that of the site, else the strictest (section 4.9). Where
/// terms of the page were not read, those of the site still count: they may hold a refusal.
pub(super) fn together(of_site: &[Statement], of_page: &[Statement]) -> Outcome {
    let is_read = |it: &Statement| it.condition.is_none_or(Condition::is_offer);
    let stated = |it: &&Statement| it.outcome.is_stated();
    let is_alone = of_page.iter().any(|it| stated(&it)) && of_page.iter().all(is_read);
    let of_site = if is_alone { &[] } else { of_site };
    let all = of_page.iter().chain(of_site).filter(stated).map(|it| it.outcome);
    all.min().unwrap_or(Outcome::NotSaid)
}

/// The statements of the `License` lines of a file.
pub(super) fn for_site(
    lines: Vec<Statement>,
    documents: &[LicenseDocument<'_>],
    wanted: Use,
    findings: &mut Vec<Finding>,
) -> Vec<Statement> {
    let read = |line: Statement| match documents.iter().find(|it| it.url == line.text) {
        Some(document) => of_document(document, line.place, wanted, findings),
        None => line,
    };
    lines.into_iter().map(read).collect()
}

/// The statements of the licences of a page.
pub(super) fn from_page(
    licenses: &[PageLicense<'_>],
    documents: &[LicenseDocument<'_>],
    wanted: Use,
    findings: &mut Vec<Finding>,
) -> Vec<Statement> {
    let mut statements = Vec::new();
    for license in licenses {
        if !license.is_absolute {
            findings.push(Finding::new(Some(license.place), FindingKind::NotAbsolute));
            continue;
        }
        let named = || documents.iter().find(|it| !it.url.is_empty() && it.url == license.url);
        let document = license.inline.as_ref().or_else(named);
        let mut statement = match document {
            Some(document) => of_document(document, license.place, wanted, findings),
            None => {
                let url = license.url.as_bytes();
                Statement::conditional(license.place, url, Condition::NotRead)
            }
        };
        // What it refuses or grants is true of a part of the page only.
        if license.is_of_part && statement.condition.is_none() && statement.outcome.is_stated() {
            statement.outcome = Outcome::Conditional;
            statement.condition = Some(Condition::Part);
        }
        statements.push(statement);
    }
    statements
}

/// What a document says about a use. Several licences are offers, and no verified text says how they combine: the
/// strictest is reported, since in doubt the conservative reading counts (section 3.6).
fn of_document(
    document: &LicenseDocument<'_>,
    place: Place,
    wanted: Use,
    findings: &mut Vec<Finding>,
) -> Statement {
    if document.licenses.len() > 1 {
        findings.push(Finding::new(Some(place), FindingKind::SeveralLicenses));
    }
    let url = if document.url.is_empty() { "the licence in the page" } else { document.url };
    let said = document.licenses.iter().map(|license| (of_license(license, wanted), license));
    let Some(((outcome, condition), license)) = said.min_by_key(|(said, _)| *said) else {
        let text = format!("{url}: nothing about this page");
        return Statement::new(place, text.as_bytes(), Outcome::NotSaid);
    };
    let text = format!("{url}, line {}: {}", license.line, license.text());
    Statement { condition, ..Statement::new(place, text.as_bytes(), outcome) }
}

impl LicenseTerms<'_> {
    fn text(&self) -> String {
        let mut parts = Vec::new();
        if let Some(permits) = self.permits {
            parts.push(format!("permits {}", permits.join(" ")));
        }
        if !self.prohibits.is_empty() {
            parts.push(format!("prohibits {}", self.prohibits.join(" ")));
        }
        if let Some(condition) = self.condition {
            parts.push(condition.name().to_string());
        }
        parts.join(", ")
    }
}

fn of_license(license: &LicenseTerms<'_>, wanted: Use) -> (Outcome, Option<Condition>) {
    let means = |word: &String| Label::rows(Family::Rsl, word).any(|row| row.means == wanted);
    let is_known = |word: &String| Label::rows(Family::Rsl, word).next().is_some();
    let conditional = |condition| (Outcome::Conditional, Some(condition));
    // A prohibition wins over a permission (section 3.6), and what a closed list leaves out is not allowed (3.5).
    if license.prohibits.iter().any(means)
        || license.permits.is_some_and(|it| !it.iter().any(means))
    {
        return (Outcome::Refused, None);
    }
    // An unknown word may be the prohibition of this use.
    if !license.prohibits.iter().all(is_known) {
        return conditional(Condition::NotUnderstood);
    }
    match license.condition {
        Some(condition) => conditional(condition),
        // It speaks of no use at all.
        None if license.permits.is_none() && license.prohibits.is_empty() => {
            (Outcome::NotSaid, None)
        }
        None => (Outcome::Granted, None),
    }
}

/// The URLs of the licences that a robots.txt has for a crawler, as their statements have them. Their documents are
/// known only if the caller fetches them. O(bytes).
///
/// ```
/// use maycrawl::{Crawler, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nLicense: https://example.com/l.xml\nLicense: /l.xml\n");
/// assert_eq!(maycrawl_uses::license_urls(&robots, &Crawler::GOOGLEBOT), ["https://example.com/l.xml"]);
/// ```
#[must_use]
pub fn license_urls(robots: &RobotsTxt<'_>, crawler: &Crawler) -> Vec<String> {
    let groups = followed_groups(robots, crawler);
    let lines = signal_lines(robots, &groups);
    of_lines(&lines, &mut Vec::new()).1.into_iter().map(|it| it.text).collect()
}

/// The `License` lines of the crawler's groups; if they have none, the global ones (RSL 1.0 section 4.4.3).
pub(super) fn of_lines(
    lines: &[SignalLine<'_>],
    findings: &mut Vec<Finding>,
) -> (Outcome, Vec<Statement>) {
    let (own, global) = of_field(lines, SignalField::License);
    let lines = if own.is_empty() { global } else { own };
    let mut statements = Vec::new();
    if lines.len() > MAX_STATEMENTS {
        statements.push(Statement::unread(ROBOTS_TXT, FindingKind::TooMany, findings));
    }
    for line in lines.iter().take(MAX_STATEMENTS) {
        let place = Place::Line(line.number);
        if (Sitemap { line: line.number, url: line.value }).is_absolute() {
            statements.push(Statement::conditional(place, line.value, Condition::NotRead));
        } else {
            findings.push(Finding::new(Some(place), FindingKind::NotAbsolute));
        }
    }
    let outcome = if statements.is_empty() { Outcome::NotSaid } else { Outcome::Conditional };
    (outcome, statements)
}
