//! Any bytes are an answer to the request for a robots.txt: what it means does not depend on how they arrive, and an
//! answer with a length that is cut short is never another file.

use std::sync::LazyLock;

use ::url::Url;
use maycrawl_fetch::{Clock, ClockReading, FailureKind, Fetcher, Outcome, Timestamp, fuzzing};
use maycrawl_policy::ArchivedResponse;

use crate::stream::{Stream, runtime};

/// Maximum size of a file, and the byte that says that there are more.
const MAX_BODY_BYTES: usize = (500 << 10) + 1;

static FETCHER: LazyLock<Fetcher> = LazyLock::new(|| {
    let now = ClockReading { wall: Timestamp::from_millis(1 << 40), steady: Default::default() };
    Fetcher::builder().clock(Clock::fixed(now)).build().unwrap()
});

/// Panics if that is not so.
pub fn check(wire: &[u8]) {
    let whole = answer(wire, usize::MAX);
    assert_eq!(meaning(&answer(wire, 1 + wire.len() % 7)), meaning(&whole));
    match &whole {
        ArchivedResponse::Outcome(Outcome::File(body)) => {
            assert!(body.bytes.len() <= MAX_BODY_BYTES);
            let head = body.head.to_ascii_lowercase();
            let has = |name: &[u8]| head.windows(name.len()).any(|window| window == name);
            if has(b"\ncontent-length:") || has(b"\ntransfer-encoding:") {
                // Where it is cut follows from the bytes, so that a mutation moves it.
                let sum = wire.iter().fold(0, |sum, &byte| sum * 31 % 65_521 + usize::from(byte));
                let cut = answer(&wire[..sum % (wire.len() + 1)], usize::MAX);
                if let ArchivedResponse::Outcome(Outcome::File(part)) = cut {
                    assert_eq!(part.bytes, body.bytes);
                }
            }
        }
        ArchivedResponse::Outcome(outcome) => {
            assert!(!outcome.to_string().chars().any(char::is_control), "{outcome}");
        }
        ArchivedResponse::Redirect(to) => assert!(Url::parse(to).is_ok()),
        other => panic!("{other:?}"),
    }
}

/// What the answer means for verdicts. In an answer with several mistakes, which one is found first depends on the
/// reads.
fn meaning(answer: &ArchivedResponse) -> String {
    match answer {
        ArchivedResponse::Outcome(Outcome::Failed(failure)) => match failure.kind {
            FailureKind::Status(_) => failure.to_string(),
            _ => "failed".to_owned(),
        },
        other => format!("{other:?}"),
    }
}

/// What the fetcher makes of an answer that arrives in pieces of this size.
fn answer(wire: &[u8], read_size: usize) -> ArchivedResponse {
    let url = Url::parse("https://site.example/robots.txt").unwrap();
    runtime().block_on(fuzzing::http(&FETCHER, &url, Stream::new(wire, read_size, false)))
}
