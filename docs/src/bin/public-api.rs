//! Writes the public API of the library crates as text, from what rustdoc says of them in JSON: `scripts/public-api`
//! calls it.
//!
//! The texts lie in `docs/public-api/`. A change of the API is a change of a text, and a reader of the change sees it.

#![allow(clippy::print_stdout)] // a program for a terminal

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use public_api::Builder;

/// The crates that others build on. The library of `maycrawl-cli` is only for its fuzz targets: the interface of the
/// command is its help, which docs/reference/commands has.
const CRATES: [&str; 13] = [
    "maycrawl",
    "maycrawl-audit",
    "maycrawl-questions",
    "maycrawl-effects",
    "maycrawl-fetch",
    "maycrawl-language",
    "maycrawl-lint",
    "maycrawl-policy",
    "maycrawl-readers",
    "maycrawl-server",
    "maycrawl-site",
    "maycrawl-table",
    "maycrawl-uses",
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let (Some(json), Some(texts)) = (args.next(), args.next()) else {
        return Err("usage: public-api FOLDER-OF-RUSTDOC-JSON FOLDER-OF-TEXTS [--check]".into());
    };
    let is_check = args.next().is_some_and(|arg| arg == "--check");
    let mut differences = 0;
    for name in CRATES {
        let path = Path::new(&json).join(format!("{}.json", name.replace('-', "_")));
        let api = Builder::from_rustdoc_json(&path)
            .omit_blanket_impls(true)
            .omit_auto_trait_impls(true)
            .omit_auto_derived_impls(true)
            .build()
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let text = format!("{api}\n");
        let known = Path::new(&texts).join(format!("{name}.txt"));
        if is_check {
            differences += compare(name, &fs::read_to_string(&known)?, &text);
        } else {
            fs::write(&known, text)?;
        }
    }
    match differences {
        0 => Ok(()),
        n => Err(format!("the public API changed in {n} lines: run scripts/public-api, read the change, and write it into CHANGELOG.md").into()),
    }
}

/// Prints the lines that are in one of two texts only. Returns their number.
fn compare(name: &str, known: &str, now: &str) -> usize {
    let lines = |text: &'_ str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (known, now) = (lines(known), lines(now));
    let gone = known.iter().filter(|line| !now.contains(line)).map(|line| format!("- {line}"));
    let new = now.iter().filter(|line| !known.contains(line)).map(|line| format!("+ {line}"));
    let all: Vec<String> = gone.chain(new).collect();
    for line in &all {
        println!("{name}: {line}");
    }
    all.len()
}
