//! Text, below all meaning: bytes on a screen, names of choices, similar words, and the search for the next byte that
//! matters.

pub(crate) mod edit_distance;
pub(crate) mod html_text;
pub(crate) mod name;
pub(crate) mod printable;
pub(crate) mod scan;
#[cfg(test)]
pub(crate) mod test_words;
