//! The files that are measured, and the URLs that are checked for each.

use std::collections::HashSet;
use std::fs::File;

use maycrawl::RobotsTxt;
use maycrawl_testdata::{RealFile, archived, conformance_cases, corpus, shared};

/// A file, and the URLs that are checked for it.
pub struct Subject {
    pub host: String,
    pub bytes: Vec<u8>,
    /// The same bytes as text, for peers that take only text.
    pub text: String,
    pub urls: Vec<String>,
}

/// The files of a run.
pub struct Corpus {
    /// A description for the report.
    pub what: &'static str,
    pub subjects: Vec<Subject>,
    /// Real files that the code was not tuned on.
    unseen: Vec<Subject>,
}

/// Files whose times are told together.
#[derive(Clone, Copy)]
pub struct Set<'c> {
    /// What a row says of them, after its measure.
    pub name: &'static str,
    pub subjects: &'c [Subject],
}

impl Corpus {
    /// The files of the corpus, then the unseen ones.
    pub fn sets(&self) -> impl Iterator<Item = Set<'_>> {
        let named = Set { name: "", subjects: &self.subjects };
        let unseen = Set { name: UNSEEN, subjects: &self.unseen };
        [named, unseen].into_iter().filter(|set| !set.subjects.is_empty())
    }
}

/// The name of the set of unseen files.
pub const UNSEEN: &str = ", unseen files";

/// The step between the files of the second corpus that are measured.
const UNSEEN_STEP: usize = 6;

/// The corpus of real files, or the small files of the conformance cases if it is not installed.
pub fn load() -> Corpus {
    match corpus(
        "benchmarks over real files (the small files of the conformance cases are measured instead)",
    ) {
        Some(files) => Corpus {
            what: "the corpus of real files",
            unseen: unseen(&files),
            subjects: files.into_iter().map(subject).collect(),
        },
        None => Corpus {
            what: "the project's own small files",
            subjects: small_files(),
            unseen: Vec::new(),
        },
    }
}

/// Files of the second corpus that are not in the first. Those above the size limit are left out, because peers read
/// all of them and maycrawl does not.
fn unseen(seen: &[RealFile]) -> Vec<Subject> {
    const WHAT_FOR: &str = "benchmarks over files that the code was not tuned on";
    let Some(folder) = shared(WHAT_FOR) else { return Vec::new() };
    let packed = File::open(folder.join("corpus/real-sites-large.tar.zst")).unwrap();
    let files = archived(zstd::Decoder::new(packed).unwrap());
    let seen: HashSet<_> = seen.iter().map(|file| &file.bytes[..]).collect();
    let is_new = |file: &RealFile| file.bytes.len() <= 500 << 10 && !seen.contains(&file.bytes[..]);
    // The first file of the archive is its list.
    let new = files.into_iter().skip(1).filter(is_new).step_by(UNSEEN_STEP);
    new.map(|file| subject(RealFile { host: "unseen.example".to_owned(), ..file })).collect()
}

fn small_files() -> Vec<Subject> {
    ["groups", "create-page", "path-matches"]
        .into_iter()
        .flat_map(conformance_cases)
        .filter_map(|case| {
            let bytes = case["robots"].as_str()?.as_bytes().to_vec();
            Some(subject(RealFile { host: "example".into(), bytes }))
        })
        .collect()
}

/// All contenders get the same bytes. One peer takes only text, so bytes that are not valid UTF-8 are replaced first.
fn subject(file: RealFile) -> Subject {
    let text = String::from_utf8_lossy(&file.bytes).into_owned();
    let urls = urls(&file.host, text.as_bytes());
    Subject { host: file.host, bytes: text.clone().into_bytes(), text, urls }
}

/// Three paths as sites have them, and two made of the file's rules, so that rules match.
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
