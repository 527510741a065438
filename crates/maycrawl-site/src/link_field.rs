//! The header field `Link` (RFC 8288), and the URLs that links have.

use std::borrow::Cow;

use url::Url;

/// Maximum number of bytes that are read of a field.
const MAX_LINK_BYTES: usize = 8 << 10;

/// A link of a field.
pub(crate) struct FieldLink<'t> {
    /// The text between `<` and `>`.
    pub(crate) target: &'t str,
    parameters: &'t str,
}

/// The part of a field that is read.
pub(crate) struct FieldText<'v> {
    text: Cow<'v, str>,
    /// True if the field is longer.
    pub(crate) is_cut: bool,
}

impl<'v> FieldText<'v> {
    pub(crate) fn of(value: &'v [u8]) -> Self {
        let read = &value[..value.len().min(MAX_LINK_BYTES)];
        Self { text: String::from_utf8_lossy(read), is_cut: read.len() < value.len() }
    }

    /// The links that are known as a whole. O(bytes).
    pub(crate) fn links(&self) -> Vec<FieldLink<'_>> {
        let mut links: Vec<_> = links(&self.text).collect();
        if self.is_cut {
            // Of the last one, parameters may be missing that say what it is.
            links.pop();
        }
        links
    }
}

fn links(text: &str) -> impl Iterator<Item = FieldLink<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = rest.find('<')?;
        let end = start + rest[start..].find('>')?;
        let target = &rest[start + 1..end];
        let parameters = &rest[end + 1..];
        let length = outside_quotes(parameters, b',');
        rest = &parameters[length..];
        Some(FieldLink { target, parameters: &parameters[..length] })
    })
}

impl FieldLink<'_> {
    /// True if a parameter `rel` has this word.
    pub(crate) fn has_rel(&self, word: &str) -> bool {
        self.values("rel")
            .any(|rel| rel.split_ascii_whitespace().any(|found| found.eq_ignore_ascii_case(word)))
    }

    /// The values of a parameter, without quotes.
    pub(crate) fn values(&self, wanted: &str) -> impl Iterator<Item = &str> {
        parts(self.parameters).filter_map(move |parameter| {
            let (name, value) = parameter.split_once('=')?;
            name.trim().eq_ignore_ascii_case(wanted).then(|| value.trim().trim_matches('"'))
        })
    }
}

/// The parts between semicolons outside of quotes.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = outside_quotes(text, b';');
        rest = text.get(end + 1..);
        Some(&text[..end])
    })
}

/// The position of the first such byte outside of quotes, or the end.
fn outside_quotes(text: &str, sought: u8) -> usize {
    let mut quoted = false;
    text.bytes()
        .position(|byte| {
            quoted ^= byte == b'"';
            byte == sought && !quoted
        })
        .unwrap_or(text.len())
}

/// The URL of a link, absolute. `None` if it has neither http nor https.
pub(crate) fn resolve(base: Option<&Url>, text: &str) -> Option<Url> {
    let url = match base {
        Some(base) => base.join(text.trim()).ok()?,
        None => Url::parse(text.trim()).ok()?,
    };
    matches!(url.scheme(), "http" | "https").then_some(url)
}
