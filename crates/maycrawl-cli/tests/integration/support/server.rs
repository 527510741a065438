//! Sites on loopback, distinguished by their names, and runs of the command against them.

use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;

use super::{Folder, Run, command, run};

/// The reaction of a site to a request.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Sends these bytes and closes.
    Bytes(Vec<u8>),
    /// Reads the request and never answers.
    Never,
}

/// An answer with a status line, these fields and this body.
pub fn answer(status: &str, fields: &str, body: &str) -> Answer {
    let length = body.len();
    Answer::Bytes(
        format!("HTTP/1.1 {status}\r\n{fields}Content-Length: {length}\r\n\r\n{body}").into_bytes(),
    )
}

pub fn file(body: &str) -> Answer {
    answer("200 OK", "Content-Type: text/plain\r\n", body)
}

/// Many sites on one port.
pub struct Sites {
    pub port: u16,
    asked: Arc<Mutex<BTreeMap<String, usize>>>,
}

impl Sites {
    /// `serve` gives the answer for a host name; it may wait. Every request has a thread.
    pub fn new(serve: impl Fn(&str) -> Answer + Send + Sync + 'static) -> Self {
        Self::on(Ipv4Addr::LOCALHOST, serve)
    }

    pub fn on(address: Ipv4Addr, serve: impl Fn(&str) -> Answer + Send + Sync + 'static) -> Self {
        Self::of_paths(address, move |host, _| serve(host))
    }

    /// `serve` gives the answer for a host name and a path.
    pub fn of_paths(
        address: Ipv4Addr,
        serve: impl Fn(&str, &str) -> Answer + Send + Sync + 'static,
    ) -> Self {
        Self::of_requests(address, move |request| serve(&request.host, &request.path))
    }

    fn of_requests(
        address: Ipv4Addr,
        serve: impl Fn(&SiteRequest) -> Answer + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind((address, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = Arc::new(Mutex::new(BTreeMap::new()));
        let (count, serve) = (Arc::clone(&asked), Arc::new(serve));
        let silent = Arc::new(Mutex::new(Vec::new()));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (count, serve, silent) =
                    (Arc::clone(&count), Arc::clone(&serve), Arc::clone(&silent));
                thread::spawn(move || {
                    let Some(request) = asked_for(&stream) else { return };
                    *count.lock().unwrap().entry(request.host.clone()).or_insert(0) += 1;
                    match serve(&request) {
                        Answer::Bytes(bytes) => {
                            drop((&stream).write_all(&with_port(&bytes, port)));
                        }
                        Answer::Never => silent.lock().unwrap().push(stream),
                    }
                });
            }
        });
        Self { port, asked }
    }

    /// The number of requests for each host.
    pub fn asked(&self) -> BTreeMap<String, usize> {
        self.asked.lock().unwrap().clone()
    }
}

/// Redirects lead to `:PORT`.
fn with_port(bytes: &[u8], port: u16) -> Vec<u8> {
    let Some(at) = bytes.windows(5).position(|window| window == b":PORT") else {
        return bytes.to_vec();
    };
    [&bytes[..at], format!(":{port}").as_bytes(), &bytes[at + 5..]].concat()
}

/// A request to a site.
struct SiteRequest {
    /// The name in its `Host` field, without the port.
    host: String,
    path: String,
    user_agent: String,
}

fn asked_for(stream: &TcpStream) -> Option<SiteRequest> {
    let (mut host, mut path, mut user_agent) = (None, None, None);
    for line in BufReader::new(stream).lines() {
        let line = line.ok()?;
        if line.is_empty() {
            return Some(SiteRequest { host: host?, path: path?, user_agent: user_agent? });
        }
        if path.is_none() {
            path = line.split(' ').nth(1).map(str::to_owned);
        }
        if let Some((name, value)) = line.split_once(": ") {
            if name.eq_ignore_ascii_case("host") {
                host = Some(value.split(':').next().unwrap_or_default().to_owned());
            } else if name.eq_ignore_ascii_case("user-agent") {
                user_agent = Some(value.to_owned());
            }
        }
    }
    None
}

/// Sites, and a folder for the files of one test.
pub struct World {
    pub sites: Sites,
    pub folder: Folder,
    names: Vec<String>,
}

impl World {
    /// Sites with these names.
    pub fn new(names: &[&str], serve: impl Fn(&str) -> Answer + Send + Sync + 'static) -> Self {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        Self { sites: Sites::new(serve), folder: Folder::new(), names }
    }

    /// Sites that always answer the same.
    pub fn of(answers: &[(&'static str, Answer)]) -> Self {
        let names: Vec<_> = answers.iter().map(|(name, _)| *name).collect();
        let answers: HashMap<&str, Answer> = answers.iter().cloned().collect();
        Self::new(&names, move |host| answers[host].clone())
    }

    /// Sites with pages.
    pub fn of_pages(
        names: &[&str],
        serve: impl Fn(&str, &str) -> Answer + Send + Sync + 'static,
    ) -> Self {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        let sites = Sites::of_paths(Ipv4Addr::LOCALHOST, serve);
        Self { sites, folder: Folder::new(), names }
    }

    /// A site that looks at the User-Agent.
    pub fn of_user_agents(
        name: &str,
        serve: impl Fn(&str) -> Answer + Send + Sync + 'static,
    ) -> Self {
        let sites =
            Sites::of_requests(Ipv4Addr::LOCALHOST, move |request| serve(&request.user_agent));
        Self { sites, folder: Folder::new(), names: vec![name.to_owned()] }
    }

    /// A URL of a site.
    pub fn url(&self, name: &str, path: &str) -> String {
        format!("http://{name}:{}{path}", self.sites.port)
    }

    pub fn path(&self, name: &str) -> String {
        self.folder.0.join(name).to_string_lossy().into_owned()
    }

    /// The command in the folder, with its default store there and the addresses of the sites.
    pub fn command(&self, args: &[&str]) -> Command {
        let port = self.sites.port.to_string();
        let args: Vec<String> = args.iter().map(|arg| arg.replace("PORT", &port)).collect();
        let mut command = command(&args.iter().map(String::as_str).collect::<Vec<_>>());
        if matches!(
            args[0].as_str(),
            "check" | "diff" | "fetch" | "inspect" | "lint" | "sitemap" | "verify" | "watch"
        ) {
            for name in &self.names {
                command.args(["--resolve", &format!("{name}=127.0.0.1")]);
            }
        }
        command.current_dir(&self.folder.0).env("XDG_CACHE_HOME", &self.folder.0);
        command
    }

    /// Runs it; `PORT` in arguments and input is the port of the sites.
    pub fn run(&self, args: &[&str], stdin: &str) -> Run {
        let stdin = stdin.replace("PORT", &self.sites.port.to_string());
        self.tidy(&run(self.command(args), stdin.as_bytes()))
    }

    /// With everything that differs from run to run replaced.
    pub fn tidy(&self, run: &Run) -> Run {
        let tidy = |text: &str| {
            let text = text
                .replace(&format!(":{}", self.sites.port), ":PORT")
                .replace(self.folder.0.to_str().unwrap(), "FOLDER");
            let text = without_times(&text);
            let text = ["s ago", "ms"].iter().fold(text, |text, unit| without_number(&text, unit));
            text.replace("N s ago", "just now") // on a slow machine
        };
        Run { status: run.status, stdout: tidy(&run.stdout), stderr: tidy(&run.stderr) }
    }
}

/// `2026-11-21T08:52:59Z` becomes `YYYY-MM-DDTHH:MM:SSZ`, and `"millis":12` `"millis":0`.
fn without_times(text: &str) -> String {
    let is_time = |text: &str| {
        text.len() == 20
            && text.bytes().zip(b"0000-00-00T00:00:00Z").all(|(byte, &as_in)| match as_in {
                b'0' => byte.is_ascii_digit(),
                _ => byte == as_in,
            })
    };
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if rest.get(..20).is_some_and(is_time) {
            out.push_str("YYYY-MM-DDTHH:MM:SSZ"); // as wide, for tables
            rest = &rest[20..];
        } else if let Some(after) = rest.strip_prefix("\"millis\":") {
            out.push_str("\"millis\":0");
            rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// `12 ms` becomes `N ms`.
fn without_number(text: &str, unit: &str) -> String {
    let unit = format!(" {unit}");
    let mut parts = text.split(&unit).peekable();
    let mut out = String::new();
    while let Some(part) = parts.next() {
        let stem = part.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_number = parts.peek().is_some() && stem.len() < part.len();
        out.push_str(if is_number { stem } else { part });
        out.push_str(if is_number { "N" } else { "" });
        if parts.peek().is_some() {
            out.push_str(&unit);
        }
    }
    out
}
