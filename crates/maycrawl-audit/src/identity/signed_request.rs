//! A request with a signature, and the time in which one proves something.

use jiff::{SignedDuration, Timestamp};

use crate::log::SignedFields;

/// How far the clocks of a crawler and of a log may differ.
const SKEW: SignedDuration = SignedDuration::from_secs(60);
/// The most time from a signature to its request. Who has seen a request may send it again, so the draft recommends
/// that no signature is valid for longer.
const MAX_AGE: SignedDuration = SignedDuration::from_hours(24);

/// A request with a signature, as the log has it.
#[derive(Clone, Copy, Debug)]
pub struct SignedRequest<'a> {
    /// Its header fields.
    pub fields: &'a SignedFields,
    /// The origin of the site.
    pub origin: Option<&'a str>,
    /// The method.
    pub method: &'a str,
    /// The target, if the log has it exactly.
    pub target: Option<&'a str>,
}

/// Whether a signature that was made at `created` proves a request of this time.
pub(crate) fn is_valid_at(created: Timestamp, expires: Timestamp, at: Timestamp) -> bool {
    let age = at.duration_since(created);
    -SKEW <= age && age <= MAX_AGE && at <= expires
}
