//! The stored data of an origin, and its encoding.
//!
//! A value contains its origin and, outside of this process, a checksum. A value that a store returns is used only if
//! both are right. A late reply, a damaged page and the key of another program count as missing.

use bytes::Bytes;
use maycrawl::robots_txt::Group;
use maycrawl::verdict::RuleKind;
use maycrawl::{Origin, RobotsTxt};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use maycrawl_policy::internals::is_robots_txt;
use maycrawl_policy::{
    Body, FetchResult, Hop, Missing, Outcome, Policy, PolicyEvent, SiteProbe, State, Timestamp,
};

/// The stored data of one origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The origin; checked whenever the entry is read.
    #[serde(with = "origin_text")]
    pub(crate) origin: Origin,
    /// The state of the policy.
    pub(crate) state: State,
    /// The last answer: a file, or the fact that there is none.
    pub(crate) version: Option<Version>,
    /// The last fetch, successful or not.
    pub(crate) last_fetch: LastFetch,
}

/// One answer of a site, and the time in which it did not change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// The origin.
    pub(crate) origin: String,
    /// Time of the first fetch that returned it.
    pub first_seen: Timestamp,
    /// Time of the last fetch that returned it.
    pub last_seen: Timestamp,
    /// The content of the answer.
    pub content: Content,
    /// Where redirects led to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) redirected_to: Option<String>,
    /// The version before it, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) replaced: Option<Replaced>,
}

/// What is remembered of the answer that another one has replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Replaced {
    /// Time of the first fetch that returned something with another effect.
    pub(crate) since: Timestamp,
    /// Time of the last fetch that returned it.
    pub(crate) last_seen: Timestamp,
    /// How long caches might go on giving it then, in seconds.
    pub(crate) fresh_for: Option<u64>,
}

/// The content of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Content {
    /// A file.
    File {
        /// The bytes: at most one more than the size limit.
        bytes: Bytes,
        /// True when the file is longer than the limit.
        cut: bool,
        /// `ETag`.
        etag: Option<String>,
        /// `Last-Modified`.
        last_modified: Option<String>,
        /// `Content-Type`.
        content_type: Option<String>,
    },
    /// There is no file.
    Missing(Missing),
}

/// The last fetch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastFetch {
    /// Start of the fetch.
    pub at: Timestamp,
    /// Duration in milliseconds.
    pub millis: u64,
    /// All requests, in order.
    pub hops: Vec<Hop>,
    /// The outcome as a sentence.
    pub result: String,
    /// `Age` in seconds: how long caches on the way had kept the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age: Option<u64>,
    /// How long caches may go on giving the answer, in seconds: `max-age` without `Age`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fresh_for: Option<u64>,
}

/// The end of a fetch as input of a policy; `None` if the guard refused. `before`: what is known of the site.
pub(crate) fn event(
    before: Option<&Entry>,
    fetched: &FetchResult,
    site: Option<SiteProbe>,
) -> Option<PolicyEvent> {
    let FetchResult { max_age, retry_after, .. } = *fetched;
    match &fetched.outcome {
        Outcome::File(body) if before.is_some_and(|before| before.begins_with(body)) => {
            let bytes = body.bytes.len() as u64;
            Some(PolicyEvent::Beginning { bytes, max_age })
        }
        Outcome::File(body)
            if before
                .is_some_and(|it| it.is_opened_by(Some(&body.bytes), it.is_elsewhere(fetched))) =>
        {
            let status = fetched.hops.last().and_then(|hop| hop.status).unwrap_or(200);
            Some(PolicyEvent::NoRobotsTxt { status, max_age })
        }
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

impl Content {
    /// Whether it has the groups and rules of `other`, in the same order, or forbids nothing as `other` does. A
    /// comment, or another answer that there is no file, changes nothing for a crawler. O(bytes).
    fn has_effect_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Missing(_), Self::Missing(_)) => true,
            (Self::File { bytes, .. }, Self::Missing(_))
            | (Self::Missing(_), Self::File { bytes, .. }) => !forbids_something(bytes),
            (Self::File { bytes, .. }, Self::File { bytes: before, .. }) => {
                let (file, before) = (RobotsTxt::parse(bytes), RobotsTxt::parse(before));
                let is_same = |(group, before): (Group<'_>, Group<'_>)| {
                    let rules = group.rules().map(|rule| (rule.kind, rule.pattern));
                    rules.eq(before.rules().map(|rule| (rule.kind, rule.pattern)))
                        && group.agents().map(|it| it.value).eq(before.agents().map(|it| it.value))
                };
                file.groups().len() == before.groups().len()
                    && file.groups().zip(before.groups()).all(is_same)
            }
        }
    }
}

/// True for text with a rule that forbids a path. O(bytes).
fn forbids_something(bytes: &[u8]) -> bool {
    let robots = RobotsTxt::parse(bytes);
    let mut rules = robots.groups().flat_map(|group| group.rules());
    rules.any(|rule| rule.kind == RuleKind::Disallow && !rule.pattern.is_empty())
}

impl LastFetch {
    pub(crate) fn from_result(fetched: &FetchResult) -> Self {
        Self {
            at: fetched.at,
            millis: u64::try_from(fetched.took.as_millis()).unwrap_or(u64::MAX),
            hops: fetched.hops.clone(),
            result: fetched.outcome.to_string(),
            age: fetched.age.map(|age| age.as_secs()),
            fresh_for: fetched.max_age.map(|left| left.as_secs()),
        }
    }
}

impl Entry {
    /// Whether this entry knows more than `other`: a newer answer of the site, or a newer fetch since the same answer.
    /// A newer fetch alone is not enough: where a shared value was damaged, a process that remembers only an old file
    /// stores that with the refusal of today, and would take a newer file from those that remember it.
    pub(crate) fn is_newer_than(&self, other: &Self) -> bool {
        let age =
            |entry: &Self| (entry.state.answer().map(|answer| answer.at), entry.last_fetch.at);
        age(self) > age(other)
    }

    /// True if this would open the site that `known` is about, now or when the site fails. O(bytes).
    pub(crate) fn opens(&self, known: &Self) -> bool {
        // That there was a file disallows everything, but it is no copy: after some failures there would be no limits.
        let is_lost_copy = self.state.is_file_lost() && known.state.is_file_lost();
        !is_lost_copy && known.is_opened_by(self.bytes(), false)
    }

    /// True if the known file forbids something. O(bytes).
    pub(crate) fn is_restrictive(&self) -> bool {
        self.state.is_file_lost() || self.bytes().is_some_and(|bytes| forbids_something(bytes))
    }

    /// The entry of a site of which only this is known: until `at` it had a file that forbids something.
    pub(crate) fn from_lost_file(origin: &Origin, at: Timestamp) -> Self {
        let last_fetch = LastFetch {
            at,
            millis: 0,
            hops: Vec::new(),
            result: String::new(),
            age: None,
            fresh_for: None,
        };
        let state = State::from_lost_file(at);
        Self { origin: origin.clone(), state, version: None, last_fetch }
    }

    /// True if the file forbids something, and `answer` is another one: no robots.txt, or one that forbids nothing and
    /// comes from `elsewhere`. The same bytes open nothing, whatever they look like. O(bytes).
    fn is_opened_by(&self, answer: Option<&Bytes>, elsewhere: bool) -> bool {
        let is_same = answer.is_some() && answer == self.bytes();
        let opens = |bytes: &Bytes| !is_robots_txt(bytes) || elsewhere && !forbids_something(bytes);
        !is_same && self.is_restrictive() && answer.is_none_or(opens)
    }

    /// True if the fetch was redirected to an address to which the known file was not.
    fn is_elsewhere(&self, fetched: &FetchResult) -> bool {
        let known = self.version.as_ref().and_then(|version| version.redirected_to.as_deref());
        fetched.redirected_to().is_some_and(|it| Some(it) != known)
    }

    /// The entry after a fetch of `origin` that ended at `now`. `before` is the entry before the fetch, and `site` the
    /// result of a probe. O(bytes) to compare the file with the last one.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use maycrawl::Origin;
    /// use maycrawl_fetch::{Basis, Entry, FetchResult, Outcome, Policy, Timestamp};
    ///
    /// let origin = Origin::parse("https://example.com").unwrap();
    /// let (policy, start) = (Policy::Google2021, Timestamp::from_millis(0));
    /// let fetched = |status, body, now| FetchResult::new(now, Duration::ZERO, Outcome::from_status(status, body));
    /// let entry = Entry::after(None, &origin, &fetched(200, b"User-agent: *", start), None, policy, start);
    /// let later = start.after(Duration::from_secs(30 * 3600));
    /// let entry = Entry::after(Some(&entry), &origin, &fetched(503, b"", later), None, policy, later);
    /// // The last file is kept, although nothing may be fetched during the outage.
    /// assert_eq!(policy.decide(entry.state(), later).basis, Basis::Disallowed);
    /// assert_eq!(entry.bytes().unwrap(), &b"User-agent: *"[..]);
    /// ```
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

    /// As [`after`](Self::after), where `transition` computes the next state.
    pub(crate) fn with_transition(
        before: Option<&Self>,
        origin: &Origin,
        fetched: &FetchResult,
        site: Option<SiteProbe>,
        now: Timestamp,
        transition: impl Fn(&State, &PolicyEvent) -> State,
    ) -> Self {
        let state = before.map(|before| before.state.clone()).unwrap_or_default();
        let state = match event(before, fetched, site) {
            Some(event) => transition(&state, &event),
            None => state,
        };
        // An answer that left the file in force in the policy's state leaves it here as well.
        let outcome = Some(&fetched.outcome).filter(|_| !state.has_doubted_at(now));
        let said =
            outcome.and_then(|outcome| Version::from_outcome(origin, outcome, now)).or_else(|| {
                // A failure that the policy interprets as an answer is an answer here.
                let missing = state.answer().filter(|_| state.trouble().is_none())?.missing?;
                let failed = matches!(fetched.outcome, Outcome::Failed(_));
                failed.then(|| Version::from_outcome(origin, &Outcome::Missing(missing), now))?
            });
        let last = before.and_then(|before| before.version.clone());
        let said = said.map(|new| Version {
            redirected_to: fetched.redirected_to().map(str::to_owned),
            ..new
        });
        let version = match (said, last) {
            (Some(new), Some(last)) if new.has_same_content_as(&last) => {
                let first_seen = last.first_seen.min(now);
                Some(Version { first_seen, replaced: last.replaced, ..new })
            }
            // What crawlers do with the new one is what they did before.
            (Some(new), Some(last)) if new.content.has_effect_of(&last.content) => {
                Some(Version { replaced: last.replaced, ..new })
            }
            (Some(new), Some(last)) => {
                let fetch = before.map(|before| &before.last_fetch);
                // A later fetch that failed says nothing about it.
                let fetch = fetch.filter(|fetch| fetch.at <= last.last_seen);
                let fresh_for = fetch.and_then(|fetch| fetch.fresh_for);
                let (since, last_seen) = (new.first_seen, last.last_seen);
                let replaced = Some(Replaced { since, last_seen, fresh_for });
                Some(Version { replaced, ..new })
            }
            (new, last) => new.or(last),
        };
        let last_fetch = LastFetch::from_result(fetched);
        Self { origin: origin.clone(), state, version, last_fetch }
    }

    /// The origin of the entry.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The state of the policy.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The last answer that was not a failure.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use maycrawl::Origin;
    /// use maycrawl_fetch::{Entry, FetchResult, Outcome, Policy, Timestamp};
    ///
    /// let origin = Origin::parse("https://example.com").unwrap();
    /// let fetched = |now| FetchResult::new(now, Duration::ZERO, Outcome::from_status(200, b"User-agent: *"));
    /// let [start, later] = [0, 86_400_000].map(Timestamp::from_millis);
    /// let entry = Entry::after(None, &origin, &fetched(start), None, Policy::default(), start);
    /// let entry = Entry::after(Some(&entry), &origin, &fetched(later), None, Policy::default(), later);
    /// // The same content is the same version.
    /// let version = entry.version().unwrap();
    /// assert_eq!((version.first_seen, version.last_seen), (start, later));
    /// ```
    #[must_use]
    pub fn version(&self) -> Option<&Version> {
        self.version.as_ref()
    }

    /// The last fetch, successful or not.
    #[must_use]
    pub fn last_fetch(&self) -> &LastFetch {
        &self.last_fetch
    }

    /// The bytes of the file, if the last answer was a file.
    #[must_use]
    pub fn bytes(&self) -> Option<&Bytes> {
        match &self.version.as_ref()?.content {
            Content::File { bytes, .. } => Some(bytes),
            Content::Missing(_) => None,
        }
    }

    /// The bytes of the file, if the last fetch returned it. After a failure, or an answer that did not replace the
    /// known file, [`bytes`](Self::bytes) is a last copy: it may be in force, but it is not what the site answers now.
    /// O(1).
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use maycrawl::Origin;
    /// use maycrawl_fetch::{Entry, FetchResult, Outcome, Policy, Timestamp};
    ///
    /// let origin = Origin::parse("https://example.com").unwrap();
    /// let (policy, [start, later]) = (Policy::default(), [0, 3_600_000].map(Timestamp::from_millis));
    /// let fetched = |status, at| FetchResult::new(at, Duration::ZERO, Outcome::from_status(status, b"User-agent: *"));
    /// let entry = Entry::after(None, &origin, &fetched(200, start), None, policy, start);
    /// assert_eq!(entry.live_bytes(), entry.bytes());
    /// let entry = Entry::after(Some(&entry), &origin, &fetched(503, later), None, policy, later);
    /// assert!(entry.bytes().is_some() && entry.live_bytes().is_none());
    /// ```
    #[must_use]
    pub fn live_bytes(&self) -> Option<&Bytes> {
        let is_live = self.version.as_ref()?.last_seen >= self.last_fetch.at;
        self.bytes().filter(|_| is_live)
    }

    /// True if `body` may be the known file, cut short: nothing announced its end, and it is a beginning of the file.
    fn begins_with(&self, body: &Body) -> bool {
        let is_beginning =
            |known: &Bytes| body.bytes.len() < known.len() && known.starts_with(&body.bytes);
        !body.is_end_announced && self.bytes().is_some_and(is_beginning)
    }

    /// Approximate size in memory, in bytes.
    pub(crate) fn memory(&self) -> usize {
        let hops: usize = self.last_fetch.hops.iter().map(|hop| hop.url.len() + 40).sum();
        let redirected = self.version.as_ref().and_then(|version| version.redirected_to.as_ref());
        size_of::<Self>()
            + 2 * self.origin.as_str().len()
            + self.bytes().map_or(0, Bytes::len)
            + redirected.map_or(0, String::len)
            + hops
    }
}

impl Version {
    /// The version that an outcome shows for the first time at `at`; `None` for a failure.
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
        let origin = origin.as_str().to_owned();
        let (redirected_to, replaced) = (None, None);
        Some(Self { origin, first_seen: at, last_seen: at, content, redirected_to, replaced })
    }

    /// True when `other` has the same content.
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

/// A value that a store holds for an origin.
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

/// Identifies the format and its version.
const MAGIC: &[u8; 4] = b"MCR1";
const CHECKSUM_BYTES: usize = 16;

/// A value as MessagePack with field names, which other languages can read.
pub(crate) fn encode(value: &impl StoredEntry) -> Result<Vec<u8>, DecodeError> {
    rmp_serde::to_vec_named(value).map_err(|_| DecodeError)
}

/// The bytes for a store outside of this process: magic number, checksum, and the encoded value.
pub(crate) fn seal(encoded: &[u8]) -> Vec<u8> {
    let mut stored = Vec::with_capacity(MAGIC.len() + CHECKSUM_BYTES + encoded.len());
    stored.extend_from_slice(MAGIC);
    stored.extend_from_slice(&Sha256::digest(encoded)[..CHECKSUM_BYTES]);
    stored.extend_from_slice(encoded);
    stored
}

/// The encoded value in `stored`, if it is undamaged.
pub(crate) fn unseal(stored: &[u8]) -> Result<&[u8], DecodeError> {
    let rest = stored.strip_prefix(MAGIC).ok_or(DecodeError)?;
    let (checksum, encoded) = rest.split_at_checked(CHECKSUM_BYTES).ok_or(DecodeError)?;
    let is_whole = Sha256::digest(encoded)[..CHECKSUM_BYTES] == *checksum;
    is_whole.then_some(encoded).ok_or(DecodeError)
}

/// The value, if it belongs to `origin`.
pub(crate) fn decode<T: StoredEntry>(encoded: &[u8], origin: &str) -> Result<T, DecodeError> {
    let value: T = rmp_serde::from_slice(encoded).map_err(|_| DecodeError)?;
    if value.origin() == origin { Ok(value) } else { Err(DecodeError) }
}

/// A stored value is damaged or belongs to another origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DecodeError;

/// An origin as text. Any text that is not the normal form of an origin counts as damage.
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
