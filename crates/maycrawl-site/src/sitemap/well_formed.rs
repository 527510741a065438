//! What XML forbids and the parser lets pass, because reading is lenient. Google's reader is not. (XML 1.0, sections
//! 2.2 to 2.8, 3.1 and 4.1.)

use std::collections::BTreeSet;

use quick_xml::Error;
use quick_xml::errors::{IllFormedError, SyntaxError};
use quick_xml::events::attributes::AttrError;
use quick_xml::events::{BytesDecl, BytesStart};

use crate::xml_reference::{self, Reference};

/// What is wrong, and the number of bytes before it.
pub(super) type Fault = (usize, String);

/// The first fault of a text between tags. References are no part of it.
pub(super) fn in_text(text: &str, is_in_root: bool) -> Option<Fault> {
    let find = |what: &str, words: &str| text.find(what).map(|at| (at, words.to_owned()));
    let outside = text.find(|c: char| !c.is_ascii_whitespace()).filter(|_| !is_in_root);
    let faults = [
        outside.map(|at| (at, "text stands outside of the first tag; delete it".to_owned())),
        in_characters(text),
        find("&", PLAIN_AMPERSAND),
        find("]]>", "`]]>` stands in a text; write ]]&gt;"),
    ];
    faults.into_iter().flatten().min_by_key(|(at, _)| *at)
}

const PLAIN_AMPERSAND: &str = "a plain `&`; write &amp;";

/// The first character that may stand nowhere.
pub(super) fn in_characters(text: &str) -> Option<Fault> {
    let (at, found) = text.char_indices().find(|&(_, found)| !is_allowed(found))?;
    Some((at, format!("the character U+{:04X}, which XML forbids; delete it", u32::from(found))))
}

fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

pub(super) fn in_comment(text: &str) -> Option<Fault> {
    let dashes = text.find("--").or_else(|| text.ends_with('-').then(|| text.len() - 1));
    let dashes = dashes.map(|at| (at, "`--` stands in a comment; write one hyphen".to_owned()));
    dashes.or_else(|| in_characters(text))
}

/// A reference outside of what is read: `&name;`; `is_open`: the document type may declare it.
pub(super) fn in_reference(name: &str, is_open: bool) -> Option<String> {
    match xml_reference::resolve(name) {
        Some(c) if is_allowed(c) => None,
        Some(_) => Some(format!("`&{name};` is a character that XML forbids; delete it")),
        None if is_open && !name.starts_with('#') => None,
        None => Some(super::problem::unknown_entity(name)),
    }
}

/// What is wrong with a declaration; `is_first`: nothing stands before it but white space, which is told by itself.
pub(super) fn in_declaration(declaration: &BytesDecl<'_>, is_first: bool) -> Option<String> {
    if !is_first {
        return Some("something stands before `<?xml`; delete one of them".to_owned());
    }
    let version = declaration.version();
    let is_right = version.is_ok_and(|version| matches!(&*version, "1.0" | "1.1"));
    let words = "the XML declaration does not begin with its version; write <?xml version=\"1.0\" encoding=\"UTF-8\"?>";
    (!is_right).then(|| words.to_owned())
}

/// What is wrong with a tag and its attributes.
pub(super) fn in_tag(tag: &BytesStart<'_>, has_entities: bool) -> Option<String> {
    let name = tag.name().into_inner();
    if !is_name(name) {
        return Some(
            "a tag without a name that XML allows; a plain `<` is written &lt;".to_owned(),
        );
    }
    if lacks_space(tag) {
        return Some("no space stands before an attribute; write one".to_owned());
    }
    // A tag of a stranger can have a hundred thousand attributes, and the parser compares each with all before it.
    let mut seen = BTreeSet::new();
    tag.attributes().with_checks(false).find_map(|attribute| match attribute {
        Ok(attribute) => {
            let name = attribute.key.into_inner();
            if !is_name(name) {
                return Some("an attribute without a name that XML allows".to_owned());
            }
            if !seen.insert(name) {
                return Some("an attribute stands twice in this tag; delete one".to_owned());
            }
            in_value(&attribute.value, has_entities)
        }
        Err(AttrError::UnquotedValue(_)) => Some(
            "the value of an attribute is not between straight quotes; write name=\"value\""
                .to_owned(),
        ),
        Err(_) => Some("an attribute is not written as name=\"value\"".to_owned()),
    })
}

/// Whether something follows the quote that ends a value at once.
fn lacks_space(tag: &str) -> bool {
    let (mut quote, mut chars) = (None, tag.chars().peekable());
    while let Some(c) = chars.next() {
        if quote == Some(c) {
            quote = None;
            if chars.peek().is_some_and(|next| !next.is_ascii_whitespace() && *next != '/') {
                return true;
            }
        } else if quote.is_none() && matches!(c, '"' | '\'') {
            quote = Some(c);
        }
    }
    false
}

fn in_value(value: &str, has_entities: bool) -> Option<String> {
    if value.contains('<') {
        return Some("`<` stands in the value of an attribute; write &lt;".to_owned());
    }
    let mut faults =
        xml_reference::references(value).filter_map(|(_, reference)| match reference {
            Reference::Plain => Some(PLAIN_AMPERSAND.to_owned()),
            Reference::Named(name) => in_reference(name, has_entities),
        });
    faults.next().or_else(|| in_characters(value).map(|(_, words)| words))
}

/// XML 1.0 section 2.3, *Name*, where every character beyond ASCII counts as a letter.
fn is_name(name: &str) -> bool {
    let is_start = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | ':') || !c.is_ascii();
    let is_part = |c: char| is_start(c) || c.is_ascii_digit() || matches!(c, '-' | '.');
    name.starts_with(is_start) && name.chars().all(is_part)
}

/// Why the parser stopped.
pub(super) fn why_broken(error: &Error) -> String {
    match error {
        Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
            format!("`</{found}>` stands where `</{expected}>` is missing")
        }
        Error::IllFormed(IllFormedError::UnmatchedEndTag(found)) => {
            format!("`</{found}>` ends a tag that did not begin")
        }
        Error::Syntax(SyntaxError::UnclosedTag) => "a tag without its `>`".to_owned(),
        Error::Syntax(SyntaxError::UnclosedComment) => "a comment without its `-->`".to_owned(),
        Error::Syntax(SyntaxError::UnclosedCData) => "a `<![CDATA[` without its `]]>`".to_owned(),
        Error::Syntax(
            SyntaxError::UnclosedSingleQuotedAttributeValue
            | SyntaxError::UnclosedDoubleQuotedAttributeValue,
        ) => "a value without its closing quote".to_owned(),
        error => error.to_string(),
    }
}
