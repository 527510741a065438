//! The record of a request: one line in the log, a count and a duration. It never has the URL of a check, a query
//! or a draft.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use metrics::{Counter, Histogram};

use crate::client_limit;

/// The counters in use. To find a counter by its labels costs more than an answer from memory.
#[derive(Default)]
pub(crate) struct RequestMetrics(RwLock<HashMap<Arc<str>, StatusCounters>>);

/// The count and the durations of a path, by status.
type StatusCounters = HashMap<StatusCode, (Counter, Histogram)>;

impl RequestMetrics {
    /// Counts a response. Routes and statuses are the service's own and few, so the map does not grow with what clients
    /// send.
    fn count(&self, route: &str, status: StatusCode, seconds: f64) {
        let add = |(count, time): &(Counter, Histogram)| {
            count.increment(1);
            time.record(seconds);
        };
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(counters) = known.get(route).and_then(|route| route.get(&status)) {
            return add(counters);
        }
        drop(known);
        let path = route.to_owned();
        let counters = (
            metrics::counter!("maycrawl_requests_total", "path" => path.clone(), "status" => status.as_str().to_owned()),
            metrics::histogram!("maycrawl_request_seconds", "path" => path),
        );
        add(&counters);
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.entry(route.into()).or_default().insert(status, counters);
    }
}

/// The method if it is a standard one, because a client may send any word as the method.
fn method_name(method: &Method) -> &'static str {
    const NAMES: [&str; 9] =
        ["GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT"];
    NAMES.into_iter().find(|name| method == *name).unwrap_or("other")
}

/// Answers a request, counts it and logs it.
pub(crate) async fn log_request(
    State(metrics): State<Arc<RequestMetrics>>,
    request: Request,
    next: Next,
) -> Response {
    let start = Instant::now();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let client = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let method = method_name(request.method());
    let response = next.run(request).await;
    let route = route.as_ref().map_or("other", MatchedPath::as_str);
    let took = start.elapsed();
    metrics.count(route, response.status(), took.as_secs_f64());
    tracing::info!(
        target: "maycrawl::request",
        route,
        method,
        status = response.status().as_u16(),
        micros = took.as_micros() as u64,
        client = client.map(|client| tracing::field::display(client_limit::network(client))),
        "answered"
    );
    response
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may panic
mod tests {
    use super::{Method, method_name};

    #[test]
    fn a_log_line_has_a_standard_method_or_other() {
        for (method, logged) in
            [("GET", "GET"), ("PATCH", "PATCH"), ("get", "other"), ("X", "other")]
        {
            assert_eq!(method_name(&method.parse::<Method>().unwrap()), logged);
        }
        let long = "A".repeat(60_000);
        assert_eq!(method_name(&long.parse::<Method>().unwrap()), "other");
    }
}
