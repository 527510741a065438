//! A dictionary of structured fields, as far as `Content-Usage` needs it: is it valid, and is the last value of a key
//! the token `y` or `n`?
//!
//! It is written here because no kept crate fits: `sfv` 0.15 needs `std`, and 0.16 a newer compiler too. Nothing is
//! stored but the wanted value, and lists within lists do not exist in the format, so memory is O(1) and there is no
//! recursion.
//!
//! Source: RFC 9651 section 4.2.

/// The value of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A token, without parameters.
    Token(&'a [u8]),
    /// Anything else.
    Other,
}

/// Gives each key with its value to `each`, in the order of the text: of equal keys the last counts. `None` if the text
/// as a whole is no dictionary: then nothing that was given to `each` counts. O(bytes).
pub fn read<'a>(text: &'a [u8], mut each: impl FnMut(&'a [u8], Value<'a>)) -> Option<()> {
    let mut text = Text { text, at: 0 };
    text.skip(b" ");
    if text.is_at_end() {
        return Some(());
    }
    loop {
        let key = text.key()?;
        let value = if text.take(b'=') { text.item_or_list()? } else { Value::Other };
        text.parameters()?;
        each(key, value);
        text.skip(b" \t");
        if text.is_at_end() {
            return Some(());
        }
        text.expect(b',')?;
        text.skip(b" \t");
        // A comma at the end is an error, which the next key finds.
    }
}

struct Text<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Text<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_it = self.peek() == Some(byte);
        self.at += usize::from(is_it);
        is_it
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.take(byte).then_some(())
    }

    fn skip(&mut self, bytes: &[u8]) {
        self.while_is(|byte| bytes.contains(&byte));
    }

    fn while_is(&mut self, is_it: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let len = rest.iter().position(|&byte| !is_it(byte)).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }

    fn key(&mut self) -> Option<&'a [u8]> {
        let is_first = |byte: u8| byte.is_ascii_lowercase() || byte == b'*';
        self.peek().filter(|&byte| is_first(byte))?;
        Some(self.while_is(|byte| {
            is_first(byte) || byte.is_ascii_digit() || matches!(byte, b'_' | b'-' | b'.')
        }))
    }

    fn item_or_list(&mut self) -> Option<Value<'a>> {
        if !self.take(b'(') {
            return self.bare_item();
        }
        loop {
            self.skip(b" ");
            if self.take(b')') {
                return Some(Value::Other);
            }
            self.bare_item()?;
            self.parameters()?;
            self.peek().filter(|byte| matches!(byte, b' ' | b')'))?;
        }
    }

    fn parameters(&mut self) -> Option<()> {
        while self.take(b';') {
            self.skip(b" ");
            self.key()?;
            if self.take(b'=') {
                self.bare_item()?;
            }
        }
        Some(())
    }

    fn bare_item(&mut self) -> Option<Value<'a>> {
        match self.peek()? {
            b'"' => self.string()?,
            b':' => self.bytes()?,
            b'?' => {
                self.at += 1;
                self.peek().filter(|byte| matches!(byte, b'0' | b'1'))?;
                self.at += 1;
            }
            b'@' => {
                self.at += 1;
                (!self.number()?).then_some(())?;
            }
            b'%' => self.display_string()?,
            b'-' | b'0'..=b'9' => {
                self.number()?;
            }
            byte if byte.is_ascii_alphabetic() || byte == b'*' => {
                let is_more =
                    |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~:/".contains(&byte);
                return Some(Value::Token(self.while_is(is_more)));
            }
            _ => return None,
        }
        Some(Value::Other)
    }

    /// A string in quotation marks.
    fn string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            let byte = self.peek()?;
            self.at += 1;
            match byte {
                b'"' => return Some(()),
                b'\\' => {
                    self.peek().filter(|byte| matches!(byte, b'"' | b'\\'))?;
                    self.at += 1;
                }
                b' '..=b'~' => {}
                _ => return None,
            }
        }
    }

    /// Base64 between colons. The format asks readers not to reject wrong padding, so only the letters are checked.
    fn bytes(&mut self) -> Option<()> {
        self.at += 1;
        self.while_is(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte));
        self.expect(b':')
    }

    /// A number; true if it has a fraction. At most 15 digits, or 12 before the point and 3 after it.
    fn number(&mut self) -> Option<bool> {
        self.take(b'-');
        let whole = self.while_is(|byte| byte.is_ascii_digit()).len();
        if !self.take(b'.') {
            return (1..=15).contains(&whole).then_some(false);
        }
        let fraction = self.while_is(|byte| byte.is_ascii_digit()).len();
        ((1..=12).contains(&whole) && (1..=3).contains(&fraction)).then_some(true)
    }

    /// `%"..."`: printable ASCII, and bytes of UTF-8 as `%` with two lower-case digits.
    fn display_string(&mut self) -> Option<()> {
        self.at += 1;
        self.expect(b'"')?;
        let mut utf8 = Utf8::default();
        loop {
            let byte = self.peek()?;
            self.at += 1;
            match byte {
                b'"' => return utf8.is_whole().then_some(()),
                b'%' => {
                    let digit = |byte: &u8| match byte {
                        b'0'..=b'9' => Some(byte - b'0'),
                        b'a'..=b'f' => Some(byte - b'a' + 10),
                        _ => None,
                    };
                    let [high, low] = self.text.get(self.at..)?.first_chunk()?;
                    utf8.push(digit(high)? << 4 | digit(low)?)?;
                    self.at += 2;
                }
                b' '..=b'~' => utf8.push(byte)?,
                _ => return None,
            }
        }
    }
}

/// The character of UTF-8 that is being read.
#[derive(Default)]
struct Utf8 {
    bytes: [u8; 4],
    len: usize,
}

impl Utf8 {
    fn is_whole(&self) -> bool {
        self.len == 0
    }

    fn push(&mut self, byte: u8) -> Option<()> {
        *self.bytes.get_mut(self.len)? = byte;
        self.len += 1;
        match core::str::from_utf8(&self.bytes[..self.len]) {
            Ok(_) => self.len = 0,
            Err(error) => error.error_len().is_none().then_some(())?,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_valid(text: &str) -> bool {
        read(text.as_bytes(), |_, _| {}).is_some()
    }

    #[test]
    fn the_format_of_rfc_9651() {
        let valid = [
            "",
            "  ",
            "a",
            "a=b",
            "a=b;c;d=1, e",
            "a=b,\tc",
            "a=(b \"c\" 1;d);e",
            "a=()",
            "a=@1",
            "a=%\"%c3%a4\"",
            "a=:YQ==:",
            "a=-1.125",
            "a=?1",
            "*a_-.=*b/:",
            "a;b; c=1",
            "a=\"\\\"\"",
        ];
        for text in valid {
            assert!(is_valid(text), "{text}");
        }
        let invalid = [
            "a,",
            "a,,b",
            "a b",
            "a = b",
            "a=b ;c",
            "A=b",
            "1a",
            "\ta",
            "a=",
            "a=(b",
            "a=(b\"c\")",
            "a=@1.5",
            "a=%\"%C3\"",
            "a=%\"%c3\"",
            "a=:YQ",
            "a=1.1234",
            "a=1234567890123456",
            "a=?2",
            "a=\"b",
            "a=ä",
            "a=b;",
            "a=-",
            "a=\"\\b\"",
            ",a",
        ];
        for text in invalid {
            assert!(!is_valid(text), "{text}");
        }
    }
}
