//! The questions of the tester page about a draft, as the service takes and answers them.

use maycrawl_draft::refusal::{Refusal, RefusalKind};
use maycrawl_language::Language;

use crate::buffers::{answer, take_input, with_text};

/// Answers the question in the text, a language and a path such as `ko /v1/draft/lint`, with its body in the input. The
/// result is the status of HTTP, and the answer the body of the response.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // the name for the host
pub extern "C" fn draft(question_length: usize, body_length: usize) -> u32 {
    let body = take_input(body_length);
    let answered = with_text(question_length, |question| {
        let (language, path) = question.split_once(' ').unwrap_or(("en", question));
        let language = language.parse().unwrap_or(Language::English);
        // Each question has a limit of steps. The host ends a worker that takes too long.
        maycrawl_draft::ask(path, &body, language, &mut || true)
    });
    let refused = |error: Refusal| {
        let problem = serde_json::to_vec(&error).unwrap_or_default();
        (u32::from(error.kind.parts().0), problem)
    };
    let not_text = || Err(RefusalKind::BadRequest.with_detail("the question is not UTF-8"));
    let (status, body) = answered.unwrap_or_else(not_text).map_or_else(refused, |body| (200, body));
    answer(body);
    status
}
