//! Commands, run as in a terminal.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The command, as the tests of the workspace build it or `MAYCRAWL` names it.
pub fn maycrawl() -> Option<PathBuf> {
    let named = env::var_os("MAYCRAWL").map(PathBuf::from);
    let built = || Some(env::current_exe().ok()?.parent()?.parent()?.join("maycrawl"));
    named.or_else(built).filter(|path| path.is_file())
}

/// Runs a command of the guide in `folder` and gives what a terminal shows.
pub fn output(command: &str, folder: &Path, maycrawl: &Path, is_coloured: bool) -> String {
    let script = format!("exec 2>&1\nmaycrawl() {{ \"$MAYCRAWL\" \"$@\"; }}\n{command}");
    let mut shell = Command::new("sh");
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("MAYCRAWL_") {
            shell.env_remove(name); // defaults of the person who runs the tests
        }
    }
    shell.env("MAYCRAWL", maycrawl).env("XDG_CACHE_HOME", folder).env("LC_ALL", "C");
    if !is_coloured {
        shell.env("NO_COLOR", "1");
    }
    let output = shell.args(["-c", &script]).current_dir(folder).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.trim_end().lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
