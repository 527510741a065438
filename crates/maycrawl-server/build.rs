//! Builds the crate again when the tester page is built, also where there was none before.

#![allow(clippy::print_stdout)] // how a build script speaks

use std::path::Path;

fn main() {
    let page = if Path::new("page").exists() { "page" } else { "." };
    println!("cargo::rerun-if-changed={page}");
}
