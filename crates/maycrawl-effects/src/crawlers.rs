//! Two files, and the crawlers for which they change the same.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use maycrawl::crawler::KnownCrawler;
use maycrawl::internals::{first_word, product_token};
use maycrawl::{Crawler, RobotsTxt, RuleSet, RuleSets};

use crate::Budget;

/// The most names of crawlers that are read from the two files. Known crawlers are not counted.
const MAX_NAMES: usize = 1_000;

/// The part of a budget that finding the classes may take: a third. The rest is left for comparing their rules.
const PART_FOR_NAMES: u64 = 3;

/// The steps of reading a name, in addition to those for its bytes: it is looked up among the known and the others.
const STEPS_OF_A_NAME: u64 = 100;

/// The most rules of all different rule sets of a file together, which bounds time and memory: about 20 MB.
const MAX_RULES: usize = 200_000;

/// Two versions of a file, and the crawlers that follow the same rules in both: each such class is compared once.
///
/// A known crawler that falls back to another name, that ignores `*` or that ignores robots.txt is read in two ways: as
/// the [table](KnownCrawler) describes it, and as a [bare token](Crawler::bare_token), as google/robotstxt and RFC 9309
/// take every name. See [`CrawlerClass::bare_tokens`].
///
/// ```
/// use maycrawl::{RobotsTxt, as_written};
/// use maycrawl_effects::{Budget, Change};
///
/// let before = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
/// let after = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /\n");
/// let change = Change::new(&before, &after, &mut Budget::default());
/// let named: Vec<_> = change.classes().filter(|class| class.crawlers == ["GPTBot"]).collect();
/// assert_eq!(named.len(), 1);
/// assert!(!named[0].after.check(as_written("/")).is_allowed());
/// ```
///
/// Source: RFC 9309 section 2.2.1.
#[derive(Clone, Debug)]
pub struct Change {
    names: Vec<String>,
    /// The crawlers of the names.
    crawlers: Vec<Crawler>,
    /// The indexes of the names that are read as bare tokens.
    bare_tokens: Range<usize>,
    before: RuleSets,
    after: RuleSets,
    /// The indexes of the crawlers of each class. The first crawler stands for every crawler that is not named.
    classes: Vec<Vec<usize>>,
    names_not_compared: usize,
}

/// Crawlers that follow the same lines of both files.
#[derive(Clone, Debug)]
pub struct CrawlerClass<'c> {
    /// Their names: known crawlers in the order of the table, as it describes them, then other names in the files.
    pub crawlers: Vec<&'c str>,
    /// Known crawlers that the table tells more about than a name, and that a file names, as readers take them that do
    /// not know this. One that no file names is for these readers one of the others.
    pub bare_tokens: Vec<&'c str>,
    /// Names in the files that are tokens for a purpose, not crawlers. See [`Crawler::is_purpose_token`].
    pub purpose_tokens: Vec<&'c str>,
    /// True if every crawler that neither file names and that is not known is one of them.
    pub includes_others: bool,
    /// Their rules in the first file.
    pub before: &'c RuleSet,
    /// Their rules in the second file.
    pub after: &'c RuleSet,
}

impl CrawlerClass<'_> {
    /// One of these crawlers, else the purpose token. O(log known crawlers).
    #[must_use]
    pub fn crawler(&self) -> Crawler {
        let others = self.includes_others.then(unnamed);
        let named = self.crawlers.first().map(|name| Crawler::from_token(name));
        let bare = self.bare_tokens.iter().chain(&self.purpose_tokens);
        let bare = || bare.map(|name| Crawler::bare_token(*name)).next();
        named.or(others).or_else(bare).unwrap_or_else(unnamed)
    }
}

/// A crawler that no file names: no value goes beyond a `#`, so none has this word.
pub fn unnamed() -> Crawler {
    Crawler::bare_token("#others")
}

impl Change {
    /// Finds the classes of crawlers of two versions of a file.
    ///
    /// Cost: as [`RobotsTxt::rules_for_each`], with the known crawlers and at most 1,000 other names in the files. The
    /// rules of each class are compiled once. At most a third of the budget is taken. Names beyond these bounds are
    /// only counted ([`names_not_compared`](Self::names_not_compared)).
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_effects::{Budget, Change};
    ///
    /// let before = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
    /// let after = RobotsTxt::parse(b"User-agent: *\nDisallow: /b\n");
    /// let change = Change::new(&before, &after, &mut Budget::default());
    /// assert_eq!(change.names_not_compared(), 0);
    /// // Those that follow `*`, those that ignore `*`, and those that ignore robots.txt.
    /// assert_eq!(change.classes().count(), 3);
    /// ```
    #[must_use]
    pub fn new(before: &RobotsTxt<'_>, after: &RobotsTxt<'_>, budget: &mut Budget<'_>) -> Self {
        let most = budget.steps() / PART_FOR_NAMES;
        budget.with_at_most(most, |budget| Self::within(before, after, budget))
    }

    fn within(before: &RobotsTxt<'_>, after: &RobotsTxt<'_>, budget: &mut Budget<'_>) -> Self {
        let known = KnownCrawler::all().iter();
        let mut names = Vec::from([String::new()]);
        let mut crawlers = Vec::from([unnamed()]);
        names.extend(known.clone().map(|known| known.token.to_owned()));
        crawlers.extend(known.map(Crawler::from));
        let most = budget.steps() / 2;
        // A file with thousands of names would otherwise leave no steps for the rules of the known crawlers.
        let found = budget.with_at_most(most, |budget| Names::of([before, after], budget));
        let from = names.len();
        names.extend(found.known.iter().map(|&name| name.to_owned()));
        crawlers.extend(found.known.iter().map(|&name| Crawler::bare_token(name)));
        let bare_tokens = from..names.len();
        let mut names_not_compared = names.len() + found.others.len() + found.unread;
        for name in found.others.into_values().take(MAX_NAMES) {
            crawlers.push(Crawler::from_token(name));
            names.push(name.to_owned());
        }
        let most = budget.steps() / 2;
        let before = budget
            .with_at_most(most, |budget| before.first_rules_for_each(&crawlers, MAX_RULES, budget));
        // A class needs the rules of both files, so a crawler that was left out of the first is not read in the second.
        let after = after.first_rules_for_each(&crawlers[..before.len()], MAX_RULES, budget);
        names.truncate(after.len());
        crawlers.truncate(after.len());
        names_not_compared -= names.len();
        let mut of_sets: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for index in 0..names.len() {
            of_sets.entry((before.set_of(index), after.set_of(index))).or_default().push(index);
        }
        let classes = of_sets.into_values().collect();
        Self { names, crawlers, bare_tokens, before, after, classes, names_not_compared }
    }

    /// The classes. That of all crawlers which are not named comes first.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_effects::{Budget, Change};
    ///
    /// let file = b"User-agent: *\nDisallow: /\n\nUser-agent: GPTBot\nUser-agent: ExampleBot\nDisallow:\n";
    /// let file = RobotsTxt::parse(file);
    /// let change = Change::new(&file, &file, &mut Budget::default());
    /// let first = change.classes().next().unwrap();
    /// assert!(first.includes_others && !first.crawlers.contains(&"GPTBot"));
    /// assert!(change.classes().any(|class| class.crawlers == ["GPTBot", "ExampleBot"]));
    /// ```
    pub fn classes(&self) -> impl Iterator<Item = CrawlerClass<'_>> {
        self.classes_of(&self.classes)
    }

    /// The crawlers of each class, that of all crawlers which are not named first, by their indexes.
    #[cfg(feature = "certificates")] // only certificates ask
    pub(super) fn indexes(&self) -> impl Iterator<Item = &[usize]> {
        let has_others = |class: &&Vec<usize>| class.first() == Some(&0);
        let first = self.classes.iter().filter(has_others);
        let rest = self.classes.iter().filter(move |class| !has_others(class));
        first.chain(rest).map(Vec::as_slice)
    }

    /// A crawler of a class; `None` for the one that stands for all others.
    #[cfg(feature = "certificates")]
    pub(super) fn named(&self, index: usize) -> Option<&Crawler> {
        self.crawlers.get(index).filter(|_| index > 0)
    }

    /// The crawlers in classes of the same key.
    pub(crate) fn classes_by<K: Ord>(&self, key: impl Fn(&Crawler) -> K) -> Vec<Vec<usize>> {
        let mut of_keys: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (index, crawler) in self.crawlers.iter().enumerate() {
            of_keys.entry(key(crawler)).or_default().push(index);
        }
        of_keys.into_values().collect()
    }

    /// These classes. That of all crawlers which are not named comes first.
    pub(crate) fn classes_of<'c>(
        &'c self,
        classes: &'c [Vec<usize>],
    ) -> impl Iterator<Item = CrawlerClass<'c>> {
        let has_others = |class: &&Vec<usize>| class.first() == Some(&0);
        let first = classes.iter().filter(has_others);
        let rest = classes.iter().filter(move |class| !has_others(class));
        first.chain(rest).filter_map(|class| {
            let any = *class.first()?;
            let includes_others = any == 0;
            let named = &class[usize::from(includes_others)..];
            let is_bare = |index: &usize| self.bare_tokens.contains(index);
            let is_purpose = |index: &usize| self.crawlers[*index].is_purpose_token();
            let is_crawler = |index: &usize| !is_bare(index) && !is_purpose(index);
            let names = |is_wanted: &dyn Fn(&usize) -> bool| {
                let wanted = named.iter().filter(|index| is_wanted(index));
                wanted.map(|&index| self.names[index].as_str()).collect()
            };
            Some(CrawlerClass {
                crawlers: names(&is_crawler),
                bare_tokens: names(&is_bare),
                purpose_tokens: names(&is_purpose),
                includes_others,
                before: self.before.get(any)?,
                after: self.after.get(any)?,
            })
        })
    }

    /// Whether every known crawler was compared.
    #[cfg(feature = "serde")] // only expectations ask
    pub(crate) fn reads_known_crawlers(&self) -> bool {
        self.names.len() >= self.bare_tokens.end
    }

    /// The number of crawlers that are compared, each name once for each way to read it.
    pub(crate) fn len(&self) -> usize {
        self.crawlers.len()
    }

    /// The number of crawlers that were not compared, because there are too many names or rules. What is not said of
    /// them is undecided.
    #[must_use]
    pub fn names_not_compared(&self) -> usize {
        self.names_not_compared
    }
}

/// The names in two files.
#[derive(Default)]
struct Names<'r> {
    /// Known crawlers that are more than a token.
    known: BTreeSet<&'static str>,
    /// Names that are not known, each as it is spelled first, by its spelling in lower case: case does not matter.
    others: BTreeMap<String, &'r str>,
    /// The number of lines that the budget did not suffice to read.
    unread: usize,
}

impl<'r> Names<'r> {
    fn of(files: [&'r RobotsTxt<'_>; 2], budget: &mut Budget<'_>) -> Self {
        let mut names = Self::default();
        for agent in files.into_iter().flat_map(RobotsTxt::groups).flat_map(|group| group.agents())
        {
            if !budget.take(STEPS_OF_A_NAME + agent.value.len() as u64) {
                names.unread += 1;
                continue;
            }
            for name in names_in(agent.value) {
                if let Some(known) = KnownCrawler::by_name(name) {
                    if known.is_more_than_a_token() {
                        names.known.insert(known.token);
                    }
                } else {
                    names.others.entry(name.to_ascii_lowercase()).or_insert(name);
                }
            }
        }
        names
    }
}

/// The names that a `user-agent` value has, but for `*`: its product token, and its whole first word, by which a
/// crawler with another name is found too.
pub(super) fn names_in(value: &[u8]) -> impl Iterator<Item = &str> {
    let names = [product_token(value), first_word(value)]
        .into_iter()
        .filter_map(|name| core::str::from_utf8(name).ok());
    names.filter(|&name| !matches!(name, "" | "*"))
}
