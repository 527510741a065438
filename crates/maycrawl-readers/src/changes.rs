//! What an edit of a file changes for the programs that read it.

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::cmp::Reverse;

use maycrawl::{Profile, RobotsTxt};
use maycrawl_effects::{Budget, Paths, PathsKind};

use super::comparison::{Of, Place, Shared, places};
use super::{ReadFile, Reader, ReaderAnswer, UNNAMED};

/// What [`reader_changes`] has found.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ReaderChanges {
    /// What changes: what real paths show first, then by kind of paths, the whole site first.
    pub found: Vec<ReaderChange>,
    /// Readers for which it is not known whether all that changes was found: the budget did not suffice.
    pub undecided: Vec<&'static Reader>,
}

/// Paths that some readers decide otherwise after an edit.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReaderChange {
    /// The crawlers, of those that were asked about.
    pub crawlers: Vec<String>,
    /// The readers with another answer. Never empty.
    pub readers: Vec<ChangedAnswer>,
    /// A path that clients request and that is changed so, as short as possible.
    pub shortest: String,
    /// A path that looks like one of a real site and is changed so. If there is none, only unusual paths are.
    pub example: Option<String>,
    /// The paths of the longest of the rules that decide.
    pub paths: Paths,
}

/// A reader, and its answers before and after an edit: one allows and the other one does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChangedAnswer {
    /// The reader.
    pub reader: &'static Reader,
    /// Its answer before.
    pub before: ReaderAnswer,
    /// Its answer after.
    pub after: ReaderAnswer,
}

impl ReaderChanges {
    /// True if it is proved that the edit changes no answer of any of the readers.
    ///
    /// ```
    /// use maycrawl_effects::Budget;
    /// use maycrawl_readers::{Reader, reader_changes};
    ///
    /// let readers: Vec<_> = Reader::all().iter().collect();
    /// let file = b"User-agent: *\nDisallow: /a\n";
    /// let with_comment = b"User-agent: *\nDisallow: /a # why\n";
    /// assert!(reader_changes(&readers, file, with_comment, &mut Budget::default()).is_none());
    /// // Without a budget nothing is proved.
    /// assert!(!reader_changes(&readers, file, with_comment, &mut Budget::new(0)).is_none());
    /// ```
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.found.is_empty() && self.undecided.is_empty()
    }

    /// The readers with a changed answer, in the order of [`Reader::all`].
    #[must_use]
    pub fn readers(&self) -> Vec<&'static Reader> {
        let is_changed = |reader: &&Reader| {
            self.found.iter().flat_map(|change| &change.readers).any(|it| it.reader == *reader)
        };
        Reader::all().iter().filter(is_changed).collect()
    }
}

impl ReaderChange {
    /// The path to show.
    #[must_use]
    pub fn path(&self) -> &str {
        self.example.as_deref().unwrap_or(&self.shortest)
    }
}

/// What changes for the `readers` if the file `before` becomes `after`, for every path and every crawler.
///
/// ```
/// use maycrawl_effects::Budget;
/// use maycrawl_readers::{Reader, reader_changes};
///
/// let before = b"User-agent: *\nAllow: /\nDisallow: /content\n";
/// let after = b"User-agent: *\nDisallow: /content\n";
/// let readers = [Reader::by_name("google").unwrap(), Reader::by_name("cpython").unwrap()];
/// let changes = reader_changes(&readers, before, after, &mut Budget::default());
/// // Google takes the longest rule, and Python's standard library the first one.
/// let [change] = &changes.found[..] else { panic!() };
/// assert_eq!((change.path(), change.readers[0].reader.name()), ("/content", "cpython"));
/// assert!(change.readers[0].before.is_allowed && !change.readers[0].after.is_allowed);
/// // For Google nothing changes, and that is proved.
/// assert!(changes.undecided.is_empty());
/// ```
///
/// Cost: that of [`FileReadings::new`] and of [`FileReadings::changes`].
#[must_use]
pub fn reader_changes(
    readers: &[&'static Reader],
    before: &[u8],
    after: &[u8],
    budget: &mut Budget<'_>,
) -> ReaderChanges {
    FileReadings::new(readers, before, budget).changes(after, budget)
}

/// A file, as some readers have read it. For several edits and expectations of one file.
#[derive(Debug)]
pub struct FileReadings {
    pub(super) readers: Vec<&'static Reader>,
    /// `None` if the file is too large, or the budget too small.
    pub(super) read: Option<Vec<ReadFile>>,
    pub(super) names: Names,
    shared: RefCell<Shared>,
}

/// The steps of reading a byte, for each reader.
const STEPS_OF_READING: u64 = 2;

impl FileReadings {
    /// Reads the file for each of the readers. O(readers * bytes). A file of more than 90 KiB is not read for 14
    /// readers, nor one of 1260 KiB for one: what an edit of it changes is undecided.
    #[must_use]
    pub fn new(readers: &[&'static Reader], file: &[u8], budget: &mut Budget<'_>) -> Self {
        let read = read(readers, file, budget);
        let mut names = Names::default();
        let mut shared = Shared::default();
        if let Some(read) = &read {
            names = names.with(file, read, MAX_NAMES);
            shared.choices.compare_all(read, &names.all, budget);
        }
        Self { readers: readers.to_vec(), names, read, shared: RefCell::new(shared) }
    }

    /// What changes if the file becomes this one.
    ///
    /// ```
    /// use maycrawl_effects::Budget;
    /// use maycrawl_readers::{FileReadings, Reader};
    ///
    /// let readers: Vec<_> = Reader::all().iter().collect();
    /// let budget = &mut Budget::default();
    /// let before = FileReadings::new(&readers, b"User-agent: *\nDissallow: /a\n", budget);
    /// let changes = before.changes(b"User-agent: *\nDisallow: /a\n", budget);
    /// // Google reads the misspelt field too, and RFC 9309 does not.
    /// assert!(changes.readers().iter().any(|reader| reader.name() == "rfc9309"));
    /// assert!(!changes.readers().iter().any(|reader| reader.name() == "google"));
    /// ```
    ///
    /// Cost: O(readers * bytes), and for each reader for which the rules are not the same a search through the states
    /// of both files. Ends at the budget.
    #[must_use]
    pub fn changes(&self, after: &[u8], budget: &mut Budget<'_>) -> ReaderChanges {
        let readers = &self.readers[..];
        let both =
            self.read.as_ref().and_then(|before| Some((before, read(readers, after, budget)?)));
        let Some((read_before, read_after)) = both else {
            return ReaderChanges { found: Vec::new(), undecided: self.readers.clone() };
        };
        let names = self.names.clone().with(after, &read_after, MAX_NAMES);
        let names: Vec<&str> = names.all.iter().map(String::as_str).collect();
        self.compared(read_before, &read_after, &names, budget)
    }

    /// What differs for the readers between two files that each of them has read.
    pub(super) fn compared(
        &self,
        before: &[ReadFile],
        after: &[ReadFile],
        names: &[&str],
        budget: &mut Budget<'_>,
    ) -> ReaderChanges {
        let readers = &self.readers[..];
        let read: Vec<&ReadFile> = before.iter().chain(after).collect();
        let pairs: Vec<_> = (0..readers.len()).map(|at| [at, readers.len() + at]).collect();
        let places = places(&read, &pairs, names, &mut self.shared.borrow_mut(), Of::Edit, budget);
        let is_beyond = names.len() == MAX_NAMES || places.names_not_compared > 0;
        let is_open = |at: &usize| is_beyond || places.open.contains(at);
        let undecided = (0..readers.len()).filter(is_open).map(|at| readers[at]).collect();
        let mut found: Vec<_> =
            places.found.into_iter().map(|place| change(readers, place)).collect();
        found.sort_by_key(weight);
        ReaderChanges { found, undecided }
    }
}

/// The most bytes of one file that all readers together read: 90 KiB for 14 of them. 17 of 1,911 real files have more.
/// A group of 24 bytes takes 300 bytes in memory for each reader, before and after the edit.
const MAX_READ: usize = 14 * (90 << 10);

/// Reading is not divided, so what it costs is asked for before.
fn read(
    readers: &[&'static Reader],
    file: &[u8],
    budget: &mut Budget<'_>,
) -> Option<Vec<ReadFile>> {
    let bytes = readers.len() * file.len();
    let is_paid = bytes <= MAX_READ && budget.take(STEPS_OF_READING * bytes as u64);
    is_paid.then(|| readers.iter().map(|reader| reader.read(file)).collect())
}

/// Names that are compared. A file with more is no file for crawlers.
const MAX_NAMES: usize = 1000;

fn change(readers: &[&'static Reader], place: Place) -> ReaderChange {
    let (before, after) = place.answers.split_at(readers.len());
    let answers = readers.iter().zip(before.iter().zip(after));
    let changed = answers.filter(|(_, (before, after))| before.is_allowed != after.is_allowed);
    ReaderChange {
        readers: changed
            .map(|(&reader, (&before, &after))| ChangedAnswer { reader, before, after })
            .collect(),
        crawlers: place.crawlers,
        shortest: place.shortest,
        example: place.example,
        paths: place.paths,
    }
}

/// Smaller is heavier. What changes for one program of 14, or for one crawler, is not what an edit is known by.
fn weight(one: &ReaderChange) -> (bool, bool, bool, Reverse<usize>, PathsKind, usize) {
    let is_part = one.paths.kind != PathsKind::WholeSite;
    let is_for_some = !one.crawlers.iter().any(|name| name == UNNAMED);
    let readers = Reverse(one.readers.len());
    (one.example.is_none(), is_part, is_for_some, readers, one.paths.kind, one.paths.text.len())
}

/// The names that decide which groups any crawler follows: those of the file, as they are written and as some reader
/// has them, and [`UNNAMED`].
///
/// ```
/// use maycrawl_readers::names;
///
/// let file = b"User-agent: GPTBot\nDisallow: /\nUser-agent: *\nDisallow: /a\n";
/// assert_eq!(names(file), ["#", "GPTBot"]);
/// ```
#[must_use]
pub fn names(file: &[u8]) -> Vec<String> {
    let read: Vec<_> = Reader::all().iter().map(|it| it.read(file)).collect();
    Names::default().with(file, &read, usize::MAX).all
}

/// The names of files, each once, and [`UNNAMED`].
#[derive(Clone, Debug)]
pub(super) struct Names {
    all: Vec<String>,
    /// In lower case.
    seen: BTreeSet<String>,
}

impl Default for Names {
    fn default() -> Self {
        Self { all: Vec::from([UNNAMED.to_owned()]), seen: BTreeSet::from([UNNAMED.to_owned()]) }
    }
}

impl Names {
    /// False if no file has the name. Not all names of a long file are here.
    pub(super) fn may_contain(&self, name: &str) -> bool {
        self.all.len() >= MAX_NAMES || self.seen.contains(&name.to_lowercase())
    }

    /// Adds the names of a file. At `most`, no more are added.
    fn with(mut self, file: &[u8], read: &[ReadFile], most: usize) -> Self {
        let robots = RobotsTxt::parse_with(file, Profile::GOOGLE.verbatim());
        let agents = robots.groups().flat_map(|group| group.agents());
        let written = agents.map(|agent| agent.value);
        let read = read.iter().flat_map(|read| &*read.groups).flat_map(|group| &group.names);
        for name in written.chain(read.map(Vec::as_slice)) {
            if self.all.len() >= most {
                break;
            }
            let name = String::from_utf8_lossy(name);
            if !name.is_empty() && name != "*" && self.seen.insert(name.to_lowercase()) {
                self.all.push(name.into_owned());
            }
        }
        self
    }
}
