//! The words of a `User-Agent` header.

/// Words of browsers. Crawlers repeat them so that sites send the page that browsers get: `Mozilla/5.0 (compatible;
/// Googlebot/2.1; ...)` is not Mozilla.
const BROWSER_WORDS: [&str; 16] = [
    "Android",
    "AppleWebKit",
    "Chrome",
    "compatible",
    "Gecko",
    "iPhone",
    "KHTML",
    "like",
    "Linux",
    "Macintosh",
    "Mobile",
    "Mozilla",
    "Safari",
    "Version",
    "Windows",
    "X11",
];

/// The words of a header that can be names, in order. `+https://example.com/bot` and mail addresses are not names.
pub(crate) fn header_words(header: &str) -> impl Iterator<Item = &str> {
    header
        .split([' ', ';', ',', '(', ')'])
        .filter(|part| !part.contains(['@', ':']))
        .flat_map(|part| part.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_')))
        .filter(|word| !word.is_empty())
}

/// True for a word that browsers send, and so do programs that have another name.
pub(crate) fn is_browser_word(word: &str) -> bool {
    BROWSER_WORDS.iter().any(|it| it.eq_ignore_ascii_case(word))
}
