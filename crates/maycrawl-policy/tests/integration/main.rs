//! The tests of the policies as their users call them, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

mod policy;
mod policy_clocks;
mod policy_confirm;
mod policy_refusals;
