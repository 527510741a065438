//! The cost of calls in instructions, counted by valgrind's callgrind.
//!
//! Times depend on the machine and its load; instruction counts hardly do. A program runs itself under callgrind:
//! the child makes its calls inside [`counted_call`], the parent reads one count a call.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::hostile::FAMILIES;

/// Calls `f`. If the program runs under [`instructions`], the instructions of this call are counted, and no others.
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

/// Runs `child` under callgrind and gives the instructions of each [`counted_call`], in order. `None` if valgrind is
/// not installed; then a line on standard error says so.
///
/// # Panics
/// If the child fails or callgrind's files cannot be read.
#[must_use]
pub fn instructions(what_for: &str, child: &Command) -> Option<Vec<u64>> {
    let folder = run(what_for, child, |status| status == 0)?;
    // The first dump has the instructions before the first call, the second those of the call, and so on.
    let dump = |number: usize| folder.join(format!("out.{}", 2 * number));
    let counts = (1..).map(dump).take_while(|dump| dump.exists()).map(|dump| summary(&dump));
    let counts = counts.collect();
    fs::remove_dir_all(&folder).unwrap();
    Some(counts)
}

/// Runs `child` under callgrind and gives all its instructions, of a program that counts no calls. Its status may be 1,
/// which answers a question. `None` as for [`instructions`].
///
/// # Panics
/// As [`instructions`].
#[must_use]
pub fn all_instructions(what_for: &str, child: &Command) -> Option<u64> {
    let folder = run(what_for, child, |status| status <= 1)?;
    let count = summary(&folder.join("out"));
    fs::remove_dir_all(&folder).unwrap();
    Some(count)
}

/// Runs `child` under callgrind: the folder of the dumps, if valgrind is installed.
fn run(what_for: &str, child: &Command, is_expected: fn(i32) -> bool) -> Option<PathBuf> {
    // Tests of one process run side by side, and each needs a folder of its own.
    static RUNS: AtomicU64 = AtomicU64::new(0);
    if Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("SKIPPED: {what_for}: valgrind is not installed");
        return None;
    }
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    let name = format!("maycrawl-callgrind-{}-{run}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).unwrap();
    let mut valgrind = Command::new("valgrind");
    valgrind
        .arg("--tool=callgrind")
        .args(["--dump-before=*counting_starts*", "--dump-before=*counting_ends*"])
        .arg(format!("--callgrind-out-file={}", folder.join("out").display()))
        .arg(child.get_program())
        .args(child.get_args())
        .stdout(Stdio::null());
    for (name, value) in child.get_envs() {
        match value {
            Some(value) => valgrind.env(name, value),
            None => valgrind.env_remove(name),
        };
    }
    if let Some(folder) = child.get_current_dir() {
        valgrind.current_dir(folder);
    }
    let output = valgrind.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let status = output.status.code();
    assert!(status.is_some_and(is_expected), "valgrind failed, {}: {errors}", output.status);
    Some(folder)
}

/// The number of instructions in a dump.
fn summary(dump: &Path) -> u64 {
    let text = String::from_utf8_lossy(&fs::read(dump).unwrap()).into_owned();
    let line = text.lines().find_map(|line| line.strip_prefix("summary: "));
    line.unwrap_or_else(|| panic!("the summary line is missing in {}", dump.display()))
        .trim()
        .parse()
        .unwrap()
}

/// An operation whose cost must not grow faster than the file. It calls [`counted_call`] once.
pub struct Operation {
    /// The name of the operation.
    pub name: &'static str,
    /// Runs the operation for a file and a path.
    pub run: fn(&[u8], &[u8]),
}

/// The growth of the cost of an operation in a hostile family.
pub struct Growth {
    /// The family's name.
    pub family: &'static str,
    /// The operation's name.
    pub operation: &'static str,
    /// Instructions at the family's size and at four times that.
    pub instructions: [u64; 2],
}

impl Growth {
    /// The cost at the larger size divided by the cost at the smaller size; 4 is linear.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.instructions[1] as f64 / self.instructions[0].max(1) as f64
    }
}

/// The work of the child process of [`growth`]: every operation in every family, at the family's size and at four times
/// that.
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

/// The growth of every operation in every family; `child` calls [`run_families`]. `None` if valgrind is not
/// installed.
///
/// # Panics
/// As [`instructions`], and if an operation does not call [`counted_call`] exactly once.
#[must_use]
pub fn growth(child: &Command, operations: &[Operation]) -> Option<Vec<Growth>> {
    let counts = instructions("growth of hostile families", child)?;
    let both = 2 * operations.len();
    assert_eq!(
        counts.len(),
        FAMILIES.len() * both,
        "each operation must call `counted_call` exactly once"
    );
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
