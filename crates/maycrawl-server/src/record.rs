//! What is kept of a request: one line in the log, a count and a time. Never the URL that was asked about, a query
//! or a draft.

use std::net::SocketAddr;
use std::time::Instant;

use axum::extract::{ConnectInfo, MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;

use crate::clients;

/// Answers a request and writes down that it did.
pub(crate) async fn record(request: Request, next: Next) -> Response {
    let start = Instant::now();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let client = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let method = request.method().clone();
    let response = next.run(request).await;
    let route = route.as_ref().map_or("other", MatchedPath::as_str);
    let (status, took) = (response.status().as_u16(), start.elapsed());
    metrics::counter!("maycrawl_requests_total", "path" => route.to_owned(), "status" => status.to_string())
        .increment(1);
    metrics::histogram!("maycrawl_request_seconds", "path" => route.to_owned())
        .record(took.as_secs_f64());
    tracing::info!(
        target: "maycrawl::request",
        route,
        method = method.as_str(),
        status,
        micros = took.as_micros() as u64,
        client = client.map(|client| tracing::field::display(clients::network(client))),
        "answered"
    );
    response
}
