//! Where readers disagree on a file: the paths that one of them allows and another one does not.

use alloc::vec::Vec;
use core::cmp::Reverse;

use maycrawl_effects::{Budget, PathsKind};

use super::comparison::{Of, Place, Shared, places};
use super::regions::{Disagreement, ReaderLine, programs};
use super::{ReadFile, Reader, reasons};

/// What [`disagreements`] has found.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Disagreements {
    /// The heaviest first: what real paths show before what only unusual ones do; then by kind of paths, the whole site
    /// first; then by use, which is the number of programs whose answer is the rarer one.
    pub found: Vec<Disagreement>,
    /// Readers that were not compared with the first one for all paths, counted once for each class of crawlers.
    pub undecided: u64,
    /// Crawlers for which nothing was compared: the file has too many names or rules for the budget.
    pub names_not_compared: usize,
}

impl Disagreements {
    /// True if it is proved that the readers give one answer for every path.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.found.is_empty() && self.undecided == 0 && self.names_not_compared == 0
    }
}

/// Every place where one of the `readers` gives another answer than the first of them, for each of the `crawlers`.
///
/// Where two readers disagree, one of them disagrees with the first one too: if nothing is found, all of them agree.
///
/// ```
/// use maycrawl_effects::Budget;
/// use maycrawl_readers::{Reader, UNNAMED, disagreements};
///
/// let file = b"User-agent: *\nAllow: /shop/\nDisallow: /shop/cart\n";
/// let readers = [Reader::by_name("google").unwrap(), Reader::by_name("cpython").unwrap()];
/// let told = disagreements(&readers, file, &[UNNAMED], &mut Budget::default());
/// let [one] = &told.found[..] else { panic!() };
/// assert_eq!(one.shortest, "/shop/cart");
/// assert_eq!((one.allowing[0].reader.name(), one.allowing[0].line), ("cpython", Some(2)));
/// assert_eq!((one.disallowing[0].reader.name(), one.disallowing[0].line), ("google", Some(3)));
/// assert_eq!(one.reasons[0].axes[0].axis, "which rule wins");
/// // Nothing else differs, and that is proved.
/// assert_eq!(told.undecided, 0);
/// ```
///
/// The paths are those that clients request ([`RequestUrl`](maycrawl::RequestUrl)).
///
/// Cost: for each reader that does not read as the first one, a search through the states of both: O(file) without
/// wildcards. Ends at the budget.
#[must_use]
pub fn disagreements(
    readers: &[&'static Reader],
    file: &[u8],
    crawlers: &[&str],
    budget: &mut Budget<'_>,
) -> Disagreements {
    let read: Vec<ReadFile> = readers.iter().map(|reader| reader.read(file)).collect();
    let pairs: Vec<_> = (1..readers.len()).map(|other| [0, other]).collect();
    // Most of the budget is for places. What they need is not known before, so reasons get a fixed part.
    let most = budget.steps() - budget.steps() / PART_FOR_REASONS;
    let places = budget.with_at_most(most, |budget| {
        places(
            &read.iter().collect::<Vec<_>>(),
            &pairs,
            crawlers,
            &mut Shared::default(),
            Of::Readings,
            budget,
        )
    });
    let mut found: Vec<_> =
        places.found.into_iter().map(|place| disagreement(readers, place)).collect();
    reasons::explain(&mut found, file, budget);
    found.sort_by_cached_key(weight);
    let (undecided, names_not_compared) = (places.undecided, places.names_not_compared);
    Disagreements { found, undecided, names_not_compared }
}

/// The part of the budget that is kept for reasons: an eighth.
const PART_FOR_REASONS: u64 = 8;

fn disagreement(readers: &[&'static Reader], place: Place) -> Disagreement {
    let side = |allows: bool| -> Vec<ReaderLine> {
        let answers = readers.iter().zip(&place.answers);
        let wanted = answers.filter(|(_, answer)| answer.is_allowed == allows);
        wanted.map(|(&reader, answer)| ReaderLine { reader, line: answer.line }).collect()
    };
    Disagreement {
        allowing: side(true),
        disallowing: side(false),
        crawlers: place.crawlers,
        shortest: place.shortest,
        example: place.example,
        paths: place.paths,
        reasons: Vec::new(),
    }
}

/// Smaller is heavier.
fn weight(one: &Disagreement) -> (bool, PathsKind, Reverse<usize>, usize, Option<u32>) {
    let rarer = programs(one.sides().0);
    let line = one.disallowing.first().and_then(|it| it.line);
    (one.example.is_none(), one.paths.kind, Reverse(rarer), one.paths.text.len(), line)
}
