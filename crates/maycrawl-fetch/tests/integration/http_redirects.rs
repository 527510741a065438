//! Redirects: their number, their targets, the request of every hop, and the targets that are refused.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::net::IpAddr;

use crate::servers::dns::{NameServer, Reply};
use crate::servers::tls::Authority;
use crate::servers::{End, HERE, Script, Server, Step, answer, fetcher, ok, origin, redirect};
use End::{Failed, Missing, Refused};
use FailureKind::{Connect, Redirect};
use maycrawl_fetch::{AddressGuard, FailureKind, Fetcher, FetcherBuilder, Missing as Why};

const FILE: &str = "User-agent: *\nDisallow: /\n";

/// All names of these tests are names of this machine.
fn named() -> FetcherBuilder {
    let names = ["a.test", "b.test", "c.test", "d.test", "e.test", "f.test"];
    names.iter().fold(fetcher(), |fetcher, name| fetcher.resolve(name, &[HERE]))
}

/// This many redirects, each to a path of its own, and then the file.
fn chain(redirects: usize) -> Vec<Script> {
    let hops = (1..=redirects).map(|nth| answer(redirect(&format!("/{nth}"))));
    hops.chain([answer(ok(FILE))]).collect()
}

#[tokio::test]
async fn five_redirects_are_followed_and_not_one_more() {
    let fetcher = named().build().unwrap();
    for redirects in 0..=8 {
        let server = Server::new(chain(redirects)).await;
        let fetched = fetcher.fetch_only(&server.origin()).await;
        let (expected, requests) = match redirects {
            0..=5 => (End::file(FILE), redirects + 1),
            _ => (Missing(Why::TooManyRedirects), 6),
        };
        assert_eq!(End::of(&fetched), expected, "{redirects} redirects");
        assert_eq!(server.requests().len(), requests, "{redirects} redirects");
        assert_eq!(fetched.hops.len(), requests, "{redirects} redirects");
    }
}

#[tokio::test]
async fn every_kind_of_redirect_is_followed() {
    let fetcher = named().build().unwrap();
    for status in [301, 302, 303, 307, 308] {
        let moved = format!("HTTP/1.1 {status} X\r\nLocation: /new\r\nContent-Length: 0\r\n\r\n");
        let server = Server::new(vec![answer(moved), answer(ok(FILE))]).await;
        let fetched = fetcher.fetch_only(&server.origin()).await;
        assert_eq!(End::of(&fetched), End::file(FILE), "{status}");
        let hops: Vec<_> = fetched.hops.iter().map(|hop| hop.status).collect();
        assert_eq!(hops, [Some(status), Some(200)]);
    }
}

#[tokio::test]
async fn a_circle_is_left_where_it_closes() {
    let fetcher = named().build().unwrap();
    for (around, requests) in [
        (vec!["/robots.txt"], 1),
        (vec!["?"], 2),
        (vec!["#top"], 1),
        (vec!["/1", "/robots.txt"], 2),
        (vec!["/1", "/2", "/1"], 3),
    ] {
        let scripts = around.iter().map(|to| answer(redirect(to)));
        let server = Server::new(scripts.collect()).await;
        let fetched = fetcher.fetch_only(&server.origin()).await;
        assert_eq!(End::of(&fetched), Missing(Why::RedirectLoop), "{around:?}");
        assert_eq!(server.requests().len(), requests, "{around:?}");
    }
}

#[tokio::test]
async fn the_file_at_the_end_speaks_for_the_origin_at_the_beginning() {
    let last = Server::answering(ok(FILE)).await;
    let middle = Server::answering(redirect(last.origin_at("http://c.test").as_str())).await;
    let first = Server::answering(redirect(middle.origin_at("http://b.test").as_str())).await;
    let fetcher = named().build().unwrap();
    let asked = first.origin_at("http://a.test");
    let (fetched, robots) = fetcher.fetch(&asked).await;
    let fetched = fetched.unwrap();
    assert_eq!(End::of(&fetched), End::file(FILE));
    assert_eq!(fetched.hops.len(), 3);
    assert_eq!(robots.origin(), &asked);
    assert_eq!(robots.bytes(), Some(FILE.as_bytes()));
    // Nothing is learnt of the origins on the way.
    for server in [&middle, &last] {
        assert_eq!(server.requests().len(), 1);
    }
    let elsewhere = last.origin_at("http://c.test");
    assert!(fetcher.store().entry(&elsewhere).await.unwrap().is_none());
}

#[tokio::test]
async fn every_status_at_the_end_means_what_it_means_at_the_beginning() {
    let fetcher = named().build().unwrap();
    for (line, expected) in [
        ("404 Not Found", Missing(Why::Status(404))),
        ("429 Slow", Failed(FailureKind::Status(429))),
        ("503 Down", Failed(FailureKind::Status(503))),
        ("206 Part", Failed(FailureKind::Protocol)),
    ] {
        let mut scripts = chain(5);
        scripts[5] = answer(format!("HTTP/1.1 {line}\r\nContent-Length: 0\r\n\r\n"));
        let server = Server::new(scripts).await;
        let fetched = fetcher.fetch_only(&server.origin()).await;
        assert_eq!(End::of(&fetched), expected, "{line}");
    }
}

/// Every row is a sentence, the fields of a 301, and what is asked for next, if anything.
#[tokio::test]
async fn a_location_is_followed_if_it_is_a_url_of_the_web() {
    let long = "a".repeat(9000);
    let wide = "ä".repeat(3000);
    let fits = "a".repeat(7000);
    let nobody = "http://nobody.test/robots.txt";
    #[rustfmt::skip]
    let rows: Vec<(&str, Vec<u8>, Result<String, End>)> = vec![
        ("a path", b"Location: /new".into(), Ok("/new".into())),
        ("a path beside", b"Location: new".into(), Ok("/new".into())),
        ("a path above all", b"Location: ../../x/./new".into(), Ok("/x/new".into())),
        ("a question", b"Location: ?q=1".into(), Ok("/robots.txt?q=1".into())),
        ("another host of the same scheme", b"Location: //b.test:PORT/x".into(), Ok("/x".into())),
        ("a whole URL", b"Location: http://b.test:PORT/x".into(), Ok("/x".into())),
        ("a whole URL without a path", b"Location: http://b.test:PORT".into(), Ok("/".into())),
        ("a URL in capitals", b"LOCATION: HTTP://B.TEST:PORT/X".into(), Ok("/X".into())),
        ("a URL with blanks around", b"Location:  \t /new \t ".into(), Ok("/new".into())),
        ("a URL with a blank in it", b"Location: /a b".into(), Ok("/a%20b".into())),
        ("a fragment is not sent", b"Location: /new#top".into(), Ok("/new".into())),
        ("letters of UTF-8", "Location: /ä".into(), Ok("/%C3%A4".into())),
        ("backslashes are slashes", b"Location: \\new".into(), Ok("/new".into())),
        ("7,000 bytes", format!("Location: /{fits}").into(), Ok(format!("/{fits}"))),
        ("a user name of nothing", b"Location: http://@b.test:PORT/x".into(), Ok("/x".into())),
        ("decimal spelling of this machine", b"Location: http://2130706433:PORT/x".into(), Ok("/x".into())),

        ("no Location", b"X: y".into(), Err(Failed(Redirect))),
        ("an empty one", b"Location: ".into(), Err(Failed(Redirect))),
        ("two", b"Location: /a\r\nLocation: /b".into(), Err(Failed(Redirect))),
        ("two of the same", b"Location: /a\r\nLocation: /a".into(), Err(Failed(Redirect))),
        ("CR and LF escaped", b"Location: /a%0d%0aX: y".into(), Err(Failed(Redirect))),
        ("LF escaped in capitals", b"Location: /a%0AX".into(), Err(Failed(Redirect))),
        ("NUL escaped", b"Location: /a%00".into(), Err(Failed(Redirect))),
        ("CR and LF escaped in the host", b"Location: http://b%0d%0a.test/".into(), Err(Failed(Redirect))),
        ("TAB", b"Location: /a\tb".into(), Err(Failed(Redirect))),
        ("TAB in the scheme", b"Location: ht\ttp://b.test:PORT/".into(), Err(Failed(Redirect))),
        ("a user", b"Location: http://user@b.test:PORT/".into(), Err(Failed(Redirect))),
        ("a user and a password", b"Location: http://u:p@b.test:PORT/".into(), Err(Failed(Redirect))),
        ("a password", b"Location: http://:p@b.test:PORT/".into(), Err(Failed(Redirect))),
        ("file:", b"Location: file:///etc/passwd".into(), Err(Failed(Redirect))),
        ("ftp:", b"Location: ftp://b.test:PORT/robots.txt".into(), Err(Failed(Redirect))),
        ("gopher:", b"Location: gopher://b.test:PORT/_GET%20/".into(), Err(Failed(Redirect))),
        ("javascript:", b"Location: javascript:alert(1)".into(), Err(Failed(Redirect))),
        ("data:", b"Location: data:text/plain,Allow:/".into(), Err(Failed(Redirect))),
        ("ws:", b"Location: ws://b.test:PORT/".into(), Err(Failed(Redirect))),
        ("about:", b"Location: about:blank".into(), Err(Failed(Redirect))),
        ("9,000 bytes", format!("Location: /{long}").into(), Err(Failed(Redirect))),
        ("6,000 bytes that are 18,000 when they are sent", format!("Location: /{wide}").into(), Err(Failed(Redirect))),
        ("bytes that are no UTF-8", b"Location: /\xff\xfe".into(), Err(Failed(Redirect))),
        ("port 65536", b"Location: http://b.test:65536/".into(), Err(Failed(Redirect))),
        ("a port of letters", b"Location: http://b.test:http/".into(), Err(Failed(Redirect))),
        ("no host", b"Location: http:///".into(), Err(Failed(Redirect))),
        ("an escaped slash in the host", b"Location: http://b.test%2f/".into(), Err(Failed(Redirect))),
        ("an address that is none", b"Location: http://127.0.0.256/".into(), Err(Failed(Redirect))),
        ("a zone of IPv6", b"Location: http://[fe80::1%25lo]/".into(), Err(Failed(Redirect))),

        ("port 0", b"Location: http://b.test:0/".into(), Err(Refused)),
        ("the port of SSH", b"Location: http://b.test:22/".into(), Err(Refused)),
        ("the port of SMTP", b"Location: http://b.test:25/".into(), Err(Refused)),
        ("the metadata of a cloud", b"Location: http://169.254.169.254/".into(), Err(Refused)),
        ("the same by name", b"Location: http://metadata.google.internal/".into(), Err(Refused)),
        ("the same in IPv6", b"Location: http://[::ffff:169.254.169.254]/".into(), Err(Refused)),
        ("the same in decimal", b"Location: http://2852039166/".into(), Err(Refused)),
        ("0.0.0.0", b"Location: http://0.0.0.0:PORT/".into(), Err(Refused)),
        ("0.0.0.0 in short", b"Location: http://0:PORT/".into(), Err(Refused)),
        ("the end of a name is a number", b"Location: http://b.test.1:PORT/".into(), Err(Failed(Redirect))),
        ("a host without an address", format!("Location: {nobody}").into(), Err(Refused)),
    ];
    let fetcher = named().resolve("nobody.test", &["0.0.0.0".parse().unwrap()]).build().unwrap();
    let mut wrong = Vec::new();
    for (sentence, fields, next) in rows {
        let second = Server::answering(ok("second")).await;
        let port = second.port().to_string();
        let fields = replace(&fields, b"PORT", port.as_bytes());
        let head = [b"HTTP/1.1 301 Moved\r\n", &fields[..], b"\r\nContent-Length: 0\r\n\r\n"];
        let first = Server::new(vec![answer(head.concat()), answer(ok("second"))]).await;
        let fetched = fetcher.fetch_only(&first.origin()).await;
        let requests = [first.requests(), second.requests()].concat();
        let asked = requests.get(1).map(|head| head.split(' ').nth(1).unwrap_or_default());
        let end = End::of(&fetched);
        let right = match &next {
            Ok(target) => end == End::file("second") && asked == Some(target),
            Err(expected) => end == *expected && asked.is_none() && second.connections() == 0,
        };
        if !right {
            let asked = asked.unwrap_or("nothing");
            wrong.push(format!("{sentence}: {end:?} after {asked:.40}, not {next:.60?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn replace(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    match bytes.windows(from.len()).position(|window| window == from) {
        Some(at) => [&bytes[..at], to, &bytes[at + from.len()..]].concat(),
        None => bytes.to_vec(),
    }
}

#[tokio::test]
async fn https_to_http_is_followed_and_marked() {
    let authority = Authority::new();
    let fetcher = named().add_root_certificate(authority.certificate.clone()).build().unwrap();
    let secure_end = Server::secure(authority.leaf(&["c.test"]), vec![answer(ok(FILE))]).await;
    let plain = Server::answering(redirect(secure_end.origin_at("https://c.test").as_str())).await;
    let moved = answer(redirect(plain.origin_at("http://b.test").as_str()));
    let secure = Server::secure(authority.leaf(&["a.test"]), vec![moved]).await;
    let fetched = fetcher.fetch_only(&secure.origin_at("https://a.test")).await;
    assert_eq!(End::of(&fetched), End::file(FILE));
    let downgraded: Vec<_> = fetched.hops.iter().map(|hop| hop.downgraded).collect();
    assert_eq!(downgraded, [false, true, false]);
}

#[tokio::test]
async fn a_request_says_who_asks_and_nothing_else() {
    let hop = |to: &str| {
        answer(format!(
            "HTTP/1.1 302 Found\r\nLocation: {to}\r\nSet-Cookie: session=1; Path=/\r\n\
             WWW-Authenticate: Basic realm=x\r\nRefresh: 0; url=/y\r\nContent-Length: 0\r\n\r\n"
        ))
    };
    let second = Server::new(vec![hop("/2?q=1"), hop("/3"), hop("/4"), answer(ok(FILE))]).await;
    let elsewhere = format!("http://b.test:{}/1", second.port());
    let first = Server::new(vec![hop("/0"), hop(&elsewhere)]).await;
    let fetcher = named().user_agent("ExampleBot/1.0 (+https://bot.test)").build().unwrap();
    // User name and password of a URL are never sent.
    let asked = origin(&format!("http://user:secret@a.test:{}/page?q=2#x", first.port()));
    let fetched = fetcher.fetch_only(&asked).await;
    assert_eq!(End::of(&fetched), End::file(FILE));
    let requests = [first.requests(), second.requests()].concat();
    let targets = ["/robots.txt", "/0", "/1", "/2?q=1", "/3", "/4"];
    assert_eq!(requests.len(), targets.len());
    for (nth, (request, target)) in requests.iter().zip(targets).enumerate() {
        let host = match nth {
            0..=1 => format!("a.test:{}", first.port()),
            _ => format!("b.test:{}", second.port()),
        };
        let expected = format!(
            "GET {target} HTTP/1.1\r\nhost: {host}\r\n\
             user-agent: ExampleBot/1.0 (+https://bot.test)\r\naccept: text/plain, */*;q=0.5\r\n\
             accept-encoding: gzip, br, zstd, deflate\r\nconnection: close\r\n\r\n"
        );
        assert_eq!(request.to_ascii_lowercase(), expected.to_ascii_lowercase(), "hop {nth}");
    }
}

#[tokio::test]
async fn the_port_is_told_where_it_is_not_the_usual_one() {
    let authority = Authority::new();
    let server = Server::secure(authority.leaf(&["127.0.0.1"]), vec![answer(ok(FILE))]).await;
    let fetcher = fetcher().add_root_certificate(authority.certificate.clone()).build().unwrap();
    let fetched = fetcher.fetch_only(&server.origin_at("https://127.0.0.1")).await;
    assert_eq!(End::of(&fetched), End::file(FILE));
    let host = format!("\r\nhost: 127.0.0.1:{}\r\n", server.port());
    assert!(server.requests()[0].to_ascii_lowercase().contains(&host));
}

/// The default guard, and every way to write "this machine": no connection is opened.
#[tokio::test]
async fn a_public_fetcher_connects_to_nobody_here() {
    let canary = Server::answering(ok("canary")).await;
    let six = match tokio::net::TcpListener::bind(("::1", canary.port())).await {
        Ok(listener) => {
            drop(listener);
            Some(
                Server::at(
                    "::1".parse::<IpAddr>().unwrap(),
                    canary.port(),
                    vec![answer(ok("canary"))],
                )
                .await,
            )
        }
        Err(_) => None, // a machine without IPv6
    };
    let private: Vec<IpAddr> = vec![HERE, "::1".parse().unwrap(), "10.0.0.1".parse().unwrap()];
    let answers = private.clone();
    let dns = NameServer::new(move |_| Reply::Addresses(answers.clone())).await;
    let fetcher = Fetcher::builder()
        .resolve("fixed.test", &private)
        .resolve("mapped.test", &["::ffff:127.0.0.1".parse().unwrap()])
        .name_server(dns.address)
        .build()
        .unwrap();
    for host in [
        "127.0.0.1",
        "127.0.0.2",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "017700000001",
        "127.1",
        "0",
        "0.0.0.0",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "localhost",
        "LOCALHOST",
        "localhost.",
        "sub.localhost",
        "１２７.0.0.1",
        "%31%32%37.0.0.1",
        "127。0。0。1",
        "fixed.test",
        "FIXED.test",
        "fixed.test.",
        "mapped.test",
        "dns.test",
        "10.0.0.1",
        "192.168.0.1",
        "169.254.169.254",
        "metadata.google.internal",
        "printer.local",
        "intranet",
    ] {
        for scheme in ["http", "https", "ftp"] {
            let asked = canary.origin_at(&format!("{scheme}://{host}"));
            let fetched = fetcher.fetch_only(&asked).await;
            assert_eq!(End::of(&fetched), Refused, "{asked}");
            assert_eq!(
                fetched.outcome.to_string(),
                "not requested: the address is not public, or the port is not allowed"
            );
        }
    }
    assert_eq!(canary.connections(), 0);
    assert_eq!(six.map_or(0, |six| six.connections()), 0);
    assert!(!dns.questions().is_empty(), "dns.test was never looked up: the row tests nothing");
    // The same canary answers every connection that is admitted.
    let open =
        Fetcher::builder().guard(AddressGuard::public_only().allowing_private()).build().unwrap();
    for host in ["127.0.0.1", "2130706433", "[::ffff:127.0.0.1]"] {
        let fetched = open.fetch_only(&canary.origin_at(&format!("http://{host}"))).await;
        assert_eq!(End::of(&fetched), End::file("canary"), "{host}");
    }
}

#[tokio::test]
async fn a_hop_that_is_refused_is_not_made_at_any_place_of_the_chain() {
    // 0.0.0.0 is refused even with private addresses allowed; otherwise it would reach this machine.
    let canary = Server::answering(ok("canary")).await;
    let fetcher = named().resolve("zero.test", &["0.0.0.0".parse().unwrap()]).build().unwrap();
    for refused in ["http://0.0.0.0", "http://[::ffff:0.0.0.0]", "http://zero.test", "http://[::]"]
    {
        for hop in 0..5 {
            let mut scripts = chain(5);
            scripts[hop] = answer(redirect(canary.origin_at(refused).as_str()));
            let server = Server::new(scripts).await;
            let fetched = fetcher.fetch_only(&server.origin()).await;
            assert_eq!(End::of(&fetched), Refused, "{refused} at hop {hop}");
            assert_eq!(fetched.hops.len(), hop + 2);
            assert_eq!(server.requests().len(), hop + 1);
        }
    }
    assert_eq!(canary.connections(), 0);
}

#[tokio::test]
async fn of_many_addresses_the_good_ones_are_tried() {
    let canary = Server::answering(ok("canary")).await;
    let server = Server::at([127, 0, 0, 2], canary.port(), vec![answer(ok(FILE))]).await;
    let refused: Vec<IpAddr> = (0..10).map(|nth| IpAddr::from([0, 0, 0, nth])).collect();
    // Nobody listens there: the canary listens at 127.0.0.1 alone, the server at 127.0.0.2.
    let dead: Vec<IpAddr> = (10..20).map(|nth| IpAddr::from([127, 0, 0, nth])).collect();
    let good = IpAddr::from([127, 0, 0, 2]);
    let with = |bad: &[IpAddr]| [bad, &[good]].concat();
    for (sentence, addresses, expected) in [
        ("the good one alone", vec![good], End::file(FILE)),
        ("a refused one is dropped", with(&refused[..1]), End::file(FILE)),
        ("so are ten", with(&refused), End::file(FILE)),
        ("a dead one is passed over", with(&dead[..1]), End::file(FILE)),
        ("so are three", with(&dead[..3]), End::file(FILE)),
        ("four are enough", with(&dead[..4]), Failed(Connect)),
        ("refused ones are no tries", with(&[&refused[..4], &dead[..3]].concat()), End::file(FILE)),
        ("refused alone", refused.clone(), Refused),
        ("dead alone", dead.clone(), Failed(Connect)),
        ("dead and refused", [&dead[..2], &refused[..2]].concat(), Failed(Connect)),
    ] {
        let fetcher = fetcher().resolve("many.test", &addresses).build().unwrap();
        let fetched = fetcher.fetch_only(&server.origin_at("http://many.test")).await;
        assert_eq!(End::of(&fetched), expected, "{sentence}");
    }
    assert_eq!(canary.connections(), 0);
}

#[tokio::test]
async fn a_redirect_needs_no_body_and_no_end() {
    let head = b"HTTP/1.1 301 Moved\r\nLocation: /new\r\nContent-Length: 1000000\r\n\r\n".to_vec();
    for then in [Step::Hang, Step::Forever(vec![b'x'; 1000])] {
        let begun = vec![Step::Request, Step::Send(head.clone()), then];
        let server = Server::new(vec![begun, answer(ok(FILE))]).await;
        let fetched = named().build().unwrap().fetch_only(&server.origin()).await;
        assert_eq!(End::of(&fetched), End::file(FILE));
        server.hung_up(1).await;
    }
}
