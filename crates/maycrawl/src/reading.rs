//! From bytes to groups: lines, their fields, and the file.
//!
//! The stream goes through `line`, `field` and `robots_txt`. `group` says which groups a crawler follows,
//! `group_index` the same for many crawlers of one file.

pub mod field;
pub(crate) mod group;
pub(crate) mod group_index;
pub mod line;
pub(crate) mod line_filter;
pub mod pace;
pub mod robots_txt;
pub(crate) mod size_limit;
pub(crate) mod suspicion;
pub(crate) mod user_agent;
