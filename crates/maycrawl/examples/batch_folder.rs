//! Asks every robots.txt in a folder about one URL path for one crawler, and counts the answers.
//!
//! ```text
//! cargo run --release -p maycrawl --example batch_folder -- FOLDER GPTBot /articles/1
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr)] // a program for a terminal

use std::collections::BTreeMap;
use std::error::Error;
use std::{env, fs};

use maycrawl::{Crawler, Profile, as_written, check_once};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let (Some(folder), Some(crawler), Some(path)) = (args.next(), args.next(), args.next()) else {
        return Err("usage: batch_folder FOLDER CRAWLER PATH".into());
    };
    // `resolve` refuses names that are probably typos; `Crawler::from_token` takes any name as it is.
    let crawler = Crawler::resolve(&crawler)?.into_crawler();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_type()?.is_file() {
            continue;
        }
        // One question for each file: a single pass is cheaper than parsing and compiling.
        let file = fs::read(entry.path())?;
        let verdict = check_once(&file, &crawler, as_written(&path), Profile::GOOGLE);
        *counts.entry(verdict.decision().name()).or_default() += 1;
        if !verdict.is_allowed() {
            println!("{}: {verdict}", entry.path().display());
        }
    }
    println!("{counts:?}");
    Ok(())
}
