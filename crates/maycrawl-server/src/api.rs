//! The API: one file a subject. The OpenAPI description of a handler is next to the handler.

pub(crate) mod change;
pub(crate) mod check;
pub(crate) mod crawler_name;
pub(crate) mod crawlers;
pub(crate) mod draft;
pub(crate) mod explain;
mod explain_text;
mod extract;
pub(crate) mod inspect;
pub(crate) mod lint;
pub(crate) mod lints;
mod masked_robots;
pub(crate) mod options;
pub(crate) mod recipes;
pub(crate) mod robots;
pub(crate) mod sitemap;
pub(crate) mod sitemap_file;
pub(crate) mod summary;
mod text_range;
mod types;
