//! The sentence that says what verdicts rest on.

use std::fmt;
use std::time::Duration;

use maycrawl_policy::internals::{Doubted, Trouble};
use maycrawl_policy::{Basis, DAY, FailureKind, HumanDuration, Missing, Policy, Timestamp};

use super::OriginRobots;
use crate::ledger::Busy;

/// A doubted answer in the past tense.
pub(super) struct DoubtedPast(pub(super) Doubted);

impl fmt::Display for DoubtedPast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Doubted::Refusal(Missing::Status(code)) => write!(f, "it answered {code}"),
            Doubted::Refusal(missing) => missing.fmt(f),
            Doubted::Beginning(bytes) => write!(f, "it sent {bytes} bytes of the file"),
            Doubted::NoRobotsTxt(status) => write!(f, "it answered {status} with no robots.txt"),
        }
    }
}

/// The sentence about what verdicts rest on: `https://host/robots.txt was fetched 3 h ago`. If the file is unreachable,
/// the cause comes first: `HTTP 503 (for 3 h); https://host/robots.txt is unreachable, so nothing may be crawled`.
impl fmt::Display for OriginRobots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entry = &self.site.entry;
        let seen = entry.version.as_ref().map(|version| version.last_seen);
        // One sentence for all refusals: the reason would tell a stranger what is on the network of a service.
        if self.is_refused() {
            return write!(
                f,
                "{}/robots.txt was not requested: its address is not public, or its port is not allowed",
                entry.origin
            );
        }
        if self.is_busy {
            return write!(f, "{}/robots.txt was not requested yet: {Busy}", entry.origin);
        }
        match (self.basis, self.trouble(), seen) {
            (Basis::File, _, Some(seen)) => {
                write!(f, "{}/robots.txt was fetched {}", entry.origin, seen.ago(self.now))?;
                self.kept_on_the_way(f, seen)?;
                match entry.state.refusal() {
                    Some(doubted) => write!(
                        f,
                        " ({} {}; the fresh file stays in force)",
                        DoubtedPast(doubted.what()),
                        doubted.at.ago(self.now)
                    ),
                    None => Ok(()),
                }
            }
            (Basis::NoFile, _, Some(seen)) => self.no_file(f, seen),
            (Basis::LastCopy, None, Some(seen)) if entry.state.refusal().is_some() => {
                self.doubted(f, seen)
            }
            (_, Some(trouble), seen) => {
                self.unreachable(f, trouble)?;
                match (self.basis, seen) {
                    (Basis::LastCopy, Some(seen)) => {
                        write!(f, "; the last copy, of {seen}, is used")
                    }
                    (Basis::NoLimits, _) => f.write_str("; no limits are assumed"),
                    _ => self.closed_until(f, trouble),
                }
            }
            (_, None, _) if entry.state.is_file_lost() => self.lost(f),
            (Basis::Disallowed, None, Some(seen)) => {
                match self.missing() {
                    Some(Missing::Status(code) | Missing::ErrorForMissingPages(code)) => {
                        write!(f, "HTTP {code}")?;
                    }
                    _ => f.write_str("no readable answer")?,
                }
                let (asked, origin) = (seen.ago(self.now), &entry.origin);
                write!(f, " (requested {asked}); {origin}/robots.txt is unreachable")?;
                write!(f, " to {}, so nothing may be crawled", self.policy)
            }
            _ => write!(f, "{}/robots.txt is not known", entry.origin),
        }
    }
}

/// A copy of a cache that is younger than this is as good as the server's own.
const FRESH_COPY: Duration = Duration::from_secs(60);

/// How long Google may use a copy. (Google's specification, *Caching*.)
const GOOGLE_COPY: Duration = DAY;

/// The answer of a site that Google may still go by. From [`OriginRobots::old_copy`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OldCopy {
    /// Until when.
    pub until: Timestamp,
    /// The same as a sentence, without a full stop.
    pub text: String,
}

impl OriginRobots {
    /// That a cache between the server and us answered the fetch of `seen`: after a change of the file, it may give the
    /// old one for long. (RFC 9111 section 5.1.)
    fn kept_on_the_way(&self, f: &mut fmt::Formatter<'_>, seen: Timestamp) -> fmt::Result {
        let last = &self.site.entry.last_fetch;
        let kept = last.age.map(Duration::from_secs).filter(|&age| age >= FRESH_COPY);
        // A fetch begins before its file is seen. A later one that failed has an age of its own.
        match kept.filter(|_| last.at <= seen) {
            Some(age) => {
                let age = HumanDuration(age);
                write!(
                    f,
                    ", from a cache that had kept it for {age}: the server may have a newer one"
                )?;
                match last.fresh_for.map(Duration::from_secs).filter(|left| !left.is_zero()) {
                    Some(left) => {
                        write!(
                            f,
                            "; by its max-age the cache may keep this one for {} more",
                            HumanDuration(left)
                        )
                    }
                    None => Ok(()),
                }
            }
            None => Ok(()),
        }
    }

    /// The answer that was there before, if Google may still go by it: "Google may go by what was there before (last seen
    /// 3 h ago) until 2026-11-30T10:00:00Z". A comment that changes is no other answer.
    #[must_use]
    pub fn old_copy(&self) -> Option<OldCopy> {
        if !matches!(self.basis, Basis::File | Basis::NoFile) {
            return None;
        }
        let before = self.site.entry.version.as_ref()?.replaced?;
        let fresh = before.fresh_for.map(Duration::from_secs).filter(|fresh| *fresh > GOOGLE_COPY);
        let until = before.since.after(fresh.unwrap_or(GOOGLE_COPY));
        let why = if fresh.is_some() { ", by its max-age" } else { "" };
        let seen = before.last_seen.ago(self.now);
        let text =
            format!("Google may go by what was there before (last seen {seen}) until {until}{why}");
        (until > self.now).then_some(OldCopy { until, text })
    }

    /// The sentence for an answer that means *no file*. For 401, 403 and 429 it names the source, because readers may
    /// expect another meaning.
    fn no_file(&self, f: &mut fmt::Formatter<'_>, seen: Timestamp) -> fmt::Result {
        let (origin, asked) = (&self.site.entry.origin, seen.ago(self.now));
        let Some(missing) = self.missing() else {
            return write!(f, "{origin}/robots.txt does not exist (requested {asked})");
        };
        if let Missing::Status(code @ (401 | 403 | 429)) = missing {
            let who = self.who_opens(missing);
            write!(
                f,
                "{origin}/robots.txt answers {code}: {who} treats this as no file, so everything may be crawled \
                 (requested {asked})"
            )?;
        } else {
            let is_gone = matches!(missing, Missing::Status(404 | 410));
            let what = if is_gone { "does not exist" } else { "counts as missing" };
            write!(f, "{origin}/robots.txt {what}: {missing} (requested {asked})")?;
        }
        match self.site.entry.state.answer().and_then(|answer| answer.replaced_file) {
            Some(file) => write!(f, "; the file of {file} does not count any more"),
            None => Ok(()),
        }
    }

    /// The documents that say that this answer means *no file*.
    fn who_opens(&self, missing: Missing) -> &'static str {
        match (self.policy, missing) {
            (Policy::Rfc9309, _) => "RFC 9309",
            (Policy::Google2021, Missing::Status(429)) => "Google (2021)",
            _ => "Google",
        }
    }

    /// The sentence for an answer that did not replace the known file, which has expired.
    fn doubted(&self, f: &mut fmt::Formatter<'_>, seen: Timestamp) -> fmt::Result {
        let (origin, state) = (&self.site.entry.origin, &self.site.entry.state);
        let Some(doubted) = state.refusal() else { return Ok(()) };
        let since = doubted.series.map_or(doubted.at, |series| series.since);
        let asked = doubted.at.ago(self.now);
        match doubted.what() {
            Doubted::Refusal(missing) => {
                write!(f, "{origin}/robots.txt cannot be read: {missing} (requested {asked})")?;
                let long =
                    if missing.is_refusal() { "refused for a day" } else { "said so for an hour" };
                write!(f, "; the last copy, of {seen}, is used until the site has {long}")?;
                write!(f, " (since {since}); {} treats this as no file", self.who_opens(missing))
            }
            Doubted::NoRobotsTxt(status) => {
                write!(
                    f,
                    "{origin}/robots.txt cannot be read: it answers {status} with no robots.txt"
                )?;
                write!(
                    f,
                    " (requested {asked}); the last copy, of {seen}, is used until the site has"
                )?;
                write!(f, " answered so for a day (since {since})")?;
                write!(f, "; the documents treat this as a file without rules")
            }
            Doubted::Beginning(bytes) => {
                write!(f, "{origin}/robots.txt may be cut short: {bytes} bytes of the known file")?;
                write!(f, " arrived, and no length was announced (requested {asked})")?;
                write!(
                    f,
                    "; the last copy, of {seen}, is used until the site has sent the same for a day"
                )?;
                write!(f, " (since {since})")
            }
        }
    }

    /// The sentence for a site whose file the store has removed.
    fn lost(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (origin, state) = (&self.site.entry.origin, &self.site.entry.state);
        let seen = state.answer().map_or(self.now, |answer| answer.at);
        let Some(doubted) = state.refusal() else {
            return write!(f, "{origin}/robots.txt forbade something, and no copy is left");
        };
        let since = doubted.series.map_or(doubted.at, |series| series.since);
        let (past, asked) = (DoubtedPast(doubted.what()), doubted.at.ago(self.now));
        let needed = HumanDuration(doubted.what().needed());
        write!(f, "{origin}/robots.txt cannot be read: {past} (requested {asked}); it forbade")?;
        write!(f, " something, last seen on {:.10}, and no copy is left", seen.to_string())?;
        write!(f, "; nothing may be crawled until it has answered so for {needed} (since {since})")
    }

    /// The cause and the duration of the failure.
    fn unreachable(&self, f: &mut fmt::Formatter<'_>, trouble: &Trouble) -> fmt::Result {
        write!(f, "{}", trouble.cause)?;
        let lasted = self.now.since(trouble.since);
        let lasted =
            (lasted >= Duration::from_secs(60)).then(|| format!("for {}", HumanDuration(lasted)));
        let again = trouble.retry_after.filter(|until| *until > self.now);
        let again = again.map(|until| format!("Retry-After until {until}"));
        let aside: Vec<String> = lasted.into_iter().chain(again).collect();
        if !aside.is_empty() {
            write!(f, " ({})", aside.join(", "))?;
        }
        write!(f, "; {}/robots.txt is unreachable", self.site.entry.origin)
    }

    /// The meaning of an unreachable file, and the progress of the policy's time limit where that is not obvious: a gap
    /// between two failures does not count in full.
    fn closed_until(&self, f: &mut fmt::Formatter<'_>, trouble: &Trouble) -> fmt::Result {
        f.write_str(", so nothing may be crawled")?;
        if self.policy == Policy::Google2019 {
            let what = match trouble.cause.kind {
                FailureKind::Status(_) => "for how long",
                _ => "whether",
            };
            return write!(f, " (Google's text before July 2019 does not define {what})");
        }
        let (seen, needed) = self.policy.failure_time(trouble, self.now);
        if self.now.since(trouble.since) < needed / 30 {
            return Ok(());
        }
        // The time is over, and the answer is still closed: only pages that answer end this phase.
        if seen >= needed {
            return f.write_str(
                " (for more than 30 days; it stays disallowed until other pages of the site are known to answer)",
            );
        }
        let (unit, name) = match needed.as_secs() {
            172_800.. => (86_400, "days"),
            _ => (3600, "hours"),
        };
        write!(
            f,
            " (observed to fail for {} of {} {name}; everything stays disallowed until then)",
            seen.as_secs() / unit,
            needed.as_secs() / unit
        )
    }
}
