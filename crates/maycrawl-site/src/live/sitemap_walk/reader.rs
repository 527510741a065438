//! Passes a file's items to the walk: a task receives the bytes, a thread parses them, and bounded channels connect
//! them.

use std::io::{self, Read};

use bytes::{Buf as _, Bytes};
use maycrawl_fetch::{Failure, Response};
use tokio::sync::mpsc;

use crate::sitemap::{Sitemap, SitemapItem, SitemapKind};

/// Number of items in a batch.
const BATCH_ITEMS: usize = 256;
/// Maximum number of batches or pieces in a channel.
const MAX_WAITING: usize = 4;

/// Some items of a file, and the kind and count of the file so far.
pub(super) struct Batch {
    pub(super) items: Vec<SitemapItem>,
    pub(super) kind: Option<SitemapKind>,
    pub(super) listed: u64,
}

/// What is read beside the URLs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct More {
    pub(super) form: bool,
    pub(super) resources: bool,
}

/// The items of a file, parsed by a thread.
pub(super) fn items(bytes: impl Read + Send + 'static, more: More) -> mpsc::Receiver<Batch> {
    let (batches, receiver) = mpsc::channel(MAX_WAITING);
    tokio::task::spawn_blocking(move || {
        let sitemap = Sitemap::new(bytes);
        let sitemap = if more.resources { sitemap.with_resources() } else { sitemap };
        let mut sitemap = if more.form { sitemap.checking_form() } else { sitemap };
        loop {
            let items: Vec<SitemapItem> = sitemap.by_ref().take(BATCH_ITEMS).collect();
            let over = items.len() < BATCH_ITEMS;
            let batch = Batch { items, kind: sitemap.kind(), listed: sitemap.listed() };
            // The receiver is gone: the walk was stopped.
            if batches.blocking_send(batch).is_err() || over {
                break;
            }
        }
    });
    receiver
}

/// The items of an answer: a task receives the bytes, and a thread parses them.
pub(super) fn items_of(mut response: Response, more: More) -> mpsc::Receiver<Batch> {
    let (pieces, receiver) = mpsc::channel(MAX_WAITING);
    tokio::spawn(async move {
        loop {
            let piece = response.chunk().await.transpose();
            let Some(piece) = piece else { break };
            let failed = piece.is_err();
            if pieces.send(piece).await.is_err() || failed {
                break;
            }
        }
    });
    items(Pieces { receiver, piece: Bytes::new() }, more)
}

/// The received pieces, as a blocking reader.
struct Pieces {
    receiver: mpsc::Receiver<Result<Bytes, Failure>>,
    piece: Bytes,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            match self.receiver.blocking_recv() {
                Some(Ok(piece)) => self.piece = piece,
                Some(Err(failure)) => return Err(io::Error::other(failure.to_string())),
                None => return Ok(0),
            }
        }
        let length = buffer.len().min(self.piece.len());
        self.piece.copy_to_slice(&mut buffer[..length]);
        Ok(length)
    }
}
