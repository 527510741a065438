//! HTML as a stream of tags, with only the parts that a page's rules need.
//!
//! The tokenizer is the WHATWG's (html5gum). This emitter stores one tag at a time, only the attributes in
//! [`ATTRIBUTES`], and whether there is text. Memory does not grow with the page, and a tag with a million attributes
//! costs a million steps.

use std::convert::Infallible;

use html5gum::{Emitter, Error, State, Tokenizer};

use crate::use_signals::{MAX_INLINE_BYTES, is_rsl};

/// The attributes that are stored.
const ATTRIBUTES: [&[u8]; 18] = [
    b"name",
    b"content",
    b"rel",
    b"href",
    b"src",
    b"type",
    b"data-nosnippet",
    b"property",
    b"http-equiv",
    b"itemprop",
    b"value",
    // Misspelt ones, which are told.
    b"contents",
    b"conten",
    b"contnet",
    b"context",
    b"nane",
    b"nam",
    b"names",
];
/// Maximum number of bytes that are stored of a value.
/// One more than the readers of values read, so that they see that a value is cut.
const MAX_VALUE_BYTES: usize = (8 << 10) + 1;
/// Maximum number of bytes that are stored of a name. Every relevant name is shorter.
const MAX_NAME_BYTES: usize = 32;
/// Maximum number of bytes that are read of a comment.
const MAX_COMMENT_BYTES: usize = 4 << 10;

/// A token of a page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Start(Tag),
    End {
        name: Vec<u8>,
        /// The text of the script that it ends, if that is an RSL document: at most one byte over the limit.
        script: Option<Vec<u8>>,
    },
    /// Text that contains more than white space.
    Text,
    /// The beginning of a comment that has a `<meta`, and its position.
    Comment {
        text: Vec<u8>,
        at: usize,
    },
}

/// A start tag.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tag {
    /// The name in lower case, at most 32 bytes.
    pub(crate) name: Vec<u8>,
    /// Position of its first byte in the page.
    pub(crate) at: usize,
    /// The stored attributes, by their index, in order.
    values: Vec<(usize, Vec<u8>)>,
}

impl Tag {
    /// The value of a stored attribute; the first one if the attribute is repeated.
    pub(crate) fn value(&self, name: &str) -> Option<String> {
        let index = ATTRIBUTES.iter().position(|wanted| *wanted == name.as_bytes())?;
        let (_, value) = self.values.iter().find(|(kept, _)| *kept == index)?;
        Some(String::from_utf8_lossy(value).into_owned())
    }

    /// True if its `type` is the media type of RSL.
    pub(crate) fn is_rsl(&self) -> bool {
        self.value("type").is_some_and(|media_type| is_rsl(&media_type))
    }
}

/// The tokens of `html`. O(bytes), in flat memory.
pub(crate) fn tokens(html: &[u8]) -> impl Iterator<Item = Token> {
    Tokenizer::new_with_emitter(html, Tags::default())
        .filter_map(|token: Result<Token, Infallible>| token.ok())
}

/// The tokenizer state after elements whose content is text up to the end tag. `noscript` is not one: see `page.rs`.
fn state_after(name: &[u8]) -> Option<State> {
    match name {
        b"title" | b"textarea" => Some(State::RcData),
        b"script" => Some(State::ScriptData),
        b"style" | b"xmp" | b"iframe" | b"noembed" | b"noframes" => Some(State::RawText),
        b"plaintext" => Some(State::PlainText),
        _ => None,
    }
}

#[derive(Default)]
struct Tags {
    position: usize,
    opened_at: usize,
    is_end: bool,
    tag: Tag,
    attribute: Vec<u8>,
    /// Whether the current value is stored, after its name is complete: in the last of the tag's values.
    is_kept: Option<bool>,
    last_start: Vec<u8>,
    has_text: bool,
    /// The text of the current script, if that is an RSL document.
    script: Option<Vec<u8>>,
    comment: Vec<u8>,
    ready: std::collections::VecDeque<Token>,
}

impl Tags {
    fn end_text(&mut self) {
        if std::mem::take(&mut self.has_text) {
            self.ready.push_back(Token::Text);
        }
    }

    fn begin_tag(&mut self, is_end: bool) {
        self.is_end = is_end;
        self.tag = Tag { at: self.opened_at, ..Tag::default() };
        self.attribute.clear();
        self.is_kept = None;
    }

    /// Ends the current attribute's name, and makes room for its value if the attribute is stored and not yet set.
    fn end_attribute_name(&mut self) {
        if self.is_kept.is_none() && !self.attribute.is_empty() {
            let wanted = ATTRIBUTES.iter().position(|wanted| *wanted == self.attribute);
            let values = &mut self.tag.values;
            let wanted = wanted.filter(|index| values.iter().all(|(kept, _)| kept != index));
            values.extend(wanted.map(|index| (index, Vec::new())));
            self.is_kept = Some(wanted.is_some());
            self.attribute.clear();
        }
    }
}

fn push(bytes: &mut Vec<u8>, more: &[u8], limit: usize) {
    let room = limit.saturating_sub(bytes.len());
    bytes.extend_from_slice(&more[..more.len().min(room)]);
}

impl Emitter for Tags {
    type Token = Token;

    fn move_position(&mut self, offset: isize) {
        self.position = self.position.saturating_add_signed(offset);
    }

    fn set_last_start_tag(&mut self, last_start_tag: Option<&[u8]>) {
        self.last_start = last_start_tag.unwrap_or_default().to_vec();
    }

    fn emit_eof(&mut self) {
        self.end_text();
    }

    fn emit_error(&mut self, _: Error) {}

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn pop_token(&mut self) -> Option<Token> {
        self.ready.pop_front()
    }

    fn emit_string(&mut self, text: &[u8]) {
        self.has_text |= !text.iter().all(u8::is_ascii_whitespace);
        if let Some(script) = &mut self.script {
            push(script, text, MAX_INLINE_BYTES + 1);
        }
    }

    fn init_start_tag(&mut self) {
        self.begin_tag(false);
    }

    fn init_end_tag(&mut self) {
        self.begin_tag(true);
    }

    fn init_comment(&mut self) {
        self.comment.clear();
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.end_attribute_name();
        self.end_text();
        let tag = std::mem::take(&mut self.tag);
        if self.is_end {
            self.last_start.clear();
            let script = self.script.take();
            self.ready.push_back(Token::End { name: tag.name, script });
            return None;
        }
        self.last_start.clone_from(&tag.name);
        let state = state_after(&tag.name);
        let is_license = tag.name == b"script" && tag.is_rsl();
        self.script = is_license.then(Vec::new);
        self.ready.push_back(Token::Start(tag));
        state
    }

    fn emit_current_comment(&mut self) {
        let names_meta = |part: &[u8]| part.eq_ignore_ascii_case(b"<meta");
        if self.comment.windows(5).any(names_meta) {
            self.end_text();
            let text = std::mem::take(&mut self.comment);
            self.ready.push_back(Token::Comment { text, at: self.opened_at });
        }
    }

    fn emit_current_doctype(&mut self) {}

    fn set_self_closing(&mut self) {}

    fn set_force_quirks(&mut self) {}

    fn push_tag_name(&mut self, name: &[u8]) {
        push(&mut self.tag.name, name, MAX_NAME_BYTES);
    }

    fn push_comment(&mut self, text: &[u8]) {
        push(&mut self.comment, text, MAX_COMMENT_BYTES);
    }

    fn push_doctype_name(&mut self, _: &[u8]) {}

    fn init_doctype(&mut self) {}

    fn init_attribute(&mut self) {
        self.end_attribute_name();
        self.is_kept = None;
    }

    fn push_attribute_name(&mut self, name: &[u8]) {
        push(&mut self.attribute, name, MAX_NAME_BYTES);
    }

    fn push_attribute_value(&mut self, value: &[u8]) {
        self.end_attribute_name();
        if self.is_kept == Some(true)
            && let Some((_, kept)) = self.tag.values.last_mut()
        {
            push(kept, value, MAX_VALUE_BYTES);
        }
    }

    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}

    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}

    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}

    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}

    fn start_open_tag(&mut self) {
        self.opened_at = self.position.saturating_sub(1);
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.is_end && !self.last_start.is_empty() && self.tag.name == self.last_start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_begin_where_they_are_said_to() {
        let html = b"<!doctype html>\n<!-- <meta> --><title><meta></title>\n \
            <META Content='a&amp;b' name=x NAME=y other>text</p><br/>";
        let tokens: Vec<_> = tokens(html).collect();
        let starts: Vec<_> = tokens
            .iter()
            .filter_map(|token| match token {
                Token::Start(tag) => Some((String::from_utf8_lossy(&tag.name), tag.at)),
                _ => None,
            })
            .collect();
        for (name, at) in &starts {
            let written = String::from_utf8_lossy(&html[*at..]).to_ascii_lowercase();
            assert!(written.starts_with(&format!("<{name}")), "{name} {at}");
        }
        let names: Vec<_> = starts.iter().map(|(name, _)| &name[..]).collect();
        assert_eq!(names, ["title", "meta", "br"]);
        let Some(Token::Start(meta)) =
            tokens.iter().find(|token| matches!(token, Token::Start(tag) if tag.name == b"meta"))
        else {
            unreachable!("there is one");
        };
        assert_eq!(meta.value("content").as_deref(), Some("a&b"));
        assert_eq!(meta.value("name").as_deref(), Some("x"), "the first counts");
        assert_eq!(meta.value("href"), None);
        assert_eq!(tokens.iter().filter(|token| **token == Token::Text).count(), 2);
    }
}
