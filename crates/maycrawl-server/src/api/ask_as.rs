//! Ask as: the robots.txt of a site under several User-Agents, once a minute for each site.
//!
//! A client chooses the site, never a header: the service would otherwise send any text of a stranger to any site. The
//! answers are for the one who asks and enter no store ([`maycrawl_fetch::AskAs`]).

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::{Extension, Json};
use maycrawl::Origin;
use maycrawl_fetch::{AskAs, AskAsReport, AskedSite, Policy, UserAgent, WhyNotAsked};
use serde::{Deserialize, Serialize};
use tokio::time::timeout_at;
use utoipa::ToSchema;

use crate::admission::RequestContext;
use crate::api::extract::{ApiRequest, JsonInput};
use crate::api::masked_robots::site_not_asked;
use crate::api::robots::{OriginInput, OriginQuery};
use crate::json_body::json_bytes;
use crate::problem::{Problem, ProblemKind};
use crate::recent_askings::{AskingGuard, MIN_INTERVAL, seconds_up};
use crate::state::{Disclosure, MASKED_REASON, ServiceState};

/// A site.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskAsRequest {
    /// The origin, or any URL of it.
    origin: String,
    /// The policy for what each answer means, such as `google-2026`. Default: the policy of the service.
    #[schema(value_type = Option<Policy>)]
    policy: Option<String>,
}

impl ApiRequest for AskAsRequest {
    type Input = OriginInput;

    fn into_input(self) -> Result<OriginInput, Problem> {
        OriginQuery { origin: self.origin, policy: self.policy }.into_input()
    }
}

/// What a site answered to several User-Agents.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AskAsResponse {
    #[serde(flatten)]
    pub(crate) report: AskAsReport,
    /// Seconds since the site was asked: 0 if it was asked for this response.
    pub(crate) age: u64,
    /// Seconds until the site can be asked again.
    pub(crate) again_in: u64,
    /// A note, if the URL names another file than the robots.txt of its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) note: Option<String>,
}

/// What does a site answer to maycrawl, a browser, Googlebot, bingbot and GPTBot?
///
/// Fetches its robots.txt under each of these User-Agents, one after the other, and compares the
/// answers. A site is asked at most once a minute: within it, the response has the earlier answers
/// and their age. No verdict rests on them.
#[utoipa::path(post, path = "/v1/robots/as", tag = "robots", request_body(content = AskAsRequest,
    example = json!({"origin": "https://www.example.com", "policy": "google-2026"})), responses(
    (status = OK, description = "The answers, and what they say together", body = AskAsResponse)))]
pub(crate) async fn ask_as(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    JsonInput(input): JsonInput<AskAsRequest>,
) -> Result<Json<AskAsResponse>, Problem> {
    let OriginInput { origin, note, policy } = input;
    let policy = policy.unwrap_or_else(|| state.fetcher.policy());
    let response = |asked: &AskedSite, age: Duration| {
        let again_in = seconds_up(MIN_INTERVAL.saturating_sub(age));
        AskAsResponse { report: asked.report(policy), age: age.as_secs(), again_in, note }
    };
    let fetcher = state.fetcher_for(context.client);
    let mut asking = AskAs::new(&fetcher, &origin)
        .map_err(|error| ProblemKind::BadRequest.with_detail(error.to_string()))?;
    if let Disclosure::Masked { min_delay } = state.unreached {
        asking = asking.masked(min_delay, MASKED_REASON);
    }
    if let Some((asked, age)) = state.askings.begin(&origin, state.clock.now().steady)? {
        return Ok(Json(response(&asked, age)));
    }
    let guard = AskingGuard { recent: &state.askings, origin: &origin };
    state.admission.check_site(&origin).inspect_err(|_| state.askings.forget(&origin))?;
    let asked = Arc::new(ask_all(&state, &context, &origin, asking).await);
    let response = response(&asked, Duration::ZERO);
    if response.report.answers.is_empty() {
        state.askings.forget(&origin);
        return Err(site_not_asked());
    }
    let bytes = json_bytes(&response.report)?.len();
    if let Some(memory) = state.admission.reserve_memory(context.client, bytes) {
        state.askings.keep(&origin, &asked, memory);
    }
    drop(guard);
    Ok(Json(response))
}

/// Sends one User-Agent after the other. Each request counts for the client and for the site: the first one did so
/// already.
async fn ask_all(
    state: &ServiceState,
    context: &RequestContext,
    origin: &Origin,
    mut asking: AskAs,
) -> AskedSite {
    asking.ask(&state.fetcher.own_user_agent()).await;
    for user_agent in &UserAgent::KNOWN {
        if !asking.is_over() && state.admission.check_site(origin).is_err() {
            asking.skip(user_agent, WhyNotAsked::Busy);
            continue;
        }
        let counted = async {
            if !asking.is_over() {
                state.admission.wait_for_rate(context.client).await;
            }
            asking.ask(user_agent).await;
        };
        if timeout_at(context.until, counted).await.is_err() {
            asking.skip(user_agent, WhyNotAsked::NoTime);
        }
    }
    asking.finish()
}
