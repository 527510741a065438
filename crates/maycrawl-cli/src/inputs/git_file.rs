//! A file out of a git repository: `HEAD:robots.txt`, as git writes it.

use std::path::Path;
use std::process::{Command, Stdio};

use maycrawl::Printable;

use crate::inputs::input;
use crate::inputs::robots_input::RobotsInput;
use crate::text::output::Failure;

/// True for `REVISION:PATH`. A host may have a port after the colon, which no name of a robots.txt looks like.
pub(super) fn is_revision(name: &str) -> bool {
    let Some((revision, path)) = name.split_once(':') else { return false };
    let is_port = path.split('/').next().is_some_and(|it| it.bytes().all(|b| b.is_ascii_digit()));
    // A drive of Windows has one letter.
    revision.len() > 1 && !revision.starts_with('-') && !path.is_empty() && !is_port
}

/// Reads the file with the git of this machine.
///
/// # Errors
/// There is no git, no repository, no such revision, or no such file in it.
pub(super) fn read(name: &str) -> Result<RobotsInput, Failure> {
    let shown = Printable(name.as_bytes());
    let failed = |why: &str| Failure::new(format!("cannot read {shown} from git: {why}"));
    // `cat-file` runs no program that the repository names, as `show` does for a diff driver.
    let mut git = Command::new("git")
        .args(["cat-file", "blob", name])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| failed(&error.to_string()))?;
    let stdout = git.stdout.take().map(|stdout| input::within_limit(Path::new(name), stdout));
    let bytes = stdout.transpose()?.unwrap_or_default();
    let ended = git.wait_with_output().map_err(|error| failed(&error.to_string()))?;
    if !ended.status.success() {
        let said = String::from_utf8_lossy(&ended.stderr);
        let first = said.lines().next().unwrap_or("no reason was given");
        return Err(failed(&Printable(first.trim_start_matches("fatal: ").as_bytes()).to_string()));
    }
    Ok(RobotsInput::of_version(name, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revision_is_told_from_a_host_with_a_port() {
        for name in ["HEAD:robots.txt", "main:public/robots.txt", "v1.2:./robots.txt", "a/b:c"] {
            assert!(is_revision(name), "{name}");
        }
        for name in [
            "robots.txt",
            "localhost:8080",
            "example.com:80/a",
            "C:\\robots.txt",
            "-x:y",
            ":",
            "HEAD:",
        ] {
            assert!(!is_revision(name), "{name}");
        }
    }
}
