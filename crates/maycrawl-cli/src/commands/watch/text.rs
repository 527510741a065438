//! A message for people: what happened and when, and below it what proves it.

use anstyle::{AnsiColor, Style};
use maycrawl::Printable;
use serde::Deserialize;

use crate::text::output::{Failure, Output};
use crate::text::wrap::wrapped;

/// What people read of a message.
#[derive(Deserialize)]
struct News {
    at: String,
    severity: String,
    summary: String,
    details: Vec<String>,
}

/// Prints a message that is written as JSON.
///
/// # Errors
/// The message is not valid, or standard output cannot be written.
pub(super) fn print(json: &[u8], output: &mut Output) -> Result<(), Failure> {
    let news: News = serde_json::from_slice(json)
        .map_err(|error| Failure::new(format!("a stored message is not valid: {error}")))?;
    let style = match news.severity.as_str() {
        "error" => AnsiColor::Red.on_default().bold(),
        "warning" => AnsiColor::Yellow.on_default().bold(),
        _ => Style::new().bold(),
    };
    output.line_painted(format_args!("{} ", news.at), style, &news.severity)?;
    output.line(format_args!("  {}", printable(&news.summary, 2)))?;
    for detail in news.details.iter().filter(|it| !news.summary.ends_with(*it)) {
        let inner = detail.trim_start();
        let indent = 4 + detail.len() - inner.len();
        output.line(format_args!("{:indent$}{}", "", printable(inner, indent)))?;
    }
    Ok(())
}

/// Words of a site cannot write to the terminal anything but text.
fn printable(text: &str, indent: usize) -> String {
    wrapped(&Printable(text.as_bytes()).to_string(), indent)
}
