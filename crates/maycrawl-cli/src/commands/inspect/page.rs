//! The page itself, printed after the crawlers.

use maycrawl::Printable;
use maycrawl_site::{CrawlerAssessment, DirectiveSource, Directives, Inspection, Page, PageAnswer};

use crate::text::output::{Failure, Output};

/// Maximum number of resources listed for a crawler; more are counted.
const MAX_LISTED: usize = 10;

/// Rows under one title, which is printed with the first row.
struct Rows<'o> {
    output: &'o mut Output,
    title: Option<&'static str>,
}

impl Rows<'_> {
    fn row(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        if let Some(title) = self.title.take() {
            self.output.line(format_args!("{title}"))?;
        }
        self.output.line(format_args!("  {name:<10}  {text}"))
    }
}

fn shown(text: &str) -> String {
    Printable(text.as_bytes()).to_string()
}

pub(super) fn show(
    answer: &PageAnswer,
    inspection: &Inspection,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut rows = Rows { output, title: Some("page") };
    if let Some(content_type) = &answer.content_type {
        rows.row("type", &shown(content_type))?;
    }
    canonical(answer, &mut rows)?;
    for_others(answer, inspection, &mut rows)?;
    if let Some(page) = &answer.page {
        links(page, &mut rows)?;
        resources(inspection, &mut rows)?;
        without_effect(answer, page, inspection, &mut rows)?;
    }
    inspection.notes(answer).iter().try_for_each(|note| rows.row("note", note))
}

fn canonical(answer: &PageAnswer, rows: &mut Rows<'_>) -> Result<(), Failure> {
    for canonical in answer.canonical() {
        if let Some(url) = &canonical.url {
            rows.row("canonical", &format!("{} ({})", shown(url), canonical.place()))?;
        }
    }
    Ok(())
}

/// Rules in HTTP headers for other crawlers than those asked about.
fn for_others(
    answer: &PageAnswer,
    inspection: &Inspection,
    rows: &mut Rows<'_>,
) -> Result<(), Failure> {
    for directives in answer.fields.iter().filter(|it| !is_for_any(it, inspection)) {
        let rules: Vec<_> = directives.rules.iter().map(ToString::to_string).collect();
        if let (Some(agent), false) = (&directives.agent, rules.is_empty()) {
            let rules = rules.join(", ");
            rows.row("others", &format!("{}: {rules} ({})", shown(agent), directives.place))?;
        }
    }
    Ok(())
}

fn links(page: &Page, rows: &mut Rows<'_>) -> Result<(), Failure> {
    let links = page.links;
    if links.all == 0 {
        return Ok(());
    }
    let rel =
        format!("{} nofollow, {} ugc, {} sponsored", links.nofollow, links.ugc, links.sponsored);
    rows.row("links", &format!("{}: {rel}", links.all))
}

fn resources(inspection: &Inspection, rows: &mut Rows<'_>) -> Result<(), Failure> {
    for (index, judged) in inspection.judged.iter().enumerate() {
        let verdicts = inspection.resources(index);
        let all = verdicts.open + verdicts.closed.len();
        if !verdicts.closed.is_empty() {
            let name = shown(judged.crawler.token());
            let count = verdicts.closed.len();
            let text = format!("{count} of {all} resources of this host are blocked for {name}");
            rows.row("resources", &text)?;
        }
        for (resource, line) in verdicts.closed.iter().take(MAX_LISTED) {
            let (kind, url) = (resource.kind.name(), shown(&resource.url));
            let by = line.map_or(String::new(), |line| format!(" (line {line})"));
            rows.row("", &format!("{kind} {url}{by}"))?;
        }
        if let Some(more) = verdicts.closed.len().checked_sub(MAX_LISTED).filter(|&more| more > 0) {
            rows.row("", &format!("and {more} more"))?;
        }
    }
    Ok(())
}

/// Rules that have no effect where they stand.
fn without_effect(
    answer: &PageAnswer,
    page: &Page,
    inspection: &Inspection,
    rows: &mut Rows<'_>,
) -> Result<(), Failure> {
    // The end of the head explains why rules after it have no effect, so it is shown only if there are such rules.
    if let (Some(end), false) = (&page.head_end, page.outside_head.is_empty()) {
        let by = end.tag.as_deref().map_or("text".to_owned(), |tag| format!("<{}>", shown(tag)));
        rows.row("head", &format!("ends at {by} in line {}", end.line))?;
    }
    for directives in relevant(&page.outside_head, inspection) {
        let place = directives.place;
        rows.row("note", &format!("rules outside of <head> have no effect ({place})"))?;
    }
    for directives in relevant(answer.directives(), inspection) {
        for ignored in &directives.ignored {
            rows.row("note", &format!("{ignored} ({})", directives.place))?;
        }
    }
    Ok(())
}

/// Rules for all crawlers, for a crawler asked about, or for a known one: `<meta name="description">` is for none.
fn relevant<'d>(
    directives: impl IntoIterator<Item = &'d Directives>,
    inspection: &Inspection,
) -> impl Iterator<Item = &'d Directives> {
    directives.into_iter().filter(|directives| {
        let is_field = matches!(directives.place, DirectiveSource::Field(_));
        let is_known = |agent: &str| maycrawl::crawler::KnownCrawler::by_name(agent).is_some();
        is_field
            || is_for_any(directives, inspection)
            || directives.agent.as_deref().is_none_or(is_known)
    })
}

fn is_for_any(directives: &Directives, inspection: &Inspection) -> bool {
    let is_for = |judged: &CrawlerAssessment| directives.applies_to(&judged.crawler);
    inspection.judged.iter().any(is_for)
}
