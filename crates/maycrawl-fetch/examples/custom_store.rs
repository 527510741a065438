//! A store of one's own: each origin's value in a file of a folder.
//!
//! ```text
//! cargo run -p maycrawl-fetch --example custom_store -- FOLDER https://example.com/
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr)] // a program for a terminal

use std::error::Error;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::{env, fs, io};

use maycrawl::Crawler;
use maycrawl_fetch::{Bytes, CustomStore, Fetcher, Store, StoreError, StoreFuture, Timestamp};

/// Keeps the current value of each origin, without history. File names are the bytes of the origin in hexadecimal.
#[derive(Debug)]
struct FolderStore {
    folder: PathBuf,
}

impl FolderStore {
    fn path(&self, origin: &str) -> PathBuf {
        let name: String = origin.bytes().map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(name)
    }

    fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let name = entry?.file_name().into_string().unwrap_or_default();
            let digits =
                |at: usize| name.get(at..at + 2).and_then(|two| u8::from_str_radix(two, 16).ok());
            let bytes: Option<Vec<u8>> = (0..name.len()).step_by(2).map(digits).collect();
            names.extend(bytes.and_then(|bytes| String::from_utf8(bytes).ok()));
        }
        names.sort_unstable();
        Ok(names)
    }
}

fn failed(error: &io::Error) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

// A program for many sites would use the file functions of an async runtime here.
impl CustomStore for FolderStore {
    fn get<'a>(&'a self, origin: &'a str) -> StoreFuture<'a, Option<Bytes>> {
        Box::pin(async move {
            match fs::read(self.path(origin)) {
                Ok(value) => Ok(Some(value.into())),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                Err(error) => Err(failed(&error)),
            }
        })
    }

    fn put<'a>(
        &'a self,
        origin: &'a str,
        value: Vec<u8>,
        _: Option<(Timestamp, Vec<u8>)>,
    ) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            // Written under another name first: a part of a value is never there.
            let (path, part) = (self.path(origin), self.folder.join("part"));
            fs::write(&part, value).and_then(|()| fs::rename(&part, path)).map_err(|e| failed(&e))
        })
    }

    fn origins<'a>(&'a self, after: &'a str, limit: usize) -> StoreFuture<'a, Vec<String>> {
        Box::pin(async move {
            let mut names = self.names().map_err(|error| failed(&error))?;
            names.retain(|name| name.as_str() > after);
            names.truncate(limit);
            Ok(names)
        })
    }

    fn remove<'a>(&'a self, origin: &'a str) -> StoreFuture<'a, bool> {
        Box::pin(async move {
            match fs::remove_file(self.path(origin)) {
                Ok(()) => Ok(true),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
                Err(error) => Err(failed(&error)),
            }
        })
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let folder = PathBuf::from(args.next().ok_or("usage: custom_store FOLDER URL...")?);
    fs::create_dir_all(&folder)?;
    let fetcher = Fetcher::builder().store(Store::custom(FolderStore { folder })).build()?;
    let crawler = Crawler::parse("ExampleBot")?;
    for url in args {
        let robots = fetcher.robots_for(&url).await?;
        println!("{}; {robots}", robots.check(&crawler, &url));
    }
    for origin in fetcher.store().origins(None, 100).await? {
        println!("stored: {origin}");
    }
    Ok(())
}
