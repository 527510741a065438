//! Measures the reader of logs: `log_speed generate 600000 >access.log` writes lines in the combined format, `log_speed
//! <access.log` reads lines and prints what they hold, with the processor's time. `log_speed generate 4000000 16`
//! writes a log for `maycrawl audit`, in which one request in 16 is of a crawler, and one of 256 of these is for
//! robots.txt.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // a program for a terminal

use std::io::{self, BufRead as _, BufReader, BufWriter, Write as _};
use std::time::Instant;

use maycrawl_audit::log::{LogOptions, LogReader};
use maycrawl_testdata::random::Random;

fn main() -> io::Result<()> {
    let mut args = std::env::args().skip(1);
    match (args.next().as_deref(), args.next(), args.next()) {
        (Some("generate"), Some(lines), share) => {
            generate(lines.parse().unwrap(), share.map(|share| share.parse().unwrap()))
        }
        _ => read(),
    }
}

const AGENTS: [&str; 6] = [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
    "curl/8.14.1",
    "-",
];

/// Writes lines as nginx does, one in a hundred with an escape.
fn generate(lines: u64, share: Option<u64>) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut random = Random(0x6c6f_6773);
    for number in 0..lines {
        let second = number / 12;
        let (a, b, c) = (random.below(256), random.below(256), random.below(256));
        let (folder, page) = (random.word(), random.word());
        let escape = if random.below(100) == 0 { "\\xC3\\xA9" } else { "" };
        let is_crawler = share.is_some_and(|share| random.below(share) == 0);
        let agents = match share {
            None => &AGENTS[..],
            Some(_) if is_crawler => &AGENTS[2..4],
            Some(_) => &AGENTS[..2],
        };
        let (bytes, agent) = (random.below(200_000), random.pick(agents));
        let target = if is_crawler && random.below(256) == 0 {
            "robots.txt".to_owned()
        } else {
            format!("{folder}/{page}{escape}?id={number}")
        };
        let referer =
            if random.below(2) == 0 { "-" } else { "https://www.example.com/news/?page=2" };
        writeln!(
            out,
            "10.{a}.{b}.{c} - - [{:02}/Nov/2026:{:02}:{:02}:{:02} +0000] \"GET /{target} HTTP/1.1\" 200 {bytes} \"{referer}\" \"{agent}\"",
            1 + second / 86400 % 30,
            second / 3600 % 24,
            second / 60 % 60,
            second % 60,
        )?;
    }
    out.flush()
}

fn read() -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 20, io::stdin().lock());
    let mut reader = LogReader::new(LogOptions::default());
    let (mut requests, mut others, mut refused, mut bots, mut target_bytes) = (0, 0, 0, 0, 0);
    let mut line = Vec::new();
    let begin = Instant::now();
    while input.read_until(b'\n', &mut line)? > 0 {
        match reader.read(line.strip_suffix(b"\n").unwrap_or(&line)) {
            Ok(Some(request)) => {
                requests += 1;
                target_bytes += request.target.len();
                bots += u64::from(request.user_agent.is_some_and(|agent| agent.contains("bot")));
            }
            Ok(None) => others += 1,
            Err(_) => refused += 1,
        }
        line.clear();
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{requests} requests, {others} others, {refused} refused; {bots} of robots, {target_bytes} bytes of targets; {seconds:.3} s, {:.0} lines/s",
        (requests + others + refused) as f64 / seconds
    );
    Ok(())
}
