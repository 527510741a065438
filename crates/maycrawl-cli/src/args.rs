//! The command line.

mod create;
mod lint;
mod site;

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use maycrawl::Profile;
use maycrawl_fetch::Policy;

pub(crate) use create::{BlockAi, Fmt, New};
pub(crate) use lint::{Fixes, Lint, LintFormat, Subject, lint_of};
pub(crate) use site::{Inspect, Sitemap};

/// May this crawler fetch this URL, and why?
///
/// Reads robots.txt exactly as Google's own parser does (or to the letter of RFC 9309) and names the line
/// that decides.
#[derive(Debug, Parser)]
#[command(name = "maycrawl", version, about, long_about, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Colours: on a terminal, always, never
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// May a crawler fetch these URLs?
    Check(Check),
    /// Show what a robots.txt says: groups, rules, sitemaps, other lines
    Parse(Parse),
    /// Find what a robots.txt says that can hardly be meant
    Lint(Lint),
    /// Write a new robots.txt from recipes
    New(New),
    /// Lay a robots.txt out in the usual way; no verdict changes
    Fmt(Fmt),
    /// Answer many questions: JSON Lines in, JSON Lines out
    Batch(Batch),
    /// Fetch the robots.txt of many sites
    Fetch(Fetch),
    /// May these pages be indexed? Asks robots.txt, then the page
    Inspect(Inspect),
    /// Check every URL of a site's sitemaps
    Sitemap(Sitemap),
    /// Look into the store of fetched files
    Cache(Cache),
    /// Answer over HTTP: JSON, described at /openapi.json
    Serve(Serve),
    /// Show the table of known crawlers
    Crawlers(Crawlers),
    /// Print the licences of the libraries in this program: names, versions, texts
    Licenses,
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man {
        /// Of this subcommand, instead of the whole
        command: Option<String>,
    },
}

const CHECK_EXAMPLES: &str = "\
Without --robots the live site is asked, and the answer kept for next time.

Examples:
  maycrawl check https://www.example.com/page
  maycrawl check --robots robots.txt https://www.example.com/page
  maycrawl check --robots robots.txt --agent GPTBot --agent Googlebot-Image --explain /a/b.html
  maycrawl check --crawlers ai https://www.example.com/
  maycrawl check --robots robots.txt --format json < urls.txt

Exit status: 0 all allowed, 1 some disallowed, 2 a question could not be answered.";

/// What has no meaning where the file is given.
const LIVE_ONLY: [&str; 10] = [
    "policy",
    "refresh",
    "offline",
    "deadline",
    "allow_private",
    "user_agent",
    "resolve",
    "authority",
    "look_at_failing_sites",
    "store",
];

#[derive(Debug, ClapArgs)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct Check {
    /// The robots.txt: a file, or - for standard input; without it, the live site's
    #[arg(long, value_name = "FILE", conflicts_with_all = LIVE_ONLY)]
    pub(crate) robots: Option<PathBuf>,

    /// A crawler's product token, or several with commas between them; may be given more than once [default:
    /// Googlebot]
    #[arg(long = "agent", value_name = "NAME", conflicts_with = "crawlers")]
    pub(crate) agents: Vec<String>,

    /// Ask for every known crawler, or one kind of them, and show a table
    #[arg(long, value_name = "WHICH")]
    pub(crate) crawlers: Option<Which>,

    /// How the file is read: google, google-2019 or rfc9309
    #[arg(long, value_name = "PROFILE", default_value = "google", value_parser = profile)]
    pub(crate) profile: Profile,

    /// Where the file lives: URLs of other origins are then not applicable
    #[arg(long, value_name = "URL")]
    pub(crate) origin: Option<String>,

    /// Show the whole way to each verdict
    #[arg(long, conflicts_with = "crawlers")]
    pub(crate) explain: bool,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    /// URLs, or with --robots paths of the file's own site; without any, one a line from standard input
    #[arg(value_name = "URL")]
    pub(crate) urls: Vec<String>,

    #[command(flatten)]
    pub(crate) store: StoreArg,

    #[command(flatten)]
    pub(crate) live: Live,

    #[command(flatten)]
    pub(crate) net: Net,
}

/// When live sites are asked, and what their answers mean.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Live sites")]
pub(crate) struct Live {
    /// What result codes mean: google-2021, google-2026 or rfc9309
    #[arg(long, value_name = "POLICY", default_value = "google-2021")]
    pub(crate) policy: Policy,

    /// Fetch, even if what is stored is fresh
    #[arg(long, conflicts_with = "offline")]
    pub(crate) refresh: bool,

    /// Fetch nothing: what is stored is the answer
    #[arg(long)]
    pub(crate) offline: bool,
}

/// How sites are connected to.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Connections")]
pub(crate) struct Net {
    /// For one answer, all redirects together
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub(crate) deadline: Duration,

    /// Connect to loopback and private addresses too
    #[arg(long)]
    pub(crate) allow_private: bool,

    /// What requests say about who asks
    #[arg(long, value_name = "TEXT", default_value = concat!("maycrawl/", env!("CARGO_PKG_VERSION")))]
    pub(crate) user_agent: String,

    /// The address of a host, whatever DNS says
    #[arg(long, value_name = "HOST=ADDRESS", value_parser = fixed_address)]
    pub(crate) resolve: Vec<(String, IpAddr)>,

    /// Trust this certificate authority too: a PEM file
    #[arg(long, value_name = "FILE")]
    pub(crate) authority: Option<PathBuf>,

    /// Where robots.txt answers 5xx, ask for two more pages: a site without a file that answers 5xx for every
    /// missing page, seen twice a day apart, has no robots.txt
    #[arg(long)]
    pub(crate) look_at_failing_sites: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct StoreArg {
    /// Where fetched files are kept: memory, a file, or redis://HOST:PORT [default: a file in the cache folder]
    #[arg(long, value_name = "STORE", global = true)]
    pub(crate) store: Option<String>,
}

const FETCH_HELP: &str = "\
Prints one JSON object for each origin, as the answers come: result (file, missing, failed, refused), \
status, times, size, and every hop.

With --out every origin is fetched, once. The results are kept too, in DIR/results.jsonl or \
FILE.warc.gz.results.jsonl; a run that was interrupted goes on where it stopped when the same command is \
started again. Without --out, what is stored and fresh is not fetched anew.

Examples:
  maycrawl fetch example.com https://www.example.org
  maycrawl fetch --from origins.txt > results.jsonl
  maycrawl fetch --from origins.txt --out robots.warc.gz

Exit status: 0 all answered, 1 some failed, 2 a line names no origin, or the run could not be finished.";

#[derive(Debug, ClapArgs)]
#[command(after_help = FETCH_HELP)]
pub(crate) struct Fetch {
    /// Origins, hosts (for https) or URLs
    #[arg(value_name = "ORIGIN", required_unless_present = "from")]
    pub(crate) origins: Vec<String>,

    /// Origins from a file, or - for standard input, one a line; # begins a comment
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,

    /// Keep the files: in a folder, or in a web archive if the name ends in .warc.gz
    #[arg(long, value_name = "DIR|FILE.warc.gz")]
    pub(crate) out: Option<PathBuf>,

    /// Origins that are asked at a time
    #[arg(long, value_name = "N", default_value = "256")]
    pub(crate) jobs: std::num::NonZero<usize>,

    #[command(flatten)]
    pub(crate) store: StoreArg,

    #[command(flatten)]
    pub(crate) live: Live,

    #[command(flatten)]
    pub(crate) net: Net,
}

const SERVE_HELP: &str = "\
Examples:
  maycrawl serve
  maycrawl serve --listen 0.0.0.0:8080 --store redis://cache:6379
  curl 'http://127.0.0.1:8080/v1/check?url=https://www.example.com/page&agent=GPTBot'";

#[derive(Debug, ClapArgs)]
#[command(after_help = SERVE_HELP)]
pub(crate) struct Serve {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    pub(crate) listen: std::net::SocketAddr,

    /// Where counters and details for those who run the service are: /metrics, /readyz; or off
    #[arg(long, value_name = "ADDRESS:PORT|off", default_value = "127.0.0.1:8081", value_parser = admin_listen)]
    pub(crate) admin_listen: AdminListen,

    /// Answer to this name too: a Host without port; may be given more than once. On loopback the usual names are
    /// known; elsewhere any name is answered to until one is given
    #[arg(long = "host", value_name = "NAME")]
    pub(crate) hosts: Vec<maycrawl_server::HostName>,

    /// Take the client's address from Forwarded or X-Forwarded-For where this network sends them; may be given more
    /// than once
    #[arg(long = "trust-proxy", value_name = "CIDR", value_parser = maycrawl_server::parse_network)]
    pub(crate) proxies: Vec<maycrawl_server::IpNet>,

    /// With --allow-private at an address that is not loopback: whoever reaches the service sees the private network
    #[arg(long, requires = "allow_private")]
    pub(crate) allow_private_for_everyone: bool,

    /// Requests of one client in a second; a site that has to be asked counts as one
    #[arg(long, value_name = "N", default_value = "50")]
    pub(crate) rate: std::num::NonZero<u32>,

    /// Requests that are answered at a time; more get 503 at once
    #[arg(long, value_name = "N", default_value = "1024")]
    pub(crate) at_once: std::num::NonZero<u16>,

    /// Connections at a time; one more gets 503 and is closed
    #[arg(long, value_name = "N", default_value = "4096")]
    pub(crate) connections: std::num::NonZero<usize>,

    /// Connections of one client at a time
    #[arg(long, value_name = "N", default_value = "1024")]
    pub(crate) of_a_client: std::num::NonZero<usize>,

    /// A site is asked at most once in this time because somebody wants its file fresh; 0 for as often as asked
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds_or_zero)]
    pub(crate) min_refresh_interval: Duration,

    /// One line a request, to standard error: never what was asked about [default: text in a terminal, json
    /// elsewhere]
    #[arg(long, value_name = "FORM")]
    pub(crate) log: Option<LogForm>,

    /// What result codes mean: google-2021, google-2026 or rfc9309
    #[arg(long, value_name = "POLICY", default_value = "google-2021")]
    pub(crate) policy: Policy,

    #[command(flatten)]
    pub(crate) net: Net,

    #[command(flatten)]
    pub(crate) store: StoreArg,
}

/// Where the admin's routes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AdminListen {
    Off,
    At(std::net::SocketAddr),
}

fn admin_listen(text: &str) -> Result<AdminListen, String> {
    if text == "off" {
        return Ok(AdminListen::Off);
    }
    let address = text.parse().map(AdminListen::At);
    address.map_err(|_| format!("{text} is neither ADDRESS:PORT nor off"))
}

/// How the service logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogForm {
    Off,
    Text,
    Json,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Cache {
    #[command(subcommand)]
    pub(crate) command: CacheCommand,

    #[command(flatten)]
    pub(crate) store: StoreArg,

    /// What results mean: what is shown as current depends on it
    #[arg(long, value_name = "POLICY", default_value = "google-2021", global = true)]
    pub(crate) policy: Policy,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CacheCommand {
    /// List the origins that are known
    List {
        /// What to print
        #[arg(long, value_name = "FORMAT", default_value = "text")]
        format: Format,
    },
    /// Show what is known of an origin, and its file
    Show {
        /// The origin, a host (for https) or a URL
        origin: String,
        /// What to print
        #[arg(long, value_name = "FORMAT", default_value = "text")]
        format: Format,
    },
    /// Show the versions that an origin's file has had
    History {
        /// The origin, a host (for https) or a URL
        origin: String,
        /// Print this version's file, 1 being the current one
        #[arg(long, value_name = "N")]
        version: Option<usize>,
        /// What to print
        #[arg(long, value_name = "FORMAT", default_value = "text")]
        format: Format,
    },
    /// Forget origins
    Clear {
        /// Origins, hosts (for https) or URLs
        #[arg(required_unless_present = "all")]
        origins: Vec<String>,
        /// Forget them all
        #[arg(long, conflicts_with = "origins")]
        all: bool,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Which {
    /// All known crawlers
    All,
    /// Google's
    Google,
    /// Those of search engines
    Search,
    /// Those that work for language models
    Ai,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Parse {
    /// The robots.txt: a file, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) robots: PathBuf,

    /// How the file is read: google, google-2019 or rfc9309
    #[arg(long, value_name = "PROFILE", default_value = "google", value_parser = profile)]
    pub(crate) profile: Profile,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

const BATCH_HELP: &str = "\
Each input line is an object with
  id                    anything; comes back with the same value
  robots or robots_b64  the file, as text or base64
  url or url_b64        the URL
  agent or agents       a crawler with its fallbacks, or a list of tokens united

Each output line, in the same order, is one with id, allowed, line (0: none) and reason. \
A record that cannot be answered gives id, error and input_line; the rest goes on and the exit status is 2.

Example:
  echo '{\"id\":1,\"robots\":\"User-agent: *\\nDisallow: /a\",\"url\":\"http://h/a\",\"agent\":\"Googlebot\"}' | maycrawl batch";

#[derive(Debug, ClapArgs)]
#[command(after_help = BATCH_HELP)]
pub(crate) struct Batch {
    /// The records; standard input without it or with -
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Take everything as google/robotstxt's library takes it: URLs not escaped, no size limit, names of
    /// agents compared as its code does, no fallbacks
    #[arg(long)]
    pub(crate) verbatim: bool,

    /// How the files are read: google, google-2019 or rfc9309
    #[arg(long, value_name = "PROFILE", default_value = "google", value_parser = profile)]
    pub(crate) profile: Profile,

    /// Threads that work [default: one a core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<std::num::NonZero<usize>>,
}

const CRAWLERS_HELP: &str = "\
Shows the crawlers to which all words apply. A word is a purpose (ai, search, seo, ai-training), or a part of
a name, an operator, a conduct or a note. The name of one crawler shows all that is known of it.

Examples:
  maycrawl crawlers
  maycrawl crawlers GPTBot
  maycrawl crawlers ai
  maycrawl crawlers brave
  maycrawl crawlers ai-training openai
  maycrawl crawlers --format json

Exit status: 0 some were found, 2 none was.";

#[derive(Debug, ClapArgs)]
#[command(after_help = CRAWLERS_HELP)]
pub(crate) struct Crawlers {
    /// A name, a purpose, or words to look for
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For machines: one JSON object a line
    Json,
}

fn profile(name: &str) -> Result<Profile, String> {
    Profile::named(name).ok_or_else(|| {
        "there are three profiles: google (the default), google-2019 and rfc9309".to_owned()
    })
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.strip_suffix('s').unwrap_or(text).trim().parse::<f64>().ok();
    let duration = seconds.filter(|s| (0.001..=86_400.0).contains(s)).map(Duration::from_secs_f64);
    duration.ok_or_else(|| "seconds between 0.001 and 86400, such as 30 or 2.5".to_owned())
}

fn seconds_or_zero(text: &str) -> Result<Duration, String> {
    if text == "0" { Ok(Duration::ZERO) } else { seconds(text) }
}

fn fixed_address(text: &str) -> Result<(String, IpAddr), String> {
    let parsed = text.split_once('=').and_then(|(host, address)| {
        Some((host.to_owned(), address.parse().ok()?)).filter(|_| !host.is_empty())
    });
    parsed.ok_or_else(|| "HOST=ADDRESS, such as example.com=192.0.2.1".to_owned())
}
