//! For which programs an expectation holds.
//!
//! A claim about all paths of a region is an edit in disguise: if a rule above all groups gave the region the claimed
//! verdict, what would change is where the claim fails. So the search for what an edit changes answers this question
//! too. The region is read as google/robotstxt reads it: it is a question about paths, and no part of the file.

use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::Crawler;
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
        let Some((mut names, others)) = asked_names(verifier, expectation, budget) else {
            return Some(ExpectedPrograms::undecided(&self.readers));
        };
        names.extend(others.then(|| UNNAMED.into()));
        let names: Vec<&str> = names.iter().map(|name| &**name).collect();
        Some(self.all_paths_are(allows, (within, exceptions), &names, budget))
    }

    /// For which of the readers every path of a region is allowed, or disallowed, for every one of the crawlers. The
    /// region is a pattern, and patterns that are left out.
    ///
    /// Programs know nothing of a crawler but its name. So one that falls back to the group of another crawler is asked
    /// about only if the file names it, or if no other crawler is asked about.
    ///
    /// ```
    /// use maycrawl_effects::Budget;
    /// use maycrawl_readers::{FileReadings, Reader, UNNAMED};
    ///
    /// let (file, budget) = (b"User-agent: *\nDisallow: /\nAllow: /$\n", &mut Budget::default());
    /// let readings = FileReadings::new(&Reader::all().iter().collect::<Vec<_>>(), file, budget);
    /// let programs = readings.all_paths_are(true, ("/$", &[]), &[UNNAMED], budget);
    /// assert!(programs.holds.contains(&"google") && programs.fails[0].programs.contains(&"cpython"));
    /// ```
    ///
    /// Cost: as [`changes`](Self::changes) of an edit of one rule. Ends at the budget.
    #[must_use]
    pub fn all_paths_are(
        &self,
        allows: bool,
        (within, exceptions): (&str, &[String]),
        crawlers: &[&str],
        budget: &mut Budget<'_>,
    ) -> ExpectedPrograms {
        let Some(read) = &self.read else { return ExpectedPrograms::undecided(&self.readers) };
        let exceptions = || exceptions.iter().map(|path| (allows, path.as_str()));
        let whole = exceptions().chain([(allows, within)]);
        let before: Vec<ReadFile> = read.iter().map(|file| file.below(exceptions())).collect();
        let after: Vec<_> = read.iter().map(|file| file.below(whole.clone())).collect();
        let asked: Vec<&str> =
            crawlers.iter().copied().filter(|name| self.is_asked(name)).collect();
        let asked = if asked.is_empty() { crawlers } else { &asked };
        let changes = self.compared(&before, &after, asked, budget);
        ExpectedPrograms::from(changes.answer(&self.readers))
    }

    fn is_asked(&self, name: &str) -> bool {
        self.names.may_contain(name) || Crawler::from_token(name).chain().nth(1).is_none()
    }
}
