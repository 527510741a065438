//! How much a finding or a change matters.

use core::fmt;
use core::str::FromStr;

use maycrawl::UnknownName;
use maycrawl::internals::name;

/// The severity of a finding, or of what a change does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Severity {
    /// Worth knowing; probably not a mistake.
    Note,
    /// Crawlers use the line, but probably not as its author intends.
    Warning,
    /// The line does not do what it says.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Severity {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        name::parse("severity", text, &[Self::Note, Self::Warning, Self::Error], Self::name)
    }
}

impl Severity {
    /// The name in text and JSON: `note`, `warning` or `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}
