//! Text for people, and where it goes: standard output, colour, width, tables, escapes, the language.
//!
//! The modules here know no subcommand and no option.

pub(crate) mod csv;
pub(crate) mod github_annotation;
pub(crate) mod locale;
pub(crate) mod markdown;
pub(crate) mod output;
pub(crate) mod place_rows;
pub(crate) mod programs;
pub(crate) mod robots_state;
pub(crate) mod severity;
pub(crate) mod table;
pub(crate) mod wrap;
