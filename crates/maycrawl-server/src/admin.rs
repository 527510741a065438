//! Routes for operators, at an address of their own: counters, why the service is not ready, the watched sites, and
//! their word that a site's answer of now is to be believed.
//!
//! Clients must not see these. The counters tell refused fetches from failed ones, and so show whether a name exists
//! inside the network. The text of a store's error names hosts. The watched sites are the operator's.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use maycrawl::{Origin, Printable};
use maycrawl_fetch::{Clock, Fetcher, Store, StoreError};
use metrics_exporter_prometheus::PrometheusHandle;
use serde::Deserialize;
use tokio::sync::Mutex;

use crate::host_policy::{HostPolicy, enforce};
use crate::own_pages;
use crate::problem::{Problem, ProblemKind};
use crate::router::security_headers;
use crate::watched::{self, List};

/// Seconds after which a browser loads the page of watched sites again. A page that stays open must not grow old.
const RELOAD_SECONDS: &str = "60";

/// The routes for operators: `/metrics`, `/readyz` with the store's error, `/healthz`, the watched sites of the store
/// at `/watched` and `/watched.json`, judged by the time of `clock`, and `POST /believe?origin=ORIGIN`.
pub fn admin_router(
    fetcher: &Fetcher,
    metrics: PrometheusHandle,
    hosts: HostPolicy,
    clock: Clock,
) -> Router {
    let store = fetcher.store().clone();
    let watched = Arc::new(Watched { store: store.clone(), clock, reading: Mutex::new(()) });
    let ready = move || async move {
        match (store.ping().await, store.unwritable()) {
            (Ok(()), None) => Ok("ready\n".to_owned()),
            (Ok(()), Some(why)) => {
                Ok(format!("ready\nthe store cannot be written: {}\n", shown(&why)))
            }
            (Err(error), _) => Err(ProblemKind::Busy.with_detail(shown(&error))),
        }
    };
    Router::new()
        .route("/watched", get(watched_page))
        .route("/watched.json", get(watched_json))
        .with_state(watched)
        .route("/believe", post(believe))
        .with_state(fetcher.clone())
        .route("/docs.css", get(own_pages::style))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(move || async move { metrics.render() }))
        .fallback(|| async {
            ProblemKind::NotFound.with_detail(
                "the paths of this address are /watched, /watched.json, /believe, /metrics, /readyz and /healthz",
            )
        })
        .layer(middleware::map_response(security_headers))
        .layer(middleware::from_fn_with_state(Arc::new(hosts), enforce))
}

fn shown(error: &StoreError) -> String {
    Printable(error.to_string().as_bytes()).to_string()
}

/// The watched sites of a store.
struct Watched {
    store: Store,
    clock: Clock,
    /// Held while the store is read: a list of many sites takes seconds and memory, so there is one at a time.
    reading: Mutex<()>,
}

/// The query of the list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PageQuery {
    page: Option<std::num::NonZero<u32>>,
}

impl Watched {
    async fn list(&self, query: Result<Query<PageQuery>, impl Sized>) -> Result<List, Problem> {
        let Ok(Query(PageQuery { page })) = query else {
            return Err(ProblemKind::BadRequest.with_detail("write ?page=N, from 1"));
        };
        let page = page.map_or(1, |page| page.get() as usize);
        let _reading = self.reading.lock().await;
        let list = List::read(&self.store, self.clock.now().wall, page).await;
        list.map_err(|error| ProblemKind::Busy.with_detail(shown(&error)))
    }
}

/// The query of `/believe`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BelieveQuery {
    origin: String,
}

/// Fetches the robots.txt of an origin and believes the answer, also if it opens the site. Only the operator may say
/// that: anybody who can ask the service can make a firewall answer it.
async fn believe(
    State(fetcher): State<Fetcher>,
    query: Result<Query<BelieveQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<String, Problem> {
    let origin = query.ok().and_then(|Query(query)| Origin::parse(&query.origin).ok());
    let Some(origin) = origin else {
        let detail = "write ?origin=ORIGIN, such as https://www.example.com";
        return Err(ProblemKind::BadRequest.with_detail(detail));
    };
    let robots = fetcher
        .believe(&origin)
        .await
        .ok_or_else(|| ProblemKind::Busy.with_detail("no fetch was free; try again in a second"))?;
    tracing::info!(%origin, "the answer of the site is believed: {robots}");
    Ok(format!("{}\n", Printable(robots.to_string().as_bytes())))
}

type AskedPage = Result<Query<PageQuery>, axum::extract::rejection::QueryRejection>;

async fn watched_page(
    State(watched): State<Arc<Watched>>,
    query: AskedPage,
) -> Result<Response, Problem> {
    let list = watched.list(query).await?;
    let headers = [(header::CACHE_CONTROL, "no-store"), (header::REFRESH, RELOAD_SECONDS)];
    Ok((headers, Html(watched::page(&list))).into_response())
}

async fn watched_json(
    State(watched): State<Arc<Watched>>,
    query: AskedPage,
) -> Result<Response, Problem> {
    let list = watched.list(query).await?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(list)).into_response())
}
