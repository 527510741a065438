//! Edits of a document.

use std::collections::HashMap;
use std::ops::Range;

use gen_lsp_types::{
    DocumentChange, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit,
    TextDocumentIdentifier, TextEdit, WorkspaceEdit,
};
use maycrawl_lint::Fix;
use similar::{DiffTag, TextDiff};

use super::documents::Document;
use super::text::Text;
use crate::commands::fmt::DIFF_TIMEOUT;

/// The edits of a fix. `None` if one of them cannot be written as text: it splits a character.
pub(super) fn of_fix(fix: &Fix, text: &Text) -> Option<Vec<TextEdit>> {
    let edit = |edit: &maycrawl_effects::TextEdit| {
        let range = text.whole_characters(edit.span)?;
        Some(replacement(text, range, str::from_utf8(&edit.text).ok()?))
    };
    fix.edits.iter().map(edit).collect()
}

/// The edits that make `after` of the text, line by line, so that an editor keeps its cursor and its marks. `None` if
/// `after` is not text.
pub(super) fn between(text: &Text, after: &[u8]) -> Option<Vec<TextEdit>> {
    let after = str::from_utf8(after).ok()?;
    let diff = TextDiff::configure().timeout(DIFF_TIMEOUT).diff_lines(text.as_str(), after);
    let old = offsets(diff.iter_old_slices());
    let new = offsets(diff.iter_new_slices());
    let changes = diff.ops().iter().filter(|op| op.tag() != DiffTag::Equal);
    let edits = changes.map(|op| {
        let (before, now) = (op.old_range(), op.new_range());
        replacement(text, old[before.start]..old[before.end], &after[new[now.start]..new[now.end]])
    });
    Some(edits.collect())
}

/// The offset of each part of a text, and the end of the last one.
fn offsets<'t>(parts: impl Iterator<Item = &'t str>) -> Vec<usize> {
    let mut end = 0;
    let ends = parts.map(|part| {
        end += part.len();
        end
    });
    std::iter::once(0).chain(ends).collect()
}

fn replacement(text: &Text, range: Range<usize>, new_text: &str) -> TextEdit {
    let range =
        gen_lsp_types::Range { start: text.position(range.start), end: text.position(range.end) };
    TextEdit { range, new_text: new_text.to_owned() }
}

/// The edits as a change of this document. An editor that understands versions applies it to this version only.
pub(super) fn of_document(
    document: &Document,
    edits: Vec<TextEdit>,
    has_versions: bool,
) -> WorkspaceEdit {
    if !has_versions {
        let changes = HashMap::from([(document.uri.clone(), edits)]);
        return WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() };
    }
    let edit = TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier {
            version: Some(document.version),
            text_document_identifier: TextDocumentIdentifier { uri: document.uri.clone() },
        },
        edits: edits.into_iter().map(Into::into).collect(),
    };
    let changes = vec![DocumentChange::TextDocumentEdit(edit)];
    WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() }
}
