//! What each result of a fetch means, and for how long: computed by the policy, not written down again.

use std::time::Duration;

use maycrawl_policy::{
    Basis, Failure, FailureKind, Fetch, Missing, Policy, PolicyEvent, State, Timestamp,
};

use crate::html::{self, code, escape};

const HOUR: Duration = Duration::from_secs(3600);
/// An outage is watched for this long.
const DAYS: u64 = 45;

/// What a fetch ends in, day after day.
enum Result {
    Missing(Missing),
    Fails(FailureKind),
}

fn rows() -> Vec<(&'static str, Result)> {
    vec![
        ("more than five redirects", Result::Missing(Missing::TooManyRedirects)),
        ("redirects in a circle", Result::Missing(Missing::RedirectLoop)),
        ("401", Result::Missing(Missing::Status(401))),
        ("403", Result::Missing(Missing::Status(403))),
        ("404", Result::Missing(Missing::Status(404))),
        ("410", Result::Missing(Missing::Status(410))),
        ("429", Result::Fails(FailureKind::Status(429))),
        ("500", Result::Fails(FailureKind::Status(500))),
        ("503", Result::Fails(FailureKind::Status(503))),
        ("the name is not resolved", Result::Fails(FailureKind::Dns)),
        ("no connection", Result::Fails(FailureKind::Connect)),
        ("no trustworthy TLS", Result::Fails(FailureKind::Tls)),
        ("the deadline passes", Result::Fails(FailureKind::Timeout)),
        ("the answer breaks off", Result::Fails(FailureKind::Truncated)),
        ("a redirect that cannot be followed", Result::Fails(FailureKind::Redirect)),
        ("FTP 550", Result::Missing(Missing::Ftp(550))),
    ]
}

/// The table of a site whose file was there before, or of one that was never seen.
pub(crate) fn table(had_file: bool) -> String {
    let mut head = vec!["Result"];
    head.extend(Policy::ALL.map(Policy::name));
    let rows: Vec<_> = rows()
        .iter()
        .map(|(words, result)| {
            let mut row = vec![if words.len() == 3 { code(words) } else { escape(words) }];
            row.extend(Policy::ALL.map(|policy| escape(&phases(policy, result, had_file))));
            row
        })
        .collect();
    html::table(&head, &rows)
}

/// What verdicts rest on while the result stays the same, as a crawler that asks every hour sees it.
fn phases(policy: Policy, result: &Result, had_file: bool) -> String {
    let mut state = State::default();
    let mut now = Timestamp::from_millis(0);
    if had_file {
        let file = PolicyEvent::Answered { missing: None, max_age: None };
        state = policy.after_fetch(&state, &file, now);
        now = now.after(25 * HOUR);
    }
    let start = now;
    let mut phases: Vec<(Basis, u64)> = Vec::new();
    for hour in 0..DAYS * 24 {
        let at = start.after(HOUR * u32::try_from(hour).unwrap_or(u32::MAX));
        if hour == 0 || policy.decide(&state, at).fetch != Fetch::No {
            state = policy.after_fetch(&state, &event(result), at);
        }
        let basis = policy.decide(&state, at).basis;
        if phases.last().is_none_or(|(last, _)| *last != basis) {
            phases.push((basis, hour));
        }
    }
    let words: Vec<_> = phases
        .iter()
        .enumerate()
        .map(|(i, (basis, _))| match phases.get(i + 1) {
            Some((_, end)) => format!("{} {}", meaning(*basis), until(*end)),
            None => meaning(*basis).to_owned(),
        })
        .collect();
    words.join(", then ")
}

fn event(result: &Result) -> PolicyEvent {
    match result {
        Result::Missing(missing) => {
            PolicyEvent::Answered { missing: Some(*missing), max_age: None }
        }
        Result::Fails(kind) => {
            let failure = Failure { kind: *kind, detail: String::new() };
            PolicyEvent::Failed { failure, retry_after: None, site: None }
        }
    }
}

fn meaning(basis: Basis) -> &'static str {
    match basis {
        Basis::Nothing => "nothing is known",
        Basis::File => "the file counts",
        Basis::NoFile => "no limits: there is no file",
        Basis::Disallowed => "everything disallowed",
        Basis::LastCopy => "the last copy counts",
        Basis::NoLimits => "no limits",
    }
}

fn until(hours: u64) -> String {
    if hours < 48 { format!("for {hours} h") } else { format!("until day {}", hours / 24) }
}
