//! Copies of robots.txt, and the verdicts under them. All verdicts are those of the core.

use std::collections::HashMap;
use std::sync::Arc;

use maycrawl::crawler::{KnownCrawler, Purpose};
use maycrawl::{Crawler, Profile, RobotsTxt, RuleSet, UrlPath};
use maycrawl_uses::{Evidence, Readings, Use};

use super::class::{Class, Decision, Mark, Outcome, Together};
use crate::history::{Content, History};
use crate::identity::hex;

/// The most verdicts, and bytes of compiled rules, that are kept. After that all are dropped and computed again.
const MAX_VERDICTS: usize = 1 << 16;
const MAX_RULE_BYTES: usize = 64 << 20;

/// The histories of sites, by origin such as `https://example.com`.
#[derive(Clone, Debug, Default)]
pub struct Histories {
    sites: HashMap<Arc<str>, History>,
    others: Option<History>,
}

impl Histories {
    /// No history. Add each with [`add`](Self::add).
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One history for every site.
    #[must_use]
    pub fn for_all_sites(history: History) -> Self {
        Self { sites: HashMap::new(), others: Some(history) }
    }

    /// Adds the history of one site. The last one of an origin counts.
    pub fn add(&mut self, origin: impl Into<Arc<str>>, history: History) {
        self.sites.insert(origin.into(), history);
    }

    /// The history of a site.
    pub(super) fn of(&self, origin: &str) -> Option<&History> {
        self.sites.get(origin).or(self.others.as_ref())
    }

    fn all(&self) -> impl Iterator<Item = &History> {
        self.sites.values().chain(&self.others)
    }
}

/// A copy that a crawler may have had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Candidate {
    /// This version, by its number in [`Copies`].
    Copy(u32),
    /// No file, so no restriction.
    NoFile,
    /// The file was unreachable and there was no copy, so everything is disallowed.
    Unreachable,
    /// It is not known.
    NotKnown,
}

/// All versions of all histories, each once.
#[derive(Debug, Default)]
pub struct Copies {
    files: Vec<(String, RobotsTxt<'static>)>,
    by_hash: HashMap<String, u32>,
    profile: Profile,
}

impl Copies {
    /// The versions of `histories`, read with `profile`.
    #[must_use]
    pub fn new(histories: &Histories, profile: Profile) -> Self {
        let mut copies = Self { profile, ..Self::default() };
        for version in histories.all().flat_map(History::versions) {
            if let Content::File(bytes) = &version.content {
                copies.add(bytes);
            }
        }
        copies
    }

    /// Adds a file. The same bytes are one copy.
    pub fn add(&mut self, bytes: &[u8]) -> Candidate {
        use sha2::Digest as _;
        let sha256 = hex(&sha2::Sha256::digest(bytes));
        if let Some(&known) = self.by_hash.get(&sha256) {
            return Candidate::Copy(known);
        }
        // A history has no four billion versions.
        let id = u32::try_from(self.files.len()).unwrap_or(u32::MAX);
        self.by_hash.insert(sha256.clone(), id);
        self.files.push((sha256, RobotsTxt::parse_with(bytes, self.profile).into_owned()));
        Candidate::Copy(id)
    }

    /// The copy with this SHA-256, in hexadecimal.
    #[must_use]
    pub fn by_sha256(&self, sha256: &str) -> Option<Candidate> {
        self.by_hash.get(sha256).map(|&id| Candidate::Copy(id))
    }

    /// The SHA-256 of a copy, in hexadecimal; `None` for what is no file.
    #[must_use]
    pub fn sha256(&self, candidate: Candidate) -> Option<&str> {
        self.file(candidate).map(|file| file.0.as_str())
    }

    /// The bytes of a copy, up to what the profile reads; `None` for what is no file.
    #[must_use]
    pub fn bytes(&self, candidate: Candidate) -> Option<&[u8]> {
        self.file(candidate).map(|file| file.1.as_bytes())
    }

    /// The profile with which they are read.
    #[must_use]
    pub fn profile(&self) -> Profile {
        self.profile
    }

    fn file(&self, candidate: Candidate) -> Option<&(String, RobotsTxt<'static>)> {
        match candidate {
            Candidate::Copy(id) => self.files.get(id as usize),
            _ => None,
        }
    }

    pub(super) fn of_content(&self, content: &Content) -> Candidate {
        let known = content.sha256().map(|sha256| self.by_sha256(&sha256));
        known.map_or(Candidate::NoFile, |it| it.unwrap_or(Candidate::NotKnown))
    }

    pub(super) fn is_empty_file(&self, candidate: Candidate) -> bool {
        self.bytes(candidate).is_some_and(<[u8]>::is_empty)
    }
}

/// A verdict, as far as the audit needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What it says.
    pub outcome: Outcome,
    /// The number of the deciding line.
    pub line: Option<u32>,
    /// The number of bytes of the target that the deciding rule covers.
    pub(crate) matched: usize,
}

/// The verdicts about a target, by copy.
type ByTarget = HashMap<Box<str>, Vec<(Candidate, Answer)>>;

/// Verdicts, kept by crawler, target and copy.
#[derive(Debug)]
pub(crate) struct Verdicts {
    copies: Arc<Copies>,
    rules: HashMap<(Candidate, &'static str), RuleSet>,
    rule_bytes: usize,
    /// Whether a copy says anything about uses to a crawler.
    speaks: HashMap<(Candidate, &'static str), bool>,
    answers: HashMap<&'static str, ByTarget>,
    kept: usize,
}

impl Verdicts {
    pub(crate) fn new(copies: Arc<Copies>) -> Self {
        Self {
            copies,
            rules: HashMap::new(),
            rule_bytes: 0,
            speaks: HashMap::new(),
            answers: HashMap::new(),
            kept: 0,
        }
    }

    pub(crate) fn copies(&self) -> &Arc<Copies> {
        &self.copies
    }

    /// The verdict of `target`, a path with its query, under one copy.
    pub(crate) fn answer(
        &mut self,
        copy: Candidate,
        crawler: &'static KnownCrawler,
        target: &str,
    ) -> Answer {
        let fixed = |outcome| Answer { outcome, line: None, matched: 0 };
        match copy {
            Candidate::NoFile => fixed(Outcome::Allowed),
            Candidate::Unreachable => fixed(Outcome::Disallowed),
            Candidate::NotKnown => fixed(Outcome::NotKnown),
            Candidate::Copy(_) => {
                let kept = self.answers.get(crawler.token).and_then(|of| of.get(target));
                let same = |kept: &Vec<_>| {
                    kept.iter().find(|it: &&(Candidate, Answer)| it.0 == copy).copied()
                };
                if let Some((_, answer)) = kept.and_then(same) {
                    return answer;
                }
                let answer = self.compute(copy, crawler, target);
                if self.kept >= MAX_VERDICTS {
                    self.answers.clear();
                    self.kept = 0;
                }
                self.kept += 1;
                let of_crawler = self.answers.entry(crawler.token).or_default();
                of_crawler.entry(target.into()).or_default().push((copy, answer));
                answer
            }
        }
    }

    fn compute(&mut self, copy: Candidate, crawler: &'static KnownCrawler, target: &str) -> Answer {
        let not_known = Answer { outcome: Outcome::NotKnown, line: None, matched: 0 };
        let Some((_, robots)) = self.copies.file(copy) else { return not_known };
        if self.rule_bytes > MAX_RULE_BYTES {
            self.rules.clear();
            self.rule_bytes = 0;
        }
        let rule_bytes = &mut self.rule_bytes;
        let rules = self.rules.entry((copy, crawler.token)).or_insert_with(|| {
            let rules = robots.rules_for(&Crawler::from(crawler));
            *rule_bytes += rules.memory();
            rules
        });
        let verdict = rules.check(&UrlPath::from_target(target.as_bytes(), rules.profile()));
        let outcome = match verdict.reason() {
            maycrawl::Reason::StarIgnored => Outcome::StarIgnored,
            _ if verdict.is_allowed() => Outcome::Allowed,
            _ => Outcome::Disallowed,
        };
        let matched = verdict.rule().map_or(0, |rule| rule.matched);
        Answer { outcome, line: verdict.line(), matched }
    }

    pub(crate) fn together(
        &mut self,
        set: &[Candidate],
        crawler: &'static KnownCrawler,
        target: &str,
    ) -> Together {
        Together::of(set.iter().map(|&copy| self.answer(copy, crawler, target).outcome))
    }

    /// Adds [`Mark::Reserved`] to a request that was allowed and fetched.
    pub(crate) fn mark_reserved(
        &mut self,
        decision: &mut Decision,
        set: &[Candidate],
        crawler: &'static KnownCrawler,
        target: &str,
    ) {
        let is_allowed = matches!(decision.class, Class::Obeyed | Class::StaleCopyExcused);
        if is_allowed && self.is_reserved(set, crawler, target) {
            decision.marks.push(Mark::Reserved);
        }
    }

    /// True if every copy refuses the use that the crawler serves: training, for a crawler that trains.
    pub(crate) fn is_reserved(
        &mut self,
        set: &[Candidate],
        crawler: &'static KnownCrawler,
        target: &str,
    ) -> bool {
        if crawler.purpose != Purpose::AiTraining || set.is_empty() {
            return false;
        }
        let path = UrlPath::from_target(target.as_bytes(), self.copies.profile());
        let as_crawler = Crawler::from(crawler);
        set.iter().all(|&copy| {
            self.copies.file(copy).is_some_and(|(_, robots)| {
                // Most files say nothing about uses, and the whole answer costs more than a verdict.
                let speaks = self.speaks.entry((copy, crawler.token));
                if !*speaks.or_insert_with(|| maycrawl_uses::speaks_of_uses(robots, &as_crawler)) {
                    return false;
                }
                let evidence = Evidence::from_robots_txt(Some(robots), false);
                let answer = maycrawl_uses::ask(
                    &evidence,
                    &as_crawler,
                    &path,
                    Use::Train,
                    Readings::DEFAULT,
                );
                answer.outcome == maycrawl_uses::Outcome::Refused
            })
        })
    }
}
