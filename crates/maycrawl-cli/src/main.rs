//! The command `maycrawl`.

use std::process::ExitCode;

fn main() -> ExitCode {
    maycrawl_cli::run()
}
