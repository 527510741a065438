//! The URLs of a sitemap file that a person drops on the tester page. Nothing is fetched.

use std::io::{self, Read};
use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use maycrawl_site::{Sitemap, SitemapItem, SitemapKind, SitemapProblem, SitemapProblemKind};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::admission::RequestContext;
use crate::api::extract::{ApiRequest, QueryInput, WorkerFile};
use crate::api::sitemap::{DEFAULT_URLS, MAX_NOTES, checked_limit};
use crate::json_body::{json_bytes, json_response};
use crate::problem::{Problem, ProblemKind};
use crate::state::ServiceState;
use crate::worker_pool::{MAX_STREAM_TIME, Slices};

/// Memory of one URL and of its JSON: 2,047 characters of four bytes, or as many control characters of one byte, each
/// of which is six bytes in JSON.
const MAX_URL_MEMORY_BYTES: usize = 16 << 10;

/// Bytes of the file that are read at a time. Compressed, they hold at most a thousand times as much, so that a slice
/// of work ends a few milliseconds late at most.
const MAX_READ_BYTES: usize = 256;

/// The number of URLs to return.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SitemapFileQuery {
    /// Most URLs to return. Default: 500.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<usize>,
}

impl ApiRequest for SitemapFileQuery {
    type Input = usize;

    fn into_input(self) -> Result<usize, Problem> {
        checked_limit(self.limit.unwrap_or(DEFAULT_URLS))
    }
}

/// A sitemap file, as it is or compressed with gzip.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
struct SitemapBytes(#[allow(dead_code)] Vec<u8>);

/// The content of a sitemap file.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct SitemapFileUrls {
    /// Its format; `null` if it is not a sitemap.
    #[schema(required)]
    pub(crate) kind: Option<SitemapFormat>,
    /// The URLs in the order of the file. The URLs of an index are sitemaps, not pages.
    pub(crate) urls: Vec<String>,
    /// Number of URLs that are not in `urls`.
    pub(crate) left_out: u64,
    /// Errors in the file, each with its line: the first twenty, and those that ended the reading.
    pub(crate) notes: Vec<String>,
    /// Number of further notes.
    pub(crate) more: usize,
}

impl SitemapFileUrls {
    /// Reads at most `limit` URLs, and counts the others.
    fn read(file: impl Read, limit: usize) -> Self {
        let mut sitemap = Sitemap::new(file);
        let mut found = Self::default();
        for item in sitemap.by_ref() {
            match item {
                SitemapItem::Url(url) | SitemapItem::Sitemap(url) if found.urls.len() < limit => {
                    found.urls.push(url.loc);
                }
                SitemapItem::Url(_) | SitemapItem::Sitemap(_) => found.left_out += 1,
                SitemapItem::Problem(problem) => found.note(&problem),
            }
        }
        found.kind = sitemap.kind().map(SitemapFormat::from);
        found
    }

    fn note(&mut self, problem: &SitemapProblem) {
        if let SitemapProblemKind::Beyond(count) = problem.trouble {
            self.left_out += count;
        }
        if self.notes.len() < MAX_NOTES || problem.is_last() {
            self.notes.push(problem.to_string());
        } else {
            self.more += 1;
        }
    }
}

/// The format of a sitemap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SitemapFormat {
    /// `<urlset>`: URLs of pages.
    UrlSet,
    /// `<sitemapindex>`: URLs of sitemaps.
    Index,
    /// RSS.
    Rss,
    /// Atom.
    Atom,
    /// Text: a URL a line.
    Text,
}

impl From<SitemapKind> for SitemapFormat {
    fn from(kind: SitemapKind) -> Self {
        match kind {
            SitemapKind::UrlSet => Self::UrlSet,
            SitemapKind::Index => Self::Index,
            SitemapKind::Rss => Self::Rss,
            SitemapKind::Atom => Self::Atom,
            SitemapKind::Text => Self::Text,
        }
    }
}

/// Which URLs does this sitemap file list?
///
/// The body is the file, as it is or compressed with gzip. At most 50 MiB of
/// uncompressed data are read. Nothing is fetched.
#[utoipa::path(post, path = "/v1/draft/sitemap", tag = "draft", params(SitemapFileQuery),
    request_body(content = inline(SitemapBytes), content_type = "application/octet-stream",
        example = "https://www.example.com/\nhttps://www.example.com/page\n"),
    responses((status = OK, description = "The URLs of the file", body = SitemapFileUrls)))]
pub(crate) async fn sitemap_file(
    State(state): State<Arc<ServiceState>>,
    Extension(context): Extension<RequestContext>,
    QueryInput(limit): QueryInput<SitemapFileQuery>,
    WorkerFile { bytes, slot }: WorkerFile,
) -> Result<Response, Problem> {
    let memory = state.admission.reserve_memory(context.client, limit * MAX_URL_MEMORY_BYTES);
    let memory = memory.ok_or_else(|| {
        ProblemKind::Busy.with_detail("too many large requests at a time; try again in a second")
    })?;
    let read = move |slices| {
        let found = SitemapFileUrls::read(SlicedFile { bytes, slices }, limit);
        // The work keeps the memory also when the client closes the connection.
        json_bytes(&found).map(|json| (json, memory))
    };
    let (json, memory) = slot.run_stream(MAX_STREAM_TIME, read).await??;
    Ok(json_response(json, memory))
}

/// A file that is read in slices of work.
struct SlicedFile {
    bytes: Bytes,
    slices: Slices,
}

impl Read for SlicedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.slices.may_continue() {
            return Err(io::Error::other("the file takes too long; split it"));
        }
        let part = self.bytes.split_to(self.bytes.len().min(buffer.len()).min(MAX_READ_BYTES));
        buffer[..part.len()].copy_from_slice(&part);
        Ok(part.len())
    }
}
