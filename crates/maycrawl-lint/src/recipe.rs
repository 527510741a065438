//! Recipes: common purposes of a robots.txt, and the lines for each of them.
//!
//! A recipe is data: the crawlers that it is about, the rules, and the promises that it makes. A file is composed of
//! recipes (`compose.rs`). Then each promise is checked against the composed file. So two recipes that conflict are an
//! error, and every composed file does what its recipes promise.

mod argument;
mod catalog;
mod compose;
mod delay;
mod extend;
#[cfg(feature = "serde")]
mod programs;
mod refused_uses;
mod remarks;

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use maycrawl::crawler::{AiList, KnownCrawler, StarGroup};
use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, Printable, UnknownName};
use maycrawl_effects::Budget;
use maycrawl_uses::Use;

pub use compose::{compose, compose_within};
pub use extend::extend;
#[cfg(feature = "serde")]
pub use programs::for_programs;
pub use remarks::blocked_search;

/// A common purpose of a robots.txt, and the rules that serve it.
///
/// ```
/// use maycrawl_lint::recipe::{Recipe, compose};
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
    /// The name, such as `directory` or `ai-training`.
    pub name: &'static str,
    /// What it is about.
    pub topic: Topic,
    /// What the recipe does and does not do, in Markdown. The first sentence says what it does.
    pub summary: &'static str,
    /// What the user should know first, in one sentence. Empty for most recipes.
    pub advice: &'static str,
    /// The document that the recipe comes from, in Markdown.
    pub source: &'static str,
    /// The value that the recipe takes. `None` if it takes none.
    pub parameter: Option<Parameter>,
    parts: &'static [Part],
    promises: &'static [Promise],
    /// The uses that every file with the recipe refuses, for all paths and for every crawler that follows a group.
    refuses: &'static [Use],
}

/// What a recipe is about. Thirty recipes in one list are not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RecipeTopic))]
#[non_exhaustive]
pub enum Topic {
    /// Crawlers of AI, and what content may be used for.
    Ai,
    /// The whole site.
    WholeSite,
    /// Directories, pages and kinds of files.
    Paths,
    /// Many URLs of the same content: search results, filters, sessions.
    Duplicates,
    /// Some crawlers, or all but some.
    Crawlers,
    /// Images, videos and audio.
    Media,
}

impl Topic {
    /// All topics; the one that most people come for first.
    pub const ALL: [Self; 6] =
        [Self::Ai, Self::WholeSite, Self::Paths, Self::Duplicates, Self::Crawlers, Self::Media];

    /// The heading above its recipes.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Ai => "AI crawlers and AI training",
            Self::WholeSite => "The whole site",
            Self::Paths => "Directories, pages and files",
            Self::Duplicates => "Search results, filters and sessions",
            Self::Crawlers => "Only some crawlers",
            Self::Media => "Images, videos and audio",
        }
    }
}

/// The value that a recipe takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The kind of the value.
    pub kind: ParameterKind,
    /// An example value.
    pub example: &'static str,
    /// True if the example is the default value. Otherwise the value is required.
    pub is_default: bool,
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParameterKind {
    /// A path that ends in `/`.
    Directory,
    /// A path.
    Path,
    /// The end of a URL.
    Ending,
    /// Endings of file names, separated by commas: `.gif,.png`. The dot is optional.
    FileType,
    /// Names of URL parameters, separated by commas.
    Parameter,
    /// Product tokens, separated by commas.
    Crawlers,
    /// Product tokens, a colon, and a directory.
    CrawlersAndDirectory,
    /// Product tokens, a colon, and a number of seconds.
    CrawlersAndSeconds,
    /// The first letters of a path. The recipe applies to all spellings in upper and lower case.
    Prefix,
}

impl ParameterKind {
    /// The name, such as `file-type`.
    ///
    /// ```
    /// assert_eq!(maycrawl_lint::recipe::ParameterKind::CrawlersAndDirectory.name(), "crawlers-and-directory");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Directory => "directory",
            Self::Path => "path",
            Self::Ending => "ending",
            Self::FileType => "file-type",
            Self::Parameter => "parameter",
            Self::Crawlers => "crawlers",
            Self::CrawlersAndDirectory => "crawlers-and-directory",
            Self::CrawlersAndSeconds => "crawlers-and-seconds",
            Self::Prefix => "prefix",
        }
    }

    /// What a value is, for people.
    ///
    /// ```
    /// assert_eq!(maycrawl_lint::recipe::ParameterKind::Ending.title(), "End of the URL");
    /// ```
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Directory => "Directory",
            Self::Path => "Path",
            Self::Ending => "End of the URL",
            Self::FileType => "File types",
            Self::Parameter => "URL parameters",
            Self::Crawlers => "Crawlers",
            Self::CrawlersAndDirectory => "Crawlers and directory",
            Self::CrawlersAndSeconds => "Crawlers and seconds",
            Self::Prefix => "Beginning of the path",
        }
    }
}

/// The crawlers that a part of a recipe, or a promise, is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Audience {
    /// All crawlers that follow `*`.
    StarFollowers,
    /// All crawlers that follow `*` and have no group of their own in the file.
    WithoutGroup,
    /// The crawlers in the value of the recipe.
    FromValue,
    /// All crawlers that follow `*`, except those in the value of the recipe and those that fall back to them.
    AllOthers,
    /// The crawler with this product token.
    Named(&'static str),
    /// Known crawlers that obey robots.txt but do not follow `*`.
    StarIgnoring,
    /// The crawlers of this list that are [confirmed](KnownCrawler::is_confirmed), or those that are not.
    Ai(AiList, Confirmation),
}

/// Which crawlers of a list: those that are confirmed, or the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Confirmation {
    Yes,
    No,
}

/// Rules for some crawlers. In a rule, `{}` is replaced by each value.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    audience: &'static [Audience],
    /// The comment in the file.
    comment: &'static str,
    rules: &'static [(RuleKind, &'static str)],
    /// What the group says about uses, and how fast its crawlers may ask.
    signals: &'static [Signal],
}

/// A line that is no rule, and the comment above it. `{}` is the value of the recipe.
#[derive(Debug, PartialEq, Eq)]
struct Signal {
    comment: &'static str,
    line: &'static str,
}

/// A verdict that every file with the recipe must give.
#[derive(Debug, PartialEq, Eq)]
struct Promise {
    audience: Audience,
    path: &'static str,
    kind: RuleKind,
}

/// A recipe with its value. From [`Recipe::with`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenRecipe {
    recipe: &'static Recipe,
    crawlers: Vec<String>,
    /// The values that replace `{}` in rules, each once. A single empty value if the recipe takes none.
    values: Vec<String>,
    /// The text that replaces `{}` in comments.
    shown: String,
    notes: Vec<String>,
}

/// Why a recipe cannot be used: what is wrong, and what to do. Safe to print.
///
/// ```
/// use maycrawl_lint::recipe::{Recipe, RecipeErrorKind};
///
/// let error = Recipe::by_name("directory").unwrap().with(None).unwrap_err();
/// assert_eq!(error.kind(), RecipeErrorKind::MissingValue);
/// assert_eq!(error.recipe(), Some("directory"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipeError {
    recipe: Option<&'static str>,
    kind: RecipeErrorKind,
    message: String,
}

/// What is wrong with a recipe. Part of [`RecipeError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecipeErrorKind {
    /// No recipe has this name.
    UnknownRecipe,
    /// The recipe needs a value.
    MissingValue,
    /// The recipe takes no value.
    UnexpectedValue,
    /// The value cannot be written into a robots.txt, or is not of the kind that the recipe takes.
    InvalidValue,
    /// A sitemap is not an absolute URL.
    InvalidSitemap,
    /// There are too many recipes or sitemaps, or too many crawlers and rules for a proof.
    TooMany,
    /// The crawler that the recipe is about ignores robots.txt.
    IgnoredByCrawler,
    /// The recipe decides about the whole site, so it cannot be added to a file.
    WholeSite,
    /// The file cannot do what the recipe promises, because it or another recipe says the opposite.
    Conflict,
}

impl RecipeError {
    fn new(recipe: Option<&'static str>, kind: RecipeErrorKind, message: String) -> Self {
        Self { recipe, kind, message }
    }

    /// The name of the recipe, if one recipe alone is wrong.
    #[must_use]
    pub fn recipe(&self) -> Option<&'static str> {
        self.recipe
    }

    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> RecipeErrorKind {
        self.kind
    }
}

/// A recipe with its value, if it takes one, as people write it.
///
/// ```
/// use maycrawl_lint::recipe::{ChosenRecipe, RecipeErrorKind};
///
/// assert!("directory=/calendar/".parse::<ChosenRecipe>().is_ok());
/// let error = "directoy=/calendar/".parse::<ChosenRecipe>().unwrap_err();
/// assert_eq!(error.kind(), RecipeErrorKind::UnknownRecipe);
/// assert!(error.to_string().starts_with("`directoy` is not a recipe; use one of: "));
/// ```
impl FromStr for ChosenRecipe {
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<Self, RecipeError> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        let recipe = Recipe::by_name(name).ok_or_else(|| {
            let known = Recipe::all().iter().map(|recipe| recipe.name);
            let message = UnknownName::new("recipe", name, known).to_string();
            RecipeError::new(None, RecipeErrorKind::UnknownRecipe, message)
        })?;
        recipe.with(value)
    }
}

impl Recipe {
    /// All recipes, the most common first.
    ///
    /// ```
    /// use maycrawl_lint::recipe::Recipe;
    ///
    /// let with_value = Recipe::all().iter().find(|recipe| recipe.parameter.is_some()).unwrap();
    /// assert!(with_value.with(Some(with_value.parameter.unwrap().example)).is_ok());
    /// ```
    #[must_use]
    pub fn all() -> &'static [Self] {
        catalog::RECIPES
    }

    /// The recipe with this name. Case does not matter. O(recipes).
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        Self::all().iter().find(|recipe| recipe.name.eq_ignore_ascii_case(name))
    }

    /// True if the recipe decides about the whole site or about crawlers that it does not name. Such a recipe can only
    /// begin a file, see [`extend`].
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_effects::Budget;
    /// use maycrawl_lint::recipe::{Recipe, RecipeErrorKind, extend};
    ///
    /// let recipe = Recipe::by_name("whole-site").unwrap();
    /// assert!(recipe.decides_about_the_site());
    /// let error = extend("User-agent: *\nDisallow: /a\n", &[recipe.with(None).unwrap()], &[], &mut Budget::default());
    /// assert_eq!(error.unwrap_err().kind(), RecipeErrorKind::WholeSite);
    /// ```
    #[must_use]
    pub fn decides_about_the_site(&self) -> bool {
        let is_open = |audience| matches!(audience, Audience::WithoutGroup | Audience::AllOthers);
        self.promises.iter().any(|promise| is_open(promise.audience) && promise.path == "/")
            || self.parts.iter().any(|part| {
                part.audience.contains(&Audience::StarFollowers)
                    && part.rules.iter().any(|(_, pattern)| *pattern == "/")
            })
    }

    /// The recipe with its value; `None` takes the default value, if the recipe has one.
    ///
    /// ```
    /// use maycrawl_lint::recipe::Recipe;
    ///
    /// let directory = Recipe::by_name("directory").unwrap();
    /// assert!(directory.with(Some("/calendar")).is_ok());
    /// // In a file, `#` would begin a comment and cut the rule.
    /// assert!(directory.with(Some("/a#b")).unwrap_err().to_string().contains("write %23"));
    /// ```
    ///
    /// # Errors
    /// The recipe needs a value, or takes none, or the value cannot be written into a robots.txt.
    pub fn with(&'static self, value: Option<&str>) -> Result<ChosenRecipe, RecipeError> {
        argument::choice(self, value)
    }
}

impl ChosenRecipe {
    /// The recipe.
    #[must_use]
    pub fn recipe(&self) -> &'static Recipe {
        self.recipe
    }

    /// The crawlers in the value, as product tokens.
    ///
    /// ```
    /// use maycrawl_lint::recipe::Recipe;
    ///
    /// let recipe = Recipe::by_name("crawler-directory").unwrap();
    /// let choice = recipe.with(Some("googlebot,GPTBot:/private/")).unwrap();
    /// assert!(choice.crawlers().eq(["Googlebot", "GPTBot"]));
    /// ```
    pub fn crawlers(&self) -> impl Iterator<Item = &str> {
        self.crawlers.iter().map(String::as_str)
    }

    /// Notes on the names of crawlers in the value, one sentence each. Safe to print.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        self.notes.iter().map(String::as_str)
    }

    /// The recipe with its value, as a user writes it: `directory=/calendar/`.
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

    /// The template, once for each value, with `{}` replaced by the value.
    fn filled(&self, template: &str) -> impl Iterator<Item = String> {
        // Without `{}` all results would be equal.
        let count = if template.contains("{}") { self.values.len() } else { 1 };
        self.values.iter().take(count).map(move |value| template.replace("{}", value))
    }

    /// The product tokens in the group of a part for this audience.
    fn tokens(&self, audience: Audience) -> Vec<String> {
        match audience {
            Audience::StarFollowers | Audience::WithoutGroup | Audience::AllOthers => {
                Vec::from([String::from("*")])
            }
            Audience::FromValue => self.crawlers.clone(),
            Audience::Named(token) => Vec::from([String::from(token)]),
            Audience::StarIgnoring | Audience::Ai(..) => {
                audience.known().map(|known| String::from(known.token)).collect()
            }
        }
    }
}

impl Audience {
    /// The known crawlers of this audience. Empty for an audience that the table does not determine.
    fn known(self) -> impl Iterator<Item = &'static KnownCrawler> {
        KnownCrawler::all().iter().filter(move |known| match self {
            Self::StarIgnoring => known.star == StarGroup::Ignored && !ignores(known),
            Self::Ai(list, confirmed) => {
                known.ai_list() == Some(list)
                    && known.is_confirmed() == (confirmed == Confirmation::Yes)
            }
            _ => false,
        })
    }
}

fn ignores(known: &KnownCrawler) -> bool {
    Crawler::from(known).ignores_robots_txt()
}

/// Takes the given number of steps.
fn take(steps: u64, budget: &mut Budget<'_>) -> Result<(), RecipeError> {
    let message =
        "there are too many crawlers and rules to prove what the recipes promise; use fewer";
    let too_many = || RecipeError::new(None, RecipeErrorKind::TooMany, message.into());
    budget.take(steps).then_some(()).ok_or_else(too_many)
}

/// The recipe with its value, between backticks.
fn quoted(choice: &ChosenRecipe) -> String {
    format!("`{}`", Printable(choice.name().as_bytes()))
}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for RecipeError {}
