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

use super::{Choice, Confirmed, Part, Promise, RecipeError, Whom, ignores};
use crate::crawler::{Compliance, Crawler, KnownCrawler};
use crate::escape::escape_url;
use crate::printable::Printable;
use crate::profile::Profile;
use crate::robots_txt::RobotsTxt;
use crate::rule::RuleKind;
use crate::rule_set::RuleSet;
use crate::verdict::Decision;

/// More recipes than this are a mistake, and each is proved for every crawler.
const MOST_CHOICES: usize = 500;

/// A comment is broken before this column.
const COMMENT_WIDTH: usize = 100;

/// The file that these recipes make, in the layout of [`format`](crate::format). A choice that is made twice
/// counts once, and so does a sitemap that is named twice.
///
/// # Errors
/// Two recipes contradict each other, or a crawler ignores robots.txt: whatever a recipe promises is asked of the
/// file, in both profiles. A sitemap is not an absolute URL.
///
/// Cost: O(crawlers * (file + recipes)).
pub fn compose(choices: &[Choice], sitemaps: &[&str]) -> Result<String, RecipeError> {
    if choices.len() > MOST_CHOICES || sitemaps.len() > MOST_CHOICES {
        return Err(RecipeError(format!("more than {MOST_CHOICES} recipes or sitemaps")));
    }
    let mut urls: Vec<String> = Vec::new();
    for url in sitemaps {
        let url = sitemap(url)?;
        if !urls.contains(&url) {
            urls.push(url);
        }
    }
    let draft = Draft::of(choices.iter());
    let text = draft.print(&urls);
    match broken(&draft, &text) {
        None => Ok(text),
        Some(broken) => Err(broken.explain(&draft)),
    }
}

/// The first promise that the file does not keep, in one of the profiles.
fn broken<'c>(draft: &Draft<'c>, text: &str) -> Option<Broken<'c>> {
    let profiles = [Profile::GOOGLE, Profile::RFC9309].into_iter();
    profiles.filter_map(|profile| Proof::new(draft, text, profile).all().err()).next()
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
        "`{}` is not a full URL; write the sitemap as https://www.example.com/sitemap.xml",
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
    fn of(choices: impl Iterator<Item = &'c Choice>) -> Self {
        let mut draft = Self { choices: Vec::new(), agents: Vec::new() };
        for choice in choices {
            let is_same = |other: &&Choice| {
                core::ptr::eq(other.recipe, choice.recipe)
                    && other.values == choice.values
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
        let crawler = Crawler::from_name(token);
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
        print_comment(
            "A crawler obeys one group only, so the rules for all are repeated here",
            out,
        );
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
        let Self { choice, part } = self;
        let has_value = part.rules.iter().any(|(_, pattern)| pattern.contains("{}"));
        let values = if has_value { choice.values.as_slice() } else { &choice.values[..1] };
        let line = |value: &str, &(kind, pattern): &(RuleKind, &str)| {
            let field = if kind == RuleKind::Allow { "Allow" } else { "Disallow" };
            format!("{field}: {}\n", pattern.replace("{}", value))
        };
        let lines = values.iter().flat_map(|value| part.rules.iter().map(move |r| line(value, r)));
        lines.collect()
    }

    fn print_comments(&self, out: &mut String) {
        let is_whole_site = self.choice.shown == "/" && matches!(self.part.whom, [Whom::Told]);
        if is_whole_site {
            print_comment("These crawlers may not crawl the site", out);
        } else {
            print_comment(&self.part.comment.replace("{}", &self.choice.shown), out);
        }
        for whom in self.part.whom {
            let Whom::Ai(list, confirmed) = *whom else { continue };
            let of_list =
                || KnownCrawler::all().iter().filter(move |k| list.purposes().contains(&k.purpose));
            let tokens = |conduct: Compliance| -> Vec<&str> {
                of_list()
                    .filter(|known| known.compliance == conduct)
                    .map(|known| known.token)
                    .collect()
            };
            match confirmed {
                Confirmed::Yes => print_names(
                    "Control tokens, which no request carries",
                    &whom
                        .known()
                        .filter(|k| k.compliance == Compliance::ControlToken)
                        .map(|k| k.token)
                        .collect::<Vec<_>>(),
                    out,
                ),
                Confirmed::No => print_names(
                    "Reported not to obey, so refuse them in the server",
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
        let robots = RobotsTxt::parse_with(text.as_bytes(), profile);
        let named = draft.agents.iter().map(|(token, _)| token.as_str()).filter(|&t| t != "*");
        let unnamed = ["ExampleBot", "OtherBot", "ThirdBot"].into_iter();
        let known = KnownCrawler::all().iter().filter(|known| !ignores(known));
        let tokens = known.map(|known| known.token).chain(named);
        // One of three has no group, unless somebody means to fool us; then there is nobody left to ask for.
        let rest = unnamed.filter(|token| draft.own(token).is_none()).take(1);
        let crawlers = tokens
            .chain(rest)
            .map(Crawler::from_name)
            .map(|crawler| {
                let rules = robots.rules_for(&crawler);
                (crawler, rules)
            })
            .collect();
        Self { draft, crawlers }
    }

    fn all(&self) -> Result<(), Broken<'c>> {
        for &choice in &self.draft.choices {
            for promise in choice.recipe.promises {
                for path in choice.filled(promise.path) {
                    self.one(choice, promise, &path)?;
                }
            }
        }
        Ok(())
    }

    fn one(&self, choice: &'c Choice, promise: &Promise, path: &str) -> Result<(), Broken<'c>> {
        let filled = path.replace('*', "x");
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
            let ignores = crawler.ignores_robots_txt();
            if ignores || rules.check(&url).decision() != expected {
                let token = crawler.token().to_owned();
                return Err(Broken { choice, token, path: path.to_owned(), expected, ignores });
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
            Whom::StarIgnoring | Whom::Ai(..) => whom.known().any(|known| is(known.token)),
        }
    }
}

/// A promise that a file does not keep.
struct Broken<'c> {
    choice: &'c Choice,
    token: String,
    path: String,
    expected: Decision,
    /// The crawler ignores robots.txt.
    ignores: bool,
}

impl Broken<'_> {
    /// Which other recipe undoes it, if one alone does.
    fn explain(&self, draft: &Draft<'_>) -> RecipeError {
        let Self { choice, token, .. } = self;
        let (name, path) = (choice.name(), Printable(self.path.as_bytes()));
        let name = Printable(name.as_bytes());
        if self.ignores {
            return RecipeError(format!(
                "`{name}`: {token} ignores robots.txt, so a rule does not keep it out"
            ));
        }
        let is_broken = |choices: &[&Choice]| {
            let draft = Draft::of(choices.iter().copied());
            broken(&draft, &draft.print(&[])).is_some()
        };
        if is_broken(&[choice]) {
            let word = if self.expected == Decision::Allowed { "disallowed" } else { "allowed" };
            return RecipeError(format!(
                "`{name}` is not possible: {path} stays {word} for {token}"
            ));
        }
        let others = || draft.choices.iter().filter(|other| !core::ptr::eq(**other, *choice));
        if let Some(other) = others().find(|other| is_broken(&[choice, other])) {
            let (mut first, mut second) = (choice.name(), other.name());
            if draft.choices.iter().position(|c| core::ptr::eq(*c, *other))
                < draft.choices.iter().position(|c| core::ptr::eq(*c, *choice))
            {
                core::mem::swap(&mut first, &mut second);
            }
            return RecipeError(format!(
                "`{}` and `{}` contradict each other about {path} for {token}",
                Printable(first.as_bytes()),
                Printable(second.as_bytes())
            ));
        }
        RecipeError(format!("`{name}` contradicts the other recipes about {path} for {token}"))
    }
}
