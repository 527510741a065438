//! The oracle: whether an answer is justified by what the sites said. It has its own table of the documents, knows no
//! state of the fetchers, and reads no file: it knows what the site put into it.

use crate::site::{ALL, SECRET};
use crate::world::{
    Contact, DAY, HOUR, Incarnation, MINUTE, Mask, Moment, SECOND, Said, State, spoken,
};
use maycrawl_fetch::Policy;

/// What the documents say, as far as it differs. Written from the documents, not from the code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Documents {
    /// 429 is a failure.
    too_many_is_failure: bool,
    /// 5xx for missing pages is a missing file.
    errors_may_mean_missing: bool,
    /// The longest freshness.
    longest_fresh: Moment,
    /// How long a stale answer may be used.
    pub(crate) stale: Moment,
    /// How long failures disallow everything; `None`: as long as they last.
    pub(crate) disallow: Option<Moment>,
    /// How long the last copy is used; `None`: as long as they last.
    pub(crate) copy: Option<Moment>,
}

impl Documents {
    pub(crate) fn of(policy: Policy) -> Self {
        let google = Self {
            too_many_is_failure: false,
            errors_may_mean_missing: true,
            longest_fresh: 7 * DAY,
            stale: HOUR,
            disallow: Some(30 * DAY),
            copy: None,
        };
        match policy {
            Policy::Google2026 => {
                let copy = Some(30 * DAY + 12 * HOUR);
                Self { too_many_is_failure: true, disallow: Some(12 * HOUR), copy, ..google }
            }
            Policy::Rfc9309 => {
                Self { errors_may_mean_missing: false, longest_fresh: DAY, stale: 0, ..google }
            }
            Policy::Google2019 => Self { disallow: None, ..google },
            _ => google,
        }
    }

    pub(crate) fn fresh(self, max_age: Option<u32>) -> Moment {
        let max_age = max_age.map_or(DAY, |age| u64::from(age) * SECOND);
        max_age.clamp(5 * MINUTE, self.longest_fresh)
    }

    pub(crate) fn is_failure(self, said: Said) -> bool {
        match said {
            Said::Broken | Said::Error(..) => true,
            Said::Refusal(429, _) => self.too_many_is_failure,
            _ => false,
        }
    }
}

/// The longest pause after failures, without `Retry-After`, and the hour in which the old answer is still given.
const LONGEST_PAUSE: Moment = 7 * HOUR;
/// A fetch may last as long as its deadline, an answer is a little older than the moment when it is asked about, and
/// a store may be slow.
const SLACK: Moment = 90 * SECOND;

/// What was answered, to be judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    pub(crate) site: usize,
    pub(crate) who: Incarnation,
    pub(crate) started: Moment,
    pub(crate) now: Moment,
    /// The paths that may be fetched.
    pub(crate) allowed: Mask,
    /// Since when the site has said so, as the node says.
    pub(crate) first_seen: Option<Moment>,
}

/// What the oracle has to know of the fleet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) documents: Documents,
    pub(crate) is_shared: bool,
    pub(crate) probes: bool,
}

/// Judges an answer.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn judge(state: &State, terms: Terms, answer: Answer) -> Result<(), String> {
    let view = View::new(state, terms, answer);
    match answer.allowed {
        0 if view.is_file(ALL) || view.is_failing() || view.is_lost() => Ok(()),
        0 => {
            let healthy = if state.sites[answer.site].is_healthy() { "healthy " } else { "" };
            Err(format!(
                "the {healthy}site {} is called unreachable, and it never failed",
                answer.site
            ))
        }
        ALL if view.is_missing() || view.is_confirmed() || view.is_given_up() => Ok(()),
        ALL => Err(format!(
            "everything of site {} is allowed, although {}; {}",
            answer.site,
            "its last whole file forbids /secret and no document opens it",
            view.history()
        )),
        // Each file forbids /secret in its last line, so an answer that allows it rests on a part of a file.
        allowed if allowed & SECRET != 0 => {
            Err(format!("a part of the file of site {} was taken for the file", answer.site))
        }
        allowed if view.is_file(ALL & !allowed) => Ok(()),
        allowed => Err(format!(
            "site {} has no file in force that allows just {allowed:07b}; {}",
            answer.site,
            view.history()
        )),
    }
}

/// Whether the node of an answer knows the site's file, and everything that its robots.txt depends on was healthy.
pub(crate) fn is_known_and_healthy(state: &State, answer: Answer) -> bool {
    let site = &state.sites[answer.site];
    let is_concerned = |index: usize| {
        let other = &state.sites[index];
        let is_target = |of: &crate::site::Site| of.redirects_to == Some(index);
        index == answer.site
            || is_target(site)
            || other.host == site.host
            || site.redirects_to.is_some_and(|to| state.sites[to].host == other.host)
    };
    let is_healthy = |index: usize| {
        state.sites[index].is_healthy() && state.sites[index].behaves_since < answer.started
    };
    let is_known = |contact: &Contact| {
        contact.who == answer.who
            && contact.is_certain
            && contact.at < answer.started
            && matches!(contact.said, Said::File(..))
    };
    let concerned = (0..state.sites.len()).filter(|index| is_concerned(*index));
    state.clock_jumps == 0
        && concerned.into_iter().all(is_healthy)
        && state.contacts[answer.site].iter().any(is_known)
}

/// The history of a site as the node of an answer may know it.
struct View<'s> {
    state: &'s State,
    terms: Terms,
    answer: Answer,
    contacts: &'s [Contact],
    slack: Moment,
}

impl<'s> View<'s> {
    fn new(state: &'s State, terms: Terms, answer: Answer) -> Self {
        let contacts = &state.contacts[answer.site][..];
        let slack = SLACK + 2 * state.clock_skew;
        Self { state, terms, answer, contacts, slack }
    }

    /// The contacts that the node may know, the last one first.
    fn known(&self) -> impl Iterator<Item = &'s Contact> + use<'s> {
        let (is_shared, who) = (self.terms.is_shared, self.answer.who);
        self.contacts.iter().rev().filter(move |contact| is_shared || contact.who == who)
    }

    /// Whether this incarnation itself was told something else after `contact`: something that ends what `contact`
    /// said.
    fn is_superseded(&self, contact: &Contact) -> bool {
        // A clock that was set makes an older answer look newer than a later one, until it expires.
        let is_own = |later: &&Contact| later.who == self.answer.who && later.is_certain;
        // One 404 does not end a file, nor the failure of a site with a file.
        let had_file = |at| self.known().any(|it| it.at < at && matches!(it.said, Said::File(..)));
        let ends = |later: &Contact| match later.said {
            Said::File(..) => true,
            Said::Missing(_) | Said::Challenge(_) => !had_file(later.at),
            _ => false,
        };
        self.state.clock_jumps == 0
            && self
                .contacts
                .iter()
                .rev()
                .take_while(|later| later.at > contact.at)
                .filter(is_own)
                .any(|later| {
                    later.at < self.answer.started && ends(later) && later.said != contact.said
                })
    }

    /// Whether an answer that was given at `at` may still be used.
    fn is_current(&self, at: Moment, fresh: Moment) -> bool {
        // Under attack, an old copy is better than no answer.
        let is_attacked =
            self.state.attacks > 0 || self.state.attacked_until + 2 * MINUTE > self.answer.now;
        is_attacked || self.answer.now <= at + fresh + self.terms.documents.stale + self.slack
    }

    /// Whether the file that forbids just `forbidden` is in force.
    fn is_file(&self, forbidden: Mask) -> bool {
        self.known().any(|contact| {
            let Said::File(mask, max_age) = contact.said else { return false };
            mask == forbidden
                && !self.is_superseded(contact)
                && (self.is_current(contact.at, self.terms.documents.fresh(max_age))
                    || self.is_last_copy(contact))
        })
    }

    /// Whether the contact said a page, which is a file without rules where it is believed, and that is the last copy.
    fn is_copy_of_page(&self, contact: &Contact) -> bool {
        matches!(contact.said, Said::Challenge(_)) && self.is_last_copy(contact)
    }

    /// Whether failures or refusals since `file` keep it in force as the last copy.
    fn is_last_copy(&self, file: &Contact) -> bool {
        let later = |contact: &&Contact| contact.at > file.at;
        let is_doubted = |later: &Contact| later.said.is_doubtful();
        let is_refused = self.known().take_while(later).any(is_doubted);
        is_refused || self.failed_since(file.at)
    }

    /// Whether the site has failed since `after` for so long that the documents stop to disallow everything.
    fn failed_since(&self, after: Moment) -> bool {
        let Some(disallow) = self.terms.documents.disallow else { return false };
        let documents = self.terms.documents;
        let is_first =
            |contact: &&Contact| contact.at >= after && documents.is_failure(contact.said);
        let first = self.known().filter(is_first).last();
        // A clock that jumps ends half of the time at most.
        let jumps = self.state.clock_jumps * disallow.min(6 * DAY) / 2;
        first.is_some_and(|first| self.answer.now + jumps + self.slack >= first.at + disallow)
    }

    /// Whether the site said that there is no file, or what means that.
    fn is_missing(&self) -> bool {
        let documents = self.terms.documents;
        self.known().any(|contact| match contact.said {
            Said::Missing(_) | Said::Challenge(_) => {
                !self.has_file_before(contact.at)
                    && !self.is_superseded(contact)
                    && (self.is_current(contact.at, documents.fresh(None))
                        || self.is_copy_of_page(contact))
            }
            Said::Refusal(429, _) if documents.too_many_is_failure => false,
            Said::Refusal(code, wait) => {
                let fresh = match (code, wait) {
                    (429, Some(wait)) => (u64::from(wait) * SECOND).clamp(10 * SECOND, DAY),
                    (429, None) => 5 * MINUTE,
                    _ => documents.fresh(None),
                };
                !self.has_file_before(contact.at)
                    && !self.is_superseded(contact)
                    && self.is_current(contact.at, fresh)
            }
            Said::Error(code, None) => {
                documents.errors_may_mean_missing
                    && self.terms.probes
                    && code != 503
                    && self.is_current(contact.at, 5 * MINUTE)
                    && !self.contacts.iter().any(|it| matches!(it.said, Said::File(..)))
                    && self.known().any(|first| {
                        first.said == contact.said && first.at + DAY <= contact.at + self.slack
                    })
            }
            _ => false,
        })
    }

    /// Whether the node must know of a file of before `at`.
    fn has_file_before(&self, at: Moment) -> bool {
        let is_kept = self.terms.is_shared
            && self.state.store.lost_at.is_none()
            && self.state.store.faulty_until == 0
            && !self.state.store.is_faulty();
        let before = self.contacts.iter().rev().filter(|contact| contact.at < at);
        let is_known = |contact: &&Contact| self.terms.is_shared || contact.who == self.answer.who;
        // Two refusals or two web pages a day apart, or two 404s an hour apart, end what was known of a file.
        let (mut refused, mut missing, mut challenged, mut is_gone) = (None, None, None, false);
        before.into_iter().any(|contact| {
            let (last, needed) = match contact.said {
                Said::Refusal(..) => (&mut refused, DAY),
                Said::Missing(_) => (&mut missing, HOUR),
                Said::Challenge(_) => (&mut challenged, DAY),
                _ => (&mut None, 0),
            };
            let last = *last.get_or_insert(contact.at);
            is_gone |= needed > 0 && is_known(&contact) && contact.at + needed <= last + self.slack;
            matches!(contact.said, Said::File(..))
                && !is_gone
                && contact.is_certain
                && (is_kept || contact.who == self.answer.who)
        })
    }

    /// Whether what was doubted is confirmed, and the last answer is not too old.
    fn is_confirmed(&self) -> bool {
        let fresh = self.terms.documents.fresh(None);
        // A page that is believed is a file without rules, which can be the last copy.
        let is_copy =
            |last: &Contact| matches!(last.said, Said::Challenge(_)) && self.is_last_copy(last);
        self.has_confirmed(|last| self.is_current(last.at, fresh) || is_copy(last))
    }

    /// Whether two refusals or web pages at least a day apart, or two 404s an hour apart, without a file between them,
    /// have ended the file, and `is_valid` holds for the last one.
    fn has_confirmed(&self, is_valid: impl Fn(&Contact) -> bool) -> bool {
        let is_refusal = |contact: &Contact| {
            matches!(contact.said, Said::Refusal(code, _)
                if code != 429 || !self.terms.documents.too_many_is_failure)
        };
        let is_gone = |contact: &Contact| matches!(contact.said, Said::Missing(_));
        let is_page = |contact: &Contact| matches!(contact.said, Said::Challenge(_));
        self.has_series(&is_refusal, DAY, &is_valid)
            || self.has_series(&is_page, DAY, &is_valid)
            || self.has_series(&is_gone, HOUR, &is_valid)
    }

    fn has_series(
        &self,
        belongs: &dyn Fn(&Contact) -> bool,
        needed: Moment,
        is_valid: &dyn Fn(&Contact) -> bool,
    ) -> bool {
        let known: Vec<&Contact> = self.known().collect();
        known.iter().enumerate().filter(|(_, it)| belongs(it)).any(|(index, last)| {
            let series = known[index..]
                .iter()
                .take_while(|it| !matches!(it.said, Said::File(..)) || it.who != self.answer.who);
            !self.is_superseded(last)
                && is_valid(last)
                && series
                    .filter(|it| belongs(it))
                    .any(|first| first.at + needed <= last.at + self.slack)
        })
    }

    /// Whether the documents assume no limits, because the site has failed for long and no copy is known.
    fn is_given_up(&self) -> bool {
        let ended = |contact: &&Contact| {
            let is_own = contact.who == self.answer.who;
            is_own && matches!(contact.said, Said::File(..) | Said::Missing(_))
        };
        let after = self.known().find(ended).map_or(0, |contact| contact.at);
        let has_copy = self.has_file_before(self.answer.now) && !self.has_confirmed(|_| true);
        let is_2026 = self.terms.documents.too_many_is_failure;
        // Google's text of 2026: after thirty more days the copy is given up too, if the site's other pages answer.
        let is_old = is_2026 && self.failed_for(after, 30 * DAY + 12 * HOUR);
        self.failed_since(after) && (!has_copy || is_old)
    }

    fn failed_for(&self, after: Moment, duration: Moment) -> bool {
        let terms = Terms {
            documents: Documents { disallow: Some(duration), ..self.terms.documents },
            ..self.terms
        };
        View { terms, ..View::new(self.state, terms, self.answer) }.failed_since(after)
    }

    /// Whether a failure of the site itself makes it unreachable now.
    fn is_failing(&self) -> bool {
        let documents = self.terms.documents;
        self.known().filter(|contact| documents.is_failure(contact.said)).any(|contact| {
            let jumped = if self.state.clock_jumps > 0 { DAY } else { 0 };
            // A refusal does not end a failure: the site still gives no file. Nor does it end the pause that the site
            // asked another node for.
            let pauses = |it: &Contact| {
                let wait = match it.said {
                    Said::Refusal(_, wait) | Said::Error(_, wait) => wait,
                    Said::Broken | Said::Missing(_) | Said::Challenge(_) => None,
                    Said::File(..) => return false,
                };
                let wait = wait.map_or(0, |wait| (u64::from(wait) * SECOND).min(DAY) + HOUR);
                self.answer.now <= it.at + wait.max(LONGEST_PAUSE) + jumped + self.slack
            };
            !self.is_superseded(contact)
                && self.known().take_while(|it| it.at >= contact.at).any(pauses)
        })
    }

    /// Whether the store has lost the file, and what the site answers now has to wait for its confirmation.
    fn is_lost(&self) -> bool {
        let store = &self.state.store;
        let may_lose = store.lost_at.is_some() || store.faulty_until > 0 || store.is_faulty();
        let is_doubted = |contact: &Contact| {
            contact.said.is_doubtful()
                && self.has_forbidden_before(contact.at)
                && !self.is_superseded(contact)
                && self.is_current(contact.at, DAY)
        };
        may_lose && self.known().any(is_doubted)
    }

    /// Whether anybody was given a file before `at`. Stores share that it forbade something, and lose it last.
    fn has_forbidden_before(&self, at: Moment) -> bool {
        self.known().any(|it| it.at < at && matches!(it.said, Said::File(..)))
    }

    /// The last contacts, for people.
    fn history(&self) -> String {
        let last: Vec<String> = self
            .contacts
            .iter()
            .rev()
            .take(6)
            .map(|it| format!("{} {:?} to node {}", spoken(it.at), it.said, it.who.node))
            .collect();
        format!("last heard: {}", last.join("; "))
    }
}
