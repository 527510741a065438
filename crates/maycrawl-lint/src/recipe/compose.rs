//! Composes a file of recipes, and checks that the file does what each recipe promises.
//!
//! A crawler obeys only one group, so recipes cannot simply be written one after the other. If one recipe makes a group
//! for Googlebot, Googlebot no longer obeys the rules of another recipe for `*`. So the group of each named crawler
//! repeats the rules that the crawler would obey without this group (those of its chain, then those of `*`), if they
//! come from other recipes. A group that blocks everything needs no repeated rules, only what is said about uses.

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::crawler::{Compliance, KnownCrawler};
use maycrawl::verdict::RuleKind;
use maycrawl::{
    Crawler, Decision, Printable, Profile, RobotsTxt, RuleSets, Verdict, as_written, escape_url,
};
use maycrawl_effects::Budget;

use super::RecipeErrorKind::{Conflict, IgnoredByCrawler, InvalidSitemap, TooMany};
use super::delay::prove_delays;
use super::refused_uses::prove_refused_uses;
use super::{
    Audience, ChosenRecipe, Confirmation, Part, Promise, RecipeError, ignores, quoted, take,
};

/// Maximum number of recipes, and of sitemaps. The promises of each recipe are checked for every crawler.
const MAX_CHOICES: usize = 500;

/// Maximum width of a comment line, in columns.
const COMMENT_WIDTH: usize = 100;

/// Composes a robots.txt of these recipes and sitemaps, in the layout of [`format`](fn@crate::format). Repeated choices
/// and repeated sitemaps count once.
///
/// ```
/// use maycrawl_lint::recipe::{Recipe, RecipeErrorKind, compose};
///
/// let directory = |value| Recipe::by_name("directory").unwrap().with(Some(value)).unwrap();
/// let file = compose(&[directory("/a"), directory("/b")], &["https://example.com/s.xml"]).unwrap();
/// assert!(file.contains("Disallow: /a/\n") && file.ends_with("Sitemap: https://example.com/s.xml\n"));
/// let error = compose(&[directory("/a")], &["/s.xml"]).unwrap_err();
/// assert_eq!(error.kind(), RecipeErrorKind::InvalidSitemap);
/// ```
///
/// # Errors
/// The file does not do what a recipe promises, with the profile `google` or `rfc9309`: two recipes conflict, or a
/// crawler ignores robots.txt. A sitemap is not an absolute URL. There are more than 500 recipes or sitemaps.
///
/// Cost: O(crawlers * (file + recipes)).
pub fn compose(choices: &[ChosenRecipe], sitemaps: &[&str]) -> Result<String, RecipeError> {
    compose_within(choices, sitemaps, &mut Budget::new(u64::MAX))
}

/// [`compose`] within a budget.
///
/// # Errors
/// As [`compose`], and if the budget does not suffice ([`TooMany`]).
pub fn compose_within(
    choices: &[ChosenRecipe],
    sitemaps: &[&str],
    budget: &mut Budget<'_>,
) -> Result<String, RecipeError> {
    if choices.len() > MAX_CHOICES || sitemaps.len() > MAX_CHOICES {
        return Err(RecipeError::new(
            None,
            TooMany,
            format!("more than {MAX_CHOICES} recipes or sitemaps; remove some of them"),
        ));
    }
    let urls = sitemap_urls(sitemaps)?;
    let names: usize = choices.iter().map(|choice| choice.crawlers.len() + 100).sum();
    take(names as u64 * STEPS_OF_A_GROUP, budget)?;
    let draft = Draft::of(choices.iter());
    let text = draft.print(&urls);
    if let Some(broken) = first_broken_promise(&draft, &text, budget)? {
        return Err(broken.explain(&draft, budget));
    }
    prove_refused_uses(choices, &text, budget)?;
    prove_delays(choices, &RobotsTxt::parse(b""), &text)?;
    Ok(text)
}

/// The steps of checking a promise for a crawler, and of the group of a crawler in a draft.
const STEPS_OF_A_CHECK: u64 = 20;
pub(super) const STEPS_OF_A_GROUP: u64 = 50;

/// The first promise that the file does not keep with one of the profiles.
pub(super) fn first_broken_promise<'c>(
    draft: &Draft<'c>,
    text: &str,
    budget: &mut Budget<'_>,
) -> Result<Option<BrokenPromise<'c>>, RecipeError> {
    for profile in [Profile::GOOGLE, Profile::RFC9309] {
        let broken = PromiseCheck::new(draft, text, profile, budget)?.first_broken(budget)?;
        if broken.is_some() {
            return Ok(broken);
        }
    }
    Ok(None)
}

/// The URLs of the sitemaps, each once.
pub(super) fn sitemap_urls(sitemaps: &[&str]) -> Result<Vec<String>, RecipeError> {
    let mut urls: Vec<String> = Vec::new();
    for url in sitemaps {
        let url = sitemap(url)?;
        if !urls.contains(&url) {
            urls.push(url);
        }
    }
    Ok(urls)
}

fn sitemap(url: &str) -> Result<String, RecipeError> {
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let is_plain = |c: char| !c.is_control() && !c.is_whitespace() && c != '#';
    if host.is_some_and(|host| !host.is_empty() && !host.starts_with('/'))
        && url.len() <= 2000
        && url.chars().all(is_plain)
    {
        return Ok(url.to_owned());
    }
    Err(RecipeError::new(
        None,
        InvalidSitemap,
        format!(
            "`{}` is not a full URL; write the sitemap as https://www.example.com/sitemap.xml",
            Printable(url.as_bytes())
        ),
    ))
}

/// One part of a recipe in a choice.
#[derive(Clone, Copy)]
pub(super) struct Piece<'c> {
    choice: &'c ChosenRecipe,
    pub(super) part: &'c Part,
}

impl PartialEq for Piece<'_> {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.choice, other.choice) && core::ptr::eq(self.part, other.part)
    }
}

/// Whether the group of a crawler with this part blocks everything.
pub(super) fn blocks_all(piece: &Piece<'_>) -> bool {
    let Piece { choice, part } = piece;
    let is_whole_site = |pattern: &str| choice.filled(pattern).any(|filled| filled == "/");
    matches!(part.rules, &[(RuleKind::Disallow, pattern)] if is_whole_site(pattern))
}

/// True if a rule of the part allows something.
pub(super) fn has_allow(piece: &Piece<'_>) -> bool {
    piece.part.rules.iter().any(|(kind, _)| *kind == RuleKind::Allow)
}

/// The parts for each user agent, in the order of the choices.
pub(super) struct Draft<'c> {
    choices: Vec<&'c ChosenRecipe>,
    agents: Vec<(String, Vec<Piece<'c>>)>,
    /// The indexes of `agents`, by their names in lower case.
    places: BTreeMap<String, usize>,
}

impl<'c> Draft<'c> {
    pub(super) fn of(choices: impl Iterator<Item = &'c ChosenRecipe>) -> Self {
        let mut draft = Self { choices: Vec::new(), agents: Vec::new(), places: BTreeMap::new() };
        for choice in choices {
            let is_same = |other: &&ChosenRecipe| {
                core::ptr::eq(other.recipe, choice.recipe)
                    && other.values == choice.values
                    && other.crawlers == choice.crawlers
            };
            if draft.choices.iter().any(is_same) {
                continue;
            }
            draft.choices.push(choice);
            for part in choice.recipe.parts {
                for token in part.audience.iter().flat_map(|&audience| choice.tokens(audience)) {
                    draft.add(token, Piece { choice, part });
                }
            }
        }
        draft
    }

    pub(super) fn choices(&self) -> &[&'c ChosenRecipe] {
        &self.choices
    }

    /// Adds a part to the group of `token`.
    pub(super) fn add(&mut self, token: String, piece: Piece<'c>) {
        let at = *self.places.entry(token.to_ascii_lowercase()).or_insert(self.agents.len());
        match self.agents.get_mut(at) {
            Some((_, pieces)) if pieces.contains(&piece) => {}
            Some((_, pieces)) => pieces.push(piece),
            None => self.agents.push((token, Vec::from([piece]))),
        }
    }

    /// The parts that the recipes have for `token` itself.
    pub(super) fn own(&self, token: &str) -> Option<&[Piece<'c>]> {
        let &at = self.places.get(&token.to_ascii_lowercase())?;
        self.agents.get(at).map(|(_, pieces)| pieces.as_slice())
    }

    /// The parts in the group of `token`: its own parts, then those that it would obey without a group.
    pub(super) fn group(&self, token: &str) -> Vec<Piece<'c>> {
        let own = self.own(token).unwrap_or_default();
        let mut pieces = own.to_vec();
        if token == "*" {
            return pieces;
        }
        let is_closed = own.iter().any(blocks_all);
        let crawler = Crawler::from_token(token);
        let star = crawler.follows_star().then_some("*");
        let next = crawler.chain().skip(1).chain(star).find(|token| self.own(token).is_some());
        // A chain of the table has at most three tokens, so the recursion is at most that deep.
        for piece in next.map_or(Vec::new(), |next| self.group(next)) {
            let is_told = !is_closed || !piece.part.signals.is_empty();
            if is_told && !own.iter().any(|known| core::ptr::eq(known.choice, piece.choice)) {
                pieces.push(piece);
            }
        }
        pieces
    }

    fn print(&self, sitemaps: &[String]) -> String {
        let mut groups: Vec<(Vec<&str>, Vec<Piece<'_>>)> = Vec::new();
        for (token, _) in &self.agents {
            let pieces = self.group(token);
            match groups.iter_mut().find(|(_, known)| *known == pieces) {
                Some((tokens, _)) => tokens.push(token),
                None => groups.push((Vec::from([token.as_str()]), pieces)),
            }
        }
        let mut out = String::new();
        for (tokens, pieces) in &groups {
            let own = self.own(tokens[0]).unwrap_or_default().len();
            print_group(tokens, (pieces, own), false, &mut out);
        }
        self.print_sitemaps(sitemaps, &mut out);
        out
    }

    pub(super) fn print_sitemaps(&self, sitemaps: &[String], out: &mut String) {
        if !sitemaps.is_empty() && !out.is_empty() {
            out.push('\n');
        }
        for url in sitemaps {
            *out += &format!("Sitemap: {url}\n");
        }
    }

    /// The user agents of the file.
    pub(super) fn tokens(&self) -> impl Iterator<Item = &str> {
        self.agents.iter().map(|(token, _)| token.as_str())
    }

    /// The patterns that the recipes disallow for a crawler, each with its recipe.
    pub(super) fn disallowed_for(&self, crawler: &Crawler) -> Vec<(&'c ChosenRecipe, String)> {
        let star = crawler.follows_star().then_some("*");
        let Some(token) = crawler.chain().chain(star).find(|token| self.own(token).is_some())
        else {
            return Vec::new();
        };
        let mut patterns = Vec::new();
        for Piece { choice, part } in self.group(token) {
            for (_, pattern) in part.rules.iter().filter(|(kind, _)| *kind == RuleKind::Disallow) {
                patterns.extend(choice.filled(pattern).map(|pattern| (choice, pattern)));
            }
        }
        patterns
    }
}

/// Prints a group: its parts, of which the first `own` are for these crawlers. `keeps`: lines of a file follow.
pub(super) fn print_group(
    tokens: &[&str],
    (pieces, own): (&[Piece<'_>], usize),
    keeps: bool,
    out: &mut String,
) {
    if !out.is_empty() {
        out.push('\n');
    }
    // The comment of a group with one part stands above its names. Otherwise each comment stands above its rules.
    let has_one_comment = pieces.len() == 1;
    if has_one_comment {
        pieces.iter().for_each(|piece| piece.print_comments(out));
    }
    if keeps || own < pieces.len() {
        print_comment(
            "A crawler obeys only one group, so the lines for all crawlers are repeated here",
            out,
        );
    }
    for token in tokens {
        *out += &format!("User-agent: {token}\n");
    }
    let mut printed = Vec::new();
    let is_closed = pieces.iter().any(blocks_all);
    for (at, piece) in pieces.iter().enumerate() {
        // A group that blocks everything repeats only what is said about uses.
        let mut rules = if is_closed && at >= own { Vec::new() } else { piece.rules() };
        rules.retain(|rule| !printed.contains(rule));
        let signals = piece.part.signals.iter();
        let signals: Vec<_> =
            signals.filter(|signal| !out_has_line(&printed, signal.line)).collect();
        let is_empty = rules.is_empty() && signals.is_empty();
        if !has_one_comment && !is_empty {
            piece.print_comments(out);
        }
        for signal in signals {
            if !signal.comment.is_empty() {
                print_comment(signal.comment, out);
            }
            let line = signal.line.replace("{}", &piece.choice.values[0]) + "\n";
            *out += &line;
            printed.push(line);
        }
        for rule in rules {
            *out += &rule;
            printed.push(rule);
        }
    }
    // Without a rule its `user-agent` lines would run into the next group. `Disallow:` forbids nothing.
    let has_rule = pieces.iter().any(|piece| !piece.part.rules.is_empty());
    if !has_rule && !keeps {
        *out += "Disallow:\n";
    }
}

fn out_has_line(printed: &[String], line: &str) -> bool {
    printed.iter().any(|known| known.trim_end() == line)
}

impl Piece<'_> {
    fn rules(&self) -> Vec<String> {
        let Self { choice, part } = self;
        let has_value = part.rules.iter().any(|(_, pattern)| pattern.contains("{}"));
        let values = if has_value { choice.values.as_slice() } else { &choice.values[..1] };
        let line = |value: &str, &(kind, pattern): &(RuleKind, &str)| {
            format!("{}: {}\n", kind.field(), pattern.replace("{}", value))
        };
        let lines = values.iter().flat_map(|value| part.rules.iter().map(move |r| line(value, r)));
        lines.collect()
    }

    fn print_comments(&self, out: &mut String) {
        let is_whole_site =
            self.choice.shown == "/" && matches!(self.part.audience, [Audience::FromValue]);
        if is_whole_site {
            print_comment("These crawlers may not crawl the site", out);
        } else {
            print_comment(&self.part.comment.replace("{}", &self.choice.shown), out);
        }
        for audience in self.part.audience {
            let Audience::Ai(list, confirmed) = *audience else { continue };
            let of_list =
                || KnownCrawler::all().iter().filter(move |k| list.purposes().contains(&k.purpose));
            let tokens = |compliance: Compliance| -> Vec<&str> {
                of_list()
                    .filter(|known| known.compliance == compliance)
                    .map(|known| known.token)
                    .collect()
            };
            match confirmed {
                Confirmation::Yes => print_names(
                    "Control tokens, which are never in a request",
                    &audience
                        .known()
                        .filter(|k| k.compliance == Compliance::ControlToken)
                        .map(|k| k.token)
                        .collect::<Vec<_>>(),
                    out,
                ),
                // A rule does not keep these out, so the groups do not name them. Without the comment the author of the
                // file would believe that they are blocked too.
                Confirmation::No => print_names(
                    "Reported not to obey, so block them in the server",
                    &tokens(Compliance::ReportedNotToObey),
                    out,
                ),
            }
        }
    }
}

fn print_names(what: &str, names: &[&str], out: &mut String) {
    if !names.is_empty() {
        print_comment(&format!("{what}: {}", names.join(", ")), out);
    }
}

/// Prints a comment, with line breaks between words.
fn print_comment(text: &str, out: &mut String) {
    let mut column = COMMENT_WIDTH;
    for word in text.split(' ') {
        let begins_line = column + 1 + word.len() > COMMENT_WIDTH;
        if begins_line {
            if column < COMMENT_WIDTH {
                out.push('\n');
            }
            out.push('#');
            column = 1;
        }
        out.push(' ');
        *out += word;
        column += 1 + word.len();
    }
    out.push('\n');
}

/// Compares what each crawler may fetch with the promises of the recipes.
struct PromiseCheck<'p, 'c> {
    draft: &'p Draft<'c>,
    /// Every known crawler and every crawler in the draft, and last a crawler that is neither.
    crawlers: Vec<Crawler>,
    /// The rules of each of them.
    rules: RuleSets,
}

impl<'p, 'c> PromiseCheck<'p, 'c> {
    fn new(
        draft: &'p Draft<'c>,
        text: &str,
        profile: Profile,
        budget: &mut Budget<'_>,
    ) -> Result<Self, RecipeError> {
        take(text.len() as u64 / 4 + draft.agents.len() as u64 * STEPS_OF_A_GROUP, budget)?;
        let robots = RobotsTxt::parse_with(text.as_bytes(), profile);
        let named = draft.agents.iter().map(|(token, _)| token.as_str()).filter(|&t| t != "*");
        let unnamed = ["ExampleBot", "OtherBot", "ThirdBot"].into_iter();
        let known = KnownCrawler::all().iter().filter(|known| !ignores(known));
        let tokens = known.map(|known| known.token).chain(named);
        // Normally one of the three has no group. If recipes name all three, no unnamed crawler is checked.
        let rest = unnamed.filter(|token| draft.own(token).is_none()).take(1);
        let crawlers: Vec<_> = tokens.chain(rest).map(Crawler::from_token).collect();
        let rules = robots.rules_for_each_within(&crawlers, budget);
        // A crawler without rules would be passed over.
        if rules.len() < crawlers.len() {
            take(u64::MAX, budget)?;
        }
        Ok(Self { draft, crawlers, rules })
    }

    fn first_broken(
        &self,
        budget: &mut Budget<'_>,
    ) -> Result<Option<BrokenPromise<'c>>, RecipeError> {
        for &choice in &self.draft.choices {
            for promise in choice.recipe.promises {
                for path in choice.filled(promise.path) {
                    let names = 1 + choice.crawlers.len() as u64 / 4;
                    take(self.crawlers.len() as u64 * (STEPS_OF_A_CHECK + names), budget)?;
                    if let Err(broken) = self.one(choice, promise, &path) {
                        return Ok(Some(broken));
                    }
                }
            }
        }
        Ok(None)
    }

    fn one(
        &self,
        choice: &'c ChosenRecipe,
        promise: &Promise,
        path: &str,
    ) -> Result<(), BrokenPromise<'c>> {
        let filled = path.replace('*', "x");
        let path = filled.strip_suffix('$').unwrap_or(&filled);
        let url = [b"https://example.com", &*escape_url(path.as_bytes())].concat();
        let expected = match promise.kind {
            RuleKind::Allow => Decision::Allowed,
            RuleKind::Disallow => Decision::Disallowed,
        };
        for (index, crawler) in self.crawlers.iter().enumerate() {
            if !applies_to(self.draft, promise.audience, choice, crawler) {
                continue;
            }
            let Some(rules) = self.rules.get(index) else { continue };
            let ignores = crawler.ignores_robots_txt();
            let verdict = rules.check(as_written(&url));
            // A crawler that ignores robots.txt breaks every promise about it, whatever its verdict is.
            if ignores || verdict.decision() != expected {
                let token = crawler.token().to_owned();
                let cause = cause(&verdict);
                let path = path.to_owned();
                return Err(BrokenPromise { choice, token, path, expected, ignores, cause });
            }
        }
        Ok(())
    }
}

/// Whether a promise of a recipe is about this crawler.
pub(super) fn applies_to(
    draft: &Draft<'_>,
    audience: Audience,
    choice: &ChosenRecipe,
    crawler: &Crawler,
) -> bool {
    let is = |token: &str| token.eq_ignore_ascii_case(crawler.token());
    let is_in_value = |token: &str| choice.crawlers.iter().any(|t| t.eq_ignore_ascii_case(token));
    match audience {
        Audience::StarFollowers => crawler.follows_star(),
        Audience::WithoutGroup => {
            crawler.follows_star() && crawler.chain().all(|t| draft.own(t).is_none())
        }
        Audience::AllOthers => crawler.follows_star() && !crawler.chain().any(is_in_value),
        Audience::FromValue => is_in_value(crawler.token()),
        Audience::Named(token) => is(token),
        Audience::StarIgnoring | Audience::Ai(..) => audience.known().any(|known| is(known.token)),
    }
}

/// A promise that the file does not keep.
pub(super) struct BrokenPromise<'c> {
    choice: &'c ChosenRecipe,
    token: String,
    path: String,
    expected: Decision,
    /// True if the crawler ignores robots.txt.
    ignores: bool,
    /// Why the file gives the opposite verdict.
    cause: String,
}

impl BrokenPromise<'_> {
    /// Names the other recipe that conflicts, if one alone is enough, and says what conflicts.
    fn explain(&self, draft: &Draft<'_>, budget: &mut Budget<'_>) -> RecipeError {
        let Self { choice, token, .. } = self;
        let name = quoted(choice);
        let error = |kind, message| RecipeError::new(Some(choice.recipe.name), kind, message);
        if self.ignores {
            return error(
                IgnoredByCrawler,
                format!(
                    "recipe {name} cannot work: {token} ignores robots.txt, so a rule does not block it; block it in the server"
                ),
            );
        }
        let conflict = self.conflict();
        // Without budget the other recipe is not named.
        let mut is_broken = |choices: &[&ChosenRecipe]| {
            let draft = Draft::of(choices.iter().copied());
            matches!(first_broken_promise(&draft, &draft.print(&[]), budget), Ok(Some(_)))
        };
        if is_broken(&[choice]) {
            return error(Conflict, format!("recipe {name} cannot work: {conflict}"));
        }
        let mut others = draft.choices.iter().filter(|other| !core::ptr::eq(**other, *choice));
        let Some(other) = others.find(|other| is_broken(&[choice, other])) else {
            return error(
                Conflict,
                format!(
                    "recipe {name} conflicts with the other recipes: {conflict}; remove one of them"
                ),
            );
        };
        error(
            Conflict,
            format!(
                "recipe {name} conflicts with recipe {}: {conflict}; remove one of them",
                quoted(other)
            ),
        )
    }

    /// The conflict with the lines of a file to which the recipe was added.
    pub(super) fn explain_in_file(&self) -> RecipeError {
        let message = format!(
            "recipe {} cannot be added: {}; change that in the file first",
            quoted(self.choice),
            self.conflict()
        );
        RecipeError::new(Some(self.choice.recipe.name), Conflict, message)
    }

    /// What the recipe requires, and what the file says instead.
    fn conflict(&self) -> String {
        let (path, token) = (Printable(self.path.as_bytes()), &self.token);
        let required = self.expected;
        format!("`{path}` must be {required} for {token}, but {}", self.cause)
    }
}

/// The reason of a verdict, as the end of a sentence.
fn cause(verdict: &Verdict<'_>) -> String {
    let Some(rule) = verdict.rule() else { return format!("{}", verdict.reason()) };
    let (field, pattern) = (rule.kind.field(), Printable(rule.pattern));
    let verb = if verdict.is_allowed() { "allows" } else { "disallows" };
    format!("the rule `{field}: {pattern}` {verb} it")
}
