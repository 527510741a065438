//! An Atom feed (RFC 4287) of the newest messages. The store has its entries, so the file is written anew each time,
//! and completely or not at all.

use std::fmt::Write as _;
use std::path::Path;

use maycrawl::HtmlText;

use super::super::message::{Headline, uuid_of};
use super::{NoteChange, Target, in_background};
use crate::atomic_write;

/// The most entries of a feed.
const MAX_ENTRIES: usize = 100;

/// Writes the feed with a new entry. Returns the change of the store that keeps the entry.
pub(super) async fn add(
    target: &Target,
    path: &Path,
    entry: Headline,
) -> Result<Vec<NoteChange>, String> {
    let key = format!("watch/feed/{}", target.id);
    let kept = target.store.note(&key).await.map_err(|error| error.to_string())?;
    let kept = kept.and_then(|kept| serde_json::from_slice(&kept).ok());
    let mut entries: Vec<Headline> = kept.unwrap_or_default();
    entries.retain(|known| known.id != entry.id);
    entries.insert(0, entry);
    entries.truncate(MAX_ENTRIES);
    let text = feed(&target.id, &entries);
    let path = path.to_owned();
    in_background(move || {
        let written = atomic_write::overwrite(&path, text.as_bytes());
        written.map_err(|error| atomic_write::reason(&error))
    })
    .await?;
    let kept = serde_json::to_vec(&entries).map_err(|error| error.to_string())?;
    Ok(vec![(key, Some(kept))])
}

/// The feed. `id` is the same for all versions of one file.
fn feed(id: &str, entries: &[Headline]) -> String {
    let updated = entries.first().map_or("1970-01-01T00:00:00Z", |entry| &entry.at);
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
         <title>Changes of robots.txt</title>\n<id>urn:uuid:{}</id>\n\
         <updated>{updated}</updated>\n<author><name>maycrawl</name></author>\n",
        uuid_of(id)
    );
    for entry in entries {
        let details = entry.details.join("\n");
        // Memory can always be written.
        let _ = write!(
            text,
            "<entry>\n<title>{}</title>\n<id>urn:uuid:{}</id>\n<updated>{}</updated>\n\
             <link href=\"{}\"/>\n<category term=\"{}\"/>\n<content type=\"text\">{}</content>\n</entry>\n",
            HtmlText(&entry.summary),
            HtmlText(&entry.id),
            HtmlText(&entry.at),
            HtmlText(&entry.robots_url),
            HtmlText(&entry.kind),
            HtmlText(&details),
        );
    }
    text + "</feed>\n"
}
