//! Every lint finds its own example and not its remedy; fixes do what they say, on real files and on any bytes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::collections::{BTreeMap, BTreeSet};

use maycrawl::{
    Context, Crawler, Diagnostic, Effect, Fix, Lint, Origin, Profile, RobotsTxt, Severity, apply,
};
use maycrawl_testdata::corpus;
use proptest::prelude::*;

fn lint(file: &[u8]) -> Vec<Diagnostic> {
    RobotsTxt::parse(file).lint()
}

fn of(code: &str, file: &[u8]) -> Vec<Diagnostic> {
    lint(file).into_iter().filter(|found| found.lint.code == code).collect()
}

fn shown(bytes: &[u8]) -> String {
    maycrawl::Printable(bytes).to_string()
}

#[test]
fn every_lint_finds_its_example_and_not_what_to_write_instead() {
    for lint in Lint::all().iter().filter(|lint| !lint.example.is_empty()) {
        assert!(!of(lint.code, lint.example).is_empty(), "{}: {}", lint.name, shown(lint.example));
        let left = of(lint.code, lint.instead);
        assert!(left.is_empty(), "{}: {left:?}", lint.name);
    }
}

#[test]
fn codes_and_names_are_in_order_and_stand_once() {
    let codes: Vec<_> = Lint::all().iter().map(|lint| lint.code).collect();
    assert!(codes.is_sorted() && codes.iter().collect::<BTreeSet<_>>().len() == codes.len());
    let names: BTreeSet<_> = Lint::all().iter().map(|lint| lint.name).collect();
    assert_eq!(names.len(), codes.len());
    for lint in Lint::all() {
        assert_eq!(Lint::find(lint.code), Lint::find(&lint.name.to_uppercase()));
        assert!(lint.summary.ends_with('.') && lint.page.ends_with(['.', ')']), "{}", lint.name);
        assert!(lint.markdown().starts_with(&format!("# {} ({})", lint.name, lint.code)));
    }
}

/// Fixes all that `which` takes, until nothing is left to fix.
fn fixed(file: &[u8], context: &Context, which: impl Fn(&Fix) -> bool) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..64 {
        let found = RobotsTxt::parse(&bytes).lint_with(context).diagnostics;
        let fixes: Vec<&Fix> =
            found.iter().filter_map(|found| found.fix.as_ref()).filter(|fix| which(fix)).collect();
        if fixes.is_empty() {
            return bytes;
        }
        let next = apply(&bytes, fixes.iter().copied());
        assert_ne!(next, bytes, "a fix that changes nothing: {fixes:?}");
        bytes = next;
    }
    panic!("there is always something left to fix: {}", shown(file));
}

/// URLs at which the file's rules could differ.
fn urls(files: [&[u8]; 2]) -> BTreeSet<Vec<u8>> {
    let mut urls = BTreeSet::from([b"/".to_vec(), b"/a".to_vec(), b"/index.html".to_vec()]);
    for file in files {
        for rule in RobotsTxt::parse(file).groups().flat_map(|group| group.rules()).take(300) {
            let pattern = maycrawl::PathPattern::new(rule.pattern, Profile::GOOGLE);
            let text = pattern.normal_form().strip_suffix(b"$").unwrap_or(pattern.normal_form());
            for star in [&b""[..], b"x", b"/"] {
                let mut url = Vec::new();
                for &byte in text {
                    if byte == b'*' { url.extend(star) } else { url.push(byte) }
                }
                urls.insert([&url, &b"z"[..]].concat());
                urls.insert(url);
            }
        }
    }
    urls
}

/// Both files allow the same.
fn same_verdicts(before: &[u8], after: &[u8], what: &str) {
    let [old, new] = [before, after].map(RobotsTxt::parse);
    let names: BTreeSet<String> = old
        .groups()
        .flat_map(|group| group.agents())
        .map(|agent| String::from_utf8_lossy(agent.value).into_owned())
        .chain(["Googlebot-Image", "AdsBot-Google", "AI2Bot", "nobody"].map(String::from))
        .take(12)
        .collect();
    let urls = urls([before, after]);
    for name in &names {
        let crawler = Crawler::named(name);
        let rules = [old.rules_for(&crawler), new.rules_for(&crawler)];
        for url in &urls {
            let url = [b"https://h/".as_slice(), url.strip_prefix(b"/").unwrap_or(url)].concat();
            let [a, b] = [0, 1].map(|i| rules[i].check(&url).decision());
            assert_eq!(
                a,
                b,
                "{what}, {name}, {}\n{}\n---\n{}",
                shown(&url),
                shown(before),
                shown(after)
            );
        }
    }
}

#[test]
fn fixes_of_the_examples_leave_nothing_of_their_kind_and_keep_the_verdicts_they_promise() {
    let context = Context::new().at(Origin::of("https://example.com/").unwrap());
    for lint in Lint::all().iter().filter(|lint| lint.fix.is_some()) {
        let found = RobotsTxt::parse(lint.example).lint_with(&context).diagnostics;
        let own: Vec<_> = found.iter().filter(|found| found.lint == *lint).collect();
        let fixes: Vec<&Fix> = own.iter().filter_map(|found| found.fix.as_ref()).collect();
        assert!(!fixes.is_empty(), "{}: {own:?}", lint.name);
        let after = apply(lint.example, fixes.iter().copied());
        let left = of(lint.code, &after);
        assert!(left.is_empty(), "{}: {}: {left:?}", lint.name, shown(&after));
        if lint.code != "R302" {
            assert_eq!(shown(&after), shown(lint.instead), "{}", lint.name);
        }
        if fixes.iter().all(|fix| fix.effect == Effect::KeepsVerdicts) {
            same_verdicts(lint.example, &after, lint.name);
        }
    }
}

#[test]
fn on_real_files_fixes_keep_the_verdicts_they_promise_and_come_to_an_end() {
    let Some(files) = corpus("fixes of real files") else { return };
    let mut counts: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    for file in &files {
        let context = Context::new().at(Origin::of(&format!("https://{}/", file.host))
            .unwrap_or(Origin::of("https://h/").unwrap()));
        let found = RobotsTxt::parse(&file.bytes).lint_with(&context);
        let mut before = 0;
        let mut seen = BTreeSet::new();
        for finding in &found.diagnostics {
            assert!(finding.span.start >= before, "{}", file.host);
            assert!(finding.span.end as usize <= file.bytes.len());
            before = finding.span.start;
            let count = counts.entry(finding.lint.name).or_default();
            count.0 += 1;
            count.1 += usize::from(seen.insert(finding.lint.code));
            count.2 += usize::from(finding.fix.is_some());
        }
        let context = context.limit(usize::MAX);
        let safe = fixed(&file.bytes, &context, |fix| fix.effect == Effect::KeepsVerdicts);
        if safe != file.bytes {
            same_verdicts(&file.bytes, &safe, &file.host);
        }
        fixed(&file.bytes, &context, |_| true);
    }
    println!("{:24} {:>8} {:>6} {:>6}", "lint", "findings", "files", "fixes");
    for (name, (findings, files, fixes)) in counts {
        println!("{name:24} {findings:8} {files:6} {fixes:6}");
    }
}

/// Pieces of robots.txt files, good and bad, put together at random.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let lines = [
        "User-agent: *",
        "User-agent: Googlebot",
        "user-agent: googlebot/2.1",
        "User-agent: AI2Bot",
        "Useragent Bing",
        "Disallow: /",
        "Disallow: /a",
        "Disallow: /a*",
        "Disallow: /a/*",
        "Disallow: /*/a$",
        "Disallow: *",
        "Disallow:",
        "Disallow /a",
        "Dissallow: /a**b",
        "Disalllow: /",
        "Allow: /a",
        "Allow: /*a*$",
        "Allow:",
        "Allow: a",
        "Allow: /a/index.html",
        "Allow: /%aa",
        "Disallow: /\u{e9}",
        "Disallow: /a # b",
        "Disallow: /a$*",
        "Disallow: /aaa",
        "Allow: /*",
        "Allow: /**",
        "Sitemap: /s",
        "Sitemap https://h/s",
        "Sitemap: https://h/s",
        "Crawl-delay: 1",
        "Content-Signal: ai-train=no",
        "noise",
        "a b",
        "",
        "# x",
        "\u{feff}Disallow: /",
        "Disallow: /a\u{a0}",
        "Disallow: /\0x",
    ];
    let end = prop_oneof![5 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\r"), 1 => Just("")];
    proptest::collection::vec((0..lines.len(), end), 0..14).prop_map(move |picked| {
        picked.iter().flat_map(|&(line, end)| [lines[line], end].concat().into_bytes()).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_bytes_can_be_linted(file in proptest::collection::vec(any::<u8>(), 0..300)) {
        for profile in [Profile::GOOGLE, Profile::RFC9309] {
            let found = RobotsTxt::parse_as(&file, profile).lint();
            let fixes: Vec<Fix> = found.into_iter().filter_map(|found| found.fix).collect();
            let _ = apply(&file, &fixes);
        }
    }

    #[test]
    fn fixes_keep_the_verdicts_they_promise(file in pieces()) {
        let context = Context::new().at(Origin::of("https://h/").unwrap());
        let after = fixed(&file, &context, |fix| fix.effect == Effect::KeepsVerdicts);
        same_verdicts(&file, &after, "random");
        fixed(&file, &context, |_| true);
    }
}

#[test]
fn severities_are_in_order() {
    assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
}
