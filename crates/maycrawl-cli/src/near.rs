//! Names that look alike.

use maycrawl::KnownCrawler;

/// The known crawler whose token is one or two slips away from `name`, if there is one.
pub(crate) fn nearest(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let slips = if name.len() < 6 { 1 } else { 2 };
    KnownCrawler::all()
        .iter()
        .map(|known| (distance(&name, &known.token.to_ascii_lowercase(), slips), known.token))
        .filter(|&(distance, _)| distance <= slips)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, token)| token)
}

/// True when `header` has `token` as a word, outside of addresses: GPTBot's names openai.com.
pub(crate) fn names(header: &str, token: &str) -> bool {
    header
        .split([' ', ';', ',', '(', ')'])
        .filter(|piece| !piece.contains("://") && !piece.contains('@'))
        .flat_map(|piece| {
            piece.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')))
        })
        .any(|word| word.eq_ignore_ascii_case(token))
}

/// How many bytes must be changed, added or left out to make `b` of `a`; more than `limit` is just more.
fn distance(a: &str, b: &str, limit: usize) -> usize {
    if a.len().abs_diff(b.len()) > limit {
        return limit + 1;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, expected) in [
            ("googlebot", "googlebot", 0),
            ("gogglebot", "googlebot", 1),
            ("bingbto", "bingbot", 2),
            ("a", "abcd", 3),
        ] {
            assert_eq!(distance(a, b, 2), expected, "{a} {b}");
        }
        assert_eq!(nearest("Gogglebot"), Some("Googlebot"));
        assert_eq!(nearest("GPTBto"), Some("GPTBot"));
        assert_eq!(nearest("ExampleBot"), None);
    }
}
