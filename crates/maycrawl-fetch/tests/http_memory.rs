//! The memory cost of a decompression bomb. A separate binary, because the test needs its own process.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

#[path = "integration/servers/mod.rs"]
mod servers;

use std::io::Write as _;

use flate2::{Compression, write::GzEncoder};
use servers::{End, Server, fetcher, with_length};

/// Maximum growth in KiB: the limit, a window of 16 MiB (RFC 7932), and the memory in use before.
const MAX_GROWTH_KIB: u64 = 24 << 10;

fn gzip(zeros: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(zeros).unwrap();
    encoder.finish().unwrap()
}

fn brotli(zeros: &[u8]) -> Vec<u8> {
    let mut encoder = brotli::CompressorWriter::new(Vec::new(), 4096, 5, 24);
    encoder.write_all(zeros).unwrap();
    encoder.into_inner()
}

fn zstd(zeros: &[u8]) -> Vec<u8> {
    zstd::encode_all(zeros, 3).unwrap()
}

/// The most memory that this process ever had since the last reset, in KiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_bomb_costs_no_memory() {
    let zeros = vec![0; 256 << 20];
    let bombs = [("gzip", gzip(&zeros)), ("br", brotli(&zeros)), ("zstd", zstd(&zeros))];
    drop(zeros);
    let fetcher = fetcher().build().unwrap();
    for (coding, bomb) in bombs {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\n");
        let server = Server::answering(with_length(&head, &bomb)).await;
        std::fs::write("/proc/self/clear_refs", "5").unwrap(); // the peak is what is used now
        let before = peak();
        let fetched = fetcher.fetch_only(&server.origin()).await;
        let cost = peak() - before;
        assert_eq!(End::of(&fetched), End::Cut, "{coding}");
        assert!(cost < MAX_GROWTH_KIB, "{coding}: {cost} KiB of memory for a file of 500 KiB");
    }
}
