//! Query parameters and fields of JSON bodies: the API accepts the names in its description. It refuses any other name,
//! and suggests the name that may be meant.
//!
//! A silently ignored parameter would change the question: the answer to `agents=GPTBot` would be about Googlebot. The
//! OpenAPI document is the only list of names, so every parameter is described.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{MatchedPath, Query, Request, State};
use axum::http::{Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use maycrawl::Printable;
use serde::de::IgnoredAny;
use utoipa::PartialSchema;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::{OpenApi, RefOr, Required, Schema};

use crate::problem::{Problem, ProblemKind};

/// Characters of an unknown name that a message quotes.
const MAX_QUOTED_CHARS: usize = 60;

/// The parameters of one operation.
#[derive(Debug, Default)]
struct OperationParameters {
    names: Vec<String>,
    required: Vec<String>,
    /// Whether the operation takes a JSON body.
    has_body: bool,
}

/// The parameters of every operation, by path and method.
#[derive(Debug)]
pub(crate) struct Operations(BTreeMap<(String, Method), OperationParameters>);

impl Operations {
    /// The operations of `document`.
    pub(crate) fn of(document: &OpenApi) -> Arc<Self> {
        let mut operations = BTreeMap::new();
        for (path, item) in &document.paths.paths {
            for (operation, method) in [(&item.get, Method::GET), (&item.post, Method::POST)] {
                if let Some(operation) = operation {
                    operations.insert((path.clone(), method), OperationParameters::of(operation));
                }
            }
        }
        Arc::new(Self(operations))
    }

    /// Whether an operation has this parameter.
    pub(crate) fn takes(&self, path: &str, method: &Method, name: &str) -> bool {
        let method = if method == Method::HEAD { &Method::GET } else { method };
        let operation = self.0.get(&(path.to_owned(), method.clone()));
        operation.is_some_and(|operation| operation.names.iter().any(|known| known == name))
    }

    fn check(&self, path: &str, method: &Method, uri: &Uri) -> Result<(), Problem> {
        let method = if method == Method::HEAD { Method::GET } else { method.clone() };
        // The router answers requests without a description: another method.
        let Some(operation) = self.0.get(&(path.to_owned(), method)) else { return Ok(()) };
        let given = Query::<Vec<(String, String)>>::try_from_uri(uri)
            .map_err(|error| ProblemKind::BadRequest.with_detail(error.body_text()))?;
        let mut seen: Vec<&str> = Vec::new();
        for (name, _) in &given.0 {
            if !operation.names.iter().any(|known| known == name) {
                return Err(ProblemKind::BadRequest.with_detail(operation.unknown(name)));
            }
            if seen.contains(&name.as_str()) {
                let twice = format!(
                    "the parameter `{name}` is given twice; send one request for each value"
                );
                return Err(ProblemKind::BadRequest.with_detail(twice));
            }
            seen.push(name);
        }
        match operation.required.iter().find(|name| !seen.contains(&name.as_str())) {
            Some(name) => {
                let missing =
                    format!("the parameter `{name}` is missing; write {path}?{}", example(name));
                Err(ProblemKind::BadRequest.with_detail(missing))
            }
            None => Ok(()),
        }
    }
}

/// A parameter with a value that people can copy.
fn example(name: &str) -> String {
    match name {
        "url" => "url=https://example.com/page".to_owned(),
        "origin" => "origin=https://example.com".to_owned(),
        "name" => "name=Googlebot".to_owned(),
        _ => format!("{name}="),
    }
}

impl OperationParameters {
    fn of(operation: &Operation) -> Self {
        // Handlers describe their parameters in place.
        fn direct(parameter: &RefOr<Parameter>) -> Option<&Parameter> {
            match parameter {
                RefOr::T(parameter) => Some(parameter),
                RefOr::Ref(_) => None,
            }
        }
        let is_in_query = |it: &&Parameter| it.parameter_in == ParameterIn::Query;
        let parameters = operation.parameters.iter().flatten().filter_map(direct);
        let parameters: Vec<_> = parameters.filter(is_in_query).collect();
        let required = |parameter: &&&Parameter| parameter.required == Required::True;
        Self {
            names: parameters.iter().map(|parameter| parameter.name.clone()).collect(),
            required: parameters.iter().filter(required).map(|it| it.name.clone()).collect(),
            has_body: operation.request_body.is_some(),
        }
    }

    fn unknown(&self, name: &str) -> String {
        let known: Vec<&str> = self.names.iter().map(String::as_str).collect();
        match (&known[..], self.has_body) {
            // The language is no input.
            ([] | ["lang"], true) if nearest(name, &known).is_none() => format!(
                "unknown parameter {}; this path takes its input from a JSON body",
                quoted(name)
            ),
            ([], false) => {
                format!("unknown parameter {}; this path takes no parameters", quoted(name))
            }
            (known, _) => unknown("parameter", name, known),
        }
    }
}

/// Refuses a request with an unknown query parameter, or without a required one.
pub(crate) async fn check_parameters(
    State(operations): State<Arc<Operations>>,
    request: Request,
    next: Next,
) -> Response {
    let checked = match request.extensions().get::<MatchedPath>() {
        Some(path) => operations.check(path.as_str(), request.method(), request.uri()),
        None => Ok(()),
    };
    match checked {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// The problem of a JSON body that is not a `T`.
pub(crate) fn explain_body<T: PartialSchema>(bytes: &[u8], error: &serde_json::Error) -> Problem {
    let with_detail = |detail: String| ProblemKind::BadRequest.with_detail(detail);
    let plain = || with_detail(format!("cannot read the JSON body: {error}"));
    let Ok(given) = serde_json::from_slice::<BTreeMap<String, IgnoredAny>>(bytes) else {
        return plain();
    };
    let RefOr::T(Schema::Object(expected)) = T::schema() else { return plain() };
    let known: Vec<&str> = expected.properties.keys().map(String::as_str).collect();
    if let Some(name) = given.keys().find(|name| !known.contains(&name.as_str())) {
        return with_detail(unknown("field", name, &known));
    }
    match expected.required.iter().find(|name| !given.contains_key(*name)) {
        Some(name) => with_detail(format!("the JSON body lacks the field `{name}`")),
        None => plain(),
    }
}

fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    let quoted = quoted(name);
    match nearest(name, known) {
        Some(meant) => format!("unknown {what} {quoted}; did you mean `{meant}`?"),
        None => {
            let known: Vec<_> = known.iter().map(|name| format!("`{name}`")).collect();
            format!("unknown {what} {quoted}; the known names are {}", known.join(", "))
        }
    }
}

fn quoted(name: &str) -> String {
    let shown: String = name.chars().take(MAX_QUOTED_CHARS).collect();
    format!("`{}`", Printable(shown.as_bytes()))
}

/// The name that may be meant: one that contains `name` or is part of it, or one at an edit distance of at most two.
fn nearest<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    let name: String = name.to_ascii_lowercase().chars().take(MAX_QUOTED_CHARS).collect();
    let distance = |known: &str| {
        let edits = strsim::osa_distance(&name, known);
        let is_part = name.len() > 2 && (name.contains(known) || known.contains(&name));
        let most = (known.len() / 3).clamp(1, 2);
        (is_part || edits <= most).then_some(edits)
    };
    let near = known.iter().filter_map(|known| Some((distance(known)?, *known)));
    near.min().map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    /// A name, and the suggestion among `agent`, `origin`, `policy`, `url`.
    const ROWS: &[(&str, Option<&str>)] = &[
        ("agents", Some("agent")),
        ("user-agent", Some("agent")),
        ("AGENT", Some("agent")),
        ("agnet", Some("agent")),
        ("uri", Some("url")),
        ("urls", Some("url")),
        ("orgin", Some("origin")),
        ("polices", Some("policy")),
        ("a", None),
        ("", None),
        ("crawler", None),
    ];

    #[test]
    fn a_typo_has_a_suggestion_and_another_word_has_none() {
        for (name, expected) in ROWS {
            let found = nearest(name, &["agent", "origin", "policy", "url"]);
            assert_eq!(found, *expected, "{name}");
        }
    }
}
