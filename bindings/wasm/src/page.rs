//! The questions of the tester page about a draft, as the room of questions answers them.

use maycrawl_language::Language;
use maycrawl_questions::refusal::RefusalKind;
use maycrawl_questions::{Question, ask};

use crate::buffers::{answer, take_input, with_text};

/// Gives the language of the tag in the text its messages, which are in the input. A page needs one language of five.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // the name for the host
pub extern "C" fn add_language(tag_length: usize, texts_length: usize) {
    let texts = String::from_utf8(take_input(texts_length)).unwrap_or_default();
    let language = with_text(tag_length, str::parse::<Language>).and_then(Result::ok);
    if let Some(language) = language.filter(|_| !texts.is_empty()) {
        language.add_texts(texts);
    }
}

/// Answers the question in the text, a language and a name such as `ko lint`, with its values as JSON in the input. 1:
/// it has an answer; 0: the answer says what is wrong with the question.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // the name for the host
pub extern "C" fn draft(question_length: usize, values_length: usize) -> u32 {
    let values = take_input(values_length);
    let answered = with_text(question_length, |question| {
        let (language, name) = question.split_once(' ').unwrap_or(("en", question));
        // English is said until the texts of a language have come.
        let language = language.parse().ok().filter(|it: &Language| it.has_texts());
        let language = language.unwrap_or(Language::English);
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
