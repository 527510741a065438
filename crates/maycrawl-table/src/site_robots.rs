//! Records in the form of a table, and what they say about a site.
//!
//! **Which record counts.** The record with the latest date. If dates are equal: the one that allows least, in the order
//! unreachable, redirect, file, no file; then the one with the greater SHA-256. So the answer does not depend on the
//! order of the input. A redirect is followed at most five times, to the record of its target. A target that is not in
//! the input makes the site unreachable.

use maycrawl::Reason;
use maycrawl::verdict::Unreachable;
use maycrawl_fetch::{MAX_REDIRECTS, Outcome, Policy, RedirectChain};
use sha2::{Digest as _, Sha256};

use crate::archive::{RobotsContent, RobotsRecord};

/// The checksum of a body. Bodies with the same checksum are the same file.
pub(crate) type BodyHash = [u8; 32];

/// The kinds of records. The one that allows least is the last one, and its index is the rank in a table.
pub(crate) const KINDS: [&str; 4] = ["no-file", "file", "redirect", "unreachable"];

/// What the robots.txt of an origin says, all redirects followed. `F` is a file, or the place of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SiteRobots<F> {
    /// This file.
    File(F),
    /// This reason, for every URL.
    Fixed(Reason<'static>),
    /// Nothing: the input has no record.
    Unknown,
}

/// What one record says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RecordContent<F> {
    File(F),
    Fixed(Reason<'static>),
    Redirect(String),
}

/// The columns of a record.
pub(crate) struct RecordRow<'r> {
    /// The index in [`KINDS`].
    pub(crate) rank: u8,
    /// The target of a redirect, or the name of a reason.
    pub(crate) detail: Option<&'r str>,
    /// The checksum of the body, or else of the detail.
    pub(crate) hash: BodyHash,
    pub(crate) body: Option<&'r [u8]>,
}

impl<'r> RecordRow<'r> {
    /// The columns of a record. O(bytes).
    pub(crate) fn of(record: &'r RobotsRecord) -> Self {
        let (rank, detail, body): (_, Option<&str>, Option<&[u8]>) = match &record.content {
            RobotsContent::Fixed(Reason::NoFile | Reason::Expired) => (0, Some("no-file"), None),
            RobotsContent::File(body) => (1, None, Some(body)),
            RobotsContent::Redirect(to) => (2, Some(to), None),
            RobotsContent::Fixed(reason) => (3, Some(reason.name()), None),
        };
        let hash = body_hash(body.or(detail.map(str::as_bytes)).unwrap_or_default());
        Self { rank, detail, hash, body }
    }

    /// Bytes whose order is that of the records: of all records of a URL, the one with the greatest priority counts.
    pub(crate) fn priority(&self, date: i64) -> [u8; 41] {
        let mut priority = [0; 41];
        // With the other sign bit, negative numbers are less than positive ones as bytes too.
        priority[..8].copy_from_slice(&(date ^ i64::MIN).to_be_bytes());
        priority[8] = self.rank;
        priority[9..].copy_from_slice(&self.hash);
        priority
    }
}

/// The checksum of a body.
pub(crate) fn body_hash(body: &[u8]) -> BodyHash {
    Sha256::digest(body).into()
}

impl<F> RecordContent<F> {
    /// The content of a row with this rank and detail. `file` is called for a file.
    pub(crate) fn of_row(rank: i64, detail: Option<String>, file: impl FnOnce() -> F) -> Self {
        let detail = detail.unwrap_or_default();
        match rank {
            0 => Self::Fixed(Reason::NoFile),
            1 => Self::File(file()),
            2 => Self::Redirect(detail),
            _ => Self::Fixed(unreachable(&detail)),
        }
    }
}

/// What the robots.txt at `robots_url` says. `newest` gives the record of a URL that counts.
///
/// # Errors
/// Those of `newest`.
pub(crate) fn follow_redirects<F, E>(
    robots_url: &str,
    policy: Policy,
    mut newest: impl FnMut(&str) -> Result<Option<RecordContent<F>>, E>,
) -> Result<SiteRobots<F>, E> {
    let mut chain = RedirectChain::new(robots_url, MAX_REDIRECTS);
    let mut url = robots_url.to_owned();
    loop {
        match newest(&url)? {
            None if url == robots_url => return Ok(SiteRobots::Unknown),
            None => return Ok(SiteRobots::Fixed(Reason::Unreachable(Unreachable::Network))),
            Some(RecordContent::File(file)) => return Ok(SiteRobots::File(file)),
            Some(RecordContent::Fixed(reason)) => return Ok(SiteRobots::Fixed(reason)),
            Some(RecordContent::Redirect(to)) => {
                if let Err(error) = chain.follow(&to) {
                    let reason = policy.reason_of(&Outcome::Missing(error.into()));
                    return Ok(SiteRobots::Fixed(reason.unwrap_or(Reason::NoFile)));
                }
                url = to;
            }
        }
    }
}

/// The reason with this name. A name that is not known disallows too.
fn unreachable(name: &str) -> Reason<'static> {
    let all =
        [Unreachable::ServerError, Unreachable::TooManyRequests, Unreachable::BlockedByPolicy];
    let reasons = all.map(Reason::Unreachable);
    let known = reasons.into_iter().find(|reason| reason.name() == name);
    known.unwrap_or(Reason::Unreachable(Unreachable::Network))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::RecordEnd;

    #[test]
    fn priorities_have_the_order_of_the_rule() {
        let record = |date, content| RobotsRecord {
            url: String::new(),
            date,
            content,
            end: RecordEnd::Known,
        };
        let fixed = |reason| RobotsContent::Fixed(Reason::Unreachable(reason));
        let rows = [
            record(i64::MIN, fixed(Unreachable::Network)),
            record(-1, fixed(Unreachable::Network)),
            record(0, fixed(Unreachable::Network)),
            record(1, RobotsContent::Fixed(Reason::NoFile)),
            record(1, RobotsContent::File(b"a".to_vec())),
            record(1, RobotsContent::Redirect("https://a.example/robots.txt".to_owned())),
            record(1, fixed(Unreachable::ServerError)),
            record(i64::MAX, RobotsContent::Fixed(Reason::NoFile)),
        ];
        let priorities: Vec<_> =
            rows.iter().map(|record| RecordRow::of(record).priority(record.date)).collect();
        assert!(priorities.is_sorted_by(|a, b| a < b), "{priorities:?}");
        // Equal dates and kinds: the checksum decides.
        let [one, two] = [b"a", b"b"].map(|body| record(1, RobotsContent::File(body.to_vec())));
        let (one, two) = (RecordRow::of(&one), RecordRow::of(&two));
        assert_eq!(one.hash < two.hash, one.priority(1) < two.priority(1));
    }
}
