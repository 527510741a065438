//! A path pattern: normal form, match, priority.
//!
//! A pattern is a sequence of bytes in which `*` stands for any bytes and a final `$` for the end of the path.
//! Without a `$` it is enough that the pattern matches the beginning of the path.
//!
//! # The idea
//!
//! The stars split a pattern into *segments* of plain bytes. A match is a placement of the segments: the first
//! segment at the start of the path, each other segment somewhere after the one before it. Each segment is
//! placed at its leftmost possible position, and no placement is ever revised.
//!
//! For example `/*shoes*.php` has the segments `/`, `shoes` and `.php`. In the path `/a/shoes/red-shoes.php?id=1` the
//! first is at 0, the leftmost `shoes` after it at 3, the leftmost `.php` after that at 18. The pattern matches and
//! covers 22 bytes. That there is a second `shoes` does not matter.
//!
//! # Why greedy is exact
//!
//! *Lemma.* Let `g[i]` be the end of segment `i` in the greedy placement and `e[i]` its end in any valid
//! placement. Then `g[i] <= e[i]`. The first segment is a prefix, so both are equal. If `g[i-1] <= e[i-1]`, the valid
//! occurrence of segment `i` starts at or after `e[i-1] >= g[i-1]`, so it is one of the candidates of the
//! leftmost search, which ends no later.
//!
//! So if the greedy placement fails, there is no placement. With a final `$` the last segment must end the path. It
//! is compared with the end of the path. By the lemma it fits there in some placement exactly if it does not overlap
//! the segments that are placed greedily before it. (A leftmost search for the last segment that asks for the end
//! afterwards would be wrong: the pattern `/*a$` matches `/aa`, but its leftmost `a` is not at the end.)
//! The same argument in print: R. Cox, *Glob Matching Can Be Simple And Fast Too*.
//!
//! # Cost
//!
//! The searches scan disjoint parts of the path, and each is linear in what it scans plus the segment
//! (`memchr::memmem` after a few quick tries), so a match is O(path + pattern). No backtracking, no recursion, no
//! allocation.

use alloc::borrow::Cow;

use memchr::{memchr, memmem};

use crate::profile::Profile;
use crate::text::scan;
use crate::urls::escape;
use crate::urls::url_path::UrlPath;

/// The path pattern of an `allow` or `disallow` line.
///
/// Source: Google, *URL matching based on path values*; RFC 9309 sections 2.2.2 and 2.2.3.
///
/// ```
/// use maycrawl::pattern::PathPattern;
/// use maycrawl::{Profile, UrlPath, as_written};
///
/// let pattern = PathPattern::new(b"/fish*.php$", Profile::GOOGLE);
/// let covered = |path| pattern.match_len(&UrlPath::from_url(as_written(path), Profile::GOOGLE));
/// assert_eq!(covered("/fishheads/catfish.php"), Some(22));
/// assert_eq!(covered("/fish.php?id=1"), None);
/// assert_eq!(pattern.priority(), 11);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PathPattern<'a>(Cow<'a, [u8]>);

impl<'a> PathPattern<'a> {
    /// The pattern of a rule's value. Any bytes are a pattern. A pattern that begins with neither `/` nor `*`
    /// matches no path, unless the profile assumes a leading slash.
    ///
    /// Cost: O(bytes). Allocates only if the normal form differs from `written`.
    ///
    /// ```
    /// use maycrawl::pattern::PathPattern;
    /// use maycrawl::{Profile, UrlPath, as_written};
    ///
    /// let matches = |written: &str, profile| {
    ///     PathPattern::new(written.as_bytes(), profile).matches(&UrlPath::from_url(as_written("/fish"), profile))
    /// };
    /// assert!(!matches("fish", Profile::GOOGLE) && matches("fish", Profile::GOOGLE_2019));
    /// ```
    #[must_use]
    pub fn new(written: &'a [u8], profile: Profile) -> Self {
        Self(escape::pattern(written, profile))
    }

    /// The pattern that has this normal form.
    #[doc(hidden)]
    pub const fn from_normal_form(normal_form: &'a [u8]) -> Self {
        Self(Cow::Borrowed(normal_form))
    }

    /// The bytes that are compared with a path: the pattern with its percent-escapes in the form of the profile.
    /// The normal form of a normal form is itself.
    ///
    /// ```
    /// use maycrawl::pattern::PathPattern;
    /// use maycrawl::Profile;
    ///
    /// let normal = |profile| PathPattern::new("/ä%2d".as_bytes(), profile).normal_form().to_vec();
    /// assert_eq!(normal(Profile::GOOGLE), b"/%C3%A4%2D");
    /// // RFC 9309 decodes what does not need an escape.
    /// assert_eq!(normal(Profile::RFC9309), b"/%C3%A4-");
    /// ```
    #[must_use]
    pub fn normal_form(&self) -> &[u8] {
        &self.0
    }

    /// The priority of the pattern: the octets of its normal form, `*` and `$` included. The rule with
    /// the highest priority decides; on a tie, allow wins (RFC 9309 section 2.2.2).
    ///
    /// ```
    /// use maycrawl::pattern::PathPattern;
    /// use maycrawl::Profile;
    ///
    /// // The length counts, not how much of a path is matched: `/*` is longer than `/`.
    /// let priority = |written| PathPattern::new(written, Profile::GOOGLE).priority();
    /// assert_eq!((priority(b"/"), priority(b"/*")), (1, 2));
    /// ```
    #[must_use]
    pub fn priority(&self) -> usize {
        self.0.len()
    }

    /// The number of bytes of `path` that the pattern covers: the fewest possible. `None` if it does not match.
    ///
    /// Cost: O(path + pattern), no allocation.
    ///
    /// ```
    /// use maycrawl::pattern::PathPattern;
    /// use maycrawl::{Profile, UrlPath, as_written};
    ///
    /// let path = UrlPath::from_url(as_written("/a/b/a/b"), Profile::GOOGLE);
    /// let covered = |written| PathPattern::new(written, Profile::GOOGLE).match_len(&path);
    /// assert_eq!((covered(b"/*b"), covered(b"/*b$"), covered(b"/b")), (Some(4), Some(8), None));
    /// ```
    #[must_use]
    pub fn match_len(&self, path: &UrlPath<'_>) -> Option<usize> {
        match_len(&self.0, path.as_bytes())
    }

    /// True when the pattern matches `path`.
    ///
    /// Cost: O(path + pattern), no allocation.
    #[must_use]
    pub fn matches(&self, path: &UrlPath<'_>) -> bool {
        self.match_len(path).is_some()
    }
}

/// The bytes of a normal form up to its first star, without a final `$`: every path that it matches begins with them.
#[doc(hidden)]
pub fn literal_start(normal_form: &[u8]) -> &[u8] {
    let body = normal_form.strip_suffix(b"$").unwrap_or(normal_form);
    &body[..scan::star(body, 0)]
}

/// The bytes of a normal form that are no wildcards.
#[doc(hidden)]
pub fn literal_bytes(normal_form: &[u8]) -> impl Iterator<Item = &u8> {
    let body = normal_form.strip_suffix(b"$").unwrap_or(normal_form);
    body.iter().filter(|&&byte| byte != b'*')
}

/// A set of bytes, and the slash, which every path has: one bit for each of 64 classes. A pattern matches no path, and
/// covers no pattern, that lacks one of its bytes.
#[doc(hidden)]
pub fn bytes_of<'b>(bytes: impl Iterator<Item = &'b u8>) -> u64 {
    // Small letters, digits and `-./_`, of which most paths consist, have a class each. (By the lower six bits alone
    // `o` would be in the class of the slash.)
    let class = |byte: u8| (if byte < b'_' { byte } else { byte - b'_' + 16 }) & 63;
    bytes.fold(1 << class(b'/'), |set, &byte| set | 1 << class(byte))
}

/// False for a normal form that matches no path, because paths begin with a slash, and for an empty one.
#[doc(hidden)]
pub fn begins_as_paths_do(normal_form: &[u8]) -> bool {
    matches!(normal_form.first(), Some(b'/' | b'*'))
}

/// [`PathPattern::match_len`] on a normal form.
#[inline]
#[doc(hidden)]
pub fn match_len(normal_form: &[u8], path: &[u8]) -> Option<usize> {
    match_len_by(normal_form, path, |at, segment| find(path, at, segment))
}

/// [`match_len`] with the caller's search: `find(at, segment)` gives the end of the leftmost `segment` that starts
/// at or after `at`.
#[inline]
#[doc(hidden)]
pub fn match_len_by(
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
#[doc(hidden)]
pub enum End {
    /// Anywhere: a pattern matches the beginning of a path.
    Anywhere,
    /// At the end of the path: the pattern has a final `$`.
    OfPath,
}

/// [`match_len_by`] for a normal form without its final `$`.
#[inline(always)]
#[doc(hidden)]
pub fn match_body_by(
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
            // The star before the last segment takes everything in between.
            return (path.len() - at >= text.len() && path.ends_with(text)).then_some(path.len());
        }
        at = find(at, text)?;
        if segment_end == body.len() {
            return Some(at);
        }
        segment = segment_end + 1;
    }
}

/// The end of the leftmost `segment` that starts at or after `at`. O(distance + segment).
#[inline]
#[doc(hidden)]
pub fn find(path: &[u8], at: usize, segment: &[u8]) -> Option<usize> {
    // Segments are short and their bytes are rare in a path, so a search for one byte usually decides. After a few
    // failed tries `memmem` takes over, whose cost has a bound.
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
