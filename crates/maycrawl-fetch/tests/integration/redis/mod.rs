//! A real Redis server for one test, and a proxy with faults in front of it.
#![allow(dead_code)] // each test uses its part

pub mod proxy;

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use ::redis::{Client, Connection, FromRedisValue, ToRedisArgs};
use tempfile::TempDir;

/// Start timeout of a server. A test fails after it.
const TEST_TIMEOUT: Duration = Duration::from_secs(20);

/// A server without persistence. Ends with its owner.
pub struct Server {
    folder: TempDir,
    port: u16,
    process: Option<Child>,
}

impl Server {
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for _ in 0..10 {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
            let port = listener.local_addr().unwrap().port();
            drop(listener);
            if let Some(process) = start(&folder, port) {
                return Self { folder, port, process: Some(process) };
            }
        }
        panic!("redis-server does not start");
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/0", self.port)
    }

    /// Stops it as a debugger does: connections stay, and nothing is answered.
    pub fn stop(&self) {
        self.signal("-STOP");
    }

    pub fn go_on(&self) {
        self.signal("-CONT");
    }

    /// Whatever was done to it, it answers again.
    pub fn go_on_or_start(&mut self) {
        match self.process {
            Some(_) => self.go_on(),
            None => self.start_again(),
        }
    }

    fn signal(&self, signal: &str) {
        let id = self.process.as_ref().unwrap().id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    }

    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    /// Starts the server again, empty, at the same port.
    pub fn start_again(&mut self) {
        self.kill();
        let end = Instant::now() + TEST_TIMEOUT;
        while self.process.is_none() {
            assert!(Instant::now() < end, "redis-server does not start again");
            self.process = start(&self.folder, self.port);
        }
    }

    /// Sends a command to the server directly: `ask("SET", ("key", "value"))`.
    pub fn ask<T: FromRedisValue>(&self, command: &str, arguments: impl ToRedisArgs) -> T {
        ::redis::cmd(command).arg(arguments).query(&mut self.connection()).unwrap()
    }

    /// The text at `key`, if it is one.
    pub fn get(&self, key: &str) -> Option<Vec<u8>> {
        let value: Option<Option<_>> =
            ::redis::cmd("GET").arg(key).query(&mut self.connection()).ok();
        value.flatten()
    }

    fn connection(&self) -> Connection {
        Client::open(self.url()).unwrap().get_connection().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The process, once it answers; `None` if it ended, such as for a port that is taken.
fn start(folder: &TempDir, port: u16) -> Option<Child> {
    let spawned = Command::new("redis-server")
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1"])
        .args(["--save", "", "--appendonly", "no"])
        .arg("--dir")
        .arg(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut process = spawned.expect("redis-server is not installed: apt-get install redis-server");
    let end = Instant::now() + TEST_TIMEOUT;
    while Instant::now() < end {
        if process.try_wait().unwrap().is_some() {
            return None;
        }
        if answers(port) {
            return Some(process);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    process.kill().unwrap();
    process.wait().unwrap();
    None
}

fn answers(port: u16) -> bool {
    let Ok(mut stream) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)) else { return false };
    stream.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
    let mut answer = [0; 5];
    stream.write_all(b"PING\r\n").is_ok()
        && stream.read_exact(&mut answer).is_ok()
        && answer == *b"+PONG"
}
