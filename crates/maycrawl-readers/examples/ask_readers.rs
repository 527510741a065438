//! Questions to programs that read robots.txt, and what `maycrawl_readers` says they answer.
//!
//! ```text
//! cargo run -p maycrawl-readers --example ask_readers -- questions 20000 1 > questions.jsonl
//! cargo run -p maycrawl-readers --example ask_readers -- answers protego < questions.jsonl
//! cargo run -p maycrawl-readers --example ask_readers -- paths 500 > paths.jsonl
//! ```
//!
//! `paths` are questions too: the paths on which readers disagree, of the given number of real files, each for all
//! its crawlers.
//!
//! A line of questions is a file, as a text of Latin-1, and pairs of a crawler's name and a path. A line of answers has
//! one text for each pair: `a` for allowed or `d` for disallowed, and the number of the line that decides.

#![allow(clippy::print_stdout, clippy::print_stderr)] // a program for a terminal

use std::collections::BTreeSet;
use std::error::Error;
use std::io::{self, BufRead as _};
use std::{env, iter};

use maycrawl::{RequestUrl, RobotsTxt, as_written};
use maycrawl_effects::Budget;
use maycrawl_readers::{Disagreement, Reader, UNNAMED};
use maycrawl_testdata::random::Random;
use serde_json::{Value, json};

type Failure = Box<dyn Error>;

#[rustfmt::skip]
const KEYS: &[&str] = &[
    "User-agent", "User-agent", "User-agent", "user-agent", "USER-AGENT", "Useragent", "User agent", "Disallow",
    "Disallow", "Disallow", "Disallow", "Allow", "Allow", "Allow", "disallow", "Dissallow", "disalow", "Disallowed",
    "Allowed", "Crawl-delay", "Crawl delay", "Request-rate", "Visit-time", "Sitemap", "sitemaps", "Site-map", "Host",
    "Noindex", "foo", "", "x-allow", "\u{feff}User-agent", "\u{feff}Disallow", "D\u{131}sallow", "\u{17f}itemap",
    "User\u{a0}agent", "Clean-param",
];
#[rustfmt::skip]
const SEPARATORS: &[&str] = &[
    ": ", ": ", ": ", ": ", ":", ":", ":  ", " : ", ":\t", " ", "  ", "", " \u{a0}:", "::", ":\u{3000}",
];
#[rustfmt::skip]
const LINE_ENDS: &[&str] = &[
    "\n", "\n", "\n", "\n", "\n", "\n", "\r\n", "\r\n", "\r", "\n\n", "\n\n", "\n\n", "\n \n", "\n#\n", "\n # x\n",
    "\r\r", "\n\r", "\u{b}", "\u{c}", "\u{1c}", "\u{85}", "\u{2028}", "\u{2029}", "\0", "",
];
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "*", "*", "*", "bot", "bot", "Bot", "ab", "a", "abc", "my-bot", "my bot", "bot/1.0", "bot*", "*bot", "**", "* x",
    "*/1", "b%6ft", "b%6Ft", "", "1bot", "bot1", "Googlebot", "Googlebot-Image", "GoogleBot News", "B\u{d6}T", "/",
    "my_bot", "bot bot", "a b", "%2A", "o",
];
#[rustfmt::skip]
const CRAWLERS: &[&str] = &[
    "bot", "bot", "Bot", "BOT", "ab", "a", "abc", "my-bot", "my bot", "my_bot", "bot/1.0", "mybot", "xbot/2 (bot)",
    "*", "1bot", "bot1", "Googlebot", "Googlebot-Image", "Googlebot/2.1", "zz", "Mozilla/5.0 (compatible; bot/1.0)",
    "my.bot", "bo", " bot ", "foo/bot",
];
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "/", "/", "/", "/", "a", "a", "b", "a", "b", "ab", "*", "*", "*", "$", "$", "%61", "%2F", "%2f", "%2a", "%2A",
    "%24", "%25", "%3F", "%3f", "%3D", "%3B", "%23", "%5B", "%20", "%0A", "%0D", "%09", "%00", "%7F", "%C3%A9",
    "%c3%a9", "%E9", "%e2%82", "%", "%z", "%4", "?", "?", ";", "=", "&", ".", ",", "~", "+", "!", "'", "(", ")", "@",
    ":", "|", "^", "{", "}", "`", "\"", "<", ">", "\\", "-", "_", "\u{e9}", "\u{20ac}", "\u{1f600}", "//", "//", "**",
    "index.html", "/index.html", "index.htm", "robots.txt", ".php", "%2b", "%2E", "%7E", "%41b",
];
#[rustfmt::skip]
const STARTS: &[&str] = &[
    "/", "/", "/", "/", "/", "/", "/a", "/a/", "/b", "*", "/*", "", "//", "http://", "https://example.com/", "?", ";",
    "%2F", "a",
];

fn main() -> Result<(), Failure> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["questions", count, seed] => questions(count.parse()?, seed.parse()?),
        ["answers", reader] => answers(Reader::by_name(reader)?),
        ["paths", files] => paths(files.parse()?),
        ["readers"] => {
            let row = |reader: &Reader| json!([reader.name(), reader.program(), reader.version()]);
            println!("{}", Reader::all().iter().map(row).collect::<Value>());
            Ok(())
        }
        _ => {
            Err("usage: ask_readers questions COUNT SEED | paths FILES | answers READER | readers"
                .into())
        }
    }
}

/// Writes the questions: half of them about real files, if there are any, and half about made ones.
fn questions(count: usize, seed: u64) -> Result<(), Failure> {
    let mut random = Random(seed);
    let real = maycrawl_testdata::corpus("questions about real files").unwrap_or_default();
    let per_real = count.checked_div(2 * real.len()).unwrap_or(0).max(20);
    let mut asked = 0;
    let mut next = random.below(1 + real.len() as u64) as usize;
    let mut of_real = 0;
    while asked < count {
        let is_real = !real.is_empty() && of_real * 2 < asked;
        let (file, pairs) = if is_real {
            next = (next + 1) % real.len();
            (real[next].bytes.clone(), per_real)
        } else {
            (made_file(&mut random), 20)
        };
        let asks = pairs_about(&file, pairs.min(count - asked), is_real, &mut random);
        asked += asks.len();
        of_real += if is_real { asks.len() } else { 0 };
        let text: String = file.iter().map(|&byte| char::from(byte)).collect();
        println!("{}", json!({ "file": text, "asks": asks }));
    }
    Ok(())
}

/// Writes the paths on which readers disagree, of the given number of real files.
fn paths(files: usize) -> Result<(), Failure> {
    let real = maycrawl_testdata::corpus("paths of real files").unwrap_or_default();
    let readers: Vec<_> = Reader::all().iter().collect();
    let (mut disagreements, mut undecided, mut not_compared) = (0, 0, 0);
    for file in real.iter().step_by((real.len() / files.max(1)).max(1)).take(files) {
        let robots = RobotsTxt::parse(&file.bytes);
        let agents = robots.groups().flat_map(|group| group.agents());
        let names: BTreeSet<_> = agents
            .map(|agent| String::from_utf8_lossy(agent.value).into_owned())
            .filter(|name| name != "*" && name.bytes().all(|byte| matches!(byte, b' '..=b'~')))
            .take(20)
            .collect();
        let names: Vec<&str> =
            iter::once(UNNAMED).chain(names.iter().map(String::as_str)).collect();
        let told =
            maycrawl_readers::disagreements(&readers, &file.bytes, &names, &mut Budget::default());
        disagreements += told.found.len();
        undecided += told.undecided;
        not_compared += told.names_not_compared;
        let asks_of = |one: &Disagreement| -> Vec<(String, String)> {
            let paths = [Some(&one.shortest), one.example.as_ref()];
            let paths = paths.into_iter().flatten();
            paths
                .flat_map(|path| one.crawlers.iter().map(|name| (name.clone(), path.clone())))
                .collect()
        };
        let asks: Vec<_> = told.found.iter().flat_map(asks_of).collect();
        let text: String = file.bytes.iter().map(|&byte| char::from(byte)).collect();
        println!("{}", json!({ "file": text, "asks": asks }));
    }
    eprintln!(
        "{disagreements} disagreements, {undecided} pairs of readers undecided, {not_compared} names not compared"
    );
    Ok(())
}

fn made_file(random: &mut Random) -> Vec<u8> {
    let mut file = Vec::new();
    if random.below(12) == 0 {
        let marks: [&[u8]; 4] = [b"\xef\xbb\xbf", b"\xef\xbb", b"\xef", b"\xff\xfe"];
        let mark = *random.pick(&marks);
        file.extend_from_slice(mark);
    }
    // Most files are plain, so that what a strange line does is not hidden by another one.
    let is_strange = random.below(2) == 0;
    for _ in 0..2 + random.below(14) {
        let key = *random.pick(if is_strange { KEYS } else { &KEYS[..14] });
        let separator = *random.pick(if is_strange { SEPARATORS } else { &SEPARATORS[..6] });
        let indent = if is_strange { *random.pick(&["", "", "", " ", "\t", "\u{a0}"]) } else { "" };
        file.extend_from_slice([indent, key, separator].concat().as_bytes());
        if key.to_ascii_lowercase().contains("agent") {
            file.extend_from_slice(random.pick(NAMES).as_bytes());
        } else if random.below(12) > 0 {
            file.extend_from_slice(&pattern(random, is_strange));
        }
        let comment = *random.pick(&["", "", "", "", "", " # c", "#c: /a", " ", "\t", " x"]);
        file.extend_from_slice(comment.as_bytes());
        file.extend_from_slice(
            random.pick(if is_strange { LINE_ENDS } else { &LINE_ENDS[..16] }).as_bytes(),
        );
    }
    file
}

fn pattern(random: &mut Random, is_strange: bool) -> Vec<u8> {
    let mut text = random.pick(if is_strange { STARTS } else { &STARTS[..11] }).as_bytes().to_vec();
    for _ in 0..random.below(5) {
        text.extend_from_slice(
            random.pick(if is_strange { PIECES } else { &PIECES[..24] }).as_bytes(),
        );
        if is_strange && random.below(40) == 0 {
            text.push(random.below(256) as u8);
        }
    }
    text
}

/// Names and paths to ask about: of the file, nearly of the file, and of others.
fn pairs_about(
    file: &[u8],
    count: usize,
    is_real: bool,
    random: &mut Random,
) -> Vec<(String, String)> {
    let robots = RobotsTxt::parse(file);
    let is_ascii = |name: &String| name.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let names: Vec<String> = robots
        .groups()
        .flat_map(|group| group.agents())
        .map(|agent| String::from_utf8_lossy(agent.value).into_owned())
        .filter(is_ascii)
        .take(100)
        .collect();
    let rules: Vec<&[u8]> = robots
        .groups()
        .flat_map(|group| group.rules())
        .map(|rule| rule.pattern)
        .take(2000)
        .collect();
    let mut name = || -> String {
        if !names.is_empty() && random.below(2) == 0 {
            random.pick(&names).clone()
        } else {
            (*random.pick(CRAWLERS)).to_owned()
        }
    };
    let chosen: Vec<String> = (0..count).map(|_| name()).collect();
    let pair = |name| {
        let written = if !rules.is_empty() && random.below(4) > 0 {
            {
                let rule = *random.pick(&rules);
                near(rule, random)
            }
        } else {
            let words: &[&str] = if is_real {
                &["/", "/a", "/index.html", "/robots.txt", "/a?b=c", "/b/"]
            } else {
                &["/"]
            };
            [random.pick(words).as_bytes(), &pattern(random, true)].concat()
        };
        (name, requested(&written))
    };
    chosen.into_iter().map(pair).collect()
}

/// A path that the rule might match.
fn near(rule: &[u8], random: &mut Random) -> Vec<u8> {
    let mut path = Vec::new();
    for &byte in rule {
        match byte {
            b'*' if random.below(8) > 0 => {
                for _ in 0..random.below(3) {
                    path.extend_from_slice(random.pick(PIECES).as_bytes());
                }
            }
            b'$' if random.below(4) > 0 => {}
            b'%' if random.below(12) == 0 => path.extend_from_slice(b"%25"),
            byte if random.below(40) == 0 => path.extend(format!("%{byte:02x}").bytes()),
            _ if random.below(60) == 0 => {}
            byte => path.push(byte),
        }
    }
    for _ in 0..random.below(3) {
        path.extend_from_slice(random.pick(PIECES).as_bytes());
    }
    path
}

/// The path and query that a client requests for it. A path that no client requests is `/`.
fn requested(written: &[u8]) -> String {
    let text = String::from_utf8_lossy(written).replace('#', "%23");
    let slash = if text.starts_with('/') { "" } else { "/" };
    let url = RequestUrl::parse(&format!("https://example.com{slash}{text}"));
    let text = url.map(|url| url.to_string()).unwrap_or_default();
    text.strip_prefix("https://example.com").unwrap_or("/").to_owned()
}

/// Reads questions, and writes what `reader` answers.
fn answers(reader: &'static Reader) -> Result<(), Failure> {
    for line in io::stdin().lock().lines() {
        let question: Value = serde_json::from_str(&line?)?;
        let text = question["file"].as_str().ok_or("no file")?;
        let file: Vec<u8> = text.chars().map(|c| c as u8).collect();
        let read = reader.read(&file);
        let mut out = Vec::new();
        for ask in question["asks"].as_array().ok_or("no asks")? {
            let (Some(name), Some(path)) = (ask[0].as_str(), ask[1].as_str()) else {
                return Err("no pair".into());
            };
            // Two slashes at the start of a path would be read as a host.
            let url = ["https://example.com", path].concat();
            let answer = read.decide(name, as_written(&url));
            let decision = if answer.is_allowed { "a" } else { "d" };
            out.push(answer.line.map_or(decision.to_owned(), |line| format!("{decision}{line}")));
        }
        println!("{}", json!(out));
    }
    Ok(())
}
