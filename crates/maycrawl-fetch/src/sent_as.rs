//! A fetch under another User-Agent. Below the fetcher, which `ask_as` is above.

use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use hyper::header::{HeaderMap, HeaderValue};

/// A fetch under another User-Agent than that of its fetcher, and its last answer as it arrived.
#[derive(Debug)]
pub(crate) struct SentAs {
    pub(crate) user_agent: HeaderValue,
    seen: Mutex<SeenAnswer>,
}

/// What is kept of an answer, whatever it means.
#[derive(Debug, Default)]
pub(crate) struct SeenAnswer {
    pub(crate) fields: HeaderMap,
    /// The body of an answer that is no file: often the page of a firewall.
    pub(crate) page: Option<Bytes>,
}

impl SentAs {
    pub(crate) fn new(user_agent: HeaderValue) -> Self {
        Self { user_agent, seen: Mutex::default() }
    }

    /// Keeps an answer in place of the one before it.
    pub(crate) fn see(&self, fields: &HeaderMap, page: Option<Bytes>) {
        let seen = SeenAnswer { fields: fields.clone(), page };
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = seen;
    }

    pub(crate) fn into_seen(self) -> SeenAnswer {
        self.seen.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
