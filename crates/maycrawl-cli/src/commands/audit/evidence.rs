//! Files of evidence: JSON Lines, or Parquet by their name.

use std::io::{BufWriter, Read, Write as _};
use std::path::{Path, PathBuf};

use maycrawl_audit::evidence::Row;
use tempfile::NamedTempFile;

use crate::atomic_write;
use crate::inputs::input;
use crate::text::output::Failure;

/// A file of evidence, which appears when it is complete.
pub(super) struct EvidenceFile {
    path: PathBuf,
    rows: Rows,
}

enum Rows {
    Lines(BufWriter<NamedTempFile>),
    #[cfg(feature = "tables")]
    Parquet(Box<maycrawl_table::logs::EvidenceWriter<NamedTempFile>>),
}

fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("parquet"))
}

impl EvidenceFile {
    pub(super) fn create(path: &Path) -> Result<Self, Failure> {
        let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
        let file = tempfile::Builder::new()
            .prefix(".evidence.")
            .tempfile_in(folder.unwrap_or(Path::new(".")))
            .map_err(|error| atomic_write::failure(path, &error))?;
        let rows =
            if is_parquet(path) { parquet(path, file)? } else { Rows::Lines(BufWriter::new(file)) };
        Ok(Self { path: path.to_owned(), rows })
    }

    pub(super) fn write(&mut self, row: &Row) -> Result<(), Failure> {
        match &mut self.rows {
            Rows::Lines(rows) => serde_json::to_writer(&mut *rows, row)
                .map_err(std::io::Error::from)
                .and_then(|()| rows.write_all(b"\n"))
                .map_err(|error| atomic_write::failure(&self.path, &error)),
            #[cfg(feature = "tables")]
            Rows::Parquet(rows) => rows.write(row).map_err(|error| unwritten(&self.path, &error)),
        }
    }

    pub(super) fn finish(self) -> Result<(), Failure> {
        let Self { path, rows } = self;
        let file = match rows {
            Rows::Lines(rows) => {
                rows.into_inner().map_err(|error| atomic_write::failure(&path, error.error()))?
            }
            #[cfg(feature = "tables")]
            Rows::Parquet(rows) => rows.finish().map_err(|error| unwritten(&path, &error))?,
        };
        file.persist(&path).map_err(|error| atomic_write::failure(&path, &error.error))?;
        Ok(())
    }
}

#[cfg(feature = "tables")]
fn parquet(path: &Path, file: NamedTempFile) -> Result<Rows, Failure> {
    let writer = maycrawl_table::logs::EvidenceWriter::new(file);
    writer.map(|writer| Rows::Parquet(Box::new(writer))).map_err(|error| unwritten(path, &error))
}

#[cfg(feature = "tables")]
fn unwritten(path: &Path, error: &maycrawl_table::JobError) -> Failure {
    Failure::new(format!("cannot write {}: {error}", input::name(path)))
}

#[cfg(not(feature = "tables"))]
fn parquet(path: &Path, _: NamedTempFile) -> Result<Rows, Failure> {
    Err(super::lines::without_tables(path, "write evidence as .jsonl"))
}

/// The rows of a file of evidence, as lines.
pub(super) fn lines(path: &Path) -> Result<Box<dyn Read + Send>, Failure> {
    if is_parquet(path) { parquet_lines(path) } else { Ok(Box::new(input::open(path)?)) }
}

#[cfg(feature = "tables")]
fn parquet_lines(path: &Path) -> Result<Box<dyn Read + Send>, Failure> {
    let rows = maycrawl_table::logs::evidence_lines(path);
    rows.map(|rows| Box::new(rows) as _).map_err(|error| Failure::new(error.to_string()))
}

#[cfg(not(feature = "tables"))]
fn parquet_lines(path: &Path) -> Result<Box<dyn Read + Send>, Failure> {
    Err(super::lines::without_tables(path, "write evidence as .jsonl"))
}
