//! What lints say about lines that say what pages may be used for.

use maycrawl::RobotsTxt;
use maycrawl_lint::lint;

/// The codes of the lints about signals.
const SIGNALS: [&str; 11] =
    ["R117", "R121", "R122", "R123", "R124", "R125", "R126", "R127", "R128", "R129", "R130"];

fn found(file: &str) -> Vec<String> {
    let findings = lint(&RobotsTxt::parse(file.as_bytes()));
    let found = findings.iter().filter(|found| SIGNALS.contains(&found.lint.code));
    found.map(|found| format!("{} {}: {}", found.line, found.lint.code, found.message)).collect()
}

/// A line in the group of `*`, and what is said about it.
#[test]
fn a_line_alone() {
    let rows: &[(&str, &[&str])] = &[
        ("Content-Usage: train-ai=n", &["R122: `Content-Usage` says: AI training refused"]),
        // Parameters are disregarded (draft-ietf-aipref-vocab-08, section 6.4).
        ("Content-Usage: train-ai=n;p=1", &["R122: `Content-Usage` says: AI training refused"]),
        // Of equal keys the last counts (section 6.5.1).
        (
            "Content-Usage: train-ai=n, train-ai=y",
            &["R122: `Content-Usage` says: AI training granted"],
        ),
        // A key in capitals does not parse, and then nothing is said, not even about search (section 6.1).
        (
            "Content-Usage: Train-AI=n, search=y",
            &[
                "R123: the statement `Train-AI=n, search=y` is not a dictionary of RFC 9651, so it says nothing about any use",
            ],
        ),
        // The draft's own example: all unknown, and no errors (section 6.5.1).
        (
            "Content-Usage: train-ai=y, train-ai, search=n, search=\"n\"",
            &[
                "R122: `Content-Usage` says: nothing about the uses that the draft defines",
                "R125: `train-ai` has a value that is neither `y` nor `n`, so it says nothing",
                "R125: `search` has a value that is neither `y` nor `n`, so it says nothing",
            ],
        ),
        (
            "Content-Usage: *.pdf train-ai=n",
            &[
                "R123: a path begins with `/`, so `*.pdf train-ai=n` is read as a statement, and says nothing",
            ],
        ),
        (
            "Content-Usage: /*.pdf$ train-ai=n",
            &["R122: `Content-Usage` says: AI training refused, for paths that match `/*.pdf$`"],
        ),
        (
            "Content-Usage: /art/ ai-use=y",
            &["R122: `Content-Usage` says: AI input granted, for paths that begin with `/art/`"],
        ),
        (
            "Content-Usage: train-ai=no",
            &[
                "R122: `Content-Usage` says: nothing about the uses that the draft defines",
                "R125: `train-ai` has a value that is neither `y` nor `n`, so it says nothing",
            ],
        ),
        (
            "Content-Usage: ai-train=n, search=y",
            &[
                "R122: `Content-Usage` says: search granted",
                "R125: `ai-train` is a word of `Content-Signal`, and `Content-Usage` does not define it",
            ],
        ),
        (
            "Content-Usage: genai=n",
            &[
                "R122: `Content-Usage` says: nothing about the uses that the draft defines",
                "R126: the label `genai` is of an earlier revision of the draft, and says nothing now",
            ],
        ),
        (
            // A published documentation of a writer: without a comma it says nothing.
            "Content-Usage: /restricted/ ai=n train-ai=n",
            &[
                "R123: the statement `ai=n train-ai=n` is not a dictionary of RFC 9651, so it says nothing about any use",
            ],
        ),
        (
            "Content-Signal: search=yes, ai-train=no",
            &["R121: `Content-Signal` says: search granted, AI training refused"],
        ),
        ("content-signal: AI-Train=NO", &["R121: `Content-Signal` says: AI training refused"]),
        (
            "Content-Signal: search=yes,ai-train=no,use=reference",
            &["R121: `Content-Signal` says: search granted, AI training refused, use limited"],
        ),
        (
            "Content-Signal: /blog/ ai-train=no",
            &["R123: `Content-Signal` has no path, so `/blog/ ai-train` is not a use"],
        ),
        (
            "Content-Signal: train-ai=no",
            &["R123: the policy text does not define the use `train-ai`"],
        ),
        ("Content-Signal: ai-train=n", &["R123: `n` is not a value that crawlers read"]),
        (
            "Content-Signal: search=yes; ai-train=no",
            &["R123: `yes; ai-train=no` is not a value that crawlers read"],
        ),
        ("License: /license.xml", &["R129: the licence `/license.xml` is not a full URL"]),
        (
            "License: https://a.example/l.xml",
            &[
                "R117: `License` is a link to terms of use (RSL); it neither allows nor disallows crawling",
            ],
        ),
    ];
    for (line, expected) in rows {
        let mut found = found(&format!("User-agent: *\n{line}\nAllow: /\n"));
        found.sort_by_key(|text| text.contains("R125"));
        let mut expected: Vec<_> = expected.iter().map(|text| format!("2 {text}")).collect();
        expected.sort_by_key(|text| text.contains("R125"));
        assert_eq!(found, expected, "{line}");
    }
}

/// A file, and the findings that no line alone shows.
#[test]
fn lines_together() {
    let rows: &[(&str, &[&str])] = &[
        (
            "User-agent: *\nContent-Signal: ai-train=no\nContent-Signal: ai-train=yes\nAllow: /\n",
            &[
                "3 R127: line 3 grants AI training and line 2 refuses it, for `/`: no document says which counts",
            ],
        ),
        (
            "User-agent: *\nContent-Signal: ai-train=no\nContent-Usage: /art/ train-ai=y\nAllow: /\n",
            &[
                "3 R127: line 3 grants AI training and line 2 refuses it, for `/art/`: no document says which counts",
            ],
        ),
        // Where the path is closed, the preference has no effect, so nothing contradicts it.
        (
            "User-agent: *\nContent-Signal: ai-train=no\nContent-Usage: /art/ train-ai=y\nDisallow: /art/\n",
            &[
                "3 R128: the rules disallow every path that `/art/` matches, so the preference has no effect",
            ],
        ),
        (
            "User-agent: *\nContent-Usage: /art/ train-ai=n\nDisallow: /art/\nAllow: /art/open\n",
            &[],
        ),
        // Groups of one crawler are one group.
        (
            "User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n\nUser-agent: *\nContent-Signal: ai-train=yes\nDisallow: /x\n",
            &[
                "6 R127: line 6 grants AI training and line 2 refuses it, for `/`: no document says which counts",
            ],
        ),
        // The rules of a control token are a statement too.
        (
            "User-agent: Google-Extended\nContent-Signal: ai-train=yes\nDisallow: /\n",
            &[
                "3 R127: line 2 grants AI training and line 3 refuses it, for `/`: no document says which counts",
            ],
        ),
        // Groups of different crawlers do not contradict each other.
        (
            "User-agent: a\nContent-Signal: ai-train=no\nAllow: /\n\nUser-agent: b\nContent-Signal: ai-train=yes\nDisallow: /x\n",
            &[],
        ),
        (
            "User-agent: __usage_ai_training\nDisallow: /\n",
            &["1 R130: `__usage_ai_training` is not the token of the draft, so no reader knows it"],
        ),
        ("User-agent: __USAGE_AI-Training\nDisallow: /\n", &[]),
    ];
    for (file, expected) in rows {
        let about_the_line = ["R121", "R122"];
        let found: Vec<_> = found(file)
            .into_iter()
            .filter(|text| !about_the_line.iter().any(|code| text.contains(code)))
            .collect();
        assert_eq!(found, *expected, "{file}");
    }
}

/// In a block that a content network writes before the file, the block is the cause and not the line.
#[test]
fn a_managed_block_is_named_as_the_cause() {
    let block = "# BEGIN Cloudflare Managed content\nUser-agent: *\nContent-Signal: search=yes,ai-train=no\nAllow: /\n# END Cloudflare Managed Content\n\n";
    for (own, code) in [
        ("User-agent: *\nContent-Signal: ai-train=yes\nDisallow: /x\n", "R127"),
        ("User-agent: *\nDisallow: /\n", "R403"),
        ("User-agent: *\nDisallow: /x\n", "R205"),
    ] {
        let file = format!("{block}{own}");
        let findings = lint(&RobotsTxt::parse(file.as_bytes()));
        let found = findings.iter().find(|found| found.lint.code == code).unwrap();
        let help = found.help.as_deref().unwrap();
        assert!(help.contains("block that the content network writes"), "{code}: {help}");
        let alone = lint(&RobotsTxt::parse(own.as_bytes()));
        assert!(alone.iter().all(|found| found.lint.code != code), "{code}");
    }
}

/// A slip in the name of a training crawler leaves it without its rules.
#[test]
fn a_misspelt_training_crawler_is_named() {
    let findings = lint(&RobotsTxt::parse(b"User-agent: Omigili\nDisallow: /\n"));
    let found = findings.iter().find(|found| found.lint.code == "R203").unwrap();
    assert!(found.message.contains("did you mean `omgili`?"), "{}", found.message);
}
