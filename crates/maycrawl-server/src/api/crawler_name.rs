//! The crawler that a person means by a name, so that the page asks about the right one.

use axum::Json;
use maycrawl::{KnownCrawler, ResolvedCrawler};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::extract::{ApiRequest, QueryInput, resolved};
use crate::problem::Problem;

/// A name.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CrawlerNameQuery {
    /// A product token, or another name of a known crawler.
    #[param(max_length = 256, example = "Googlebot-Image")]
    name: String,
}

impl ApiRequest for CrawlerNameQuery {
    type Input = ResolvedCrawler;

    fn into_input(self) -> Result<ResolvedCrawler, Problem> {
        resolved(&self.name)
    }
}

/// The crawler that is meant.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CrawlerName {
    /// Its product token: requests name it by this.
    pub(crate) token: String,
    /// Whether it is in the table of known crawlers.
    pub(crate) is_known: bool,
    /// What a person should know of the name; `null` where there is nothing to say.
    pub(crate) note: Option<String>,
}

/// Which crawler is meant by a name?
#[utoipa::path(get, path = "/v1/crawler", tag = "crawlers", params(CrawlerNameQuery), responses(
    (status = OK, body = CrawlerName)))]
pub(crate) async fn crawler(
    QueryInput(resolved): QueryInput<CrawlerNameQuery>,
) -> Json<CrawlerName> {
    let token = resolved.crawler().token().to_owned();
    let is_known = KnownCrawler::by_name(&token).is_some();
    Json(CrawlerName { token, is_known, note: resolved.note() })
}
