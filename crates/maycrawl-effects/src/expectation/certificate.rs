//! Certificates of expectations: a proof for each line that can be checked without this crate.
//!
//! A line about one verdict is a change: nothing differs from a file that allows (or disallows) everything. A line that
//! compares crawlers is one too: the rules of the first become those of each other one.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, RobotsTxt};

use super::verifier::Asked;
use super::{Claim, Expectation, NamedCrawlers, Verifier};
use crate::certificate::{CertifiedReader, Compared, FORMAT, Limits, is_like_others, names};
use crate::crawlers::unnamed;
use crate::{Budget, Certificate, CertificateError, Change, CrawlerClass};

/// The proofs of all lines of a file of expectations. It is serialised as JSON.
///
/// A line that does not hold has a path that shows it, for each pair of rules that is responsible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExpectationsCertificate {
    format: &'static str,
    expectations: Vec<Certificate>,
}

impl Verifier<'_> {
    /// Proves for each expectation that it holds, or where it does not.
    ///
    /// Lines about `*` are proved for every name in the file too, as readers take it that know no crawlers. The proof
    /// is about every path, also about those that clients never request because they escape a blank or a brace.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_effects::expectation::{self, Verifier};
    /// use maycrawl_effects::Budget;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /checkout/\n");
    /// let expected = expectation::parse("disallow * /checkout/\nsame Googlebot bingbot /\n").unwrap();
    /// let mut budget = Budget::default();
    /// let verifier = Verifier::new(&robots, &mut budget);
    /// let proof = verifier.certificate(&expected, &mut budget).unwrap();
    /// assert_eq!(serde_json::to_string(&proof).unwrap().matches(r#""outcome":"none""#).count(), 2);
    /// ```
    ///
    /// # Errors
    /// A line is about a use, no URL is in its region, the budget did not suffice, or the certificate would be too
    /// large. There is no certificate of a part.
    ///
    /// Cost: as [`Certificate::new`] for each line.
    pub fn certificate(
        &self,
        expectations: &[Expectation],
        budget: &mut Budget<'_>,
    ) -> Result<ExpectationsCertificate, CertificateError> {
        let mut limits = Limits::new();
        let written = Change::new(self.robots, self.robots, budget);
        let of_line = |one| self.certificate_of(one, &written, &mut limits, budget);
        let lines: Result<Vec<_>, _> = expectations.iter().map(of_line).collect();
        Ok(ExpectationsCertificate { format: FORMAT, expectations: lines? })
    }

    fn certificate_of(
        &self,
        expectation: &Expectation,
        written: &Change,
        limits: &mut Limits,
        budget: &mut Budget<'_>,
    ) -> Result<Certificate, CertificateError> {
        let fixed: &[u8] = match expectation.claim {
            Claim::All(RuleKind::Disallow) => b"User-agent: *\nDisallow: /\n",
            Claim::All(RuleKind::Allow) | Claim::Same => b"",
            Claim::Use(..) => return Err(CertificateError::Use),
        };
        let fixed = RobotsTxt::parse_with(fixed, self.robots.profile());
        let fixed = fixed.rules_for(&unnamed());
        let all: Vec<_> = written.classes().collect();
        let asked = self.asked(expectation, &all, budget).ok_or(CertificateError::Undecided)?;
        if !self.reads_all(expectation) {
            return Err(CertificateError::Undecided);
        }
        let first = asked.first().filter(|_| expectation.claim == Claim::Same);
        let named = names([self.robots, self.robots]);
        let readers = |(class, at): (&CrawlerClass<'_>, usize)| {
            let asked = asked.iter().find(|one| one.class == at);
            expectation.readers(class, asked, &named)
        };
        let compared = all.iter().zip(0..).map(|(class, at)| Compared {
            readers: readers((class, at)),
            before: first.map_or(class.before, |first| first.rules),
            after: if first.is_some() { class.before } else { &fixed },
        });
        let (files, region) = ([self.robots; 2], expectation.region(self.robots));
        let proved = Certificate::prove(files, &region, compared, limits, budget)?;
        let base = first.map(|first| {
            let name = first.names.iter().chain(&first.purpose_tokens).next();
            let crawler = name.filter(|_| !first.others).map(|name| Crawler::from_token(name));
            crawler.as_ref().map_or_else(CertifiedReader::others, CertifiedReader::of)
        });
        Ok(match base {
            Some(base) => proved.compared_with(base),
            None => proved,
        })
    }
}

impl Expectation {
    /// The readers of a class that the line is about.
    fn readers(
        &self,
        class: &CrawlerClass<'_>,
        asked: Option<&Asked<'_>>,
        named: &BTreeSet<String>,
    ) -> Vec<CertifiedReader> {
        let everyone = self.crawlers.contains(&NamedCrawlers::Everyone);
        let is_said = |crawler: &Crawler| {
            self.crawlers.iter().any(|choice| *choice == NamedCrawlers::One(crawler.clone()))
        };
        let mut readers = Vec::new();
        if let Some(asked) = asked {
            readers.extend(asked.others.then(CertifiedReader::others));
            let names = asked.names.iter().chain(&asked.purpose_tokens);
            let crawlers = names.map(|name| Crawler::from_token(name));
            // Hundreds of known crawlers that the file does not name are like all others.
            let listed =
                crawlers.filter(|it| !everyone || is_said(it) || !is_like_others(it, named));
            readers.extend(listed.map(|crawler| CertifiedReader::of(&crawler)));
        }
        if everyone {
            let bare = class.bare_tokens.iter().chain(&class.purpose_tokens);
            readers.extend(bare.map(|&name| CertifiedReader::of(&Crawler::bare_token(name))));
        }
        readers
    }
}
