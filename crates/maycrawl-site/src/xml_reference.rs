//! The references of XML.

/// The character of a reference `&name;`: one of XML's five names or a number. `None` for a name that only a document
/// type could declare.
pub(crate) fn resolve(name: &str) -> Option<char> {
    let number = name.strip_prefix('#').and_then(|number| {
        let code = match number.strip_prefix('x') {
            Some(number) => u32::from_str_radix(number, 16),
            None => number.parse(),
        };
        char::from_u32(code.ok()?).filter(|&c| c != '\0')
    });
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => number,
    }
}

/// What begins with `&`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reference<'a> {
    /// `&name;`
    Named(&'a str),
    /// No reference: a plain `&`.
    Plain,
}

/// Each `&` of a text, with the number of bytes before it. O(n).
pub(crate) fn references(text: &str) -> impl Iterator<Item = (usize, Reference<'_>)> {
    text.match_indices('&').map(|(at, _)| {
        let rest = &text[at + 1..];
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '#' | '_' | '-' | '.');
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let is_named = end > 0 && rest[end..].starts_with(';');
        (at, if is_named { Reference::Named(&rest[..end]) } else { Reference::Plain })
    })
}

/// `text` with the references that are known resolved, and everything else as it is written.
pub(crate) fn resolve_all(text: &str) -> String {
    let (mut resolved, mut done) = (String::with_capacity(text.len()), 0);
    for (at, reference) in references(text) {
        let Reference::Named(name) = reference else { continue };
        let Some(found) = resolve(name) else { continue };
        resolved.push_str(&text[done..at]);
        resolved.push(found);
        done = at + name.len() + 2;
    }
    resolved + &text[done..]
}

#[cfg(test)]
mod tests {
    use super::resolve_all;

    #[test]
    fn what_is_no_reference_stays() {
        for (text, resolved) in [
            ("a&amp;b&#x26;c&lt;", "a&b&c<"),
            ("a&b=1&amp;amp;", "a&b=1&amp;"),
            ("&nbsp;&", "&nbsp;&"),
            ("&;&#;&é", "&;&#;&é"),
            ("", ""),
        ] {
            assert_eq!(resolve_all(text), resolved);
        }
    }
}
