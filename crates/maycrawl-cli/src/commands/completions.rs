//! `maycrawl completions`: a script that completes options and values in a shell.

use clap_complete::Shell;

use crate::help;
use crate::text::output::{Exit, Failure, Output};

pub(crate) fn run(shell: Shell, output: &mut Output) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut help::command(), "maycrawl", &mut script);
    output.bytes(&script)?;
    Ok(Exit::Done)
}
