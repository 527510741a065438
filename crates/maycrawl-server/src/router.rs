//! The service put together: routes, limits, headers.

use std::any::Any;
use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router, middleware};
use maycrawl_fetch::Store;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::admission::admit;
use crate::api;
use crate::assets;
use crate::host_policy::HostPolicy;
use crate::openapi;
use crate::own_pages;
use crate::parameters::Operations;
use crate::problem::ProblemKind;
use crate::request_log::{RequestMetrics, RequestRecord};
use crate::response_language::read_parameters;
use crate::state::{AppState, ServiceState};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "maycrawl",
        description = "May this crawler fetch this URL, and why?",
    ),
    tags(
        (name = "check", description = "Live sites: the service fetches from them."),
        (name = "crawlers", description = "Known crawlers and their names."),
        (name = "draft", description = "Drafts of robots.txt, and what forms for drafts need. Nothing is fetched."),
        (name = "robots", description = "The robots.txt of live sites, and its stored versions."),
    )
)]
struct ApiDescription;

/// The routes of the service, and the OpenAPI document that describes them.
pub fn router(app: AppState) -> (Router, Document) {
    let entrance =
        Arc::new(Entrance { hosts: app.hosts.clone(), metrics: RequestMetrics::default() });
    let cors = app.hosts.cors();
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
        .layer(CatchPanicLayer::custom(panic_response));
    // Outside of `admit` and of the fallback for methods: a page can wait as it is told only if it may read that it came
    // too often, and the question of its browser has a method that no path has.
    let router = match cors {
        Some(layer) => router.layer(layer),
        None => router,
    };
    (router.layer(middleware::from_fn_with_state(entrance, enter)), document)
}

/// The operations of the API and its description.
fn api_routes(state: &Arc<ServiceState>) -> (Router, Document) {
    let (router, mut document) = OpenApiRouter::with_openapi(ApiDescription::openapi())
        .routes(routes!(api::check::check, api::check::check_many))
        .routes(routes!(api::uses::uses))
        .routes(routes!(api::draft::check_draft))
        .routes(routes!(api::draft::parse))
        .routes(routes!(api::draft::user_agent))
        .routes(routes!(api::draft::explain))
        .routes(routes!(api::draft::diff))
        .routes(routes!(api::draft::verify))
        .routes(routes!(api::draft::lint))
        .routes(routes!(api::sitemap::sitemap))
        .routes(routes!(api::sitemap_file::sitemap_file))
        .routes(routes!(api::inspect::inspect))
        .routes(routes!(api::robots::robots))
        .routes(routes!(api::robots::refresh))
        .routes(routes!(api::robots::compare))
        .routes(routes!(api::ask_as::ask_as))
        .routes(routes!(api::draft::crawlers))
        .routes(routes!(api::draft::resolve_crawler))
        .routes(routes!(api::draft::lints))
        .routes(routes!(api::draft::lint_page))
        .routes(routes!(api::draft::options))
        .routes(routes!(api::draft::summary))
        .routes(routes!(api::draft::recipes))
        .routes(routes!(api::draft::compose_file))
        .with_state(Arc::clone(state))
        .split_for_parts();
    openapi::complete(&mut document);
    let operations = Operations::of(&document);
    let served = document.clone();
    let router = router
        .route_layer(middleware::from_fn_with_state(operations, read_parameters))
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
            Ok(()) if store.unwritable().is_some() => Ok("ready\nthe store cannot be written\n"),
            Ok(()) => Ok("ready\n"),
            Err(_) => Err(ProblemKind::Busy.with_detail("the store does not answer")),
        }
    };
    Router::new().route("/healthz", get(|| async { "ok\n" })).route("/readyz", get(ready))
}

/// What every request meets first.
struct Entrance {
    hosts: HostPolicy,
    metrics: RequestMetrics,
}

/// No origin may use these features, not even the page itself: the header's empty list. A feature that is not named keeps
/// the browser's default, so the list has what asks the user, and what tells users apart.
const PERMISSIONS_POLICY: &str = "accelerometer=(), autoplay=(), browsing-topics=(), \
     camera=(), display-capture=(), encrypted-media=(), fullscreen=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), \
     idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), \
     publickey-credentials-get=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()";

/// What the page may load. Its engine is WebAssembly and runs in a worker: `'wasm-unsafe-eval'` lets the browser compile a
/// module, and still no text becomes a script. Both come from this origin, as everything does.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
     frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/// The security headers of every response. The page opens no window and needs no feature of the browser that asks its
/// user. No other site embeds what the service answers, or keeps a handle on its window. (OWASP ASVS 5.0, section 3.4.)
const SECURITY_HEADERS: [(HeaderName, HeaderValue); 6] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_SECURITY_POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (HeaderName::from_static("permissions-policy"), HeaderValue::from_static(PERMISSIONS_POLICY)),
];

/// Passes a request on if the host policy accepts it, adds the security headers to the response, and logs both.
///
/// This is one middleware and not one for each of the three, because a router clones and boxes each of its layers for
/// each request.
async fn enter(State(entrance): State<Arc<Entrance>>, request: Request, next: Next) -> Response {
    let record = RequestRecord::of(&request);
    let mut response = match entrance.hosts.check(&request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    for (name, value) in SECURITY_HEADERS {
        response.headers_mut().insert(name, value);
    }
    record.end(response.status(), &entrance.metrics);
    response
}

// The layer passes the panic's payload by value.
#[allow(clippy::needless_pass_by_value)]
fn panic_response(_: Box<dyn Any + Send>) -> Response {
    ProblemKind::Internal.with_detail("internal error; see the server log").into_response()
}
