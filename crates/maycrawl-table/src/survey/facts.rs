//! What one robots.txt says, for a survey. Computed once for each distinct body.

use std::collections::{BTreeMap, BTreeSet};

use maycrawl::crawler::KnownCrawler;
use maycrawl::{Crawler, RobotsTxt, as_written};
use maycrawl_effects::internals::as_requested;
use maycrawl_effects::{Access, Budget};
use maycrawl_lint::{Lint, LintOptions, lint_with};
use maycrawl_uses::{Evidence, Outcome, Readings, Use};

/// Work that may be spent on the question how much of a site one rule set allows. A file that needs more is undecided.
const BUDGET: u64 = 200_000;
/// The longest name of a field that is counted under its own name.
const MAX_FIELD_BYTES: usize = 40;

/// What one file says.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// For each known crawler: whether a group names it, and how much of the site it may fetch.
    pub(crate) crawlers: Vec<(bool, Access)>,
    /// Findings of each lint.
    pub(crate) lints: Vec<(&'static Lint, u64)>,
    /// Lines of each field.
    pub(crate) fields: Vec<(String, u64)>,
    /// For each of [`USES`], what the file says about it to a crawler that no group names, for the path `/`.
    pub(crate) uses: [Outcome; USES.len()],
}

/// The uses of which a robots.txt can speak.
pub(crate) const USES: [Use; 4] = [Use::Train, Use::Input, Use::Search, Use::Index];

/// The known crawlers, in the order of [`Facts::crawlers`].
pub(crate) fn crawlers() -> Vec<Crawler> {
    KnownCrawler::all().iter().map(Crawler::from).collect()
}

impl Facts {
    pub(crate) fn of(body: &[u8], crawlers: &[Crawler]) -> Self {
        let file = RobotsTxt::parse(body);
        let rules = as_requested(&file).rules_for_each(crawlers);
        // Most of two hundred crawlers follow `*`: each different set of rules is decided once.
        let accesses: Vec<Access> = rules
            .distinct()
            .iter()
            .map(|set| Access::for_rules(set, &mut Budget::new(BUDGET)))
            .collect();
        let named: BTreeSet<String> = file
            .groups()
            .flat_map(|group| group.agents())
            .filter_map(|agent| KnownCrawler::meant_by(agent.value))
            .map(|known| known.token.to_owned())
            .collect();
        let access = |index: usize| {
            let set = rules.set_of(index).and_then(|set| accesses.get(set));
            set.copied().unwrap_or(Access::Undecided)
        };
        let of_crawlers = crawlers
            .iter()
            .enumerate()
            .map(|(index, crawler)| (named.contains(crawler.token()), access(index)));
        let report = lint_with(&file, &LintOptions::new());
        Self {
            crawlers: of_crawlers.collect(),
            lints: report.counts.iter().map(|count| (count.lint, count.found as u64)).collect(),
            fields: fields(&file),
            uses: USES.map(|wanted| {
                let evidence = Evidence { robots: Some(&file), ..Evidence::default() };
                // `*` is the name that no group names more exactly.
                let unnamed = Crawler::from_token("*");
                maycrawl_uses::ask(&evidence, &unnamed, as_written("/"), wanted, Readings::DEFAULT)
                    .outcome
            }),
        }
    }

    /// The bytes of memory that the facts use.
    pub(crate) fn memory(&self) -> usize {
        let fields: usize = self.fields.iter().map(|(name, _)| name.len() + 40).sum();
        size_of::<Self>() + 2 * self.crawlers.len() + 24 * self.lints.len() + fields
    }
}

fn fields(file: &RobotsTxt<'_>) -> Vec<(String, u64)> {
    let mut fields: BTreeMap<String, u64> = BTreeMap::new();
    let mut add = |name: &str, lines: usize| {
        if lines > 0 {
            *fields.entry(name.to_owned()).or_default() += lines as u64;
        }
    };
    let rules =
        || file.groups().flat_map(|group| group.rules()).chain(file.rules_before_any_group());
    let is_allow = |kind| kind == maycrawl::verdict::RuleKind::Allow;
    add("user-agent", file.groups().map(|group| group.agents().count()).sum());
    add("allow", rules().filter(|rule| is_allow(rule.kind)).count());
    add("disallow", rules().filter(|rule| !is_allow(rule.kind)).count());
    add("sitemap", file.sitemaps().count());
    for line in file.other_lines() {
        let key = line.key.trim_ascii().to_ascii_lowercase();
        let is_short = key.len() <= MAX_FIELD_BYTES;
        let text = String::from_utf8_lossy(if is_short { &key } else { b"(longer than 40 bytes)" });
        add(&text, 1);
    }
    fields.into_iter().collect()
}
