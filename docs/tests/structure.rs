//! The modules of a crate form no circle, and the folders of the core stand in one order.

#![allow(clippy::unwrap_used)] // a test may panic

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The folders of the core, from the bottom to the top: each uses only folders before it. A reader who goes through
/// them goes the way of a question.
const CORE: [&str; 10] = [
    "text",
    "profile",
    "crawler",
    "urls",
    "matching",
    "reading",
    "deciding",
    "explaining",
    "answer",
    "internals",
];

/// Each module of a crate, and the modules that it uses.
type Graph = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The modules of the sources in `folder`, by their paths: `reading::line`.
fn modules(folder: &Path, prefix: &str, all: &mut BTreeMap<String, TokenStream>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if path.is_dir() {
            modules(&path, &format!("{prefix}{name}::"), all);
        } else if path.extension().is_some_and(|end| end == "rs")
            && name != "main"
            && name != "tests"
        {
            let tokens = fs::read_to_string(&path).unwrap().parse().unwrap();
            all.insert(format!("{prefix}{name}"), tokens);
        }
    }
}

/// The paths that begin with `crate` or `super`, as words. Those of tests are left out.
fn paths(tokens: TokenStream, all: &mut Vec<Vec<String>>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Ident(word) if *word == "crate" || *word == "super" => {
                at = path(&tokens, at, &[], all);
            }
            TokenTree::Group(group) if group.to_string().replace(' ', "") == "[cfg(test)]" => {
                let is_end = |token: &TokenTree| match token {
                    TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                    TokenTree::Punct(mark) => mark.as_char() == ';',
                    _ => false,
                };
                at += tokens[at..].iter().position(is_end).unwrap_or(tokens.len() - at) + 1;
            }
            TokenTree::Group(group) => {
                let mut inner = Vec::new();
                paths(group.stream(), &mut inner);
                // In a module within the file, the first `super` is the file.
                if at >= 2 && tokens[at - 2].to_string() == "mod" {
                    inner.retain_mut(|path| match path[0].as_str() {
                        "super" => {
                            path.remove(0);
                            path.first().is_some_and(|word| word == "super")
                        }
                        _ => true,
                    });
                }
                all.append(&mut inner);
                at += 1;
            }
            _ => at += 1,
        }
    }
}

/// Reads the path at `at`, with a list in braces as many paths. Returns where it ends.
fn path(
    tokens: &[TokenTree],
    mut at: usize,
    begin: &[String],
    all: &mut Vec<Vec<String>>,
) -> usize {
    let mut words = begin.to_vec();
    loop {
        match tokens.get(at) {
            Some(TokenTree::Ident(word)) => words.push(word.to_string()),
            Some(TokenTree::Group(list))
                if list.delimiter() == Delimiter::Brace && !words.is_empty() =>
            {
                let list: Vec<_> = list.stream().into_iter().collect();
                let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',');
                for item in list.split(is_comma).filter(|item| !item.is_empty()) {
                    path(item, 0, &words, all);
                }
                return at + 1;
            }
            _ => break,
        }
        at += 1;
        let is_colon = |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(mark)) if mark.as_char() == ':');
        if !(is_colon(at) && is_colon(at + 1)) {
            break;
        }
        at += 2;
    }
    all.push(words);
    at
}

/// The names that the root of the crate hands on, and their modules.
fn handed_on(root: TokenStream, known: &BTreeMap<String, TokenStream>) -> BTreeMap<String, String> {
    let tokens: Vec<_> = root.into_iter().collect();
    let mut all = Vec::new();
    for at in (0..tokens.len()).filter(|&at| tokens[at].to_string() == "use") {
        path(&tokens, at + 1, &["crate".to_owned()], &mut all);
    }
    all.iter().filter_map(|path| Some((path.last()?.clone(), target("", path, known)?))).collect()
}

/// The module that a path in the module `own` leads to.
fn target(own: &str, path: &[String], known: &BTreeMap<String, TokenStream>) -> Option<String> {
    let mut base: Vec<&str> = own.split("::").collect();
    let above = path.iter().take_while(|word| *word == "super").count();
    if above == 0 {
        base.clear();
    }
    base.truncate(base.len().saturating_sub(above));
    base.extend(path.iter().skip(above.max(1)).map(String::as_str));
    while !base.is_empty() {
        let name = base.join("::");
        if known.contains_key(&name) {
            return Some(name);
        }
        base.pop();
    }
    None
}

fn graph(sources: &Path) -> Graph {
    let mut known = BTreeMap::new();
    modules(sources, "", &mut known);
    let handed_on = handed_on(known.remove("lib").unwrap_or_default(), &known);
    let mut graph = Graph::new();
    for (module, tokens) in &known {
        let mut all = Vec::new();
        paths(tokens.clone(), &mut all);
        let used = all.iter().filter_map(|path| {
            target(module, path, &known).or_else(|| handed_on.get(path.get(1)?).cloned())
        });
        graph.insert(module.clone(), used.filter(|used| used != module).collect());
    }
    graph
}

/// The modules that can be reached from themselves: what is left when modules that use no other one are taken away, and
/// then modules that no other one uses, again and again.
fn in_circles(mut graph: Graph) -> Vec<String> {
    loop {
        let used: BTreeSet<String> = graph.values().flatten().cloned().collect();
        let is_free =
            |module: &String, uses: &BTreeSet<String>| uses.is_empty() || !used.contains(module);
        let free: Vec<_> = graph
            .iter()
            .filter(|(module, uses)| is_free(module, uses))
            .map(|it| it.0.clone())
            .collect();
        if free.is_empty() {
            return graph.into_keys().collect();
        }
        for module in free {
            graph.remove(&module);
            for uses in graph.values_mut() {
                uses.remove(&module);
            }
        }
    }
}

#[test]
fn no_modules_use_each_other_in_a_circle() {
    let crates = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let (mut found, mut count) = (Vec::new(), 0);
    for package in
        crates.chain([root().join("bindings/python"), root().join("bench"), root().join("docs")])
    {
        let graph = graph(&package.join("src"));
        count += graph.len();
        let name = package.file_name().unwrap().to_str().unwrap();
        found.extend(in_circles(graph).iter().map(|module| format!("{name}::{module}")));
    }
    assert!(found.is_empty(), "these modules use each other in a circle: {found:?}");
    assert!(count > 350, "the sources were not found: {count}");
}

/// The other crates of this project that a crate uses, by its manifest: `effects` for `maycrawl-effects`.
fn used_crates(manifest: &str) -> BTreeSet<String> {
    let manifest: toml::Table = manifest.parse().unwrap();
    let uses = manifest["dependencies"].as_table().unwrap().keys();
    let own = uses.filter(|name| name.starts_with("maycrawl"));
    own.map(|name| name.strip_prefix("maycrawl-").unwrap_or(name).to_owned()).collect()
}

#[test]
fn the_map_has_the_arrows_between_the_crates_and_none_points_up() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut above = BTreeSet::new();
    for line in map.lines() {
        let Some((name, uses)) = line.split_once("<-") else { continue };
        let name = name.trim();
        let manifest = root().join("crates").join(name).join("Cargo.toml");
        let drawn: BTreeSet<_> = uses.split_whitespace().map(str::to_owned).collect();
        assert_eq!(drawn, used_crates(&fs::read_to_string(manifest).unwrap()), "{name}");
        assert!(drawn.is_subset(&above), "{name} stands before a crate that it uses");
        above.insert(name.strip_prefix("maycrawl-").unwrap_or(name).to_owned());
    }
    assert_eq!(above.len(), fs::read_dir(root().join("crates")).unwrap().count());
}

#[test]
fn folders_of_the_core_use_only_folders_before_them() {
    let graph = graph(&root().join("crates/maycrawl/src"));
    let place = |module: &str| {
        let folder = module.split("::").next().unwrap_or_default();
        CORE.iter().position(|known| *known == folder)
    };
    let mut wrong = Vec::new();
    for (module, uses) in &graph {
        let Some(own) = place(module) else {
            wrong.push(format!("{module}: add its folder to CORE"));
            continue;
        };
        let later = uses.iter().filter(|used| place(used) > Some(own));
        wrong.extend(
            later.map(|used| format!("{module} uses {used}, which comes after it in CORE")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_text_of_the_command_knows_no_subcommand_and_no_option() {
    let graph = graph(&root().join("crates/maycrawl-cli/src"));
    let text: Vec<_> = graph.iter().filter(|(module, _)| module.starts_with("text::")).collect();
    assert!(text.len() > 4, "the sources were not found: {text:?}");
    for (module, uses) in text {
        let others: Vec<_> = uses.iter().filter(|used| !used.starts_with("text")).collect();
        assert!(others.is_empty(), "{module} uses {others:?}");
    }
}

#[test]
fn uses_of_other_modules_are_found() {
    let words = ["rule", "verdict", "escape", "pattern", "lint", "lint::rules", "lint::crossing"];
    let known: BTreeMap<_, _> = words.map(|word| (word.to_owned(), TokenStream::new())).into();
    for (module, text, expected) in [
        ("rule", "use crate::verdict::Verdict;", &["verdict"][..]),
        ("rule", "use crate::{escape, pattern::{self, Pattern as P}};", &["escape", "pattern"]),
        ("lint::rules", "use super::{Lint, crossing};", &["lint", "lint::crossing"]),
        ("lint::rules", "fn f() { let x = crate::verdict::f(); }", &["verdict"]),
        ("rule", "// crate::verdict\nconst A: &str = \"crate::escape\";", &[]),
        (
            "lint::rules",
            "mod inner { use super::Rule; use super::super::crossing; }",
            &["lint::crossing"],
        ),
        ("rule", "#[cfg(test)] mod tests { use crate::verdict; } use crate::escape;", &["escape"]),
    ] {
        let mut all = Vec::new();
        paths(text.parse().unwrap(), &mut all);
        let used: BTreeSet<_> =
            all.iter().filter_map(|path| target(module, path, &known)).collect();
        assert_eq!(used.iter().collect::<Vec<_>>(), expected, "{text}");
    }
    let of = |uses: &[&str]| uses.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<_>>();
    let graph = [("a", of(&["b"])), ("b", of(&["c"])), ("c", of(&["b"])), ("d", of(&["c"]))];
    let graph = graph.map(|(module, uses)| (module.to_owned(), uses)).into();
    assert_eq!(in_circles(graph), ["b", "c"]);
}
