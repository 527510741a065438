//! The options of `maycrawl serve`.

use std::net::SocketAddr;
use std::time::Duration;

use clap::{Args as ClapArgs, ValueEnum};
use maycrawl_fetch::Policy;

use super::{Net, StoreArg, policy, seconds_or_zero, values};

const SERVE_HELP: &str = "\
Ctrl-C or SIGTERM stops the service when the requests that have come are
answered.

Examples:
  maycrawl serve
  maycrawl serve --listen 0.0.0.0:8080 --store redis://cache:6379
  curl --get 'http://127.0.0.1:8080/v1/check?agent=GPTBot' \\
    --data-urlencode url=https://www.example.com/page

Exit status:
  0  stopped
  2  the service could not begin, such as where the port is in use";

#[derive(Debug, ClapArgs)]
#[command(after_help = SERVE_HELP)]
pub(crate) struct Serve {
    /// Where to listen; without an address, on loopback: 8080, localhost:8080
    #[arg(long, value_name = "ADDRESS:PORT", env = "MAYCRAWL_LISTEN", default_value = "127.0.0.1:8080",
          value_parser = values::listen)]
    pub(crate) listen: SocketAddr,

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

    /// What result codes mean
    #[arg(long, value_name = "POLICY", env = "MAYCRAWL_POLICY", default_value = Policy::default().name(),
          value_parser = policy(), ignore_case = true)]
    pub(crate) policy: Policy,

    #[command(flatten)]
    pub(crate) store: StoreArg,

    #[command(flatten)]
    pub(crate) net: Net,
}

/// Where the admin's routes are.
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

/// How the service logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogForm {
    Off,
    Text,
    Json,
}
