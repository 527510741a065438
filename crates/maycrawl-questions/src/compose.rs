//! Recipes: common purposes of a robots.txt, and files that serve them.

use maycrawl_effects::Budget;
use maycrawl_lint::answer::ComposedFile;
use maycrawl_lint::recipe::{ChosenRecipe, RecipeError};
use maycrawl_readers::Reader;
use serde::Deserialize;
#[cfg(feature = "schema")]
use utoipa::ToSchema;

use crate::inputs::Request;
use crate::refusal::{Refusal, RefusalKind};
use crate::{MAX_STEPS, Pause};

/// Most recipes, and most sitemaps, of a request.
const MAX_CHOICES: usize = 50;

/// The recipes for a file.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ComposeRequest {
    /// Recipes with their values: `ai-training`, `directory=/calendar/`. At most 50.
    #[cfg_attr(feature = "schema", schema(max_items = 50))]
    #[serde(default)]
    recipes: Vec<String>,
    /// URLs of sitemaps. At most 50.
    #[cfg_attr(feature = "schema", schema(max_items = 50))]
    #[serde(default)]
    sitemaps: Vec<String>,
    /// A draft to which the recipes are added. Its lines stay as they are. Without it, the recipes make a new file.
    robots: Option<String>,
}

/// A checked [`ComposeRequest`].
#[derive(Debug)]
pub struct ComposeInput {
    choices: Vec<ChosenRecipe>,
    sitemaps: Vec<String>,
    robots: Option<String>,
}

impl Request for ComposeRequest {
    type Input = ComposeInput;

    fn into_input(self) -> Result<ComposeInput, Refusal> {
        if self.recipes.len() > MAX_CHOICES || self.sitemaps.len() > MAX_CHOICES {
            let limit = format!("a request may have at most {MAX_CHOICES} recipes and sitemaps");
            return Err(RefusalKind::TooLarge.with_detail(limit));
        }
        if self.recipes.is_empty() && self.sitemaps.is_empty() {
            return Err(RefusalKind::BadRequest
                .with_detail("`recipes` is empty; write at least one recipe or sitemap"));
        }
        let choices = self
            .recipes
            .iter()
            .map(|text| text.parse())
            .collect::<Result<_, _>>()
            .map_err(|error| refused(&error))?;
        Ok(ComposeInput { choices, sitemaps: self.sitemaps, robots: self.robots })
    }
}

/// The file of these recipes.
///
/// # Errors
/// If the recipes contradict each other or the draft.
pub fn compose(input: &ComposeInput, may_continue: Pause<'_>) -> Result<ComposedFile, Refusal> {
    let sitemaps: Vec<&str> = input.sitemaps.iter().map(String::as_str).collect();
    let mut budget = Budget::pausing(MAX_STEPS, may_continue);
    let readers: Vec<_> = Reader::all().iter().collect();
    ComposedFile::new(input.robots.as_deref(), &input.choices, &sitemaps, &readers, &mut budget)
        .map_err(|error| refused(&error))
}

fn refused(error: &RecipeError) -> Refusal {
    RefusalKind::BadRequest.with_detail(error.to_string())
}
