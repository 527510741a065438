//! The file of an origin: as last fetched, every version seen, a fresh fetch, and whether it equals a draft.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Query, State};
use maycrawl::{Lines, Profile};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{body, origin};
use crate::answer::File;
use crate::app::App;
use crate::problem::{Kind, Problem};
use crate::site::Asked;

/// Whose file.
#[derive(Debug, Deserialize, IntoParams, ToSchema)]
pub struct Whose {
    /// The origin, or any URL of it.
    origin: String,
}

/// The robots.txt of an origin, and the versions that were seen of it.
#[utoipa::path(get, path = "/v1/robots", tag = "robots", params(Whose), responses(
    (status = OK, body = File),
    (status = "4XX", body = Problem, content_type = "application/problem+json"),
    (status = "5XX", body = Problem, content_type = "application/problem+json")))]
pub async fn show(
    State(app): State<Arc<App>>,
    query: Result<Query<Whose>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<File>, Problem> {
    let Query(whose) = query.map_err(|error| Kind::BadRequest.because(error.body_text()))?;
    let origin = origin(whose.origin.trim())?;
    let asked = Asked::of(&app.fetcher, &origin, app.unreached).await;
    Ok(Json(asked.file(&app.fetcher).await))
}

/// Fetches the robots.txt of an origin now, for everybody who shares the store.
#[utoipa::path(post, path = "/v1/refresh", tag = "robots", request_body = Whose, responses(
    (status = OK, body = File),
    (status = "4XX", body = Problem, content_type = "application/problem+json"),
    (status = "5XX", body = Problem, content_type = "application/problem+json")))]
pub async fn refresh(State(app): State<Arc<App>>, bytes: Bytes) -> Result<Json<File>, Problem> {
    let whose: Whose = body(&bytes)?;
    let origin = origin(whose.origin.trim())?;
    let asked = Asked::anew(&app.fetcher, &origin, app.unreached).await;
    Ok(Json(asked.file(&app.fetcher).await))
}

/// A draft, and whose file it is to be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Uploaded {
    /// The origin, or any URL of it.
    origin: String,
    /// The draft.
    robots: String,
}

/// Whether the live file is the draft.
#[derive(Debug, Serialize, ToSchema)]
pub struct Compared {
    /// Byte for byte the same.
    pub is_same: bool,
    /// The first place where they differ; `null` where they do not, or where there is no live file.
    pub difference: Option<Difference>,
    /// Bytes of the draft.
    pub draft_bytes: usize,
    /// Bytes of the live file that were read, if there is one.
    pub live_bytes: Option<usize>,
    /// The live file, as it is from now on for everybody who shares the store.
    pub live: File,
}

/// A place where two files differ.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Difference {
    /// Bytes before it that are the same.
    pub byte: usize,
    /// Its line, from 1.
    pub line: usize,
    /// That line in the draft; `null` where it has ended.
    pub draft: Option<String>,
    /// That line in the live file; `null` where it has ended.
    pub live: Option<String>,
}

/// Fetches the live file now and compares it with a draft, byte for byte.
#[utoipa::path(post, path = "/v1/compare", tag = "robots", request_body = Uploaded, responses(
    (status = OK, body = Compared),
    (status = "4XX", body = Problem, content_type = "application/problem+json"),
    (status = "5XX", body = Problem, content_type = "application/problem+json")))]
pub async fn compare(State(app): State<Arc<App>>, bytes: Bytes) -> Result<Json<Compared>, Problem> {
    let Uploaded { origin: whose, robots } = body(&bytes)?;
    let origin = origin(whose.trim())?;
    let asked = Asked::anew(&app.fetcher, &origin, app.unreached).await;
    // A last copy is not what the site says now.
    let live = asked.bytes().filter(|_| asked.site().basis == "file");
    Ok(Json(Compared {
        is_same: live == Some(robots.as_bytes()),
        difference: live.and_then(|live| difference(robots.as_bytes(), live)),
        draft_bytes: robots.len(),
        live_bytes: live.map(<[u8]>::len),
        live: asked.file(&app.fetcher).await,
    }))
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
        (byte < file.len()).then(|| String::from_utf8_lossy(line.bytes()).into_owned())
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
