//! Adds recipes to a file that exists, and proves that the file then does what each recipe promises.
//!
//! New groups are written after the file; none of its lines changes. Three things make that more than an appendix:
//!
//! - A recipe for all crawlers is also for those that have a group of their own in the file: their names stand beside
//!   `*` in the new group.
//! - A crawler that gets its first group no longer obeys the rules that it obeyed until then, so its group repeats them.
//!   A group that blocks everything needs no repeated rules.
//! - A rule of the file can win over a new one. So each new `disallow` is proved for every path that it matches.

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::RecipeErrorKind::{Conflict, WholeSite};
use super::compose::{
    Draft, Piece, blocks_all, first_broken_promise, print_group, quoted, sitemap_urls,
};
use super::{Choice, RecipeError, compose};
use crate::crawler::{Crawler, KnownCrawler, product_token};
use crate::effect::{Budget, Proof, Region, all_paths_are};
use crate::line::is_space;
use crate::printable::Printable;
use crate::profile::Profile;
use crate::robots_txt::{GroupLine, RobotsTxt, Rule};
use crate::rule::RuleKind;

/// Work for the proofs: about a tenth of a second.
const BUDGET: Budget = Budget::new(10_000_000);

/// Adds these recipes and sitemaps to a robots.txt. The text of the file stays as it is, and new groups follow it.
/// Sitemaps that the file has already are left out.
///
/// ```
/// use maycrawl::recipe::{Recipe, extend};
///
/// let file = "User-agent: *\nDisallow: /cart\n\nUser-agent: bingbot\nDisallow: /cart\n";
/// let calendar = Recipe::by_name("directory").unwrap().with(Some("/calendar/")).unwrap();
/// let extended = extend(file, &[calendar], &[]).unwrap();
/// let added = "\
/// ## Nothing in /calendar/
/// User-agent: *
/// User-agent: bingbot
/// Disallow: /calendar/
/// ";
/// assert_eq!(extended, format!("{file}\n{added}"));
/// ```
///
/// # Errors
/// As [`compose`]. A recipe decides about the whole site ([`WholeSite`](super::RecipeErrorKind::WholeSite)): it would
/// contradict what the file has, so begin a new file. A rule of the file wins over a rule of a recipe.
///
/// Cost: O(crawlers * (file + recipes)), and a proof for each `disallow` line.
pub fn extend(robots: &str, choices: &[Choice], sitemaps: &[&str]) -> Result<String, RecipeError> {
    // Recipes that contradict each other are refused with the message of a new file.
    compose(choices, sitemaps)?;
    if let Some(choice) = choices.iter().find(|choice| choice.recipe.decides_about_the_site()) {
        return Err(RecipeError::new(
            Some(choice.recipe.name),
            WholeSite,
            format!(
                "recipe {} decides about the whole site, so it cannot be added to a file; begin a new file with it",
                quoted(choice)
            ),
        ));
    }
    let base = RobotsTxt::parse_with(robots.as_bytes(), Profile::GOOGLE);
    let mut sitemaps = sitemap_urls(sitemaps)?;
    sitemaps.retain(|url| base.sitemaps().all(|known| known.url != url.as_bytes()));
    let mut draft = Draft::of(choices.iter());
    cover_named_crawlers(&mut draft, &base);
    let mut added = String::new();
    print_groups(&draft, &base, &mut added);
    draft.print_sitemaps(&sitemaps, &mut added);
    let text = joined(robots, &base, &added);
    prove(&draft, &text)?;
    Ok(text)
}

/// The names of crawlers in the file, without `*`.
fn names<'r>(base: &'r RobotsTxt<'_>) -> impl Iterator<Item = &'r str> {
    let values = base.groups().flat_map(|group| group.agents());
    values
        .filter_map(|agent| {
            // Some known names, such as AI2Bot, are not legal product tokens.
            let word = agent.value.split(|&byte| is_space(byte)).next().unwrap_or_default();
            let known =
                str::from_utf8(word).ok().filter(|word| KnownCrawler::by_name(word).is_some());
            known.or_else(|| str::from_utf8(product_token(agent.value)).ok())
        })
        .filter(|name| !name.is_empty())
}

/// Adds the parts for `*` to every crawler that has a group of its own in the file.
fn cover_named_crawlers<'c>(draft: &mut Draft<'c>, base: &RobotsTxt<'_>) {
    let star: Vec<Piece<'c>> = draft.own("*").unwrap_or_default().to_vec();
    for name in names(base).filter(|name| Crawler::from_name(name).follows_star()) {
        for piece in &star {
            draft.add(name.to_owned(), *piece);
        }
    }
}

/// Prints the group of each crawler. Crawlers with the same lines share a group.
fn print_groups(draft: &Draft<'_>, base: &RobotsTxt<'_>, out: &mut String) {
    type Group<'g> = (Vec<&'g str>, Vec<Piece<'g>>, Vec<String>);
    let mut groups: Vec<Group<'_>> = Vec::new();
    for token in draft.tokens() {
        let has_group = token == "*" || names(base).any(|name| name.eq_ignore_ascii_case(token));
        let own = draft.own(token).unwrap_or_default();
        let pieces = if has_group { own.to_vec() } else { draft.group(token) };
        let kept = if has_group || own.iter().any(blocks_all) {
            Vec::new()
        } else {
            obeyed_lines(base, token)
        };
        match groups.iter_mut().find(|(_, other, lines)| *other == pieces && *lines == kept) {
            Some((tokens, ..)) => tokens.push(token),
            None => groups.push((Vec::from([token]), pieces, kept)),
        }
    }
    for (tokens, pieces, kept) in &groups {
        let own = draft.own(tokens[0]).unwrap_or_default().len();
        print_group(tokens, pieces, !kept.is_empty() || own < pieces.len(), out);
        kept.iter().for_each(|line| *out += line);
    }
}

/// The rules that a crawler obeys in the file, as lines.
fn obeyed_lines(base: &RobotsTxt<'_>, token: &str) -> Vec<String> {
    let (_, rules) = base.obeyed_rules(&Crawler::from_name(token));
    let line = |rule: &Rule<'_>| {
        let line = format!("{}: {}", rule.kind.field(), String::from_utf8_lossy(rule.pattern));
        format!("{}\n", line.trim_end())
    };
    rules.iter().map(line).collect()
}

/// The file, and after it the new groups, with the line ends of the file.
fn joined(robots: &str, base: &RobotsTxt<'_>, added: &str) -> String {
    let newline = if robots.contains("\r\n") { "\r\n" } else { "\n" };
    let mut text = String::from(robots);
    if !text.is_empty() && !text.ends_with(['\n', '\r']) {
        text += newline;
    }
    // A new `user-agent` line would join a last group that has no rule. `Disallow:` forbids nothing and ends it.
    let last = base.group_lines().last();
    if matches!(last, Some(GroupLine::Agent(_))) {
        text += "Disallow:";
        text += newline;
    }
    if !text.trim().is_empty() && !added.is_empty() {
        text += newline;
    }
    text += &added.replace('\n', newline);
    text
}

/// Checks every promise, and proves each new `disallow` for every path that it matches.
fn prove(draft: &Draft<'_>, text: &str) -> Result<(), RecipeError> {
    if let Some(broken) = first_broken_promise(draft, text) {
        return Err(broken.explain_in_file());
    }
    let robots = RobotsTxt::parse_with(text.as_bytes(), Profile::GOOGLE);
    let named = draft.tokens().filter(|token| *token != "*");
    let known = KnownCrawler::all().iter().map(|known| known.token);
    let crawlers: Vec<_> =
        known.chain(named).chain(["ExampleBot"]).map(Crawler::from_name).collect();
    let sets = robots.rules_for_each(&crawlers);
    let mut budget = BUDGET;
    let mut proved = BTreeSet::new();
    for (index, crawler) in crawlers.iter().enumerate() {
        if crawler.ignores_robots_txt() {
            continue;
        }
        for (choice, pattern) in draft.disallowed_for(crawler) {
            let Some(set) = sets.set_of(index) else { continue };
            if !proved.insert((set, pattern.clone())) {
                continue;
            }
            let region = Region::within(pattern.as_bytes(), Profile::GOOGLE);
            let rules = &sets.distinct()[set];
            let proof = all_paths_are(RuleKind::Disallow, rules, &region, &mut budget);
            if let Some(message) = refusal(&proof, &pattern, crawler) {
                let message = format!("recipe {} cannot be added: {message}", quoted(choice));
                return Err(RecipeError::new(Some(choice.recipe.name), Conflict, message));
            }
        }
    }
    Ok(())
}

/// Why a rule does not do what it says; `None` if it does.
fn refusal(proof: &Proof<'_>, pattern: &str, crawler: &Crawler) -> Option<String> {
    let token = crawler.token();
    match proof {
        Proof::Holds | Proof::EmptyRegion => None,
        Proof::Undecided => {
            Some(String::from("the file has too many rules to prove that it works"))
        }
        Proof::Fails(shown) => {
            let path = Printable(&shown.path);
            Some(match &shown.rule {
                Some(rule) => format!(
                    "`{path}` would stay allowed for {token}, because line {} has `{}: {}`; change that line first",
                    rule.line,
                    rule.kind.field(),
                    Printable(rule.pattern)
                ),
                None => format!(
                    "`{path}` would stay allowed for {token}; `{pattern}` does not match it"
                ),
            })
        }
    }
}
