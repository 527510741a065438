//! Recipes, and the files that they make, for programs.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use maycrawl_effects::Budget;
use maycrawl_readers::Reader;
use maycrawl_readers::answer::{ExpectedPrograms, VerifyAnswer};

use crate::recipe::{
    ChosenRecipe, Recipe, RecipeError, Topic, blocked_search, compose_within, extend, for_programs,
};

/// A recipe.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct RecipeInfo {
    /// Its name in requests, such as `directory`.
    pub name: &'static str,
    /// What it is about.
    pub topic: Topic,
    /// What it does, in Markdown. The first sentence says it in short. A line break ends it where a language has no
    /// full stops.
    pub summary: Cow<'static, str>,
    /// What to know first; empty for most recipes.
    pub advice: Cow<'static, str>,
    /// The value that it takes; null if it takes none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub parameter: Option<RecipeParameter>,
    /// Whether it decides about the whole site. It can then only begin a file, not be added to one.
    pub is_whole_site: bool,
}

/// The value of a recipe.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct RecipeParameter {
    /// What the value is, such as `Directory`.
    pub what: Cow<'static, str>,
    /// An example.
    pub example: &'static str,
    /// Whether the example is the default value. Otherwise the value is required.
    pub is_default: bool,
}

impl RecipeInfo {
    /// All recipes, the most common first.
    ///
    /// ```
    /// use maycrawl_lint::answer::RecipeInfo;
    ///
    /// assert!(RecipeInfo::all().iter().any(|recipe| recipe.name == "no-training"));
    /// ```
    #[must_use]
    pub fn all() -> Vec<Self> {
        Recipe::all().iter().map(Self::of).collect()
    }

    fn of(recipe: &'static Recipe) -> Self {
        Self {
            name: recipe.name,
            topic: recipe.topic,
            summary: recipe.summary.into(),
            advice: recipe.advice.into(),
            parameter: recipe.parameter.map(|parameter| RecipeParameter {
                what: parameter.kind.title().into(),
                example: parameter.example,
                is_default: parameter.is_default,
            }),
            is_whole_site: recipe.decides_about_the_site(),
        }
    }
}

/// A file that does what its recipes promise.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ComposeResponse))]
#[non_exhaustive]
pub struct ComposedFile {
    /// The text of the file.
    pub robots: String,
    /// What to know before publishing it.
    pub remarks: Vec<String>,
    /// A warning if the file closes search engines but not all crawlers.
    #[cfg_attr(feature = "schema", schema(required))]
    pub warning: Option<String>,
    /// For which of the programs that read robots.txt it does what its recipes promise, each with its own reading.
    pub programs: ExpectedPrograms,
}

impl ComposedFile {
    /// A new file from recipes, or `robots` with recipes added to it; see [`compose_within`] and [`extend`].
    ///
    /// ```
    /// use maycrawl_effects::Budget;
    /// use maycrawl_lint::answer::ComposedFile;
    /// use maycrawl_lint::recipe::Recipe;
    /// use maycrawl_readers::Reader;
    ///
    /// let folder = Recipe::by_name("directory").unwrap().with(Some("/calendar/")).unwrap();
    /// let (draft, readers) = ("User-agent: *\nDisallow: /a\n", Reader::all().iter().collect::<Vec<_>>());
    /// let file = ComposedFile::new(Some(draft), &[folder], &[], &readers, &mut Budget::default()).unwrap();
    /// assert!(file.robots.contains("Disallow: /calendar/"));
    /// // Programs that read only the first group with a name.
    /// assert!(file.programs.fails[0].programs.contains(&"cpython"));
    /// ```
    ///
    /// # Errors
    /// As these two.
    pub fn new(
        robots: Option<&str>,
        choices: &[ChosenRecipe],
        sitemaps: &[&str],
        readers: &[&'static Reader],
        budget: &mut Budget<'_>,
    ) -> Result<Self, RecipeError> {
        let before = robots;
        let robots = match before {
            Some(robots) => extend(robots, choices, sitemaps, budget),
            None => compose_within(choices, sitemaps, budget),
        }?;
        let programs = budget.with_at_most(VerifyAnswer::STEPS_FOR_PROGRAMS, |budget| {
            for_programs(&robots, before, choices, readers, budget)
        });
        Ok(Self {
            programs,
            remarks: choices.iter().flat_map(ChosenRecipe::remarks).collect(),
            warning: blocked_search(&robots),
            robots,
        })
    }
}
