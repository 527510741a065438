//! Rules that do not match a path because of how they are written.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use crate::deciding::verdict::{Decision, RuleKind, Verdict};
use crate::matching::path_search::PathSearch;
use crate::matching::rule::{match_rule, precedence};
use crate::profile::Profile;
use crate::reading::robots_txt::Rule;
use crate::text::printable::Printable;
use crate::urls::escape::{self, hex_value};

/// A rule of a followed group that would decide otherwise if it were written as clients request URLs. Its author may
/// think that it does. Part of [`Explanation`](crate::explaining::explain::Explanation).
///
/// ```
/// use maycrawl::explain::Difference;
/// use maycrawl::{Crawler, RobotsTxt, as_written};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /Shop/\n");
/// let near = robots.explain(&Crawler::GOOGLEBOT, as_written("/shop/a")).near.unwrap();
/// assert_eq!((near.rule.line, near.differs), (2, Difference::Case));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NearRule<'r> {
    /// The rule.
    pub rule: Rule<'r>,
    /// Why it does not match.
    pub differs: Difference,
}

/// Why a rule does not match a path that its author may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum Difference {
    /// It begins with no slash.
    Slash,
    /// It is a whole URL.
    Url,
    /// It has characters that clients escape, or escapes that they do not write.
    Escapes,
    /// Upper and lower case differ.
    Case,
}

impl Difference {
    const ALL: [Self; 4] = [Self::Slash, Self::Url, Self::Escapes, Self::Case];

    /// The pattern as its author may mean it. `None` if neither it nor the path changes: it does not match as it is.
    fn meant(self, pattern: &[u8], is_path_changed: bool) -> Option<Cow<'_, [u8]>> {
        let begins_right = matches!(pattern.first(), Some(b'/' | b'*'));
        let host = || pattern.windows(3).position(|it| it == b"://").map(|at| at + 3);
        match self {
            Self::Slash if !begins_right && host().is_none() => {
                Some([b"/", pattern].concat().into())
            }
            Self::Url if !begins_right => {
                let after = pattern.get(host()?..)?;
                let path = memchr::memchr(b'/', after).map_or(&b"/"[..], |at| &after[at..]);
                Some(path.into())
            }
            Self::Escapes
                if begins_right
                    && (is_path_changed || pattern.contains(&b'%') || pattern.contains(&b'\\')) =>
            {
                Some(plain(pattern).into())
            }
            Self::Case
                if begins_right
                    && (is_path_changed || pattern.iter().any(u8::is_ascii_uppercase)) =>
            {
                Some(pattern.to_ascii_lowercase().into())
            }
            _ => None,
        }
    }

    /// The path in the same form.
    fn path(self, path: &[u8]) -> Cow<'_, [u8]> {
        match self {
            Self::Slash | Self::Url => path.into(),
            Self::Escapes => plain(path).into(),
            Self::Case => path.to_ascii_lowercase().into(),
        }
    }
}

/// The text without escapes, and with `/` for `\`. What a pattern would read as a wildcard stays escaped.
fn plain(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, tail @ ..] = rest {
        let escaped = match tail {
            [a, b, ..] if *first == b'%' && a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
                Some(hex_value(*a) << 4 | hex_value(*b)).filter(|byte| !matches!(byte, b'*' | b'$'))
            }
            _ => None,
        };
        plain.push(match escaped.unwrap_or(*first) {
            b'\\' => b'/',
            byte => byte,
        });
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    plain
}

/// The rule that would decide if it were written in another way, and reverse the verdict. O(rules * path).
pub(super) fn near_rule<'r>(
    rules: &[Rule<'r>],
    path: &[u8],
    verdict: &Verdict<'_>,
    profile: Profile,
) -> Option<NearRule<'r>> {
    let other = match verdict.decision() {
        Decision::Allowed => RuleKind::Disallow,
        _ => RuleKind::Allow,
    };
    let others: Vec<_> =
        rules.iter().filter(|rule| rule.kind == other && !rule.pattern.is_empty()).collect();
    let winner = verdict.rule().map_or(0, |it| precedence(it.priority, it.kind, it.line));
    let of_kind = |differs: Difference| {
        let meant_path = differs.path(path);
        let is_path_changed = *meant_path != *path;
        let search = PathSearch::new(&meant_path);
        let found = others.iter().filter_map(|rule| {
            let normal = escape::pattern(rule.pattern, profile);
            let meant = differs.meant(&normal, is_path_changed)?;
            let found = match_rule(&meant, rule.kind, &search, profile)?;
            let weight = precedence(found.octets, rule.kind, rule.line);
            Some((weight, NearRule { rule: **rule, differs }))
        });
        found.filter(|(weight, _)| *weight > winner).max_by_key(|(weight, _)| *weight)
    };
    Difference::ALL.into_iter().find_map(of_kind).map(|(_, near)| near)
}

/// `line 2, Disallow: /Shop/, would decide if upper and lower case did not count`
impl fmt::Display for NearRule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rule { line, kind, pattern, .. } = self.rule;
        let what = match self.differs {
            Difference::Slash => "it began with `/`",
            Difference::Url => "it were a path, not a whole URL",
            Difference::Escapes => "it were written as crawlers request the URL, with its escapes",
            Difference::Case => "upper and lower case did not count",
        };
        let pattern = Printable(pattern);
        write!(f, "line {line}, {}: {pattern}, would decide if {what}", kind.field())
    }
}
