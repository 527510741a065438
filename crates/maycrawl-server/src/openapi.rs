//! The contact of the API, and the responses that all of its operations have in common. Handlers describe only their
//! own.

use utoipa::openapi::{
    ContentBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder, Schema, Server,
};

use crate::problem::ProblemKind;
use crate::response_language;

/// The problems of every operation, and those of operations with a body.
const ALWAYS: [ProblemKind; 8] = [
    ProblemKind::BadRequest,
    ProblemKind::CrossSite,
    ProblemKind::Misdirected,
    ProblemKind::TooLarge,
    ProblemKind::TooManyRequests,
    ProblemKind::Internal,
    ProblemKind::Busy,
    ProblemKind::Late,
];
const WITH_A_BODY: [ProblemKind; 2] = [ProblemKind::TooSlow, ProblemKind::UnsupportedMediaType];

/// Adds the common responses to every operation, each with its problem.
pub(crate) fn complete(document: &mut OpenApi) {
    response_language::describe(document);
    document.servers = Some(vec![Server::new("/")]);
    if let Some(contact) = &mut document.info.contact {
        contact.url = Some(env!("CARGO_PKG_REPOSITORY").to_owned());
    }
    for schema in document.components.iter_mut().flat_map(|parts| parts.schemas.values_mut()) {
        if let Some(text) = description(schema) {
            *text = for_clients(text);
        }
    }
    for item in document.paths.paths.values_mut() {
        let calls = [(&mut item.get, false), (&mut item.post, true)];
        for (call, has_body) in calls {
            let Some(call) = call else { continue };
            let responses = &mut call.responses.responses;
            let own = if has_body { &WITH_A_BODY[..] } else { &[] };
            for kind in ALWAYS.iter().chain(own) {
                let (status, response) = described(*kind);
                responses.insert(status, RefOr::T(response));
            }
            // The connection answers this itself, before there is a request, so it has no body.
            let too_long = "the header of the request is larger than 64 KiB";
            let too_long = ResponseBuilder::new().description(too_long).build();
            responses.insert("431".to_owned(), RefOr::T(too_long));
        }
    }
}

fn described(kind: ProblemKind) -> (String, Response) {
    let problem = kind.with_detail("");
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
    let response = ResponseBuilder::new()
        .description(problem.title)
        .content("application/problem+json", content)
        .build();
    (problem.status.to_string(), response)
}

fn description(schema: &mut RefOr<Schema>) -> Option<&mut String> {
    match schema {
        RefOr::T(Schema::Object(object)) => object.description.as_mut(),
        RefOr::T(Schema::AllOf(all)) => all.description.as_mut(),
        RefOr::T(Schema::OneOf(one)) => one.description.as_mut(),
        _ => None,
    }
}

/// The description of a Rust type without what only users of the library can read: what follows the first paragraph,
/// such as an example in Rust, and the targets of links.
fn for_clients(text: &str) -> String {
    let mut rest = text.split("\n\n").next().unwrap_or_default();
    let mut out = String::new();
    while let Some((before, name, after)) = next_link(rest) {
        out += &format!("{before}`{name}`");
        rest = match after.strip_prefix('(').and_then(|target| target.split_once(')')) {
            Some((_, after)) => after,
            None => after,
        };
    }
    out + rest
}

/// What precedes the next link, its name, and what follows its brackets.
fn next_link(text: &str) -> Option<(&str, &str, &str)> {
    let (before, link) = text.split_once("[`")?;
    let (name, after) = link.split_once("`]")?;
    Some((before, name, after))
}

#[cfg(test)]
mod tests {
    use super::for_clients;

    /// The description of a type, and what clients read.
    const ROWS: &[(&str, &str)] = &[
        ("", ""),
        ("A rule.", "A rule."),
        ("The rule of an [`Answer`].", "The rule of an `Answer`."),
        ("See [`Profile`](crate::Profile), [`A`][`B`](c).", "See `Profile`, `A``B`."),
        ("The answer.\n\n```\nuse maycrawl;\n```", "The answer."),
        ("An [`open bracket.", "An [`open bracket."),
    ];

    #[test]
    fn clients_read_no_rust() {
        for (text, expected) in ROWS {
            assert_eq!(for_clients(text), *expected, "{text}");
        }
    }
}
