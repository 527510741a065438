//! The service and the tester page's API: *may this crawler fetch this URL, and why?* over HTTP.

#![forbid(unsafe_code)]

mod admin;
mod admission;
mod api;
mod assets;
mod client_limit;
mod deadline_body;
mod host_policy;
mod json_body;
mod load_shed;
mod openapi;
mod parameters;
mod problem;
mod request_log;
mod router;
mod server;
mod state;
mod timeout_stream;
mod trusted_proxies;
mod worker_pool;
mod written_url;

pub use admin::admin_router;
pub use admission::RequestLimits;
pub use host_policy::{HostName, HostPolicy};
pub use ipnet::IpNet;
pub use router::router;
pub use server::{ConnectionLimits, serve};
pub use state::{AppState, Disclosure};
pub use trusted_proxies::{TrustedProxies, parse_network};

use std::time::Duration;

pub use metrics_exporter_prometheus::PrometheusHandle as MetricsHandle;
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};

/// Begins to count, for the whole process; call it once.
///
/// # Errors
/// If something else counts already.
pub fn install_metrics() -> Result<PrometheusHandle, BuildError> {
    let handle = PrometheusBuilder::new().set_buckets(&DURATION_BUCKETS)?.install_recorder()?;
    let upkeep = handle.clone();
    // Times are kept one by one until somebody sums them up, whether or not anybody asks for `/metrics`. Without a
    // thread they would be kept for longer, and counted all the same.
    let _ = std::thread::Builder::new().name("counters".to_owned()).spawn(move || {
        loop {
            std::thread::sleep(Duration::from_secs(1));
            upkeep.run_upkeep();
        }
    });
    Ok(handle)
}

/// Bounds of the classes in which times are counted: from an answer from memory to a site that does not answer.
const DURATION_BUCKETS: [f64; 12] =
    [1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 1.0, 10.0, 60.0];
