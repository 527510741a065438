//! Builds the documentation site: `maycrawl-docs FOLDER`.

use std::error::Error;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, io};

fn main() -> ExitCode {
    let Some(site) = env::args_os().nth(1).map(PathBuf::from) else {
        return failed("usage: maycrawl-docs FOLDER");
    };
    match run(&site) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&format!("{}: {error}", site.display())),
    }
}

fn run(site: &Path) -> Result<(), Box<dyn Error + Send + Sync>> {
    let count = maycrawl_docs::build(site)?;
    writeln!(io::stdout(), "{count} pages in {}", site.display())?;
    Ok(())
}

fn failed(why: &str) -> ExitCode {
    // If this fails too, there is no other place to write.
    let _ = writeln!(io::stderr(), "{why}");
    ExitCode::from(2)
}
