//! The real files that are measured, and the URLs that are asked of each.

use maycrawl::{Crawler, GroupFate, RobotsTxt, Rule};
use maycrawl_testdata::{RealFile, corpus, own_cases, root};

/// The crawler that is asked for.
pub const AGENT: &str = "Googlebot";

/// A file with the questions that are asked of it.
#[derive(Clone)]
pub struct Subject {
    pub host: String,
    /// The same bytes as text, for a peer that takes nothing else.
    pub text: String,
    /// Three URLs that sites have, and two that meet the file's own rules.
    pub urls: [String; 5],
}

pub struct Files {
    pub what: &'static str,
    pub subjects: Vec<Subject>,
    /// Files of which only the part within the size limit is measured.
    pub shortened: Vec<String>,
}

impl Subject {
    pub fn bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

impl Files {
    pub fn bytes(&self) -> usize {
        self.subjects.iter().map(|subject| subject.text.len()).sum()
    }
}

/// The corpus, or the files of the project's own cases where it is not there.
pub fn load() -> Result<Files, String> {
    let (what, files) = match corpus("benchmarks over the corpus (small files serve instead)") {
        Some(files) => ("the corpus of real files", files),
        None => ("the small files of `conformance/` (the corpus is not here)", own()),
    };
    if files.is_empty() {
        return Err("neither the corpus nor `conformance/` is here: nothing to measure".into());
    }
    let mut shortened = Vec::new();
    let subjects = files.into_iter().map(|file| subject(file, &mut shortened)).collect();
    Ok(Files { what, subjects, shortened })
}

fn own() -> Vec<RealFile> {
    ["groups", "create-page", "path-matches", "precedence", "file-format"]
        .into_iter()
        .filter(|topic| root().join(format!("conformance/{topic}.jsonl")).exists())
        .flat_map(own_cases)
        .filter_map(|case| {
            let bytes = case["robots"].as_str()?.as_bytes().to_vec();
            Some(RealFile { host: "www.example.com".into(), bytes })
        })
        .collect()
}

/// All contenders get the same bytes: text, because one peer takes nothing else, and no more than the
/// size limit of maycrawl, because the others would read on where it stops.
fn subject(file: RealFile, shortened: &mut Vec<String>) -> Subject {
    let mut text = String::from_utf8_lossy(&file.bytes).into_owned();
    let read = RobotsTxt::parse(text.as_bytes()).as_bytes().len();
    if read < text.len() {
        shortened.push(file.host.clone());
        text.truncate(read);
    }
    let urls = urls(&file.host, text.as_bytes());
    Subject { host: file.host, text, urls }
}

fn urls(host: &str, file: &[u8]) -> [String; 5] {
    let robots = RobotsTxt::parse(file);
    let mut rules = followed_rules(&robots);
    if rules.is_empty() {
        rules = robots.groups().flat_map(|group| group.rules()).collect();
    }
    rules.retain(|rule| !rule.is_empty());
    let own = |at: usize| rules.get(at).map_or("/own".into(), |rule| instance(rule.pattern));
    [
        "/".to_owned(),
        "/about.html".to_owned(),
        "/shop/women/shoes/summer-2026/sandals-with-straps-10482.html?colour=red&size=38&sort=price".to_owned(),
        own(rules.len() / 3),
        own(rules.len() * 2 / 3),
    ]
    .map(|path| format!("https://{host}{path}"))
}

/// A path that `pattern` matches: `x` for each star.
fn instance(pattern: &[u8]) -> String {
    let pattern = pattern.strip_suffix(b"$").unwrap_or(pattern);
    let path: String = pattern
        .iter()
        .filter(|&&byte| byte.is_ascii_graphic() && byte != b'#')
        .map(|&byte| if byte == b'*' { 'x' } else { char::from(byte) })
        .collect();
    if path.starts_with('/') { path } else { format!("/{path}") }
}

/// The rules of the groups that [`AGENT`] follows, in the order of the file.
pub fn followed_rules<'r>(robots: &'r RobotsTxt<'_>) -> Vec<Rule<'r>> {
    let trace = robots.explain(&Crawler::GOOGLEBOT, "/");
    robots
        .groups()
        .zip(&trace.groups)
        .filter(|(_, traced)| matches!(traced.fate, GroupFate::Followed(_)))
        .flat_map(|(group, _)| group.rules())
        .collect()
}
