//! The bytes of the file: files that are not a robots.txt, encodings, invisible bytes.

use alloc::format;

use super::diagnostic::{Lint, Severity};
use super::fix::{Effect, Fix};
use super::quotes;
use super::report::{Place, Quoted, Report, Words};
use crate::field::Field;
use crate::line::{self, LINE_LIMIT, Line, Span, skipped_mark};
use crate::robots_txt::web_page_start;

pub(crate) static HTML: Lint = Lint {
    code: "R001",
    name: "html",
    severity: Severity::Error,
    summary: "This is a web page (HTML), not a robots.txt: crawlers read only lines that look like rules, and mostly there are none.",
    page: "\
Often the server answers every unknown address with the same page and status 200. Answer 404 if you have no robots.txt. Crawlers skip
the markup and read what is left: a line such as `Disallow: /x/` inside the page counts, and without such a line everything is allowed.",
    example: b"<!DOCTYPE html>\n<html><body>Not found</body></html>\n",
    instead: b"User-agent: *\nDisallow:\n",
    fix: None,
    references: &["Google, *File format*: \"if the resulting document is an HTML page, only valid text lines are taken into account\""],
};

pub(crate) static UTF_16: Lint = Lint {
    code: "R002",
    name: "utf-16",
    severity: Severity::Error,
    summary: "The file is UTF-16: no crawler finds a rule in it, so everything is allowed.",
    page: "\
A robots.txt is UTF-8. In UTF-16 there is a zero byte in every letter, and Google's parser reads a line up to the first one. Windows
editors call the encoding \"Unicode\"; save as \"UTF-8\".",
    example: b"\xff\xfeU\0s\0e\0r\0-\0a\0g\0e\0n\0t\0:\0 \0*\0\n\0",
    instead: b"User-agent: *\nDisallow:\n",
    fix: None,
    references: &["Google, *File format*", "RFC 9309, section 2.3"],
};

pub(crate) static NOT_UTF_8: Lint = Lint {
    code: "R003",
    name: "not-utf-8",
    severity: Severity::Warning,
    summary: "A path has bytes that are not UTF-8: it matches URLs in the old encoding only, if any.",
    page: "\
Browsers and crawlers write URLs in UTF-8: `é` is `%C3%A9`. In Latin-1 the same letter is `%E9`, and that is what this rule waits for. In comments such
bytes do no harm and are not reported.",
    example: b"User-agent: *\nDisallow: /caf\xe9\n",
    instead: b"User-agent: *\nDisallow: /caf%C3%A9\n",
    fix: None,
    references: &["Google, *File format*: \"encoded in UTF-8\""],
};

pub(crate) static BYTE_ORDER_MARK: Lint = Lint {
    code: "R004",
    name: "byte-order-mark",
    severity: Severity::Note,
    summary: "Google skips the mark at the beginning of the file; a parser that does not loses the first line.",
    page: "Three invisible bytes, `EF BB BF`, that some editors put in front of UTF-8. UTF-8 needs none.",
    example: b"\xef\xbb\xbfUser-agent: *\nDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: Some("Takes the mark out. For Google nothing changes."),
    references: &["Google, *File format*", "google/robotstxt, robots.cc: `Parse`"],
};

pub(crate) static INVISIBLE_CHARACTER: Lint = Lint {
    code: "R005",
    name: "invisible-character",
    severity: Severity::Error,
    summary: "An invisible character is in front of the field: every crawler skips the line.",
    page: "\
A byte order mark in the middle of a file (two files put together), a zero-width space or a no-break space (copied from a web
page) is part of the field's name, and crawlers know no such field.",
    example: b"User-agent: *\n\xef\xbb\xbfDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: Some("Takes the character out, so that the line takes effect."),
    references: &["google/robotstxt, robots.cc: `Parse`"],
};

pub(crate) static INVISIBLE_IN_VALUE: Lint = Lint {
    code: "R006",
    name: "invisible-in-value",
    severity: Severity::Warning,
    summary: "An invisible character is part of the value: the rule matches other URLs than it seems to, mostly none.",
    page: "Parsers do not count no-break spaces, zero-width spaces and byte order marks as white space, and do not strip them.",
    example: b"User-agent: *\nDisallow: /private\xc2\xa0\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: Some(
        "Takes out the characters at the ends of the value, so that the line does what it seems to say.",
    ),
    references: &["google/robotstxt, robots.cc: `StripWhitespaceSlowly`"],
};

pub(crate) static NUL_BYTE: Lint = Lint {
    code: "R007",
    name: "nul-byte",
    severity: Severity::Error,
    summary: "For Google a line ends at a zero byte: the rest of the line is lost.",
    page: "A zero byte ends a text in the language that Google's parser is written in. Other parsers keep it in the value, where it matches nothing.",
    example: b"User-agent: *\nDisallow: /a\0b\n",
    instead: b"User-agent: *\nDisallow: /ab\n",
    fix: None,
    references: &["google/robotstxt, robots.cc"],
};

pub(crate) static CONTROL_BYTE: Lint = Lint {
    code: "R008",
    name: "control-byte",
    severity: Severity::Warning,
    summary: "A control byte in a line that counts: no URL and no name has one, so the line matches nothing.",
    page: "Escape sequences, backspaces and the like, mostly from a broken copy. They are shown here as `\\x1b`.",
    example: b"User-agent: *\nDisallow: /a\x1bb\n",
    instead: b"User-agent: *\nDisallow: /ab\n",
    fix: None,
    references: &["RFC 9309, section 2.2"],
};

pub(crate) static LONG_LINE: Lint = Lint {
    code: "R021",
    name: "long-line",
    severity: Severity::Warning,
    summary: "Google reads 16,663 bytes of a line and drops the rest; what it keeps counts as the whole line.",
    page: "\
A rule that is cut is shorter, so it matches more than it says. Often it is a file whose line ends were lost, or whose rules
were joined into one.",
    example: b"",
    instead: b"",
    fix: None,
    references: &["google/robotstxt, robots.cc: `kMaxLineLen`"],
};

pub(crate) static LARGE_FILE: Lint = Lint {
    code: "R022",
    name: "large-file",
    severity: Severity::Error,
    summary: "Crawlers read 500 KiB of a robots.txt: rules beyond that do not count.",
    page: "\
Google ignores what lies beyond 512,000 bytes, RFC 9309 demands that crawlers read at least that much, and Yandex takes a larger file to allow
everything. Put the rules that matter first. To make the file shorter, consolidate rules: one `/old/` instead of a hundred rules below
`/old/`, one wildcard for what ends alike, and one directory for all that should stay closed, with one rule. Leave out comments.",
    example: b"",
    instead: b"",
    fix: None,
    references: &["Google, *File format*: \"a maximum file size of 500 kibibytes\"", "RFC 9309, section 2.5"],
};

pub(crate) static NEARLY_LARGE_FILE: Lint = Lint {
    code: "R023",
    name: "nearly-large-file",
    severity: Severity::Note,
    summary: "The file is near the 500 KiB that crawlers read; what goes beyond will not count.",
    page: "\
The file has more than nine tenths of 512,000 bytes. Consolidate rules: one `/old/` instead of a hundred rules below `/old/`, one
directory for all that should stay closed, with one rule. Leave out comments.",
    example: b"",
    instead: b"",
    fix: None,
    references: &[
        "Google, *File format*: \"a maximum file size of 500 kibibytes\"",
        "RFC 9309, section 2.5",
    ],
};

/// Bytes of a file that is near the limit, in tenths of it.
const NEARLY: usize = 9;

/// What the file is as a whole; false when there is no sense in looking at its lines.
pub(crate) fn whole_file(report: &mut Report<'_>) -> bool {
    let file = report.file();
    size(report);
    if let [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] = file {
        report.add(&UTF_16, Place { line: 1, span: Span { start: 0, end: 2 } }, || {
            Words::new("the file is UTF-16, so no crawler finds a rule in it".into())
                .help("save it as UTF-8")
        });
        return false;
    }
    if let Some(start) = web_page_start(file) {
        let text = &file[start..];
        let start = start as u32;
        let end = start
            + text.iter().position(|&byte| matches!(byte, b'\n' | b'\r')).unwrap_or(text.len())
                as u32;
        let line = 1 + file[..start as usize].iter().filter(|&&byte| byte == b'\n').count() as u32;
        let read = report.robots.directive_count();
        report.add(&HTML, Place { line, span: Span { start, end: end.min(start + 60) } }, || {
            let what = "this is a web page (HTML), not a robots.txt";
            Words::new(match read {
                0 => format!("{what}: crawlers find no rule in it, so everything is allowed"),
                1 => format!("{what}; crawlers read one line of it as a rule"),
                read => format!("{what}; crawlers read {read} lines of it as rules"),
            })
            .help("serve plain text, or answer 404 if you have no robots.txt")
        });
        return report.robots.groups().len() > 0;
    }
    let mark = skipped_mark(file);
    if mark > 0 {
        let span = Span { start: 0, end: mark as u32 };
        report.add(&BYTE_ORDER_MARK, Place { line: 1, span }, || {
            let fix = Fix::new("take the mark out".into(), Effect::KeepsVerdicts, span, "");
            let fix = (skipped_mark(&file[mark..]) == 0).then_some(fix);
            Words::new("the file begins with an invisible byte order mark".into())
                .help("take it out")
                .fix(fix)
        });
    }
    true
}

fn size(report: &mut Report<'_>) {
    let end = report.file().len() as u32;
    let Some(limit) = report.profile().size_limit else { return };
    let place = Place { line: report.robots.line_count(), span: Span { start: end, end } };
    if let Some(cut) = report.robots.truncation() {
        report.add(&LARGE_FILE, place, || {
            let line = cut
                .cut_line
                .map_or("".into(), |line| format!("; line {line} is cut and dropped whole"));
            Words::new(format!(
                "crawlers stop reading at the size limit: the last {} of {} bytes do not count{line}",
                cut.ignored, cut.file_len
            ))
            .help("put the rules that matter first, and consolidate rules that begin alike")
        });
    } else if report.file().len() > limit / 10 * NEARLY {
        report.add(&NEARLY_LARGE_FILE, place, || {
            Words::new(format!("the file has {end} of the {limit} bytes that crawlers read"))
                .help("consolidate rules that begin alike")
        });
    }
}

/// Lines with invisible bytes, with bytes that are not text, or with too many bytes.
pub(crate) fn lines(report: &mut Report<'_>) {
    let file = report.file();
    let is_control =
        |&byte: &u8| (byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r')) | (byte == 0x7F);
    // Folds, not searches: they compile to vector code, and most files have neither.
    let controls = file.iter().fold(false, |any, byte| any | is_control(byte));
    if !controls && file.is_ascii() && file.len() <= LINE_LIMIT {
        return;
    }
    let robots = report.robots;
    let ascii = file.is_ascii();
    let mut reader = robots.lines();
    while let Some(line) = reader.read() {
        if line.too_long {
            let start = line.span.start + LINE_LIMIT as u32;
            let span = Span { start, ..line.span };
            report.add(&LONG_LINE, Place { line: line.number, span }, || {
                Words::new(format!(
                    "Google drops the last {} bytes of line {}",
                    span.len(),
                    line.number
                ))
            });
        }
        if controls {
            control(&line, report);
        }
        if !ascii && !line.text.is_empty() {
            non_ascii(&line, report);
        }
    }
}

#[cold]
fn control(line: &Line<'_>, report: &mut Report<'_>) {
    let bytes = line.text.slice(report.file());
    let end = line.text.end;
    if report.file().get(end as usize..).is_some_and(|rest| rest.first() == Some(&0))
        && end < line.span.end
    {
        let place = Place { line: line.number, span: Span { start: end, end: end + 1 } };
        report.add(&NUL_BYTE, place, || {
            Words::new("Google reads the line only up to its zero byte".into())
        });
    }
    let is_control =
        |byte: &u8| (*byte < b' ' && !matches!(byte, b'\t' | 0x0B | 0x0C)) || *byte == 0x7F;
    if let (Some(at), Some(_)) = (bytes.iter().position(is_control), line.directive()) {
        let start = line.text.start + at as u32;
        let place = Place { line: line.number, span: Span { start, end: start + 1 } };
        report.add(&CONTROL_BYTE, place, || {
            Words::new(format!(
                "the line has the control byte 0x{:02x}, which no URL and no name has",
                bytes[at]
            ))
            .help("take it out")
        });
    }
}

fn non_ascii(line: &Line<'_>, report: &mut Report<'_>) {
    let Some(directive) = line.directive().filter(|_| !line.text.slice(report.file()).is_ascii())
    else {
        return;
    };
    let (key, value) = (directive.key(), directive.value());
    let hidden = invisible_start(key);
    if hidden > 0 && hidden < key.len() {
        let span = Span { end: directive.key_span.start + hidden as u32, ..directive.key_span };
        report.add(&INVISIBLE_CHARACTER, Place { line: line.number, span }, || {
            let fix = Fix::new("take it out".into(), Effect::TakesEffect, span, "");
            let message = format!(
                "an invisible character is in front of {}: every crawler skips the line",
                Quoted(&key[hidden..])
            );
            Words::new(message).help("take it out").fix(fix)
        });
    }
    let (start, end) = (invisible_start(value), invisible_end(value));
    if start + end > 0 && start + end < value.len() {
        let ends = directive.value_span;
        let span = if end > 0 {
            Span { start: ends.end - end as u32, ..ends }
        } else {
            Span { end: ends.start + start as u32, ..ends }
        };
        report.add(&INVISIBLE_IN_VALUE, Place { line: line.number, span }, || {
            let fix = Fix::new("take it out".into(), Effect::TakesEffect, span, "");
            Words::new(format!("an invisible character is part of the value {}", Quoted(value)))
                .help("take it out")
                .fix(fix)
        });
    }
    let (field, _) = Field::from_key(key, report.profile());
    let is_rule = matches!(field, Field::Allow | Field::Disallow);
    if is_rule
        && quotes::unquoted(value).is_none()
        && let Err(error) = core::str::from_utf8(value)
    {
        let start = directive.value_span.start + error.valid_up_to() as u32;
        let place = Place { line: line.number, span: Span { start, end: start + 1 } };
        report.add(&NOT_UTF_8, place, || {
            Words::new(format!(
                "the byte {} in the path is not UTF-8",
                Quoted(&value[error.valid_up_to()..][..1])
            ))
            .help("write the path in UTF-8, or as escapes")
        });
    }
}

/// No-break space, zero-width spaces, directional marks, byte order mark, in UTF-8.
const INVISIBLE: [&[u8]; 7] = [
    b"\xc2\xa0",
    b"\xe2\x80\x8b",
    b"\xe2\x80\x8c",
    b"\xe2\x80\x8d",
    b"\xe2\x80\x8e",
    b"\xe2\x80\x8f",
    line::BYTE_ORDER_MARK,
];

/// How many bytes of invisible characters the text begins with.
pub(crate) fn invisible_start(text: &[u8]) -> usize {
    let mut rest = text;
    while let Some(behind) = INVISIBLE.iter().find_map(|hidden| rest.strip_prefix(*hidden)) {
        rest = behind;
    }
    text.len() - rest.len()
}

pub(crate) fn invisible_end(text: &[u8]) -> usize {
    let mut rest = text;
    while let Some(before) = INVISIBLE.iter().find_map(|hidden| rest.strip_suffix(*hidden)) {
        rest = before;
    }
    text.len() - rest.len()
}
