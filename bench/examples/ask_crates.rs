//! Asks a crate about robots.txt files: `ask_crates CRATE < questions > answers`.
//!
//! The lines are those of `scripts/readers/ask.py`.

#![allow(clippy::print_stdout)] // a program for a terminal

use std::env;
use std::error::Error;
use std::io::{self, BufRead as _};
use std::panic;

use robotstxt::DefaultMatcher;
use serde_json::{Value, json};
use texting_robots::Robot;

fn main() -> Result<(), Box<dyn Error>> {
    let name = env::args().nth(1).unwrap_or_default();
    let ask = match name.as_str() {
        "texting_robots" => texting_robots,
        "robotstxt" => robotstxt,
        _ => return Err("usage: ask_crates robotstxt|texting_robots".into()),
    };
    for line in io::stdin().lock().lines() {
        let question: Value = serde_json::from_str(&line?)?;
        let text = question["file"].as_str().ok_or("no file")?;
        let file: Vec<u8> = text.chars().map(|c| c as u8).collect();
        let mut answers = Vec::new();
        for pair in question["asks"].as_array().ok_or("no asks")? {
            let (Some(name), Some(path)) = (pair[0].as_str(), pair[1].as_str()) else {
                return Err("no pair".into());
            };
            answers.push(ask(&file, name, &["https://example.com", path].concat()));
        }
        println!("{}", json!(answers));
    }
    Ok(())
}

fn texting_robots(file: &[u8], name: &str, url: &str) -> &'static str {
    match Robot::new(name, file) {
        Ok(robot) if robot.allowed(url) => "a",
        Ok(_) => "d",
        Err(_) => "TooLong",
    }
}

fn robotstxt(file: &[u8], name: &str, url: &str) -> &'static str {
    let text = String::from_utf8_lossy(file);
    let ask = || DefaultMatcher::default().one_agent_allowed_by_robots(&text, name, url);
    match panic::catch_unwind(ask) {
        Ok(true) => "a",
        Ok(false) => "d",
        Err(_) => "Panic",
    }
}
