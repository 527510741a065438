//! `maycrawl audit`: do the crawlers of an access log obey robots.txt?

mod dns;
mod evidence;
mod explain_format;
mod history;
mod lines;
mod replay;
mod report;
mod summary;
mod table;

use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;
use maycrawl::{Crawler, Printable, RobotsTxt, as_written};
use maycrawl_audit::evidence::Writer;
use maycrawl_audit::identity::Identities;
use maycrawl_audit::intake::{Intake, Tally};
use maycrawl_audit::judge::{Counts, Hit, Judge, Judged, Options, Reason};
use maycrawl_audit::log::{LogOptions, Trust, UnnamedRequest, Unreadable};
use maycrawl_audit::summary::{Report, Summary};

use crate::args::{Audit, DeclaredFormat, TableFormat};
use crate::atomic_write;
use crate::commands::crawlers::update;
use crate::inputs::{input, site_argument};
use crate::lists::{ListFolder, Published};
use crate::text::output::{Exit, Failure, Output};
use evidence::EvidenceFile;
use history::Read;
use lines::{Broken, Line, Reader};

/// The divisor of the largest share of lines that is not an error, if they cannot be read, or do not name their site.
/// Any client can write one.
const MAX_UNREADABLE_SHARE: u64 = 100;

pub(crate) fn run(args: &Audit, output: &mut Output) -> Result<Exit, Failure> {
    if args.explain_format {
        return explain_format::run(args, &lines::files(&args.logs)?, &log_options(args), output);
    }
    let site = args.site.as_deref().map(|site| site_argument::noted_origin(site, output));
    let site = site.transpose().map_err(Failure::new)?;
    let paths = lines::files(&args.logs)?;
    let Read { histories, source, told_site, newest } = history::read(args, site.as_ref(), output)?;
    warn_of_open_traps(&args.traps, newest.as_deref(), output);
    let site = site.or(told_site);
    if let Some(evidence) = &args.replay {
        return replay::run(args, evidence, &paths, &histories, output);
    }
    let hashes = match &args.evidence {
        Some(_) => {
            paths.iter().map(|path| lines::name_in_evidence(path)).collect::<Result<_, _>>()?
        }
        None => Vec::new(),
    };
    let judge = Judge::new(judge_options(args), histories, identities(args)?);
    let writer = Writer::new(Arc::clone(judge.copies()), hashes);
    let writer = if args.no_redact { writer.keeping_all() } else { writer };
    let log = log_options(args);
    let mut auditor = Auditor {
        intake: Intake::new(&log, paths.len(), site.map(|site| site.to_string().into()))
            .with_traps(args.traps.iter().cloned()),
        broken: Vec::new(),
        judge,
        results: Results { writer, summary: Summary::default(), evidence: None, failure: None },
    };
    let rows = args.evidence.as_ref().map(|path| EvidenceFile::create(path)).transpose()?;
    auditor.results.evidence = rows;
    lines::merge(&paths, &log, &mut auditor)?;
    auditor.finish(args, &paths, &source, output)
}

/// A trap that robots.txt leaves open catches those who obey.
fn warn_of_open_traps(traps: &[String], newest: Option<&[u8]>, output: &mut Output) {
    let Some(robots) = newest.map(RobotsTxt::parse) else { return };
    let rules = robots.rules_for(&Crawler::from_token("ExampleBot"));
    for path in traps {
        if rules.check(as_written(path)).is_allowed() {
            let path = Printable(path.as_bytes());
            output.note(
                "warning",
                &format!("--trap {path}: robots.txt does not forbid this path, so to request it goes against nothing"),
            );
        }
    }
}

fn judge_options(args: &Audit) -> Options {
    Options {
        profile: args.read.profile,
        skew: args.skew,
        edge_cache: args.edge_cache,
        allowed_age: args.max_age,
        is_sampled: args.sampled,
        varies: args.varies,
        ..Options::default()
    }
}

fn log_options(args: &Audit) -> LogOptions {
    let trust =
        if args.trust.is_empty() { Trust::Peer } else { Trust::Proxies(args.trust.clone()) };
    let (format, pattern) = match args.log_format.clone() {
        Some(DeclaredFormat::Name(format)) => (Some(format), None),
        Some(DeclaredFormat::Pattern(pattern)) => (None, Some(pattern)),
        None => (None, None),
    };
    let (zone, captures) = (args.zone.clone(), args.captures.clone());
    LogOptions { zone, words_before: args.words_before, format, pattern, captures, trust }
}

/// The lists and keys that are kept, those of `--ranges`, and the DNS.
fn identities(args: &Audit) -> Result<Identities, Failure> {
    let identities = published(args)?;
    if args.no_dns {
        return Ok(identities);
    }
    let resolver = dns::NameServer::new(args.name_server)?;
    Ok(identities.with_resolver(Box::new(resolver), None))
}

/// What operators publish, without the DNS. A list without its own time has that of its file.
fn published(args: &Audit) -> Result<Identities, Failure> {
    let mut identities = Identities::new();
    if let Some(folder) = ListFolder::named(&args.lists) {
        folder.add_to(&mut identities)?;
    }
    for range in &args.ranges {
        let Some(path) = &range.file else { continue };
        let (taken, bytes) = update::for_file(path)?;
        Published::read(&range.url, taken, &bytes)
            .map_err(|error| Failure::new(format!("{}: {error}", input::name(path))))?
            .add_to(&mut identities);
    }
    Ok(identities)
}

/// What becomes of the requests that were judged.
struct Results {
    writer: Writer,
    summary: Summary,
    evidence: Option<EvidenceFile>,
    failure: Option<Failure>,
}

impl Results {
    fn take(&mut self, judged: &Judged) {
        let row = self.summary.add(judged, &mut self.writer, self.evidence.is_some());
        if let (Some(file), Some(row)) = (&mut self.evidence, row) {
            self.failure = file.write(&row).err().or(self.failure.take());
        }
    }
}

struct Auditor {
    intake: Intake,
    /// Files whose rest was not read.
    broken: Vec<Broken>,
    judge: Judge,
    results: Results,
}

impl Reader for Auditor {
    type Item = Hit<'static>;

    fn read(&mut self, line: &Line<'_>) -> Option<(Timestamp, Hit<'static>)> {
        let hit = self.intake.read(line.file, line.offset, line.bytes)?;
        Some((hit.at, hit))
    }

    fn take(&mut self, hit: Hit<'static>) {
        let results = &mut self.results;
        self.judge.push(hit, &mut |judged| results.take(&judged));
    }

    fn broken(&mut self, broken: Broken) {
        self.broken.push(broken);
    }
}

impl Auditor {
    fn finish(
        mut self,
        args: &Audit,
        paths: &[PathBuf],
        source: &str,
        output: &mut Output,
    ) -> Result<Exit, Failure> {
        let results = &mut self.results;
        self.judge.finish(&mut |judged| results.take(&judged));
        if let Some(failure) = self.results.failure.take() {
            return Err(failure);
        }
        if let Some(file) = self.results.evidence.take() {
            file.finish()?;
        }
        let tally = self.intake.tally();
        let told = Report {
            tally,
            counts: self.judge.counts(),
            summary: &self.results.summary,
            history: source,
            identities: self.judge.identities(),
        };
        notes(&told, &self.broken, args, paths, output);
        match args.read.format {
            TableFormat::Json => output.json(&told.json())?,
            TableFormat::Csv => table::print(&told, output)?,
            TableFormat::Text => summary::print(&told, output)?,
        }
        if let Some(path) = &args.report {
            atomic_write::overwrite(path, report::html(&told).as_bytes())
                .map_err(|error| atomic_write::failure(path, &error))?;
        }
        let is_most = |count: u64, of: u64| count * MAX_UNREADABLE_SHARE > of;
        let is_unread = is_most(tally.unreadable(), tally.lines)
            || is_most(without_site(told.summary), tally.requests)
            // A log without a request says nothing about anybody.
            || tally.requests == 0;
        let is_partial = is_unread && !args.allow_unreadable || !self.broken.is_empty();
        Ok(match () {
            () if is_partial => Exit::Unanswered,
            () if told.summary.has_proved_disobedience() => Exit::Found,
            () => Exit::Done,
        })
    }
}

/// The requests of which the log does not tell the site.
fn without_site(summary: &Summary) -> u64 {
    summary.not_known().get(&Reason::OriginNotKnown).copied().unwrap_or(0)
}

/// What a person must know before the table.
fn notes(
    report: &Report<'_>,
    broken: &[Broken],
    args: &Audit,
    paths: &[PathBuf],
    output: &mut Output,
) {
    let count = without_site(report.summary);
    if count > 0 && args.site.is_none() {
        let requests = if count == 1 { "request is" } else { "requests are" };
        let text = format!(
            "{count} {requests} for a site that the log does not name; name it: --site https://www.example.com"
        );
        output.note("warning", &text);
    }
    unread_notes(report.tally, broken, paths, output);
    log_notes(report.tally, args, output);
    identity_notes(report, output);
    judge_notes(report.counts, output);
}

/// What was not read.
fn unread_notes(tally: &Tally, broken: &[Broken], paths: &[PathBuf], output: &mut Output) {
    for broken in broken {
        let name = input::name(&paths[broken.file as usize]);
        output.note("warning", &format!("{name}: {}; its rest was not read", broken.error));
    }
    for (reason, (count, file, offset)) in &tally.unreadable {
        let name = input::name(&paths[*file as usize]);
        let lines = if *count == 1 { "line was" } else { "lines were" };
        let text =
            format!("{count} {lines} not read: {reason}; the first is at byte {offset} of {name}");
        output.note(if *reason == Unreadable::NoRequest { "note" } else { "warning" }, &text);
    }
    if let Some(UnnamedRequest { names, pattern, .. }) = &tally.unnamed {
        let names: Vec<_> =
            names.iter().map(|name| Printable(name.as_bytes()).to_string()).collect();
        let how = match pattern {
            Some(pattern) => {
                format!("read such lines with --log-format '{}'", Printable(pattern.as_bytes()))
            }
            None => "--log-format takes a pattern of nginx or Apache for such lines".to_owned(),
        };
        output.note("warning", &format!("the first such object has {}; {how}", names.join(", ")));
    }
}

/// What is missing in the log, and what was assumed of it.
fn log_notes(tally: &Tally, args: &Audit, output: &mut Output) {
    if tally.requests == 0 {
        output.note("warning", "no line is a request that can be read");
    }
    if tally.has_one_peer() && args.trust.is_empty() {
        let text = "more than half of the lines have one peer: a proxy stands before this log, and who came through \
                    it is not known; name it with --trust";
        output.note("warning", text);
    }
    match (&args.zone, tally.zone_assumed) {
        (_, 0) => {}
        (None, _) => {
            output.note("note", "times without a zone were read as UTC; --zone names another");
        }
        // The hour that comes twice when clocks are put back.
        (Some(_), times) => {
            let text = format!(
                "{times} times may be an hour earlier or later: their hour comes twice in that zone"
            );
            output.note("note", &text);
        }
    }
    if tally.other_sites > 0 && args.site.is_some() {
        let text = format!(
            "{} requests are of other sites, whose robots.txt is not given",
            tally.other_sites
        );
        output.note("note", &text);
    }
    for format in tally.formats.keys().filter(|format| format.is_tentative()) {
        let text = format!(
            "{format}: read as its documentation says; no line of it was seen at its source"
        );
        output.note("note", &text);
    }
}

/// How far the identities of the clients can be trusted.
fn identity_notes(report: &Report<'_>, output: &mut Output) {
    for list in report.lists().into_iter().filter(|list| list.is_stale) {
        let text = format!(
            "{} was last fetched {:.0}, before the end of this log; maycrawl crawlers update fetches it",
            list.url, list.last
        );
        output.note("note", &text);
    }
    let lookups = report.identities.lookups();
    if lookups.failed > 0 {
        let text = format!(
            "the DNS did not answer about {} of {} addresses, and who sent their requests is not known",
            lookups.failed, lookups.asked
        );
        output.note("warning", &text);
    }
    if lookups.left_out > 0 {
        let text = format!(
            "the DNS was asked about {} addresses, which is the limit; {} requests are of others",
            lookups.asked, lookups.left_out
        );
        output.note("warning", &text);
    }
}

/// What the judge could not put in order or explain.
fn judge_notes(counts: &Counts, output: &mut Output) {
    if counts.late > 0 {
        let text = format!(
            "{} lines came more than 10 minutes late, and were judged without order",
            counts.late
        );
        output.note("warning", &text);
    }
    if counts.unexplained > 0 {
        let text = format!(
            "{} answers for robots.txt do not fit the history, such as status 200 where it has no file",
            counts.unexplained
        );
        output.note("warning", &text);
    }
}
