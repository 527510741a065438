//! URLs and sites as people write them: whole URLs, hosts without a scheme, and, by mistake, names of files.

use std::borrow::Cow;
use std::path::Path;

use maycrawl::written_url::{self, begins_with_host};
use maycrawl::{Origin, Printable};

use crate::text::output::Output;

/// The URL with `https://` in front if it is a host without a scheme. Any other text stays as it is written; the caller
/// parses it and reports what is wrong.
///
/// # Errors
/// The text is the name of a file; the message says what to do with it.
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

/// What to do with the name of a file where a URL is expected.
fn not_a_url(name: &str) -> String {
    let shown = Printable(name.as_bytes());
    let help = match ending(name).as_deref() {
        Some("htm" | "html" | "xhtml" | "php" | "asp" | "aspx" | "jsp") => format!(
            "write https://HOST/{shown}, or with --robots /{shown}; maycrawl inspect --html {shown} reads a local page"
        ),
        Some("xml" | "gz") => format!("maycrawl sitemap {shown} reads a sitemap"),
        Some("css" | "gif" | "jpeg" | "jpg" | "js" | "pdf" | "png" | "svg") => {
            format!("write https://HOST/{shown}, or with --robots /{shown}")
        }
        _ => format!(
            "maycrawl check < {shown} reads URLs from it, --robots {shown} reads it as a robots.txt"
        ),
    };
    format!("`{shown}` is the name of a file, not a URL; {help}")
}

/// True for a name such as `sitemap.xml` and for an existing file, unless it is written as a URL or a path of a site.
pub(crate) fn is_file_name(text: &str) -> bool {
    let is_url = text.is_empty() || text.contains("://") || text.starts_with('/');
    !is_url
        && !begins_with_host(text)
        && (written_url::is_file_name(text) || Path::new(text).is_file())
}

/// The text after the last dot, in lower case.
fn ending(name: &str) -> Option<String> {
    name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase())
}

/// An origin as people write it; a host without a scheme means https.
///
/// # Errors
/// What is wrong with the text, and what to write.
pub(crate) fn origin(text: &str) -> Result<Origin, String> {
    let text = text.trim();
    let shown = Printable(text.as_bytes());
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("`{shown}` is a number; write a host, or https://HOST"));
    }
    // The parser of URLs would take its first part for a host.
    if text.starts_with(['/', '\\']) && !text.starts_with("//") {
        return Err(format!("`{shown}` is a path; write a host, or https://HOST"));
    }
    let has_scheme = text.split_once(':').is_some_and(|(scheme, rest)| {
        let is_port = rest.starts_with(|c: char| c.is_ascii_digit());
        !is_port && !rest.starts_with("//") && scheme.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    if has_scheme && !text.starts_with('[') {
        return Err(format!(
            "`{shown}` is not an http, https or ftp URL; write a host, or https://HOST"
        ));
    }
    let url = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    Origin::parse(&url)
        .map_err(|error| format!("`{shown}`: {error}; write a host, or https://HOST"))
}

/// The same as [`origin`], with notes: what was assumed, and whether the text names a file that crawlers do not read.
pub(crate) fn noted_origin(text: &str, output: &mut Output) -> Result<Origin, String> {
    let origin = origin(text)?;
    if !text.contains("://") {
        output.assume_https(origin.as_str().as_bytes());
    }
    if let Some(note) = misplaced_robots_txt(text, &origin) {
        output.note("note", &note);
    }
    Ok(origin)
}

/// A note about the URL of a local file if crawlers would never read it there.
pub(crate) fn misplaced_file(url: &str, own: &Origin) -> Option<String> {
    let shown = Printable(written_url::misplaced_robots_txt(url)?.as_bytes());
    Some(format!("crawlers never read {own}{shown}; the file is treated as {}", own.robots_url()))
}

/// A note about a URL of a robots.txt that crawlers never read.
pub(crate) fn misplaced_robots_txt(url: &str, asked: &Origin) -> Option<String> {
    let shown = Printable(written_url::misplaced_robots_txt(url)?.as_bytes());
    Some(format!("crawlers never read {asked}{shown}; {} is used instead", asked.robots_url()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may panic

    use super::*;

    #[test]
    fn a_host_needs_no_scheme_and_a_file_name_is_refused() {
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
            // Unchanged: the caller parses or refuses them.
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
    fn a_path_is_no_site() {
        for path in ["/", "/page", "/robots.txt", "\\page"] {
            assert_eq!(
                origin(path).unwrap_err(),
                format!("`{path}` is a path; write a host, or https://HOST")
            );
        }
        assert_eq!(origin("//example.com/a").unwrap().as_str(), "https://example.com");
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
            "crawlers never read http://example.com/Robots.TXT; http://example.com/robots.txt is used instead"
        );
    }
}
