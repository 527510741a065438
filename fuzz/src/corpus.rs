//! The kept inputs of each target and mutations of them, without the fuzzer.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use maycrawl_testdata::random::Random;

use crate::{TARGETS, Target};

/// Maximum size of a mutated input.
const MAX_INPUT_BYTES: usize = 4096;
/// Maximum size of the kept inputs of one target: 64 KiB.
const MAX_CORPUS_BYTES: usize = 64 << 10;
/// Bytes that mean something in the formats: ends, escapes, quotes, limits of integers.
const INTERESTING: &[u8] =
    b"\0\x01\x7f\x80\xc0\xff\t\n\r \"#$%&'()*+,-./0123456789:;<=>?@AZ[\\]^_`az{|}~";

fn folder(target: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target)
}

/// The kept inputs of a target, in the order of their names.
fn kept(target: &str) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(folder(target)).unwrap_or_else(|error| panic!("{target}: {error}"));
    let paths: BTreeSet<_> = files.map(|file| file.unwrap().path()).collect();
    let read = |path: std::path::PathBuf| (path.display().to_string(), fs::read(&path).unwrap());
    paths.into_iter().map(read).collect()
}

/// Calls the target with an input. If it panics, the input is kept for `cargo fuzz` and for a test.
fn run(target: &Target, name: &str, input: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (target.check)(input))) {
        let file = std::env::temp_dir().join(format!("maycrawl-fuzz-{}", target.name));
        fs::write(&file, input).unwrap();
        eprintln!("{}: this input, {name}, is now in {}", target.name, file.display());
        resume_unwind(panic);
    }
}

/// Changes an input in some places. `other` is another input, of which a part may be copied.
fn mutate(input: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    for _ in 0..=random.below(4) {
        let mut below = |limit: usize| random.below(limit as u64) as usize;
        let at = below(input.len() + 1);
        let end = at + below((input.len() - at).min(32) + 1);
        match below(7) {
            0 if at < input.len() => input[at] ^= 1 << below(8),
            1 if at < input.len() => input[at] = INTERESTING[below(INTERESTING.len())],
            2 => input.insert(at, INTERESTING[below(INTERESTING.len())]),
            3 => drop(input.drain(at..end)),
            4 => {
                let part = input[at..end].to_vec();
                let to = below(input.len() + 1);
                input.splice(to..to, part);
            }
            5 if !other.is_empty() => {
                let from = below(other.len());
                let part = &other[from..(from + 1 + below(64)).min(other.len())];
                input.splice(at..end, part.iter().copied());
            }
            _ => input.truncate(at.max(input.len() / 2)),
        }
    }
    input.truncate(MAX_INPUT_BYTES);
}

/// The number of mutations, times `MAYCRAWL_FUZZ_TIMES`.
fn mutations(target: &Target) -> u32 {
    let times = std::env::var("MAYCRAWL_FUZZ_TIMES").ok();
    target.mutations * times.map_or(1, |times| times.parse::<u32>().unwrap())
}

/// Runs a target with its kept inputs and its number of mutations. Every run has the same inputs.
fn test(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).unwrap();
    let inputs = kept(name);
    assert!(!inputs.is_empty(), "{name} has no kept inputs");
    for (path, input) in &inputs {
        run(target, path, input);
    }
    let mut random = Random(0x6d61_7963_7261_776c);
    for number in 0..mutations(target) {
        let mut pick = || &inputs[random.below(inputs.len() as u64) as usize].1;
        let (mut input, other) = (pick().clone(), pick());
        mutate(&mut input, other, &mut random);
        run(target, &format!("mutation {number}"), &input);
    }
    let executions = inputs.len() + mutations(target) as usize;
    // Not `println`: the test harness hides it.
    writeln!(std::io::stdout(), "fuzz target {name}: {executions} executions").unwrap();
}

macro_rules! tests {
    ($($name:ident)*) => {
        $(#[test] fn $name() { test(stringify!($name)); })*

        const TESTED: &[&str] = &[$(stringify!($name)),*];
    };
}

tests!(
    agent api archive effects format ftp http lint log lsp
    page parse pattern rsl sitemap store tdmrep url uses warc
);

#[test]
fn no_target_is_forgotten() {
    let targets: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    let names = |folder: &str| -> BTreeSet<String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let files = fs::read_dir(root).unwrap().map(|file| file.unwrap().path());
        files.map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("libfuzzer/src/bin"), targets);
    assert_eq!(names("corpus"), targets);
    assert_eq!(TESTED.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>(), targets);
}

#[test]
fn the_kept_inputs_are_small() {
    for target in &TARGETS {
        let bytes: usize = kept(target.name).iter().map(|(_, input)| input.len()).sum();
        assert!(bytes <= MAX_CORPUS_BYTES, "{}: {bytes} bytes", target.name);
    }
}
