//! Tells the benchmark which compiler built it.

use std::process::Command;

fn main() {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(compiler).arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    println!("cargo::rustc-env=BENCH_RUSTC={}", version.unwrap_or_default());
    println!("cargo::rerun-if-changed=build.rs");
}
