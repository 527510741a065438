//! A world: a site whose file changes and fails, crawlers that read and fetch, people, impostors, two servers with
//! their clocks, and the log that is left of it.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};

use maycrawl_testdata::random::Random;

use super::truth::{Body, Copy, DAY, Gave, HOUR, Ladder, Page, Read, Version, acted_on, is_valid};

pub const MINUTE: i64 = 60_000;
/// The time at which every world begins: 2026-10-01.
pub const START: i64 = 1_790_812_800_000;
const PATHS: [&str; 5] = ["/a", "/b", "/c", "/d", "/e"];
/// The time of an address list, after which the operator moves on.
pub const EPOCH: i64 = 3 * DAY;
pub const SKEW: i64 = 2000;

/// A crawler of the world.
#[derive(Clone, Copy)]
pub struct Kind {
    pub token: &'static str,
    pub chain: &'static [&'static str],
    pub pool: &'static str,
    pub settle: i64,
    pub ladder: Ladder,
    /// The number of its operator's address list; `None` if nothing is published.
    pub list: Option<u16>,
    /// Its operator says that its checks are complete.
    pub is_complete: bool,
}

#[rustfmt::skip]
pub const KINDS: [Kind; 9] = [
    Kind { token: "Googlebot", chain: &["Googlebot"], pool: "Google", settle: MINUTE, ladder: Ladder::Google, list: Some(1), is_complete: true },
    Kind { token: "Googlebot-Image", chain: &["Googlebot-Image", "Googlebot"], pool: "Google", settle: MINUTE, ladder: Ladder::Google, list: Some(1), is_complete: true },
    Kind { token: "bingbot", chain: &["bingbot"], pool: "bingbot", settle: MINUTE, ladder: Ladder::Rfc, list: Some(2), is_complete: true },
    Kind { token: "ClaudeBot", chain: &["ClaudeBot"], pool: "ClaudeBot", settle: MINUTE, ladder: Ladder::Rfc, list: Some(3), is_complete: false },
    Kind { token: "GPTBot", chain: &["GPTBot"], pool: "GPTBot", settle: DAY, ladder: Ladder::Rfc, list: Some(4), is_complete: false },
    Kind { token: "CCBot", chain: &["CCBot"], pool: "CCBot", settle: MINUTE, ladder: Ladder::Rfc, list: Some(5), is_complete: false },
    Kind { token: "Amazonbot", chain: &["Amazonbot"], pool: "Amazonbot", settle: DAY, ladder: Ladder::Amazon, list: None, is_complete: false },
    Kind { token: "Bytespider", chain: &["Bytespider"], pool: "Bytespider", settle: MINUTE, ladder: Ladder::Rfc, list: None, is_complete: false },
    Kind { token: "AhrefsBot", chain: &["AhrefsBot"], pool: "AhrefsBot", settle: MINUTE, ladder: Ladder::Rfc, list: None, is_complete: false },
];

/// What a judge must find about a request, by the simulation.
#[derive(Clone, Debug)]
pub struct Truth {
    pub is_genuine: bool,
    /// The row of the table; `None` if no log can settle it.
    pub row: Option<u8>,
    pub allowed_in_force: bool,
    pub has_copy: bool,
    pub page: Page,
}

/// What a crawler takes a read for.
pub type Seen<'a> = &'a dyn Fn(&Read) -> Read;

/// A line of the log.
#[derive(Clone, Debug)]
pub struct Line {
    pub at: i64,
    pub file: usize,
    pub ends: bool,
    pub client: Option<IpAddr>,
    pub agent: &'static str,
    pub kind: Option<usize>,
    pub is_http: bool,
    pub target: String,
    pub status: u16,
    pub truth: Option<Truth>,
    /// When it was written, by the server's order.
    pub written: i64,
}

pub struct World {
    pub random: Random,
    pub length: i64,
    pub versions: Vec<Version>,
    pub failures: Vec<(i64, i64)>,
    pub edge: i64,
    pub offsets: [i64; 2],
    pub ends: bool,
    pub has_lists: bool,
    pub has_hosts: bool,
    pub is_behind_proxy: bool,
    /// Some addresses of ClaudeBot are in no list.
    pub has_unlisted: bool,
    /// The log has no lines of these times.
    pub hidden: Vec<(i64, i64)>,
    pub lines: Vec<Line>,
    pub reads: HashMap<usize, Vec<Read>>,
}

impl World {
    pub fn is_full(&self) -> bool {
        self.hidden.is_empty() && self.has_lists && self.has_hosts && !self.is_behind_proxy
    }

    pub fn new(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..8 {
            random.below(2);
        }
        let length = (6 + random.below(5) as i64) * DAY;
        let mut world = Self {
            versions: Vec::new(),
            failures: Vec::new(),
            edge: *random.pick(&[0, 0, 30 * MINUTE]),
            offsets: [0; 2],
            ends: random.below(2) == 0,
            has_lists: random.below(8) > 0,
            has_hosts: random.below(4) > 0,
            is_behind_proxy: random.below(12) == 0,
            has_unlisted: random.below(3) == 0,
            hidden: Vec::new(),
            lines: Vec::new(),
            reads: HashMap::new(),
            random,
            length,
        };
        world.offsets = [0, 1].map(|_| world.between(-SKEW / 2, SKEW / 2));
        world.write_versions();
        match world.random.below(6) {
            0 => world.fail(),
            1 => {
                let end = world.between(HOUR, length / 2);
                world.hidden.push((-DAY * 400, START + end));
            }
            2 => {
                let from = START + world.between(DAY, length - DAY);
                let to = from + world.between(MINUTE, 30 * HOUR);
                world.hidden.push((from, to));
            }
            _ => {}
        }
        world.live();
        world
            .lines
            .retain(|line| !world.hidden.iter().any(|it| it.0 <= line.at && line.at <= it.1));
        world
    }

    pub fn between(&mut self, from: i64, to: i64) -> i64 {
        from + self.random.below((to - from).max(1) as u64) as i64
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.random.below(100) < percent
    }

    fn body(&mut self) -> Option<Body> {
        if self.chance(10) {
            return None;
        }
        let mut closed = |share: u64| {
            PATHS.into_iter().filter(|_| self.random.below(100) < share).collect::<Vec<_>>()
        };
        let (star, of_own) = (closed(35), closed(35));
        let own =
            self.chance(30).then(|| (*self.random.pick(&["Googlebot", "CCBot", "GPTBot"]), of_own));
        Some(Body { star, own })
    }

    fn write_versions(&mut self) {
        let mut at = START - 40 * DAY;
        let days = *self.random.pick(&[1, 4, 20]);
        while at < START + self.length {
            let body = self.body();
            if self.versions.last().is_none_or(|last| last.body != body) {
                self.versions.push(Version { begins: at, body });
            }
            at += self.between(HOUR, 2 * days * DAY);
        }
    }

    /// The file fails for some time, long after the log began.
    fn fail(&mut self) {
        let mut at = START + self.between(30 * HOUR, 3 * DAY);
        while at < START + self.length {
            let end = at + self.between(HOUR / 2, 3 * DAY);
            self.failures.push((at, end));
            at = end + self.between(HOUR, 4 * DAY);
        }
    }

    pub fn in_force(&self, at: i64) -> usize {
        self.versions.partition_point(|version| version.begins <= at).saturating_sub(1)
    }

    fn fails(&self, at: i64) -> bool {
        self.failures.iter().any(|span| span.0 <= at && at < span.1)
    }

    fn allows(&self, version: usize, kind: &Kind, target: &str) -> bool {
        self.versions[version].body.as_ref().is_none_or(|body| body.allows(kind.chain, target))
    }

    /// The log's time of something that happens at `at`.
    fn stamp(&self, at: i64, file: usize) -> i64 {
        (at + self.offsets[file]).div_euclid(1000) * 1000
    }

    pub fn address(list: u16, epoch: i64, host: u16) -> IpAddr {
        Ipv6Addr::new(0x2001, 0xdb8, list, epoch as u16, 0, 0, 0, host).into()
    }

    fn client(&mut self, kind: &Kind, at: i64) -> Option<IpAddr> {
        if self.is_behind_proxy {
            return Some(Self::address(0xeeee, 0, 1));
        }
        let host = 1 + self.random.below(20) as u16;
        let is_unlisted = kind.token == "ClaudeBot" && self.has_unlisted && self.chance(30);
        let list = kind.list.filter(|_| !is_unlisted).unwrap_or(0xaaaa);
        // Operators use an address some hours before or after the list that has it.
        let near = self.between(-6 * HOUR, 6 * HOUR);
        Some(Self::address(list, (at + near - START).div_euclid(EPOCH), host))
    }

    /// True if the address of a read is in the list of that time.
    pub fn is_listed(&self, kind: usize, read: &Read) -> bool {
        let (at, file) = read.line;
        let is_line = |line: &&Line| {
            line.kind == Some(kind)
                && (line.at, line.file) == (at, file)
                && line.target == "/robots.txt"
        };
        let client = self.lines.iter().find(is_line).and_then(|line| line.client);
        let epoch = (at - START).div_euclid(EPOCH);
        let list = KINDS[kind].list.map(|list| Self::address(list, epoch, 0).to_string());
        list.zip(client).is_some_and(|(list, client)| {
            matches!((list.parse(), client), (Ok(IpAddr::V6(a)), IpAddr::V6(b)) if a.segments()[..4] == b.segments()[..4])
        })
    }

    fn live(&mut self) {
        let end = START + self.length;
        let mut reads: HashMap<usize, Vec<Read>> = HashMap::new();
        for (at, kind) in self.read_times() {
            self.read(at, kind, &mut reads);
        }
        for (number, kind) in KINDS.iter().enumerate() {
            for _ in 0..self.between(20, 90) {
                let at = self.between(START, end);
                self.page(at, number, kind, &reads);
            }
            // A crawler fetches pages right after it has read.
            let near: Vec<i64> =
                reads.get(&number).into_iter().flatten().map(|read| read.at).collect();
            for at in near {
                let after = *self.random.pick(&[900, 5_000, 50_000, 70_000, DAY, DAY + 1000]);
                let at = at + self.between(0, 2 * after);
                self.page(at.min(end - 1), number, kind, &reads);
            }
        }
        self.reads = reads;
        self.others();
        self.lines.sort_by_key(|line| line.written);
    }

    /// When each crawler reads. Some never do, some too rarely.
    fn read_times(&mut self) -> Vec<(i64, usize)> {
        let mut times = Vec::new();
        for kind in 0..KINDS.len() {
            let hours = *self.random.pick(&[0, 2, 8, 20, 30, 60]);
            let mut at = START - DAY + self.between(0, (hours * HOUR).max(1));
            while hours > 0 && at < START + self.length {
                times.push((at, kind));
                at += self.between(hours * HOUR / 4, hours * HOUR * 3 / 2);
            }
        }
        times.sort_unstable();
        times
    }

    fn read(&mut self, at: i64, number: usize, reads: &mut HashMap<usize, Vec<Read>>) {
        let kind = &KINDS[number];
        let file = self.random.below(2) as usize;
        let behind = self.between(0, self.edge + 1);
        let version = self.in_force(at - behind);
        let before = reads.get(&number).and_then(|reads| reads.last()).cloned();
        let kept = before.as_ref().and_then(|read| read.gave.kept());
        let since = match before.map(|read| read.gave) {
            Some(Gave::Failure { since, .. }) => since,
            _ => at,
        };
        let failure = Gave::Failure { kept, since };
        let refused =
            if kind.ladder == Ladder::Amazon { failure.clone() } else { Gave::Copy(None) };
        let has_file = self.versions[version].body.is_some();
        let is_renewed = kept == Some(Some(version)) && kind.pool != "Google" && self.chance(30);
        // A refusal that no line shows is not in any history either: no log can tell it. (The page on limits says so.)
        let is_hidden = self.hidden.iter().any(|it| it.0 <= at + MINUTE && at - MINUTE <= it.1);
        let (status, gave) = match () {
            () if self.fails(at) => (500, failure),
            () if !is_hidden && self.chance(3) => (403, refused),
            () if !is_hidden && self.chance(2) && kind.ladder == Ladder::Google => (429, failure),
            () if !has_file => (404, refused),
            () if is_renewed => (304, Gave::Copy(Some(version))),
            () => (200, Gave::Copy(Some(version))),
        };
        let client = self.client(kind, at);
        let is_http = self.chance(10);
        let mut line = Line {
            at: 0,
            file,
            ends: self.ends,
            client,
            agent: kind.token,
            kind: Some(number),
            is_http,
            target: "/robots.txt".to_owned(),
            status,
            truth: None,
            written: at,
        };
        // By http the server sends the crawler to https, where it reads within two seconds.
        if is_http {
            let before = self.between(0, 2000);
            line.at = self.stamp(at - before, file);
            self.lines.push(Line { status: 301, ..line.clone() });
            line.is_http = false;
        }
        let late = if self.ends { self.random.below(900) as i64 } else { 0 };
        line.at = self.stamp(at + late, file);
        let stamp = (line.at, file);
        self.lines.push(line);
        reads.entry(number).or_default().push(Read { at, line: stamp, gave });
    }

    fn page(&mut self, at: i64, number: usize, kind: &Kind, reads: &HashMap<usize, Vec<Read>>) {
        let file = self.random.below(2) as usize;
        let late = if self.ends {
            self.random.below(if at % 5 == 0 { 59_000 } else { 900 }) as i64
        } else {
            0
        };
        let page = Page { at, line: (self.stamp(at + late, file), file), ends: self.ends };
        let path = *self.random.pick(&PATHS);
        let target = format!("{path}/{}{}", self.random.below(30), self.random.pick(&["", "?q=1"]));
        let status = *self.random.pick(&[200, 200, 200, 301, 404, 403, 503]);
        let truth = self.truth(page, number, kind, reads, &target, status);
        let client = self.client(kind, at);
        self.lines.push(Line {
            at: page.line.0,
            file,
            ends: self.ends,
            client,
            agent: kind.token,
            kind: Some(number),
            is_http: false,
            target,
            status,
            truth: Some(truth),
            written: at + late,
        });
    }

    fn truth(
        &mut self,
        page: Page,
        number: usize,
        kind: &Kind,
        reads: &HashMap<usize, Vec<Read>>,
        target: &str,
        status: u16,
    ) -> Truth {
        let delay = self.between(0, kind.settle);
        let shares = self.chance(50);
        let behind = |read: &Read| read.clone();
        let (read, row) = self.row(page, number, reads, (target, status), (delay, shares, &behind));
        let allowed_in_force = self.allows(self.in_force(page.at), kind, target);
        Truth { is_genuine: true, row, allowed_in_force, has_copy: read.is_some(), page }
    }

    /// The read that a crawler goes by, and the row that follows, if it takes `delay` to act on a new copy and uses
    /// those of its siblings or not. `seen` may change what a read gave.
    pub fn row(
        &self,
        page: Page,
        number: usize,
        reads: &HashMap<usize, Vec<Read>>,
        (target, status): (&str, u16),
        (delay, shares, seen): (i64, bool, Seen<'_>),
    ) -> (Option<Read>, Option<u8>) {
        let kind = &KINDS[number];
        let of = |numbers: &[usize]| {
            let mut all: Vec<&Read> =
                numbers.iter().filter_map(|it| reads.get(it)).flatten().collect();
            all.sort_by_key(|read| read.at);
            all
        };
        let pool: Vec<usize> = (0..KINDS.len()).filter(|&it| KINDS[it].pool == kind.pool).collect();
        let (own, shared) = (of(&[number]), of(&pool));
        let valid = |reads: &[&Read]| {
            acted_on(reads, page, delay)
                .filter(|(read, has_newer)| *has_newer || is_valid(read, page, &self.failures))
                .map(|(read, _)| seen(read))
        };
        // The operator says that its crawlers may share copies, so who has none of its own has the pool's.
        let read = if shares { valid(&shared) } else { valid(&own).or_else(|| valid(&shared)) };
        let in_force = self.allows(self.in_force(page.at), kind, target);
        let refused = [401, 402, 403, 406, 429, 451, 503].contains(&status);
        let open = if refused { 5 } else { 6 };
        let row = match &read {
            Some(read) => {
                let allows = match read.gave.copy(kind.ladder, page.at) {
                    Copy::Version(version) => self.allows(version, kind, target),
                    Copy::NoRestriction => true,
                    Copy::AllClosed => false,
                };
                Some(match (allows, in_force) {
                    (false, _) => 7,
                    (true, false) => 4,
                    (true, true) => open,
                })
            }
            None => {
                let versions = self.in_force(page.at - DAY)..=self.in_force(page.at);
                let allows: Vec<bool> = versions.map(|it| self.allows(it, kind, target)).collect();
                let has_read = shared.iter().any(|read| {
                    read.at < page.at
                        && !self.hidden.iter().any(|it| it.0 <= read.line.0 && read.line.0 <= it.1)
                });
                let closed = if has_read { 8 } else { 9 };
                match (allows.contains(&true), allows.contains(&false)) {
                    (true, false) => Some(open),
                    (false, true) => Some(closed),
                    _ => None,
                }
            }
        };
        (read, row)
    }

    /// People, who read robots.txt too, and impostors.
    fn others(&mut self) {
        let end = START + self.length;
        for _ in 0..400 {
            let (at, file) = (self.between(START - DAY, end), self.random.below(2) as usize);
            let is_file = self.chance(10);
            let status = match () {
                () if !is_file => 200,
                () if self.fails(at) => 500,
                () => {
                    if self.versions[self.in_force(at)].body.is_some() {
                        200
                    } else {
                        404
                    }
                }
            };
            let target = if is_file { "/robots.txt" } else { "/a/1" }.to_owned();
            let stamp = self.stamp(at, file);
            self.lines.push(Line {
                at: stamp,
                file,
                ends: self.ends,
                client: Some(Self::address(0xbbbb, 0, at as u16)),
                agent: "Mozilla/5.0 Firefox/133.0",
                kind: None,
                is_http: false,
                target,
                status,
                truth: None,
                written: at,
            });
        }
        let impersonated: Vec<usize> = (0..KINDS.len())
            .filter(|&it| {
                !self.is_behind_proxy && self.has_lists && self.has_hosts && KINDS[it].is_complete
            })
            .collect();
        for number in impersonated {
            for _ in 0..20 {
                let (at, file) = (self.between(START, end), self.random.below(2) as usize);
                let is_file = self.chance(30);
                let target = if is_file { "/robots.txt".to_owned() } else { "/b/2".to_owned() };
                let status = if is_file && self.fails(at) { 500 } else { 200 };
                let truth = Truth {
                    is_genuine: false,
                    row: None,
                    allowed_in_force: true,
                    has_copy: false,
                    page: Page { at, line: (at, file), ends: false },
                };
                let stamp = self.stamp(at, file);
                self.lines.push(Line {
                    at: stamp,
                    file,
                    ends: self.ends,
                    client: Some(Self::address(0xcccc, 0, at as u16)),
                    agent: KINDS[number].token,
                    kind: Some(number),
                    is_http: false,
                    target,
                    status,
                    truth: (!is_file).then_some(truth),
                    written: at,
                });
            }
        }
    }
}
