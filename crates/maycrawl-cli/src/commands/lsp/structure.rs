//! The structure of a file: groups with their rules as symbols, what can be folded, and tokens for colours.

use gen_lsp_types::{
    DocumentSymbol, FoldingRange, FoldingRangeKind, Range, SemanticToken, SemanticTokens,
    SemanticTokensLegend, SymbolKind,
};
use maycrawl::Printable;
use maycrawl::field::Field;
use maycrawl::line::{Line, Span};

use super::documents::Document;
use super::text::Text;

/// The kinds of tokens, in the order of the legend.
#[derive(Clone, Copy)]
enum Token {
    /// `User-agent`, `Allow`, `Disallow`, `Sitemap`.
    Field,
    /// A field that only some crawlers read, or none.
    OtherField,
    Crawler,
    /// A path pattern, or a URL.
    Value,
    Comment,
}

/// The names of the protocol for the kinds of tokens. Every theme has a colour for them.
pub(super) fn legend() -> SemanticTokensLegend {
    let types = ["keyword", "property", "class", "string", "comment"];
    SemanticTokensLegend {
        token_types: types.map(str::to_owned).to_vec(),
        token_modifiers: Vec::new(),
    }
}

/// The groups, each with its rules, and the sitemaps, in the order of the file. O(bytes of the file).
pub(super) fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let robots = document.robots();
    let lines: Vec<Line<'_>> = robots.lines().collect();
    let range_of = |first: u32, last: u32| range(&document.text, &lines, first, last);
    let groups = robots.groups().map(|group| {
        let names: Vec<String> =
            group.agents().map(|agent| Printable(agent.value).to_string()).collect();
        let rules = group.rules().map(|rule| {
            let name = format!("{}: {}", rule.kind.field(), Printable(rule.pattern));
            symbol(name, SymbolKind::Key, range_of(rule.line, rule.line), Vec::new())
        });
        let first = group.first_line();
        let own = symbol(
            names.join(", "),
            SymbolKind::Namespace,
            range_of(first, group.last_line()),
            rules.collect(),
        );
        DocumentSymbol { selection_range: range_of(first, first), ..own }
    });
    let sitemaps = robots.sitemaps().map(|sitemap| {
        let name = format!("Sitemap: {}", Printable(sitemap.url));
        symbol(name, SymbolKind::File, range_of(sitemap.line, sitemap.line), Vec::new())
    });
    let mut all: Vec<DocumentSymbol> = groups.chain(sitemaps).collect();
    all.sort_by_key(|symbol| symbol.range.start.line);
    all
}

fn symbol(
    name: String,
    kind: SymbolKind,
    range: Range,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    #[allow(deprecated)] // the field has no default
    DocumentSymbol {
        // An editor rejects a symbol without a name.
        name: if name.is_empty() { "User-agent:".to_owned() } else { name },
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range: range,
        children: (!children.is_empty()).then_some(children),
    }
}

/// Each group, and each comment of several lines. O(bytes of the file).
pub(super) fn folds(document: &Document) -> Vec<FoldingRange> {
    let robots = document.robots();
    let groups = robots
        .groups()
        .map(|group| (group.first_line(), group.last_line(), FoldingRangeKind::Region));
    let mut comments: Vec<(u32, u32)> = Vec::new();
    for line in robots.lines().filter(|line| line.has_comment && line.text.is_empty()) {
        match comments.last_mut() {
            Some((_, last)) if *last + 1 == line.number => *last = line.number,
            _ => comments.push((line.number, line.number)),
        }
    }
    let comments =
        comments.into_iter().map(|(first, last)| (first, last, FoldingRangeKind::Comment));
    let all = groups.chain(comments).filter(|(first, last, _)| first < last);
    all.map(|(first, last, kind)| FoldingRange {
        start_line: first - 1,
        end_line: last - 1,
        kind: Some(kind),
        ..FoldingRange::default()
    })
    .collect()
}

/// The tokens of the whole file, each relative to the one before, as the protocol demands. O(bytes of the file).
pub(super) fn tokens(document: &Document) -> SemanticTokens {
    let mut data = Vec::new();
    let (mut last_line, mut last_start) = (0, 0);
    for line in document.robots().lines() {
        for (span, token) in tokens_of(&line, document) {
            let Range { start, end } = document.text.range(span);
            if end.line != start.line || end.character <= start.character {
                continue;
            }
            let is_same_line = start.line == last_line;
            data.push(SemanticToken {
                delta_line: start.line - last_line,
                delta_start: start.character - if is_same_line { last_start } else { 0 },
                length: end.character - start.character,
                token_type: token as u32,
                token_modifiers_bitset: 0,
            });
            (last_line, last_start) = (start.line, start.character);
        }
    }
    SemanticTokens { result_id: None, data }
}

fn tokens_of(line: &Line<'_>, document: &Document) -> Vec<(Span, Token)> {
    let mut found = Vec::new();
    if let Some(directive) = line.directive() {
        let (key, value) = match Field::from_key(directive.key(), document.profile()).0 {
            Field::UserAgent => (Token::Field, Some(Token::Crawler)),
            Field::Allow | Field::Disallow | Field::Sitemap => (Token::Field, Some(Token::Value)),
            Field::Other => (Token::OtherField, None),
        };
        found.push((directive.key_span, key));
        found.extend(value.map(|token| (directive.value_span, token)));
    }
    let comment = line.bytes().iter().position(|&byte| byte == b'#');
    if let Some(at) = comment.filter(|_| line.has_comment) {
        // A line is shorter than a file, whose offsets are 32 bits.
        let start = line.span.start + u32::try_from(at).unwrap_or_default();
        found.push((Span { start, end: line.span.end }, Token::Comment));
    }
    found
}

/// The range of lines, without the line end of the last one. The lines of a robots.txt are those of the protocol.
fn range(text: &Text, lines: &[Line<'_>], first: u32, last: u32) -> Range {
    let [first, last] = [first, last].map(|number| number as usize - 1);
    match (lines.get(first), lines.get(last)) {
        (Some(start), Some(end)) => Range {
            start: text.position_in(first, start.span.start as usize),
            end: text.position_in(last, end.span.end as usize),
        },
        _ => Range::default(),
    }
}
