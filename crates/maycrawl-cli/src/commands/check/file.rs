//! `maycrawl check --robots`: one file, some crawlers, one URL at a time.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use maycrawl::asked_url::AskedUrlError;
use maycrawl::explain::VerdictLocator;
use maycrawl::pace::Pace;
use maycrawl::{Crawler, Decision, FollowedGroups, Origin, RobotsTxt, Verdict};

use super::card::{self, Counts};
use super::json;
use super::print::{self, Columns};
use crate::answer;
use crate::args::{Check, Format};
use crate::inputs::agent_arg;
use crate::inputs::input::{self, InputLine};
use crate::inputs::list_input::{List, Separator};
use crate::inputs::robots_input::RobotsInput;
use crate::inputs::site_argument;
use crate::inputs::url_arg::{MAX_URL_BYTES, UrlArg};
use crate::text::output::{Exit, Failure, Output};

pub(super) fn run(args: &Check, output: &mut Output) -> Result<Exit, Failure> {
    let crawlers = agent_arg::crawlers(&args.agent.agents, output)?;
    let file = RobotsFile::read(args, output)?;
    let robots = file.robots.parse(args.profile, &args.suspicious, output)?;
    let rules = robots.rules_for_each(&crawlers);
    let locator = robots.locator();
    let followed = crawlers.iter().map(|crawler| locator.groups().followed_by(crawler)).collect();
    let columns = Columns::new(&crawlers, output.language());
    let paces = robots.pace_for_each(&crawlers);
    let checker =
        FileChecker { args, columns, robots, locator, paces, followed, crawlers: &crawlers };
    let mut counts = Counts::new(args, &crawlers);
    let outcome = for_each_url(args, &file, output, |url, output| {
        let mut outcome = Exit::Done;
        for (index, verdict) in rules.check_at(file.origin.as_ref(), &url.request).enumerate() {
            counts.add(index, &verdict);
            outcome = outcome.max(match card::of_one_question(args, &crawlers) {
                Some(crawler) => {
                    card::of_file((url, crawler), (file.origin.as_ref(), &checker.robots), output)?;
                    verdict.decision().into()
                }
                None => checker.answer(url, index, verdict, output)?,
            });
        }
        Ok(outcome)
    })?;
    counts.print(&crawlers, output)?;
    Ok(outcome)
}

/// The file of `--robots`, and the origin of `--origin`.
pub(super) struct RobotsFile {
    pub(super) robots: RobotsInput,
    /// The rules apply to no URL of another one.
    pub(super) origin: Option<Origin>,
}

impl RobotsFile {
    /// # Errors
    /// The file cannot be read, or standard input is needed for the URLs too.
    pub(super) fn read(args: &Check, output: &mut Output) -> Result<Self, Failure> {
        let Some(path) = &args.robots else {
            return Err(Failure::new("name a file: --robots FILE"));
        };
        if path == Path::new("-") && args.urls.is_empty() {
            return Err(Failure::new(
                "--robots - reads the file from standard input; give the URLs as arguments",
            ));
        }
        let origin = args.origin.as_deref().map(|text| origin(text, output)).transpose()?;
        input::say_if_terminal(path, output);
        Ok(Self { robots: RobotsInput::read(path)?, origin })
    }
}

/// The origin of `--origin`. Any scheme is valid, since nothing is fetched.
fn origin(text: &str, output: &mut Output) -> Result<Origin, Failure> {
    let failed = |error: String| Failure::new(format!("--origin: {error}"));
    let url = site_argument::url(text.as_bytes()).map_err(failed)?;
    if let Cow::Owned(url) = &url {
        output.assume_https(url);
    }
    let origin = Origin::parse_any_scheme(&String::from_utf8_lossy(&url))
        .map_err(|error| failed(error.to_string()))?;
    if let Some(note) = site_argument::misplaced_file(text, &origin) {
        output.note("note", &note);
    }
    Ok(origin)
}

/// Asks about each URL of the command line, or else of standard input, one per line. A text that is no URL is reported.
pub(super) fn for_each_url(
    args: &Check,
    file: &RobotsFile,
    output: &mut Output,
    ask: impl FnMut(&UrlArg<'_>, &mut Output) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let mut asker = UrlAsker { args, file, first_origin: None, is_second_noted: false, ask };
    let mut outcome = Exit::Done;
    for url in &args.urls {
        outcome = outcome.max(asker.about(url.as_bytes(), output)?);
    }
    if args.urls.is_empty() { asker.about_input(output) } else { Ok(outcome) }
}

/// The error for an empty list of URLs. Status 0 would say that all of them are allowed.
pub(super) fn no_url() -> Failure {
    Failure::new("no URL was given; name one, or write one per line to standard input")
}

/// What was noted about the URLs so far.
struct UrlAsker<'a, A> {
    args: &'a Check,
    file: &'a RobotsFile,
    /// The origin of the first absolute URL, to notice a second one.
    first_origin: Option<Origin>,
    is_second_noted: bool,
    ask: A,
}

impl<A: FnMut(&UrlArg<'_>, &mut Output) -> Result<Exit, Failure>> UrlAsker<'_, A> {
    /// Asks about the URLs of standard input, one per line.
    fn about_input(&mut self, output: &mut Output) -> Result<Exit, Failure> {
        input::say_if_terminal(Path::new("-"), output);
        let mut outcome = None;
        let mut urls = List::new(io::stdin(), MAX_URL_BYTES, Separator::Line);
        let unreadable =
            |error| Failure::new(format!("cannot read URLs from standard input: {error}"));
        while let Some(line) = urls.next_item().map_err(unreadable)? {
            outcome = outcome.max(Some(match line {
                InputLine::Whole(line) => self.about(&line, output)?,
                InputLine::TooLong(start) => {
                    self.refuse(&start, &AskedUrlError::too_long(&start).to_string(), output)?
                }
            }));
            // A program that writes one line at a time gets one answer at a time.
            if !urls.has_ready() {
                output.flush()?;
            }
        }
        outcome.ok_or_else(no_url)
    }

    fn about(&mut self, url: &[u8], output: &mut Output) -> Result<Exit, Failure> {
        let url = match site_argument::url(url) {
            Ok(url) => url,
            Err(error) => return self.refuse(url, &error, output),
        };
        if let Cow::Owned(url) = &url {
            output.assume_https(url);
        }
        let url = match UrlArg::parse(&url) {
            Ok(url) => url,
            Err(error) => return self.refuse(&url, &error, output),
        };
        self.note_second_origin(&url, output);
        (self.ask)(&url, output)
    }

    /// Notes once that the URLs are of two origins, since a robots.txt applies to one origin.
    fn note_second_origin(&mut self, url: &UrlArg<'_>, output: &mut Output) {
        let Some(origin) = url.origin() else { return };
        if self.file.origin.is_some() || self.is_second_noted {
            return;
        }
        match &self.first_origin {
            None => self.first_origin = Some(origin.clone()),
            Some(first) if first != origin => {
                output.note(
                    "note",
                    &format!(
                        "the URLs are of {first} and of {origin}, but a robots.txt applies to one origin; \
                         --origin URL names it, and URLs of others are then not applicable"
                    ),
                );
                self.is_second_noted = true;
            }
            Some(_) => {}
        }
    }

    /// Reports a URL that cannot be checked.
    fn refuse(&self, url: &[u8], error: &str, output: &mut Output) -> Result<Exit, Failure> {
        answer::report_error_in_table(output, self.args.format, url, error)
    }
}

/// One file and its crawlers.
struct FileChecker<'a> {
    args: &'a Check,
    columns: Columns,
    robots: RobotsTxt<'a>,
    /// To find the line of each answer among all names of the file would cost more than the check.
    locator: VerdictLocator,
    /// How fast each crawler is asked to go.
    paces: Vec<Pace>,
    /// The groups of each crawler.
    followed: Vec<FollowedGroups>,
    crawlers: &'a [Crawler],
}

impl FileChecker<'_> {
    /// Prints the answer for one crawler.
    fn answer(
        &self,
        url: &UrlArg<'_>,
        index: usize,
        verdict: Verdict<'_>,
        output: &mut Output,
    ) -> Result<Exit, Failure> {
        let crawler = &self.crawlers[index];
        let is_explained = self.args.explain && verdict.decision() != Decision::NotApplicable;
        let explanation = is_explained.then(|| self.robots.explain(crawler, &url.request));
        let followed = self.followed[index];
        let located = self.locator.locate(self.robots.as_bytes(), followed, &verdict);
        if self.args.format.of_answers() == Format::Json {
            let profile = self.args.profile.name;
            let answer = json::answer(url, crawler, profile, &verdict, Some(&located));
            let answer = answer.paced(crawler, self.paces[index]);
            output.json(&answer.explained(explanation))?;
            return Ok(verdict.decision().into());
        }
        self.columns.verdict(output, crawler.token(), url, &verdict)?;
        if let Some(explanation) = &explanation {
            print::explanation(output, url, explanation, &self.robots, crawler)?;
            output.line(format_args!(""))?;
        } else {
            self.columns.reason(output, &located)?;
            self.columns.near(output, self.args, || &self.robots, (crawler, url, &verdict))?;
            self.columns.documents_differ(output, crawler, &verdict)?;
            self.columns.requested(output, url)?;
            self.columns.pace(output, (self.args, crawler), self.paces[index])?;
        }
        Ok(verdict.decision().into())
    }
}
