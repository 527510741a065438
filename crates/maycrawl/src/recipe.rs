//! Recipes: what people want of a robots.txt, and the lines that do it.
//!
//! A recipe is data: whom it speaks to, the rules, and what it promises. Files are composed of recipes
//! (`compose.rs`), and each promise is then put to the composed file, so that two recipes that undo one another
//! are found, and no file is handed out that does not do what was asked.

mod argument;
mod catalog;
mod compose;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::crawler::{AiList, Crawler, KnownCrawler, StarGroup};
use crate::rule::RuleKind;

pub use compose::compose;

/// What people want of a robots.txt, and how it is written.
///
/// ```
/// use maycrawl::{Recipe, compose};
///
/// let choices = [
///     Recipe::by_name("directory").unwrap().with(Some("/calendar/")).unwrap(),
///     Recipe::by_name("images").unwrap().with(None).unwrap(),
/// ];
/// let file = compose(&choices, &[]).unwrap();
/// assert_eq!(file, "\
/// ## Nothing in /calendar/
/// User-agent: *
/// Disallow: /calendar/
///
/// ## No images in Google Images
/// User-agent: Googlebot-Image
/// Disallow: /
/// ");
/// ```
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recipe {
    /// What people call it: `directory`, `ai-training`.
    pub name: &'static str,
    /// What it does, in one sentence, and what it does not, as Markdown.
    pub summary: &'static str,
    /// What a person should know before using it, in one sentence; empty for most.
    pub advice: &'static str,
    /// Where it is written, as Markdown.
    pub source: &'static str,
    /// What it must be told, if anything.
    pub parameter: Option<Parameter>,
    parts: &'static [Part],
    promises: &'static [Promise],
}

/// What a recipe must be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Of which kind.
    pub kind: ParameterKind,
    /// Such as this.
    pub example: &'static str,
    /// The example is taken where nothing is said.
    pub is_default: bool,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParameterKind {
    /// A path that ends in `/`.
    Directory,
    /// A path.
    Path,
    /// The end of a URL.
    Ending,
    /// Ends of files' names, with commas between them: `.gif`; the dot may be left out.
    FileType,
    /// Names of URL parameters, with commas between them.
    Parameter,
    /// Product tokens, with commas between them.
    Crawlers,
    /// Product tokens, a colon, a directory.
    CrawlersAndDirectory,
    /// The first letters of a path, in any case.
    Prefix,
}

/// The crawlers that a part of a recipe, or a promise, is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whom {
    /// All that follow `*`.
    Everyone,
    /// Those that follow `*` and have no group of their own.
    TheRest,
    /// Those that the recipe was told.
    Told,
    /// All that follow `*` but those that the recipe was told, and who follows them.
    EveryoneElse,
    Named(&'static str),
    /// Known crawlers that do not follow `*`, but do obey.
    StarIgnoring,
    /// The crawlers of this list that are [confirmed](KnownCrawler::is_confirmed), or the others of it.
    Ai(AiList, Confirmed),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Confirmed {
    Yes,
    No,
}

/// Rules for some crawlers; `{}` stands for each of the values.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    whom: &'static [Whom],
    /// The remark in the file.
    comment: &'static str,
    rules: &'static [(RuleKind, &'static str)],
}

/// What is so once the recipe is in the file.
#[derive(Debug, PartialEq, Eq)]
struct Promise {
    whom: Whom,
    path: &'static str,
    kind: RuleKind,
}

/// A recipe with what it was told. From [`Recipe::with`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    recipe: &'static Recipe,
    crawlers: Vec<String>,
    /// What stands for `{}` in rules, each of these once; one of no letters where nothing is wanted.
    values: Vec<String>,
    /// What stands for `{}` in remarks.
    shown: String,
    notes: Vec<String>,
}

/// Why a recipe cannot be followed: what, and what to do. Safe to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipeError(String);

impl Recipe {
    /// All of them, in the order in which people may want them.
    #[must_use]
    pub fn all() -> &'static [Self] {
        catalog::RECIPES
    }

    /// The recipe of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        Self::all().iter().find(|recipe| recipe.name.eq_ignore_ascii_case(name))
    }

    /// The recipe with what it wants to be told; `None` where nothing is said.
    ///
    /// # Errors
    /// The value is missing, too much, or nothing that can stand in a robots.txt.
    pub fn with(&'static self, value: Option<&str>) -> Result<Choice, RecipeError> {
        argument::choice(self, value)
    }
}

impl Choice {
    /// The recipe.
    #[must_use]
    pub fn recipe(&self) -> &'static Recipe {
        self.recipe
    }

    /// The crawlers that it was told, as product tokens.
    pub fn crawlers(&self) -> impl Iterator<Item = &str> {
        self.crawlers.iter().map(String::as_str)
    }

    /// What a person should know of the names of crawlers in the value, a sentence each. Safe to print.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        self.notes.iter().map(String::as_str)
    }

    /// How it is asked for: `directory=/calendar/`.
    fn name(&self) -> String {
        let crawlers = self.crawlers.join(",");
        let colon = if self.crawlers.is_empty() || self.shown.is_empty() { "" } else { ":" };
        match self.recipe.parameter {
            None => String::from(self.recipe.name),
            Some(_) => {
                format!("{}={crawlers}{colon}{}", self.recipe.name, self.shown.replace(", ", ","))
            }
        }
    }

    /// The template with each of the values.
    fn filled(&self, template: &str) -> impl Iterator<Item = String> {
        // Without `{}` all of them would be the same.
        let count = if template.contains("{}") { self.values.len() } else { 1 };
        self.values.iter().take(count).map(move |value| template.replace("{}", value))
    }

    /// The product tokens of a part's group.
    fn tokens(&self, whom: Whom) -> Vec<String> {
        match whom {
            Whom::Everyone | Whom::TheRest | Whom::EveryoneElse => Vec::from([String::from("*")]),
            Whom::Told => self.crawlers.clone(),
            Whom::Named(token) => Vec::from([String::from(token)]),
            Whom::StarIgnoring | Whom::Ai(..) => {
                whom.known().map(|known| String::from(known.token)).collect()
            }
        }
    }
}

impl Whom {
    /// The rows of the table of known crawlers, where they say who is meant.
    fn known(self) -> impl Iterator<Item = &'static KnownCrawler> {
        KnownCrawler::all().iter().filter(move |known| match self {
            Self::StarIgnoring => known.star == StarGroup::Ignored && !ignores(known),
            Self::Ai(list, confirmed) => {
                known.ai_list() == Some(list)
                    && known.is_confirmed() == (confirmed == Confirmed::Yes)
            }
            _ => false,
        })
    }
}

fn ignores(known: &KnownCrawler) -> bool {
    Crawler::from(known).ignores_robots_txt()
}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for RecipeError {}
