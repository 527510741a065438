//! Query parameters and fields of JSON bodies: the API accepts the names in its description. It refuses any other name,
//! and suggests the name that may be meant.
//!
//! A silently ignored parameter would change the question: the answer to `agents=GPTBot` would be about Googlebot. The
//! OpenAPI document is the only list of names, so every parameter is described.

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::extract::{MatchedPath, Query, Request};
use axum::http::{Method, Uri};
use maycrawl::Printable;
use serde::de::{DeserializeOwned, IgnoredAny};
use utoipa::PartialSchema;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::{OpenApi, RefOr, Required, Schema};

use crate::problem::{Problem, ProblemKind};

/// The name of the parameter for the language.
pub(crate) const LANGUAGE: &str = "lang";

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

/// The parameters of every operation, by path, and for each path by method.
#[derive(Debug)]
pub(crate) struct Operations(BTreeMap<String, Vec<(Method, OperationParameters)>>);

/// The query of a request. Its operation has all of its parameters, and each is given once.
pub(crate) struct CheckedQuery<'o, 'r> {
    operation: &'o OperationParameters,
    values: Pairs<'r>,
}

/// Names and values of a query.
type Pairs<'r> = Vec<(Cow<'r, str>, Cow<'r, str>)>;

impl CheckedQuery<'_, '_> {
    /// Whether the operation has this parameter.
    pub(crate) fn takes(&self, name: &str) -> bool {
        self.operation.has(name)
    }

    /// The value that is given for a parameter.
    fn value(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(given, _)| given == name).map(|(_, value)| &**value)
    }

    /// The value of the parameter that all operations with sentences have.
    pub(crate) fn language(&self) -> Option<&str> {
        self.value(LANGUAGE)
    }
}

/// Names and values of a query, decoded: all names, and the value of the language. The handler reads the others.
fn pairs(uri: &Uri) -> Result<Pairs<'_>, Problem> {
    let parts = uri.query().unwrap_or_default().split('&').filter(|part| !part.is_empty());
    let raw = parts.map(|part| part.split_once('=').unwrap_or((part, "")));
    let is_escaped = |text: &str| text.contains(['%', '+']);
    let is_decoded = |(name, value)| !is_escaped(name) && (name != LANGUAGE || !is_escaped(value));
    // Nearly every query has its names as they are. To decode all of it here and again for the handler would cost more
    // than the answer.
    if raw.clone().all(is_decoded) {
        return Ok(raw.map(|(name, value)| (name.into(), value.into())).collect());
    }
    let decoded: Vec<(String, String)> = query(uri)?;
    Ok(decoded.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
}

/// The query of `uri` as a `T`. axum's [`Query`] reads the same, and remembers the way to each value for its messages,
/// which costs more than to read it. So it is asked for the message alone.
///
/// # Errors
/// The value that is wrong or missing.
pub(crate) fn query<T: DeserializeOwned>(uri: &Uri) -> Result<T, Problem> {
    if let Ok(values) = serde_urlencoded::from_str(uri.query().unwrap_or_default()) {
        return Ok(values);
    }
    let Query(values) = Query::try_from_uri(uri)
        .map_err(|error| ProblemKind::BadRequest.with_detail(error.body_text()))?;
    Ok(values)
}

impl Operations {
    /// The operations of `document`.
    pub(crate) fn of(document: &OpenApi) -> Self {
        let mut operations = BTreeMap::new();
        for (path, item) in &document.paths.paths {
            for (operation, method) in [(&item.get, Method::GET), (&item.post, Method::POST)] {
                if let Some(operation) = operation {
                    let methods: &mut Vec<_> = operations.entry(path.clone()).or_default();
                    methods.push((method, OperationParameters::of(operation)));
                }
            }
        }
        Self(operations)
    }

    /// The query of a request. `None` if the operation has no description: the router answers it.
    ///
    /// # Errors
    /// If the query has an unknown parameter, has one twice, or lacks a required one.
    pub(crate) fn query_of<'r>(
        &self,
        request: &'r Request,
    ) -> Result<Option<CheckedQuery<'_, 'r>>, Problem> {
        let Some(path) = request.extensions().get::<MatchedPath>() else { return Ok(None) };
        let path = path.as_str();
        let method = match request.method() {
            &Method::HEAD => &Method::GET,
            method => method,
        };
        let methods = self.0.get(path).map(Vec::as_slice).unwrap_or_default();
        match methods.iter().find(|(known, _)| known == method) {
            Some((_, operation)) => operation.check(path, request.uri()).map(Some),
            None => Ok(None),
        }
    }
}

impl OperationParameters {
    fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }

    /// The query of `uri`, if it is one of this operation, which is at `path`.
    fn check<'r>(&self, path: &str, uri: &'r Uri) -> Result<CheckedQuery<'_, 'r>, Problem> {
        let values = pairs(uri)?;
        let mut seen: Vec<&str> = Vec::new();
        for (name, _) in &values {
            if !self.has(name) {
                return Err(ProblemKind::BadRequest.with_detail(self.unknown(name)));
            }
            // Programs differ in which of two values they take, so a proxy could check another URL than the service.
            if seen.contains(&&**name) {
                let twice = format!(
                    "the parameter `{name}` is given twice; send one request for each value"
                );
                return Err(ProblemKind::BadRequest.with_detail(twice));
            }
            seen.push(name);
        }
        match self.required.iter().find(|name| !seen.contains(&name.as_str())) {
            Some(name) => {
                let missing =
                    format!("the parameter `{name}` is missing; write {path}?{}", example(name));
                Err(ProblemKind::BadRequest.with_detail(missing))
            }
            None => Ok(CheckedQuery { operation: self, values }),
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
            ([] | [LANGUAGE], true) if nearest(name, &known).is_none() => format!(
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

/// What is wrong with a name that is not known, and the one that may be meant.
pub(crate) fn unknown(what: &str, name: &str, known: &[&str]) -> String {
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
#[allow(clippy::unwrap_used)] // a test may panic
mod tests {
    use super::{Query, nearest, pairs};

    /// The names of a query, and the value of `lang`, are those that the handler reads.
    #[test]
    fn a_query_is_read_as_the_handler_reads_it() {
        for query in [
            "",
            "url=a&agent=b",
            "url=https://h.example/%C3%A4+b&lang=ko",
            "l%61ng=ko&url=a",
            "la+ng=ko",
            "lang=k%6f&&=x&y&url==a=b&lang=fi",
            "lang=%FF",
            "url=a%26lang=ko",
        ] {
            let uri = format!("/v1/check?{query}").parse().unwrap();
            let Query(whole) = Query::<Vec<(String, String)>>::try_from_uri(&uri).unwrap();
            let read = pairs(&uri).map_err(|problem| problem.detail).unwrap();
            assert!(read.iter().map(|it| &it.0).eq(whole.iter().map(|it| &it.0)), "{query}");
            let language = |pairs: Vec<(String, String)>| -> Vec<_> {
                pairs.into_iter().filter(|(name, _)| name == "lang").collect()
            };
            let read = read.into_iter().map(|(name, value)| (name.into(), value.into()));
            assert_eq!(language(read.collect()), language(whole), "{query}");
        }
    }

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
