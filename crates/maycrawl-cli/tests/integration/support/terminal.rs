//! A terminal, and the person who uses it.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::process::{Child, Command};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// The person's side.
pub struct Terminal {
    person: File,
    side: File,
    seen: String,
}

impl Terminal {
    pub fn new() -> Self {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        let name = ptsname(&terminal, Vec::new()).unwrap().into_string().unwrap();
        let side = OpenOptions::new().read(true).write(true).open(name).unwrap();
        Self { person: File::from(terminal), side, seen: String::new() }
    }

    /// Starts a command here.
    pub fn start(&self, command: &mut Command) -> Child {
        self.start_as(command, "xterm")
    }

    /// Starts a command on a terminal of this kind.
    pub fn start_as(&self, command: &mut Command, kind: &str) -> Child {
        let side = || self.side.try_clone().unwrap();
        command.stdin(side()).stdout(side()).stderr(side()).env("TERM", kind).spawn().unwrap()
    }

    pub fn type_in(&mut self, text: &str) {
        self.person.write_all(text.as_bytes()).unwrap();
    }

    /// Waits until this is on the screen; everything that has been there.
    pub fn wait_for(&mut self, text: &str) -> &str {
        let mut bytes = [0; 8192];
        while !self.seen.contains(text) {
            let len = self.person.read(&mut bytes).unwrap();
            self.seen += &String::from_utf8_lossy(&bytes[..len]);
        }
        &self.seen
    }
}
