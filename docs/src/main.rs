//! Builds the documentation site: `maycrawl-docs FOLDER`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs, io};

use maycrawl_docs::site;

fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        return failed("usage: maycrawl-docs FOLDER");
    };
    match write(&folder) {
        Ok(count) => {
            let said = format!("{count} files in {}\n", folder.display());
            if io::Write::write_all(&mut io::stdout(), said.as_bytes()).is_err() {
                return ExitCode::FAILURE;
            }
            ExitCode::SUCCESS
        }
        Err(error) => failed(&format!("{} cannot be written: {error}", folder.display())),
    }
}

fn write(folder: &std::path::Path) -> io::Result<usize> {
    let files = site();
    for (name, text) in &files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, text)?;
    }
    Ok(files.len())
}

fn failed(why: &str) -> ExitCode {
    // If this fails too, there is no other place to write.
    let _ = io::Write::write_all(&mut io::stderr(), format!("{why}\n").as_bytes());
    ExitCode::from(2)
}
