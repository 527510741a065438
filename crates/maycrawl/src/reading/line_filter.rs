//! The lines of a file that can change one verdict, found 64 bytes at a time.
//!
//! # The idea
//!
//! For one crawler and one path, most lines do not matter: comments, the rules of other crawlers, and rules that
//! begin unlike the path. Reading a line costs about 1 ns a byte; seeing that no line of a block matters
//! costs a twentieth of it. So blocks of the file are tested for *marks*, and only a line with a mark is read.
//!
//! Each line that matters has a mark, which three neighbouring bytes show:
//!
//! - A `user-agent` line, in each accepted spelling, has a `u` or `U` after white space or a line end.
//! - A rule that can match the path has a value that begins with `*`, or with `/` and a second byte that a pattern for
//!   this path can have: the path's own second byte, a special character, or the end of the value. The value follows
//!   a colon or white space.
//! - A rule without a value has the end of its text after a colon, or after white space that follows one.
//!
//! A mark promises nothing: its line is read as ever, by [`Lines`]. So a mark too many costs time, and only a mark
//! too few would cost a verdict. The test `no_line_that_matters_is_passed_over` compares both on random bytes
//! at every alignment.
//!
//! # When which marks are looked for
//!
//! - In a group that the crawler does not follow, only `user-agent` lines matter ([`Wanted::Names`]). That a rule
//!   would have ended their run does not matter either: no name of such a group is as good as the best, so the next
//!   name decides alone whether its group is followed.
//! - In a group that the crawler follows, from its first rule on, the rules for the path matter too
//!   ([`Wanted::AgentsAndRules`]). The first rule is read by the caller, because it ends the run and shows that the
//!   group has rules.
//! - A rule without a value restricts nothing. Only if no other rule matches is it named in the verdict, and then
//!   a second pass looks for it ([`Wanted::AgentsAndEmptyRules`]).
//!
//! # Long lines
//!
//! The text of a line ends after [`LINE_LIMIT`] bytes, so there a value can end that does not look like it. A search
//! for rules goes no further than that from the start of a line: a line of such a length is returned whether it has a
//! mark or not. A `user-agent` line is known by its start, so a search for these alone has no such limit.
//!
//! # Cost
//!
//! O(bytes), no allocation. The test of a block has no branch, and compilers turn it into vector code.

use crate::crawler::FirstBytes;
use crate::profile::{Escapes, LeadingSlash, Profile};
use crate::reading::line::{LINE_LIMIT, Line, Lines};
use crate::text::scan::{bits, is_line_end, is_space};

/// The bytes of a block.
const BLOCK: usize = 64;

/// The lines that matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Every line.
    All,
    /// `user-agent` lines that may name the crawler.
    Names,
    /// `user-agent` lines, and rules with a value that may match the path.
    AgentsAndRules,
    /// `user-agent` lines, and rules without a value.
    AgentsAndEmptyRules,
}

/// Reads a file line by line and passes over lines that do not matter.
pub(crate) struct LineFilter<'a, 'p> {
    lines: Lines<'a>,
    names: NameMarks,
    marks: RuleMarks<'p>,
    /// True if a pattern can match that begins with neither `/` nor `*`.
    any_first_byte: bool,
}

impl<'a, 'p> LineFilter<'a, 'p> {
    /// A filter for a path in normal form, and for a crawler whose names begin with one of `first_bytes`.
    pub(crate) fn new(
        file: &'a [u8],
        path: &'p [u8],
        first_bytes: FirstBytes,
        profile: Profile,
    ) -> Self {
        Self {
            lines: Lines::new(file, profile),
            names: NameMarks { first_bytes },
            marks: RuleMarks::new(path, profile),
            any_first_byte: profile.leading_slash == LeadingSlash::Assumed,
        }
    }

    /// The next line that is `wanted`, and possibly others. Its number counts only lines that were returned; see
    /// [`line_number`](crate::reading::line::line_number).
    #[inline]
    pub(crate) fn next(&mut self, wanted: Wanted) -> Option<Line<'a>> {
        match wanted {
            Wanted::Names => self.pass_over(self.names),
            Wanted::AgentsAndEmptyRules => self.pass_over(EmptyRuleMarks),
            Wanted::AgentsAndRules if !self.any_first_byte => self.pass_over(self.marks),
            Wanted::All | Wanted::AgentsAndRules => {}
        }
        self.lines.read()
    }

    /// Moves to the line with the next mark, to a line that is too long to tell, or to the end.
    #[inline(always)]
    fn pass_over<M: Marks>(&mut self, marks: M) {
        // No line end comes before the first line.
        let Some(mut line_start) = self.lines.next_start() else { return };
        let file = self.lines.file();
        let mut at = line_start;
        loop {
            // No line is cut before the end of this.
            let whole = &file[..file.len().min(line_start.saturating_add(M::LIMIT))];
            let mark = loop {
                let mut found = if at + BLOCK < file.len() {
                    marks_in_block(file, at, marks)
                } else if at <= file.len() {
                    marks_at_end(file, at, marks)
                } else {
                    self.lines.finish();
                    return;
                };
                let mut mark = None;
                while found != 0 && mark.is_none() {
                    let candidate = at + found.trailing_zeros() as usize;
                    mark = marks.confirm(whole, candidate).then_some(candidate);
                    found &= found - 1;
                }
                if mark.is_some() || at + 2 * BLOCK > whole.len() && whole.len() < file.len() {
                    break mark;
                }
                at += BLOCK;
            };
            // The start of the line with the mark, or of the last line that was begun.
            let stop = mark.unwrap_or(at).min(file.len());
            let start = line_start + line_start_in(&file[line_start..stop]);
            if mark.is_some() || start == line_start {
                self.lines.set_position(start);
                return;
            }
            line_start = start;
        }
    }
}

/// The offset of the last line start in `bytes`, which begin with a line.
#[inline]
fn line_start_in(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&byte| is_line_end(byte)).map_or(0, |at| at + 1)
}

/// The last byte before `at` that is not white space inside a line.
#[inline]
fn before_blanks(file: &[u8], at: usize) -> Option<u8> {
    let is_blank = |byte: &u8| is_space(*byte) && !is_line_end(*byte);
    file[..at.min(file.len())].iter().rev().copied().find(|byte| !is_blank(byte))
}

/// True for a byte up to `limit`, and for a byte above ASCII: vector code compares signed bytes in one step.
#[inline(always)]
const fn is_up_to(byte: u8, limit: u8) -> bool {
    byte as i8 <= limit as i8
}

/// What the lines that matter have.
trait Marks: Copy {
    /// The length of a line from which on it may have a mark that does not look like one.
    const LIMIT: usize = LINE_LIMIT;

    /// True if `byte` may be a mark, by the bytes before and after it. Without branches, so that a block is tested
    /// by vector code.
    fn may_be(self, before: u8, byte: u8, after: u8) -> bool;

    /// False if the byte at `at`, which may be a mark, is none.
    fn confirm(self, file: &[u8], at: usize) -> bool;
}

/// The marks of `user-agent` lines with a value that may name the crawler, outside the groups that it follows.
#[derive(Clone, Copy, Debug)]
struct NameMarks {
    first_bytes: FirstBytes,
}

impl Marks for NameMarks {
    const LIMIT: usize = usize::MAX;

    #[inline(always)]
    fn may_be(self, before: u8, byte: u8, after: u8) -> bool {
        AgentMarks.may_be(before, byte, after)
    }

    /// Lines as nearly all files have them are told apart by the first byte of the value.
    #[inline(always)]
    fn confirm(self, file: &[u8], at: usize) -> bool {
        const KEY: &[u8] = b"user-agent: ";
        if let Some((key, [value, ..])) =
            file.get(at..).and_then(|line| line.split_at_checked(KEY.len()))
            && key.eq_ignore_ascii_case(KEY)
            && !is_space(*value)
            && !self.first_bytes.contains(*value)
        {
            return false;
        }
        AgentMarks.confirm(file, at)
    }
}

/// The marks of `user-agent` lines.
#[derive(Clone, Copy)]
struct AgentMarks;

impl Marks for AgentMarks {
    const LIMIT: usize = usize::MAX;

    #[inline(always)]
    fn may_be(self, before: u8, byte: u8, _after: u8) -> bool {
        is_up_to(before, b' ') & (byte | 0x20 == b'u')
    }

    /// Each accepted spelling begins with `us` at the start of the line's text.
    #[inline(always)]
    fn confirm(self, file: &[u8], at: usize) -> bool {
        file.get(at + 1).is_some_and(|next| next | 0x20 == b's')
            && before_blanks(file, at).is_none_or(is_line_end)
    }
}

/// The marks of `user-agent` lines and of rules that can match the path.
#[derive(Clone, Copy, Debug)]
struct RuleMarks<'p> {
    path: &'p [u8],
    /// The second byte of the path.
    second: u8,
    /// The lowest byte above ASCII that can match a byte of the path. 0xFF if none can.
    non_ascii_from: u8,
}

impl<'p> RuleMarks<'p> {
    fn new(path: &'p [u8], profile: Profile) -> Self {
        // A byte above ASCII matches an escape in the path, or what an escape means.
        let can_match = profile.escapes == Escapes::UnreservedDecoded || path.contains(&b'%');
        let non_ascii_from = if can_match { 0x80 } else { 0xFF };
        Self { path, second: Self::expected(path, 1), non_ascii_from }
    }

    /// The byte that a pattern without special characters has at `at` if it matches the path.
    #[inline(always)]
    fn expected(path: &[u8], at: usize) -> u8 {
        // `Allow: /a/index.htm` matches the path `/a/`.
        let index = || b"index.htm".get(at - path.len()).copied();
        path.get(at).copied().or_else(index).unwrap_or_default()
    }

    /// True for a byte that may match another one than itself, or that ends the value.
    #[inline(always)]
    fn is_special(self, byte: u8) -> bool {
        // White space, NUL, `#`, `$`, `%` and `*` are all up to `*`, and few other bytes are.
        (byte <= b'*') | (byte >= self.non_ascii_from)
    }

    /// False if the value at `at`, which begins with a slash, differs from the path before its first special byte.
    #[inline]
    fn may_match(self, file: &[u8], at: usize) -> bool {
        let value = file.get(at..).unwrap_or_default();
        // A bound for the comparison, because a line may have many bytes that look like the start of a value.
        let both = value.iter().zip(self.path).take(BLOCK);
        let same = both.take_while(|(a, b)| a == b && !self.is_special(**a)).count();
        let Some(&byte) = value.get(same) else { return true };
        self.is_special(byte) || byte == Self::expected(self.path, same)
    }
}

impl Marks for RuleMarks<'_> {
    #[inline(always)]
    fn may_be(self, before: u8, byte: u8, after: u8) -> bool {
        let slash = (byte == b'/') & (is_up_to(after, b'*') | (after == self.second));
        let follows = is_up_to(before, b' ') | (before == b':');
        follows & ((byte | 0x20 == b'u') | (byte == b'*') | slash)
    }

    #[inline(always)]
    fn confirm(self, file: &[u8], at: usize) -> bool {
        match file.get(at) {
            None | Some(b'*') => true,
            Some(b'/') => self.may_match(file, at),
            Some(_) => AgentMarks.confirm(file, at),
        }
    }
}

/// The marks of `user-agent` lines and of rules without a value.
#[derive(Clone, Copy)]
struct EmptyRuleMarks;

impl Marks for EmptyRuleMarks {
    #[inline(always)]
    fn may_be(self, before: u8, byte: u8, after: u8) -> bool {
        let ends_text = (byte <= b'\r') | (byte == b'#');
        let follows = ((before <= b' ') & !is_line_end(before)) | (before == b':');
        AgentMarks.may_be(before, byte, after) | (ends_text & follows)
    }

    #[inline(always)]
    fn confirm(self, file: &[u8], at: usize) -> bool {
        match file.get(at).copied().unwrap_or_default() {
            b'#' | b'\n' | b'\r' | 0 => before_blanks(file, at) == Some(b':'),
            _ => AgentMarks.confirm(file, at),
        }
    }
}

/// The bytes of the block at `at` that may be marks, the first byte as the lowest bit. 0 if the block is not inside the
/// file, with a byte before it and a byte after it.
#[inline(always)]
fn marks_in_block(file: &[u8], at: usize, marks: impl Marks) -> u64 {
    let bytes = at.checked_sub(1).and_then(|at| file.get(at..)?.first_chunk());
    bytes.map_or(0, |bytes| marks_in(bytes, marks))
}

/// The same for the last block, which ends with the file. The end of the file ends a value, as a NUL does.
#[inline(never)]
fn marks_at_end(file: &[u8], at: usize, marks: impl Marks) -> u64 {
    let mut bytes = [0; BLOCK + 2];
    let rest = at.checked_sub(1).and_then(|at| file.get(at..)).unwrap_or_default();
    let len = rest.len().min(bytes.len());
    bytes[..len].copy_from_slice(&rest[..len]);
    marks_in(&bytes, marks)
}

#[inline(always)]
fn marks_in(bytes: &[u8; BLOCK + 2], marks: impl Marks) -> u64 {
    let mut found = [false; BLOCK];
    for (i, found) in found.iter_mut().enumerate() {
        *found = marks.may_be(bytes[i], bytes[i + 1], bytes[i + 2]);
    }
    // Most blocks have none, and to see that costs less than to number them.
    if found.iter().fold(false, |any, found| any | found) { bits(&found) } else { 0 }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::*;
    use crate::crawler::Crawler;
    use crate::matching::path_search::PathSearch;
    use crate::matching::rule::{RuleKind, match_rule};
    use crate::reading::field::Field;

    const PATHS: [&[u8]; 8] =
        [b"/", b"/a", b"/a/", b"/ab/c?d=e", b"/%C3%A4/x", b"/a:/a:/a", b"/\xc3\xa4", b"/a\nb #"];

    /// True if the line can change the verdict, by what the line itself says.
    fn matters(
        line: &Line<'_>,
        wanted: Wanted,
        path: &[u8],
        crawler: &Crawler,
        profile: Profile,
    ) -> bool {
        let Some(directive) = line.directive() else { return false };
        let value = directive.value();
        let kind = match Field::from_key(directive.key(), profile).0 {
            Field::UserAgent => {
                return wanted != Wanted::Names || crawler.seeker(profile).rank(value).is_some();
            }
            Field::Allow => RuleKind::Allow,
            Field::Disallow => RuleKind::Disallow,
            Field::Sitemap | Field::Other => return false,
        };
        match wanted {
            Wanted::All => true,
            Wanted::Names => false,
            Wanted::AgentsAndEmptyRules => value.is_empty(),
            Wanted::AgentsAndRules => {
                let normal = crate::urls::escape::pattern(value, profile);
                let search = PathSearch::new(path);
                !value.is_empty() && match_rule(&normal, kind, &search, profile).is_some()
            }
        }
    }

    /// Fails if a line that matters is not returned.
    fn check(file: &[u8], path: &[u8], profile: Profile) -> Result<(), TestCaseError> {
        let crawler = Crawler::GOOGLEBOT_IMAGE;
        let names = crawler.seeker(profile).first_bytes();
        for wanted in [Wanted::Names, Wanted::AgentsAndRules, Wanted::AgentsAndEmptyRules] {
            let mut filter = LineFilter::new(file, path, names, profile);
            let returned: Vec<_> =
                core::iter::from_fn(|| filter.next(wanted)).map(|line| line.span.start).collect();
            prop_assert!(returned.is_sorted_by(|a, b| a < b));
            for line in Lines::new(file, profile) {
                if matters(&line, wanted, path, &crawler, profile) {
                    let is_found = returned.binary_search(&line.span.start).is_ok();
                    prop_assert!(is_found, "{wanted:?} {path:?}: line {}", line.number);
                }
            }
        }
        Ok(())
    }

    fn pieces() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            4 => prop::sample::select(vec![
                &b"user-agent:"[..], b"User-agent: ", b"useragent", b"uSER AGENT :", b"googlebot", b"*",
                b"disallow:", b"Disallow: ", b"allow", b"Allow:\t", b"dissalow \x0b", b"sitemap: ", b"/",
                b"/a", b"/ab/c", b"/a:/a:", b"/%c3%a4", b"/\xc3\xa4", b"/index.htm", b"/a/index.html",
                b"*?", b"/*", b"$", b"#", b" # ", b"\0", b"  ", b"\x0c", b"\xef\xbb\xbf",
            ]).prop_map(<[u8]>::to_vec),
            3 => prop::sample::select(vec![&b"\n"[..], b"\r", b"\r\n", b"\n\n"]).prop_map(<[u8]>::to_vec),
            1 => prop::collection::vec(any::<u8>(), 0..20),
            1 => (0..80_usize).prop_map(|n| b"x".repeat(n)),
        ];
        prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn no_line_that_matters_is_passed_over(
            file in pieces(),
            path in prop::sample::select(PATHS.to_vec()),
            profile in prop::sample::select(Profile::ALL.to_vec()),
        ) {
            check(&file, path, profile)?;
        }
    }

    #[test]
    fn every_alignment_of_a_line_and_every_length_of_the_rest() {
        let lines: [&[u8]; 7] = [
            b"user-agent: googlebot",
            b"disallow:",
            b"disallow: /a",
            b"disallow:/",
            b"allow *",
            b"disallow: # all",
            b"allow: /index.html",
        ];
        for line in lines {
            for before in 0..130 {
                for after in [0, 1, 2, 63, 64, 65, 66] {
                    let rest = b"y".repeat(after);
                    let file = [b"# ", &*b"x".repeat(before), b"\n", line, b"\n", &rest].concat();
                    for path in [&b"/"[..], b"/a/b"] {
                        check(&file, path, Profile::GOOGLE).unwrap();
                    }
                    check(&file[..file.len() - 1 - after], b"/a", Profile::RFC9309).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_value_that_the_line_limit_cuts_is_seen() {
        for more in 0..70 {
            for (start, rest) in [("disallow:", "/axyz"), ("disallow:", ""), ("disallow:", "/abz")]
            {
                let cut = LINE_LIMIT - start.len() - rest.len().min(2);
                let blanks = alloc::string::String::from(" ").repeat(cut);
                let file =
                    alloc::format!("user-agent: *\n{}\n{start}{blanks}{rest}\n", "x".repeat(more));
                check(file.as_bytes(), b"/a", Profile::GOOGLE).unwrap();
                check(file.as_bytes(), b"/ab", Profile::GOOGLE).unwrap();
            }
        }
    }

    #[test]
    fn a_value_that_is_longer_than_the_comparison_is_seen() {
        for len in 60..70 {
            let path = alloc::format!("/{}/b", "a".repeat(len));
            let file = alloc::format!("user-agent: *\ndisallow: {path}\n{}", "# y\n".repeat(30));
            check(file.as_bytes(), path.as_bytes(), Profile::GOOGLE).unwrap();
        }
    }

    #[test]
    fn line_numbers_are_those_of_the_lines() {
        let file = b"\xef\xbb\xbfa\r\nb\rc\n\n\r\r\nd";
        for line in Lines::new(file, Profile::GOOGLE) {
            let start = line.span.start as usize;
            assert_eq!(crate::reading::line::line_number(file, start), line.number, "{start}");
        }
    }
}
