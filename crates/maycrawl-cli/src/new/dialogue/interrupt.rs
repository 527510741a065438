//! Ctrl-C while questions are asked: says what has come of it, and ends with the status that shells know.

use std::future::{Future as _, poll_fn};
use std::io::{self, Write as _};
use std::pin::pin;
use std::process;
use std::sync::mpsc;
use std::task::Poll;
use std::thread;

/// Ended by an interrupt: 128 and the number of the signal.
const STATUS: i32 = 130;

/// From now on Ctrl-C prints `words` and ends the process. Where that cannot be arranged, Ctrl-C ends it all the same.
pub(super) fn say(words: &'static str) {
    let (ready, is_ready) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
        let Ok(runtime) = runtime else { return };
        let interrupted = runtime.block_on(async {
            let mut interrupt = pin!(tokio::signal::ctrl_c());
            // The first poll is what arranges it.
            let first = poll_fn(|context| Poll::Ready(interrupt.as_mut().poll(context))).await;
            let _ = ready.send(()); // the other side may be gone
            match first {
                Poll::Ready(result) => result.is_ok(),
                Poll::Pending => interrupt.await.is_ok(),
            }
        });
        if interrupted {
            drop(writeln!(io::stderr(), "\nerror: {words}")); // nowhere left to complain
            process::exit(STATUS);
        }
    });
    let _ = is_ready.recv(); // an error: the thread has given up
}
