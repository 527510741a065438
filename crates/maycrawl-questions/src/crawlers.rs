//! The table of known crawlers, for the page's buttons, and the crawler that a person means by a name or a header.

use maycrawl::crawler::{
    AiList, Compliance, DelayStatement, KnownCrawler, Purpose, ResolvedCrawler, Source,
};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::ToSchema;

use crate::inputs::{Draft, Request, resolved};
use crate::refusal::{Refusal, RefusalKind};

/// A known crawler.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct CrawlerInfo {
    /// Its product token.
    pub token: &'static str,
    /// Its operator; `null` if no source names it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub operator: Option<&'static str>,
    /// Its purpose.
    pub purpose: Purpose,
    /// Whether its purpose is AI, such as training, search or assistants.
    pub ai: bool,
    /// How it treats robots.txt.
    pub compliance: Compliance,
    /// Whether its operator says that it ignores robots.txt.
    pub ignores_robots_txt: bool,
    /// Whether it no longer crawls. Old files may still name it.
    pub is_retired: bool,
    /// The token of the crawler that has taken the place of this name; `null` if there is none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub superseded_by: Option<&'static str>,
    /// Further information.
    #[cfg_attr(feature = "schema", schema(required))]
    pub note: Option<&'static str>,
    /// Its list in `maycrawl new --block-ai`; `null` if it is on none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub block_ai: Option<AiList>,
    /// Whether its operator documents that it obeys robots.txt. Other crawlers of a list need `unconfirmed`.
    pub confirmed: bool,
    /// Other names of it that requests may use.
    pub aliases: Vec<&'static str>,
    /// What its operator says about `Crawl-delay`.
    pub delay: DelayStatement,
    /// The kind of the source.
    pub source: SourceKind,
    /// The URL of the source.
    pub source_url: &'static str,
    /// The day of the last check of these facts.
    #[cfg_attr(feature = "schema", schema(example = "2026-08-22"))]
    pub checked: &'static str,
}

/// The kind of a source about a crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub enum SourceKind {
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

impl CrawlerInfo {
    /// The known crawlers.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let row = |known: &KnownCrawler| Self {
            token: known.token,
            operator: known.operator,
            purpose: known.purpose,
            ai: known.purpose.is_ai(),
            compliance: known.compliance,
            ignores_robots_txt: known.compliance == Compliance::Ignores,
            is_retired: known.is_retired(),
            superseded_by: known.superseded_by(),
            note: known.note,
            block_ai: known.ai_list(),
            confirmed: known.is_confirmed(),
            aliases: known.aliases().collect(),
            delay: known.delay(),
            source: known.source.into(),
            source_url: known.source.url(),
            checked: known.checked,
        };
        KnownCrawler::all().iter().map(row).collect()
    }
}

/// The crawler of a name.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct CrawlerName {
    /// Its product token, for other requests.
    pub token: String,
    /// Whether it is a known crawler.
    pub is_known: bool,
    /// A note about the name, for people; `null` if there is none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub note: Option<String>,
}

impl CrawlerName {
    /// The crawler that a person means by a name: `Googlebot News` is Googlebot-News.
    ///
    /// # Errors
    /// If it is no name of a crawler.
    pub fn resolve(name: &str) -> Result<Self, Refusal> {
        resolved(name).map(Self::from)
    }
}

impl From<ResolvedCrawler> for CrawlerName {
    fn from(resolved: ResolvedCrawler) -> Self {
        let token = resolved.crawler().token().to_owned();
        let is_known = KnownCrawler::by_name(&token).is_some();
        Self { token, is_known, note: resolved.note() }
    }
}

/// Longest header, in bytes. Each word is looked for in each group, so a longer one would cost more than reading the
/// draft.
const MAX_HEADER_BYTES: usize = 1024;

/// A User-Agent header, and the draft whose groups it is looked for in.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub struct UserAgentRequest {
    /// The draft.
    robots: String,
    /// The header. At most 1,024 bytes.
    user_agent: String,
    /// How robots.txt is read. Default: `google`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<maycrawl::answer::ProfileName>))]
    profile: Option<String>,
}

impl Request for UserAgentRequest {
    type Input = (Draft, String);

    fn into_input(self) -> Result<(Draft, String), Refusal> {
        if self.user_agent.len() > MAX_HEADER_BYTES {
            let detail = format!("the header is longer than {MAX_HEADER_BYTES} bytes");
            return Err(RefusalKind::BadAgent.with_detail(detail));
        }
        Ok((Draft::new(self.robots, self.profile.as_deref(), None)?, self.user_agent))
    }
}

/// The crawler that a User-Agent header stands for.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct UserAgentCrawler {
    /// Its product token, for other requests.
    pub token: String,
    /// Whether it is a known crawler.
    pub is_known: bool,
    /// Whether a group of the draft names it, or a crawler that it falls back to.
    pub is_named: bool,
}

impl UserAgentCrawler {
    /// The crawler of a header. O(bytes of the draft + its groups * words of the header).
    #[must_use]
    pub fn new(draft: &Draft, header: &str) -> Self {
        let robots = draft.parse();
        let crawler = robots.crawler_of_user_agent(header);
        let followed = robots.group_index().followed_by(&crawler);
        Self {
            token: crawler.token().to_owned(),
            is_known: KnownCrawler::by_name(crawler.token()).is_some(),
            is_named: followed.name(&crawler).is_some_and(|name| name != "*"),
        }
    }
}
