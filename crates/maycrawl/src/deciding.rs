//! The verdict: the order of reasons, and the two engines that follow it.
//!
//! `decide` has the order. `rule_set` answers many questions about one crawler, `one_pass` answers one question
//! without keeping anything. `site_rules` asks first whose site it is.

pub(crate) mod decide;
pub(crate) mod one_pass;
pub(crate) mod rule_set;
#[cfg(feature = "origin")]
pub(crate) mod site_rules;
pub mod verdict;
