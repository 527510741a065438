//! The skeleton of a crawler: asks robots.txt before each request, and fetches what is allowed.
//!
//! ```text
//! cargo run -p maycrawl-fetch --example crawl_loop -- https://example.com/ https://example.com/private
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr)] // a program for a terminal

use std::env;
use std::error::Error;

use maycrawl::Crawler;
use maycrawl_fetch::{Fetcher, ResourceLimits};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let crawler = Crawler::parse("ExampleBot")?;
    // One fetcher for the whole program: it caches each site's rules, and fetches no robots.txt twice at a time.
    let fetcher =
        Fetcher::builder().user_agent("ExampleBot/1.0 (+https://example.com/bot)").build()?;
    for url in env::args().skip(1) {
        let robots = match fetcher.robots_for(&url).await {
            Ok(robots) => robots,
            Err(error) => {
                eprintln!("{url}: {error}");
                continue;
            }
        };
        // The rules are compiled once for each site and crawler.
        let rules = robots.rules_for(&crawler);
        let answer = rules.check(&url);
        if !answer.is_allowed() {
            println!("{url}: {answer}; {robots}");
            continue;
        }
        match fetcher.get(&url, ResourceLimits::default()).await {
            Ok(mut page) => {
                let mut bytes = 0;
                while let Some(piece) = page.chunk().await? {
                    bytes += piece.len();
                }
                println!("{url}: HTTP {}, {bytes} bytes", page.status());
            }
            Err(error) => println!("{url}: {error}"),
        }
    }
    Ok(())
}
