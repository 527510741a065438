//! Options of `maycrawl audit`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};
use ipnet::IpNet;
use jiff::SignedDuration;
use jiff::tz::TimeZone;
use maycrawl::RequestUrl;
use maycrawl_audit::log::{LogFormat, LogPattern};

use super::crawlers::list_file;
use super::values::local_path;
use super::{ListSource, ListsArg, ReadArgs, StoreArg, TableFormat};

const AUDIT_HELP: &str = "\
Each crawler's own requests for robots.txt are in the log too. So each request
is judged by the copy that its crawler had read, not by the file of today. If
the copies that it may have had do not agree, the answer is \"not known\".

A User-Agent is a claim. The lists of addresses that operators publish prove it:
those that maycrawl crawlers update keeps, and --ranges; else the table says
\"by name only\". Where the operator documents host names too, as Google does,
the DNS is asked for the name of the address, and whether that name has the
address. --no-dns turns it off.

LOG may be a file, a folder or - for standard input: plain, gzip or zstd, or
Parquet, whose rows are read as JSON. Formats are told apart by line: combined,
common, vhost, JSON of nginx, Caddy, Traefik, HAProxy, IIS, CloudFront, ALB,
S3, Cloudflare, Google Cloud, Azure and others. Lines that cannot be read are
counted and never guessed.

HISTORY says which robots.txt was live when:
  robots.txt      one file, assumed for the whole time
  versions/       files named after their time: 2026-11-23.txt, or
                  2026-11-23T0430Z.txt; 2026-12-01.gone: no file
  git:robots.txt  the commits of this branch, each live at most a day later
  store           what maycrawl fetched, from --store

Examples:
  maycrawl audit access.log --site https://shop.example --robots robots.txt
  maycrawl audit access.log --explain-format
  maycrawl audit logs --site shop.example --robots git:robots.txt
  maycrawl audit logs --site shop.example --robots versions --report r.html
  maycrawl audit logs --site shop.example --robots versions --evidence e.jsonl
  maycrawl audit logs --site shop.example --robots versions --replay e.jsonl

Exit status:
  0  no crawler that is proved to be one requested what its copy disallowed
  1  one did; or --replay decides a row in another way
  2  a file cannot be read, or more than 1 % of the lines";

#[derive(Debug, ClapArgs)]
#[command(after_help = AUDIT_HELP)]
pub(crate) struct Audit {
    /// Access logs
    #[arg(value_name = "LOG", required = true, value_parser = local_path(), value_hint = ValueHint::AnyPath)]
    pub(crate) logs: Vec<PathBuf>,

    /// Which robots.txt was live when: a file, a folder, git:PATH or store
    #[arg(short, long, value_name = "HISTORY", required_unless_present = "explain_format", value_hint = ValueHint::AnyPath)]
    pub(crate) robots: Option<String>,

    /// Judge nothing: say for each log what its lines are read as, which are not, and which options read more
    #[arg(long, conflicts_with_all = ["robots", "evidence", "report", "replay", "traps"])]
    pub(crate) explain_format: bool,

    /// The site of the log, with its scheme: most logs tell neither
    #[arg(long, value_name = "ORIGIN", value_hint = ValueHint::Url)]
    pub(crate) site: Option<String>,

    /// A list of an operator's addresses, or of its keys, and where it is published; may be repeated
    #[arg(long, value_name = "URL=FILE", value_parser = list_file, value_hint = ValueHint::FilePath)]
    pub(crate) ranges: Vec<ListSource>,

    #[command(flatten)]
    pub(crate) lists: ListsArg,

    /// Ask the DNS nothing; by default it is asked once about each address that claimed a crawler with documented host
    /// names in the last seven days, at most 10,000 of them and for five minutes
    #[arg(long)]
    pub(crate) no_dns: bool,

    /// The name server to ask, instead of the system's
    #[arg(long, value_name = "ADDRESS:PORT", conflicts_with = "no_dns")]
    pub(crate) name_server: Option<SocketAddr>,

    /// Write what each class rests on: as Parquet if the name ends in .parquet, else as JSON Lines
    #[arg(long, value_name = "FILE", value_parser = local_path(), value_hint = ValueHint::FilePath)]
    pub(crate) evidence: Option<PathBuf>,

    /// Write a report as HTML, without scripts
    #[arg(long, value_name = "FILE", value_parser = local_path(), value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,

    /// Decide every row of this evidence again, from the log and the history
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["evidence", "report"])]
    pub(crate) replay: Option<PathBuf>,

    /// Keep whole addresses and queries in the evidence: they may be a person's
    #[arg(long)]
    pub(crate) no_redact: bool,

    /// Accept a log with any number of unreadable lines
    #[arg(long)]
    pub(crate) allow_unreadable: bool,

    /// The format of every line: a name, or the pattern of nginx (log_format) or Apache (LogFormat); by default each
    /// line tells
    #[arg(long, value_name = "FORMAT", value_parser = log_format)]
    pub(crate) log_format: Option<DeclaredFormat>,

    /// How many words stand before each line; what consoles usually write there is passed over by itself
    #[arg(long, value_name = "COUNT", default_value_t = 0, value_parser = words_before)]
    pub(crate) words_before: usize,

    /// The time zone of times without one, such as Europe/Berlin; by default UTC, and said so
    #[arg(long, value_name = "ZONE", value_parser = zone)]
    pub(crate) zone: Option<TimeZone>,

    /// What HAProxy captures, in order, such as host,user-agent
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) captures: Vec<String>,

    /// Networks of proxies before this log: the client is then the last other address of X-Forwarded-For
    #[arg(long, value_name = "CIDR", value_delimiter = ',')]
    pub(crate) trust: Vec<IpNet>,

    /// How long a change of the file may take to be live, such as 10m; by default 0, with git 24h
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) deploy_delay: Option<SignedDuration>,

    /// How long a cache in front of the site may serve an old file
    #[arg(long, value_name = "TIME", default_value = "0s", value_parser = time)]
    pub(crate) edge_cache: SignedDuration,

    /// max-age of robots.txt, if the site sends it; by default 24h, or what the operator documents
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) max_age: Option<SignedDuration>,

    /// How far the clocks of two logs may differ
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = time)]
    pub(crate) skew: SignedDuration,

    /// The site sends different files to different clients, so that no copy can be known
    #[arg(long)]
    pub(crate) varies: bool,

    /// The log has only some of the requests
    #[arg(long)]
    pub(crate) sampled: bool,

    /// A path that robots.txt forbids and that no page links: tells who requested what begins with it; repeatable
    #[arg(long = "trap", value_name = "PATH", value_parser = trap)]
    pub(crate) traps: Vec<String>,

    #[command(flatten)]
    pub(crate) read: ReadArgs<TableFormat>,

    #[command(flatten)]
    pub(crate) store: StoreArg,
}

/// What `--log-format` declares.
#[derive(Clone, Debug)]
pub(crate) enum DeclaredFormat {
    Name(LogFormat),
    Pattern(LogPattern),
}

/// The path as clients request it, which logs have.
fn trap(text: &str) -> Result<String, String> {
    let path = RequestUrl::parse_path(text).ok().map(|path| path.path().to_owned());
    let is_path = |path: &String| path.len() > 1 && !text.contains(['*', '$', '#']);
    path.filter(is_path).ok_or_else(|| "write a path such as /no-entry/".to_owned())
}

fn log_format(text: &str) -> Result<DeclaredFormat, String> {
    if text.contains(['%', '$']) {
        return LogPattern::parse(text)
            .map(DeclaredFormat::Pattern)
            .map_err(|error| error.to_string());
    }
    LogFormat::from_name(text).map(DeclaredFormat::Name).ok_or_else(|| {
        let names: Vec<&str> = LogFormat::ALL.iter().map(|format| format.name()).collect();
        format!("one of {}, or a pattern of nginx or Apache", names.join(", "))
    })
}

fn words_before(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&words| words <= 64).ok_or_else(|| "a number up to 64".to_owned())
}

fn zone(name: &str) -> Result<TimeZone, String> {
    TimeZone::get(name).map_err(|_| "a name such as Europe/Berlin".to_owned())
}

/// A time such as `90s`, `10m` or `24h`.
fn time(text: &str) -> Result<SignedDuration, String> {
    let parsed = text.parse::<SignedDuration>().ok();
    let is_usual = |it: &SignedDuration| !it.is_negative() && it.as_hours() <= 24 * 365;
    parsed.filter(is_usual).ok_or_else(|| "a time such as 90s, 10m or 24h".to_owned())
}
