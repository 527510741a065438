//! The versions of robots.txt of a site, and when each may have been in force.
//!
//! No source tells exactly when a version began. A folder of dated files and a git history tell when it was deployed or
//! written, and a store tells when it was seen. So each version has an interval in which it began, and at a time near a
//! change two versions, or more, may have been in force.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use sha2::{Digest as _, Sha256};

use crate::identity::hex;

/// The time from a commit to its deployment, if the user does not say another: 24 hours.
pub const DEPLOY_DELAY: SignedDuration = SignedDuration::from_hours(24);

/// What a site served as its robots.txt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A file with these bytes.
    File(Arc<[u8]>),
    /// No file: the server answered with 404 or 410, or the file was deleted.
    Missing,
}

impl Content {
    /// A file with these bytes.
    #[must_use]
    pub fn file(bytes: &[u8]) -> Self {
        Self::File(bytes.into())
    }

    /// The SHA-256 of the bytes in hexadecimal; `None` for a missing file.
    #[must_use]
    pub fn sha256(&self) -> Option<String> {
        match self {
            Self::File(bytes) => Some(hex(&Sha256::digest(bytes))),
            Self::Missing => None,
        }
    }
}

/// The source of a history, from which follows what its times mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistorySource {
    /// One file, assumed for the whole time.
    OneFile,
    /// Files with the time of their deployment.
    DatedFiles,
    /// Commits of a repository, with the time of the commit.
    Commits,
    /// Fetches of the file from outside.
    Fetches,
}

impl HistorySource {
    /// A short name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OneFile => "one-file",
            Self::DatedFiles => "dated-files",
            Self::Commits => "commits",
            Self::Fetches => "fetches",
        }
    }
}

/// A version with the interval in which it began to be in force, in milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Version {
    pub(crate) content: Content,
    pub(crate) begins: (i64, i64),
}

/// The versions of one site, in the order in which they were in force.
///
/// ```
/// use jiff::SignedDuration;
/// use maycrawl_audit::history::{Content, History};
///
/// let day = |day: &str| day.parse().unwrap();
/// let history = History::from_dated(
///     [
///         (day("2026-11-01T00:00:00Z"), Content::file(b"User-agent: *\nDisallow: /a\n")),
///         (day("2026-11-20T12:00:00Z"), Content::Missing),
///     ],
///     SignedDuration::from_mins(5),
/// );
/// assert_eq!(history.in_force(day("2026-11-20T12:02:00Z"), day("2026-11-20T12:02:00Z")).len(), 2);
/// // What was in force before the first version is not known.
/// assert_eq!(history.in_force(day("2026-10-01T00:00:00Z"), day("2026-10-01T00:00:00Z")), [None]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    source: HistorySource,
    versions: Vec<Version>,
    /// After this time the version is not known.
    known_until: i64,
}

impl History {
    /// One file, of which is assumed that it was in force the whole time. An answer that rests on it must say so.
    #[must_use]
    pub fn from_file(bytes: &[u8]) -> Self {
        let version = Version { content: Content::file(bytes), begins: (i64::MIN, i64::MIN) };
        Self { source: HistorySource::OneFile, versions: vec![version], known_until: i64::MAX }
    }

    /// Files with the time of their deployment, which may have taken up to `delay`. They are sorted by time.
    #[must_use]
    pub fn from_dated(
        files: impl IntoIterator<Item = (Timestamp, Content)>,
        delay: SignedDuration,
    ) -> Self {
        let mut files: Vec<_> = files.into_iter().collect();
        files.sort_by_key(|file| file.0);
        Self::delayed(HistorySource::DatedFiles, files, delay)
    }

    /// Commits of the branch that is deployed, in the order of the branch, oldest first, each with its committer time.
    /// Times of commits are not always in order; a later commit is not in force before an earlier one. A usual `delay`
    /// is [`DEPLOY_DELAY`].
    #[must_use]
    pub fn from_commits(
        commits: impl IntoIterator<Item = (Timestamp, Content)>,
        delay: SignedDuration,
    ) -> Self {
        Self::delayed(HistorySource::Commits, commits.into_iter().collect(), delay)
    }

    fn delayed(
        source: HistorySource,
        files: Vec<(Timestamp, Content)>,
        delay: SignedDuration,
    ) -> Self {
        let delay = i64::try_from(delay.as_millis()).unwrap_or(i64::MAX).max(0);
        let (mut first, mut last) = (i64::MIN, i64::MIN);
        let mut versions = Vec::with_capacity(files.len());
        for (time, content) in files {
            let time = time.as_millisecond();
            (first, last) = (first.max(time), last.max(time.saturating_add(delay)));
            versions.push(Version { content, begins: (first, last) });
        }
        Self { source, versions, known_until: i64::MAX }
    }

    /// Fetches of the file from outside, each with its time. Between the last fetch of a version and the first of the
    /// next one both may have been in force. After the last fetch nothing is known.
    #[must_use]
    pub fn from_fetches(fetches: impl IntoIterator<Item = (Timestamp, Content)>) -> Self {
        let mut fetches: Vec<_> = fetches.into_iter().collect();
        fetches.sort_by_key(|fetch| fetch.0);
        let mut versions: Vec<Version> = Vec::new();
        let mut last = None;
        for (time, content) in fetches {
            let time = time.as_millisecond();
            let seen_before = last.replace(time).unwrap_or(time);
            if versions.last().is_none_or(|version| version.content != content) {
                versions.push(Version { content, begins: (seen_before, time) });
            }
        }
        let known_until = last.unwrap_or(i64::MAX);
        Self { source: HistorySource::Fetches, versions, known_until }
    }

    /// Where it is from.
    #[must_use]
    pub fn source(&self) -> HistorySource {
        self.source
    }

    /// The versions that may have been in force at some time from `from` to `to`, oldest first. `None` stands for a
    /// version that is not known: one before the history begins, or after the last fetch. O(versions).
    #[must_use]
    pub fn in_force(&self, from: Timestamp, to: Timestamp) -> Vec<Option<&Content>> {
        let content = |at: Option<usize>| at.map(|at| &self.versions[at].content);
        self.indices(from.as_millisecond(), to.as_millisecond()).map(content).collect()
    }

    /// The indices of the versions in force from `from` to `to`.
    pub(crate) fn indices(
        &self,
        from: i64,
        to: i64,
    ) -> impl Iterator<Item = Option<usize>> + use<> {
        // The first version that may have been in force is the last one whose successor had not surely begun.
        let first = self.versions.partition_point(|version| version.begins.1 < from);
        let end = self.versions.partition_point(|version| version.begins.0 <= to);
        // The version before `first` was in force until `first` surely began. With none, what came before is not known.
        let is_before_all = first == 0;
        let known = first.saturating_sub(1)..end;
        let is_after_all = to > self.known_until;
        is_before_all
            .then_some(None)
            .into_iter()
            .chain(known.map(Some))
            .chain(is_after_all.then_some(None))
    }

    pub(crate) fn versions(&self) -> &[Version] {
        &self.versions
    }
}
