//! The connections of `retrieve`: what is dialled, what breaks, and what is sent nowhere.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic
#![allow(clippy::wildcard_imports)]

use super::scripted_server::*;
use std::future::ready;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::ftp::{FtpError, RetrieveResult, retrieve};
use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::timeout;

#[tokio::test]
async fn a_server_may_speak_a_byte_at_a_time() {
    let (ours, theirs) = duplex(1);
    let (our_data, their_data) = duplex(1);
    let (mut our_data, mut their_data) = (Some(our_data), Some(their_data));
    let script = script([login(), binary(), epsv(), transfer()]);
    let accept = || ready(their_data.take().unwrap());
    let dial = |address: SocketAddr| {
        assert_eq!(address, SocketAddr::new(HERE, 50_123));
        ready(our_data.take().ok_or(ErrorKind::ConnectionRefused.into()))
    };
    let server = play(theirs, 50_123, accept, &script);
    let client = retrieve(ours, HERE, "/robots.txt", LIMIT, dial);
    let (_, retrieved) = in_time(server, client).await;
    assert!(
        matches!(&retrieved, RetrieveResult::File { bytes, cut: false } if bytes == FILE.as_bytes()),
        "{retrieved:?}"
    );
}

/// `retrieve` has no clock: a server that never confirms the end is left to the caller's. All is in
/// memory and the clock stands still, so it moves only when no task has work left.
#[tokio::test(start_paused = true)]
async fn a_server_that_never_says_226_is_left_to_the_time_out_of_the_caller() {
    let (ours, theirs) = duplex(1024);
    let (our_data, their_data) = duplex(1024);
    let (mut our_data, mut their_data) = (Some(our_data), Some(their_data));
    let script = script([opened(), vec![Send(FILE.to_owned()), EndData]]);
    let accept = || ready(their_data.take().unwrap());
    let dial = |_| ready(our_data.take().ok_or(ErrorKind::ConnectionRefused.into()));
    let server = play(theirs, 50_123, accept, &script);
    let client = retrieve(ours, HERE, "/robots.txt", LIMIT, dial);
    let (seen, retrieved) = tokio::join!(server, timeout(Duration::from_secs(60), client));
    assert!(retrieved.is_err(), "{retrieved:?}");
    assert_eq!(seen.behind, "", "the server sees its connection closed without a word");
}

/// A port below 1024 is refused before anything is dialled. Whatever is dialled all the same ends
/// at the canary, since a test cannot listen on port 22.
#[tokio::test]
async fn a_low_port_is_not_dialled() {
    let rows = [
        ("502 what?", "227 ok (127,0,0,1,0,22)", 22),
        ("502 what?", "227 ok (127,0,0,1,3,255)", 1023),
        ("502 what?", "227 ok (127,0,0,1,0,0)", 0),
        ("229 ok (|||25|)", "", 25),
    ];
    for (epsv, pasv, port) in rows {
        let canary = std::net::TcpListener::bind((HERE, 0)).unwrap();
        canary.set_nonblocking(true).unwrap();
        let mut low = script([login(), binary(), vec![Hear("EPSV"), Say(epsv)]]);
        if !pasv.is_empty() {
            low.extend([Hear("PASV"), Say(pasv)]);
        }
        let (ours, theirs) = duplex(1024);
        let dial = |_| TcpStream::connect(canary.local_addr().unwrap());
        let server = play(theirs, 0, no_data, &low);
        let client = retrieve(ours, HERE, "/robots.txt", LIMIT, dial);
        let (seen, retrieved) = in_time(server, client).await;
        assert!(
            matches!(retrieved, RetrieveResult::Failed(FtpError::LowPort(named)) if named == port),
            "{port}: {retrieved:?}"
        );
        assert_eq!(seen.behind, "QUIT\r\n", "{port}");
        assert_eq!(canary.accept().unwrap_err().kind(), ErrorKind::WouldBlock, "{port}");
    }
}

/// The port itself is the lowest that is dialled.
#[tokio::test]
async fn port_1024_is_dialled() {
    let (ours, theirs) = duplex(1024);
    let script = script([login(), binary(), vec![Hear("EPSV"), Say("229 ok (|||1024|)")]]);
    let dialled = Mutex::new(None);
    let dial = |address| {
        *dialled.lock().unwrap() = Some(address);
        ready(Err::<TcpStream, _>(io::Error::other("this address is private")))
    };
    let server = play(theirs, 0, no_data, &script);
    let client = retrieve(ours, HERE, "/robots.txt", LIMIT, dial);
    let (_, retrieved) = in_time(server, client).await;
    assert_eq!(*dialled.lock().unwrap(), Some(SocketAddr::new(HERE, 1024)));
    assert_eq!(
        failure(retrieved),
        "the data connection to the FTP server could not be opened: this address is private"
    );
}

/// A canary listens at another address on the very port that the server names. (Linux answers on
/// all of 127.0.0.0/8; other systems only at 127.0.0.1.)
#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_address_in_pasv_is_not_dialled() {
    let control = TcpListener::bind((HERE, 0)).await.unwrap();
    let (canary, data) = loop {
        let canary = std::net::TcpListener::bind("127.0.0.2:0").unwrap();
        // Somebody else may hold that port at our own address.
        if let Ok(data) = TcpListener::bind((HERE, canary.local_addr().unwrap().port())).await {
            break (canary, data);
        }
    };
    canary.set_nonblocking(true).unwrap();
    let port = canary.local_addr().unwrap().port();
    let script = script([
        login(),
        binary(),
        vec![Hear("EPSV"), Say("502 what?")],
        vec![Hear("PASV"), Say("227 ok (127,0,0,2,{p1},{p2})")],
        transfer(),
    ]);
    let server = async {
        let control = control.accept().await.unwrap().0;
        play(control, port, async || data.accept().await.unwrap().0, &script).await
    };
    let client = async {
        let control = TcpStream::connect(control.local_addr().unwrap()).await.unwrap();
        retrieve(control, HERE, "/robots.txt", LIMIT, TcpStream::connect).await
    };
    let (_, retrieved) = in_time(server, client).await;
    assert!(matches!(retrieved, RetrieveResult::File { cut: false, .. }), "{retrieved:?}");
    assert_eq!(canary.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
}

/// A socket that is bound and does not listen keeps its port from everybody else.
#[tokio::test]
async fn a_refused_data_connection_is_a_failure() {
    let closed = TcpSocket::new_v4().unwrap();
    closed.bind(SocketAddr::new(HERE, 0)).unwrap();
    let port = closed.local_addr().unwrap().port();
    let (ours, theirs) = duplex(1024);
    let script = prelude();
    let server = play(theirs, port, no_data, &script);
    let client = retrieve(ours, HERE, "/robots.txt", LIMIT, TcpStream::connect);
    let (seen, retrieved) = in_time(server, client).await;
    assert!(
        matches!(&retrieved, RetrieveResult::Failed(FtpError::Connect(error))
            if error.kind() == ErrorKind::ConnectionRefused),
        "{retrieved:?}"
    );
    assert_eq!(seen.behind, "QUIT\r\n", "no RETR without a data connection");
}

#[tokio::test]
async fn a_data_connection_that_breaks_is_a_failure() {
    let (ours, theirs) = duplex(1024);
    let script = script([opened(), vec![Say("226 done")]]);
    let dial = |_| ready(Ok(FILE.as_bytes().chain(Broken(ErrorKind::ConnectionReset))));
    let server = play(theirs, 50_123, no_data, &script);
    let client = retrieve(ours, HERE, "/robots.txt", LIMIT, dial);
    let (_, retrieved) = in_time(server, client).await;
    assert_eq!(failure(retrieved), "the data connection to the FTP server broke: connection reset");
}

#[tokio::test]
async fn a_control_connection_that_breaks_is_a_failure() {
    let rows = [
        (
            ErrorKind::ConnectionReset,
            "the FTP server closed the control connection before the greeting",
        ),
        (
            ErrorKind::TimedOut,
            "the control connection to the FTP server failed before the greeting: timed out",
        ),
    ];
    for (kind, sentence) in rows {
        let control = tokio::io::join(b"220-hello\r\n".chain(Broken(kind)), tokio::io::sink());
        let client = retrieve(control, HERE, "/robots.txt", LIMIT, nobody_dials);
        assert_eq!(failure(in_time(ready(()), client).await.1), sentence);
    }
}

#[tokio::test]
async fn a_server_that_takes_no_command_has_closed_the_control_connection() {
    let (ours, theirs) = duplex(64);
    drop(theirs);
    let control = tokio::io::join(b"220 ready\r\n331 who\r\n".as_slice(), ours);
    let client = retrieve(control, HERE, "/robots.txt", LIMIT, nobody_dials);
    assert_eq!(
        failure(in_time(ready(()), client).await.1),
        "the FTP server closed the control connection before the reply to USER"
    );
}

#[tokio::test]
async fn a_path_with_a_line_end_is_not_sent() {
    for path in ["/a\r\nDELE /b", "/a\nb", "/a\rb", "/a\0b", "\n"] {
        let (retrieved, seen, dialled) = serve(&[Say("220 ready")], path, LIMIT).await;
        assert!(matches!(retrieved, RetrieveResult::Failed(FtpError::BadPath)), "{path:?}");
        assert_eq!((seen.behind.as_str(), dialled.len()), ("", 0), "{path:?}");
    }
}

#[tokio::test]
async fn other_paths_are_sent_as_they_are() {
    let path = "/Straße 100%25/robots.txt";
    let hear = vec![Hear("RETR /Straße 100%25/robots.txt"), Say("550 no")];
    let (retrieved, seen, dialled) = serve(&script([prelude(), hear]), path, LIMIT).await;
    assert!(matches!(retrieved, RetrieveResult::NoFile { code: 550 }), "{retrieved:?}");
    assert_eq!((seen.behind.as_str(), dialled.len()), ("QUIT\r\n", 1));
}

#[tokio::test]
async fn a_limit_of_nothing_tells_empty_files_from_others() {
    for (text, expected) in [("", false), ("x", true)] {
        let send = vec![Send(text.to_owned()), EndData, Say("226 done")];
        let (retrieved, ..) = serve(&script([opened(), send]), "/robots.txt", 0).await;
        assert!(
            matches!(&retrieved, RetrieveResult::File { bytes, cut } if bytes.is_empty() && *cut == expected),
            "{text:?}: {retrieved:?}"
        );
    }
}

/// A server that never reads must not hold back a file that is already here: `QUIT` is not waited
/// for. The pipe takes the commands up to `RETR`, and not one byte more.
#[tokio::test]
async fn a_goodbye_that_nobody_takes_is_not_waited_for() {
    let commands = "USER anonymous\r\nPASS maycrawl@\r\nTYPE I\r\nEPSV\r\nRETR /robots.txt\r\n";
    let (ours, mut theirs) = duplex(commands.len());
    let replies = "220 a\n331 b\n230 c\n200 d\n229 (|||50123|)\n150 e\n226 f\n";
    theirs.write_all(replies.as_bytes()).await.unwrap();
    let dial = |_| ready(Ok(FILE.as_bytes()));
    let client = retrieve(ours, HERE, "/robots.txt", LIMIT, dial);
    let ((), retrieved) = in_time(ready(()), client).await;
    assert!(matches!(retrieved, RetrieveResult::File { cut: false, .. }), "{retrieved:?}");
    let mut heard = String::new();
    theirs.read_to_string(&mut heard).await.unwrap();
    assert_eq!(heard, commands);
}

/// A fetcher spawns its retrievals.
#[tokio::test]
async fn a_retrieval_can_be_spawned_and_aborting_it_closes_the_connection() {
    let (ours, mut theirs) = duplex(64);
    let gate = Arc::new(());
    let held = Arc::clone(&gate);
    let task = tokio::spawn(async move {
        let _held = held;
        retrieve(ours, HERE, "/robots.txt", LIMIT, nobody_dials).await
    });
    tokio::task::yield_now().await;
    task.abort();
    let mut heard = String::new();
    let (end, _aborted) = in_time(theirs.read_to_string(&mut heard), task).await;
    assert_eq!((end.unwrap(), Arc::strong_count(&gate)), (0, 1));
}

/// Server text stays out of the errors, and so does whatever a terminal would make of it.
#[tokio::test]
async fn errors_show_no_server_text() {
    for reply in ["530 \u{1b}[31mEVIL", "999 EVIL", "EVIL", "220-EVIL", "421-EVIL\r\n421 EVIL"] {
        let text = [raw(reply), raw("\r\n"), Close];
        let (retrieved, ..) = serve(&text, "/robots.txt", LIMIT).await;
        assert!(!format!("{retrieved:?}").contains("EVIL"), "{reply:?}: {retrieved:?}");
        let sentence = failure(retrieved);
        assert!(!sentence.contains("EVIL") && !sentence.contains('\u{1b}'), "{sentence}");
    }
}
