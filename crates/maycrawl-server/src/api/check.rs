//! Live sites: one question, and many.

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt as _, stream};
use maycrawl::Crawler;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{body, crawlers, question, within_limits};
use crate::answer::{Answer, Site};
use crate::app::App;
use crate::problem::{Kind, Problem};
use crate::site::Asked;

/// Origins that one request asks for at a time.
const AT_ONCE: usize = 16;

/// One question.
#[derive(Debug, Deserialize, IntoParams)]
pub struct Question {
    /// The URL.
    url: String,
    /// The crawler's product token; Googlebot without it.
    agent: Option<String>,
}

/// An answer, and what it rests on.
#[derive(Debug, Serialize, ToSchema)]
pub struct Checked {
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
    /// What it rests on.
    pub site: Site,
}

/// May this crawler fetch this URL? Asks the live site, or what is known of it.
#[utoipa::path(get, path = "/v1/check", tag = "check", params(Question), responses(
    (status = OK, body = Checked),
    (status = "4XX", body = Problem, content_type = "application/problem+json"),
    (status = "5XX", body = Problem, content_type = "application/problem+json")))]
pub async fn one(
    State(app): State<Arc<App>>,
    query: Result<Query<Question>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Checked>, Problem> {
    let Query(asked) = query.map_err(|error| Kind::BadRequest.because(error.body_text()))?;
    let agents: Vec<_> = asked.agent.into_iter().collect();
    let crawlers = crawlers(&agents)?;
    let mut answers = ask(&app, asked.url, &crawlers).await?;
    answers.pop().map(Json).ok_or_else(|| Kind::Internal.because("no answer"))
}

/// Many questions: every URL for every crawler.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Questions {
    /// The URLs, at most 1,000.
    urls: Vec<String>,
    /// Product tokens, at most 64; Googlebot without any.
    #[serde(default)]
    agents: Vec<String>,
}

/// An answer among many: one of the two.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum OneOfMany {
    /// An answer.
    Checked(Box<Checked>),
    /// A URL that cannot be asked about.
    Wrong {
        /// The URL.
        url: String,
        /// What is wrong with it.
        error: Problem,
    },
}

/// May these crawlers fetch these URLs? In the order of the URLs. With `Accept: application/x-ndjson` each
/// answer is a line, sent as soon as it and those before it are known.
#[utoipa::path(post, path = "/v1/check", tag = "check", request_body = Questions, responses(
    (status = OK, body = Vec<OneOfMany>),
    (status = "4XX", body = Problem, content_type = "application/problem+json"),
    (status = "5XX", body = Problem, content_type = "application/problem+json")))]
pub async fn many(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Response, Problem> {
    let Questions { urls, agents } = body(&bytes)?;
    let crawlers = crawlers(&agents)?;
    within_limits(&urls, &crawlers)?;
    let crawlers = Arc::new(crawlers);
    let answers = stream::iter(urls)
        .map(move |url| {
            let (app, crawlers) = (Arc::clone(&app), Arc::clone(&crawlers));
            async move {
                match ask(&app, url.clone(), &crawlers).await {
                    Ok(checked) => {
                        checked.into_iter().map(|one| OneOfMany::Checked(Box::new(one))).collect()
                    }
                    Err(error) => vec![OneOfMany::Wrong { url, error }],
                }
            }
        })
        .buffered(AT_ONCE);
    let accepted = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    if accepted.is_some_and(|accept| accept.contains("application/x-ndjson")) {
        let lines = answers.map(|answers| Ok::<_, std::convert::Infallible>(lines(&answers)));
        let content_type = [(header::CONTENT_TYPE, "application/x-ndjson")];
        return Ok((content_type, Body::from_stream(lines)).into_response());
    }
    let all: Vec<_> = answers.flat_map(stream::iter).collect().await;
    Ok(Json(all).into_response())
}

fn lines(answers: &[OneOfMany]) -> Bytes {
    let mut lines = Vec::new();
    for answer in answers {
        // Writing to memory does not fail, and none of these types refuses to be written.
        let _ = serde_json::to_writer(&mut lines, answer);
        lines.push(b'\n');
    }
    lines.into()
}

async fn ask(app: &App, url: String, crawlers: &[Crawler]) -> Result<Vec<Checked>, Problem> {
    let (escaped, origin) = question(&url)?;
    let asked = Asked::of(&app.fetcher, &origin, app.unreached).await;
    let site = asked.site();
    let answers = crawlers.iter().map(|crawler| Checked {
        answer: asked.rules_for(crawler).answer(&url, &escaped, crawler),
        site: site.clone(),
    });
    Ok(answers.collect())
}
