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
    for near in answer.near_misses() {
        rows.row("note", &near.to_string())?;
    }
    let Some(page) = &answer.page else {
        return rows.row("note", "the page is not HTML, so only its HTTP headers count");
    };
    links(page, inspection, &mut rows)?;
    resources(page, inspection, &mut rows)?;
    notes(answer, page, inspection, &mut rows)
}

fn canonical(answer: &PageAnswer, rows: &mut Rows<'_>) -> Result<(), Failure> {
    for canonical in answer.canonical() {
        let from = match canonical.line {
            None => "Link".to_owned(),
            Some(line) => format!("line {line} of the page"),
        };
        match &canonical.url {
            Some(url) => rows.row("canonical", &format!("{} ({from})", shown(url)))?,
            None => rows.row(
                "note",
                &format!("the canonical `{}` is not a URL ({from})", shown(&canonical.written)),
            )?,
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

fn links(page: &Page, inspection: &Inspection, rows: &mut Rows<'_>) -> Result<(), Failure> {
    let links = page.links;
    if links.all == 0 {
        return Ok(());
    }
    let rel =
        format!("{} nofollow, {} ugc, {} sponsored", links.nofollow, links.ugc, links.sponsored);
    rows.row("links", &format!("{}: {rel}", links.all))?;
    for judged in &inspection.judged {
        if let Some(place) = judged.rules.no_follow {
            let (all, name) = (links.all, shown(judged.crawler.token()));
            let text =
                format!("nofollow on the page applies to all {all} links for {name} ({place})");
            rows.row("note", &text)?;
        }
    }
    Ok(())
}

fn resources(page: &Page, inspection: &Inspection, rows: &mut Rows<'_>) -> Result<(), Failure> {
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
        let others = verdicts.not_asked.len();
        // Which resources are on other hosts does not depend on the crawler, so this is said once.
        if index == 0 && others > 0 {
            let text =
                format!("{others} resources are on other hosts, whose robots.txt was not checked");
            rows.row("note", &text)?;
        }
    }
    if page.resources_left_out > 0 {
        let text = format!("{} more resources were left out", page.resources_left_out);
        rows.row("note", &text)?;
    }
    Ok(())
}

fn notes(
    answer: &PageAnswer,
    page: &Page,
    inspection: &Inspection,
    rows: &mut Rows<'_>,
) -> Result<(), Failure> {
    if page.no_snippet_parts > 0 {
        let count = page.no_snippet_parts;
        rows.row("note", &format!("{count} parts have data-nosnippet: results do not quote them"))?;
    }
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
    if page.left_out > 0 {
        rows.row("note", &format!("{} more tags of this kind were left out", page.left_out))?;
    }
    if answer.cut {
        rows.row("note", "the page is longer than 15 MiB; the rest is not read")?;
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
