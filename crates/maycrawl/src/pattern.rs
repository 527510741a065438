//! A path pattern: normal form, match, priority.
//!
//! A pattern is a run of bytes in which `*` stands for any bytes and a final `$` for the end of the path.
//! It is split at its stars into segments, and each segment is searched at its leftmost place behind the
//! one before. That greedy walk is exact:
//!
//! *Lemma.* Let `g[i]` be where greedy ends segment `i` and `e[i]` where any valid placement ends it. Then
//! `g[i] <= e[i]`. The first segment is a prefix, so they are equal. If `g[i-1] <= e[i-1]`, the valid
//! occurrence of segment `i` starts at or behind `e[i-1] >= g[i-1]`, so it is among the candidates of the
//! leftmost search, which ends no later.
//!
//! So if greedy fails, no placement exists. With a final `$` the last segment must end the path: it is
//! compared with the path's end, and the lemma says that the room in front of it is enough exactly if
//! greedy left it. (Searching it leftmost and asking for the end afterwards would be wrong: `/*a$`
//! against `/aa`.) The same argument in print: R. Cox, *Glob Matching Can Be Simple And Fast Too*.
//!
//! Cost: the searches scan disjoint stretches of the path, and each is linear in what it scans
//! plus the segment (`memchr::memmem` behind a few quick tries), so a match is O(path + pattern). No backtracking, no recursion, no allocation.

use alloc::borrow::Cow;

use memchr::{memchr, memmem};

use crate::escape;
use crate::profile::Profile;
use crate::scan;
use crate::url_path::UrlPath;

/// A path pattern as it stands behind `allow:` or `disallow:`.
///
/// Google, *URL matching based on path values*; RFC 9309 sections 2.2.2 and 2.2.3.
///
/// ```
/// use maycrawl::pattern::PathPattern;
/// use maycrawl::{Profile, UrlPath};
///
/// let pattern = PathPattern::new(b"/fish*.php$", Profile::GOOGLE);
/// let covered = |path| pattern.match_len(&UrlPath::from_url(path, Profile::GOOGLE));
/// assert_eq!(covered("/fishheads/catfish.php"), Some(22));
/// assert_eq!(covered("/fish.php?id=1"), None);
/// assert_eq!(pattern.priority(), 11);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PathPattern<'a>(Cow<'a, [u8]>);

impl<'a> PathPattern<'a> {
    /// The pattern written as `written`. Anything is a pattern; one that begins with neither `/` nor `*`
    /// matches no path.
    #[must_use]
    pub fn new(written: &'a [u8], profile: Profile) -> Self {
        Self(escape::pattern(written, profile))
    }

    /// The form in which the pattern is compared: escapes as the profile has them. Making the normal form
    /// of a normal form changes nothing.
    #[must_use]
    pub fn normal_form(&self) -> &[u8] {
        &self.0
    }

    /// How specific the pattern is: the octets of its normal form, `*` and `$` included. The rule with
    /// the highest priority decides; on a tie, allow.
    #[must_use]
    pub fn priority(&self) -> usize {
        self.0.len()
    }

    /// How many bytes of `path` the pattern covers, if it matches; the shortest such stretch. O(path + pattern).
    #[must_use]
    pub fn match_len(&self, path: &UrlPath<'_>) -> Option<usize> {
        match_len(&self.0, path.as_bytes())
    }

    /// True when the pattern matches `path`. O(path + pattern).
    #[must_use]
    pub fn matches(&self, path: &UrlPath<'_>) -> bool {
        self.match_len(path).is_some()
    }
}

/// [`PathPattern::match_len`] on a normal form.
#[inline]
pub(crate) fn match_len(normal_form: &[u8], path: &[u8]) -> Option<usize> {
    match_len_by(normal_form, path, |at, segment| find(path, at, segment))
}

/// [`match_len`] with a search of the caller's: `find(at, segment)` is where the leftmost `segment` at or
/// behind `at` ends.
#[inline]
pub(crate) fn match_len_by(
    normal_form: &[u8],
    path: &[u8],
    find: impl Fn(usize, &[u8]) -> Option<usize>,
) -> Option<usize> {
    match normal_form {
        [body @ .., b'$'] => match_body_by(body, End::OfPath, path, find),
        body => match_body_by(body, End::Anywhere, path, find),
    }
}

/// Where a match may end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// Anywhere: a pattern matches the beginning of a path.
    Anywhere,
    /// At the end of the path: the pattern has a final `$`.
    OfPath,
}

/// [`match_len_by`] for a normal form without its final `$`.
#[inline(always)]
pub(crate) fn match_body_by(
    body: &[u8],
    end: End,
    path: &[u8],
    find: impl Fn(usize, &[u8]) -> Option<usize>,
) -> Option<usize> {
    let star = scan::star(body, 0);
    if star == body.len() {
        let matches = if end == End::OfPath { path == body } else { path.starts_with(body) };
        return matches.then_some(body.len());
    }
    if !path.starts_with(&body[..star]) {
        return None;
    }
    let (mut at, mut segment) = (star, star + 1);
    loop {
        let segment_end = scan::star(body, segment);
        let text = &body[segment..segment_end];
        if segment_end == body.len() && end == End::OfPath {
            // The star in front of the last segment takes whatever lies between.
            return (path.len() - at >= text.len() && path.ends_with(text)).then_some(path.len());
        }
        at = find(at, text)?;
        if segment_end == body.len() {
            return Some(at);
        }
        segment = segment_end + 1;
    }
}

/// Where the leftmost `segment` at or behind `at` ends. O(distance + segment).
#[inline]
pub(crate) fn find(path: &[u8], at: usize, segment: &[u8]) -> Option<usize> {
    // Segments are short and their bytes rare in a path, so looking for one byte usually settles it. A few
    // tries that fail, and the search with a bound takes over.
    let pivot = usize::from(segment.len() > 1 && segment[0] == b'/');
    let Some(&byte) = segment.get(pivot) else { return Some(at) };
    let mut from = at;
    for _ in 0..4 {
        let start = from + memchr(byte, path.get(from + pivot..)?)?;
        if path[start..].starts_with(segment) {
            return Some(start + segment.len());
        }
        from = start + 1;
    }
    memmem::find(&path[from..], segment).map(|i| from + i + segment.len())
}
