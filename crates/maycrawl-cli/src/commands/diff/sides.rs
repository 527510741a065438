//! How many of the known URLs each of the two files opens and closes. The number that changes alone does not tell
//! whether a site is open afterwards.

use maycrawl::{Crawler, RequestUrl, RobotsTxt, RuleSet};
use maycrawl_effects::answer::ChangeAnswer;
use maycrawl_language::Language;
use maycrawl_questions::card::{CardCount, CardCounter};

/// Counts while URLs are read, for the crawler that the change affects first.
pub(super) struct Sides {
    crawler: Crawler,
    rules: [RuleSet; 2],
    counters: [CardCounter; 2],
}

impl Sides {
    /// `None` if no verdict changes.
    pub(super) fn new(
        before: &RobotsTxt<'_>,
        after: &RobotsTxt<'_>,
        answer: &ChangeAnswer,
    ) -> Option<Self> {
        let crawler = answer.classes.first()?.crawler();
        let rules = [before, after].map(|file| file.rules_for(&crawler));
        Some(Self { crawler, rules, counters: Default::default() })
    }

    pub(super) fn add(&mut self, url: &RequestUrl) {
        for (rules, counter) in self.rules.iter().zip(&mut self.counters) {
            counter.add(Some(&rules.check(url)));
        }
    }

    pub(super) fn finish(self) -> Counted {
        Counted { crawler: self.crawler, counts: self.counters.map(CardCounter::finish) }
    }
}

/// The counts of both files.
pub(super) struct Counted {
    crawler: Crawler,
    counts: [CardCount; 2],
}

impl Counted {
    /// A sentence for each file, as a card has it; none for a single URL.
    pub(super) fn words(&self, language: Language) -> Vec<String> {
        let sides = ["before", "after"].iter().zip(&self.counts);
        let sides = sides.filter(|(_, count)| count.total() > 1);
        sides
            .map(|(side, count)| format!("{side}: {}", count.words(&self.crawler, language)))
            .collect()
    }
}
