//! Arguments of `maycrawl cache`.

use clap::{Args as ClapArgs, Subcommand};
use maycrawl_fetch::Policy;

use super::{Format, StoreArg, policy};

const CACHE_HELP: &str = "\
Fetched files are kept with every version that was seen.

Examples:
  maycrawl cache list
  maycrawl cache show www.example.com
  maycrawl cache history --version 2 www.example.com
  maycrawl cache clear www.example.com
  maycrawl cache path

Exit status:
  0  shown or done
  2  the origin is not in the store, or the store cannot be read";

const LIST_HELP: &str = "\
Examples:
  maycrawl cache list
  maycrawl cache list --format json --store redis://cache:6379

Exit status:
  0  listed
  2  the store cannot be read";

const SHOW_HELP: &str = "\
Examples:
  maycrawl cache show www.example.com
  maycrawl cache show --policy google-2026 http://www.example.com:8080

Exit status:
  0  shown
  2  the origin is not in the store, or the store cannot be read";

const HISTORY_HELP: &str = "\
Examples:
  maycrawl cache history www.example.com
  maycrawl cache history --version 2 www.example.com > before.txt

Exit status:
  0  shown
  2  the origin is not in the store, or has no such version";

const CLEAR_HELP: &str = "\
Examples:
  maycrawl cache clear www.example.com
  maycrawl cache clear --all

Exit status:
  0  done
  2  the store cannot be written";

const PATH_HELP: &str = "\
Examples:
  maycrawl cache path
  ls -l $(maycrawl cache path)

Exit status:
  0  printed
  2  there is no cache folder, or the store is not a file";

#[derive(Debug, ClapArgs)]
#[command(after_help = CACHE_HELP)]
pub(crate) struct Cache {
    #[command(subcommand)]
    pub(crate) command: CacheCommand,

    #[command(flatten)]
    pub(crate) store: StoreArg,

    /// What result codes mean: what is shown as current depends on it
    #[arg(long, value_name = "POLICY", env = "MAYCRAWL_POLICY", default_value = Policy::default().name(),
          value_parser = policy(), ignore_case = true, global = true)]
    pub(crate) policy: Policy,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CacheCommand {
    /// List the origins that are known
    #[command(after_help = LIST_HELP)]
    List {
        /// What to print
        #[arg(short, long, value_name = "FORMAT", default_value = "text")]
        format: Format,
    },
    /// Show what is known of an origin, and its file
    #[command(after_help = SHOW_HELP)]
    Show {
        /// The origin, a host (for https) or a URL
        origin: String,
        /// What to print
        #[arg(short, long, value_name = "FORMAT", default_value = "text")]
        format: Format,
    },
    /// Show the versions that an origin's file has had
    #[command(after_help = HISTORY_HELP)]
    History {
        /// The origin, a host (for https) or a URL
        origin: String,
        /// Print this version's file, 1 being the current one
        #[arg(long, value_name = "N")]
        version: Option<usize>,
        /// What to print
        #[arg(short, long, value_name = "FORMAT", default_value = "text")]
        format: Format,
    },
    /// Forget origins
    #[command(after_help = CLEAR_HELP)]
    Clear {
        /// Origins, hosts (for https) or URLs
        #[arg(required_unless_present = "all")]
        origins: Vec<String>,
        /// Forget them all
        #[arg(long, conflicts_with = "origins")]
        all: bool,
    },
    /// Print where the store is
    #[command(after_help = PATH_HELP)]
    Path,
}
