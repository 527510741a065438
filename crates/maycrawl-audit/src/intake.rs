//! From the lines of log files to requests for the judge, and a tally of what was read.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::Arc;

use jiff::Timestamp;
use maycrawl::{Origin, escape_url};

use crate::identity::Claim;
use crate::judge::{Hit, Place};
use crate::log::{
    LogFormat, LogOptions, LogReader, LoggedRequest, MAX_LINE_BYTES, Scheme, TimeMeans,
    UnnamedRequest, Unreadable,
};

/// The most agents, and hosts, that are remembered. After that all are forgotten and read again.
const MAX_REMEMBERED: usize = 1 << 16;
/// Longer agents and hosts are read each time: 65,536 lines of 64 KiB would be 4 GiB.
const MAX_REMEMBERED_BYTES: usize = 1 << 10;

/// What was read.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Tally {
    /// Lines.
    pub lines: u64,
    /// Lines that are requests.
    pub requests: u64,
    /// Lines that were not read, by reason: their number, and the file and offset of the first.
    pub unreadable: BTreeMap<Unreadable, (u64, u32, u64)>,
    /// What the first object of JSON has that has no name for its request.
    pub unnamed: Option<UnnamedRequest>,
    /// Requests that name no known crawler, by the name that the client gives itself, of those that seem to be a
    /// program. The names are the first thousand.
    pub programs: BTreeMap<Box<str>, u64>,
    /// Requests that name no known crawler and seem to be a program.
    pub other_programs: u64,
    /// Requests under each trap, by who made them, in the order in which the traps were named.
    pub traps: Vec<Trap>,
    /// Requests by the format of their line.
    pub formats: BTreeMap<LogFormat, u64>,
    /// Requests whose time was taken for UTC, because their line has no zone.
    pub zone_assumed: u64,
    /// Requests of other sites than the one that was named.
    pub other_sites: u64,
    /// Time of the earliest request.
    pub first: Option<Timestamp>,
    /// Time of the latest request.
    pub last: Option<Timestamp>,
    /// The peer that may have sent more than half of all lines, and its lead. (Boyer and Moore.)
    peer: (Option<IpAddr>, u64),
    peer_lines: u64,
}

impl Tally {
    /// Lines that say something and were not read. Servers log connections without a request too.
    #[must_use]
    pub fn unreadable(&self) -> u64 {
        let other = self.unreadable.iter().filter(|(reason, _)| **reason != Unreadable::NoRequest);
        other.map(|(_, it)| it.0).sum()
    }

    /// The ten programs that are no known crawler and made the most requests, each with their number.
    #[must_use]
    pub fn most_frequent_programs(&self) -> Vec<(&str, u64)> {
        let mut programs = most_frequent(&self.programs);
        programs.truncate(10);
        programs
    }

    /// True if one peer sent more than half of the lines: a proxy stands before this log.
    #[must_use]
    pub fn has_one_peer(&self) -> bool {
        self.peer.0.is_some() && self.requests > 100 && self.peer_lines * 2 > self.requests
    }

    /// Counts a client that is no known crawler, if it seems to be a program.
    fn add_program(&mut self, agent: Option<&str>) {
        let Some(name) = agent.and_then(program) else { return };
        self.other_programs += 1;
        add_name(&mut self.programs, name);
    }

    fn add(&mut self, request: &LoggedRequest<'_>) {
        self.requests += 1;
        *self.formats.entry(request.format).or_default() += 1;
        self.zone_assumed += u64::from(request.is_zone_assumed);
        self.first = Some(self.first.map_or(request.time, |first| first.min(request.time)));
        self.last = Some(self.last.map_or(request.time, |last| last.max(request.time)));
        if self.peer.1 == 0 {
            (self.peer, self.peer_lines) = ((request.client, 1), 1);
        } else if self.peer.0 == request.client {
            self.peer.1 += 1;
            self.peer_lines += 1;
        } else {
            self.peer.1 -= 1;
        }
    }
}

/// A path that robots.txt forbids and that no page links: who requests what begins with it has read the file and goes
/// against it, or guesses paths.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Trap {
    /// The beginning of the paths.
    pub path: String,
    /// Requests.
    pub requests: u64,
    /// Requests by the name of the known crawler, or of the program, that the client gives itself. The names are the
    /// first thousand; clients that seem to be browsers have none.
    pub clients: BTreeMap<Box<str>, u64>,
}

impl Trap {
    /// The clients that made the most requests, each with their number.
    #[must_use]
    pub fn most_frequent(&self) -> Vec<(&str, u64)> {
        most_frequent(&self.clients)
    }

    /// Requests of clients without a name, and of those after the first thousand names.
    #[must_use]
    pub fn of_others(&self) -> u64 {
        self.requests - self.clients.values().sum::<u64>()
    }

    fn add(&mut self, name: Option<&str>) {
        self.requests += 1;
        if let Some(name) = name {
            add_name(&mut self.clients, name);
        }
    }
}

/// Counts a name, if there is room for it.
fn add_name(counts: &mut BTreeMap<Box<str>, u64>, name: &str) {
    if let Some(count) = counts.get_mut(name) {
        *count += 1;
    } else if counts.len() < MAX_PROGRAMS {
        counts.insert(name.into(), 1);
    }
}

/// The names with their numbers, the largest first.
fn most_frequent(counts: &BTreeMap<Box<str>, u64>) -> Vec<(&str, u64)> {
    let mut names: Vec<_> = counts.iter().map(|(name, &count)| (&**name, count)).collect();
    names.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    names
}

/// Names of programs that are counted apart.
const MAX_PROGRAMS: usize = 1000;

/// The name that a program gives itself; `None` for what seems to be a browser.
fn program(agent: &str) -> Option<&str> {
    const WORDS: [&str; 10] =
        ["bot", "crawl", "spider", "scrap", "fetch", "monitor", "feed", "http", "client", "check"];
    const MAX_NAME_BYTES: usize = 40;
    let name = |text: &'_ str| {
        let end = text.find(['/', ' ', ';', ',', '(', ')']).unwrap_or(text.len());
        text.get(..end.min(MAX_NAME_BYTES)).map(str::len)
    };
    // After the words of browsers comes the name that they are repeated for.
    let words = agent.split([' ', ';', ',', '(', ')']).filter(|word| !word.is_empty());
    let is_address =
        |word: &&str| word.contains("://") || word.contains('@') || word.starts_with('+');
    let is_program = |word: &&str| {
        let lower = word.to_ascii_lowercase();
        WORDS.iter().any(|part| lower.contains(part))
    };
    let told = words.filter(|word| !is_address(word)).find(is_program);
    let told = told.or_else(|| (!agent.starts_with("Mozilla/")).then_some(agent))?;
    let name = &told[..name(told)?];
    (!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic())).then_some(name)
}

/// Reads the lines of log files as requests for the [`Judge`](crate::judge::Judge).
///
/// ```
/// use maycrawl_audit::intake::Intake;
/// use maycrawl_audit::log::LogOptions;
///
/// let mut intake = Intake::new(&LogOptions::default(), 1, Some("https://example.com".into()));
/// let line = br#"192.0.2.7 - - [25/Nov/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "GPTBot/1.2""#;
/// let hit = intake.read(0, 0, line).unwrap();
/// assert_eq!(hit.origin.as_deref(), Some("https://example.com"));
/// assert!(intake.read(0, 100, b"no request").is_none());
/// assert_eq!((intake.tally().lines, intake.tally().requests, intake.tally().unreadable()), (2, 1, 1));
/// ```
#[derive(Debug)]
pub struct Intake {
    readers: Vec<LogReader>,
    /// What the log does not tell.
    site: Option<Arc<str>>,
    claims: HashMap<Box<str>, Claim>,
    origins: HashMap<String, Option<Arc<str>>>,
    tally: Tally,
}

impl Intake {
    /// Reads this number of files. `site` is the origin of requests whose line does not tell it.
    #[must_use]
    pub fn new(options: &LogOptions, files: usize, site: Option<Arc<str>>) -> Self {
        Self {
            readers: (0..files).map(|_| LogReader::new(options.clone())).collect(),
            site,
            claims: HashMap::new(),
            origins: HashMap::new(),
            tally: Tally::default(),
        }
    }

    /// The same, with traps: paths that begin with one of these, as clients request them, are counted by who requested
    /// them.
    #[must_use]
    pub fn with_traps(mut self, paths: impl IntoIterator<Item = String>) -> Self {
        let trap = |path: String| Trap {
            path: String::from_utf8_lossy(&escape_url(path.as_bytes())).into_owned(),
            ..Trap::default()
        };
        self.tally.traps = paths.into_iter().map(trap).collect();
        self
    }

    /// What was read so far.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Reads a line of a file, without its end. `None`: it is no request, or it was not read, which the tally counts. A
    /// file that was not announced has no requests. O(bytes of the line).
    pub fn read(&mut self, file: u32, offset: u64, line: &[u8]) -> Option<Hit<'static>> {
        self.tally.lines += 1;
        let request = match self.readers.get_mut(file as usize)?.read(line) {
            Ok(request) => request?,
            Err(reason) => {
                self.tally.unreadable.entry(reason).or_insert((0, file, offset)).0 += 1;
                if reason == Unreadable::NoRequestName && self.tally.unnamed.is_none() {
                    self.tally.unnamed = UnnamedRequest::of(line);
                }
                return None;
            }
        };
        self.tally.add(&request);
        let claim = self.claim(request.user_agent.as_deref());
        let time = request.time;
        self.add_to_traps(&request, claim);
        if claim == Claim::None && request.target != "/robots.txt" {
            self.tally.add_program(request.user_agent.as_deref());
            return Some(Hit::from_nobody(time));
        }
        let origin = self.origin(&request);
        let is_elsewhere = self.site.is_some() && origin.is_some() && origin != self.site;
        self.tally.other_sites += u64::from(is_elsewhere);
        let length = u32::try_from(line.len()).unwrap_or(u32::MAX);
        let hit = Hit {
            at: time,
            time_is_end: match request.time_means {
                TimeMeans::End => Some(true),
                TimeMeans::Begin => Some(false),
                TimeMeans::Unknown => None,
            },
            client: request.client,
            origin,
            claim,
            method: request.method,
            target: request.target,
            is_target_inexact: request.is_target_inexact,
            status: request.status,
            // An empty body is certain in every format; other sizes may be those with the header.
            bytes: request.bytes.filter(|&bytes| bytes == 0),
            signed: request.signed,
            place: Place { file, offset, length },
        };
        Some(hit.into_owned())
    }

    /// Counts a request of a trap. The path of another site is no trap of this one.
    fn add_to_traps(&mut self, request: &LoggedRequest<'_>, claim: Claim) {
        if self.tally.traps.is_empty() {
            return;
        }
        // Clients write escapes in upper and in lower case, and some write none.
        let target = escape_url(request.target.as_bytes());
        let is_caught = |trap: &Trap| target.starts_with(trap.path.as_bytes());
        if !self.tally.traps.iter().any(is_caught)
            || self.site.is_some() && self.origin(request) != self.site
        {
            return;
        }
        let name = match claim {
            Claim::Crawler(known) | Claim::Several(known) => Some(known.token),
            Claim::None => request.user_agent.as_deref().and_then(program),
        };
        self.tally.traps.iter_mut().filter(|trap| is_caught(trap)).for_each(|trap| trap.add(name));
    }

    fn claim(&mut self, agent: Option<&str>) -> Claim {
        let Some(agent) = agent else { return Claim::None };
        if let Some(&known) = self.claims.get(agent) {
            return known;
        }
        if self.claims.len() >= MAX_REMEMBERED {
            self.claims.clear();
        }
        let claim = Claim::from_user_agent(agent);
        if agent.len() <= MAX_REMEMBERED_BYTES {
            self.claims.insert(agent.into(), claim);
        }
        claim
    }

    /// The origin of a request. The named site says what the log does not tell; a log that tells another host is of
    /// another site.
    fn origin(&mut self, request: &LoggedRequest<'_>) -> Option<Arc<str>> {
        let site = self.site.clone();
        let of_site = site.as_deref().and_then(|site| site.split_once("://"));
        let scheme = request.scheme.map(Scheme::as_str).or(of_site.map(|it| it.0))?;
        let host = request.host.as_deref().or(of_site.map(|it| it.1))?;
        self.remembered(&format!("{scheme}://{host}"))
    }

    fn remembered(&mut self, text: &str) -> Option<Arc<str>> {
        if let Some(known) = self.origins.get(text) {
            return known.clone();
        }
        if self.origins.len() >= MAX_REMEMBERED {
            self.origins.clear();
        }
        let origin = Origin::parse(text).ok().map(|origin| Arc::from(origin.to_string()));
        if text.len() <= MAX_REMEMBERED_BYTES {
            self.origins.insert(text.to_owned(), origin.clone());
        }
        origin
    }
}

/// Cuts a file that comes in pieces into lines.
///
/// ```
/// use maycrawl_audit::intake::Lines;
///
/// let (mut lines, mut found) = (Lines::default(), Vec::new());
/// let mut take = |offset, line: &[u8]| found.push((offset, String::from_utf8_lossy(line).into_owned()));
/// lines.push(b"a\r\nb", &mut take);
/// lines.push(b"c", &mut take);
/// lines.finish(&mut take);
/// assert_eq!(found, [(0, "a".to_owned()), (3, "bc".to_owned())]);
/// ```
#[derive(Debug, Default)]
pub struct Lines {
    /// The beginning of a line that is not complete. Of one that is too long, only so much that it is refused.
    rest: Vec<u8>,
    /// Of the first byte of `rest`.
    offset: u64,
    /// Bytes of this line that were left out.
    left_out: u64,
}

impl Lines {
    /// Takes a piece, and gives each line that ends in it, with the offset of its first byte. O(bytes); keeps at most
    /// one line.
    pub fn push(&mut self, mut piece: &[u8], take: &mut dyn FnMut(u64, &[u8])) {
        while let Some(end) = memchr::memchr(b'\n', piece) {
            let (line, after) = (&piece[..end], &piece[end + 1..]);
            if self.rest.is_empty() {
                take(self.offset, line.strip_suffix(b"\r").unwrap_or(line));
                self.offset += line.len() as u64 + 1;
            } else {
                self.keep(line);
                self.end(take);
                self.offset += 1;
            }
            piece = after;
        }
        self.keep(piece);
    }

    /// Gives the last line, if it has no end.
    pub fn finish(&mut self, take: &mut dyn FnMut(u64, &[u8])) {
        if !self.rest.is_empty() {
            self.end(take);
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = (MAX_LINE_BYTES + 1).saturating_sub(self.rest.len()).min(bytes.len());
        self.rest.extend_from_slice(&bytes[..room]);
        self.left_out += (bytes.len() - room) as u64;
    }

    fn end(&mut self, take: &mut dyn FnMut(u64, &[u8])) {
        let line = self.rest.strip_suffix(b"\r").unwrap_or(&self.rest);
        take(self.offset, line);
        self.offset += self.rest.len() as u64 + self.left_out;
        self.left_out = 0;
        self.rest.clear();
    }
}
