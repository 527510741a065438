//! Atomic writing: a file is written completely or not at all, and never through a symbolic link of another user.
//!
//! A new file is written next to its path under a random name, then renamed. A file that grows is opened without
//! following a symbolic link.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use crate::inputs::input;
use crate::text::output::Failure;

/// Replaces the content of a file and keeps its permissions. A symbolic link stays; its target is replaced.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let metadata = fs::metadata(&path)?;
    if metadata.permissions().readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let file = temporary_file(&path, bytes)?;
    file.as_file().set_permissions(metadata.permissions())?;
    file.as_file().sync_all()?;
    file.persist(&path)?;
    Ok(())
}

/// Writes a file that does not exist yet.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = temporary_file(path, bytes)?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path)?;
    Ok(())
}

/// Writes a file that a run can create again, without syncing it. A symbolic link at its path is replaced, not
/// followed.
pub(crate) fn overwrite(path: &Path, bytes: &[u8]) -> io::Result<()> {
    temporary_file(path, bytes)?.persist(path)?;
    Ok(())
}

/// Opens a file for appending, or creates it. A symbolic link is an error: in a folder that other users can write to,
/// it could point to any file of this user.
pub(crate) fn open_to_append(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NOFOLLOW.bits().cast_signed());
    }
    let is_link = || fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink());
    match options.open(path) {
        Ok(file) if file.metadata()?.is_file() => Ok(file),
        Ok(_) => Err(io::Error::other("it is not a regular file")),
        Err(_) if is_link() => {
            Err(io::Error::other("it is a symbolic link, which is not followed"))
        }
        Err(error) => Err(error),
    }
}

/// Why a file could not be written, without the name of the temporary file.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied, or it is read-only".to_owned(),
        // An error of this program.
        io::ErrorKind::Other => error.to_string(),
        kind => kind.to_string(),
    }
}

/// That the file with this name could not be written, and why.
pub(crate) fn failure(path: &Path, error: &io::Error) -> Failure {
    Failure::new(format!("cannot write {}: {}", input::name(path), reason(error)))
}

/// A file in the same folder with these bytes; it is deleted if it is not renamed.
fn temporary_file(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = Builder::new();
    builder.prefix(".robots.txt.");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The permissions of any new file: the umask applies.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(bytes)?;
    Ok(file)
}
