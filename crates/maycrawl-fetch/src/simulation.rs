//! The seam of the simulator `maycrawl-simulation`: a network in memory in place of the machine's. Not part of the
//! public interface.
//!
//! Everything above a connection is the code that runs elsewhere: HTTP, judge, policy, lookup and stores. The network
//! and the clock are the only parts that the simulator replaces.

use std::fmt;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, DuplexStream, ReadBuf};
use tokio::net::TcpStream;

/// The future of an operation of a [`Network`].
pub type NetworkFuture<'n, T> = Pin<Box<dyn Future<Output = io::Result<T>> + Send + 'n>>;

/// A simulated network.
pub trait Network: fmt::Debug + Send + Sync + 'static {
    /// The addresses of a host name.
    ///
    /// # Errors
    /// If the name cannot be resolved.
    fn resolve<'n>(&'n self, name: &'n str) -> NetworkFuture<'n, Vec<IpAddr>>;

    /// A connection to `address`.
    ///
    /// # Errors
    /// If the connection cannot be established.
    fn connect(&self, address: SocketAddr) -> NetworkFuture<'_, DuplexStream>;
}

/// What a fetcher holds. Without clients, only `addresses` may be more than zero, and it is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Size {
    /// Running flights.
    pub flights: usize,
    /// Fetches that have a slot.
    pub fetches: u64,
    /// Clients and networks in the account of fetches.
    pub clients: usize,
    /// Addresses of sites that have an account.
    pub addresses: usize,
    /// Slots of all addresses that are taken.
    pub address_slots: u64,
}

/// A connection of the machine or of a simulated network.
#[derive(Debug)]
pub(crate) enum Stream {
    Tcp(TcpStream),
    Simulated(DuplexStream),
}

/// Connects to `address` in the simulated network, or without one in the machine's.
pub(crate) async fn connect(
    network: Option<&Arc<dyn Network>>,
    address: SocketAddr,
) -> io::Result<Stream> {
    match network {
        Some(network) => Ok(Stream::Simulated(network.connect(address).await?)),
        None => Ok(Stream::Tcp(TcpStream::connect(address).await?)),
    }
}

impl Stream {
    pub(crate) fn set_nodelay(&self, nodelay: bool) -> io::Result<()> {
        match self {
            Self::Tcp(stream) => stream.set_nodelay(nodelay),
            Self::Simulated(_) => Ok(()),
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_read(context, buffer),
            Self::Simulated(stream) => Pin::new(stream).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_write(context, bytes),
            Self::Simulated(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_flush(context),
            Self::Simulated(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_shutdown(context),
            Self::Simulated(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}
