//! Name resolution. It returns all addresses; the connector checks them.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
#[cfg(feature = "simulation")]
use std::sync::Arc;

use hickory_resolver::TokioResolver;
use hickory_resolver::config::{
    ConnectionConfig, LookupIpStrategy, NameServerConfig, ResolverConfig,
};
use hickory_resolver::net::NetError;
use hickory_resolver::net::runtime::TokioRuntimeProvider;

use crate::outcome::{Failure, FailureKind};
#[cfg(feature = "simulation")]
use crate::simulation::Network;

/// Maximum number of addresses of one name. The rest is ignored.
const MAX_ADDRESSES: usize = 16;

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
            dns: resolver(name_server),
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

fn resolver(name_server: Option<SocketAddr>) -> Result<TokioResolver, NetError> {
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
    options.attempts = 1;
    options.timeout = std::time::Duration::from_secs(3);
    options.cache_size = 10_000;
    options.positive_max_ttl = Some(std::time::Duration::from_secs(300));
    options.negative_max_ttl = Some(std::time::Duration::from_secs(60));
    builder.build()
}
