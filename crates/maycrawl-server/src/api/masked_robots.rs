//! The robots.txt of an origin, with failures to connect masked.
//!
//! A client that may name any host could otherwise map the network of the service: a name that the address guard
//! refuses exists, and an address that refuses a connection immediately differs from one that does not answer. So all
//! failures to connect look alike and take equally long. (OWASP, *Server-Side Request Forgery Prevention*.)

use std::pin::pin;
use std::time::Duration;

use futures_util::future::join;
use futures_util::poll;
use maycrawl::verdict::Unreachable;
use maycrawl::{
    Crawler, Origin, Profile, Reason, RequestUrl, RobotsTxt, SiteBasis, SiteRules, Verdict,
};
use maycrawl_fetch::{
    Basis, Content, OriginRobots, OriginRules, Outlook, Policy, SiteState, Version,
};
use maycrawl_language::Language;
use maycrawl_questions::Pause;
use maycrawl_questions::answers::answer_about;
use maycrawl_questions::card::{Card, CardQuestion, CardSite, about_live, card};
use maycrawl_questions::inputs::NamedCrawler;
use maycrawl_questions::outlook::outlook_text;
use maycrawl_questions::refusal::Refusal;
use maycrawl_site::{ReadPlaces, UsePlaces, UseSources, robots_place};
use maycrawl_uses::use_answer::UseAnswer;
use maycrawl_uses::{PlaceReport, PlaceState, Readings, Source, Use};
use tokio::time::sleep;

use crate::admission::RequestContext;
use crate::api::types::{CheckResponse, FileInfo, HopInfo, OutlookInfo, PolicyDifference};
use crate::problem::{Problem, ProblemKind};
use crate::state::{Disclosure, MASKED_REASON, ServiceState};

/// The answer when no fetch was free. It says nothing about the site.
pub(crate) fn site_not_asked() -> Problem {
    ProblemKind::Busy.with_detail(
        "the site was not asked yet, because the service makes too many requests to sites; try again in a second",
    )
}

/// The robots.txt of an origin, and what a client may learn of it.
pub(crate) struct MaskedRobots {
    robots: OriginRobots,
    /// Whether to show only that there was no connection.
    is_masked: bool,
    /// The same robots.txt under the compared policy, and a sentence about the difference.
    other: Option<(OriginRobots, String)>,
    /// A remark for people: why a refresh fetched nothing, or why the file is not the one of the URL.
    note: Option<String>,
}

/// The state under the policy to compare with, and the difference as text, if that policy decides differently.
fn other_policy(robots: &OriginRobots) -> Option<(OriginRobots, String)> {
    let difference = robots.differs_under(robots.policy().compare_with())?;
    Some((robots.under(difference.policy), difference.to_string()))
}

impl MaskedRobots {
    /// The stored file, or a fetched one.
    pub(crate) async fn get(
        state: &ServiceState,
        context: &RequestContext,
        origin: &Origin,
    ) -> Result<Self, Problem> {
        let fetcher = state.fetcher_for(context.client);
        let robots = fetcher.robots_of(origin).await;
        Self::new(robots, state).await
    }

    /// Like [`get`](Self::get), but a fetch counts against the client's rate.
    pub(crate) async fn get_counted(
        state: &ServiceState,
        context: &RequestContext,
        origin: &Origin,
    ) -> Result<Self, Problem> {
        let fetcher = state.fetcher_for(context.client);
        let mut fetch = pin!(fetcher.robots_of(origin));
        let robots = match poll!(&mut fetch) {
            std::task::Poll::Ready(robots) => robots,
            std::task::Poll::Pending => {
                join(fetch, state.admission.wait_for_rate(context.client)).await.0
            }
        };
        Self::new(robots, state).await
    }

    /// A fetched file, unless the last fetch was shorter ago than the refresh interval.
    pub(crate) async fn refresh(
        state: &ServiceState,
        context: &RequestContext,
        origin: &Origin,
    ) -> Result<Self, Problem> {
        state.admission.check_site(origin)?;
        let start = state.clock.now().wall;
        let fetcher = state.fetcher_for(context.client);
        let robots = fetcher.refresh(origin).await;
        let last = robots.entry().last_fetch().at;
        let mut robots = Self::new(robots, state).await?;
        robots.note = (last < start && !robots.is_masked)
            .then(|| refresh_note(start.since(last), state.limits.min_refresh_interval));
        Ok(robots)
    }

    async fn new(robots: OriginRobots, state: &ServiceState) -> Result<Self, Problem> {
        if robots.is_busy() {
            return Err(site_not_asked());
        }
        let is_masked = match state.unreached {
            Disclosure::Masked { min_delay } if robots.is_unreached() => {
                let passed = state.clock.now().wall.since(robots.entry().last_fetch().at);
                sleep(min_delay.saturating_sub(passed)).await;
                true
            }
            _ => false,
        };
        let other = if is_masked { None } else { other_policy(&robots) };
        Ok(Self { robots, is_masked, other, note: None })
    }

    /// The same with a remark, unless it already has one.
    pub(crate) fn with_note(self, note: Option<String>) -> Self {
        Self { note: self.note.or(note), ..self }
    }

    /// The same under another policy.
    pub(crate) fn under(self, policy: Option<Policy>) -> Self {
        let Some(policy) = policy.filter(|_| !self.is_masked) else { return self };
        let robots = self.robots.under(policy);
        let other = other_policy(&robots);
        Self { robots, other, ..self }
    }

    /// The origin.
    pub(crate) fn origin(&self) -> &Origin {
        self.robots.origin()
    }

    /// Whether to show only that there was no connection.
    pub(crate) fn is_masked(&self) -> bool {
        self.is_masked
    }

    /// The file of the verdicts, if there is one.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        self.robots.bytes().filter(|_| !self.is_masked)
    }

    /// The file, if the last fetch returned it.
    pub(crate) fn live_bytes(&self) -> Option<&[u8]> {
        self.robots.entry().live_bytes().map(|bytes| &bytes[..]).filter(|_| !self.is_masked)
    }

    /// Whether these bytes are only the beginning of the file.
    pub(crate) fn is_live_cut(&self) -> bool {
        let version = self.robots.entry().version();
        self.live_bytes().is_some()
            && version.is_some_and(|it| matches!(it.content, Content::File { cut: true, .. }))
    }

    /// The rules for `crawler`, if they are compiled.
    pub(crate) fn compiled_rules_for(&self, crawler: &Crawler) -> Option<MaskedRules> {
        let other = self.other.as_ref().map(|(robots, _)| robots.compiled_rules_for(crawler));
        Some(MaskedRules {
            rules: self.robots.compiled_rules_for(crawler)?,
            other: match other {
                Some(rules) => Some(rules?),
                None => None,
            },
            is_masked: self.is_masked,
        })
    }

    /// The rules for `crawler`. O(bytes) if they are not compiled.
    pub(crate) fn rules_for(&self, crawler: &Crawler) -> MaskedRules {
        MaskedRules {
            rules: self.robots.rules_for(crawler),
            other: self.other.as_ref().map(|(robots, _)| robots.rules_for(crawler)),
            is_masked: self.is_masked,
        }
    }

    /// The answer about a URL, which the client wrote as `url`, by the rules for `crawler`.
    pub(crate) fn answer(
        &self,
        url: &str,
        request: &RequestUrl,
        named: &NamedCrawler,
        rules: &MaskedRules,
        language: Language,
    ) -> CheckResponse {
        let crawler = &named.crawler;
        let shown = rules.shown(request);
        let is_different = rules
            .other
            .as_ref()
            .is_some_and(|other| other.check_request(request).decision() != shown.decision());
        let text = self.other.as_ref().map(|(_, text)| text.clone());
        let own = Some(self.origin());
        let answer = answer_about((url, request), crawler, &shown, own, language);
        CheckResponse {
            answer: named.noted(answer.at(rules.rules.locate(&shown))),
            differs_under: PolicyDifference::of(
                self.robots.policy(),
                text.filter(|_| is_different),
            ),
            site: self.site(),
        }
    }

    /// The card about this site. `reading` is another way to read the file than the site's own.
    pub(crate) fn card(
        &self,
        question: &CardQuestion,
        reading: Option<Profile>,
        language: Language,
        may_continue: Pause<'_>,
    ) -> Result<Card, Refusal> {
        let (crawler, origin) = (&question.crawler().crawler, self.origin());
        let rules = self.rules_for(crawler);
        let parsed = self.bytes().map(|bytes| match reading {
            Some(profile) => RobotsTxt::parse_with(bytes, profile),
            None => self.robots.parse(),
        });
        let set = parsed.as_ref().map(|robots| robots.rules_for(crawler));
        let site = match &set {
            Some(set) => SiteRules::new(Some(origin), SiteBasis::Rules(set)),
            None if self.is_masked => {
                let reason = Reason::Unreachable(Unreachable::Network);
                SiteRules::new(Some(origin), SiteBasis::Reason(reason, Profile::GOOGLE))
            }
            None => rules.rules.for_site(),
        };
        let (head, state) = (self.head(language), self.site());
        // An older copy was read earlier; its state says when.
        let is_live = state.basis == Basis::File;
        let read_at = head.last_fetch_at.as_deref().filter(|_| is_live);
        let state = (!is_live).then_some(state.state.as_str());
        let about = about_live(origin, read_at, state, language);
        let differs = head.differs_under.into_iter().map(|difference| difference.text);
        let outlook = head.outlook.map(|outlook| outlook.text);
        let notes = head.note.into_iter().chain(outlook).chain(differs).collect();
        let file = parsed.as_ref();
        let site = CardSite { site, file, origin: Some(origin), about, notes };
        card(question, site, language, may_continue)
    }

    /// Reads places for a question about uses. Each request is counted for its site.
    pub(crate) async fn read_places(
        &self,
        state: &ServiceState,
        context: &RequestContext,
        (request, crawler): (&RequestUrl, &Crawler),
        places: UsePlaces,
    ) -> ReadPlaces {
        if self.is_masked {
            return ReadPlaces::none(places, "its robots.txt could not be read");
        }
        let fetcher = state.fetcher_for(context.client);
        let crawlers = std::slice::from_ref(crawler);
        let permit = |origin: &Origin| {
            state.admission.check_site(origin).map_err(|problem| problem.detail.to_string())
        };
        state.uses.read(&fetcher, (request, &self.robots, crawlers), places, &permit).await
    }

    /// What the file and `places` say about a use of a URL, which the client wrote as `url`. O(bytes).
    pub(crate) fn use_answer(
        &self,
        url: &str,
        request: &RequestUrl,
        (crawler, wanted): (&Crawler, Use),
        places: &ReadPlaces,
    ) -> UseAnswer {
        let rules = self.rules_for(crawler);
        let verdict = rules.shown(request);
        let file = self.bytes().map(|_| self.robots.parse());
        let is_known = self.robots.is_known() && !self.is_masked;
        let sources = UseSources::from_robots_txt(file.as_ref(), !is_known);
        let said = places.ask(sources, crawler, request, wanted, Readings::DEFAULT);
        let robots = if self.is_masked {
            PlaceReport::new(Source::RobotsTxt, PlaceState::NotRead).because(self.site().state)
        } else {
            robots_place(&self.robots)
        };
        let reports = [&[robots], places.reports()].concat();
        UseAnswer::new(url, crawler.token(), wanted, &verdict, &said, &reports)
    }

    /// The basis of the verdicts.
    pub(crate) fn site(&self) -> SiteState {
        let mut site = SiteState::brief(&self.robots);
        if self.is_masked {
            site.state = format!("{} gives {MASKED_REASON}", site.robots_url);
            site.basis = Basis::Disallowed;
            site.refusal = None;
        }
        site
    }

    /// What comes of the site if it goes on failing, also in sentences.
    fn outlook(&self, language: Language) -> Option<(Outlook, String)> {
        let outlook = self.robots.outlook().filter(|_| !self.is_masked)?;
        let under = |policy| self.robots.under(policy).outlook();
        Some((outlook, outlook_text(&outlook, self.robots.policy(), under, language)))
    }

    /// The information about the file, without its versions.
    pub(crate) fn head(&self, language: Language) -> FileInfo {
        let last = self.robots.entry().last_fetch();
        let is_disclosed = !self.is_masked;
        FileInfo {
            site: self.site(),
            note: self.note.clone(),
            differs_under: PolicyDifference::of(
                self.robots.policy(),
                self.other.as_ref().map(|(_, text)| text.clone()),
            ),
            last_result: if is_disclosed { last.result.clone() } else { MASKED_REASON.to_owned() },
            // The time of the next fetch would tell failures apart.
            last_fetch_at: is_disclosed.then(|| last.at.to_string()),
            hops: last.hops.iter().filter(|_| is_disclosed).map(HopInfo::from).collect(),
            outlook: self.outlook(language).map(|(outlook, text)| OutlookInfo::new(outlook, text)),
        }
    }

    /// The stored versions, the current one first.
    pub(crate) async fn versions(&self, state: &ServiceState) -> Vec<Version> {
        let old =
            state.fetcher.store().old_versions(self.robots.origin()).await.unwrap_or_default();
        self.robots.entry().version().cloned().into_iter().chain(old).collect()
    }
}

/// Why a refresh fetched nothing: the last fetch was `ago`.
fn refresh_note(ago: Duration, interval: Duration) -> String {
    let (ago, interval) = (ago.as_secs(), interval.as_secs());
    if ago < interval {
        format!("it was fetched {ago} s ago; a site is fetched at most once in {interval} s")
    } else {
        format!("it was fetched {ago} s ago; the site asked for a pause before the next fetch")
    }
}

impl MaskedRules {
    /// The verdict that a client may see.
    fn shown(&self, request: &RequestUrl) -> Verdict<'_> {
        let verdict = self.rules.check_request(request);
        match verdict.reason() {
            Reason::Unreachable(_) if self.is_masked => {
                Verdict::new(Reason::Unreachable(Unreachable::Network))
            }
            _ => verdict,
        }
    }

    /// What a check may have to compare with the path, in bytes.
    pub(crate) fn wildcard_bytes(&self) -> usize {
        self.rules.wildcard_bytes() + self.other.as_ref().map_or(0, OriginRules::wildcard_bytes)
    }
}

/// The rules of one crawler on one origin.
pub(crate) struct MaskedRules {
    rules: OriginRules,
    /// The rules under the compared policy, if it differs.
    other: Option<OriginRules>,
    is_masked: bool,
}
