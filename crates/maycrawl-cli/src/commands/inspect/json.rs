//! An inspection as JSON.

use maycrawl::Verdict;
use maycrawl::answer::AnswerOutcome;
use maycrawl_fetch::SiteState;
use maycrawl_site::{
    CrawlerAssessment, DirectiveSource, Directives, EffectiveDirectives, IndexState, Inspection,
    PageAnswer, PageOutcome,
};
use maycrawl_uses::PlaceReport;
use maycrawl_uses::use_answer::UseAnswer;
use serde::Serialize;

/// The inspection of one page.
#[derive(Serialize)]
pub(super) struct Page<'a> {
    url: &'a str,
    /// The result after all redirects: `answer`, `not_fetched`, `failed`.
    found: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    steps: Vec<Step<'a>>,
    agents: Vec<Agent<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<JsonPageAnswer<'a>>,
    /// What robots.txt, header fields and page say together about uses, if a signal speaks of one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    uses: Vec<UseAnswer>,
    /// With `--read`, the places that were asked for, and how far each was read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    places: Vec<PlaceReport>,
}

#[derive(Serialize)]
struct Step<'a> {
    /// The URL that was checked and requested.
    url: &'a str,
    /// The URL as written, if its path differs from the requested one.
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    site: Option<SiteState>,
}

#[derive(Serialize)]
struct Agent<'a> {
    agent: &'a str,
    /// The verdict for the URL that is disallowed, or for the last URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    crawl: Option<Verdict<'a>>,
    /// The same as `crawl`, but `unreachable` if the robots.txt could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<AnswerOutcome>,
    indexable: bool,
    /// `yes`, `noindex`, `only_embedded`, `unavailable`, `status`, `unseen`, `excluded`, `not_rendered`, `unclear`,
    /// `not_used`, `unknown`.
    index: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    /// True if the page has a `noindex` that this crawler cannot see.
    noindex_unseen: bool,
    rules: Vec<Rule>,
    /// Scripts, styles and images of the page that this crawler may not fetch.
    closed_resources: Vec<Resource<'a>>,
}

#[derive(Serialize)]
struct Resource<'a> {
    url: &'a str,
    /// `script`, `style` or `image`.
    kind: &'static str,
    /// The deciding line; 0 if there is none.
    line: Option<u32>,
}

#[derive(Serialize)]
struct Rule {
    rule: String,
    place: String,
}

#[derive(Serialize)]
struct JsonPageAnswer<'a> {
    status: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    content_type: Option<&'a str>,
    html: bool,
    cut: bool,
    canonical: Vec<&'a str>,
    links: Links,
    /// Parts with `data-nosnippet`.
    no_snippet_parts: u64,
    directives: Vec<JsonDirectives<'a>>,
    outside_head: Vec<JsonDirectives<'a>>,
    /// Sentences for people: what looks like a rule and is none, what was not read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

#[derive(Default, Serialize)]
struct Links {
    all: u64,
    nofollow: u64,
    ugc: u64,
    sponsored: u64,
}

#[derive(Serialize)]
struct JsonDirectives<'a> {
    /// The crawler; absent if the rules are for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<&'a str>,
    place: String,
    rules: Vec<String>,
    ignored: Vec<&'a str>,
}

pub(super) fn page(
    inspection: &Inspection,
    uses: Vec<UseAnswer>,
    places: Vec<PlaceReport>,
) -> Page<'_> {
    let (found, error, answer) = match &inspection.found {
        PageOutcome::Answer(answer) => ("answer", None, Some(page_answer(answer, inspection))),
        PageOutcome::NotFetched => ("not_fetched", None, None),
        PageOutcome::Failed(error) => ("failed", Some(error.to_string()), None),
        PageOutcome::NoWeb(error) => ("failed", Some(error.to_string()), None),
    };
    Page {
        url: inspection.steps.first().map_or("", |step| &step.url),
        found,
        error,
        steps: inspection
            .steps
            .iter()
            .map(|step| Step {
                url: &step.url,
                written: step.written.as_deref(),
                status: step.status,
                site: step.robots.as_ref().map(SiteState::new),
            })
            .collect(),
        agents: inspection
            .judged
            .iter()
            .enumerate()
            .map(|(i, judged)| agent(inspection, i, judged))
            .collect(),
        answer,
        uses,
        places,
    }
}

fn agent<'a>(inspection: &'a Inspection, index: usize, judged: &'a CrawlerAssessment) -> Agent<'a> {
    let place = match judged.index {
        IndexState::NoIndex(place)
        | IndexState::OnlyEmbedded(place)
        | IndexState::Unavailable(_, place) => Some(place),
        IndexState::Unseen { no_index } => no_index,
        _ => None,
    };
    let crawl = inspection.deciding(index).map(|(_, verdict)| verdict);
    Agent {
        agent: judged.crawler.token(),
        crawl,
        outcome: crawl.map(|verdict| AnswerOutcome::from_verdict(&verdict)),
        indexable: judged.index == IndexState::Yes,
        index: judged.index.name(),
        place: place.map(|place| place.to_string()),
        noindex_unseen: matches!(judged.index, IndexState::Unseen { no_index: Some(_) }),
        rules: rules(&judged.rules),
        closed_resources: inspection.resources(index).closed.iter().map(resource).collect(),
    }
}

fn resource<'a>(&(resource, line): &(&'a maycrawl_site::Resource, Option<u32>)) -> Resource<'a> {
    Resource { url: &resource.url, kind: resource.kind.name(), line }
}

fn rules(combined: &EffectiveDirectives) -> Vec<Rule> {
    let rule = |rule: String, place: DirectiveSource| Rule { rule, place: place.to_string() };
    let no_index = combined.no_index.map(|place| rule("noindex".to_owned(), place));
    let embedded =
        combined.index_if_embedded.map(|place| rule("indexifembedded".to_owned(), place));
    let others = combined.restrictions().map(|(each, place)| rule(each.to_string(), place));
    no_index.into_iter().chain(embedded).chain(others).collect()
}

fn page_answer<'a>(answer: &'a PageAnswer, inspection: &Inspection) -> JsonPageAnswer<'a> {
    let page = answer.page.as_ref();
    JsonPageAnswer {
        status: answer.status,
        content_type: answer.content_type.as_deref(),
        html: page.is_some(),
        cut: answer.cut,
        canonical: answer.canonical().filter_map(|canonical| canonical.url.as_deref()).collect(),
        links: page.map_or_else(Links::default, |page| Links {
            all: page.links.all,
            nofollow: page.links.nofollow,
            ugc: page.links.ugc,
            sponsored: page.links.sponsored,
        }),
        no_snippet_parts: page.map_or(0, |page| page.no_snippet_parts),
        directives: answer.directives().map(json_directives).collect(),
        outside_head: page
            .iter()
            .flat_map(|page| &page.outside_head)
            .map(json_directives)
            .collect(),
        notes: inspection.notes(answer),
    }
}

fn json_directives(directives: &Directives) -> JsonDirectives<'_> {
    JsonDirectives {
        agent: directives.agent.as_deref(),
        place: directives.place.to_string(),
        rules: directives.rules.iter().map(ToString::to_string).collect(),
        ignored: directives.ignored.iter().map(|ignored| &ignored.text[..]).collect(),
    }
}
