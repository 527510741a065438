//! The fetcher and the runtime, made from the options of the command line.

use std::path::Path;
use std::time::Duration;

use maycrawl::{Origin, Profile};
use maycrawl_fetch::{
    AddressGuard, CertificateDer, FetchMode, Fetcher, FetcherBuilder, OriginRobots, Store,
};
use rustls_pki_types::pem::PemObject as _;
use tokio::runtime::Runtime;

use crate::args::{Live, Net, SiteArgs};
use crate::store;
use crate::text::output::{Failure, Output};

/// A fetcher for a command that asks live sites.
///
/// # Errors
/// What is wrong with the store or with an option.
pub(crate) fn open(
    args: &SiteArgs,
    profile: Profile,
    output: &mut Output,
) -> Result<Fetcher, Failure> {
    let store = store::open(&args.store, output)?;
    build(builder(&args.live, &args.net, store)?.profile(profile))
}

/// A builder with the options of the command line.
///
/// # Errors
/// `--cacert` names a file that cannot be read or has no certificate.
pub(crate) fn builder(live: &Live, net: &Net, store: Store) -> Result<FetcherBuilder, Failure> {
    let mut builder = of_net(net, store)?
        .policy(live.policy)
        .confirm_refusals(live.confirm_refusals)
        .mode(if live.offline { FetchMode::Offline } else { FetchMode::Wait });
    if live.refresh {
        // A person who types --refresh wants a fetch now; the interval limits other clients.
        builder = builder.min_refresh_interval(Duration::ZERO);
    }
    Ok(builder)
}

/// A builder that connects as the options say.
///
/// # Errors
/// `--cacert` names a file that cannot be read or has no certificate.
pub(crate) fn of_net(net: &Net, store: Store) -> Result<FetcherBuilder, Failure> {
    let mut guard = AddressGuard::public_only();
    if net.allow_private {
        guard = guard.allowing_private();
    }
    let mut builder = Fetcher::builder()
        .store(store)
        .guard(guard)
        .deadline(net.timeout)
        .user_agent(&net.user_agent)
        .probe_failing_sites(net.probe_5xx);
    for (host, address) in &net.resolve {
        builder = builder.resolve(host, &[*address]);
    }
    if let Some(path) = &net.cacert {
        builder = with_root_certificates(builder, path)?;
    }
    Ok(builder)
}

/// Adds the certificates of a PEM file.
fn with_root_certificates(
    mut builder: FetcherBuilder,
    path: &Path,
) -> Result<FetcherBuilder, Failure> {
    let unreadable = |error| Failure::new(format!("--cacert {}: {error}", path.display()));
    let mut count = 0;
    for certificate in CertificateDer::pem_file_iter(path).map_err(unreadable)? {
        builder = builder.add_root_certificate(certificate.map_err(unreadable)?);
        count += 1;
    }
    if count == 0 {
        return Err(Failure::new(format!(
            "--cacert {}: there is no certificate in it; name a PEM file",
            path.display()
        )));
    }
    Ok(builder)
}

/// The fetcher of a builder; its error as a message.
pub(crate) fn build(builder: FetcherBuilder) -> Result<Fetcher, Failure> {
    builder.build().map_err(|error| Failure::new(error.to_string()))
}

/// The robots.txt of a site. `refresh`: fetched even if the stored file is fresh.
pub(crate) async fn robots_of(fetcher: &Fetcher, refresh: bool, origin: &Origin) -> OriginRobots {
    if refresh { fetcher.refresh(origin).await } else { fetcher.robots_of(origin).await }
}

/// The async runtime for everything that talks to sites and stores.
pub(crate) fn runtime() -> Result<Runtime, Failure> {
    Runtime::new().map_err(|error| Failure::new(format!("cannot start the async runtime: {error}")))
}
