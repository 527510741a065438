//! How far a place was read: what an answer rests on, and what it does not know.

use alloc::string::String;
use alloc::vec::Vec;

use crate::vocabulary::Source;

/// A place where a site may speak of uses, and how far it was read.
///
/// ```
/// use maycrawl_uses::{PlaceReport, PlaceState, Source};
///
/// let report = PlaceReport::new(Source::TdmrepFile, PlaceState::Absent)
///     .at("https://example.com/.well-known/tdmrep.json")
///     .because("HTTP 404");
/// assert!(report.state.is_known());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = UsePlace))]
#[non_exhaustive]
pub struct PlaceReport {
    /// The place.
    pub place: Source,
    /// How far it was read.
    pub state: PlaceState,
    /// Its URL; `null` if there is none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub url: Option<String>,
    /// Why it is in this state, as a sentence; `null` if there is nothing to say.
    #[cfg_attr(feature = "schema", schema(required))]
    pub message: Option<String>,
}

/// How far a place was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = UsePlaceState))]
#[non_exhaustive]
pub enum PlaceState {
    /// It was read as a whole.
    Read,
    /// It does not exist: a status says so, or for a licence no place names one. So it says nothing.
    Absent,
    /// Only its beginning was read. What the rest says is not known.
    Cut,
    /// It was asked for and could not be read. What it says is not known.
    NotRead,
    /// It was not asked for. What it says is not known.
    NotAsked,
}

impl PlaceState {
    /// All states.
    pub const ALL: [Self; 5] = [Self::Read, Self::Absent, Self::Cut, Self::NotRead, Self::NotAsked];

    /// The name in text and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Absent => "absent",
            Self::Cut => "cut",
            Self::NotRead => "not-read",
            Self::NotAsked => "not-asked",
        }
    }

    /// True if it is known what the place says, also if that is nothing.
    #[must_use]
    pub const fn is_known(self) -> bool {
        matches!(self, Self::Read | Self::Absent)
    }
}

impl PlaceReport {
    /// The reports about all places, in the order of [`Source::ALL`]: those that were `asked` for, and the others as
    /// not asked for.
    #[must_use]
    pub fn from_all(asked: &[Self]) -> Vec<Self> {
        let is_asked = |source: &Source| asked.iter().any(|report| report.place == *source);
        let unasked = Source::ALL.into_iter().filter(|source| !is_asked(source));
        let unasked = unasked.map(|source| Self::new(source, PlaceState::NotAsked));
        let mut all: Vec<_> = asked.iter().cloned().chain(unasked).collect();
        all.sort_by_key(|report| report.place);
        all
    }

    /// A place in this state.
    #[must_use]
    pub const fn new(place: Source, state: PlaceState) -> Self {
        Self { place, state, url: None, message: None }
    }

    /// With its URL.
    #[must_use]
    pub fn at(self, url: impl Into<String>) -> Self {
        Self { url: Some(url.into()), ..self }
    }

    /// With the reason of its state.
    #[must_use]
    pub fn because(self, message: impl Into<String>) -> Self {
        Self { message: Some(message.into()), ..self }
    }
}
