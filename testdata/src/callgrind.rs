//! What calls cost in instructions, counted by valgrind's callgrind.
//!
//! Times differ by machine and by what else runs there; instructions hardly do. A program runs itself under callgrind:
//! the child makes its calls inside [`counted_call`], the parent reads one count a call.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::hostile::FAMILIES;

/// Calls `f`. Where the program runs under [`instructions`], what the call costs is counted, and nothing else is.
pub fn counted_call<T>(f: impl FnOnce() -> T) -> T {
    counting_starts();
    let result = black_box(f());
    counting_ends();
    result
}

#[inline(never)]
fn counting_starts() {
    black_box("start");
}

#[inline(never)]
fn counting_ends() {
    black_box("end");
}

/// Runs `child` under callgrind and gives the instructions of each [`counted_call`], in order. `None` where valgrind is
/// not installed, which is said on standard error.
///
/// # Panics
/// If the child fails or callgrind's files cannot be read.
#[must_use]
pub fn instructions(what_for: &str, child: &Command) -> Option<Vec<u64>> {
    if Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("SKIPPED: {what_for}: valgrind is not installed");
        return None;
    }
    let folder = std::env::temp_dir().join(format!("maycrawl-callgrind-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let out = folder.join("out");
    let mut valgrind = Command::new("valgrind");
    valgrind
        .arg("--tool=callgrind")
        .args(["--dump-before=*counting_starts*", "--dump-before=*counting_ends*"])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(child.get_program())
        .args(child.get_args())
        .stdout(Stdio::null());
    for (name, value) in child.get_envs() {
        valgrind.env(name, value.unwrap_or_default());
    }
    let output = valgrind.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // The first dump has what was before the first call, the second has the call, and so on.
    let dump = |number: usize| folder.join(format!("out.{}", 2 * number));
    let counts = (1..).map(dump).take_while(|dump| dump.exists()).map(|dump| summary(&dump));
    let counts = counts.collect();
    fs::remove_dir_all(&folder).unwrap();
    Some(counts)
}

/// The instructions that a dump counts.
fn summary(dump: &Path) -> u64 {
    let text = String::from_utf8_lossy(&fs::read(dump).unwrap()).into_owned();
    let line = text.lines().find_map(|line| line.strip_prefix("summary: "));
    line.unwrap_or_else(|| panic!("no summary in {}", dump.display())).trim().parse().unwrap()
}

/// Something whose cost is to grow no faster than a file: it calls [`counted_call`] once.
pub struct Operation {
    /// What is done.
    pub name: &'static str,
    /// Does it for a file and a path.
    pub run: fn(&[u8], &[u8]),
}

/// How the cost of an operation grows in a hostile family.
pub struct Growth {
    /// The family's name.
    pub family: &'static str,
    /// The operation's name.
    pub operation: &'static str,
    /// Instructions at the family's size and at four times that.
    pub instructions: [u64; 2],
}

impl Growth {
    /// How many times as much the larger one costs; 4 is linear.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.instructions[1] as f64 / self.instructions[0].max(1) as f64
    }
}

/// What the child of [`growth`] does: every operation in every family, at the family's size and at four times that.
pub fn run_families(operations: &[Operation]) {
    for family in &FAMILIES {
        for size in [family.size, 4 * family.size] {
            let (file, path) = (family.make)(size);
            for operation in operations {
                (operation.run)(&file, &path);
            }
        }
    }
}

/// The growth of every operation in every family; `child` calls [`run_families`]. `None` where valgrind is not installed.
///
/// # Panics
/// As [`instructions`], and if an operation does not call [`counted_call`] exactly once.
#[must_use]
pub fn growth(child: &Command, operations: &[Operation]) -> Option<Vec<Growth>> {
    let counts = instructions("growth of hostile families", child)?;
    let both = 2 * operations.len();
    assert_eq!(counts.len(), FAMILIES.len() * both, "one count a call");
    let families = FAMILIES.iter().zip(counts.chunks(both));
    let rows = families.flat_map(|(family, counts)| {
        operations.iter().enumerate().map(move |(i, operation)| Growth {
            family: family.name,
            operation: operation.name,
            instructions: [counts[i], counts[i + operations.len()]],
        })
    });
    Some(rows.collect())
}
