//! Ask as: the robots.txt of a site, fetched under several User-Agents, to find a rule that treats crawlers in another
//! way than browsers.
//!
//! Each request goes the way of every other one: the same guard, limits, redirects and timeouts. Only the header
//! differs. Its answer stays here. No verdict rests on it, and it enters neither the cache nor the store: a program
//! that could choose what a site is asked as could otherwise choose what a shared store says about that site.

mod finding;
mod protection;

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use hyper::header::HeaderValue;
use maycrawl::{Origin, RobotsTxt};
use maycrawl_policy::{
    Basis, Failure, FailureKind, FetchResult, Hop, Outcome, Policy, PolicyEvent, State, Timestamp,
};
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio::time::sleep;

use crate::fetcher::Fetcher;
use crate::ledger::Busy;
use crate::line_difference::LineDifference;
use crate::sent_as::{SeenAnswer, SentAs};
use crate::store::entry;

pub use crate::user_agents::{UserAgent, UserAgentError, UserAgentRole};
pub use finding::{AnswerKind, AskAsFinding, FindingKind};
pub use protection::ProtectionField;

/// What the answers cannot show.
pub const ASK_AS_LIMITS: &str = "Only the User-Agent differed. maycrawl cannot ask from Google's addresses, and a firewall \
    may look at addresses: the real Googlebot may pass where this request was blocked, or be blocked where it passed.";

/// Characters of a line of a difference.
const MAX_LINE_CHARS: usize = 120;
/// Bytes of a file that an answer contains. Several such files are kept for a minute.
const MAX_FILE_BYTES: usize = 64 << 10;
/// Bytes of the hash that are shown. It tells files apart, and secures nothing.
const HASH_BYTES: usize = 4;

/// What a site answered to one User-Agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct AnswerAs {
    /// The short name of the User-Agent.
    pub name: String,
    /// Whose User-Agent it is.
    pub role: UserAgentRole,
    /// The header as it was sent.
    pub user_agent: String,
    /// When the site was asked.
    pub at: String,
    /// Time until the answer was complete, all hops together, in milliseconds.
    pub millis: u64,
    /// The status after redirects; `null` without an answer.
    #[cfg_attr(feature = "schema", schema(required))]
    pub status: Option<u16>,
    /// Every request, in order.
    pub hops: Vec<Hop>,
    /// Size of the body in decoded bytes; `null` if it was not read.
    #[cfg_attr(feature = "schema", schema(required))]
    pub bytes: Option<u64>,
    /// The first bytes of the SHA-256 of the body.
    #[cfg_attr(feature = "schema", schema(required))]
    pub hash: Option<String>,
    /// The answer, for comparing.
    pub kind: AnswerKind,
    /// What verdicts rest on if this is the first answer of the site, under the policy of the report.
    pub basis: Basis,
    /// The answer as a sentence.
    pub result: String,
    /// Why the file is probably not a robots.txt: it is a web page, or empty.
    #[cfg_attr(feature = "schema", schema(required))]
    pub suspicion: Option<String>,
    /// Header fields that name a firewall, a bot protection, or the network in front of the site.
    pub protection: Vec<ProtectionField>,
    /// The first line that differs from the answer to the first User-Agent, if both are files.
    #[cfg_attr(feature = "schema", schema(required))]
    pub difference: Option<AnswerDifference>,
    /// The file, if it differs from that answer, is UTF-8 and has at most 64 KiB, so that it can be judged.
    #[cfg_attr(feature = "schema", schema(required))]
    pub file: Option<String>,
}

/// The first line in which an answer differs from the first one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct AnswerDifference {
    /// Its number, from 1.
    pub line: u32,
    /// That line of the first answer; `null` after its end.
    #[cfg_attr(feature = "schema", schema(required))]
    pub first: Option<String>,
    /// That line of this answer; `null` after its end.
    #[cfg_attr(feature = "schema", schema(required))]
    pub this: Option<String>,
}

/// A User-Agent that was not sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct NotAsked {
    /// Its short name.
    pub name: String,
    /// The reason.
    pub why: WhyNotAsked,
}

/// Why a User-Agent was not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum WhyNotAsked {
    /// The first request met no server, and the next would not either.
    NotReached,
    /// The program had no connection left for it.
    Busy,
    /// The program had no time left for it.
    NoTime,
}

/// What a site answered to several User-Agents, and what that says together.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct AskAsReport {
    /// The origin.
    pub origin: String,
    /// The URL of its robots.txt.
    pub robots_url: String,
    /// The policy of each `basis`.
    pub policy: Policy,
    /// What the answers say together, as a sentence.
    pub sentence: String,
    /// The same for programs.
    pub finding: AskAsFinding,
    /// What the answers cannot show.
    pub limits: &'static str,
    /// The answers, in the order of the requests.
    pub answers: Vec<AnswerAs>,
    /// The User-Agents that were not sent.
    pub not_asked: Vec<NotAsked>,
}

/// Why a site cannot be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AskAsError {
    /// FTP has no User-Agent.
    Ftp,
    /// The fetcher makes no requests.
    Offline,
}

/// Asks one site under one User-Agent after the other, and collects the answers.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use maycrawl_fetch::{AskAs, Fetcher, Policy, UserAgent};
///
/// let fetcher = Fetcher::builder().build()?;
/// let origin = maycrawl::Origin::parse("https://www.example.com")?;
/// let mut asking = AskAs::new(&fetcher, &origin)?;
/// asking.ask(&fetcher.own_user_agent()).await;
/// for user_agent in &UserAgent::KNOWN {
///     asking.ask(user_agent).await;
/// }
/// println!("{}", asking.finish().report(Policy::default()).sentence);
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct AskAs {
    fetcher: Fetcher,
    /// The file of the first answer.
    first: Option<Bytes>,
    masked: Option<Mask>,
    asked: AskedSite,
}

/// What a program shows in place of why a server was not reached, and how long such a request takes at least.
#[derive(Clone, Copy, Debug)]
struct Mask {
    min_delay: Duration,
    reason: &'static str,
}

/// The answers of a site to several User-Agents. A [report](Self::report) says what they mean.
#[derive(Clone, Debug)]
pub struct AskedSite {
    origin: Origin,
    is_reached: bool,
    /// The answers, each with the end of its fetch and what it is to a policy; `None` if the guard refused.
    answers: Vec<(AnswerAs, Timestamp, Option<PolicyEvent>)>,
    not_asked: Vec<NotAsked>,
}

impl AskAs {
    /// Asks `origin` with the limits, the slots and the client of `fetcher`.
    ///
    /// # Errors
    /// If there is no User-Agent to send, or no request to make.
    pub fn new(fetcher: &Fetcher, origin: &Origin) -> Result<Self, AskAsError> {
        if origin.scheme() == "ftp" {
            return Err(AskAsError::Ftp);
        }
        if fetcher.is_offline() {
            return Err(AskAsError::Offline);
        }
        let asked = AskedSite {
            origin: origin.clone(),
            is_reached: true,
            answers: Vec::new(),
            not_asked: Vec::new(),
        };
        Ok(Self { fetcher: fetcher.clone(), first: None, masked: None, asked })
    }

    /// The same, but a request that meets no server takes at least `min_delay`, and `reason` is all that is told of it.
    /// For clients that must not learn about the network: a site may redirect one User-Agent to any name.
    #[must_use]
    pub fn masked(self, min_delay: Duration, reason: &'static str) -> Self {
        Self { masked: Some(Mask { min_delay, reason }), ..self }
    }

    /// Whether the next User-Agent would not be sent, because the first request met no server.
    #[must_use]
    pub fn is_over(&self) -> bool {
        !self.asked.is_reached
    }

    /// Sends one request with this User-Agent. The first one is that to which the others are compared.
    pub async fn ask(&mut self, user_agent: &UserAgent) {
        if self.is_over() {
            return self.skip(user_agent, WhyNotAsked::NotReached);
        }
        // The text was checked when it became a User-Agent.
        let Ok(header) = HeaderValue::from_str(user_agent.header()) else { return };
        let sent = SentAs::new(header);
        match self.fetcher.fetch_as(&self.asked.origin, sent).await {
            Ok((fetched, sent)) => {
                let mask = self.masked.filter(|_| fetched.is_unreached());
                if let Some(mask) = mask {
                    sleep(mask.min_delay.saturating_sub(fetched.took)).await;
                }
                self.asked.is_reached &= !self.asked.answers.is_empty() || !met_nobody(&fetched);
                let (fetched, seen) = match mask {
                    Some(mask) => (mask.applied(&fetched), SeenAnswer::default()),
                    None => (fetched, sent.into_seen()),
                };
                self.add(user_agent, &fetched, seen);
            }
            Err(Busy) => self.skip(user_agent, WhyNotAsked::Busy),
        }
    }

    /// Notes that a User-Agent is not sent.
    pub fn skip(&mut self, user_agent: &UserAgent, why: WhyNotAsked) {
        self.asked.not_asked.push(NotAsked { name: user_agent.name().to_owned(), why });
    }

    /// The answers so far.
    #[must_use]
    pub fn finish(self) -> AskedSite {
        self.asked
    }

    fn add(&mut self, user_agent: &UserAgent, fetched: &FetchResult, seen: SeenAnswer) {
        let file = match &fetched.outcome {
            Outcome::File(body) => Some(body.bytes.clone()),
            _ => None,
        };
        let difference = match (&self.first, &file) {
            (Some(first), Some(this)) => AnswerDifference::between(first, this),
            _ => None,
        };
        if self.asked.answers.is_empty() {
            self.first.clone_from(&file);
        }
        let answer = AnswerAs::new(user_agent, fetched, (file, seen), difference);
        let ended = fetched.at.after(fetched.took);
        self.asked.answers.push((answer, ended, entry::event(None, fetched, None)));
    }
}

impl Mask {
    fn applied(self, fetched: &FetchResult) -> FetchResult {
        let failure = Failure::new(FailureKind::Connect, self.reason);
        FetchResult::new(fetched.at, fetched.took.max(self.min_delay), Outcome::Failed(failure))
    }
}

impl AnswerAs {
    fn new(
        user_agent: &UserAgent,
        fetched: &FetchResult,
        (file, seen): (Option<Bytes>, SeenAnswer),
        difference: Option<AnswerDifference>,
    ) -> Self {
        let protection = ProtectionField::of(&seen.fields);
        let suspicion = file.as_ref().and_then(|file| RobotsTxt::parse(file).suspicion());
        let is_shown = |file: &&Bytes| difference.is_some() && file.len() <= MAX_FILE_BYTES;
        let shown = file.as_ref().filter(is_shown);
        let shown = shown.and_then(|file| std::str::from_utf8(file).ok()).map(str::to_owned);
        let body = file.or(seen.page);
        Self {
            name: user_agent.name().to_owned(),
            role: user_agent.role(),
            user_agent: user_agent.header().to_owned(),
            at: fetched.at.to_string(),
            millis: u64::try_from(fetched.took.as_millis()).unwrap_or(u64::MAX),
            status: fetched.hops.last().and_then(|hop| hop.status),
            hops: fetched.hops.clone(),
            bytes: body.as_ref().map(|body| body.len() as u64),
            hash: body.as_ref().map(|body| short_hash(body)),
            kind: AnswerKind::of(&fetched.outcome, &protection),
            basis: Basis::Disallowed,
            result: fetched.outcome.to_string(),
            suspicion: suspicion.map(|suspicion| suspicion.to_string()),
            protection,
            difference,
            file: shown,
        }
    }
}

impl AnswerAs {
    /// What the answer means for crawling, in a few words. A refusal that counts as a missing file is told as what it
    /// may be too: a block, which another address meets or does not meet.
    #[must_use]
    pub fn conclusion(&self) -> &'static str {
        let is_block = matches!(self.kind, AnswerKind::Refusal | AnswerKind::Protection);
        match self.basis {
            Basis::NoFile if is_block => "no file, all allowed; or a block",
            Basis::NoFile => "no file, all allowed",
            Basis::NoLimits => "unreachable, all allowed",
            Basis::Disallowed | Basis::Nothing => "unreachable, all disallowed",
            Basis::File | Basis::LastCopy => match self.kind {
                AnswerKind::WebPage => "file, but it is a web page",
                AnswerKind::Protection => "file, but of a bot protection",
                _ if self.bytes == Some(0) => "empty file, all allowed",
                _ => "file",
            },
        }
    }
}

impl AnswerDifference {
    fn between(first: &[u8], this: &[u8]) -> Option<Self> {
        let found = LineDifference::between(first, this)?;
        let text =
            |line: &[u8]| String::from_utf8_lossy(line).chars().take(MAX_LINE_CHARS).collect();
        Some(Self { line: found.line, first: found.first.map(text), this: found.second.map(text) })
    }
}

impl AskedSite {
    /// Whether something answered the first request.
    #[must_use]
    pub fn is_reached(&self) -> bool {
        self.is_reached
    }

    /// The answers and their meaning under `policy`, each as the first answer of a site that is not known yet.
    #[must_use]
    pub fn report(&self, policy: Policy) -> AskAsReport {
        let answers: Vec<AnswerAs> = self
            .answers
            .iter()
            .map(|(answer, at, event)| {
                // Without an answer everything is disallowed, also where the guard refused.
                let basis = event.as_ref().map_or(Basis::Disallowed, |event| {
                    policy.decide(&policy.after_fetch(&State::default(), event, *at), *at).basis
                });
                AnswerAs { basis, ..answer.clone() }
            })
            .collect();
        let finding = AskAsFinding::of(&answers.iter().collect::<Vec<_>>(), self.is_reached);
        AskAsReport {
            origin: self.origin.to_string(),
            robots_url: self.origin.robots_url(),
            policy,
            sentence: finding.to_string(),
            finding,
            limits: ASK_AS_LIMITS,
            answers,
            not_asked: self.not_asked.clone(),
        }
    }
}

/// Whether the site itself was not connected to, so that it has not seen the User-Agent. A server that does not answer
/// has seen it, and one that redirects may send the next one elsewhere.
fn met_nobody(fetched: &FetchResult) -> bool {
    fetched.hops.len() <= 1
        && match &fetched.outcome {
            Outcome::Refused => true,
            Outcome::Failed(failure) => {
                matches!(failure.kind, FailureKind::Dns | FailureKind::Connect)
            }
            Outcome::File(_) | Outcome::Missing(_) => false,
        }
}

fn short_hash(body: &[u8]) -> String {
    Sha256::digest(body)[..HASH_BYTES].iter().map(|byte| format!("{byte:02x}")).collect()
}

impl fmt::Display for AskAsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ftp => "FTP has no User-Agent; name an http or https site",
            Self::Offline => "the fetcher makes no requests",
        })
    }
}

impl std::error::Error for AskAsError {}
