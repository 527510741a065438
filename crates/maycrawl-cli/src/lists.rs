//! The address lists and key directories that `maycrawl crawlers update` keeps: every version, with the first and the
//! last time that it was fetched.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
use jiff::Timestamp;
use maycrawl_audit::identity::{AddressList, Identities, KeyDirectory, ListError};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::args::ListsArg;
use crate::atomic_write;
use crate::inputs::input;
use crate::text::output::Failure;

/// The most versions of all lists.
const MAX_VERSIONS: usize = 10_000;
/// The divisor of the smallest share of its prefixes that a list may keep. With fewer, it is a mistake of its
/// publisher, or another file.
const MAX_SHRINK: usize = 10;

/// A folder of lists: for each version `NAME.list` as it was fetched, and `NAME.json`, which says from where and when.
pub(crate) struct ListFolder(PathBuf);

/// What `NAME.json` says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seen {
    url: String,
    sha256: String,
    first: String,
    last: String,
}

/// What an operator publishes about its crawlers.
pub(crate) enum Published {
    Addresses(AddressList),
    Keys(KeyDirectory),
}

impl Published {
    /// Reads what was fetched at this time: a JSON Web Key Set, or else a list of addresses.
    pub(crate) fn read(url: &str, at: Timestamp, bytes: &[u8]) -> Result<Self, ListError> {
        #[derive(Deserialize)]
        struct KeySet {
            #[serde(rename = "keys")]
            _keys: IgnoredAny,
        }
        match serde_json::from_slice::<KeySet>(bytes) {
            Ok(_) => KeyDirectory::read(url, at, bytes).map(Self::Keys),
            Err(_) => AddressList::read(url, at, bytes).map(Self::Addresses),
        }
    }

    /// Its number of prefixes or keys, and what they are.
    pub(crate) fn count(&self) -> (usize, &'static str) {
        match self {
            Self::Addresses(list) => (list.prefix_count(), "prefixes"),
            Self::Keys(directory) => (directory.key_count(), "keys"),
        }
    }

    fn sha256(&self) -> &str {
        match self {
            Self::Addresses(list) => &list.sha256,
            Self::Keys(directory) => &directory.sha256,
        }
    }

    /// When it was made, as far as it says.
    pub(crate) fn made(&self) -> Timestamp {
        match self {
            Self::Addresses(list) => list.created,
            Self::Keys(directory) => directory.taken.0,
        }
    }

    /// Adds it to what identities are judged by.
    pub(crate) fn add_to(self, identities: &mut Identities) {
        match self {
            Self::Addresses(list) => identities.add_addresses(list),
            Self::Keys(directory) => identities.add_keys(directory),
        }
    }
}

/// A version that is kept.
struct Kept {
    seen: Seen,
    bytes: Vec<u8>,
    /// As it was read at its first time.
    list: Published,
    times: [Timestamp; 2],
}

/// What became of a list.
pub(crate) enum Update {
    /// The first version, or another one than those that are kept.
    New(Published),
    /// It is kept since this time.
    Same(Published, Timestamp),
}

impl ListFolder {
    /// The folder that was named, or the default: `maycrawl/lists` in the user's data folder.
    pub(crate) fn named(args: &ListsArg) -> Option<Self> {
        let default = || {
            let folders = etcetera::choose_base_strategy().ok()?;
            Some(folders.data_dir().join("maycrawl").join("lists"))
        };
        args.lists.clone().or_else(default).map(Self)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Adds every version to `identities`.
    pub(crate) fn add_to(&self, identities: &mut Identities) -> Result<(), Failure> {
        for kept in self.versions()? {
            let last = Published::read(&kept.seen.url, kept.times[1], &kept.bytes)
                .map_err(|error| Failure::new(format!("{}: {error}", kept.seen.url)))?;
            kept.list.add_to(identities);
            last.add_to(identities);
        }
        Ok(())
    }

    /// Keeps a list that was fetched at this time. `accepts_smaller`: also if it lost most of its prefixes.
    ///
    /// # Errors
    /// It is no list, has no prefix, lost most of them, or cannot be written. What is kept stays as it is.
    pub(crate) fn keep(
        &self,
        url: &str,
        at: Timestamp,
        bytes: &[u8],
        accepts_smaller: bool,
    ) -> Result<Update, Failure> {
        let list =
            Published::read(url, at, bytes).map_err(|error| Failure::new(error.to_string()))?;
        let (count, unit) = list.count();
        if count == 0 {
            return Err(Failure::new("it has no prefix, so every crawler would be outside of it"));
        }
        let of_url: Vec<Kept> =
            self.versions()?.into_iter().filter(|kept| kept.seen.url == url).collect();
        let before = of_url.iter().max_by_key(|kept| kept.times[1]);
        let had = before.map_or(0, |kept| kept.list.count().0);
        if count * MAX_SHRINK < had && !accepts_smaller {
            return Err(Failure::new(format!(
                "it has {count} {unit} and had {had}; if that is right, add --accept-smaller"
            )));
        }
        let known = of_url.iter().find(|kept| *kept.seen.sha256 == *list.sha256());
        let [first, last] =
            known.map_or([at; 2], |kept| [kept.times[0].min(at), kept.times[1].max(at)]);
        let seen = Seen {
            url: url.to_owned(),
            sha256: list.sha256().to_owned(),
            first: first.to_string(),
            last: last.to_string(),
        };
        self.write(&seen, bytes)?;
        Ok(if known.is_some() { Update::Same(list, first) } else { Update::New(list) })
    }

    /// First the list, then what says that it is there.
    fn write(&self, seen: &Seen, bytes: &[u8]) -> Result<(), Failure> {
        fs::create_dir_all(&self.0).map_err(|error| atomic_write::failure(&self.0, &error))?;
        let name = seen.file_name();
        let json = serde_json::to_vec(seen).map_err(|error| Failure::new(error.to_string()))?;
        for (ending, bytes) in [("list", bytes), ("json", &json)] {
            let path = self.0.join(format!("{name}.{ending}"));
            let written = if path.exists() {
                atomic_write::replace(&path, bytes)
            } else {
                atomic_write::create(&path, bytes)
            };
            written.map_err(|error| atomic_write::failure(&path, &error))?;
        }
        Ok(())
    }

    /// Every version, by address and time. A folder that is not there has none.
    fn versions(&self) -> Result<Vec<Kept>, Failure> {
        let unreadable = |error: std::io::Error| {
            Failure::new(format!("cannot read {}: {error}", input::name(&self.0)))
        };
        let entries = match fs::read_dir(&self.0) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(unreadable(error)),
        };
        let mut found = BTreeMap::new();
        for entry in entries {
            let path = entry.map_err(unreadable)?.path();
            if path.extension().is_none_or(|it| it != "json") {
                continue;
            }
            let kept = Kept::read(&path).map_err(|why| {
                Failure::new(format!(
                    "{}: {why}; delete it and the .list beside it",
                    input::name(&path)
                ))
            })?;
            found.insert((kept.seen.url.clone(), kept.times, path), kept);
            if found.len() > MAX_VERSIONS {
                let folder = input::name(&self.0);
                return Err(Failure::new(format!("{folder} has more than {MAX_VERSIONS} lists")));
            }
        }
        Ok(found.into_values().collect())
    }
}

impl Seen {
    /// The host, so that a person finds it, and a hash.
    fn file_name(&self) -> String {
        let host = self.url.split("://").nth(1).unwrap_or_default().split(['/', ':']).next();
        let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
        let host: String = host.unwrap_or_default().chars().filter(is_plain).take(60).collect();
        let hash = Sha256::digest(format!("{}\n{}", self.url, self.sha256));
        let hash: String = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{}-{hash}", host.trim_start_matches('.'))
    }
}

impl Kept {
    fn read(path: &Path) -> Result<Self, String> {
        let read = |path: &Path| {
            input::whole(path, "a list of addresses").map_err(|failure| failure.to_string())
        };
        let seen: Seen = serde_json::from_slice(&read(path)?).map_err(|error| error.to_string())?;
        let time = |text: &str| text.parse::<Timestamp>().map_err(|error| error.to_string());
        let times = [time(&seen.first)?, time(&seen.last)?];
        let bytes = read(&path.with_extension("list"))?;
        let list =
            Published::read(&seen.url, times[0], &bytes).map_err(|error| error.to_string())?;
        if *list.sha256() != *seen.sha256 {
            return Err("its list has another SHA-256".to_owned());
        }
        Ok(Self { seen, bytes, list, times })
    }
}
