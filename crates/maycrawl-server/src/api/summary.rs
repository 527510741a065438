//! What a draft means for a site, in short: how much of it search engines and AI crawlers may fetch.

use axum::response::Response;
use maycrawl::crawler::{AiList, KnownCrawler, Purpose};
use maycrawl::effect::{Access, Budget};
use maycrawl::explain::GroupFate;
use maycrawl::{Crawler, RobotsTxt};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::extract::{ApiRequest, Draft, WorkerInput};
use crate::json_body::json_bytes;
use crate::problem::Problem;

/// Work for one request: about a tenth of a second.
const BUDGET: Budget = Budget::new(10_000_000);

/// A draft.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SummaryRequest {
    /// The draft.
    robots: String,
    /// The profile: `google` (the default), `google-2019` or `rfc9309`.
    profile: Option<String>,
}

impl ApiRequest for SummaryRequest {
    type Input = Draft;

    fn into_input(self) -> Result<Draft, Problem> {
        Draft::new(self.robots, self.profile.as_deref(), None)
    }
}

/// How much of the site known crawlers may fetch.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Summary {
    /// Crawlers of search engines, by how much they may fetch.
    pub(crate) search: Vec<AccessGroup>,
    /// Crawlers that collect texts for training language models and whose operator documents that they obey.
    pub(crate) ai_training: Vec<AccessGroup>,
    /// The number of sitemaps that the draft names.
    pub(crate) sitemaps: usize,
}

/// Crawlers that may fetch equally much.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AccessGroup {
    /// `everything`, `part`, `nothing`, or `undecided` if the rules are too many. Proved for every URL.
    pub(crate) access: &'static str,
    /// The crawlers, in the order of the table.
    pub(crate) crawlers: Vec<&'static str>,
    /// The first line of the group that the first of them follows; null if it follows none.
    pub(crate) line: Option<u32>,
}

/// How much of a site may search engines and AI crawlers fetch? Each answer is proved for every URL. Crawlers that ignore
/// robots.txt, and retired ones, are left out. Nothing is fetched.
#[utoipa::path(post, path = "/v1/summary", tag = "draft", request_body = SummaryRequest, responses(
    (status = OK, body = Summary)))]
pub(crate) async fn summary(input: WorkerInput<SummaryRequest>) -> Result<Response, Problem> {
    input.respond(|draft| json_bytes(&summarise(&draft))).await
}

fn summarise(draft: &Draft) -> Summary {
    let robots = draft.parse();
    let budget = &mut { BUDGET };
    let is_training =
        |known: &KnownCrawler| known.ai_list() == Some(AiList::Training) && known.is_confirmed();
    Summary {
        search: groups(&robots, |known| known.purpose == Purpose::Search, budget),
        ai_training: groups(&robots, is_training, budget),
        sitemaps: robots.sitemaps().count(),
    }
}

/// These crawlers by how much they may fetch, the most important crawler first.
fn groups(
    robots: &RobotsTxt<'_>,
    is_wanted: impl Fn(&KnownCrawler) -> bool,
    budget: &mut Budget,
) -> Vec<AccessGroup> {
    let known: Vec<_> = KnownCrawler::all()
        .iter()
        .filter(|known| is_wanted(known) && !known.is_retired())
        .filter(|known| !Crawler::from(*known).ignores_robots_txt())
        .collect();
    let crawlers: Vec<_> = known.iter().map(|known| Crawler::from(*known)).collect();
    let sets = robots.rules_for_each(&crawlers);
    let access: Vec<_> = sets.distinct().iter().map(|set| Access::of(set, budget)).collect();
    let mut groups: Vec<AccessGroup> = Vec::new();
    for (index, known) in known.iter().enumerate() {
        let of_set = sets.set_of(index).and_then(|set| access.get(set));
        let name = of_set.copied().unwrap_or(Access::Undecided).name();
        match groups.iter_mut().find(|group| group.access == name) {
            Some(group) => group.crawlers.push(known.token),
            None => groups.push(AccessGroup {
                access: name,
                crawlers: vec![known.token],
                line: crawlers.get(index).and_then(|crawler| followed_line(robots, crawler)),
            }),
        }
    }
    groups
}

/// The first line of the group that a crawler follows.
fn followed_line(robots: &RobotsTxt<'_>, crawler: &Crawler) -> Option<u32> {
    let explanation = robots.explain(crawler, "/");
    let mut followed =
        explanation.groups.iter().filter(|group| matches!(group.fate, GroupFate::Followed(_)));
    followed.next().map(|group| group.first_line)
}
