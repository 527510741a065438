//! Sites: small HTTP servers on streams in memory, their files, their faults, and the firewalls before them.

use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};
use tokio::time::{sleep, timeout};

use crate::random::Random;
use crate::world::{Event, HOUR, Incarnation, MINUTE, Mask, Moment, SECOND, Said, World};

/// Paths that files are about: `/p0` and so on.
pub(crate) const PATHS: usize = 6;
/// The bit of `/secret`, which the last line of every file forbids. A file that was cut does not forbid it.
pub(crate) const SECRET: Mask = 1 << PATHS;
/// All paths.
pub(crate) const ALL: Mask = (SECRET << 1) - 1;

/// How long a firewall refuses a client that made it suspicious.
const BLOCKED_FOR: Moment = 15 * MINUTE;
/// Requests in ten seconds that are too frequent for a firewall.
const TOO_FREQUENT: usize = 40;

/// The statuses of challenges. 204 has no body.
const CHALLENGES: [u16; 5] = [200, 200, 202, 203, 204];

/// How a site behaves. All but the first are faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Behaviour {
    Healthy,
    Missing(u16),
    /// A web page, or nothing, with a status 2xx.
    Challenge(u16),
    /// The site's own decision, which lasts.
    Refusing(u16, Option<u32>),
    Failing(u16, Option<u32>),
    /// 5xx for every missing page, and there is no robots.txt.
    ErrorsForMissing(u16),
    /// The answer never comes, or its body never ends.
    Stalling {
        in_body: bool,
    },
    /// The connection is closed within the body.
    Cut {
        length: bool,
    },
    /// gzip, cut.
    CutGzip,
    /// A coding that was not asked for and that the fields do not name, or name.
    Encoded {
        named: bool,
    },
    Partial,
    /// A body that `Content-Length` announces and that does not come.
    Announced,
    CutChunks,
    Garbage,
    /// The connection is closed before the answer.
    Closing,
    RedirectLoop,
    RedirectWithoutTarget,
    Refused,
    ConnectTimeout,
    NameFails {
        slow: bool,
    },
}

impl Behaviour {
    fn random(random: &mut Random) -> Self {
        let wait =
            |random: &mut Random| random.percent(30).then(|| random.pick(&[5, 120, 3600, 200_000]));
        match random.below(24) {
            0 => Self::Missing(random.pick(&[404, 410])),
            1 | 2 => Self::Refusing(random.pick(&[401, 403, 429, 400, 451]), wait(random)),
            3..=5 => Self::Failing(random.pick(&[500, 502, 503, 504]), wait(random)),
            6 => Self::Stalling { in_body: random.percent(50) },
            7 | 8 => Self::Cut { length: true },
            9 => Self::CutGzip,
            10 => Self::Encoded { named: random.percent(50) },
            11 => Self::Partial,
            12 => Self::Announced,
            13 => Self::CutChunks,
            14 => Self::Garbage,
            15 => Self::Closing,
            16 => Self::RedirectLoop,
            17 => Self::RedirectWithoutTarget,
            18 => Self::Refused,
            19 => Self::ConnectTimeout,
            20 => Self::NameFails { slow: false },
            21 => Self::NameFails { slow: true },
            _ => Self::Challenge(random.pick(&CHALLENGES)),
        }
    }
}

/// How healthy answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Length,
    Chunked,
    UntilClosed,
}

#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) host: usize,
    pub(crate) behaviour: Behaviour,
    pub(crate) forbidden: Mask,
    pub(crate) max_age: Option<u32>,
    pub(crate) form: Form,
    /// Time until an answer, in milliseconds.
    pub(crate) latency: u64,
    /// Requests of robots.txt are redirected to this site first.
    pub(crate) redirects_to: Option<usize>,
    pub(crate) file: Arc<str>,
    /// False if it answers 5xx for every missing page, for its robots.txt too.
    pub(crate) may_have_file: bool,
    /// When its behaviour changed last.
    pub(crate) behaves_since: Moment,
}

/// A firewall in front of the sites of an address. It judges clients by their address: a node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Firewall {
    pub(crate) is_on: bool,
    status: u16,
    retry_after: Option<u32>,
    clients: Vec<(usize, Moment, Vec<Moment>)>,
}

impl Firewall {
    pub(crate) fn random(random: &mut Random) -> Self {
        Self {
            is_on: random.percent(60),
            status: random.pick(&[403, 403, 429, 401, 404, 200, 202, 204]),
            retry_after: random.percent(30).then_some(600),
            clients: Vec::new(),
        }
    }

    /// Whether the firewall refuses a request of `node`, and why it begins to.
    fn refuses(
        &mut self,
        node: usize,
        is_suspicious: bool,
        now: Moment,
    ) -> (bool, Option<&'static str>) {
        if !self.is_on {
            return (false, None);
        }
        let index = self.clients.iter().position(|(client, ..)| *client == node);
        let index = index.unwrap_or_else(|| {
            self.clients.push((node, 0, Vec::new()));
            self.clients.len() - 1
        });
        let (_, until, recent) = &mut self.clients[index];
        recent.retain(|at| *at + 10 * SECOND > now);
        recent.push(now);
        let is_new = *until <= now;
        if is_suspicious || recent.len() > TOO_FREQUENT {
            *until = now + BLOCKED_FOR;
        }
        let why = if is_suspicious { "suspicious" } else { "too frequent" };
        (*until > now, (is_new && *until > now).then_some(why))
    }
}

impl Site {
    pub(crate) fn random(random: &mut Random, index: usize, hosts: usize, sites: usize) -> Self {
        let redirects_to =
            random.percent(15).then(|| random.index(sites)).filter(|to| *to != index);
        let mut site = Self {
            host: random.index(hosts),
            behaviour: Behaviour::Healthy,
            forbidden: 0,
            max_age: None,
            form: random.pick(&[Form::Length, Form::Length, Form::Chunked, Form::UntilClosed]),
            latency: random.scale(1, 3).as_millis() as u64 / 20,
            redirects_to,
            file: "".into(),
            may_have_file: true,
            behaves_since: 0,
        };
        if random.percent(15) {
            site.may_have_file = false;
            site.behaviour = Behaviour::ErrorsForMissing(500);
        }
        site.change(random);
        site
    }

    /// Changes the file and its `max-age`.
    pub(crate) fn change(&mut self, random: &mut Random) {
        self.forbidden = (random.next() as Mask & (SECRET - 1)) | SECRET;
        self.max_age =
            random.percent(60).then(|| random.pick(&[0, 60, 600, 7200, 100_000, 2_000_000]));
        let mut file = "# the file of a simulated site\nUser-agent: *\n".to_owned();
        for path in (0..PATHS).filter(|path| self.forbidden & (1 << path) != 0) {
            file.push_str(&format!("Disallow: /p{path}\n"));
        }
        file.push_str(
            "Allow: /open\n\n# the last line matters most\nUser-agent: *\nDisallow: /secret\n",
        );
        self.file = file.into();
    }

    pub(crate) fn is_healthy(&self) -> bool {
        self.behaviour == Behaviour::Healthy
    }
}

pub(crate) fn host_name(site: usize) -> String {
    format!("s{site}.example.com")
}

pub(crate) fn site_of(name: &str) -> Option<usize> {
    name.strip_prefix('s')?.strip_suffix(".example.com")?.parse().ok()
}

pub(crate) fn host_address(host: usize) -> IpAddr {
    Ipv4Addr::new(20, 0, 0, host as u8 + 1).into()
}

pub(crate) fn host_of(address: IpAddr) -> Option<usize> {
    match address {
        IpAddr::V4(address) => match address.octets() {
            [20, 0, 0, host] if host > 0 => Some(host as usize - 1),
            _ => None,
        },
        IpAddr::V6(_) => None,
    }
}

/// The life of a site: its file changes, and faults come and go.
pub(crate) async fn live(world: Arc<World>, site: usize, mut random: Random) {
    let never_has_file = !world.lock().sites[site].is_healthy();
    loop {
        sleep(random.scale(3600, 20 * 86_400)).await;
        let now = world.now();
        if never_has_file {
            continue;
        }
        if random.percent(50) {
            let mut state = world.lock();
            state.sites[site].change(&mut random);
            let forbidden = state.sites[site].forbidden;
            state.log(now, Event::Changed(site, forbidden));
            continue;
        }
        let behaviour = Behaviour::random(&mut random);
        set(&world, site, behaviour);
        let longest = if random.percent(15) { 45 * 86_400 } else { 2 * 86_400 };
        sleep(random.scale(60, longest)).await;
        set(&world, site, Behaviour::Healthy);
    }
}

fn set(world: &World, site: usize, behaviour: Behaviour) {
    let now = world.now();
    let mut state = world.lock();
    state.sites[site].behaviour = behaviour;
    state.sites[site].behaves_since = now;
    state.log(now, Event::Behaves(site, behaviour));
}

/// What the server sends.
#[derive(Default)]
struct Reply {
    delay: Duration,
    bytes: Vec<u8>,
    /// Recorded when everything was sent.
    said: Option<(usize, Said)>,
    then: Then,
}

#[derive(Default, PartialEq)]
enum Then {
    /// Waits until the client has closed the connection.
    #[default]
    Wait,
    Close,
}

/// Serves one connection to the address of `host`.
pub(crate) async fn serve(
    world: Arc<World>,
    who: Incarnation,
    host: usize,
    mut stream: DuplexStream,
) {
    let Some(head) = read_head(&mut stream).await else { return };
    let reply = world.answer(who, host, &head);
    // A site that stalls for an hour stops when its client has gone. Otherwise its task would be counted as one that
    // the fleet has left running.
    if !reply.delay.is_zero() && timeout(reply.delay, closed(&mut stream)).await.is_ok() {
        return;
    }
    if stream.write_all(&reply.bytes).await.is_err() {
        return;
    }
    if let Some((site, said)) = reply.said {
        world.said(site, who, said);
    }
    if reply.then == Then::Wait {
        closed(&mut stream).await;
    }
}

/// Waits until the client closes the connection.
async fn closed(stream: &mut DuplexStream) {
    let mut rest = [0; 64];
    while !matches!(stream.read(&mut rest).await, Ok(0) | Err(_)) {}
}

async fn read_head(stream: &mut DuplexStream) -> Option<String> {
    let mut head = Vec::new();
    let mut piece = [0; 1024];
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut piece).await {
            Ok(read @ 1..) => head.extend_from_slice(&piece[..read]),
            Ok(0) | Err(_) => return None,
        }
    }
    String::from_utf8(head).ok()
}

impl World {
    fn answer(&self, who: Incarnation, host: usize, head: &str) -> Reply {
        let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
        let name = head.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
        // A site that is the target of a redirect answers for the site that redirected.
        let about =
            path.strip_prefix("/from-").and_then(|rest| rest.split('/').next()?.parse().ok());
        let here = site_of(name)
            .filter(|site| self.lock().sites.get(*site).is_some_and(|site| site.host == host));
        let is_robots = path.ends_with("/robots.txt");
        let site = about.or(here);
        let now = self.now();
        let mut state = self.lock();
        let (is_refused, why) =
            state.firewalls[host].refuses(who.node, path.contains("attack"), now);
        if let Some(why) = why {
            state.log(now, Event::Firewall(host, who, why));
        }
        let latency = Duration::from_millis(here.map_or(5, |site| state.sites[site].latency));
        if is_refused {
            let Firewall { status, retry_after, .. } = state.firewalls[host];
            let said = match status {
                200..300 => Said::Challenge(status),
                404 => Said::Missing(status),
                _ => Said::Refusal(status, retry_after),
            };
            let said = site.filter(|_| is_robots).map(|site| (site, said));
            return Reply {
                delay: latency,
                bytes: refusal(status, retry_after),
                said,
                ..Reply::default()
            };
        }
        let Some(site) = site else {
            // A name of somebody else, which leads here. Some are slow sites behind the same address.
            let slow = Duration::from_secs(8);
            let latency = if name.starts_with('y') { slow } else { latency };
            return Reply { delay: latency, bytes: status_only(404, None), ..Reply::default() };
        };
        let answering = state.sites[site].clone();
        drop(state);
        if !is_robots {
            return Reply { delay: latency, ..page(&answering, &path) };
        }
        if let (None, Some(to), Behaviour::Healthy) =
            (about, answering.redirects_to, answering.behaviour)
        {
            let to = format!("http://{}/from-{site}/robots.txt", host_name(to));
            let bytes =
                format!("HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n");
            return Reply { delay: latency, bytes: bytes.into(), ..Reply::default() };
        }
        let reply = robots(&answering, site, latency);
        // A fault counts from the moment when the request came.
        if let Some((site, said @ Said::Broken)) = reply.said {
            self.said(site, who, said);
            return Reply { said: None, ..reply };
        }
        reply
    }
}

fn status_only(status: u16, retry_after: Option<u32>) -> Vec<u8> {
    let wait = retry_after.map_or(String::new(), |wait| format!("Retry-After: {wait}\r\n"));
    format!("HTTP/1.1 {status} X\r\n{wait}Content-Length: 0\r\n\r\n").into()
}

/// The answer of a firewall: a web page where the status is one of success.
fn refusal(status: u16, retry_after: Option<u32>) -> Vec<u8> {
    if !matches!(status, 200..=203) {
        return status_only(status, retry_after);
    }
    let page = match status {
        200 => "<!doctype html>\n<title>Just a moment</title>\n<p>User-agent: yours. Allow: /\n",
        202 => "<!doctype html>\n<pre>\nUser-agent: *\nAllow: /\n</pre>\n",
        _ => "please wait\n",
    };
    let length = page.len();
    let head =
        format!("HTTP/1.1 {status} X\r\nContent-Type: text/html\r\nContent-Length: {length}");
    format!("{head}\r\n\r\n{page}").into()
}

/// A page that is not robots.txt.
fn page(site: &Site, path: &str) -> Reply {
    let status = match site.behaviour {
        Behaviour::ErrorsForMissing(status) if path != "/" => status,
        Behaviour::Failing(status, _) => status,
        _ if path == "/" || path.starts_with("/p") => 200,
        _ => 404,
    };
    Reply { bytes: status_only(status, None), ..Reply::default() }
}

fn robots(site: &Site, index: usize, latency: Duration) -> Reply {
    let answer = RobotsAnswer { site, index, latency };
    let length = answer.content_length();
    match site.behaviour {
        Behaviour::Healthy => answer.healthy(),
        Behaviour::Missing(status) => answer.only(status, None, Said::Missing(status)),
        Behaviour::Challenge(status) => Reply {
            bytes: refusal(status, None),
            ..answer.only(status, None, Said::Challenge(status))
        },
        Behaviour::Refusing(status, wait) => answer.only(status, wait, Said::Refusal(status, wait)),
        Behaviour::Failing(status, wait) => answer.only(status, wait, Said::Error(status, wait)),
        Behaviour::ErrorsForMissing(status) => answer.only(status, None, Said::Error(status, None)),
        Behaviour::Stalling { in_body: false } => {
            Reply { delay: Duration::from_millis(HOUR), ..answer.broken(Vec::new(), Then::Close) }
        }
        Behaviour::Stalling { in_body: true } => {
            answer.broken(answer.ok(&length, answer.beginning()), Then::Wait)
        }
        Behaviour::Cut { .. } => answer.broken(answer.ok(&length, answer.beginning()), Then::Close),
        Behaviour::CutGzip => answer.cut_gzip(),
        Behaviour::Encoded { named } => answer.encoded(named),
        Behaviour::Partial => answer.partial(),
        Behaviour::Announced => answer.broken(answer.ok(&length, b""), Then::Close),
        Behaviour::CutChunks => answer.broken(
            answer.ok("Transfer-Encoding: chunked\r\n", &chunk(answer.beginning())),
            Then::Close,
        ),
        Behaviour::Garbage => answer.broken(b"User-agent: *\nAllow: /\n\n".to_vec(), Then::Close),
        Behaviour::Closing => answer.broken(Vec::new(), Then::Close),
        Behaviour::RedirectLoop => answer.redirect_loop(),
        Behaviour::RedirectWithoutTarget => {
            answer.broken(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n".to_vec(), Then::Wait)
        }
        // The network answers in these cases. A connection that was open before finds a server that says nothing.
        Behaviour::Refused | Behaviour::ConnectTimeout | Behaviour::NameFails { .. } => {
            answer.broken(Vec::new(), Then::Close)
        }
    }
}

/// The answers of a site to a request for its robots.txt.
struct RobotsAnswer<'a> {
    site: &'a Site,
    index: usize,
    latency: Duration,
}

impl RobotsAnswer<'_> {
    fn reply(&self, bytes: Vec<u8>, said: Said, then: Then) -> Reply {
        Reply { delay: self.latency, bytes, said: Some((self.index, said)), then }
    }

    fn broken(&self, bytes: Vec<u8>, then: Then) -> Reply {
        self.reply(bytes, Said::Broken, then)
    }

    fn whole(&self, bytes: Vec<u8>, then: Then) -> Reply {
        self.reply(bytes, Said::File(self.site.forbidden, self.site.max_age), then)
    }

    /// A status and no body.
    fn only(&self, status: u16, wait: Option<u32>, said: Said) -> Reply {
        self.reply(status_only(status, wait), said, Then::Wait)
    }

    /// A response with status 200, these fields and this body.
    fn ok(&self, fields: &str, body: &[u8]) -> Vec<u8> {
        let age = self.site.max_age;
        let max_age = age.map_or(String::new(), |age| format!("Cache-Control: max-age={age}\r\n"));
        [format!("HTTP/1.1 200 OK\r\n{max_age}{fields}\r\n").as_bytes(), body].concat()
    }

    fn file(&self) -> &[u8] {
        self.site.file.as_bytes()
    }

    /// Everything but the last line.
    fn beginning(&self) -> &[u8] {
        let file = self.file();
        &file[..file.len() - "Disallow: /secret\n".len()]
    }

    fn content_length(&self) -> String {
        format!("Content-Length: {}\r\n", self.file().len())
    }

    fn healthy(&self) -> Reply {
        let file = self.file();
        match self.site.form {
            Form::Length => self.whole(self.ok(&self.content_length(), file), Then::Wait),
            Form::Chunked => {
                let body = [chunk(&file[..40]), chunk(&file[40..]), b"0\r\n\r\n".to_vec()].concat();
                self.whole(self.ok("Transfer-Encoding: chunked\r\n", &body), Then::Wait)
            }
            Form::UntilClosed => self.whole(self.ok("Connection: close\r\n", file), Then::Close),
        }
    }

    fn cut_gzip(&self) -> Reply {
        let zipped = gzip(self.file());
        let cut = &zipped[..zipped.len() - 40];
        self.broken(self.ok("Content-Encoding: gzip\r\n", cut), Then::Close)
    }

    /// A body in a coding that the fields do not name, or one that is not in the coding that they name.
    fn encoded(&self, named: bool) -> Reply {
        let bytes = if named {
            self.ok("Content-Encoding: compress\r\n", self.beginning())
        } else {
            self.ok("", &gzip(self.file()))
        };
        self.broken(bytes, Then::Close)
    }

    fn partial(&self) -> Reply {
        let part = self.beginning();
        let range = format!(
            "Content-Range: bytes 0-{}/{}\r\nContent-Length: {}\r\n",
            part.len() - 1,
            self.file().len(),
            part.len()
        );
        let bytes = self.ok(&range, part);
        self.broken([b"HTTP/1.1 206", &bytes[12..]].concat(), Then::Wait)
    }

    fn redirect_loop(&self) -> Reply {
        let to = format!("http://{}/robots.txt", host_name(self.index));
        let bytes = format!("HTTP/1.1 301 Moved\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n");
        self.reply(bytes.into(), Said::Refusal(301, None), Then::Wait)
    }
}

/// One chunk of a body with the transfer coding `chunked`.
fn chunk(body: &[u8]) -> Vec<u8> {
    [format!("{:x}\r\n", body.len()).as_bytes(), body, b"\r\n"].concat()
}

/// What the site answers to a request for its robots.txt, as an archive records it, and what it says; `None` if nothing
/// arrives.
pub(crate) fn recorded(site: &Site, index: usize) -> Option<(Vec<u8>, Option<Said>)> {
    let reply = robots(site, index, Duration::ZERO);
    let said = reply.said.map(|(_, said)| said);
    (!reply.bytes.is_empty()).then_some((reply.bytes, said))
}

/// The file, compressed with gzip.
fn gzip(file: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(file);
    encoder.finish().unwrap_or_default()
}
