//! What many crawlers cost, counted in instructions: all of them against one, and a live site against its file.

use std::fmt::Write as _;

use maycrawl_testdata::callgrind::all_instructions;

use crate::support::command;
use crate::support::server::{World, file};

/// Letters in place of the digits of a number, because a product token has no digits.
fn bot(number: usize) -> String {
    let letter = |digit: usize| char::from(b'a' + digit as u8);
    format!("bot{}{}", letter(number / 26), letter(number % 26))
}

/// A file of 360 KB with 41 groups, of forty crawlers and of `*`.
fn robots_txt() -> String {
    let mut robots = String::new();
    for group in 0..41 {
        let name = if group == 40 { "*".to_owned() } else { bot(group) };
        writeln!(robots, "User-agent: {name}").unwrap();
        for line in 0..260 {
            writeln!(robots, "Disallow: /section-{}/group-{group}/{line}", line % 16).unwrap();
        }
        for section in (1..9).filter(|section| (group + section) % 3 > 0) {
            writeln!(robots, "Disallow: /section-{section}/").unwrap();
        }
    }
    assert!((350_000..370_000).contains(&robots.len()), "{}", robots.len());
    robots
}

/// Counts checks of eight URLs.
struct Counter(World);

impl Counter {
    fn new() -> Self {
        let world = World::of(&[("127.0.0.1", file(&robots_txt()))]);
        std::fs::write(world.path("robots.txt"), robots_txt()).unwrap();
        Self(world)
    }

    fn count(&self, args: &[&str], origin: &str) -> Option<u64> {
        let urls = (1..9).map(|section| format!("{origin}/section-{section}/x"));
        let urls: Vec<_> = urls.collect();
        let args: Vec<_> =
            ["check"].iter().chain(args).copied().chain(urls.iter().map(String::as_str)).collect();
        let mut command = command(&args);
        command.current_dir(&self.0.folder.0);
        all_instructions("checks of many crawlers", &command)
    }

    fn for_file(&self, args: &[&str]) -> Option<u64> {
        self.count(&[&["--robots", "robots.txt"], args].concat(), "")
    }

    fn live(&self, args: &[&str]) -> Option<u64> {
        let site = self.0.url("127.0.0.1", "");
        self.count(&[&["--allow-private", "--store", "memory"], args].concat(), &site)
    }
}

#[test]
fn all_crawlers_cost_at_most_three_times_as_much_as_one() {
    let counter = Counter::new();
    for format in ["text", "json"] {
        let count =
            |crawlers: &[&str]| counter.for_file(&[crawlers, &["--format", format]].concat());
        let (Some(one), Some(all)) =
            (count(&["--agent", "Googlebot"]), count(&["--crawlers", "all"]))
        else {
            return;
        };
        println!("{format}: one {one}, all {all}: {:.2}", all as f64 / one as f64);
        assert!(all <= 3 * one, "{format}: one crawler {one}, all {all}");
    }
}

#[test]
fn a_live_site_costs_at_most_twice_as_much_as_its_file() {
    let counter = Counter::new();
    for crawlers in [1, 16, 17, 224] {
        let names: Vec<_> = (0..crawlers).map(bot).collect();
        let args = ["--format", "json", "--agent", &names.join(",")];
        let (Some(of_file), Some(live)) = (counter.for_file(&args), counter.live(&args)) else {
            return;
        };
        println!("{crawlers}: file {of_file}, live {live}: {:.2}", live as f64 / of_file as f64);
        assert!(live <= 2 * of_file, "{crawlers} crawlers: file {of_file}, live {live}");
    }
}
