//! What a person would say first of an answer. An agent repeats it, so it counts both sides and names what was not
//! decided.

use std::fmt::Write as _;

use maycrawl::Printable;
use serde_json::Value;

/// Verdicts that are told one by one.
const MAX_TOLD: usize = 10;

pub(super) fn none(_: &mut Value) -> Option<String> {
    None
}

/// The text of a card. It has the same sentences in two more forms, which a model would read again.
pub(super) fn of_card(card: &mut Value) -> Option<String> {
    let fields = card.as_object_mut()?;
    let [text, _, _] = ["text", "markdown", "html"].map(|form| fields.remove(form));
    text?.as_str().map(str::to_owned)
}

/// How many verdicts there are of each kind, then the first of them.
pub(super) fn of_checks(answers: &mut Value) -> Option<String> {
    let answers = answers.as_array()?;
    let count = |decision: &str| answers.iter().filter(|it| it["decision"] == decision).count();
    let (open, closed) = (count("allowed"), count("disallowed"));
    let mut out = format!("{open} allowed, {closed} disallowed");
    let other = answers.len() - open - closed;
    if other > 0 {
        let _ = write!(out, ", {other} not decided");
    }
    for answer in answers.iter().take(MAX_TOLD) {
        let text = |name: &str| {
            Printable(answer[name].as_str().unwrap_or_default().as_bytes()).to_string()
        };
        let _ = match answer["error"]["detail"].as_str() {
            Some(why) => {
                write!(out, "\n{}: no verdict: {}", text("url"), Printable(why.as_bytes()))
            }
            None => write!(
                out,
                "\n{}: {} for {}: {}",
                text("url"),
                text("decision"),
                text("agent"),
                text("message")
            ),
        };
    }
    if let Some(more) = answers.len().checked_sub(MAX_TOLD).filter(|&more| more > 0) {
        let _ = write!(out, "\nand {more} more");
    }
    Some(out)
}
