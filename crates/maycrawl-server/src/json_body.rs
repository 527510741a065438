//! JSON bodies that are written while they are sent.
//!
//! An answer can be thousands of times larger than its request: a thousand URLs for twenty crawlers, each with the rule
//! that decides. So the elements of an array are serialised one by one into chunks, and the next chunk is made when
//! the client has taken the one before it: memory holds a chunk, and the client's reading speed bounds the work. An
//! answer also has a limit of bytes. Where it is reached, or the time is over, the array ends with an element that is
//! an error: the answer stays valid JSON, and is never shorter without saying so.

use axum::BoxError;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures_util::{Stream, StreamExt as _, stream};
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::{Problem, ProblemKind};

/// Bytes of one answer. 20,000 answers about live sites with usual URLs have 12 MB.
pub(crate) const MAX_ANSWER_BYTES: usize = 32 << 20;

/// Bytes of a chunk. An answer that fits into one is sent with its length.
pub(crate) const CHUNK_BYTES: usize = 64 << 10;

/// The last element of an array that was cut.
#[derive(Debug, Serialize, ToSchema)]
pub struct CutOff {
    /// True. A URL that cannot be asked about has an error too, and no such member.
    pub is_cut: bool,
    /// Why the rest is missing, and what to do.
    pub error: Problem,
}

/// How elements stand beside each other.
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
    /// Bytes that may still be written.
    left: usize,
    has_elements: bool,
    /// What stands after the last element.
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

    /// The array is the last member of an object: `opening` ends with its `[`, `closing` begins with its `]`.
    pub(crate) fn inside(opening: Vec<u8>, closing: &'static str) -> Self {
        Self::with(Layout::Array, opening, closing)
    }

    fn with(layout: Layout, chunk: Vec<u8>, closing: &'static str) -> Self {
        Self { layout, chunk, left: MAX_ANSWER_BYTES, has_elements: false, closing }
    }

    /// Writes an element; false if there is no room for it, and the array has been cut.
    pub(crate) fn push<T: Serialize>(&mut self, element: &T) -> bool {
        let start = self.chunk.len();
        self.write(element);
        let written = self.chunk.len() - start;
        if written <= self.left {
            self.left -= written;
            return true;
        }
        self.chunk.truncate(start);
        let limit = MAX_ANSWER_BYTES >> 20;
        self.cut(ProblemKind::TooLarge.with_detail(format!(
            "the rest was cut: an answer has at most {limit} MiB; ask for fewer URLs or crawlers at a time"
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

    /// Whether a chunk is ready to be sent.
    pub(crate) fn is_full(&self) -> bool {
        self.chunk.len() >= CHUNK_BYTES
    }

    /// Whether anything has been written since it was last taken.
    pub(crate) fn has_pending(&self) -> bool {
        !self.chunk.is_empty()
    }

    /// What has been written since it was last taken.
    pub(crate) fn take(&mut self) -> Bytes {
        std::mem::take(&mut self.chunk).into()
    }

    fn write<T: Serialize>(&mut self, element: &T) {
        if self.has_elements && self.layout == Layout::Array {
            self.chunk.push(b',');
        }
        // Writing to memory does not fail, and none of these types refuses to be written.
        let _ = serde_json::to_writer(&mut self.chunk, element);
        if self.layout == Layout::Lines {
            self.chunk.push(b'\n');
        }
        self.has_elements = true;
    }
}

/// A value as JSON.
pub(crate) fn json_bytes(value: &impl Serialize) -> Result<Bytes, Problem> {
    let bytes = serde_json::to_vec(value);
    bytes.map(Bytes::from).map_err(|error| ProblemKind::Internal.with_detail(error.to_string()))
}

/// Why an answer that takes too long is cut.
pub(crate) fn work_time_exceeded() -> Problem {
    ProblemKind::TooLarge.with_detail(
        "the rest was cut: the answers take too long; ask for fewer URLs or crawlers at a time",
    )
}

/// A part of an answer.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(crate) bytes: Bytes,
    pub(crate) is_last: bool,
}

/// The response whose body these chunks are. Waits for the first one; if it is the last, the response has a length.
///
/// # Errors
/// If the first chunk cannot be made.
pub(crate) async fn stream_response(
    layout: Layout,
    chunks: impl Stream<Item = Result<Chunk, Problem>> + Send + 'static,
) -> Result<Response, Problem> {
    let mut chunks = Box::pin(chunks);
    let nothing = || ProblemKind::Internal.with_detail("the answer has no beginning");
    let first = chunks.next().await.ok_or_else(nothing)??;
    let body = if first.is_last {
        Body::from(first.bytes)
    } else {
        let rest = chunks.map(|chunk| match chunk {
            Ok(chunk) => Ok(chunk.bytes),
            // The connection breaks off, so that the part is not taken for the whole.
            Err(problem) => Err(BoxError::from(problem.detail)),
        });
        Body::from_stream(stream::once(async { Ok(first.bytes) }).chain(rest))
    };
    Ok(with_type(body, layout.content_type()))
}

/// The response whose body is one JSON value, and that holds on to `held` until it is sent.
pub(crate) fn json_response<H: Send + 'static>(json: Bytes, held: H) -> Response {
    let body = if json.len() <= CHUNK_BYTES {
        Body::from(json)
    } else {
        let chunks = stream::unfold((json, held), |(mut json, held)| async {
            let chunk = json.split_to(json.len().min(CHUNK_BYTES));
            (!chunk.is_empty()).then(|| (Ok::<_, BoxError>(chunk), (json, held)))
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

/// The beginning of an object whose last member, `name`, is an array that is still to be written.
pub(crate) fn open_object(head: &impl Serialize, name: &str) -> Vec<u8> {
    let mut opening = serde_json::to_vec(head).unwrap_or_default();
    opening.pop();
    opening.extend_from_slice(format!(",\"{name}\":[").as_bytes());
    opening
}
