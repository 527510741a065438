//! What a draft means for a site, in short: how much of it search engines and AI crawlers may fetch.

use axum::response::Response;
use maycrawl::answer::ProfileName;
use maycrawl::crawler::{AiList, KnownCrawler, Purpose};
use maycrawl::effect::{Access, Budget};
use maycrawl::explain::GroupFate;
use maycrawl::{Crawler, RobotsTxt, as_written};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::change::MAX_STEPS;
use crate::api::extract::{ApiRequest, Draft, WorkerInput};
use crate::json_body::json_bytes;
use crate::problem::Problem;
use crate::sliced_work::SlicedWork;

/// A draft.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SummaryRequest {
    /// The draft.
    robots: String,
    /// How robots.txt is read. Default: `google`.
    #[schema(value_type = Option<ProfileName>)]
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
    /// How much. Proved for every URL.
    pub(crate) access: Access,
    /// The crawlers, in the order of the table.
    pub(crate) crawlers: Vec<&'static str>,
    /// The first line of the group that the first of them follows; null if it follows none.
    #[schema(required)]
    pub(crate) line: Option<u32>,
}

/// How much of a site may search engines and AI crawlers fetch?
///
/// Each answer is proved for every URL. Crawlers that ignore
/// robots.txt, and retired ones, are left out. Nothing is fetched.
#[utoipa::path(post, path = "/v1/draft/summary", tag = "draft", request_body(content = SummaryRequest,
    example = json!({"robots": "User-agent: *\nDisallow: /private/\n", "profile": "google"})), responses(
    (status = OK, description = "How much of the site known crawlers may fetch", body = Summary)))]
pub(crate) async fn summary(input: WorkerInput<SummaryRequest>) -> Result<Response, Problem> {
    input.respond(|draft, work| json_bytes(&summarise(&draft, work))).await
}

fn summarise(draft: &Draft, work: &mut SlicedWork) -> Summary {
    let robots = draft.parse();
    let mut may_continue = || work.may_continue();
    let budget = &mut Budget::pausing(MAX_STEPS, &mut may_continue);
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
    budget: &mut Budget<'_>,
) -> Vec<AccessGroup> {
    let known: Vec<_> = KnownCrawler::all()
        .iter()
        .filter(|known| is_wanted(known) && !known.is_retired())
        // No file has an access for them: they fetch everything.
        .filter(|known| !Crawler::from(*known).ignores_robots_txt())
        .collect();
    let crawlers: Vec<_> = known.iter().map(|known| Crawler::from(*known)).collect();
    let sets = robots.rules_for_each_within(&crawlers, budget);
    let access: Vec<_> = sets.distinct().iter().map(|set| Access::of(set, budget)).collect();
    let mut groups: Vec<AccessGroup> = Vec::new();
    for (index, known) in known.iter().enumerate() {
        let of_set = sets.set_of(index).and_then(|set| access.get(set));
        let access = of_set.copied().unwrap_or(Access::Undecided);
        match groups.iter_mut().find(|group| group.access == access) {
            Some(group) => group.crawlers.push(known.token),
            None => groups.push(AccessGroup {
                access,
                crawlers: vec![known.token],
                line: crawlers.get(index).and_then(|crawler| followed_line(robots, crawler)),
            }),
        }
    }
    groups
}

/// The first line of the group that a crawler follows.
fn followed_line(robots: &RobotsTxt<'_>, crawler: &Crawler) -> Option<u32> {
    let explanation = robots.explain(crawler, as_written("/"));
    let mut followed =
        explanation.groups.iter().filter(|group| matches!(group.fate, GroupFate::Followed(_)));
    followed.next().map(|group| group.first_line)
}
