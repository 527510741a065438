//! The service put together: routes, limits, headers.

use std::any::Any;
use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router, middleware};
use maycrawl_fetch::Store;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::admission::admit;
use crate::api;
use crate::assets;
use crate::host_policy::enforce;
use crate::openapi;
use crate::own_pages;
use crate::parameters::{Operations, check_parameters};
use crate::problem::ProblemKind;
use crate::request_log::{RequestMetrics, log_request};
use crate::response_language::choose_language;
use crate::state::{AppState, ServiceState};

#[derive(OpenApi)]
#[openapi(info(title = "maycrawl", description = "May this crawler fetch this URL, and why?"))]
struct ApiDescription;

/// The routes of the service, and the OpenAPI document that describes them.
pub fn router(app: AppState) -> (Router, Document) {
    let hosts = Arc::new(app.hosts.clone());
    let state = ServiceState::new(app);
    let (api, document) = api_routes(&state);
    let admitted = api
        .merge(assets::routes())
        .merge(own_pages::routes(&document))
        // `admit` limits bodies.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(Arc::clone(&state.admission), admit));
    let router = admitted
        .merge(ops_routes(state.fetcher.store()))
        .fallback(|| async {
            ProblemKind::NotFound.with_detail("see /docs for the paths of this service")
        })
        .method_not_allowed_fallback(|| async {
            ProblemKind::MethodNotAllowed
                .with_detail("see /openapi.json for the methods of this path")
        })
        .layer(CatchPanicLayer::custom(panic_response))
        .layer(middleware::from_fn_with_state(hosts, enforce));
    let router = security_headers(router)
        .layer(middleware::from_fn_with_state(Arc::<RequestMetrics>::default(), log_request));
    (router, document)
}

/// The operations of the API and its description.
fn api_routes(state: &Arc<ServiceState>) -> (Router, Document) {
    let (router, mut document) = OpenApiRouter::with_openapi(ApiDescription::openapi())
        .routes(routes!(api::check::check, api::check::check_many))
        .routes(routes!(api::draft::test))
        .routes(routes!(api::draft::parse))
        .routes(routes!(api::explain::explain))
        .routes(routes!(api::change::diff))
        .routes(routes!(api::change::verify))
        .routes(routes!(api::lint::lint))
        .routes(routes!(api::sitemap::sitemap))
        .routes(routes!(api::sitemap_file::sitemap_file))
        .routes(routes!(api::inspect::inspect))
        .routes(routes!(api::robots::robots))
        .routes(routes!(api::robots::refresh))
        .routes(routes!(api::robots::compare))
        .routes(routes!(api::crawlers::crawlers))
        .routes(routes!(api::crawler_name::crawler))
        .routes(routes!(api::lints::lint_page))
        .routes(routes!(api::options::options))
        .routes(routes!(api::summary::summary))
        .routes(routes!(api::recipes::recipes))
        .routes(routes!(api::recipes::compose_file))
        .with_state(Arc::clone(state))
        .split_for_parts();
    openapi::complete(&mut document);
    let operations = Operations::of(&document);
    let served = document.clone();
    let router = router
        .route_layer(middleware::from_fn_with_state(Arc::clone(&operations), choose_language))
        .route_layer(middleware::from_fn_with_state(operations, check_parameters))
        .route("/openapi.json", get(move || async move { Json(served) }));
    (router, document)
}

/// The routes for load balancers and supervisors. No limit applies to them.
fn ops_routes(store: &Store) -> Router {
    let store = store.clone();
    // The service also answers without its store, but services that share one need to know. Only the admin address
    // shows the error.
    let ready = move || async move {
        match store.ping().await {
            Ok(_) => Ok("ready\n"),
            Err(_) => Err(ProblemKind::Busy.with_detail("the store does not answer")),
        }
    };
    Router::new().route("/healthz", get(|| async { "ok\n" })).route("/readyz", get(ready))
}

fn security_headers(router: Router) -> Router {
    router
        .layer(header(
            "content-security-policy",
            "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
        ))
        .layer(header("x-content-type-options", "nosniff"))
        .layer(header("referrer-policy", "no-referrer"))
}

fn header(name: &'static str, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::overriding(
        HeaderName::from_static(name),
        HeaderValue::from_static(value),
    )
}

// The layer passes the panic's payload by value.
#[allow(clippy::needless_pass_by_value)]
fn panic_response(_: Box<dyn Any + Send>) -> Response {
    ProblemKind::Internal.with_detail("internal error; see the server log").into_response()
}
