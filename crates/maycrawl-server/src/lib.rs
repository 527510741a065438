//! The service and the tester page's API: *may this crawler fetch this URL, and why?* over HTTP.

#![forbid(unsafe_code)]

pub mod answer;
pub mod api;
mod app;
mod clients;
mod guarded;
mod held;
mod lane;
mod listen;
pub mod problem;
mod record;

pub use app::{App, router};
pub use guarded::Limits;
pub use listen::{Connections, serve};

use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};

/// Begins to count, for the whole process; call it once.
///
/// # Errors
/// If something else counts already.
pub fn count() -> Result<PrometheusHandle, BuildError> {
    PrometheusBuilder::new().install_recorder()
}
