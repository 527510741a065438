//! The service and the tester page's API: *may this crawler fetch this URL, and why?* over HTTP.

#![forbid(unsafe_code)]

pub mod answer;
pub mod api;
mod app;
mod guarded;
mod page;
mod place;
pub mod problem;
mod site;
mod words;

pub use app::{App, router};
pub use guarded::Limits;
pub use site::Unreached;

use std::io;
use std::net::SocketAddr;

use axum::Router;
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;

/// Answers requests until `stop`; then takes no more, and ends when the last is answered.
///
/// # Errors
/// If the listener fails.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service).with_graceful_shutdown(stop).await
}

/// Begins to count, for the whole process; call it once.
///
/// # Errors
/// If something else counts already.
pub fn count() -> Result<PrometheusHandle, BuildError> {
    PrometheusBuilder::new().install_recorder()
}
