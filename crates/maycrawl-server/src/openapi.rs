//! The responses that all operations of the API have in common. Handlers describe only their own.

use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder, Server};

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
