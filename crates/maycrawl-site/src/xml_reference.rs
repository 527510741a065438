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
