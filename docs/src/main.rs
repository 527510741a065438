//! Builds the documentation site: `maycrawl-docs FOLDER [TESTER]`. TESTER is the folder that `make tester` makes.

use std::error::Error;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, io};

fn main() -> ExitCode {
    let mut folders = env::args_os().skip(1).map(PathBuf::from);
    let Some(site) = folders.next() else {
        return failed("usage: maycrawl-docs FOLDER [TESTER]");
    };
    match run(&site, folders.next().as_deref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&format!("{}: {error}", site.display())),
    }
}

fn run(site: &Path, tester: Option<&Path>) -> Result<(), Box<dyn Error + Send + Sync>> {
    let count = maycrawl_docs::build(site, tester)?;
    writeln!(io::stdout(), "{count} pages in {}", site.display())?;
    Ok(())
}

fn failed(why: &str) -> ExitCode {
    // If this fails too, there is no other place to write.
    let _ = writeln!(io::stderr(), "{why}");
    ExitCode::from(2)
}
