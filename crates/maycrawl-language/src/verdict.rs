//! Verdicts, their reasons and their places in the file, in a language.

use maycrawl::answer::{AnswerVerdict, MAX_MESSAGE_BYTES, beginning};
use maycrawl::consequence::FileKind;
use maycrawl::crawler::{DelayLimit, DelaySupport, KnownCrawler};
use maycrawl::explain::{DocumentsDiffer, UndefinedConflict, VerdictLocation};
use maycrawl::pace::{Delay, Pace};
use maycrawl::profile::UndefinedConflicts;
use maycrawl::{Crawler, Decision, Printable, Reason, Verdict};

use crate::language::Language;

/// Bytes as safe text.
pub(crate) fn printable(bytes: &[u8]) -> String {
    Printable(bytes).to_string()
}

impl Language {
    /// The decision, such as `allowed`. O(1).
    #[must_use]
    pub fn decision(self, decision: Decision) -> String {
        match self {
            Self::English => decision.to_string(),
            _ => self.message(&format!("outcome-{}", decision.name()), &[]),
        }
    }

    /// The word for a robots.txt that could not be read: `unreachable`. O(1).
    #[must_use]
    pub fn unreachable(self) -> String {
        self.message("outcome-unreachable", &[])
    }

    /// The verdict: its decision and its reason. O(pattern).
    #[must_use]
    pub fn verdict(self, verdict: &Verdict<'_>) -> String {
        self.decided(verdict.decision(), self.reason(&verdict.reason()))
    }

    /// A decision and its reason.
    pub(crate) fn decided(self, decision: Decision, reason: String) -> String {
        let outcome = self.decision(decision);
        match self {
            Self::English => format!("{outcome}: {reason}"),
            _ => self.message("verdict", &[("outcome", outcome.into()), ("reason", reason.into())]),
        }
    }

    /// The reason of a verdict. O(pattern).
    #[must_use]
    pub fn reason(self, reason: &Reason<'_>) -> String {
        match reason {
            _ if self == Self::English => reason.to_string(),
            Reason::Rule(rule) if rule.priority == 0 => {
                let values = [("line", rule.line.into()), ("field", rule.kind.name().into())];
                self.message("reason-empty-rule", &values)
            }
            Reason::Rule(rule) => {
                let text = format!("{}: {}", rule.kind.name(), Printable(rule.pattern));
                self.rule(rule.line, text)
            }
            reason => self.message(&format!("reason-{}", reason.name()), &[]),
        }
    }

    /// The reason of a verdict, with at most 128 bytes of a pattern, as in [`maycrawl::answer::Answer`]. O(1).
    #[must_use]
    pub fn short_reason(self, reason: &Reason<'_>) -> String {
        match *reason {
            _ if self == Self::English => AnswerVerdict::from(&Verdict::new(*reason)).message,
            Reason::Rule(mut rule)
                if rule.pattern.len() > MAX_MESSAGE_BYTES && rule.priority > 0 =>
            {
                let bytes = rule.pattern.len();
                rule.pattern = beginning(rule.pattern, MAX_MESSAGE_BYTES);
                let shown = self.reason(&Reason::Rule(rule));
                let values = [("reason", shown.into()), ("bytes", bytes.into())];
                self.message("reason-cut", &values)
            }
            _ => self.reason(reason),
        }
    }

    /// The reason of a verdict with the line that decided and the line of its group. O(line).
    #[must_use]
    pub fn location(self, location: &VerdictLocation<'_>) -> String {
        if self == Self::English {
            return location.to_string();
        }
        let reason = match (location.reason, location.text) {
            (Reason::Rule(rule), Some(text)) if rule.priority > 0 => {
                self.rule(rule.line, printable(text))
            }
            (reason, _) => self.reason(&reason),
        };
        let Some(agent) = location.agent else { return reason };
        let values = [
            ("reason", reason.into()),
            ("agent", printable(agent.value).into()),
            ("line", agent.line.into()),
        ];
        self.message("reason-in-group", &values)
    }

    /// What a disallowed URL of such a file means for search results. O(text).
    #[must_use]
    pub fn consequence(self, kind: FileKind) -> String {
        match self {
            Self::English => kind.when_disallowed().to_owned(),
            _ => self.message(&format!("consequence-{}", kind.name()), &[]),
        }
    }

    /// What other documents say about a crawler. O(1).
    #[must_use]
    pub fn documents_differ(self, differ: DocumentsDiffer) -> String {
        match differ {
            DocumentsDiffer::FollowedStarIn2021 if self != Self::English => {
                self.message("documents-of-2021-star", &[])
            }
            // A later kind has its English sentence until it is translated.
            _ => differ.to_string(),
        }
    }

    /// How fast a crawler may ask, and whether its operator says that it reads that: a sentence for each of the two
    /// fields that its groups have. O(1).
    pub fn pace(self, crawler: &Crawler, pace: &Pace) -> impl Iterator<Item = String> {
        let known = KnownCrawler::by_name(crawler.token());
        let delay = pace.delay.map(|delay| self.delay(crawler, known, &delay));
        let rate = pace.rate.map(|rate| {
            let key = match known.map(KnownCrawler::rate_support) {
                Some(DelaySupport::Read) => "rate-read",
                Some(DelaySupport::NotRead) => "rate-not-read",
                Some(_) => "rate-not-said",
                None => "rate-asked",
            };
            let values = [
                ("crawler", Printable(crawler.token().as_bytes()).to_string().into()),
                ("requests", rate.requests.into()),
                ("seconds", rate.seconds.to_string().into()),
                ("line", rate.line.into()),
            ];
            let asked = self.message(key, &values);
            let Some(hours) = rate.hours else { return asked };
            asked + " " + &self.message("rate-hours", &[("hours", hours.to_string().into())])
        });
        delay.into_iter().chain(rate)
    }

    fn delay(self, crawler: &Crawler, known: Option<&KnownCrawler>, delay: &Delay) -> String {
        let said = known.map(KnownCrawler::delay);
        let limit = said.and_then(|said| said.limit).filter(|limit| !limit.fits(delay.seconds));
        let key = match said.map(|said| said.support) {
            Some(DelaySupport::Read) if limit.is_some() => "delay-limited",
            Some(DelaySupport::Read) => "delay-read",
            Some(DelaySupport::NotRead) => "delay-not-read",
            Some(_) => "delay-not-said",
            None => "delay-asked",
        };
        let (kind, least, most) = match limit {
            Some(DelayLimit::UpTo(most)) => ("most", 0, most),
            Some(DelayLimit::Between(least, most)) => ("between", least, most),
            _ => ("whole", 0, 0),
        };
        let values = [
            ("crawler", Printable(crawler.token().as_bytes()).to_string().into()),
            ("seconds", delay.to_string().into()),
            ("line", delay.line.into()),
            ("kind", kind.into()),
            ("least", least.into()),
            ("most", most.into()),
        ];
        self.message(key, &values)
    }

    /// A conflict that the documents leave undefined. O(1).
    #[must_use]
    pub fn undefined_conflict(self, conflict: &UndefinedConflict<'_>) -> String {
        if self == Self::English {
            return conflict.to_string();
        }
        let (winner, other) = (conflict.winner.line, conflict.other.line);
        let values = [
            ("documents", self.documents(conflict.documents).into()),
            ("first", winner.min(other).into()),
            ("second", winner.max(other).into()),
        ];
        self.message("undefined-conflict", &values)
    }

    fn documents(self, documents: UndefinedConflicts) -> String {
        match documents {
            UndefinedConflicts::None => String::new(),
            UndefinedConflicts::CrossingWildcards => self.message("documents-of-2019", &[]),
            UndefinedConflicts::AnyWildcard => self.message("documents-before-2019", &[]),
        }
    }

    fn rule(self, line: u32, rule: String) -> String {
        self.message("reason-rule", &[("line", line.into()), ("rule", rule.into())])
    }
}
