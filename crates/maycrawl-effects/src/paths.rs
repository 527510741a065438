//! The paths of one pattern, in the words that people use for them.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;

use maycrawl::internals::begins_as_paths_do;

/// How a pattern chooses paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum PathsKind {
    /// Every path.
    WholeSite,
    /// Paths that begin with the text, which ends in a slash.
    Below,
    /// Paths that begin with the text.
    BeginsWith,
    /// Paths in which the text occurs anywhere.
    Contains,
    /// Paths that end with the text.
    EndsWith,
    /// The text is the only path.
    Alone,
    /// The text is a pattern for which there are no shorter words.
    Matches,
}

/// The paths of one pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Paths {
    /// How the pattern chooses them.
    pub kind: PathsKind,
    /// What they begin with, contain or end with, or the pattern; empty for the whole site.
    pub text: String,
}

/// The longest text that is shown as it is, in bytes. What is longer is no short wording.
const MAX_TEXT_BYTES: usize = 80;

impl Paths {
    /// The paths that a pattern matches. It has the syntax of rules, and begins with `/` or `*`.
    #[doc(hidden)]
    pub fn for_pattern(pattern: &[u8]) -> Self {
        let (kind, text) = kind_of(pattern);
        Self { kind, text: String::from_utf8_lossy(text).into_owned() }
    }

    /// True if people can read the text on one line, and it is exactly the one of the pattern.
    pub(super) fn is_short(&self) -> bool {
        self.text.len() <= MAX_TEXT_BYTES
            && !self.text.chars().any(|c| c.is_control() || c == char::REPLACEMENT_CHARACTER)
    }

    /// The words: `everything below /x/`. `show` gives the form of a text.
    pub(super) fn in_words(&self, show: &dyn Fn(&str) -> String) -> String {
        let text = || show(&self.text);
        match self.kind {
            PathsKind::WholeSite => "the whole site".to_owned(),
            PathsKind::Below => format!("everything below {}", text()),
            PathsKind::BeginsWith => format!("everything that begins with {}", text()),
            PathsKind::Contains => format!("all paths that contain {}", text()),
            PathsKind::EndsWith => format!("all paths that end with {}", text()),
            PathsKind::Alone => format!("the path {} alone", text()),
            PathsKind::Matches => format!("all paths that match {}", text()),
        }
    }

    /// The words where these paths are excluded from others: `/help/`, `paths that end with .pdf`.
    pub(super) fn as_exception(&self, show: &dyn Fn(&str) -> String) -> String {
        match self.kind {
            PathsKind::WholeSite | PathsKind::Below | PathsKind::BeginsWith => show(&self.text),
            PathsKind::Alone => format!("the path {}", show(&self.text)),
            _ => self.in_words(show).replacen("all ", "", 1),
        }
    }
}

/// True for a pattern that matches every path: `/`, `*`, `/*`, `*/`, `/*$`.
pub fn is_everything(pattern: &[u8]) -> bool {
    begins_as_paths_do(pattern) && kind_of(pattern).0 == PathsKind::WholeSite
}

/// The kind of a pattern, and the part of it that the kind names.
fn kind_of(pattern: &[u8]) -> (PathsKind, &[u8]) {
    let (mut body, mut ends) = match pattern {
        [body @ .., b'$'] => (body, true),
        body => (body, false),
    };
    // A star at the end takes whatever is left, with or without the `$`.
    while let [rest @ .., b'*'] = body {
        (body, ends) = (rest, false);
    }
    if matches!(body, [] | [b'/']) && !ends {
        return (PathsKind::WholeSite, b"");
    }
    let stars = body.iter().take_while(|&&byte| byte == b'*').count();
    let after_stars = &body[stars..];
    // `/*x` is any path with `x` after its first slash: all that contain `x`, unless `x` begins with that slash.
    let floating = match body {
        [b'*', ..] => Some(after_stars),
        [b'/', b'*', rest @ ..] => {
            let stars = rest.iter().take_while(|&&byte| byte == b'*').count();
            Some(&rest[stars..]).filter(|text| text.first() != Some(&b'/'))
        }
        _ => None,
    };
    match floating {
        // Every path contains a slash.
        Some(b"/") if !ends => (PathsKind::WholeSite, b""),
        Some(text) if !text.contains(&b'*') => {
            (if ends { PathsKind::EndsWith } else { PathsKind::Contains }, text)
        }
        None if !body.contains(&b'*') => match body {
            body if ends => (PathsKind::Alone, body),
            [.., b'/'] => (PathsKind::Below, body),
            body => (PathsKind::BeginsWith, body),
        },
        // Without its stars, a `$` would be at the end.
        _ if ends || body.ends_with(b"$") => (PathsKind::Matches, pattern),
        _ => (PathsKind::Matches, body),
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString as _;

    use maycrawl::internals::match_len;
    use maycrawl_testdata::words::words;

    use super::*;

    #[test]
    fn people_read_what_a_pattern_means() {
        for (pattern, words) in [
            ("/", "the whole site"),
            ("*", "the whole site"),
            ("/*$", "the whole site"),
            ("*/", "the whole site"),
            ("/x/", "everything below /x/"),
            ("/x/*", "everything below /x/"),
            ("/x", "everything that begins with /x"),
            ("/x$", "the path /x alone"),
            ("/$", "the path / alone"),
            ("/*?sort=", "all paths that contain ?sort="),
            ("*?", "all paths that contain ?"),
            ("/*.pdf$", "all paths that end with .pdf"),
            ("/*/x", "all paths that match /*/x"),
            ("/a/*?", "all paths that match /a/*?"),
            ("/a*b$", "all paths that match /a*b$"),
        ] {
            let told = Paths::for_pattern(pattern.as_bytes()).in_words(&str::to_owned);
            assert_eq!(told, words, "{pattern}");
        }
    }

    /// The words are the meaning of the pattern, for every pattern of up to four letters and all paths that can
    /// distinguish them.
    #[test]
    fn words_mean_the_paths_that_the_pattern_matches() {
        let mut patterns = words(b"/", b"/a*$", 4);
        patterns.extend(words(b"*", b"/a*$", 4));
        let paths = words(b"/", b"/ab", 6);
        for pattern in &patterns {
            let Paths { kind, text } = Paths::for_pattern(pattern);
            let text = text.as_bytes();
            for path in &paths {
                let said = match kind {
                    PathsKind::WholeSite => true,
                    PathsKind::Below => text.ends_with(b"/") && path.starts_with(text),
                    PathsKind::BeginsWith => path.starts_with(text),
                    PathsKind::Contains => path.windows(text.len()).any(|part| part == text),
                    PathsKind::EndsWith => path.ends_with(text),
                    PathsKind::Alone => path == text,
                    PathsKind::Matches => match_len(text, path).is_some(),
                };
                let matches = match_len(pattern, path).is_some();
                let shown = (pattern.escape_ascii().to_string(), path.escape_ascii().to_string());
                assert_eq!(said, matches, "{shown:?} {kind:?}");
            }
        }
    }
}
