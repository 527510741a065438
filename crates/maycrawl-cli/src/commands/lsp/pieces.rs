//! A text in pieces, for the edits of one message.
//!
//! Each edit names a place in the text that the edits before it made, so they cannot be sorted and applied at once. In
//! one string each would move half of the text, and a message can have 100,000. A text of `n` bytes in pieces of about
//! `√n` bytes costs `O(√n)` for each: the pieces before the place are counted over, and one piece is written anew. (A
//! rope, such as the crate ropey, needs `O(log n)` and is one more dependency. `√n` is small: 512 for 256 KiB.)

use gen_lsp_types::{Position, Range};

use super::text::{Encoding, Text, line_ends};

/// Minimum length of a new piece, in bytes.
const MIN_PIECE_BYTES: usize = 256;

/// A text while it is edited. No piece is empty, and none begins between CR and LF.
pub(super) struct Pieces {
    pieces: Vec<Piece>,
    encoding: Encoding,
    /// The length of a new piece; one that was edited may have twice as much.
    piece_bytes: usize,
    /// Pieces counted and bytes read or written, so that a test can see how the work grows.
    steps: usize,
}

struct Piece {
    text: String,
    line_ends: usize,
    /// The length in the unit of positions.
    units: usize,
}

/// A place between two characters: the index of a piece, and an offset in it. The end of the text is after the last
/// piece.
type Place = (usize, usize);

impl Pieces {
    pub(super) fn new(text: &str, encoding: Encoding) -> Self {
        Self::with_length(text, encoding, text.len().isqrt().max(MIN_PIECE_BYTES))
    }

    fn with_length(text: &str, encoding: Encoding, piece_bytes: usize) -> Self {
        let pieces = split(text, piece_bytes, encoding);
        Self { pieces, encoding, piece_bytes, steps: 0 }
    }

    pub(super) fn into_text(self) -> Text {
        let content = self.pieces.into_iter().map(|piece| piece.text).collect();
        Text::new(content, self.encoding)
    }

    /// Replaces a range by a text. The ends of a range may be swapped. Positions outside are moved inside, as
    /// [`Text::offset`] does.
    pub(super) fn replace(&mut self, range: Range, text: &str) {
        let (one, other) = (self.find(range.start), self.find(range.end));
        let (start, end) = (one.min(other), one.max(other));
        let mut first = start.0;
        let mut after = (end.0 + 1).min(self.pieces.len());
        let mut edited = String::new();
        // Text after the last piece becomes part of it: a piece for each of many edits would be too many pieces.
        // A piece that ends with CR is joined, since the edited text may begin with LF.
        if first > 0 && (first == self.pieces.len() || self.pieces[first - 1].text.ends_with('\r'))
        {
            first -= 1;
            edited.push_str(&self.pieces[first].text);
        }
        if let Some(piece) = self.pieces.get(start.0) {
            edited.push_str(&piece.text[..start.1]);
        }
        edited.push_str(text);
        if let Some(piece) = self.pieces.get(end.0) {
            edited.push_str(&piece.text[end.1..]);
        }
        if let Some(next) = self.pieces.get(after).filter(|next| next.text.starts_with('\n')) {
            edited.push_str(&next.text);
            after += 1;
        }
        self.count(edited.len());
        let length = if edited.len() <= 2 * self.piece_bytes {
            2 * self.piece_bytes
        } else {
            self.piece_bytes
        };
        let new = split(&edited, length, self.encoding);
        if new.len() != after - first {
            self.count(self.pieces.len() - after);
        }
        self.pieces.splice(first..after, new);
    }

    fn find(&mut self, position: Position) -> Place {
        let mut line_ends_left = position.line as usize;
        let is_before = |piece: &&Piece| {
            let is_before = line_ends_left > piece.line_ends;
            line_ends_left -= if is_before { piece.line_ends } else { 0 };
            is_before
        };
        let mut index = self.pieces.iter().take_while(is_before).count();
        self.count(index);
        let mut offset = match (self.pieces.get(index), line_ends_left.checked_sub(1)) {
            (Some(piece), Some(before)) => {
                self.count(piece.text.len());
                line_ends(&self.pieces[index].text).nth(before).unwrap_or_default()
            }
            _ => 0,
        };
        let mut left = position.character as usize;
        while let Some(piece) = self.pieces.get(index) {
            if offset == 0 && piece.line_ends == 0 && piece.units <= left {
                left -= piece.units;
                self.count(1);
            } else {
                self.count(piece.text.len());
                for (at, c) in self.pieces[index].text[offset..].char_indices() {
                    let width = self.encoding.width(c);
                    // A position after the end of the line, or inside a surrogate pair, is moved back to a place
                    // between characters.
                    if matches!(c, '\r' | '\n') || left < width {
                        return (index, offset + at);
                    }
                    left -= width;
                }
            }
            (index, offset) = (index + 1, 0);
        }
        (index, 0)
    }

    fn count(&mut self, steps: usize) {
        self.steps += steps;
    }
}

/// The text in pieces of `length` bytes, or a few more or less: between characters, and not between CR and LF.
fn split(mut text: &str, length: usize, encoding: Encoding) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(text.len() / length + 1);
    while !text.is_empty() {
        let mut end = length.min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        if text[..end].ends_with('\r') && text[end..].starts_with('\n') {
            end += 1;
        }
        let (piece, rest) = text.split_at(end);
        pieces.push(Piece {
            text: piece.to_owned(),
            line_ends: line_ends(piece).count(),
            units: piece.chars().map(|c| encoding.width(c)).sum(),
        });
        text = rest;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random numbers, the same in each run.
    struct Random(u64);

    impl Random {
        fn below(&mut self, end: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 33) as usize % end
        }

        fn position(&mut self, lines: usize, characters: usize) -> Position {
            let number = |n| u32::try_from(n).unwrap();
            Position { line: number(self.below(lines)), character: number(self.below(characters)) }
        }

        fn text(&mut self, length: usize) -> String {
            const CHARACTERS: [char; 6] = ['a', '\u{e9}', '\u{1f600}', '\r', '\n', 'b'];
            (0..length).map(|_| CHARACTERS[self.below(CHARACTERS.len())]).collect()
        }
    }

    /// The same edit in one string.
    fn edited(text: &Text, range: Range, new: &str, encoding: Encoding) -> Text {
        let (start, end) = (text.offset(range.start), text.offset(range.end));
        let mut content = text.as_str().to_owned();
        content.replace_range(start.min(end)..start.max(end), new);
        Text::new(content, encoding)
    }

    #[test]
    fn pieces_are_edited_like_one_string() {
        let mut random = Random(7);
        for case in 0..1_000 {
            let encoding = if case % 2 == 0 { Encoding::Utf16 } else { Encoding::Utf8 };
            let length = random.below(40);
            let before = random.text(length);
            let mut expected = Text::new(before.clone(), encoding);
            let length = 1 + random.below(8);
            let mut pieces = Pieces::with_length(&before, encoding, length);
            for _ in 0..12 {
                let range = Range { start: random.position(9, 12), end: random.position(9, 12) };
                let length = random.below(6);
                let new = random.text(length);
                expected = edited(&expected, range, &new, encoding);
                pieces.replace(range, &new);
                let now: String = pieces.pieces.iter().map(|piece| &*piece.text).collect();
                assert_eq!(now, expected.as_str(), "{before:?}, then {new:?} at {range:?}");
                assert!(pieces.pieces.iter().all(|piece| !piece.text.is_empty()));
            }
        }
    }

    /// Steps of `edits` edits of a text of about `bytes` bytes. `place` has the number of an edit, the number of lines,
    /// and the length of the text.
    fn steps(bytes: usize, edits: usize, line: &str, place: Place<'_>) -> usize {
        let lines = bytes / line.len();
        let mut pieces = Pieces::new(&line.repeat(lines), Encoding::Utf16);
        for number in 0..edits {
            let (line, character) = place(number, lines, bytes);
            let number = |n| u32::try_from(n).unwrap();
            let start = Position { line: number(line), character: number(character) };
            pieces.replace(Range { start, end: start }, "xy");
        }
        pieces.steps
    }

    type Place<'p> = &'p dyn Fn(usize, usize, usize) -> (usize, usize);

    #[test]
    fn the_work_of_an_edit_grows_like_the_root_of_the_text() {
        const BYTES: usize = 1 << 16;
        const EDITS: usize = 500;
        let lines = "Disallow: /a/b/\r\n";
        let rows: [(&str, &str, Place<'_>); 6] = [
            ("at the start", lines, &|_, _, _| (0, 0)),
            ("at the end", lines, &|_, lines, _| (lines, 99)),
            ("forwards", lines, &|number, lines, _| (number % lines, 3)),
            ("backwards", lines, &|number, lines, _| (lines - number % lines, 3)),
            ("here and there", lines, &|number, lines, _| (number * 7_919 % lines, number % 19)),
            ("one long line", "Disallow: /a/b/", &|number, _, bytes| (0, number * 7_919 % bytes)),
        ];
        for (what, line, place) in rows {
            let one = steps(BYTES, EDITS, line, place);
            let text = steps(16 * BYTES, EDITS, line, place);
            let more = steps(BYTES, 4 * EDITS, line, place);
            // In one string each edit would read or move all 65,536 bytes.
            assert!(one / EDITS < 4_096, "{what}: {} steps an edit", one / EDITS);
            assert!(text <= 6 * one, "{what}: 16 times the text: {one} become {text}");
            assert!(more <= 6 * one, "{what}: 4 times the edits: {one} become {more}");
        }
    }
}
