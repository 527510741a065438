//! The language of the sentences in a response: of the parameter `lang`, or of the header `Accept-Language`.
//!
//! The parameter is strict, as every other one: an unknown language is a problem. The header is a wish of a browser and
//! never an error. Codes, names of fields and problems are the same in every language.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use maycrawl_language::Language;
use utoipa::openapi::path::{ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::Type;
use utoipa::openapi::{ObjectBuilder, OpenApi, Required};

use crate::parameters::{LANGUAGE, Operations};
use crate::problem::{Problem, ProblemKind};

/// The operations whose responses have sentences in the languages.
const PATHS: [&str; 9] = [
    "/v1/check",
    "/v1/robots",
    "/v1/robots/refresh",
    "/v1/robots/compare",
    "/v1/draft/check",
    "/v1/draft/explain",
    "/v1/draft/card",
    "/v1/draft/lint",
    "/v1/recipes",
];

/// The language of a response, as an extension of its request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResponseLanguage(pub(crate) Language);

/// Adds the parameter and the header to the description of the operations.
pub(crate) fn describe(document: &mut OpenApi) {
    let tags = || Language::ALL.map(Language::tag);
    let parameter = ParameterBuilder::new()
        .name(LANGUAGE)
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some(
            "The language of the sentences. Codes do not change. Default: the language that `Accept-Language` prefers.",
        ))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String).enum_values(Some(tags()))))
        .example(Some("ko".into()))
        .build();
    for path in PATHS {
        let Some(item) = document.paths.paths.get_mut(path) else { continue };
        for operation in [&mut item.get, &mut item.post].into_iter().flatten() {
            operation.parameters.get_or_insert_default().push(parameter.clone().into());
        }
    }
}

impl Operations {
    /// Refuses a request with a wrong query. Chooses the language of the response, and names it there.
    pub(crate) async fn answer(&self, mut request: Request, next: Next) -> Response {
        let language = match language_of(&request, self) {
            Ok(Some(language)) => language,
            Ok(None) => return next.run(request).await,
            Err(problem) => return problem.into_response(),
        };
        request.extensions_mut().insert(ResponseLanguage(language));
        let mut response = next.run(request).await;
        let fields = response.headers_mut();
        // A cache must not answer a reader of Thai with the response of a reader of Korean.
        fields.append(header::VARY, HeaderValue::from_static("accept-language"));
        if response.status().is_success() {
            let tag = HeaderValue::from_static(language.tag());
            response.headers_mut().insert(header::CONTENT_LANGUAGE, tag);
        }
        response
    }
}

/// The language of the response to a request; `None` if it has no sentences.
fn language_of(request: &Request, operations: &Operations) -> Result<Option<Language>, Problem> {
    let query = operations.query_of(request)?;
    let Some(query) = query.filter(|query| query.takes(LANGUAGE)) else { return Ok(None) };
    let language = match query.language() {
        Some(tag) => named(tag)?,
        None => preferred(request.headers()),
    };
    Ok(Some(language))
}

/// The language of a tag.
///
/// # Errors
/// If it is none of them.
pub(crate) fn named(tag: &str) -> Result<Language, Problem> {
    tag.parse().map_err(|error: maycrawl_language::UnknownLanguage| {
        ProblemKind::BadRequest.with_detail(error.to_string())
    })
}

/// The language that a browser wants.
pub(crate) fn preferred(headers: &HeaderMap) -> Language {
    let wish = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    wish.map_or(Language::English, Language::from_accept_language)
}
