//! `maycrawl audit`: do the crawlers of an access log obey robots.txt?

mod dns;
mod history;
mod lines;
mod replay;
mod report;
mod summary;

use std::collections::{BTreeMap, HashMap};
use std::io::{BufWriter, Write as _};
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;
use maycrawl::Origin;
use maycrawl_audit::evidence::Writer;
use maycrawl_audit::identity::{Claim, Identities};
use maycrawl_audit::judge::{Hit, Judge, Judged, Options, Place};
use maycrawl_audit::log::{
    LogFormat, LogOptions, LogReader, LoggedRequest, Scheme, TimeMeans, Trust, Unreadable,
};

use crate::args::{Audit, DeclaredFormat, Format};
use crate::atomic_write;
use crate::commands::crawlers::update;
use crate::inputs::{input, site_argument};
use crate::lists::ListFolder;
use crate::text::output::{Failure, Outcome, Output};
use lines::{Broken, Line, Reader};
use summary::Summary;

/// The most agents, and hosts, that are remembered. After that all are forgotten and read again.
const MAX_REMEMBERED: usize = 1 << 16;
/// More unreadable lines than one in so many are an error.
const MAX_UNREADABLE_SHARE: u64 = 100;

pub(crate) fn run(args: &Audit, output: &mut Output) -> Result<Outcome, Failure> {
    let site = args.site.as_deref().map(|site| site_argument::noted_origin(site, output));
    let site = site.transpose().map_err(Failure::new)?;
    let paths = lines::files(&args.logs)?;
    let (histories, source) = history::read(args, site.as_ref(), output)?;
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
        readers: paths.iter().map(|_| LogReader::new(log.clone())).collect(),
        site: site.map(|site| site.to_string().into()),
        claims: HashMap::new(),
        origins: HashMap::new(),
        tally: Tally::default(),
        judge,
        results: Results { writer, summary: Summary::default(), evidence: None, failure: None },
    };
    let rows = args.evidence.as_ref().map(|path| EvidenceFile::create(path)).transpose()?;
    auditor.results.evidence = rows;
    lines::merge(&paths, &log, &mut auditor)?;
    auditor.finish(args, &paths, &source, output)
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
    LogOptions { zone, format, pattern, captures, trust }
}

/// The lists that are kept, those of `--ranges`, and the DNS. A list without its own time has that of its file.
fn identities(args: &Audit) -> Result<Identities, Failure> {
    let mut identities = Identities::new();
    if let Some(folder) = ListFolder::named(&args.lists) {
        folder.add_to(&mut identities)?;
    }
    for range in &args.ranges {
        let Some(path) = &range.file else { continue };
        let (taken, bytes) = update::of_file(path)?;
        identities
            .add_list(&range.url, taken, &bytes)
            .map_err(|error| Failure::new(format!("{}: {error}", input::name(path))))?;
    }
    if !args.no_dns {
        let resolver = dns::NameServer::new(args.name_server)?;
        identities = identities.with_resolver(Box::new(resolver), None);
    }
    Ok(identities)
}

/// A file of evidence, which appears when it is complete.
struct EvidenceFile {
    path: PathBuf,
    rows: BufWriter<tempfile::NamedTempFile>,
}

impl EvidenceFile {
    fn create(path: &std::path::Path) -> Result<Self, Failure> {
        let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
        let file = tempfile::Builder::new()
            .prefix(".evidence.")
            .tempfile_in(folder.unwrap_or(std::path::Path::new(".")))
            .map_err(|error| atomic_write::failure(path, &error))?;
        Ok(Self { path: path.to_owned(), rows: BufWriter::new(file) })
    }

    fn finish(self) -> Result<(), Failure> {
        let Self { path, rows } = self;
        let file =
            rows.into_inner().map_err(|error| atomic_write::failure(&path, error.error()))?;
        file.persist(&path).map_err(|error| atomic_write::failure(&path, &error.error))?;
        Ok(())
    }
}

/// What was read.
#[derive(Default)]
struct Tally {
    lines: u64,
    requests: u64,
    unreadable: BTreeMap<Unreadable, (u64, u32, u64)>,
    formats: BTreeMap<LogFormat, u64>,
    zone_assumed: u64,
    other_sites: u64,
    first: Option<Timestamp>,
    last: Option<Timestamp>,
    /// The peer that may have sent more than half of all lines, and its lead. (Boyer and Moore.)
    peer: (Option<IpAddr>, u64),
    peer_lines: u64,
    broken: Vec<Broken>,
}

impl Tally {
    /// Lines that say something and were not read. Servers log connections without a request too.
    fn unreadable(&self) -> u64 {
        let other = self.unreadable.iter().filter(|(reason, _)| **reason != Unreadable::NoRequest);
        other.map(|(_, it)| it.0).sum()
    }

    fn add(&mut self, request: &LoggedRequest<'_>) {
        self.requests += 1;
        *self.formats.entry(request.format).or_default() += 1;
        self.zone_assumed += u64::from(request.is_zone_assumed);
        self.first = Some(self.first.map_or(request.time, |first| first.min(request.time)));
        self.last = Some(self.last.map_or(request.time, |last| last.max(request.time)));
        if self.peer.1 == 0 {
            (self.peer, self.peer_lines) = ((request.client, 1), 1);
        } else if self.peer.0 == request.client {
            self.peer.1 += 1;
            self.peer_lines += 1;
        } else {
            self.peer.1 -= 1;
        }
    }

    /// True if one peer sent more than half of the lines: a proxy stands before this log.
    fn has_one_peer(&self) -> bool {
        self.peer.0.is_some() && self.requests > 100 && self.peer_lines * 2 > self.requests
    }
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
        let wants_example = self.summary.add(judged);
        if !wants_example && self.evidence.is_none() {
            return;
        }
        let row = self.writer.row(judged);
        if let Some(file) = &mut self.evidence {
            let written = serde_json::to_writer(&mut file.rows, &row)
                .map_err(std::io::Error::from)
                .and_then(|()| file.rows.write_all(b"\n"));
            if let Err(error) = written {
                self.failure = Some(atomic_write::failure(&file.path, &error));
            }
        }
        if wants_example {
            self.summary.add_example(judged, row);
        }
    }
}

struct Auditor {
    readers: Vec<LogReader>,
    site: Option<Arc<str>>,
    claims: HashMap<Box<str>, Claim>,
    origins: HashMap<String, Option<Arc<str>>>,
    tally: Tally,
    judge: Judge,
    results: Results,
}

impl Reader for Auditor {
    type Item = Hit<'static>;

    fn read(&mut self, line: &Line<'_>) -> Option<(Timestamp, Hit<'static>)> {
        self.tally.lines += 1;
        let request = match self.readers[line.file as usize].read(line.bytes) {
            Ok(request) => request?,
            Err(reason) => {
                let entry =
                    self.tally.unreadable.entry(reason).or_insert((0, line.file, line.offset));
                entry.0 += 1;
                return None;
            }
        };
        self.tally.add(&request);
        let claim = self.claim(request.user_agent.as_deref());
        let time = request.time;
        if claim == Claim::None && request.target != "/robots.txt" {
            return Some((time, Hit::of_nobody(time)));
        }
        let length = u32::try_from(line.bytes.len()).unwrap_or(u32::MAX);
        let hit = Hit {
            at: time,
            time_is_end: match request.time_means {
                TimeMeans::End => Some(true),
                TimeMeans::Begin => Some(false),
                TimeMeans::Unknown => None,
            },
            client: request.client,
            origin: self.origin(&request),
            claim,
            method: request.method,
            target: request.target,
            is_target_inexact: request.is_target_inexact,
            status: request.status,
            // An empty body is certain in every format; other sizes may be those with the header.
            bytes: request.bytes.filter(|&bytes| bytes == 0),
            place: Place { file: line.file, offset: line.offset, length },
        };
        Some((time, hit.into_owned()))
    }

    fn take(&mut self, hit: Hit<'static>) {
        let results = &mut self.results;
        self.judge.push(hit, &mut |judged| results.take(&judged));
    }

    fn broken(&mut self, broken: Broken) {
        self.tally.broken.push(broken);
    }
}

impl Auditor {
    fn claim(&mut self, agent: Option<&str>) -> Claim {
        let Some(agent) = agent else { return Claim::None };
        if let Some(&known) = self.claims.get(agent) {
            return known;
        }
        if self.claims.len() >= MAX_REMEMBERED {
            self.claims.clear();
        }
        let claim = Claim::of_user_agent(agent);
        self.claims.insert(agent.into(), claim);
        claim
    }

    /// The origin of a request. `--site` says what the log does not tell; a log that tells another host is of another site.
    fn origin(&mut self, request: &LoggedRequest<'_>) -> Option<Arc<str>> {
        let site = self.site.clone();
        let of_site = site.as_deref().and_then(|site| site.split_once("://"));
        let scheme = request.scheme.map(Scheme::as_str).or(of_site.map(|it| it.0))?;
        let host = request.host.as_deref().or(of_site.map(|it| it.1))?;
        let origin = self.remembered(&format!("{scheme}://{host}"));
        self.tally.other_sites += u64::from(site.is_some() && origin.is_some() && origin != site);
        origin
    }

    fn remembered(&mut self, text: &str) -> Option<Arc<str>> {
        if let Some(known) = self.origins.get(text) {
            return known.clone();
        }
        if self.origins.len() >= MAX_REMEMBERED {
            self.origins.clear();
        }
        let origin = Origin::parse(text).ok().map(|origin| Arc::from(origin.to_string()));
        self.origins.insert(text.to_owned(), origin.clone());
        origin
    }

    fn finish(
        mut self,
        args: &Audit,
        paths: &[PathBuf],
        source: &str,
        output: &mut Output,
    ) -> Result<Outcome, Failure> {
        let results = &mut self.results;
        self.judge.finish(&mut |judged| results.take(&judged));
        if let Some(failure) = self.results.failure.take() {
            return Err(failure);
        }
        if let Some(file) = self.results.evidence.take() {
            file.finish()?;
        }
        let told = summary::Told {
            tally: &self.tally,
            counts: self.judge.counts(),
            summary: &self.results.summary,
            history: source,
            identities: self.judge.identities(),
        };
        notes(&told, args, paths, output);
        match args.read.format {
            Format::Json => output.json(&told.json())?,
            Format::Text => told.print(output)?,
        }
        if let Some(path) = &args.report {
            atomic_write::overwrite(path, report::html(&told).as_bytes())
                .map_err(|error| atomic_write::failure(path, &error))?;
        }
        let is_unreadable = self.tally.unreadable() * MAX_UNREADABLE_SHARE > self.tally.lines;
        let is_partial = is_unreadable && !args.allow_unreadable || !self.tally.broken.is_empty();
        Ok(match () {
            () if is_partial => Outcome::Unanswered,
            () if told.summary.has_proved_disobedience() => Outcome::SomeDisallowed,
            () => Outcome::AllAllowed,
        })
    }
}

/// What a person must know before the table.
fn notes(told: &summary::Told<'_>, args: &Audit, paths: &[PathBuf], output: &mut Output) {
    let tally = told.tally;
    for broken in &tally.broken {
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
    if tally.requests == 0 {
        output.note("warning", "no line is a request that can be read");
    }
    if tally.has_one_peer() && args.trust.is_empty() {
        let text = "more than half of the lines have one peer: a proxy stands before this log, and who came through \
                    it is not known; name it with --trust";
        output.note("warning", text);
    }
    if tally.zone_assumed > 0 {
        output.note("note", "times without a zone were read as UTC; --zone names another");
    }
    if tally.other_sites > 0 {
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
    for list in told.lists().into_iter().filter(|list| list.is_stale) {
        let text = format!(
            "{} was last fetched {:.0}, before the end of this log; maycrawl crawlers update fetches it",
            list.url, list.last
        );
        output.note("note", &text);
    }
    let lookups = told.identities.lookups();
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
    let counts = told.counts;
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
