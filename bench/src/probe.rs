//! Peers panic on some real files, and may hang on others: each is tried before it is timed.

use std::fmt;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// The thread in which peers are tried.
const THREAD: &str = "probe";

/// How long a peer may take for one file.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why a peer is not timed on a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    Panics,
    Hangs,
    Refuses,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Panics => "panics",
            Self::Hangs => "takes over five seconds",
            Self::Refuses => "returns an error",
        })
    }
}

/// What a peer says when it panics is no news; our own panics are printed as ever.
pub fn silence_peers() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if thread::current().name() != Some(THREAD) {
            print(info);
        }
    }));
}

/// Runs a peer's code once, in a thread of its own. One that hangs is left behind there.
pub fn fails(peer: impl FnOnce() -> bool + Send + 'static) -> Option<Failure> {
    let (sender, receiver) = mpsc::channel();
    let run = move || {
        let _ = sender.send(peer());
    };
    thread::Builder::new().name(THREAD.into()).spawn(run).expect("a thread");
    match receiver.recv_timeout(PATIENCE) {
        Ok(true) => None,
        Ok(false) => Some(Failure::Refuses),
        Err(mpsc::RecvTimeoutError::Disconnected) => Some(Failure::Panics),
        Err(mpsc::RecvTimeoutError::Timeout) => Some(Failure::Hangs),
    }
}
