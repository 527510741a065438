//! A program that gets each message as its standard input.

use std::future::pending;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use maycrawl::Printable;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, ChildStderr, Command};
use tokio::time::timeout;

use crate::text::wrap::shortened;

/// How long a program may take.
const TIMEOUT: Duration = Duration::from_secs(30);

/// How long what a program said is waited for after its end: another process may hold its standard error.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// Bytes of its standard error that are kept.
const MAX_ERROR_BYTES: u64 = 64 << 10;

/// Runs the program, without a shell: nothing of a message becomes an argument. What it prints is not shown, but the
/// first line of its errors if it fails. After the timeout it is killed, and on Unix what it started too.
pub(super) async fn run(words: &[String], json: &[u8]) -> Result<(), String> {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).kill_on_drop(true);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    #[cfg(unix)]
    command.process_group(0);
    let mut child =
        command.spawn().map_err(|error| format!("it cannot be started: {}", error.kind()))?;
    let group = child.id();
    let stderr = child.stderr.take();
    let mut said = Vec::new();
    let ended = timeout(TIMEOUT, wait(&mut child, json, stderr, &mut said)).await;
    match ended {
        Ok(Ok(status)) if status.success() => Ok(()),
        Ok(Ok(status)) => Err(format!("it ended with {status}{}", first_line(&said))),
        Ok(Err(error)) => Err(format!("it cannot be waited for: {}", error.kind())),
        Err(_) => {
            kill_group(group);
            Err(format!("it was killed after {} s", TIMEOUT.as_secs()))
        }
    }
}

/// Gives the program its input, and reads what it says until it ends.
async fn wait(
    child: &mut Child,
    json: &[u8],
    mut stderr: Option<ChildStderr>,
    said: &mut Vec<u8>,
) -> std::io::Result<ExitStatus> {
    let (stdin, input) = (child.stdin.take(), [json, b"\n"].concat());
    let write = async {
        if let Some(mut stdin) = stdin {
            // A program that does not read its input has its reasons; its status counts.
            drop(stdin.write_all(&input).await);
        }
    };
    let ended = async { tokio::join!(child.wait(), write).0 };
    let status = tokio::select! {
        status = ended => status?,
        never = async { read_all(stderr.as_mut(), said).await; pending().await } => never,
    };
    drop(timeout(LAST_WORDS, read_all(stderr.as_mut(), said)).await);
    Ok(status)
}

/// Reads all, so that the program never waits for a reader, and keeps its beginning. What cannot be read is not shown.
async fn read_all(stderr: Option<&mut ChildStderr>, said: &mut Vec<u8>) {
    let Some(stderr) = stderr else { return };
    let left = MAX_ERROR_BYTES.saturating_sub(said.len() as u64);
    drop(stderr.take(left).read_to_end(said).await);
    drop(tokio::io::copy(stderr, &mut tokio::io::sink()).await);
}

/// `: ` and the first line of what a program says; empty if it says nothing.
fn first_line(said: &[u8]) -> String {
    let line = said.split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii();
    let shown = shortened(&Printable(line).to_string(), 200);
    if shown.is_empty() { String::new() } else { format!(": {shown}") }
}

#[cfg(unix)]
fn kill_group(group: Option<u32>) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let group = group.and_then(|id| Pid::from_raw(id.cast_signed()));
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL); // it may have ended by itself
    }
}

#[cfg(not(unix))]
fn kill_group(_: Option<u32>) {}
