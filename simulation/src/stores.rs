//! What nodes share: a disk and a Redis server, both with faults. The code that talks to them is the real one.
//!
//! SQLite is not here: its two threads read the machine's clock, so its history would not repeat.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use maycrawl_fetch::{CustomStore, StoreError, StoreFuture, Timestamp};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};
use tokio::time::sleep;

use crate::random::Random;
use crate::world::{Event, MINUTE, Moment, SECOND, World};

/// A fault of a store, as long as it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Nothing answers.
    Down,
    /// Answers come late, or never.
    Slow(Duration),
    /// Reading works, writing does not: a full disk, or Redis without memory.
    Full,
    /// Reads return the value before the last one: a replica that lags.
    Stale,
    /// What is written is acknowledged and lost.
    Losing,
}

/// The values of a store and its state.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    values: BTreeMap<String, Value>,
    versions: BTreeMap<String, Vec<Bytes>>,
    /// Known sites. They never expire.
    sites: BTreeMap<Vec<u8>, Vec<u8>>,
    /// Leases: token and end.
    leases: BTreeMap<String, (Vec<u8>, Moment)>,
    fault: Option<Fault>,
    /// When the last fault ended, or something was lost.
    pub(crate) faulty_until: Moment,
    /// When a value was lost or became unreadable for the last time.
    pub(crate) lost_at: Option<Moment>,
    /// When each origin was written last.
    written: BTreeMap<String, Moment>,
}

#[derive(Debug)]
struct Value {
    bytes: Bytes,
    before: Option<Bytes>,
}

impl Shelf {
    pub(crate) fn is_faulty(&self) -> bool {
        self.fault.is_some()
    }

    /// Whether the store has worked since `moment`, and a little longer: nodes try it again after a pause.
    pub(crate) fn has_worked_since(&self, moment: Moment) -> bool {
        self.fault.is_none() && (self.faulty_until == 0 || self.faulty_until + RECOVERY < moment)
    }

    /// Whether the store has what a node learned at `moment`.
    pub(crate) fn has_since(&self, origin: &str, moment: Moment) -> bool {
        self.written.get(origin).is_some_and(|written| *written >= moment)
            && self.values.contains_key(origin)
    }

    fn get(&self, key: &str) -> Option<Bytes> {
        let value = self.values.get(key)?;
        match self.fault {
            Some(Fault::Stale) => value.before.clone(),
            _ => Some(value.bytes.clone()),
        }
    }

    fn put(&mut self, key: &str, bytes: Bytes, now: Moment) {
        self.written.insert(key.to_owned(), now);
        if self.fault == Some(Fault::Losing) {
            self.lost_at = Some(now);
            return;
        }
        let before = self.values.remove(key).map(|value| value.bytes);
        self.values.insert(key.to_owned(), Value { bytes, before });
    }
}

/// The life of a store: faults come and go, values are lost and damaged, leases disappear.
pub(crate) async fn live(world: Arc<World>, mut random: Random) {
    loop {
        sleep(random.scale(3600, 16 * 86_400)).await;
        let (what, fault) = match random.below(9) {
            0 => ("is down", Some(Fault::Down)),
            1 => ("is slow", Some(Fault::Slow(random.millis(20, 90)))),
            2 => ("is too slow", Some(Fault::Slow(random.millis(110, 7000)))),
            3 => ("is full", Some(Fault::Full)),
            4 => ("is stale", Some(Fault::Stale)),
            5 => ("loses what is written", Some(Fault::Losing)),
            6 => ("lost all values", None),
            7 => ("lost all leases", None),
            _ => ("has damaged values", None),
        };
        let lasts = if fault.is_some() { random.scale(5, 86_400) } else { Duration::ZERO };
        let now = world.now();
        {
            let mut state = world.lock();
            state.log(now, Event::Store(what, lasts));
            let shelf = &mut state.store;
            shelf.fault = fault;
            shelf.faulty_until = now;
            match what {
                "lost all values" => {
                    shelf.values.clear();
                    shelf.lost_at = Some(now);
                }
                "lost all leases" => shelf.leases.clear(),
                "has damaged values" => {
                    shelf.lost_at = Some(now);
                    for value in shelf.values.values_mut() {
                        let mut bytes = value.bytes.to_vec();
                        if !bytes.is_empty() {
                            let at = random.index(bytes.len());
                            bytes[at] ^= 1 << random.below(8);
                        }
                        value.bytes = bytes.into();
                    }
                }
                // A node that starts now knows an older state, or none.
                _ if fault == Some(Fault::Stale) => shelf.lost_at = Some(now),
                _ => {}
            }
        }
        if fault.is_some() {
            sleep(lasts).await;
            let now = world.now();
            let mut state = world.lock();
            state.log(now, Event::Store("works", Duration::ZERO));
            state.store.fault = None;
            state.store.faulty_until = now;
        }
    }
}

/// A disk that nodes share, through the interface for stores of one's own.
pub(crate) struct Disk(pub(crate) Arc<World>);

impl Disk {
    async fn reach(&self, is_write: bool) -> Result<(), StoreError> {
        let fault = self.0.lock().store.fault;
        match fault {
            Some(Fault::Down) => Err(StoreError::Unavailable("the disk is gone".to_owned())),
            Some(Fault::Full) if is_write => {
                Err(StoreError::Refused("the disk is full".to_owned()))
            }
            Some(Fault::Slow(delay)) => {
                sleep(delay).await;
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

impl CustomStore for Disk {
    fn get<'a>(&'a self, origin: &'a str) -> StoreFuture<'a, Option<Bytes>> {
        Box::pin(async move {
            self.reach(false).await?;
            Ok(self.0.lock().store.get(origin))
        })
    }

    fn put<'a>(
        &'a self,
        origin: &'a str,
        value: Vec<u8>,
        archived: Option<(Timestamp, Vec<u8>)>,
    ) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            self.reach(true).await?;
            let now = self.0.now();
            let shelf = &mut self.0.lock().store;
            shelf.put(origin, value.into(), now);
            if let Some((_, archived)) = archived {
                push_version(shelf, origin, archived.into());
            }
            Ok(())
        })
    }

    fn versions<'a>(&'a self, origin: &'a str) -> StoreFuture<'a, Vec<Bytes>> {
        Box::pin(async move {
            self.reach(false).await?;
            Ok(self.0.lock().store.versions.get(origin).cloned().unwrap_or_default())
        })
    }

    fn origins<'a>(&'a self, after: &'a str, limit: usize) -> StoreFuture<'a, Vec<String>> {
        Box::pin(async move {
            let state = self.0.lock();
            let names = state.store.values.keys().filter(|name| name.as_str() > after);
            Ok(names.take(limit).cloned().collect())
        })
    }

    fn remove<'a>(&'a self, origin: &'a str) -> StoreFuture<'a, bool> {
        Box::pin(async move { Ok(self.0.lock().store.values.remove(origin).is_some()) })
    }

    fn is_shared(&self) -> bool {
        true
    }
}

impl fmt::Debug for Disk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Disk")
    }
}

fn push_version(shelf: &mut Shelf, origin: &str, version: Bytes) {
    let versions = shelf.versions.entry(origin.to_owned()).or_default();
    versions.insert(0, version);
    versions.truncate(50);
}

/// The connection to Redis, if its machine answers.
pub(crate) async fn reach_redis(world: &World) -> io::Result<()> {
    match world.lock().store.fault {
        Some(Fault::Down) => Err(io::ErrorKind::ConnectionRefused.into()),
        _ => Ok(()),
    }
}

/// A Redis server on one connection: the commands that the store sends, in RESP 2.
pub(crate) async fn serve_redis(world: Arc<World>, mut stream: DuplexStream) {
    let mut received = Vec::new();
    let mut queued: Option<Vec<Vec<Vec<u8>>>> = None;
    let mut piece = [0; 4096];
    loop {
        while let Some((command, used)) = parse(&received) {
            received.drain(..used);
            let fault = world.lock().store.fault;
            match fault {
                Some(Fault::Down) => return,
                Some(Fault::Slow(delay)) => sleep(delay).await,
                _ => {}
            }
            let name = command[0].to_ascii_uppercase();
            let reply = match (&name[..], &mut queued) {
                (b"MULTI", _) => {
                    queued = Some(Vec::new());
                    b"+OK\r\n".to_vec()
                }
                (b"EXEC", commands) => {
                    let commands = commands.take().unwrap_or_default();
                    if fault == Some(Fault::Full) {
                        b"-EXECABORT Transaction discarded because of previous errors.\r\n".to_vec()
                    } else {
                        let mut reply = format!("*{}\r\n", commands.len()).into_bytes();
                        for command in commands {
                            reply.extend(run(&world, &command));
                        }
                        reply
                    }
                }
                // Redis without memory refuses the writes of a transaction as they are queued, and EXEC discards all.
                (_, Some(_)) | (b"EVAL", None) if fault == Some(Fault::Full) => {
                    OUT_OF_MEMORY.to_vec()
                }
                (_, Some(commands)) => {
                    commands.push(command);
                    b"+QUEUED\r\n".to_vec()
                }
                (_, None) => run(&world, &command),
            };
            if stream.write_all(&reply).await.is_err() {
                return;
            }
        }
        match stream.read(&mut piece).await {
            Ok(read @ 1..) => received.extend_from_slice(&piece[..read]),
            Ok(0) | Err(_) => return,
        }
    }
}

const OUT_OF_MEMORY: &[u8] = b"-OOM command not allowed when used memory > 'maxmemory'.\r\n";

/// A command, an array of strings, and its length in bytes.
fn parse(bytes: &[u8]) -> Option<(Vec<Vec<u8>>, usize)> {
    let mut at = 0;
    let number = |mark: u8, at: &mut usize| -> Option<usize> {
        let rest = bytes.get(*at..)?;
        let end = rest.windows(2).position(|pair| pair == b"\r\n")?;
        let text = std::str::from_utf8(rest[..end].strip_prefix(&[mark])?).ok()?;
        *at += end + 2;
        text.parse().ok()
    };
    let count = number(b'*', &mut at)?;
    let mut command = Vec::with_capacity(count);
    for _ in 0..count {
        let length = number(b'$', &mut at)?;
        command.push(bytes.get(at..at + length)?.to_vec());
        bytes.get(at + length..at + length + 2)?;
        at += length + 2;
    }
    Some((command, at))
}

fn run(world: &World, command: &[Vec<u8>]) -> Vec<u8> {
    let now = world.now();
    let shelf = &mut world.lock().store;
    let text = |index: usize| String::from_utf8_lossy(command.get(index).map_or(b"", |it| it));
    let name = |index: usize, prefix: &str| {
        text(index).strip_prefix(prefix).unwrap_or_default().to_owned()
    };
    let bulk = |bytes: &[u8]| [format!("${}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat();
    match &text(0).to_ascii_uppercase()[..] {
        "GET" => match shelf.get(&name(1, "maycrawl:entry:")) {
            Some(bytes) => bulk(&bytes),
            None => b"$-1\r\n".to_vec(),
        },
        "SET" => {
            shelf.put(&name(1, "maycrawl:entry:"), command[2].clone().into(), now);
            b"+OK\r\n".to_vec()
        }
        "LPUSH" => {
            push_version(shelf, &name(1, "maycrawl:versions:"), command[2].clone().into());
            b":1\r\n".to_vec()
        }
        "LRANGE" => {
            let versions = shelf.versions.get(&name(1, "maycrawl:versions:"));
            let versions = versions.map_or(&[][..], |versions| versions);
            let mut reply = format!("*{}\r\n", versions.len()).into_bytes();
            versions.iter().for_each(|version| reply.extend(bulk(version)));
            reply
        }
        "DEL" => {
            let removed = shelf.values.remove(&name(1, "maycrawl:entry:")).is_some();
            format!(":{}\r\n", u8::from(removed)).into_bytes()
        }
        "HGET" => match shelf.sites.get(&command[2]) {
            Some(site) => bulk(site),
            None => b"$-1\r\n".to_vec(),
        },
        "HSET" => {
            shelf.sites.insert(command[2].clone(), command[3].clone());
            b":1\r\n".to_vec()
        }
        "HDEL" => {
            format!(":{}\r\n", u8::from(shelf.sites.remove(&command[2]).is_some())).into_bytes()
        }
        "HLEN" => format!(":{}\r\n", shelf.sites.len()).into_bytes(),
        "EVAL" => lease(shelf, &text(1), &name(3, "maycrawl:lease:"), &command[4], &text(5), now),
        // EXPIRE, LTRIM, CLIENT SETINFO, PING: nothing to do.
        "EXPIRE" => b":1\r\n".to_vec(),
        _ => b"+OK\r\n".to_vec(),
    }
}

/// The three scripts of the store, told apart by the command that only one of them has.
fn lease(
    shelf: &mut Shelf,
    script: &str,
    origin: &str,
    token: &[u8],
    ttl: &str,
    now: Moment,
) -> Vec<u8> {
    let until = now + ttl.parse::<u64>().unwrap_or(0);
    let holder = shelf.leases.get(origin).filter(|(_, until)| *until > now);
    let is_own = holder.is_some_and(|(holder, _)| holder == token);
    let is_free = holder.is_none();
    let done = if script.contains("'NX'") {
        if is_free {
            shelf.leases.insert(origin.to_owned(), (token.to_vec(), until));
        }
        is_free
    } else if script.contains("'DEL'") {
        if is_own {
            shelf.leases.remove(origin);
        }
        is_own
    } else {
        if is_own {
            shelf.leases.insert(origin.to_owned(), (token.to_vec(), until));
        }
        is_own
    };
    format!(":{}\r\n", u8::from(done)).into_bytes()
}

/// How long after a fault nodes may still be without the store: the longest delay before the next try.
const RECOVERY: Moment = 10 * SECOND + MINUTE;
