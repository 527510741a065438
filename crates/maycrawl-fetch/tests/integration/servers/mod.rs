//! Servers on loopback that answer as their script says, and fetchers to ask them.
//!
//! A server lives as long as its value: its tasks and sockets end with it.

#![allow(dead_code)] // every test file takes what it needs

pub mod dns;
pub mod tls;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use maycrawl::Origin;
use maycrawl_fetch::{
    AddressGuard, FailureKind, FetchResult, Fetcher, FetcherBuilder, Missing, Outcome,
};
use rustls::ServerConfig;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use tokio_rustls::TlsAcceptor;

/// This machine, where every server of a test lives.
pub const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// What a server does with one connection. After the last step it says goodbye and closes.
pub type Script = Vec<Step>;

#[derive(Clone, Debug)]
pub enum Step {
    /// Reads the head of a request and writes it down.
    Request,
    Send(Vec<u8>),
    /// Sends the same bytes until the peer stops reading.
    Forever(Vec<u8>),
    /// Sends the bytes one by one, each after the pause.
    Drip(Vec<u8>, Duration),
    Pause(Duration),
    /// Does nothing until the client hangs up.
    Hang,
    /// Closes without the goodbye of TLS.
    Leave,
    /// Ends the connection with a reset.
    Reset,
}

/// Reads the request, answers with these bytes, closes.
pub fn answer(bytes: impl Into<Vec<u8>>) -> Script {
    vec![Step::Request, Step::Send(bytes.into())]
}

/// An answer with a body and the right length: `head` is the status line and fields, each with its end.
pub fn with_length(head: &str, body: &(impl AsRef<[u8]> + ?Sized)) -> Vec<u8> {
    let body = body.as_ref();
    let head = format!("{head}Content-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

/// `200 OK` with this body.
pub fn ok<B: AsRef<[u8]> + ?Sized>(body: &B) -> Vec<u8> {
    with_length("HTTP/1.1 200 OK\r\n", body)
}

/// A redirect to `location`.
pub fn redirect(location: &str) -> Vec<u8> {
    with_length(&format!("HTTP/1.1 301 Moved Permanently\r\nLocation: {location}\r\n"), "moved")
}

/// A server that plays the first script on its first connection, and so on, the last for ever.
#[derive(Debug)]
pub struct Server {
    pub address: SocketAddr,
    log: Arc<Mutex<Log>>,
    hung_up: watch::Receiver<usize>,
    accepting: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct Log {
    connections: usize,
    requests: Vec<String>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl Server {
    /// On 127.0.0.1.
    pub async fn new(scripts: Vec<Script>) -> Self {
        Self::on(TcpListener::bind((HERE, 0)).await.unwrap(), None, scripts)
    }

    /// On an address of choice.
    pub async fn at(address: impl Into<IpAddr>, port: u16, scripts: Vec<Script>) -> Self {
        let listener = TcpListener::bind((address.into(), port)).await.unwrap();
        Self::on(listener, None, scripts)
    }

    /// Behind TLS; the scripts begin when it is up.
    pub async fn secure(tls: Arc<ServerConfig>, scripts: Vec<Script>) -> Self {
        Self::on(TcpListener::bind((HERE, 0)).await.unwrap(), Some(tls), scripts)
    }

    /// A server that answers everybody with these bytes.
    pub async fn answering(bytes: impl Into<Vec<u8>>) -> Self {
        Self::new(vec![answer(bytes)]).await
    }

    fn on(listener: TcpListener, tls: Option<Arc<ServerConfig>>, scripts: Vec<Script>) -> Self {
        let address = listener.local_addr().unwrap();
        let log = Arc::new(Mutex::new(Log::default()));
        let (hang_up, hung_up) = watch::channel(0);
        let tls = tls.map(TlsAcceptor::from);
        let logging = Arc::clone(&log);
        let accepting = tokio::spawn(async move {
            let mut playing = JoinSet::new(); // ends with this task
            loop {
                let Ok((stream, _)) = listener.accept().await else { continue };
                while playing.try_join_next().is_some() {}
                let nth = {
                    let mut log = logging.lock().unwrap();
                    log.connections += 1;
                    log.connections - 1
                };
                let script = scripts.get(nth).or(scripts.last()).cloned().unwrap_or_default();
                let (log, tls, hang_up) = (Arc::clone(&logging), tls.clone(), hang_up.clone());
                playing.spawn(async move {
                    if serve(stream, tls, script, &log).await.is_err() {
                        hang_up.send_modify(|times| *times += 1);
                    }
                });
            }
        });
        Self { address, log, hung_up, accepting }
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// `http://127.0.0.1:` and the port.
    pub fn origin(&self) -> Origin {
        origin(&format!("http://{}", self.address))
    }

    /// `scheme://host:` and the port.
    pub fn origin_at(&self, scheme_and_host: &str) -> Origin {
        origin(&format!("{scheme_and_host}:{}", self.port()))
    }

    /// Connections that were accepted.
    pub fn connections(&self) -> usize {
        self.log.lock().unwrap().connections
    }

    /// The heads of the requests, as they came.
    pub fn requests(&self) -> Vec<String> {
        self.log.lock().unwrap().requests.clone()
    }

    /// Waits until clients have hung up on this many scripts that were not at their end.
    pub async fn hung_up(&self, times: usize) {
        let mut hung_up = self.hung_up.clone();
        let waited = hung_up.wait_for(|now| *now >= times);
        let waited = tokio::time::timeout(Duration::from_secs(20), waited).await;
        waited.expect("the client holds on to its connection").unwrap();
    }
}

/// Fails where the client hangs up before the script is at its end.
async fn serve(
    stream: TcpStream,
    tls: Option<TlsAcceptor>,
    script: Script,
    log: &Mutex<Log>,
) -> io::Result<()> {
    stream.set_nodelay(true)?;
    if script.iter().any(|step| matches!(step, Step::Reset)) {
        stream.set_zero_linger()?;
    }
    match tls {
        None => play(stream, script, log).await,
        Some(tls) => play(tls.accept(stream).await?, script, log).await,
    }
}

async fn play<S>(mut stream: S, script: Script, log: &Mutex<Log>) -> io::Result<()>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    for step in script {
        match step {
            Step::Request => {
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    head.push(stream.read_u8().await?);
                }
                let head = String::from_utf8_lossy(&head).into_owned();
                log.lock().unwrap().requests.push(head);
            }
            Step::Send(bytes) => {
                stream.write_all(&bytes).await?;
                stream.flush().await?;
            }
            Step::Forever(bytes) => loop {
                stream.write_all(&bytes).await?;
            },
            Step::Drip(bytes, pause) => {
                for byte in bytes {
                    tokio::time::sleep(pause).await;
                    stream.write_all(&[byte]).await?;
                    stream.flush().await?;
                }
            }
            Step::Pause(pause) => tokio::time::sleep(pause).await,
            Step::Hang => loop {
                if stream.read(&mut [0; 1024]).await? == 0 {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            },
            Step::Leave | Step::Reset => return Ok(()),
        }
    }
    let _ = stream.shutdown().await; // the client may be gone, which is no concern of the script
    Ok(())
}

pub fn origin(url: &str) -> Origin {
    Origin::parse(url).unwrap()
}

/// A fetcher that may talk to loopback.
pub fn fetcher() -> FetcherBuilder {
    Fetcher::builder().guard(AddressGuard::public_only().allowing_private())
}

/// What a fetch ends in, as tables write it.
#[derive(Clone, PartialEq, Eq)]
pub enum End {
    File(Vec<u8>),
    /// The first 512,001 bytes of a file that is longer than the limit.
    Cut,
    Missing(Missing),
    Failed(FailureKind),
    Refused,
}

impl End {
    pub fn file(text: impl AsRef<[u8]>) -> Self {
        Self::File(text.as_ref().to_vec())
    }

    pub fn of(fetched: &FetchResult) -> Self {
        match &fetched.outcome {
            Outcome::File(body) if body.cut => {
                assert_eq!(
                    body.bytes.len(),
                    512_001,
                    "a cut file has one byte more than the limit"
                );
                Self::Cut
            }
            Outcome::File(body) => Self::File(body.bytes.to_vec()),
            Outcome::Missing(missing) => Self::Missing(*missing),
            Outcome::Failed(failure) => Self::Failed(failure.kind),
            Outcome::Refused => Self::Refused,
        }
    }
}

impl std::fmt::Debug for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(bytes) if bytes.len() > 400 => write!(f, "File({} bytes)", bytes.len()),
            Self::File(bytes) => write!(f, "File({:?})", String::from_utf8_lossy(bytes)),
            Self::Cut => f.write_str("Cut"),
            Self::Missing(missing) => write!(f, "Missing({missing:?})"),
            Self::Failed(kind) => write!(f, "Failed({kind:?})"),
            Self::Refused => f.write_str("Refused"),
        }
    }
}
