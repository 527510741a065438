//! What the store holds of a watched site: what was told, and what the last look found.

use std::time::Duration;

use maycrawl::Origin;
use maycrawl_fetch::{Basis, OriginRobots, Timestamp};
pub(super) use maycrawl_server::watched::Rung;
use maycrawl_server::watched::{Expected, WatchedChange, WatchedSite};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::text::robots_state::RobotsState;
use crate::text::wrap::shortened;

/// The keys of watched sites in the store begin so.
pub(super) const SITE_PREFIX: &str = "watch/site/";

/// Expectations that the page of the service can list, and the columns of a sentence on it.
const MAX_SHOWN_LINES: usize = 10;
const MAX_SHOWN_COLUMNS: usize = 500;

/// The key of a site.
pub(super) fn site_key(origin: &Origin) -> String {
    format!("{SITE_PREFIX}{origin}")
}

/// What is known of a watched site.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SiteRecord {
    /// Time of the first look.
    pub(super) since: Timestamp,
    /// Time of the last look.
    pub(super) looked: Timestamp,
    /// The number of looks.
    pub(super) looks: u64,
    /// The state at the last look as a sentence.
    pub(super) state: String,
    /// The content that was told last; at first what the first look found.
    pub(super) told: Option<Content>,
    /// The content at the last look, if it is another one.
    pub(super) seen: Option<Content>,
    /// The step of an outage that was told last.
    pub(super) rung: Rung,
    /// The step at the last look.
    pub(super) seen_rung: Rung,
    /// The looks in a row at which the file could not be read.
    pub(super) failing_looks: u64,
    /// Time of the first of them.
    pub(super) failing_since: Option<Timestamp>,
    /// Time of the beginning of the outage that was told.
    pub(super) outage_since: Option<Timestamp>,
    /// The numbers of the looks at which something turned, the latest last; at most as many as make a site flap.
    pub(super) turns: Vec<u64>,
    /// True while the site flaps, and nothing is told.
    pub(super) flaps: bool,
    /// The last change that was told.
    pub(super) change: Option<WatchedChange>,
    /// The expectations that were told.
    pub(super) verified: Option<Verified>,
    /// The number of the next message.
    pub(super) next: u64,
}

/// The result of the last comparison with expectations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Verified {
    /// Hash of the content.
    pub(super) content: String,
    /// Hash of the expectations.
    pub(super) expectations: String,
    /// The lines that do not hold.
    pub(super) failing: Vec<String>,
}

/// What a site serves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Content {
    /// A file.
    File(#[serde(with = "base64_text")] Vec<u8>),
    /// There is none. The reason is no part of it: 404 and 410 mean the same.
    Missing,
}

/// What one look finds.
#[derive(Clone, Debug)]
pub(super) struct Observation {
    pub(super) at: Timestamp,
    pub(super) rung: Rung,
    /// What the site serves; `None` if that is not known now.
    pub(super) content: Option<Content>,
    /// The state as a sentence.
    pub(super) state: String,
}

impl SiteRecord {
    /// A site before its first look.
    pub(super) fn new(at: Timestamp) -> Self {
        Self {
            since: at,
            looked: at,
            looks: 0,
            state: String::new(),
            told: None,
            seen: None,
            rung: Rung::Readable,
            seen_rung: Rung::Readable,
            failing_looks: 0,
            failing_since: None,
            outage_since: None,
            turns: Vec::new(),
            flaps: false,
            change: None,
            verified: None,
            next: 1,
        }
    }

    /// The lines of the expectations that do not hold.
    pub(super) fn failing(&self) -> &[String] {
        self.verified.as_ref().map_or(&[], |verified| &verified.failing)
    }

    /// What the page of the service shows of the site.
    pub(super) fn shown(&self, interval: Option<Duration>, has_expectations: bool) -> WatchedSite {
        let short = |text: &String| shortened(text, MAX_SHOWN_COLUMNS);
        let expected = match self.failing() {
            _ if !has_expectations => Expected::Nothing,
            [] if self.seen_rung != Rung::Readable => Expected::NotKnown,
            [] => Expected::Holds,
            failing => Expected::Fails {
                count: failing.len(),
                lines: failing.iter().take(MAX_SHOWN_LINES).map(short).collect(),
            },
        };
        WatchedSite {
            since: self.since,
            looked: self.looked,
            interval,
            rung: self.seen_rung,
            state: short(&self.state),
            failing_since: self.failing_since,
            flaps: self.flaps,
            change: self.change.clone(),
            expected,
        }
    }
}

impl Content {
    /// The bytes; a site without a file allows everything, as an empty file does.
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Self::File(bytes) => bytes,
            Self::Missing => b"",
        }
    }

    /// SHA-256 of the file, or `missing`.
    pub(super) fn hash(&self) -> String {
        match self {
            Self::File(bytes) => hex(&Sha256::digest(bytes)),
            Self::Missing => "missing".to_owned(),
        }
    }
}

/// Bytes as lower-case hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Observation {
    /// What a look finds; `None` if nothing was asked, which says nothing about the site.
    pub(super) fn of(robots: &OriginRobots, at: Timestamp) -> Option<Self> {
        let rung = match robots.basis() {
            _ if robots.is_refused() => Rung::Refused,
            _ if robots.is_busy() => return None,
            Basis::File | Basis::NoFile => Rung::Readable,
            Basis::Disallowed | Basis::Nothing => Rung::Disallowed,
            Basis::LastCopy => Rung::LastCopy,
            Basis::NoLimits => Rung::NoLimits,
        };
        let content = (rung == Rung::Readable).then(|| match robots.bytes() {
            Some(bytes) => Content::File(bytes.to_vec()),
            None => Content::Missing,
        });
        Some(Self { at, rung, content, state: RobotsState(robots).to_string() })
    }
}

/// Bytes as text in JSON.
mod base64_text {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use serde::{Deserialize as _, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&STANDARD.encode(bytes))
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<u8>, D::Error> {
        STANDARD.decode(String::deserialize(from)?).map_err(de::Error::custom)
    }
}
