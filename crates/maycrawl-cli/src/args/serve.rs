//! Options of `maycrawl serve`.

use std::net::SocketAddr;
use std::num::NonZero;
use std::time::Duration;

use clap::builder::BoolishValueParser;
use clap::{ArgAction, Args as ClapArgs, ValueEnum};
use maycrawl::Origin;
use maycrawl_fetch::Policy;

use super::values::{self, seconds_or_zero};
use super::{Net, StoreArg, policy};

const SERVE_HELP: &str = "\
After Ctrl-C or SIGTERM the service answers the requests that it has received,
then stops.

Examples:
  maycrawl serve
  maycrawl serve --listen 0.0.0.0:8080 --store redis://cache:6379
  curl --get 'http://127.0.0.1:8080/v1/check?agent=GPTBot' \\
    --data-urlencode url=https://www.example.com/page

Exit status:
  0  stopped; with --check-health: the service answers
  1  with --check-health: the service does not answer
  2  the service could not start, for example because the port is in use";

#[derive(Debug, ClapArgs)]
#[command(after_help = SERVE_HELP)]
pub(crate) struct Serve {
    /// Address to listen at; without a host it is loopback, such as 8080
    #[arg(long, value_name = "ADDRESS:PORT", env = "MAYCRAWL_LISTEN", default_value = "127.0.0.1:8080",
          value_parser = values::listen)]
    pub(crate) listen: SocketAddr,

    /// Address of /metrics, /readyz and /watched, for operators of the service; or off [default: 127.0.0.1:8081, or a
    /// free port if another service has it]
    #[arg(long, value_name = "ADDRESS:PORT|off", value_parser = admin_listen)]
    pub(crate) admin_listen: Option<AdminListen>,

    /// Start nothing: ask the service that runs at --listen whether it answers, as the health check of a container does
    #[arg(long)]
    pub(crate) check_health: bool,

    /// Accept this name in the Host header: a name without port; repeatable. On loopback the names of loopback are
    /// always accepted; at other addresses every name is, unless one is given
    #[arg(long = "host", value_name = "NAME")]
    pub(crate) hosts: Vec<maycrawl_server::HostName>,

    /// Let the static tester at this origin call the service, such as https://tester.example; repeatable. Pages of all
    /// other origins are refused
    #[arg(long = "allow-origin", value_name = "ORIGIN", value_parser = page_origin)]
    pub(crate) pages: Vec<Origin>,

    /// Take the client's address from Forwarded or X-Forwarded-For if a proxy of this network sends them; repeatable
    #[arg(long = "trust-proxy", value_name = "CIDR", value_parser = maycrawl_server::parse_network)]
    pub(crate) proxies: Vec<maycrawl_server::IpNet>,

    /// Confirm --allow-private at an address that is not loopback: every client can then look into the private network
    #[arg(long, requires = "allow_private")]
    pub(crate) allow_private_for_everyone: bool,

    /// Maximum number of requests per second of one client; each site that has to be fetched counts as one
    #[arg(long, value_name = "N", default_value = "50")]
    pub(crate) rate_limit: NonZero<u32>,

    /// Maximum number of requests at a time; when there are as many, clients with many give way to those with few
    #[arg(long, value_name = "N", default_value = "1024")]
    pub(crate) max_requests: NonZero<u16>,

    /// Maximum number of connections at a time; when there are as many, a new one closes one that is idle
    #[arg(long, value_name = "N", default_value = "4096")]
    pub(crate) max_connections: NonZero<usize>,

    /// Minimum time between two fetches of a site that clients request with refresh, in seconds; 0 for no limit
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds_or_zero)]
    pub(crate) min_refresh_interval: Duration,

    /// Log one line per request to standard error, never the URL that a client asks about [default: text on a terminal,
    /// json elsewhere]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) log_format: Option<LogFormat>,

    /// Let agents ask at /mcp, in the Model Context Protocol
    #[arg(long)]
    pub(crate) mcp: bool,

    #[command(flatten)]
    pub(crate) sites: ServedSites,
}

/// How live sites are asked on behalf of others.
#[derive(Debug, ClapArgs)]
pub(crate) struct ServedSites {
    /// What result codes mean
    #[arg(long, value_name = "POLICY", env = "MAYCRAWL_POLICY", default_value = Policy::default().name(),
          value_parser = policy(), ignore_case = true)]
    pub(crate) policy: Policy,

    /// Let an answer that is no robots.txt open a site with a known file only after a day (404 and 410: an hour); until
    /// then use the last copy
    #[arg(long, value_name = "BOOL", default_value = "true", action = ArgAction::Set,
          value_parser = BoolishValueParser::new())]
    pub(crate) confirm_refusals: bool,

    #[command(flatten)]
    pub(crate) store: StoreArg,

    #[command(flatten)]
    pub(crate) net: Net,
}

/// The address of the routes for operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AdminListen {
    Off,
    At(SocketAddr),
}

fn admin_listen(text: &str) -> Result<AdminListen, String> {
    if text == "off" {
        return Ok(AdminListen::Off);
    }
    let address = values::listen(text).map(AdminListen::At);
    address.map_err(|error| format!("{error}; or off"))
}

/// One origin of pages, as browsers write it. A star would be a name, and match nothing.
fn page_origin(text: &str) -> Result<Origin, String> {
    const EXAMPLE: &str = "write one origin, such as https://tester.example";
    let origin = Origin::parse(text).map_err(|_| EXAMPLE.to_owned())?;
    if !matches!(origin.scheme(), "http" | "https") || text.contains('*') {
        return Err(EXAMPLE.to_owned());
    }
    if origin.as_str() != text {
        return Err(format!(
            "an origin has no path, and is in normal form; write {}",
            origin.as_str()
        ));
    }
    Ok(origin)
}

/// The form of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    Off,
    Text,
    Json,
}
