//! What `retrieve` makes of servers, good and hostile ones. Each row is a script for a server: the
//! lines that it hears and says, and what the client must make of them.
//!
//! No clock decides a row. The only time-out is the one of the harness, for a client that hangs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic
#![allow(clippy::wildcard_imports)]

use super::scripted_server::*;

use crate::ftp::{MAX_LINE_BYTES, MAX_REPLY_LINES, retrieve};
use tokio::io::duplex;

#[tokio::test]
async fn greeting_and_login() {
    let rest = || script([binary(), epsv(), transfer()]);
    let told = |greeting: &str| {
        script([vec![raw(greeting)], login().split_off(1), binary(), epsv(), transfer()])
    };
    check(vec![
        ("a file comes", script([login(), rest()]), whole(), Quit),
        (
            "a greeting of many lines is one greeting",
            told("220-hello\r\n220-mirror\r\n331 no reply\r\n\r\n 220 \r\n220 ready\r\n"),
            whole(),
            Quit,
        ),
        ("a line may end in LF alone", told("220-hello\n220 ready\n"), whole(), Quit),
        ("a code without text is a reply", told("220\r\n"), whole(), Quit),
        ("120 announces 220", told("120 in 1 minute\r\n220 ready\r\n"), whole(), Quit),
        (
            "120 twice is no greeting",
            vec![Say("120 in 1 minute"), Say("120 in 2 minutes")],
            Failed("the FTP server sent an unexpected code: the greeting was 120"),
            Quit,
        ),
        (
            "421 as the greeting is a failure",
            vec![Say("421 too many users")],
            Failed("the FTP server failed temporarily: the greeting was 421"),
            Quit,
        ),
        (
            "421 behind 120 is a failure",
            vec![Say("120 in 1 minute"), Say("421 or not")],
            Failed("the FTP server failed temporarily: the greeting was 421"),
            Quit,
        ),
        (
            "554 as the greeting is a failure",
            vec![Say("554 go away")],
            Failed("the FTP server refused: the greeting was 554"),
            Quit,
        ),
        (
            "230 as the greeting is no greeting",
            vec![Say("230 welcome")],
            Failed("the FTP server sent an unexpected code: the greeting was 230"),
            Quit,
        ),
        (
            "230 to USER needs no password",
            script([vec![Say("220 ready"), Hear("USER anonymous"), Say("230 welcome")], rest()]),
            whole(),
            Quit,
        ),
        (
            "202 to PASS is a login",
            script([login()[..4].to_vec(), vec![Say("202 superfluous")], rest()]),
            whole(),
            Quit,
        ),
        (
            "530 to USER is a failure, not a missing file",
            vec![Say("220 ready"), Hear("USER anonymous"), Say("530 no anonymous login")],
            Failed("the FTP server refused: the reply to USER was 530"),
            Quit,
        ),
        (
            "421 to USER is a failure",
            vec![Say("220 ready"), Hear("USER anonymous"), Say("421 busy")],
            Failed("the FTP server failed temporarily: the reply to USER was 421"),
            Quit,
        ),
        (
            "332 to USER asks for an account, which we have not",
            vec![Say("220 ready"), Hear("USER anonymous"), Say("332 account?")],
            Failed("the FTP server sent an unexpected code: the reply to USER was 332"),
            Quit,
        ),
        (
            "530 to PASS is a failure, not a missing file",
            script([login()[..4].to_vec(), vec![Say("530 login incorrect")]]),
            Failed("the FTP server refused: the reply to PASS was 530"),
            Quit,
        ),
        (
            "421 to PASS is a failure",
            script([login()[..4].to_vec(), vec![Say("421 busy")]]),
            Failed("the FTP server failed temporarily: the reply to PASS was 421"),
            Quit,
        ),
        (
            "550 to PASS is a failure, not a missing file",
            script([login()[..4].to_vec(), vec![Say("550 no")]]),
            Failed("the FTP server refused: the reply to PASS was 550"),
            Quit,
        ),
        (
            "421 to TYPE is a failure",
            script([login(), vec![Hear("TYPE I"), Say("421 busy")]]),
            Failed("the FTP server failed temporarily: the reply to TYPE was 421"),
            Quit,
        ),
        (
            "504 to TYPE is a failure",
            script([login(), vec![Hear("TYPE I"), Say("504 text only")]]),
            Failed("the FTP server refused: the reply to TYPE was 504"),
            Quit,
        ),
    ])
    .await;
}

#[tokio::test]
async fn the_passive_port() {
    let by_pasv = |epsv: &'static str, pasv: &'static str| {
        script([login(), binary(), vec![Hear("EPSV"), Say(epsv), Hear("PASV"), Say(pasv)]])
    };
    let by_epsv = |epsv: &'static str| script([login(), binary(), vec![Hear("EPSV"), Say(epsv)]]);
    let good = "227 Entering Passive Mode (127,0,0,1,{p1},{p2}).";
    check(vec![
        (
            "502 to EPSV leads to PASV",
            script([by_pasv("502 what?", good), transfer()]),
            whole(),
            Quit,
        ),
        (
            "500 to EPSV leads to PASV",
            script([by_pasv("500 what?", good), transfer()]),
            whole(),
            Quit,
        ),
        (
            "a foreign address in PASV is not connected to",
            script([by_pasv("500 what?", "227 ok (10,0,0,1,{p1},{p2})"), transfer()]),
            whole(),
            Quit,
        ),
        (
            "PASV may lack its parentheses",
            script([by_pasv("500 what?", "227 Passive mode 2, at 10,0,0,1,{p1},{p2}"), transfer()]),
            whole(),
            Quit,
        ),
        (
            "another delimiter than the bar will do",
            script([by_epsv("229 Extended (passive) mode (!!!{port}!)"), transfer()]),
            whole(),
            Quit,
        ),
        (
            "EPSV with a network and an address in it is not read",
            by_epsv("229 ok (|1|10.0.0.1|{port}|)"),
            Failed("the FTP server named no port in the reply to EPSV"),
            Quit,
        ),
        (
            "a port without its last delimiter may be cut off",
            by_epsv("229 ok (|||{port}"),
            Failed("the FTP server named no port in the reply to EPSV"),
            Quit,
        ),
        (
            "a port above 65535 is none",
            by_epsv("229 ok (|||65536|)"),
            Failed("the FTP server named no port in the reply to EPSV"),
            Quit,
        ),
        (
            "229 without a port is a failure",
            by_epsv("229 ok"),
            Failed("the FTP server named no port in the reply to EPSV"),
            Quit,
        ),
        (
            "227 with five numbers is a failure",
            by_pasv("500 what?", "227 ok (127,0,0,1,200)"),
            Failed("the FTP server named no port in the reply to PASV"),
            Quit,
        ),
        (
            "227 with a number above 255 is a failure",
            by_pasv("500 what?", "227 ok (127,0,0,1,200,256)"),
            Failed("the FTP server named no port in the reply to PASV"),
            Quit,
        ),
        (
            "421 to EPSV is a failure and not a wish for PASV",
            by_epsv("421 busy"),
            Failed("the FTP server failed temporarily: the reply to EPSV was 421"),
            Quit,
        ),
        (
            "227 to EPSV is out of turn",
            by_epsv("227 ok (127,0,0,1,{p1},{p2})"),
            Failed("the FTP server sent an unexpected code: the reply to EPSV was 227"),
            Quit,
        ),
        (
            "421 to PASV is a failure",
            by_pasv("500 what?", "421 busy"),
            Failed("the FTP server failed temporarily: the reply to PASV was 421"),
            Quit,
        ),
        (
            "550 to PASV is a failure, not a missing file",
            by_pasv("500 what?", "550 no"),
            Failed("the FTP server refused: the reply to PASV was 550"),
            Quit,
        ),
        (
            "a control connection closed behind PASV is a failure",
            script([by_pasv("500 what?", good), vec![Close]]),
            Failed("the FTP server closed the control connection before the reply to RETR"),
            Silent,
        ),
    ])
    .await;
}

#[tokio::test]
async fn the_transfer() {
    let answered = |line| script([prelude(), vec![Hear("RETR /robots.txt"), Say(line)]]);
    let sent =
        |text: String, end| script([opened(), vec![Send(text), EndData, Say(end), Hear("QUIT")]]);
    check(vec![
        (
            "125 opens the transfer, too",
            {
                script([
                    answered("125 open"),
                    vec![Send(FILE.to_owned()), EndData, Say("226 done")],
                ])
            },
            whole(),
            Quit,
        ),
        ("250 confirms the end, too", sent(FILE.to_owned(), "250 done"), whole(), Silent),
        ("an empty file is a file", sent(String::new(), "226 done"), Whole(String::new()), Silent),
        (
            "226 may come before the data",
            script([opened(), vec![Say("226 done"), Send(FILE.to_owned()), EndData, Hear("QUIT")]]),
            whole(),
            Silent,
        ),
        (
            "a file of the limit is whole",
            sent("x".repeat(LIMIT), "226 done"),
            Whole("x".repeat(LIMIT)),
            Silent,
        ),
        (
            "a file of the limit and one byte is cut, without waiting for 226",
            script([opened(), vec![Send("x".repeat(LIMIT + 1)), Hear("QUIT")]]),
            Cut("x".repeat(LIMIT)),
            Silent,
        ),
        (
            "a file without an end is cut, and its data connection closed",
            script([opened(), vec![Pour("0123456789"), Hear("QUIT")]]),
            Cut("0123456789".repeat(LIMIT / 10)),
            Silent,
        ),
        ("550 is a missing file", answered("550 not found"), NoFile, Quit),
        (
            "450 is a failure",
            answered("450 busy"),
            Failed("the FTP server failed temporarily: the reply to RETR was 450"),
            Quit,
        ),
        (
            "421 is a failure",
            answered("421 busy"),
            Failed("the FTP server failed temporarily: the reply to RETR was 421"),
            Quit,
        ),
        (
            "425 is a failure",
            answered("425 no data connection"),
            Failed("the FTP server failed temporarily: the reply to RETR was 425"),
            Quit,
        ),
        (
            "501 is a failure, not a missing file",
            answered("501 syntax"),
            Failed("the FTP server refused: the reply to RETR was 501"),
            Quit,
        ),
        (
            "553 is a failure, not a missing file",
            answered("553 bad name"),
            Failed("the FTP server refused: the reply to RETR was 553"),
            Quit,
        ),
        (
            "530 is a failure, not a missing file",
            answered("530 log in"),
            Failed("the FTP server refused: the reply to RETR was 530"),
            Quit,
        ),
        (
            "226 without 150 is no empty file",
            script([answered("226 done"), vec![EndData]]),
            Failed("the FTP server sent an unexpected code: the reply to RETR was 226"),
            Quit,
        ),
        (
            "426 behind a part of the file is a failure, not a shorter file",
            sent("User-agent".to_owned(), "426 aborted"),
            Failed(
                "the FTP server failed temporarily: \
                 the reply that confirms the end of the file was 426",
            ),
            Silent,
        ),
        (
            "451 behind a part of the file is a failure, not a shorter file",
            sent("User-agent".to_owned(), "451 disk"),
            Failed(
                "the FTP server failed temporarily: \
                 the reply that confirms the end of the file was 451",
            ),
            Silent,
        ),
        (
            "550 behind a part of the file is a failure, not a missing file",
            sent("User-agent".to_owned(), "550 gone"),
            Failed("the FTP server refused: the reply that confirms the end of the file was 550"),
            Silent,
        ),
        (
            "a control connection closed before 226 is a failure, not a file",
            script([opened(), vec![Send(FILE.to_owned()), EndData, Close]]),
            Failed(
                "the FTP server closed the control connection before \
                 the reply that confirms the end of the file",
            ),
            Silent,
        ),
        (
            "half a 226 is none",
            script([opened(), vec![Send(FILE.to_owned()), EndData, raw("226 don"), Close]]),
            Failed(
                "the FTP server closed the control connection before \
                 the reply that confirms the end of the file",
            ),
            Silent,
        ),
    ])
    .await;
}

#[tokio::test]
async fn replies_that_are_none() {
    let longest = format!("220 {}\r\n", "x".repeat(MAX_LINE_BYTES - 6));
    let too_long = format!("220 {}\r\n", "x".repeat(MAX_LINE_BYTES - 5));
    let most = format!("{}220 ready\r\n", "220-x\r\n".repeat(MAX_REPLY_LINES - 1));
    let too_many = format!("{}220 ready\r\n", "220-x\r\n".repeat(MAX_REPLY_LINES));
    let rest = || script([login().split_off(1), binary(), epsv(), transfer()]);
    let no_reply = Failed("the server sent something other than an FTP reply as the greeting");
    let garbage = |text: &str| vec![raw(text)];
    check(vec![
        ("a line of 512 bytes is read", script([vec![Raw(longest)], rest()]), whole(), Quit),
        (
            "a line of 513 bytes is not",
            vec![Raw(too_long)],
            Failed("the FTP server sent a line of more than 512 bytes in the greeting"),
            Silent,
        ),
        ("a reply of 100 lines is read", script([vec![Raw(most)], rest()]), whole(), Quit),
        (
            "a reply of 101 lines is not",
            vec![Raw(too_many)],
            Failed("the FTP server sent more than 100 lines in the greeting"),
            Silent,
        ),
        ("SSH is not FTP", garbage("SSH-2.0-OpenSSH_9.9\r\n"), no_reply, Silent),
        (
            "HTTP is not FTP",
            garbage("HTTP/1.1 400 Bad Request\r\n\r\n"),
            Failed("the server sent something other than an FTP reply as the greeting"),
            Silent,
        ),
        (
            "four digits are no code",
            garbage("2200 ready\r\n"),
            Failed("the server sent something other than an FTP reply as the greeting"),
            Silent,
        ),
        (
            "two digits are no code",
            garbage("22 ready\r\n"),
            Failed("the server sent something other than an FTP reply as the greeting"),
            Silent,
        ),
        (
            "666 is no code",
            garbage("666 ready\r\n"),
            Failed("the server sent something other than an FTP reply as the greeting"),
            Silent,
        ),
        (
            "an empty line is no reply",
            garbage("\r\n220 ready\r\n"),
            Failed("the server sent something other than an FTP reply as the greeting"),
            Silent,
        ),
        (
            "garbage later on is no reply, too",
            script([login(), vec![Hear("TYPE I"), raw("\u{1b}[2J\r\n")]]),
            Failed("the server sent something other than an FTP reply as the reply to TYPE"),
            Silent,
        ),
        (
            "a connection closed at once has no greeting",
            vec![Close],
            Failed("the FTP server closed the control connection before the greeting"),
            Silent,
        ),
        (
            "a connection closed within a reply of many lines has no greeting",
            vec![raw("220-hello\r\n220-still\r\n"), Close],
            Failed("the FTP server closed the control connection before the greeting"),
            Silent,
        ),
        (
            "replies in one packet are read one by one",
            script([
                vec![raw(
                    "220 a\r\n331 b\r\n230 c\r\n200 d\r\n229 (|||{port}|)\r\n150 e\r\n226 f\r\n",
                )],
                vec![Hear("USER anonymous"), Hear("PASS maycrawl@"), Hear("TYPE I"), Hear("EPSV")],
                vec![Hear("RETR /robots.txt"), Send(FILE.to_owned()), EndData],
            ]),
            whole(),
            Quit,
        ),
    ])
    .await;
}

/// The floods run over a small pipe in memory, where what the client took can be counted.
#[tokio::test]
async fn a_flood_ends_at_the_bound() {
    let rows = [
        (
            "a greeting without an end",
            "220-x\r\n",
            "the FTP server sent more than 100 lines in the greeting",
            MAX_REPLY_LINES * 7,
        ),
        (
            "a greeting of other codes",
            "220-x\r\n221 y\r\n",
            "the FTP server sent more than 100 lines in the greeting",
            MAX_REPLY_LINES * 7,
        ),
        (
            "a line without an end",
            "220 xxx",
            "the FTP server sent a line of more than 512 bytes in the greeting",
            MAX_LINE_BYTES,
        ),
        (
            "a line of digits",
            "2202202",
            "the FTP server sent a line of more than 512 bytes in the greeting",
            MAX_LINE_BYTES,
        ),
    ];
    for (sentence, text, error, taken) in rows {
        let (ours, theirs) = duplex(64);
        let script = [Flood(text)];
        let server = play(theirs, 0, no_data, &script);
        let client = retrieve(ours, HERE, "/robots.txt", LIMIT, nobody_dials);
        let (seen, retrieved) = in_time(server, client).await;
        assert_eq!(failure(retrieved), error, "{sentence}");
        let ahead = MAX_LINE_BYTES + 64; // the client's read buffer and the pipe
        assert!((taken..=taken + ahead).contains(&seen.flooded), "{sentence}: {seen:?}");
    }
}

/// The same floods later in the dialogue and over TCP: the client hangs up, so the server ends.
#[tokio::test]
async fn a_flood_at_any_step_ends() {
    let parts = [login(), binary(), epsv(), transfer()].concat();
    let replies = parts.iter().enumerate().filter(|(_, step)| matches!(step, Say(_)));
    let mut floods = 0;
    for (index, _) in replies {
        for text in ["200-x\r\n", "200 x"] {
            let flood = script([parts[..index].to_vec(), vec![Flood(text)]]);
            let (retrieved, _, _) = serve(&flood, "/robots.txt", LIMIT).await;
            let sentence = failure(retrieved);
            assert!(
                sentence.contains("sent more than") || sentence.contains("a line of more than")
            );
            floods += 1;
        }
    }
    assert_eq!(floods, 14, "a greeting and six replies");
}
