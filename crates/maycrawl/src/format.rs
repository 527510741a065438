//! A stable layout that keeps comments, verdicts and meaning.
//!
//! Only what no reader looks at changes: white space around fields and values, the case of field names, line
//! ends, empty lines. Both readings of this crate agree on the result, so there is no profile to choose: a
//! line that only one of them reads (`Dissallow: /x`, `Allow /x`) keeps its key and its missing colon, because
//! mending it would change what the other one says. That is a lint's to offer and a person's to decide.
//!
//! Empty lines mean nothing to Google and RFC 9309, but they end a record in the format of 1996, which readers
//! such as Python's `urllib.robotparser` still follow. So an empty line is put in only where both readings begin
//! a group (there a record has ended anyway), and none is taken away but from a run of them and at the two ends
//! of the file.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::field::{Field, Spelling};
use crate::group::AgentRun;
use crate::line::{BYTE_ORDER_MARK, Directive, LINE_LIMIT, Line, Lines, Separator, skipped_mark};
use crate::profile::Profile;

/// The file in the usual layout, with the same verdicts for every crawler and URL in both profiles.
///
/// `User-agent`, `Allow`, `Disallow` and `Sitemap` in this case and other fields as written; one blank behind
/// the colon and before a comment, none at the ends of a line; line ends are LF and the last line has one;
/// an empty line between groups, never two, none at the ends of the file; no byte order mark. Values, comments
/// and the order of lines stay.
///
/// What cannot be laid out without a change of meaning is left byte for byte: a file over the 500 KiB that are
/// read, a line over [`LINE_LIMIT`], a line with a control character (NUL cuts it, others than Google end a line
/// at a form feed), a CR in the middle of what others take for one line, half a byte order mark.
///
/// ```
/// let file = b"user-agent:*\r\nDISALLOW : /a#why\r\nuser-agent: Googlebot\r\nDissallow:/b";
/// assert_eq!(
///     &*maycrawl::format(file),
///     b"User-agent: *\nDisallow: /a #why\n\nUser-agent: Googlebot\nDissallow: /b\n",
/// );
/// ```
///
/// The layout of what is laid out changes nothing. One pass, O(bytes); borrows when nothing changes.
#[must_use]
pub fn format(file: &[u8]) -> Cow<'_, [u8]> {
    let fits = |bytes: &[u8]| Profile::GOOGLE.size_limit.is_none_or(|limit| bytes.len() <= limit);
    if !fits(file) {
        return Cow::Borrowed(file);
    }
    let mut printer = Printer::new(file.len());
    let mut at = printer.beginning(file);
    while at < file.len() {
        at = printer.physical_line(file, at);
    }
    let out = printer.out;
    if out == file || !fits(&out) { Cow::Borrowed(file) } else { Cow::Owned(out) }
}

/// Prints line after line.
struct Printer {
    out: Vec<u8>,
    /// An empty line was met since the last line that was printed.
    empty_line: bool,
    /// Where in `out` the last line ends that says something, 0 if none does. Comments behind it lead what comes.
    said_until: usize,
    /// An empty line stands behind `said_until`.
    parted: bool,
    /// The run of user agents in Google's reading.
    run: AgentRun,
    /// The same in the reading of RFC 9309.
    strict_run: AgentRun,
}

impl Printer {
    fn new(len: usize) -> Self {
        Self {
            out: Vec::with_capacity(len + len / 8),
            empty_line: false,
            said_until: 0,
            parted: false,
            run: AgentRun::default(),
            strict_run: AgentRun::default(),
        }
    }

    /// Takes the byte order mark away; where the reading begins. Half a mark, which readers skip or do not, and
    /// a mark that would uncover another one stay, with their line.
    fn beginning(&mut self, file: &[u8]) -> usize {
        match file.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) if !begins_like_a_mark(rest) => BYTE_ORDER_MARK.len(),
            None if !begins_like_a_mark(file) => 0,
            _ => {
                let (end, next) = line_end(file, 0);
                self.untouched(&file[..end]);
                next
            }
        }
    }

    /// Prints what stands up to the next LF; where the next such line begins.
    fn physical_line(&mut self, file: &[u8], start: usize) -> usize {
        let (end, next) = line_end(file, start);
        let bytes = &file[start..end];
        if bytes.iter().all(|byte| matches!(byte, b' ' | b'\t')) {
            self.empty_line = true;
        } else if bytes.len() > LINE_LIMIT || bytes.iter().any(|&byte| byte < b' ' && byte != b'\t')
        {
            self.part(bytes);
            self.untouched(bytes);
        } else if let Some(line) = Lines::starting_at(file, start, Profile::GOOGLE).read() {
            self.line(&line, bytes);
        }
        next
    }

    /// A line that stays as it is. What readers make of it is not known, so nothing behind it is taken for the
    /// beginning of a group until both have seen a rule.
    fn untouched(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
        self.said();
        self.run.agent();
        self.strict_run.agent();
    }

    fn line(&mut self, line: &Line<'_>, bytes: &[u8]) {
        let text = &bytes[(line.text.start - line.span.start) as usize..][..line.text.len()];
        let comment = comment(line, bytes);
        let directive = line.directive();
        let laid_out = match &directive {
            Some(directive) if directive.separator == Separator::Colon => {
                let (key, value) = (name(directive), directive.value());
                [key, if value.is_empty() { b":" } else { b": " }, value]
            }
            _ => [text, b"", b""],
        };
        let text_len: usize = laid_out.iter().map(|part| part.len()).sum();
        let blank: &[u8] = if text_len > 0 && !comment.is_empty() { b" " } else { b"" };
        if text_len + blank.len() + comment.len() > LINE_LIMIT {
            // A blank more, and the line would be cut.
            self.part(bytes);
            return self.untouched(bytes);
        }
        self.part(laid_out[0]);
        if directive.is_some_and(|directive| self.begins_group(&directive)) {
            self.part_groups();
        }
        laid_out.iter().for_each(|part| self.out.extend_from_slice(part));
        self.out.extend_from_slice(blank);
        self.out.extend_from_slice(comment);
        if text_len == 0 {
            self.out.push(b'\n');
        } else {
            self.said();
        }
    }

    /// Follows the groups of both readings; true where both begin one.
    fn begins_group(&mut self, directive: &Directive<'_>) -> bool {
        let (field, _) = Field::from_key(directive.key(), Profile::GOOGLE);
        let is_read_by_both = is_read_by_both(directive);
        match field {
            Field::UserAgent => {
                let begins = self.run.agent();
                is_read_by_both && self.strict_run.agent() && begins
            }
            Field::Allow | Field::Disallow => {
                self.run.rule();
                if is_read_by_both {
                    self.strict_run.rule();
                }
                false
            }
            Field::Sitemap | Field::Other => false,
        }
    }

    /// Prints the empty line that was met, before a line that begins with `next`.
    fn part(&mut self, next: &[u8]) {
        if self.out.is_empty() {
            // The first bytes of a file are taken for a byte order mark, and skipped, where they look like one.
            if begins_like_a_mark(next) {
                self.out.push(b'\n');
            }
        } else if self.empty_line {
            self.out.push(b'\n');
            self.parted = true;
        }
        self.empty_line = false;
    }

    /// Puts an empty line between what was said before and the comments that lead a group.
    fn part_groups(&mut self) {
        if self.said_until > 0 && !self.parted {
            // The comments move by one byte, once.
            self.out.insert(self.said_until, b'\n');
            self.parted = true;
        }
    }

    /// Ends a line that says something.
    fn said(&mut self) {
        self.out.push(b'\n');
        self.said_until = self.out.len();
        self.parted = false;
    }
}

/// Where the line that others see ends, before CRs, and where the next one begins: only LF ends it. (CR CR LF
/// is what CR LF becomes when it is converted twice.)
fn line_end(file: &[u8], start: usize) -> (usize, usize) {
    let newline = memchr::memchr(b'\n', &file[start..]).map(|length| start + length);
    let mut end = newline.unwrap_or(file.len());
    while end > start && file[end - 1] == b'\r' {
        end -= 1;
    }
    (end, newline.map_or(file.len(), |at| at + 1))
}

/// True when readers skip the first byte, as (a part of) a byte order mark.
fn begins_like_a_mark(bytes: &[u8]) -> bool {
    skipped_mark(bytes) > 0
}

/// From the `#` to the end of the line.
fn comment<'a>(line: &Line<'_>, bytes: &'a [u8]) -> &'a [u8] {
    if !line.has_comment {
        return b"";
    }
    let comment = memchr::memchr(b'#', bytes).map_or(&b""[..], |at| &bytes[at..]);
    comment.trim_ascii_end()
}

/// True for a field in its own spelling with a colon: nobody reads that otherwise.
fn is_read_by_both(directive: &Directive<'_>) -> bool {
    let (field, spelling) = Field::from_key(directive.key(), Profile::RFC9309);
    let is_field = field != Field::Other && spelling == Spelling::Exact;
    is_field && directive.separator == Separator::Colon
}

/// The field in its usual case; one that not everybody reads, as written.
fn name<'a>(directive: &Directive<'a>) -> &'a [u8] {
    if is_read_by_both(directive) {
        Field::from_key(directive.key(), Profile::RFC9309).0.title().as_bytes()
    } else {
        directive.key()
    }
}
