//! Slow servers: every fetch ends at a deadline and releases its connection.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::time::Duration;

use crate::servers::tls::Authority;
use crate::servers::{End, HERE, Script, Server, Step, answer, fetcher, ok, redirect};
use End::Failed;
use FailureKind::{Connect, Timeout, Tls};
use futures_util::future::join_all;
use maycrawl_fetch::{FailureKind, FetcherBuilder};
use tokio::net::{TcpSocket, TcpStream};

const DEADLINE: Duration = Duration::from_millis(800);
/// For those limits that are not what a row is about.
const LONG: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(100);
/// No fetch of these tests may take longer, on however slow a machine.
const GENEROUS: Duration = Duration::from_secs(8);

fn hurried() -> FetcherBuilder {
    fetcher().deadline(DEADLINE).connect_timeout(LONG).first_byte_timeout(LONG)
}

fn patient() -> FetcherBuilder {
    fetcher().deadline(LONG).connect_timeout(LONG).first_byte_timeout(LONG)
}

/// After the request, these steps.
fn asked(steps: &[Step]) -> Script {
    [&[Step::Request], steps].concat()
}

fn send(text: &str) -> Step {
    Step::Send(text.into())
}

fn drip(text: &str) -> Step {
    Step::Drip(text.repeat(100).into(), PAUSE)
}

#[tokio::test]
async fn a_server_that_takes_its_time_is_left_at_the_deadline() {
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    let chunk = "b\r\nDisallow: /\r\n";
    let long = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n";
    let endless = "HTTP/1.1 200 OK\r\n\r\n";
    let go_on = "HTTP/1.1 100 Continue\r\n\r\n";
    let rows: Vec<(&str, &str, Script)> = vec![
        ("nothing is read, nothing said", "http", vec![Step::Hang]),
        ("the request is read and no more", "http", asked(&[Step::Hang])),
        ("the status line drips", "http", asked(&[drip("HTTP/1.1 200 OK")])),
        ("the fields drip", "http", asked(&[send("HTTP/1.1 200 OK\r\n"), drip("X: y\r\n")])),
        ("100 and no more", "http", asked(&[send(go_on), Step::Hang])),
        ("100 again and again", "http", asked(&[drip(go_on)])),
        ("the head and no more", "http", asked(&[send(endless), Step::Hang])),
        ("the file drips", "http", asked(&[send(long), drip("#\n")])),
        ("a file without a length drips", "http", asked(&[send(endless), drip("#\n")])),
        ("nothing after a chunk", "http", asked(&[send(chunked), send(chunk), Step::Hang])),
        ("nothing within a chunk", "http", asked(&[send(chunked), send("b\r\nDis"), Step::Hang])),
        ("the length of a chunk drips", "http", asked(&[send(chunked), drip("0")])),
        ("chunks drip", "http", asked(&[send(chunked), drip("1\r\n#\r\n")])),
        ("no last chunk", "http", asked(&[send(chunked), send("0\r\n"), Step::Hang])),
        ("trailers drip", "http", asked(&[send(chunked), send("0\r\n"), drip("X: y\r\n")])),
        ("no handshake", "https", vec![Step::Hang]),
        // A record of 122 bytes, of which none comes, and one of a message that drips.
        ("half a handshake", "https", vec![send("\x16\x03\x03\0\x7a"), Step::Hang]),
        ("a handshake that drips", "https", vec![send("\x16\x03\x03\x03\0\x02\0"), drip("\0")]),
    ];
    let fetcher = hurried().build().unwrap();
    let rows = rows.into_iter().map(async |(sentence, scheme, script)| {
        let server = Server::new(vec![script]).await;
        let asked = server.origin_at(&format!("{scheme}://127.0.0.1"));
        let fetched = fetcher.fetch_only(&asked).await;
        assert_eq!(End::of(&fetched), Failed(Timeout), "{sentence}");
        assert!(fetched.took >= DEADLINE, "{sentence}: given up after {:?}", fetched.took);
        assert!(fetched.took < GENEROUS, "{sentence}: {:?}", fetched.took);
        assert_eq!(fetched.hops.len(), 1, "{sentence}");
        server.hung_up(1).await;
        assert_eq!(server.connections(), 1, "{sentence}");
    });
    join_all(rows).await;
}

#[tokio::test]
async fn the_deadline_is_for_all_hops_together() {
    // Each hop is well within the deadline; all of them are not.
    let hop = |nth: usize| {
        let to = format!("/{nth}");
        vec![Step::Request, Step::Pause(DEADLINE / 3), Step::Send(redirect(&to)), Step::Hang]
    };
    let server = Server::new((1..=5).map(hop).chain([answer(ok(""))]).collect()).await;
    let fetched = hurried().build().unwrap().fetch_only(&server.origin()).await;
    assert_eq!(End::of(&fetched), Failed(Timeout));
    assert!(fetched.hops.len() < 6, "{} hops within one deadline", fetched.hops.len());
    assert!(fetched.took < GENEROUS, "{:?}", fetched.took);
    server.hung_up(server.connections()).await;
}

#[tokio::test]
async fn a_part_may_have_a_shorter_limit_than_the_whole() {
    let short = Duration::from_millis(100);
    let rows: [(&str, &str, FetcherBuilder, Script, End); 4] = [
        (
            "no answer",
            "http",
            patient().first_byte_timeout(short),
            vec![Step::Hang],
            Failed(Timeout),
        ),
        (
            "half a head",
            "http",
            patient().first_byte_timeout(short),
            asked(&[send("HTTP/1.1 200 OK\r\nX:"), Step::Hang]),
            Failed(Timeout),
        ),
        ("no handshake", "https", patient().connect_timeout(short), vec![Step::Hang], Failed(Tls)),
        (
            "a file that comes late, its head in time",
            "http",
            patient().first_byte_timeout(Duration::from_secs(5)),
            asked(&[
                send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"),
                Step::Drip(b"#ok\n".to_vec(), PAUSE),
            ]),
            End::file("#ok\n"),
        ),
    ];
    let rows = rows.into_iter().map(async |(sentence, scheme, fetcher, script, expected)| {
        let server = Server::new(vec![script]).await;
        let asked = server.origin_at(&format!("{scheme}://127.0.0.1"));
        let fetched = fetcher.build().unwrap().fetch_only(&asked).await;
        assert_eq!(End::of(&fetched), expected, "{sentence}");
        assert!(fetched.took < GENEROUS, "{sentence}: {:?}", fetched.took);
        if expected != End::file("#ok\n") {
            server.hung_up(1).await;
        }
    });
    join_all(rows).await;
}

#[tokio::test]
async fn slow_but_in_time_is_a_file() {
    let file = "User-agent: *\nDisallow: /\n";
    let whole = String::from_utf8(ok(file)).unwrap();
    let pause = Duration::from_millis(2);
    let server = Server::new(vec![asked(&[Step::Drip(whole.into_bytes(), pause)])]).await;
    let fetched = patient().build().unwrap().fetch_only(&server.origin()).await;
    assert_eq!(End::of(&fetched), End::file(file));
}

/// A listener whose queue is full: the kernel answers no further client.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_connection_that_is_not_accepted_is_given_up() {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((HERE, 0).into()).unwrap();
    let listener = socket.listen(1).unwrap();
    let address = listener.local_addr().unwrap();
    let mut waiting = Vec::new();
    // Connections that fit into the queue are established immediately.
    while let Ok(stream) = tokio::time::timeout(PAUSE * 3, TcpStream::connect(address)).await {
        waiting.push(stream.unwrap());
        assert!(waiting.len() < 10, "the queue has no end");
    }
    let origin = crate::servers::origin(&format!("http://{address}"));
    let short = patient().connect_timeout(PAUSE * 3).build().unwrap();
    let fetched = short.fetch_only(&origin).await;
    assert_eq!(End::of(&fetched), Failed(Connect));
    assert!(fetched.took < GENEROUS, "{:?}", fetched.took);
    let fetched = hurried().build().unwrap().fetch_only(&origin).await;
    assert_eq!(End::of(&fetched), Failed(Timeout));
    assert!(fetched.took < GENEROUS, "{:?}", fetched.took);
}

#[tokio::test]
async fn nobody_listens() {
    // No test listens at this address, on any port.
    let nobody = crate::servers::origin("http://127.0.7.7:8077");
    let fetched = patient().build().unwrap().fetch_only(&nobody).await;
    assert_eq!(End::of(&fetched), Failed(Connect));
}

/// A fetch that was given up leaves its places to others: those of the address, and those of all.
#[tokio::test]
async fn who_is_given_up_gives_way() {
    let scripts = vec![vec![Step::Hang], asked(&[Step::Hang]), answer(ok("in"))];
    let server = Server::new(scripts).await;
    let fetcher = hurried().max_concurrent(1).max_per_address(1).build().unwrap();
    for _ in 0..2 {
        let fetched = fetcher.fetch_only(&server.origin()).await;
        assert_eq!(End::of(&fetched), Failed(Timeout));
    }
    let fetched = fetcher.fetch_only(&server.origin()).await;
    assert_eq!(End::of(&fetched), End::file("in"));
    server.hung_up(2).await;
}

/// The caller goes away in the midst of a fetch: its connection goes too.
#[tokio::test]
async fn a_fetch_that_is_dropped_hangs_up() {
    let server = Server::new(vec![asked(&[send("HTTP/1.1 200 OK\r\n\r\n#"), Step::Hang])]).await;
    let fetcher = patient().build().unwrap();
    let origin = server.origin();
    let dropped = tokio::time::timeout(PAUSE * 3, fetcher.fetch_only(&origin)).await;
    assert!(dropped.is_err());
    server.hung_up(1).await;
}

#[tokio::test]
async fn the_deadline_stands_behind_tls_as_well() {
    let authority = Authority::new();
    let stalled = asked(&[send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n#"), Step::Hang]);
    let server = Server::secure(authority.leaf(&["site.test"]), vec![stalled]).await;
    let fetcher =
        hurried().resolve("site.test", &[HERE]).add_root_certificate(authority.certificate.clone());
    let fetched = fetcher.build().unwrap().fetch_only(&server.origin_at("https://site.test")).await;
    assert_eq!(End::of(&fetched), Failed(Timeout));
    assert_eq!(server.requests().len(), 1);
    server.hung_up(1).await;
}
