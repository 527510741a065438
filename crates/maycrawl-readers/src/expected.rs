//! For which programs an expectation holds.
//!
//! A claim about all paths of a region is an edit in disguise: if a rule above all groups gave the region the claimed
//! verdict, what would change is where the claim fails. So the search for what an edit changes answers this question
//! too. The region is read as google/robotstxt reads it: it is a question about paths, and no part of the file.

use alloc::vec::Vec;

use maycrawl_effects::Budget;
use maycrawl_effects::expectation::{Expectation, Verifier};
use maycrawl_effects::internals::{asked_names, claimed_verdict};

use super::answer::ExpectedPrograms;
use super::{FileReadings, ReadFile, UNNAMED};

impl FileReadings {
    /// For which of the readers an expectation of the file holds. `None` for `same`, `refuse` and `grant`, which are
    /// no claims about one verdict.
    ///
    /// `verifier` is of the same file. It knows which crawlers the expectation means.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_effects::Budget;
    /// use maycrawl_effects::expectation::{self, Verifier};
    /// use maycrawl_readers::{FileReadings, Reader};
    ///
    /// let file = b"User-agent: *\nAllow: /\nDisallow: /cart\n";
    /// let (robots, budget) = (RobotsTxt::parse(file), &mut Budget::default());
    /// let readings = FileReadings::new(&Reader::all().iter().collect::<Vec<_>>(), file, budget);
    /// let verifier = Verifier::new(&robots, budget);
    /// let expected = expectation::parse("disallow * /cart\n").unwrap();
    /// let programs = readings.expected(&verifier, &expected[0], budget).unwrap();
    /// assert!(programs.holds.contains(&"google"));
    /// // Programs that take the first rule that matches.
    /// let told = programs.fails[0].to_string();
    /// assert!(told.starts_with("/cart is allowed for cpython, ") && told.ends_with(" (line 2)"));
    /// ```
    ///
    /// Cost: as [`changes`](Self::changes) of an edit of one rule. Ends at the budget.
    #[must_use]
    pub fn expected(
        &self,
        verifier: &Verifier<'_>,
        expectation: &Expectation,
        budget: &mut Budget<'_>,
    ) -> Option<ExpectedPrograms> {
        let (allows, within, exceptions) = claimed_verdict(expectation)?;
        let mut told = || {
            let read = self.read.as_ref()?;
            let (mut names, others) = asked_names(verifier, expectation, budget)?;
            names.extend(others.then(|| UNNAMED.into()));
            let names: Vec<&str> = names.iter().map(|name| &**name).collect();
            let exceptions = || exceptions.iter().map(|path| (allows, path.as_str()));
            let whole = exceptions().chain([(allows, within)]);
            let before: Vec<ReadFile> = read.iter().map(|file| file.below(exceptions())).collect();
            let after: Vec<_> = read.iter().map(|file| file.below(whole.clone())).collect();
            Some(self.compared(&before, &after, &names, budget))
        };
        Some(match told() {
            Some(changes) => ExpectedPrograms::from(changes.answer(&self.readers)),
            None => ExpectedPrograms::undecided(&self.readers),
        })
    }
}
