//! What a TDMRep file says, row by row. (TDM Reservation Protocol, 10 May 2024.)

use maycrawl::as_written;
use maycrawl_site::{
    MAX_TDMREP_BYTES, MAX_TDMREP_ENTRIES, TdmReservation, TdmrepError, TdmrepFile,
};
use proptest::prelude::*;

fn read(file: &str) -> TdmrepFile {
    TdmrepFile::read(file.as_bytes()).unwrap()
}

#[test]
fn the_first_match_counts() {
    let directories = r#"[{"location":"/a/","tdm-reservation":1},
        {"location":"/b/html/","tdm-reservation":1,"tdm-policy":"https://p.example/p.json"},
        {"location":"/b/images/*.jpg","tdm-reservation":0}]"#;
    let order =
        r#"[{"location":"/","tdm-reservation":1},{"location":"/pub/","tdm-reservation":0}]"#;
    let unset = r#"[{"location":"/x","tdm-reservation":2},{"location":"/","tdm-reservation":1}]"#;
    for (file, path, expected) in [
        (directories, "/a/x", Some("1")),
        (directories, "/b/html/x", Some("1")),
        (directories, "/b/images/x.jpg", Some("0")),
        // No match is unset.
        (directories, "/b/images/x.png", None),
        // "Should be case-sensitive."
        (directories, "/A/x", None),
        // The order counts, not the length.
        (order, "/pub/x", Some("1")),
        // An unset value stops the search too.
        (unset, "/x", Some("2")),
        (unset, "/y", Some("1")),
        // `$` anchors the end, and the query belongs to it.
        (r#"[{"location":"/*.pdf$","tdm-reservation":1}]"#, "/x.pdf", Some("1")),
        (r#"[{"location":"/*.pdf$","tdm-reservation":1}]"#, "/x.pdf?y=1", None),
        // Escapes of unreserved characters are decoded first, on both sides.
        (r#"[{"location":"/art/","tdm-reservation":1}]"#, "/%61rt/x", Some("1")),
        (r#"[{"location":"/%61rt/","tdm-reservation":1}]"#, "/art/x", Some("1")),
        (r#"[{"location":"art/","tdm-reservation":1}]"#, "/art/x", None),
        ("[]", "/", None),
        ("\u{feff}[{\"location\":\"/\",\"tdm-reservation\":1}]", "/", Some("1")),
    ] {
        let file = read(file);
        let found = file.matching(as_written(path)).map(|entry| entry.reservation.to_string());
        assert_eq!(found.as_deref(), expected, "{path} in {file:?}");
    }
    let policy = read(directories).entries[1].policy.clone();
    assert_eq!(policy.as_deref(), Some("https://p.example/p.json"));
}

#[test]
fn only_the_numbers_1_and_0_are_values() {
    for (written, expected, problems) in [
        ("1", TdmReservation::Reserved, 0),
        ("0", TdmReservation::NotReserved, 0),
        ("2", TdmReservation::Unset(Some("2".to_owned())), 1),
        ("-1", TdmReservation::Unset(Some("-1".to_owned())), 1),
        ("1.0", TdmReservation::Unset(Some("1.0".to_owned())), 1),
        ("\"1\"", TdmReservation::Unset(Some("\"1\"".to_owned())), 1),
        ("true", TdmReservation::Unset(Some("true".to_owned())), 1),
        ("null", TdmReservation::Unset(Some("null".to_owned())), 1),
        ("[1]", TdmReservation::Unset(Some("[1]".to_owned())), 1),
    ] {
        let file = read(&format!(r#"[{{"location":"/","tdm-reservation":{written}}}]"#));
        assert_eq!(file.entries[0].reservation, expected, "{written}");
        assert_eq!(file.problems.len(), problems, "{written}");
    }
}

#[test]
fn parts_that_say_nothing_are_named() {
    let file = read(
        r#"[7, {"tdm-reservation":1}, {"location":1,"tdm-reservation":1}, {"location":"a","tdm-reservation":1},
            {"location":"/"}, {"location":"/","tdm-reservation":1,"tdm-policy":{}}]"#,
    );
    let problems: Vec<_> = file.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "entry 1 is not an object",
            "entry 2 has no location",
            "entry 3 has no location",
            "entry 4 has a location that matches no path, because it does not begin with `/`",
            "entry 5 has no tdm-reservation",
            "entry 6 has a tdm-policy that is not a text",
        ]
    );
    assert_eq!(file.entries.len(), 3);
}

#[test]
fn a_file_that_cannot_be_read_is_an_error() {
    let many = |number: usize| format!("[{}0]", "0,".repeat(number - 1));
    let deep = "[".repeat(200);
    for (file, expected) in [
        (r#"{"location":"/","tdm-reservation":1}"#.to_owned(), TdmrepError::NotAnArray),
        ("1".to_owned(), TdmrepError::NotAnArray),
        (String::new(), TdmrepError::NotJson { line: 1, column: 0 }),
        ("[1,]".to_owned(), TdmrepError::NotJson { line: 1, column: 4 }),
        ("<html>".to_owned(), TdmrepError::NotJson { line: 1, column: 1 }),
        (deep, TdmrepError::NotJson { line: 1, column: 128 }),
        (many(MAX_TDMREP_ENTRIES + 1), TdmrepError::TooManyEntries),
        (format!("[]{}", " ".repeat(MAX_TDMREP_BYTES - 1)), TdmrepError::TooLarge),
    ] {
        assert_eq!(TdmrepFile::read(file.as_bytes()), Err(expected));
    }
    assert!(TdmrepFile::read(many(MAX_TDMREP_ENTRIES).as_bytes()).is_ok());
    assert!(TdmrepFile::read(format!("[]{}", " ".repeat(MAX_TDMREP_BYTES - 2)).as_bytes()).is_ok());
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
        if let Ok(file) = TdmrepFile::read(&bytes) {
            let _ = file.matching(as_written(&bytes));
        }
    }
}
