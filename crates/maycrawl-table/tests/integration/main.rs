//! The tests of the tables as their users call them, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

#[cfg(feature = "jobs")]
mod bulk;
#[cfg(feature = "jobs")]
mod bulk_copy;
#[cfg(feature = "jobs")]
mod bulk_uses;
#[cfg(feature = "jobs")]
mod distributed;
#[cfg(feature = "jobs")]
mod files;
mod kernels;
#[cfg(feature = "logs")]
mod logs;
#[cfg(feature = "sql")]
mod sql;
#[cfg(feature = "jobs")]
mod survey;
#[cfg(feature = "jobs")]
mod warc;
