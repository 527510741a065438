//! The files that are measured, and the URLs that are asked of each.

use maycrawl::RobotsTxt;
use maycrawl_testdata::{RealFile, corpus, conformance_cases};

/// A file with the questions that are asked of it.
pub struct Subject {
    pub host: String,
    pub bytes: Vec<u8>,
    /// The bytes as text for peers that take nothing else; `bytes` are the same.
    pub text: String,
    pub urls: Vec<String>,
}

pub struct Files {
    pub what: &'static str,
    pub subjects: Vec<Subject>,
}

/// The corpus, or the files of the project's own cases where it is not there.
pub fn load() -> Files {
    match corpus("benchmarks over real files (the project's own small files serve instead)") {
        Some(files) => Files {
            what: "the corpus of real files",
            subjects: files.into_iter().map(subject).collect(),
        },
        None => Files { what: "the project's own small files", subjects: own() },
    }
}

fn own() -> Vec<Subject> {
    ["groups", "create-page", "path-matches"]
        .into_iter()
        .flat_map(conformance_cases)
        .filter_map(|case| {
            let bytes = case["robots"].as_str()?.as_bytes().to_vec();
            Some(subject(RealFile { host: "example".into(), bytes }))
        })
        .collect()
}

/// Both sides get the same bytes, and one peer takes only text: what is no UTF-8 is replaced first.
fn subject(file: RealFile) -> Subject {
    let text = String::from_utf8_lossy(&file.bytes).into_owned();
    let urls = urls(&file.host, text.as_bytes());
    Subject { host: file.host, bytes: text.clone().into_bytes(), text, urls }
}

/// Three paths that sites have, and two made of the file's own rules, so that rules do match.
fn urls(host: &str, bytes: &[u8]) -> Vec<String> {
    let robots = RobotsTxt::parse(bytes);
    let rules: Vec<_> = robots.groups().flat_map(|g| g.rules()).filter(|r| !r.is_empty()).collect();
    let own = |at: usize| {
        let pattern = rules.get(at).map_or(&b"/own"[..], |rule| rule.pattern);
        let path: String = pattern
            .iter()
            .filter(|&&byte| byte.is_ascii_graphic() && byte != b'$' && byte != b'#')
            .map(|&byte| if byte == b'*' { 'x' } else { char::from(byte) })
            .collect();
        if path.starts_with('/') { path } else { format!("/{path}") }
    };
    [
        "/".to_owned(),
        "/about.html".to_owned(),
        "/shop/women/shoes/summer-2026/sandals-with-straps-10482.html?colour=red&size=38&sort=price".to_owned(),
        own(rules.len() / 3),
        own(rules.len() * 2 / 3) + "/page-2",
    ]
    .into_iter()
    .map(|path| format!("https://{host}{path}"))
    .collect()
}
