//! `maycrawl serve --check-health`: asks a running service whether it answers. Supervisors run it in an image that has
//! no other program.

use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use maycrawl::Printable;

use crate::text::output::{Exit, Failure, Output};

/// Time limit of the whole check.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Bytes of the response that are read. The status line is in them.
const MAX_RESPONSE_BYTES: usize = 1024;

pub(crate) fn check(listen: SocketAddr, output: &mut Output) -> Result<Exit, Failure> {
    let address = reachable(listen);
    let problem = match status_line(address) {
        Ok(line) if line.split(' ').nth(1) == Some("200") => {
            output.line(format_args!("http://{address}/healthz answers"))?;
            return Ok(Exit::Done);
        }
        Ok(line) => format!("answers `{}`", Printable(line.as_bytes())),
        Err(error) => format!("does not answer: {error}"),
    };
    output.note("error", &format!("http://{address}/healthz {problem}"));
    Ok(Exit::Found)
}

/// An address to connect to: a service at all addresses is asked at loopback.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

/// The first line of the response.
fn status_line(address: SocketAddr) -> io::Result<String> {
    let end = Instant::now() + TIMEOUT;
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut response = Vec::new();
    let mut buffer = [0; MAX_RESPONSE_BYTES];
    while response.len() < MAX_RESPONSE_BYTES && !response.contains(&b'\n') {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut buffer)? {
            0 => break,
            count => response.extend_from_slice(&buffer[..count]),
        }
    }
    let line = response.split(|&byte| byte == b'\n').next().unwrap_or_default();
    Ok(String::from_utf8_lossy(line).trim_end().to_owned())
}
