//! The crawler that a person means by a name, so that the page asks about the right one.

use axum::Json;
use axum::extract::Query;
use maycrawl::KnownCrawler;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::resolved;
use crate::problem::{Kind, Problem};

/// A name.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Name {
    /// A product token, or another name of a known crawler.
    #[param(max_length = 256, example = "Googlebot-Image")]
    name: String,
}

/// The crawler that is meant.
#[derive(Debug, Serialize, ToSchema)]
pub struct NamedCrawler {
    /// Its product token: requests name it by this.
    pub token: String,
    /// Whether it is in the table of known crawlers.
    pub is_known: bool,
    /// What a person should know of the name; `null` where there is nothing to say.
    pub note: Option<String>,
}

/// Which crawler is meant by a name?
#[utoipa::path(get, path = "/v1/crawler", tag = "crawlers", params(Name), responses(
    (status = OK, body = NamedCrawler),
    (status = "4XX", body = Problem, content_type = "application/problem+json"),
    (status = "5XX", body = Problem, content_type = "application/problem+json")))]
pub async fn named(
    query: Result<Query<Name>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<NamedCrawler>, Problem> {
    let Query(Name { name }) = query.map_err(|it| Kind::BadRequest.because(it.body_text()))?;
    let resolved = resolved(&name)?;
    let token = resolved.crawler().token().to_owned();
    let is_known = KnownCrawler::by_name(&token).is_some();
    Ok(Json(NamedCrawler { token, is_known, note: resolved.note() }))
}
