//! google/robotstxt itself as a contender.
//!
//! Its repository is no package, so a build cannot fetch it. Who has built it names the library in [`VARIABLE`]; a
//! small C++ program (`bench/google/contender.cc`) is compiled against it and measures itself, in turns with maycrawl.
//! A program of its own needs no `unsafe` code here, and no C++ where the variable is not set.

use std::env;
use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::corpus::Subject;

/// The environment variable with the path of the shared library, for example `c-build/librobots.so`.
pub const VARIABLE: &str = "MAYCRAWL_GOOGLE";

/// The running program. It ends when its input ends.
pub struct Google {
    process: Child,
    input: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Google {
    /// Compiles and starts the program.
    ///
    /// # Errors
    /// A sentence that says why there is no such contender.
    pub fn start() -> Result<Self, String> {
        let Some(library) = env::var_os(VARIABLE).map(PathBuf::from) else {
            return Err(format!(
                "{VARIABLE} is not set (to the path of a librobots.so built with -O2)"
            ));
        };
        let program = compile(&library)?;
        let mut process = Command::new(&program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let ends = process.stdin.take().zip(process.stdout.take());
        let (input, answers) = ends.ok_or("the program has no input or no output")?;
        Ok(Self { process, input, answers: BufReader::new(answers) })
    }

    /// Loads a file and its URLs, and returns the number of URLs that are allowed.
    pub fn load(&mut self, subject: &Subject) -> usize {
        let mut message =
            format!("file {} {}\n", subject.bytes.len(), subject.urls.len()).into_bytes();
        message.extend_from_slice(&subject.bytes);
        for url in &subject.urls {
            message.extend_from_slice(url.as_bytes());
            message.push(b'\n');
        }
        self.ask(&message) as usize
    }

    /// Checks all URLs of the file `calls` times, and returns the nanoseconds for one time.
    pub fn round(&mut self, calls: u32) -> f64 {
        self.ask(format!("round {calls}\n").as_bytes()) / f64::from(calls)
    }

    fn ask(&mut self, message: &[u8]) -> f64 {
        self.input.write_all(message).expect("google's contender takes commands");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("google's contender answers");
        answer.trim().parse().expect("google's contender answers with a number")
    }
}

impl Drop for Google {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Compiles the program beside the other results of the build.
fn compile(library: &Path) -> Result<PathBuf, String> {
    let library =
        library.canonicalize().map_err(|error| format!("{}: {error}", library.display()))?;
    let folder = library.parent().unwrap_or(Path::new("/"));
    let program = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target/google-contender");
    // Where the header and its dependency lie in a build of the repository, or beside the library.
    let headers =
        ["", "..", "../include", "libs/abseil-cpp-src", "../libs/abseil-cpp-src"].map(|place| {
            let mut option = OsString::from("-I");
            option.push(folder.join(place));
            option
        });
    let mut runtime_path = OsString::from("-Wl,-rpath,");
    runtime_path.push(folder);
    let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let status = Command::new(&compiler)
        .args(["-O2", "-std=c++17", "-o"])
        .arg(&program)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("google/contender.cc"))
        .args(headers)
        .arg(&library)
        .arg(runtime_path)
        .status()
        .map_err(|error| format!("{}: {error}", compiler.display()))?;
    if status.success() {
        Ok(program)
    } else {
        Err("its C++ program does not compile; the compiler says why above".to_owned())
    }
}
