//! The API: one file a subject. The OpenAPI description of a handler is next to the handler.

pub(crate) mod ask_as;
pub(crate) mod check;
pub(crate) mod draft;
mod extract;
pub(crate) mod inspect;
mod masked_robots;
pub(crate) mod result_page;
pub(crate) mod robots;
pub(crate) mod sitemap;
pub(crate) mod sitemap_file;
mod types;
pub(crate) mod uses;
