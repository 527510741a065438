//! Output: text with or without colour, notes, exit status.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use maycrawl::{Decision, Printable};
use maycrawl_language::Language;
use maycrawl_questions::screen_safe::ScreenSafe;

/// When text is coloured.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// Standard output and standard error, whether they have colours, and the language of text.
pub(crate) struct Output {
    writer: BufWriter<Box<dyn Write>>,
    color: bool,
    color_notes: bool,
    quiet: bool,
    is_dumb: bool,
    has_assumed_https: bool,
    has_warned_of_store: bool,
    language: Language,
}

/// Why the command ends without an answer.
pub(crate) enum Failure {
    /// A message for the user: what is wrong, where, what to do.
    Message(String),
    /// Standard output cannot be written.
    Write(io::Error),
}

/// The result of all answers together, best first. It is the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// 0: it is done, and nothing was found against it: every URL is allowed, every expectation holds.
    Done,
    /// 3: a use of which the site says nothing: neither yes nor no, so neither 0 nor 1.
    NotSaid,
    /// 1: what was looked for was found: a disallowed URL, a mistake, a change.
    Found,
    /// 2: a question has no answer.
    Unanswered,
}

impl Output {
    /// Output to the standard streams. `quiet`: without notes and progress.
    pub(crate) fn new(color: Color, quiet: bool, language: Language) -> Self {
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let is_wanted = !is_dumb && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
        let wanted = |is_terminal: bool| match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => is_terminal && is_wanted,
        };
        Self {
            color: wanted(io::stdout().is_terminal()),
            color_notes: wanted(io::stderr().is_terminal()),
            quiet,
            is_dumb,
            // Not locked: `mcp` writes its messages itself.
            ..Self::to(Box::new(io::stdout()), language)
        }
    }

    /// Output without colours to `writer`, instead of standard output.
    pub(crate) fn to(writer: Box<dyn Write>, language: Language) -> Self {
        Self {
            writer: BufWriter::new(writer),
            color: false,
            color_notes: false,
            quiet: false,
            is_dumb: false,
            has_assumed_https: false,
            has_warned_of_store: false,
            language,
        }
    }

    /// The language of text.
    pub(crate) fn language(&self) -> Language {
        self.language
    }

    /// True if progress may be drawn: standard error is a terminal.
    pub(crate) fn shows_progress(&self) -> bool {
        io::stderr().is_terminal() && !self.quiet && !self.is_dumb
    }

    /// Notes once that https is assumed for hosts without a scheme; `url` is the first such URL.
    pub(crate) fn assume_https(&mut self, url: &[u8]) {
        if !std::mem::replace(&mut self.has_assumed_https, true) {
            self.note(
                "note",
                &format!("no scheme is written, so https is assumed: {}", Printable(url)),
            );
        }
    }

    /// Warns once in a run about the store.
    pub(crate) fn warn_of_store(&mut self, text: &str) {
        if !std::mem::replace(&mut self.has_warned_of_store, true) {
            self.note("warning", text);
        }
    }

    /// Prints `text`, in `style` if colours are on.
    pub(crate) fn painted(&mut self, style: Style, text: &str) -> Result<(), Failure> {
        if self.color {
            write!(self.writer, "{style}{text}{style:#}")?;
        } else {
            self.writer.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    /// Prints a line with `painted` at its end, in `style`.
    pub(crate) fn line_painted(
        &mut self,
        text: fmt::Arguments<'_>,
        style: Style,
        painted: &str,
    ) -> Result<(), Failure> {
        self.writer.write_fmt(text)?;
        self.painted(style, painted)?;
        Ok(self.writer.write_all(b"\n")?)
    }

    pub(crate) fn line(&mut self, text: fmt::Arguments<'_>) -> Result<(), Failure> {
        self.writer.write_fmt(text)?;
        self.writer.write_all(b"\n")?;
        Ok(())
    }

    /// Prints a table without the white space that fills its last column.
    pub(crate) fn table(&mut self, table: &comfy_table::Table) -> Result<(), Failure> {
        for line in table.lines() {
            self.line(format_args!("{}", line.trim_end()))?;
        }
        Ok(())
    }

    pub(crate) fn json(&mut self, value: &impl serde::Serialize) -> Result<(), Failure> {
        Ok(write_json(&mut self.writer, value)?)
    }

    /// Prints one JSON object of [`members`].
    pub(crate) fn object(&mut self, parts: &[&[u8]]) -> Result<(), Failure> {
        self.bytes(b"{")?;
        for (number, part) in parts.iter().enumerate() {
            self.bytes(if number > 0 { b"," } else { b"" })?;
            self.bytes(part)?;
        }
        self.bytes(b"}\n")
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        Ok(self.writer.write_all(bytes)?)
    }

    /// Prints a robots.txt unchanged; on a terminal, control characters are escaped.
    pub(crate) fn file(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if !io::stdout().is_terminal() {
            return self.bytes(bytes);
        }
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line(format_args!("{}", Printable(line.strip_suffix(b"\n").unwrap_or(line))))?;
        }
        Ok(())
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.writer.flush()?)
    }

    /// Prints a question to standard error. Control characters are escaped.
    pub(crate) fn ask(&mut self, text: &str) {
        let mut stderr = io::stderr().lock();
        drop(write!(stderr, "{}", PrintableLines(text)).and_then(|()| stderr.flush())); // an error cannot be reported
    }

    /// Prints a message to standard error: `note`, `warning` or `error`. Control characters are escaped, since the text
    /// may come from a server.
    pub(crate) fn note(&mut self, kind: &str, text: &str) {
        if kind == "note" && self.quiet {
            return;
        }
        // The answers before this message come first. If they cannot be written, the next write reports it.
        drop(self.writer.flush());
        let style = match kind {
            "error" => AnsiColor::Red.on_default().bold(),
            "warning" => AnsiColor::Yellow.on_default().bold(),
            _ => AnsiColor::Cyan.on_default().bold(),
        };
        let text = PrintableLines(text);
        let mut stderr = io::stderr().lock();
        let written = if self.color_notes {
            writeln!(stderr, "{style}{kind}{style:#}: {text}")
        } else {
            writeln!(stderr, "{kind}: {text}")
        };
        drop(written); // an error cannot be reported
    }
}

/// Text of one or more lines, each shown as [`Printable`] shows it; line ends are kept.
struct PrintableLines<'a>(&'a str);

impl fmt::Display for PrintableLines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, line) in self.0.split('\n').enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{}", Printable(line.as_bytes()))?;
        }
        Ok(())
    }
}

/// One JSON value and a line end.
pub(crate) fn write_json<W: Write>(
    writer: &mut W,
    value: &impl serde::Serialize,
) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *writer, ScreenSafe);
    value.serialize(&mut serializer)?;
    writer.write_all(b"\n")
}

/// The members of an object as JSON, without its braces: written once, and used in many objects.
pub(crate) fn members(object: &impl serde::Serialize) -> io::Result<Vec<u8>> {
    let mut json = Vec::new();
    write_json(&mut json, object)?;
    Ok(json[1..json.len() - 2].to_vec())
}

/// The colour of a decision.
pub(crate) fn style(decision: Decision) -> Style {
    match decision {
        Decision::Allowed => AnsiColor::Green.on_default().bold(),
        Decision::Disallowed => AnsiColor::Red.on_default().bold(),
        Decision::NotApplicable => AnsiColor::Yellow.on_default().bold(),
    }
}

impl From<Decision> for Exit {
    fn from(decision: Decision) -> Self {
        match decision {
            Decision::Allowed => Self::Done,
            Decision::Disallowed => Self::Found,
            Decision::NotApplicable => Self::Unanswered,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(outcome: Exit) -> Self {
        match outcome {
            Exit::Done => Self::SUCCESS,
            Exit::Found => Self::from(1),
            Exit::Unanswered => Self::from(2),
            Exit::NotSaid => Self::from(3),
        }
    }
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self::Message(message.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message(message) => f.write_str(message),
            Self::Write(error) => write!(f, "cannot write the answers: {error}"),
        }
    }
}
