//! Safe display of untrusted bytes: the ranges that are shown as escapes, one a row, and the text that stays.

#![allow(clippy::unwrap_used)] // a test may panic

use maycrawl::Printable;

fn shown(text: &str) -> String {
    Printable(text.as_bytes()).to_string()
}

const ESCAPED: [(char, char, &str); 27] = [
    ('\u{80}', '\u{9f}', "C1 controls"),
    ('\u{a0}', '\u{a0}', "no-break space"),
    ('\u{ad}', '\u{ad}', "soft hyphen"),
    ('\u{34f}', '\u{34f}', "combining grapheme joiner"),
    ('\u{61c}', '\u{61c}', "Arabic letter mark, which steers direction"),
    ('\u{115f}', '\u{1160}', "Hangul fillers"),
    ('\u{1680}', '\u{1680}', "Ogham space"),
    ('\u{17b4}', '\u{17b5}', "Khmer inherent vowels"),
    ('\u{180b}', '\u{180f}', "Mongolian variation selectors and vowel separator"),
    ('\u{2000}', '\u{200f}', "spaces of all widths, zero-width characters, direction marks"),
    (
        '\u{2028}',
        '\u{202f}',
        "line and paragraph separators, embeddings and overrides, narrow no-break space",
    ),
    (
        '\u{205f}',
        '\u{206f}',
        "mathematical space, word joiner, invisible operators, isolates, retired format characters",
    ),
    ('\u{2800}', '\u{2800}', "blank Braille pattern"),
    ('\u{3000}', '\u{3000}', "ideographic space"),
    ('\u{3164}', '\u{3164}', "Hangul filler"),
    ('\u{fdd0}', '\u{fdef}', "noncharacters"),
    ('\u{fe00}', '\u{fe0f}', "variation selectors"),
    ('\u{feff}', '\u{feff}', "byte order mark"),
    ('\u{ffa0}', '\u{ffa0}', "halfwidth Hangul filler"),
    ('\u{fff0}', '\u{fffc}', "reserved, interlinear annotation, object replacement"),
    ('\u{fffe}', '\u{ffff}', "noncharacters"),
    ('\u{13430}', '\u{1343f}', "Egyptian hieroglyph format controls"),
    ('\u{1bca0}', '\u{1bca3}', "shorthand format controls"),
    ('\u{1d173}', '\u{1d17a}', "musical format controls"),
    ('\u{e0000}', '\u{e0fff}', "tags, variation selectors, reserved format characters"),
    ('\u{1fffe}', '\u{1ffff}', "noncharacters of the second plane"),
    ('\u{10fffe}', '\u{10ffff}', "noncharacters of the last plane"),
];

#[test]
fn invisible_characters_are_shown_as_escapes() {
    for (first, last, what) in ESCAPED {
        for c in first..=last {
            assert_eq!(shown(&format!("/a{c}b")), format!("/a\\u{{{:x}}}b", c as u32), "{what}");
        }
        for neighbour in [char::from_u32(first as u32 - 1), char::from_u32(last as u32 + 1)] {
            let is_row = |c: char| ESCAPED.iter().any(|row| (row.0..=row.1).contains(&c));
            let is_text = |&c: &char| !is_row(c) && !c.is_control() && c as u32 & 0xFFFE != 0xFFFE;
            if let Some(c) = neighbour.filter(is_text) {
                assert_eq!(shown(&c.to_string()), c.to_string(), "{:x}, next to {what}", c as u32);
            }
        }
    }
    for byte in (0..0x20).chain([0x7F]) {
        let text = char::from(byte).to_string();
        assert_eq!(shown(&text), format!("\\x{byte:02x}"), "C0 controls and DEL");
    }
}

#[test]
fn text_stays_text() {
    for (text, what) in [
        ("/café/über", "Latin"),
        ("/привет", "Cyrillic"),
        ("/مرحبا/١٢", "Arabic, with its digits"),
        ("/؀١٢", "the Arabic number sign, a format character that is seen"),
        ("/שלום", "Hebrew"),
        ("/हिन्दी", "Devanagari, with its vowel signs and virama"),
        ("/ไทย", "Thai"),
        ("/日本語/カタカナ", "Japanese"),
        ("/한국어", "Korean"),
        ("/អក្សរ", "Khmer"),
        ("/ᠮᠣᠩ", "Mongolian"),
        ("/é", "a combining accent"),
        ("/🦀", "an emoji"),
        ("/�", "the replacement character"),
        ("/a b\"'<>\\", "ASCII"),
    ] {
        assert_eq!(shown(text), text, "{what}");
    }
}

/// The ranges in the tester page's source, a list of code points in strings.
fn ranges_of_the_page() -> Vec<(char, char)> {
    let file = maycrawl_testdata::root().join("web/src/format.ts");
    let source = std::fs::read_to_string(file).unwrap();
    let list = source.split_once("const INVISIBLE_RANGES =").unwrap().1.split_once(';').unwrap().0;
    let list = list.replace(['"', '+'], "");
    let character =
        |digits: &str| char::from_u32(u32::from_str_radix(digits, 16).unwrap()).unwrap();
    let bounds = |range: &str| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        (character(first), character(last))
    };
    list.split_whitespace().map(bounds).collect()
}

#[test]
fn the_page_has_the_same_list() {
    let ranges = ranges_of_the_page();
    assert!(ranges.len() > 20, "{ranges:?}");
    for c in ('\u{a0}'..=char::MAX).filter(|&c| !c.is_control()) {
        let on_the_page = ranges.iter().any(|&(first, last)| (first..=last).contains(&c));
        assert_eq!(on_the_page, shown(&c.to_string()) != c.to_string(), "{:x}", c as u32);
    }
}
