//! A site of the benchmarks.

use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

/// The robots.txt of a healthy site.
pub const SMALL_FILE: &str =
    "User-agent: *\nDisallow: /private\nDisallow: /search\nAllow: /search/about\n";

/// Reads a request and returns its target and its host.
pub async fn read_request(stream: &mut TcpStream) -> (String, String) {
    let mut buffer = [0; 1024];
    let mut seen = Vec::new();
    while !seen.ends_with(b"\r\n\r\n") {
        match stream.read(&mut buffer).await {
            Ok(n) if n > 0 => seen.extend_from_slice(&buffer[..n]),
            _ => break,
        }
    }
    let head = String::from_utf8_lossy(&seen);
    let host = head.lines().find_map(|line| line.strip_prefix("host: "));
    let target = head.split(' ').nth(1).unwrap_or_default();
    (target.to_owned(), host.unwrap_or_default().to_owned())
}
