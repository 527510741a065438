//! The store of fetched files, as `--store` names it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
use maycrawl::Printable;
use maycrawl_fetch::{Store, StoreError};

use crate::args::StoreArg;
use crate::output::{Failure, Output};

/// What a store in memory may take.
const MEMORY: u64 = 512 << 20;

/// What `--store` says.
enum Named<'a> {
    Memory,
    Redis(&'a str),
    File(&'a Path),
    /// Nothing: a file in the platform's cache folder, if there is such a folder.
    Default(Option<PathBuf>),
}

impl<'a> Named<'a> {
    fn of(args: &'a StoreArg) -> Result<Self, Failure> {
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

/// The store to fetch with. The default one is a convenience: without it the answer is as good, only not
/// remembered. One that was named has to be there.
pub(crate) fn open(args: &StoreArg, output: &mut Output) -> Result<Store, Failure> {
    match Named::of(args)? {
        Named::Memory | Named::Default(None) => Ok(Store::memory(MEMORY)),
        Named::Redis(url) => Store::redis(url).map_err(|error| failed(&error)),
        Named::File(path) => file(path, output).map_err(|error| unusable(path, &error)),
        Named::Default(Some(path)) => file(&path, output).or_else(|error| {
            output.note("warning", &format!("{}: {error}; going on without a store", shown(&path)));
            Ok(Store::memory(MEMORY))
        }),
    }
}

/// Says if the store is away: a server is connected to when it is first asked.
pub(crate) async fn greet(store: &Store, output: &mut Output) {
    if let Err(error) = store.entry("").await {
        output.note("warning", &format!("{error}; going on without it"));
    }
}

/// The store to look into, which has to be there already.
pub(crate) fn existing(args: &StoreArg, output: &mut Output) -> Result<Store, Failure> {
    let path = match Named::of(args)? {
        Named::Redis(url) => return Store::redis(url).map_err(|error| failed(&error)),
        Named::Memory => {
            return Err(Failure::new(
                "--store: memory is forgotten when a command ends; name a file, or redis://HOST:PORT",
            ));
        }
        Named::Default(None) => {
            return Err(Failure::new("there is no cache folder here; name a store: --store FILE"));
        }
        Named::File(path) if !path.exists() => {
            return Err(Failure::new(format!("--store: there is no file {}", shown(path))));
        }
        Named::File(path) if fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() <= 1) => {
            return Err(Failure::new(format!("--store: {} is empty, not a store", shown(path))));
        }
        Named::Default(Some(path)) if !path.exists() => return Ok(Store::memory(0)),
        Named::File(path) => path.to_owned(),
        Named::Default(Some(path)) => path,
    };
    file(&path, output).map_err(|error| unusable(&path, &error))
}

/// Where the store is, or will be.
pub(crate) fn place(args: &StoreArg) -> Result<OsString, Failure> {
    match Named::of(args)? {
        Named::Redis(url) => Ok(url.into()),
        Named::File(path) => Ok(path.into()),
        Named::Default(Some(path)) => Ok(path.into()),
        Named::Default(None) => {
            Err(Failure::new("there is no cache folder here; name a store: --store FILE"))
        }
        Named::Memory => Err(Failure::new("--store: memory has no place")),
    }
}

fn file(path: &Path, output: &mut Output) -> Result<Store, StoreError> {
    let (store, notice) = Store::open(path)?;
    if let Some(notice) = notice {
        output.note("warning", &notice);
    }
    Ok(store)
}

/// In the platform's cache folder.
fn default_path() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.cache_dir().join("maycrawl").join("robots.sqlite"))
}

fn no_store(text: &str) -> Failure {
    Failure::new(format!(
        "--store: `{}` is not a store; there are memory, a file, and redis://HOST:PORT",
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
