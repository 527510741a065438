//! Why readers disagree: the axis that explains it.
//!
//! A reader is one value on each axis and nothing else. So the cause of a difference can be found by trying: a reader
//! that gets the value of another one on one axis, and then gives its answer, differs because of that axis. Where no
//! axis alone does it, pairs of them are tried.

use alloc::vec::Vec;

use maycrawl::as_written;
use maycrawl_effects::Budget;

use super::axes::{self, AXES, Axes};
use super::regions::{AxisValues, Disagreement, ReaderLine, Reason};
use super::{ReadFile, Reader};

/// The steps of reading a byte of the file once more.
const STEPS_OF_READING: u64 = 4;

/// The steps of asking once more, for each byte: all names and rules are compared.
const STEPS_OF_ASKING: u64 = 1;

/// Adds the reasons. Each pair of readers reads the file anew for each axis on which they differ.
pub(super) fn explain(found: &mut [Disagreement], file: &[u8], budget: &mut Budget<'_>) {
    let mut asked: Vec<Asked> = Vec::new();
    for (index, one) in found.iter().enumerate() {
        let (few, many) = one.sides();
        for &ReaderLine { reader, .. } in few {
            asked.push(Asked { index, reader, other: many[0].reader, axes: None });
        }
    }
    let mut pairs: Vec<[&'static Reader; 2]> = Vec::new();
    for ask in &asked {
        let pair = [ask.reader, ask.other];
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    for [reader, other] in pairs {
        let changes = changes(&reader.axes, &other.axes);
        for change in changes {
            let mut open = asked.iter_mut().filter(|ask| ask.is_open([reader, other])).peekable();
            // The first change that explains an answer is its reason, so answered questions are not asked again.
            if open.peek().is_none() {
                break;
            }
            if !budget.take(1 + STEPS_OF_READING * file.len() as u64) {
                break;
            }
            let changed = ReadFile::new(file, with(&reader.axes, &other.axes, &change));
            for ask in open {
                if !budget.take(1 + STEPS_OF_ASKING * file.len() as u64) {
                    break;
                }
                let one = &found[ask.index];
                let url = [b"https://example.com", one.shortest.as_bytes()].concat();
                let answer = changed.decide(one.asked(), as_written(&url));
                if answer.is_allowed == one.allows(other) {
                    ask.axes = Some(change.clone());
                }
            }
        }
    }
    for ask in asked {
        let values = |&axis: &usize| AxisValues {
            axis: AXES[axis],
            theirs: axes::rows(&ask.reader.axes)[axis].1,
            other: axes::rows(&ask.other.axes)[axis].1,
        };
        let axes: Vec<_> = ask.axes.iter().flatten().map(values).collect();
        let reasons = &mut found[ask.index].reasons;
        match reasons.iter_mut().find(|reason| reason.axes == axes) {
            Some(same) => same.readers.push(ask.reader),
            None => reasons.push(Reason {
                readers: Vec::from([ask.reader]),
                compared_with: ask.other,
                axes,
            }),
        }
    }
}

/// Why does `reader` not give the answer of `other`?
struct Asked {
    index: usize,
    reader: &'static Reader,
    other: &'static Reader,
    axes: Option<Vec<usize>>,
}

impl Asked {
    fn is_open(&self, [reader, other]: [&'static Reader; 2]) -> bool {
        self.axes.is_none() && self.reader == reader && self.other == other
    }
}

/// The axes on which two readers differ, alone and then in pairs. Those of names and rules come first: where several
/// explain a difference, the later step of reading is the plainer cause.
fn changes(axes: &Axes, other: &Axes) -> Vec<Vec<usize>> {
    let differing: Vec<usize> =
        (0..AXES.len()).rev().filter(|&axis| axes.with(axis, other) != *axes).collect();
    let mut changes: Vec<Vec<usize>> = differing.iter().map(|&axis| Vec::from([axis])).collect();
    for (at, &first) in differing.iter().enumerate() {
        changes.extend(differing[at + 1..].iter().map(|&second| Vec::from([second, first])));
    }
    changes
}

fn with(axes: &Axes, other: &Axes, change: &[usize]) -> Axes {
    change.iter().fold(*axes, |axes, &axis| axes.with(axis, other))
}
