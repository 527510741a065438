//! Options of `maycrawl lsp`.

use clap::{Arg, ArgAction, Args as ClapArgs};
use maycrawl::Profile;

use super::lint::filter;
use super::{LintFilter, profile};

const LSP_HELP: &str = "\
An editor starts this command and speaks the Language Server Protocol with it,
over standard input and output. It shows the findings of `maycrawl lint` while
you type, offers their fixes, explains rules and crawlers, completes fields and
names of crawlers, and formats as `maycrawl fmt` does.

The editor's settings name the command that it starts.

Examples:
  maycrawl lsp
  maycrawl lsp --profile rfc9309

Exit status:
  0  the editor ended the session
  1  the editor went away without ending the session
  2  the input is not a stream of messages";

#[derive(Debug, ClapArgs)]
#[command(after_help = LSP_HELP, arg(stdio()))]
pub(crate) struct Lsp {
    /// How robots.txt is read
    #[arg(long, value_name = "PROFILE", env = "MAYCRAWL_PROFILE", default_value = Profile::GOOGLE.name,
          value_parser = profile(), ignore_case = true)]
    pub(crate) profile: Profile,

    /// Findings to leave out: warnings (and notes), notes, a code or a name; repeatable
    #[arg(long, value_name = "WHAT", value_parser = filter)]
    pub(crate) allow: Vec<LintFilter>,
}

/// An option that many editors give to every language server. It says nothing that is not so without it.
fn stdio() -> Arg {
    Arg::new("stdio")
        .long("stdio")
        .action(ArgAction::SetTrue)
        .help("Use standard input and output, as without this option; for editors that add it")
}
