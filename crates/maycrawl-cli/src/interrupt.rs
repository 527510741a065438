//! Ctrl-C during a dialogue or a job: prints a message and ends with the usual status of an interrupt.
//!
//! Also where who started the program made it ignore the signal, as shells do with what they start in the background: a
//! program that says how it can be interrupted has to be.

use std::future::{Future as _, poll_fn};
use std::io::{self, Write as _};
use std::pin::pin;
use std::process;
use std::sync::mpsc;
use std::task::Poll;
use std::thread;

/// Exit status after an interrupt: 128 plus the number of the signal.
const INTERRUPT_STATUS: i32 = 130;

/// Makes Ctrl-C print `message` and end the process. If the handler cannot be installed, Ctrl-C still ends the process.
pub(crate) fn on_ctrl_c(message: &'static str) {
    let (ready, is_ready) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
        let Ok(runtime) = runtime else { return };
        let interrupted = runtime.block_on(async {
            let mut interrupt = pin!(tokio::signal::ctrl_c());
            // The first poll installs the handler.
            let first = poll_fn(|context| Poll::Ready(interrupt.as_mut().poll(context))).await;
            let _ = ready.send(()); // the receiver may be gone
            match first {
                Poll::Ready(result) => result.is_ok(),
                Poll::Pending => interrupt.await.is_ok(),
            }
        });
        if interrupted {
            drop(writeln!(io::stderr(), "\nerror: {message}")); // an error cannot be reported
            process::exit(INTERRUPT_STATUS);
        }
    });
    let _ = is_ready.recv(); // an error means that the thread has ended
}
