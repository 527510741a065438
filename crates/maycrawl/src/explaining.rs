//! Why: the line of a verdict, what it means for search results, the whole way to it, and the smallest change that
//! reverses it.

pub(crate) mod conflict;
pub mod consequence;
mod documents;
pub mod explain;
pub(crate) mod near_rule;
pub(crate) mod verdict_location;
