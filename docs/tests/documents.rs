//! The documents of the repository: links, the map, and the commands that the guide shows.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::{Component, Path, PathBuf};
use std::{env, fs, thread};

mod held_by;
mod terminal;

use maycrawl_docs::{anchors, links};

use held_by::{root, wrong};
use terminal::{maycrawl, output};

/// Folders of the repository, from which documents are read with everything in them.
const FOLDERS: [&str; 14] = [
    "",
    "docs",
    "docs/design",
    "docs/explanation",
    "docs/guide",
    "docs/reference",
    "docs/reference/commands",
    "crates/*",
    "bench",
    "conformance",
    "deny",
    "examples",
    "integrations/vscode",
    "web",
];

/// Every Markdown document, by its path from the root.
fn documents() -> BTreeMap<PathBuf, String> {
    let root = root();
    let mut folders = Vec::new();
    for folder in FOLDERS {
        match folder.strip_suffix("/*") {
            Some(parent) => {
                let entries = fs::read_dir(root.join(parent)).unwrap();
                folders.extend(entries.map(|entry| entry.unwrap().path()));
            }
            None => folders.push(root.join(folder)),
        }
    }
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let files = files.map(|entry| entry.unwrap().path());
    let documents = files.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    documents
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            (path.strip_prefix(&root).unwrap().to_owned(), text)
        })
        .collect()
}

/// The path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                assert!(normal.pop(), "{} leaves the repository", path.display());
            }
            Component::CurDir => {}
            part => normal.push(part),
        }
    }
    normal
}

/// What is wrong with a link of the document at `path`; `None` if it leads to a file, a folder or a heading.
fn broken(path: &Path, link: &str, documents: &BTreeMap<PathBuf, String>) -> Option<String> {
    if link.starts_with("https://") || link.starts_with("http://") {
        return None;
    }
    let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if target.is_empty() {
        path.to_owned()
    } else {
        normal(&path.parent().unwrap().join(target))
    };
    if !root().join(&target).exists() {
        return Some(format!("{}: {link}: there is no such file", path.display()));
    }
    let has_anchor = |text: &String| anchors(text).iter().any(|known| known == anchor);
    if !anchor.is_empty() && !documents.get(&target).is_some_and(has_anchor) {
        return Some(format!("{}: {link}: there is no such heading", path.display()));
    }
    None
}

#[test]
fn every_link_between_documents_leads_somewhere() {
    let documents = documents();
    assert!(documents.len() > 25, "{}", documents.len());
    let mut count = 0;
    let mut wrong = Vec::new();
    for (path, text) in &documents {
        // Its links lead also to pages that are made. The test of the site follows them.
        if path.ends_with("SUMMARY.md") {
            continue;
        }
        for link in links(text) {
            wrong.extend(broken(path, &link, &documents));
            count += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 60, "{count}");
}

#[test]
fn a_link_that_leads_nowhere_is_noticed() {
    let documents = documents();
    let path = Path::new("docs/guide/recipes.md");
    for (link, is_broken) in [
        ("getting-started.md", false),
        ("getting-started.md#install", false),
        ("#check-it", false),
        ("../security.md#limits", false),
        ("../../crates", false),
        ("https://shop.example/nothing.md", false),
        ("getting-started.html", true),
        ("getting-started.md#no-such-heading", true),
        ("#no-such-heading", true),
        ("../security", true),
        ("/docs/security.md", true),
    ] {
        assert_eq!(broken(path, link, &documents).is_some(), is_broken, "{link}");
    }
}

#[test]
fn every_invariant_of_the_map_names_a_test_that_exists() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, rest) = map.split_once("## Invariants").unwrap();
    let (table, _) = rest.split_once("\n## ").unwrap();
    let rows: Vec<_> = table.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert_eq!(rows.len(), 21);
    for row in rows {
        let cell = row.split(" | ").nth(1).unwrap().trim_end_matches(" |");
        assert_eq!(wrong(cell), None);
    }
}

/// The files and folders that the map names, with their paths from the root. Those of an indented line are below the
/// folder of the last line that is not.
fn mapped() -> Vec<PathBuf> {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, rest) = map.split_once("## Where things are").unwrap();
    let (tree, _) = rest.split_once("\n## ").unwrap();
    let mut base = PathBuf::new();
    let mut paths = Vec::new();
    for line in tree.lines().filter_map(|line| line.strip_prefix("    ")) {
        let is_below = line.starts_with(' ');
        let (names, _) = line.trim_start().split_once("  ").unwrap();
        let names: Vec<_> = names.split(' ').map(|name| name.trim_end_matches('/')).collect();
        if !is_below {
            base = PathBuf::from(names[0]);
        }
        let folder = if is_below { base.as_path() } else { Path::new("") };
        paths.extend(names.iter().map(|name| folder.join(name)));
    }
    paths
}

#[test]
fn the_map_names_folders_that_exist_and_no_folder_is_missing() {
    let paths = mapped();
    let missing: Vec<_> = paths.iter().filter(|path| !root().join(path).exists()).collect();
    assert!(missing.is_empty(), "they do not exist: {missing:?}");
    let mut forgotten = Vec::new();
    for parent in ["", "crates", "crates/maycrawl/src"] {
        for entry in fs::read_dir(root().join(parent)).unwrap() {
            let path = entry.unwrap().path();
            let path = path.strip_prefix(root()).unwrap();
            let name = path.file_name().unwrap().to_str().unwrap();
            let is_made = name.starts_with('.') || name.starts_with("target");
            let is_named = paths.iter().any(|named| named.starts_with(path));
            if root().join(path).is_dir() && !is_made && !is_named {
                forgotten.push(path.to_owned());
            }
        }
    }
    assert!(forgotten.is_empty(), "the map does not name them: {forgotten:?}");
}

#[test]
fn files_that_contributing_names_exist() {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let is_path = |code: &&str| {
        let (first, _) = code.split_once('/').unwrap_or_default();
        let folders = ["conformance", "crates", "docs", "scripts", "web"];
        // A name in capitals stands for another one: `lints/CODE.md`.
        folders.contains(&first) && !code.contains("CODE") && !code.contains(' ')
    };
    let paths: Vec<_> = text.split('`').skip(1).step_by(2).filter(is_path).collect();
    assert!(paths.len() > 20, "{paths:?}");
    let missing: Vec<_> = paths.iter().filter(|path| !root().join(path).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Commands that install what a registry has under a name. Nobody holds these names yet: whoever takes one first would
/// run code on the machines of our readers (docs/design/release.md).
const INSTALLERS: [&str; 7] = [
    "pip install maycrawl",
    "pip install 'maycrawl",
    "pipx run maycrawl",
    "uvx maycrawl",
    "cargo install maycrawl",
    "cargo binstall maycrawl",
    "npm install maycrawl",
];

#[test]
fn no_text_sends_a_person_to_a_package_that_is_not_published() {
    let sources = ["crates/maycrawl-cli/src/help.rs", "bindings/python/README.md"];
    let sources = sources.map(|path| (path.into(), fs::read_to_string(root().join(path)).unwrap()));
    for (path, text) in documents().into_iter().chain(sources) {
        let found: Vec<_> = INSTALLERS.iter().filter(|it| text.contains(**it)).collect();
        assert!(found.is_empty(), "{}: {found:?}", path.display());
    }
}

/// The columns of a line of `make help`, and those before its text.
const HELP_COLUMNS: usize = 100;
const HELP_NAME_COLUMNS: usize = 17;

#[test]
fn make_help_has_one_short_line_for_a_target() {
    let makefile = fs::read_to_string(root().join("Makefile")).unwrap();
    let recipe = format!("printf '%-{HELP_NAME_COLUMNS}s%s");
    assert!(makefile.contains(&recipe), "the recipe of help has another form");
    let is_name =
        |name: &str| name.bytes().all(|byte| byte == b'-' || byte.is_ascii_alphanumeric());
    let targets = makefile.lines().filter_map(|line| {
        let (name, rest) = line.split_once(':')?;
        let (_, text) = rest.split_once("## ")?;
        is_name(name).then_some((name, text))
    });
    let mut count = 0;
    for (name, text) in targets {
        let columns = HELP_NAME_COLUMNS + text.chars().count();
        assert!(columns <= HELP_COLUMNS, "{name}: {columns} columns");
        assert!(name.len() < HELP_NAME_COLUMNS, "{name}: no space is left before its text");
        count += 1;
    }
    assert!(count > 30, "{count}");
}

/// Blocks of commands whose output is the same on every machine. Blocks that need a network are called `console live`.
const BLOCK: &str = "\n```console\n";

/// The document with the output that its commands have today.
fn with_output(text: &str, folder: &Path, maycrawl: &Path) -> (String, usize) {
    let mut pieces = text.split(BLOCK);
    let mut whole = pieces.next().unwrap().to_owned();
    let mut count = 0;
    for piece in pieces {
        let (block, rest) = piece.split_once("\n```").unwrap();
        whole.push_str(BLOCK);
        for command in block.lines().filter_map(|line| line.strip_prefix("$ ")) {
            whole += &format!("$ {command}\n{}", output(command, folder, maycrawl, false));
            count += 1;
        }
        whole += &format!("```{rest}");
    }
    (whole, count)
}

/// `UPDATE_GUIDE=1` writes the new output into the documents.
#[test]
fn commands_of_the_guide_have_the_output_that_it_shows() {
    let Some(maycrawl) = maycrawl() else {
        println!("SKIPPED: the command is not built");
        return;
    };
    let shop = fs::read(root().join("examples/shop.robots.txt")).unwrap();
    let mut commands = 0;
    for (path, text) in documents() {
        let is_shown = ["docs/guide", "docs/explanation", "crates"]
            .iter()
            .any(|begin| path.starts_with(begin));
        if !is_shown {
            continue;
        }
        let name = format!("{}-{}", std::process::id(), path.display()).replace('/', "-");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("robots.txt"), &shop).unwrap();
        for file in fs::read_dir(root().join("docs/guide/files")).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), folder.join(file.file_name())).unwrap();
        }
        let (real, count) = with_output(&text, &folder, &maycrawl);
        fs::remove_dir_all(&folder).unwrap();
        commands += count;
        if real != text && env::var_os("UPDATE_GUIDE").is_some() {
            fs::write(root().join(&path), &real).unwrap();
        } else {
            let lines = text.lines().zip(real.lines()).enumerate();
            let different = lines.into_iter().find(|(_, (shown, real))| shown != real);
            assert!(real == text, "{}: line, shown, real: {different:?}", path.display());
        }
    }
    assert!(commands > 60, "{commands}");
}

/// A site on loopback that answers each request with the next of these statuses and files. Returns its origin.
fn site(answers: &'static [(&str, &str)]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for (status, file) in answers {
            let (stream, _) = listener.accept().unwrap();
            let head =
                BufReader::new(&stream).lines().take_while(|line| line.as_ref().unwrap() != "");
            assert!(head.count() > 1);
            let length = file.len();
            let fields = format!("Content-Length: {length}\r\nConnection: close");
            write!(&stream, "HTTP/1.1 {status}\r\n{fields}\r\n\r\n{file}").unwrap();
        }
    });
    origin
}

#[test]
fn the_page_about_an_unreachable_file_shows_what_a_failing_and_a_repaired_site_gets() {
    let Some(maycrawl) = maycrawl() else {
        println!("SKIPPED: the command is not built");
        return;
    };
    let page = fs::read_to_string(root().join("docs/guide/robots-txt-unreachable.md")).unwrap();
    let blocks: Vec<_> = page.split("\n```console live\n").skip(1).collect();
    let blocks: Vec<_> = blocks.iter().map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(blocks.len(), 2, "before and after the repair");
    let origin = site(&[
        ("503 Service Unavailable", "sorry"),
        ("200 OK", "User-agent: *\nDisallow: /account/\n"),
    ]);
    let folder = tempfile::tempdir().unwrap();
    for block in blocks {
        let command = block.lines().next().unwrap().strip_prefix("$ ").unwrap();
        let typed = command
            .replace("maycrawl check", "maycrawl check --allow-private --store memory")
            .replace("https://shop.example", &origin);
        let shown = output(&typed, folder.path(), &maycrawl, false);
        let shown = shown.replace(&origin, "https://shop.example");
        assert_eq!(format!("$ {command}\n{shown}"), block);
    }
}

/// `UPDATE_GUIDE=1` writes the pages.
#[test]
fn the_pages_of_the_commands_are_what_the_command_says() {
    let Some(maycrawl) = maycrawl() else {
        println!("SKIPPED: the command is not built");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let written = format!("maycrawl man --markdown --output {}", folder.path().display());
    let written = output(&written, &root(), &maycrawl, false);
    // Its pages are those of a command with all features, as `make test` builds it.
    if !written.contains("/bulk.md\n") {
        println!("SKIPPED: the command is built without its optional features");
        return;
    }
    let reference = root().join("docs/reference");
    let pages: BTreeMap<_, _> = written
        .lines()
        .map(|path| {
            let kept = reference.join(Path::new(path).strip_prefix(folder.path()).unwrap());
            (kept, fs::read_to_string(path).unwrap())
        })
        .collect();
    assert!(pages.len() > 20, "{}", pages.len());
    let kept = fs::read_dir(reference.join("commands")).unwrap().map(|entry| entry.unwrap().path());
    let old: Vec<_> = kept.filter(|path| !pages.contains_key(path)).collect();
    assert!(old.is_empty(), "there is no such command: {old:?}");
    for (path, page) in pages {
        if env::var_os("UPDATE_GUIDE").is_some() {
            fs::write(&path, page).unwrap();
        } else {
            let kept = fs::read_to_string(&path).unwrap_or_default();
            assert!(
                kept == page,
                "{} is not what the command says; UPDATE_GUIDE=1 writes it",
                path.display()
            );
        }
    }
}
