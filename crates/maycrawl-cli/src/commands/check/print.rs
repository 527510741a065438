//! Answers of `maycrawl check` as text.

use maycrawl::explain::Explanation;
use maycrawl::explain::VerdictLocation;
use maycrawl::suggestion::{Reach, SuggestionKind};
use maycrawl::{Crawler, Printable, RobotsTxt, Verdict};

use crate::answer::Answer;
use crate::output::{Failure, Output};
use crate::url_arg::UrlArg;

/// The width of the column of crawlers: the length of the longest token.
pub(super) fn token_width(crawlers: &[Crawler]) -> usize {
    crawlers.iter().map(|crawler| crawler.token().len()).max().unwrap_or(0)
}

/// The first line of an answer: decision, crawler, URL.
pub(super) fn verdict(
    output: &mut Output,
    width: usize,
    token: &str,
    url: &UrlArg<'_>,
    verdict: &Verdict<'_>,
) -> Result<(), Failure> {
    let answer = Answer::of(verdict);
    output.painted(answer.style(), &format!("{:<10}", answer.word()))?;
    let token = Printable(token.as_bytes()).to_string();
    output.line(format_args!("  {token:<width$}  {}", Printable(url.written)))
}

/// The URL that a client requests, if its path differs from the written one.
pub(super) fn requested(output: &mut Output, url: &UrlArg<'_>) -> Result<(), Failure> {
    match url.requested() {
        Some(url) => output.line(format_args!("            requested as {url}")),
        None => Ok(()),
    }
}

/// The reason, with the deciding line and its group.
pub(super) fn reason(output: &mut Output, located: &VerdictLocation<'_>) -> Result<(), Failure> {
    output.line(format_args!("            {located}"))
}

/// The explanation, and the smallest change to the file that would flip the verdict.
pub(super) fn explanation(
    output: &mut Output,
    url: &UrlArg<'_>,
    explanation: &Explanation<'_>,
    robots: &RobotsTxt<'_>,
    crawler: &Crawler,
) -> Result<(), Failure> {
    if url.was_escaped() || url.requested().is_some() {
        output.line(format_args!("  asked   {}", url.request))?;
    }
    output.line(format_args!("{explanation}"))?;
    let changes = robots.suggestions_for(crawler, &url.request);
    if let Some(change) = changes.first() {
        output.line(format_args!("  change  to {} it: {change}", change.to.name()))?;
    }
    for change in changes.iter().skip(1) {
        let Some(directory) = &change.directory else { continue };
        let path = Printable(&directory.path);
        let except = match &directory.reach {
            Reach::Whole => String::new(),
            Reach::Except(path) => format!(" (another rule still decides for {})", Printable(path)),
            Reach::Unproved => " (not proved for every URL in it)".to_owned(),
        };
        let crawlers = match change.kind {
            SuggestionKind::AddGroup { .. } => ", for this crawler only",
            SuggestionKind::AddToGroups { .. } => ", for all crawlers",
            _ => "",
        };
        let verb = change.to.name();
        output.line(format_args!(
            "          or to {verb} all of {path}{crawlers}: {change}{except}"
        ))?;
    }
    Ok(())
}
