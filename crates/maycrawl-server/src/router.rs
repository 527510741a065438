//! The service put together: routes, limits, headers.

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue};
use axum::response::IntoResponse as _;
use axum::routing::get;
use axum::{Json, Router, middleware};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::admission::{Admission, let_in};
use crate::api;
use crate::assets;
use crate::host_policy::check;
use crate::openapi;
use crate::parameters::{Calls, known_parameters};
use crate::problem::Kind;
use crate::request_log::{RequestMetrics, record};
use crate::state::AppState;

#[derive(OpenApi)]
#[openapi(info(title = "maycrawl", description = "May this crawler fetch this URL, and why?"))]
struct Described;

/// The service, and the document that describes it.
pub fn router(app: AppState) -> (Router, Document) {
    let doors = Admission::new(app.limits);
    let hosts = Arc::new(app.hosts.clone());
    let store = app.fetcher.store().clone();
    let sitemaps = OpenApiRouter::new()
        .routes(routes!(api::sitemap::urls))
        .route_layer(axum::Extension(api::sitemap::Walks::default()));
    let inspections = OpenApiRouter::new()
        .routes(routes!(api::inspect::inspect))
        .route_layer(axum::Extension(api::inspect::Inspections::default()));
    let (router, mut document) = OpenApiRouter::with_openapi(Described::openapi())
        .routes(routes!(api::check::one, api::check::many))
        .routes(routes!(api::draft::test))
        .routes(routes!(api::draft::parse))
        .routes(routes!(api::explain::explain))
        .routes(routes!(api::lint::lint))
        .merge(sitemaps)
        .merge(inspections)
        .routes(routes!(api::robots::show))
        .routes(routes!(api::robots::refresh))
        .routes(routes!(api::robots::compare))
        .routes(routes!(api::known))
        .routes(routes!(api::crawler_name::named))
        .routes(routes!(api::lints::lint_page))
        .routes(routes!(api::options::options))
        .with_state(Arc::new(app))
        .split_for_parts();
    openapi::complete(&mut document);
    let calls = Calls::of(&document);
    let served = document.clone();
    // The service answers without its store too, but a fleet that shares one wants to know. What is wrong is told at the
    // admin's address.
    let ready = move || async move {
        match store.entry("").await {
            Ok(_) => Ok("ready\n"),
            Err(_) => Err(Kind::Busy.because("the store does not answer")),
        }
    };
    let router = router
        .route_layer(middleware::from_fn_with_state(calls, known_parameters))
        .route("/openapi.json", get(move || async move { Json(served) }))
        .merge(assets::routes())
        // Bodies are bounded at the doors.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(doors, let_in))
        // Whoever looks after the service is always let in.
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .fallback(|| async { Kind::NotFound.because("see /openapi.json for what is here") })
        .method_not_allowed_fallback(|| async {
            Kind::MethodNotAllowed.because("see /openapi.json for the methods")
        })
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            Kind::Internal.because("the service failed; it has been written down").into_response()
        }))
        .layer(middleware::from_fn_with_state(hosts, check))
        .layer(header(
            "content-security-policy",
            "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
        ))
        .layer(header("x-content-type-options", "nosniff"))
        .layer(header("referrer-policy", "no-referrer"))
        .layer(middleware::from_fn_with_state(Arc::<RequestMetrics>::default(), record));
    (router, document)
}

fn header(name: &'static str, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::overriding(
        HeaderName::from_static(name),
        HeaderValue::from_static(value),
    )
}
