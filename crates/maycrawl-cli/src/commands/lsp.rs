//! `maycrawl lsp`: a language server for robots.txt, on standard input and output.
//!
//! One thread reads messages, and this one handles them in order. The findings of changed documents are published when
//! no message waits, so that a fast typist does not wait for the findings of old versions.

mod actions;
mod completion;
mod diagnostics;
mod documents;
mod edits;
mod effect;
mod framing;
mod hover;
mod pieces;
mod session;
mod structure;
mod text;

use std::io::{self, BufRead, BufReader};
use std::ops::ControlFlow;
use std::sync::mpsc::{SyncSender, TryRecvError, sync_channel};
use std::thread;

use gen_lsp_types::json_rpc::{Error, Id, ResponseObject};
use gen_lsp_types::{ErrorCodes, ExitNotification, Notification as _};
use maycrawl::Profile;

use self::framing::Received;
use self::session::Session;
use crate::args::Lsp;
use crate::text::output::{Exit, Failure, Output};

/// Maximum number of messages that are read before they are handled.
const MAX_WAITING_MESSAGES: usize = 4;

pub(crate) fn run(args: &Lsp, output: &mut Output) -> Result<Exit, Failure> {
    super::note_that_programs_type("an editor", output);
    let (sender, messages) = sync_channel(MAX_WAITING_MESSAGES);
    thread::Builder::new()
        .spawn(move || read(&sender))
        .map_err(|error| Failure::new(format!("cannot start a thread: {error}")))?;
    let mut session = Session::new(args.profile, args.allow.clone());
    loop {
        let received = match messages.try_recv() {
            Ok(received) => received,
            // Findings are computed only when no message waits. A person who types fast would otherwise wait for the
            // findings of every version in between.
            Err(TryRecvError::Empty) => {
                session.publish(output)?;
                let Ok(received) = messages.recv() else { break };
                received
            }
            Err(TryRecvError::Disconnected) => break,
        };
        if handle(&mut session, received, output)?.is_break() {
            break;
        }
    }
    Ok(session.outcome())
}

/// The same without threads: reads a message, handles it and publishes findings, until the input or the session ends.
pub(crate) fn answer_all(input: &mut impl BufRead, output: &mut Output) -> Result<Exit, Failure> {
    let mut session = Session::new(Profile::GOOGLE, Vec::new());
    while let Some(received) = framing::read(input)? {
        if handle(&mut session, received, output)?.is_break() {
            break;
        }
        session.publish(output)?;
    }
    Ok(session.outcome())
}

/// Handles what was read. `Break`: the session has ended.
fn handle(
    session: &mut Session,
    received: Received,
    output: &mut Output,
) -> Result<ControlFlow<()>, Failure> {
    match received {
        Received::Call(call) if call.method() == ExitNotification::METHOD.as_str() => {
            return Ok(ControlFlow::Break(()));
        }
        Received::Call(call) => session.handle(call, output)?,
        Received::Response => {}
        Received::Invalid { id, code, text } => refuse(id, code, text, output)?,
        Received::Lost(text) => {
            refuse(Id::Null, ErrorCodes::InvalidRequest, text.clone(), output)?;
            return Err(Failure::new(text));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Reads messages until the input or the session ends.
fn read(sender: &SyncSender<Received>) {
    let mut input = BufReader::new(io::stdin());
    loop {
        let received = match framing::read(&mut input) {
            Ok(Some(received)) => received,
            Ok(None) => return,
            Err(error) => Received::Lost(format!("cannot read standard input: {error}")),
        };
        let is_last = matches!(received, Received::Lost(_));
        if sender.send(received).is_err() || is_last {
            return;
        }
    }
}

/// Answers a message that is not valid.
fn refuse(id: Id, code: ErrorCodes, message: String, output: &mut Output) -> Result<(), Failure> {
    framing::write(&ResponseObject::from_error(id, Error { code, message, data: None }), output)
}
