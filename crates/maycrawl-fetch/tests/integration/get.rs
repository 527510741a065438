//! Other URLs than robots.txt: a piece at a time, as carefully.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::io::Write as _;
use std::time::Duration;

use crate::servers::{Server, Step, answer, ok, redirect, with_length};
use flate2::{Compression, write::GzEncoder};
use maycrawl_fetch::{AddressGuard, FailureKind, Fetcher, ResourceError, ResourceLimits, Response};
use maycrawl_policy::RedirectError;

const LIMITS: ResourceLimits =
    ResourceLimits { bytes: 1 << 20, deadline: Duration::from_secs(20), redirects: 5 };

fn fetcher() -> Fetcher {
    Fetcher::builder().guard(AddressGuard::public_only().allowing_private()).build().unwrap()
}

async fn get(server: &Server, limits: ResourceLimits) -> Result<Response, ResourceError> {
    fetcher().get(&format!("http://{}/page?q=1#part", server.address), limits).await
}

/// The body, and the greatest piece of it.
async fn body(response: &mut Response) -> Result<(Vec<u8>, usize), FailureKind> {
    let (mut body, mut greatest) = (Vec::new(), 0);
    while let Some(piece) = response.chunk().await.map_err(|failure| failure.kind)? {
        greatest = greatest.max(piece.len());
        body.extend_from_slice(&piece);
    }
    Ok((body, greatest))
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

const GZIP: &str = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n";

#[tokio::test]
async fn an_answer_has_its_status_its_fields_and_its_body() {
    let head = "HTTP/1.1 404 Not Found\r\nX-Robots-Tag: noindex\r\nX-Robots-Tag: a: nofollow\r\n";
    let server = Server::answering(with_length(head, "none")).await;
    let mut response = get(&server, LIMITS).await.unwrap();
    assert_eq!(response.status(), 404);
    let fields: Vec<_> = response.fields("x-robots-tag").collect();
    assert_eq!(fields, [b"noindex", &b"a: nofollow"[..]]);
    assert_eq!(body(&mut response).await, Ok((b"none".to_vec(), 4)));
    assert!(response.url().ends_with("/page?q=1"), "{}", response.url());
    assert!(!response.is_cut() && response.redirect().is_none());
}

#[tokio::test]
async fn a_body_is_decoded_up_to_the_limit() {
    let text = "0123456789".repeat(100_000);
    for (bytes, limit, expected, cut) in [
        (ok(&text), 1 << 20, 1_000_000, false),
        (ok(&text), 1_000_000, 1_000_000, false),
        (ok(&text), 999_999, 999_999, true),
        (with_length(GZIP, &gzip(text.as_bytes())), 1 << 20, 1_000_000, false),
        (with_length(GZIP, &gzip(text.as_bytes())), 10, 10, true),
        (ok(""), 10, 0, false),
        (with_length(GZIP, ""), 10, 0, false),
    ] {
        let server = Server::answering(bytes).await;
        let mut response = get(&server, ResourceLimits { bytes: limit, ..LIMITS }).await.unwrap();
        let (body, _) = body(&mut response).await.unwrap();
        assert_eq!((body.len(), response.is_cut()), (expected, cut), "limit {limit}");
        assert!(text.as_bytes().starts_with(&body));
    }
}

#[tokio::test]
async fn a_bomb_comes_in_small_pieces() {
    let bomb = gzip(&vec![b' '; 64 << 20]);
    let server = Server::answering(with_length(GZIP, &bomb)).await;
    let limits = ResourceLimits { bytes: 50 << 20, ..LIMITS };
    let mut response = get(&server, limits).await.unwrap();
    let (body, greatest) = body(&mut response).await.unwrap();
    assert_eq!((body.len(), response.is_cut()), (50 << 20, true));
    assert!(greatest < 2 << 20, "a piece of {greatest} bytes");
}

#[tokio::test]
async fn a_body_of_nothing_ends() {
    for (forever, what) in
        [(gzip(b"").repeat(100), "members that hold nothing"), (vec![0x1f, 0x8b], "no gzip")]
    {
        let head = format!("{GZIP}\r\n").into_bytes();
        let script = vec![Step::Request, Step::Send(head), Step::Forever(forever)];
        let server = Server::new(vec![script]).await;
        let mut response = get(&server, LIMITS).await.unwrap();
        assert_eq!(body(&mut response).await.unwrap_err(), FailureKind::Encoding, "{what}");
        drop(response);
        server.hung_up(1).await;
    }
    // Blocks of deflate that hold nothing: the wire has a limit of its own.
    let head = b"HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n".to_vec();
    let blocks = [0, 0, 0, 0xff, 0xff].repeat(1000);
    let server = Server::new(vec![vec![Step::Request, Step::Send(head), Step::Forever(blocks)]]);
    let mut response =
        get(&server.await, ResourceLimits { bytes: 1 << 20, ..LIMITS }).await.unwrap();
    assert_eq!(body(&mut response).await.unwrap_err(), FailureKind::Encoding);
    let most = (1 << 20) + (1 << 10) + (64 << 10);
    assert!((most..most + (64 << 10)).contains(&response.wire()), "{} bytes", response.wire());
}

#[tokio::test]
async fn what_is_broken_is_no_shorter_body() {
    let whole = gzip(b"a page");
    for (bytes, kind) in [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort".to_vec(), FailureKind::Truncated),
        (with_length(GZIP, &whole[..whole.len() - 3]), FailureKind::Encoding),
        (with_length(GZIP, "no gzip"), FailureKind::Encoding),
    ] {
        let server = Server::answering(bytes).await;
        let mut response = get(&server, LIMITS).await.unwrap();
        assert_eq!(body(&mut response).await.unwrap_err(), kind);
    }
    for coding in ["br", "zstd", "gzip, gzip", "x"] {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\n");
        let server = Server::answering(with_length(&head, "body")).await;
        let Err(ResourceError::Failed(failure)) = get(&server, LIMITS).await else {
            panic!("{coding} was not asked for")
        };
        assert_eq!(failure.kind, FailureKind::Encoding, "{coding}");
    }
}

#[tokio::test]
async fn redirects_are_followed_as_far_as_is_said() {
    let target = Server::answering(ok("here")).await;
    let moved = redirect(&format!("http://{}/there", target.address));
    let server = Server::answering(moved).await;
    let mut response = get(&server, LIMITS).await.unwrap();
    assert_eq!((response.hops().len(), response.status()), (2, 200));
    assert_eq!(body(&mut response).await.unwrap().0, b"here");
    let response = get(&server, ResourceLimits { redirects: 0, ..LIMITS }).await.unwrap();
    assert_eq!(response.status(), 301);
    assert_eq!(response.redirect(), Some(Ok(format!("http://{}/there", target.address))));
    let circle = Server::answering(redirect("/page?q=1")).await;
    assert_eq!(
        get(&circle, LIMITS).await.unwrap_err(),
        ResourceError::Redirect(RedirectError::Loop)
    );
    let long = Server::new((0..9).map(|n| answer(redirect(&format!("/{n}")))).collect()).await;
    assert_eq!(
        get(&long, LIMITS).await.unwrap_err(),
        ResourceError::Redirect(RedirectError::TooMany)
    );
    for away in ["ftp://h/", "http://user@h/", "mailto:x", "http://h/%0d%0a", ""] {
        let server = Server::answering(redirect(away)).await;
        let Err(ResourceError::Failed(failure)) = get(&server, LIMITS).await else {
            panic!("{away}")
        };
        assert_eq!(failure.kind, FailureKind::Redirect, "{away}");
    }
}

#[tokio::test]
async fn the_guard_and_the_deadline_stand_here_too() {
    let server = Server::answering(ok("secret")).await;
    let url = format!("http://{}/", server.address);
    let public = Fetcher::builder().build().unwrap();
    assert_eq!(public.get(&url, LIMITS).await.unwrap_err(), ResourceError::Refused);
    assert_eq!(
        fetcher().get("http://169.254.169.254/", LIMITS).await.unwrap_err(),
        ResourceError::Refused
    );
    for no_url in ["", "/page", "ftp://h/", "http://user@h/", "file:///etc/passwd", "http://"] {
        let error = fetcher().get(no_url, LIMITS).await.unwrap_err();
        assert!(matches!(error, ResourceError::NotAUrl(_)), "{no_url}: {error}");
    }
    let short = ResourceLimits { deadline: Duration::from_millis(300), ..LIMITS };
    let silent = Server::new(vec![vec![Step::Request, Step::Hang]]).await;
    let Err(ResourceError::Failed(failure)) = get(&silent, short).await else {
        panic!("it is silent")
    };
    assert_eq!(failure.kind, FailureKind::Timeout);
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1".to_vec();
    let slow = Server::new(vec![vec![Step::Request, Step::Send(head), Step::Hang]]).await;
    let mut response = get(&slow, short).await.unwrap();
    assert_eq!(body(&mut response).await.unwrap_err(), FailureKind::Timeout);
}
