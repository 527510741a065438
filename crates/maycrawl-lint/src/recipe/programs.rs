//! For which programs a file does what its recipes promise.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::crawler::KnownCrawler;
use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, Profile, RobotsTxt};
use maycrawl_effects::Budget;
use maycrawl_readers::answer::ExpectedPrograms;
use maycrawl_readers::{FileReadings, Reader, UNNAMED};

use super::compose::{Draft, applies_to};
use super::extend::{cover_named_crawlers, names};
use super::{ChosenRecipe, ignores};

/// The most steps of a promise, or of a rule.
const STEPS_OF_A_CLAIM: u64 = 3_000_000;

/// For which programs a file does what these recipes promise, and for every path of their rules. It was made by
/// [`compose`](super::compose), or by [`extend`](super::extend) from a file `before`, which prove it for google's
/// reading and for RFC 9309.
///
/// ```
/// use maycrawl_effects::Budget;
/// use maycrawl_lint::recipe::{Recipe, extend, for_programs};
/// use maycrawl_readers::Reader;
///
/// let calendar = [Recipe::by_name("directory").unwrap().with(Some("/calendar/")).unwrap()];
/// let before = "User-agent: *\nAllow: /\nDisallow: /cart\n";
/// let (readers, budget) = (Reader::all().iter().collect::<Vec<_>>(), &mut Budget::default());
/// let file = extend(before, &calendar, &[], budget).unwrap();
/// let programs = for_programs(&file, Some(before), &calendar, &readers, budget);
/// assert!(programs.holds.contains(&"google"));
/// // A program that takes the first rule that matches never comes to the new one.
/// assert!(programs.fails[0].programs.contains(&"cpython"));
/// ```
///
/// Cost: as [`FileReadings::all_paths_are`] for each promise and each rule. Ends at the budget.
#[must_use]
pub fn for_programs(
    file: &str,
    before: Option<&str>,
    choices: &[ChosenRecipe],
    readers: &[&'static Reader],
    budget: &mut Budget<'_>,
) -> ExpectedPrograms {
    let readings = FileReadings::new(readers, file.as_bytes(), budget);
    let before = RobotsTxt::parse_with(before.unwrap_or_default().as_bytes(), Profile::GOOGLE);
    let mut draft = Draft::of(choices.iter());
    let Ok(named) = names(&before, budget) else { return ExpectedPrograms::undecided(readers) };
    cover_named_crawlers(&mut draft, &named);
    let told = claims(&draft).into_iter().map(|((allows, pattern), crawlers)| {
        let crawlers: Vec<&str> = crawlers.iter().map(String::as_str).collect();
        budget.with_at_most(STEPS_OF_A_CLAIM, |budget| {
            readings.all_paths_are(allows, (&pattern, &[]), &crawlers, budget)
        })
    });
    told.reduce(ExpectedPrograms::and).unwrap_or_default()
}

/// Whether a pattern is allowed, and the pattern, each with its crawlers.
type Claims = BTreeMap<(bool, String), Vec<String>>;

/// What recipes promise of paths, and the patterns that they disallow.
fn claims(draft: &Draft<'_>) -> Claims {
    let mut claims = Claims::new();
    let named = draft.tokens().filter(|token| *token != "*");
    let known = KnownCrawler::all().iter().filter(|known| !ignores(known));
    let crawlers = known.map(|known| known.token).chain(named).chain([UNNAMED]);
    for name in crawlers {
        let crawler = Crawler::from_token(if name == UNNAMED { "ExampleBot" } else { name });
        // No crawler has the name of a control token.
        if crawler.is_purpose_token() {
            continue;
        }
        let mut add = |allows: bool, pattern: String| {
            let crawlers = claims.entry((allows, pattern)).or_default();
            if !crawlers.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                crawlers.push(name.into());
            }
        };
        for (_, pattern) in draft.disallowed_for(&crawler) {
            add(false, pattern);
        }
        for &choice in draft.choices() {
            let promises = choice.recipe.promises.iter();
            for promise in promises.filter(|it| applies_to(draft, it.audience, choice, &crawler)) {
                for path in choice.filled(promise.path) {
                    let path = path.replace('*', "x");
                    let path = path.strip_suffix('$').unwrap_or(&path);
                    add(promise.kind == RuleKind::Allow, [path, "$"].concat());
                }
            }
        }
    }
    claims
}
