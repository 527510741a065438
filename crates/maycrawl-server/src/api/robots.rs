//! The robots.txt of an origin: the stored versions, a refresh, and a comparison with a draft.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use futures_util::stream;
use maycrawl::Origin;
use maycrawl_fetch::{Content, LineDifference, Policy, Version};
use maycrawl_language::Language;
use maycrawl_questions::answers::shortened;
use maycrawl_questions::written_url::{live_url, misplaced_robots_note};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::admission::RequestContext;
use crate::api::extract::{ApiRequest, JsonInput, QueryInput, policy};
use crate::api::masked_robots::MaskedRobots;
use crate::api::types::{RobotsFile, VersionInfo, VersionItem};
use crate::json_body::{Chunk, ElementWriter, Layout, json_bytes, open_object, stream_response};
use crate::problem::{Problem, ProblemKind};
use crate::response_language::ResponseLanguage;
use crate::state::ServiceState;

/// Size of the versions in one response.
const MAX_VERSION_BYTES: usize = 8 << 20;
/// Size of a line that differs.
const MAX_LINE_BYTES: usize = 16 << 10;

/// An origin and a policy.
#[derive(Debug, Deserialize, IntoParams, ToSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OriginQuery {
    /// The origin, or any URL of it.
    #[param(example = "https://www.example.com")]
    pub(super) origin: String,
    /// The policy for sites that answer with errors, such as `google-2026`. Default: the policy of the service.
    #[param(value_type = Option<Policy>, example = "google-2026")]
    #[schema(value_type = Option<Policy>)]
    pub(super) policy: Option<String>,
}

/// An [`OriginQuery`] with checked values.
pub(crate) struct OriginInput {
    pub(super) origin: Origin,
    /// A note, if the URL names another file than the robots.txt of its origin.
    pub(super) note: Option<String>,
    pub(super) policy: Option<Policy>,
}

impl ApiRequest for OriginQuery {
    type Input = OriginInput;

    fn into_input(self) -> Result<OriginInput, Problem> {
        let policy = policy(self.policy.as_deref())?;
        let written = self.origin.trim();
        let (_, origin) = live_url(written)?;
        let note = misplaced_robots_note(written, &origin);
        Ok(OriginInput { origin, note, policy })
    }
}

/// What is the robots.txt of an origin?
///
/// Uses the stored file, or fetches it. The answer also has the stored earlier versions, at most 8 MiB.
#[utoipa::path(get, path = "/v1/robots", tag = "robots", params(OriginQuery), responses(
    (status = OK, description = "The robots.txt and its versions", body = RobotsFile)))]
pub(crate) async fn robots(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    Extension(ResponseLanguage(language)): Extension<ResponseLanguage>,
    QueryInput(input): QueryInput<OriginQuery>,
) -> Result<Response, Problem> {
    let site_robots = MaskedRobots::get(&state, &context, &input.origin).await?.under(input.policy);
    file(&state, &context, &site_robots.with_note(input.note), language).await
}

/// The response with a [`RobotsFile`].
async fn file(
    state: &ServiceState,
    context: &RequestContext,
    site_robots: &MaskedRobots,
    language: Language,
) -> Result<Response, Problem> {
    let opening = open_object(&site_robots.head(language), "versions");
    versions(state, context, site_robots, ElementWriter::inside(opening, "]}")).await
}

/// A response whose last member is the list of versions.
async fn versions(
    state: &ServiceState,
    context: &RequestContext,
    site_robots: &MaskedRobots,
    writer: ElementWriter,
) -> Result<Response, Problem> {
    let all = site_robots.versions(state).await;
    let mut left = MAX_VERSION_BYTES;
    let fits = |version: &&Version| {
        let bytes = file_bytes(version);
        let fits = bytes <= left;
        left = left.saturating_sub(bytes);
        fits
    };
    let shown: Vec<Version> = all.iter().take_while(fits).cloned().collect();
    let is_cut = shown.len() < all.len();
    let bytes: usize = shown.iter().map(file_bytes).sum();
    let busy = || {
        ProblemKind::Busy.with_detail("too many large responses at a time; try again in a second")
    };
    // The versions stay in memory until a slow client has read them, so they count against its share until then.
    let memory = state.admission.reserve_memory(context.client, bytes).ok_or_else(busy)?;
    let left = shown.into_iter().enumerate();
    let chunks = stream::unfold(Some((writer, left, memory)), move |state| async move {
        let (mut writer, mut left, memory) = state?;
        let mut is_last = false;
        while !is_last && !writer.is_full() {
            match left.next() {
                Some((i, version)) => {
                    let seen = VersionItem::Seen(Box::new(VersionInfo::new(i + 1, &version)));
                    is_last = !writer.push(&seen);
                }
                None => {
                    if is_cut {
                        writer.cut(older_versions());
                    } else {
                        writer.end();
                    }
                    is_last = true;
                }
            }
        }
        let chunk = Chunk { bytes: writer.take(), is_last };
        Some((Ok(chunk), (!is_last).then_some((writer, left, memory))))
    });
    stream_response(Layout::Array, chunks).await
}

fn file_bytes(version: &Version) -> usize {
    match &version.content {
        Content::File { bytes, .. } => bytes.len(),
        Content::Missing(_) => 0,
    }
}

fn older_versions() -> Problem {
    let limit = MAX_VERSION_BYTES >> 20;
    ProblemKind::TooLarge.with_detail(format!(
        "the rest was cut off: a response has at most {limit} MiB of versions; `maycrawl cache history` shows all"
    ))
}

/// Fetches the robots.txt of an origin now.
///
/// The result is for all clients that share the store. If the last fetch was less than 10 s
/// ago (the default of the service), it returns the stored file, and `note` says so.
#[utoipa::path(post, path = "/v1/robots/refresh", tag = "robots", request_body(content = OriginQuery,
    example = json!({"origin": "https://www.example.com", "policy": "google-2026"})), responses(
    (status = OK, description = "The robots.txt and its versions", body = RobotsFile)))]
pub(crate) async fn refresh(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    Extension(ResponseLanguage(language)): Extension<ResponseLanguage>,
    JsonInput(input): JsonInput<OriginQuery>,
) -> Result<Response, Problem> {
    let site_robots =
        MaskedRobots::refresh(&state, &context, &input.origin).await?.under(input.policy);
    file(&state, &context, &site_robots.with_note(input.note), language).await
}

/// A draft and its origin.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompareRequest {
    /// The origin, or any URL of it.
    origin: String,
    /// The draft.
    robots: String,
}

/// A [`CompareRequest`] with checked values.
pub(crate) struct CompareInput {
    origin: Origin,
    robots: String,
}

impl ApiRequest for CompareRequest {
    type Input = CompareInput;

    fn into_input(self) -> Result<CompareInput, Problem> {
        let (_, origin) = live_url(&self.origin)?;
        Ok(CompareInput { origin, robots: self.robots })
    }
}

/// The comparison of a draft with the live file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CompareResponse {
    /// The comparison.
    #[serde(flatten)]
    pub(crate) comparison: Comparison,
    /// The live file, now also for all clients that share the store.
    pub(crate) live: RobotsFile,
}

/// The result of a comparison.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Comparison {
    /// Whether the site serves the bytes of the draft. False if only the beginning of the live file was read.
    pub(crate) is_same: bool,
    /// The first difference; `null` if there is none, or if there is no live file.
    #[schema(required)]
    pub(crate) difference: Option<Difference>,
    /// Size of the draft, in bytes.
    pub(crate) draft_bytes: usize,
    /// Size of the live file as read, in bytes; `null` if the last fetch returned none. A last copy may still be in
    /// force.
    #[schema(required)]
    pub(crate) live_bytes: Option<usize>,
    /// Whether the live file is longer than the 500 KiB that are read. Then only what was read is compared.
    pub(crate) live_is_cut: bool,
}

/// The first difference between two files.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Difference {
    /// Number of equal bytes before it.
    pub(crate) byte: usize,
    /// Its line, from 1.
    pub(crate) line: usize,
    /// That line in the draft; `null` after its end.
    #[schema(required)]
    pub(crate) draft: Option<String>,
    /// That line in the live file; `null` after its end.
    #[schema(required)]
    pub(crate) live: Option<String>,
}

/// Is a draft the live robots.txt of its origin, byte for byte?
///
/// Fetches the live file now, unless it was fetched less than 10 s ago.
#[utoipa::path(post, path = "/v1/robots/compare", tag = "robots", request_body(content = CompareRequest,
    example = json!({"origin": "https://www.example.com", "robots": "User-agent: *\nDisallow: /private/\n"})),
    responses(
    (status = OK, description = "The comparison, and the live file", body = CompareResponse)))]
pub(crate) async fn compare(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    Extension(ResponseLanguage(language)): Extension<ResponseLanguage>,
    JsonInput(input): JsonInput<CompareRequest>,
) -> Result<Response, Problem> {
    let CompareInput { origin, robots } = input;
    let site_robots = MaskedRobots::refresh(&state, &context, &origin).await?;
    let (live, live_is_cut) = (site_robots.live_bytes(), site_robots.is_live_cut());
    let read = live.filter(|_| live_is_cut).map_or(robots.len(), <[u8]>::len);
    let draft = &robots.as_bytes()[..robots.len().min(read)];
    let comparison = Comparison {
        is_same: live == Some(draft) && !live_is_cut,
        difference: live.and_then(|live| difference(draft, live)),
        draft_bytes: robots.len(),
        live_bytes: live.map(<[u8]>::len),
        live_is_cut,
    };
    let mut opening = json_bytes(&comparison)?.to_vec();
    opening.pop();
    opening.extend_from_slice(b",\"live\":");
    opening.extend_from_slice(&open_object(&site_robots.head(language), "versions"));
    versions(&state, &context, &site_robots, ElementWriter::inside(opening, "]}}")).await
}

fn difference(draft: &[u8], live: &[u8]) -> Option<Difference> {
    let LineDifference { byte, line, first, second } = LineDifference::between(draft, live)?;
    let text = |line| shortened(&String::from_utf8_lossy(line), MAX_LINE_BYTES).into_owned();
    Some(Difference { byte, line: line as usize, draft: first.map(text), live: second.map(text) })
}

#[cfg(test)]
mod tests {
    use super::difference;

    /// Byte, line, the draft's line, the live file's.
    type FirstDifference = (usize, usize, Option<&'static str>, Option<&'static str>);

    /// Draft, live file, and their first difference.
    const ROWS: &[(&str, &str, Option<FirstDifference>)] = &[
        ("a\nb\n", "a\nb\n", None),
        ("", "", None),
        ("a\nb\n", "a\nc\n", Some((2, 2, Some("b"), Some("c")))),
        ("a\nb\n", "a\nb", Some((3, 2, Some("b"), None))),
        ("a\nb", "a\nb\n# new\n", Some((3, 2, None, Some("b")))),
        ("a\r\nb", "a\nb", Some((1, 1, Some("a"), Some("a")))),
        ("", "a", Some((0, 1, None, Some("a")))),
    ];

    #[test]
    fn the_first_difference_is_found() {
        for (draft, live, expected) in ROWS {
            let found = difference(draft.as_bytes(), live.as_bytes());
            let found = found
                .as_ref()
                .map(|it| (it.byte, it.line, it.draft.as_deref(), it.live.as_deref()));
            assert_eq!(found, *expected, "{draft:?} {live:?}");
        }
    }
}
