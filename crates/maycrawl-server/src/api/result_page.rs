//! `/r/`: one result as a page without a script, for those who do not open the tester, such as the readers of a ticket.
//!
//! The address has the question of a link of the tester. The answer is computed when the page is opened: a link cannot
//! carry a verdict, so none can be forged. It says first whether it is about a draft or about the live file.

use std::sync::{Arc, LazyLock};

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::get;
use axum::{Extension, Router};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use maycrawl::HtmlText;
use maycrawl_language::Language;
use maycrawl_questions::card::{Card, CardQuestion, CardRequest, STYLE};
use maycrawl_questions::inputs::profile;
use maycrawl_questions::written_url::live_url;
use maycrawl_questions::{Answer, Question, ask};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::admission::RequestContext;
use crate::api::extract::policy;
use crate::api::masked_robots::MaskedRobots;
use crate::link_state::LinkState;
use crate::own_pages;
use crate::problem::{Problem, ProblemKind};
use crate::response_language::{named, preferred};
use crate::sliced_work::{self, SlicedWork};
use crate::state::ServiceState;

pub(crate) fn routes(state: &Arc<ServiceState>) -> Router {
    Router::new().route("/r/{state}", get(result)).with_state(Arc::clone(state))
}

#[derive(Debug, Deserialize)]
struct Parameters {
    lang: Option<String>,
}

async fn result(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    Path(link): Path<String>,
    Query(Parameters { lang }): Query<Parameters>,
    headers: HeaderMap,
) -> Response {
    let answered = async {
        let language = lang.map_or_else(|| Ok(preferred(&headers)), |tag| named(&tag))?;
        // To unpack a link takes longer than a request may keep the threads that answer all.
        let (slot, packed) = (state.workers.slot(context.client).await?, link.clone());
        let question = slot.run_first(move || LinkState::decode(&packed)).await??;
        drop(slot);
        let card = card(&state, &context, question, language).await?;
        Ok((card.to_html(language, Some(&format!("/#{link}"))), language))
    };
    match answered.await {
        Ok((page, language)) => {
            let fields = [
                (header::CONTENT_SECURITY_POLICY, POLICY.clone()),
                (header::CONTENT_LANGUAGE, HeaderValue::from_static(language.tag())),
                (header::VARY, HeaderValue::from_static("accept-language")),
                (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
            ];
            (fields, Html(page)).into_response()
        }
        Err(problem) => refusal(problem),
    }
}

/// The page has its style in itself, so that it can be kept as a file, and may load nothing at all.
static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let hash = BASE64_STANDARD.encode(Sha256::digest(STYLE));
    let text = format!(
        "default-src 'none'; style-src 'sha256-{hash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    );
    // The hash is ASCII.
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("default-src 'none'"))
});

/// A problem as a page: who opens a link does not read JSON.
fn refusal(problem: Problem) -> Response {
    let body = format!(
        "<h1>No result</h1>\n<p>{}</p>\n<p><a href=\"/\">The tester</a></p>\n",
        HtmlText(&problem.detail)
    );
    let mut response = problem.into_response();
    *response.body_mut() = own_pages::page("no result", &body).into();
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, html);
    response.headers_mut().remove(header::CONTENT_LENGTH);
    response
}

async fn card(
    state: &ServiceState,
    context: &RequestContext,
    link: LinkState,
    language: Language,
) -> Result<Box<Card>, Problem> {
    let LinkState { site, draft, urls, agents, selected, profile: reading, policy: named } = link;
    let (url, agent) = match selected {
        Some(cell) => (Some(cell.url), Some(cell.agent)),
        None => (None, agents.into_iter().next()),
    };
    let Some(robots) = draft else {
        let Some(site) = site else {
            return Err(
                ProblemKind::BadRequest.with_detail("the link has no robots.txt and no site")
            );
        };
        let (_, origin) = live_url(&site)?;
        let question = CardQuestion::new(url, agent.as_deref(), urls)?;
        let (reading, policy) =
            (reading.as_deref().map(profile).transpose()?, policy(named.as_deref())?);
        let live = MaskedRobots::get(state, context, &origin).await?.under(policy);
        let answer = move |work: &mut SlicedWork| {
            let card = live.card(&question, reading, language, &mut || work.may_continue());
            card.map(Box::new).map_err(|refusal| work.problem_for(refusal))
        };
        return sliced_work::run(state.workers.slot(context.client).await?, answer).await?;
    };
    let request = CardRequest { robots, origin: site, url, agent, profile: reading, urls };
    let answer = move |work: &mut SlicedWork| {
        let input = maycrawl_questions::inputs::Request::into_input(request)?;
        let question = Question::Card(Box::new(input));
        match ask(question, language, &mut || work.may_continue()) {
            Ok(Answer::Card(card)) => Ok(card),
            Ok(_) => Err(ProblemKind::Internal.with_detail("internal error: another answer")),
            Err(refusal) => Err(work.problem_for(refusal)),
        }
    };
    sliced_work::run(state.workers.slot(context.client).await?, answer).await?
}
