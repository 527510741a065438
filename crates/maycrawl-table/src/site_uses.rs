//! What the site of a URL says about a use.

use maycrawl::asked_url::AskedUrl;
use maycrawl::{Crawler, Verdict};
use maycrawl_uses::{Outcome, Use, for_silent_file};

use crate::rules::Site;
use crate::uses::said;

/// The value of a column `use_*` where what the site says is not known.
const UNKNOWN: &str = "unknown";

/// The value of a column `use_*`.
pub(crate) fn value(outcome: Option<Outcome>) -> &'static str {
    outcome.map_or(UNKNOWN, Outcome::name)
}

/// The values of a column `use_*`. [`key`] is a place in them.
#[cfg(feature = "jobs")]
pub(crate) fn values() -> Vec<&'static str> {
    [UNKNOWN].into_iter().chain(Outcome::ALL.map(Outcome::name)).collect()
}

#[cfg(feature = "jobs")]
pub(crate) fn key(outcome: Option<Outcome>) -> i8 {
    outcome.map_or(0, |outcome| outcome as i8 + 1)
}

/// The name of the column of a use.
pub(crate) fn column(wanted: Use) -> String {
    format!("use_{wanted}")
}

/// What the site says about a use of `url`; `None` if nobody knows what its file says. `is_allowed`: whether the
/// crawler may fetch it.
pub(crate) fn outcome(
    site: &Site,
    crawler: &Crawler,
    url: &AskedUrl<'_>,
    is_allowed: bool,
    wanted: Use,
) -> Option<Outcome> {
    match site {
        Site::Rules(file) => Some(match &file.signals {
            Some(robots) => said(robots, crawler, url, wanted).outcome,
            None => for_silent_file(wanted, is_allowed),
        }),
        // There is no file, so it says nothing. The row is not asked: who ignores robots.txt may fetch from every site.
        Site::Fixed(reason) if Verdict::new(*reason).is_allowed() => Some(Outcome::NotSaid),
        Site::Fixed(_) | Site::Unknown => None,
    }
}
