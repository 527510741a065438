//! The crawler that a person means by a name, for the input field of the tester page.

use axum::Json;
use maycrawl::crawler::{KnownCrawler, ResolvedCrawler};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::extract::{ApiRequest, QueryInput, resolved};
use crate::problem::Problem;

/// The name of a crawler.
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

/// The crawler of a name.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CrawlerName {
    /// Its product token, for other requests.
    pub(crate) token: String,
    /// Whether it is a known crawler.
    pub(crate) is_known: bool,
    /// A note about the name, for people; `null` if there is none.
    #[schema(required)]
    pub(crate) note: Option<String>,
}

/// Which crawler does a name mean?
///
/// The name is a product token, or another name of a known crawler: `Googlebot News` is Googlebot-News.
#[utoipa::path(get, path = "/v1/crawlers/resolve", tag = "crawlers", params(CrawlerNameQuery), responses(
    (status = OK, description = "The crawler", body = CrawlerName)))]
pub(crate) async fn resolve_crawler(
    QueryInput(resolved): QueryInput<CrawlerNameQuery>,
) -> Json<CrawlerName> {
    let token = resolved.crawler().token().to_owned();
    let is_known = KnownCrawler::by_name(&token).is_some();
    Json(CrawlerName { token, is_known, note: resolved.note() })
}
