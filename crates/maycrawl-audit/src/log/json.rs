//! Objects of JSON whose names are unique, with strings of any bytes.
//!
//! nginx writes bytes from 80 to FF unchanged into JSON, so a line need not be UTF-8, and serde_json reads only UTF-8.
//! In a line that is not, each byte of what is not UTF-8 is written as a character of the last private plane, and is
//! taken back when the string is read.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::unreadable::Unreadable;

/// A value. Numbers are in decimal, as they would be written without an exponent.
#[derive(Clone, Debug)]
pub(super) enum Value<'l> {
    Null,
    Other,
    Number(String),
    Text(Cow<'l, [u8]>),
    List(Vec<Value<'l>>),
    Object(Object<'l>),
}

/// The members of an object.
#[derive(Clone, Debug, Default)]
pub(super) struct Object<'l>(pub(super) Vec<(Cow<'l, str>, Value<'l>)>);

impl<'l> Object<'l> {
    /// Reads a line.
    pub(super) fn read(line: &'l [u8]) -> Result<Self, Unreadable> {
        match std::str::from_utf8(line) {
            Ok(line) => read(line, false),
            Err(_) => {
                // The escape of such a character would be taken back as a byte.
                if line.windows(6).any(|escape| escape.eq_ignore_ascii_case(br"\udbff")) {
                    return Err(Unreadable::NotJson);
                }
                let line = with_private_characters(line);
                let object = read(&line, true)?;
                Ok(object.into_owned())
            }
        }
    }

    /// The value at a path: `request.headers.User-Agent`. A list of values stands for its first.
    pub(super) fn get_mut(&mut self, path: &str) -> Option<&mut Value<'l>> {
        // Some write the path as one name: `"url.original"`.
        if path.contains('.')
            && let Some(at) = self.0.iter().position(|(key, _)| key == path)
        {
            return Some(&mut self.0[at].1);
        }
        let (name, below) = match path.split_once('.') {
            Some((name, below)) => (name, Some(below)),
            None => (path, None),
        };
        let value = &mut self.0.iter_mut().find(|(key, _)| key == name)?.1;
        match (below, value) {
            (None, Value::List(list)) => list.first_mut(),
            (None, value) => Some(value),
            (Some(below), Value::Object(object)) => object.get_mut(below),
            (Some(_), _) => None,
        }
    }

    /// The object of this name.
    pub(super) fn object(&self, name: &str) -> Option<&Self> {
        match self.0.iter().find(|(key, _)| key == name) {
            Some((_, Value::Object(object))) => Some(object),
            _ => None,
        }
    }

    /// Whether there is a value at this path that is not null.
    pub(super) fn has(&mut self, path: &str) -> bool {
        self.get_mut(path).is_some_and(|value| !matches!(value, Value::Null))
    }

    /// Takes the text or the number at this path. `-` and the empty text are none.
    pub(super) fn take(&mut self, path: &str) -> Option<Cow<'l, [u8]>> {
        std::mem::replace(self.get_mut(path)?, Value::Null).into_text()
    }

    fn into_owned(self) -> Object<'static> {
        let member = |(key, value): (Cow<'l, str>, Value<'l>)| {
            (Cow::Owned(key.into_owned()), value.into_owned())
        };
        Object(self.0.into_iter().map(member).collect())
    }
}

impl<'l> Value<'l> {
    pub(super) fn into_text(self) -> Option<Cow<'l, [u8]>> {
        match self {
            Self::Text(text) if !matches!(&*text, b"" | b"-") => Some(text),
            Self::Number(number) => Some(Cow::Owned(number.into_bytes())),
            _ => None,
        }
    }

    fn into_owned(self) -> Value<'static> {
        match self {
            Self::Null => Value::Null,
            Self::Other => Value::Other,
            Self::Number(number) => Value::Number(number),
            Self::Text(text) => Value::Text(Cow::Owned(text.into_owned())),
            Self::List(list) => Value::List(list.into_iter().map(Value::into_owned).collect()),
            Self::Object(object) => Value::Object(object.into_owned()),
        }
    }
}

fn read(line: &str, is_mapped: bool) -> Result<Object<'_>, Unreadable> {
    let has_duplicate = Cell::new(false);
    let seed = Seed { is_mapped, has_duplicate: &has_duplicate };
    let mut deserializer = serde_json::Deserializer::from_str(line);
    let value = seed.deserialize(&mut deserializer).and_then(|value| {
        deserializer.end()?;
        Ok(value)
    });
    match value {
        Ok(Value::Object(object)) => Ok(object),
        Err(_) if has_duplicate.get() => Err(Unreadable::DuplicateKey),
        Err(error) if error.is_eof() => Err(Unreadable::Cut),
        Ok(_) | Err(_) => Err(Unreadable::NotJson),
    }
}

/// The character for byte 0; those for the others follow it. All are private, and no writer is known to use them.
const FIRST_PRIVATE: u32 = 0x0010_ff00;

fn private(byte: u8) -> char {
    char::from_u32(FIRST_PRIVATE + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The line in UTF-8. The private characters that it has already are bytes that are not UTF-8, too, so that each is
/// taken back.
fn with_private_characters(line: &[u8]) -> String {
    let mut text = String::with_capacity(line.len() + 64);
    for chunk in line.utf8_chunks() {
        for character in chunk.valid().chars() {
            if u32::from(character) >= FIRST_PRIVATE {
                let mut bytes = [0; 4];
                text.extend(character.encode_utf8(&mut bytes).bytes().map(private));
            } else {
                text.push(character);
            }
        }
        text.extend(chunk.invalid().iter().copied().map(private));
    }
    text
}

/// The bytes of a string of such a line.
fn without_private_characters(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        match u8::try_from(u32::from(character).wrapping_sub(FIRST_PRIVATE)) {
            Ok(byte) => bytes.push(byte),
            Err(_) => bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes
}

/// Reads a value, and remembers whether a name came twice.
#[derive(Clone, Copy)]
struct Seed<'s> {
    is_mapped: bool,
    has_duplicate: &'s Cell<bool>,
}

impl Seed<'_> {
    fn bytes(self, text: Cow<'_, str>) -> Cow<'_, [u8]> {
        match text {
            text if self.is_mapped => Cow::Owned(without_private_characters(&text)),
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        }
    }
}

impl<'l> DeserializeSeed<'l> for Seed<'_> {
    type Value = Value<'l>;

    fn deserialize<D: Deserializer<'l>>(self, deserializer: D) -> Result<Value<'l>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'l> Visitor<'l> for Seed<'_> {
    type Value = Value<'l>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_unit<E>(self) -> Result<Value<'l>, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Value<'l>, E> {
        Ok(Value::Other)
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value<'l>, E> {
        Ok(Value::Number(number.to_string()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value<'l>, E> {
        Ok(Value::Number(number.to_string()))
    }

    // The shortest decimal that is read as this number: what was logged, up to 15 digits.
    fn visit_f64<E>(self, number: f64) -> Result<Value<'l>, E> {
        Ok(Value::Number(number.to_string()))
    }

    fn visit_borrowed_str<E>(self, text: &'l str) -> Result<Value<'l>, E> {
        Ok(Value::Text(self.bytes(Cow::Borrowed(text))))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value<'l>, E> {
        Ok(Value::Text(self.bytes(Cow::Owned(text.to_owned()))))
    }

    fn visit_seq<A: SeqAccess<'l>>(self, mut values: A) -> Result<Value<'l>, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = values.next_element_seed(self)? {
            list.push(value);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'l>>(self, mut map: A) -> Result<Value<'l>, A::Error> {
        let mut members = Vec::new();
        while let Some(key) = map.next_key_seed(Key)? {
            members.push((key, map.next_value_seed(self)?));
        }
        if has_duplicate(&members) {
            self.has_duplicate.set(true);
            return Err(de::Error::custom("a name is there twice"));
        }
        Ok(Value::Object(Object(members)))
    }
}

fn has_duplicate(members: &[(Cow<'_, str>, Value<'_>)]) -> bool {
    // For the few names of a usual line, comparing each with each is cheaper than sorting.
    if members.len() <= 32 {
        return members
            .iter()
            .enumerate()
            .any(|(at, (key, _))| members[..at].iter().any(|(earlier, _)| earlier == key));
    }
    let mut keys: Vec<&str> = members.iter().map(|(key, _)| &**key).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// Reads a name, and borrows it if it has no escapes.
struct Key;

impl<'l> DeserializeSeed<'l> for Key {
    type Value = Cow<'l, str>;

    fn deserialize<D: Deserializer<'l>>(self, deserializer: D) -> Result<Cow<'l, str>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'l> Visitor<'l> for Key {
    type Value = Cow<'l, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_borrowed_str<E>(self, name: &'l str) -> Result<Cow<'l, str>, E> {
        Ok(Cow::Borrowed(name))
    }

    fn visit_str<E>(self, name: &str) -> Result<Cow<'l, str>, E> {
        Ok(Cow::Owned(name.to_owned()))
    }
}
