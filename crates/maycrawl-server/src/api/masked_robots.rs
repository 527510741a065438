//! An origin's file, asked for on behalf of a stranger.
//!
//! A stranger who may name any host could map the network around the service: a name that the guard refuses
//! exists, an address that is refused at once is another than one where nothing answers. So everything that never
//! became a connection is told alike and takes equally long. (OWASP, *Server-Side Request Forgery Prevention*.)

use std::pin::pin;
use std::time::Duration;

use futures_util::future::join;
use futures_util::poll;
use maycrawl::{Crawler, Origin, Reason, RequestUrl, Unreachable, Verdict};
use maycrawl_fetch::{OriginRobots, OriginRules, Policy, SiteState, Version};
use tokio::time::sleep;

use crate::admission::RequestContext;
use crate::api::crawler_groups::Groups;
use crate::api::types::{
    Answer, CheckResponse, FileInfo, HopInfo, LocationCache, PolicyDifference,
};
use crate::state::{Disclosure, ServiceState};

/// What is told in place of a reason.
const MASKED_REASON: &str =
    "no answer: its name is not known, nothing answers there, or its address is not public";

/// An origin's file, and what a stranger may know of it.
pub(crate) struct MaskedRobots {
    robots: OriginRobots,
    /// Nothing is told but that there was no connection.
    is_masked: bool,
    /// The same state judged by another policy, and how that differs in words.
    other: Option<(OriginRobots, String)>,
    /// Why the site was not asked again, though somebody wanted that.
    note: Option<String>,
}

impl MaskedRobots {
    /// From what is known, or from the site.
    pub(crate) async fn get(
        state: &ServiceState,
        context: &RequestContext,
        origin: &Origin,
    ) -> Self {
        let fetcher = state.fetcher.for_client(&context.client.0);
        let robots = fetcher.robots_of(origin).await;
        Self::new(robots, state).await
    }

    /// As [`of`](Self::of); a site that has to be robots costs the client what a request costs.
    pub(crate) async fn get_counted(
        state: &ServiceState,
        context: &RequestContext,
        origin: &Origin,
    ) -> Self {
        let fetcher = state.fetcher.for_client(&context.client.0);
        let mut asking = pin!(fetcher.robots_of(origin));
        let robots = match poll!(&mut asking) {
            std::task::Poll::Ready(robots) => robots,
            std::task::Poll::Pending => {
                join(asking, state.admission.wait_for_rate(context.client)).await.0
            }
        };
        Self::new(robots, state).await
    }

    /// From the site, now, unless it was asked a moment ago.
    pub(crate) async fn refresh(
        state: &ServiceState,
        context: &RequestContext,
        origin: &Origin,
    ) -> Self {
        let start = state.clock.now().wall;
        let fetcher = state.fetcher.for_client(&context.client.0);
        let robots = fetcher.refresh(origin).await;
        let last = robots.entry().last_fetch().at;
        let mut robots = Self::new(robots, state).await;
        robots.note = (last < start && !robots.is_masked)
            .then(|| refresh_note(start.since(last), state.limits.min_refresh_interval));
        robots
    }

    async fn new(robots: OriginRobots, state: &ServiceState) -> Self {
        let is_masked = match state.unreached {
            Disclosure::Masked { min_delay } if robots.is_unreached() => {
                let passed = state.clock.now().wall.since(robots.entry().last_fetch().at);
                sleep(min_delay.saturating_sub(passed)).await;
                true
            }
            _ => false,
        };
        let other =
            (!is_masked).then(|| robots.differs_under(robots.policy().compared())).flatten();
        let other =
            other.map(|other| (robots.under(robots.policy().compared()), other.to_string()));
        Self { robots, is_masked, other, note: None }
    }

    /// The same, with a remark for people where there is none yet.
    pub(crate) fn with_note(self, note: Option<String>) -> Self {
        Self { note: self.note.or(note), ..self }
    }

    /// The same, judged by another policy than the service's own.
    pub(crate) fn under(self, policy: Option<Policy>) -> Self {
        let Some(policy) = policy.filter(|_| !self.is_masked) else { return self };
        let robots = self.robots.under(policy);
        let other = robots.differs_under(robots.policy().compared());
        let other =
            other.map(|other| (robots.under(robots.policy().compared()), other.to_string()));
        Self { robots, other, ..self }
    }

    /// The origin.
    pub(crate) fn origin(&self) -> &Origin {
        self.robots.origin()
    }

    /// Whether nothing is told but that there was no connection.
    pub(crate) fn is_masked(&self) -> bool {
        self.is_masked
    }

    /// The file that verdicts rest on, if they rest on one.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        self.robots.bytes().filter(|_| !self.is_masked)
    }

    /// The groups of the file.
    pub(crate) fn groups(&self) -> Groups {
        Groups::of(&self.robots.parse())
    }

    pub(crate) fn rules_for(&self, crawler: &Crawler) -> SiteRules {
        SiteRules {
            rules: self.robots.rules_for(crawler),
            other: self.other.as_ref().map(|(robots, _)| robots.rules_for(crawler)),
            is_masked: self.is_masked,
        }
    }

    /// The answer to a question, which was written as `url`. `rules` may be shared by crawlers that follow the same groups,
    /// `places` are this crawler's own.
    pub(crate) fn answer(
        &self,
        url: &str,
        request: &RequestUrl,
        crawler: &Crawler,
        rules: &SiteRules,
        places: &mut LocationCache,
    ) -> CheckResponse {
        let verdict = rules.rules.check_request(request);
        let shown = match verdict.reason() {
            Reason::Unreachable(_) if rules.is_masked => {
                Verdict::new(Reason::Unreachable(Unreachable::Network))
            }
            _ => verdict,
        };
        let decides_otherwise = rules
            .other
            .as_ref()
            .is_some_and(|other| other.check_request(request).decision() != shown.decision());
        let text = self.other.as_ref().map(|(_, text)| text.clone());
        let place = places.of(&shown, || self.robots.parse().locate(crawler, &shown).into());
        let consequence = shown.consequence(crawler, request.path().as_bytes());
        CheckResponse {
            answer: Answer::new(url, crawler.token(), &shown)
                .at(place).with_consequence(consequence)
                .requesting(request),
            differs_under: PolicyDifference::of(
                self.robots.policy(),
                text.filter(|_| decides_otherwise),
            ),
            site: self.site(),
        }
    }

    /// What verdicts rest on.
    pub(crate) fn site(&self) -> SiteState {
        let mut site = SiteState::brief(&self.robots);
        if self.is_masked {
            site.state = format!("{} gives {MASKED_REASON}", site.robots_url);
            site.basis = "disallowed";
        }
        site
    }

    /// What is told of the file, without its versions.
    pub(crate) fn head(&self) -> FileInfo {
        let last = self.robots.entry().last_fetch();
        let is_disclosed = !self.is_masked;
        FileInfo {
            site: self.site(),
            note: self.note.clone(),
            differs_under: PolicyDifference::of(
                self.robots.policy(),
                self.other.as_ref().map(|(_, text)| text.clone()),
            ),
            last_fetch: if is_disclosed { last.result.clone() } else { MASKED_REASON.to_owned() },
            // When it is asked again tells the two apart.
            last_fetch_at: is_disclosed.then(|| last.at.to_string()),
            hops: last.hops.iter().filter(|_| is_disclosed).map(HopInfo::from).collect(),
        }
    }

    /// The versions that were seen, the current one first.
    pub(crate) async fn versions(&self, state: &ServiceState) -> Vec<Version> {
        let old =
            state.fetcher.store().old_versions(self.robots.origin()).await.unwrap_or_default();
        self.robots.entry().version().cloned().into_iter().chain(old).collect()
    }
}

/// Why a site was not asked again: it was, `ago`.
fn refresh_note(ago: Duration, interval: Duration) -> String {
    let (ago, interval) = (ago.as_secs(), interval.as_secs());
    if ago < interval {
        format!("it was fetched {ago} s ago; a site is asked at most once in {interval} s")
    } else {
        format!("it was fetched {ago} s ago; the site wants a pause before it is asked again")
    }
}

/// The rules of one crawler on one origin.
pub(crate) struct SiteRules {
    rules: OriginRules,
    /// The rules under the other policy, where that differs.
    other: Option<OriginRules>,
    is_masked: bool,
}
