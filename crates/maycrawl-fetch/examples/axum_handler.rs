//! An HTTP service that answers *may this crawler fetch this URL?* with the library's own JSON.
//!
//! ```text
//! cargo run -p maycrawl-fetch --example axum_handler
//! curl 'http://127.0.0.1:3000/check?agent=GPTBot&url=https://example.com/page'
//! ```
//!
//! It has no limits: `maycrawl serve` is the service to put on the internet.

#![allow(clippy::print_stdout, clippy::print_stderr)] // a program for a terminal

use std::error::Error;

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use maycrawl::Crawler;
use maycrawl::answer::Answer;
use maycrawl_fetch::Fetcher;
use serde::Deserialize;

#[derive(Deserialize)]
struct CheckRequest {
    agent: String,
    url: String,
}

async fn check(
    State(fetcher): State<Fetcher>,
    Query(request): Query<CheckRequest>,
) -> Result<Json<Answer>, (StatusCode, String)> {
    let bad_request = |error: &dyn Error| (StatusCode::BAD_REQUEST, error.to_string());
    let crawler = Crawler::resolve(&request.agent).map_err(|error| bad_request(&error))?;
    let robots = fetcher.robots_for(&request.url).await.map_err(|error| bad_request(&error))?;
    let checked = robots.check(crawler.crawler(), &request.url);
    let document = robots.parse();
    let location = document.locate(crawler.crawler(), &checked.verdict);
    Ok(Json(Answer::new(&request.url, crawler.crawler().token(), &checked.verdict).at(location)))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let fetcher = Fetcher::builder().build()?;
    let service = Router::new().route("/check", get(check)).with_state(fetcher);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await?;
    println!("http://{}/check?agent=GPTBot&url=https://example.com/", listener.local_addr()?);
    axum::serve(listener, service).await?;
    Ok(())
}
