//! The first line of `maycrawl diff` names what an edit takes, from whom; and a harmless edit raises no alarm.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may panic

use maycrawl::{Crawler, RobotsTxt, RuleSet, as_written};
use maycrawl_testdata::{corpus, json_lines, root};

use crate::support::{Run, maycrawl_in};

/// Files above this size take the time of many others.
const MAX_BYTES: usize = 20_000;

const OTHERS: &str = "every crawler that is not named";

/// A file before and after an edit, and what the first line must say about it.
struct Edit {
    kind: &'static str,
    host: String,
    before: String,
    after: String,
    words: Vec<String>,
    is_error: bool,
}

fn diff(before: &str, after: &str, options: &[&str]) -> Run {
    let files: &[(&str, &[u8])] = &[
        ("old", before.as_bytes()),
        ("new", after.as_bytes()),
        ("sitemap.xml", SITEMAP.as_bytes()),
    ];
    maycrawl_in(files, &[&["diff", "old", "new"], options].concat(), b"")
}

const SITEMAP: &str = include_str!("impact/sitemap.xml");

/// The first sentence, which goes on in the next lines of a terminal of 80 columns.
fn first_sentence(text: &str) -> String {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    // The next sentence about the same crawlers begins with their names too.
    let names = first.split(' ').next().unwrap_or_default();
    let is_same =
        |line: &&str| !line.is_empty() && !line.starts_with("  ") && !line.starts_with(names);
    let rest = lines.take_while(is_same);
    [first].into_iter().chain(rest).collect::<Vec<_>>().join(" ")
}

/// The same with `N more`: how many crawlers are known is not what these tests are about.
fn without_count(sentence: &str) -> String {
    let words: Vec<_> = sentence.split(' ').collect();
    let is_count =
        |at: usize| words.get(at + 1) == Some(&"more") && words[at].parse::<u32>().is_ok();
    let shown = (0..words.len()).map(|at| if is_count(at) { "N" } else { words[at] });
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn own_edits_are_told_in_the_first_line() {
    let rows = json_lines(&root().join("conformance/impact/edits.jsonl"));
    assert!(rows.len() > 20);
    let mut wrong = String::new();
    for row in &rows {
        let text = |field: &str| row[field].as_str().unwrap_or_default();
        let file = |field: &str| text(field).to_owned();
        let mut options = vec!["--fail-on", "impact:error"];
        if row["sitemap"] == true {
            options.extend(["--urls", "sitemap.xml"]);
        }
        let run = diff(&file("before"), &file("after"), &options);
        let told = without_count(&first_sentence(&run.stdout));
        let second = text("share");
        let is_right = told == text("first")
            && (run.status == 1) == (row["severity"] == "error")
            && run.stdout.contains(second);
        if !is_right {
            wrong += &format!("{}: {told}\n{}\n", text("why"), run.screen());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The lines of the only group of `*`, if the file is that simple: the first rule, and the end of its rules.
fn star_group(lines: &[&str]) -> Option<(usize, usize)> {
    let field = |line: &str| line.split(':').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_star = |line: &&str| {
        field(line) == "user-agent" && line.split(':').nth(1).is_some_and(|it| it.trim() == "*")
    };
    let is_rule = |line: &&str| matches!(&*field(line), "allow" | "disallow");
    let is_agent = |line: &&str| field(line) == "user-agent";
    let mut stars = (0..lines.len()).filter(|&at| is_star(&lines[at]));
    let (star, None) = (stars.next()?, stars.next()) else { return None };
    let first = (star..lines.len()).find(|&at| is_rule(&lines[at]))?;
    let end = (first..lines.len()).find(|&at| !is_rule(&lines[at])).unwrap_or(lines.len());
    // Another group between the two would get the new rule.
    let is_own = lines[star + 1..first].iter().all(|line| !is_agent(line) && !line.contains(':'));
    is_own.then_some((first, end))
}

fn rules(file: &str, crawler: &str) -> RuleSet {
    RobotsTxt::parse(file.as_bytes()).rules_for(&Crawler::from_token(crawler))
}

fn is_open(file: &str, crawler: &str, path: &str) -> bool {
    rules(file, crawler).check(as_written(path)).is_allowed()
}

/// One kind of edit of a file with these lines, whose group of `*` has its rules in a range: the new lines, a path that
/// shows the effect, and the words. `None` if the file is not one for this edit.
type Made = Option<(Vec<String>, String, Vec<String>)>;
type Kind = (&'static str, &'static str, bool, fn(&[&str], (usize, usize)) -> Made);

fn with(lines: &[&str], at: usize, added: &[&str]) -> Vec<String> {
    let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    lines.splice(at..at, added.iter().map(|&line| line.to_owned()));
    lines
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// The value of a `Disallow` line of the group that fits, and the number of the line.
fn disallowed(
    lines: &[&str],
    group: (usize, usize),
    fits: impl Fn(&str) -> bool,
) -> Option<(usize, String)> {
    (group.0..group.1).find_map(|at| {
        let (field, value) = lines[at].split_once(':')?;
        let value = value.split('#').next()?.trim();
        let is_one = field.trim().eq_ignore_ascii_case("disallow") && value.starts_with('/');
        (is_one && value.len() < 60 && fits(value)).then(|| (at, value.to_owned()))
    })
}

fn names(lines: &[&str], name: &str) -> bool {
    lines.iter().any(|line| line.to_ascii_lowercase().contains(name))
}

/// The kind, the crawler that shows it, whether it is an error, and the edit.
#[rustfmt::skip]
const DESTRUCTIVE: &[Kind] = &[
    ("the whole site", "x", true, |lines, (at, _)| {
        Some((with(lines, at, &["Disallow: /"]), "/zq".into(), words(&[OTHERS, "lose the whole site"])))
    }),
    ("the whole site, with a star", "x", true, |lines, (at, _)| {
        Some((with(lines, at, &["Disallow: /*"]), "/zq".into(), words(&[OTHERS, "lose the whole site"])))
    }),
    ("Google", "Googlebot", true, |lines, _| {
        let new = with(lines, lines.len(), &["", "User-agent: Googlebot", "Disallow: /"]);
        (!names(lines, "googlebot")).then(|| (new, "/zq".into(), words(&["Googlebot loses the whole site"])))
    }),
    ("Bing", "bingbot", true, |lines, _| {
        let new = with(lines, lines.len(), &["", "User-agent: bingbot", "Disallow: /"]);
        (!names(lines, "bingbot")).then(|| (new, "/zq".into(), words(&["bingbot loses the whole site"])))
    }),
    ("a folder with most of the sitemap", "x", true, |lines, (at, _)| {
        let told = words(&[OTHERS, "lose everything below /zq-shop/"]);
        Some((with(lines, at, &["Disallow: /zq-shop/"]), "/zq-shop/x".into(), told))
    }),
    ("style sheets", "x", false, |lines, (at, _)| {
        Some((with(lines, at, &["Disallow: /*.css$"]), "/zq/a.css".into(), words(&[OTHERS, "all paths that end with .css"])))
    }),
    ("every parameter", "x", false, |lines, (at, _)| {
        Some((with(lines, at, &["Disallow: /*?"]), "/zq?a".into(), words(&[OTHERS, "all paths that contain ?"])))
    }),
    ("a prefix that swallows folders", "x", true, |lines, (at, _)| {
        Some((with(lines, at, &["Disallow: /zq"]), "/zq-shop/a".into(), words(&[OTHERS, "everything that begins with /zq"])))
    }),
    ("all folders", "x", true, |lines, (at, _)| {
        Some((with(lines, at, &["Disallow: /*/"]), "/zq/a".into(), words(&[OTHERS, "all paths that match /*/"])))
    }),
    ("a lost slash", "x", false, |lines, group| {
        let (at, value) = disallowed(lines, group, |value| value.ends_with('/') && value.len() > 2 && !value.contains('*'))?;
        let short = value.trim_end_matches('/');
        let mut new = with(lines, at, &[&format!("Disallow: {short}")]);
        new.remove(at + 1);
        Some((new, format!("{short}zq"), words(&[OTHERS, &format!("everything that begins with {short}"), &format!("(blocked before: {value})")])))
    }),
    ("a lost dollar", "x", false, |lines, group| {
        let (at, value) = disallowed(lines, group, |value| value.ends_with('$') && value.len() > 2 && !value.contains(' '))?;
        let short = value.trim_end_matches('$');
        let mut new = with(lines, at, &[&format!("Disallow: {short}")]);
        new.remove(at + 1);
        Some((new, format!("{}zq", short.replace('*', "x")), words(&[OTHERS, "lose", short.trim_start_matches("/*")])))
    }),
    ("a group stolen by a new user-agent line", "x", false, |lines, (at, end)| {
        let (_, value) = disallowed(lines, (at + 1, end), |value| !value.contains(['*', '$']) && value.len() > 1)?;
        let told = words(&[OTHERS, "may now fetch"]);
        Some((with(lines, at + 1, &["User-agent: ExampleBot"]), format!("{value}zq"), told))
    }),
    ("the group of another crawler, for all", "x", true, |lines, _| {
        let at = (1..lines.len()).find(|&at| lines[at].trim().eq_ignore_ascii_case("disallow: /"))?;
        let agent = lines[at - 1].to_ascii_lowercase();
        let is_other = agent.starts_with("user-agent:") && !agent.contains('*');
        is_other.then(|| (with(lines, at, &["User-agent: *"]), "/zq".into(), words(&[OTHERS, "lose the whole site"])))
    }),
    ("an empty group", "Googlebot", false, |lines, group| {
        let (_, value) = disallowed(lines, group, |value| !value.contains(['*', '$']) && value.len() > 1)?;
        let new = with(lines, lines.len(), &["", "User-agent: Googlebot", "Disallow:"]);
        (!names(lines, "googlebot")).then(|| (new, format!("{value}zq"), words(&["Googlebot", "may now fetch"])))
    }),
    ("the sitemap", "x", false, |lines, (at, _)| {
        Some((with(lines, at, &["Disallow: /sitemap"]), "/sitemap.xml".into(), words(&[OTHERS, "everything that begins with /sitemap"])))
    }),
];

/// Edits that change no verdict, and one that closes the site for a crawler of AI training alone.
#[rustfmt::skip]
const HARMLESS: &[Kind] = &[
    ("a comment", "x", false, |lines, _| Some((with(lines, 0, &["# seen by the lawyers"]), String::new(), Vec::new()))),
    ("an empty line at the end", "x", false, |lines, _| Some((with(lines, lines.len(), &["", ""]), String::new(), Vec::new()))),
    ("a sitemap", "x", false, |lines, _| {
        Some((with(lines, lines.len(), &["Sitemap: https://zq.example/s.xml"]), String::new(), Vec::new()))
    }),
    ("spaces at the end of lines", "x", false, |lines, _| {
        Some((lines.iter().map(|line| format!("{line}  ")).collect(), String::new(), Vec::new()))
    }),
    ("CRLF", "x", false, |lines, _| {
        Some((lines.iter().map(|line| format!("{}\r", line.trim_end())).collect(), String::new(), Vec::new()))
    }),
    ("a rule twice", "x", false, |lines, (at, _)| Some((with(lines, at, &[lines[at]]), String::new(), Vec::new()))),
    ("two rules in another order", "x", false, |lines, (at, end)| {
        let [first, second, ..] = lines[at..end] else { return None };
        let mut new = with(lines, at, &[]);
        new.swap(at, at + 1);
        (first != second).then(|| (new, String::new(), Vec::new()))
    }),
    ("a rule inside another one", "x", false, |lines, group| {
        let (at, value) = disallowed(lines, group, |value| value.ends_with('/') && !value.contains(['*', '$']))?;
        let has_allow = names(&lines[group.0..group.1], "allow:") && lines[group.0..group.1].iter().any(|line| line.trim_start().to_ascii_lowercase().starts_with("allow"));
        (!has_allow).then(|| (with(lines, at, &[&format!("Disallow: {value}zq/")]), String::new(), Vec::new()))
    }),
    ("an AI crawler", "GPTBot", false, |lines, _| {
        let new = with(lines, lines.len(), &["", "User-agent: GPTBot", "Disallow: /"]);
        (!names(lines, "gptbot")).then(|| (new, "/zq".into(), words(&["GPTBot loses the whole site"])))
    }),
];

/// A hundred edits: each file is edited in one way.
fn edits(kinds: &[Kind]) -> Option<Vec<Edit>> {
    let mut files = corpus("edits of real files")?.into_iter();
    let mut edits: Vec<Edit> = Vec::new();
    while edits.len() < 100 {
        let file = files.next().unwrap_or_else(|| panic!("only {} edits", edits.len()));
        let Ok(before) = String::from_utf8(file.bytes) else { continue };
        let lines: Vec<&str> = before.lines().collect();
        let Some(group) = star_group(&lines) else { continue };
        if before.len() > MAX_BYTES || before.contains('\r') || !is_open(&before, "x", "/zq") {
            continue;
        }
        // A kind that fits few files is tried before those that were seen more often.
        let seen = |kind: &Kind| edits.iter().filter(|edit| edit.kind == kind.0).count();
        let mut rarest: Vec<&Kind> = kinds.iter().collect();
        rarest.sort_by_key(|kind| seen(kind));
        let made = rarest.into_iter().find_map(|&(kind, crawler, is_error, edit)| {
            let (new, path, words) = edit(&lines, group)?;
            let after = new.join("\n") + "\n";
            let is_seen = path.is_empty()
                || is_open(&before, crawler, &path) != is_open(&after, crawler, &path);
            is_seen.then_some((kind, is_error, after, words))
        });
        let Some((kind, is_error, after, words)) = made else { continue };
        edits.push(Edit { kind, host: file.host, before, after, words, is_error });
    }
    Some(edits)
}

/// What is wrong with the first lines of an edit, in the text and in the comment on a pull request.
fn wrong(edit: &Edit) -> Option<String> {
    let options = ["--urls", "sitemap.xml", "--fail-on", "impact:error"];
    let text = diff(&edit.before, &edit.after, &options);
    let markdown = diff(&edit.before, &edit.after, &["--format", "markdown"]);
    let first = first_sentence(&text.stdout);
    let plain = markdown.stdout.lines().next().unwrap_or_default().replace('`', "");
    let has_words = |line: &str| edit.words.iter().all(|word| line.contains(word.as_str()));
    let alarms = |line: &str| line.contains("lose") || line.contains("may now fetch");
    let is_right = if edit.words.is_empty() {
        // Python's standard library takes a blank at the end of an empty line for a line.
        let for_google = ["### No verdict changes", "### A verdict changes for some programs"];
        !alarms(&first) && for_google.contains(&&*plain)
    } else {
        has_words(&first) && has_words(&plain)
    };
    let has_size = edit.words.is_empty() || text.stdout.contains(" of the 200 URLs of the sitemap");
    let is_right = is_right && has_size && (text.status == 1) == edit.is_error;
    (!is_right).then(|| format!("{} {}: {first}\n{plain}\n{}\n", edit.kind, edit.host, text.status))
}

#[test]
fn a_hundred_destructive_edits_are_named_by_what_is_lost() {
    let Some(edits) = edits(DESTRUCTIVE) else { return };
    let wrong: Vec<_> = edits.iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), edits.len(), wrong.join("\n"));
    for (kind, ..) in DESTRUCTIVE {
        assert!(edits.iter().any(|edit| edit.kind == *kind), "no file for: {kind}");
    }
}

#[test]
fn a_hundred_harmless_edits_raise_no_alarm() {
    let Some(edits) = edits(HARMLESS) else { return };
    let wrong: Vec<_> = edits.iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), edits.len(), wrong.join("\n"));
}
