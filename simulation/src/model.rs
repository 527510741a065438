//! The exact answer of a node that saw everything itself, as a small machine over what the site said to it: the
//! documents, and the rule of docs/security.md about answers that are not believed at once.
//!
//! [`oracle`](crate::oracle) accepts whatever some history could justify, for shared stores and clocks that jump too.
//! This machine is narrower: it holds for a node with a memory of its own and a right clock, for sites without
//! redirects. There it knows the one answer, the time before which no fetch may be made, and the time after which one
//! must be made. What it cannot know exactly ends its knowledge until the next whole file.

use crate::oracle::{Answer, Documents, Terms};
use crate::site::ALL;
use crate::world::{Contact, DAY, HOUR, MINUTE, Mask, Moment, SECOND, Said, State, spoken};

/// A fetch that fails may end as long after the contact, and so may a lookup after its beginning.
const SLACK: Moment = 90 * SECOND;
/// Two moments that are nearer than this cannot be told apart: a latency of the site lies between.
const NEAR: Moment = 10 * SECOND;
/// The most that a gap between two failures or refusals counts in full.
const LONGEST_GAP: Moment = 3 * DAY;

/// What is not known exactly.
struct Unknown;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doubt {
    Refusal,
    Missing,
    Challenge,
}

impl Doubt {
    fn of(said: Said) -> Option<Self> {
        match said {
            Said::Missing(_) => Some(Self::Missing),
            Said::Refusal(..) => Some(Self::Refusal),
            Said::Challenge(_) => Some(Self::Challenge),
            _ => None,
        }
    }

    const fn needed(self) -> Moment {
        match self {
            Self::Missing => HOUR,
            Self::Refusal | Self::Challenge => DAY,
        }
    }
}

/// Equal doubted answers since the file has expired.
#[derive(Clone, Copy, Debug)]
struct Series {
    doubt: Doubt,
    last: Moment,
    lasted: Moment,
    tries: u32,
    next_try: Moment,
}

#[derive(Clone, Copy, Debug)]
struct Trouble {
    last: Moment,
    lasted: Moment,
    tries: u32,
    next_try: Moment,
}

/// A file with what it forbids, or that there is none, and for how long it is fresh: at least, and at most.
#[derive(Clone, Copy, Debug)]
struct Known {
    file: Option<Mask>,
    at: Moment,
    fresh: (Moment, Moment),
    may_be_stale: bool,
}

/// What the node knows.
#[derive(Clone, Copy, Debug, Default)]
struct Machine {
    known: Option<Known>,
    series: Option<Series>,
    trouble: Option<Trouble>,
    /// The last answer that was no failure and was believed, and since when the site has given it, if that is known.
    seen: Option<(Said, Option<Moment>)>,
}

/// When the node may fetch without being asked to, and when it must, before it answers.
struct Due {
    from: Moment,
    at_the_latest: Moment,
}

fn delay(said: Said, tries: u32) -> Moment {
    let (first, longest) = match said {
        Said::Error(503, _) | Said::Refusal(429, _) => (MINUTE, 30 * MINUTE),
        _ => (5 * MINUTE, 6 * HOUR),
    };
    (first << tries.saturating_sub(1).min(16)).min(longest)
}

fn asked_to_wait(said: Said) -> Option<Moment> {
    match said {
        Said::Error(_, wait) | Said::Refusal(429, wait) => {
            wait.map(|wait| (u64::from(wait) * SECOND).clamp(10 * SECOND, DAY))
        }
        _ => None,
    }
}

impl Machine {
    fn hear(&mut self, documents: Documents, contact: &Contact) -> Result<(), Unknown> {
        let (at, said) = (contact.at, contact.said);
        if let Some(doubt) = Doubt::of(said)
            && self.is_doubted(documents, said, at)?
        {
            return self.doubt(documents, doubt, contact);
        }
        if documents.is_failure(said) {
            self.fail(documents, said, at);
        } else {
            self.answered(documents, contact);
        }
        Ok(())
    }

    /// Whether the answer does not replace the known file at once.
    fn is_doubted(&self, documents: Documents, said: Said, at: Moment) -> Result<bool, Unknown> {
        let Some(Known { file: Some(forbidden), at: since, fresh, .. }) = self.known else {
            return Ok(false);
        };
        if (since + fresh.0).abs_diff(at) < NEAR {
            return Err(Unknown);
        }
        let is_fresh = at < since + fresh.0;
        Ok(match said {
            // A page without rules replaces another one.
            Said::Challenge(_) => forbidden != 0,
            Said::Refusal(429, _) if documents.is_failure(said) => is_fresh,
            _ => true,
        })
    }

    /// The answer counts.
    fn answered(&mut self, documents: Documents, contact: &Contact) {
        let (at, said) = (contact.at, contact.said);
        let (file, fresh) = match said {
            Said::File(forbidden, age) => (Some(forbidden), documents.fresh(age)),
            // A web page is a file without rules.
            Said::Challenge(_) => (Some(0), documents.fresh(None)),
            Said::Refusal(429, _) => (None, asked_to_wait(said).unwrap_or(5 * MINUTE)),
            _ => (None, documents.fresh(None)),
        };
        // A refusal that a forced fetch met counts for a minute.
        let is_brief = contact.may_be_forced && matches!(said, Said::Refusal(401 | 403 | 429, _));
        let least = if is_brief { fresh.min(MINUTE) } else { fresh };
        let may_be_stale = !matches!(said, Said::Refusal(429, _));
        let known = Known { file, at, fresh: (least, fresh), may_be_stale };
        let content = said.content();
        let since = match self.seen {
            Some((before, since)) if before == content => since,
            _ => Some(at),
        };
        *self = Self { known: Some(known), seen: Some((content, since)), ..Self::default() };
    }

    fn fail(&mut self, documents: Documents, said: Said, at: Moment) {
        let tries = self.trouble.map_or(0, |before| before.tries) + 1;
        let lasted = self.trouble.map_or(0, |before| before.lasted_until(documents, at));
        let wait = asked_to_wait(said).unwrap_or_else(|| delay(said, tries));
        self.trouble = Some(Trouble { last: at, lasted, tries, next_try: at + wait });
    }

    fn doubt(
        &mut self,
        documents: Documents,
        doubt: Doubt,
        contact: &Contact,
    ) -> Result<(), Unknown> {
        let (at, said) = (contact.at, contact.said);
        if self.known.is_none_or(|known| at < known.at + known.fresh.0) {
            // It begins when the file has expired.
            return Ok(());
        }
        let before = self.series.filter(|before| before.doubt == doubt);
        let gap = before.map_or(0, |before| at - before.last);
        if gap.abs_diff(LONGEST_GAP) < NEAR {
            return Err(Unknown);
        }
        let counted = if gap > LONGEST_GAP { doubt.needed() / 2 } else { gap };
        let lasted = before.map_or(0, |before| before.lasted) + counted;
        let tries = before.map_or(0, |before| before.tries) + 1;
        if tries > 1 && lasted.abs_diff(doubt.needed()) < NEAR {
            return Err(Unknown);
        }
        if tries > 1 && lasted >= doubt.needed() {
            self.answered(documents, contact);
            return Ok(());
        }
        let wait = asked_to_wait(said).unwrap_or_else(|| delay(Said::Broken, tries));
        self.series = Some(Series { doubt, last: at, lasted, tries, next_try: at + wait });
        Ok(())
    }

    /// The paths that may be fetched.
    fn allowed(&self, documents: Documents, now: Moment) -> Result<Mask, Unknown> {
        let file = self.known.and_then(|known| known.file);
        let open = file.map_or(ALL, |forbidden| ALL & !forbidden);
        let Some(trouble) = &self.trouble else {
            return if self.known.is_some() { Ok(open) } else { Err(Unknown) };
        };
        let lasted = trouble.lasted_until(documents, now);
        match (documents.disallow, documents.copy) {
            (Some(disallow), _) if lasted < disallow => Ok(0),
            (None, _) => Ok(0),
            (_, Some(copy)) if lasted >= copy => Err(Unknown),
            _ => Ok(open),
        }
    }

    fn due(&self, documents: Documents) -> Due {
        let Some(known) = self.known.filter(|_| self.trouble.is_none()) else {
            let Some(trouble) = self.trouble else { return Due { from: 0, at_the_latest: 0 } };
            let from = self.series.map_or(0, |series| series.next_try).max(trouble.next_try);
            return Due { from, at_the_latest: from + HOUR };
        };
        if let Some(series) = self.series {
            return Due { from: series.next_try, at_the_latest: series.next_try + HOUR };
        }
        let stale = if known.may_be_stale { documents.stale } else { 0 };
        Due { from: known.at + known.fresh.0, at_the_latest: known.at + known.fresh.1 + stale }
    }
}

impl Trouble {
    fn lasted_until(&self, documents: Documents, now: Moment) -> Moment {
        let disallow = documents.disallow.unwrap_or(Moment::MAX);
        let most = if self.lasted < disallow { LONGEST_GAP.min(disallow / 2) } else { LONGEST_GAP };
        self.lasted + now.saturating_sub(self.last).min(most)
    }
}

/// Judges an answer of a node that saw everything itself, and says whether it knew the one right answer.
///
/// # Errors
/// What is wrong with the answer, or with when the node fetched.
pub(crate) fn judge(state: &State, terms: Terms, answer: Answer) -> Result<bool, String> {
    // A store keeps what a node knew before a restart.
    let heard = |contact: &&Contact| {
        contact.who == answer.who || terms.is_shared && contact.who.node == answer.who.node
    };
    let contacts: Vec<&Contact> = state.contacts[answer.site].iter().filter(heard).collect();
    let mut history = History {
        documents: terms.documents,
        answer,
        machine: Some(Machine::default()),
        is_justified: false,
        expected: Vec::new(),
        seen: Vec::new(),
    };
    let mut before = None;
    for contact in contacts {
        // A fetch behind the answer may not have ended when it was given.
        if contact.at + SLACK > answer.started {
            history.consider();
        }
        history.hear(before, contact)?;
        before = Some(contact);
    }
    history.consider();
    history.conclude(before)
}

/// What a node was told, and what it may say.
struct History {
    documents: Documents,
    answer: Answer,
    /// `None`: not known exactly.
    machine: Option<Machine>,
    /// Whether any answer is right, as far as is known here.
    is_justified: bool,
    expected: Vec<Mask>,
    seen: Vec<Option<Moment>>,
}

impl History {
    /// The answer may rest on what is known now.
    fn consider(&mut self) {
        self.seen.push(self.machine.and_then(|machine| machine.seen?.1));
        for at in [self.answer.started.saturating_sub(SLACK), self.answer.now + SLACK] {
            match self.machine.map(|machine| machine.allowed(self.documents, at)) {
                Some(Ok(allowed)) => self.expected.push(allowed),
                _ => self.is_justified = true,
            }
        }
    }

    fn hear(&mut self, before: Option<&Contact>, contact: &Contact) -> Result<(), String> {
        // The requests of a redirect loop are one fetch.
        if before.is_some_and(|it| it.said == contact.said && it.at + NEAR > contact.at) {
            return Ok(());
        }
        // What was never answered is not always stored.
        let is_restarted = before.is_some_and(|before| before.who != contact.who);
        self.machine = self.machine.filter(|it| !is_restarted || it.known.is_some());
        self.check_manners(contact)?;
        // A fetch that fails may have been given up, and the next one may be another one or the same.
        let is_again = |it: &Contact| it.said == contact.said && it.said != Said::Broken;
        let is_clear = before.is_none_or(|it| it.at + SLACK < contact.at || is_again(it));
        let is_exact = contact.is_exact && contact.is_certain && is_clear;
        let is_file = matches!(contact.said, Said::File(..));
        let was_known = self.machine.is_some();
        let mut machine = self.machine.unwrap_or_default();
        let is_heard =
            is_exact && (was_known || is_file) && machine.hear(self.documents, contact).is_ok();
        if !was_known {
            // The site may have said the same before.
            machine.seen.iter_mut().for_each(|(_, since)| *since = None);
        }
        self.machine = is_heard.then_some(machine);
        Ok(())
    }

    /// Nobody has asked for a fetch that was not due. It is judged once, soon after it was made.
    fn check_manners(&self, contact: &Contact) -> Result<(), String> {
        let Some(machine) = self.machine else { return Ok(()) };
        let is_old = contact.at + 2 * DAY <= self.answer.now;
        let from = machine.due(self.documents).from;
        if is_old || !contact.is_exact || contact.may_be_forced || contact.at + SECOND >= from {
            return Ok(());
        }
        let (site, at, from) = (self.answer.site, spoken(contact.at), spoken(from));
        Err(format!(
            "site {site} was fetched at {at}, and nothing was due before {from}; {machine:?}"
        ))
    }

    fn conclude(self, last: Option<&Contact>) -> Result<bool, String> {
        let Self { documents, answer, machine, is_justified, expected, seen } = self;
        let Answer { site, started, allowed, first_seen, .. } = answer;
        if !is_justified && !expected.contains(&allowed) {
            let expected: Vec<_> = expected.iter().map(|mask| format!("{mask:07b}")).collect();
            return Err(format!(
                "site {site} allows {allowed:07b} instead of one of {expected:?}; {machine:?}"
            ));
        }
        let is_since = |since: &Option<Moment>| match (since, first_seen) {
            (Some(since), Some(said)) => since.abs_diff(said) < NEAR,
            (None, _) => true,
            (Some(_), None) => false,
        };
        if !seen.iter().any(is_since) {
            let said = first_seen.map(spoken);
            return Err(format!("site {site} was first seen at {said:?}; {machine:?}"));
        }
        let is_late = |machine: &Machine| machine.due(documents).at_the_latest + SLACK < started;
        if machine.as_ref().is_some_and(is_late) && last.is_some_and(|it| it.at + SLACK < started) {
            return Err(format!("site {site} was not fetched, and it was due; {machine:?}"));
        }
        Ok(!is_justified)
    }
}
