//! What an edit of a file changes for the programs that read it.

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::{Profile, RobotsTxt};
use maycrawl_effects::{Budget, Paths, PathsKind};

use super::comparison::{Place, places};
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
/// Cost: that of [`BeforeEdit::new`] and of [`BeforeEdit::changes`].
#[must_use]
pub fn reader_changes(
    readers: &[&'static Reader],
    before: &[u8],
    after: &[u8],
    budget: &mut Budget<'_>,
) -> ReaderChanges {
    BeforeEdit::new(readers, before, budget).changes(after, budget)
}

/// A file before an edit, as some readers have read it. For several edits of one file.
#[derive(Debug)]
pub struct BeforeEdit {
    readers: Vec<&'static Reader>,
    read: Vec<ReadFile>,
    names: Vec<String>,
}

/// The steps of reading a byte, for each reader.
const STEPS_OF_READING: u64 = 2;

impl BeforeEdit {
    /// Reads the file for each of the readers. O(readers * bytes).
    #[must_use]
    pub fn new(readers: &[&'static Reader], file: &[u8], budget: &mut Budget<'_>) -> Self {
        budget.take(STEPS_OF_READING * (readers.len() * file.len()) as u64);
        let read: Vec<_> = readers.iter().map(|reader| reader.read(file)).collect();
        Self { readers: readers.to_vec(), names: names_of(&[file], &read), read }
    }

    /// What changes if the file becomes this one.
    ///
    /// ```
    /// use maycrawl_effects::Budget;
    /// use maycrawl_readers::{BeforeEdit, Reader};
    ///
    /// let readers: Vec<_> = Reader::all().iter().collect();
    /// let budget = &mut Budget::default();
    /// let before = BeforeEdit::new(&readers, b"User-agent: *\nDissallow: /a\n", budget);
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
        // Reading is not divided, so what it costs is asked for before.
        if !budget.take(STEPS_OF_READING * (readers.len() * after.len()) as u64) {
            return ReaderChanges { found: Vec::new(), undecided: self.readers.clone() };
        }
        let read_after: Vec<_> = readers.iter().map(|reader| reader.read(after)).collect();
        let mut names = self.names.clone();
        for name in names_of(&[after], &read_after) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let names: Vec<&str> = names.iter().take(MAX_NAMES).map(String::as_str).collect();
        let read: Vec<&ReadFile> = self.read.iter().chain(&read_after).collect();
        let pairs: Vec<_> = (0..readers.len()).map(|at| [at, readers.len() + at]).collect();
        let places = places(&read, &pairs, &names, budget);
        let is_beyond = names.len() == MAX_NAMES || places.names_not_compared > 0;
        let is_open = |at: &usize| is_beyond || places.open.contains(at);
        let undecided = (0..readers.len()).filter(is_open).map(|at| readers[at]).collect();
        let mut found: Vec<_> =
            places.found.into_iter().map(|place| change(readers, place)).collect();
        found.sort_by_key(weight);
        ReaderChanges { found, undecided }
    }
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

/// Smaller is heavier.
fn weight(one: &ReaderChange) -> (bool, PathsKind, usize) {
    (one.example.is_none(), one.paths.kind, one.paths.text.len())
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
    names_of(&[file], &read)
}

fn names_of(files: &[&[u8]], read: &[ReadFile]) -> Vec<String> {
    let written = files.iter().flat_map(|file| {
        let robots = RobotsTxt::parse_with(file, Profile::GOOGLE.verbatim());
        let agents = robots.groups().flat_map(|group| group.agents());
        agents.map(|agent| agent.value.to_vec()).collect::<Vec<_>>()
    });
    let read = read.iter().flat_map(|read| &read.groups).flat_map(|group| &group.names);
    let mut seen = BTreeSet::new();
    let all = written.chain(read.cloned());
    let all = all.map(|name| String::from_utf8_lossy(&name).into_owned());
    let named =
        all.filter(|name| !name.is_empty() && name != "*" && seen.insert(name.to_lowercase()));
    core::iter::once(UNNAMED.to_owned()).chain(named).collect()
}
