//! The tests of the fetching as its users call it, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

mod ask_as;
mod evidence;
mod fetcher;
mod fetcher_ends;
mod fetcher_refresh;
mod fetcher_refusals;
mod fetcher_shares;
mod fetcher_unreached;
mod file;
mod get;
mod guard;
mod http_answers;
mod http_bodies;
mod http_dns;
mod http_redirects;
mod http_slow;
mod http_tls;
mod known_sites;
mod post;
mod redis;
mod servers;
mod site;
mod statements;
mod store_crash;
mod store_file;
mod store_lease;
mod store_redis;
mod store_site;
mod store_unwritable;
mod stores;
