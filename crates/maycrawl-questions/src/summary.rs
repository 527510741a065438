//! What a draft means for a site, in short: how much of it search engines and AI crawlers may fetch.

use std::cmp::Reverse;

use maycrawl::crawler::{AiList, KnownCrawler, Purpose, sort_by_weight};
use maycrawl::explain::GroupFate;
use maycrawl::{Crawler, RobotsTxt, RuleSet, as_written};
use maycrawl_effects::internals::as_requested;
use maycrawl_effects::{
    self, Access, Budget, Certainty, Change, Extent, Region, UseChange, UseProof,
};
use maycrawl_uses::{Evidence, Outcome, Place, Readings, Use};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::ToSchema;

use crate::inputs::{Draft, Request, known_within_limits};
use crate::refusal::Refusal;
use crate::written_url::draft_url;
use crate::{MAX_STEPS, Pause, URLS_BETWEEN_PAUSES};

/// A draft.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SummaryRequest {
    /// The draft.
    robots: String,
    /// How robots.txt is read. Default: `google`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<maycrawl::answer::ProfileName>))]
    profile: Option<String>,
    /// Known URLs or paths of the site, such as those of its sitemaps. Those that are closed are counted. At most
    /// 10,000.
    #[serde(default)]
    urls: Vec<String>,
}

/// A [`SummaryRequest`] with checked values.
#[derive(Debug)]
pub struct SummaryInput {
    draft: Draft,
    urls: Vec<String>,
}

impl Request for SummaryRequest {
    type Input = SummaryInput;

    fn into_input(self) -> Result<SummaryInput, Refusal> {
        known_within_limits(&self.urls)?;
        let draft = Draft::new(self.robots, self.profile.as_deref(), None)?;
        Ok(SummaryInput { draft, urls: self.urls })
    }
}

/// How much of the site known crawlers may fetch.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Summary {
    /// Crawlers of search engines, by how much they may fetch.
    pub search: Vec<AccessGroup>,
    /// Crawlers that collect texts for training language models and whose operator documents that they obey.
    pub ai_training: Vec<AccessGroup>,
    /// What the draft says about search, AI training and AI input, which is not about crawling. No other place of a
    /// site is asked.
    pub uses: Vec<UseGroup>,
    /// True if what it says about some use could not be found within the budget.
    pub uses_undecided: bool,
    /// The number of sitemaps that the draft names.
    pub sitemaps: usize,
    /// The number of known URLs, without entries that are no URLs; `null` if there are none, or if the draft takes too
    /// long to ask about all of them.
    #[cfg_attr(feature = "schema", schema(required))]
    pub urls: Option<usize>,
}

/// Crawlers that may fetch the same, as far as that is proved.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct AccessGroup {
    /// How much. Proved for every URL.
    pub access: Access,
    /// The crawlers, the most important first.
    pub crawlers: Vec<&'static str>,
    /// The paths that are closed for them, if they may fetch a part.
    #[cfg_attr(feature = "schema", schema(required))]
    pub closed: Option<Extent>,
    /// The number of known URLs that are closed for them; `null` without known URLs, or if their rules are not known.
    #[cfg_attr(feature = "schema", schema(required))]
    pub closed_urls: Option<usize>,
    /// The first line of the group that the first of them follows; null if it follows none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub line: Option<u32>,
}

/// Crawlers that are told the same about a use.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct UseGroup {
    /// The use.
    #[serde(rename = "use")]
    wanted: Use,
    /// What is said about the path `/`.
    outcome: Outcome,
    /// True if it is proved that the same is said of every URL.
    everywhere: bool,
    /// The line that says it; null if no line does.
    #[cfg_attr(feature = "schema", schema(required))]
    line: Option<u32>,
    /// The value of that line; null if no line says it.
    #[cfg_attr(feature = "schema", schema(required))]
    text: Option<String>,
    /// Known crawlers, and others that the draft names.
    crawlers: Vec<String>,
    /// True if every crawler that is not known and that the draft does not name is one of them.
    others: bool,
}

/// What the draft means for the site.
#[must_use]
pub fn summarise(input: &SummaryInput, may_continue: Pause<'_>) -> Summary {
    let robots = input.draft.parse();
    let is_training =
        |known: &KnownCrawler| known.ai_list() == Some(AiList::Training) && known.is_confirmed();
    let (uses, mut search, mut ai_training) = {
        let budget = &mut Budget::pausing(MAX_STEPS, &mut *may_continue);
        // What is closed is said of crawlers that escape what no URL has.
        let robots = as_requested(&robots);
        let uses = use_groups(&robots, budget);
        let search = groups(&robots, |known| known.purpose == Purpose::Search, budget);
        (uses, search, groups(&robots, is_training, budget))
    };
    // What holds for most of them is said first, and the others are named.
    ai_training.sort_by_key(|group| Reverse(group.told.crawlers.len()));
    let urls = count_closed(&input.urls, &mut search, &mut ai_training, may_continue);
    let told = |groups: Vec<CountedGroup>| groups.into_iter().map(|it| it.told).collect();
    Summary {
        uses_undecided: uses.is_none(),
        uses: uses.unwrap_or_default(),
        search: told(search),
        ai_training: told(ai_training),
        sitemaps: robots.sitemaps().count(),
        urls,
    }
}

/// A group, and the rules that all of its crawlers obey, if they are known.
struct CountedGroup {
    told: AccessGroup,
    rules: Option<RuleSet>,
}

/// Counts the URLs that are closed for each group. The number of URLs; `None` without URLs, or if the work was ended:
/// counts over a part would look complete.
fn count_closed(
    urls: &[String],
    search: &mut [CountedGroup],
    ai_training: &mut [CountedGroup],
    may_continue: Pause<'_>,
) -> Option<usize> {
    let mut groups: Vec<_> = search.iter_mut().chain(ai_training).collect();
    let mut counts = vec![0; groups.len()];
    let mut total = 0;
    for chunk in urls.chunks(URLS_BETWEEN_PAUSES) {
        if !may_continue() {
            return None;
        }
        for url in chunk.iter().filter_map(|url| draft_url(url).ok()) {
            total += 1;
            for (group, closed) in groups.iter().zip(&mut counts) {
                let is_closed = |rules: &RuleSet| !rules.check(&url).is_allowed();
                *closed += usize::from(group.rules.as_ref().is_some_and(is_closed));
            }
        }
    }
    if total == 0 {
        return None;
    }
    for (CountedGroup { told, rules }, closed) in groups.iter_mut().zip(counts) {
        told.closed_urls = rules.is_some().then_some(closed);
        if let Some(extent) = &mut told.closed {
            extent.urls = told.closed_urls;
        }
    }
    Some(total)
}

/// What is said about each use, first to the crawlers that are not named. `None` if the budget does not suffice.
fn use_groups(robots: &RobotsTxt<'_>, budget: &mut Budget<'_>) -> Option<Vec<UseGroup>> {
    let change = Change::new(robots, robots, budget);
    let told = UseChange::new(&change, robots, robots, budget)?;
    let index = robots.group_index();
    let evidence = Evidence::from_robots_txt(Some(robots), false);
    let mut groups: Vec<UseGroup> = Vec::new();
    for wanted in [Use::Search, Use::Train, Use::Input] {
        for class in told.classes() {
            // Each crawler costs steps below, and answers take no more than those.
            if budget.steps() == 0 {
                return None;
            }
            let crawler = class.crawler();
            // The file says nothing to crawlers without a group, and to those that ignore it. Their names would hide
            // those that a group of their own takes something from.
            let followed = index.followed_by(&crawler);
            if !followed.class().has_group() && !class.includes_others {
                continue;
            }
            let answer =
                maycrawl_uses::ask(&evidence, &crawler, as_written("/"), wanted, Readings::DEFAULT);
            // The rules of `*` refuse the use of closed paths to a control token too. That is a matter of access, told
            // above.
            let has_own = followed.name(&crawler) != Some("*");
            if answer.strictest.is_none() && !has_own && !class.includes_others {
                continue;
            }
            let region = Region::everything();
            let proof = told.all_paths_are(answer.outcome, wanted, &class, &region, budget);
            let stated = answer.families.iter().flat_map(|family| &family.statements);
            let said = stated.filter(|it| it.outcome != Outcome::NotSaid).find_map(|it| {
                let Place::Line(line) = it.place else { return None };
                Some((line, it.text.clone()))
            });
            let mut names: Vec<_> = class.crawlers.iter().map(|&it| it.to_owned()).collect();
            let (outcome, everywhere) = (answer.outcome, proof == UseProof::Holds);
            let is_same = |known: &&mut UseGroup| {
                (known.wanted, known.outcome, known.everywhere) == (wanted, outcome, everywhere)
                    && known.line == said.as_ref().map(|(line, _)| *line)
            };
            match groups.iter_mut().find(is_same) {
                Some(known) => {
                    known.crawlers.append(&mut names);
                    known.others |= class.includes_others;
                }
                None if names.is_empty() && !class.includes_others => {}
                None => groups.push(UseGroup {
                    wanted,
                    outcome,
                    everywhere,
                    line: said.as_ref().map(|(line, _)| *line),
                    text: said.map(|(_, text)| text),
                    crawlers: names,
                    others: class.includes_others,
                }),
            }
        }
    }
    Some(groups)
}

/// These crawlers by what they may fetch, the most important crawler first.
fn groups(
    robots: &RobotsTxt<'_>,
    is_wanted: impl Fn(&KnownCrawler) -> bool,
    budget: &mut Budget<'_>,
) -> Vec<CountedGroup> {
    let mut tokens: Vec<_> = KnownCrawler::all()
        .iter()
        .filter(|known| is_wanted(known) && !known.is_retired())
        // No file has an access for them: they fetch everything.
        .filter(|known| !Crawler::from(*known).ignores_robots_txt())
        .map(|known| known.token)
        .collect();
    sort_by_weight(&mut tokens);
    let known: Vec<_> = tokens.iter().filter_map(|token| KnownCrawler::by_name(token)).collect();
    let crawlers: Vec<_> = known.iter().map(|known| Crawler::from(*known)).collect();
    let sets = robots.rules_for_each_within(&crawlers, budget);
    let access: Vec<_> = sets.distinct().iter().map(|set| of_set(set, budget)).collect();
    let mut groups: Vec<(Option<usize>, CountedGroup)> = Vec::new();
    for (index, known) in known.iter().enumerate() {
        let set = sets.set_of(index);
        let of_set = set.and_then(|set| access.get(set));
        let (access, closed) = of_set.cloned().unwrap_or((Access::Undecided, None));
        // Of what is not proved, two crawlers may be told the same and be closed out of other URLs.
        let is_proved = match access {
            Access::Everything | Access::Nothing => true,
            Access::Part => closed.as_ref().is_some_and(|it| it.certainty == Certainty::Exact),
            Access::Undecided => false,
        };
        let is_same = |(of, group): &&mut (Option<usize>, CountedGroup)| {
            *of == set || (is_proved && group.told.access == access && group.told.closed == closed)
        };
        match groups.iter_mut().find(is_same) {
            Some((_, group)) => group.told.crawlers.push(known.token),
            None => {
                let line = crawlers.get(index).and_then(|crawler| followed_line(robots, crawler));
                let crawlers = vec![known.token];
                let told = AccessGroup { access, crawlers, closed, closed_urls: None, line };
                let rules = set.and_then(|set| sets.distinct().get(set)).cloned();
                groups.push((set, CountedGroup { told, rules }));
            }
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// How much these rules leave open, and what they close if that is a part.
fn of_set(rules: &RuleSet, budget: &mut Budget<'_>) -> (Access, Option<Extent>) {
    let access = Access::for_rules(rules, budget);
    let closed =
        (access == Access::Part).then(|| maycrawl_effects::closed(rules, budget)).flatten();
    (access, closed)
}

/// The first line of the group that a crawler follows.
fn followed_line(robots: &RobotsTxt<'_>, crawler: &Crawler) -> Option<u32> {
    let explanation = robots.explain(crawler, as_written("/"));
    let mut followed =
        explanation.groups.iter().filter(|group| matches!(group.fate, GroupFate::Followed(_)));
    followed.next().map(|group| group.first_line)
}
