//! The bytes of the file: what is no robots.txt at all, encodings, bytes that nobody sees.

use alloc::format;

use super::{Effect, Fix, Lint, Place, Quoted, Report, Severity, Words};
use crate::line::Span;

pub(crate) static HTML: Lint = Lint {
    code: "R001",
    name: "html",
    severity: Severity::Error,
    summary: "This is a web page, not a robots.txt: crawlers find no rule in it, so everything is allowed.",
    page: "\
Often the server answers every unknown address with the same page and status 200. Answer 404 if there is no robots.txt; a crawler
takes both to mean that nothing is closed, but only one of them looks like a mistake.",
    example: b"<!DOCTYPE html>\n<html><body>Not found</body></html>\n",
    instead: b"User-agent: *\nDisallow:\n",
    fix: None,
    references: &["Google, *File format*: \"the robots.txt file must be plain text\""],
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
    summary: "A path has bytes that are no UTF-8: it matches URLs in the old encoding only, if any.",
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
    summary: "A character that nobody sees stands in front of the field: every crawler skips the line.",
    page: "\
A byte order mark in the middle of a file (two files put together), a zero-width space or a no-break space (copied from a web
page) is part of the field's name, and there is no such field.",
    example: b"User-agent: *\n\xef\xbb\xbfDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: Some("Takes the character out, so that the line takes effect."),
    references: &["google/robotstxt, robots.cc: `Parse`"],
};

pub(crate) static INVISIBLE_IN_VALUE: Lint = Lint {
    code: "R006",
    name: "invisible-in-value",
    severity: Severity::Warning,
    summary: "A character that nobody sees is part of the value: the rule matches other URLs than it seems to, mostly none.",
    page: "No-break spaces, zero-width spaces and byte order marks are no white space for a parser, and are not stripped.",
    example: b"User-agent: *\nDisallow: /private\xc2\xa0\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: Some(
        "Takes the characters at the ends of the value out, so that the line does what it seems to say.",
    ),
    references: &["google/robotstxt, robots.cc: `StripWhitespaceSlowly`"],
};

pub(crate) static NUL_BYTE: Lint = Lint {
    code: "R007",
    name: "nul-byte",
    severity: Severity::Error,
    summary: "For Google a line ends at a zero byte: the rest of it is lost.",
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
    summary: "Google reads 16,663 bytes of a line and drops the rest; what is kept counts as if it were all.",
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
    summary: "Crawlers read 500 KiB of a robots.txt: the rules behind that do not count.",
    page: "\
Google ignores what lies beyond 512,000 bytes, RFC 9309 demands no more than that of anybody, and Yandex takes a larger file to allow
everything. Put the rules that matter first, join rules that begin alike, and leave out comments.",
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
    page: "It has more than nine tenths of 512,000 bytes. Join rules that begin alike, and leave out comments.",
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
            Words::new("the file is UTF-16".into()).help("save it as UTF-8")
        });
        return false;
    }
    let text = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file).trim_ascii_start();
    if text.first() == Some(&b'<') && is_html(text) {
        let start = (file.len() - text.len()) as u32;
        let end = start
            + text.iter().position(|&byte| matches!(byte, b'\n' | b'\r')).unwrap_or(text.len())
                as u32;
        let line = 1 + file[..start as usize].iter().filter(|&&byte| byte == b'\n').count() as u32;
        report.add(&HTML, Place { line, span: Span { start, end: end.min(start + 60) } }, || {
            Words::new("a web page, not a robots.txt".into())
                .help("serve plain text, or answer 404 if there is no robots.txt")
        });
        return report.robots.groups().len() > 0;
    }
    let mark = file.iter().zip(b"\xef\xbb\xbf").take_while(|(byte, mark)| byte == mark).count();
    if mark > 0 {
        let span = Span { start: 0, end: mark as u32 };
        report.add(&BYTE_ORDER_MARK, Place { line: 1, span }, || {
            let fix = Fix::new("take the mark out".into(), Effect::KeepsVerdicts, span, "");
            let fix = (!file[mark..].starts_with(b"\xef")).then_some(fix);
            Words::new("an invisible byte order mark in front of the first line".into())
                .help("take it out")
                .fix(fix)
        });
    }
    true
}

fn is_html(text: &[u8]) -> bool {
    let begins =
        |tag: &[u8]| text.get(1..=tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
    [
        &b"!doctype"[..],
        b"!--",
        b"?xml",
        b"html",
        b"head",
        b"body",
        b"script",
        b"meta",
        b"title",
        b"link",
        b"div",
        b"p>",
        b"center",
        b"h1",
        b"iframe",
        b"style",
        b"br",
    ]
    .into_iter()
    .any(begins)
}

fn size(report: &mut Report<'_>) {
    let end = report.file().len() as u32;
    let Some(limit) = report.profile().size_limit else { return };
    let place = Place { line: report.robots.line_count(), span: Span { start: end, end } };
    if let Some(cut) = report.robots.cut() {
        report.add(&LARGE_FILE, place, || {
            let line = cut
                .cut_line
                .map_or("".into(), |line| format!("; line {line} is cut and dropped whole"));
            Words::new(format!(
                "crawlers stop here: the last {} of {} bytes do not count{line}",
                cut.ignored, cut.file_len
            ))
            .help("put the rules that matter first, and make the file shorter")
        });
    } else if report.file().len() > limit / 10 * NEARLY {
        report.add(&NEARLY_LARGE_FILE, place, || {
            Words::new(format!("{end} bytes, of {limit} that crawlers read"))
        });
    }
}

/// Lines with bytes that nobody sees, that are no text, or that are too many.
pub(crate) fn lines(report: &mut Report<'_>) {
    let file = report.file();
    let is_control =
        |&byte: &u8| (byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r')) | (byte == 0x7F);
    // Folds, not searches: they compile to vector code, and most files have neither.
    let controls = file.iter().fold(false, |any, byte| any | is_control(byte));
    if !controls && file.is_ascii() && file.len() <= crate::LINE_LIMIT {
        return;
    }
    let robots = report.robots;
    let ascii = file.is_ascii();
    let mut reader = robots.lines();
    while let Some(line) = reader.read() {
        if line.too_long {
            let start = line.span.start + crate::LINE_LIMIT as u32;
            let span = Span { start, ..line.span };
            report.add(&LONG_LINE, Place { line: line.number, span }, || {
                Words::new(format!("Google drops the last {} bytes of this line", span.len()))
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
fn control(line: &crate::line::Line<'_>, report: &mut Report<'_>) {
    let bytes = line.text.of(report.file());
    let end = line.text.end;
    if report.file().get(end as usize..).is_some_and(|rest| rest.first() == Some(&0))
        && end < line.span.end
    {
        let place = Place { line: line.number, span: Span { start: end, end: end + 1 } };
        report.add(&NUL_BYTE, place, || {
            Words::new("Google reads the line up to this zero byte".into())
        });
    }
    let is_control =
        |byte: &u8| (*byte < b' ' && !matches!(byte, b'\t' | 0x0B | 0x0C)) || *byte == 0x7F;
    if let (Some(at), Some(_)) = (bytes.iter().position(is_control), line.directive()) {
        let start = line.text.start + at as u32;
        let place = Place { line: line.number, span: Span { start, end: start + 1 } };
        report.add(&CONTROL_BYTE, place, || {
            Words::new(format!("byte 0x{:02x} is no text", bytes[at])).help("take it out")
        });
    }
}

fn non_ascii(line: &crate::line::Line<'_>, report: &mut Report<'_>) {
    let Some(directive) = line.directive().filter(|_| !line.text.of(report.file()).is_ascii())
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
                "an invisible character in front of {}: every crawler skips the line",
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
            Words::new("an invisible character is part of the value".into())
                .help("take it out")
                .fix(fix)
        });
    }
    let (field, _) = crate::field::Field::of(key, report.profile());
    let is_rule = matches!(field, crate::field::Field::Allow | crate::field::Field::Disallow);
    if is_rule && let Err(error) = core::str::from_utf8(value) {
        let start = directive.value_span.start + error.valid_up_to() as u32;
        let place = Place { line: line.number, span: Span { start, end: start + 1 } };
        report.add(&NOT_UTF_8, place, || {
            Words::new(format!("{} is no UTF-8", Quoted(&value[error.valid_up_to()..][..1])))
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
    b"\xef\xbb\xbf",
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
