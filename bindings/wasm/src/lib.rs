//! The core of maycrawl as WebAssembly: the module of the npm package `maycrawl`. `npm/lib/engine.js` is the other
//! half.
//!
//! The interface is that of plain numbers: the host writes bytes into [`buffers`], calls a function with handles, and
//! reads the answer from another buffer. Answers are the lines of JSON that the command writes (`questions`), or
//! numbers where there are many (`checks`).
//!
//! No function is unsafe: the module lends its buffers to the host and never reads through a pointer from it.

#![deny(unsafe_code, missing_docs)]

#[cfg(feature = "audit")]
mod audit;
mod buffers;
#[cfg(any(not(feature = "audit"), feature = "lists"))]
mod checks;
#[cfg(any(not(feature = "audit"), feature = "lists"))]
mod files;
#[cfg(any(not(feature = "audit"), feature = "lists"))]
mod handles;
#[cfg(feature = "lists")]
mod lists;
#[cfg(feature = "page")]
mod page;
#[cfg(feature = "answers")]
mod questions;

#[cfg(feature = "small")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
