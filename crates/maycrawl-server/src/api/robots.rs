//! The file of an origin: as last fetched, every version seen, a fresh fetch, and whether it equals a draft.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use futures_util::stream;
use maycrawl::{Lines, Origin, Profile};
use maycrawl_fetch::{Content, Policy, Version};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::admission::RequestContext;
use crate::api::extract::{ApiRequest, JsonInput, QueryInput, policy};
use crate::api::masked_robots::MaskedRobots;
use crate::api::types::{RobotsFile, VersionInfo, VersionItem, shortened};
use crate::json_body::{Chunk, ElementWriter, Layout, json_bytes, open_object, stream_response};
use crate::problem::{Problem, ProblemKind};
use crate::state::ServiceState;
use crate::written_url::{misread_robots, origin_of};

/// Bytes of the versions that one answer shows.
const MAX_VERSION_BYTES: usize = 8 << 20;
/// Bytes of a line that differs.
const MAX_LINE_BYTES: usize = 16 << 10;

/// OriginQuery file.
#[derive(Debug, Deserialize, IntoParams, ToSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OriginQuery {
    /// The origin, or any URL of it.
    #[param(example = "https://www.example.com")]
    origin: String,
    /// The policy for sites that answer with errors, such as `google-2026`; the service's own without it.
    #[param(max_length = 32, example = "google-2026")]
    policy: Option<String>,
}

/// An origin, with a checked policy.
pub(crate) struct OriginInput {
    origin: Origin,
    /// Why the URL that was written does not name the file of its origin, if it does not.
    note: Option<String>,
    policy: Option<Policy>,
}

impl ApiRequest for OriginQuery {
    type Input = OriginInput;

    fn into_input(self) -> Result<OriginInput, Problem> {
        let policy = policy(self.policy.as_deref())?;
        let written = self.origin.trim();
        let origin = origin_of(written)?;
        let note = misread_robots(written, &origin);
        Ok(OriginInput { origin, note, policy })
    }
}

/// The robots.txt of an origin, and the versions that were seen of it, 8 MiB at most.
#[utoipa::path(get, path = "/v1/robots", tag = "robots", params(OriginQuery), responses(
    (status = OK, body = RobotsFile)))]
pub(crate) async fn robots(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    QueryInput(input): QueryInput<OriginQuery>,
) -> Result<Response, Problem> {
    let asked = MaskedRobots::get(&state, &context, &input.origin).await.under(input.policy);
    file(&state, &context, &asked.with_note(input.note)).await
}

/// The answer that is an origin's file.
async fn file(
    state: &ServiceState,
    context: &RequestContext,
    asked: &MaskedRobots,
) -> Result<Response, Problem> {
    let opening = open_object(&asked.head(), "versions");
    versions(state, context, asked, ElementWriter::inside(opening, "]}")).await
}

/// An answer whose last member is an origin's versions.
async fn versions(
    state: &ServiceState,
    context: &RequestContext,
    asked: &MaskedRobots,
    writer: ElementWriter,
) -> Result<Response, Problem> {
    let all = asked.versions(state).await;
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
    let busy = || ProblemKind::Busy.with_detail("too much is being sent; try again in a second");
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
        "the rest was cut: an answer shows {limit} MiB of versions; `maycrawl cache history` shows all"
    ))
}

/// Fetches the robots.txt of an origin now, for everybody who shares the store. A site that was asked a moment ago
/// (10 s, unless the service says otherwise) is not asked again: `note` says so.
#[utoipa::path(post, path = "/v1/refresh", tag = "robots", request_body = OriginQuery, responses(
    (status = OK, body = RobotsFile)))]
pub(crate) async fn refresh(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    JsonInput(input): JsonInput<OriginQuery>,
) -> Result<Response, Problem> {
    let asked = MaskedRobots::refresh(&state, &context, &input.origin).await.under(input.policy);
    file(&state, &context, &asked.with_note(input.note)).await
}

/// A draft, and whose file it is to be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompareRequest {
    /// The origin, or any URL of it.
    origin: String,
    /// The draft.
    robots: String,
}

/// An origin and a draft of its file.
pub(crate) struct CompareInput {
    origin: Origin,
    robots: String,
}

impl ApiRequest for CompareRequest {
    type Input = CompareInput;

    fn into_input(self) -> Result<CompareInput, Problem> {
        let origin = origin_of(self.origin.trim())?;
        Ok(CompareInput { origin, robots: self.robots })
    }
}

/// Whether the live file is the draft.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CompareResponse {
    /// How the two compare.
    #[serde(flatten)]
    pub(crate) comparison: Comparison,
    /// The live file, as it is from now on for everybody who shares the store.
    pub(crate) live: RobotsFile,
}

/// How a draft and the live file compare.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Comparison {
    /// Byte for byte the same.
    pub(crate) is_same: bool,
    /// The first place where they differ; `null` where they do not, or where there is no live file.
    pub(crate) difference: Option<Difference>,
    /// Bytes of the draft.
    pub(crate) draft_bytes: usize,
    /// Bytes of the live file that were read, if there is one.
    pub(crate) live_bytes: Option<usize>,
}

/// A place where two files differ.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Difference {
    /// Bytes before it that are the same.
    pub(crate) byte: usize,
    /// Its line, from 1.
    pub(crate) line: usize,
    /// That line in the draft; `null` where it has ended.
    pub(crate) draft: Option<String>,
    /// That line in the live file; `null` where it has ended.
    pub(crate) live: Option<String>,
}

/// Fetches the live file now, unless it was fetched less than 10 s ago, and compares it with a draft, byte for byte.
#[utoipa::path(post, path = "/v1/compare", tag = "robots", request_body = CompareRequest, responses(
    (status = OK, body = CompareResponse)))]
pub(crate) async fn compare(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    JsonInput(input): JsonInput<CompareRequest>,
) -> Result<Response, Problem> {
    let CompareInput { origin, robots } = input;
    let asked = MaskedRobots::refresh(&state, &context, &origin).await;
    // A last copy is not what the site says now.
    let live = asked.bytes().filter(|_| asked.site().basis == "file");
    let comparison = Comparison {
        is_same: live == Some(robots.as_bytes()),
        difference: live.and_then(|live| difference(robots.as_bytes(), live)),
        draft_bytes: robots.len(),
        live_bytes: live.map(<[u8]>::len),
    };
    let mut opening = json_bytes(&comparison)?.to_vec();
    opening.pop();
    opening.extend_from_slice(b",\"live\":");
    opening.extend_from_slice(&open_object(&asked.head(), "versions"));
    versions(&state, &context, &asked, ElementWriter::inside(opening, "]}}")).await
}

fn difference(draft: &[u8], live: &[u8]) -> Option<Difference> {
    let byte = draft.iter().zip(live).take_while(|(a, b)| a == b).count();
    if byte == draft.len() && byte == live.len() {
        return None;
    }
    // Lines are counted in what is the same, so their number is that of both files.
    let number = Lines::new(&draft[..byte], Profile::GOOGLE).last().map_or(1, |line| line.number);
    let line = |file: &[u8]| {
        let line = Lines::new(file, Profile::GOOGLE).find(|line| line.number == number)?;
        let text = String::from_utf8_lossy(line.bytes());
        (byte < file.len()).then(|| shortened(&text, MAX_LINE_BYTES).into_owned())
    };
    Some(Difference { byte, line: number as usize, draft: line(draft), live: line(live) })
}

#[cfg(test)]
mod tests {
    use super::difference;

    /// Byte, line, the draft's line, the live file's.
    type Place = (usize, usize, Option<&'static str>, Option<&'static str>);

    /// Draft, live file, and where they differ.
    const ROWS: &[(&str, &str, Option<Place>)] = &[
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
