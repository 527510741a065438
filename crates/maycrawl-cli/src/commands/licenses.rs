//! `maycrawl licenses`: the third-party notices of the binary.

use crate::text::output::{Exit, Failure, Output};

/// Made by `scripts/notices`; a test compares it with what the binary is built from.
const NOTICES: &str = include_str!("../../notices.txt");

pub(crate) fn run(output: &mut Output) -> Result<Exit, Failure> {
    output.bytes(NOTICES.as_bytes())?;
    Ok(Exit::Done)
}
