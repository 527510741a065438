//! Words that are nearly a restriction: `no-index`, `noindx`.

use maycrawl::internals::edit_distance::slips;

/// Maximum number of characters that are read of a word. Every restriction is shorter.
const MAX_CHARS: usize = 40;

/// The words that restrict, as Google writes them.
const RESTRICTIONS: [&str; 11] = [
    "noindex",
    "nofollow",
    "none",
    "nosnippet",
    "indexifembedded",
    "max-snippet",
    "max-image-preview",
    "max-video-preview",
    "notranslate",
    "noimageindex",
    "unavailable_after",
];

/// The restriction that a word is, or probably means: without the hyphens, quotes and stops that people add, and with
/// at most one slip.
pub(crate) fn meant(word: &str) -> Option<&'static str> {
    let plain = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphanumeric).flat_map(char::to_lowercase).collect()
    };
    let letters: String = plain(&word.chars().take(MAX_CHARS).collect::<String>());
    let is_near = |rule: &str| {
        let rule = plain(rule);
        letters == rule || letters.len() > 5 && slips(letters.as_bytes(), rule.as_bytes(), 1) <= 1
    };
    // `noindex=true`, `Googlebot noindex`: a part of the word is one. `none` is a value and a word of English too.
    let parts = || {
        let ends = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
        word.split(ends)
    };
    let is_any = |part: &str, of: &[&str]| of.iter().any(|it| part.eq_ignore_ascii_case(it));
    let is_off = parts().any(|part| is_any(part, &["false", "0", "no", "off"]));
    let is_part = |rule: &str| rule != "none" && parts().any(|part| is_any(part, &[rule]));
    let whole = RESTRICTIONS.into_iter().find(|rule| is_near(rule));
    whole.or_else(|| RESTRICTIONS.into_iter().find(|rule| !is_off && is_part(rule)))
}
