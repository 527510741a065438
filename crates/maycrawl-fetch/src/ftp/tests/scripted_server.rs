//! A scripted FTP server for tests.

#![allow(dead_code, unused_imports)] // each test file uses its part

use std::future::{Future, ready};
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use crate::ftp::{FtpError, MAX_LINE_BYTES, MAX_REPLY_LINES, RetrieveResult, retrieve};
use tokio::io::{
    AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader, ReadBuf, duplex,
};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::timeout;

pub(super) use ScriptStep::*;

pub(super) const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
pub(super) const FILE: &str = "User-agent: *\nDisallow: /private/\n";
pub(super) const LIMIT: usize = 100;

/// One thing that the scripted server does.
#[derive(Clone, Debug)]
pub(super) enum ScriptStep {
    /// Sends a line. `{port}` stands for the port of its data listener, `{p1},{p2}` for the same
    /// in two numbers.
    Say(&'static str),
    /// Sends bytes as they are, but for the same two names.
    Raw(String),
    /// Must receive exactly this line, ended by CR LF.
    Hear(&'static str),
    /// Accepts the data connection, if there is none yet, and sends bytes on it.
    Send(String),
    /// Accepts the data connection, if there is none yet, and closes it.
    EndData,
    /// Sends the bytes on the data connection again and again until the client has hung up.
    Pour(&'static str),
    /// Sends the bytes on the control connection again and again until the client has hung up.
    Flood(&'static str),
    /// Closes the control connection.
    Close,
}

/// What the server saw once its script was played.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Seen {
    /// The data on the control connection after the end of the script.
    pub(super) behind: String,
    /// How many bytes of `Flood` it got rid of.
    pub(super) flooded: usize,
}

/// Plays a script to its end; then listens until the client hangs up.
pub(super) async fn play<S, A, D>(
    control: S,
    port: u16,
    mut accept: A,
    script: &[ScriptStep],
) -> Seen
where
    S: AsyncRead + AsyncWrite + Unpin,
    A: AsyncFnMut() -> D,
    D: AsyncWrite + Unpin,
{
    let fill = |text: &str| {
        let pair = format!("{},{}", port / 256, port % 256);
        text.replace("{port}", &port.to_string()).replace("{p1},{p2}", &pair)
    };
    let mut control = BufReader::new(control);
    let mut data: Option<D> = None;
    let mut seen = Seen::default();
    for step in script {
        if data.is_none() && matches!(step, Send(_) | EndData | Pour(_)) {
            data = Some(accept().await);
        }
        match step {
            Say(line) => control.write_all((fill(line) + "\r\n").as_bytes()).await.unwrap(),
            Raw(text) => control.write_all(fill(text).as_bytes()).await.unwrap(),
            Hear(expected) => {
                let mut line = String::new();
                control.read_line(&mut line).await.unwrap();
                assert_eq!(line, format!("{expected}\r\n"), "what the server heard");
            }
            Send(text) => data.as_mut().unwrap().write_all(text.as_bytes()).await.unwrap(),
            // A TCP connection is closed by drop; one in memory by shutdown as well.
            EndData => data.take().unwrap().shutdown().await.unwrap(),
            Pour(text) => while data.as_mut().unwrap().write_all(text.as_bytes()).await.is_ok() {},
            Flood(text) => {
                while let Ok(written @ 1..) = control.write(text.as_bytes()).await {
                    seen.flooded += written;
                }
            }
            Close => return seen,
        }
    }
    // A reset instead of an end is as good a way to hang up.
    let _hung_up = control.read_to_string(&mut seen.behind).await;
    seen
}

/// Runs the client against a script over TCP, and returns what both sides saw. The third value is the
/// addresses that the client opened a data connection to.
pub(super) async fn serve(
    script: &[ScriptStep],
    path: &str,
    limit: usize,
) -> (RetrieveResult, Seen, Vec<SocketAddr>) {
    let listener = TcpListener::bind((HERE, 0)).await.unwrap();
    let data = TcpListener::bind((HERE, 0)).await.unwrap();
    let port = data.local_addr().unwrap().port();
    let dialled = Mutex::new(Vec::new());

    let server = async {
        let control = listener.accept().await.unwrap().0;
        play(control, port, async || data.accept().await.unwrap().0, script).await
    };
    let client = async {
        let control = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let dial = |address| {
            dialled.lock().unwrap().push(address);
            TcpStream::connect(address)
        };
        retrieve(control, HERE, path, limit, dial).await
    };
    let (seen, retrieved) = in_time(server, client).await;
    let dialled = dialled.into_inner().unwrap();
    for address in &dialled {
        assert_eq!(*address, SocketAddr::new(HERE, port), "an address that nobody may dial");
    }
    (retrieved, seen, dialled)
}

/// Runs both sides. The time-out is the safety net for a client that hangs: long enough for any
/// machine, and never reached by a good client.
pub(super) async fn in_time<S, C>(
    server: impl Future<Output = S>,
    client: impl Future<Output = C>,
) -> (S, C) {
    let both = async { tokio::join!(server, client) };
    timeout(Duration::from_secs(30), both).await.expect("client and server should be done")
}

/// What a row ends in.
#[derive(Debug)]
pub(super) enum End {
    Whole(String),
    Cut(String),
    NoFile,
    /// The sentence of the error.
    Failed(&'static str),
}
pub(super) use End::{Cut, Failed, NoFile, Whole};

/// Whether the client takes its leave with QUIT. It does so where the server still speaks FTP.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Leave {
    Quit,
    Silent,
}
pub(super) use Leave::{Quit, Silent};

pub type Row = (&'static str, Vec<ScriptStep>, End, Leave);

pub(super) async fn check(rows: Vec<Row>) {
    for (sentence, script, end, leave) in rows {
        let (retrieved, seen, _) = serve(&script, "/robots.txt", LIMIT).await;
        let right = match (&retrieved, &end) {
            (RetrieveResult::File { bytes, cut: false }, Whole(text))
            | (RetrieveResult::File { bytes, cut: true }, Cut(text)) => bytes == text.as_bytes(),
            (RetrieveResult::NoFile { code: 550 }, NoFile) => true,
            (RetrieveResult::Failed(error), Failed(text)) => error.to_string() == *text,
            _ => false,
        };
        assert!(right, "{sentence}: got {retrieved:?}, not {end:?}");
        let behind = if leave == Quit { "QUIT\r\n" } else { "" };
        assert_eq!(seen.behind, behind, "{sentence}: sent behind the script");
    }
}

/// A row's script, from parts.
pub(super) fn script<const N: usize>(parts: [Vec<ScriptStep>; N]) -> Vec<ScriptStep> {
    parts.into_iter().flatten().collect()
}

pub(super) fn raw(text: &str) -> ScriptStep {
    Raw(text.to_owned())
}

pub(super) fn login() -> Vec<ScriptStep> {
    vec![
        Say("220 ready"),
        Hear("USER anonymous"),
        Say("331 your mail address as password, please"),
        Hear("PASS maycrawl@"),
        Say("230 welcome"),
    ]
}

pub(super) fn binary() -> Vec<ScriptStep> {
    vec![Hear("TYPE I"), Say("200 binary")]
}

pub(super) fn epsv() -> Vec<ScriptStep> {
    vec![Hear("EPSV"), Say("229 Entering Extended Passive Mode (|||{port}|)")]
}

/// Everything before `RETR`.
pub(super) fn prelude() -> Vec<ScriptStep> {
    script([login(), binary(), epsv()])
}

/// Everything before the data.
pub(super) fn opened() -> Vec<ScriptStep> {
    script([prelude(), vec![Hear("RETR /robots.txt"), Say("150 here it comes")]])
}

/// From `RETR` to the confirmed end of the file.
pub(super) fn transfer() -> Vec<ScriptStep> {
    vec![
        Hear("RETR /robots.txt"),
        Say("150 here it comes"),
        Send(FILE.to_owned()),
        EndData,
        Say("226 that was all"),
    ]
}

pub(super) fn whole() -> End {
    Whole(FILE.to_owned())
}

/// The sentence of a failure.
pub(super) fn failure(retrieved: RetrieveResult) -> String {
    match retrieved {
        RetrieveResult::Failed(error) => error.to_string(),
        other => panic!("a failure was expected, not {other:?}"),
    }
}

/// A connection that fails to be read.
pub(super) struct Broken(pub ErrorKind);

impl AsyncRead for Broken {
    fn poll_read(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        _: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Poll::Ready(Err(self.0.into()))
    }
}

/// The data connection of scripts that accept none.
pub(super) async fn no_data() -> tokio::io::Sink {
    panic!("this script has no data connection")
}

/// For scripts that must end before a data connection.
pub(super) fn nobody_dials(address: SocketAddr) -> std::future::Ready<io::Result<TcpStream>> {
    panic!("nobody may dial {address}")
}
