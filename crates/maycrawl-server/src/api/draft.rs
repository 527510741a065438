//! A draft: checked and read, without any site.

use axum::Json;
use axum::body::Bytes;
use maycrawl::{Crawler, Profile, Reason, RobotsTxt, Verdict, escape_url};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{LONGEST_URL, body, crawlers, origin, profile, within_limits};
use crate::answer::Answer;
use crate::problem::{Kind, Problem};

/// A draft and what is asked about it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The file.
    robots: String,
    /// Whose file it is to be: URLs of other origins are then not applicable.
    origin: Option<String>,
    /// URLs, or paths of the file's own site.
    urls: Vec<String>,
    /// Product tokens; Googlebot without any.
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

/// May these crawlers fetch these URLs, if this were the file?
#[utoipa::path(post, path = "/v1/test", tag = "draft", request_body = Draft, responses(
    (status = OK, body = Vec<Tested>),
    (status = "4XX", body = Problem, content_type = "application/problem+json"),
    (status = "5XX", body = Problem, content_type = "application/problem+json")))]
pub async fn test(bytes: Bytes) -> Result<Json<Vec<Tested>>, Problem> {
    let draft: Draft = body(&bytes)?;
    let crawlers = crawlers(&draft.agents)?;
    within_limits(&draft.urls, &crawlers)?;
    let profile = profile(draft.profile.as_deref())?;
    let own = draft.origin.as_deref().map(origin).transpose()?;
    let robots = RobotsTxt::parse_as(draft.robots.as_bytes(), profile);
    let rules: Vec<_> = crawlers.iter().map(|crawler| robots.rules_for(crawler)).collect();
    let mut tested = Vec::new();
    for url in &draft.urls {
        let asked = url.trim();
        if asked.is_empty()
            || asked.len() > LONGEST_URL
            || asked.bytes().any(|b| b.is_ascii_control())
        {
            return Err(
                Kind::BadUrl.because("a URL that is empty, too long, or has a control byte")
            );
        }
        let is_path = asked.starts_with('/') && !asked.starts_with("//");
        let of = if is_path { None } else { Some(origin(asked)?) };
        let elsewhere = own.is_some() && of.is_some() && own != of;
        let escaped = escape_url(asked.as_bytes());
        for (crawler, rules) in crawlers.iter().zip(&rules) {
            let verdict =
                if elsewhere { Verdict::new(Reason::NotApplicable) } else { rules.check(&escaped) };
            let trace = (draft.explain && !elsewhere)
                .then(|| explained(&robots, crawler, &escaped))
                .flatten();
            tested.push(Tested { answer: Answer::new(url, crawler.token(), &verdict), trace });
        }
    }
    Ok(Json(tested))
}

fn explained(robots: &RobotsTxt<'_>, crawler: &Crawler, url: &[u8]) -> Option<serde_json::Value> {
    serde_json::to_value(robots.explain(crawler, url)).ok()
}

/// A file to be read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// The file.
    robots: String,
    /// `google` (the default) or `rfc9309`.
    profile: Option<String>,
}

/// What a robots.txt says: groups, rules, sitemaps, other lines, as the library tells it.
#[utoipa::path(post, path = "/v1/parse", tag = "draft", request_body = File, responses(
    (status = OK, body = Object),
    (status = "4XX", body = Problem, content_type = "application/problem+json"),
    (status = "5XX", body = Problem, content_type = "application/problem+json")))]
pub async fn parse(bytes: Bytes) -> Result<Json<serde_json::Value>, Problem> {
    let file: File = body(&bytes)?;
    let profile: Profile = profile(file.profile.as_deref())?;
    let robots = RobotsTxt::parse_as(file.robots.as_bytes(), profile);
    let said = serde_json::to_value(&robots);
    said.map(Json).map_err(|error| Kind::Internal.because(error.to_string()))
}
