//! Which file stands under a path: device and number, to notice that another process has renamed or replaced it.

use std::path::Path;

pub(super) type FileId = (u64, u64);

#[cfg(unix)]
pub(super) fn file_id(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt as _;
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
pub(super) fn file_id(path: &Path) -> Option<FileId> {
    // On other systems an open file cannot be renamed, so no other process has renamed it.
    path.exists().then_some((0, 0))
}
