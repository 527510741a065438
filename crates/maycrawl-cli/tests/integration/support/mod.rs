//! Runs of the command.

#![allow(dead_code, clippy::unwrap_used)] // each test file uses its part; a test may panic

pub mod editor;
pub mod server;
#[cfg(unix)]
pub mod terminal;

use std::fs;
use std::io::{BufRead as _, BufReader, Lines, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

/// Runs git in a folder without the settings of this machine, at a time in RFC 3339, and returns what it prints.
pub fn git(folder: &Path, time: &str, args: &[&str]) -> String {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=a", "-c", "user.email=a@shop.example"]).args(args);
    git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    git.env("GIT_COMMITTER_DATE", time).env("GIT_AUTHOR_DATE", time).current_dir(folder);
    let output = git.output().unwrap();
    assert!(output.status.success(), "{args:?} {output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// The result of a run.
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// Both streams and the status, as a person would see them.
    pub fn screen(&self) -> String {
        let stderr = if self.stderr.is_empty() {
            String::new()
        } else {
            format!("--- stderr\n{}", self.stderr)
        };
        format!("{}{stderr}--- status {}", self.stdout, self.status)
    }
}

pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_maycrawl"));
    command.args(args).env_remove("NO_COLOR").env("COLUMNS", "100").env("LC_ALL", "C");
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR")); // not the store of the user
    command.env("XDG_DATA_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/data"));
    for name in [
        "AGENT",
        "ALLOW_PRIVATE",
        "DEADLINE",
        "LANG",
        "LISTEN",
        "LISTS",
        "POLICY",
        "PROFILE",
        "STORE",
        "UNREACHABLE",
        "USER_AGENT",
    ] {
        command.env_remove(format!("MAYCRAWL_{name}"));
    }
    command
}

/// A list of commands without those of optional features, so that every build gives the same text.
pub fn without_optional_commands(text: &str) -> String {
    let optional = ["bulk", "sql", "survey"];
    let is_kept = |line: &&str| {
        !optional.iter().any(|name| {
            line.starts_with("  ") && line.trim_start().starts_with(&format!("{name} "))
        })
    };
    let lines: String = text.lines().filter(is_kept).map(|line| format!("{line}\n")).collect();
    let text = optional.iter().fold(lines, |text, name| text.replace(&format!(" {name},"), ""));
    text.trim_end_matches('\n').to_owned()
}

pub fn maycrawl(args: &[&str], stdin: &[u8]) -> Run {
    run(command(args), stdin)
}

/// Runs in a new folder with these files.
pub fn maycrawl_in(files: &[(&str, &[u8])], args: &[&str], stdin: &[u8]) -> Run {
    let folder = Folder::new();
    for (name, bytes) in files {
        fs::write(folder.0.join(name), bytes).unwrap();
    }
    let mut command = command(args);
    command.current_dir(&folder.0);
    run(command, stdin)
}

pub fn run(mut command: Command, stdin: &[u8]) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let output = thread::scope(|scope| {
        // An error means that the command has not read all its input, which is valid.
        scope.spawn(move || drop(input.write_all(stdin)));
        child.wait_with_output().unwrap()
    });
    Run {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A process that does not end by itself. It is killed at the end: one that a failed test leaves keeps the output of
/// `make test` open, so that whatever reads it waits for ever.
pub struct Running(pub Child);

impl Running {
    pub fn start(command: &mut Command) -> Self {
        Self(command.stdout(Stdio::piped()).spawn().unwrap())
    }

    pub fn lines(&mut self) -> Lines<BufReader<ChildStdout>> {
        BufReader::new(self.0.stdout.take().unwrap()).lines()
    }

    /// Asks it to end; whether it ended well.
    pub fn stop(&mut self) -> bool {
        Command::new("kill").arg(self.0.id().to_string()).status().unwrap();
        self.0.wait().unwrap().success()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Starts the command, reads one byte and closes the pipe; the status.
pub fn reader_that_leaves(args: &[&str]) -> i32 {
    let mut child = command(args).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0]).unwrap();
    drop(stdout);
    child.wait().unwrap().code().unwrap()
}

/// A folder that is removed after the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// PATH with the folder of the command first.
pub fn path_with_maycrawl() -> std::ffi::OsString {
    let own = Path::new(env!("CARGO_BIN_EXE_maycrawl")).parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths([own].into_iter().chain(std::env::split_paths(&path))).unwrap()
}

/// The answer of a server to a request for a path, with its header.
pub fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}
