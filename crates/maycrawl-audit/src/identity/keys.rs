//! Key directories: the public keys that an operator signs its requests with.

use std::collections::HashMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jiff::Timestamp;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::NEAR;
use super::list::{ListError, MAX_LIST_BYTES, hex};

/// The most keys of a directory.
const MAX_KEYS: usize = 1000;

/// The keys that an operator publishes, as a JSON Web Key Set that was fetched at some time.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct KeyDirectory {
    /// Where it is published.
    pub url: Arc<str>,
    /// The first and the last time that these bytes were fetched.
    pub taken: (Timestamp, Timestamp),
    /// The SHA-256 of its bytes, in hexadecimal.
    pub sha256: Arc<str>,
    /// By thumbprint.
    keys: HashMap<String, Key>,
}

/// An Ed25519 key, with the time in which it is valid.
#[derive(Clone, Debug)]
pub(super) struct Key {
    pub(super) bytes: [u8; 32],
    not_before: Timestamp,
    expires: Timestamp,
}

impl KeyDirectory {
    /// Reads a directory that was fetched from `url` at `at`: a JSON Web Key Set (RFC 7517 section 5). Keys that are
    /// not Ed25519 are left out. O(bytes).
    ///
    /// ```
    /// use maycrawl_audit::identity::KeyDirectory;
    ///
    /// let jwks = br#"{"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs"}]}"#;
    /// let directory = KeyDirectory::read("https://signer.example/keys", "2026-11-25T00:00:00Z".parse().unwrap(), jwks);
    /// // The thumbprint of RFC 8037, whatever `kid` says.
    /// assert!(directory.unwrap().has("poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U"));
    /// ```
    ///
    /// # Errors
    /// [`ListError`], with the place, for another form, for a directory without an Ed25519 key, and for more than 16
    /// MiB.
    pub fn read(url: &str, at: Timestamp, bytes: &[u8]) -> Result<Self, ListError> {
        if bytes.len() > MAX_LIST_BYTES {
            return Err(ListError::new("file", format!("it has more than {MAX_LIST_BYTES} bytes")));
        }
        let value: Value = serde_json::from_slice(bytes).map_err(|error| {
            let place = format!("line {}, column {}", error.line(), error.column());
            ListError::new(place, "it is not JSON")
        })?;
        let members = value.get("keys").and_then(Value::as_array);
        let members = members.ok_or_else(|| ListError::new("keys", "it is not an array"))?;
        if members.len() > MAX_KEYS {
            return Err(ListError::new("keys", format!("it has more than {MAX_KEYS} keys")));
        }
        let mut keys = HashMap::new();
        for (at, member) in members.iter().enumerate() {
            if member["kty"] == "OKP" && member["crv"] == "Ed25519" {
                let key = Key::read(member)
                    .map_err(|(name, why)| ListError::new(format!("keys[{at}].{name}"), why))?;
                keys.insert(thumbprint(&key.bytes), key);
            }
        }
        if keys.is_empty() {
            return Err(ListError::new("keys", "it has no Ed25519 key"));
        }
        let sha256 = hex(&Sha256::digest(bytes)).into();
        Ok(Self { url: url.into(), taken: (at, at), sha256, keys })
    }

    /// True if it has the key with this thumbprint.
    #[must_use]
    pub fn has(&self, thumbprint: &str) -> bool {
        self.keys.contains_key(thumbprint)
    }

    /// The number of keys.
    #[must_use]
    pub fn key_count(&self) -> usize {
        self.keys.len()
    }

    /// The thumbprints of its keys (RFC 7638), sorted.
    #[must_use]
    pub fn thumbprints(&self) -> Vec<&str> {
        let mut thumbprints: Vec<&str> = self.keys.keys().map(String::as_str).collect();
        thumbprints.sort_unstable();
        thumbprints
    }

    /// The key, if it was published near this time and is valid then.
    fn key_at(&self, thumbprint: &str, at: Timestamp) -> Option<&Key> {
        let is_near = |time: Timestamp| at.duration_since(time).abs() <= NEAR;
        let was_there = (self.taken.0..=self.taken.1).contains(&at)
            || is_near(self.taken.0)
            || is_near(self.taken.1);
        self.keys
            .get(thumbprint)
            .filter(|key| was_there && key.not_before <= at && at <= key.expires)
    }
}

impl Key {
    fn read(member: &Value) -> Result<Self, (&'static str, &'static str)> {
        let x = member["x"].as_str().and_then(|x| BASE64_URL_SAFE_NO_PAD.decode(x).ok());
        let bytes = x.and_then(|x| <[u8; 32]>::try_from(x).ok());
        let time = |name: &'static str, otherwise| match &member[name] {
            Value::Null => Ok(otherwise),
            value => {
                let time = value.as_i64().and_then(|seconds| Timestamp::from_second(seconds).ok());
                time.ok_or((name, "it is not a time in seconds"))
            }
        };
        Ok(Self {
            bytes: bytes.ok_or(("x", "it is not 32 bytes in base64url"))?,
            not_before: time("nbf", Timestamp::MIN)?,
            expires: time("exp", Timestamp::MAX)?,
        })
    }
}

/// The thumbprint of an Ed25519 key, in base64url. (RFC 8037 appendix A.3.)
pub(crate) fn thumbprint(key: &[u8; 32]) -> String {
    let x = BASE64_URL_SAFE_NO_PAD.encode(key);
    let members = format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}"#);
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(members))
}

/// The directories of several days, by their address, in the order of time.
#[derive(Debug, Default)]
pub(super) struct Directories(HashMap<String, Vec<KeyDirectory>>);

impl Directories {
    pub(super) fn add(&mut self, directory: KeyDirectory) {
        let series = self.0.entry(directory.url.to_string()).or_default();
        match series.iter_mut().find(|known| known.sha256 == directory.sha256) {
            Some(known) => {
                known.taken.0 = known.taken.0.min(directory.taken.0);
                known.taken.1 = known.taken.1.max(directory.taken.1);
            }
            None => series.push(directory),
        }
        series.sort_by_key(|directory| directory.taken);
    }

    /// A key by the address of its directory and its thumbprint: in the last version before `at`, or else in the next
    /// one. A version that is followed by one without the key does not count after that. Keys are looked up by both,
    /// because a key of one directory says nothing about another.
    pub(super) fn key(
        &self,
        url: &str,
        thumbprint: &str,
        at: Timestamp,
    ) -> Option<(&KeyDirectory, &Key)> {
        let series = self.0.get(url)?;
        let after = series.partition_point(|directory| directory.taken.0 <= at);
        let around = after.checked_sub(1).into_iter().chain([after]);
        let mut versions = around.filter_map(|at| series.get(at));
        versions.find_map(|directory| Some((directory, directory.key_at(thumbprint, at)?)))
    }
}
