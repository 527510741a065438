//! The questions of the tester page about a draft, as the room of questions answers them.

use maycrawl_language::Language;
use maycrawl_questions::refusal::RefusalKind;
use maycrawl_questions::{Question, ask};

use crate::buffers::{answer, take_input, with_text};

/// Answers the question in the text, a language and a name such as `ko lint`, with its values as JSON in the input. 1:
/// it has an answer; 0: the answer says what is wrong with the question.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // the name for the host
pub extern "C" fn draft(question_length: usize, values_length: usize) -> u32 {
    let values = take_input(values_length);
    let answered = with_text(question_length, |question| {
        let (language, name) = question.split_once(' ').unwrap_or(("en", question));
        let language = language.parse().unwrap_or(Language::English);
        // Each question has a limit of steps. The host ends a worker that takes too long.
        ask(Question::from_json(name, &values)?, language, &mut || true)
    });
    let not_text = || Err(RefusalKind::BadRequest.with_detail("the question is not UTF-8"));
    let answered = answered.unwrap_or_else(not_text);
    let json = match &answered {
        Ok(answer) => serde_json::to_vec(answer),
        Err(refusal) => serde_json::to_vec(refusal),
    };
    answer(json.unwrap_or_default());
    u32::from(answered.is_ok())
}
