//! `--store` on a full disk, on a read-only mount, and where no file can be.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic
#![allow(clippy::print_stdout)] // what was skipped
#![cfg(unix)]

use std::fs;
use std::io::{BufReader, Lines, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{ChildStdout, Command, Stdio};

use crate::support::server::{World, file};
use crate::support::{Running, run};

/// Mounts the folder `rw` as `ro`, read-only.
const READ_ONLY: &str = "mount --bind rw ro && mount -o remount,bind,ro ro";
/// Mounts a disk with a copy of the store and its log, and no room. The last process that closes a store writes the log
/// back and removes it, which it may have no time for.
const FULL: &str = "mount -t tmpfs -o size=200k none full && cp rw/s.sqlite full && \
                    { cp rw/s.sqlite-wal full 2> /dev/null; true; } && \
                    { head -c 1000000 /dev/zero > full/filler 2> /dev/null; true; }";
/// Exit status of a script that may not mount.
const NO_MOUNT: i32 = 77;

/// Sites whose files are in the store `rw/s.sqlite`.
fn world() -> World {
    let closed = "User-agent: *\nDisallow: /private\n";
    let world = World::of(&[("a.test", file(closed)), ("b.test", file(closed))]);
    for name in ["rw", "ro", "full"] {
        fs::create_dir(world.folder.0.join(name)).unwrap();
    }
    fs::write(world.folder.0.join("file"), "").unwrap();
    let urls = ["http://a.test:PORT/", "http://b.test:PORT/"];
    let kept = world
        .run(&[&["check", "--allow-private", "--store", "rw/s.sqlite"][..], &urls].concat(), "");
    assert_eq!(kept.status, 0, "{}", kept.screen());
    world
}

/// The command after `mount`, which only the command sees.
fn mounted(mount: &str, command: &Command) -> Command {
    let script = format!("{mount} || exit {NO_MOUNT}; exec \"$0\" \"$@\"");
    let mut mounted = Command::new("unshare");
    mounted.args(["-m", "sh", "-c", &script]).arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => mounted.env(name, value),
            None => mounted.env_remove(name),
        };
    }
    mounted.current_dir(command.get_current_dir().unwrap());
    mounted
}

fn may_mount(world: &World) -> bool {
    let tried = Command::new("unshare")
        .args(["-m", "sh", "-c", READ_ONLY])
        .current_dir(&world.folder.0)
        .stderr(Stdio::null())
        .status();
    let may = tried.is_ok_and(|status| status.success());
    if !may {
        println!("skipped: this user may not mount");
    }
    may
}

#[test]
fn a_store_that_cannot_be_written_answers_and_says_what_it_loses() {
    let world = world();
    if !may_mount(&world) {
        return;
    }
    let before = world.sites.asked();
    let screens: Vec<String> = [
        (READ_ONLY, "--offline", "ro/s.sqlite"),
        (READ_ONLY, "--refresh", "ro/s.sqlite"),
        (READ_ONLY, "--refresh", "ro/new.sqlite"),
        (FULL, "--offline", "full/s.sqlite"),
        (FULL, "--refresh", "full/s.sqlite"),
        (FULL, "--refresh", "full/new.sqlite"),
    ]
    .map(|(mount, option, store)| {
        let urls = ["http://a.test:PORT/", "http://b.test:PORT/private"];
        let args = [&["check", "--allow-private", option, "--store", store][..], &urls].concat();
        let run = run(mounted(mount, &world.command(&args)), b"");
        format!("$ maycrawl check {option} --store {store} ...\n{}\n", world.tidy(&run).screen())
    })
    .into();
    screen_text!("store_unwritable", screens.join("\n"));
    // In the runs with --refresh and a store that can be opened.
    let asked = world.sites.asked()["a.test"] - before["a.test"];
    assert_eq!(asked, 2);
}

/// A service, and what it prints.
struct Service {
    process: Running,
    lines: Lines<BufReader<ChildStdout>>,
    address: String,
    admin: String,
}

impl Service {
    fn start(mut command: Command) -> Self {
        let mut process = Running::start(command.stderr(Stdio::piped()));
        let mut lines = process.lines();
        let mut address = |start: &str, end: &str| {
            let line = lines.find(|line| line.as_ref().unwrap().starts_with(start));
            let line = line.expect("the service does not start").unwrap();
            line.strip_prefix(start).unwrap().strip_suffix(end).unwrap().to_owned()
        };
        let own = address("maycrawl answers at http://", "/");
        let admin = address("counters are at http://", "/metrics");
        Self { process, lines, address: own, admin }
    }

    /// Status and body of `/readyz`, for everyone and for operators.
    fn ready(&self) -> [(u16, String); 2] {
        [&self.address, &self.admin].map(|address| {
            let mut stream = TcpStream::connect(address).unwrap();
            write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
                .unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            let (head, body) = answer.split_once("\r\n\r\n").unwrap();
            (head[9..12].parse().unwrap(), body.to_owned())
        })
    }

    /// Stops the service; its log.
    fn end(mut self) -> String {
        drop(self.lines);
        assert!(self.process.stop());
        let mut log = String::new();
        self.process.0.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        log
    }
}

fn serve(world: &World, store: &str) -> Command {
    let addresses = ["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"];
    world.command(&[&["serve", "--log-format", "json", "--store", store][..], &addresses].concat())
}

#[test]
fn a_service_runs_without_its_store() {
    let world = world();
    let mut services = vec![(serve(&world, "file/s.sqlite"), 503, "cannot be created")];
    if may_mount(&world) {
        services.push((mounted(READ_ONLY, &serve(&world, "ro/s.sqlite")), 200, "is read-only"));
        services.push((
            mounted(READ_ONLY, &serve(&world, "ro/none.sqlite")),
            503,
            "unable to open",
        ));
        services.push((mounted(FULL, &serve(&world, "full/s.sqlite")), 200, "disk is full"));
        services.push((mounted(FULL, &serve(&world, "full/none.sqlite")), 503, "disk is full"));
    }
    for (command, status, why) in services {
        let service = Service::start(command);
        let [(public, text), (operators, reason)] = service.ready();
        assert_eq!((public, operators), (status, status), "{why}: {text}");
        // Only operators see the reason.
        assert!(!text.contains(why) && reason.contains(why), "{why}: {text}{reason}");
        assert_eq!(text.contains("the store cannot be written"), status == 200, "{why}: {text}");
        let log = service.end();
        assert!(log.contains(why) && log.contains("tries again every minute"), "{why}: {log}");
    }
}

#[test]
fn a_service_does_not_start_with_a_file_that_is_not_a_store() {
    let world = world();
    fs::write(world.folder.0.join("robots.txt"), "User-agent: *\nDisallow: /\n").unwrap();
    let refused = run(serve(&world, "robots.txt"), b"");
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("is not a maycrawl store"), "{}", refused.stderr);
}
