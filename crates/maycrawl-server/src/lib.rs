//! The service and the API of the tester page: *may this crawler fetch this URL, and why?* over HTTP.
//!
//! [`router()`] makes the routes of an [`AppState`], and [`serve`] answers requests on a listener. A request passes
//! the connection and header limits ([`ConnectionLimits`]), load shedding, the host policy ([`HostPolicy`]) and the
//! limits of one client ([`RequestLimits`]) before a handler sees it. Requests over a limit get 429, 503 or 408
//! immediately.

#![forbid(unsafe_code)]

mod admin;
mod admission;
mod api;
mod assets;
mod deadline_body;
mod host_policy;
mod json_body;
mod link_state;
mod load_shed;
mod mcp;
mod openapi;
mod own_pages;
mod parameters;
mod problem;
mod recent_askings;
mod request_log;
mod response_language;
mod router;
mod server;
mod sliced_work;
mod state;
mod timeout_stream;
mod trusted_proxies;
pub mod watched;
mod worker_pool;

pub use admin::admin_router;
pub use admission::RequestLimits;
pub use host_policy::{HostName, HostPolicy};
pub use ipnet::IpNet;
pub use router::{answer_agent, router};
pub use server::{ConnectionLimits, serve};
pub use state::{AppState, Disclosure};
pub use trusted_proxies::{TrustedProxies, parse_network};

use std::time::Duration;

pub use metrics_exporter_prometheus::PrometheusHandle as MetricsHandle;
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};

/// Installs the recorder of metrics for the whole process. Call it once.
///
/// # Errors
/// If the process already has a recorder.
pub fn install_metrics() -> Result<PrometheusHandle, BuildError> {
    let handle = PrometheusBuilder::new().set_buckets(&DURATION_BUCKETS)?.install_recorder()?;
    let upkeep = handle.clone();
    // The recorder keeps every duration until it is added to a bucket, also if `/metrics` is never read. If the thread
    // cannot start, durations stay in memory for longer, and the counts are the same.
    let _ = std::thread::Builder::new().name("metrics".to_owned()).spawn(move || {
        loop {
            std::thread::sleep(Duration::from_secs(1));
            upkeep.run_upkeep();
        }
    });
    Ok(handle)
}

/// Buckets of the duration of a request, in seconds: from an answer from memory to a site that does not answer.
const DURATION_BUCKETS: [f64; 12] =
    [1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 1.0, 10.0, 60.0];
