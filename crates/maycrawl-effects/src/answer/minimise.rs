//! The answer about what a file does not need. The command, and every other program that has the file, write the same
//! keys in the same order.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::RobotsTxt;
use serde::Serialize;

use crate::Minimised;

/// What a file does not need, as `maycrawl minimise --list --format json` writes it.
#[derive(Serialize)]
#[non_exhaustive]
pub struct MinimiseAnswer<'m> {
    /// The bytes of the file.
    pub bytes_before: usize,
    /// The bytes of the shorter one.
    pub bytes_after: usize,
    /// The lines that are not needed.
    pub lines: Vec<NeedlessLine<'m>>,
    /// The number of rules that stay because they could not be decided.
    pub undecided: usize,
    /// Whether the shorter file has at most the wanted number of bytes; `null` if no number is wanted.
    pub fits: Option<bool>,
}

/// A line that is not needed.
#[derive(Serialize)]
#[non_exhaustive]
pub struct NeedlessLine<'m> {
    /// Its number, from 1.
    pub line: u32,
    /// Its text, without comment.
    pub text: Cow<'m, str>,
    /// Why it is not needed.
    pub reason: &'m str,
}

impl<'m> MinimiseAnswer<'m> {
    /// What `shorter` leaves out of `robots`. `limit`: the wanted number of bytes.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_effects::answer::MinimiseAnswer;
    /// use maycrawl_effects::{Budget, minimised};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\nDisallow: /a/b\n");
    /// let shorter = minimised(&robots, &mut Budget::default());
    /// let answer = MinimiseAnswer::new(&robots, &shorter, Some(100));
    /// assert_eq!((&*answer.lines[0].text, answer.fits), ("Disallow: /a/b", Some(true)));
    /// ```
    #[must_use]
    pub fn new(robots: &'m RobotsTxt<'_>, shorter: &'m Minimised, limit: Option<usize>) -> Self {
        let lines = shorter.removed.iter().map(|gone| NeedlessLine {
            line: gone.line,
            text: String::from_utf8_lossy(robots.line_text(gone.line).unwrap_or_default()),
            reason: &gone.reason,
        });
        Self {
            bytes_before: robots.as_bytes().len(),
            bytes_after: shorter.bytes.len(),
            lines: lines.collect(),
            undecided: shorter.undecided,
            fits: limit.map(|limit| shorter.bytes.len() <= limit),
        }
    }
}
