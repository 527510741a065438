//! The file `/.well-known/tdmrep.json`, in which a site reserves text and data mining.
//!
//! W3C Community Group Final Report, *TDM Reservation Protocol*, 10 May 2024, section *TDM File on the Origin Server*.
//! The reader decides nothing: it gives the entries as the file has them, in sequence.

use std::fmt;

use maycrawl::pattern::PathPattern;
use maycrawl::{Printable, Profile, Requested, UrlPath};
use serde_json::Value;

use crate::robots_meta::start_of;

/// Maximum size of a file in bytes: 500 KiB, as much as is read of a robots.txt. Parsed JSON takes up to 32 times as
/// much memory.
pub const MAX_TDMREP_BYTES: usize = 500 << 10;
/// Maximum number of entries of a file. A question compares its path with each.
pub const MAX_TDMREP_ENTRIES: usize = 10_000;

/// A TDMRep file.
///
/// ```
/// use maycrawl::as_written;
/// use maycrawl_site::{TdmReservation, TdmrepFile};
///
/// let file = br#"[{"location":"/pub/","tdm-reservation":0},{"location":"/","tdm-reservation":1}]"#;
/// let file = TdmrepFile::read(file).unwrap();
/// let reservation = |url| &file.matching(as_written(url)).unwrap().reservation;
/// // The first entry that matches counts, not the longest.
/// assert_eq!(*reservation("https://example.com/pub/x"), TdmReservation::NotReserved);
/// assert_eq!(*reservation("https://example.com/a"), TdmReservation::Reserved);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TdmrepFile {
    /// The entries that have a location, in sequence.
    pub entries: Vec<TdmrepEntry>,
    /// The parts of the file that say nothing, in sequence.
    pub problems: Vec<TdmrepProblem>,
}

/// An entry of a TDMRep file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TdmrepEntry {
    /// The path pattern, as written.
    pub location: String,
    /// The value of `tdm-reservation`.
    pub reservation: TdmReservation,
    /// The value of `tdm-policy`, as written. Beside [`TdmReservation::NotReserved`] it "should not be processed".
    pub policy: Option<String>,
}

/// The value of `tdm-reservation` in a file, a header field or a meta tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TdmReservation {
    /// `1`: the rights are reserved.
    Reserved,
    /// `0`: the rights are not reserved.
    NotReserved,
    /// Any other value, which "MUST be taken as unset": the start of what is written; `None` if nothing is.
    Unset(Option<String>),
}

/// A part of a TDMRep file that says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TdmrepProblem {
    /// The number of the entry, from 1.
    pub entry: usize,
    /// What is wrong.
    pub kind: TdmrepProblemKind,
}

/// What is wrong with an entry of a TDMRep file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TdmrepProblemKind {
    /// It is not a JSON object.
    NotAnObject,
    /// It has no `location`, or one that is not a text.
    NoLocation,
    /// Its `location` begins with neither `/` nor `*`, so it matches no path.
    NotAPath,
    /// It has no `tdm-reservation`.
    NoReservation,
    /// Its `tdm-reservation` is neither the number 1 nor the number 0.
    UndefinedReservation,
    /// Its `tdm-policy` is not a text.
    PolicyNotText,
}

/// The reason why a TDMRep file cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TdmrepError {
    /// It has more than [`MAX_TDMREP_BYTES`].
    TooLarge,
    /// It is not JSON, or its values are nested more than 127 deep.
    NotJson {
        /// The line, from 1.
        line: usize,
        /// The byte in the line, from 1; 0 at the beginning of a line.
        column: usize,
    },
    /// It is JSON, but not an array.
    NotAnArray,
    /// It has more than [`MAX_TDMREP_ENTRIES`].
    TooManyEntries,
}

impl TdmrepFile {
    /// Reads a file. O(bytes).
    ///
    /// # Errors
    ///
    /// If it is too large, not JSON or not an array. A file over a limit is not read in part: a missing entry could be
    /// the first that matches.
    pub fn read(bytes: &[u8]) -> Result<Self, TdmrepError> {
        if bytes.len() > MAX_TDMREP_BYTES {
            return Err(TdmrepError::TooLarge);
        }
        // RFC 8259 section 8.1 lets a reader ignore the byte order mark that some editors write.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let value = serde_json::from_slice(bytes).map_err(|error: serde_json::Error| {
            TdmrepError::NotJson { line: error.line(), column: error.column() }
        })?;
        let Value::Array(values) = value else { return Err(TdmrepError::NotAnArray) };
        if values.len() > MAX_TDMREP_ENTRIES {
            return Err(TdmrepError::TooManyEntries);
        }
        let mut file = Self::default();
        for (i, value) in values.iter().enumerate() {
            file.add(i + 1, value);
        }
        Ok(file)
    }

    fn add(&mut self, entry: usize, value: &Value) {
        let mut report = |kind| self.problems.push(TdmrepProblem { entry, kind });
        let Value::Object(members) = value else {
            return report(TdmrepProblemKind::NotAnObject);
        };
        let Some(Value::String(location)) = members.get("location") else {
            return report(TdmrepProblemKind::NoLocation);
        };
        if !location.starts_with(['/', '*']) {
            report(TdmrepProblemKind::NotAPath);
        }
        let reservation = match members.get("tdm-reservation") {
            Some(Value::Number(number)) if number.as_u64() == Some(1) => TdmReservation::Reserved,
            Some(Value::Number(number)) if number.as_u64() == Some(0) => {
                TdmReservation::NotReserved
            }
            Some(other) => {
                report(TdmrepProblemKind::UndefinedReservation);
                TdmReservation::Unset(Some(start_of(&other.to_string())))
            }
            None => {
                report(TdmrepProblemKind::NoReservation);
                TdmReservation::Unset(None)
            }
        };
        let policy = match members.get("tdm-policy") {
            Some(Value::String(policy)) => Some(policy.clone()),
            Some(_) => {
                report(TdmrepProblemKind::PolicyNotText);
                None
            }
            None => None,
        };
        self.entries.push(TdmrepEntry { location: location.clone(), reservation, policy });
    }

    /// The first entry whose location matches the path of `url`: "the most specific match is the first in sequence".
    /// Its reservation counts even if it is unset; later entries are not asked. `*` and `$` are as in robots.txt, and
    /// escapes of unreserved characters are decoded first. O(entries × path + bytes of the locations).
    #[must_use]
    pub fn matching<'u>(&self, url: impl Requested<'u>) -> Option<&TdmrepEntry> {
        // RFC 9309's form is the one that decodes `%61`; Google's does not.
        let path = UrlPath::from_url(url, Profile::RFC9309);
        self.entries.iter().find(|entry| {
            PathPattern::new(entry.location.as_bytes(), Profile::RFC9309).matches(&path)
        })
    }
}

impl TdmReservation {
    /// Reads the value of a header field or of a meta tag.
    ///
    /// ```
    /// use maycrawl_site::TdmReservation;
    ///
    /// assert_eq!(TdmReservation::from_text(" 1 "), TdmReservation::Reserved);
    /// assert_eq!(TdmReservation::from_text("yes"), TdmReservation::Unset(Some("yes".to_owned())));
    /// ```
    #[must_use]
    pub fn from_text(written: &str) -> Self {
        match written.trim_ascii() {
            "1" => Self::Reserved,
            "0" => Self::NotReserved,
            other => Self::Unset(Some(start_of(other))),
        }
    }
}

impl fmt::Display for TdmReservation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reserved => f.write_str("1"),
            Self::NotReserved => f.write_str("0"),
            Self::Unset(Some(written)) => Printable(written.as_bytes()).fmt(f),
            Self::Unset(None) => f.write_str("missing"),
        }
    }
}

impl fmt::Display for TdmrepProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            TdmrepProblemKind::NotAnObject => "is not an object",
            TdmrepProblemKind::NoLocation => "has no location",
            TdmrepProblemKind::NotAPath => {
                "has a location that matches no path, because it does not begin with `/`"
            }
            TdmrepProblemKind::NoReservation => "has no tdm-reservation",
            TdmrepProblemKind::UndefinedReservation => {
                "has a tdm-reservation that is neither the number 1 nor the number 0"
            }
            TdmrepProblemKind::PolicyNotText => "has a tdm-policy that is not a text",
        };
        write!(f, "entry {} {what}", self.entry)
    }
}

impl fmt::Display for TdmrepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(f, "the file has more than {MAX_TDMREP_BYTES} bytes"),
            Self::NotJson { line, column } => {
                write!(f, "the file is not JSON: line {line}, column {column}")
            }
            Self::NotAnArray => f.write_str("the file is not a JSON array"),
            Self::TooManyEntries => {
                write!(f, "the file has more than {MAX_TDMREP_ENTRIES} entries")
            }
        }
    }
}

impl std::error::Error for TdmrepError {}
