//! Recipes: common purposes of a robots.txt, and files that serve them.

use axum::Json;
use axum::response::Response;
use maycrawl::Printable;
use maycrawl::effect::Budget;
use maycrawl::recipe::{
    ChosenRecipe, ParameterKind, Recipe, blocked_search, compose_within, extend,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::change::MAX_STEPS;
use crate::api::extract::{ApiRequest, WorkerInput};
use crate::json_body::json_bytes;
use crate::problem::{Problem, ProblemKind};
use crate::sliced_work::SlicedWork;

/// Most recipes, and most sitemaps, of a request.
const MAX_CHOICES: usize = 50;

/// A recipe.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecipeInfo {
    /// Its name in requests, such as `directory`.
    pub(crate) name: &'static str,
    /// What it does, in Markdown. The first sentence says it in short.
    pub(crate) summary: &'static str,
    /// What to know first; empty for most recipes.
    pub(crate) advice: &'static str,
    /// The value that it takes; null if it takes none.
    #[schema(required)]
    pub(crate) parameter: Option<RecipeParameter>,
    /// Whether it decides about the whole site. It can then only begin a file, not be added to one.
    pub(crate) is_whole_site: bool,
}

/// The value of a recipe.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecipeParameter {
    /// What the value is, such as `a directory`.
    pub(crate) what: &'static str,
    /// An example.
    pub(crate) example: &'static str,
    /// Whether the example is the default value. Otherwise the value is required.
    pub(crate) is_default: bool,
}

/// Which recipes for robots.txt files are there?
///
/// A recipe is a common purpose of a robots.txt, such as to block the crawlers of AI training.
#[utoipa::path(get, path = "/v1/recipes", tag = "draft", responses(
    (status = OK, description = "The recipes, the most common first", body = Vec<RecipeInfo>)))]
pub(crate) async fn recipes() -> Json<Vec<RecipeInfo>> {
    Json(Recipe::all().iter().map(RecipeInfo::of).collect())
}

impl RecipeInfo {
    fn of(recipe: &'static Recipe) -> Self {
        Self {
            name: recipe.name,
            summary: recipe.summary,
            advice: recipe.advice,
            parameter: recipe.parameter.map(|parameter| RecipeParameter {
                what: title(parameter.kind),
                example: parameter.example,
                is_default: parameter.is_default,
            }),
            is_whole_site: recipe.decides_about_the_site(),
        }
    }
}

/// What a value is, for people.
fn title(kind: ParameterKind) -> &'static str {
    match kind {
        ParameterKind::Directory => "Directory",
        ParameterKind::Path => "Path",
        ParameterKind::Ending => "End of the URL",
        ParameterKind::FileType => "File types",
        ParameterKind::Parameter => "URL parameters",
        ParameterKind::Crawlers => "Crawlers",
        ParameterKind::CrawlersAndDirectory => "Crawlers and directory",
        ParameterKind::Prefix => "Beginning of the path",
        _ => "Value",
    }
}

/// The recipes for a file.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ComposeRequest {
    /// Recipes with their values: `ai-training`, `directory=/calendar/`. At most 50.
    #[schema(max_items = 50)]
    #[serde(default)]
    recipes: Vec<String>,
    /// URLs of sitemaps. At most 50.
    #[schema(max_items = 50)]
    #[serde(default)]
    sitemaps: Vec<String>,
    /// A draft to which the recipes are added. Its lines stay as they are. Without it, the recipes make a new file.
    robots: Option<String>,
}

/// A checked [`ComposeRequest`].
pub(crate) struct ComposeInput {
    choices: Vec<ChosenRecipe>,
    sitemaps: Vec<String>,
    robots: Option<String>,
}

impl ApiRequest for ComposeRequest {
    type Input = ComposeInput;

    fn into_input(self) -> Result<ComposeInput, Problem> {
        if self.recipes.len() > MAX_CHOICES || self.sitemaps.len() > MAX_CHOICES {
            let limit = format!("a request may have at most {MAX_CHOICES} recipes and sitemaps");
            return Err(ProblemKind::TooLarge.with_detail(limit));
        }
        if self.recipes.is_empty() && self.sitemaps.is_empty() {
            return Err(ProblemKind::BadRequest
                .with_detail("`recipes` is empty; GET /v1/recipes lists the recipes"));
        }
        let choices = self.recipes.iter().map(|text| choice(text)).collect::<Result<_, _>>()?;
        Ok(ComposeInput { choices, sitemaps: self.sitemaps, robots: self.robots })
    }
}

/// A recipe with its value: `directory=/calendar/`.
fn choice(text: &str) -> Result<ChosenRecipe, Problem> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (text, None),
    };
    let recipe = Recipe::by_name(name).ok_or_else(|| {
        ProblemKind::BadRequest.with_detail(format!(
            "there is no recipe `{}`; GET /v1/recipes lists the recipes",
            Printable(name.as_bytes())
        ))
    })?;
    recipe.with(value).map_err(|error| ProblemKind::BadRequest.with_detail(error.to_string()))
}

/// A file that does what its recipes promise.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ComposeResponse {
    /// The text of the file.
    pub(crate) robots: String,
    /// What to know before publishing it.
    pub(crate) remarks: Vec<String>,
    /// A warning if the file closes search engines but not all crawlers.
    #[schema(required)]
    pub(crate) warning: Option<String>,
}

/// Writes a robots.txt from recipes, or adds recipes to a draft.
///
/// Each promise of a recipe is checked for every known
/// crawler; recipes that contradict each other or the draft are an error. Nothing is fetched.
#[utoipa::path(post, path = "/v1/draft/compose", tag = "draft", request_body(content = ComposeRequest,
    example = json!({"recipes": ["ai-training", "directory=/calendar/"],
        "sitemaps": ["https://www.example.com/sitemap.xml"], "robots": "User-agent: *\nDisallow: /private/\n"})),
    responses(
    (status = OK, description = "A file that does what its recipes promise", body = ComposeResponse)))]
pub(crate) async fn compose_file(input: WorkerInput<ComposeRequest>) -> Result<Response, Problem> {
    input.respond(|input, work| json_bytes(&composed(&input, work)?)).await
}

fn composed(input: &ComposeInput, work: &mut SlicedWork) -> Result<ComposeResponse, Problem> {
    let sitemaps: Vec<&str> = input.sitemaps.iter().map(String::as_str).collect();
    let mut may_continue = || work.may_continue();
    let mut budget = Budget::pausing(MAX_STEPS, &mut may_continue);
    let text = match &input.robots {
        Some(robots) => extend(robots, &input.choices, &sitemaps, &mut budget),
        None => compose_within(&input.choices, &sitemaps, &mut budget),
    };
    let robots = text.map_err(|error| ProblemKind::BadRequest.with_detail(error.to_string()))?;
    Ok(ComposeResponse {
        remarks: input.choices.iter().flat_map(ChosenRecipe::remarks).collect(),
        warning: blocked_search(&robots),
        robots,
    })
}
