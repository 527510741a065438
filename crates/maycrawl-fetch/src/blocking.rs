//! A blocking fetcher, for programs without async code.

use std::io;

use maycrawl::{Origin, OriginError};
use tokio::runtime::{Builder as RuntimeBuilder, Runtime};

use crate::origin_robots::OriginRobots;

/// A [`Fetcher`](crate::Fetcher) with its own runtime.
///
/// # Panics
/// Its functions panic inside async code, as tokio's `block_on` does.
///
/// ```no_run
/// # fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use maycrawl_fetch::{Fetcher, blocking};
///
/// let fetcher = blocking::Fetcher::new(Fetcher::builder().build()?)?;
/// let url = "https://example.com/page";
/// let robots = fetcher.robots_for(url)?;
/// println!("{}", robots.check(&maycrawl::Crawler::GOOGLEBOT, url));
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct Fetcher {
    fetcher: crate::Fetcher,
    runtime: Runtime,
}

impl Fetcher {
    /// Wraps `fetcher` and starts a runtime with two threads.
    ///
    /// # Errors
    /// If the system cannot start the threads.
    pub fn new(fetcher: crate::Fetcher) -> io::Result<Self> {
        let runtime = RuntimeBuilder::new_multi_thread().worker_threads(2).enable_all().build()?;
        Ok(Self { fetcher, runtime })
    }

    /// As [`Fetcher::robots_for`](crate::Fetcher::robots_for).
    ///
    /// # Errors
    /// If `url` is not an absolute http, https or ftp URL.
    pub fn robots_for(&self, url: &str) -> Result<OriginRobots, OriginError> {
        self.runtime.block_on(self.fetcher.robots_for(url))
    }

    /// As [`Fetcher::robots_of`](crate::Fetcher::robots_of).
    pub fn robots_of(&self, origin: &Origin) -> OriginRobots {
        self.runtime.block_on(self.fetcher.robots_of(origin))
    }

    /// As [`Fetcher::refresh`](crate::Fetcher::refresh).
    pub fn refresh(&self, origin: &Origin) -> OriginRobots {
        self.runtime.block_on(self.fetcher.refresh(origin))
    }
}
