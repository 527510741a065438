//! A class with all that it rests on, as one line of JSON, so that a stranger can decide it again.
//!
//! A [`Row`] has the place of the line in the log, the identity with the list or the DNS answer that proves it, the
//! reads of robots.txt, the versions that count with their SHA-256 and the verdict under each. [`Replay`] decides it
//! again from the row and the copies alone. `replay.py` of this crate is a second program that does the same with its
//! own parser.
//!
//! By default a row has no address that could be a person's, and no query: see [`Writer`].

mod checks;
mod shorten;

use std::fmt;
use std::sync::Arc;

use maycrawl::Crawler;
use maycrawl::crawler::KnownCrawler;
use serde::{Deserialize, Serialize};

use crate::identity::Identity;
use crate::judge::{
    Candidate, Class, Copies, Decision, Facts, Judged, Mark, Outcome, Reason, Sides, Together,
    Verdicts, decide,
};
use shorten::{shorten_address, shorten_target};

/// The evidence of one request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Row {
    /// The version of this crate.
    pub version: String,
    /// The profile of the verdicts.
    pub profile: String,
    /// Where the line is.
    pub line: LogLine,
    /// The time of the line.
    pub at: String,
    /// The origin of the site.
    pub origin: Option<String>,
    /// The address of the client, or the network that it is in.
    pub client: Option<String>,
    /// The product token.
    pub crawler: String,
    /// The names whose groups it follows, in order, before `*`; none, if its operator documents that it follows no
    /// file.
    pub chain: Vec<String>,
    /// Whether it follows `*`.
    pub follows_star: bool,
    /// Whether the client is that crawler, and what shows it.
    pub identity: IdentityRow,
    /// The method.
    pub method: String,
    /// The target, or the part of it that the verdicts depend on.
    pub target: String,
    /// True if the target is cut. The verdicts under the part are those under the whole.
    pub is_target_cut: bool,
    /// What the class rests on, but for the versions.
    pub facts: Facts,
    /// The reads of robots.txt that the copies are from.
    pub reads: Vec<ReadRow>,
    /// The copies that the crawler may have had.
    pub copies: Vec<VersionRow>,
    /// The versions in force at that time.
    pub in_force: Vec<VersionRow>,
    /// All versions of the time in which a copy is valid.
    pub window: Vec<VersionRow>,
    /// The class.
    pub class: Class,
    /// The row of the decision table.
    pub row: u8,
    /// Why it cannot be known.
    pub reason: Option<Reason>,
    /// The marks.
    pub marks: Vec<Mark>,
}

/// The place of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogLine {
    /// The SHA-256 of the file, or another name that the writer was given.
    pub file: String,
    /// The offset of its first byte.
    pub offset: u64,
    /// Its length in bytes.
    pub length: u32,
}

/// A read of robots.txt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadRow {
    /// The time of the line.
    pub at: String,
    /// The product token of the reader.
    pub crawler: String,
    /// Where the line is.
    pub line: LogLine,
}

/// A version and the verdict under it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VersionRow {
    /// The SHA-256 of the file in hexadecimal, or `no-file`, `unreachable` or `not-known`.
    pub version: String,
    /// The verdict.
    pub outcome: Outcome,
    /// The number of the deciding line.
    pub line: Option<u32>,
}

/// An identity with what shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum IdentityRow {
    /// Proved.
    Proved {
        /// What proves it.
        by: CheckRow,
    },
    /// Forged.
    Forged {
        /// The checks that failed.
        checks: Vec<CheckRow>,
    },
    /// It cannot be known.
    NotKnown {
        /// Why.
        reason: String,
    },
}

/// A check of an identity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "check", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum CheckRow {
    /// An address list.
    List {
        /// Where it is published.
        url: String,
        /// When it was made.
        created: String,
        /// The SHA-256 of its bytes, in hexadecimal.
        sha256: String,
        /// The prefix with the address in it; `None` if none has.
        prefix: Option<String>,
    },
    /// Forward-confirmed reverse DNS.
    Dns {
        /// The name, or the ending of one that is not confirmed, such as `*.googlebot.com`; `None` if the address has
        /// no name of the operator.
        name: Option<String>,
        /// When it was looked up.
        at: String,
        /// True if the name has the address.
        is_confirmed: bool,
    },
    /// A signature of the request.
    Signature {
        /// Where the keys are published.
        url: String,
        /// The SHA-256 of the bytes of that directory, in hexadecimal.
        sha256: String,
        /// The Ed25519 key, in base64url.
        key: String,
        /// Its thumbprint.
        key_id: String,
        /// When it was signed.
        created: String,
        /// Until when the signature is valid.
        expires: String,
        /// What was signed; `None` if that says more of the request than the row.
        base: Option<String>,
        /// The signature, in base64.
        signature: String,
    },
}

/// Makes rows.
///
/// ```
/// use std::sync::Arc;
/// use maycrawl_audit::evidence::Writer;
/// use maycrawl_audit::judge::Copies;
///
/// let writer = Writer::new(Arc::new(Copies::default()), vec!["sha256 of the first file".into()]);
/// assert!(!writer.keeps_all());
/// assert!(writer.keeping_all().keeps_all());
/// ```
#[derive(Debug)]
pub struct Writer {
    verdicts: Verdicts,
    files: Vec<String>,
    keeps_all: bool,
}

impl Writer {
    /// A writer of rows about `copies`, of [`Judge::copies`](crate::judge::Judge::copies). `files` has the SHA-256 of
    /// each log file by its number in [`Place`](crate::judge::Place).
    ///
    /// Addresses that are not proved to be an operator's are cut to /24 and /48. Targets are cut where the deciding
    /// rule ends, and have no query, unless the verdicts depend on it.
    #[must_use]
    pub fn new(copies: Arc<Copies>, files: Vec<String>) -> Self {
        Self { verdicts: Verdicts::new(copies), files, keeps_all: false }
    }

    /// The same without cutting: for the owner of the log.
    #[must_use]
    pub fn keeping_all(mut self) -> Self {
        self.keeps_all = true;
        self
    }

    /// True if addresses and targets are whole.
    #[must_use]
    pub fn keeps_all(&self) -> bool {
        self.keeps_all
    }

    /// The row of a request. Cost: its verdicts.
    #[must_use]
    pub fn row(&mut self, judged: &Judged) -> Row {
        let known = judged.crawler;
        let crawler = Crawler::from(known);
        let chain = crawler.chain().filter(|_| !crawler.ignores_robots_txt());
        let is_proved = matches!(judged.identity, Identity::Proved(_));
        let shows_address = self.keeps_all || is_proved;
        let client = judged.client.map(|address| {
            if shows_address { address.to_string() } else { shorten_address(address).to_string() }
        });
        let sets = [&judged.copies, &judged.in_force, &judged.window];
        let target = if self.keeps_all {
            &judged.target
        } else {
            shorten_target(&mut self.verdicts, &judged.target, known, &sets)
        };
        let [copies, in_force, window] = sets.map(|set| self.versions(set, known, target));
        let line = |place: crate::judge::Place| LogLine {
            file: self.files.get(place.file as usize).cloned().unwrap_or_default(),
            offset: place.offset,
            length: place.length,
        };
        let read = |&(at, place, token): &(jiff::Timestamp, _, &str)| ReadRow {
            at: at.to_string(),
            crawler: token.to_owned(),
            line: line(place),
        };
        let Decision { class, reason, marks } = judged.decision.clone();
        Row {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            profile: self.verdicts.copies().profile().name.to_owned(),
            line: line(judged.place),
            at: judged.at.to_string(),
            origin: judged.origin.as_deref().map(str::to_owned),
            client,
            crawler: known.token.to_owned(),
            chain: chain.map(str::to_owned).collect(),
            follows_star: crawler.follows_star(),
            identity: IdentityRow::of(&judged.identity, self.keeps_all),
            method: judged.method.to_string(),
            target: target.to_owned(),
            is_target_cut: target.len() < judged.target.len(),
            facts: judged.facts.clone(),
            reads: judged.reads.iter().map(read).collect(),
            copies,
            in_force,
            window,
            class,
            row: class.row(),
            reason,
            marks,
        }
    }

    fn versions(
        &mut self,
        set: &[Candidate],
        crawler: &'static KnownCrawler,
        target: &str,
    ) -> Vec<VersionRow> {
        let version = |&copy: &Candidate| {
            let answer = self.verdicts.answer(copy, crawler, target);
            let version = version_name(self.verdicts.copies(), copy);
            VersionRow { version, outcome: answer.outcome, line: answer.line }
        };
        set.iter().map(version).collect()
    }
}

fn version_name(copies: &Copies, copy: Candidate) -> String {
    match copy {
        Candidate::Copy(_) => copies.sha256(copy).unwrap_or("not-known").to_owned(),
        Candidate::NoFile => "no-file".to_owned(),
        Candidate::Unreachable => "unreachable".to_owned(),
        Candidate::NotKnown => "not-known".to_owned(),
    }
}

/// Why a row cannot be decided again, or was decided in another way.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplayError {
    /// The crawler is not in the table of known crawlers.
    UnknownCrawler(String),
    /// The copy with this SHA-256 is not there.
    MissingCopy(String),
    /// The row is of another profile than the copies.
    OtherProfile(String),
    /// The verdict under the version of this name is another one.
    OtherVerdict {
        /// The version.
        version: String,
        /// The verdict of the row.
        written: (Outcome, Option<u32>),
        /// The verdict now.
        found: (Outcome, Option<u32>),
    },
    /// What the row has of the identity does not show what it says.
    OtherIdentity(&'static str),
    /// The class, its reason or its marks are others.
    OtherDecision {
        /// The class of the row.
        written: Class,
        /// The decision now.
        found: Decision,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCrawler(token) => {
                write!(f, "no known crawler is called `{}`", maycrawl::Printable(token.as_bytes()))
            }
            Self::MissingCopy(sha256) => {
                write!(
                    f,
                    "there is no copy with SHA-256 {}",
                    maycrawl::Printable(sha256.as_bytes())
                )
            }
            Self::OtherProfile(name) => {
                write!(f, "the row is of the profile {}", maycrawl::Printable(name.as_bytes()))
            }
            Self::OtherVerdict { version, written, found } => {
                write!(f, "under {version} the verdict is {found:?}, and the row has {written:?}")
            }
            Self::OtherIdentity(why) => write!(f, "the identity is not shown: {why}"),
            Self::OtherDecision { written, found } => {
                write!(
                    f,
                    "the class is {}, and the row has {}",
                    found.class.name(),
                    written.name()
                )?;
                found.reason.map_or(Ok(()), |reason| write!(f, " ({})", reason.name()))
            }
        }
    }
}

impl std::error::Error for ReplayError {}

/// Decides rows again.
#[derive(Debug)]
pub struct Replay {
    verdicts: Verdicts,
}

impl Replay {
    /// A replay with these copies.
    ///
    /// ```
    /// use maycrawl::Profile;
    /// use maycrawl_audit::evidence::Replay;
    /// use maycrawl_audit::judge::{Copies, Histories};
    ///
    /// let mut copies = Copies::new(&Histories::new(), Profile::GOOGLE);
    /// copies.add(b"User-agent: *\nDisallow: /private\n");
    /// let replay = Replay::new(copies);
    /// ```
    #[must_use]
    pub fn new(copies: Copies) -> Self {
        Self { verdicts: Verdicts::new(Arc::new(copies)) }
    }

    /// Decides a row again from its own inputs and the copies: who sent it, each verdict, then the class. A signature
    /// is verified again with the feature `signatures`, if the row has what was signed. Cost: its verdicts.
    ///
    /// # Errors
    /// [`ReplayError`] if a copy is missing or anything is different.
    pub fn row(&mut self, row: &Row) -> Result<Class, ReplayError> {
        let known = KnownCrawler::by_name(&row.crawler)
            .ok_or_else(|| ReplayError::UnknownCrawler(row.crawler.clone()))?;
        if row.profile != self.verdicts.copies().profile().name {
            return Err(ReplayError::OtherProfile(row.profile.clone()));
        }
        checks::again(row).map_err(ReplayError::OtherIdentity)?;
        let mut sets = [Vec::new(), Vec::new(), Vec::new()];
        let mut outcomes = [Together::default(); 3];
        for (at, versions) in [&row.copies, &row.in_force, &row.window].into_iter().enumerate() {
            for version in versions {
                sets[at].push(self.version(version, known, &row.target)?);
            }
            outcomes[at] = Together::of(versions.iter().map(|version| version.outcome));
        }
        let [copies, in_force, window] = outcomes;
        let mut found = decide(&row.facts, &Sides { copies, in_force, window });
        let deciding =
            if row.facts.readings == [crate::judge::Reading::Within] { &sets[0] } else { &sets[2] };
        self.verdicts.mark_reserved(&mut found, deciding, known, &row.target);
        let written = Decision { class: row.class, reason: row.reason, marks: row.marks.clone() };
        if found != written || row.row != row.class.row() {
            return Err(ReplayError::OtherDecision { written: row.class, found });
        }
        Ok(found.class)
    }

    fn version(
        &mut self,
        row: &VersionRow,
        crawler: &'static KnownCrawler,
        target: &str,
    ) -> Result<Candidate, ReplayError> {
        let copy = match &*row.version {
            "no-file" => Candidate::NoFile,
            "unreachable" => Candidate::Unreachable,
            "not-known" => Candidate::NotKnown,
            sha256 => {
                let copy = self.verdicts.copies().by_sha256(sha256);
                copy.ok_or_else(|| ReplayError::MissingCopy(sha256.to_owned()))?
            }
        };
        let answer = self.verdicts.answer(copy, crawler, target);
        let (written, found) = ((row.outcome, row.line), (answer.outcome, answer.line));
        if written != found {
            let version = version_name(self.verdicts.copies(), copy);
            return Err(ReplayError::OtherVerdict { version, written, found });
        }
        Ok(copy)
    }
}
