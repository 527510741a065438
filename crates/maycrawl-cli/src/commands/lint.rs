//! `maycrawl lint`: likely mistakes in a robots.txt.

mod csv;
mod fix;
mod github;
mod sarif;
mod text;

use std::path::{Path, PathBuf};

use maycrawl::{Origin, Printable, RobotsTxt, SuspicionKind, written_url};
use maycrawl_fetch::{Basis, Fetcher};
use maycrawl_lint::answer::LintAnswer;
use maycrawl_lint::{FixEffect, Lint, LintOptions, LintReport, Severity, lint_with};
use tokio::runtime::Runtime;

use crate::answer::Hints;
use crate::args::{self, LintFilter, LintFormat};
use crate::inputs::robots_input::RobotsInput;
use crate::inputs::{input, site_argument};
use crate::progress::Progress;
use crate::text::output::{Exit, Failure, Output};
use crate::text::robots_state::RobotsState;
use crate::text::wrap::wrapped_markdown;
use crate::{fetcher, store};

/// A file and its findings.
struct LintedFile {
    /// The name for people and tools.
    name: String,
    /// The path, if it is a file that can be written.
    path: Option<PathBuf>,
    /// True if the site has no robots.txt.
    is_missing: bool,
    /// Why `--deny-suspicious` refuses it.
    denied: Option<String>,
    bytes: Vec<u8>,
    report: LintReport,
    /// Counts of fixes, including those of findings that are not shown.
    fixes: FixCounts,
    options: LintOptions,
}

pub(crate) fn run(args: &args::Lint, output: &mut Output) -> Result<Exit, Failure> {
    if let Some(name) = &args.explain {
        return explain(name, args, output);
    }
    let mut linter = Linter { args, output, network: None };
    let (mut outcome, mut all) = (Exit::Done, Vec::new());
    for target in &args.targets {
        match linter.target(target)? {
            Some(file) => {
                if file.denied.is_some() {
                    outcome = Exit::Unanswered;
                }
                if file.report.counts.iter().any(|count| is_denied(args, count.lint)) {
                    outcome = outcome.max(Exit::Found);
                }
                match args.format {
                    LintFormat::Text => text::file(&file, linter.output)?,
                    LintFormat::Github => github::file(&file, linter.output)?,
                    LintFormat::Json => {
                        let answer = LintAnswer::new(&file.name, &file.bytes, &file.report);
                        linter.output.json(&answer)?;
                    }
                    LintFormat::Csv => csv::file(&file, all.is_empty(), linter.output)?,
                    LintFormat::Sarif => {}
                }
                all.push(file);
            }
            None => outcome = Exit::Unanswered,
        }
    }
    match args.format {
        // If no file could be read, there is nothing to summarise.
        LintFormat::Text if all.is_empty() => {}
        LintFormat::Text => text::summary(&all, linter.output)?,
        LintFormat::Sarif => linter.output.json(&sarif::log(&all))?,
        LintFormat::Json | LintFormat::Csv | LintFormat::Github => {}
    }
    Ok(outcome)
}

/// True if a finding of this kind makes the exit status 1.
fn is_denied(args: &args::Lint, lint: &'static Lint) -> bool {
    lint.severity == Severity::Error
        || args.deny.iter().any(|filter| match filter {
            LintFilter::Severity(severity) => lint.severity >= *severity,
            LintFilter::Lint(denied) => *denied == lint,
        })
}

/// True if a finding of this kind is left out.
fn is_allowed(args: &args::Lint, lint: &'static Lint) -> bool {
    args.allow.iter().any(|filter| filter.leaves_out(lint))
}

/// Reads and lints targets, one after the other.
struct Linter<'a> {
    args: &'a args::Lint,
    output: &'a mut Output,
    /// Created for the first URL.
    network: Option<(Runtime, Fetcher)>,
}

impl Linter<'_> {
    /// Lints a file or a URL; `None` if it cannot be read, which is reported here.
    fn target(&mut self, target: &str) -> Result<Option<LintedFile>, Failure> {
        if target.contains("://") {
            return self.url(target);
        }
        let path = Path::new(target);
        input::say_if_terminal(path, self.output);
        let input = match RobotsInput::read(path) {
            Ok(input) => input,
            Err(failure) => {
                let shown = Printable(target.as_bytes());
                let hint = if !path.exists() && written_url::begins_with_host(target) {
                    format!("; for a live site write https://{shown}")
                } else {
                    String::new()
                };
                self.output.note("error", &format!("{failure}{hint}"));
                return Ok(None);
            }
        };
        let is_stdin = target == "-";
        let origin = self.args.origin.as_deref();
        let origin = origin.map(|text| site_argument::noted_origin(text, self.output)).transpose();
        let origin = origin.map_err(Failure::new)?;
        let denied = self.suspicion(&input);
        let mut file = LintedFile {
            name: if is_stdin {
                "<stdin>".into()
            } else {
                Printable(target.as_bytes()).to_string()
            },
            path: (!is_stdin).then(|| path.to_owned()),
            is_missing: false,
            denied,
            bytes: input.bytes,
            report: LintReport::default(),
            fixes: FixCounts::default(),
            options: origin
                .into_iter()
                .fold(LintOptions::new().readers(self.args.proved.readers()), LintOptions::at),
        };
        // A refused file is probably not a robots.txt, so it is not changed. The fixes come before the lint, which
        // then finds only what is left.
        if let Some(level) = self.args.fix.filter(|_| file.denied.is_none()) {
            let Some(path) = file.path.clone() else {
                return Err(Failure::new("--fix cannot write to standard input; name a file"));
            };
            fix::file(&path, &mut file, level, self.args, self.output)?;
        }
        self.lint(&mut file);
        Ok(Some(file))
    }

    /// Reports what is probably not the robots.txt that is meant. The sentence, if `--deny-suspicious` refuses it.
    fn suspicion(&mut self, input: &RobotsInput) -> Option<String> {
        let robots = RobotsTxt::parse_with(&input.bytes, self.args.profile);
        let text = input.suspicion(&robots)?;
        if self.args.suspicious.deny_suspicious {
            self.output.note("error", &text);
            return Some(text);
        }
        let kind = robots.suspicion()?.kind;
        // These are findings.
        let is_finding = matches!(
            kind,
            SuspicionKind::WebPage | SuspicionKind::Utf16 | SuspicionKind::OtherFormat(_)
        );
        if !is_finding {
            self.output.note("warning", &text);
        }
        None
    }

    /// Lints the robots.txt of a live site.
    fn url(&mut self, url: &str) -> Result<Option<LintedFile>, Failure> {
        if self.args.fix.is_some() {
            return Err(Failure::new("--fix cannot change a live site; name a file"));
        }
        let origin = match site_argument::noted_origin(url, self.output) {
            Ok(origin) => origin,
            Err(error) => {
                self.output.note("error", &error);
                return Ok(None);
            }
        };
        let robots = {
            let progress = Progress::spinner(self.output, &format!("asking {origin}"));
            let refresh = self.args.site.live.refresh;
            let (runtime, fetcher) = self.network()?;
            let robots = runtime.block_on(fetcher::robots_of(fetcher, refresh, &origin));
            let store = fetcher.store().clone();
            progress.clear();
            store::warn_if_lost(&store, self.output);
            robots
        };
        let Some(bytes) = robots.bytes().map(<[u8]>::to_vec) else {
            let state = RobotsState(&robots).to_string();
            // A site may have no robots.txt. This is no failure, so the exit status stays as it is.
            if robots.basis() == Basis::NoFile {
                self.output.note("note", &format!("{state}: nothing to lint"));
                return Ok(Some(LintedFile { is_missing: true, ..LintedFile::empty(origin) }));
            }
            self.output.note("error", &state);
            let mut hints = Hints::default();
            hints.see(&robots);
            hints.say(&self.args.site.net, self.output);
            return Ok(None);
        };
        RobotsState(&robots).warn_unless_live(self.output);
        let mut file = LintedFile { bytes, ..LintedFile::empty(origin) };
        file.options = file.options.readers(self.args.proved.readers());
        self.lint(&mut file);
        Ok(Some(file))
    }

    fn network(&mut self) -> Result<&mut (Runtime, Fetcher), Failure> {
        let network = match self.network.take() {
            Some(network) => network,
            None => {
                let fetcher = fetcher::open(&self.args.site, self.args.profile, self.output)?;
                (fetcher::runtime()?, fetcher)
            }
        };
        Ok(self.network.insert(network))
    }

    fn lint(&mut self, file: &mut LintedFile) {
        let robots = RobotsTxt::parse_with(&file.bytes, self.args.profile);
        file.report = lint_with(&robots, &file.options);
        file.report.retain(|lint| !is_allowed(self.args, lint));
        file.fixes = if file.report.more == 0 {
            FixCounts::new(&file.report)
        } else {
            let mut all = lint_with(&robots, &file.options.clone().limit(usize::MAX));
            all.retain(|lint| !is_allowed(self.args, lint));
            FixCounts::new(&all)
        };
    }
}

/// Counts of findings that `--fix` and `--fix=all` fix.
#[derive(Clone, Copy, Default)]
struct FixCounts {
    /// Fixes that change no verdict, for any of the programs.
    safe: usize,
    /// Other fixes.
    more: usize,
}

impl FixCounts {
    fn new(report: &LintReport) -> Self {
        let count = |effect| {
            let fixes = report.diagnostics.iter().filter_map(|found| found.fix.as_ref());
            fixes.filter(|fix| fix.effect == effect).count()
        };
        Self { safe: count(FixEffect::KeepsVerdicts), more: count(FixEffect::Mends) }
    }
}

impl LintedFile {
    /// A file of a live site, still without content.
    fn empty(origin: Origin) -> Self {
        Self {
            name: origin.robots_url(),
            path: None,
            is_missing: false,
            denied: None,
            bytes: Vec::new(),
            report: LintReport::default(),
            fixes: FixCounts::default(),
            options: LintOptions::new().at(origin),
        }
    }
}

/// Prints the page of one lint, or the list of all lints.
fn explain(name: &str, args: &args::Lint, output: &mut Output) -> Result<Exit, Failure> {
    let json = args.format == LintFormat::Json;
    if name == "all" {
        for lint in Lint::all() {
            if json {
                output.json(lint)?;
            } else {
                let (code, severity, name) = (lint.code, lint.severity.name(), lint.name);
                let summary = output.language().lint_summary(lint);
                output.line(format_args!("{code}  {severity:7}  {name:20}  {summary}"))?;
            }
        }
        return Ok(Exit::Done);
    }
    let lint = args::lint_by_name(name).map_err(Failure::new)?;
    if json {
        output.json(lint)?;
    } else {
        output.bytes(wrapped_markdown(&lint.markdown()).as_bytes())?;
    }
    Ok(Exit::Done)
}
