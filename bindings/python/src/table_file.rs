//! Files of a job that Python opens: objects of a store, or anything else that a binary file object reads.

use std::io;
use std::path::Path;
use std::sync::Arc;

use maycrawl_table::files::{InputFile, InputFiles, LocalFiles, ReadAt};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

/// The file object of one path. The other files are those of this machine.
pub(crate) struct PythonFile(Arc<Object>);

struct Object {
    file: Py<PyAny>,
    size: u64,
}

impl PythonFile {
    /// The files of a task: `file` if Python has opened it, otherwise those of this machine.
    pub(crate) fn files(file: Option<&Bound<'_, PyAny>>) -> PyResult<Arc<dyn InputFiles>> {
        let Some(file) = file else { return Ok(Arc::new(LocalFiles)) };
        file.call_method1("seek", (0, 2))?;
        let size = file.call_method0("tell")?.extract()?;
        Ok(Arc::new(Self(Arc::new(Object { file: file.clone().unbind(), size }))))
    }
}

impl InputFiles for PythonFile {
    fn open(&self, _path: &Path) -> io::Result<InputFile> {
        Ok(InputFile::new(Arc::clone(&self.0) as Arc<dyn ReadAt>))
    }
}

impl ReadAt for Object {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        Python::attach(|py| {
            let file = self.file.bind(py);
            file.call_method1("seek", (offset,))?;
            let mut bytes = Vec::with_capacity(length);
            // A file object may give less than it is asked for.
            while bytes.len() < length {
                let read = file.call_method1("read", (length - bytes.len(),))?;
                let read: PyBackedBytes = read.extract()?;
                if read.is_empty() {
                    break;
                }
                bytes.extend_from_slice(&read);
            }
            Ok(bytes)
        })
        .map_err(|error: PyErr| io::Error::other(error.to_string()))
    }
}
