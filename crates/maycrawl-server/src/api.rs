//! The API: one file a subject, every handler described for OpenAPI where it stands.

pub mod check;
pub(crate) mod crawler_groups;
pub mod crawler_name;
pub mod draft;
pub mod explain;
mod explain_text;
pub mod inspect;
pub mod lint;
pub mod lints;
pub(crate) mod masked_robots;
pub mod options;
pub mod robots;
pub mod sitemap;
pub(crate) mod text_range;
pub mod types;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use axum::response::Response;
use maycrawl::{AiList, Crawler, KnownCrawler, Origin, Profile, RequestUrl, ResolvedCrawler};
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::{PartialSchema, ToSchema};

pub(crate) use crawler_groups::{Groups, RulesKey};

use crate::admission::RequestContext;
use crate::json_body::whole;
use crate::parameters::explain_body;
use crate::problem::{Kind, Problem};
pub(crate) use crate::written_url::{origin_of as origin, trimmed as written};

/// URLs and crawlers that one request may ask about, and the product of both.
const MOST_URLS: usize = 1000;
const MOST_AGENTS: usize = 64;
const MOST_ANSWERS: usize = 20_000;

/// The body of a request that says that it is JSON. A page of another site cannot send one without asking first, which is
/// never granted.
pub struct JsonBody(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for JsonBody {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let content_type = request.headers().get(header::CONTENT_TYPE);
        let content_type = content_type.and_then(|value| value.to_str().ok()).unwrap_or_default();
        let essence = content_type.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/json") {
            return Err(Kind::UnsupportedMediaType
                .because("send the body as JSON, with `Content-Type: application/json`"));
        }
        let bytes = Bytes::from_request(request, state).await;
        bytes.map(Self).map_err(|error| Kind::BadRequest.because(error.body_text()))
    }
}

/// A body read as JSON, with a problem that says where it is wrong.
pub(crate) fn body<T: DeserializeOwned + PartialSchema>(bytes: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(bytes).map_err(|error| explain_body::<T>(bytes, &error))
}

/// A value as JSON.
pub(crate) fn json_bytes(value: &impl Serialize) -> Result<Bytes, Problem> {
    let bytes = serde_json::to_vec(value);
    bytes.map(Bytes::from).map_err(|error| Kind::Internal.because(error.to_string()))
}

/// The answer that `work` makes in the slow lane, in one piece.
pub(crate) async fn in_lane(
    context: &RequestContext,
    work: impl FnOnce() -> Result<Bytes, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let seat = context.seat()?;
    let json = seat.begin(work).await??;
    Ok(whole(json, seat))
}

/// Why an answer that takes too long is cut.
pub(crate) fn out_of_budget() -> Problem {
    Kind::TooLarge.because(
        "the rest was cut: the answers take too long; ask for fewer URLs or crawlers at a time",
    )
}

/// The crawlers that are asked for; Googlebot if none is.
pub(crate) fn crawlers(names: &[String]) -> Result<Vec<Crawler>, Problem> {
    if names.is_empty() {
        return Ok(vec![Crawler::GOOGLEBOT]);
    }
    if names.len() > MOST_AGENTS {
        return Err(Kind::TooLarge.because(format!("at most {MOST_AGENTS} crawlers at a time")));
    }
    names.iter().map(|name| crawler(name)).collect()
}

pub(crate) fn crawler(name: &str) -> Result<Crawler, Problem> {
    resolved(name).map(ResolvedCrawler::into_crawler)
}

/// The crawler that a person means by a name: `Googlebot News` is Googlebot-News.
pub(crate) fn resolved(name: &str) -> Result<ResolvedCrawler, Problem> {
    Crawler::resolve(name).map_err(|error| Kind::BadAgent.because(error.to_string()))
}

/// No request asks for more than it may.
pub(crate) fn within_limits(urls: &[String], crawlers: &[Crawler]) -> Result<(), Problem> {
    if urls.len() > MOST_URLS || urls.len() * crawlers.len() > MOST_ANSWERS {
        let limits = format!("at most {MOST_URLS} URLs and {MOST_ANSWERS} answers at a time");
        return Err(Kind::TooLarge.because(limits));
    }
    Ok(())
}

/// A URL of a person as a crawler requests it, and its origin.
pub(crate) fn question(url: &str) -> Result<(RequestUrl, Origin), Problem> {
    let url = written(url)?;
    let origin = origin(url)?;
    let request = RequestUrl::parse(url);
    Ok((request.map_err(|error| Kind::BadUrl.because(error.to_string()))?, origin))
}

pub(crate) fn profile(name: Option<&str>) -> Result<Profile, Problem> {
    Profile::by_name(name.unwrap_or("google")).ok_or_else(|| {
        Kind::BadRequest.because("there are three profiles: google, google-2019 and rfc9309")
    })
}

/// A known crawler.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KnownAgent {
    /// Its product token.
    pub token: &'static str,
    /// Who runs it.
    pub operator: &'static str,
    /// What for.
    pub purpose: &'static str,
    /// Whether it works for a language model.
    pub ai: bool,
    /// How it treats robots.txt.
    pub conduct: &'static str,
    /// What else there is to know.
    pub note: &'static str,
    /// The list of `maycrawl new --block-ai` that has it: `training`, `search`, `user` or `undocumented`.
    pub block_ai: Option<&'static str>,
    /// Whether its operator documents that it obeys; other crawlers of a list need `unconfirmed`.
    pub confirmed: bool,
    /// Other names that people use for it, which are taken as its token.
    pub aliases: Vec<&'static str>,
    /// Who says all this: `documented by its operator`, or `reported`.
    pub source: &'static str,
    /// Where it is said.
    pub source_url: &'static str,
}

/// The known crawlers.
#[utoipa::path(get, path = "/v1/crawlers", tag = "crawlers",
    responses((status = OK, body = Vec<KnownAgent>)))]
pub async fn known() -> Json<Vec<KnownAgent>> {
    let row = |known: &KnownCrawler| KnownAgent {
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
