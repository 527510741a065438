//! Addresses of the standards and of Google's pages, by the names that texts give them.

/// Where Google's documents about search live.
const SEARCH: &str = "https://developers.google.com/search/docs/crawling-indexing";

/// Where Google's documents about crawling live since November 2025.
const CRAWLING: &str = "https://developers.google.com/crawling/docs";

/// Where Google's help for Search Console lives.
const HELP: &str = "https://support.google.com/webmasters/answer";

/// A title, the page below `CRAWLING`, and the heading on it.
const CRAWLING_PAGES: &[(&str, &str)] = &[
    ("Create a robots.txt file", "robots-txt/create-robots-txt"),
    ("Useful robots.txt rules", "robots-txt/useful-robots-txt-rules"),
    ("Robots.txt specifications", "robots-txt/robots-txt-spec"),
    ("File format", "robots-txt/robots-txt-spec#file-format"),
    ("Caching", "robots-txt/robots-txt-spec#caching"),
    ("Handling HTTP result codes", "robots-txt/robots-txt-spec#http-status-codes"),
    ("Grouping of lines and rules", "robots-txt/robots-txt-spec#grouping-of-lines-and-rules"),
    (
        "Order of precedence for user agents",
        "robots-txt/robots-txt-spec#order-of-precedence-for-user-agents",
    ),
    ("Order of precedence for rules", "robots-txt/robots-txt-spec#order-of-precedence-for-rules"),
    (
        "Order of precedence for group-member lines",
        "robots-txt/robots-txt-spec#order-of-precedence-for-rules",
    ),
    (
        "URL matching based on path values",
        "robots-txt/robots-txt-spec#url-matching-based-on-path-values",
    ),
    ("Sitemap", "robots-txt/robots-txt-spec#sitemap"),
    ("Google's crawlers", "crawlers-fetchers/overview-google-crawlers"),
    ("Special-case crawlers", "crawlers-fetchers/google-special-case-crawlers"),
    ("User-triggered fetchers", "crawlers-fetchers/google-user-triggered-fetchers"),
    ("Crawling documentation", ""),
];

/// A title, and the page below `SEARCH`.
const SEARCH_PAGES: &[(&str, &str)] = &[
    ("Introduction to robots.txt", "robots/intro"),
    ("Robots FAQs", "robots/robots-faq"),
    ("Understand JavaScript SEO basics", "javascript/javascript-seo-basics"),
    ("Block search indexing with noindex", "block-indexing"),
];

/// A title, and the page below `HELP`.
const HELP_PAGES: &[(&str, &str)] = &[
    ("robots.txt report", "6062598"),
    ("Page indexing report", "7440203"),
    ("URL Inspection tool", "9012289"),
];

/// Where pages live, and the pages.
const GUIDES: [(&str, &[(&str, &str)]); 3] =
    [(CRAWLING, CRAWLING_PAGES), (SEARCH, SEARCH_PAGES), (HELP, HELP_PAGES)];

/// The address of a page of Google, by its title.
pub(crate) fn google_page(title: &str) -> Option<String> {
    if title == "A note on unsupported rules in robots.txt" {
        let blog = "https://developers.google.com/search/blog/2019/07";
        return Some(format!("{blog}/a-note-on-unsupported-rules-in-robotstxt"));
    }
    GUIDES.iter().find_map(|(guide, pages)| {
        let (_, page) = pages.iter().find(|(known, _)| *known == title)?;
        Some(format!("{guide}/{page}").trim_end_matches('/').to_owned())
    })
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
        let titles = GUIDES.iter().flat_map(|(_, pages)| *pages).map(|(title, _)| title);
        assert_eq!(titles.clone().collect::<std::collections::BTreeSet<_>>().len(), titles.count());
        assert_eq!(google_page("Crawling documentation").as_deref(), Some(CRAWLING));
        assert_eq!(google_page("Robots FAQs"), Some(format!("{SEARCH}/robots/robots-faq")));
        assert_eq!(google_page("robots.txt report"), Some(format!("{HELP}/6062598")));
        assert_eq!(google_page("Nothing"), None);
    }
}
