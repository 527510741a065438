//! Options of `maycrawl cache`.

use clap::{Args as ClapArgs, Subcommand};
use maycrawl_fetch::Policy;

use super::{Format, StoreArg, policy};

const CACHE_HELP: &str = "\
The store keeps every fetched file with all its versions.

Examples:
  maycrawl cache list
  maycrawl cache show www.example.com
  maycrawl cache history --print 2 www.example.com
  maycrawl cache clear www.example.com
  maycrawl cache path

Exit status:
  0  done
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
  maycrawl cache history --print 2 www.example.com > before.txt

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

    /// What result codes mean; the state that is shown depends on it
    #[arg(long, value_name = "POLICY", env = "MAYCRAWL_POLICY", default_value = Policy::default().name(),
          value_parser = policy(), ignore_case = true, global = true)]
    pub(crate) policy: Policy,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CacheCommand {
    /// List the stored origins
    #[command(after_help = LIST_HELP)]
    List {
        /// Output format
        #[arg(short, long, value_name = "FORMAT", default_value = "text")]
        format: Format,
    },
    /// Show the state of an origin, and its file
    #[command(after_help = SHOW_HELP)]
    Show {
        /// The origin, a host (for https) or a URL
        origin: String,
        /// Output format
        #[arg(short, long, value_name = "FORMAT", default_value = "text")]
        format: Format,
    },
    /// Show the versions of an origin's file
    #[command(after_help = HISTORY_HELP)]
    History {
        /// The origin, a host (for https) or a URL
        origin: String,
        /// Print the file of this version; 1 is the current one
        #[arg(long, value_name = "VERSION")]
        print: Option<usize>,
        /// Output format
        #[arg(short, long, value_name = "FORMAT", default_value = "text")]
        format: Format,
    },
    /// Remove origins from the store
    #[command(after_help = CLEAR_HELP)]
    Clear {
        /// Origins, hosts (for https) or URLs
        #[arg(required_unless_present = "all")]
        origins: Vec<String>,
        /// Remove all origins
        #[arg(long, conflicts_with = "origins")]
        all: bool,
    },
    /// Print the location of the store
    #[command(after_help = PATH_HELP)]
    Path,
}
