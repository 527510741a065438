//! The file of an origin: as last fetched, every version seen, and a fresh fetch.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Query, State};
use maycrawl_fetch::Robots;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{body, origin};
use crate::answer::{Site, VersionSeen};
use crate::app::App;
use crate::problem::{Kind, Problem};

/// Whose file.
#[derive(Debug, Deserialize, IntoParams, ToSchema)]
pub struct Whose {
    /// The origin, or any URL of it.
    origin: String,
}

/// An origin's file and its history.
#[derive(Debug, Serialize, ToSchema)]
pub struct File {
    /// What verdicts rest on.
    #[serde(flatten)]
    pub site: Site,
    /// The versions that were seen, the current one first.
    pub versions: Vec<VersionSeen>,
    /// How the last fetch went, in words.
    pub last_fetch: String,
    /// When it began.
    pub last_fetch_at: String,
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
    let robots = app.fetcher.robots_of(&origin).await;
    Ok(Json(file(&app, &robots).await))
}

/// Fetches the robots.txt of an origin now, for everybody who shares the store.
#[utoipa::path(post, path = "/v1/refresh", tag = "robots", request_body = Whose, responses(
    (status = OK, body = File),
    (status = "4XX", body = Problem, content_type = "application/problem+json"),
    (status = "5XX", body = Problem, content_type = "application/problem+json")))]
pub async fn refresh(State(app): State<Arc<App>>, bytes: Bytes) -> Result<Json<File>, Problem> {
    let whose: Whose = body(&bytes)?;
    let origin = origin(whose.origin.trim())?;
    let robots = app.fetcher.refresh(&origin).await;
    Ok(Json(file(&app, &robots).await))
}

async fn file(app: &App, robots: &Robots) -> File {
    let old = app.fetcher.store().old_versions(robots.origin()).await.unwrap_or_default();
    let current = robots.entry().version();
    let versions = current.into_iter().chain(&old).enumerate();
    let last = robots.entry().last_fetch();
    File {
        site: Site::from(robots),
        versions: versions.map(|(i, version)| VersionSeen::new(i + 1, version)).collect(),
        last_fetch: last.result.clone(),
        last_fetch_at: last.at.to_string(),
    }
}
