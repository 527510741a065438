//! Lints about the bytes of the file: files that are not a robots.txt, encodings, invisible characters, limits.

use alloc::format;

use maycrawl::field::Field;
use maycrawl::internals::{LINE_LIMIT, line_number, skipped_mark, web_page_start};
use maycrawl::line::{Line, Span};
use maycrawl::{SuspicionKind, line};

use super::fix::{Fix, FixEffect};
use super::lints::{
    BYTE_ORDER_MARK, COMPRESSED, CONTROL_BYTE, HTML, INVISIBLE_CHARACTER, INVISIBLE_IN_VALUE,
    LARGE_FILE, LONG_LINE, NEARLY_LARGE_FILE, NOT_UTF_8, NUL_BYTE, OTHER_FORMAT, UTF_16,
};
use super::quotes;
use super::report::{FindingText, Place, Quoted, Report};

/// The size from which a file is nearly too large, in tenths of the limit.
const LARGE_TENTHS: usize = 9;

/// Checks the file as a whole. False if its lines are not worth checking.
pub(crate) fn whole_file(report: &mut Report<'_>) -> bool {
    let file = report.file();
    size(report);
    let suspicion = SuspicionKind::detect(file);
    if suspicion == Some(SuspicionKind::Utf16) {
        report.add(&UTF_16, Place { line: 1, span: Span { start: 0, end: 2 } }, || {
            FindingText::new("the file is UTF-16, so crawlers find no rule in it".into())
                .help("save the file as UTF-8")
        });
        return false;
    }
    if suspicion == Some(SuspicionKind::WebPage)
        && let Some(start) = web_page_start(file)
    {
        web_page(start, report);
        return report.robots.groups().len() > 0;
    }
    if let Some(SuspicionKind::Compressed(program)) = suspicion {
        report.add(&COMPRESSED, Place { line: 1, span: Span { start: 0, end: 2 } }, || {
            FindingText::new(format!(
                "the file is compressed with {program}, so crawlers find no rule in it"
            ))
            .help("decompress the file")
        });
        return false;
    }
    if let Some(SuspicionKind::OtherFormat(format)) = suspicion {
        report.is_other_format = true;
        report.add(&OTHER_FORMAT, Place { line: 1, span: Span { start: 0, end: 1 } }, || {
            FindingText::new(format!("this is {format}, not a robots.txt"))
                .help("serve plain text, or respond with 404 if you have no robots.txt")
        });
        return report.robots.groups().len() > 0;
    }
    byte_order_mark(report);
    true
}

/// Reports a web page, which begins at `start`.
fn web_page(start: usize, report: &mut Report<'_>) {
    let file = report.file();
    let text = &file[start..];
    let line = line_number(file, start);
    let start = start as u32;
    let end = start
        + text.iter().position(|&byte| matches!(byte, b'\n' | b'\r')).unwrap_or(text.len()) as u32;
    let read = report.robots.directive_count();
    report.is_other_format = true;
    report.add(&HTML, Place { line, span: Span { start, end: end.min(start + 60) } }, || {
        let what = "this is a web page (HTML), not a robots.txt";
        FindingText::new(match read {
            0 => format!("{what}: crawlers find no rule in it, so everything is allowed"),
            1 => format!("{what}; crawlers read 1 line of it as a rule"),
            read => format!("{what}; crawlers read {read} lines of it as rules"),
        })
        .help("serve plain text, or respond with 404 if you have no robots.txt")
    });
}

/// Reports a byte order mark at the start of the file.
fn byte_order_mark(report: &mut Report<'_>) {
    let file = report.file();
    let mark = skipped_mark(file);
    if mark == 0 {
        return;
    }
    let span = Span { start: 0, end: mark as u32 };
    report.add(&BYTE_ORDER_MARK, Place { line: 1, span }, || {
        let fix = Fix::new("remove the mark".into(), FixEffect::KeepsVerdicts, span, "");
        // Crawlers skip one mark. A second mark is part of the first key, so no crawler reads that line. Without the
        // first mark they would read it, and a verdict might change.
        let fix = (skipped_mark(&file[mark..]) == 0).then_some(fix);
        FindingText::new("the file begins with an invisible byte order mark".into())
            .help("remove the mark")
            .fix(fix)
    });
}

fn size(report: &mut Report<'_>) {
    let end = report.file().len() as u32;
    let Some(limit) = report.profile().size_limit else { return };
    let place = Place { line: report.robots.line_count(), span: Span { start: end, end } };
    if let Some(cut) = report.robots.truncation() {
        report.add(&LARGE_FILE, place, || {
            let line = cut.cut_line.map_or("".into(), |line| {
                format!("; line {line} is cut there and ignored as a whole")
            });
            let ignored = if cut.may_go_on() {
                "what follows".into()
            } else {
                format!("the last {} of {} bytes", cut.ignored, cut.file_len)
            };
            let limit = cut.limit;
            FindingText::new(format!(
                "crawlers stop reading after {limit} bytes and ignore {ignored}{line}"
            ))
            .help("put the important rules first, and consolidate rules with the same beginning")
        });
    } else if report.file().len() > limit / 10 * LARGE_TENTHS {
        report.add(&NEARLY_LARGE_FILE, place, || {
            FindingText::new(format!("the file has {end} of the {limit} bytes that crawlers read"))
                .help("consolidate rules with the same beginning")
        });
    }
}

/// Checks the lines for invisible characters, bytes that are not text, and the length limit.
pub(crate) fn lines(report: &mut Report<'_>) {
    let file = report.file();
    let is_control =
        |&byte: &u8| (byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r')) | (byte == 0x7F);
    // Folds instead of searches: they compile to vector code, and most files have neither.
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
                FindingText::new(format!(
                    "Google drops the last {} bytes of line {}",
                    span.len(),
                    line.number
                ))
                .help("split the line, or restore the line ends that are missing")
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
            FindingText::new("Google reads the line only up to its zero byte".into())
                .help("remove the zero byte")
                .choice("remove the zero byte", place.span, "")
        });
    }
    // Google strips these two at the ends of keys and values, as it strips spaces, so they do no harm there.
    let is_control =
        |byte: &u8| (*byte < b' ' && !matches!(byte, b'\t' | 0x0B | 0x0C)) || *byte == 0x7F;
    if let (Some(at), Some(_)) = (bytes.iter().position(is_control), line.directive()) {
        let start = line.text.start + at as u32;
        let place = Place { line: line.number, span: Span { start, end: start + 1 } };
        report.add(&CONTROL_BYTE, place, || {
            FindingText::new(format!(
                "the line has the control byte 0x{:02x}, which no URL and no crawler name has",
                bytes[at]
            ))
            .help("remove it")
            .choice("remove it", place.span, "")
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
            let fix = Fix::new("remove it".into(), FixEffect::Mends, span, "");
            let message = format!(
                "an invisible character stands before {}: Google skips the line, and other crawlers may read it",
                Quoted(&key[hidden..])
            );
            FindingText::new(message).help("remove it").fix(fix)
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
            let fix = Fix::new("remove it".into(), FixEffect::Mends, span, "");
            FindingText::new(format!(
                "an invisible character is part of the value {}",
                Quoted(value)
            ))
            .help("remove it")
            .fix(fix)
        });
    }
    invisible_inside(value, directive.value_span, line.number, report);
    let (field, _) = Field::from_key(key, report.profile());
    // Word processors also save quotation marks as single bytes of Windows-1252, which are not UTF-8. `quotation-marks`
    // reports those values.
    let is_rule = matches!(field, Field::Allow | Field::Disallow);
    if is_rule
        && quotes::unquoted(value).is_none()
        && let Err(error) = core::str::from_utf8(value)
    {
        let start = directive.value_span.start + error.valid_up_to() as u32;
        let place = Place { line: line.number, span: Span { start, end: start + 1 } };
        report.add(&NOT_UTF_8, place, || {
            FindingText::new(format!(
                "the byte {} in the path is not UTF-8",
                Quoted(&value[error.valid_up_to()..][..1])
            ))
            .help("write the path in UTF-8, or with percent-escapes")
        });
    }
}

/// Reports an invisible character between two others. The ends of the value have their own finding, and come first: a
/// fix of both would be two edits that touch.
fn invisible_inside(value: &[u8], place: Span, line: u32, report: &mut Report<'_>) {
    let length =
        |at: usize| INVISIBLE.iter().find(|it| value[at..].starts_with(it)).map(|it| it.len());
    if invisible_start(value) + invisible_end(value) > 0 {
        return;
    }
    let Some((at, length)) = (0..value.len()).find_map(|at| Some((at, length(at)?))) else {
        return;
    };
    let start = place.start + at as u32;
    let span = Span { start, end: start + length as u32 };
    report.add(&INVISIBLE_IN_VALUE, Place { line, span }, || {
        let fix = Fix::new("remove it".into(), FixEffect::Mends, span, "");
        FindingText::new(format!("an invisible character is part of the value {}", Quoted(value)))
            .help("remove it")
            .fix(fix)
    });
}

/// True if the value has an invisible character.
pub(crate) fn has_invisible(value: &[u8]) -> bool {
    !value.is_ascii() && INVISIBLE.iter().any(|it| memchr::memmem::find(value, it).is_some())
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

/// The length of the invisible characters at the start of the text, in bytes.
pub(crate) fn invisible_start(text: &[u8]) -> usize {
    let mut rest = text;
    while let Some(tail) = INVISIBLE.iter().find_map(|hidden| rest.strip_prefix(*hidden)) {
        rest = tail;
    }
    text.len() - rest.len()
}

/// The length of the invisible characters at the end of the text, in bytes.
pub(crate) fn invisible_end(text: &[u8]) -> usize {
    let mut rest = text;
    while let Some(before) = INVISIBLE.iter().find_map(|hidden| rest.strip_suffix(*hidden)) {
        rest = before;
    }
    text.len() - rest.len()
}
