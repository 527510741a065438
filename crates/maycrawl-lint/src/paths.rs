//! Lints about path patterns: those that match nothing, and those that change nothing.

use alloc::format;
use alloc::vec::Vec;

use maycrawl::field::Field;
use maycrawl::internals::{escape, index_directory, index_directory_octets, is_space};
use maycrawl::line::Span;
use maycrawl::profile::LeadingSlash;
use maycrawl::verdict::RuleKind;
use maycrawl::{Profile, UrlPath, as_written};

use super::diagnostic::LintReason;
use super::fix::{Fix, FixEffect, gap};
use super::line_index::{LineIndex, RuleAt, line_end};
use super::lints::{
    BLANK_IN_PATH, BROKEN_ESCAPE, COMMENT_CUTS_PATH, EMPTY_ALLOW, IDLE_DISALLOW, IDLE_WILDCARD,
    LITERAL_DOLLAR, LOWER_CASE_ESCAPE, NO_LEADING_SLASH, NON_ASCII_PATH, REGULAR_EXPRESSION,
    URL_AS_PATH,
};
use super::report::{FindingText, Place, Quoted, Report};
use super::{encoding, quotes};

pub(crate) const SPACE_IN_PATH: LintReason = LintReason {
    name: "space-in-path",
    text: "URLs have no spaces, so for Google the rule matches nothing; in a path a space is written `%20`.",
};

pub(crate) const FIELDS_IN_LINE: LintReason = LintReason {
    name: "fields-in-line",
    text: "A line has one field: Google reads the second one as part of the path, so the rule matches nothing.",
};

/// The special bytes of a value, as bits, from one pass over it.
mod bytes {
    pub(super) const STAR: u8 = 1;
    pub(super) const DOLLAR: u8 = 2;
    pub(super) const PERCENT: u8 = 4;
    pub(super) const NON_ASCII: u8 = 8;
    pub(super) const BLANK: u8 = 16;
    pub(super) const EXPRESSION: u8 = 32;

    static KINDS: [u8; 256] = {
        let mut kinds = [0; 256];
        kinds[b'*' as usize] = STAR;
        kinds[b'$' as usize] = DOLLAR;
        kinds[b'%' as usize] = PERCENT;
        kinds[b' ' as usize] = BLANK;
        kinds[b'\t' as usize] = BLANK;
        kinds[b'\\' as usize] = EXPRESSION;
        kinds[b'^' as usize] = EXPRESSION;
        kinds[b'[' as usize] = EXPRESSION;
        let mut high = 0x80;
        while high < 256 {
            kinds[high] = NON_ASCII;
            high += 1;
        }
        kinds
    };

    pub(super) fn of(value: &[u8]) -> u8 {
        value.iter().fold(0, |all, &byte| all | KINDS[byte as usize])
    }
}

/// Checks the pattern of every rule.
pub(crate) fn check(index: &LineIndex<'_>, report: &mut Report<'_>) {
    let mut lengths = None;
    for (at, rule) in index.rules.iter().enumerate() {
        let value = rule.at.value.slice(index.file);
        let Some(&first) = value.first() else {
            empty(index, at, report);
            continue;
        };
        if index.file.get(rule.at.value.end as usize) == Some(&b'#') {
            comment(index, rule, report);
        }
        if first != b'/' && first != b'*' {
            if quotes::quoted_value(rule.at, "for Google the rule matches nothing", report) {
                continue;
            }
            beginning(rule, value, report);
        }
        let has = bytes::of(value);
        if has == 0 {
            continue;
        }
        if has & bytes::STAR != 0 {
            let lengths = lengths.get_or_insert_with(|| Lengths::of(index, report));
            stars(rule, value, lengths, report);
        }
        if has & bytes::DOLLAR != 0 {
            dollar(rule, value, report);
        }
        if has & (bytes::PERCENT | bytes::NON_ASCII) != 0 {
            escapes(rule, value, has, report);
        }
        if has & (bytes::BLANK | bytes::EXPRESSION) != 0 {
            foreign(rule, value, has, report);
        }
    }
}

#[cold]
fn empty(index: &LineIndex<'_>, at: usize, report: &mut Report<'_>) {
    let rule = &index.rules[at];
    let place = Place { line: rule.at.line, span: rule.at.whole };
    if rule.kind == RuleKind::Allow {
        return report.add(&EMPTY_ALLOW, place, || {
            FindingText::new("for Google an `Allow` without a path allows nothing".into())
                .help("write `Allow: /`, or remove the line")
                .choice("write `Allow: /`", rule.at.value, "/")
                .choices([index.removal(rule.at, "remove the line")])
        });
    }
    let in_group = |other: &&RuleAt| other.group == rule.group;
    let (before, after) = index.rules.split_at(at);
    let mut others =
        before.iter().rev().take_while(in_group).chain(after.iter().take_while(in_group));
    if rule.group.is_some() && others.any(|other| !other.at.value.is_empty()) {
        report.add(&IDLE_DISALLOW, place, || {
            FindingText::new(
                "for Google an empty `Disallow` has no effect next to the other rules of its group"
                    .into(),
            )
            .advise(index.remove(rule.at, true))
        });
    }
}

fn comment(index: &LineIndex<'_>, rule: &RuleAt, report: &mut Report<'_>) {
    let start = rule.at.value.end + 1;
    let rest = Span { start, end: rule.at.whole.end }.slice(index.file);
    let has_text = rest.first().is_some_and(|&byte| !matches!(byte, b' ' | b'\t' | b'#'));
    if has_text {
        let place =
            Place { line: rule.at.line, span: Span { start: start - 1, end: rule.at.whole.end } };
        report.add(&COMMENT_CUTS_PATH, place, || {
            let value = rule.at.value.slice(index.file);
            FindingText::new(format!("`#` begins a comment, so the rule is only {}", Quoted(value)))
                .help("write `%23` for a `#` in a path, or add a space after the `#` of a comment")
                .choice("write `%23`", Span { end: start, ..place.span }, "%23")
                .choice("add a space after the `#`", gap(start), " ")
        });
    }
}

/// Reports a pattern that begins with neither `/` nor `*`.
#[cold]
fn beginning(rule: &RuleAt, value: &[u8], report: &mut Report<'_>) {
    let place = rule.at.value_place();
    let is = |scheme: &str| {
        value.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme.as_bytes()))
    };
    // A name that begins with `www.` is a host. With a `/` in front of it, it would be a folder of that name.
    let is_host = is("www.");
    if is("http://") || is("https://") || is_host {
        let own = report.is_own(value).filter(|_| !is_host);
        return report.add(&URL_AS_PATH, place, || url_as_path(value, place.span, own));
    }
    if let Some(meant) = meant_by_word(rule.kind, value) {
        return report.add(&NO_LEADING_SLASH, place, || word(rule, value, meant));
    }
    let is_assumed = report.profile().leading_slash == LeadingSlash::Assumed;
    report.add(&NO_LEADING_SLASH, place, || no_leading_slash(value, place.span, is_assumed));
}

/// The text about a URL instead of a path. `own`: whether it is a URL of this site, if that is known.
fn url_as_path(value: &[u8], span: Span, own: Option<bool>) -> FindingText {
    let path = UrlPath::from_url(as_written(value), Profile::GOOGLE);
    let path = path.as_bytes();
    let write = format!("write {}", Quoted(path));
    // A URL of another site gets no fix: its path would begin to close pages of this site, which its author did not ask
    // for.
    let fix = (own == Some(true)).then(|| Fix::new(write.clone(), FixEffect::Mends, span, path));
    let help = match own {
        Some(true) => write.clone(),
        Some(false) => "write the rule in the robots.txt of that host".into(),
        // Without the origin nobody knows whose pages the path would close.
        None => format!(
            "if it is a URL of this site, {write}; if not, write the rule in the robots.txt of that host"
        ),
    };
    let message = format!(
        "a rule takes a path, and {} is a URL: for Google it matches nothing",
        Quoted(value)
    );
    let text = FindingText::new(message).help(help).fix(fix);
    if own.is_some() { text } else { text.choice(write, span, path) }
}

/// The text about a path without the slash. `is_assumed`: the profile reads the rule as if it had one.
fn no_leading_slash(value: &[u8], span: Span, is_assumed: bool) -> FindingText {
    let add_slash = |effect| {
        let start = Span { end: span.start, ..span };
        Fix::new("add a `/` at the start".into(), effect, start, "/")
    };
    if is_assumed {
        // This profile already reads the rule with the slash, so writing the slash changes no verdict.
        let message = "the rule {} does not begin with `/`; crawlers assumed the slash before July 2019, but not now";
        return FindingText::new(message.replace("{}", &format!("{}", Quoted(value))))
            .help("add a `/` at the start")
            .fix(add_slash(FixEffect::KeepsVerdicts));
    }
    let finding = FindingText::new(format!(
        "for Google the rule {} matches nothing, because every path begins with `/`",
        Quoted(value)
    ));
    let plain = value[0].is_ascii_alphanumeric() || matches!(value[0], b'_' | b'-' | b'~' | b'%');
    if !plain && value[0].is_ascii() {
        return finding
            .help("add `/` at the start, or `/*` to match the text anywhere in the path")
            .choice("add `/` at the start", gap(span.start), "/")
            .choice("add `/*` at the start", gap(span.start), "/*");
    }
    finding.help("add a `/` at the start").fix(add_slash(FixEffect::Mends))
}

/// What the author of a rule with a word instead of a path means: the whole rule.
fn meant_by_word(kind: RuleKind, value: &[u8]) -> Option<&'static str> {
    let is_one_of =
        |words: &[&str]| words.iter().any(|word| value.eq_ignore_ascii_case(word.as_bytes()));
    let all = is_one_of(&["all", "any", "everything", "true", "yes"]);
    let nothing = is_one_of(&["none", "nothing", "null", "false", "no"]);
    match kind {
        RuleKind::Allow if all => Some("Allow: /"),
        RuleKind::Disallow if nothing => Some("Disallow:"),
        RuleKind::Disallow if all => Some("Disallow: /"),
        RuleKind::Allow if nothing => Some("Disallow: /"),
        _ => None,
    }
}

/// The text about a word instead of a path. Only `Allow: all` has a fix: a `/` in front of the word would close or open
/// a path that nobody requests, and hide the mistake. The other words close or open a site, so a person has to decide.
fn word(rule: &RuleAt, value: &[u8], meant: &str) -> FindingText {
    let message = format!(
        "for Google the rule {} matches nothing, because every path begins with `/`",
        Quoted(value)
    );
    let text = FindingText::new(message).help(format!("write `{meant}` if you mean that"));
    let write = format!("write `{meant}`");
    if rule.kind == RuleKind::Allow && meant == "Allow: /" {
        return text.fix(Fix::new(write, FixEffect::Mends, rule.at.value, "/"));
    }
    text.choice(write, Span { end: rule.at.value.end, ..rule.at.whole }, meant)
}

fn stars(rule: &RuleAt, value: &[u8], lengths: &Lengths, report: &mut Report<'_>) {
    let short = without_idle_stars(value);
    // A blank before the star would become the end of the line, and parsers would strip it.
    let ends_well = short.last().is_some_and(|&byte| byte != b'$' && !is_space(byte));
    if short.len() == value.len() || !ends_well {
        return;
    }
    let may_change = lengths.may_change(rule.kind, value, &short);
    report.add_folded(&IDLE_WILDCARD, may_change.into(), rule.at.value_place(), || {
        let write = format!("write {}", Quoted(&short));
        let message = format!("{} matches exactly what {} matches", Quoted(value), Quoted(&short));
        let text = FindingText::new(message);
        if !may_change {
            return text.help("leave it if the rule should be this long: another rule may win against a shorter one");
        }
        let fix = Fix::new(write.clone(), FixEffect::KeepsVerdicts, rule.at.value, short.clone());
        text.help(write).fix(fix)
    });
}

/// The pattern without wildcards that change nothing: the second star of `**`, a final `*`, a final `*$`.
fn without_idle_stars(value: &[u8]) -> Vec<u8> {
    let mut short: Vec<u8> = value.to_vec();
    short.dedup_by(|a, b| *a == b'*' && *b == b'*');
    let end = short.strip_suffix(b"$").unwrap_or(&short);
    let end = end.strip_suffix(b"*").map(<[u8]>::len);
    if let Some(end) = end {
        short.truncate(end);
        // A `$` in the middle must not become the anchor at the end: `/a$*`.
        if short.last() == Some(&b'$') {
            short.push(b'*');
        }
    }
    short
}

/// The lengths of the normal forms of all patterns, by kind of rule.
struct Lengths {
    profile: Profile,
    allow: Vec<u32>,
    disallow: Vec<u32>,
}

impl Lengths {
    fn of(index: &LineIndex<'_>, report: &Report<'_>) -> Self {
        let profile = report.profile();
        let mut lengths = Self { profile, allow: Vec::new(), disallow: Vec::new() };
        for rule in &index.rules {
            let value = rule.at.value.slice(index.file);
            let normal = escape::pattern(value, profile);
            let of_kind = match rule.kind {
                RuleKind::Allow => &mut lengths.allow,
                RuleKind::Disallow => &mut lengths.disallow,
            };
            of_kind.push(normal.len() as u32);
            let directory = index_directory(&normal, rule.kind, profile);
            of_kind.extend(directory.map(|directory| index_directory_octets(directory) as u32));
        }
        lengths.allow.sort_unstable();
        lengths.disallow.sort_unstable();
        lengths
    }

    /// True if a rule can be shortened from `value` to `short` without changing a verdict: it is then longer or
    /// shorter than the same rules of the other kind as before. Both texts match the same paths.
    ///
    /// An `allow` rule of an index page has two patterns: its own, and that of its directory, which has its own length.
    fn may_change(&self, kind: RuleKind, value: &[u8], short: &[u8]) -> bool {
        let [long, short] = [value, short].map(|text| escape::pattern(text, self.profile));
        if !self.are_free(kind, short.len(), long.len()) {
            return false;
        }
        let octets = |text| index_directory(text, kind, self.profile).map(index_directory_octets);
        match (octets(&short), octets(&long)) {
            (Some(short), Some(long)) => self.are_free(kind, short, long),
            // Removing an idle wildcard does not change whether a pattern is that of an index page.
            (short, long) => short == long,
        }
    }

    /// True if no rule of the other kind has a length in `from..=to`. Then a rule of `kind` can be shortened from `to`
    /// to `from`, and is still longer or shorter than the same rules of the other kind.
    ///
    /// This also holds if several rules are shortened at once. Let one rule go from `a` to `a'`, and one of the other
    /// kind from `b` to `b'`, with `a < b`. Because `a` is not in `b'..=b`, `a < b'`. So `a' <= a < b'`: it is still
    /// shorter.
    fn are_free(&self, kind: RuleKind, from: usize, to: usize) -> bool {
        let others = if kind == RuleKind::Allow { &self.disallow } else { &self.allow };
        let at = others.partition_point(|&length| (length as usize) < from);
        others.get(at).is_none_or(|&length| length as usize > to)
    }
}

fn dollar(rule: &RuleAt, value: &[u8], report: &mut Report<'_>) {
    let body = value.strip_suffix(b"$").unwrap_or(value);
    let Some(at) = body.iter().position(|&byte| byte == b'$') else { return };
    let start = rule.at.value.start + at as u32;
    let place = Place { line: rule.at.line, span: Span { start, end: start + 1 } };
    report.add(&LITERAL_DOLLAR, place, || {
        FindingText::new(format!(
            "the `$` in {} is not the last byte, so it matches a dollar sign",
            Quoted(value)
        ))
        .help("remove the `$`, or remove the text after it")
        .choice("remove the `$`", place.span, "")
        .choice(
            "remove the text after it",
            Span { start: start + 1, ..rule.at.value },
            "",
        )
    });
}

#[cold]
fn escapes(rule: &RuleAt, value: &[u8], has: u8, report: &mut Report<'_>) {
    let place = rule.at.value_place();
    let upper = escape::escape_url(value);
    // Bytes that are not UTF-8 and invisible characters have their own lints, and must not be escaped.
    if *upper != *value && !encoding::has_invisible(value) && core::str::from_utf8(value).is_ok() {
        let lint = if has & bytes::NON_ASCII == 0 { &LOWER_CASE_ESCAPE } else { &NON_ASCII_PATH };
        report.add(lint, place, || {
            let write = format!("write {}", Quoted(&upper));
            let message =
                format!("crawlers request {}, but the rule has {}", Quoted(&upper), Quoted(value));
            // With the profile of RFC 9309 both are the same too.
            let fix = Fix::new(write.clone(), FixEffect::KeepsVerdicts, place.span, &*upper);
            FindingText::new(message).help(write).fix(fix)
        });
    }
    let is_broken = |at: &usize| {
        value[*at] == b'%'
            && !value.get(at + 1..at + 3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit))
    };
    if let Some(at) = (0..value.len()).find(is_broken) {
        let start = rule.at.value.start + at as u32;
        let place = Place { line: rule.at.line, span: Span { start, end: start + 1 } };
        report.add(&BROKEN_ESCAPE, place, || {
            FindingText::new(format!(
                "a `%` in {} is not followed by two hexadecimal digits",
                Quoted(value)
            ))
            .help("write `%25` for a percent sign")
            .choice("write `%25`", place.span, "%25")
        });
    }
}

/// Reports blanks and regular expressions.
#[cold]
fn foreign(rule: &RuleAt, value: &[u8], has: u8, report: &mut Report<'_>) {
    let file = report.file();
    if has & bytes::BLANK != 0
        && let Some(at) = value.iter().position(|byte| matches!(byte, b' ' | b'\t'))
    {
        let start = rule.at.value.start + at as u32;
        let place = Place { line: rule.at.line, span: Span { start, end: start + 1 } };
        report.add(&BLANK_IN_PATH, place, || {
            let rest = value[at..].trim_ascii_start();
            let field = rest.split(|&byte| byte == b':').next().unwrap_or_default();
            let is_field = field.len() < rest.len()
                && Field::from_key(field, Profile::GOOGLE).0 != Field::Other;
            let (help, reason) = if rest.starts_with(b"/") || rest.starts_with(b"*") {
                (ONE_PATH_A_LINE, None)
            } else if is_field {
                (ONE_FIELD_A_LINE, Some(FIELDS_IN_LINE))
            } else {
                let help = "write `%20` for a space in a path, or `#` before a comment";
                (help, Some(SPACE_IN_PATH))
            };
            let text = FindingText::new(format!(
                "URLs have no spaces, so for Google the rule {} matches nothing",
                Quoted(value)
            ));
            without_blanks(text.because(reason).help(help), rule, value, rest, help, file)
        });
    }
    if has & bytes::EXPRESSION != 0 && is_expression(value) {
        report.add(&REGULAR_EXPRESSION, rule.at.value_place(), || {
            FindingText::new(format!(
                "the rule {} is not a regular expression: only `*` and a final `$` are special",
                Quoted(value)
            ))
            .help("write the path with `*` for any text and `$` for the end")
        });
    }
}

pub(crate) const ONE_PATH_A_LINE: &str = "write one path on each line";
const ONE_FIELD_A_LINE: &str = "write each field on its own line";

/// Rules of one kind, one for each path.
pub(crate) fn one_path_a_line(paths: &[&[u8]], rule: &RuleAt, file: &[u8]) -> Vec<u8> {
    paths.join(&[line_end(file), rule.kind.field().as_bytes(), b": "].concat()[..])
}

/// The edits for a value with a blank, behind which stands `rest`.
fn without_blanks(
    text: FindingText,
    rule: &RuleAt,
    value: &[u8],
    rest: &[u8],
    help: &str,
    file: &[u8],
) -> FindingText {
    let span = rule.at.value;
    let words = || value.split(|&byte| is_space(byte)).filter(|word| !word.is_empty());
    let joined = |between: &[u8]| words().collect::<Vec<_>>().join(between);
    let behind = span.end - rest.len() as u32;
    match help {
        ONE_PATH_A_LINE => {
            let words: Vec<_> = words().collect();
            text.choice(help, span, one_path_a_line(&words, rule, file))
        }
        ONE_FIELD_A_LINE => text.choice(help, gap(behind), line_end(file)),
        _ => text.choice("write `%20` for each space", span, joined(b"%20")).choice(
            "write `#` before the text after the space",
            gap(behind),
            "# ",
        ),
    }
}

/// True for a value with signs that regular expressions have, and paths do not.
pub(super) fn is_expression(value: &[u8]) -> bool {
    let signs: [&[u8]; 7] = [b"\\.", b"\\d", b"\\w", b"\\/", b"[0-9", b"[a-z", b"[^"];
    value.starts_with(b"^")
        || value.starts_with(b"/^")
        || signs.iter().any(|sign| memchr::memmem::find(value, sign).is_some())
}
