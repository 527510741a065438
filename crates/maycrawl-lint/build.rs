//! Writes a static for each page in `lints`. docs/design/lints.md says what a page looks like.

#![allow(clippy::print_stdout)] // how a build script speaks

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=lints");
    let files = fs::read_dir("lints")?.map(|file| Ok(file?.path()));
    let mut paths = files.collect::<io::Result<Vec<PathBuf>>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    // A program that shows no page leaves them out: they are as large as the lints themselves.
    let has_pages = env::var_os("CARGO_FEATURE_PAGES").is_some();
    let mut statics = String::from("use crate::diagnostic::Lint;\nuse crate::Severity;\n");
    let mut all = String::new();
    for path in paths {
        // Git may have written the line ends of Windows.
        let page = fs::read_to_string(&path)?.replace("\r\n", "\n");
        let (name, lint) = lint(&path, &page, has_pages)
            .ok_or_else(|| format!("{}: a part is missing", path.display()))?;
        let name = name.to_uppercase().replace('-', "_");
        statics += &format!("pub(crate) static {name}: Lint = {lint};\n");
        all += &format!("&{name}, ");
    }
    statics += &format!("pub(crate) static LINTS: &[&Lint] = &[{all}];\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("lints.rs"), statics)?;
    Ok(())
}

/// The name of the lint with this page, and its value in Rust. `None` if a part is missing.
fn lint<'p>(path: &Path, page: &'p str, has_pages: bool) -> Option<(&'p str, String)> {
    let (data, body) = page.strip_prefix("---\n")?.split_once("---\n\n")?;
    let datum = |key| data.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
    let (name, severity) = (datum("name")?, datum("severity")?);
    let mut sections = body.split("\n## ");
    let (summary, text) = sections.next()?.split_once("\n\n")?;
    let section = |title| {
        sections.clone().find_map(|section| section.strip_prefix(title)?.strip_prefix("\n\n"))
    };
    let example = |which| {
        let Some(section) = section("Example") else { return Some("b\"\"".to_owned()) };
        let mut blocks = section.split("```").filter_map(|block| block.strip_prefix("robots\n"));
        let block = blocks.nth(which)?;
        // The compiler reads the escapes.
        Some(match datum("escapes") {
            Some("bytes") => format!("b\"{block}\""),
            Some(_) => format!("\"{block}\".as_bytes()"),
            None => format!("{block:?}.as_bytes()"),
        })
    };
    let (example, instead) = (example(0)?, example(1)?);
    let references = section("References").map(|list| format!("\n{list}")).unwrap_or_default();
    let references: Vec<_> = references.split("\n- ").skip(1).map(one_line).collect();
    if !has_pages {
        let empty = "page: \"\", example: b\"\", instead: b\"\", fix: None, references: &[]";
        return Some((name, lint_of(path, name, severity, summary, empty)?));
    }
    let page = format!(
        "page: {:?}, example: {example}, instead: {instead}, fix: {:?}, references: &{references:?}",
        text.trim_end(),
        section("Fix").map(one_line),
    );
    Some((name, lint_of(path, name, severity, summary, &page)?))
}

/// The value in Rust, with what its page says.
fn lint_of(path: &Path, name: &str, severity: &str, summary: &str, page: &str) -> Option<String> {
    Some(format!(
        "Lint {{ code: {:?}, name: {name:?}, severity: Severity::{}{}, summary: {:?}, {page} }}",
        path.file_stem()?.to_str()?,
        severity.get(..1)?.to_uppercase(),
        severity.get(1..)?,
        one_line(summary),
    ))
}

/// The words of a paragraph, which has several lines on the page.
fn one_line(paragraph: &str) -> String {
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}
