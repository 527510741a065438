//! The files of a job: on this machine, or anywhere else that a program can read at a position.
//!
//! A reader of a job opens files by name through [`InputFiles`]. [`LocalFiles`] are the files of this machine. A
//! program on a cluster gives its own, such as objects of a store. Their bytes are read in windows of [`WINDOW_BYTES`],
//! because each request to a store costs milliseconds.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::{Buf as _, Bytes};
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, Length};

/// Bytes that are read at a time from a file that is not on this machine: 4 MiB.
pub const WINDOW_BYTES: usize = 4 << 20;

/// Opens the files of a job.
pub trait InputFiles: Send + Sync {
    /// The file at `path`.
    ///
    /// # Errors
    /// If the file cannot be opened.
    fn open(&self, path: &Path) -> io::Result<InputFile>;
}

/// A file that can be read at any position, from any thread.
pub trait ReadAt: Send + Sync {
    /// The number of bytes of the file.
    fn size(&self) -> u64;

    /// At most `length` bytes that begin at `offset`; fewer only at the end of the file.
    ///
    /// # Errors
    /// If the bytes cannot be read.
    fn read_at(&self, offset: u64, length: usize) -> io::Result<Vec<u8>>;
}

/// The files of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalFiles;

impl InputFiles for LocalFiles {
    fn open(&self, path: &Path) -> io::Result<InputFile> {
        File::open(path).map(|file| InputFile(Kind::Local(file)))
    }
}

/// A file that is open.
pub struct InputFile(Kind);

enum Kind {
    Local(File),
    Remote(Remote),
}

struct Remote {
    file: Arc<dyn ReadAt>,
    position: u64,
    /// The last bytes that were read, and where they begin.
    window: Mutex<(u64, Bytes)>,
}

impl InputFile {
    /// A file that is read through `file`.
    #[must_use]
    pub fn new(file: Arc<dyn ReadAt>) -> Self {
        Self(Kind::Remote(Remote { file, position: 0, window: Mutex::default() }))
    }
}

impl Remote {
    /// Some bytes at `offset`; none only at the end of the file.
    fn some_bytes(&self, offset: u64) -> io::Result<Bytes> {
        {
            let window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
            let start = offset.checked_sub(window.0).and_then(|start| usize::try_from(start).ok());
            if let Some(start) = start.filter(|&start| start < window.1.len()) {
                return Ok(window.1.slice(start..));
            }
        }
        self.bytes(offset, WINDOW_BYTES)
    }

    /// At most `length` bytes at `offset`; fewer only at the end of the file.
    fn bytes(&self, offset: u64, length: usize) -> io::Result<Bytes> {
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        let left = usize::try_from(self.file.size().saturating_sub(offset)).unwrap_or(usize::MAX);
        let length = length.min(left);
        let inside = |window: &(u64, Bytes)| {
            let start = usize::try_from(offset.checked_sub(window.0)?).ok()?;
            let end = start.checked_add(length)?;
            (end <= window.1.len()).then(|| window.1.slice(start..end))
        };
        if let Some(bytes) = inside(&window) {
            return Ok(bytes);
        }
        let read = self.file.read_at(offset, length.max(WINDOW_BYTES).min(left))?;
        *window = (offset, read.into());
        inside(&window).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}

impl Read for InputFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.0 {
            Kind::Local(file) => file.read(buffer),
            Kind::Remote(remote) => {
                let mut bytes = remote.bytes(remote.position, buffer.len())?;
                let read = bytes.len();
                bytes.copy_to_slice(&mut buffer[..read]);
                remote.position += read as u64;
                Ok(read)
            }
        }
    }
}

impl Length for InputFile {
    fn len(&self) -> u64 {
        match &self.0 {
            Kind::Local(file) => Length::len(file),
            Kind::Remote(remote) => remote.file.size(),
        }
    }
}

impl ChunkReader for InputFile {
    type T = Box<dyn Read + Send>;

    fn get_read(&self, start: u64) -> parquet::errors::Result<Self::T> {
        Ok(match &self.0 {
            Kind::Local(file) => {
                let mut reader = file.try_clone()?;
                reader.seek(SeekFrom::Start(start))?;
                Box::new(BufReader::new(reader))
            }
            Kind::Remote(remote) => {
                // The reader of Parquet reads the header of a page from here, which is short.
                let window = remote.some_bytes(start)?;
                let file = Arc::clone(&remote.file);
                let position = start + window.len() as u64;
                let rest = Remote { file, position, window: Mutex::default() };
                Box::new(window.reader().chain(Self(Kind::Remote(rest))))
            }
        })
    }

    fn get_bytes(&self, start: u64, length: usize) -> parquet::errors::Result<Bytes> {
        match &self.0 {
            Kind::Local(file) => file.get_bytes(start, length),
            Kind::Remote(remote) => {
                let bytes = remote.bytes(start, length)?;
                if bytes.len() < length {
                    return Err(ParquetError::EOF("the file ends inside a page".to_owned()));
                }
                Ok(bytes)
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may panic
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    struct Counted(Vec<u8>, AtomicUsize);

    impl ReadAt for Counted {
        fn size(&self) -> u64 {
            self.0.len() as u64
        }

        fn read_at(&self, offset: u64, length: usize) -> io::Result<Vec<u8>> {
            self.1.fetch_add(1, Ordering::Relaxed);
            let start = usize::try_from(offset).unwrap().min(self.0.len());
            Ok(self.0[start..self.0.len().min(start + length)].to_vec())
        }
    }

    #[test]
    fn a_remote_file_is_read_in_windows() {
        let bytes: Vec<u8> = (0..3 * WINDOW_BYTES / 2).map(|n| (n % 251) as u8).collect();
        let counted = Arc::new(Counted(bytes.clone(), AtomicUsize::new(0)));
        let mut file = InputFile::new(Arc::clone(&counted) as Arc<dyn ReadAt>);
        assert_eq!(file.get_bytes(7, 100).unwrap(), bytes[7..107]);
        assert_eq!(file.get_bytes(100, 9000).unwrap(), bytes[100..9100]);
        assert_eq!(counted.1.load(Ordering::Relaxed), 1);
        assert!(file.get_bytes(bytes.len() as u64 - 5, 6).is_err());
        let mut whole = Vec::new();
        file.read_to_end(&mut whole).unwrap();
        assert!(whole == bytes);
        let mut rest = Vec::new();
        let start = WINDOW_BYTES / 4;
        file.get_read(start as u64).unwrap().read_to_end(&mut rest).unwrap();
        assert!(rest == bytes[start..]);
        // The header of a page that is in the window costs no request.
        file.get_bytes(0, 10).unwrap();
        let before = counted.1.load(Ordering::Relaxed);
        let mut header = [0; 100];
        file.get_read(start as u64).unwrap().read_exact(&mut header).unwrap();
        assert_eq!(
            (header.as_slice(), counted.1.load(Ordering::Relaxed)),
            (&bytes[start..start + 100], before)
        );
    }
}
