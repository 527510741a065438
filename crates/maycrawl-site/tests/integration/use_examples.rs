//! The recorded examples of all signals, each answered from its file, its fields, its page and its licences.

use maycrawl::{Crawler, RequestUrl, RobotsTxt};
use maycrawl_site::{Page, PageAnswer, RslDocument, TdmrepFile, UseSources};
use maycrawl_uses::{Answer, Family, Readings};
use serde_json::Value;

/// Rows whose expected answer is not given, with the decision.
const DECIDED_OTHERWISE: [(&str, &str); 1] = [(
    "cu-047",
    "an earlier revision of a draft: one revision is read, vocab-08, and named in each answer",
)];

fn readings(row: &Value) -> Readings {
    let family = match row["signal"].as_str().unwrap() {
        "content-usage" => Family::ContentUsage,
        "content-signal" => Family::ContentSignal,
        "purpose-token" => Family::PurposeToken,
        "rsl" => Family::Rsl,
        "tdmrep" => Family::TdmRep,
        "control-token" => Family::ControlToken,
        "robots-meta" | "bing-meta" | "amazon-meta" => Family::OperatorRules,
        "noai" => Family::NoAi,
        "combined" => return Readings::DEFAULT,
        other => panic!("{other}"),
    };
    Readings::NONE.with(family)
}

/// The answer to a row; a crawler without a name is one without a group of its own.
fn answer(row: &Value) -> Answer {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let file = text(&row["robots"]);
    let robots = file.as_ref().map(|file| RobotsTxt::parse(file.as_bytes()));
    let empty = serde_json::Map::new();
    let members = |name: &str| row[name].as_object().unwrap_or(&empty).clone();
    let fields = members("headers");
    let fields: Vec<_> = fields
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str().unwrap().as_bytes()))
        .collect();
    let url = row["url"].as_str().unwrap();
    let html = text(&row["html"]);
    let page = html.as_ref().map(|html| Page::read(html.as_bytes(), None, Some(url)));
    let response = PageAnswer::read(200, &fields, b"", Some(url));
    let tdmrep = text(&row["wellknown"]).and_then(|it| TdmrepFile::read(it.as_bytes()).ok());
    let licenses: Vec<_> = members("license")
        .into_iter()
        .map(|(url, it)| (url, RslDocument::read(it.as_str().unwrap().as_bytes()).unwrap()))
        .collect();
    let licenses: Vec<_> = licenses.iter().map(|(url, it)| (url.as_str(), it)).collect();
    let sources = UseSources {
        robots: robots.as_ref(),
        page: page.as_ref(),
        tdmrep: tdmrep.as_ref(),
        licenses: &licenses,
        ..response.use_sources()
    };
    let crawler = Crawler::from_token(row["agent"].as_str().unwrap_or("SomeCrawler"));
    let wanted = row["use"].as_str().unwrap().parse().unwrap();
    sources.ask(&crawler, &RequestUrl::parse(url).unwrap(), wanted, readings(row))
}

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn examples_of_the_documents() {
    for row in rows(include_str!("../../../../conformance/uses/documents.jsonl")) {
        assert_eq!(answer(&row).outcome.name(), row["expected"], "{row}");
    }
}

#[test]
fn recorded_examples() {
    let Some(folder) = maycrawl_testdata::shared("examples of uses") else { return };
    let rows = rows(&std::fs::read_to_string(folder.join("facts/uses-examples.jsonl")).unwrap());
    let is_decided = |row: &&Value| DECIDED_OTHERWISE.iter().any(|(id, _)| row["id"] == *id);
    let (decided, answered): (Vec<_>, Vec<_>) = rows.iter().partition(is_decided);
    let differs = |row: &&&Value| answer(row).outcome.name() != row["expected"];
    let different: Vec<_> = answered.iter().filter(differs).collect();
    assert!(different.is_empty(), "{different:#?}");
    assert_eq!((answered.len(), decided.len()), (168, 1));
}
