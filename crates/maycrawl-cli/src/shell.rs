//! `maycrawl completions` and `maycrawl man`.

use clap::CommandFactory as _;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::args::Args;
use crate::output::{Failure, Outcome, Output};

pub(crate) fn completions(shell: Shell, output: &mut Output) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "maycrawl", &mut script);
    output.bytes(&script)?;
    Ok(Outcome::AllAllowed)
}

/// The page of the whole command, or of one subcommand.
pub(crate) fn man(subcommand: Option<&str>, output: &mut Output) -> Result<Outcome, Failure> {
    let mut command = Args::command();
    command.build();
    if let Some(name) = subcommand {
        let names: Vec<_> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
        let found = command.get_subcommands().find(|c| c.get_name() == name).cloned();
        command = found.ok_or_else(|| {
            Failure::new(format!("there is no subcommand `{name}`; there are {}", names.join(", ")))
        })?;
        command = command.display_name(format!("maycrawl-{name}"));
    }
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    output.bytes(&page)?;
    Ok(Outcome::AllAllowed)
}
