//! Answers of `maycrawl check` as text.

use std::borrow::Borrow;

use maycrawl::explain::{Explanation, VerdictLocation};
use maycrawl::pace::Pace;
use maycrawl::verdict::{Decision, RuleKind};
use maycrawl::{Crawler, Printable, RobotsTxt, Verdict};
use maycrawl_effects::suggestion::{Reach, Suggestion, SuggestionKind};
use maycrawl_effects::suggestions_for;
use maycrawl_language::{ExplanationText, Language};

use crate::answer::{Answer, AnswerWords};
use crate::args::Check;
use crate::inputs::url_arg::UrlArg;
use crate::text::output::{Failure, Output};

/// The columns of text answers, measured once for all URLs.
pub(super) struct Columns {
    words: AnswerWords,
    /// The width of the column of crawlers: the length of the longest token.
    token_width: usize,
    language: Language,
    /// Whether the way to a verdict may be asked for too: it reads the whole file.
    are_few: bool,
}

/// The most crawlers of which a rule is told that does not match because of how it is written.
const MAX_NEAR: usize = 10;

impl Columns {
    pub(super) fn new(crawlers: &[Crawler], language: Language) -> Self {
        let widths = crawlers.iter().map(|crawler| crawler.token().len());
        let token_width = widths.max().unwrap_or(0);
        let are_few = crawlers.len() <= MAX_NEAR;
        Self { words: AnswerWords::new(language), token_width, language, are_few }
    }

    /// The first line of an answer: decision, crawler, URL.
    pub(super) fn verdict(
        &self,
        output: &mut Output,
        token: &str,
        url: &UrlArg<'_>,
        verdict: &Verdict<'_>,
    ) -> Result<(), Failure> {
        let answer = Answer::of(verdict);
        output.painted(answer.style(), self.words.padded(answer))?;
        let token = Printable(token.as_bytes()).to_string();
        let width = self.token_width;
        output.line(format_args!("  {token:<width$}  {}", Printable(url.written)))
    }

    /// The URL that a client requests, if its path differs from the written one.
    pub(super) fn requested(&self, output: &mut Output, url: &UrlArg<'_>) -> Result<(), Failure> {
        match url.requested() {
            Some(url) => {
                let url = url.to_string();
                let text = self.language.message("requested-as", &[("url", (&url).into())]);
                self.detail(output, &text)
            }
            None => Ok(()),
        }
    }

    /// The reason, with the deciding line and its group.
    pub(super) fn reason(
        &self,
        output: &mut Output,
        located: &VerdictLocation<'_>,
    ) -> Result<(), Failure> {
        self.detail(output, &self.language.location(located))
    }

    /// What other documents say about the crawler, where they judge it by other rules.
    pub(super) fn documents_differ(
        &self,
        output: &mut Output,
        crawler: &Crawler,
        verdict: &Verdict<'_>,
    ) -> Result<(), Failure> {
        let Some(differ) = verdict.documents_differ(crawler) else { return Ok(()) };
        self.detail(output, &self.language.documents_differ(differ))
    }

    /// How long the crawler is asked to wait between requests. Below each URL of a list it would be all that is seen.
    pub(super) fn pace(
        &self,
        output: &mut Output,
        (args, crawler): (&Check, &Crawler),
        pace: Pace,
    ) -> Result<(), Failure> {
        if args.urls.len() != 1 {
            return Ok(());
        }
        self.language.pace(crawler, &pace).try_for_each(|told| self.detail(output, &told))
    }

    /// The rule that would decide if it were written in another way: the question of most who ask about one page. A
    /// list of URLs is not worth reading the file again for each.
    pub(super) fn near<'r, R: Borrow<RobotsTxt<'r>>>(
        &self,
        output: &mut Output,
        args: &Check,
        robots: impl FnOnce() -> R,
        (crawler, url, verdict): (&Crawler, &UrlArg<'_>, &Verdict<'_>),
    ) -> Result<(), Failure> {
        // The file says nothing of another site.
        let is_of_file = verdict.decision() != Decision::NotApplicable;
        if args.urls.len() != 1 || !self.are_few || !is_of_file {
            return Ok(());
        }
        let robots = robots();
        let near = robots.borrow().explain(crawler, &url.request).near;
        near.iter().try_for_each(|near| self.detail(output, &self.language.near_rule(near)))
    }

    /// A line below the first one, under the crawler.
    pub(super) fn detail(&self, output: &mut Output, text: &str) -> Result<(), Failure> {
        let indent = self.words.width + 2;
        output.line(format_args!("{:indent$}{text}", ""))
    }
}

/// The explanation, and the smallest change to the file that would flip the verdict.
pub(super) fn explanation(
    output: &mut Output,
    url: &UrlArg<'_>,
    explanation: &Explanation<'_>,
    robots: &RobotsTxt<'_>,
    crawler: &Crawler,
) -> Result<(), Failure> {
    let language = output.language();
    if url.was_escaped() || url.requested().is_some() {
        output.line(format_args!("{}{}", language.label("asked"), url.request))?;
    }
    output.line(format_args!("{}", ExplanationText { explanation, language }))?;
    for told in language.pace(crawler, &robots.pace(crawler)) {
        output.line(format_args!("{}{told}", language.label("note")))?;
    }
    let changes = suggestions_for(robots, crawler, &url.request);
    if let Some(change) = changes.first() {
        let key = match change.to {
            // A file that closes the whole site: the first change opens it.
            RuleKind::Allow if change.directory.is_some() => "change-to-allow-site",
            RuleKind::Allow => "change-to-allow",
            RuleKind::Disallow => "change-to-disallow",
        };
        let text = language.message(key, &[("change", with_reach(change, language).into())]);
        output.line(format_args!("{}{text}", language.label("change")))?;
    }
    // The first change is about this URL alone, or opens a closed site. A person may want its whole directory.
    for text in changes.iter().skip(1).filter_map(|change| of_directory(change, language)) {
        output.line(format_args!("{}{text}", language.label_indent()))?;
    }
    Ok(())
}

/// A change that is about a directory. `None` for another change.
fn of_directory(change: &Suggestion, language: Language) -> Option<String> {
    let directory = change.directory.as_ref()?;
    let said = with_reach(change, language);
    let path = ("path", Printable(&directory.path).to_string().into());
    let place = match &change.kind {
        SuggestionKind::AddGroup { .. } => language.message("change-place-this-crawler", &[path]),
        SuggestionKind::AddToGroups { left_out, .. } if left_out.is_empty() => {
            language.message("change-place-all-crawlers", &[path])
        }
        SuggestionKind::AddToGroups { left_out, .. } => {
            let names: Vec<_> =
                left_out.iter().map(|name| Printable(name.as_bytes()).to_string()).collect();
            let names = ("names", names.join(", ").into());
            language.message("change-place-all-crawlers-but", &[path, names])
        }
        _ => Printable(&directory.path).to_string(),
    };
    let key = match change.to {
        RuleKind::Allow => "change-or-allow",
        RuleKind::Disallow => "change-or-disallow",
    };
    Some(language.message(key, &[("place", place.into()), ("change", said.into())]))
}

/// A change, and what it leaves out of its directory.
fn with_reach(change: &Suggestion, language: Language) -> String {
    let said = ("change", language.suggestion(change).into());
    match change.directory.as_ref().map(|directory| &directory.reach) {
        None | Some(Reach::Whole) => language.suggestion(change),
        // Another rule still decides for this path. Without the exception the sentence would promise the whole
        // directory.
        Some(Reach::Except(path)) => {
            let path = ("path", Printable(path).to_string().into());
            language.message("change-except", &[said, path])
        }
        Some(Reach::Unproved) => language.message("change-unproved", &[said]),
    }
}
