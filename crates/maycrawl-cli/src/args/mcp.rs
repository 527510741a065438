//! Options of `maycrawl mcp`.

use clap::Args as ClapArgs;

use super::ServedSites;

const MCP_HELP: &str = "\
An agent (a program with a language model) starts this command and calls its
tools: check, card, explain, lint, compare, verify, compose, recipes, uses,
inspect, robots. They answer as the service does, with its limits: nothing is
fetched from private addresses, and one site gets one inspection a second.
Texts from sites are marked as data. `maycrawl serve --mcp` answers many
agents over HTTP.

Examples:
  maycrawl mcp
  maycrawl mcp --store memory --quiet

Exit status:
  0  the input ended
  2  the command could not start, or a message could not be written";

#[derive(Debug, ClapArgs)]
#[command(after_help = MCP_HELP)]
pub(crate) struct Mcp {
    #[command(flatten)]
    pub(crate) sites: ServedSites,
}
