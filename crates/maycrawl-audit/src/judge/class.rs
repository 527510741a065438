//! The decision: from what is known about a request to one class. A table, read from the top; the first row that fits.

use serde::{Deserialize, Serialize};

/// What became of a request. The discriminant is the row of the decision table.
///
/// No class says guilt. *Disobeyed* says that the copies which the crawler may have had all disallowed the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// The client is not the crawler whose name it sent.
    Forged = 2,
    /// The rules do not apply to this crawler, by its operator's documents.
    NotBound = 3,
    /// Its copy allowed the request; the file of that time did not.
    StaleCopyExcused = 4,
    /// The file allowed the request, and the server refused it. The crawler has no part in that.
    AllowedButRefused = 5,
    /// The file allowed the request.
    Obeyed = 6,
    /// Every copy that it may have had disallowed the request.
    DisobeyedAfterReading = 7,
    /// Its copy was too old to be used, and every version that it could have read disallowed the request.
    DisobeyedCopyTooOld = 8,
    /// It has no request for robots.txt in this log, and every version that it could have read disallowed the request.
    NeverAsked = 9,
    /// One of the three before, but the log does not tell which.
    DisobeyedReadingNotKnown = 10,
    /// It cannot be known; [`Reason`] says why.
    CannotBeKnown = 11,
}

impl Class {
    /// All classes, in the order of the table.
    pub const ALL: [Self; 10] = [
        Self::Forged,
        Self::NotBound,
        Self::StaleCopyExcused,
        Self::AllowedButRefused,
        Self::Obeyed,
        Self::DisobeyedAfterReading,
        Self::DisobeyedCopyTooOld,
        Self::NeverAsked,
        Self::DisobeyedReadingNotKnown,
        Self::CannotBeKnown,
    ];

    /// The row of the decision table, 2 to 11. (Row 1 is for lines that are not judged.)
    ///
    /// ```
    /// use maycrawl_audit::judge::Class;
    ///
    /// assert_eq!((Class::Forged.row(), Class::CannotBeKnown.row()), (2, 11));
    /// ```
    #[must_use]
    pub const fn row(self) -> u8 {
        self as u8
    }

    /// A short name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Forged => "forged",
            Self::NotBound => "not-bound",
            Self::StaleCopyExcused => "stale-copy-excused",
            Self::AllowedButRefused => "allowed-but-refused",
            Self::Obeyed => "obeyed",
            Self::DisobeyedAfterReading => "disobeyed-after-reading",
            Self::DisobeyedCopyTooOld => "disobeyed-copy-too-old",
            Self::NeverAsked => "never-asked",
            Self::DisobeyedReadingNotKnown => "disobeyed-reading-not-known",
            Self::CannotBeKnown => "cannot-be-known",
        }
    }

    /// True for rows 7 to 10: every copy that counts disallowed the request.
    #[must_use]
    pub const fn is_disobeyed(self) -> bool {
        matches!(self.row(), 7..=10)
    }
}

/// Why a class cannot be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// The header names several crawlers.
    Identity,
    /// The log begins too late.
    LogBeginsTooLate,
    /// The log has a gap.
    LogGap,
    /// The log has only some of the requests.
    SampledLog,
    /// The copies that it may have had disagree.
    CandidatesDisagree,
    /// It had no valid copy, and the rules changed within the time that a copy is valid. No log can settle it.
    NoCopyAndRulesChanged,
    /// A copy that it may have had is not known: the history does not reach so far, or the answer had no whole file.
    CopyNotKnown,
    /// Robots.txt failed in that time, which allows an older copy.
    Outage,
    /// The log does not tell the site.
    OriginNotKnown,
    /// The log does not have the exact target.
    TargetInexact,
    /// The site sends different files to different clients.
    CopyVaries,
}

impl Reason {
    /// A short name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::LogBeginsTooLate => "log-begins-too-late",
            Self::LogGap => "log-gap",
            Self::SampledLog => "sampled-log",
            Self::CandidatesDisagree => "candidates-disagree",
            Self::NoCopyAndRulesChanged => "no-copy-and-rules-changed",
            Self::CopyNotKnown => "copy-not-known",
            Self::Outage => "outage",
            Self::OriginNotKnown => "origin-not-known",
            Self::TargetInexact => "target-inexact",
            Self::CopyVaries => "copy-varies",
        }
    }

    /// The reason in words, as the end of a sentence that says that something is not known.
    ///
    /// ```
    /// use maycrawl_audit::judge::Reason;
    ///
    /// assert_eq!(Reason::OriginNotKnown.words(), "the log does not name their site");
    /// ```
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Identity => "their header names several crawlers",
            Self::LogBeginsTooLate => "the log begins too late",
            Self::LogGap => "the log has a gap",
            Self::SampledLog => "the log has only some of the requests",
            Self::CandidatesDisagree => "the copies that they may have had disagree",
            Self::NoCopyAndRulesChanged => "they had no valid copy, and the rules changed",
            Self::CopyNotKnown => "a copy that they may have had is not known",
            Self::Outage => "robots.txt failed in that time, which allows an older copy",
            Self::OriginNotKnown => "the log does not name their site",
            Self::TargetInexact => "the log does not have the exact URL",
            Self::CopyVaries => "the site sends different files to different clients",
        }
    }
}

/// What is added to a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Mark {
    /// It had read no copy that was valid, as a complete log shows. The permission did not depend on asking.
    Unread,
    /// The file of that time allows the request, other than the copy.
    NowAllowed,
    /// The file of that time may have disallowed the request: the copy may have been stale.
    MaybeStale,
    /// The method was not GET. It is judged in the same way, and told apart.
    NotGet,
    /// The copy reserves the content for the use that the crawler serves, such as training. Fetching is not using.
    Reserved,
}

impl Mark {
    /// A short name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unread => "unread",
            Self::NowAllowed => "now-allowed",
            Self::MaybeStale => "maybe-stale",
            Self::NotGet => "not-get",
            Self::Reserved => "reserved",
        }
    }
}

/// A class with its reason and marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The class.
    pub class: Class,
    /// Why it cannot be known; for [`Class::CannotBeKnown`] only.
    pub reason: Option<Reason>,
    /// The marks, in the order of [`Mark`].
    pub marks: Vec<Mark>,
}

/// Who sent a request, as far as the decision depends on it. Sums never mix the first two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Proved to be the crawler.
    Proved,
    /// A client that calls itself so.
    ByName,
    /// Not the crawler.
    Forged,
}

/// What the log says about a crawler's reading of robots.txt before a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// A read gave it a copy that was valid.
    Within,
    /// Only reads that may be those of somebody else.
    Possible,
    /// The last read is older than a copy may be.
    TooOld,
    /// No read in this log.
    None,
}

/// Whether the log has every request of the time in which a copy is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LogCover {
    /// It has.
    Complete,
    /// It begins too late.
    BeginsLate,
    /// It has a gap.
    Gap,
    /// It has only some requests.
    Sampled,
}

/// All that the decision rests on, but the verdicts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// Who sent it.
    pub standing: Standing,
    /// The header names one crawler.
    pub is_one_name: bool,
    /// The operator says that rules apply to the crawler.
    pub is_bound: bool,
    /// The site is known.
    pub is_origin_known: bool,
    /// The target is as the client sent it.
    pub is_target_exact: bool,
    /// The site sends one file to all clients.
    pub is_same_for_all: bool,
    /// The method was GET.
    pub is_get: bool,
    /// The status of the answer.
    pub status: Option<u16>,
    /// What the log says about reading. Two values if the times of two lines do not tell.
    pub readings: Vec<Reading>,
    /// Whether the log has every request of that time.
    pub log: LogCover,
    /// Robots.txt failed since the last read, or in that time.
    pub is_outage: bool,
    /// Some of the copies are those of reads that a gap of the log may hide.
    pub has_unseen_reads: bool,
}

/// What a verdict says, as far as the decision depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Allowed.
    Allowed,
    /// Allowed, because only `*` speaks and the crawler does not follow it.
    StarIgnored,
    /// Disallowed.
    Disallowed,
    /// The copy is not known.
    NotKnown,
}

/// The outcomes under the versions of a set, together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Together {
    allowed: bool,
    star_ignored: bool,
    disallowed: bool,
    not_known: bool,
}

impl Together {
    pub(crate) fn of(outcomes: impl IntoIterator<Item = Outcome>) -> Self {
        let mut all = Self::default();
        for outcome in outcomes {
            match outcome {
                Outcome::Allowed => all.allowed = true,
                Outcome::StarIgnored => all.star_ignored = true,
                Outcome::Disallowed => all.disallowed = true,
                Outcome::NotKnown => all.not_known = true,
            }
        }
        all
    }

    fn and(self, other: Self) -> Self {
        Self {
            allowed: self.allowed || other.allowed,
            star_ignored: self.star_ignored || other.star_ignored,
            disallowed: self.disallowed || other.disallowed,
            not_known: self.not_known || other.not_known,
        }
    }

    fn is_empty(self) -> bool {
        self == Self::default()
    }

    fn all_allow(self) -> bool {
        (self.allowed || self.star_ignored) && !self.disallowed && !self.not_known
    }

    fn all_disallow(self) -> bool {
        self.disallowed && !self.allowed && !self.star_ignored && !self.not_known
    }

    fn is_only_star_ignored(self) -> bool {
        self.all_allow() && !self.allowed
    }
}

/// The outcomes under the copies that it may have had, the versions in force, and all versions of the time in which a
/// copy is valid.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sides {
    pub(crate) copies: Together,
    pub(crate) in_force: Together,
    pub(crate) window: Together,
}

/// The statuses by which a server refuses a request.
const REFUSALS: [u16; 7] = [401, 402, 403, 406, 429, 451, 503];

/// The class of a request: the first row that fits. O(1).
pub(crate) fn decide(facts: &Facts, sides: &Sides) -> Decision {
    let certain = |class| Decision { class, reason: None, marks: Vec::new() };
    // An impostor has no claim to what an operator's documents say, so forged comes before not bound.
    let mut decision = if facts.standing == Standing::Forged {
        certain(Class::Forged)
    } else if !facts.is_one_name {
        unknown(Reason::Identity)
    } else if !facts.is_bound {
        certain(Class::NotBound)
    } else if !facts.is_origin_known {
        unknown(Reason::OriginNotKnown)
    } else if !facts.is_same_for_all {
        unknown(Reason::CopyVaries)
    } else if !facts.is_target_exact {
        unknown(Reason::TargetInexact)
    } else {
        // Two lines of one second have no order: both orders are judged, and only what they agree on is certain.
        let each = facts.readings.iter().map(|&reading| by_reading(reading, facts, sides));
        each.reduce(|a, b| agreed(a, &b)).unwrap_or_else(|| unknown(Reason::CandidatesDisagree))
    };
    if !facts.is_get {
        decision.marks.push(Mark::NotGet);
    }
    decision
}

fn unknown(reason: Reason) -> Decision {
    Decision { class: Class::CannotBeKnown, reason: Some(reason), marks: Vec::new() }
}

fn agreed(a: Decision, b: &Decision) -> Decision {
    if a.class == b.class {
        let marks = a.marks.into_iter().filter(|mark| b.marks.contains(mark)).collect();
        return Decision { marks, ..a };
    }
    if a.class.is_disobeyed() && b.class.is_disobeyed() {
        return Decision {
            class: Class::DisobeyedReadingNotKnown,
            reason: None,
            marks: Vec::new(),
        };
    }
    unknown(Reason::CandidatesDisagree)
}

fn by_reading(reading: Reading, facts: &Facts, sides: &Sides) -> Decision {
    if reading == Reading::Within {
        by_copies(facts, sides)
    } else {
        by_window(reading, facts, sides)
    }
}

fn by_copies(facts: &Facts, sides: &Sides) -> Decision {
    let copies = sides.copies;
    if copies.all_allow() {
        return allowed(copies, facts, sides, false);
    }
    if copies.all_disallow() {
        let marks = if sides.in_force.all_allow() { vec![Mark::NowAllowed] } else { Vec::new() };
        return Decision { class: Class::DisobeyedAfterReading, reason: None, marks };
    }
    unknown(match () {
        () if copies.not_known => Reason::CopyNotKnown,
        () if facts.has_unseen_reads => of_log(facts.log),
        () => Reason::CandidatesDisagree,
    })
}

fn by_window(reading: Reading, facts: &Facts, sides: &Sides) -> Decision {
    // A read that may be its own may have brought what no version of that time is, such as a refusal.
    let possible = reading == Reading::Possible;
    let window = if possible { sides.window.and(sides.copies) } else { sides.window };
    let is_complete = facts.log == LogCover::Complete;
    if window.all_allow() {
        return allowed(window, facts, sides, is_complete && !possible);
    }
    if window.all_disallow() {
        let class = match reading {
            Reading::None if is_complete => Class::NeverAsked,
            _ if facts.is_outage => return unknown(Reason::Outage),
            Reading::TooOld if is_complete => Class::DisobeyedCopyTooOld,
            _ => Class::DisobeyedReadingNotKnown,
        };
        return Decision { class, reason: None, marks: Vec::new() };
    }
    unknown(match () {
        () if window.not_known => Reason::CopyNotKnown,
        () if !is_complete => of_log(facts.log),
        () if possible && !sides.copies.is_empty() => Reason::CandidatesDisagree,
        () => Reason::NoCopyAndRulesChanged,
    })
}

/// A request that every version of `deciding` allows.
fn allowed(deciding: Together, facts: &Facts, sides: &Sides, is_unread: bool) -> Decision {
    let in_force = sides.in_force;
    let class = if deciding.is_only_star_ignored() {
        Class::NotBound
    } else if !is_unread && in_force.all_disallow() {
        Class::StaleCopyExcused
    } else if facts.status.is_some_and(|status| REFUSALS.contains(&status)) {
        Class::AllowedButRefused
    } else {
        Class::Obeyed
    };
    let mut marks = Vec::new();
    if matches!(class, Class::AllowedButRefused | Class::Obeyed) {
        if is_unread {
            marks.push(Mark::Unread);
        }
        if !in_force.all_allow() {
            marks.push(Mark::MaybeStale);
        }
    }
    Decision { class, reason: None, marks }
}

fn of_log(log: LogCover) -> Reason {
    match log {
        // A log that is complete for the age of a copy may begin too late for an operator that takes a day to act on
        // one.
        LogCover::BeginsLate | LogCover::Complete => Reason::LogBeginsTooLate,
        LogCover::Sampled => Reason::SampledLog,
        LogCover::Gap => Reason::LogGap,
    }
}
