//! The service put together: routes, limits, headers.

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue};
use axum::response::IntoResponse as _;
use axum::routing::get;
use axum::{Json, Router, middleware};
use maycrawl_fetch::Fetcher;
use metrics_exporter_prometheus::PrometheusHandle;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api;
use crate::described;
use crate::guarded::{Doors, Limits, let_in};
use crate::lane::slowly;
use crate::page;
use crate::problem::Kind;
use crate::record::{Tally, record};
use crate::site::Unreached;

/// What handlers share.
pub struct App {
    /// Asks live sites.
    pub fetcher: Fetcher,
    /// What is told of an origin that no connection was made to.
    pub unreached: Unreached,
    /// How much the service takes on.
    pub limits: Limits,
    /// Shows the counters; `None` where nobody counts.
    pub metrics: Option<PrometheusHandle>,
}

#[derive(OpenApi)]
#[openapi(info(title = "maycrawl", description = "May this crawler fetch this URL, and why?"))]
struct Described;

/// The service, and the document that describes it.
pub fn router(app: App) -> (Router, Document) {
    let doors = Doors::new(app.limits);
    let metrics = app.metrics.clone();
    let store = app.fetcher.store().clone();
    // Nothing here waits for anybody, and much of it may take long.
    let drafts = OpenApiRouter::new()
        .routes(routes!(api::draft::test))
        .routes(routes!(api::draft::parse))
        .routes(routes!(api::explain::explain))
        .routes(routes!(api::lint::lint))
        .route_layer(middleware::from_fn_with_state(doors.lane.clone(), slowly));
    let sitemaps = OpenApiRouter::new()
        .routes(routes!(api::sitemap::urls))
        .route_layer(axum::Extension(api::sitemap::Walks::default()));
    let (router, mut document) = OpenApiRouter::with_openapi(Described::openapi())
        .routes(routes!(api::check::one, api::check::many))
        .merge(drafts)
        .merge(sitemaps)
        .routes(routes!(api::robots::show))
        .routes(routes!(api::robots::refresh))
        .routes(routes!(api::robots::compare))
        .routes(routes!(api::known))
        .with_state(Arc::new(app))
        .split_for_parts();
    described::complete(&mut document);
    let served = document.clone();
    let header = |name: &'static str, value: &'static str| {
        SetResponseHeaderLayer::overriding(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        )
    };
    let ready = move || {
        let store = store.clone();
        // The service answers without its store too, but a fleet that shares one wants to know.
        async move {
            match store.entry("").await {
                Ok(_) => Ok("ready\n"),
                Err(error) => Err(Kind::Busy.because(error.to_string())),
            }
        }
    };
    let router = router
        .route("/openapi.json", get(move || async move { Json(served) }))
        .merge(page::routes())
        // Bodies are bounded at the doors.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(doors, let_in))
        // Whoever looks after the service is always let in.
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route(
            "/metrics",
            get(move || async move { metrics.map_or_else(String::new, |m| m.render()) }),
        )
        .fallback(|| async { Kind::NotFound.because("see /openapi.json for what is here") })
        .method_not_allowed_fallback(|| async {
            Kind::MethodNotAllowed.because("see /openapi.json for the methods")
        })
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            Kind::Internal.because("the service failed; it has been written down").into_response()
        }))
        .layer(header(
            "content-security-policy",
            "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
        ))
        .layer(header("x-content-type-options", "nosniff"))
        .layer(header("referrer-policy", "no-referrer"))
        .layer(middleware::from_fn_with_state(Arc::<Tally>::default(), record));
    (router, document)
}
