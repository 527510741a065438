//! Files are written whole or not at all: beside, then renamed.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// Puts `bytes` in the place of a file, with its permissions. A link stays, and what it points to is replaced.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let metadata = fs::metadata(&path)?;
    if metadata.permissions().readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let file = beside(&path, bytes)?;
    file.as_file().set_permissions(metadata.permissions())?;
    file.persist(&path)?;
    Ok(())
}

/// Writes a file that does not exist yet.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    beside(path, bytes)?.persist_noclobber(path)?;
    Ok(())
}

/// Why a file could not be written, without the name of the one beside it.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied, or it is read-only".to_owned(),
        kind => kind.to_string(),
    }
}

/// A file in the same folder with these bytes, on the disk; gone if nothing is made of it.
fn beside(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = Builder::new();
    builder.prefix(".robots.txt.");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As any other new file: what the umask leaves.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}
