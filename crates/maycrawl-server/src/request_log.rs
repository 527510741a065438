//! The record of a request: one line in the log, a count and a duration. It never has the URL of a check, a query
//! or a draft.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

use axum::extract::{ConnectInfo, MatchedPath, Request};
use axum::http::{Method, StatusCode};
use maycrawl_fetch::ledger::Client;
use metrics::{Counter, Histogram};

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

/// What the log says about a request that is being answered.
pub(crate) struct RequestRecord {
    start: Instant,
    route: Option<MatchedPath>,
    client: Option<IpAddr>,
    method: &'static str,
}

impl RequestRecord {
    /// The record of a request that has arrived now.
    pub(crate) fn of(request: &Request) -> Self {
        let extensions = request.extensions();
        Self {
            start: Instant::now(),
            route: extensions.get::<MatchedPath>().cloned(),
            client: extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip()),
            method: method_name(request.method()),
        }
    }

    /// Counts and logs the request, which is answered with `status`.
    pub(crate) fn end(self, status: StatusCode, metrics: &RequestMetrics) {
        let route = self.route.as_ref().map_or("other", MatchedPath::as_str);
        let took = self.start.elapsed();
        metrics.count(route, status, took.as_secs_f64());
        tracing::info!(
            target: "maycrawl::request",
            route,
            method = self.method,
            status = status.as_u16(),
            micros = took.as_micros() as u64,
            client = self.client.map(|client| tracing::field::display(Client::from_address(client))),
            "answered"
        );
    }
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
