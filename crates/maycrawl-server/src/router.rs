//! The service put together: routes, limits, headers.

use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router, middleware};
use futures_util::FutureExt as _;
use maycrawl_fetch::Store;
use tokio::io::{AsyncRead, AsyncWrite};
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::admission::Admission;
use crate::api;
use crate::assets;
use crate::host_policy::HostPolicy;
use crate::mcp::McpServer;
use crate::openapi;
use crate::own_pages;
use crate::parameters::Operations;
use crate::problem::ProblemKind;
use crate::request_log::{RequestMetrics, RequestRecord};
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
    let (hosts, cors) = (app.hosts.clone(), app.hosts.cors());
    let for_agents = app.for_agents;
    let state = ServiceState::new(app);
    let (api, document) = api_routes(&state);
    let agents = for_agents.then(|| McpServer::new(api.clone(), &document, &state).http_routes());
    let router = api
        .merge(agents.unwrap_or_default())
        .merge(assets::routes())
        .merge(own_pages::routes(&document))
        .merge(api::result_page::routes(&state))
        .merge(ops_routes(state.fetcher.store()))
        .fallback(|| async {
            ProblemKind::NotFound.with_detail("see /docs for the paths of this service")
        })
        .method_not_allowed_fallback(|| async {
            ProblemKind::MethodNotAllowed
                .with_detail("see /openapi.json for the methods of this path")
        });
    let entrance = Arc::new(Entrance {
        hosts,
        metrics: RequestMetrics::default(),
        headers: security_header_map(),
        admission: Arc::clone(&state.admission),
        operations: Operations::of(&document),
    });
    let router = match cors {
        // Outside of the limits and of the fallback for methods: a page can wait as it is told only if it may read that
        // it came too often, and the question of its browser has a method that no path has.
        Some(cors) => {
            let admitted = middleware::from_fn_with_state(Arc::clone(&entrance), admit);
            let accepted = middleware::from_fn_with_state(entrance, accept);
            router.layer(admitted).layer(cors).layer(accepted)
        }
        None => router.layer(middleware::from_fn_with_state(entrance, enter)),
    };
    (router, document)
}

/// Answers one agent in the Model Context Protocol until its input ends: a message in each line.
///
/// # Errors
/// If a stream fails, or the input begins with something else.
pub async fn answer_agent<R, W>(app: AppState, input: R, output: W) -> io::Result<()>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let state = ServiceState::new(app);
    let (api, document) = api_routes(&state);
    McpServer::new(api, &document, &state).answer_on(input, output).await
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
        .routes(routes!(api::draft::card))
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
    let served = document.clone();
    (router.route("/openapi.json", get(move || async move { Json(served) })), document)
}

/// The paths for load balancers and supervisors. No limit applies to them.
const OPS_PATHS: [&str; 2] = ["/healthz", "/readyz"];

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
    let [health, readiness] = OPS_PATHS;
    Router::new().route(health, get(|| async { "ok\n" })).route(readiness, get(ready))
}

/// What every request meets before its handler.
struct Entrance {
    hosts: HostPolicy,
    metrics: RequestMetrics,
    /// The headers that every response has.
    headers: HeaderMap,
    admission: Arc<Admission>,
    operations: Operations,
}

/// No origin may use these features, not even the page itself: the header's empty list. A feature that is not named
/// keeps the browser's default, so the list has what asks the user, and what tells users apart.
const PERMISSIONS_POLICY: &str = "accelerometer=(), autoplay=(), browsing-topics=(), \
     camera=(), display-capture=(), encrypted-media=(), fullscreen=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), \
     idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), \
     publickey-credentials-get=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()";

/// What the page may load. Its engine is WebAssembly and runs in a worker: `'wasm-unsafe-eval'` lets the browser
/// compile a module, and still no text becomes a script. Both come from this origin, as everything does.
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

/// [`SECURITY_HEADERS`], with room for those of a response: a map that grows is hashed again.
fn security_header_map() -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(16);
    headers.extend(SECURITY_HEADERS);
    headers
}

/// Adds [`SECURITY_HEADERS`] to a response.
pub(crate) async fn security_headers(mut response: Response) -> Response {
    response.headers_mut().extend(SECURITY_HEADERS);
    response
}

/// The whole way of a request to its handler and back. A router clones and boxes each of its layers for each request,
/// so this is one layer.
async fn enter(State(entrance): State<Arc<Entrance>>, request: Request, next: Next) -> Response {
    entrance.accept(request, |request| entrance.admit(request, next)).await
}

/// The first half of [`enter`].
async fn accept(State(entrance): State<Arc<Entrance>>, request: Request, next: Next) -> Response {
    entrance.accept(request, |request| next.run(request)).await
}

/// The second half of [`enter`].
async fn admit(State(entrance): State<Arc<Entrance>>, request: Request, next: Next) -> Response {
    entrance.admit(request, next).await
}

impl Entrance {
    /// Passes a request on if the host policy accepts it, adds the security headers to the response, and logs both.
    async fn accept<F: Future<Output = Response>>(
        &self,
        request: Request,
        answer: impl FnOnce(Request) -> F,
    ) -> Response {
        let record = RequestRecord::of(&request);
        let mut response = match self.hosts.check(&request) {
            Ok(()) => answer(request).await,
            Err(problem) => problem.into_response(),
        };
        let mut headers = self.headers.clone();
        std::mem::swap(&mut headers, response.headers_mut());
        response.headers_mut().extend(headers);
        record.end(response.status(), &self.metrics);
        response
    }

    /// Passes a request on within the limits, with the language of its response. Answers with a problem if the handler
    /// panics.
    async fn admit(&self, request: Request, next: Next) -> Response {
        let answered = async {
            // No limit applies to requests of load balancers, and to those that have no handler.
            match request.extensions().get::<MatchedPath>() {
                Some(path) if !OPS_PATHS.contains(&path.as_str()) => {
                    let answer = |request| self.operations.answer(request, next);
                    let answered = self.admission.answer(request, answer).await;
                    answered.unwrap_or_else(IntoResponse::into_response)
                }
                _ => next.run(request).await,
            }
        };
        AssertUnwindSafe(answered).catch_unwind().await.unwrap_or_else(|_| {
            ProblemKind::Internal.with_detail("internal error; see the server log").into_response()
        })
    }
}
