//! A cached check costs the same for a small file and for a large one. The cost is counted in instructions.

use std::num::NonZero;
use std::process::Command;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use maycrawl_fetch::{AddressGuard, Clock, Fetcher};
use maycrawl_server::{AppState, Disclosure, HostPolicy, RequestLimits};
use maycrawl_testdata::callgrind::{counted_call, instructions};
use serde_json::Value;
use tower_service::Service as _;

use crate::support::Site;

/// The environment variable that marks the child process, whose instructions are counted.
const CHILD_VARIABLE: &str = "MAYCRAWL_COUNTED_CHILD";
/// Checks that are counted for each file.
const CHECKS: usize = 20;
/// Bytes of the large files.
const LARGE: usize = 480_000;

/// Lines up to the large size, and the rule that decides.
fn large(start: &str, line: impl Fn(usize) -> String, end: &str) -> (String, String) {
    let mut file = String::from(start);
    for i in 0.. {
        if file.len() > LARGE {
            break;
        }
        file += &line(i);
    }
    ("200 OK".to_owned(), file + end)
}

/// A kind of site, and its answer to every request.
type Kind = (&'static str, fn(&str, &str) -> (String, String));

const DECIDING: &str = "Disallow: /search\n";

/// The first one is small.
const SITES: [Kind; 6] = [
    ("one rule", |_, _| ("200 OK".to_owned(), format!("User-agent: *\n{DECIDING}"))),
    ("many rules", |_, _| {
        large("User-agent: *\n", |i| format!("Disallow: /shop-{i}/basket\n"), DECIDING)
    }),
    ("many names", |_, _| {
        large("", |i| format!("User-agent: Bot{i}\n"), "User-agent: *\nDisallow: /search\n")
    }),
    ("many groups", |_, _| {
        large(
            "",
            |i| format!("User-agent: *\nAllow: /{i}\n\n"),
            "User-agent: *\nDisallow: /search\n",
        )
    }),
    ("long comments", |_, _| {
        large("User-agent: *\n", |_| format!("# {}\n", "no".repeat(4000)), DECIDING)
    }),
    ("a web page", |_, _| large("<html>\nUser-agent: *\n", |i| format!("<p>{i}\n"), DECIDING)),
];

fn service() -> axum::Router {
    let guard = AddressGuard::public_only().allowing_private();
    let limits = RequestLimits {
        per_client_per_second: NonZero::new(1_000_000).unwrap(),
        ..RequestLimits::default()
    };
    let (router, _) = maycrawl_server::router(AppState {
        fetcher: Fetcher::builder().guard(guard).build().unwrap(),
        unreached: Disclosure::Full,
        limits,
        hosts: HostPolicy::default(),
        for_agents: false,
        clock: Clock::system(),
    });
    router
}

async fn check(service: &mut axum::Router, origin: &str, path: &str) -> Value {
    let uri = format!("/v1/check?url={origin}{path}");
    let request = Request::get(uri).header("host", "h").body(Body::empty()).unwrap();
    let response = service.call(request).await.unwrap();
    assert_eq!(response.status(), 200);
    let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    serde_json::from_slice(&body).unwrap()
}

/// The work of the child: two calls for each site, with and without a rule that decides.
fn count() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut service = service();
    for (kind, answer) in SITES {
        let site = runtime.block_on(Site::new(answer));
        for (path, text) in [("/search/about", Some("Disallow: /search")), ("/", None)] {
            let first = runtime.block_on(check(&mut service, &site.origin, path));
            assert_eq!(first["text"].as_str(), text, "{kind}: {first}");
            assert_eq!(first["group"], "*", "{kind}: {first}");
            counted_call(|| {
                runtime.block_on(async {
                    for _ in 0..CHECKS {
                        check(&mut service, &site.origin, path).await;
                    }
                });
            });
        }
        assert_eq!(site.asked().len(), 1, "{kind} is in memory");
    }
}

#[test]
fn a_cached_check_costs_the_same_for_a_file_of_any_size() {
    if std::env::var_os(CHILD_VARIABLE).is_some() {
        count();
        return;
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    // This test alone: the binary has all others too.
    let name = "cached_checks::a_cached_check_costs_the_same_for_a_file_of_any_size";
    child.args(["--exact", name, "--test-threads=1"]).env(CHILD_VARIABLE, "1");
    let Some(counts) = instructions("cached checks of large files", &child) else { return };
    let per_check: Vec<_> = counts.iter().map(|count| count / CHECKS as u64).collect();
    let (small, large) = per_check.split_at(2);
    for ((kind, _), counts) in SITES[1..].iter().zip(large.chunks(2)) {
        for (count, small) in counts.iter().zip(small) {
            let ratio = *count as f64 / *small as f64;
            assert!(ratio <= 1.1, "{kind}: {count} instructions, and {small} for a small file");
        }
    }
    assert_eq!(per_check.len(), 2 * SITES.len());
}
