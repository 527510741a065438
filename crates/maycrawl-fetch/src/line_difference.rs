//! The first line in which two files differ.

use maycrawl::Profile;
use maycrawl::line::Lines;

/// The first difference between two files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineDifference<'f> {
    /// Number of equal bytes before it.
    pub byte: usize,
    /// Its line, from 1.
    pub line: u32,
    /// That line in the first file; `None` after its end.
    pub first: Option<&'f [u8]>,
    /// That line in the second file; `None` after its end.
    pub second: Option<&'f [u8]>,
}

impl<'f> LineDifference<'f> {
    /// The first difference between two files; `None` if they are equal. O(bytes).
    ///
    /// ```
    /// use maycrawl_fetch::LineDifference;
    ///
    /// let difference = LineDifference::between(b"User-agent: *\nDisallow: /a\n", b"User-agent: *\n").unwrap();
    /// assert_eq!((difference.line, difference.first), (2, Some(&b"Disallow: /a"[..])));
    /// assert_eq!(difference.second, None); // it ends before
    /// ```
    #[must_use]
    pub fn between(first: &'f [u8], second: &'f [u8]) -> Option<Self> {
        let byte = first.iter().zip(second).take_while(|(a, b)| a == b).count();
        if byte == first.len() && byte == second.len() {
            return None;
        }
        // Lines are counted in the equal part, so the number applies to both files.
        let number =
            Lines::new(&first[..byte], Profile::GOOGLE).last().map_or(1, |line| line.number);
        let line = |file: &'f [u8]| {
            let line = Lines::new(file, Profile::GOOGLE).find(|line| line.number == number)?;
            (byte < file.len()).then(|| line.bytes())
        };
        Some(Self { byte, line: number, first: line(first), second: line(second) })
    }
}
