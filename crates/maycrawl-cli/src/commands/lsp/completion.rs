//! Completion: fields at the start of a line, crawlers after `User-agent:`.

use gen_lsp_types::{CompletionItem, CompletionItemKind, Position, Range, TextEdit};
use maycrawl::crawler::KnownCrawler;
use maycrawl::field::Field;
use maycrawl_lint::Lint;

use super::documents::Document;
use super::hover::{facts, markup, meaning};

const FIELDS: [Field; 4] = [Field::UserAgent, Field::Allow, Field::Disallow, Field::Sitemap];

/// Fields that some crawlers read. Each has a lint of its name, in lower case, whose summary explains it.
const FIELDS_OF_SOME: [&str; 5] =
    ["Crawl-delay", "Clean-param", "Request-rate", "Content-Signal", "Content-Usage"];

/// What can be written at a position.
pub(super) fn items(document: &Document, at: Position) -> Vec<CompletionItem> {
    let text = &document.text;
    if !text.has_line(at) {
        return Vec::new();
    }
    let start = text.offset(Position { line: at.line, character: 0 });
    let line = text.line(at.line);
    let (before, after) = line.split_at(text.offset(at) - start);
    let span = |typed: &str, rest: usize| Range {
        start: text.position(start + before.len() - typed.len()),
        end: text.position(start + before.len() + rest),
    };
    match before.split_once(':') {
        _ if before.contains('#') => Vec::new(),
        None => {
            let typed = before.trim_start();
            // In front of a colon, only the name of the field is replaced.
            let rest = after.find(':');
            fields(span(typed, rest.unwrap_or(0)), if rest.is_some() { "" } else { ": " })
        }
        Some((key, value)) => {
            let (field, _) = Field::from_key(key.trim().as_bytes(), document.profile());
            if field != Field::UserAgent {
                return Vec::new();
            }
            crawlers(span(value.trim_start(), 0), if value.is_empty() { " " } else { "" })
        }
    }
}

/// The fields. `end` is written after the name.
fn fields(range: Range, end: &str) -> Vec<CompletionItem> {
    let standard = FIELDS.into_iter().filter_map(|field| Some((field.title()?, meaning(field))));
    let of_some = FIELDS_OF_SOME.into_iter();
    let of_some = of_some.filter_map(|name| Some((name, Lint::by_name(name)?.summary)));
    let all = standard.chain(of_some).enumerate();
    all.map(|(number, (name, meaning))| CompletionItem {
        kind: Some(CompletionItemKind::Keyword),
        sort_text: Some(number.to_string()),
        ..item(name, meaning.to_owned(), range, format!("{name}{end}"))
    })
    .collect()
}

/// `*` and the known crawlers that still crawl, without those whose name has a blank: a reader cuts it there. `begin`
/// is written before the name.
fn crawlers(range: Range, begin: &str) -> Vec<CompletionItem> {
    let star = CompletionItem {
        ..item("*", meaning(Field::UserAgent).to_owned(), range, format!("{begin}*"))
    };
    let known = KnownCrawler::all().iter().filter(|it| !it.is_retired() && !it.token.contains(' '));
    let known = known.map(|it| {
        let operator = it.operator.map_or(String::new(), |operator| format!("{operator}, "));
        CompletionItem {
            kind: Some(CompletionItemKind::Value),
            detail: Some(format!("{operator}{}", it.purpose.name())),
            ..item(it.token, facts(it), range, format!("{begin}{}", it.token))
        }
    });
    std::iter::once(star).chain(known).collect()
}

fn item(label: &str, documentation: String, range: Range, new_text: String) -> CompletionItem {
    CompletionItem {
        label: label.to_owned(),
        documentation: Some(markup(documentation).into()),
        text_edit: Some(TextEdit { range, new_text }.into()),
        ..CompletionItem::default()
    }
}
