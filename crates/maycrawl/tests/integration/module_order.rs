//! The modules have one order, and each uses only modules before it. So there is no cycle.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The modules of the core, from the bottom to the top. Add a new module after those that it uses.
const ORDER: &[&str] = &[
    "test_words",
    "printable",
    "name",
    "budget",
    "edit_distance",
    "scan",
    "profile",
    "field",
    "line",
    "text_edit",
    "crawler",
    "line_filter",
    "group",
    "escape",
    "requested",
    "url_path",
    "pattern",
    "path_search",
    "inclusion",
    "rule",
    "suspicion",
    "robots_txt",
    "group_index",
    "plain_url",
    "origin",
    "request_url",
    "written_url",
    "asked_url",
    "verdict",
    "decide",
    "consequence",
    "verdict_location",
    "conflict",
    "rule_set",
    "one_pass",
    "effect::automaton",
    "effect::search",
    "effect::sides",
    "effect::example",
    "effect::crawlers",
    "effect::claim",
    "effect::minimise",
    "effect",
    "explain",
    "suggestion::candidates",
    "suggestion",
    "format",
    "lint::fix",
    "lint::diagnostic",
    "lint::report",
    "lint::line_index",
    "lint::compared_rule",
    "lint::quotes",
    "lint::encoding",
    "lint::extension_fields",
    "lint::fields",
    "lint::agents",
    "lint::paths",
    "lint::directory",
    "lint::crossing",
    "lint::needless",
    "lint::rules",
    "lint::sitemaps",
    "lint::resources",
    "lint::effects",
    "lint::private",
    "lint",
    "recipe",
    "answer::change",
    "answer",
    "expectation::parse",
    "expectation",
    "json",
];

/// The module of a file. The files of one module may use each other; the lints are modules of their own.
fn module_of(path: &str) -> String {
    let path = path.trim_end_matches(".rs").replace('/', "::");
    match path.split_once("::") {
        Some(("lint", _)) | None => path,
        Some((unit, _)) => unit.to_owned(),
    }
}

/// The modules that `text`, the source of `module`, uses.
fn used(module: &str, text: &str) -> BTreeSet<String> {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let mut names = BTreeSet::new();
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    for line in code {
        for (i, _) in line.match_indices("crate::") {
            let rest = &line[i + "crate::".len()..];
            match rest.strip_prefix('{') {
                Some(list) => names.extend(list.split(['}', ',']).map(first_of)),
                None => drop(names.insert(first_of(rest))),
            }
        }
        let parent = module.rsplit_once("::").map(|(parent, _)| parent);
        for (i, _) in line.match_indices("super::") {
            let rest = &line[i + "super::".len()..];
            let list = rest.strip_prefix('{').map_or(rest, |list| list);
            let parts = list.split(['}', ',']).map(first_of);
            names.extend(parts.filter_map(|part| Some(format!("{}::{part}", parent?))));
        }
    }
    names.retain(|name| ORDER.contains(&name.as_str()) && name != module);
    names
}

fn first_of(path: &str) -> String {
    let path = path.trim();
    let end = path.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(path.len());
    path[..end].to_owned()
}

fn sources(folder: &Path, prefix: &str, all: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let path = format!("{prefix}{name}");
        if entry.file_type().unwrap().is_dir() {
            sources(&entry.path(), &format!("{path}/"), all);
        } else if path != "lib.rs" && !path.ends_with("tests.rs") {
            all.push((path, fs::read_to_string(entry.path()).unwrap()));
        }
    }
}

#[test]
fn modules_use_only_modules_before_them() {
    let mut all = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut all);
    let index = |module: &str| ORDER.iter().position(|known| *known == module);
    let mut wrong = Vec::new();
    for (path, text) in &all {
        let module = module_of(path);
        let Some(own) = index(&module) else {
            wrong.push(format!("{path}: add `{module}` to ORDER"));
            continue;
        };
        for other in used(&module, text) {
            if index(&other) > Some(own) {
                wrong.push(format!("{path} uses `{other}`, which comes after it in ORDER"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all.len() > 50, "the sources were not found");
}

#[test]
fn uses_of_other_modules_are_found() {
    for (module, text, expected) in [
        ("rule", "use crate::verdict::Verdict;", &["verdict"][..]),
        ("rule", "use crate::{escape, pattern};\n", &["escape", "pattern"]),
        ("lint::rules", "use super::{Lint, crossing};", &["lint::crossing"]),
        ("lint::rules", "let x = crate::verdict::f();", &["verdict"]),
        ("rule", "// crate::verdict", &[]),
        ("rule", "use crate::rule::RuleKind;", &[]),
    ] {
        let used: Vec<_> = used(module, text).into_iter().collect();
        assert_eq!(used, expected, "{text}");
    }
}
