//! The store of fetched files, as `--store` names it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use etcetera::BaseStrategy as _;
use maycrawl::Printable;
use maycrawl_fetch::{Opened, Store, StoreError};

use crate::args::StoreArg;
use crate::text::output::{Failure, Output};

/// Size limit of a store in memory: 512 MiB.
const MEMORY_STORE_BYTES: u64 = 512 << 20;

/// The value of `--store`.
enum StoreChoice<'a> {
    Memory,
    Redis(&'a str),
    File(&'a Path),
    /// No value: a file in the platform's cache folder, if the platform has one.
    Default(Option<PathBuf>),
}

impl<'a> StoreChoice<'a> {
    fn parse(args: &'a StoreArg) -> Result<Self, Failure> {
        Ok(match args.store.as_deref() {
            None => Self::Default(default_path()),
            Some("memory") => Self::Memory,
            Some(url) if url.starts_with("redis://") => Self::Redis(url),
            Some("") => return Err(no_store("")),
            Some(url) if url.contains("://") => return Err(no_store(url)),
            Some(path) => Self::File(path.as_ref()),
        })
    }
}

/// Interval between tries of the service to open a store that cannot be written.
const RETRY_INTERVAL: Duration = Duration::from_secs(60);

/// The store to fetch with. If the default store fails, the command continues without one: answers are the same but are
/// not remembered. A store that `--store` names must work; one that can only be read does.
///
/// # Errors
/// If the named store cannot be used.
pub(crate) fn open(args: &StoreArg, output: &mut Output) -> Result<Store, Failure> {
    match StoreChoice::parse(args)? {
        StoreChoice::Memory | StoreChoice::Default(None) => Ok(Store::memory(MEMORY_STORE_BYTES)),
        StoreChoice::Redis(url) => Store::redis(url).map_err(|error| failed(&error)),
        StoreChoice::File(path) => file(path, output).map_err(|error| unusable(path, &error)),
        StoreChoice::Default(Some(path)) => file(&path, output).or_else(|error| {
            output
                .note("warning", &format!("{}: {error}; continuing without a store", shown(&path)));
            Ok(Store::memory(MEMORY_STORE_BYTES))
        }),
    }
}

/// The store of a service, which runs without one while its file cannot be opened or written, and tries again.
///
/// # Errors
/// If the named file is not a store.
pub(crate) fn open_for_service(args: &StoreArg, output: &mut Output) -> Result<Store, Failure> {
    match StoreChoice::parse(args)? {
        StoreChoice::File(path) => match Store::open_or_retry(path, RETRY_INTERVAL) {
            Ok(opened) => Ok(store_of(opened, output)),
            Err(error) => Err(unusable(path, &error)),
        },
        _ => open(args, output),
    }
}

/// Why nothing can be stored when the service starts.
pub(crate) fn unwritable(args: &StoreArg, store: &Store) -> Option<String> {
    let why = store.unwritable()?;
    let path = PathBuf::from(location(args).ok()?);
    Some(format!(
        "--store {}: {why}; the service runs and stores nothing, and tries again every minute",
        shown(&path)
    ))
}

/// Warns if the store does not answer. A Redis store connects at its first use, which is here.
pub(crate) async fn warn_if_unreachable(store: &Store, output: &mut Output) {
    if let Err(error) = store.ping().await {
        output.warn_of_store(&format!("{error}; continuing without it"));
    }
}

/// Warns if fetched files were not stored, once in a run.
pub(crate) fn warn_if_lost(store: &Store, output: &mut Output) {
    if let Some(lost) = store.lost_writes() {
        let answers = match lost.count {
            1 => "1 answer was".to_owned(),
            count => format!("{count} answers were"),
        };
        output.warn_of_store(&format!("{}; {answers} not stored", lost.last));
    }
}

/// The store to read from, which must exist.
///
/// # Errors
/// There is no such store, or it cannot be used.
pub(crate) fn existing(args: &StoreArg, output: &mut Output) -> Result<Store, Failure> {
    let path = match StoreChoice::parse(args)? {
        StoreChoice::Redis(url) => return Store::redis(url).map_err(|error| failed(&error)),
        StoreChoice::Memory => {
            return Err(Failure::new(
                "--store: a store in memory ends with its command; name a file, or redis://HOST:PORT",
            ));
        }
        StoreChoice::Default(None) => {
            return Err(Failure::new("there is no cache folder; name a store: --store FILE"));
        }
        StoreChoice::File(path) if !path.exists() => {
            return Err(Failure::new(format!("--store: there is no file {}", shown(path))));
        }
        StoreChoice::File(path)
            if fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() <= 1) =>
        {
            return Err(Failure::new(format!("--store: {} is empty, not a store", shown(path))));
        }
        // The default store is missing before the first fetch, which is no mistake. An empty store stands for it, so
        // that no file is created here.
        StoreChoice::Default(Some(path)) if !path.exists() => return Ok(Store::memory(0)),
        StoreChoice::File(path) => path.to_owned(),
        StoreChoice::Default(Some(path)) => path,
    };
    file(&path, output).map_err(|error| unusable(&path, &error))
}

/// The location of the store, which need not exist yet.
pub(crate) fn location(args: &StoreArg) -> Result<OsString, Failure> {
    match StoreChoice::parse(args)? {
        StoreChoice::Redis(url) => Ok(url.into()),
        StoreChoice::File(path) => Ok(path.into()),
        StoreChoice::Default(Some(path)) => Ok(path.into()),
        StoreChoice::Default(None) => {
            Err(Failure::new("there is no cache folder; name a store: --store FILE"))
        }
        StoreChoice::Memory => Err(Failure::new("--store: a store in memory has no location")),
    }
}

fn file(path: &Path, output: &mut Output) -> Result<Store, StoreError> {
    Ok(store_of(Store::open(path)?, output))
}

fn store_of(opened: Opened, output: &mut Output) -> Store {
    if let Some(damaged) = opened.damaged {
        output.note("warning", &damaged);
    }
    opened.store
}

/// The default store: a file in the platform's cache folder.
fn default_path() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.cache_dir().join("maycrawl").join("robots.sqlite"))
}

fn no_store(text: &str) -> Failure {
    Failure::new(format!(
        "--store: `{}` is not a store; write memory, the name of a file, or redis://HOST:PORT",
        Printable(text.as_bytes())
    ))
}

fn failed(error: &StoreError) -> Failure {
    Failure::new(format!("--store: {error}"))
}

fn unusable(path: &Path, error: &StoreError) -> Failure {
    Failure::new(format!("--store {}: {error}", shown(path)))
}

fn shown(path: &Path) -> String {
    Printable(path.as_os_str().as_encoded_bytes()).to_string()
}
