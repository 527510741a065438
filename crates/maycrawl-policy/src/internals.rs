//! What the fetcher shares with this crate, so that an answer is read in one way. Not part of what versions promise.

pub use crate::announced_body::{AnnouncedBody, Coding, Fields, encoding};
pub use crate::answer::Freshness;
#[cfg(feature = "archive")]
pub use crate::body::{ACCEPTED, DECODE_SLICE_BYTES, Decoder, Limits, PushResult};
pub use crate::evidence::{MAX_FILE_BYTES, Meaning, check_text};
pub use crate::outcome::NOT_REQUESTED;
pub use crate::policy::{
    Answer, DAY, Doubted, DoubtedAnswer, MAX_CLOCK_SKEW, Series, Trouble, is_robots_txt,
};
pub use crate::redirects::{MAX_URL_BYTES, is_redirect, target};
