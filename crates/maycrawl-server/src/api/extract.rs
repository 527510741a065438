//! What handlers take: queries and JSON bodies whose values are all checked before a handler sees them, and files.
//!
//! A request has two forms: the one that clients write and that the description names ([`ApiRequest`]), and the one
//! that handlers use ([`ApiRequest::Input`]). An extractor makes the second of the first, or answers with a
//! [`Problem`] that says which value is wrong.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request as HttpRequest};
use axum::http::header;
use axum::http::request::Parts;
use axum::response::Response;
use http_body_util::{BodyExt as _, Collected};
use maycrawl_fetch::Policy;
use maycrawl_fetch::ledger::Client;
use maycrawl_language::Language;
use maycrawl_questions::inputs::{MAX_URLS, Request, too_many_answers};
use maycrawl_questions::{Question, ask};
use serde::Deserializer;
use serde::de::{DeserializeOwned, Error as _, SeqAccess, Visitor};
use utoipa::PartialSchema;

use crate::admission::RequestContext;
use crate::json_body::json_response;
use crate::parameters::{explain_body, query};
use crate::problem::{Problem, ProblemKind};
use crate::sliced_work::{self, SlicedWork};
use crate::state::ServiceState;
use crate::worker_pool::WorkerSlot;

/// A request as clients write it.
pub(crate) trait ApiRequest: DeserializeOwned {
    /// The request as handlers use it.
    type Input;

    /// Checks every value.
    ///
    /// # Errors
    /// The first value that is wrong, and what to write instead.
    fn into_input(self) -> Result<Self::Input, Problem>;
}

/// Questions about drafts.
impl<R: Request> ApiRequest for R {
    type Input = R::Input;

    fn into_input(self) -> Result<R::Input, Problem> {
        Ok(Request::into_input(self)?)
    }
}

/// The query of a request.
pub(crate) struct QueryInput<R: ApiRequest>(pub(crate) R::Input);

impl<S: Send + Sync, R: ApiRequest> FromRequestParts<S> for QueryInput<R> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        query::<R>(&parts.uri).and_then(ApiRequest::into_input).map(Self)
    }
}

/// Size of a body that is parsed on the threads that answer all requests. It takes a tenth of a millisecond.
const MAX_FAST_BODY_BYTES: usize = 64 << 10;

/// The JSON body of a request. Large bodies are parsed in the worker pool. Bodies that can hold a file are a
/// [`WorkerInput`].
pub(crate) struct JsonInput<R: ApiRequest>(pub(crate) R::Input);

impl<R> FromRequest<Arc<ServiceState>> for JsonInput<R>
where
    R: ApiRequest<Input: Send + 'static> + PartialSchema + 'static,
{
    type Rejection = Problem;

    async fn from_request(
        request: HttpRequest,
        state: &Arc<ServiceState>,
    ) -> Result<Self, Problem> {
        let client = client_of(&request)?;
        let bytes = json_bytes(request).await?;
        if bytes.len() <= MAX_FAST_BODY_BYTES {
            return read::<R>(&bytes).map(Self);
        }
        let slot = state.workers.slot(client).await?;
        slot.run_first(move || read::<R>(&bytes)).await?.map(Self)
    }
}

/// The URLs of a request. Reading stops at the first one beyond the limit.
pub(crate) fn urls<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    struct Urls;
    impl<'de> Visitor<'de> for Urls {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of URLs")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<String>, A::Error> {
            let mut urls = Vec::new();
            while let Some(url) = list.next_element()? {
                if urls.len() == MAX_URLS {
                    return Err(A::Error::custom(TOO_MANY_URLS));
                }
                urls.push(url);
            }
            Ok(urls)
        }
    }
    deserializer.deserialize_seq(Urls)
}

/// The message of [`urls`], by which its error is recognised.
const TOO_MANY_URLS: &str = "too many URLs";

/// The JSON body of a request that is read and answered in the worker pool, and its slot there.
pub(crate) struct WorkerInput<R> {
    bytes: Bytes,
    slot: WorkerSlot,
    client: Client,
    state: Arc<ServiceState>,
    request: PhantomData<R>,
}

impl<R> FromRequest<Arc<ServiceState>> for WorkerInput<R> {
    type Rejection = Problem;

    async fn from_request(
        request: HttpRequest,
        state: &Arc<ServiceState>,
    ) -> Result<Self, Problem> {
        let client = client_of(&request)?;
        let bytes = json_bytes(request).await?;
        let slot = state.workers.slot(client).await?;
        Ok(Self { bytes, slot, client, state: Arc::clone(state), request: PhantomData })
    }
}

/// A file as the body of a request, and the slot of the request in the worker pool.
pub(crate) struct WorkerFile {
    pub(crate) bytes: Bytes,
    pub(crate) slot: WorkerSlot,
}

impl FromRequest<Arc<ServiceState>> for WorkerFile {
    type Rejection = Problem;

    async fn from_request(
        request: HttpRequest,
        state: &Arc<ServiceState>,
    ) -> Result<Self, Problem> {
        let client = client_of(&request)?;
        let bytes = body_of_type(FILE_TYPE, request).await?;
        let slot = state.workers.slot(client).await?;
        Ok(Self { bytes, slot })
    }
}

fn client_of(request: &HttpRequest) -> Result<Client, Problem> {
    let context = request.extensions().get::<RequestContext>();
    context.map(|context| context.client).ok_or_else(|| {
        ProblemKind::Internal.with_detail("internal error: the request has no context")
    })
}

impl<R: ApiRequest + PartialSchema + 'static> WorkerInput<R> {
    /// The result of the first slice of work, and the slot for the next slices.
    pub(crate) async fn begin<T: Send + 'static>(
        self,
        work: impl FnOnce(R::Input) -> T + Send + 'static,
    ) -> Result<(T, WorkerSlot), Problem> {
        let Self { bytes, slot, .. } = self;
        let done = slot.run_first(move || read::<R>(&bytes).map(work)).await??;
        Ok((done, slot))
    }

    /// A response with the answer of the room of questions.
    pub(crate) async fn ask(
        self,
        language: Language,
        question: impl FnOnce(R::Input) -> Question + Send + 'static,
    ) -> Result<Response, Problem> {
        let answer = move |input, work: &mut SlicedWork| {
            let answer = ask(question(input), language, &mut || work.may_continue());
            crate::json_body::json_bytes(&answer.map_err(|refusal| work.problem_for(refusal))?)
        };
        self.respond(answer).await
    }

    /// A response with the JSON from `work` as its body. The work runs in slices and ends with its client.
    pub(crate) async fn respond(
        self,
        work: impl FnOnce(R::Input, &mut SlicedWork) -> Result<Bytes, Problem> + Send + 'static,
    ) -> Result<Response, Problem> {
        let Self { bytes, slot, client, state, .. } = self;
        let sliced = move |slices: &mut SlicedWork| work(read::<R>(&bytes)?, slices);
        let json = sliced_work::run(slot, sliced).await??;
        // The turn was given back, so a large response needs memory of its own until the client has read it.
        let memory = state.admission.answer_memory(client, json.len())?;
        Ok(json_response(json, memory))
    }
}

/// The media types of bodies. A page of another site cannot send a request with one of these types without a preflight,
/// and the service grants none. (Fetch, *CORS-safelisted request-header*.)
const JSON_TYPE: &str = "application/json";
const FILE_TYPE: &str = "application/octet-stream";

async fn json_bytes(request: HttpRequest) -> Result<Bytes, Problem> {
    body_of_type(JSON_TYPE, request).await
}

/// The body of a request that declares it as `expected`.
async fn body_of_type(expected: &str, request: HttpRequest) -> Result<Bytes, Problem> {
    let content_type = request.headers().get(header::CONTENT_TYPE);
    let content_type = content_type.and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case(expected) {
        let form = if expected == JSON_TYPE { "as JSON" } else { "as a file" };
        let detail = format!("send the body {form}, with `Content-Type: {expected}`");
        return Err(ProblemKind::UnsupportedMediaType.with_detail(detail));
    }
    // Admission has received the whole body, within its limits.
    let bytes = request.into_body().collect().await.map(Collected::to_bytes);
    bytes.map_err(|error| ProblemKind::BadRequest.with_detail(error.to_string()))
}

/// A body as JSON, with every value checked.
fn read<R: ApiRequest + PartialSchema>(bytes: &[u8]) -> Result<R::Input, Problem> {
    let request = serde_json::from_slice::<R>(bytes);
    let explain = |error: serde_json::Error| match error.to_string() {
        // The body is not read again.
        text if text.starts_with(TOO_MANY_URLS) => too_many_answers().into(),
        _ => explain_body::<R>(bytes, &error),
    };
    request.map_err(explain).and_then(ApiRequest::into_input)
}

/// The policy that a request names, if it names one.
pub(crate) fn policy(name: Option<&str>) -> Result<Option<Policy>, Problem> {
    let parse = |name: &str| {
        name.parse().map_err(|error: maycrawl::UnknownName| {
            ProblemKind::BadRequest.with_detail(error.to_string())
        })
    };
    name.map(parse).transpose()
}
