//! Which crawlers obeyed a robots.txt, by an access log. Nothing is fetched.
//!
//! [`log`] reads the lines of an access log:
//!
//! ```
//! use maycrawl_audit::log::{LogOptions, LogReader};
//!
//! let mut reader = LogReader::new(LogOptions::default());
//! let line = br#"192.0.2.10 - - [23/Nov/2026:04:22:14 +0100] "GET /a?b HTTP/1.1" 200 34 "-" "GPTBot/1.2""#;
//! let request = reader.read(line)?.expect("a request");
//! assert_eq!((&*request.target, request.status), ("/a?b", Some(200)));
//! assert_eq!(request.user_agent.as_deref(), Some("GPTBot/1.2"));
//! assert_eq!(request.time.to_string(), "2026-11-23T03:22:14Z");
//! # Ok::<(), maycrawl_audit::log::Unreadable>(())
//! ```

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod log;
