//! Text, below all meaning: bytes on a screen, names of choices, similar words, and the search for the next byte that
//! matters.

pub mod edit_distance;
pub(crate) mod html_text;
pub mod name;
pub(crate) mod printable;
pub(crate) mod scan;
