//! What is kept of an origin, and the form in which it is kept.
//!
//! A value carries its origin and a checksum inside. Whatever a store hands back under an origin's name is
//! used only if both are right: a late reply, a damaged page or somebody else's key is nothing.

use bytes::Bytes;
use maycrawl::Origin;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::clock::Timestamp;
use crate::outcome::{Body, FetchResult, Hop, Missing, Outcome};
use crate::policy::{Policy, PolicyEvent, SiteProbe, State};

/// What is kept of one origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Of which origin; checked whenever the entry is read.
    #[serde(with = "origin_text")]
    pub(crate) origin: Origin,
    /// What the policy knows.
    pub(crate) state: State,
    /// The last answer: a file, or the word that there is none.
    pub(crate) version: Option<Version>,
    /// The last fetch, whatever it ended in.
    pub(crate) last_fetch: LastFetch,
}

/// One answer of a site, for as long as it was seen unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// Of which origin.
    pub(crate) origin: String,
    /// The first fetch that brought it.
    pub first_seen: Timestamp,
    /// The last that did.
    pub last_seen: Timestamp,
    /// What the site said.
    pub content: Content,
}

/// What a site said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Content {
    /// A file.
    File {
        /// Its bytes: at most one more than the limit.
        bytes: Bytes,
        /// True when it goes on beyond them.
        cut: bool,
        /// `ETag`.
        etag: Option<String>,
        /// `Last-Modified`.
        last_modified: Option<String>,
        /// `Content-Type`.
        content_type: Option<String>,
    },
    /// That there is none.
    Missing(Missing),
}

/// How the last fetch went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastFetch {
    /// When it began.
    pub at: Timestamp,
    /// How long it took, in milliseconds.
    pub millis: u64,
    /// Its requests.
    pub hops: Vec<Hop>,
    /// What it ended in, for people.
    pub result: String,
}

fn event(fetched: &FetchResult, site: Option<SiteProbe>) -> Option<PolicyEvent> {
    let FetchResult { max_age, retry_after, .. } = *fetched;
    match &fetched.outcome {
        Outcome::File(_) => Some(PolicyEvent::Answered { missing: None, max_age }),
        Outcome::Missing(missing) => {
            Some(PolicyEvent::Answered { missing: Some(*missing), max_age })
        }
        Outcome::Failed(failure) => {
            Some(PolicyEvent::Failed { failure: failure.clone(), retry_after, site })
        }
        Outcome::Refused => None,
    }
}

impl LastFetch {
    pub(crate) fn from_result(fetched: &FetchResult) -> Self {
        Self {
            at: fetched.at,
            millis: u64::try_from(fetched.took.as_millis()).unwrap_or(u64::MAX),
            hops: fetched.hops.clone(),
            result: fetched.outcome.to_string(),
        }
    }
}

impl Entry {
    /// The entry after a fetch of `origin` that ended at `now`, and `before` it.
    #[must_use]
    pub fn after(
        before: Option<&Self>,
        origin: &Origin,
        fetched: &FetchResult,
        site: Option<SiteProbe>,
        policy: Policy,
        now: Timestamp,
    ) -> Self {
        let transition = |state: &State, event: &PolicyEvent| policy.after_fetch(state, event, now);
        Self::with_transition(before, origin, fetched, site, now, transition)
    }

    /// As [`after`](Self::after), where `transition` takes a state to the next.
    pub(crate) fn with_transition(
        before: Option<&Self>,
        origin: &Origin,
        fetched: &FetchResult,
        site: Option<SiteProbe>,
        now: Timestamp,
        transition: impl Fn(&State, &PolicyEvent) -> State,
    ) -> Self {
        let state = before.map(|before| before.state.clone()).unwrap_or_default();
        let state = match event(fetched, site) {
            Some(event) => transition(&state, &event),
            None => state,
        };
        // A refusal that replaced nothing in the policy's eyes replaces nothing here.
        let outcome = Some(&fetched.outcome).filter(|_| !state.was_refused_at(now));
        let said =
            outcome.and_then(|outcome| Version::from_outcome(origin, outcome, now)).or_else(|| {
                // What the policy took for an answer is one, though it came as a failure.
                let missing = state.answer.as_ref().filter(|_| state.trouble.is_none())?.missing?;
                let failed = matches!(fetched.outcome, Outcome::Failed(_));
                failed.then(|| Version::from_outcome(origin, &Outcome::Missing(missing), now))?
            });
        let last = before.and_then(|before| before.version.clone());
        let version = match (said, last) {
            (Some(new), Some(last)) if new.has_same_content_as(&last) => {
                Some(Version { first_seen: last.first_seen.min(now), ..new })
            }
            (new, last) => new.or(last),
        };
        let last_fetch = LastFetch::from_result(fetched);
        Self { origin: origin.clone(), state, version, last_fetch }
    }

    /// The origin that it speaks for.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// What the policy knows.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The last answer that was no failure.
    #[must_use]
    pub fn version(&self) -> Option<&Version> {
        self.version.as_ref()
    }

    /// The last fetch, whatever it ended in.
    #[must_use]
    pub fn last_fetch(&self) -> &LastFetch {
        &self.last_fetch
    }

    /// The file, if the last answer was one.
    #[must_use]
    pub fn bytes(&self) -> Option<&Bytes> {
        match &self.version.as_ref()?.content {
            Content::File { bytes, .. } => Some(bytes),
            Content::Missing(_) => None,
        }
    }

    /// Bytes that it takes in memory, about.
    pub(crate) fn memory(&self) -> usize {
        let hops: usize = self.last_fetch.hops.iter().map(|hop| hop.url.len() + 40).sum();
        size_of::<Self>()
            + 2 * self.origin.as_str().len()
            + self.bytes().map_or(0, Bytes::len)
            + hops
    }
}

impl Version {
    /// What an answer says, seen at `at` for the first time; `None` for a failure, which says nothing.
    pub(crate) fn from_outcome(origin: &Origin, outcome: &Outcome, at: Timestamp) -> Option<Self> {
        let content = match outcome {
            Outcome::File(Body { bytes, cut, etag, last_modified, content_type, .. }) => {
                Content::File {
                    bytes: bytes.clone(),
                    cut: *cut,
                    etag: etag.clone(),
                    last_modified: last_modified.clone(),
                    content_type: content_type.clone(),
                }
            }
            Outcome::Missing(missing) => Content::Missing(*missing),
            Outcome::Failed(_) | Outcome::Refused => return None,
        };
        Some(Self { origin: origin.as_str().to_owned(), first_seen: at, last_seen: at, content })
    }

    /// True when `other` says the same.
    pub(crate) fn has_same_content_as(&self, other: &Self) -> bool {
        match (&self.content, &other.content) {
            (
                Content::File { bytes, cut, .. },
                Content::File { bytes: other_bytes, cut: other_cut, .. },
            ) => bytes == other_bytes && cut == other_cut,
            (Content::Missing(a), Content::Missing(b)) => a == b,
            _ => false,
        }
    }
}

/// Something that a store keeps for an origin.
pub(crate) trait StoredEntry: Serialize + DeserializeOwned {
    fn origin(&self) -> &str;
}

impl StoredEntry for Entry {
    fn origin(&self) -> &str {
        self.origin.as_str()
    }
}

impl StoredEntry for Version {
    fn origin(&self) -> &str {
        &self.origin
    }
}

/// Names the format and its version.
const MAGIC: &[u8; 4] = b"MCR1";
const CHECKSUM_BYTES: usize = 16;

/// The bytes that are stored: a mark, a checksum, and the value as MessagePack with names, which other
/// languages read too.
pub(crate) fn encode(value: &impl StoredEntry) -> Result<Vec<u8>, DecodeError> {
    let payload = rmp_serde::to_vec_named(value).map_err(|_| DecodeError)?;
    let mut stored = Vec::with_capacity(MAGIC.len() + CHECKSUM_BYTES + payload.len());
    stored.extend_from_slice(MAGIC);
    stored.extend_from_slice(&Sha256::digest(&payload)[..CHECKSUM_BYTES]);
    stored.extend_from_slice(&payload);
    Ok(stored)
}

/// The value in `stored`, if it is whole and belongs to `origin`.
pub(crate) fn decode<T: StoredEntry>(stored: &[u8], origin: &str) -> Result<T, DecodeError> {
    let rest = stored.strip_prefix(MAGIC).ok_or(DecodeError)?;
    let (checksum, payload) = rest.split_at_checked(CHECKSUM_BYTES).ok_or(DecodeError)?;
    if Sha256::digest(payload)[..CHECKSUM_BYTES] != *checksum {
        return Err(DecodeError);
    }
    let value: T = rmp_serde::from_slice(payload).map_err(|_| DecodeError)?;
    if value.origin() == origin { Ok(value) } else { Err(DecodeError) }
}

/// A stored value that is not what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DecodeError;

/// An origin as text. What is not the one spelling of an origin is damage.
mod origin_text {
    use maycrawl::Origin;
    use serde::{Deserialize as _, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(origin: &Origin, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(origin.as_str())
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Origin, D::Error> {
        let text = String::deserialize(from)?;
        let origin = Origin::parse(&text).map_err(de::Error::custom)?;
        if origin.as_str() == text { Ok(origin) } else { Err(de::Error::custom("not an origin")) }
    }
}
