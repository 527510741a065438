//! Tests that run the command as users do, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

/// Compares standard output and standard error of a run with a snapshot.
macro_rules! screen {
    ($name:literal, $run:expr) => {
        screen_text!($name, $run.screen())
    };
}

/// Compares a text with a snapshot.
macro_rules! screen_text {
    ($name:literal, $text:expr) => {
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!($name, $text);
        })
    };
}

mod support;

mod answers;
mod audit;
mod audit_format;
mod audit_traps;
mod batch;
#[cfg(feature = "tables")]
mod bulk;
mod certificate;
mod change;
mod check_signature;
mod command;
mod create;
#[cfg(feature = "tables")]
mod faces;
mod git;
mod impact;
mod languages;
mod licenses;
mod lint;
mod live;
mod live_ask_as;
mod live_cache;
mod live_fetch;
mod lsp;
mod lsp_hover;
mod many_crawlers;
mod mcp;
mod readers;
mod serve;
mod settings;
mod site;
#[cfg(feature = "tables")]
mod sql;
mod suspicious;
mod unwritable_store;
mod usability;
mod uses;
mod watch;
mod writers;
