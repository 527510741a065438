//! Lints about blocked files that pages need: style sheets and scripts, by name or by folder, and a file of WordPress.

use alloc::format;
use alloc::vec::Vec;

use maycrawl::internals::{PathSearch, escape, match_rule, precedence};
use maycrawl::verdict::RuleKind;
use maycrawl_effects::Budget;

use super::fix::gap;
use super::line_index::{LineIndex, RuleAt, line_end};
use super::lints::{ADMIN_AJAX_BLOCKED, RESOURCE_FOLDER, RESOURCES_BLOCKED};
use super::report::{FindingText, Quoted, Report};

/// Names of folders that usually contain files that pages need, sorted.
const FOLDERS: [&[u8]; 19] = [
    b"_next",
    b"_nuxt",
    b"assets",
    b"css",
    b"dist",
    b"fonts",
    b"javascript",
    b"javascripts",
    b"js",
    b"scripts",
    b"skin",
    b"skins",
    b"static",
    b"style",
    b"styles",
    b"stylesheets",
    b"themes",
    b"wp-content",
    b"wp-includes",
];

/// Maximum number of rules of one group that are checked against the others.
const MAX_CHECKED_RULES: usize = 32;

/// Maximum number of rules of a group with which such a rule is compared. Most groups have far fewer.
const MAX_COMPARED_RULES: usize = 4096;

/// What a budget counts for a rule that is compared with a path.
const STEPS_OF_A_COMPARISON: u64 = 4;

/// Rules that may block files that pages need.
#[derive(Default)]
pub(crate) struct Resources<'d> {
    files: Vec<&'d RuleAt>,
    folders: Vec<&'d RuleAt>,
    /// Rules that block the administration of WordPress.
    admin: Vec<&'d RuleAt>,
}

impl<'d> Resources<'d> {
    pub(crate) fn of(index: &'d LineIndex<'_>) -> Self {
        let mut resources = Self::default();
        for rule in index.rules.iter().filter(|rule| rule.kind == RuleKind::Disallow) {
            let value = rule.at.value.slice(index.file);
            if rule.group.is_none() {
                continue;
            }
            if names_resource(value) {
                resources.files.push(rule);
            } else if is_resource_folder(value) {
                resources.folders.push(rule);
            } else if admin_folder(value).is_some() {
                resources.admin.push(rule);
            }
        }
        resources
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty() && self.folders.is_empty() && self.admin.is_empty()
    }

    /// Reports the rules that block such files. `rules` are the rules that one crawler follows, in the order of their
    /// lines. Each rule is reported once.
    pub(crate) fn check(
        &self,
        index: &LineIndex<'_>,
        rules: &[&RuleAt],
        report: &mut Report<'_>,
        budget: &mut Budget<'_>,
    ) {
        let is_followed = |rule: &&&RuleAt| {
            rules.binary_search_by_key(&rule.at.line, |followed| followed.at.line).is_ok()
        };
        let compared = rules.len().min(MAX_COMPARED_RULES) as u64;
        for rule in self.files.iter().filter(is_followed).take(MAX_CHECKED_RULES) {
            budget.take(compared * STEPS_OF_A_COMPARISON);
            file(index, rule, rules, report);
        }
        for rule in self.folders.iter().filter(is_followed).take(MAX_CHECKED_RULES) {
            folder(index, rule, rules, report);
        }
        for rule in self.admin.iter().filter(is_followed).take(MAX_CHECKED_RULES) {
            budget.take(compared * STEPS_OF_A_COMPARISON);
            admin_ajax(index, rule, rules, report);
        }
    }
}

/// True for `/*.js`, `/*.css$`, `*.js?*`, `/static/main.css`.
fn names_resource(value: &[u8]) -> bool {
    let end = memchr::memchr(b'?', value).unwrap_or(value.len());
    let Some(dot) = memchr::memrchr(b'.', &value[..end]) else { return false };
    let ending = &value[dot + 1..end];
    let ending = ending.strip_suffix(b"$").unwrap_or(ending);
    let ending = ending.strip_suffix(b"*").unwrap_or(ending);
    ending.eq_ignore_ascii_case(b"js") || ending.eq_ignore_ascii_case(b"css")
}

/// True for `/css/`, `/wp-includes`, `/*/js/*`.
fn is_resource_folder(value: &[u8]) -> bool {
    let path = value.strip_suffix(b"*").unwrap_or(value);
    let path = path.strip_suffix(b"/").unwrap_or(path);
    let Some(slash) = memchr::memrchr(b'/', path) else { return false };
    let name = &path[slash + 1..];
    let begins =
        name.first().is_some_and(|first| b"_acdfjstw".contains(&first.to_ascii_lowercase()));
    begins && FOLDERS.iter().any(|folder| name.eq_ignore_ascii_case(folder))
}

/// Reports a rule that names style sheets or scripts, unless another rule allows them.
fn file(index: &LineIndex<'_>, rule: &RuleAt, rules: &[&RuleAt], report: &mut Report<'_>) {
    let value = rule.at.value.slice(index.file);
    if decision(index, value, rules, report) == Some(RuleKind::Disallow) {
        report.add_once(&RESOURCES_BLOCKED, rule.at.value_place(), || {
            let message =
                format!("the rule {} blocks files that pages need for rendering", Quoted(value));
            FindingText::new(message).help("allow the style sheets and scripts that pages need")
        });
    }
}

/// What the rules decide about a path that a pattern matches: each star stands for a letter. `None` if no rule matches
/// it.
fn decision(
    index: &LineIndex<'_>,
    pattern: &[u8],
    rules: &[&RuleAt],
    report: &Report<'_>,
) -> Option<RuleKind> {
    let body = pattern.strip_suffix(b"$").unwrap_or(pattern);
    let mut path = Vec::with_capacity(body.len() + 1);
    if !body.starts_with(b"/") {
        path.push(b'/');
    }
    path.extend(body.iter().map(|&byte| if byte == b'*' { b'x' } else { byte }));
    let profile = report.profile();
    let search = PathSearch::new(&path);
    // An empty rule matches every path with a length of 0, and decides nothing. It must not win here either.
    let matching = |rule: &&RuleAt| {
        let normal = escape::pattern(rule.at.value.slice(index.file), profile);
        let found =
            match_rule(&normal, rule.kind, &search, profile).filter(|rule| rule.octets > 0)?;
        Some((precedence(found.octets, rule.kind, rule.at.line), rule.kind))
    };
    let winner = rules.iter().take(MAX_COMPARED_RULES).filter_map(matching).max();
    winner.map(|(_, kind)| kind)
}

/// The folder of `/wp-admin/`, `/wp-admin*` and `/blog/wp-admin`, without a slash at its end.
fn admin_folder(value: &[u8]) -> Option<&[u8]> {
    let path = value.strip_suffix(b"*").unwrap_or(value);
    let path = path.strip_suffix(b"/").unwrap_or(path);
    path.ends_with(b"/wp-admin").then_some(path)
}

/// Reports a rule that blocks a file of WordPress that public pages request, unless another rule allows it.
fn admin_ajax(index: &LineIndex<'_>, rule: &RuleAt, rules: &[&RuleAt], report: &mut Report<'_>) {
    let value = rule.at.value.slice(index.file);
    let Some(folder) = admin_folder(value) else { return };
    let file = [folder, b"/admin-ajax.php"].concat();
    if decision(index, &file, rules, report) == Some(RuleKind::Disallow) {
        report.add_once(&ADMIN_AJAX_BLOCKED, rule.at.value_place(), || {
            let file = Quoted(&file);
            let message =
                format!("the rule {} also blocks {file}, which pages may request", Quoted(value));
            let title = format!("add `Allow: {}`", &format!("{file}").replace('`', ""));
            let line = [line_end(index.file), b"Allow: ", file.0].concat();
            FindingText::new(message).help(&*title).choice(&*title, gap(rule.at.whole.end), line)
        });
    }
}

/// Reports a rule that blocks a folder of such files, unless an allow rule names files in it.
fn folder(index: &LineIndex<'_>, rule: &RuleAt, rules: &[&RuleAt], report: &mut Report<'_>) {
    let value = rule.at.value.slice(index.file);
    let is_exception = |rule: &&&RuleAt| {
        let allowed = rule.at.value.slice(index.file);
        let folder = value.strip_suffix(b"*").unwrap_or(value);
        rule.kind == RuleKind::Allow && (allowed.starts_with(folder) || names_resource(allowed))
    };
    if rules.iter().take(MAX_COMPARED_RULES).any(|rule| is_exception(&rule)) {
        return;
    }
    report.add_once(&RESOURCE_FOLDER, rule.at.value_place(), || {
        let message = format!(
            "the blocked folder {} usually contains style sheets and scripts",
            Quoted(value)
        );
        FindingText::new(message).help("allow the files that pages need for rendering")
    });
}
