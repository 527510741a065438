//! What people write where a URL or a site is wanted: whole URLs, hosts without a scheme, names of files.

use std::borrow::Cow;
use std::path::Path;

use maycrawl::written_url::{self, begins_with_host};
use maycrawl::{Origin, Printable};

/// A URL as it is asked: `https://` is put in front where a host stands without a scheme. Everything else stays as it is
/// written, for whoever asks to refuse it.
///
/// # Errors
/// What to do with the name of a file.
pub(crate) fn url(written: &[u8]) -> Result<Cow<'_, [u8]>, String> {
    let Ok(text) = std::str::from_utf8(written.trim_ascii()) else { return Ok(written.into()) };
    if begins_with_host(text) {
        return Ok(format!("https://{text}").into_bytes().into());
    }
    if is_file_name(text) {
        return Err(not_a_url(text));
    }
    Ok(written.into())
}

/// What to do with the name of a file where a URL is wanted.
fn not_a_url(name: &str) -> String {
    let shown = Printable(name.as_bytes());
    let help = match ending(name).as_deref() {
        Some("htm" | "html" | "xhtml" | "php" | "asp" | "aspx" | "jsp") => format!(
            "write https://HOST/{shown}, or with --robots /{shown}; maycrawl inspect --html {shown} reads a page at hand"
        ),
        Some("xml" | "gz") => format!("maycrawl sitemap {shown} reads a sitemap"),
        Some("css" | "gif" | "jpeg" | "jpg" | "js" | "pdf" | "png" | "svg") => {
            format!("write https://HOST/{shown}, or with --robots /{shown}")
        }
        _ => format!(
            "maycrawl check < {shown} reads URLs from it, --robots {shown} asks it as a robots.txt"
        ),
    };
    format!("`{shown}` is the name of a file, not a URL; {help}")
}

/// True for `sitemap.xml` and for what is a file here, unless it is written as a URL or a path of a site.
pub(crate) fn is_file_name(text: &str) -> bool {
    let is_url = text.is_empty() || text.contains("://") || text.starts_with('/');
    !is_url
        && !begins_with_host(text)
        && (written_url::is_file_name(text) || Path::new(text).is_file())
}

/// What stands behind the last dot, in lower case.
fn ending(name: &str) -> Option<String> {
    name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase())
}

/// A note about the URL of a file at hand that crawlers would never read there.
pub(crate) fn misplaced_file(url: &str, taken: &Origin) -> Option<String> {
    let shown = Printable(written_url::misplaced_robots_txt(url)?.as_bytes());
    Some(format!("crawlers never read {taken}{shown}; the file is taken as {}", taken.robots_url()))
}

/// A note about a URL that names a robots.txt of which crawlers know nothing.
pub(crate) fn misplaced_robots_txt(url: &str, asked: &Origin) -> Option<String> {
    let shown = Printable(written_url::misplaced_robots_txt(url)?.as_bytes());
    Some(format!("crawlers never read {asked}{shown}; {} was asked", asked.robots_url()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may panic

    use super::*;

    #[test]
    fn a_host_needs_no_scheme_and_a_file_is_no_host() {
        let rows = [
            ("example.com", "https://example.com"),
            (" Example.com/page?q=a,b#c ", "https://Example.com/page?q=a,b#c"),
            ("example.com:8080/x", "https://example.com:8080/x"),
            ("example.com.", "https://example.com."),
            ("müller.example?x", "https://müller.example?x"),
            ("localhost", "https://localhost"),
            ("LOCALHOST:8080/", "https://LOCALHOST:8080/"),
            ("127.0.0.1/x", "https://127.0.0.1/x"),
            ("[::1]:8080", "https://[::1]:8080"),
            // Left as they are, to be refused or taken as what they are.
            ("https://example.com/", "https://example.com/"),
            ("/index.html", "/index.html"),
            ("//example.com/", "//example.com/"),
            ("mailto:me@example.com", "mailto:me@example.com"),
            ("me@example.com", "me@example.com"),
            ("tel:12345", "tel:12345"),
            ("nonsense", "nonsense"),
            ("1.2", "1.2"),
            ("1", "1"),
            ("example.com:99999", "example.com:99999"),
            ("example.com:", "example.com:"),
            ("..", ".."),
            ("./a.b", "./a.b"),
            ("exa mple.com", "exa mple.com"),
            ("", ""),
        ];
        for (written, expected) in rows {
            let url = url(written.as_bytes()).unwrap();
            assert_eq!(std::str::from_utf8(&url).unwrap().trim(), expected.trim(), "{written}");
        }
        for written in
            ["index.html", "nope.xml", "URLS.TXT", "sitemap.xml.gz", "archive.zip", "a/b.txt"]
        {
            assert!(url(written.as_bytes()).is_err(), "{written}");
        }
    }

    #[test]
    fn only_one_path_is_that_of_robots_txt() {
        let origin = Origin::parse("http://example.com/").unwrap();
        let rows = [
            ("http://example.com/robots.txt", false),
            ("http://example.com/robots.txt?x=/Robots.TXT", false),
            ("http://example.com", false),
            ("http://example.com/page", false),
            ("http://example.com/my-robots.txt", false),
            ("robots.txt", false),
            ("http://example.com/folder/robots.txt", true),
            ("example.com/Robots.TXT#x", true),
            ("http://example.com//robots.txt", true),
        ];
        for (written, is_misplaced) in rows {
            let note = misplaced_robots_txt(written, &origin);
            assert_eq!(note.is_some(), is_misplaced, "{written}: {note:?}");
        }
        assert_eq!(
            misplaced_robots_txt("example.com/Robots.TXT#x", &origin).unwrap(),
            "crawlers never read http://example.com/Robots.TXT; http://example.com/robots.txt was asked"
        );
    }
}
