//! The tools: which operation of the API each one is, and what an agent has to know to choose it.

use std::borrow::Cow;
use std::sync::Arc;

use axum::http::Method;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::Value;
use utoipa::openapi::OpenApi;

use super::schema::{Call, OperationInput, tool_schema};
use super::sentences;
use crate::parameters::unknown;
use crate::problem::{Problem, ProblemKind};

/// What a person would say first of an answer, before all of it.
pub(super) type Sentences = fn(&mut Value) -> Option<String>;

/// A tool before the description of the API is read.
struct Plan {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    /// Method and path of its operation.
    operation: (Method, &'static str),
    /// The operation in its place if the arguments have a draft: `robots`.
    for_drafts: Option<(Method, &'static str)>,
    sentences: Sentences,
    /// Whether sites are asked.
    is_live: bool,
}

impl Plan {
    /// A tool of one operation, which asks no site.
    fn new(
        name: &'static str,
        title: &'static str,
        operation: (Method, &'static str),
        description: &'static str,
    ) -> Self {
        let (for_drafts, sentences, is_live) = (None, sentences::none as Sentences, false);
        Self { name, title, description, operation, for_drafts, sentences, is_live }
    }

    fn live(self) -> Self {
        Self { is_live: true, ..self }
    }

    fn saying(self, sentences: Sentences) -> Self {
        Self { sentences, ..self }
    }

    fn for_drafts(self, operation: (Method, &'static str)) -> Self {
        Self { for_drafts: Some(operation), ..self }
    }
}

/// The tools, those that most questions need first.
fn plans() -> [Plan; 11] {
    let get = |path| (Method::GET, path);
    let post = |path| (Method::POST, path);
    [
        Plan::new("check", "May crawlers fetch these URLs?", post("/v1/check"), CHECK)
            .for_drafts(post("/v1/draft/check"))
            .saying(sentences::of_checks)
            .live(),
        Plan::new("card", "What does this file mean for a page?", post("/v1/draft/card"), CARD)
            .saying(sentences::of_card),
        Plan::new("explain", "Why this verdict?", post("/v1/draft/explain"), EXPLAIN),
        Plan::new("lint", "Which lines are mistakes?", post("/v1/draft/lint"), LINT),
        Plan::new("compare", "What does this change do?", post("/v1/draft/diff"), COMPARE),
        Plan::new("verify", "Does this file do what is wanted?", post("/v1/draft/verify"), VERIFY),
        Plan::new("compose", "Write a robots.txt", post("/v1/draft/compose"), COMPOSE),
        Plan::new("recipes", "Which recipes are there?", get("/v1/recipes"), RECIPES),
        Plan::new("uses", "May this page be used, for example to train?", get("/v1/uses"), USES)
            .live(),
        Plan::new("inspect", "May results show this page?", post("/v1/inspect"), INSPECT).live(),
        Plan::new("robots", "What is this site's robots.txt?", get("/v1/robots"), ROBOTS).live(),
    ]
}

const CHECK: &str = "Whether crawlers may fetch URLs, with the line of robots.txt that decides. Without `robots`, the \
     robots.txt of each live site is fetched; `policy` is then possible. With `robots`, the URLs are asked against that \
     text; `origin`, `profile` and `explain` are then possible.";
const CARD: &str = "The answer for a person about a robots.txt: the verdict for one URL with its line, how many of the \
     known `urls` are open and closed, the smallest repair, and what else matters.";
const EXPLAIN: &str = "Every group and rule of a robots.txt that bears on one URL and crawler, and edits that reverse \
     the verdict.";
const LINT: &str = "Likely mistakes in a robots.txt, each with its line, why it matters, and a fix where there is a \
     safe one.";
const COMPARE: &str = "Which URLs become blocked or allowed between two versions of a robots.txt, for which crawlers, \
     proved for every URL; with `urls`, counted for those.";
const VERIFY: &str = "Proves claims about a robots.txt for every URL, or names a URL that breaks them. Use it on a text \
     that you wrote, before anyone publishes it.";
const COMPOSE: &str = "Writes a robots.txt from recipes, or adds recipes to one, and says what was written. `recipes` \
     lists them.";
const RECIPES: &str = "The recipes for `compose`, with their values.";
const USES: &str = "What a live site states about a use of a page: train, input, search, index, tdm. It says neither \
     what has legal effect nor who obeys.";
const INSPECT: &str = "robots.txt, then the page with its robots meta tags and X-Robots-Tag: whether crawlers may fetch \
     it, and whether results may show it. The page is requested only if robots.txt allows it.";
const ROBOTS: &str = "The robots.txt of a live site: its text, when it was read, and what its state means for crawlers. \
     Give the text to `card`, `explain` or `lint`.";

/// A tool as agents see it, and what it calls.
pub(super) struct Entry {
    pub(super) tool: Tool,
    operation: OperationInput,
    for_drafts: Option<OperationInput>,
    /// What to say first of its answers.
    pub(super) sentences: Sentences,
}

impl Entry {
    /// The request of a call.
    pub(super) fn call(&self, arguments: JsonObject) -> Result<Call, Problem> {
        // Both operations of a tool together: an operation knows only its own values.
        let properties = self.tool.input_schema.get("properties").and_then(Value::as_object);
        let known: Vec<&str> =
            properties.into_iter().flat_map(|it| it.keys()).map(|it| &**it).collect();
        if let Some(name) = arguments.keys().find(|name| !known.contains(&name.as_str())) {
            return Err(ProblemKind::BadRequest.with_detail(unknown("argument", name, &known)));
        }
        let is_draft = arguments.contains_key("robots");
        self.for_drafts.as_ref().filter(|_| is_draft).unwrap_or(&self.operation).call(arguments)
    }
}

/// The tools of the service.
pub(super) struct Tools(Vec<Entry>);

impl Tools {
    /// The tools, with the values that the API's own description gives their operations.
    pub(super) fn of(document: &OpenApi) -> Self {
        let document = serde_json::to_value(document).unwrap_or_default();
        let entry = |plan: Plan| {
            let operation = OperationInput::of(&document, plan.operation);
            let for_drafts = plan.for_drafts.map(|it| OperationInput::of(&document, it));
            let schema = tool_schema(&document, &operation, for_drafts.as_ref());
            let hints = ToolAnnotations::new().read_only(true).open_world(plan.is_live);
            let tool = Tool::new(plan.name, Cow::Borrowed(plan.description), Arc::new(schema))
                .with_title(plan.title)
                .with_annotations(hints);
            Entry { tool, operation, for_drafts, sentences: plan.sentences }
        };
        Self(plans().into_iter().map(entry).collect())
    }

    pub(super) fn list(&self) -> Vec<Tool> {
        self.0.iter().map(|entry| entry.tool.clone()).collect()
    }

    pub(super) fn names(&self) -> Vec<&str> {
        self.0.iter().map(|entry| &*entry.tool.name).collect()
    }

    pub(super) fn find(&self, name: &str) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.tool.name == name)
    }
}
