//! Name resolution. It returns all addresses; the connector checks them.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
#[cfg(feature = "simulation")]
use std::sync::Arc;

use hickory_resolver::TokioResolver;
use hickory_resolver::config::{
    ConnectionConfig, LookupIpStrategy, NameServerConfig, ResolveHosts, ResolverConfig,
};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::net::{DnsError, NetError};
use hickory_resolver::proto::rr::{Name, RData, RecordType};
use maycrawl_policy::{Failure, FailureKind};

#[cfg(feature = "simulation")]
use crate::simulation::Network;

/// Maximum number of addresses of one name. The rest is ignored.
const MAX_ADDRESSES: usize = 16;
/// Maximum number of values of one answer about who owns an address. The rest is ignored.
const MAX_VALUES: usize = 64;

/// Resolves names: first from the addresses that the caller set, then by DNS.
pub(crate) struct Resolver {
    fixed: HashMap<String, Vec<IpAddr>>,
    dns: Result<TokioResolver, NetError>,
    #[cfg(feature = "simulation")]
    pub(crate) network: Option<Arc<dyn Network>>,
}

impl Resolver {
    /// A resolver with the system's name servers, or with `name_server` alone.
    pub(crate) fn new(
        name_server: Option<SocketAddr>,
        fixed: HashMap<String, Vec<IpAddr>>,
    ) -> Self {
        Self {
            fixed,
            dns: resolver(name_server, ResolveHosts::Auto),
            #[cfg(feature = "simulation")]
            network: None,
        }
    }

    #[cfg(feature = "simulation")]
    pub(crate) fn with_network(self, network: Option<Arc<dyn Network>>) -> Self {
        Self { network, ..self }
    }

    /// The addresses of `name`, the host of a URL; never empty.
    pub(crate) async fn addresses(&self, name: &str) -> Result<Vec<IpAddr>, Failure> {
        let name = name.trim_end_matches('.');
        if let Some(addresses) = self.fixed.get(name) {
            return Ok(addresses.clone());
        }
        #[cfg(feature = "simulation")]
        if let Some(network) = &self.network {
            let failed = |error| Failure::new(FailureKind::Dns, format!("DNS: {error}"));
            return network.resolve(name).await.map_err(failed);
        }
        let failed = |error: &NetError| {
            let what = match error {
                NetError::Timeout => "no name server answers".to_owned(),
                error if error.is_nx_domain() => "this host does not exist".to_owned(),
                error if error.is_no_records_found() => "the name has no address".to_owned(),
                error => error.to_string(),
            };
            Failure::new(FailureKind::Dns, format!("DNS: {what}"))
        };
        let answer = self.dns.as_ref().map_err(failed)?.lookup_ip(name).await;
        let addresses: Vec<_> =
            answer.map_err(|error| failed(&error))?.iter().take(MAX_ADDRESSES).collect();
        if addresses.is_empty() {
            return Err(Failure::new(FailureKind::Dns, "DNS: the name has no address"));
        }
        Ok(addresses)
    }
}

/// The questions that tell whether an address is that of an operator: its names, and the addresses of a name.
///
/// They are asked in the DNS alone, of the system's name servers or of one: a file of this machine proves nothing.
/// An answer is empty only if the name server says so as RFC 2308 asks, with the record of the zone.
///
/// ```no_run
/// # async fn example() -> Result<(), maycrawl_fetch::Failure> {
/// let names = maycrawl_fetch::HostNames::new(None);
/// let address = "192.0.2.1".parse().unwrap();
/// for name in names.from_address(address).await? {
///     let is_confirmed = names.addresses(&name, address).await?.contains(&address);
///     println!("{name} {is_confirmed}");
/// }
/// # Ok(()) }
/// ```
pub struct HostNames(Result<TokioResolver, NetError>);

impl std::fmt::Debug for HostNames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HostNames").finish_non_exhaustive()
    }
}

impl HostNames {
    /// With the system's name servers, or with `name_server` alone. Must be called in a Tokio runtime.
    #[must_use]
    pub fn new(name_server: Option<SocketAddr>) -> Self {
        Self(resolver(name_server, ResolveHosts::Never))
    }

    /// The names of an address (PTR), at most 64. Two tries of three seconds.
    ///
    /// # Errors
    /// If it is not known: no answer, SERVFAIL, a refusal, a referral.
    pub async fn from_address(&self, address: IpAddr) -> Result<Vec<String>, Failure> {
        let name_of = |data: &RData| match data {
            RData::PTR(name) => Some(name.to_string()),
            _ => None,
        };
        self.ask(Name::from(address), RecordType::PTR, name_of).await
    }

    /// The addresses of a name, at most 64, of the family of `like`. Two tries of three seconds.
    ///
    /// # Errors
    /// If it is not known: no answer, SERVFAIL, a refusal, a referral, or a text that is no name.
    pub async fn addresses(&self, name: &str, like: IpAddr) -> Result<Vec<IpAddr>, Failure> {
        let mut name = Name::from_ascii(name)
            .map_err(|error| Failure::new(FailureKind::Dns, format!("DNS: {error}")))?;
        name.set_fqdn(true);
        let kind = if like.is_ipv4() { RecordType::A } else { RecordType::AAAA };
        let address_of = |data: &RData| data.ip_addr();
        self.ask(name, kind, address_of).await
    }

    async fn ask<T>(
        &self,
        name: Name,
        kind: RecordType,
        value: impl Fn(&RData) -> Option<T>,
    ) -> Result<Vec<T>, Failure> {
        let failed = |error: &NetError| {
            let what = match error {
                NetError::Timeout => "no name server answers".to_owned(),
                NetError::Dns(DnsError::ResponseCode(code)) => code.to_string(),
                NetError::Dns(DnsError::NoRecordsFound(_)) => {
                    "an answer without records, and without that of its zone".to_owned()
                }
                error => error.to_string(),
            };
            Failure::new(FailureKind::Dns, format!("DNS: {what}"))
        };
        match self.0.as_ref().map_err(failed)?.lookup(name, kind).await {
            Ok(answer) => {
                let values = answer.answers().iter().filter_map(|record| value(&record.data));
                Ok(values.take(MAX_VALUES).collect())
            }
            Err(NetError::Dns(DnsError::NoRecordsFound(none))) if none.soa.is_some() => {
                Ok(Vec::new())
            }
            Err(error) => Err(failed(&error)),
        }
    }
}

fn resolver(
    name_server: Option<SocketAddr>,
    hosts: ResolveHosts,
) -> Result<TokioResolver, NetError> {
    let servers = match name_server {
        Some(address) => {
            let at_port = |mut connection: ConnectionConfig| {
                connection.port = address.port();
                connection
            };
            let connections =
                [ConnectionConfig::udp(), ConnectionConfig::tcp()].map(at_port).into();
            vec![NameServerConfig::new(address.ip(), true, connections)]
        }
        None => hickory_resolver::system_conf::read_system_conf()?.0.name_servers().to_vec(),
    };
    // Without domain and search list: `www` must not resolve to a host of the local network.
    let config = ResolverConfig::from_name_servers(servers);
    let provider = TokioRuntimeProvider::default();
    let mut builder = TokioResolver::builder_with_config(config, provider);
    let options = builder.options_mut();
    options.ip_strategy = LookupIpStrategy::Ipv4AndIpv6;
    options.use_hosts_file = hosts;
    options.attempts = 1;
    options.timeout = std::time::Duration::from_secs(3);
    options.cache_size = 10_000;
    options.positive_max_ttl = Some(std::time::Duration::from_secs(300));
    options.negative_max_ttl = Some(std::time::Duration::from_secs(60));
    builder.build()
}
