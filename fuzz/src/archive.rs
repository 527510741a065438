//! Any bytes are a response that an archive has recorded: one that was cut is no whole file, and no message contains
//! what a server wrote.

use ::url::Url;
use maycrawl_policy::{ArchivedResponse, BodyEnd, Outcome};

/// Maximum size of a file, and the byte that says that there are more.
const MAX_BODY_BYTES: usize = (500 << 10) + 1;

/// Panics if that is not so.
pub fn check(response: &[u8]) {
    for end in [BodyEnd::Complete, BodyEnd::Unknown, BodyEnd::Cut] {
        match ArchivedResponse::read("https://site.example/robots.txt", response, end) {
            Ok(ArchivedResponse::Outcome(Outcome::File(body))) => {
                assert!(body.bytes.len() <= MAX_BODY_BYTES);
                // An answer that has no body, such as 204, is whole without one.
                assert!(body.cut || end != BodyEnd::Cut || body.bytes.is_empty());
            }
            Ok(ArchivedResponse::Outcome(outcome)) => {
                assert!(!outcome.to_string().chars().any(char::is_control), "{outcome}");
            }
            Ok(ArchivedResponse::Redirect(to)) => assert!(Url::parse(&to).is_ok()),
            Ok(other) => panic!("{other:?}"),
            Err(failure) => assert!(!failure.detail.chars().any(char::is_control), "{failure}"),
        }
    }
}
