//! Records in the form of a table, and what they say about a site.
//!
//! **Which record counts.** The record with the latest date. If dates are equal: the one that allows least, in the
//! order unreachable, redirect, file, no file; then the one with the greater SHA-256. So the answer does not depend on
//! the order of the input. A redirect is followed at most five times, to the record of its target. A target that is not
//! in the input makes the site unreachable.

use maycrawl::Reason;
use maycrawl::verdict::Unreachable;
use maycrawl_policy::{MAX_REDIRECTS, Outcome, Policy, RedirectChain};
use sha2::{Digest as _, Sha256};

use crate::archive::RobotsContent;

/// The checksum of a body. Bodies with the same checksum are the same file.
pub(crate) type BodyHash = [u8; 32];

/// What a record is. Of records with equal dates, that with the greatest kind counts: the one that allows least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RecordKind {
    NoFile,
    File,
    Redirect,
    Unreachable,
}

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

/// The columns of a record.
pub(crate) struct RecordRow<'r> {
    pub(crate) kind: RecordKind,
    /// The target of a redirect, or the name of a reason.
    pub(crate) detail: Option<&'r str>,
    /// The checksum of the body, or else of the detail.
    pub(crate) hash: BodyHash,
    pub(crate) body: Option<&'r [u8]>,
}

impl RecordKind {
    const ALL: [Self; 4] = [Self::NoFile, Self::File, Self::Redirect, Self::Unreachable];

    /// The name in columns.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::NoFile => "no-file",
            Self::File => "file",
            Self::Redirect => "redirect",
            Self::Unreachable => "unreachable",
        }
    }

    /// The kind with this name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The number in the index and in priorities, where records are sorted by it.
    pub(crate) const fn rank(self) -> u8 {
        self as u8
    }

    /// The kind with this number. A number that is not known disallows.
    #[cfg(feature = "jobs")]
    pub(crate) fn from_rank(rank: i64) -> Self {
        let rank = usize::try_from(rank).ok();
        rank.and_then(|rank| Self::ALL.get(rank).copied()).unwrap_or(Self::Unreachable)
    }

    /// The kind and the detail of a record with this reason.
    pub(crate) const fn of_reason(reason: Reason<'static>) -> (Self, &'static str) {
        match reason {
            // Both allow everything.
            Reason::NoFile | Reason::Expired => (Self::NoFile, "no-file"),
            reason => (Self::Unreachable, reason.name()),
        }
    }
}

impl<'r> RecordRow<'r> {
    /// The columns of a record. O(bytes).
    pub(crate) fn of(content: &'r RobotsContent) -> Self {
        let ((kind, detail), body) = match content {
            RobotsContent::File(body) => ((RecordKind::File, None), Some(body.as_slice())),
            RobotsContent::Redirect(to) => ((RecordKind::Redirect, Some(to.as_str())), None),
            RobotsContent::Fixed(reason) => {
                let (kind, detail) = RecordKind::of_reason(*reason);
                ((kind, Some(detail)), None)
            }
        };
        let hash = body_hash(body.or(detail.map(str::as_bytes)).unwrap_or_default());
        Self { kind, detail, hash, body }
    }

    /// Bytes whose order is that of the records: of all records of a URL, the one with the greatest priority counts.
    pub(crate) fn priority(&self, date: i64) -> [u8; 41] {
        let mut priority = [0; 41];
        // With the other sign bit, negative numbers are less than positive ones as bytes too.
        priority[..8].copy_from_slice(&(date ^ i64::MIN).to_be_bytes());
        priority[8] = self.kind.rank();
        priority[9..].copy_from_slice(&self.hash);
        priority
    }
}

/// The checksum of a body.
pub(crate) fn body_hash(body: &[u8]) -> BodyHash {
    Sha256::digest(body).into()
}

impl<F> RobotsContent<F> {
    /// The content of a row with these columns. `file` is called for a file.
    pub(crate) fn of_row(kind: RecordKind, detail: Option<&str>, file: impl FnOnce() -> F) -> Self {
        let detail = detail.unwrap_or_default();
        match kind {
            RecordKind::NoFile => Self::Fixed(Reason::NoFile),
            RecordKind::File => Self::File(file()),
            RecordKind::Redirect => Self::Redirect(detail.to_owned()),
            RecordKind::Unreachable => Self::Fixed(unreachable(detail)),
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
    mut newest: impl FnMut(&str) -> Result<Option<RobotsContent<F>>, E>,
) -> Result<SiteRobots<F>, E> {
    let mut chain = RedirectChain::new(robots_url, MAX_REDIRECTS);
    let mut url = robots_url.to_owned();
    loop {
        match newest(&url)? {
            None if url == robots_url => return Ok(SiteRobots::Unknown),
            None => return Ok(SiteRobots::Fixed(Reason::Unreachable(Unreachable::Network))),
            Some(RobotsContent::File(file)) => return Ok(SiteRobots::File(file)),
            Some(RobotsContent::Fixed(reason)) => return Ok(SiteRobots::Fixed(reason)),
            Some(RobotsContent::Redirect(to)) => {
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

    #[test]
    #[cfg(feature = "jobs")]
    fn a_kind_is_found_by_its_name_and_its_rank() {
        for kind in RecordKind::ALL {
            assert_eq!(RecordKind::from_name(kind.name()), Some(kind));
            assert_eq!(RecordKind::from_rank(kind.rank().into()), kind);
        }
        assert_eq!([4, -1].map(RecordKind::from_rank), [RecordKind::Unreachable; 2]);
        assert!(RecordKind::ALL.is_sorted() && RecordKind::from_name("bad").is_none());
    }

    #[test]
    fn priorities_have_the_order_of_the_rule() {
        let fixed = |reason| RobotsContent::Fixed(Reason::Unreachable(reason));
        let rows = [
            (i64::MIN, fixed(Unreachable::Network)),
            (-1, fixed(Unreachable::Network)),
            (0, fixed(Unreachable::Network)),
            (1, RobotsContent::Fixed(Reason::NoFile)),
            (1, RobotsContent::File(b"a".to_vec())),
            (1, RobotsContent::Redirect("https://a.example/robots.txt".to_owned())),
            (1, fixed(Unreachable::ServerError)),
            (i64::MAX, RobotsContent::Fixed(Reason::NoFile)),
        ];
        let priorities: Vec<_> =
            rows.iter().map(|(date, content)| RecordRow::of(content).priority(*date)).collect();
        assert!(priorities.is_sorted_by(|a, b| a < b), "{priorities:?}");
        // Equal dates and kinds: the checksum decides.
        let [one, two] = [b"a", b"b"].map(|body| RobotsContent::File(body.to_vec()));
        let (one, two) = (RecordRow::of(&one), RecordRow::of(&two));
        assert_eq!(one.hash < two.hash, one.priority(1) < two.priority(1));
    }
}
