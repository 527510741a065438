//! What a look tells: a state machine without clock, socket and store. It takes what is known of a site and what a look
//! found, and returns what is known then and what to tell.
//!
//! A *turn* is a look that finds another state than the look before: readable or not, or a change with an effect. A
//! site that turns at four of twelve looks flaps, and is told again when it has not turned for six looks. So a site
//! that is different each time costs four messages, not one a look.

use maycrawl::{Profile, RobotsTxt};
use maycrawl_effects::answer::{ChangeAnswer, ChangeOutcome};
use maycrawl_effects::expectation::{Expectation, Verifier};
use maycrawl_effects::{Budget, Region};
use maycrawl_fetch::Timestamp;
use maycrawl_readers::answer::{DiffAnswer, VerifyAnswer};
use maycrawl_readers::{Reader, reader_changes};

use super::record::{Content, Observation, Rung, SiteRecord, Verified};
use crate::commands::verify;
use crate::text::output::Exit;

/// The looks in a row that have to fail before an outage is told. One failed fetch is no news.
const OUTAGE_LOOKS: u64 = 2;

/// The turns that make a site flap, if they are within [`FLAP_LOOKS`] looks.
const FLAP_TURNS: usize = 4;

/// The looks in which turns count.
const FLAP_LOOKS: u64 = 12;

/// The looks without a turn after which a site does not flap any more.
const CALM_LOOKS: u64 = 6;

/// Effects of a class of crawlers that a message lists. An effect has up to 5 KiB.
const MAX_EFFECTS: usize = 20;

/// What is told, and of whom.
pub(super) struct Judge {
    pub(super) profile: Profile,
    /// Whether changes without effect are told too.
    pub(super) all_changes: bool,
    pub(super) expectations: Option<Expectations>,
    /// The programs of which it is told what a change, or a broken expectation, means for them.
    pub(super) readers: Vec<&'static Reader>,
}

/// The file of `--expect`.
pub(super) struct Expectations {
    pub(super) lines: Vec<Expectation>,
    /// Whether they must hold for the programs, too.
    pub(super) for_readers: bool,
    /// Hash of the file, and of the programs for which it must hold.
    pub(super) hash: String,
}

/// Something to tell.
#[derive(Debug)]
pub(super) enum Event {
    /// Another content.
    Change { before: Content, after: Content, answer: Box<DiffAnswer> },
    /// A step of an outage.
    Outage { rung: Rung, since: Timestamp },
    /// The end of an outage that was told.
    Recovered { since: Timestamp },
    /// Lines of the expectations that held, or were not known, and do not hold now.
    Fails(Vec<VerifyAnswer>),
    /// All expectations hold again.
    Holds,
    /// The site turns too often to tell each turn.
    Flapping,
    /// The site does not turn any more, and is as it was told.
    Calm,
}

impl Judge {
    /// What is known after a look, and what to tell. `before` is `None` for the first look, which tells only
    /// expectations that do not hold. Cost: a comparison of two files if the content changed, and one for each
    /// expectation.
    pub(super) fn look(
        &self,
        before: Option<SiteRecord>,
        seen: &Observation,
    ) -> (SiteRecord, Vec<Event>) {
        let mut record = before.unwrap_or_else(|| SiteRecord::new(seen.at));
        record.looks += 1;
        record.looked = seen.at;
        record.state.clone_from(&seen.state);
        let is_turn = Self::note_access(&mut record, seen);
        let (changed, answer) = self.note_content(&mut record, seen);
        let is_turn = is_turn || changed;
        let was_flapping = record.flaps;
        if Self::is_flapping(&mut record, is_turn) {
            let events = if was_flapping { Vec::new() } else { vec![Event::Flapping] };
            return (record, events);
        }
        let mut events = Vec::new();
        events.extend(Self::outage(&mut record, seen));
        events.extend(self.change(&mut record, answer));
        events.extend(self.expectations(&mut record, seen));
        if was_flapping && events.is_empty() {
            events.push(Event::Calm);
        }
        (record, events)
    }

    /// Notes whether the file could be read. True for a turn.
    fn note_access(record: &mut SiteRecord, seen: &Observation) -> bool {
        let was_readable = record.seen_rung == Rung::Readable;
        let is_readable = seen.rung == Rung::Readable;
        record.seen_rung = seen.rung;
        if is_readable {
            record.failing_looks = 0;
            record.failing_since = None;
        } else {
            record.failing_looks += 1;
            record.failing_since.get_or_insert(seen.at);
        }
        was_readable != is_readable && record.looks > 1
    }

    /// Notes the content. True for a turn: a change with an effect since the last look, not since what was told. With
    /// the comparison, if it is also the one with what was told.
    fn note_content(
        &self,
        record: &mut SiteRecord,
        seen: &Observation,
    ) -> (bool, Option<DiffAnswer>) {
        let Some(content) = &seen.content else { return (false, None) };
        let Some(told) = &record.told else {
            record.told = Some(content.clone());
            return (false, None);
        };
        let last = record.seen.as_ref().unwrap_or(told);
        if last == content {
            return (false, None);
        }
        let answer = self.compare(last, content);
        let is_turn = self.is_told(answer.as_ref());
        let answer = answer.filter(|_| last == told);
        record.seen = (content != told).then(|| content.clone());
        (is_turn, answer)
    }

    /// Whether nothing is told now.
    fn is_flapping(record: &mut SiteRecord, is_turn: bool) -> bool {
        if is_turn {
            record.turns.push(record.looks);
        }
        let looks = record.looks;
        record.turns.retain(|turn| looks - turn < FLAP_LOOKS);
        if record.flaps {
            let last = record.turns.last();
            record.flaps = last.is_some_and(|turn| looks - turn < CALM_LOOKS);
            if !record.flaps {
                record.turns.clear();
            }
        } else {
            record.flaps = record.turns.len() >= FLAP_TURNS;
        }
        // A site that turns at every look has as many turns as looks count.
        let spare = record.turns.len().saturating_sub(FLAP_TURNS);
        record.turns.drain(..spare);
        record.flaps
    }

    fn outage(record: &mut SiteRecord, seen: &Observation) -> Option<Event> {
        if seen.rung == record.rung {
            return None;
        }
        if seen.rung == Rung::Readable {
            record.rung = Rung::Readable;
            return Some(Event::Recovered { since: record.outage_since.take().unwrap_or(seen.at) });
        }
        if record.failing_looks < OUTAGE_LOOKS {
            return None;
        }
        let since = *record.outage_since.get_or_insert(record.failing_since.unwrap_or(seen.at));
        record.rung = seen.rung;
        Some(Event::Outage { rung: seen.rung, since })
    }

    /// The change from what was told to what was seen last, which may be more than one change of the site.
    fn change(&self, record: &mut SiteRecord, answer: Option<DiffAnswer>) -> Option<Event> {
        let after = record.seen.take()?;
        let before = record.told.replace(after.clone())?;
        let answer = answer.or_else(|| self.compare(&before, &after))?;
        self.is_told(Some(&answer)).then(|| Event::Change {
            before,
            after,
            answer: Box::new(answer),
        })
    }

    /// The effects of a change, as `maycrawl diff` finds them.
    fn compare(&self, before: &Content, after: &Content) -> Option<DiffAnswer> {
        let budget = &mut Budget::default();
        let programs = reader_changes(&self.readers, before.bytes(), after.bytes(), budget);
        let before = RobotsTxt::parse_with(before.bytes(), self.profile);
        let after = RobotsTxt::parse_with(after.bytes(), self.profile);
        let (everything, budget) = (Region::everything(), &mut Budget::default());
        // Both have one profile, which is the only error.
        let change = ChangeAnswer::new(&before, &after, &everything, MAX_EFFECTS, budget).ok()?;
        Some(DiffAnswer::new(change, Some(programs.answer(&self.readers))))
    }

    /// Whether a change is told. One that could not be compared completely may have an effect, so it is.
    fn is_told(&self, answer: Option<&DiffAnswer>) -> bool {
        let has_effect = |DiffAnswer { change, programs, .. }: &DiffAnswer| {
            change.outcome != ChangeOutcome::None
                || !change.pace.is_empty()
                || !change.sitemaps_added.is_empty()
                || !change.sitemaps_removed.is_empty()
                || programs.as_ref().is_some_and(|programs| !programs.is_proved())
        };
        self.all_changes || answer.is_none_or(has_effect)
    }

    fn expectations(&self, record: &mut SiteRecord, seen: &Observation) -> Option<Event> {
        let expected = self.expectations.as_ref()?;
        // While the file cannot be read, nobody knows what it says.
        let content = seen.content.as_ref()?;
        let (hash, file) = (content.hash(), &expected.hash);
        let known = record.verified.as_ref();
        if known.is_some_and(|it| it.content == hash && it.expectations == *file) {
            return None;
        }
        let robots = RobotsTxt::parse_with(content.bytes(), self.profile);
        let verifier = Verifier::new(&robots, &mut Budget::default());
        let answers = verifier.verify_all(&expected.lines, &mut Budget::new(u64::MAX));
        let (budget, answers) =
            (&mut Budget::new(VerifyAnswer::STEPS_FOR_PROGRAMS), (&*expected.lines, answers));
        let answers = VerifyAnswer::of_all(&robots, &verifier, answers, &self.readers, budget);
        let fails = |it: &VerifyAnswer| verify::status(it, expected.for_readers) != Exit::Done;
        let failing: Vec<_> = answers.into_iter().filter(fails).collect();
        let lines = failing.iter().map(|it| it.expectation.text.clone()).collect();
        let told = Verified { content: hash, expectations: file.clone(), failing: lines };
        let before = record.verified.replace(told);
        let before = before.map_or_else(Vec::new, |before| before.failing);
        let (is_none_left, did_fail) = (failing.is_empty(), !before.is_empty());
        let new: Vec<_> =
            failing.into_iter().filter(|it| !before.contains(&it.expectation.text)).collect();
        match new.is_empty() {
            false => Some(Event::Fails(new)),
            true => (is_none_left && did_fail).then_some(Event::Holds),
        }
    }
}

#[cfg(test)]
mod tests;
