//! A file made of recipes, and the proof that it does what each of them promises.
//!
//! A crawler obeys one group alone, so recipes cannot just stand one below the other: where one makes a group for
//! Googlebot, Googlebot would lose what another says to `*`. Each named crawler's group therefore repeats what
//! the crawler would obey without it (along its chain, then `*`), as far as other recipes said it. A
//! group that closes everything has nothing to add.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Choice, Part, Promise, RecipeError, Whom, ignores};
use crate::crawler::{Conduct, Crawler, KnownCrawler};
use crate::escape::escape_url;
use crate::printable::Printable;
use crate::profile::Profile;
use crate::robots_txt::RobotsTxt;
use crate::rule_set::RuleSet;
use crate::verdict::{Decision, RuleKind};

/// More recipes than this are a mistake, and each is proved for every crawler.
const MOST_CHOICES: usize = 500;

/// A comment is broken before this column.
const COMMENT_WIDTH: usize = 100;

/// The file that these recipes make, in the layout of [`formatted`](crate::formatted). A choice that is made twice
/// counts once.
///
/// # Errors
/// Two recipes contradict one another, or a crawler cannot be bound: whatever a recipe promises is asked of the
/// file, in both profiles, and what does not hold is said. A sitemap is no absolute URL.
///
/// Cost: O(crawlers * (file + recipes)).
pub fn compose(choices: &[Choice], sitemaps: &[&str]) -> Result<String, RecipeError> {
    if choices.len() > MOST_CHOICES || sitemaps.len() > MOST_CHOICES {
        return Err(RecipeError(format!("more than {MOST_CHOICES} recipes or sitemaps")));
    }
    let sitemaps: Vec<String> =
        sitemaps.iter().map(|url| sitemap(url)).collect::<Result<_, _>>()?;
    let draft = Draft::of(choices);
    let text = draft.print(&sitemaps);
    for profile in [Profile::GOOGLE, Profile::RFC9309] {
        Proof::new(&draft, &text, profile).all()?;
    }
    Ok(text)
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
    Err(RecipeError(format!(
        "a sitemap is named by its whole URL, such as https://www.example.com/sitemap.xml, not `{}`",
        Printable(url.as_bytes())
    )))
}

/// A part of a choice.
#[derive(Clone, Copy)]
struct Piece<'c> {
    choice: &'c Choice,
    part: &'c Part,
}

impl PartialEq for Piece<'_> {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.choice, other.choice) && core::ptr::eq(self.part, other.part)
    }
}

/// Who is told what, in the order in which the choices bring it up.
struct Draft<'c> {
    choices: Vec<&'c Choice>,
    agents: Vec<(String, Vec<Piece<'c>>)>,
}

impl<'c> Draft<'c> {
    fn of(choices: &'c [Choice]) -> Self {
        let mut draft = Self { choices: Vec::new(), agents: Vec::new() };
        for choice in choices {
            let is_same = |other: &&Choice| {
                core::ptr::eq(other.recipe, choice.recipe)
                    && other.text == choice.text
                    && other.crawlers == choice.crawlers
            };
            if draft.choices.iter().any(is_same) {
                continue;
            }
            draft.choices.push(choice);
            for part in choice.recipe.parts {
                for token in part.whom.iter().flat_map(|&whom| choice.tokens(whom)) {
                    draft.tell(token, Piece { choice, part });
                }
            }
        }
        draft
    }

    fn tell(&mut self, token: String, piece: Piece<'c>) {
        match self.agents.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(&token)) {
            Some((_, pieces)) if pieces.contains(&piece) => {}
            Some((_, pieces)) => pieces.push(piece),
            None => self.agents.push((token, Vec::from([piece]))),
        }
    }

    fn own(&self, token: &str) -> Option<&[Piece<'c>]> {
        let found = self.agents.iter().find(|(known, _)| known.eq_ignore_ascii_case(token));
        found.map(|(_, pieces)| pieces.as_slice())
    }

    /// What the group of `token` says: its own, then what it would obey without a group.
    fn group(&self, token: &str) -> Vec<Piece<'c>> {
        let own = self.own(token).unwrap_or_default();
        let closes = |piece: &Piece<'_>| piece.part.rules == [(RuleKind::Disallow, "/")];
        let mut pieces = own.to_vec();
        if token == "*" || own.iter().any(closes) {
            return pieces;
        }
        let crawler = Crawler::named(token);
        let star = crawler.follows_star().then_some("*");
        let next = crawler.chain().skip(1).chain(star).find(|token| self.own(token).is_some());
        // A chain of the table is three tokens long at most, so this goes no deeper.
        for piece in next.map_or(Vec::new(), |next| self.group(next)) {
            if !own.iter().any(|known| core::ptr::eq(known.choice, piece.choice)) {
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
            print_group(tokens, pieces, own < pieces.len(), &mut out);
        }
        if !sitemaps.is_empty() && !out.is_empty() {
            out.push('\n');
        }
        for url in sitemaps {
            out += &format!("Sitemap: {url}\n");
        }
        out
    }
}

fn print_group(tokens: &[&str], pieces: &[Piece<'_>], repeats: bool, out: &mut String) {
    if !out.is_empty() {
        out.push('\n');
    }
    // What is said to one purpose stands above the names, what belongs to a few rules above those.
    let heads = pieces.len() == 1;
    if heads {
        pieces.iter().for_each(|piece| piece.print_comments(out));
    }
    if repeats {
        print_comment("A crawler obeys one group alone: what holds for all is said here too", out);
    }
    for token in tokens {
        *out += &format!("User-agent: {token}\n");
    }
    let mut said = Vec::new();
    for piece in pieces {
        let mut rules = piece.rules();
        rules.retain(|rule| !said.contains(rule));
        if !heads && !rules.is_empty() {
            piece.print_comments(out);
        }
        for rule in rules {
            *out += &rule;
            said.push(rule);
        }
    }
}

impl Piece<'_> {
    fn rules(&self) -> Vec<String> {
        let line = |&(kind, pattern): &(RuleKind, &str)| {
            let field = if kind == RuleKind::Allow { "Allow" } else { "Disallow" };
            format!("{field}: {}\n", self.choice.filled(pattern))
        };
        self.part.rules.iter().map(line).collect()
    }

    fn print_comments(&self, out: &mut String) {
        print_comment(&self.choice.filled(self.part.comment), out);
        for (conduct, what) in [
            (Conduct::ControlToken, "Control tokens, which no request carries"),
            (Conduct::ReportedNotToObey, "Reported not to obey"),
        ] {
            let of_purpose = self.part.whom.iter().filter(|whom| matches!(whom, Whom::Of(_)));
            let tokens: Vec<&str> = of_purpose
                .flat_map(|whom| whom.known())
                .filter(|known| known.conduct == conduct)
                .map(|known| known.token)
                .collect();
            if !tokens.is_empty() {
                print_comment(&format!("{what}: {}", tokens.join(", ")), out);
            }
        }
    }
}

/// A remark, broken between words.
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

/// What each crawler may do by the file, against what the recipes promise.
struct Proof<'p, 'c> {
    draft: &'p Draft<'c>,
    /// Every crawler that is known or named, and last one that is neither.
    crawlers: Vec<(Crawler, RuleSet)>,
}

impl<'p, 'c> Proof<'p, 'c> {
    fn new(draft: &'p Draft<'c>, text: &str, profile: Profile) -> Self {
        let robots = RobotsTxt::parse_as(text.as_bytes(), profile);
        let named = draft.agents.iter().map(|(token, _)| token.as_str()).filter(|&t| t != "*");
        let unnamed = ["ExampleBot", "OtherBot", "ThirdBot"].into_iter();
        let known = KnownCrawler::all().iter().filter(|known| !ignores(known));
        let tokens = known.map(|known| known.token).chain(named);
        // One of three has no group, unless somebody means to fool us; then there is nobody left to ask for.
        let rest = unnamed.filter(|token| draft.own(token).is_none()).take(1);
        let crawlers = tokens
            .chain(rest)
            .map(Crawler::named)
            .map(|crawler| {
                let rules = robots.rules_for(&crawler);
                (crawler, rules)
            })
            .collect();
        Self { draft, crawlers }
    }

    fn all(&self) -> Result<(), RecipeError> {
        for choice in &self.draft.choices {
            for promise in choice.recipe.promises {
                self.one(choice, promise)?;
            }
        }
        Ok(())
    }

    fn one(&self, choice: &Choice, promise: &Promise) -> Result<(), RecipeError> {
        let filled = choice.filled(promise.path).replace('*', "x");
        let path = filled.strip_suffix('$').unwrap_or(&filled);
        let url = [b"https://example.com", &*escape_url(path.as_bytes())].concat();
        let expected = match promise.kind {
            RuleKind::Allow => Decision::Allowed,
            RuleKind::Disallow => Decision::Disallowed,
        };
        for (crawler, rules) in &self.crawlers {
            if !self.is_meant(promise.whom, choice, crawler) {
                continue;
            }
            let token = crawler.token();
            if crawler.ignores_robots_txt() {
                return Err(RecipeError(format!(
                    "{}: {token} ignores robots.txt, so no line binds it",
                    choice.recipe.name
                )));
            }
            let verdict = rules.check(&url);
            if verdict.decision() != expected {
                let word = if expected == Decision::Allowed { "allowed" } else { "disallowed" };
                let path = Printable(path.as_bytes());
                return Err(RecipeError(format!(
                    "{name} cannot hold: {path} should be {word} for {token}, but is {verdict}; \
                     what else is asked for says the opposite",
                    name = choice.recipe.name,
                )));
            }
        }
        Ok(())
    }

    /// Is the promise about this crawler?
    fn is_meant(&self, whom: Whom, choice: &Choice, crawler: &Crawler) -> bool {
        let is = |token: &str| token.eq_ignore_ascii_case(crawler.token());
        let is_told = |token: &str| choice.crawlers.iter().any(|t| t.eq_ignore_ascii_case(token));
        match whom {
            Whom::Everyone => crawler.follows_star(),
            Whom::TheRest => {
                crawler.follows_star() && crawler.chain().all(|t| self.draft.own(t).is_none())
            }
            Whom::EveryoneElse => crawler.follows_star() && !crawler.chain().any(is_told),
            Whom::Told => is_told(crawler.token()),
            Whom::Named(token) => is(token),
            Whom::StarIgnoring | Whom::Of(_) => whom.known().any(|known| is(known.token)),
        }
    }
}
