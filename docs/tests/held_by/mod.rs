//! Whether a test that a document names exists.

use std::path::{Path, PathBuf};
use std::{fs, iter};

use maycrawl_docs::Held;

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The files below a folder whose name is `name`.
fn files_called(folder: &Path, name: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_called(&path, name));
        } else if path.file_name().is_some_and(|file| file == name) {
            found.push(path);
        }
    }
    found
}

/// What is wrong with a reference; `None` if it names something that exists.
pub fn wrong(reference: &str) -> Option<String> {
    let Some(held) = Held::parse(reference) else {
        return Some(format!("{reference}: it is not a reference to a test"));
    };
    let has_line = |path: PathBuf, begin: &str| {
        fs::read_to_string(path).unwrap().lines().any(|line| line.starts_with(begin))
    };
    let exists = match held {
        Held::Test(package, file, function) => {
            files_of(package, file).any(|path| has_test(&path, function))
        }
        Held::Case(id) => {
            let begin = format!("{{\"id\": \"{id}\",");
            let entries = fs::read_dir(root().join("conformance")).unwrap();
            let files = entries.map(|entry| entry.unwrap().path());
            let mut cases = files.filter(|path| path.extension().is_some_and(|end| end == "jsonl"));
            cases.any(|path| has_line(path, &begin))
        }
        Held::Answer(id) => {
            let begin = format!("{{\"id\": \"{id}\",");
            has_line(root().join("conformance/answers/judged.jsonl"), &begin)
        }
        Held::Page(file, title) => {
            let web = root().join("web");
            let files = ["e2e/specs", "tests"].map(|folder| web.join(folder).join(file));
            let text = files.iter().find_map(|path| fs::read_to_string(path).ok());
            text.is_some_and(|text| text.contains(title))
        }
    };
    (!exists).then(|| format!("{reference}: there is no such test"))
}

/// The files of a crate with this name: in its tests, and in its sources.
fn files_of(package: &str, file: &str) -> impl Iterator<Item = PathBuf> {
    let folder = match package {
        "maycrawl-docs" => root().join("docs"),
        package => root().join("crates").join(package),
    };
    let folders = ["tests", "src"].map(|name| folder.join(name));
    let found: Vec<_> = folders
        .iter()
        .filter(|folder| folder.is_dir())
        .flat_map(|folder| files_called(folder, file))
        .collect();
    found.into_iter()
}

/// True if the file has a test of this name: a function below an attribute `test`, also among other attributes.
fn has_test(path: &Path, function: &str) -> bool {
    let text = fs::read_to_string(path).unwrap();
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let begin = format!("fn {function}(");
    lines.iter().enumerate().any(|(at, line)| {
        let is_it = line.strip_prefix("async ").unwrap_or(line).starts_with(&begin);
        let above = iter::successors(at.checked_sub(1), |above| above.checked_sub(1));
        let mut above = above.map(|at| lines[at]).take_while(|line| line.starts_with("#["));
        is_it && above.any(|line| line == "#[test]" || line.starts_with("#[tokio::test"))
    })
}

/// True if a table of the file has a row with this number, or a comment names it.
#[allow(dead_code)] // each test file uses its part
pub fn has_row(package: &str, file: &str, number: u32) -> bool {
    let mut files = files_of(package, file);
    files.any(|path| {
        let text = fs::read_to_string(path).unwrap();
        let mut lines = text.lines().map(str::trim);
        let begin = format!("({number}, ");
        lines.any(|line| line.starts_with(&begin) || is_named(line, number))
    })
}

/// True for a comment such as `/// (33, 160): the sitemaps of a file`.
fn is_named(line: &str, number: u32) -> bool {
    let Some((list, _)) =
        line.trim_start_matches('/').trim().strip_prefix('(').and_then(|line| line.split_once(')'))
    else {
        return false;
    };
    line.starts_with("//") && list.split(", ").any(|named| named == number.to_string())
}
