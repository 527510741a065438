//! Addresses of the standards and of Google's pages, by the names that texts give them.

const GUIDES: &str = "https://developers.google.com/search/docs/crawling-indexing";

/// A title, the page below `GUIDES`, and the heading on it.
const PAGES: &[(&str, &str)] = &[
    ("Introduction to robots.txt", "robots/intro"),
    ("Create a robots.txt file", "robots/create-robots-txt"),
    ("Useful robots.txt rules", "robots/create-robots-txt"),
    ("Robots FAQs", "robots/robots-faq"),
    ("Robots.txt specifications", "robots/robots_txt"),
    ("File format", "robots/robots_txt#file-format"),
    ("Caching", "robots/robots_txt#caching"),
    ("Handling HTTP result codes", "robots/robots_txt#http-status-codes"),
    ("Grouping of lines and rules", "robots/robots_txt#grouping-of-lines-and-rules"),
    (
        "Order of precedence for user agents",
        "robots/robots_txt#order-of-precedence-for-user-agents",
    ),
    ("Order of precedence for rules", "robots/robots_txt#order-of-precedence-for-rules"),
    (
        "Order of precedence for group-member lines",
        "robots/robots_txt#order-of-precedence-for-rules",
    ),
    ("URL matching based on path values", "robots/robots_txt#url-matching-based-on-path-values"),
    ("Sitemap", "robots/robots_txt#sitemap"),
    ("Google's crawlers", "overview-google-crawlers"),
    ("Special-case crawlers", "google-special-case-crawlers"),
    ("User-triggered fetchers", "google-user-triggered-fetchers"),
    ("Understand JavaScript SEO basics", "javascript/javascript-seo-basics"),
    ("Block search indexing with noindex", "block-indexing"),
];

/// The address of a page of Google, by its title.
pub(crate) fn google_page(title: &str) -> Option<String> {
    if title == "A note on unsupported rules in robots.txt" {
        let blog = "https://developers.google.com/search/blog/2019/07";
        return Some(format!("{blog}/a-note-on-unsupported-rules-in-robotstxt"));
    }
    let (_, page) = PAGES.iter().find(|(known, _)| *known == title)?;
    Some(format!("{GUIDES}/{page}"))
}

/// The text with a link at each RFC and each section of it; `None` if it names none. Sections follow the number:
/// `RFC 9309, sections 2.3.1 and 2.4`.
pub(crate) fn with_rfc_links(text: &str) -> Option<String> {
    const NAME: &str = "RFC ";
    let mut linked = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(NAME) {
        let (before, named) = rest.split_at(at);
        let digits = number(&named[NAME.len()..], false);
        linked.push_str(before);
        if digits.is_empty() {
            linked.push_str(NAME);
            rest = &named[NAME.len()..];
            continue;
        }
        let address = format!("https://www.rfc-editor.org/rfc/rfc{digits}");
        let mut end = NAME.len() + digits.len();
        let word = [", section ", ", sections ", " section ", " sections "]
            .into_iter()
            .find(|word| named[end..].starts_with(word));
        let section = word.map_or("", |word| number(&named[end + word.len()..], true));
        if section.is_empty() {
            linked.push_str(&format!("[{}]({address})", &named[..end]));
        } else {
            end += word.map_or(0, str::len) + section.len();
            linked.push_str(&format!("[{}]({address}#section-{section})", &named[..end]));
        }
        rest = &named[end..];
        while !section.is_empty() {
            let joint = [" and ", ", "].into_iter().find(|joint| rest.starts_with(joint));
            let next = joint.map_or("", |joint| number(&rest[joint.len()..], true));
            let Some(joint) = joint.filter(|_| !next.is_empty()) else { break };
            linked.push_str(&format!("{joint}[{next}]({address}#section-{next})"));
            rest = &rest[joint.len() + next.len()..];
        }
    }
    linked.push_str(rest);
    (linked != text).then_some(linked)
}

/// The number at the beginning of a text; the number of a section has dots inside.
fn number(text: &str, is_section: bool) -> &str {
    let end = text.find(|char: char| !(char.is_ascii_digit() || is_section && char == '.'));
    text[..end.unwrap_or(text.len())].trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standards_are_linked_by_their_sections() {
        let rfc = "https://www.rfc-editor.org/rfc/rfc9309";
        for (text, expected) in [
            ("RFC 9309", format!("[RFC 9309]({rfc})")),
            ("see RFC 9309.", format!("see [RFC 9309]({rfc}).")),
            ("RFC 9309, section 2.2.", format!("[RFC 9309, section 2.2]({rfc}#section-2.2).")),
            (
                "RFC 9309 section 2.2.1: a",
                format!("[RFC 9309 section 2.2.1]({rfc}#section-2.2.1): a"),
            ),
            (
                "RFC 9309, sections 2.3.1 and 2.4",
                format!(
                    "[RFC 9309, sections 2.3.1]({rfc}#section-2.3.1) and [2.4]({rfc}#section-2.4)"
                ),
            ),
            (
                "RFC 9309, sections 1, 2 and so on",
                format!("[RFC 9309, sections 1]({rfc}#section-1), [2]({rfc}#section-2) and so on"),
            ),
            (
                "RFC 9309 and RFC 9457",
                format!("[RFC 9309]({rfc}) and [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)"),
            ),
        ] {
            assert_eq!(with_rfc_links(text), Some(expected), "{text}");
        }
        for text in ["", "RFC", "RFC x", "the section 2.2", "Google"] {
            assert_eq!(with_rfc_links(text), None, "{text}");
        }
    }

    #[test]
    fn every_page_of_google_has_one_address() {
        for (title, _) in PAGES {
            assert!(
                google_page(title).is_some_and(|address| address.starts_with(GUIDES)),
                "{title}"
            );
        }
        assert_eq!(google_page("Nothing"), None);
    }
}
