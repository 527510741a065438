//! `maycrawl lint`: mistakes in a robots.txt.

mod fix;
mod github;
mod sarif;
mod text;

use std::path::{Path, PathBuf};

use maycrawl::{
    Diagnostic, Effect, Lint, LintOptions, LintReport, Origin, Printable, RobotsTxt, Severity,
    written_url,
};
use maycrawl_fetch::{Basis, Fetcher};
use serde::Serialize;
use tokio::runtime::Runtime;

use crate::answer::Hints;
use crate::args::{self, LintFormat, Subject};
use crate::output::{Failure, Outcome, Output};
use crate::progress::Progress;
use crate::{input, live, store};

/// A file that was looked at.
pub(crate) struct Linted {
    /// As people and tools call it.
    pub(crate) name: String,
    /// Where it lies, if it is a file that can be written.
    path: Option<PathBuf>,
    /// The site has no file.
    is_missing: bool,
    pub(crate) bytes: Vec<u8>,
    pub(crate) found: LintReport,
    /// Findings that can be fixed, those that are not shown too.
    fixable: Fixable,
    context: LintOptions,
}

pub(crate) fn run(args: &args::Lint, output: &mut Output) -> Result<Outcome, Failure> {
    if let Some(what) = &args.explain {
        return explain(what, args, output);
    }
    let mut linter = Linter { args, output, network: None };
    let (mut outcome, mut all) = (Outcome::AllAllowed, Vec::new());
    for target in &args.targets {
        match linter.target(target)? {
            Some(linted) => {
                if linted.found.counts.iter().any(|count| denies(args, count.lint)) {
                    outcome = outcome.max(Outcome::SomeDisallowed);
                }
                match args.format {
                    LintFormat::Text => text::file(&linted, linter.output)?,
                    LintFormat::Github => github::file(&linted, linter.output)?,
                    LintFormat::Json => linter.output.json(&JsonFile::new(&linted))?,
                    LintFormat::Sarif => {}
                }
                all.push(linted);
            }
            None => outcome = Outcome::Unanswered,
        }
    }
    match args.format {
        // After an error about the only file there is nothing to sum up.
        LintFormat::Text if all.is_empty() => {}
        LintFormat::Text => text::summary(&all, linter.output)?,
        LintFormat::Sarif => linter.output.json(&sarif::log(&all))?,
        LintFormat::Json | LintFormat::Github => {}
    }
    Ok(outcome)
}

/// Does a finding of this kind make the exit status 1?
fn denies(args: &args::Lint, lint: &'static Lint) -> bool {
    lint.severity == Severity::Error
        || args.deny.iter().any(|subject| match subject {
            Subject::Severity(severity) => lint.severity >= *severity,
            Subject::Lint(denied) => *denied == lint,
        })
}

/// Is a finding of this kind left out?
fn allows(args: &args::Lint, lint: &'static Lint) -> bool {
    args.allow.iter().any(|subject| match subject {
        Subject::Severity(severity) => lint.severity <= *severity,
        Subject::Lint(allowed) => *allowed == lint,
    })
}

/// Reads and lints one target after the other.
struct Linter<'a> {
    args: &'a args::Lint,
    output: &'a mut Output,
    /// Made when the first URL turns up.
    network: Option<(Runtime, Fetcher)>,
}

impl Linter<'_> {
    /// The file and what was found; `None` if it cannot be had, which has been said.
    fn target(&mut self, target: &str) -> Result<Option<Linted>, Failure> {
        if target.contains("://") {
            return self.url(target);
        }
        let path = Path::new(target);
        input::say_if_terminal(path, self.output);
        let bytes = match input::robots(path) {
            Ok(bytes) => bytes,
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
        let origin = origin.map(|text| live::noted_origin(text, self.output)).transpose();
        let origin = origin.map_err(Failure::new)?;
        let mut linted = Linted {
            name: if is_stdin {
                "<stdin>".into()
            } else {
                Printable(target.as_bytes()).to_string()
            },
            path: (!is_stdin).then(|| path.to_owned()),
            is_missing: false,
            bytes,
            found: LintReport::default(),
            fixable: Fixable::default(),
            context: origin.map_or_else(LintOptions::new, |origin| LintOptions::new().at(origin)),
        };
        if let Some(which) = self.args.fix {
            let Some(path) = linted.path.clone() else {
                return Err(Failure::new("--fix writes files; name one"));
            };
            fix::file(&path, &mut linted, which, self.args, self.output)?;
        }
        self.lint(&mut linted);
        Ok(Some(linted))
    }

    /// The robots.txt of the site of a URL.
    fn url(&mut self, url: &str) -> Result<Option<Linted>, Failure> {
        if self.args.fix.is_some() {
            return Err(Failure::new("--fix writes files; a site's file is its owner's"));
        }
        let origin = match live::noted_origin(url, self.output) {
            Ok(origin) => origin,
            Err(error) => {
                self.output.note("error", &error);
                return Ok(None);
            }
        };
        let robots = {
            let progress = Progress::spinner(self.output, &format!("asking {origin}"));
            let (runtime, fetcher) = self.network()?;
            let robots = runtime.block_on(fetcher.robots_of(&origin));
            progress.clear();
            robots
        };
        let Some(bytes) = robots.bytes().map(<[u8]>::to_vec) else {
            let said = live::Shown(&robots).to_string();
            if robots.basis() == Basis::NoFile {
                self.output.note("note", &format!("{said}: nothing to lint"));
                return Ok(Some(Linted { is_missing: true, ..Linted::empty(origin) }));
            }
            self.output.note("error", &said);
            let mut hints = Hints::default();
            hints.see(&robots);
            hints.say(&self.args.net, self.output);
            return Ok(None);
        };
        let mut linted = Linted { bytes, ..Linted::empty(origin) };
        self.lint(&mut linted);
        Ok(Some(linted))
    }

    fn network(&mut self) -> Result<&mut (Runtime, Fetcher), Failure> {
        let network = match self.network.take() {
            Some(network) => network,
            None => {
                let store = store::open(&self.args.store, self.output)?;
                let builder = live::builder(&self.args.live, &self.args.net, store)?;
                let fetcher = live::build(builder.profile(self.args.profile))?;
                (live::runtime()?, fetcher)
            }
        };
        Ok(self.network.insert(network))
    }

    fn lint(&mut self, linted: &mut Linted) {
        let robots = RobotsTxt::parse_with(&linted.bytes, self.args.profile);
        linted.found = robots.lint_with(&linted.context);
        linted.found.retain(|lint| !allows(self.args, lint));
        linted.fixable = if linted.found.more == 0 {
            Fixable::of(&linted.found)
        } else {
            let mut all = robots.lint_with(&linted.context.clone().limit(usize::MAX));
            all.retain(|lint| !allows(self.args, lint));
            Fixable::of(&all)
        };
    }
}

/// How many findings `--fix` and `--fix=all` fix.
#[derive(Clone, Copy, Default)]
pub(crate) struct Fixable {
    /// Those that change no verdict.
    safe: usize,
    /// The others.
    more: usize,
}

impl Fixable {
    fn of(found: &LintReport) -> Self {
        let count = |effect| {
            let fixes = found.diagnostics.iter().filter_map(|found| found.fix.as_ref());
            fixes.filter(|fix| fix.effect == effect).count()
        };
        Self { safe: count(Effect::KeepsVerdicts), more: count(Effect::TakesEffect) }
    }
}

impl Linted {
    fn empty(origin: Origin) -> Self {
        Self {
            name: origin.robots_url(),
            path: None,
            is_missing: false,
            bytes: Vec::new(),
            found: LintReport::default(),
            fixable: Fixable::default(),
            context: LintOptions::new().at(origin),
        }
    }
}

/// One file's findings, as JSON.
#[derive(Serialize)]
struct JsonFile<'l> {
    file: &'l str,
    findings: Vec<JsonFinding<'l>>,
    /// Findings beyond a hundred of one kind.
    more: usize,
}

#[derive(Serialize)]
struct JsonFinding<'l> {
    #[serde(flatten)]
    found: &'l Diagnostic,
    column: u32,
    end_column: u32,
}

impl<'l> JsonFile<'l> {
    fn new(linted: &'l Linted) -> Self {
        let findings = linted.found.diagnostics.iter().map(|found| {
            let position = found.position(&linted.bytes);
            JsonFinding { found, column: position.column, end_column: position.end_column }
        });
        Self { file: &linted.name, findings: findings.collect(), more: linted.found.more }
    }
}

/// The page of one lint, or a list of them all.
fn explain(what: &str, args: &args::Lint, output: &mut Output) -> Result<Outcome, Failure> {
    let json = args.format == LintFormat::Json;
    if what == "all" {
        for lint in Lint::all() {
            if json {
                output.json(lint)?;
            } else {
                let (code, severity, name) = (lint.code, lint.severity.name(), lint.name);
                output.line(format_args!("{code}  {severity:7}  {name:20}  {}", lint.summary))?;
            }
        }
        return Ok(Outcome::AllAllowed);
    }
    let lint = args::lint_of(what).map_err(Failure::new)?;
    if json {
        output.json(lint)?;
    } else {
        output.bytes(lint.markdown().as_bytes())?;
    }
    Ok(Outcome::AllAllowed)
}
