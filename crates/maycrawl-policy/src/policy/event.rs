//! The end of a fetch, as a policy sees it.

use std::time::Duration;

use crate::outcome::{Failure, Missing};

/// The end of a fetch, as input of the policy.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PolicyEvent {
    /// The site sent a file, or answered that there is none.
    Answered {
        /// The reason why there is no file; `None` for a file.
        missing: Option<Missing>,
        /// Freshness lifetime in the answer.
        max_age: Option<Duration>,
    },
    /// The site sent a beginning of the known file, and nothing announced the end of the body.
    Beginning {
        /// Size of the body in bytes.
        bytes: u64,
        /// Freshness lifetime in the answer.
        max_age: Option<Duration>,
    },
    /// The site sent a body that is no robots.txt, such as a web page or nothing. Without a known file, and without
    /// [`confirm_refusals`](crate::TransitionOptions::confirm_refusals), it is a file without rules.
    NoRobotsTxt {
        /// Status of the answer.
        status: u16,
        /// Freshness lifetime in the answer.
        max_age: Option<Duration>,
    },
    /// A temporary error.
    Failed {
        /// The failure.
        failure: Failure,
        /// `Retry-After` of the answer.
        retry_after: Option<Duration>,
        /// Result of a probe of the site's other pages; `None` without a probe.
        site: Option<SiteProbe>,
    },
}

/// Result of a probe of other pages of a failing site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SiteProbe {
    /// Pages that exist are served, and pages that cannot exist give 5xx. A missing robots.txt gives 5xx as well.
    /// (Google: "If we are able to determine that a site is incorrectly configured to return 5xx instead
    /// of a 404 for missing pages, we treat a 5xx error from that site as a 404.")
    ErrorsForMissingPages,
    /// The site's other pages are served.
    Answers,
    /// No page is served.
    Down,
}
