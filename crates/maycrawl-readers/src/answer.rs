//! What an edit changes for other programs, as it is told: to people and as JSON.

#[cfg(feature = "serde")]
mod verify;

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

#[cfg(feature = "serde")]
pub use self::verify::{ExpectedPrograms, ProgramsFailure, VerifyAnswer};
use super::{ChangedAnswer, Reader, ReaderChange, ReaderChanges, UNNAMED};

/// For which programs an edit of a file changes nothing, and for which it does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ProgramsAnswer {
    /// Programs for which it is proved that no verdict changes, for any crawler and URL.
    pub kept: Vec<&'static str>,
    /// What changes, each program once, with its heaviest change.
    pub changed: Vec<ProgramsChange>,
    /// Programs for which that is not known: too much would have to be compared.
    pub undecided: Vec<&'static str>,
}

/// A path whose verdict an edit changes for some programs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ProgramsChange {
    /// The programs. Never empty.
    pub programs: Vec<&'static str>,
    /// The crawlers, of those that the files name.
    pub crawlers: Vec<String>,
    /// Also every crawler that the files do not name.
    pub others: bool,
    /// A path that is changed so.
    pub path: String,
    /// Only unusual paths are: with an escape that nobody needs, or `/robots.txt`.
    pub is_unusual: bool,
    /// Whether it may be fetched afterwards.
    pub becomes_allowed: bool,
    /// The line that decides before, if any.
    #[cfg_attr(feature = "schema", schema(required))]
    pub line_before: Option<u32>,
    /// The line that decides afterwards, if any.
    #[cfg_attr(feature = "schema", schema(required))]
    pub line_after: Option<u32>,
}

/// What a change of a file does: to crawlers as its profile reads them, and for other programs.
#[cfg(feature = "serde")]
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct DiffAnswer {
    /// What it does to crawlers.
    #[serde(flatten)]
    pub change: maycrawl_effects::answer::ChangeAnswer,
    /// What it changes for the programs that read robots.txt, each with its own reading; null if only a part of the
    /// site was compared.
    #[cfg_attr(feature = "schema", schema(required))]
    pub programs: Option<ProgramsAnswer>,
}

#[cfg(feature = "serde")]
impl DiffAnswer {
    /// The answer about a change, and what [`reader_changes`](crate::reader_changes) says of both files.
    #[must_use]
    pub const fn new(
        change: maycrawl_effects::answer::ChangeAnswer,
        programs: Option<ProgramsAnswer>,
    ) -> Self {
        Self { change, programs }
    }
}

/// `, asked as GPTBot`, if only some crawlers are meant: their names, how many more there are, and whether all others
/// are meant too.
struct AskedAs<'a>(&'a [String], usize, bool);

impl fmt::Display for AskedAs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(crawlers, more, others) = self;
        if *others {
            return Ok(());
        }
        let shown = crawlers.len().min(3);
        let names: Vec<&str> = crawlers[..shown].iter().map(String::as_str).collect();
        write!(f, ", asked as {}", maycrawl::Printable(names.join(", ").as_bytes()))?;
        match crawlers.len() - shown + more {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

impl ProgramsAnswer {
    /// True if it is proved that no verdict changes for any of the programs.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.changed.is_empty() && self.undecided.is_empty()
    }
}

impl ReaderChanges {
    /// What to tell: each reader once, with its heaviest change.
    ///
    /// ```
    /// use maycrawl_effects::Budget;
    /// use maycrawl_readers::{Reader, reader_changes};
    ///
    /// let readers: Vec<_> = Reader::all().iter().collect();
    /// let (before, after) = (b"User-agent: *\nDisallow: /cart*\n", b"User-agent: *\nDisallow: /cart\n");
    /// let told = reader_changes(&readers, before, after, &mut Budget::default()).answer(&readers);
    /// assert!(told.kept.contains(&"google") && told.undecided.is_empty());
    /// // Three of them read no wildcards.
    /// assert_eq!(
    ///     told.changed[0].to_string(),
    ///     "/cart becomes disallowed for cpython, cpython-3.11 and www-robotrules (line 2)",
    /// );
    /// ```
    #[must_use]
    pub fn answer(&self, readers: &[&'static Reader]) -> ProgramsAnswer {
        let mut changed: Vec<ProgramsChange> = Vec::new();
        let mut told: Vec<&Reader> = Vec::new();
        for change in &self.found {
            for it in &change.readers {
                if told.contains(&it.reader) {
                    continue;
                }
                told.push(it.reader);
                let row = ProgramsChange::new(change, it);
                let is_same = |known: &&mut ProgramsChange| known.is_alike(&row);
                match changed.iter_mut().find(is_same) {
                    Some(known) => known.programs.extend(row.programs),
                    None => changed.push(row),
                }
            }
        }
        let is_undecided =
            |reader: &&&Reader| self.undecided.contains(reader) && !told.contains(*reader);
        let undecided = readers.iter().filter(is_undecided).map(|reader| reader.name()).collect();
        let is_kept =
            |reader: &&&Reader| !told.contains(*reader) && !self.undecided.contains(reader);
        let kept = readers.iter().filter(is_kept).map(|reader| reader.name()).collect();
        ProgramsAnswer { kept, changed, undecided }
    }
}

impl ProgramsChange {
    fn new(change: &ReaderChange, answer: &ChangedAnswer) -> Self {
        let named = change.crawlers.iter().filter(|name| *name != UNNAMED);
        let crawlers: Vec<String> = named.cloned().collect();
        Self {
            programs: Vec::from([answer.reader.name()]),
            others: crawlers.len() < change.crawlers.len(),
            crawlers,
            path: change.path().to_string(),
            is_unusual: change.example.is_none(),
            becomes_allowed: answer.after.is_allowed,
            line_before: answer.before.line,
            line_after: answer.after.line,
        }
    }

    /// True if only the programs may differ.
    fn is_alike(&self, other: &Self) -> bool {
        Self { programs: Vec::new(), ..self.clone() }
            == Self { programs: Vec::new(), ..other.clone() }
    }
}

/// `/cart becomes disallowed for cpython and www-robotrules (line 2)`.
impl fmt::Display for ProgramsChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.becomes_allowed { "allowed" } else { "disallowed" };
        let path = maycrawl::Printable(self.path.as_bytes());
        write!(f, "{path} becomes {verdict} for {}", list(&self.programs))?;
        match (self.line_before, self.line_after) {
            (_, Some(line)) => write!(f, " (line {line})")?,
            (Some(line), None) => write!(f, " (by line {line} before)")?,
            (None, None) => {}
        }
        write!(f, "{}", AskedAs(&self.crawlers, 0, self.others))
    }
}

/// `a, b and c`.
fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_string(),
        [first @ .., last] => [&first.join(", "), *last].join(" and "),
    }
}
