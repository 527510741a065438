//! The serialised form of an answer about a use. Library, command and service write the same keys (feature `serde`).

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde::Serialize;

use maycrawl::answer::{AnswerOutcome, MAX_TEXT_BYTES, beginning};
use maycrawl::{AskedUrl, Crawler, Decision, Origin, RobotsTxt, SiteBasis, SiteRules, Verdict};

use crate::{
    Condition, Family, Finding, FindingKind, Outcome, Place, PlaceReport, Source, Statement, Use,
};

/// Most statements of a family, and most findings, in an answer. It has the number of the others.
const MAX_LISTED: usize = 20;

/// The answer to: what does this site say about this use of this URL by this crawler?
///
/// It says what a site states. It says neither what has legal effect nor who obeys.
///
/// ```
/// use maycrawl::{Crawler, RequestUrl, RobotsTxt};
/// use maycrawl_uses::use_answer::UseAnswer;
/// use maycrawl_uses::{Evidence, PlaceReport, PlaceState, Readings, Source, Use};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nContent-Signal: ai-train=no\n");
/// let (crawler, url) = (Crawler::GOOGLEBOT, RequestUrl::parse_path("/a").unwrap());
/// let evidence = Evidence { robots: Some(&robots), ..Evidence::default() };
/// let said = maycrawl_uses::ask(&evidence, &crawler, &url, Use::Train, Readings::DEFAULT);
/// let rules = robots.rules_for(&crawler);
/// let verdict = rules.check(&url);
/// let read = [PlaceReport::new(Source::RobotsTxt, PlaceState::Read)];
/// let answer = UseAnswer::new("/a", "Googlebot", Use::Train, &verdict, &said, &read);
/// let json = serde_json::to_value(&answer).unwrap();
/// assert_eq!((&json["use"], &json["outcome"]), (&"train".into(), &"refused".into()));
/// assert_eq!(json["access"], "allowed");
/// assert_eq!(json["families"][0]["statements"][0]["line"], 2);
/// ```
///
/// Cost: O(bytes of its texts), at most some hundred KiB.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct UseAnswer {
    /// The URL as it was given.
    pub url: String,
    /// The crawler's product token.
    pub agent: String,
    /// The use.
    #[serde(rename = "use")]
    pub wanted: Use,
    /// What the site says.
    pub outcome: Outcome,
    /// The strictest statement: `refused`, `conditional` or `granted`; `null` if nothing is stated.
    #[cfg_attr(feature = "schema", schema(required))]
    pub strictest: Option<Outcome>,
    /// Whether the crawler may fetch the URL at all, by robots.txt.
    pub access: AnswerOutcome,
    /// What that means for the use, as a sentence; `null` if it may fetch the URL.
    #[cfg_attr(feature = "schema", schema(required))]
    pub access_message: Option<String>,
    /// What each family of signals says, if it says something.
    pub families: Vec<FamilyJson>,
    /// What a reader should know about the signals.
    pub findings: Vec<UseFinding>,
    /// The number of findings that are left out.
    #[serde(skip_serializing_if = "is_zero")]
    pub findings_left_out: usize,
    /// True if all signals that were found were read. If not, a grant is not sure.
    pub is_whole: bool,
    /// The places of which it is known what they say: `robots.txt`, `response`, `page`, `tdmrep.json`, `licences`. They
    /// were read, or do not exist.
    pub read: Vec<Source>,
    /// The places that were not read, or not as a whole. What they say is not known.
    pub not_read: Vec<Source>,
    /// Each place with its state: asked for or not, read, absent, or why not. `licences` has an entry for each
    /// document.
    pub places: Vec<PlaceReport>,
}

/// What one family says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct FamilyJson {
    /// The family.
    pub family: Family,
    /// The document that was read, with its number or date.
    pub document: &'static str,
    /// What its statements say together.
    pub outcome: Outcome,
    /// Its statements, those that another one outdoes too.
    pub statements: Vec<StatementJson>,
    /// The number of statements that are left out.
    #[serde(skip_serializing_if = "is_zero")]
    pub statements_left_out: usize,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct StatementJson {
    /// Where it stands, in words.
    pub place: String,
    /// The number of its line in robots.txt, from 1; `null` if it stands elsewhere.
    #[cfg_attr(feature = "schema", schema(required))]
    pub line: Option<u32>,
    /// Its text, up to 1,024 bytes.
    pub text: String,
    /// What it says, alone.
    pub outcome: Outcome,
    /// The condition of a conditional statement.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub condition: Option<Condition>,
    /// The condition as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub message: Option<&'static str>,
}

/// Something that a reader of an answer should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct UseFinding {
    /// What it is, as a code.
    pub kind: FindingKind,
    /// The sentence.
    pub message: &'static str,
    /// Where, in words; `null` for the file as a whole.
    #[cfg_attr(feature = "schema", schema(required))]
    pub place: Option<String>,
    /// The label that no document defines, for `unknown-label`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub label: Option<String>,
}

impl UseAnswer {
    /// The answer for `url` and the crawler `agent`. `asked`: the places that were asked for; all others were not.
    #[must_use]
    pub fn new(
        url: &str,
        agent: &str,
        wanted: Use,
        verdict: &Verdict<'_>,
        said: &crate::Answer,
        asked: &[PlaceReport],
    ) -> Self {
        let places = PlaceReport::from_all(asked);
        let is_known = |source: &Source| {
            let mut of_source = places.iter().filter(|report| report.place == *source);
            of_source.all(|report| report.state.is_known())
        };
        let (read, not_read) = Source::ALL.into_iter().partition(is_known);
        Self {
            url: url.to_owned(),
            agent: agent.to_owned(),
            wanted,
            outcome: said.outcome,
            strictest: said.strictest,
            access: AnswerOutcome::from_verdict(verdict),
            access_message: access_message(agent, wanted, verdict, said),
            // A family that the site does not use says nothing, whatever its document says of closed paths.
            families: said.families.iter().filter(|it| it.speaks()).map(FamilyJson::new).collect(),
            findings: said.findings.iter().take(MAX_LISTED).map(UseFinding::new).collect(),
            findings_left_out: said.findings.len().saturating_sub(MAX_LISTED),
            is_whole: !said.leaves_unread(),
            read,
            not_read,
            places,
        }
    }
}

impl UseAnswer {
    /// What a file at hand says about a use of `url`, written as `written`. A file of another origin says nothing about
    /// it. O(bytes of the file).
    ///
    /// ```
    /// use maycrawl::asked_url::Schemes;
    /// use maycrawl::{AskedUrl, Crawler, RobotsTxt};
    /// use maycrawl_uses::use_answer::UseAnswer;
    /// use maycrawl_uses::{Outcome, Readings, Use};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nContent-Signal: ai-train=no\n");
    /// let url = AskedUrl::read("/a", Schemes::Any).unwrap();
    /// let answer = UseAnswer::for_file(&robots, None, &Crawler::BINGBOT, ("/a", &url), Use::Train, Readings::DEFAULT);
    /// assert_eq!(answer.outcome, Outcome::Refused);
    /// ```
    #[must_use]
    pub fn for_file(
        robots: &RobotsTxt<'_>,
        origin: Option<&Origin>,
        crawler: &Crawler,
        (written, url): (&str, &AskedUrl<'_>),
        wanted: Use,
        readings: crate::Readings,
    ) -> Self {
        let basis = SiteBasis::File(robots.as_bytes(), crawler, robots.profile());
        let verdict = SiteRules::new(origin, basis).check(url);
        let is_of_file = verdict.decision() != Decision::NotApplicable;
        let evidence = crate::Evidence::from_robots_txt(is_of_file.then_some(robots), false);
        let said = crate::ask(&evidence, crawler, url, wanted, readings);
        let read = [PlaceReport::new(Source::RobotsTxt, crate::PlaceState::Read)];
        Self::new(written.trim_ascii(), crawler.token(), wanted, &verdict, &said, &read)
    }
}

/// What it means for a use if a crawler may not fetch a URL. `None` if it may.
///
/// ```
/// use maycrawl::{Crawler, RobotsTxt, as_written};
/// use maycrawl_uses::use_answer::access_message;
/// use maycrawl_uses::{Evidence, Readings, Use};
///
/// let robots = RobotsTxt::parse(b"User-agent: GPTBot\nDisallow: /\n");
/// let (gptbot, url) = (Crawler::from_token("GPTBot"), as_written("/a"));
/// let evidence = Evidence::from_robots_txt(Some(&robots), false);
/// let said = maycrawl_uses::ask(&evidence, &gptbot, url, Use::Train, Readings::DEFAULT);
/// let rules = robots.rules_for(&gptbot);
/// let message = access_message("GPTBot", Use::Train, &rules.check(url), &said);
/// assert_eq!(message.unwrap(), "GPTBot may not fetch it (line 2), so there is nothing to train on.");
/// ```
#[must_use]
pub fn access_message(
    who: &str,
    wanted: Use,
    verdict: &Verdict<'_>,
    said: &crate::Answer,
) -> Option<String> {
    if verdict.decision() == Decision::NotApplicable {
        return Some("The file is of another origin, so it says nothing about this URL.".into());
    }
    if verdict.is_unreachable() {
        return Some("The robots.txt could not be read, so nothing may be fetched.".into());
    }
    if verdict.decision() != Decision::Disallowed {
        return None;
    }
    let line = verdict.line().map_or(String::new(), |line| format!(" (line {line})"));
    let end = match (said.is_silent(), wanted) {
        (false, _) => ".",
        (true, Use::Train) => ", so there is nothing to train on.",
        (true, Use::Tdm) => ", so there is nothing to mine.",
        (true, _) => ", so there is nothing to use.",
    };
    Some(format!("{who} may not fetch it{line}{end}"))
}

impl FamilyJson {
    fn new(said: &crate::FamilyAnswer) -> Self {
        Self {
            family: said.family,
            document: said.document,
            outcome: said.outcome,
            statements: said.statements.iter().take(MAX_LISTED).map(StatementJson::new).collect(),
            statements_left_out: said.statements.len().saturating_sub(MAX_LISTED),
        }
    }
}

impl StatementJson {
    fn new(said: &Statement) -> Self {
        let text = beginning(said.text.as_bytes(), MAX_TEXT_BYTES);
        Self {
            place: said.place.to_string(),
            line: match said.place {
                Place::Line(line) => Some(line),
                _ => None,
            },
            text: String::from_utf8_lossy(text).into_owned(),
            outcome: said.outcome,
            condition: said.condition,
            message: said.condition.map(crate::Condition::sentence),
        }
    }
}

impl UseFinding {
    fn new(found: &Finding) -> Self {
        let label = found.label.as_deref().map(|label| beginning(label.as_bytes(), MAX_TEXT_BYTES));
        Self {
            kind: found.kind,
            message: found.kind.sentence(),
            place: found.place.map(|place| place.to_string()),
            label: label.map(|label| String::from_utf8_lossy(label).into_owned()),
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde passes a reference
fn is_zero(number: &usize) -> bool {
    *number == 0
}
