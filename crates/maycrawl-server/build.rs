//! Builds the crate again when the tester page is built, also where there was none before. A debug build reads the page
//! from its folder when it runs, so it need not wait for it.

#![allow(clippy::print_stdout)] // how a build script speaks

use std::path::Path;

fn main() {
    if std::env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_some() {
        return println!("cargo::rerun-if-changed=build.rs");
    }
    let page = if Path::new("page").exists() { "page" } else { "." };
    println!("cargo::rerun-if-changed={page}");
}
