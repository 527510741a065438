//! What is told of a place where readers disagree.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl_effects::Paths;

use super::Reader;

/// A name that stands for every crawler that a file does not name: no value of a line has a `#`.
pub const UNNAMED: &str = "#";

/// A reader, and the line by which it decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReaderLine {
    /// The reader.
    pub reader: &'static Reader,
    /// The line that decides, from 1; `None` if no rule does.
    pub line: Option<u32>,
}

/// Paths on which readers disagree, with the shortest one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Disagreement {
    /// The crawlers, of those that were asked about.
    pub crawlers: Vec<String>,
    /// The readers that allow the paths, in the order of [`Reader::all`]. Never empty.
    pub allowing: Vec<ReaderLine>,
    /// The readers that disallow them. Never empty.
    pub disallowing: Vec<ReaderLine>,
    /// A path that clients request and that is decided so. No shorter one is decided by the same patterns. A line may
    /// have several, such as an index page and its directory, and `/robots.txt` is one of its own for readers that
    /// always allow it.
    pub shortest: String,
    /// A path that looks like one of a real site and is decided so. If there is none, only unusual paths are decided
    /// so: with an escape that nobody needs, or `/robots.txt`.
    pub example: Option<String>,
    /// The paths of the longest of the rules that decide. All of the disagreement is among them.
    pub paths: Paths,
    /// Why the readers disagree.
    pub reasons: Vec<Reason>,
}

impl Disagreement {
    /// The name that was asked about.
    pub(super) fn asked(&self) -> &str {
        self.crawlers.first().map_or(UNNAMED, |name| name)
    }

    /// The side with fewer programs, and the other one.
    pub(super) fn sides(&self) -> (&[ReaderLine], &[ReaderLine]) {
        if programs(&self.disallowing) < programs(&self.allowing) {
            (&self.disallowing, &self.allowing)
        } else {
            (&self.allowing, &self.disallowing)
        }
    }

    pub(super) fn allows(&self, reader: &Reader) -> bool {
        self.allowing.iter().any(|it| it.reader == reader)
    }
}

/// The number of programs. Two versions of one count once.
pub(super) fn programs(side: &[ReaderLine]) -> usize {
    side.iter().map(|it| it.reader.program()).collect::<BTreeSet<_>>().len()
}

/// An axis, and the values on it of two readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AxisValues {
    /// The name of the axis, as [`Reader::axes`] has it.
    pub axis: &'static str,
    /// The value of the readers of [`Reason::readers`].
    pub theirs: &'static str,
    /// The value of [`Reason::compared_with`].
    pub other: &'static str,
}

/// Why some readers give another answer than the others.
///
/// If the first of the `readers` had the `other` values of `compared_with`, it would give the same answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason {
    /// Readers of the side with fewer programs.
    pub readers: Vec<&'static Reader>,
    /// The first reader of the other side.
    pub compared_with: &'static Reader,
    /// One axis, or two that explain it only together; none if no two do, or the budget did not suffice.
    pub axes: Vec<AxisValues>,
}
