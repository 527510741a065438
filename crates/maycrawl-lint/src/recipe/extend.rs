//! Adds recipes to a file that exists, and proves that the file then does what each recipe promises.
//!
//! New groups are written after the file; none of its lines changes. Three things make that more than an appendix:
//!
//! - A recipe for all crawlers is also for those that have a group of their own in the file: their names stand beside
//!   `*` in the new group.
//! - A crawler that gets its first group no longer obeys what it obeyed until then, so its group repeats that: rules,
//!   and what `*` says about uses (`Content-Signal`) and pace (`Crawl-delay`). A group that blocks everything repeats
//!   only what is said about uses, because that is not about crawling.
//! - A rule of the file can win over a new one. So each new `disallow` is proved for every path that it matches.

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::crawler::{Compliance, KnownCrawler};
use maycrawl::internals::{is_space, product_token};
use maycrawl::robots_txt::GroupLine;
use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, Printable, Profile, RobotsTxt};
use maycrawl_effects::{Budget, Proof, Region, all_paths_are};
use maycrawl_uses::internals::lines_to_repeat;

use super::RecipeErrorKind::{Conflict, WholeSite};
use super::compose::{
    Draft, Piece, STEPS_OF_A_GROUP, blocks_all, compose_within, first_broken_promise, has_allow,
    print_group, sitemap_urls,
};
use super::delay::{is_delay, prove_delays};
use super::refused_uses::prove_refused_uses;
use super::{ChosenRecipe, RecipeError, quoted, take};

/// Adds these recipes and sitemaps to a robots.txt. The text of the file stays as it is, and new groups follow it.
/// Sitemaps that the file has already are left out.
///
/// ```
/// use maycrawl_effects::Budget;
/// use maycrawl_lint::recipe::{Recipe, extend};
///
/// let file = "User-agent: *\nDisallow: /cart\n\nUser-agent: bingbot\nDisallow: /cart\n";
/// let calendar = Recipe::by_name("directory").unwrap().with(Some("/calendar/")).unwrap();
/// let extended = extend(file, &[calendar], &[], &mut Budget::default()).unwrap();
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
/// As [`compose_within`]. A recipe decides about the whole site ([`WholeSite`](super::RecipeErrorKind::WholeSite)): it
/// would contradict what the file has, so begin a new file. A rule of the file wins over a rule of a recipe.
///
/// Cost: O(crawlers * (file + recipes)), and a proof for each `disallow` line.
pub fn extend(
    robots: &str,
    choices: &[ChosenRecipe],
    sitemaps: &[&str],
    budget: &mut Budget<'_>,
) -> Result<String, RecipeError> {
    // Recipes that contradict each other are refused with the message of a new file.
    compose_within(choices, sitemaps, budget)?;
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
    let names = names(&base, budget)?;
    cover_named_crawlers(&mut draft, &names);
    let mut added = String::new();
    print_groups(&draft, &base, &names, budget, &mut added)?;
    draft.print_sitemaps(&sitemaps, &mut added);
    let text = joined(robots, &base, &added);
    prove(&draft, &text, budget)?;
    prove_refused_uses(choices, &text, budget)?;
    prove_delays(choices, &base, &text)?;
    Ok(text)
}

/// The names of crawlers in the file, without `*`, each as it is spelled first.
pub(super) fn names<'r>(
    base: &'r RobotsTxt<'_>,
    budget: &mut Budget<'_>,
) -> Result<Vec<&'r str>, RecipeError> {
    let values = || base.groups().flat_map(|group| group.agents());
    let bytes: usize = values().map(|agent| agent.value.len()).sum();
    take(values().count() as u64 * STEPS_OF_A_GROUP + bytes as u64, budget)?;
    let mut known = BTreeSet::new();
    let names = values()
        .filter_map(|agent| {
            // Some known names, such as AI2Bot, are not legal product tokens.
            let word = agent.value.split(|&byte| is_space(byte)).next().unwrap_or_default();
            let known =
                str::from_utf8(word).ok().filter(|word| KnownCrawler::by_name(word).is_some());
            known.or_else(|| str::from_utf8(product_token(agent.value)).ok())
        })
        // A rule for all crawlers would say something about training in the group of a purpose token.
        .filter(|name| !Crawler::bare_token(*name).is_purpose_token())
        .filter(|name| !name.is_empty() && known.insert(name.to_ascii_lowercase()));
    Ok(names.collect())
}

/// Adds the parts for `*` to every crawler that has a group of its own in the file.
pub(super) fn cover_named_crawlers(draft: &mut Draft<'_>, names: &[&str]) {
    let star: Vec<Piece<'_>> = draft.own("*").unwrap_or_default().to_vec();
    for name in names.iter().filter(|name| Crawler::from_token(name).follows_star()) {
        // A control token never crawls. In its own group an `Allow` would grant a use, which no recipe for crawlers
        // means.
        let known = KnownCrawler::by_name(name);
        let is_control = known.is_some_and(|known| known.compliance == Compliance::ControlToken);
        for piece in star.iter().filter(|piece| !(is_control && has_allow(piece))) {
            draft.add((*name).to_owned(), *piece);
        }
    }
}

/// Prints the group of each crawler. Crawlers with the same lines share a group.
fn print_groups(
    draft: &Draft<'_>,
    base: &RobotsTxt<'_>,
    names: &[&str],
    budget: &mut Budget<'_>,
    out: &mut String,
) -> Result<(), RecipeError> {
    let names: BTreeSet<String> = names.iter().map(|name| name.to_ascii_lowercase()).collect();
    type NewGroup<'g> = (Vec<&'g str>, Vec<Piece<'g>>, Vec<Vec<u8>>);
    let mut groups: Vec<NewGroup<'_>> = Vec::new();
    for token in draft.tokens() {
        let has_group = token == "*" || names.contains(&token.to_ascii_lowercase());
        let own = draft.own(token).unwrap_or_default();
        // Groups with the same name are one group (RFC 9309 section 2.2.1), so a crawler with a group needs only the
        // new rules. A first group of its own takes the place of the group that it followed, so it repeats its lines.
        let pieces = if has_group { own.to_vec() } else { draft.group(token) };
        let kept = if has_group {
            Vec::new()
        } else {
            take(u64::from(base.line_count()) * STEPS_OF_A_LINE, budget)?;
            let is_closed = own.iter().any(blocks_all);
            let mut kept = lines_to_repeat(base, &Crawler::from_token(token), is_closed);
            // Its own delay takes the place of the one for all crawlers.
            let mut signals = own.iter().flat_map(|piece| piece.part.signals);
            if signals.any(|signal| is_delay(signal.line.as_bytes())) {
                kept.retain(|line| !is_delay(line));
            }
            kept
        };
        let compared = kept.len() as u64 / 2 + pieces.len() as u64 + 1;
        take(STEPS_OF_A_GROUP + groups.len() as u64 * compared, budget)?;
        match groups.iter_mut().find(|(_, other, lines)| *other == pieces && *lines == kept) {
            Some((tokens, ..)) => tokens.push(token),
            None => groups.push((Vec::from([token]), pieces, kept)),
        }
    }
    for (tokens, pieces, kept) in &groups {
        let own = draft.own(tokens[0]).unwrap_or_default().len();
        print_group(tokens, (pieces, own), !kept.is_empty(), out);
        for line in kept {
            *out += &String::from_utf8_lossy(line);
            out.push('\n');
        }
    }
    Ok(())
}

/// The steps of writing a line of the file again.
const STEPS_OF_A_LINE: u64 = 12;

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
fn prove(draft: &Draft<'_>, text: &str, budget: &mut Budget<'_>) -> Result<(), RecipeError> {
    if let Some(broken) = first_broken_promise(draft, text, budget)? {
        return Err(broken.explain_in_file());
    }
    let robots = RobotsTxt::parse_with(text.as_bytes(), Profile::GOOGLE);
    let named = draft.tokens().filter(|token| *token != "*");
    let known = KnownCrawler::all().iter().map(|known| known.token);
    let crawlers: Vec<_> =
        known.chain(named).chain(["ExampleBot"]).map(Crawler::from_token).collect();
    let sets = robots.rules_for_each_within(&crawlers, budget);
    let mut proved = BTreeSet::new();
    for (index, crawler) in crawlers.iter().enumerate() {
        if crawler.ignores_robots_txt() {
            continue;
        }
        for (choice, pattern) in draft.disallowed_for(crawler) {
            take(STEPS_OF_A_GROUP, budget)?;
            // Rules that were not compiled prove nothing. Asking for more steps than there are ends with an error.
            let Some(set) = sets.set_of(index) else { return take(u64::MAX, budget) };
            if !proved.insert((set, pattern.clone())) {
                continue;
            }
            let region = Region::within(pattern.as_bytes(), Profile::GOOGLE);
            let rules = &sets.distinct()[set];
            let proof = all_paths_are(RuleKind::Disallow, rules, &region, budget);
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
