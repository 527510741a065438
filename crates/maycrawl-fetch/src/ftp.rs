//! Retrieves one file by anonymous, passive FTP (RFC 959, RFC 2428) from a server that may be hostile.
//!
//! RFC 9309 section 2.3 names FTP in addition to HTTP as an access protocol of `robots.txt`, so a
//! fetcher needs enough FTP for one `RETR`:
//!
//! ```text
//! server                      client
//! 220 ready                   USER anonymous
//! 331 password, please        PASS maycrawl@
//! 230 welcome                 TYPE I
//! 200 binary                  EPSV                 (PASV, if the server has no EPSV)
//! 229 (|||50123|)             RETR /robots.txt     (the data connection is open by now)
//! 150 here it comes           ... reads the data connection to its end ...
//! 226 that was all            QUIT
//! ```
//!
//! # What a hostile server cannot do
//!
//! - **Fill memory.** A reply line has at most [`MAX_LINE_BYTES`] bytes and a reply [`MAX_REPLY_LINES`] lines,
//!   of which one is held at a time. A file is read to one byte past the caller's limit.
//! - **Choose the address that we connect to.** The address in a `PASV` reply is ignored; only the
//!   port is used, and the data connection goes to the peer of the control connection (CVE-2020-8284
//!   is the opposite behaviour in curl). Ports below [`MIN_DATA_PORT`] are refused, so the server
//!   cannot direct us at another service of its machine. `PORT` and `EPRT` are not implemented, so
//!   no server connects to us.
//! - **Present a part as the whole file.** A file counts when the server confirmed its end with 226
//!   or 250. A shorter `robots.txt` may lack the rule that forbids a page, so a broken transfer is a
//!   failure and never a shorter file.
//! - **Put text into our errors.** An [`FtpError`] shows reply codes and ports, but no server text.
//!
//! A server can still stall: this module has no timeout. Wrap [`retrieve`] in a timeout; dropping the
//! future closes both connections.
//!
//! # Why not a library
//!
//! suppaftp, the maintained client (read at 12.2.1), is sound: it bounds a reply at 256 KiB and
//! lets the caller open the data connection. But the bound is a private constant, it does not count
//! lines, a greeting of 120 ends the session before the caller can react, and the control
//! connection must be a `tokio::net::TcpStream`, so a caller cannot add a tighter bound. The part of
//! FTP that is needed here is shorter than the code that would restrict the library.

#[cfg(test)]
mod tests;

use std::fmt;
use std::future::{Future, poll_fn};
use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::task::Poll;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};

/// Maximum length of a reply line in bytes, with its line end. RFC 959 has no limit; this is SMTP's
/// limit for lines of the same form (RFC 5321 section 4.5.3.1.5).
pub(crate) const MAX_LINE_BYTES: usize = 512;

/// Maximum number of lines in one reply. It admits the long greeting of a mirror, but not an endless
/// one.
pub(crate) const MAX_REPLY_LINES: usize = 100;

/// Minimum port number of a data connection.
pub(crate) const MIN_DATA_PORT: u16 = 1024;

/// The outcome of an anonymous `RETR` of a path.
#[derive(Debug)]
pub(crate) enum RetrieveResult {
    /// The file. If `cut` is true, the file is longer than the limit, and `bytes` are its first
    /// `limit` bytes. Otherwise the server has confirmed that these bytes are the whole file.
    File {
        /// The bytes as received, at most `limit`.
        bytes: Vec<u8>,
        /// True if there were more bytes than `limit`.
        cut: bool,
    },
    /// The server works and does not provide this file: the reply to `RETR` was 550, "file
    /// unavailable (e.g., file not found, no access)".
    NoFile {
        /// The code of the reply.
        code: u16,
    },
    /// It is unknown whether there is a file, or what it contains.
    Failed(FtpError),
}

/// The reply that was expected when a retrieval failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReplyStep {
    /// 220, sent by the server on its own.
    Greeting,
    /// The reply to `USER anonymous`.
    User,
    /// The reply to `PASS`.
    Pass,
    /// The reply to `TYPE I`.
    Type,
    /// The reply to `EPSV` (RFC 2428 section 3).
    Epsv,
    /// The reply to `PASV`.
    Pasv,
    /// The first reply to `RETR`, which opens the transfer.
    Retr,
    /// The second reply to `RETR`, which confirms that the transfer is complete.
    End,
}

/// The reason why a retrieval failed.
#[derive(Debug)]
pub(crate) enum FtpError {
    /// The path holds a CR, LF or NUL. Nothing was sent.
    BadPath,
    /// The control connection ended too early.
    Closed(ReplyStep),
    /// The control connection failed in another way.
    Control(ReplyStep, io::Error),
    /// The server sent something other than FTP.
    NotAReply(ReplyStep),
    /// A reply line exceeded [`MAX_LINE_BYTES`].
    LongLine(ReplyStep),
    /// A reply exceeded [`MAX_REPLY_LINES`].
    ManyLines(ReplyStep),
    /// The server refused: 4xx temporarily, 5xx permanently; any other code is unexpected.
    Refused(ReplyStep, u16),
    /// The reply to `EPSV` or `PASV` names no port.
    NoPort(ReplyStep),
    /// The reply to `EPSV` or `PASV` names a port below [`MIN_DATA_PORT`]. It was not connected to.
    LowPort(u16),
    /// The data connection could not be opened.
    Connect(io::Error),
    /// The data connection broke.
    Data(io::Error),
}

impl fmt::Display for ReplyStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ReplyStep::Greeting => "the greeting",
            ReplyStep::User => "the reply to USER",
            ReplyStep::Pass => "the reply to PASS",
            ReplyStep::Type => "the reply to TYPE",
            ReplyStep::Epsv => "the reply to EPSV",
            ReplyStep::Pasv => "the reply to PASV",
            ReplyStep::Retr => "the reply to RETR",
            ReplyStep::End => "the reply that confirms the end of the file",
        })
    }
}

impl fmt::Display for FtpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadPath => {
                write!(f, "the path holds a CR, LF or NUL, which an FTP command cannot carry")
            }
            Self::Closed(step) => {
                write!(f, "the FTP server closed the control connection before {step}")
            }
            Self::Control(step, error) => {
                write!(f, "the control connection to the FTP server failed before {step}: {error}")
            }
            Self::NotAReply(step) => {
                write!(f, "the server sent something other than an FTP reply as {step}")
            }
            Self::LongLine(step) => {
                write!(
                    f,
                    "the FTP server sent a line of more than {MAX_LINE_BYTES} bytes in {step}"
                )
            }
            Self::ManyLines(step) => {
                write!(f, "the FTP server sent more than {MAX_REPLY_LINES} lines in {step}")
            }
            Self::Refused(step, code @ 400..500) => {
                write!(f, "the FTP server failed temporarily: {step} was {code}")
            }
            Self::Refused(step, code @ 500..600) => {
                write!(f, "the FTP server refused: {step} was {code}")
            }
            Self::Refused(step, code) => {
                write!(f, "the FTP server sent an unexpected code: {step} was {code}")
            }
            Self::NoPort(step) => write!(f, "the FTP server named no port in {step}"),
            Self::LowPort(port) => write!(
                f,
                "the FTP server named port {port} for the data connection, \
                 and ports below {MIN_DATA_PORT} are refused"
            ),
            Self::Connect(error) => {
                write!(f, "the data connection to the FTP server could not be opened: {error}")
            }
            Self::Data(error) => {
                write!(f, "the data connection to the FTP server broke: {error}")
            }
        }
    }
}

impl std::error::Error for FtpError {}

/// Retrieves `path` as user `anonymous` over a control connection that the caller has opened.
///
/// `peer` is the address of the control connection's other end. `connect` is called at most once,
/// with `peer` and the port that the server named, and opens the data connection. It must check the
/// address as for the control connection; its error becomes [`FtpError::Connect`]. `path` is sent
/// unchanged: decode percent signs before. At most `limit` bytes of the file are returned; if one
/// more arrives, both connections are closed immediately.
///
/// Needs memory for `limit` bytes and one reply line. It has no timeout; dropping the future closes
/// both connections.
///
/// The meaning of replies to `RETR` (RFC 959 sections 4.2 and 5.4):
///
/// | reply | means |
/// |---|---|
/// | 125, 150, then 226 or 250 | the file, which may be empty |
/// | 550 | no such file |
/// | 4xx | a failure; it may pass |
/// | 530 here or at login | a failure: a client without access does not learn whether there is a file |
/// | 501, 553, other 5xx | a failure: they are about the command or the name, not about the file |
/// | 2xx without 125 or 150 | a failure: without an announced transfer, no data is not an empty file |
pub(crate) async fn retrieve<S, C, F, D>(
    control: S,
    peer: IpAddr,
    path: &str,
    limit: usize,
    connect: C,
) -> RetrieveResult
where
    S: AsyncRead + AsyncWrite + Unpin,
    C: FnOnce(SocketAddr) -> F,
    F: Future<Output = io::Result<D>>,
    D: AsyncRead + Unpin,
{
    // A line end would let the path contain a second command. Telnet's IAC (255), the other byte
    // with a special meaning on this connection, does not occur in UTF-8.
    if path.contains(['\r', '\n', '\0']) {
        return RetrieveResult::Failed(FtpError::BadPath);
    }
    let mut control = ControlConnection::new(control);
    let retrieved = dialogue(&mut control, peer, path, limit, connect)
        .await
        .unwrap_or_else(RetrieveResult::Failed);
    control.quit().await;
    retrieved
}

/// Everything between the greeting and `QUIT`. The data connection is closed when it returns.
async fn dialogue<S, C, F, D>(
    control: &mut ControlConnection<S>,
    peer: IpAddr,
    path: &str,
    limit: usize,
    connect: C,
) -> Result<RetrieveResult, FtpError>
where
    S: AsyncRead + AsyncWrite + Unpin,
    C: FnOnce(SocketAddr) -> F,
    F: Future<Output = io::Result<D>>,
    D: AsyncRead + Unpin,
{
    control.greeting().await?;
    control.log_in().await?;
    // Without TYPE I a server may rewrite line ends, and the number of bytes differs.
    match control.ask(ReplyStep::Type, "TYPE I").await?.code {
        200..300 => {}
        code => return Err(FtpError::Refused(ReplyStep::Type, code)),
    }

    let port = control.passive_port().await?;
    if port < MIN_DATA_PORT {
        return Err(FtpError::LowPort(port));
    }
    // Before RETR, because some servers do not answer it before the data connection is open.
    let data = connect(SocketAddr::new(peer, port)).await.map_err(FtpError::Connect)?;

    match control.ask(ReplyStep::Retr, &format!("RETR {path}")).await?.code {
        125 | 150 => {}
        code @ 550 => return Ok(RetrieveResult::NoFile { code }),
        code => return Err(FtpError::Refused(ReplyStep::Retr, code)),
    }

    // The 226 may arrive long before the last data: two connections have no common order.
    let one_more = (limit as u64).saturating_add(1);
    let mut bytes = Vec::new();
    data.take(one_more).read_to_end(&mut bytes).await.map_err(FtpError::Data)?;
    if bytes.len() > limit {
        bytes.truncate(limit);
        return Ok(RetrieveResult::File { bytes, cut: true });
    }
    match control.reply(ReplyStep::End).await?.code {
        226 | 250 => Ok(RetrieveResult::File { bytes, cut: false }),
        code => Err(FtpError::Refused(ReplyStep::End, code)),
    }
}

/// One reply of the server: its code and its last line, without the line end.
struct Reply {
    code: u16,
    line: Vec<u8>,
}

/// The control connection.
struct ControlConnection<S> {
    stream: BufReader<S>,
    /// True if the server answered the last command in FTP, so that it understands a `QUIT`.
    is_in_sync: bool,
}

impl<S: AsyncRead + AsyncWrite + Unpin> ControlConnection<S> {
    fn new(stream: S) -> Self {
        Self { stream: BufReader::with_capacity(MAX_LINE_BYTES, stream), is_in_sync: false }
    }

    /// 220, or 120 ("ready in nnn minutes") and then 220.
    async fn greeting(&mut self) -> Result<(), FtpError> {
        let mut code = self.reply(ReplyStep::Greeting).await?.code;
        if code == 120 {
            code = self.reply(ReplyStep::Greeting).await?.code;
        }
        match code {
            220 => Ok(()),
            code => Err(FtpError::Refused(ReplyStep::Greeting, code)),
        }
    }

    /// Anonymous login. By convention the password names the client, in the form of an e-mail address
    /// (RFC 1635).
    async fn log_in(&mut self) -> Result<(), FtpError> {
        match self.ask(ReplyStep::User, "USER anonymous").await?.code {
            230 => return Ok(()),
            331 => {}
            code => return Err(FtpError::Refused(ReplyStep::User, code)),
        }
        match self.ask(ReplyStep::Pass, "PASS maycrawl@").await?.code {
            // 202: no password was needed.
            230 | 202 => Ok(()),
            code => Err(FtpError::Refused(ReplyStep::Pass, code)),
        }
    }

    /// The port that the server listens on for the data connection: by `EPSV`, whose reply has no
    /// address that could be false and which works over IPv6, otherwise by `PASV`.
    async fn passive_port(&mut self) -> Result<u16, FtpError> {
        let reply = self.ask(ReplyStep::Epsv, "EPSV").await?;
        match reply.code {
            229 => return epsv_port(&reply.line).ok_or(FtpError::NoPort(ReplyStep::Epsv)),
            500..600 => {}
            code => return Err(FtpError::Refused(ReplyStep::Epsv, code)),
        }
        let reply = self.ask(ReplyStep::Pasv, "PASV").await?;
        match reply.code {
            227 => pasv_port(&reply.line).ok_or(FtpError::NoPort(ReplyStep::Pasv)),
            code => Err(FtpError::Refused(ReplyStep::Pasv, code)),
        }
    }

    /// Sends a command and reads the reply to it.
    async fn ask(&mut self, step: ReplyStep, command: &str) -> Result<Reply, FtpError> {
        self.is_in_sync = false;
        self.send(command).await.map_err(|error| control_error(step, error))?;
        self.reply(step).await
    }

    async fn send(&mut self, command: &str) -> io::Result<()> {
        self.stream.write_all(format!("{command}\r\n").as_bytes()).await?;
        self.stream.flush().await
    }

    /// Reads one reply (RFC 959 section 4.2): `220 text`, or `220-text`, any lines, and `220 text`
    /// with the same code again.
    async fn reply(&mut self, step: ReplyStep) -> Result<Reply, FtpError> {
        self.is_in_sync = false;
        let mut opened = None;
        for _ in 0..MAX_REPLY_LINES {
            let line = self.line(step).await?;
            match (opened, code(&line)) {
                (None, None) => return Err(FtpError::NotAReply(step)),
                (None, Some((code, LineKind::Continued))) => opened = Some(code),
                (None, Some((code, LineKind::Last))) => {
                    self.is_in_sync = true;
                    return Ok(Reply { code, line });
                }
                (Some(open), Some((code, LineKind::Last))) if open == code => {
                    self.is_in_sync = true;
                    return Ok(Reply { code, line });
                }
                (Some(_), _) => {}
            }
        }
        Err(FtpError::ManyLines(step))
    }

    /// Reads one line, without its LF or CR LF.
    async fn line(&mut self, step: ReplyStep) -> Result<Vec<u8>, FtpError> {
        let mut line = Vec::new();
        (&mut self.stream)
            .take(MAX_LINE_BYTES as u64)
            .read_until(b'\n', &mut line)
            .await
            .map_err(|error| control_error(step, error))?;
        let read = line.len();
        if line.pop_if(|last| *last == b'\n').is_none() {
            return Err(match read {
                MAX_LINE_BYTES => FtpError::LongLine(step),
                _ => FtpError::Closed(step),
            });
        }
        line.pop_if(|last| *last == b'\r');
        Ok(line)
    }

    /// Sends `QUIT` to a server that is in sync, without waiting. If `QUIT` cannot be written
    /// immediately, it is not written, because a finished retrieval must not block on it.
    async fn quit(&mut self) {
        if !self.is_in_sync {
            return;
        }
        let mut send = pin!(self.send("QUIT"));
        poll_fn(|context| {
            let _unheard = send.as_mut().poll(context);
            Poll::Ready(())
        })
        .await;
    }
}

/// Maps errors to [`FtpError`]. A closed connection appears as an end of file or as an error, depending
/// on the data in transit at that moment; both give the same error.
fn control_error(step: ReplyStep, error: io::Error) -> FtpError {
    match error.kind() {
        ErrorKind::BrokenPipe
        | ErrorKind::ConnectionAborted
        | ErrorKind::ConnectionReset
        | ErrorKind::UnexpectedEof
        | ErrorKind::WriteZero => FtpError::Closed(step),
        _ => FtpError::Control(step, error),
    }
}

/// Whether a line is the last one of its reply.
#[derive(Clone, Copy)]
enum LineKind {
    Continued,
    Last,
}

/// The code at the start of a line. A code without text counts as `code SP`, because some servers
/// trim their lines.
fn code(line: &[u8]) -> Option<(u16, LineKind)> {
    let [a @ b'1'..=b'5', b @ b'0'..=b'9', c @ b'0'..=b'9', rest @ ..] = line else {
        return None;
    };
    let code = [a, b, c].into_iter().fold(0, |code, digit| code * 10 + u16::from(digit - b'0'));
    match rest {
        [] | [b' ', ..] => Some((code, LineKind::Last)),
        [b'-', ..] => Some((code, LineKind::Continued)),
        _ => None,
    }
}

/// The port in `229 Entering Extended Passive Mode (|||6446|)`. Another character may replace the bar,
/// but the same one four times (RFC 2428 sections 2 and 3).
fn epsv_port(line: &[u8]) -> Option<u16> {
    line.split(|byte| *byte == b'(').skip(1).find_map(|inside| {
        let (&bar, rest) = inside.split_first()?;
        let (port, rest) = leading_number(rest.strip_prefix(&[bar, bar])?)?;
        rest.starts_with(&[bar, b')']).then_some(port)
    })
}

/// The port in `227 Entering Passive Mode (h1,h2,h3,h4,p1,p2)`. The four numbers of the address are
/// read only to find the two of the port. RFC 1123 section 4.1.2.6 warns that the parentheses may
/// be missing, so any six numbers with commas between them are accepted, at any position.
fn pasv_port(line: &[u8]) -> Option<u16> {
    (3..line.len()).filter(|&start| !line[start - 1].is_ascii_digit()).find_map(|start| {
        let mut rest = &line[start..];
        let mut numbers = [0; 6];
        for (index, number) in numbers.iter_mut().enumerate() {
            if index > 0 {
                rest = rest.strip_prefix(b",")?;
            }
            let (value, after) = leading_number(rest)?;
            *number = u8::try_from(value).ok()?;
            rest = after;
        }
        let [.., high, low] = numbers;
        Some(u16::from_be_bytes([high, low]))
    })
}

/// The decimal number at the start of `bytes`, if it fits into 16 bits, and the bytes after it.
fn leading_number(bytes: &[u8]) -> Option<(u16, &[u8])> {
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = bytes.split_at(digits);
    Some((str::from_utf8(number).ok()?.parse().ok()?, rest))
}
