//! A stable layout that keeps comments, verdicts and meaning.
//!
//! Only parts that no reader uses are changed: white space around fields and values, the case of field names, line
//! ends, empty lines. Google and RFC 9309 read the result as they read the original, so there is no profile to
//! choose. A line that only one of them reads (`Dissallow: /x`, `Allow /x`) keeps its key and its missing colon,
//! because a correction would change the meaning for the other. A lint offers that correction, and a person decides.
//!
//! Empty lines mean nothing to Google and RFC 9309, but they end a record in the format of 1996, which readers such
//! as Python's `urllib.robotparser` still use. So an empty line is added only where a group begins for both Google
//! and RFC 9309, because there a record has ended anyway. Empty lines are removed only at the start and the end of
//! the file, and where several follow each other.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use maycrawl::Profile;
use maycrawl::field::{Field, Spelling};
use maycrawl::internals::{AgentRun, BYTE_ORDER_MARK, LINE_LIMIT, skipped_mark};
use maycrawl::line::{Directive, Line, Lines, Separator};

/// The file in the standard layout, with the same verdicts for every crawler and URL in every profile.
///
/// The standard layout:
/// - `User-agent`, `Allow`, `Disallow` and `Sitemap` in this case, other fields as written;
/// - one space after the colon and before a comment, none at the start and end of a line;
/// - LF as line end, also after the last line;
/// - one empty line between groups, none at the start and end of the file;
/// - no byte order mark.
///
/// Values, comments and the order of lines stay.
///
/// Parts that cannot be formatted without a change of meaning stay as they are, byte for byte: a file over the 500
/// KiB that are read, a line over [`LINE_LIMIT`], a line with a control character (NUL cuts it, and readers other
/// than Google end a line at a form feed), a CR inside a line that other readers take for one line, a part of a byte
/// order mark.
///
/// ```
/// let file = b"user-agent:*\r\nDISALLOW : /a#why\r\nuser-agent: Googlebot\r\nDissallow:/b";
/// assert_eq!(
///     &*maycrawl_lint::format(file),
///     b"User-agent: *\nDisallow: /a #why\n\nUser-agent: Googlebot\nDissallow: /b\n",
/// );
/// ```
///
/// To format a formatted file changes nothing.
///
/// Cost: one pass, O(bytes). Borrows if nothing changes.
#[must_use]
pub fn format(file: &[u8]) -> Cow<'_, [u8]> {
    let fits = |bytes: &[u8]| Profile::GOOGLE.size_limit.is_none_or(|limit| bytes.len() <= limit);
    if !fits(file) {
        return Cow::Borrowed(file);
    }
    let mut printer = Printer::new(file.len());
    let mut at = printer.skip_mark(file);
    while at < file.len() {
        at = printer.physical_line(file, at);
    }
    let out = printer.out;
    if out == file || !fits(&out) { Cow::Borrowed(file) } else { Cow::Owned(out) }
}

/// Prints the file line by line.
struct Printer {
    out: Vec<u8>,
    /// True if the file has an empty line after the last line that was printed.
    empty_line: bool,
    /// The end in `out` of the last line that is not a comment, 0 if there is none. Comments after it belong to the
    /// next line.
    content_end: usize,
    /// True if an empty line follows `content_end`.
    has_gap: bool,
    /// The run of `user-agent` lines as Google reads it.
    google_run: AgentRun,
    /// The run of `user-agent` lines as RFC 9309 reads it.
    rfc_run: AgentRun,
}

impl Printer {
    fn new(len: usize) -> Self {
        Self {
            out: Vec::with_capacity(len + len / 8),
            empty_line: false,
            content_end: 0,
            has_gap: false,
            google_run: AgentRun::default(),
            rfc_run: AgentRun::default(),
        }
    }

    /// Drops the byte order mark and returns where the text begins. A part of a mark, which only some readers skip, and
    /// a mark that is followed by another one stay, with their line.
    fn skip_mark(&mut self, file: &[u8]) -> usize {
        match file.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) if !begins_like_mark(rest) => BYTE_ORDER_MARK.len(),
            None if !begins_like_mark(file) => 0,
            _ => {
                let (end, next) = line_end(file, 0);
                self.copy_line(&file[..end]);
                next
            }
        }
    }

    /// Prints the text up to the next LF and returns where the next line begins.
    fn physical_line(&mut self, file: &[u8], start: usize) -> usize {
        let (end, next) = line_end(file, start);
        let bytes = &file[start..end];
        if bytes.iter().all(|byte| matches!(byte, b' ' | b'\t')) {
            self.empty_line = true;
        } else if bytes.len() > LINE_LIMIT || bytes.iter().any(|&byte| byte < b' ' && byte != b'\t')
        {
            self.separate(bytes);
            self.copy_line(bytes);
        } else if let Some(line) = Lines::starting_at(file, start, Profile::GOOGLE).read() {
            self.line(&line, bytes);
        }
        next
    }

    /// Prints a line as it is. Readers may disagree about it, so no line after it counts as the
    /// beginning of a group until Google and RFC 9309 have both read a rule.
    fn copy_line(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
        self.end_content_line();
        self.google_run.agent();
        self.rfc_run.agent();
    }

    fn line(&mut self, line: &Line<'_>, bytes: &[u8]) {
        let text = &bytes[(line.text.start - line.span.start) as usize..][..line.text.len()];
        let comment = comment(line, bytes);
        let directive = line.directive();
        let formatted = match &directive {
            Some(directive) if directive.separator == Separator::Colon => {
                let (key, value) = (name(directive), directive.value());
                [key, if value.is_empty() { b":" } else { b": " }, value]
            }
            _ => [text, b"", b""],
        };
        let text_len: usize = formatted.iter().map(|part| part.len()).sum();
        let blank: &[u8] = if text_len > 0 && !comment.is_empty() { b" " } else { b"" };
        if text_len + blank.len() + comment.len() > LINE_LIMIT {
            // The added spaces would make the line too long, and it would be cut.
            self.separate(bytes);
            return self.copy_line(bytes);
        }
        self.separate(formatted[0]);
        if directive.is_some_and(|directive| self.begins_group(&directive)) {
            self.separate_groups();
        }
        formatted.iter().for_each(|part| self.out.extend_from_slice(part));
        self.out.extend_from_slice(blank);
        self.out.extend_from_slice(comment);
        if text_len == 0 {
            self.out.push(b'\n');
        } else {
            self.end_content_line();
        }
    }

    /// Takes the line into both runs of `user-agent` lines; true if a group begins in both.
    fn begins_group(&mut self, directive: &Directive<'_>) -> bool {
        let (field, _) = Field::from_key(directive.key(), Profile::GOOGLE);
        let is_read_by_both = is_read_by_both(directive);
        match field {
            Field::UserAgent => {
                let begins = self.google_run.agent();
                is_read_by_both && self.rfc_run.agent() && begins
            }
            Field::Allow | Field::Disallow => {
                self.google_run.rule();
                if is_read_by_both {
                    self.rfc_run.rule();
                }
                false
            }
            Field::Sitemap | Field::Other => false,
        }
    }

    /// Prints the pending empty line, before a line that begins with `next`.
    fn separate(&mut self, next: &[u8]) {
        if self.out.is_empty() {
            // Readers skip the first bytes of a file if they look like a byte order mark.
            if begins_like_mark(next) {
                self.out.push(b'\n');
            }
        } else if self.empty_line {
            self.out.push(b'\n');
            self.has_gap = true;
        }
        self.empty_line = false;
    }

    /// Adds an empty line before the comments that precede a group.
    fn separate_groups(&mut self) {
        if self.content_end > 0 && !self.has_gap {
            // This moves the comments by one byte, at most once.
            self.out.insert(self.content_end, b'\n');
            self.has_gap = true;
        }
    }

    /// Ends a line that is not a comment.
    fn end_content_line(&mut self) {
        self.out.push(b'\n');
        self.content_end = self.out.len();
        self.has_gap = false;
    }
}

/// The end of a line for readers that end lines at LF only, without CRs before it, and the start of the next line.
/// (CR LF becomes CR CR LF when it is converted twice.)
fn line_end(file: &[u8], start: usize) -> (usize, usize) {
    let newline = memchr::memchr(b'\n', &file[start..]).map(|length| start + length);
    let mut end = newline.unwrap_or(file.len());
    while end > start && file[end - 1] == b'\r' {
        end -= 1;
    }
    (end, newline.map_or(file.len(), |at| at + 1))
}

/// True if readers skip the first byte as (a part of) a byte order mark.
fn begins_like_mark(bytes: &[u8]) -> bool {
    skipped_mark(bytes) > 0
}

/// The comment of the line, from the `#`; empty if there is none.
fn comment<'a>(line: &Line<'_>, bytes: &'a [u8]) -> &'a [u8] {
    if !line.has_comment {
        return b"";
    }
    let comment = memchr::memchr(b'#', bytes).map_or(&b""[..], |at| &bytes[at..]);
    comment.trim_ascii_end()
}

/// True for a field in its exact spelling with a colon, which all readers understand in the same way.
fn is_read_by_both(directive: &Directive<'_>) -> bool {
    let (field, spelling) = Field::from_key(directive.key(), Profile::RFC9309);
    let is_field = field != Field::Other && spelling == Spelling::Exact;
    is_field && directive.separator == Separator::Colon
}

/// The key to print: in the usual case if all readers know the field, otherwise as written.
fn name<'a>(directive: &Directive<'a>) -> &'a [u8] {
    if is_read_by_both(directive) {
        Field::from_key(directive.key(), Profile::RFC9309).0.title().unwrap_or_default().as_bytes()
    } else {
        directive.key()
    }
}
