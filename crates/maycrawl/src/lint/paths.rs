//! Path patterns: what matches nothing, and what does nothing.

use alloc::format;
use alloc::vec::Vec;

use super::diagnostic::{Lint, Severity};
use super::fix::{Effect, Fix};
use super::line_index::{LineIndex, RuleAt};
use super::report::{Place, Quoted, Report, Words};
use super::{encoding, quotes};
use crate::escape;
use crate::line::{Span, is_space};
use crate::profile::{LeadingSlash, Profile};
use crate::rule::{RuleKind, index_directory, index_directory_octets};
use crate::url_path::UrlPath;

pub(crate) static NO_LEADING_SLASH: Lint = Lint {
    code: "R301",
    name: "no-leading-slash",
    severity: Severity::Error,
    summary: "Every path begins with `/`, so for the crawlers of today the rule matches nothing.",
    page: "\
A pattern is compared from the first byte of the path, which is always `/`. `Disallow: private/` therefore closes nothing. (Before July 2019
Google's text said that a slash would be assumed; its code does not do that. The profile `google-2019` reads the rule so.)",
    example: b"User-agent: *\nDisallow: private/\n",
    instead: b"User-agent: *\nDisallow: /private/\n",
    fix: Some("Puts the `/` in front, so that the rule takes effect; not where `/*` may be meant."),
    references: &["Google, *URL matching based on path values*", "RFC 9309, section 2.2.2"],
};

pub(crate) static URL_AS_PATH: Lint = Lint {
    code: "R302",
    name: "url-as-path",
    severity: Severity::Error,
    summary: "A rule takes a path, not a whole URL: it matches nothing.",
    page: "\
Rules are compared with the path, without scheme and host, and a file applies to its own host only. Write the path. For another host
put a robots.txt there.",
    example: b"User-agent: *\nDisallow: https://example.com/private/\n",
    instead: b"User-agent: *\nDisallow: /private/\n",
    fix: Some("Leaves the path, so that the rule takes effect, if the file's own origin is known and is the URL's."),
    references: &["Google, *URL matching based on path values*"],
};

pub(crate) static IDLE_WILDCARD: Lint = Lint {
    code: "R303",
    name: "idle-wildcard",
    severity: Severity::Note,
    summary: "The wildcard changes nothing that the rule matches, it only makes the rule longer.",
    page: "\
A pattern matches whatever begins with it, so a `*` at its end does nothing; a `*` followed by a final `$` neither; two stars are one.
But each counts as an octet when the longest rule is looked for, so an idle star can win a conflict by accident.",
    example: b"User-agent: *\nDisallow: /private/*\n",
    instead: b"User-agent: *\nDisallow: /private/\n",
    fix: Some("Takes it out, where no rule of the other kind is of a length at which that could matter; an index page's directory counts too."),
    references: &["Google, *URL matching based on path values*"],
};

pub(crate) static LITERAL_DOLLAR: Lint = Lint {
    code: "R304",
    name: "literal-dollar",
    severity: Severity::Warning,
    summary: "`$` means the end of the URL only as the last byte; here the rule matches a dollar sign.",
    page: "`Disallow: /*.php$*` does not match `/a.php`. Take out the `$`, or what comes after it.",
    example: b"User-agent: *\nDisallow: /*.php$?\n",
    instead: b"User-agent: *\nDisallow: /*.php?\n",
    fix: None,
    references: &["Google, *URL matching based on path values*"],
};

pub(crate) static LOWER_CASE_ESCAPE: Lint = Lint {
    code: "R305",
    name: "lower-case-escape",
    severity: Severity::Note,
    summary: "Google reads `%aa` in a rule as `%AA`; a crawler that compares bytes does not.",
    page: "\
Both mean the same byte, and URLs mostly have the upper-case form. Google's parser brings rules to it, but leaves the URL as
it is: a URL with `%aa` is matched by no rule with an escape.",
    example: b"User-agent: *\nDisallow: /caf%c3%a9\n",
    instead: b"User-agent: *\nDisallow: /caf%C3%A9\n",
    fix: Some("Writes the escapes in upper case. For Google nothing changes."),
    references: &["google/robotstxt, robots.cc: `MaybeEscapePattern`", "RFC 3986, section 2.1"],
};

pub(crate) static NON_ASCII_PATH: Lint = Lint {
    code: "R306",
    name: "non-ascii-path",
    severity: Severity::Note,
    summary: "Crawlers ask for URLs with escapes; Google escapes the rule too, others compare it as it stands.",
    page: "\
A URL on the wire has `%C3%A9` where people see `é`. Google's parser escapes the bytes of a rule; a parser that does not never finds
a match. Google recommends to write escapes since October 2026.",
    example: b"User-agent: *\nDisallow: /caf\xc3\xa9\n",
    instead: b"User-agent: *\nDisallow: /caf%C3%A9\n",
    fix: Some("Writes the bytes as escapes. For Google nothing changes."),
    references: &["google/robotstxt, robots.cc: `MaybeEscapePattern`", "RFC 9309, section 2.2.2"],
};

pub(crate) static BROKEN_ESCAPE: Lint = Lint {
    code: "R307",
    name: "broken-escape",
    severity: Severity::Warning,
    summary: "A `%` without two hexadecimal digits: such URLs are rare, so the rule may match nothing.",
    page: "In a URL a percent sign is written `%25`. A rule with a bare one matches only URLs that are written wrongly.",
    example: b"User-agent: *\nDisallow: /100%\n",
    instead: b"User-agent: *\nDisallow: /100%25\n",
    fix: None,
    references: &["RFC 3986, section 2.1"],
};

pub(crate) static COMMENT_CUTS_PATH: Lint = Lint {
    code: "R308",
    name: "comment-cuts-path",
    severity: Severity::Warning,
    summary: "`#` begins a comment even inside a path: the rule is shorter than it looks and matches more.",
    page: "\
`Disallow: /#/settings` is `Disallow: /`: the whole site. What comes after `#` in a URL is never sent to a server, so no rule can see it; a `#` that
is part of the path is written `%23`.",
    example: b"User-agent: *\nDisallow: /app#/settings\n",
    instead: b"User-agent: *\nDisallow: /app\n",
    fix: None,
    references: &["Google, *File format*", "RFC 9309, section 2.2"],
};

pub(crate) static BLANK_IN_PATH: Lint = Lint {
    code: "R309",
    name: "blank-in-path",
    severity: Severity::Warning,
    summary: "URLs have no spaces, so the rule matches nothing; two paths need two lines.",
    page: "In URLs a space is written `%20`. A rule takes one path, and a remark needs a `#` in front.",
    example: b"User-agent: *\nDisallow: /a /b\n",
    instead: b"User-agent: *\nDisallow: /a\nDisallow: /b\n",
    fix: None,
    references: &["Google, *URL matching based on path values*"],
};

pub(crate) static REGULAR_EXPRESSION: Lint = Lint {
    code: "R310",
    name: "regular-expression",
    severity: Severity::Warning,
    summary: "Rules are not regular expressions: every byte but `*` and a final `$` stands for itself.",
    page: "\
`*` stands for any bytes, a final `$` for the end, and that is all. `^`, `\\.`, `[0-9]` and the like match only URLs with those very bytes.",
    example: b"User-agent: *\nDisallow: /page[0-9]\n",
    instead: b"User-agent: *\nDisallow: /page\n",
    fix: None,
    references: &["Google, *URL matching based on path values*"],
};

pub(crate) static EMPTY_ALLOW: Lint = Lint {
    code: "R311",
    name: "empty-allow",
    severity: Severity::Warning,
    summary: "An `Allow` without a path allows nothing.",
    page: "Write `Allow: /` for everything, or leave the line out. (An empty `Disallow:` is the usual way to close nothing.)",
    example: b"User-agent: *\nAllow:\nDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["Google, *File format*: \"when no path is specified, the directive is ignored\""],
};

pub(crate) static IDLE_DISALLOW: Lint = Lint {
    code: "R312",
    name: "idle-disallow",
    severity: Severity::Note,
    summary: "An empty `Disallow` beside other rules does nothing; it does not take them back.",
    page: "Alone in a group it says that nothing is closed. With other rules in the group, those count and this line does not.",
    example: b"User-agent: *\nDisallow: /private\nDisallow:\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: Some("Takes the line out. Nothing changes for any crawler."),
    references: &["Google, *File format*: \"when no path is specified, the directive is ignored\""],
};

/// What a value has in it: bits, gathered in one walk.
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

/// Looks at the pattern of every rule.
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
            if quotes::quoted_value(rule.at, "the rule matches nothing", report) {
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
            Words::new("an `Allow` without a path allows nothing".into())
                .help("write `Allow: /`, or leave the line out")
        });
    }
    let in_group = |other: &&RuleAt| other.group == rule.group;
    let (before, behind) = index.rules.split_at(at);
    let mut others =
        before.iter().rev().take_while(in_group).chain(behind.iter().take_while(in_group));
    if rule.group.is_some() && others.any(|other| !other.at.value.is_empty()) {
        report.add(&IDLE_DISALLOW, place, || {
            let fix = index.without_line(rule.at, "take the line out");
            Words::new(
                "an empty `Disallow` does nothing beside the other rules of its group".into(),
            )
            .help("leave it out")
            .fix(fix)
        });
    }
}

fn comment(index: &LineIndex<'_>, rule: &RuleAt, report: &mut Report<'_>) {
    let behind = rule.at.value.end + 1;
    let rest = Span { start: behind, end: rule.at.whole.end }.slice(index.file);
    let glued = rest.first().is_some_and(|&byte| !matches!(byte, b' ' | b'\t' | b'#'));
    if glued {
        let place =
            Place { line: rule.at.line, span: Span { start: behind - 1, end: rule.at.whole.end } };
        report.add(&COMMENT_CUTS_PATH, place, || {
            let value = rule.at.value.slice(index.file);
            Words::new(format!("`#` begins a comment, so the rule is only {}", Quoted(value)))
                .help("write `%23` for a `#` in a path, or put a space in front of the remark")
        });
    }
}

/// A pattern that begins with neither `/` nor `*`.
#[cold]
fn beginning(rule: &RuleAt, value: &[u8], report: &mut Report<'_>) {
    let place = rule.at.value_place();
    let is = |scheme: &str| {
        value.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme.as_bytes()))
    };
    if is("http://") || is("https://") {
        let own = report.is_own(value);
        return report.add(&URL_AS_PATH, place, || {
            let words = Words::new(format!(
                "a rule takes a path, and {} is a URL: it matches nothing",
                Quoted(value)
            ));
            let path = UrlPath::from_url(value, Profile::GOOGLE);
            let path = path.as_bytes();
            let fix = (own == Some(true)).then(|| {
                Fix::new(format!("write {}", Quoted(path)), Effect::TakesEffect, place.span, path)
            });
            let help = if own == Some(false) {
                "write a robots.txt for that host".into()
            } else {
                format!("write {}", Quoted(path))
            };
            words.help(help).fix(fix)
        });
    }
    let is_assumed = report.profile().leading_slash == LeadingSlash::Assumed;
    report.add(&NO_LEADING_SLASH, place, || {
        if is_assumed {
            let start = Span { end: place.span.start, ..place.span };
            let fix = Fix::new("put a `/` in front".into(), Effect::KeepsVerdicts, start, "/");
            let message = "the rule {} does not begin with `/`; crawlers assumed one before July 2019, and do not now";
            return Words::new(message.replace("{}", &format!("{}", Quoted(value))))
                .help("put a `/` in front")
                .fix(fix);
        }
        let words = Words::new(format!(
            "the rule {} matches nothing, because every path begins with `/`",
            Quoted(value)
        ));
        let plain =
            value[0].is_ascii_alphanumeric() || matches!(value[0], b'_' | b'-' | b'~' | b'%');
        if !plain && value[0].is_ascii() {
            return words.help("write `/` in front, or `/*` to match it anywhere in the path");
        }
        let start = Span { end: place.span.start, ..place.span };
        let fix = Fix::new("put a `/` in front".into(), Effect::TakesEffect, start, "/");
        words.help("put a `/` in front").fix(fix)
    });
}

fn stars(rule: &RuleAt, value: &[u8], lengths: &Lengths, report: &mut Report<'_>) {
    let short = without_idle(value);
    // A blank in front of the star would become the end of the line and be stripped.
    let ends_well = short.last().is_some_and(|&byte| byte != b'$' && !is_space(byte));
    if short.len() == value.len() || !ends_well {
        return;
    }
    report.add(&IDLE_WILDCARD, rule.at.value_place(), || {
        let write = format!("write {}", Quoted(&short));
        let fix = lengths
            .may_change(rule.kind, value, &short)
            .then(|| Fix::new(write.clone(), Effect::KeepsVerdicts, rule.at.value, short.clone()));
        let message = format!("{} matches exactly what {} matches", Quoted(value), Quoted(&short));
        Words::new(message).help(write).fix(fix)
    });
}

/// The pattern without wildcards that change nothing: `**`, a last `*`, a last `*$`.
fn without_idle(value: &[u8]) -> Vec<u8> {
    let mut short: Vec<u8> = value.to_vec();
    short.dedup_by(|a, b| *a == b'*' && *b == b'*');
    let end = short.strip_suffix(b"$").unwrap_or(&short);
    let end = end.strip_suffix(b"*").map(<[u8]>::len);
    if let Some(end) = end {
        short.truncate(end);
        // What was in the middle must not become an anchor: `/a$*`.
        if short.last() == Some(&b'$') {
            short.push(b'*');
        }
    }
    short
}

/// Which lengths the patterns of each kind have, as normal forms.
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

    /// True when a rule may be written `short` instead of `value`, which matches the same, and still be longer, or
    /// shorter, than the same rules of the other kind.
    ///
    /// An `allow` of an index page is two patterns: its own, and that of its directory, whose octets count there.
    fn may_change(&self, kind: RuleKind, value: &[u8], short: &[u8]) -> bool {
        let [long, short] = [value, short].map(|text| escape::pattern(text, self.profile));
        if !self.are_free(kind, short.len(), long.len()) {
            return false;
        }
        let octets = |text| index_directory(text, kind, self.profile).map(index_directory_octets);
        match (octets(&short), octets(&long)) {
            (Some(short), Some(long)) => self.are_free(kind, short, long),
            // Idle wildcards make no index page of a pattern, and none less.
            (short, long) => short == long,
        }
    }

    /// True when no rule of the other kind has a length in `from..=to`: then a rule of `kind` may shrink from the
    /// one to the other and still be longer, or shorter, than the same rules.
    ///
    /// Also when several rules shrink at once. Let one go from `a` to `a'` and one of the other kind from `b` to `b'`,
    /// with `a < b`. As `a` is not in `b'..=b`, `a < b'`, so `a' <= a < b'`: still shorter.
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
        Words::new(format!(
            "the `$` in {} is not the last byte, so it stands for a dollar sign",
            Quoted(value)
        ))
        .help("take it out, or what comes after it")
    });
}

#[cold]
fn escapes(rule: &RuleAt, value: &[u8], has: u8, report: &mut Report<'_>) {
    let place = rule.at.value_place();
    let upper = escape::escape_url(value);
    let hidden = encoding::invisible_start(value) + encoding::invisible_end(value);
    // What is no UTF-8 or cannot be seen has a lint of its own, and is better not escaped.
    if *upper != *value && hidden == 0 && core::str::from_utf8(value).is_ok() {
        let lint = if has & bytes::NON_ASCII == 0 { &LOWER_CASE_ESCAPE } else { &NON_ASCII_PATH };
        report.add(lint, place, || {
            let write = format!("write {}", Quoted(&upper));
            let message =
                format!("crawlers ask for {} where the rule has {}", Quoted(&upper), Quoted(value));
            // In the reading of RFC 9309 both are the same too.
            let fix = Fix::new(write.clone(), Effect::KeepsVerdicts, place.span, &*upper);
            Words::new(message).help(write).fix(fix)
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
            Words::new(format!(
                "a `%` in {} is not followed by two hexadecimal digits",
                Quoted(value)
            ))
            .help("write `%25` for a percent sign")
        });
    }
}

/// What belongs to other languages: blanks, regular expressions.
#[cold]
fn foreign(rule: &RuleAt, value: &[u8], has: u8, report: &mut Report<'_>) {
    if has & bytes::BLANK != 0
        && let Some(at) = value.iter().position(|byte| matches!(byte, b' ' | b'\t'))
    {
        let start = rule.at.value.start + at as u32;
        let place = Place { line: rule.at.line, span: Span { start, end: start + 1 } };
        report.add(&BLANK_IN_PATH, place, || {
            let rest = value[at..].trim_ascii_start();
            let help = if rest.starts_with(b"/") || rest.starts_with(b"*") {
                "write one path a line"
            } else {
                "write `%20` for a space in a path; put a `#` in front of a remark"
            };
            Words::new(format!(
                "URLs have no spaces, so the rule {} matches nothing",
                Quoted(value)
            ))
            .help(help)
        });
    }
    let signs: [&[u8]; 7] = [b"\\.", b"\\d", b"\\w", b"\\/", b"[0-9", b"[a-z", b"[^"];
    let is_expression = value.starts_with(b"^")
        || value.starts_with(b"/^")
        || signs.iter().any(|sign| memchr::memmem::find(value, sign).is_some());
    if has & bytes::EXPRESSION != 0 && is_expression {
        report.add(&REGULAR_EXPRESSION, rule.at.value_place(), || {
            Words::new(format!(
                "the rule {} is not a regular expression: only `*` and a final `$` are special",
                Quoted(value)
            ))
        });
    }
}
