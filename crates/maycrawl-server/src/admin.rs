//! Routes for operators, at an address of their own: counters, and why the service is not ready.
//!
//! Clients must not see these. The counters tell refused fetches from failed ones, and so show whether a name exists
//! inside the network. The text of a store's error names hosts.

use axum::Router;
use axum::routing::get;
use maycrawl::Printable;
use maycrawl_fetch::{Fetcher, StoreError};
use metrics_exporter_prometheus::PrometheusHandle;
use std::sync::Arc;

use axum::middleware;

use crate::host_policy::{HostPolicy, enforce};
use crate::problem::ProblemKind;

/// The routes for operators: `/metrics`, `/readyz` with the store's error, `/healthz`.
pub fn admin_router(fetcher: &Fetcher, metrics: PrometheusHandle, hosts: HostPolicy) -> Router {
    let store = fetcher.store().clone();
    let ready = move || async move {
        let shown = |error: StoreError| Printable(error.to_string().as_bytes()).to_string();
        match (store.ping().await, store.unwritable()) {
            (Ok(()), None) => Ok("ready\n".to_owned()),
            (Ok(()), Some(why)) => {
                Ok(format!("ready\nthe store cannot be written: {}\n", shown(why)))
            }
            (Err(error), _) => Err(ProblemKind::Busy.with_detail(shown(error))),
        }
    };
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(move || async move { metrics.render() }))
        .fallback(|| async {
            ProblemKind::NotFound
                .with_detail("the paths of this address are /metrics, /readyz and /healthz")
        })
        .layer(middleware::from_fn_with_state(Arc::new(hosts), enforce))
}
