//! Logs that come in pieces, as a browser reads them.

use maycrawl_audit::intake::{Intake, Lines};
use maycrawl_audit::log::{LogOptions, MAX_LINE_BYTES, Unreadable};

fn lines_of(pieces: &[&[u8]]) -> Vec<(u64, Vec<u8>)> {
    let (mut lines, mut found) = (Lines::default(), Vec::new());
    let mut take = |offset: u64, line: &[u8]| found.push((offset, line.to_vec()));
    pieces.iter().for_each(|piece| lines.push(piece, &mut take));
    lines.finish(&mut take);
    found
}

#[test]
fn lines_do_not_depend_on_the_pieces() {
    let text = b"first\r\n\nsecond\r\r\n\r\nlast\r";
    let whole = lines_of(&[text]);
    let expected: [(u64, &[u8]); 5] =
        [(0, b"first"), (7, b""), (8, b"second\r"), (17, b""), (19, b"last")];
    assert_eq!(whole, expected.map(|(offset, line)| (offset, line.to_vec())));
    for cut in 0..=text.len() {
        for next in cut..=text.len() {
            let pieces = [&text[..cut], &text[cut..next], &text[next..]];
            assert_eq!(lines_of(&pieces), whole, "cut at {cut} and {next}");
        }
    }
}

#[test]
fn a_line_that_is_too_long_is_one_line_and_refused() {
    let text = [b"a\n".as_slice(), &vec![b'x'; 10 * MAX_LINE_BYTES], b"\nb"].concat();
    let mut intake = Intake::new(&LogOptions::default(), 1, None);
    let mut lines = Lines::default();
    let mut offsets = Vec::new();
    let mut take = |offset: u64, line: &[u8]| {
        // No more of it is kept than shows that it is too long.
        assert!(line.len() <= MAX_LINE_BYTES + 1);
        offsets.push(offset);
        assert!(intake.read(0, offset, line).is_none());
    };
    text.chunks(1000).for_each(|piece| lines.push(piece, &mut take));
    lines.finish(&mut take);
    assert_eq!(offsets, [0, 2, text.len() as u64 - 1]);
    assert_eq!(intake.tally().unreadable[&Unreadable::TooLong], (1, 0, 2));
    assert_eq!((intake.tally().lines, intake.tally().requests), (3, 0));
}

#[test]
fn a_file_that_was_not_announced_has_no_requests() {
    let mut intake = Intake::new(&LogOptions::default(), 1, None);
    let line =
        br#"192.0.2.7 - - [25/Nov/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "GPTBot/1.2""#;
    assert!(intake.read(7, 0, line).is_none());
    assert!(intake.read(0, 0, line).is_some());
}
