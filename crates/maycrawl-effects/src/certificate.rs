//! Certificates: a proof of what a change does that can be checked without this crate.
//!
//! # The idea
//!
//! A certificate lists what the search of [`effect`](super) has found, so that a checker has nothing to search: the
//! rules of each class of crawlers in both files, and for each pair of rules that could change a verdict either a path
//! that both decide (a *witness*), or an automaton which shows that no path is decided by both. Pairs of which the
//! first bytes differ, and pairs of which one rule is in both sets and greater than the other, are left out: a checker
//! sees this as well.
//!
//! An automaton is the product of a few patterns, as `search` has visited it: for each state the states that follow,
//! for all 256 bytes. What a state means is not in the certificate. A checker derives it along the edges, and compares
//! each edge with the patterns. So a wrong edge cannot pass, and the work of the checker is bounded by the size of the
//! certificate.
//!
//! The format, and why it is a proof, is in `docs/reference/certificates.md`. The checker is
//! `conformance/check_certificate.py`.

mod pairs;

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;

use maycrawl::internals::begins_as_paths_do;
use maycrawl::{Crawler, Profile, RobotsTxt, RuleSet};

use self::pairs::{Pair, Table, pairs};
use super::crawlers::{Change, names_in};
use super::search::{Found, shortest_path};
use super::{Budget, Region};

/// A proof of what replacing a file by another one does to verdicts, for every crawler and every URL.
///
/// It is serialised as JSON. Verdicts alone are proved: what the files say about uses is not part of it.
///
/// ```
/// use maycrawl::RobotsTxt;
/// use maycrawl_effects::{Budget, Certificate, Region};
///
/// let before = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
/// let after = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\nDisallow: /a/b\n");
/// let proof = Certificate::new(&before, &after, &Region::everything(), &mut Budget::default()).unwrap();
/// assert!(!proof.has_effects());
/// assert!(serde_json::to_string(&proof).unwrap().contains(r#""outcome":"none""#));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Certificate {
    format: &'static str,
    profile: &'static str,
    size_limit: Option<usize>,
    outcome: &'static str,
    /// The region: patterns that its paths match, patterns that they do not match, and one of its paths.
    within: Vec<String>,
    except: Vec<String>,
    path: String,
    /// For a line that compares crawlers: the first of them, whose rules are those before.
    #[serde(skip_serializing_if = "Option::is_none")]
    compared_with: Option<CertifiedReader>,
    before: CertifiedFile,
    after: CertifiedFile,
    classes: Vec<CertifiedClass>,
}

/// A file, and the different sets of rules that crawlers follow in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
struct CertifiedFile {
    bytes: usize,
    tables: Vec<Vec<CertifiedRule>>,
}

/// Line, kind, octets and pattern.
type CertifiedRule = (u32, &'static str, usize, String);

/// Readers with the same rules in both files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct CertifiedClass {
    readers: Vec<CertifiedReader>,
    before: usize,
    after: usize,
    pairs: Vec<Pair>,
}

/// Whose groups are followed: those of the first token that has any, else those of `*`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct CertifiedReader {
    tokens: Vec<String>,
    star: bool,
}

/// Readers with the same rules, and what these rules are compared with.
pub(crate) struct Compared<'c> {
    pub(crate) readers: Vec<CertifiedReader>,
    pub(crate) before: &'c RuleSet,
    pub(crate) after: &'c RuleSet,
}

/// The format of certificates, with its version.
pub(crate) const FORMAT: &str = "maycrawl certificate 1";

/// Why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CertificateError {
    /// The files were not read under [`Profile::GOOGLE`], of which the size limit may be left out.
    Profile,
    /// No path is in the region, so nothing would be proved.
    EmptyRegion,
    /// The budget did not suffice, or there are too many names or rules to compare.
    Undecided,
    /// The certificate would be larger than [`Certificate::MAX_BYTES`].
    TooLarge,
    /// Checking it would be more work than [`Certificate::MAX_WORK`].
    TooMuchWork,
    /// It would be about a use. Verdicts alone can be proved.
    Use,
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (work, mib) = (Certificate::MAX_WORK / 1_000_000, Certificate::MAX_BYTES >> 20);
        match self {
            Self::Profile => f.write_str("certificates are written for the profile google only"),
            Self::EmptyRegion => f.write_str("no path is in the region, so nothing can be proved"),
            Self::Undecided => f.write_str(
                "not everything could be compared within the budget, so nothing is proved",
            ),
            Self::TooLarge => write!(f, "the certificate would have more than {mib} MiB"),
            Self::TooMuchWork => write!(
                f,
                "checking the certificate would take more than {work} million comparisons"
            ),
            Self::Use => f.write_str("what robots.txt says about a use has no certificate"),
        }
    }
}

impl core::error::Error for CertificateError {}

/// What of a certificate is still allowed.
pub(crate) struct Limits {
    /// Bytes of JSON.
    bytes: usize,
    /// Comparisons that a checker makes.
    work: u64,
}

impl Limits {
    pub(crate) fn new() -> Self {
        Self { bytes: Certificate::MAX_BYTES, work: Certificate::MAX_WORK }
    }

    fn bytes(&mut self, bytes: usize) -> Result<(), CertificateError> {
        self.bytes = self.bytes.checked_sub(bytes).ok_or(CertificateError::TooLarge)?;
        Ok(())
    }

    fn work(&mut self, comparisons: u64) -> Result<(), CertificateError> {
        self.work = self.work.checked_sub(comparisons).ok_or(CertificateError::TooMuchWork)?;
        Ok(())
    }
}

impl Certificate {
    /// The most bytes of a certificate: the checker reads no more, and needs about ten times as much memory.
    pub const MAX_BYTES: usize = 16 << 20;

    /// The most comparisons of bytes, rules or pairs of rules that checking a certificate may take: some seconds, at
    /// most a minute.
    pub const MAX_WORK: u64 = 10_000_000;

    /// Proves what replacing `before` by `after` does to the verdicts about the paths of `region`.
    ///
    /// It is about every name in the files, as RFC 9309 takes names, about every name that is not there, and about the
    /// crawlers of the [table](maycrawl::crawler::KnownCrawler) that fall back to another name or do not follow `*`.
    /// Crawlers that ignore robots.txt are left out: no file changes anything for them.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_effects::{Budget, Certificate, Region};
    ///
    /// let file = |text| RobotsTxt::parse(text);
    /// let (before, after) = (file(b"User-agent: *\nDisallow: /a\n"), file(b"User-agent: *\nDisallow: /b\n"));
    /// let everything = Region::everything();
    /// let proof = Certificate::new(&before, &after, &everything, &mut Budget::default()).unwrap();
    /// assert!(proof.has_effects());
    /// // Without a budget nothing is proved, and there is no certificate of a part.
    /// assert!(Certificate::new(&before, &after, &everything, &mut Budget::new(10)).is_err());
    /// ```
    ///
    /// # Errors
    /// The profile is not [`Profile::GOOGLE`], the region is empty, the budget did not suffice, or the certificate
    /// would be too large.
    ///
    /// Cost: as [`effects`](super::effects) for each class of crawlers, and O(states) for what is listed. Ends at the
    /// budget.
    pub fn new(
        before: &RobotsTxt<'_>,
        after: &RobotsTxt<'_>,
        region: &Region<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Self, CertificateError> {
        let change = Change::new(before, after, budget);
        if change.names_not_compared() > 0 {
            return Err(CertificateError::Undecided);
        }
        let named = names([before, after]);
        let compared = change.indexes().zip(change.classes()).map(|(indexes, class)| Compared {
            readers: indexes.iter().filter_map(|&index| reader(&change, index, &named)).collect(),
            before: class.before,
            after: class.after,
        });
        let files = [before, after];
        Self::prove(files, region, compared, &mut Limits::new(), budget)
    }

    /// Proves what each class of readers is told about the paths of a region. The rules of classes are of the files, or
    /// are the same for each class.
    pub(crate) fn prove<'c>(
        files: [&RobotsTxt<'_>; 2],
        region: &Region<'_>,
        classes: impl Iterator<Item = Compared<'c>>,
        limits: &mut Limits,
        budget: &mut Budget<'_>,
    ) -> Result<Self, CertificateError> {
        let profile = files[0].profile();
        let mut google = Profile::GOOGLE;
        google.size_limit = profile.size_limit;
        let is_known = [None, Profile::GOOGLE.size_limit].contains(&profile.size_limit);
        if profile != google || files[1].profile() != google || !is_known {
            return Err(CertificateError::Profile);
        }
        let [before, after] =
            files.map(|file| CertifiedFile { bytes: file_len(file), tables: Vec::new() });
        let mut certificate = Self {
            format: FORMAT,
            profile: profile.name,
            size_limit: profile.size_limit,
            outcome: "none",
            within: region.patterns().map(octets).collect(),
            except: region.exceptions().map(octets).collect(),
            path: path_of(region, profile, budget)?,
            compared_with: None,
            before,
            after,
            classes: Vec::new(),
        };
        // Classes share the sets of rules of a file, so each is listed once.
        let mut listed = [BTreeMap::new(), BTreeMap::new()];
        for Compared { readers, before, after } in classes.filter(|one| !one.readers.is_empty()) {
            limits.bytes(readers.iter().map(CertifiedReader::size).sum())?;
            let first = Table::new(before, budget).ok_or(CertificateError::Undecided)?;
            let second = Table::new(after, budget).ok_or(CertificateError::Undecided)?;
            let before = certificate.before.add(&first, &mut listed[0], limits)?;
            let after = certificate.after.add(&second, &mut listed[1], limits)?;
            let pairs = pairs(&first, &second, region, budget, limits)?;
            if pairs.iter().any(Pair::is_effect) {
                certificate.outcome = "effects";
            }
            certificate.classes.push(CertifiedClass { readers, before, after, pairs });
        }
        Ok(certificate)
    }

    /// The same certificate, in which the rules before are those of one reader.
    pub(crate) fn compared_with(mut self, reader: CertifiedReader) -> Self {
        self.compared_with = Some(reader);
        self
    }

    /// True if a verdict changes for some crawler. If not, it is proved that none does.
    #[must_use]
    pub fn has_effects(&self) -> bool {
        self.outcome == "effects"
    }
}

impl CertifiedFile {
    /// The index of a table, which is added if it is new.
    fn add(
        &mut self,
        table: &Table<'_>,
        listed: &mut BTreeMap<Vec<CertifiedRule>, usize>,
        limits: &mut Limits,
    ) -> Result<usize, CertificateError> {
        let rules: Vec<_> = table
            .rules()
            .map(|rule| (rule.line, rule.kind.name(), rule.pattern.len(), octets(rule.pattern)))
            .collect();
        if let Some(&index) = listed.get(&rules) {
            return Ok(index);
        }
        limits.bytes(rules.iter().map(|rule| json_len(&rule.3) + 40).sum())?;
        let index = self.tables.len();
        self.tables.push(rules.clone());
        listed.insert(rules, index);
        Ok(index)
    }
}

impl CertifiedReader {
    pub(crate) fn of(crawler: &Crawler) -> Self {
        let tokens = crawler.compared_names().map(|name| octets(name.as_bytes())).collect();
        Self { tokens, star: crawler.follows_star() }
    }

    /// Every crawler that no file names.
    pub(crate) fn others() -> Self {
        Self { tokens: Vec::new(), star: true }
    }

    fn size(&self) -> usize {
        32 + self.tokens.iter().map(|token| json_len(token) + 3).sum::<usize>()
    }
}

/// The bytes of the whole file: also those after the size limit.
fn file_len(robots: &RobotsTxt<'_>) -> usize {
    robots.truncation().map_or(robots.as_bytes().len(), |cut| cut.file_len)
}

/// A path of the region.
fn path_of(
    region: &Region<'_>,
    profile: Profile,
    budget: &mut Budget<'_>,
) -> Result<String, CertificateError> {
    let within: Vec<_> = region.patterns().collect();
    let exceptions: Vec<_> = region.exceptions().collect();
    // A pattern that begins with neither `/` nor `*` matches no path.
    if !within.iter().all(|pattern| begins_as_paths_do(pattern)) {
        return Err(CertificateError::EmptyRegion);
    }
    match shortest_path(&within, &exceptions, profile, budget) {
        Found::Path(path) => Ok(octets(&path)),
        Found::Nothing => Err(CertificateError::EmptyRegion),
        Found::OutOfBudget => Err(CertificateError::Undecided),
    }
}

/// The names in the files, in lower case.
pub(crate) fn names(files: [&RobotsTxt<'_>; 2]) -> BTreeSet<String> {
    let agents = files.into_iter().flat_map(RobotsTxt::groups).flat_map(|group| group.agents());
    agents.flat_map(|agent| names_in(agent.value)).map(str::to_ascii_lowercase).collect()
}

/// How a crawler of a class reads files. `None` for one that ignores them, and for one that is like every other crawler
/// that no file names.
fn reader(change: &Change, index: usize, named: &BTreeSet<String>) -> Option<CertifiedReader> {
    let Some(crawler) = change.named(index) else { return Some(CertifiedReader::others()) };
    let is_listed = !crawler.ignores_robots_txt() && !is_like_others(crawler, named);
    is_listed.then(|| CertifiedReader::of(crawler))
}

/// True for a crawler that is not among these names, in lower case, and of which no more is known than a name.
pub(crate) fn is_like_others(crawler: &Crawler, named: &BTreeSet<String>) -> bool {
    let is_plain = crawler.follows_star() && crawler.chain().count() == 1;
    is_plain && !named.contains(&crawler.token().to_ascii_lowercase())
}

/// Bytes as a text with one character for each, because JSON has no bytes.
fn octets(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// The bytes of a text of [`octets`] in JSON, without its quotation marks.
fn json_len(text: &str) -> usize {
    let len = |c: char| match c {
        '\0'..='\x1f' => 6,
        '"' | '\\' => 2,
        _ => c.len_utf8(),
    };
    text.chars().map(len).sum()
}
