//! Address lists: the forms in use, read strictly. A list that is not understood is an error and never an empty list,
//! because with an empty list every genuine crawler would be called forged.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use ipnet::IpNet;
use jiff::Timestamp;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// The largest list that is read, in bytes. The largest known list has 100 KB.
pub const MAX_LIST_BYTES: usize = 16 << 20;

/// The addresses of an operator's crawlers, as a list that was fetched at some time.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AddressList {
    /// Where it is published.
    pub url: Arc<str>,
    /// When it was made: its `creationTime`, or else the first time that it was fetched.
    pub created: Timestamp,
    /// The first and the last time that these bytes were fetched.
    pub taken: (Timestamp, Timestamp),
    /// The SHA-256 of its bytes, in hexadecimal.
    pub sha256: Arc<str>,
    /// True if it is from a third party. It can prove, and never make a request forged.
    pub is_mirror: bool,
    /// The spelling of the member that names services: `services`, or `service` of JAFAR version -00. `None` if no
    /// prefix has one.
    pub service_member: Option<&'static str>,
    /// The number of prefixes that were ignored, because they have both families or none. (JAFAR: "MUST be ignored".)
    pub ignored: usize,
    prefixes: Prefixes,
}

/// Prefixes by length, longest first, so that the longest one that fits is found first.
#[derive(Clone, Debug, Default)]
struct Prefixes(BTreeMap<std::cmp::Reverse<u8>, HashMap<IpNet, Vec<String>>>);

/// Why a file is not a list of addresses. Safe to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListError {
    place: String,
    message: String,
}

impl ListError {
    pub(super) fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { place: place.into(), message: message.into() }
    }

    /// Where in the file: a member such as `prefixes[3].ipv4Prefix`, or a line.
    ///
    /// ```
    /// use maycrawl_audit::identity::AddressList;
    ///
    /// let at = "2026-11-25T00:00:00Z".parse().unwrap();
    /// let json = b"{\"prefixes\": [{\"ipv4Prefix\": 1}]}";
    /// let error = AddressList::read("https://list.example", at, json).unwrap_err();
    /// assert_eq!(error.place(), "prefixes[0].ipv4Prefix");
    /// ```
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a list of addresses: {}: {}", self.place, self.message)
    }
}

impl std::error::Error for ListError {}

impl AddressList {
    /// Reads a list that was fetched from `url` at `taken_at`: JSON with `prefixes` (Google, Bing, OpenAI and others;
    /// JAFAR in both spellings), or text with one prefix a line. O(bytes).
    ///
    /// ```
    /// use maycrawl_audit::identity::AddressList;
    ///
    /// let at = "2026-11-25T00:00:00Z".parse().unwrap();
    /// let json = br#"{"creationTime": "2026-11-20T10:00:00", "prefixes": [{"ipv4Prefix": "192.0.2.0/28"}]}"#;
    /// let list = AddressList::read("https://list.example/bot.json", at, json).unwrap();
    /// assert_eq!(list.created.to_string(), "2026-11-20T10:00:00Z");
    /// assert!(list.prefix_of("192.0.2.5".parse().unwrap(), "ExampleBot").is_some());
    /// assert!(AddressList::read("https://list.example/bot.json", at, b"<html>not found</html>").is_err());
    /// ```
    ///
    /// # Errors
    /// [`ListError`], with the place, for every other form, for a prefix with bits behind its length, and for more than
    /// 16 MiB.
    pub fn read(url: &str, taken_at: Timestamp, bytes: &[u8]) -> Result<Self, ListError> {
        if bytes.len() > MAX_LIST_BYTES {
            return Err(ListError::new("file", format!("it has more than {MAX_LIST_BYTES} bytes")));
        }
        let mut list = Self {
            url: url.into(),
            created: taken_at,
            taken: (taken_at, taken_at),
            sha256: hex(&Sha256::digest(bytes)).into(),
            is_mirror: false,
            service_member: None,
            ignored: 0,
            prefixes: Prefixes::default(),
        };
        let text = std::str::from_utf8(bytes).map_err(|error| {
            ListError::new(format!("byte {}", error.valid_up_to()), "it is not UTF-8")
        })?;
        let text = text.trim_start_matches('\u{feff}');
        if text.trim_start().starts_with(['{', '[', '"']) {
            list.read_json(text)?;
        } else {
            list.read_lines(text)?;
        }
        Ok(list)
    }

    fn read_json(&mut self, text: &str) -> Result<(), ListError> {
        let value: Value = serde_json::from_str(text).map_err(|error| {
            let place = format!("line {}, column {}", error.line(), error.column());
            ListError::new(place, "it is not JSON")
        })?;
        let file =
            value.as_object().ok_or_else(|| ListError::new("file", "it is not an object"))?;
        check_version(file.get("formatVersion"))?;
        if let Some(created) = file.get("creationTime") {
            self.created = created.as_str().and_then(read_time).ok_or_else(|| {
                ListError::new("creationTime", "it is not a time such as 2026-11-25T08:00:00Z")
            })?;
        }
        let prefixes = file.get("prefixes").and_then(Value::as_array);
        let prefixes = prefixes.ok_or_else(|| ListError::new("prefixes", "it is not an array"))?;
        for (at, prefix) in prefixes.iter().enumerate() {
            self.read_prefix(at, prefix)?;
        }
        if self.ignored > 0 && self.prefixes.0.is_empty() {
            return Err(ListError::new("prefixes", "none of them has one address family"));
        }
        Ok(())
    }

    fn read_prefix(&mut self, at: usize, prefix: &Value) -> Result<(), ListError> {
        let place = |member: &str| format!("prefixes[{at}].{member}");
        let members = prefix
            .as_object()
            .ok_or_else(|| ListError::new(format!("prefixes[{at}]"), "it is not an object"))?;
        let (member, is_ipv6) = match (members.get("ipv4Prefix"), members.get("ipv6Prefix")) {
            (Some(_), None) => ("ipv4Prefix", false),
            (None, Some(_)) => ("ipv6Prefix", true),
            _ => {
                self.ignored += 1;
                return Ok(());
            }
        };
        let net = members[member]
            .as_str()
            .ok_or_else(|| ListError::new(place(member), "it is not a text"))?;
        let net = read_net(net).map_err(|why| ListError::new(place(member), why))?;
        if matches!(net, IpNet::V6(_)) != is_ipv6 {
            return Err(ListError::new(place(member), "it is of the other address family"));
        }
        let mut services = Vec::new();
        for name in ["services", "service"] {
            let Some(value) = members.get(name) else { continue };
            self.service_member = Some(name);
            // JAFAR -00 has one text, later versions have an array.
            let values = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
            for value in values {
                let text = value
                    .as_str()
                    .ok_or_else(|| ListError::new(place(name), "it is not a text"))?;
                services.push(text.to_owned());
            }
        }
        self.prefixes.add(net, services);
        Ok(())
    }

    fn read_lines(&mut self, text: &str) -> Result<(), ListError> {
        for (at, line) in text.lines().enumerate() {
            let net = line.split('#').next().unwrap_or_default().trim();
            if !net.is_empty() {
                let net =
                    read_net(net).map_err(|why| ListError::new(format!("line {}", at + 1), why))?;
                self.prefixes.add(net, Vec::new());
            }
        }
        if self.prefixes.0.is_empty() {
            return Err(ListError::new("file", "it has no prefix"));
        }
        Ok(())
    }

    /// The longest prefix with `address` in it, if it is for all services or for the crawler with this token. O(prefix
    /// lengths in the list).
    #[must_use]
    pub fn prefix_of(&self, address: IpAddr, token: &str) -> Option<IpNet> {
        let (net, services) = self.prefixes.longest(address)?;
        (services.is_empty() || services.iter().any(|it| it == token)).then_some(net)
    }

    /// The number of prefixes.
    ///
    /// ```
    /// use maycrawl_audit::identity::AddressList;
    ///
    /// let at = "2026-11-25T00:00:00Z".parse().unwrap();
    /// let list = AddressList::read("https://list.example/a", at, b"192.0.2.0/28\n2001:db8::/48\n").unwrap();
    /// assert_eq!(list.prefix_count(), 2);
    /// ```
    #[must_use]
    pub fn prefix_count(&self) -> usize {
        self.prefixes.0.values().map(HashMap::len).sum()
    }

    /// True if the address is in the list, for any service.
    pub(super) fn has(&self, address: IpAddr) -> bool {
        self.prefixes.longest(address).is_some()
    }
}

impl Prefixes {
    fn add(&mut self, net: IpNet, services: Vec<String>) {
        let of_length = self.0.entry(std::cmp::Reverse(net.prefix_len())).or_default();
        match of_length.entry(net) {
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(services);
            }
            // The same prefix again: for all services if one of the two is.
            std::collections::hash_map::Entry::Occupied(mut entry) => {
                let is_for_all = services.is_empty() || entry.get().is_empty();
                entry.get_mut().extend(services);
                if is_for_all {
                    entry.get_mut().clear();
                }
            }
        }
    }

    fn longest(&self, address: IpAddr) -> Option<(IpNet, &[String])> {
        let address = address.to_canonical();
        self.0.iter().find_map(|(length, nets)| {
            let net = IpNet::new(address, length.0).ok()?.trunc();
            nets.get_key_value(&net).map(|(net, services)| (*net, &services[..]))
        })
    }
}

/// A prefix, or one address. A prefix with bits behind its length is refused: it is not known which one was meant.
fn read_net(text: &str) -> Result<IpNet, String> {
    let shown = || maycrawl::Printable(&text.as_bytes()[..text.len().min(80)]).to_string();
    if let Ok(address) = text.parse::<IpAddr>() {
        return Ok(IpNet::from(address));
    }
    let net: IpNet = text.parse().map_err(|_| format!("`{}` is not a prefix", shown()))?;
    if net != net.trunc() {
        return Err(format!("`{}` has bits behind the length of its prefix", shown()));
    }
    Ok(net)
}

/// Google writes its times without a zone. They are UTC.
fn read_time(text: &str) -> Option<Timestamp> {
    let civil = || text.parse::<jiff::civil::DateTime>().ok();
    let utc = |time| jiff::tz::Offset::UTC.to_timestamp(time).ok();
    text.parse().ok().or_else(|| civil().and_then(utc))
}

/// JAFAR: a greater major version must not be parsed.
fn check_version(version: Option<&Value>) -> Result<(), ListError> {
    let Some(version) = version else { return Ok(()) };
    let text = version.as_str().map_or_else(|| version.to_string(), str::to_owned);
    let major = text.split('.').next().and_then(|major| major.parse::<u32>().ok());
    match major {
        Some(0 | 1) => Ok(()),
        _ => Err(ListError::new("formatVersion", "this version is not known")),
    }
}

/// Bytes in hexadecimal, lower case.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use fmt::Write as _;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
