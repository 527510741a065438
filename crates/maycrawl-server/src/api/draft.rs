//! A draft: checked and read, without any site.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::Bytes;
use maycrawl::{Crawler, Origin, Profile, RobotsTxt, escape_url};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{body, crawlers, origin, profile, within_limits, written};
use crate::answer::Answer;
use crate::problem::{Kind, Problem};

/// A test takes this long at most: of the worst file and the longest URLs, twenty thousand answers take minutes.
const LONGEST: Duration = Duration::from_secs(5);

/// A draft and what is asked about it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The file.
    robots: String,
    /// Whose file it is to be: URLs of other origins are then not applicable.
    origin: Option<String>,
    /// URLs, or paths of the file's own site, at most 1,000.
    #[schema(max_items = 1000)]
    urls: Vec<String>,
    /// Product tokens, at most 64; Googlebot without any.
    #[schema(max_items = 64)]
    #[serde(default)]
    agents: Vec<String>,
    /// `google` (the default) or `rfc9309`.
    profile: Option<String>,
    /// Whether to tell the whole way to each verdict.
    #[serde(default)]
    explain: bool,
}

/// An answer about a draft.
#[derive(Debug, Serialize, ToSchema)]
pub struct Tested {
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
    /// The whole way to it: chain, groups and rules, as the library tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub trace: Option<serde_json::Value>,
}

/// An answer among many: one of the two.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum OneTested {
    /// An answer.
    Tested(Box<Tested>),
    /// A URL that cannot be asked about; once, whatever the number of crawlers.
    Wrong {
        /// The URL.
        url: String,
        /// What is wrong with it.
        error: Problem,
    },
}

/// May these crawlers fetch these URLs, if this were the file? In the order of the URLs.
#[utoipa::path(post, path = "/v1/test", tag = "draft", request_body = Draft, responses(
    (status = OK, body = Vec<OneTested>),
    (status = "4XX", body = Problem, content_type = "application/problem+json"),
    (status = "5XX", body = Problem, content_type = "application/problem+json")))]
pub async fn test(bytes: Bytes) -> Result<Json<Vec<OneTested>>, Problem> {
    let draft: Draft = body(&bytes)?;
    let crawlers = crawlers(&draft.agents)?;
    within_limits(&draft.urls, &crawlers)?;
    let profile = profile(draft.profile.as_deref())?;
    let own = draft.origin.as_deref().map(origin).transpose()?;
    let robots = RobotsTxt::parse_as(draft.robots.as_bytes(), profile);
    let rules: Vec<_> = crawlers.iter().map(|crawler| robots.rules_for(crawler)).collect();
    let mut tested = Vec::new();
    let until = Instant::now() + LONGEST;
    for url in &draft.urls {
        if Instant::now() > until {
            let why = "this file makes the answers slow; ask for fewer URLs or crawlers at a time";
            return Err(Kind::TooLarge.because(why));
        }
        let question = match of_draft(url) {
            Ok(question) => question,
            Err(error) => {
                tested.push(OneTested::Wrong { url: url.clone(), error });
                continue;
            }
        };
        for (crawler, rules) in crawlers.iter().zip(&rules) {
            if let Some(answer) = question.elsewhere(crawler, own.as_ref()) {
                tested.push(OneTested::Tested(Box::new(Tested { answer, trace: None })));
                continue;
            }
            let answer = Answer::new(url, crawler.token(), &rules.check(&question.escaped));
            let trace =
                draft.explain.then(|| explained(&robots, crawler, &question.escaped)).flatten();
            tested.push(OneTested::Tested(Box::new(Tested { answer, trace })));
        }
    }
    Ok(Json(tested))
}

/// A URL that is asked of a draft: a whole one, or a path of the draft's own site.
pub(crate) struct Question<'u> {
    /// As a person wrote it.
    pub(crate) written: &'u str,
    /// As a crawler would ask for it.
    pub(crate) escaped: Cow<'u, [u8]>,
    /// Whose it is; a path is the draft's own.
    of: Option<Origin>,
}

/// A question about a draft.
pub(crate) fn of_draft(url: &str) -> Result<Question<'_>, Problem> {
    let asked = written(url)?;
    let is_path = asked.starts_with('/') && !asked.starts_with("//");
    let of = if is_path { None } else { Some(origin(asked)?) };
    Ok(Question { written: url, escaped: escape_url(asked.as_bytes()), of })
}

impl Question<'_> {
    /// The answer about a URL that is not the draft's own.
    pub(crate) fn elsewhere(&self, crawler: &Crawler, own: Option<&Origin>) -> Option<Answer> {
        let (of, own) = (self.of.as_ref()?, own?);
        (of != own).then(|| Answer::elsewhere(self.written, crawler.token(), of, own))
    }
}

fn explained(robots: &RobotsTxt<'_>, crawler: &Crawler, url: &[u8]) -> Option<serde_json::Value> {
    serde_json::to_value(robots.explain(crawler, url)).ok()
}

/// A file to be read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ToParse {
    /// The file.
    robots: String,
    /// `google` (the default) or `rfc9309`.
    profile: Option<String>,
}

/// What a robots.txt says: groups, rules, sitemaps, other lines, as the library tells it.
#[utoipa::path(post, path = "/v1/parse", tag = "draft", request_body = ToParse, responses(
    (status = OK, body = Object),
    (status = "4XX", body = Problem, content_type = "application/problem+json"),
    (status = "5XX", body = Problem, content_type = "application/problem+json")))]
pub async fn parse(bytes: Bytes) -> Result<Json<serde_json::Value>, Problem> {
    let file: ToParse = body(&bytes)?;
    let profile: Profile = profile(file.profile.as_deref())?;
    let robots = RobotsTxt::parse_as(file.robots.as_bytes(), profile);
    let said = serde_json::to_value(&robots);
    said.map(Json).map_err(|error| Kind::Internal.because(error.to_string()))
}
