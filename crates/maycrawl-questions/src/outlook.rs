//! What comes of a site whose robots.txt cannot be fetched, in sentences.

#[cfg(feature = "live")]
use maycrawl_language::Language;
#[cfg(feature = "live")]
use maycrawl_policy::{Basis, Outlook, Policy};

/// Until when a failing site stays closed, by which document, what comes then, and the repair.
///
/// `under` gives the outlook by another policy: Google's texts differ by a month, so a date by another one is told too.
/// (Google, *Handling HTTP result codes*; RFC 9309 section 2.3.1.4.) O(1).
///
/// ```
/// use maycrawl_language::Language;
/// use maycrawl_policy::{Failure, FailureKind, Policy, PolicyEvent, State, Timestamp};
/// use maycrawl_questions::outlook::outlook_text;
///
/// let now = Timestamp::from_millis(0);
/// let failure = Failure::new(FailureKind::Status(503), "HTTP 503");
/// let event = PolicyEvent::Failed { failure, retry_after: None, site: None };
/// let state = Policy::Google2021.after_fetch(&State::default(), &event, now);
/// let outlook = Policy::Google2021.outlook(&state, now).unwrap();
/// let text = outlook_text(&outlook, Policy::Google2021, |other| other.outlook(&state, now), Language::English);
/// assert_eq!(
///     text,
///     "If it goes on, everything may be crawled from 1970-01-31 00:00 UTC on. \
///      Source: Google’s documents of 2019 to 2021. \
///      By Google’s documents of 2026, it changes on 1970-01-01 12:00 UTC. \
///      Let the site answer 200 with the file, or 404 if there is none."
/// );
/// ```
#[cfg(feature = "live")]
#[must_use]
pub fn outlook_text(
    outlook: &Outlook,
    policy: Policy,
    under: impl FnOnce(Policy) -> Option<Outlook>,
    language: Language,
) -> String {
    let at = |key: &str, time: &str| language.message(key, &[("time", time.into())]);
    let minute = |time: maycrawl_policy::Timestamp| to_the_minute(&time.to_string());
    let mut said = Vec::new();
    said.extend(outlook.retry_after.map(|until| at("outlook-pause", &minute(until))));
    match outlook.changes_at.map(minute) {
        None => said.push(language.message("outlook-stays", &[])),
        Some(time) => {
            let key = match outlook.next_basis {
                None => "outlook-depends",
                Some(Basis::LastCopy) => "outlook-copy",
                Some(_) => "outlook-open",
            };
            said.push(at(key, &time));
        }
    }
    let named = |policy: Policy| match policy {
        Policy::Google2026 => language.message("policy-google-2026", &[]),
        Policy::Google2019 => language.message("policy-google-2019", &[]),
        Policy::Rfc9309 => language.message("policy-rfc9309", &[]),
        _ => language.message("policy-google-2021", &[]),
    };
    said.push(language.message("outlook-source", &[("policy", named(policy).into())]));
    let other = policy.compare_with();
    let at_other = under(other).and_then(|outlook| outlook.changes_at);
    if let Some(time) = at_other.filter(|_| at_other != outlook.changes_at) {
        let values = [("policy", named(other).into()), ("time", minute(time).into())];
        said.push(language.message("outlook-other", &values));
    }
    said.push(language.message("outlook-repair", &[]));
    said.join(" ")
}

/// `2026-11-21 07:32 UTC` for `2026-11-21T07:32:07Z`. Another text stays as it is.
pub(crate) fn to_the_minute(time: &str) -> String {
    let minute = time.strip_suffix('Z').and_then(|time| time.split_once('T'));
    match minute.and_then(|(day, time)| Some((day, time.get(..5)?))) {
        Some((day, minute)) => format!("{day} {minute} UTC"),
        None => time.to_owned(),
    }
}
