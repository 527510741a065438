//! Code actions: the fix of each finding, and all fixes that change no verdict.

use gen_lsp_types::{CodeAction, CodeActionContext, CodeActionKind, CodeActionTriggerKind, Range};
use maycrawl_lint::{Diagnostic, Fix, FixEffect, LintOptions, fix_all};

use super::diagnostics::diagnostic;
use super::documents::Document;
use super::edits;

/// The kind of the action that fixes all.
pub(super) const FIX_ALL: CodeActionKind =
    CodeActionKind::Custom(std::borrow::Cow::Borrowed("source.fixAll.maycrawl"));

/// The actions at a range of the document. `has_versions`: the editor understands versions of documents.
pub(super) fn actions(
    document: &Document,
    range: Range,
    context: &CodeActionContext,
    has_versions: bool,
) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    let findings = document.findings();
    if is_wanted(context, &CodeActionKind::QuickFix) {
        let found = findings.diagnostics.iter();
        let fixes = found.flat_map(|found| {
            let fixes = found.fix.iter().chain(&found.choices);
            fixes.filter_map(|fix| quick_fix(document, found, fix, range, has_versions))
        });
        actions.extend(fixes);
    }
    // To fix all is slow for a large file, so it is not offered at every step of the cursor.
    let is_automatic =
        context.only.is_none() && context.trigger_kind == Some(CodeActionTriggerKind::Automatic);
    if !is_automatic
        && is_wanted(context, &FIX_ALL)
        && findings.diagnostics.iter().any(keeps_verdicts)
    {
        actions.extend(fix_all_action(document, has_versions));
    }
    actions
}

/// True if the editor asks for actions of this kind: for the kind itself, for one that contains it, or for all.
fn is_wanted(context: &CodeActionContext, kind: &CodeActionKind) -> bool {
    let contains = |wanted: &CodeActionKind| {
        let rest = kind.as_str().strip_prefix(wanted.as_str());
        wanted.as_str().is_empty()
            || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    context.only.as_ref().is_none_or(|only| only.iter().any(contains))
}

fn keeps_verdicts(found: &Diagnostic) -> bool {
    found.fix.as_ref().is_some_and(|fix| fix.effect == FixEffect::KeepsVerdicts)
}

/// A fix of a finding, if that touches the range.
fn quick_fix(
    document: &Document,
    found: &Diagnostic,
    fix: &Fix,
    range: Range,
    has_versions: bool,
) -> Option<CodeAction> {
    let diagnostic = diagnostic(found, &document.text);
    // The ends count as inside: a cursor is an empty range, and it often stands right after the finding.
    if diagnostic.range.end < range.start || range.end < diagnostic.range.start {
        return None;
    }
    let warning = match (fix.effect, fix.programs.changed.first()) {
        (FixEffect::KeepsVerdicts, _) => String::new(),
        (FixEffect::Mends, Some(change)) => format!(" ({change})"),
        (FixEffect::Mends, None) if fix.programs.is_proved() => " (no verdict changes)".to_owned(),
        (FixEffect::Mends, None) => " (verdicts may change)".to_owned(),
    };
    let edits = edits::of_fix(fix, &document.text)?;
    Some(CodeAction {
        title: format!("{}{warning}", fix.title),
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: Some(vec![diagnostic]),
        is_preferred: Some(fix.effect == FixEffect::KeepsVerdicts),
        edit: Some(edits::of_document(document, edits, has_versions)),
        ..CodeAction::default()
    })
}

/// What `maycrawl lint --fix` does.
fn fix_all_action(document: &Document, has_versions: bool) -> Option<CodeAction> {
    let bytes = document.text.as_bytes();
    let is_wanted = |found: &Diagnostic| keeps_verdicts(found) && !document.is_left_out(found.lint);
    let fixed = fix_all(bytes, document.profile(), &LintOptions::new(), is_wanted);
    let edits = edits::between(&document.text, &fixed.bytes)?;
    Some(CodeAction {
        title: "Fix all that change no verdict".to_owned(),
        kind: Some(FIX_ALL),
        edit: Some(edits::of_document(document, edits, has_versions)),
        ..CodeAction::default()
    })
}
