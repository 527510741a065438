//! The questions: every case of `conformance/`, every file of a case with every name of a crawler, every way to write a
//! URL.

use std::collections::{BTreeSet, HashMap};

use maycrawl::answer::AnswerLocation;
use maycrawl::asked_url::{AskedUrl, Schemes};
use maycrawl::{Crawler, Profile, RobotsTxt};
use maycrawl_testdata::{bytes, json_lines, root, strings};
use serde_json::Value;

/// What a face says. Two faces that say the same are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Verdict {
        allowed: bool,
        line: Option<u32>,
        reason: String,
        /// The URL that a client requests, if its path differs from the written one.
        requested: Option<String>,
        /// The user agent whose group was followed.
        group: Option<String>,
    },
    /// The sentence for people.
    Refused(String),
}

impl Said {
    /// What a face says that has no name of a group.
    pub(super) fn without_group(self) -> Self {
        match self {
            Self::Verdict { allowed, line, reason, requested, .. } => {
                Self::Verdict { allowed, line, reason, requested, group: None }
            }
            refused @ Self::Refused(_) => refused,
        }
    }

    /// What a row of a table says: it has no column for the requested URL either.
    pub(super) fn one_line(self) -> Self {
        match self.without_group() {
            Self::Verdict { allowed, line, reason, .. } => {
                Self::Verdict { allowed, line, reason, requested: None, group: None }
            }
            refused @ Self::Refused(_) => refused,
        }
    }
}

/// Crawlers and URLs that one file is asked about, each crawler about each URL.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) robots: Vec<u8>,
    pub(super) profile: Profile,
    pub(super) agents: Vec<String>,
    pub(super) urls: Vec<String>,
    /// The schemes that the face takes: all where the file is at hand.
    pub(super) schemes: Schemes,
}

impl Case {
    pub(super) fn answers(&self) -> usize {
        self.agents.len() * self.urls.len()
    }

    /// What the library says: for each crawler, for each URL.
    pub(super) fn answers_of_the_library(&self) -> Vec<Said> {
        let robots = RobotsTxt::parse_with(&self.robots, self.profile);
        let mut answers = Vec::new();
        for agent in &self.agents {
            for url in &self.urls {
                answers.push(said_by_the_library(&robots, agent, url, self.schemes));
            }
        }
        answers
    }
}

fn said_by_the_library(robots: &RobotsTxt<'_>, agent: &str, url: &str, schemes: Schemes) -> Said {
    let crawler = match Crawler::parse(agent) {
        Ok(crawler) => crawler,
        Err(error) => return Said::Refused(error.to_string()),
    };
    match AskedUrl::read(url, schemes) {
        Err(error) => Said::Refused(error.to_string()),
        Ok(url) => {
            let verdict = robots.rules_for(&crawler);
            let verdict = verdict.check(&url);
            let location = AnswerLocation::from(&robots.locate(&crawler, &verdict));
            Said::Verdict {
                allowed: verdict.is_allowed(),
                line: verdict.line(),
                reason: verdict.reason().name().to_owned(),
                requested: url.changed().map(str::to_owned),
                group: location.group,
            }
        }
    }
}

/// A row of `conformance/urls/written.jsonl`.
pub(super) struct WrittenUrl {
    pub(super) written: String,
    /// What the command and the page make of a host without a scheme.
    pub(super) completed: Option<String>,
    pub(super) requested: Option<String>,
    pub(super) refused: Option<String>,
    /// Whether it is only refused where a robots.txt is fetched.
    pub(super) is_other_scheme: bool,
}

pub(super) fn written_urls() -> Vec<WrittenUrl> {
    let text = |row: &Value, key: &str| row[key].as_str().map(str::to_owned);
    json_lines(&root().join("conformance/urls/written.jsonl"))
        .iter()
        .map(|row| WrittenUrl {
            written: text(row, "written").unwrap(),
            completed: text(row, "completed"),
            requested: text(row, "requested"),
            refused: text(row, "refused"),
            is_other_scheme: row["other_scheme"] == true,
        })
        .collect()
}

/// A row of `conformance/crawlers/names.jsonl`.
pub(super) struct WrittenName {
    pub(super) written: String,
    pub(super) crawler: Option<String>,
    pub(super) refused: Option<String>,
}

pub(super) fn names() -> Vec<WrittenName> {
    json_lines(&root().join("conformance/crawlers/names.jsonl"))
        .iter()
        .map(|row| WrittenName {
            written: row["written"].as_str().unwrap().to_owned(),
            crawler: row["crawler"].as_str().map(str::to_owned),
            refused: row["refused"].as_str().map(str::to_owned),
        })
        .collect()
}

/// The cases of `conformance/` about one crawler and a URL that is text. The others are about unions of tokens, and
/// about bytes that no face takes as a URL: only the library reads them. What is asked of one file for one crawler is
/// one case, since a face may need a process for each.
fn rows() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut of = HashMap::new();
    let mut files: Vec<_> = std::fs::read_dir(root().join("conformance"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    files.sort();
    let rows: Vec<_> = files.iter().flat_map(|file| json_lines(file)).collect();
    for row in &rows {
        let is_case = row.get("robots").is_some() || row.get("robots_b64").is_some();
        let tokens = strings(row, "agents").filter(|tokens| tokens.len() == 1);
        let agent = row["agent"].as_str().or_else(|| Some(tokens?[0]));
        let (Some(agent), Some(url), true) = (agent, row["url"].as_str(), is_case) else {
            continue;
        };
        let profiles = match row["profile"].as_str() {
            Some(name) => vec![name.parse().unwrap()],
            None => Profile::ALL.to_vec(),
        };
        for profile in profiles {
            let (robots, agents) = (bytes(row, "robots"), vec![agent.to_owned()]);
            let index = *of.entry((robots.clone(), profile, agent)).or_insert(cases.len());
            if index == cases.len() {
                let (urls, schemes) = (Vec::new(), Schemes::Any);
                cases.push(Case { robots, profile, agents, urls, schemes });
            }
            cases[index].urls.push(url.to_owned());
        }
    }
    cases
}

pub(super) fn cases() -> Vec<Case> {
    let mut cases = rows();
    let names: Vec<_> = names().into_iter().map(|name| name.written).collect();
    let mut seen = BTreeSet::new();
    // Of a name and a URL that are both wrong, a face may name either.
    let is_read = |url: &&String| AskedUrl::read(url, Schemes::Fetched).is_ok();
    let named: Vec<_> = cases
        .iter()
        .filter(|case| case.profile == Profile::GOOGLE)
        .filter_map(|case| Some((case, case.urls.iter().find(is_read)?)))
        .filter(|(case, _)| seen.insert(case.robots.clone()))
        .map(|(case, url)| Case { agents: names.clone(), urls: vec![url.clone()], ..case.clone() })
        .collect();
    let written: Vec<_> = written_urls().into_iter().map(|row| row.written).collect();
    for profile in Profile::ALL {
        cases.push(Case {
            robots: b"User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /*?\n\nUser-agent: GPTBot\nDisallow: /\n".to_vec(),
            profile,
            agents: vec!["Googlebot".to_owned(), "GPTBot".to_owned()],
            urls: written.clone(),
            schemes: Schemes::Any,
        });
    }
    cases.extend(named);
    cases
}
