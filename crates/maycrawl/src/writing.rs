//! Writing files: new ones from recipes, and the layout of `maycrawl fmt`.

pub(crate) mod format;
pub mod recipe;
