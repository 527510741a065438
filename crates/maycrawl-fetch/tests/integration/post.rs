//! Messages that a program sends: what is on the wire, and to whom nothing is sent.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::time::Duration;

use crate::servers::{Server, Step, answer, ok, redirect, with_length};
use maycrawl_fetch::{AddressGuard, FailureKind, Fetcher, ResourceError};

const DEADLINE: Duration = Duration::from_secs(60);

fn fetcher() -> Fetcher {
    Fetcher::builder().guard(AddressGuard::public_only().allowing_private()).build().unwrap()
}

#[tokio::test]
async fn the_body_and_the_fields_are_sent_and_the_status_comes_back() {
    for (bytes, status) in [
        (ok("thanks"), 200),
        (with_length("HTTP/1.1 503 Busy\r\n", ""), 503),
        // A redirect leads to another URL, which is not the one that the body is for.
        (redirect("http://other.example/"), 301),
    ] {
        let server = Server::new(vec![answer(bytes)]).await;
        let url = format!("http://{}/hook?x=1#part", server.address);
        let fields = [("webhook-id", "7".to_owned()), ("content-type", "text/plain".to_owned())];
        let sent = fetcher().post(&url, &fields, "a message", DEADLINE).await;
        assert_eq!(sent.map_err(|error| error.to_string()).unwrap() / 100, status / 100);
        let request = &server.requests()[0];
        let request = request.to_ascii_lowercase();
        assert!(request.starts_with("post /hook?x=1 http/1.1\r\n"), "{request}");
        for field in ["webhook-id: 7\r\n", "content-type: text/plain\r\n", "content-length: 9\r\n"]
        {
            assert!(request.contains(field), "{field}: {request}");
        }
        assert_eq!(server.connections(), 1);
    }
}

#[tokio::test]
async fn nothing_is_sent_to_an_address_that_the_guard_refuses() {
    let server = Server::answering(ok("")).await;
    let url = format!("http://{}/", server.address);
    let careful = Fetcher::builder().build().unwrap();
    let refused = careful.post(&url, &[], "x", DEADLINE).await;
    assert_eq!(refused, Err(ResourceError::Refused));
    for url in ["ftp://127.0.0.1/", "http://user:word@127.0.0.1/", "no URL"] {
        let refused = fetcher().post(url, &[], "x", DEADLINE).await;
        assert!(matches!(refused, Err(ResourceError::NotAUrl(_))), "{url}: {refused:?}");
    }
    let field = [("webhook-id", "a\r\nb: c".to_owned())];
    assert!(fetcher().post(&url, &field, "x", DEADLINE).await.is_err());
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn a_receiver_that_does_not_answer_costs_the_deadline() {
    let server = Server::new(vec![vec![Step::Request, Step::Hang]]).await;
    let url = format!("http://{}/", server.address);
    let late = fetcher().post(&url, &[], "x", Duration::from_millis(50)).await;
    let Err(ResourceError::Failed(failure)) = late else { panic!("{late:?}") };
    assert_eq!(failure.kind, FailureKind::Timeout);
}
