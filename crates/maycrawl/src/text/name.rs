//! Parsing of names, and the error for an unknown name.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::text::printable::Printable;

/// The error for a name that is not known, such as that of a profile.
///
/// ```
/// let error = "bing".parse::<maycrawl::Profile>().unwrap_err();
/// assert_eq!(error.to_string(), "`bing` is not a profile; use one of: google, google-2019, rfc9309");
/// assert_eq!((error.given(), error.known().len()), ("bing", 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    kind: &'static str,
    given: String,
    known: Vec<&'static str>,
}

impl UnknownName {
    /// The error for `given`, which is not the name of a `kind`, such as "profile". `known` are the valid names.
    ///
    /// ```
    /// use maycrawl::UnknownName;
    ///
    /// let error = UnknownName::new("mode", "fsat", ["fast", "slow"]);
    /// assert_eq!(error.to_string(), "`fsat` is not a mode; use one of: fast, slow");
    /// ```
    #[must_use]
    pub fn new(
        kind: &'static str,
        given: &str,
        known: impl IntoIterator<Item = &'static str>,
    ) -> Self {
        Self { kind, given: given.to_owned(), known: known.into_iter().collect() }
    }

    /// The name that was given.
    #[must_use]
    pub fn given(&self) -> &str {
        &self.given
    }

    /// The valid names.
    #[must_use]
    pub fn known(&self) -> &[&'static str] {
        &self.known
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a {}; use one of: ", Printable(self.given.as_bytes()), self.kind)?;
        for (i, name) in self.known.iter().enumerate() {
            write!(f, "{}{name}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownName {}

/// The one of `all` with the name `given`, ignoring case.
pub fn parse<T: Copy>(
    kind: &'static str,
    given: &str,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, UnknownName> {
    let found = all.iter().copied().find(|&one| name(one).eq_ignore_ascii_case(given));
    found.ok_or_else(|| UnknownName::new(kind, given, all.iter().map(|&one| name(one))))
}
