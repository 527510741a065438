//! URLs: from what a person writes to the part that rules see.
//!
//! `written_url` completes what people write. `asked_url` makes of it the URL that a client requests
//! (`request_url`), and that has an `origin` and a `url_path`. What google/robotstxt does with a text as it is given
//! has a type of its own (`requested`).

#[cfg(feature = "origin")]
pub mod asked_url;
pub mod escape;
#[cfg(feature = "origin")]
pub(crate) mod origin;
pub(crate) mod plain_url;
#[cfg(feature = "origin")]
pub(crate) mod request_url;
pub(crate) mod requested;
pub(crate) mod url_path;
#[cfg(feature = "origin")]
pub mod written_url;
