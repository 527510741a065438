//! The parsed form of a draft.

use serde::Deserialize;
#[cfg(feature = "schema")]
use utoipa::ToSchema;

use crate::inputs::{Draft, Request};
use crate::refusal::Refusal;

/// A draft to parse.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ParseRequest {
    /// The draft.
    robots: String,
    /// How robots.txt is read. Default: `google`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<maycrawl::answer::ProfileName>))]
    profile: Option<String>,
}

impl Request for ParseRequest {
    type Input = Draft;

    fn into_input(self) -> Result<Draft, Refusal> {
        Draft::new(self.robots, self.profile.as_deref(), None)
    }
}
