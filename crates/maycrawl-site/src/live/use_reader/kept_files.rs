//! Files that were fetched a short time ago, or are being fetched.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use tokio::sync::OnceCell;

use super::request::Trouble;

/// How long an answer is kept. No document says how long it holds, so it is short: the longest pause between two
/// questions of one run.
const KEPT_FOR: Duration = Duration::from_secs(300);
/// Number of files that are kept. Each may be as large as a reader takes.
const MAX_FILES: usize = 64;

/// What a site answered for a file.
pub(super) type FileCell = Arc<OnceCell<Result<Bytes, Trouble>>>;

/// The files, by URL.
#[derive(Debug, Default)]
pub(super) struct KeptFiles(Mutex<HashMap<String, (FileCell, Instant)>>);

impl KeptFiles {
    /// The cell of a URL, empty if it is not fetched yet. Who fills it fetches for all that wait for it: many URLs of
    /// one site are asked about at a time.
    pub(super) fn cell(&self, url: &str) -> FileCell {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((cell, since)) = files.get(url)
            && since.elapsed() < KEPT_FOR
        {
            return Arc::clone(cell);
        }
        if files.len() >= MAX_FILES {
            let oldest = files.iter().min_by_key(|(_, (_, since))| *since);
            if let Some(oldest) = oldest.map(|(url, _)| url.clone()) {
                files.remove(&oldest);
            }
        }
        let cell = FileCell::default();
        files.insert(url.to_owned(), (Arc::clone(&cell), Instant::now()));
        cell
    }
}
