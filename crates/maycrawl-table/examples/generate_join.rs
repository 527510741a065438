//! Writes the input of a large job: the robots.txt files of the corpus, and URLs of their sites in random order.
//!
//! `cargo run --release -p maycrawl-table --example generate_join -- 20000000 target/join` writes `robots.parquet` and
//! `urls.parquet` into `target/join`. Then `maycrawl bulk --timings` measures the job.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, BinaryArray, RecordBatch, StringArray};
use maycrawl_testdata::random::Random;
use maycrawl_testdata::{RealFile, corpus};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

/// URLs of a row group, and of a batch.
const GROUP: usize = 1 << 20;
const BATCH: usize = 1 << 16;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let count: usize = args.next().ok_or("usage: generate_join COUNT FOLDER")?.parse()?;
    let folder = PathBuf::from(args.next().ok_or("usage: generate_join COUNT FOLDER")?);
    let files = corpus("the corpus is needed to generate a join").ok_or("no corpus")?;
    fs::create_dir_all(&folder)?;
    let origins = files.iter().map(|file| format!("https://{}", file.host));
    let robots: Vec<(&str, ArrayRef)> = vec![
        ("origin", Arc::new(StringArray::from_iter_values(origins))),
        ("robots", Arc::new(BinaryArray::from_iter_values(files.iter().map(|file| &file.bytes)))),
    ];
    let batch = RecordBatch::try_from_iter(robots)?;
    let mut writer = writer(&folder.join("robots.parquet"), &batch)?;
    writer.write(&batch)?;
    writer.close()?;

    let mut random = Random(0x5EED);
    let mut urls_writer: Option<ArrowWriter<File>> = None;
    for start in (0..count).step_by(BATCH) {
        let urls = (start..count.min(start + BATCH)).map(|_| url(&files, &mut random));
        let column: ArrayRef = Arc::new(StringArray::from_iter_values(urls));
        let batch = RecordBatch::try_from_iter([("url", column)])?;
        if urls_writer.is_none() {
            urls_writer = Some(self::writer(&folder.join("urls.parquet"), &batch)?);
        }
        if let Some(writer) = &mut urls_writer {
            writer.write(&batch)?;
        }
    }
    if let Some(writer) = urls_writer {
        writer.close()?;
    }
    Ok(())
}

fn writer(
    path: &Path,
    batch: &RecordBatch,
) -> Result<ArrowWriter<File>, Box<dyn std::error::Error>> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_max_row_group_row_count(Some(GROUP))
        .set_dictionary_enabled(false)
        .build();
    Ok(ArrowWriter::try_new(File::create(path)?, batch.schema(), Some(properties))?)
}

/// A URL of a random site. Every second one begins like a line of the site's file.
fn url(files: &[RealFile], random: &mut Random) -> String {
    let file = &files[random.below(files.len() as u64) as usize];
    let start = random.below(file.bytes.len().max(1) as u64) as usize;
    let line = file.bytes[start.min(file.bytes.len())..].split(|&byte| byte == b'\n').nth(1);
    let rule = line.and_then(|line| {
        let text = std::str::from_utf8(line).ok()?;
        let path = text.split_once(": ")?.1.trim();
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.?=&".contains(&byte);
        (path.starts_with('/') && path.bytes().all(is_plain)).then(|| path.to_owned())
    });
    let (first, second) = (random.word(), random.word());
    match rule.filter(|_| random.below(2) == 0) {
        Some(path) => format!("https://{}{path}{first}", file.host),
        None => format!("https://{}/{first}/{second}/{}.html", file.host, random.below(100_000)),
    }
}
