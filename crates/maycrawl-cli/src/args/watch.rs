//! Options of `maycrawl watch`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, ValueHint};
use jiff::SignedDuration;
use maycrawl::Profile;

use super::values::{Readers, profile, reader};
use super::{Format, SiteArgs};

const WATCH_HELP: &str = "\
Fetches the robots.txt of each site at every interval, keeps its versions in
the store, and tells what changed: one message a change, and none for a change
without effect. The first look at a site is what later looks are compared with.

Kinds of messages:
  change       verdicts, uses or sitemaps changed; diff says the same
  outage       the file could not be read at two looks in a row, and then each
               step of the policy: all disallowed, the last copy, no limits
  recovered    the file can be read again
  expectation  a line of --expect does not hold any more, or all hold again
  flapping     it changed at 4 of 12 looks; nothing more is told
  calm         it was the same at 6 looks in a row, and as it was told before

A failed fetch between two good ones is not told. After flapping, the change
from what was told last is told as one message.

A message goes to each --to, in order. What could not be delivered stays in the
store and is tried again, after 5 seconds at first and at most 30 minutes, also
by the next run. Its id stays the same. Destinations:
  -            standard output: text on a terminal, else one JSON object a
               line (the default; --format)
  FILE         the same, appended; each message is in the file once
  FILE.atom    an Atom feed of the newest 100 messages; also FILE.xml
  http(s)://   a webhook: POST with webhook-id, webhook-timestamp and
               webhook-signature (HMAC-SHA256, standardwebhooks.com). Its
               address may be private, because you name it
  run:PROGRAM  a program with its arguments, without a shell: the message is
               its standard input, and it has 30 seconds

The secret of webhooks is in --secret-file or MAYCRAWL_WEBHOOK_SECRET.

Examples:
  maycrawl watch https://www.example.com
  maycrawl watch --from sites.txt --every 15m --to changes.jsonl
  maycrawl watch example.com --expect robots.expectations --to run:./page-me
  maycrawl watch example.com --to feed.atom --to https://hooks.example/robots
  maycrawl watch --once --store watch.sqlite example.com

Exit status:
  0  stopped; with --once: nothing to tell, and every expectation holds
  1  with --once: something was told, or an expectation does not hold
  2  with --once: a site could not be read, or a message was not delivered;
     the command line or a file is wrong";

#[derive(Debug, ClapArgs)]
#[command(after_help = WATCH_HELP)]
pub(crate) struct Watch {
    /// Origins, hosts (for https) or URLs
    #[arg(value_name = "SITE", required_unless_present = "from", value_hint = ValueHint::Url)]
    pub(crate) sites: Vec<String>,

    /// Read sites from a file, or - for standard input: one per line
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) from: Option<PathBuf>,

    /// Time between two looks at a site, such as 15m, 1h or 1d; with --once, how often the timer runs, for the page of
    /// watched sites [default: 1h; not known with --once]
    #[arg(long, value_name = "TIME", value_parser = every)]
    pub(crate) every: Option<Duration>,

    /// Look at each site once, and end: for timers and workflows
    #[arg(long)]
    pub(crate) once: bool,

    /// Expectations that must hold, as for maycrawl verify
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) expect: Option<String>,

    /// Programs for which it is told what a change does, and for which expectations must hold, too (default: all are
    /// told, and no expectation fails for them alone)
    #[arg(long, value_name = "READER", value_parser = reader(), value_delimiter = ',')]
    pub(crate) readers: Vec<Readers>,

    /// Where messages go: - (standard output), FILE, FILE.atom, a URL or run:PROGRAM; repeatable
    #[arg(long, value_name = "FILE|FEED|URL|run:PROGRAM", default_value = "-", value_hint = ValueHint::AnyPath)]
    pub(crate) to: Vec<String>,

    /// How standard output has messages [default: text on a terminal, json elsewhere]
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) format: Option<Format>,

    /// File with the secret that signs webhooks
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) secret_file: Option<PathBuf>,

    /// Tell changes without effect too
    #[arg(long)]
    pub(crate) all_changes: bool,

    /// How robots.txt is read
    #[arg(long, value_name = "PROFILE", env = "MAYCRAWL_PROFILE", default_value = Profile::GOOGLE.name,
          value_parser = profile(), ignore_case = true)]
    pub(crate) profile: Profile,

    #[command(flatten)]
    pub(crate) site: SiteArgs,
}

/// A time between two looks.
fn every(text: &str) -> Result<Duration, String> {
    let parsed = text.parse::<SignedDuration>().ok().and_then(|it| Duration::try_from(it).ok());
    let is_usual = |it: &Duration| (1..=7 * 86_400).contains(&it.as_secs());
    let days = text.strip_suffix('d').and_then(|days| days.parse::<u64>().ok());
    let days = days.map(|days| Duration::from_secs(days.saturating_mul(86_400)));
    let why = "a time from 1s to 7d, such as 15m, 1h or 1d";
    days.or(parsed).filter(is_usual).ok_or_else(|| why.to_owned())
}
