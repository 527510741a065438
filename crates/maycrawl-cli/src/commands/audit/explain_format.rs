//! `--explain-format`: what is seen in a log, before anybody judges by it.

use std::collections::BTreeMap;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use maycrawl::Printable;
use maycrawl_audit::log::{
    LogOptions, LogReader, LoggedRequest, MAX_LINE_BYTES, Scheme, UnnamedRequest, Unreadable,
};
use serde::Serialize;

use super::summary::counted;
use super::{MAX_UNREADABLE_SHARE, lines};
use crate::args::{Audit, TableFormat};
use crate::inputs::input::{self, InputLine};
use crate::text::output::{Exit, Failure, Output};

/// Lines that are read of each file. The forms of a log show in fewer.
const MAX_LINES: u64 = 100_000;
/// Lines of no known format that are looked at for something before them.
const MAX_SAMPLE: usize = 50;
/// Words before a line that are looked past.
const MAX_WORDS_BEFORE: usize = 8;
/// Characters that are shown of a line.
const MAX_SHOWN_CHARS: usize = 300;

/// What is seen in one file.
#[derive(Default, Serialize)]
struct Seen {
    log: String,
    lines: u64,
    /// Whether the file has more lines.
    is_cut: bool,
    /// Lines that are no request by design, such as `#Fields`.
    directives: u64,
    formats: BTreeMap<&'static str, Format>,
    not_read: BTreeMap<&'static str, Refused>,
    /// What to do so that more is read.
    advice: Vec<String>,
    #[serde(skip)]
    unknown: Vec<Vec<u8>>,
    /// What reads the first object of JSON without a known name for the request.
    #[serde(skip)]
    pattern: Option<String>,
}

/// The lines of one format: the first one, and what is read of it.
#[derive(Serialize)]
struct Format {
    lines: u64,
    first_line: u64,
    text: String,
    time: String,
    is_zone_assumed: bool,
    client: Option<String>,
    scheme: Option<&'static str>,
    host: Option<String>,
    method: String,
    target: String,
    status: Option<u16>,
    user_agent: Option<String>,
}

/// The lines that are not read for one reason, and the first of them.
#[derive(Serialize)]
struct Refused {
    lines: u64,
    why: String,
    first_line: u64,
    text: String,
}

pub(super) fn run(
    args: &Audit,
    paths: &[PathBuf],
    options: &LogOptions,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    for path in paths {
        let seen = see(path, options)?;
        let (read, refused) = seen.counts();
        if read == 0 || refused > seen.lines / MAX_UNREADABLE_SHARE {
            exit = Exit::Unanswered;
        }
        match args.read.format {
            TableFormat::Json => output.json(&seen)?,
            TableFormat::Csv => {
                return Err(Failure::new("--explain-format has no table; write --format json"));
            }
            TableFormat::Text => show(&seen, output)?,
        }
    }
    Ok(exit)
}

fn see(path: &Path, options: &LogOptions) -> Result<Seen, Failure> {
    let mut file = BufReader::new(lines::open(path)?);
    let mut reader = LogReader::new(options.clone());
    let mut seen = Seen { log: input::name(path), ..Seen::default() };
    loop {
        let line = input::next_line(&mut file, MAX_LINE_BYTES);
        let line = line.map_err(|error| lines::unreadable(path, &error))?;
        let Some(line) = line else { break };
        if seen.lines == MAX_LINES {
            seen.is_cut = true;
            break;
        }
        seen.lines += 1;
        match line {
            InputLine::Whole(line) => {
                let read = reader.read(&line);
                seen.add(&line, read);
            }
            InputLine::TooLong(start) => seen.add(&start, Err(Unreadable::TooLong)),
        }
    }
    seen.advise(options);
    Ok(seen)
}

impl Seen {
    fn add(&mut self, line: &[u8], read: Result<Option<LoggedRequest<'_>>, Unreadable>) {
        let at = self.lines;
        match read {
            Ok(None) => self.directives += 1,
            Ok(Some(request)) => {
                let of = || Format::of(at, line, &request);
                self.formats.entry(request.format.name()).or_insert_with(of).lines += 1;
            }
            Err(why) => {
                if why == Unreadable::UnknownFormat && self.unknown.len() < MAX_SAMPLE {
                    self.unknown.push(line.to_vec());
                }
                if why == Unreadable::NoRequestName && self.pattern.is_none() {
                    self.pattern = UnnamedRequest::of(line).and_then(|it| it.pattern);
                }
                let of = || Refused {
                    lines: 0,
                    why: why.to_string(),
                    first_line: at,
                    text: shown(line),
                };
                self.not_read.entry(why.as_str()).or_insert_with(of).lines += 1;
            }
        }
    }

    /// The lines that are requests, and those that are not read.
    fn counts(&self) -> (u64, u64) {
        let read = self.formats.values().map(|format| format.lines).sum();
        (read, self.not_read.values().map(|refused| refused.lines).sum())
    }

    /// What helps, from what was seen.
    fn advise(&mut self, options: &LogOptions) {
        let formats = || self.formats.values();
        let mut advice = Vec::new();
        if let Some(pattern) = &self.pattern {
            let pattern = Printable(pattern.as_bytes());
            advice.push(format!(
                "objects without a known name are read with --log-format '{pattern}'"
            ));
        }
        let lacks_names = self.unknown.iter().any(|line| is_of_fields(line));
        if let Some((words, format)) = before_lines(&self.unknown, options) {
            advice.push(format!(
                "most lines of no known format are `{format}` after {}: --words-before {words} reads them",
                counted(words as u64, "word", "words"),
            ));
        } else if !lacks_names && !self.unknown.is_empty() {
            advice.push(
                "for lines of no known format write the pattern that wrote them: --log-format with nginx's log_format or \
                 Apache's LogFormat"
                    .to_owned(),
            );
        }
        if lacks_names || self.not_read.contains_key(Unreadable::NoFieldNames.as_str()) {
            advice.push(
                "the part with the line #Fields is missing: put that line before this part"
                    .to_owned(),
            );
        }
        if formats().any(|format| format.is_zone_assumed) {
            advice.push(
                "times without a zone are taken as UTC: --zone names theirs, such as Europe/Berlin"
                    .to_owned(),
            );
        }
        if formats().any(|format| format.host.is_none() || format.scheme.is_none()) {
            advice.push(
                "lines do not tell the whole site: --site names it, with its scheme".to_owned(),
            );
        }
        let has_captures = |format: &Format| format.text.contains('{');
        if self.formats.get(HAPROXY).is_some_and(|it| it.user_agent.is_none() && has_captures(it)) {
            advice.push(
                "what HAProxy captures stands between braces: --captures names it in the order of the configuration, such \
                 as host,user-agent"
                    .to_owned(),
            );
        } else if formats().any(|format| format.user_agent.is_none()) {
            advice.push(
                "lines without a User-Agent tell no crawler: add it to the format of the log"
                    .to_owned(),
            );
        }
        self.advice = advice;
    }
}

/// The name of the format whose fields only its configuration names.
const HAPROXY: &str = "haproxy-http";

/// Whether a line is a date, a time, and many fields between tabs: CloudFront's.
fn is_of_fields(line: &[u8]) -> bool {
    let mut fields = line.split(|&byte| byte == b'\t');
    let mut is_of = |length: usize, mark: u8| {
        fields.next().is_some_and(|field| {
            let is_part = |byte: &u8| byte.is_ascii_digit() || *byte == mark;
            field.len() == length && field.iter().all(is_part)
        })
    };
    is_of(10, b'-') && is_of(8, b':') && fields.count() > 10
}

/// How many words stand before the lines, and the format of the rest, if that is so for most of the sample.
fn before_lines(sample: &[Vec<u8>], options: &LogOptions) -> Option<(usize, &'static str)> {
    let found = sample.iter().filter_map(|line| {
        let spaces = memchr::memchr_iter(b' ', line).take(MAX_WORDS_BEFORE);
        // The last place counts: at the one before it, the word in between would be taken for a host.
        let read = |(words, at): (usize, usize)| {
            let read = LogReader::new(options.clone()).read(&line[at + 1..]).ok()??;
            read.client?;
            Some((words + 1, read.format.name()))
        };
        spaces.enumerate().filter_map(read).last()
    });
    let mut counts: BTreeMap<(usize, &'static str), usize> = BTreeMap::new();
    for form in found {
        *counts.entry(form).or_default() += 1;
    }
    let (form, count) = counts.into_iter().max_by_key(|&(_, count)| count)?;
    (count * 2 > sample.len()).then_some(form)
}

impl Format {
    fn of(first_line: u64, line: &[u8], request: &LoggedRequest<'_>) -> Self {
        let text = |text: &str| shown(text.as_bytes());
        Self {
            lines: 0,
            first_line,
            text: shown(line),
            time: request.time.to_string(),
            is_zone_assumed: request.is_zone_assumed,
            client: request.client.map(|client| client.to_string()),
            scheme: request.scheme.map(|scheme| match scheme {
                Scheme::Http => "http",
                Scheme::Https => "https",
            }),
            host: request.host.as_deref().map(text),
            method: text(&request.method),
            target: text(&request.target),
            status: request.status,
            user_agent: request.user_agent.as_deref().map(text),
        }
    }
}

/// The beginning of a line, for a screen.
fn shown(line: &[u8]) -> String {
    let text: String = String::from_utf8_lossy(line).chars().take(MAX_SHOWN_CHARS).collect();
    Printable(text.as_bytes()).to_string()
}

fn show(seen: &Seen, output: &mut Output) -> Result<(), Failure> {
    let (read, refused) = seen.counts();
    let cut = if seen.is_cut { "; the rest of the file was not looked at" } else { "" };
    output.line(format_args!(
        "{}: {}: {}, {} by design no request, {refused} not read{cut}",
        Printable(seen.log.as_bytes()),
        counted(seen.lines, "line", "lines"),
        counted(read, "request", "requests"),
        seen.directives
    ))?;
    for (name, format) in &seen.formats {
        output.line(format_args!(
            "\n{name}: {}; line {} is",
            counted(format.lines, "line", "lines"),
            format.first_line
        ))?;
        output.line(format_args!("  {}", format.text))?;
        let none = || "not in the line".to_owned();
        let zone =
            if format.is_zone_assumed { " (no zone in the line: UTC is assumed)" } else { "" };
        let rows = [
            ("time", format!("{}{zone}", format.time)),
            ("client", format.client.clone().unwrap_or_else(none)),
            ("scheme", format.scheme.map_or_else(none, str::to_owned)),
            ("host", format.host.clone().unwrap_or_else(none)),
            ("request", format!("{} {}", format.method, format.target)),
            ("status", format.status.map_or_else(none, |status| status.to_string())),
            ("User-Agent", format.user_agent.clone().unwrap_or_else(none)),
        ];
        for (name, value) in rows {
            output.line(format_args!("    {name:<11} {value}"))?;
        }
    }
    for (name, refused) in &seen.not_read {
        let Refused { lines, why, first_line, text } = refused;
        let lines = counted(*lines, "line", "lines");
        output.line(format_args!("\nnot read, {name}: {lines} ({why}); line {first_line} is"))?;
        output.line(format_args!("  {text}"))?;
    }
    for (number, advice) in seen.advice.iter().enumerate() {
        output.line(format_args!("{}{advice}", if number == 0 { "\n" } else { "" }))?;
    }
    Ok(())
}
