//! The table of known crawlers, for the page's buttons.

use axum::Json;
use maycrawl::crawler::{AiList, KnownCrawler};
use serde::Serialize;
use utoipa::ToSchema;

/// A known crawler.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct CrawlerInfo {
    /// Its product token.
    pub(crate) token: &'static str,
    /// Its operator.
    pub(crate) operator: &'static str,
    /// Its purpose.
    pub(crate) purpose: &'static str,
    /// Whether its purpose is AI, such as training, search or assistants.
    pub(crate) ai: bool,
    /// How it treats robots.txt.
    pub(crate) conduct: &'static str,
    /// Further information.
    pub(crate) note: &'static str,
    /// Its list in `maycrawl new --block-ai`: `training`, `search`, `user` or `undocumented`.
    pub(crate) block_ai: Option<&'static str>,
    /// Whether its operator documents that it obeys robots.txt. Other crawlers of a list need `unconfirmed`.
    pub(crate) confirmed: bool,
    /// Other names of it that requests may use.
    pub(crate) aliases: Vec<&'static str>,
    /// The kind of the source: `documented by its operator`, or `reported`.
    pub(crate) source: &'static str,
    /// The URL of the source.
    pub(crate) source_url: &'static str,
}

/// The known crawlers.
#[utoipa::path(get, path = "/v1/crawlers", tag = "crawlers",
    responses((status = OK, body = Vec<CrawlerInfo>)))]
pub(crate) async fn crawlers() -> Json<Vec<CrawlerInfo>> {
    let row = |known: &KnownCrawler| CrawlerInfo {
        token: known.token,
        operator: known.operator,
        purpose: known.purpose.name(),
        ai: known.purpose.is_ai(),
        conduct: known.compliance.name(),
        note: known.note,
        block_ai: known.ai_list().map(AiList::name),
        confirmed: known.is_confirmed(),
        aliases: known.aliases().collect(),
        source: known.source.name(),
        source_url: known.source.url(),
    };
    Json(KnownCrawler::all().iter().map(row).collect())
}
