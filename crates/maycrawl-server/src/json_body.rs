//! JSON bodies that are written while they are sent.
//!
//! A response can be thousands of times larger than its request: a thousand URLs for twenty crawlers, each with the
//! rule that decides. So the elements of an array are serialised one by one into chunks, and the next chunk is made
//! when the client has read the previous one: memory holds one chunk, and the client's reading speed limits the work. A
//! response also has a size limit. At that limit, or at the end of its time, the array ends with an element that is
//! an error: the response stays valid JSON, and a shortened response always says that it is one.

use axum::BoxError;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures_util::{Stream, StreamExt as _, stream};
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::{Problem, ProblemKind};

/// Size of one response. 20,000 answers about live sites with usual URLs have 12 MB.
pub(crate) const MAX_RESPONSE_BYTES: usize = 32 << 20;

/// Size of a chunk. A response that fits into one is sent with its length.
pub(crate) const CHUNK_BYTES: usize = 64 << 10;

/// The last element of an array that was cut off.
#[derive(Debug, Serialize, ToSchema)]
pub struct CutOff {
    /// Always true. The element for an invalid URL also has an error, but no `is_cut`.
    pub is_cut: bool,
    /// Why the rest is missing, and what to do.
    pub error: Problem,
}

/// How the elements of a response are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// A JSON array.
    Array,
    /// JSON Lines: one element a line.
    Lines,
}

impl Layout {
    fn content_type(self) -> &'static str {
        match self {
            Self::Array => "application/json",
            Self::Lines => "application/x-ndjson",
        }
    }
}

/// Writes elements into chunks.
#[derive(Debug)]
pub(crate) struct ElementWriter {
    layout: Layout,
    chunk: Vec<u8>,
    /// Bytes left for elements.
    left: usize,
    has_elements: bool,
    /// The bytes after the last element.
    closing: &'static str,
}

impl ElementWriter {
    pub(crate) fn new(layout: Layout) -> Self {
        let (opening, closing) = match layout {
            Layout::Array => ("[", "]"),
            Layout::Lines => ("", ""),
        };
        Self::with(layout, opening.into(), closing)
    }

    /// A writer for an array that is the last member of an object: `opening` ends with its `[`, `closing` begins with
    /// its `]`.
    pub(crate) fn inside(opening: Vec<u8>, closing: &'static str) -> Self {
        Self::with(Layout::Array, opening, closing)
    }

    fn with(layout: Layout, chunk: Vec<u8>, closing: &'static str) -> Self {
        Self { layout, chunk, left: MAX_RESPONSE_BYTES, has_elements: false, closing }
    }

    /// Writes an element. If the size limit does not allow it, cuts the array off and returns false.
    pub(crate) fn push<T: Serialize>(&mut self, element: &T) -> bool {
        let start = self.chunk.len();
        self.write(element);
        let written = self.chunk.len() - start;
        if written <= self.left {
            self.left -= written;
            return true;
        }
        self.chunk.truncate(start);
        let limit = MAX_RESPONSE_BYTES >> 20;
        self.cut(ProblemKind::TooLarge.with_detail(format!(
            "the rest was cut off: a response has at most {limit} MiB; ask for fewer URLs or crawlers at a time"
        )));
        false
    }

    /// Ends the array with an error.
    pub(crate) fn cut(&mut self, error: Problem) {
        self.write(&CutOff { is_cut: true, error });
        self.end();
    }

    /// Ends the array.
    pub(crate) fn end(&mut self) {
        self.chunk.extend_from_slice(self.closing.as_bytes());
    }

    /// Whether a chunk is large enough to be sent.
    pub(crate) fn is_full(&self) -> bool {
        self.chunk.len() >= CHUNK_BYTES
    }

    /// Whether anything was written since the last `take`.
    pub(crate) fn has_pending(&self) -> bool {
        !self.chunk.is_empty()
    }

    /// The bytes written since the last `take`.
    pub(crate) fn take(&mut self) -> Bytes {
        std::mem::take(&mut self.chunk).into()
    }

    fn write<T: Serialize>(&mut self, element: &T) {
        if self.has_elements && self.layout == Layout::Array {
            self.chunk.push(b',');
        }
        // Writing to memory does not fail, and the serialisation of these types does not either.
        let _ = serde_json::to_writer(&mut self.chunk, element);
        if self.layout == Layout::Lines {
            self.chunk.push(b'\n');
        }
        self.has_elements = true;
    }
}

/// A value as JSON.
pub(crate) fn json_bytes(value: &impl Serialize) -> Result<Bytes, Problem> {
    // An answer about one URL has about 900 bytes. To grow to that from nothing takes four copies.
    let mut bytes = Vec::with_capacity(1 << 10);
    let written = serde_json::to_writer(&mut bytes, value);
    written.map_err(|error| ProblemKind::Internal.with_detail(error.to_string()))?;
    Ok(bytes.into())
}

/// Why a response that takes too long is cut off.
pub(crate) fn work_time_exceeded() -> Problem {
    ProblemKind::TooLarge.with_detail(
        "the rest was cut off: the answers take too long; ask for fewer URLs or crawlers at a time",
    )
}

/// A part of a response.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(crate) bytes: Bytes,
    pub(crate) is_last: bool,
}

/// A response with these chunks as its body. Waits for the first one. If it is also the last, the response has a
/// length.
///
/// # Errors
/// If the first chunk cannot be made.
pub(crate) async fn stream_response(
    layout: Layout,
    chunks: impl Stream<Item = Result<Chunk, Problem>> + Send + 'static,
) -> Result<Response, Problem> {
    let mut chunks = Box::pin(chunks);
    let nothing =
        || ProblemKind::Internal.with_detail("internal error: the response has no first chunk");
    let first = chunks.next().await.ok_or_else(nothing)??;
    let body = if first.is_last {
        Body::from(first.bytes)
    } else {
        let rest = chunks.map(|chunk| match chunk {
            Ok(chunk) => Ok(chunk.bytes),
            // The connection is aborted, so that the client does not take the part for the whole.
            Err(problem) => Err(BoxError::from(problem.detail)),
        });
        Body::from_stream(stream::once(async { Ok(first.bytes) }).chain(rest))
    };
    Ok(with_type(body, layout.content_type()))
}

/// A response with one JSON value as its body. It keeps `permit` until a large body is sent.
pub(crate) fn json_response<P: Send + 'static>(json: Bytes, permit: P) -> Response {
    let body = if json.len() <= CHUNK_BYTES {
        Body::from(json)
    } else {
        let chunks = stream::unfold((json, permit), |(mut json, permit)| async {
            let chunk = json.split_to(json.len().min(CHUNK_BYTES));
            (!chunk.is_empty()).then(|| (Ok::<_, BoxError>(chunk), (json, permit)))
        });
        Body::from_stream(chunks)
    };
    with_type(body, Layout::Array.content_type())
}

fn with_type(body: Body, content_type: &'static str) -> Response {
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}

/// The beginning of an object: the members of `head`, and the key `name` and `[` of an array that follows.
pub(crate) fn open_object(head: &impl Serialize, name: &str) -> Vec<u8> {
    let mut opening = serde_json::to_vec(head).unwrap_or_default();
    opening.pop();
    opening.extend_from_slice(format!(",\"{name}\":[").as_bytes());
    opening
}
