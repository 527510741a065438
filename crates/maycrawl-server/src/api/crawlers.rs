//! The table of known crawlers, for the page's buttons.

use axum::Json;
use maycrawl::crawler::{AiList, Compliance, KnownCrawler};
use serde::Serialize;
use utoipa::ToSchema;

/// A known crawler.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct CrawlerInfo {
    /// Its product token.
    pub(crate) token: &'static str,
    /// Its operator; `null` if no source names it.
    pub(crate) operator: Option<&'static str>,
    /// Its purpose.
    pub(crate) purpose: &'static str,
    /// Whether its purpose is AI, such as training, search or assistants.
    pub(crate) ai: bool,
    /// How it treats robots.txt: `obeys`, `control token`, `ignores robots.txt`, `reported not to obey` or `unclear`.
    pub(crate) compliance: &'static str,
    /// Whether its operator says that it ignores robots.txt.
    pub(crate) ignores_robots_txt: bool,
    /// Whether it no longer crawls. Old files may still name it.
    pub(crate) is_retired: bool,
    /// Further information.
    pub(crate) note: Option<&'static str>,
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
        compliance: known.compliance.name(),
        ignores_robots_txt: known.compliance == Compliance::Ignores,
        is_retired: known.is_retired(),
        note: known.note,
        block_ai: known.ai_list().map(AiList::name),
        confirmed: known.is_confirmed(),
        aliases: known.aliases().collect(),
        source: known.source.name(),
        source_url: known.source.url(),
    };
    Json(KnownCrawler::all().iter().map(row).collect())
}
