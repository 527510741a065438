//! The certificates that a fetch trusts. A server without trust gets no request, over TLS or without it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::sync::Arc;

use crate::servers::tls::{Authority, self_signed};
use crate::servers::{End, HERE, Script, Server, Step, answer, fetcher, ok, redirect};
use End::Failed;
use FailureKind::{Protocol, Tls};
use maycrawl_fetch::{CertificateDer, FailureKind, FetchResult, Fetcher, Outcome};
use rustls::ServerConfig;

const FILE: &str = "User-agent: *\nDisallow: /\n";

fn trusting(authority: &CertificateDer<'static>) -> Fetcher {
    fetcher()
        .resolve("site.test", &[HERE])
        .resolve("www.site.test", &[HERE])
        .add_root_certificate(authority.clone())
        .build()
        .unwrap()
}

/// A sentence, the host that is asked for, the server's certificate, and what is wrong with it.
type Row<'a> = (&'a str, &'a str, Arc<ServerConfig>, Result<(), &'a str>);

/// The text of a failure.
fn words(fetched: &FetchResult) -> String {
    let Outcome::Failed(failure) = &fetched.outcome else { panic!("{:?}", End::of(fetched)) };
    failure.detail.clone()
}

#[tokio::test]
async fn a_certificate_has_to_be_good_in_every_way() {
    let authority = Authority::new();
    let stranger = Authority::new();
    let fetcher = trusting(&authority.certificate);
    let rows: Vec<Row<'_>> = vec![
        ("right", "site.test", authority.leaf(&["site.test"]), Ok(())),
        ("one of many names", "site.test", authority.leaf(&["a.test", "site.test"]), Ok(())),
        ("a name with a star", "www.site.test", authority.leaf(&["*.site.test"]), Ok(())),
        ("right, for a name with a dot", "site.test.", authority.leaf(&["site.test"]), Ok(())),
        ("right, for an address", "127.0.0.1", authority.leaf(&["127.0.0.1"]), Ok(())),
        (
            "expired",
            "site.test",
            authority.expired(&["site.test"]),
            Err("the certificate has expired"),
        ),
        (
            "not yet valid",
            "site.test",
            authority.not_yet_valid(&["site.test"]),
            Err("the certificate is not valid yet"),
        ),
        (
            "for another host",
            "site.test",
            authority.leaf(&["other.test"]),
            Err("the certificate is for another host"),
        ),
        (
            "for the site below",
            "site.test",
            authority.leaf(&["www.site.test"]),
            Err("the certificate is for another host"),
        ),
        (
            "for a star below",
            "site.test",
            authority.leaf(&["*.site.test"]),
            Err("the certificate is for another host"),
        ),
        (
            "for no name at all",
            "site.test",
            authority.leaf(&[]),
            Err("the certificate is for another host"),
        ),
        (
            "for the name, not the address",
            "127.0.0.1",
            authority.leaf(&["site.test"]),
            Err("the certificate is for another host"),
        ),
        (
            "for the address, not the name",
            "site.test",
            authority.leaf(&["127.0.0.1"]),
            Err("the certificate is for another host"),
        ),
        (
            "for all of a zone",
            "site.test",
            authority.leaf(&["*.test"]),
            Err("the certificate is for another host"),
        ),
        (
            "signed by itself",
            "site.test",
            self_signed(&["site.test"]),
            Err("the certificate is not from a trusted authority"),
        ),
        (
            "signed by a stranger",
            "site.test",
            stranger.leaf(&["site.test"]),
            Err("the certificate is not from a trusted authority"),
        ),
    ];
    for (sentence, host, tls, expected) in rows {
        let server = Server::secure(tls, vec![answer(ok(FILE))]).await;
        let fetched = fetcher.fetch_only(&server.origin_at(&format!("https://{host}"))).await;
        match expected {
            Ok(()) => assert_eq!(End::of(&fetched), End::file(FILE), "{sentence}"),
            Err(why) => {
                assert_eq!(End::of(&fetched), Failed(Tls), "{sentence}");
                assert_eq!(words(&fetched), format!("TLS: {why}"), "{sentence}");
                assert!(server.requests().is_empty(), "{sentence}: the request was sent");
                assert_eq!(server.connections(), 1, "{sentence}: it was tried again");
                assert_eq!(fetched.hops.len(), 1, "{sentence}");
            }
        }
    }
}

#[tokio::test]
async fn without_the_authority_nobody_of_it_is_trusted() {
    let authority = Authority::new();
    let server = Server::secure(authority.leaf(&["site.test"]), vec![answer(ok(FILE))]).await;
    let fetcher = fetcher().resolve("site.test", &[HERE]).build().unwrap();
    let fetched = fetcher.fetch_only(&server.origin_at("https://site.test")).await;
    assert_eq!(End::of(&fetched), Failed(Tls));
}

#[tokio::test]
async fn what_is_no_tls_is_never_asked_without_it() {
    let authority = Authority::new();
    let fetcher = trusting(&authority.certificate);
    let rows: Vec<(&str, Script)> = vec![
        ("hangs up at once", vec![]),
        ("resets at once", vec![Step::Reset]),
        ("hangs up after a while", vec![Step::Pause(std::time::Duration::from_millis(20))]),
        ("speaks HTTP", vec![Step::Send(ok(FILE))]),
        ("speaks SSH", vec![Step::Send(b"SSH-2.0-OpenSSH_9.6\r\n".into())]),
        ("sends zeros", vec![Step::Send(vec![0; 1000])]),
        ("sends records without an end", vec![Step::Forever(vec![0x16, 3, 3, 0, 4, 2, 0, 0, 0])]),
        ("says handshake failure", vec![Step::Send(vec![0x15, 3, 3, 0, 2, 2, 40])]),
        ("says no such name", vec![Step::Send(vec![0x15, 3, 3, 0, 2, 2, 112])]),
        ("sends half a message", vec![Step::Send(vec![0x16, 3, 3, 0, 50, 2, 0, 0, 46, 3, 3])]),
        ("claims a record of 64 KiB", vec![Step::Send(vec![0x16, 3, 3, 0xff, 0xff, 2])]),
    ];
    for (sentence, script) in rows {
        // Who closes with bytes unread resets; either is the end of it.
        let server = Server::new(vec![script]).await;
        let fetched = fetcher.fetch_only(&server.origin_at("https://site.test")).await;
        assert_eq!(End::of(&fetched), Failed(Tls), "{sentence}");
        assert_eq!(server.connections(), 1, "{sentence}: it was tried again");
        assert_eq!(fetched.hops.len(), 1, "{sentence}");
        let told = words(&fetched);
        // Of what is no TLS, the library knows no more.
        let is_plain = told == "the server does not speak HTTPS on this port; try http://";
        let may_be_plain = ["speaks HTTP", "speaks SSH", "sends zeros"].contains(&sentence);
        assert!(told.starts_with("TLS: ") || is_plain && may_be_plain, "{sentence}: {told}");
        assert!(!told.contains("OpenSSH"), "a server's own words are passed on");
    }
    // What it did send is the beginning of TLS, and no request.
    let listening = vec![Step::Request];
    let server = Server::new(vec![listening]).await;
    let short = fetcher_in_a_hurry(&authority);
    let fetched = short.fetch_only(&server.origin_at("https://site.test")).await;
    assert!(matches!(End::of(&fetched), Failed(Tls | FailureKind::Timeout)));
    assert!(server.requests().is_empty());
}

fn fetcher_in_a_hurry(authority: &Authority) -> Fetcher {
    let fetcher =
        fetcher().resolve("site.test", &[HERE]).add_root_certificate(authority.certificate.clone());
    fetcher.deadline(std::time::Duration::from_millis(500)).build().unwrap()
}

#[tokio::test]
async fn a_redirect_to_a_bad_certificate_fails_and_a_redirect_from_one_is_not_heard() {
    let authority = Authority::new();
    let fetcher = trusting(&authority.certificate);
    let bad = Server::secure(self_signed(&["site.test"]), vec![answer(ok(FILE))]).await;
    let to_bad = Server::answering(redirect(bad.origin_at("https://site.test").as_str())).await;
    let fetched = fetcher.fetch_only(&to_bad.origin()).await;
    assert_eq!(End::of(&fetched), Failed(Tls));
    assert_eq!(fetched.hops.len(), 2);

    let good = Server::answering(ok(FILE)).await;
    let moved = answer(redirect(good.origin().as_str()));
    let bad = Server::secure(self_signed(&["site.test"]), vec![moved]).await;
    let fetched = fetcher.fetch_only(&bad.origin_at("https://site.test")).await;
    assert_eq!(End::of(&fetched), Failed(Tls));
    assert_eq!(good.connections(), 0);
}

#[tokio::test]
async fn a_server_that_wants_http_2_or_old_tls_is_not_given_it() {
    let authority = Authority::new();
    let fetcher = trusting(&authority.certificate);
    let with_alpn = |protocol: &[u8]| {
        let mut tls = ServerConfig::clone(&authority.leaf(&["site.test"]));
        tls.alpn_protocols = vec![protocol.to_vec()];
        Arc::new(tls)
    };
    let server = Server::secure(with_alpn(b"http/1.1"), vec![answer(ok(FILE))]).await;
    let fetched = fetcher.fetch_only(&server.origin_at("https://site.test")).await;
    assert_eq!(End::of(&fetched), End::file(FILE));
    let server = Server::secure(with_alpn(b"h2"), vec![answer(ok(FILE))]).await;
    let fetched = fetcher.fetch_only(&server.origin_at("https://site.test")).await;
    assert_eq!(End::of(&fetched), Failed(Tls));
    assert!(server.requests().is_empty());
    // HTTP/2 in spite of all is no HTTP/1.1.
    let settings = b"\0\0\0\x04\0\0\0\0\0".repeat(1000);
    let script = vec![Step::Request, Step::Send(settings), Step::Hang];
    let server = Server::secure(authority.leaf(&["site.test"]), vec![script]).await;
    let fetched = fetcher.fetch_only(&server.origin_at("https://site.test")).await;
    assert_eq!(End::of(&fetched), Failed(Protocol));
    server.hung_up(1).await;
}
