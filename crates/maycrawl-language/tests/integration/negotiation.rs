//! Which language a tag, a locale and the header `Accept-Language` choose.

use maycrawl_language::Language::{self, English, Finnish, Indonesian, Korean, Thai};

#[test]
fn a_tag_names_a_language_by_its_first_part() {
    for (tag, expected) in [
        ("en", Some(English)),
        ("EN-us", Some(English)),
        ("id", Some(Indonesian)),
        ("in", Some(Indonesian)),
        ("ko-Kore-KR", Some(Korean)),
        ("th_TH", Some(Thai)),
        ("fi", Some(Finnish)),
        ("fil", None),
        ("", None),
        ("de", None),
        ("*", None),
    ] {
        assert_eq!(tag.parse::<Language>().ok(), expected, "{tag}");
    }
    for language in Language::ALL {
        assert_eq!(language.tag().parse(), Ok(language));
    }
}

#[test]
fn an_unknown_tag_is_quoted_safely_and_not_in_full() {
    let error = format!("x\u{1b}[31m{}", "y".repeat(100)).parse::<Language>().unwrap_err();
    let text = error.to_string();
    assert!(text.starts_with("unknown language `x\\x1b[31myyy"), "{text}");
    assert!(text.ends_with("y`; the languages are en, id, ko, th and fi"), "{text}");
    assert!(text.len() < 110, "{text}");
}

#[test]
fn a_locale_names_a_language() {
    for (locale, expected) in [
        ("ko_KR.UTF-8", Some(Korean)),
        ("fi_FI@euro", Some(Finnish)),
        ("id", Some(Indonesian)),
        ("C", Some(English)),
        ("POSIX", Some(English)),
        ("C.UTF-8", Some(English)),
        ("de_DE.UTF-8", None),
        ("", None),
    ] {
        assert_eq!(Language::from_locale(locale), expected, "{locale}");
    }
}

/// A header, and the language. English where the header asks for none of them.
const HEADERS: &[(&str, Language)] = &[
    ("", English),
    ("ko", Korean),
    ("ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7", Korean),
    ("de, fr;q=0.9, th;q=0.1", Thai),
    ("fi;q=0.5, en", English),
    ("en;q=0.5, fi;q=0.501", Finnish),
    ("id;q=0.8, ko;q=0.8", Indonesian),
    ("th;q=0", English),
    ("th;q=0.000, fi;q=0.001", Finnish),
    ("*", English),
    ("ko;q=0.4, *;q=0.5", English),
    ("TH-th ; Q=1.000", Thai),
    ("th;q=1.5, fi", Finnish),
    ("th;q=, fi;q=0.1", Finnish),
    ("th;q=0.1234, fi;q=0.1", Finnish),
    ("th;level=1, fi;q=0.1", Finnish),
    (",,;;,ko", Korean),
    ("한국어, ko;q=0.1", Korean),
];

#[test]
fn the_heaviest_known_language_of_the_header_wins() {
    for (header, expected) in HEADERS {
        assert_eq!(Language::from_accept_language(header), *expected, "{header}");
    }
}

#[test]
fn a_long_header_is_read_up_to_its_limits() {
    let many = format!("{}ko", "de,".repeat(32));
    assert_eq!(Language::from_accept_language(&many), English, "the 33rd language");
    let in_time = format!("{}ko", "de,".repeat(31));
    assert_eq!(Language::from_accept_language(&in_time), Korean, "the 32nd language");
    let long = format!("{}, ko", "x".repeat(1024));
    assert_eq!(Language::from_accept_language(&long), English, "after 1,024 bytes");
    let cut = format!("{},ko-Kore", "x".repeat(1021));
    assert_eq!(Language::from_accept_language(&cut), English, "a tag that the limit cuts");
    let wide = "ก".repeat(1000);
    assert_eq!(Language::from_accept_language(&wide), English, "a character that the limit cuts");
}
