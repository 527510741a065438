//! What a site says about uses: the examples of the documents, and properties. `maycrawl-site` has the recorded
//! examples.

use maycrawl::{Crawler, RobotsTxt, as_written};
use maycrawl_uses::{
    Answer, Evidence, Family, FindingKind, MAX_STATEMENTS, Outcome, Place, Readings,
    TdmReservation, TdmRule, Unread, Use,
};
use proptest::prelude::*;
use serde_json::Value;

fn readings(row: &Value) -> Readings {
    let only = |family| Readings::NONE.with(family);
    match row["signal"].as_str().unwrap() {
        "content-usage" => only(Family::ContentUsage),
        "content-signal" => only(Family::ContentSignal),
        "purpose-token" => only(Family::PurposeToken),
        "rsl" => only(Family::Rsl),
        "tdmrep" => only(Family::TdmRep),
        "control-token" => only(Family::ControlToken),
        "combined" => Readings::DEFAULT,
        other => panic!("{other} is not read"),
    }
}

/// The answer to a row; a crawler without a name is one without a group of its own.
fn answer(row: &Value) -> Answer {
    let text = |value: &'_ Value| value.as_str().map(str::to_owned);
    let file = text(&row["robots"]);
    let robots = file.as_ref().map(|file| RobotsTxt::parse(file.as_bytes()));
    let field = |name: &str| text(&row["headers"][name]);
    let (usage, reserved) = (field("Content-Usage"), field("tdm-reservation"));
    let usage: Vec<&[u8]> = usage.iter().map(String::as_bytes).collect();
    let html = row["html"].as_str().unwrap_or_default();
    let meta = html.split_once("<meta name=\"tdm-reservation\" content=\"");
    let meta = meta.map(|(_, rest)| rest.split('"').next().unwrap().as_bytes());
    let known = row["wellknown"].as_str().map(|text| serde_json::from_str(text).unwrap());
    let rules: Vec<Value> = known.as_ref().and_then(Value::as_array).cloned().unwrap_or_default();
    let rules: Vec<_> = rules
        .iter()
        .map(|rule| TdmRule {
            location: rule["location"].as_str().unwrap(),
            reservation: rule["tdm-reservation"].as_i64(),
        })
        .collect();
    let field = reserved.as_deref().map(str::as_bytes);
    let tdm = TdmReservation { file: &rules, field, meta };
    let evidence =
        Evidence { robots: robots.as_ref(), content_usage: &usage, tdm, ..Evidence::default() };
    let crawler = Crawler::from_token(row["agent"].as_str().unwrap_or("SomeCrawler"));
    let url = row["url"].as_str().unwrap();
    let wanted = row["use"].as_str().unwrap().parse().unwrap();
    maycrawl_uses::ask(&evidence, &crawler, as_written(url), wanted, readings(row))
}

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn examples_of_the_documents() {
    let rows = rows(include_str!("../../../../conformance/uses/documents.jsonl"));
    for row in &rows {
        assert_eq!(answer(row).outcome.name(), row["expected"], "{row}");
    }
    assert!(rows.len() >= 20);
}

fn ask(file: &[u8], crawler: &str, path: &str, wanted: Use) -> Answer {
    let robots = RobotsTxt::parse(file);
    let evidence = Evidence { robots: Some(&robots), ..Evidence::default() };
    let crawler = Crawler::from_token(crawler);
    maycrawl_uses::ask(&evidence, &crawler, as_written(path), wanted, Readings::DEFAULT)
}

#[test]
fn an_answer_names_line_document_and_the_losers() {
    let file = b"User-agent: *\nContent-Usage: / train-ai=n\nContent-Usage: / train-ai=y\n";
    let answer = ask(file, "GPTBot", "/a", Use::Train);
    let [family] = &answer.families[..] else { panic!("{answer:?}") };
    assert!(family.document.contains("attach-05") && family.document.contains("vocab-08"));
    let said: Vec<_> = family.statements.iter().map(|it| (it.place, it.outcome)).collect();
    assert_eq!(said, [(Place::Line(2), Outcome::Refused), (Place::Line(3), Outcome::Granted)]);
    assert_eq!(answer.strictest, Some(Outcome::Refused));
}

#[test]
fn findings() {
    let usage = "Content-Usage: train-ai=n\n";
    let rows: [(String, FindingKind); 7] = [
        ("User-agent: *\nContent-Usage: *.pdf train-ai=n\n".into(), FindingKind::NoDictionary),
        (format!("{usage}User-agent: *\nAllow: /\n"), FindingKind::OutsideGroups),
        ("Content-Signal: ai-train=no\nUser-agent: *\n".into(), FindingKind::OutsideGroups),
        ("User-agent: *\nLicense: /l.xml\n".into(), FindingKind::NotAbsolute),
        (format!("User-agent: *\n{}", usage.repeat(MAX_STATEMENTS + 1)), FindingKind::TooMany),
        (
            format!("User-agent: *\nContent-Signal: ai-train=yes,{}\n", "a,".repeat(9000)),
            FindingKind::TooLong,
        ),
        (
            format!("User-agent: GPTBot\n{usage}User-agent: B\nDisallow: /\n"),
            FindingKind::GroupingDiffers,
        ),
    ];
    for (file, kind) in &rows {
        let answer = ask(file.as_bytes(), "GPTBot", "/x.pdf", Use::Train);
        assert!(answer.findings.iter().any(|finding| finding.kind == *kind), "{kind:?} {answer:?}");
        assert_ne!(answer.outcome, Outcome::Granted);
        assert!(kind.sentence().ends_with('.'));
    }
    // Labels that no document defines are kept as text.
    let file = b"User-agent: *\nContent-Signal: train-ai=no, use=reference, ai-train=no\nContent-Usage: bots=y\n";
    let findings = ask(file, "GPTBot", "/", Use::Train).findings;
    let told: Vec<_> = findings.iter().map(|it| (it.kind.name(), it.label.as_deref())).collect();
    assert_eq!(
        told,
        [
            ("unknown-label", Some("bots")),
            ("unknown-label", Some("train-ai")),
            ("use-degree", None)
        ]
    );
    let many: String = (0..200).map(|i| format!("l{i}=yes,")).collect();
    let file = format!("User-agent: *\nContent-Signal: {many}\n");
    assert_eq!(ask(file.as_bytes(), "GPTBot", "/", Use::Train).findings.len(), 64);
    // The usual file has none.
    let usual =
        b"User-agent: *\nContent-Signal: ai-train=no\nContent-Usage: train-ai=n\nAllow: /\n";
    assert_eq!(ask(usual, "GPTBot", "/", Use::Train).findings, []);
}

/// What is longer than what is read, or more than what is read, grants nothing: the rest may refuse. Beside a refusal
/// it contradicts nothing.
#[test]
fn what_is_cut_grants_nothing() {
    let long = "x=y,".repeat(5_000);
    let rest = "# filler\n".repeat(60_000);
    let many = "Content-Usage: train-ai=y\n".repeat(MAX_STATEMENTS + 1);
    let grants = "User-agent: *\nContent-Signal: ai-train=yes\n";
    let rows = [
        ("a line of Content-Signal", format!("{grants}Content-Signal: {long}\n")),
        ("a line of Content-Usage", format!("{grants}Content-Usage: x=y,{long}\n")),
        ("the line itself", format!("User-agent: *\nContent-Signal: ai-train=yes,{long}\n")),
        ("more lines than are read", format!("{grants}{many}")),
        ("the file", format!("{grants}{rest}")),
        ("the file before its first signal", format!("User-agent: *\nAllow: /\n{rest}")),
        ("the file of a control token", format!("User-agent: Google-Extended\nAllow: /\n{rest}")),
    ];
    for (what, file) in &rows {
        for name in ["GPTBot", "Google-Extended"] {
            let answer = ask(file.as_bytes(), name, "/a", Use::Train);
            assert_eq!(answer.outcome, Outcome::Conditional, "{what} {name}: {answer:?}");
            assert!(answer.leaves_unread(), "{what}");
            let told = |finding: &&maycrawl_uses::Finding| finding.kind.leaves_unread();
            assert!(answer.findings.iter().any(|finding| told(&finding)), "{what}");
        }
        let refused = file.replacen("*\n", "*\nContent-Signal: ai-train=no\n", 1);
        let refused = refused.replace("ai-train=yes", "search=no");
        if file.contains("*\n") {
            let answer = ask(refused.as_bytes(), "GPTBot", "/a", Use::Train);
            assert_eq!(answer.outcome, Outcome::Refused, "{what}: {answer:?}");
        }
    }
    // A whole file of the same kind grants and is silent.
    assert_eq!(ask(grants.as_bytes(), "GPTBot", "/a", Use::Train).outcome, Outcome::Granted);
    assert_eq!(
        ask(b"User-agent: *\nAllow: /\n", "GPTBot", "/a", Use::Train).outcome,
        Outcome::NotSaid
    );
}

/// *Not applicable* needs a document that has a word for the use.
#[test]
fn a_closed_path_is_not_applicable_to_uses_that_the_vocabulary_has() {
    for lines in ["", "Content-Usage: train-ai=n\n"] {
        let file = format!("User-agent: *\n{lines}Disallow: /x/\n");
        for wanted in Use::ALL {
            let has_word = matches!(wanted, Use::Train | Use::Input | Use::Search);
            let expected = if has_word { Outcome::NotApplicable } else { Outcome::NotSaid };
            let answer = ask(file.as_bytes(), "SomeCrawler", "/x/a", wanted);
            assert_eq!(answer.outcome, expected, "{lines}{wanted}");
        }
    }
}

/// What could not be read matters to the uses and the crawlers about which it could speak, and to no other.
#[test]
fn unread_signals_matter_where_they_could_speak() {
    use Family::{ContentSignal, ContentUsage, NoAi, OperatorRules, Rsl, TdmRep};
    for (family, crawler, expected) in [
        (ContentUsage, "CCBot", &[Use::Train, Use::Input, Use::Search][..]),
        (ContentSignal, "CCBot", &[Use::Train, Use::Input, Use::Search]),
        (Rsl, "CCBot", &[Use::Train, Use::Input, Use::Search, Use::Index]),
        (TdmRep, "CCBot", &[Use::Tdm]),
        (NoAi, "CCBot", &[Use::Train]),
        (OperatorRules, "CCBot", &[]),
        (OperatorRules, "Googlebot", &[Use::Train, Use::Input]),
    ] {
        let unread = [Unread { family, place: Place::Response, reason: "HTTP 500" }];
        let evidence = Evidence { unread: &unread, ..Evidence::default() };
        let crawler = Crawler::from_token(crawler);
        let outcome = |wanted| {
            maycrawl_uses::ask(&evidence, &crawler, as_written("/"), wanted, Readings::DEFAULT)
                .outcome
        };
        for wanted in Use::ALL {
            let matters = expected.contains(&wanted);
            let outcome = outcome(wanted);
            assert_eq!(outcome == Outcome::Conditional, matters, "{family:?} {wanted} {outcome:?}");
        }
    }
}

#[test]
fn a_family_that_is_switched_off_says_nothing() {
    let robots = RobotsTxt::parse(
        b"User-agent: *\nContent-Usage: train-ai=y\nContent-Signal: ai-train=no\nAllow: /\n\n\
          User-agent: __usage_ai-training\nDisallow: /\n",
    );
    let evidence = Evidence { robots: Some(&robots), ..Evidence::default() };
    let outcome = |readings| {
        maycrawl_uses::ask(&evidence, &Crawler::GOOGLEBOT, as_written("/"), Use::Train, readings)
            .outcome
    };
    let without_signal = Readings::DEFAULT.without(Family::ContentSignal);
    assert_eq!(outcome(Readings::DEFAULT), Outcome::Conflict);
    assert_eq!(outcome(without_signal), Outcome::Granted);
    // The purpose token is off by default.
    assert_eq!(outcome(without_signal.with(Family::PurposeToken)), Outcome::Conflict);
    assert_eq!(outcome(Readings::NONE), Outcome::NotSaid);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Any bytes are read, and a file without a signal states nothing about a use.
    #[test]
    fn any_bytes(file in proptest::collection::vec(any::<u8>(), 0..200), field in proptest::collection::vec(any::<u8>(), 0..60)) {
        let robots = RobotsTxt::parse(&file);
        let fields = [&field[..]];
        let evidence = Evidence { robots: Some(&robots), content_usage: &fields, ..Evidence::default() };
        for wanted in Use::ALL {
            let answer = maycrawl_uses::ask(&evidence, &Crawler::GOOGLEBOT, as_written("/a"), wanted, Readings::DEFAULT);
            prop_assert_eq!(answer.strictest.is_some(), answer.families.iter().any(|family| {
                matches!(family.outcome, Outcome::Refused | Outcome::Conditional | Outcome::Granted | Outcome::Conflict)
            }));
        }
    }

    /// A file of lines that speak of uses: a refusal that is added by a document never makes a grant.
    #[test]
    fn a_refusal_never_grants(lines in proptest::collection::vec(prop_oneof![
        Just("User-agent: *"), Just("User-agent: GPTBot"), Just("Allow: /"), Just("Disallow: /a"),
        Just("Content-Usage: train-ai=y"), Just("Content-Usage: /a train-ai=n"), Just("Content-Usage: /a train-ai=n,"),
        Just("Content-Signal: ai-train=yes"), Just("Content-Signal: ai-train=no, search=yes"),
        Just("License: https://example.com/l.xml"),
    ], 0..12)) {
        let file = lines.join("\n");
        let robots = RobotsTxt::parse(file.as_bytes());
        let refusal = [&b"train-ai=n"[..]];
        let evidence = Evidence { robots: Some(&robots), content_usage: &refusal, ..Evidence::default() };
        let gptbot = Crawler::from_token("GPTBot");
        let answer = maycrawl_uses::ask(&evidence, &gptbot, as_written("/a"), Use::Train, Readings::DEFAULT);
        prop_assert_eq!(answer.strictest, Some(Outcome::Refused));
        prop_assert!(matches!(answer.outcome, Outcome::Refused | Outcome::Conflict));
    }
}
