//! Entries in a Redis server that several machines share.
//!
//! The fetcher works without Redis. A server that is down or slow costs one short wait, and then nothing until the next
//! try. A connection on which an answer was late is dropped, so that a late answer is never taken for the answer to the
//! next command.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, Cmd, FromRedisValue, Pipeline, RedisError};
use tokio::time::{Instant, timeout};

use super::known::{KnownSite, MAX_KNOWN_SITES, surplus};
use super::notes::NoteChange;
use super::{ArchivedVersion, Lease, MAX_VERSIONS, StoreError};

/// Response timeout of one command after a failure.
const RESPONSE_TIMEOUT: Duration = Duration::from_millis(100);
/// Response timeout while there was no failure. It is longer, because a failure switches the store off for a moment,
/// and what is fetched in that moment is not kept.
const FIRST_RESPONSE_TIMEOUT: Duration = Duration::from_millis(250);
/// Connect timeout.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(250);
/// Delay before the first retry after a failure. It doubles with each further failure.
const MIN_RETRY_DELAY: Duration = Duration::from_millis(250);
/// Maximum of that delay.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(5);
/// Time to live of an entry without writes, in seconds: 90 days, longer than any policy uses a last copy.
const ENTRY_TTL_SECONDS: i64 = 90 * 24 * 3600;

/// The hash of all notes. Unlike entries, they do not expire.
const NOTES_KEY: &str = "maycrawl:notes";

/// The hash of all known sites. They do not expire either.
const SITES_KEY: &str = "maycrawl:known";
/// Sites of which a twentieth is removed when there are too many. All of them would be too much for one answer.
const SAMPLE_SITES: usize = 1000;

/// A store in Redis.
#[derive(Clone)]
pub(super) struct RedisStore(Arc<Shared>);

struct Shared {
    server: Server,
    link: Mutex<Link>,
    /// Held by the task that connects; the others wait for it.
    connecting: tokio::sync::Mutex<()>,
}

/// Where the server is.
enum Server {
    At(Client),
    #[cfg(feature = "simulation")]
    Simulated(Arc<dyn crate::simulation::Network>, std::net::SocketAddr),
}

#[derive(Default)]
struct Link {
    connection: Option<(u64, MultiplexedConnection)>,
    /// Number of the current connection, so that a failure drops only the connection on which it happened.
    number: u64,
    retry_at: Option<Instant>,
    retry_delay: Duration,
}

impl RedisStore {
    pub(super) fn new(url: &str) -> Result<Self, StoreError> {
        let client = Client::open(url).map_err(|error| {
            StoreError::Refused(format!("not a Redis URL such as redis://host:6379/0: {error}"))
        })?;
        Ok(Self::of(Server::At(client)))
    }

    #[cfg(feature = "simulation")]
    pub(super) fn simulated(
        network: Arc<dyn crate::simulation::Network>,
        address: std::net::SocketAddr,
    ) -> Self {
        Self::of(Server::Simulated(network, address))
    }

    fn of(server: Server) -> Self {
        let link = Mutex::new(Link::default());
        Self(Arc::new(Shared { server, link, connecting: tokio::sync::Mutex::default() }))
    }

    pub(super) async fn get(&self, origin: &str) -> Result<Option<Bytes>, StoreError> {
        let value: Option<Vec<u8>> = self.query(&Cmd::get(entry_key(origin))).await?;
        Ok(value.map(Bytes::from))
    }

    pub(super) async fn put(
        &self,
        origin: &str,
        value: Vec<u8>,
        archived: Option<ArchivedVersion<'_>>,
    ) -> Result<(), StoreError> {
        let mut pipeline = Pipeline::new();
        pipeline.atomic();
        pipeline.set(entry_key(origin), value).ignore();
        pipeline.expire(entry_key(origin), ENTRY_TTL_SECONDS).ignore();
        if let Some(archived) = archived {
            let key = versions_key(origin);
            pipeline.lpush(&key, archived.value).ignore();
            pipeline.ltrim(&key, 0, MAX_VERSIONS as isize - 1).ignore();
            pipeline.expire(&key, ENTRY_TTL_SECONDS).ignore();
        }
        self.with_connection(async |mut connection| {
            pipeline.query_async::<()>(&mut connection).await
        })
        .await
    }

    pub(super) async fn versions(&self, origin: &str) -> Result<Vec<Bytes>, StoreError> {
        let values: Vec<Vec<u8>> = self.query(&Cmd::lrange(versions_key(origin), 0, -1)).await?;
        Ok(values.into_iter().map(Bytes::from).collect())
    }

    /// All origins as the first page. The second page is empty.
    pub(super) async fn origins(&self, after: &str) -> Result<Vec<String>, StoreError> {
        let mut origins = Vec::new();
        if !after.is_empty() {
            return Ok(origins);
        }
        let mut cursor = 0_u64;
        loop {
            let mut scan = redis::cmd("SCAN");
            scan.arg(cursor).arg("MATCH").arg("maycrawl:entry:*").arg("COUNT").arg(1000);
            let (next, keys): (u64, Vec<String>) = self.query(&scan).await?;
            let names = keys.iter().filter_map(|key| key.strip_prefix("maycrawl:entry:"));
            origins.extend(names.map(str::to_owned));
            if next == 0 {
                origins.sort_unstable();
                origins.dedup(); // a scan may return a key twice
                return Ok(origins);
            }
            cursor = next;
        }
    }

    pub(super) async fn note(&self, key: &str) -> Result<Option<Bytes>, StoreError> {
        let value: Option<Vec<u8>> = self.query(&Cmd::hget(NOTES_KEY, key)).await?;
        Ok(value.map(Bytes::from))
    }

    pub(super) async fn put_notes(&self, changes: Vec<NoteChange>) -> Result<(), StoreError> {
        let mut pipeline = Pipeline::new();
        pipeline.atomic();
        for (key, value) in changes {
            match value {
                Some(value) => pipeline.hset(NOTES_KEY, key, value).ignore(),
                None => pipeline.hdel(NOTES_KEY, key).ignore(),
            };
        }
        self.with_connection(async |mut connection| {
            pipeline.query_async::<()>(&mut connection).await
        })
        .await
    }

    pub(super) async fn note_keys(
        &self,
        prefix: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<String>, StoreError> {
        let mut keys: Vec<String> = self.query(&Cmd::hkeys(NOTES_KEY)).await?;
        keys.retain(|key| key.starts_with(prefix) && key.as_str() > after);
        keys.sort_unstable();
        keys.truncate(limit);
        Ok(keys)
    }

    pub(super) async fn known_site(&self, key: &[u8]) -> Result<Option<KnownSite>, StoreError> {
        let value: Option<Vec<u8>> = self.query(&Cmd::hget(SITES_KEY, key)).await?;
        Ok(value.map(|value| KnownSite::decode(&value)))
    }

    pub(super) async fn keep_known_site(
        &self,
        key: &[u8],
        site: Option<KnownSite>,
    ) -> Result<(), StoreError> {
        let Some(site) = site else { return self.query(&Cmd::hdel(SITES_KEY, key)).await };
        let mut pipeline = Pipeline::new();
        pipeline.hset(SITES_KEY, key, &site.encode()[..]).ignore().hlen(SITES_KEY);
        let (count,): (usize,) = self
            .with_connection(async |mut connection| pipeline.query_async(&mut connection).await)
            .await?;
        if count <= MAX_KNOWN_SITES {
            return Ok(());
        }
        let mut sample = redis::cmd("HRANDFIELD");
        sample.arg(SITES_KEY).arg(SAMPLE_SITES).arg("WITHVALUES");
        let sites: Vec<(Vec<u8>, Vec<u8>)> = self.query(&sample).await?;
        let sites = sites.into_iter().map(|(key, value)| (key, KnownSite::decode(&value)));
        self.query(&Cmd::hdel(SITES_KEY, surplus(sites.collect(), SAMPLE_SITES / 20))).await
    }

    pub(super) async fn remove(&self, origin: &str) -> Result<bool, StoreError> {
        let mut delete = redis::cmd("DEL");
        delete.arg(entry_key(origin)).arg(versions_key(origin));
        Ok(self.query::<i64>(&delete).await? > 0)
    }

    pub(super) async fn lease(&self, origin: &str, ttl: Duration) -> Result<Lease, StoreError> {
        // A key that outlives every possible lease is not a lease; the script limits it to the length of one.
        const SCRIPT: &str = "if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then \
                              return 1 end \
                              local left = redis.call('PTTL', KEYS[1]) \
                              if left < 0 or left > tonumber(ARGV[2]) then \
                              redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0";
        let token = super::lease_token();
        let mut eval = redis::cmd("EVAL");
        eval.arg(SCRIPT).arg(1).arg(lease_key(origin)).arg(&token).arg(millis(ttl));
        let granted: i64 = self.query(&eval).await?;
        Ok(if granted == 1 { Lease::Granted(Some(token)) } else { Lease::Taken })
    }

    pub(super) async fn renew(&self, origin: &str, token: &str, ttl: Duration) {
        const SCRIPT: &str = "if redis.call('GET', KEYS[1]) == ARGV[1] then \
                              return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0";
        let mut eval = redis::cmd("EVAL");
        eval.arg(SCRIPT).arg(1).arg(lease_key(origin)).arg(token).arg(millis(ttl));
        let _ = self.query::<i64>(&eval).await; // a lost lease only causes a second fetch
    }

    pub(super) async fn release(&self, origin: &str, token: &str) {
        const SCRIPT: &str = "if redis.call('GET', KEYS[1]) == ARGV[1] then \
                              return redis.call('DEL', KEYS[1]) end return 0";
        let mut eval = redis::cmd("EVAL");
        eval.arg(SCRIPT).arg(1).arg(lease_key(origin)).arg(token);
        let _ = self.query::<i64>(&eval).await; // the lease expires by itself
    }

    async fn query<T: FromRedisValue>(&self, command: &Cmd) -> Result<T, StoreError> {
        self.with_connection(async |mut connection| command.query_async(&mut connection).await)
            .await
    }

    /// Runs `work` on the connection, within the response timeout.
    async fn with_connection<T>(
        &self,
        work: impl AsyncFnOnce(MultiplexedConnection) -> Result<T, RedisError>,
    ) -> Result<T, StoreError> {
        let (number, connection) = self.connection().await?;
        // A dropped future must drop the connection too, because its answer is still outstanding.
        let mut guard = DropOnCancel { store: self, number, armed: true };
        let limit = if self.link().retry_delay.is_zero() {
            FIRST_RESPONSE_TIMEOUT
        } else {
            RESPONSE_TIMEOUT
        };
        let result = timeout(limit, work(connection)).await;
        guard.armed = false;
        match result {
            Ok(Ok(value)) => {
                self.link().retry_delay = Duration::ZERO;
                Ok(value)
            }
            // The server refused the command: wrong type, out of memory, read only.
            Ok(Err(error)) if error.clone().into_server_errors().is_some() => {
                Err(StoreError::Refused(error.to_string()))
            }
            Ok(Err(error)) => {
                self.failed(number);
                Err(StoreError::Unavailable(error.to_string()))
            }
            Err(_) => {
                self.failed(number);
                Err(StoreError::Unavailable("Redis did not answer in time".to_owned()))
            }
        }
    }

    async fn connection(&self) -> Result<(u64, MultiplexedConnection), StoreError> {
        if let Some(open) = self.open_connection()? {
            return Ok(open);
        }
        let connecting = timeout(CONNECT_TIMEOUT, self.0.connecting.lock()).await;
        let _connecting = connecting.map_err(|_| {
            StoreError::Unavailable("another task is still connecting to Redis".to_owned())
        })?;
        // Another task may have connected, or failed, while this one waited. Without a second look, each of them would
        // try a server that is down.
        if let Some(open) = self.open_connection()? {
            return Ok(open);
        }
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(CONNECT_TIMEOUT))
            .set_response_timeout(Some(FIRST_RESPONSE_TIMEOUT));
        let connected = timeout(CONNECT_TIMEOUT, self.0.server.connect(config)).await;
        let why = match connected {
            Ok(Ok(connection)) => {
                let mut link = self.link();
                link.number += 1;
                link.connection = Some((link.number, connection.clone()));
                return Ok((link.number, connection));
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => "the connection timed out".to_owned(),
        };
        let number = self.link().number;
        self.failed(number);
        Err(StoreError::Unavailable(why))
    }

    fn open_connection(&self) -> Result<Option<(u64, MultiplexedConnection)>, StoreError> {
        let link = self.link();
        if link.retry_at.is_some_and(|until| Instant::now() < until) {
            return Err(StoreError::Unavailable("Redis failed a moment ago".to_owned()));
        }
        Ok(link.connection.clone())
    }

    /// Drops the connection `number` and delays the next try.
    fn failed(&self, number: u64) {
        let mut link = self.link();
        if link.number != number {
            return; // an older connection; there is a newer one
        }
        link.connection = None;
        link.retry_delay = (link.retry_delay * 2).clamp(MIN_RETRY_DELAY, MAX_RETRY_DELAY);
        link.retry_at = Some(Instant::now() + link.retry_delay);
        metrics::counter!("maycrawl_redis_failures_total").increment(1);
    }

    fn link(&self) -> std::sync::MutexGuard<'_, Link> {
        self.0.link.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Server {
    async fn connect(
        &self,
        config: AsyncConnectionConfig,
    ) -> Result<MultiplexedConnection, RedisError> {
        match self {
            Self::At(client) => client.get_multiplexed_async_connection_with_config(&config).await,
            #[cfg(feature = "simulation")]
            Self::Simulated(network, address) => {
                let stream = network.connect(*address).await?;
                let info = redis::RedisConnectionInfo::default();
                let (connection, driver) =
                    MultiplexedConnection::new_with_config(&info, stream, config).await?;
                tokio::spawn(driver);
                Ok(connection)
            }
        }
    }
}

struct DropOnCancel<'s> {
    store: &'s RedisStore,
    number: u64,
    armed: bool,
}

impl Drop for DropOnCancel<'_> {
    fn drop(&mut self) {
        if self.armed {
            let mut link = self.store.link();
            if link.number == self.number {
                link.connection = None; // not a failure of the server, so no delay
            }
        }
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

fn entry_key(origin: &str) -> String {
    format!("maycrawl:entry:{origin}")
}

fn versions_key(origin: &str) -> String {
    format!("maycrawl:versions:{origin}")
}

fn lease_key(origin: &str) -> String {
    format!("maycrawl:lease:{origin}")
}

impl fmt::Debug for RedisStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the URL: it may contain a password.
        f.debug_struct("RedisStore").finish_non_exhaustive()
    }
}
