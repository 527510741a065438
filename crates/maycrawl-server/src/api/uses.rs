//! What a live site says about a use: its robots.txt, and other places on request.

use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use maycrawl::{Origin, RequestUrl, UnknownName};
use maycrawl_fetch::ledger::{Busy, Resource};
use maycrawl_fetch::{Policy, SiteState};
use maycrawl_questions::inputs::NamedCrawler;
use maycrawl_questions::written_url::live_url;
use maycrawl_site::{ReadPlaces, UsePlaces};
use maycrawl_uses::Use;
use maycrawl_uses::use_answer::UseAnswer;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::admission::RequestContext;
use crate::api::extract::{ApiRequest, QueryInput, policy};
use crate::api::masked_robots::MaskedRobots;
use crate::problem::{Problem, ProblemKind};
use crate::state::{ServiceState, USE_READ_MEMORY};

/// A URL, a crawler and a use.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct UsesRequest {
    /// The URL.
    #[param(max_length = 8192, example = "https://www.example.com/page")]
    url: String,
    /// The use: `train`, `input`, `search`, `index`, `tdm`, or a document's own word, such as `ai-train`.
    #[serde(rename = "use")]
    #[param(max_length = 256, example = "train")]
    wanted: String,
    /// The crawler's product token. Default: Googlebot.
    #[param(max_length = 256, example = "GPTBot")]
    agent: Option<String>,
    /// The places that are read beside robots.txt, divided by commas: `page` (with its header fields), `tdmrep.json`,
    /// `licences`, or `all`. Default: none.
    #[param(max_length = 64, example = "page,tdmrep.json")]
    read: Option<String>,
    /// The policy for sites that answer with errors, such as `google-2026`. Default: the policy of the service.
    #[param(value_type = Option<Policy>, example = "google-2026")]
    policy: Option<String>,
}

/// A [`UsesRequest`] with checked values.
pub(crate) struct UsesInput {
    url: String,
    request: RequestUrl,
    origin: Origin,
    wanted: Use,
    crawler: NamedCrawler,
    policy: Option<Policy>,
    places: UsePlaces,
}

impl ApiRequest for UsesRequest {
    type Input = UsesInput;

    fn into_input(self) -> Result<UsesInput, Problem> {
        let crawler = NamedCrawler::parse(self.agent.as_deref())?;
        let policy = policy(self.policy.as_deref())?;
        let unknown = |error: UnknownName| ProblemKind::BadRequest.with_detail(error.to_string());
        let wanted = self.wanted.parse().map_err(unknown)?;
        let places = self.read.as_deref().map_or(Ok(UsePlaces::default()), places)?;
        let (request, origin) = live_url(&self.url)?;
        Ok(UsesInput { url: self.url, request, origin, wanted, crawler, policy, places })
    }
}

fn places(names: &str) -> Result<UsePlaces, Problem> {
    names.split(',').try_fold(UsePlaces::default(), |all, name| {
        let places = UsePlaces::by_name(name.trim()).ok_or_else(|| {
            let known = UsePlaces::NAMES.join(", ");
            ProblemKind::BadRequest
                .with_detail(format!("`read` has an unknown place; known: {known}"))
        });
        Ok(all | places?)
    })
}

/// What a site says about a use, and the basis of the answer.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UsesResponse {
    /// The answer.
    #[serde(flatten)]
    answer: UseAnswer,
    /// The basis of the answer.
    site: SiteState,
}

/// May this page be used, by what its site states?
///
/// Uses the stored robots.txt of the site, or fetches it. `read` asks other places too: a place is fetched only if
/// robots.txt lets the crawler of this service fetch it, and a licence only if `read` names `licences`. `places` has
/// the state of each place, and `not_read` names those of which nothing is known. A place that could not be read is
/// neither a grant nor `not said`. `not said` is neither a yes nor a no. The answer says what the site states, and
/// neither what has legal effect nor who obeys.
#[utoipa::path(get, path = "/v1/uses", tag = "check", params(UsesRequest), responses(
    (status = OK, description = "The answer", body = UsesResponse)))]
pub(crate) async fn uses(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    QueryInput(input): QueryInput<UsesRequest>,
) -> Result<Json<UsesResponse>, Problem> {
    let UsesInput { url, request, origin, wanted, crawler, policy, places } = input;
    if places.is_empty() {
        let site = MaskedRobots::get(&state, &context, &origin).await?.under(policy);
        return answer(
            &state,
            &context,
            site,
            (url, request, crawler, wanted),
            ReadPlaces::default(),
        )
        .await;
    }
    // To read a page and files takes as long and as much memory as an inspection.
    let place = state.admission.take(Resource::Inspections, context.client).await?;
    let memory = state.admission.reserve_memory(context.client, USE_READ_MEMORY);
    let _memory = memory.ok_or(Busy)?;
    let site = MaskedRobots::get(&state, &context, &origin).await?.under(policy);
    let read = site.read_places(&state, &context, (&request, &crawler.crawler), places);
    let read = tokio::select! {
        read = read => read,
        () = place.revoked() => return Err(Busy.into()),
    };
    answer(&state, &context, site, (url, request, crawler, wanted), read).await
}

async fn answer(
    state: &ServiceState,
    context: &RequestContext,
    site: MaskedRobots,
    (url, request, crawler, wanted): (String, RequestUrl, NamedCrawler, Use),
    read: ReadPlaces,
) -> Result<Json<UsesResponse>, Problem> {
    // The whole file is read, so the work grows with it.
    let slot = state.workers.slot(context.client).await?;
    let answer = slot.run_first(move || UsesResponse {
        answer: site.use_answer(&url, &request, (&crawler.crawler, wanted), &read),
        site: site.site(),
    });
    Ok(Json(answer.await?))
}
