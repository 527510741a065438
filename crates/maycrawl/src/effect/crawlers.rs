//! Two files, and the crawlers for which they change the same.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::crawler::{Crawler, KnownCrawler};
use crate::robots_txt::RobotsTxt;
use crate::rule_set::{RuleSet, RuleSets};

/// The most names of crawlers that are read from the two files. Known crawlers are not counted.
const MAX_NAMES: usize = 1_000;

/// Two versions of a file, and the crawlers that follow the same rules in both: each such class is compared once.
///
/// ```
/// use maycrawl::RobotsTxt;
/// use maycrawl::effect::Change;
///
/// let before = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
/// let after = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /\n");
/// let change = Change::of(&before, &after);
/// let named: Vec<_> = change.classes().filter(|class| class.crawlers == ["GPTBot"]).collect();
/// assert_eq!(named.len(), 1);
/// assert!(!named[0].after.check("/").is_allowed());
/// ```
///
/// Source: RFC 9309 section 2.2.1.
#[derive(Clone, Debug)]
pub struct Change {
    names: Vec<String>,
    before: RuleSets,
    after: RuleSets,
    /// The indexes of the crawlers of each class. The last crawler stands for every crawler that is not named.
    classes: Vec<Vec<usize>>,
    unread_names: usize,
}

/// Crawlers that follow the same lines of both files.
#[derive(Clone, Debug)]
pub struct CrawlerClass<'c> {
    /// Their names: known crawlers in the order of the table, then other names in the files.
    pub crawlers: Vec<&'c str>,
    /// True if every crawler that neither file names and that is not known is one of them.
    pub includes_others: bool,
    /// Their rules in the first file.
    pub before: &'c RuleSet,
    /// Their rules in the second file.
    pub after: &'c RuleSet,
}

impl CrawlerClass<'_> {
    /// One of these crawlers. O(log known crawlers).
    #[must_use]
    pub fn crawler(&self) -> Crawler {
        Self::crawler_of(self.crawlers.iter().copied())
    }

    /// The first of these crawlers, or one that no file names.
    pub(crate) fn crawler_of<'n>(mut names: impl Iterator<Item = &'n str>) -> Crawler {
        names.next().map_or_else(unnamed, Crawler::from_name)
    }
}

/// A crawler that no file names: no value is compared beyond its first space.
fn unnamed() -> Crawler {
    Crawler::with_chain("every other crawler", [""; 0])
}

impl Change {
    /// Finds the classes of crawlers of two versions of a file.
    ///
    /// Cost: O(crawlers * lines), with the known crawlers and at most 1,000 other names in the files. The rules of each
    /// class are compiled once.
    #[must_use]
    pub fn of(before: &RobotsTxt<'_>, after: &RobotsTxt<'_>) -> Self {
        let known = KnownCrawler::all().iter();
        let mut names: Vec<String> = known.clone().map(|known| known.token.to_owned()).collect();
        let mut crawlers: Vec<_> = known.map(Crawler::from).collect();
        // By name without case, since case does not matter. Shown as it is spelled first.
        let mut others = BTreeMap::new();
        for file in [before, after] {
            let values = file.groups().flat_map(|group| group.agents());
            for name in values.filter_map(|agent| unknown_name(agent.value)) {
                others.entry(name.to_ascii_lowercase()).or_insert(name);
            }
        }
        let unread_names = others.len().saturating_sub(MAX_NAMES);
        let others: Vec<_> = others.into_values().take(MAX_NAMES).collect();
        crawlers.extend(others.iter().map(|name| Crawler::from_name(name)));
        names.extend(others.into_iter().map(ToOwned::to_owned));
        crawlers.push(unnamed());
        names.push(String::new());
        let (before, after) = (before.rules_for_each(&crawlers), after.rules_for_each(&crawlers));
        let mut of_sets: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for index in 0..names.len() {
            of_sets.entry((before.set_of(index), after.set_of(index))).or_default().push(index);
        }
        Self { names, before, after, classes: of_sets.into_values().collect(), unread_names }
    }

    /// The classes. That of all crawlers which are not named comes first.
    pub fn classes(&self) -> impl Iterator<Item = CrawlerClass<'_>> {
        let other = self.names.len() - 1;
        let has_others = move |class: &&Vec<usize>| class.last() == Some(&other);
        let first = self.classes.iter().filter(has_others);
        let rest = self.classes.iter().filter(move |class| !has_others(class));
        first.chain(rest).filter_map(move |class| {
            let includes_others = class.last() == Some(&other);
            let named = &class[..class.len() - usize::from(includes_others)];
            let any = *class.first()?;
            Some(CrawlerClass {
                crawlers: named.iter().map(|&index| self.names[index].as_str()).collect(),
                includes_others,
                before: self.before.get(any)?,
                after: self.after.get(any)?,
            })
        })
    }

    /// The number of names in the files that were not compared, because there are too many.
    #[must_use]
    pub fn unread_names(&self) -> usize {
        self.unread_names
    }
}

/// The name in a `user-agent` value, if it is not `*` and no known crawler.
fn unknown_name(value: &[u8]) -> Option<&str> {
    let end = value.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b'/');
    let name = core::str::from_utf8(&value[..end.unwrap_or(value.len())]).ok()?;
    let is_name = !name.is_empty() && name != "*" && KnownCrawler::by_name(name).is_none();
    is_name.then_some(name)
}
