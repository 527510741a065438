//! Fuzz targets: for each kind of input that strangers send, a function that reads it with the project's code and
//! panics if something is wrong.
//!
//! `make fuzz` gives them to libFuzzer: `libfuzzer/` has a program for each. The tests here call them with the kept
//! inputs in `corpus/` and with mutations of those, without the fuzzer. A new target is a module here with its line in
//! [`TARGETS`], a program in `libfuzzer/src/bin`, and a folder in `corpus`; the tests compare the three.

#![forbid(unsafe_code)]
// A panic is the result of a target.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

pub mod agent;
pub mod api;
pub mod archive;
pub mod effects;
pub mod format;
pub mod ftp;
pub mod http;
pub mod lint;
pub mod log;
pub mod lsp;
pub mod page;
pub mod parse;
pub mod pattern;
pub mod rsl;
pub mod sitemap;
pub mod store;
mod stream;
pub mod tdmrep;
pub mod url;
pub mod uses;
pub mod warc;

#[cfg(test)]
mod corpus;

/// A fuzz target.
pub struct Target {
    /// The name of its program and of its folder in `corpus`.
    pub name: &'static str,
    /// Panics if the project's code does the wrong thing with this input.
    pub check: fn(&[u8]),
    /// Mutated inputs in a run of the tests: about a second's work.
    pub mutations: u32,
}

/// All targets.
pub const TARGETS: [Target; 20] = [
    Target { name: "agent", check: agent::check, mutations: 4000 },
    Target { name: "api", check: api::check, mutations: 1000 },
    Target { name: "archive", check: archive::check, mutations: 10_000 },
    Target { name: "effects", check: effects::check, mutations: 200 },
    Target { name: "format", check: format::check, mutations: 2000 },
    Target { name: "ftp", check: ftp::check, mutations: 4000 },
    Target { name: "http", check: http::check, mutations: 2000 },
    Target { name: "lint", check: lint::check, mutations: 200 },
    Target { name: "log", check: log::check, mutations: 10_000 },
    Target { name: "lsp", check: lsp::check, mutations: 500 },
    Target { name: "page", check: page::check, mutations: 4000 },
    Target { name: "parse", check: parse::check, mutations: 1000 },
    Target { name: "pattern", check: pattern::check, mutations: 2000 },
    Target { name: "rsl", check: rsl::check, mutations: 4000 },
    Target { name: "sitemap", check: sitemap::check, mutations: 4000 },
    Target { name: "store", check: store::check, mutations: 4000 },
    Target { name: "tdmrep", check: tdmrep::check, mutations: 4000 },
    Target { name: "url", check: url::check, mutations: 10_000 },
    Target { name: "uses", check: uses::check, mutations: 1000 },
    Target { name: "warc", check: warc::check, mutations: 4000 },
];

/// Separates the parts of an input that is more than one text.
pub(crate) const SEPARATOR: &[u8] = b"\n%%\n";

/// The parts of an input. The last one may contain the separator; parts that are not there are empty.
fn parts<const N: usize>(input: &[u8]) -> [&[u8]; N] {
    let mut rest = Some(input);
    std::array::from_fn(|index| {
        let text = rest.take().unwrap_or_default();
        let length = SEPARATOR.len();
        match text.windows(length).position(|window| window == SEPARATOR) {
            Some(at) if index + 1 < N => {
                rest = Some(&text[at + length..]);
                &text[..at]
            }
            _ => text,
        }
    })
}
