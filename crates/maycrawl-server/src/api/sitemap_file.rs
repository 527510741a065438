//! The URLs of a sitemap file that a person drops on the tester page. Nothing is fetched.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use maycrawl_site::{SitemapKind, SitemapList, sitemap_urls};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::admission::RequestContext;
use crate::api::extract::{ApiRequest, QueryInput, WorkerFile};
use crate::api::sitemap::{DEFAULT_URLS, MAX_NOTES, checked_most};
use crate::json_body::{json_bytes, json_response};
use crate::problem::{Problem, ProblemKind};
use crate::state::ServiceState;

/// Memory of one URL and of its JSON: 2,047 characters of four bytes, or as many control characters of one byte, each of
/// which is six bytes in JSON.
const MAX_URL_MEMORY_BYTES: usize = 16 << 10;

/// The number of URLs to return.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SitemapFileQuery {
    /// Most URLs to return. Default: 500.
    #[param(minimum = 1, maximum = 1000)]
    most: Option<usize>,
}

impl ApiRequest for SitemapFileQuery {
    type Input = usize;

    fn into_input(self) -> Result<usize, Problem> {
        checked_most(self.most.unwrap_or(DEFAULT_URLS))
    }
}

/// A sitemap file, as it is or compressed with gzip.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
struct SitemapBytes(#[allow(dead_code)] Vec<u8>);

/// The content of a sitemap file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SitemapFileUrls {
    /// `urlset`, `index`, `rss`, `atom` or `text`; `null` if it is not a sitemap.
    pub(crate) kind: Option<&'static str>,
    /// The URLs in the order of the file. The URLs of an index are sitemaps, not pages.
    pub(crate) urls: Vec<String>,
    /// Number of URLs that are not in `urls`. Errors after the hundredth are counted here as well.
    pub(crate) left_out: u64,
    /// Errors in the file, each with its line: the first twenty.
    pub(crate) notes: Vec<String>,
    /// Number of further notes.
    pub(crate) more: usize,
}

impl From<SitemapList> for SitemapFileUrls {
    fn from(list: SitemapList) -> Self {
        Self {
            kind: list.kind.map(name),
            urls: list.urls.into_iter().map(|url| url.loc).collect(),
            left_out: list.left_out,
            notes: list.problems.iter().take(MAX_NOTES).map(ToString::to_string).collect(),
            more: list.problems.len().saturating_sub(MAX_NOTES),
        }
    }
}

fn name(kind: SitemapKind) -> &'static str {
    match kind {
        SitemapKind::UrlSet => "urlset",
        SitemapKind::Index => "index",
        SitemapKind::Rss => "rss",
        SitemapKind::Atom => "atom",
        SitemapKind::Text => "text",
    }
}

/// Which URLs does this sitemap list? The body is the file, as it is or compressed with gzip. At most 50 MiB of
/// uncompressed data are read. Nothing is fetched.
#[utoipa::path(post, path = "/v1/sitemap/file", tag = "draft", params(SitemapFileQuery),
    request_body(content = inline(SitemapBytes), content_type = "application/octet-stream"),
    responses((status = OK, body = SitemapFileUrls)))]
pub(crate) async fn sitemap_file(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    QueryInput(most): QueryInput<SitemapFileQuery>,
    WorkerFile { bytes, slot }: WorkerFile,
) -> Result<Response, Problem> {
    let memory = state.admission.reserve_memory(context.client, most * MAX_URL_MEMORY_BYTES);
    let memory = memory.ok_or_else(|| {
        ProblemKind::Busy.with_detail("too many large requests at a time; try again in a second")
    })?;
    let read = move || json_bytes(&SitemapFileUrls::from(sitemap_urls(&bytes, most)));
    let json = slot.run_first(read).await??;
    Ok(json_response(json, (slot, memory)))
}
