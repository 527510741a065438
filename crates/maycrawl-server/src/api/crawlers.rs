//! The table of known crawlers, for the page's buttons.

use axum::Json;
use maycrawl::crawler::{AiList, Compliance, KnownCrawler, Purpose, Source};
use serde::Serialize;
use utoipa::ToSchema;

/// A known crawler.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct CrawlerInfo {
    /// Its product token.
    pub(crate) token: &'static str,
    /// Its operator; `null` if no source names it.
    #[schema(required)]
    pub(crate) operator: Option<&'static str>,
    /// Its purpose.
    pub(crate) purpose: Purpose,
    /// Whether its purpose is AI, such as training, search or assistants.
    pub(crate) ai: bool,
    /// How it treats robots.txt.
    pub(crate) compliance: Compliance,
    /// Whether its operator says that it ignores robots.txt.
    pub(crate) ignores_robots_txt: bool,
    /// Whether it no longer crawls. Old files may still name it.
    pub(crate) is_retired: bool,
    /// Further information.
    #[schema(required)]
    pub(crate) note: Option<&'static str>,
    /// Its list in `maycrawl new --block-ai`; `null` if it is on none.
    #[schema(required)]
    pub(crate) block_ai: Option<AiList>,
    /// Whether its operator documents that it obeys robots.txt. Other crawlers of a list need `unconfirmed`.
    pub(crate) confirmed: bool,
    /// Other names of it that requests may use.
    pub(crate) aliases: Vec<&'static str>,
    /// The kind of the source.
    pub(crate) source: SourceKind,
    /// The URL of the source.
    pub(crate) source_url: &'static str,
}

/// The kind of a source about a crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) enum SourceKind {
    /// A page of its operator.
    #[serde(rename = "documented by its operator")]
    Operator,
    /// A report of other people.
    #[serde(rename = "reported")]
    Reported,
}

impl From<Source> for SourceKind {
    fn from(source: Source) -> Self {
        match source {
            Source::Operator(_) => Self::Operator,
            Source::Reported(_) => Self::Reported,
        }
    }
}

/// Which crawlers are known?
///
/// Each has its operator, its purpose, how it treats robots.txt, and the source.
#[utoipa::path(get, path = "/v1/crawlers", tag = "crawlers",
    responses((status = OK, description = "The known crawlers", body = Vec<CrawlerInfo>)))]
pub(crate) async fn crawlers() -> Json<Vec<CrawlerInfo>> {
    let row = |known: &KnownCrawler| CrawlerInfo {
        token: known.token,
        operator: known.operator,
        purpose: known.purpose,
        ai: known.purpose.is_ai(),
        compliance: known.compliance,
        ignores_robots_txt: known.compliance == Compliance::Ignores,
        is_retired: known.is_retired(),
        note: known.note,
        block_ai: known.ai_list(),
        confirmed: known.is_confirmed(),
        aliases: known.aliases().collect(),
        source: known.source.into(),
        source_url: known.source.url(),
    };
    Json(KnownCrawler::all().iter().map(row).collect())
}
