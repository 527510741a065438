//! The fetcher at its ends: FTP sites, and how many connections it holds.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::StreamExt as _;
use maycrawl::{Crawler, Origin, Reason};
use maycrawl_fetch::{AddressGuard, Basis, Fetcher, Missing, Outcome};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

fn fetcher() -> maycrawl_fetch::FetcherBuilder {
    Fetcher::builder().guard(AddressGuard::public_only().allowing_private())
}

/// A small FTP server: what it answers to RETR, and the file if it has one.
async fn ftp_server(retr: &'static str, file: Vec<u8>) -> Origin {
    let listener = TcpListener::bind((HERE, 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((control, _)) = listener.accept().await {
            let file = file.clone();
            tokio::spawn(async move { drop(ftp_session(control, retr, file).await) });
        }
    });
    Origin::parse(&format!("ftp://127.0.0.1:{port}/")).unwrap()
}

async fn ftp_session(control: TcpStream, retr: &'static str, file: Vec<u8>) -> std::io::Result<()> {
    let data = TcpListener::bind((HERE, 0)).await?;
    let (read, mut write) = control.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 ready\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let answer = match line.split(' ').next().unwrap_or_default() {
            "USER" => "331 and the password?".to_owned(),
            "PASS" => "230 welcome".to_owned(),
            "TYPE" => "200 binary".to_owned(),
            "EPSV" => format!("229 here (|||{}|)", data.local_addr()?.port()),
            "RETR" if retr.starts_with("150") => {
                assert_eq!(line, "RETR /robots.txt");
                write.write_all(b"150 it comes\r\n").await?;
                let (mut stream, _) = data.accept().await?;
                stream.write_all(&file).await?;
                drop(stream);
                "226 that was it".to_owned()
            }
            "RETR" => retr.to_owned(),
            _ => "221 bye".to_owned(),
        };
        write.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
    Ok(())
}

#[tokio::test]
async fn robots_txt_of_ftp_sites() {
    let rules = b"User-agent: *\nDisallow: /private\n".to_vec();
    let long = [&rules[..], &b"# more\n".repeat(100_000)].concat();
    // What it is, what RETR gives, the file, what a verdict rests on, whether it is cut, /private allowed.
    type Row = (&'static str, &'static str, Vec<u8>, Basis, bool, bool);
    let rows: [Row; 5] = [
        ("a file", "150", rules, Basis::File, false, false),
        ("a file of more than 500 KiB is cut", "150", long, Basis::File, true, false),
        ("an empty file", "150", Vec::new(), Basis::File, false, true),
        ("550: there is none", "550 no such file", Vec::new(), Basis::NoFile, false, true),
        ("450: nobody can say", "450 busy", Vec::new(), Basis::Disallowed, false, false),
    ];
    for (sentence, retr, file, basis, cut, allowed) in rows {
        let origin = ftp_server(retr, file).await;
        let fetcher = fetcher().build().unwrap();
        let (fetched, robots) = fetcher.fetch(&origin).await;
        let fetched = fetched.unwrap();
        assert_eq!(robots.basis(), basis, "{sentence}: {robots}");
        let is_cut = matches!(&fetched.outcome, Outcome::File(body) if body.cut);
        assert_eq!(is_cut, cut, "{sentence}: {}", fetched.outcome);
        let private = robots.rules_for(&Crawler::GOOGLEBOT);
        let verdict = private.check(&format!("{origin}/private/x"));
        assert_eq!(verdict.is_allowed(), allowed, "{sentence}: {verdict}");
        let of_the_web = format!("http://{}/private", origin.as_str().trim_start_matches("ftp://"));
        assert_eq!(private.check(&of_the_web).reason(), Reason::NotApplicable, "{sentence}");
    }
    let origin = ftp_server("550 none", Vec::new()).await;
    let fetched = fetcher().build().unwrap().fetch_only(&origin).await;
    assert!(matches!(fetched.outcome, Outcome::Missing(Missing::Ftp(550))));
}

#[tokio::test]
async fn a_public_guard_asks_no_ftp_server_of_this_machine() {
    let origin = ftp_server("150", b"User-agent: *\n".to_vec()).await;
    let fetched = Fetcher::builder().build().unwrap().fetch_only(&origin).await;
    assert!(matches!(fetched.outcome, Outcome::Refused));
}

/// Counts the connections that are open at a time, and the most there were.
#[derive(Default)]
struct Open {
    now: AtomicUsize,
    most: AtomicUsize,
}

#[tokio::test(flavor = "multi_thread")]
async fn many_names_of_one_address_share_its_connections() {
    let listener = TcpListener::bind((HERE, 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let open = Arc::new(Open::default());
    let counted = Arc::clone(&open);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let open = Arc::clone(&counted);
            tokio::spawn(async move {
                let now = open.now.fetch_add(1, Ordering::SeqCst) + 1;
                open.most.fetch_max(now, Ordering::SeqCst);
                let _ = stream.read(&mut [0; 1024]).await;
                sleep(Duration::from_millis(5)).await;
                open.now.fetch_sub(1, Ordering::SeqCst);
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").await;
            });
        }
    });
    for (at_once, of_address, most) in [(512, 4, 4), (3, 64, 3)] {
        open.most.store(0, Ordering::SeqCst);
        let mut builder = fetcher().max_concurrent(at_once).max_per_address(of_address);
        let names: Vec<_> = (0..100).map(|i| format!("h{i}.test")).collect();
        for name in &names {
            builder = builder.resolve(name, &[HERE]);
        }
        let fetcher = builder.build().unwrap();
        let origins: Vec<_> = names
            .iter()
            .map(|name| Origin::parse(&format!("http://{name}:{port}/")).unwrap())
            .collect();
        let all: Vec<_> = fetcher.robots_of_many(origins, 100).collect().await;
        assert!(all.iter().all(|(_, robots)| robots.basis() == Basis::File));
        let seen = open.most.load(Ordering::SeqCst);
        assert!(seen <= most, "{seen} connections at a time, {most} are allowed");
    }
}
