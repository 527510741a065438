//! Known URLs of a site, of which both files of a change are asked.

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::{Requested, RobotsTxt, RuleSet, UrlPath, Verdict};

use maycrawl::answer::AnswerRule;

use super::change::{ChangeAnswer, ClassAnswer};
use super::impact::{KnownUrlsAnswer, UrlSource};
use super::text;
use crate::extent::MAX_EXAMPLES;

/// The lines that decide in the first and in the second file.
type Lines = (Option<u32>, Option<u32>);

/// Asks both files of a change about known URLs of the site, such as those of its sitemap.
///
/// ```
/// use maycrawl::{RobotsTxt, as_written};
/// use maycrawl_effects::answer::{ChangeAnswer, KnownUrls, UrlSource};
/// use maycrawl_effects::{Budget, Region, Severity};
///
/// let before = RobotsTxt::parse(b"User-agent: *\nDisallow: /cart\n");
/// let after = RobotsTxt::parse(b"User-agent: *\nDisallow: /cart\nDisallow: /b\n");
/// let everything = Region::everything();
/// let mut answer = ChangeAnswer::new(&before, &after, &everything, 9, &mut Budget::default()).unwrap();
/// let mut known = KnownUrls::new(&before, &after, &answer);
/// for number in 0..12 {
///     known.add(as_written(&format!("/blog/{number}")));
/// }
/// known.add(as_written("/about"));
/// known.finish(UrlSource::Sitemap, &mut answer);
/// let impact = &answer.classes[0].impact;
/// let lost = impact.lost.as_ref().unwrap();
/// assert_eq!(lost.text, "everything that begins with /b");
/// assert_eq!((lost.urls, &*lost.examples[0]), (Some(12), "/blog/0"));
/// // Most of the site that is known.
/// assert_eq!(impact.severity, Severity::Error);
/// ```
pub struct KnownUrls {
    classes: Vec<ClassUrls>,
    total: usize,
    changed: usize,
    malformed: usize,
}

/// The rules of one class of crawlers, and the URLs that each pair of lines changes.
struct ClassUrls {
    before: RuleSet,
    after: RuleSet,
    changed: BTreeMap<Lines, Urls>,
    lost: Urls,
    gained: Urls,
}

#[derive(Default)]
struct Urls {
    count: usize,
    first: Vec<String>,
}

impl Urls {
    fn add(&mut self, path: &UrlPath<'_>) {
        self.count += 1;
        if self.first.len() < MAX_EXAMPLES {
            let path = text(path.as_bytes());
            if !self.first.contains(&path) {
                self.first.push(path);
            }
        }
    }
}

impl KnownUrls {
    /// Compiles the rules of each class of crawlers of the answer.
    #[must_use]
    pub fn new(before: &RobotsTxt<'_>, after: &RobotsTxt<'_>, answer: &ChangeAnswer) -> Self {
        let rules = |class: &ClassAnswer| {
            let crawler = class.crawler();
            let [before, after] = [before, after].map(|file| file.rules_for(&crawler));
            let changed = BTreeMap::new();
            ClassUrls { before, after, changed, lost: Urls::default(), gained: Urls::default() }
        };
        let classes = answer.classes.iter().map(rules).collect();
        Self { classes, total: 0, changed: 0, malformed: 0 }
    }

    /// Asks about a URL. Two checks for each class of crawlers.
    pub fn add<'u>(&mut self, url: impl Requested<'u>) {
        self.total += 1;
        let mut changes = false;
        for class in &mut self.classes {
            let path = UrlPath::from_url(url, class.before.profile());
            let (old, new) = (class.before.check_path(&path), class.after.check_path(&path));
            if old.is_allowed() != new.is_allowed() {
                class.changed.entry((line(&old), line(&new))).or_default().add(&path);
                (if old.is_allowed() { &mut class.lost } else { &mut class.gained }).add(&path);
                changes = true;
            }
        }
        self.changed += usize::from(changes);
    }

    /// Counts an entry that is no URL.
    pub const fn add_malformed(&mut self) {
        self.malformed += 1;
    }

    /// The number of URLs that were added.
    #[must_use]
    pub const fn total(&self) -> usize {
        self.total
    }

    /// Writes counts, examples and the severity that follows from them into the answer for which this was made.
    pub fn finish(self, source: UrlSource, answer: &mut ChangeAnswer) {
        let Self { classes, total, changed, malformed } = self;
        answer.urls = Some(KnownUrlsAnswer { source, total, changed, malformed });
        for (class, urls) in answer.classes.iter_mut().zip(classes) {
            for effect in &mut class.effects {
                let line = |rule: &Option<AnswerRule>| rule.as_ref().map(|rule| rule.line);
                let of_effect = urls.changed.get(&(line(&effect.before), line(&effect.after)));
                effect.urls = Some(of_effect.map_or(0, |urls| urls.count));
                if let Some(first) = of_effect.and_then(|urls| urls.first.first()) {
                    effect.example = first.to_owned();
                }
            }
            let impact = &mut class.impact;
            let directions = [(&mut impact.lost, &urls.lost), (&mut impact.gained, &urls.gained)];
            for (extent, urls) in directions {
                if let Some(extent) = extent {
                    extent.set_known(urls.count, &urls.first);
                }
            }
        }
        answer.rank();
    }
}

/// The line that decides. An empty pattern decides nothing.
fn line(verdict: &Verdict<'_>) -> Option<u32> {
    verdict.rule().filter(|rule| rule.priority > 0).map(|rule| rule.line)
}
