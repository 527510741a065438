//! Patterns and paths: does a pattern match a path, which rule wins, and does one pattern match all that another does?

pub(crate) mod budget;
pub(crate) mod inclusion;
pub(crate) mod path_search;
pub mod pattern;
pub mod rule;
