//! The language that a locale or the header `Accept-Language` asks for.
//!
//! `fluent-langneg` reads this header too, but it ignores the weights. A browser of a Finn who prefers English sends
//! `fi;q=0.5, en`, so the weights decide here.

use maycrawl::answer::beginning;

use crate::language::Language;

/// Maximum number of bytes of a header that are read. Browsers send less than a hundred.
const MAX_HEADER_BYTES: usize = 1024;
/// Maximum number of language ranges that are read.
const MAX_RANGES: usize = 32;

impl Language {
    /// The language of a POSIX locale, such as `ko_KR.UTF-8`. `None` for a locale of another language; `C` and `POSIX`
    /// are English. O(locale).
    ///
    /// ```
    /// use maycrawl_language::Language;
    ///
    /// assert_eq!(Language::from_locale("fi_FI.UTF-8"), Some(Language::Finnish));
    /// assert_eq!(Language::from_locale("C.UTF-8"), Some(Language::English));
    /// assert_eq!(Language::from_locale("de_DE"), None);
    /// ```
    #[must_use]
    pub fn from_locale(locale: &str) -> Option<Self> {
        let name = locale.split(['.', '@']).next().unwrap_or_default();
        match name {
            "C" | "POSIX" => Some(Self::English),
            name => Self::of_tag(name),
        }
    }

    /// The language that `Accept-Language` prefers among those that exist. (RFC 9110 section 12.5.4.) English if it
    /// names none of them. Invalid parts are skipped. At most 1,024 bytes and 32 languages are read.
    ///
    /// ```
    /// use maycrawl_language::Language;
    ///
    /// assert_eq!(Language::from_accept_language("de, ko-KR;q=0.8, en;q=0.5"), Language::Korean);
    /// assert_eq!(Language::from_accept_language("fr"), Language::English);
    /// ```
    #[must_use]
    pub fn from_accept_language(header: &str) -> Self {
        // A part that the limit cuts is not a language that the client named.
        let is_cut = header.len() > MAX_HEADER_BYTES;
        let read = beginning(header.as_bytes(), MAX_HEADER_BYTES);
        let read = std::str::from_utf8(read).unwrap_or_default();
        let mut ranges: Vec<&str> = read.split(',').take(MAX_RANGES).collect();
        if is_cut && ranges.len() < MAX_RANGES {
            ranges.pop();
        }
        let mut best = (Self::English, 0);
        for (language, weight) in ranges.into_iter().filter_map(range) {
            // Of equal weights, the first one wins.
            if weight > best.1 {
                best = (language, weight);
            }
        }
        best.0
    }
}

/// A language and its weight in thousandths. `None` if the part is invalid or of another language.
fn range(part: &str) -> Option<(Language, u16)> {
    let (tag, parameter) = part.split_once(';').unwrap_or((part, ""));
    let language = match tag.trim() {
        // The client accepts any language. English is the complete one.
        "*" => Language::English,
        tag => Language::of_tag(tag)?,
    };
    Some((language, weight(parameter.trim())?))
}

/// The weight of `q=0.8` in thousandths. Without a parameter it is 1.
fn weight(parameter: &str) -> Option<u16> {
    if parameter.is_empty() {
        return Some(1000);
    }
    let value = parameter.strip_prefix(['q', 'Q'])?.trim_start().strip_prefix('=')?.trim();
    let (whole, decimals) = value.split_once('.').unwrap_or((value, ""));
    let is_short = decimals.len() <= 3 && decimals.bytes().all(|byte| byte.is_ascii_digit());
    let thousandths: u16 = format!("{decimals:0<3}").parse().ok().filter(|_| is_short)?;
    match whole {
        "0" => Some(thousandths),
        "1" if thousandths == 0 => Some(1000),
        _ => None,
    }
}
