//! Formatting keeps every verdict, its deciding rule and every comment, for any file and in every profile.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use maycrawl::crawler::KnownCrawler;
use maycrawl::field::Field;
use maycrawl::line::{LINE_LIMIT, Lines};
use maycrawl::{Crawler, Profile, RobotsTxt, as_written};
use maycrawl_testdata::{RealFile, corpus};
use proptest::prelude::*;

const PROFILES: [Profile; 4] =
    [Profile::GOOGLE, Profile::GOOGLE_2019, Profile::RFC9309, Profile::GOOGLE.verbatim()];

#[test]
fn the_standard_layout() {
    for (file, expected) in [
        ("", ""),
        ("\n \n\t\n", ""),
        ("\u{feff}", ""),
        // Fields: case, white space, misspellings that only Google reads.
        ("user-agent:*\nDISALLOW :\t/a  \nallow:/b", "User-agent: *\nDisallow: /a\nAllow: /b\n"),
        ("SITEMAP:  https://h/s.xml", "Sitemap: https://h/s.xml\n"),
        ("Disallow:   ", "Disallow:\n"),
        ("Dissallow :/x\nDisallowed:/y", "Dissallow: /x\nDisallowed: /y\n"),
        ("Crawl-delay:5\nhost :h", "Crawl-delay: 5\nhost: h\n"),
        ("  allow   /x ", "allow   /x\n"),
        ("  some <b>noise</b>\t", "some <b>noise</b>\n"),
        (":  x", ":  x\n"),
        ("Disallow: /a:b  c", "Disallow: /a:b  c\n"),
        // Comments.
        ("  #a \n#b", "#a\n#b\n"),
        ("Allow:/x#c\nAllow:#d\nnoise    # e", "Allow: /x #c\nAllow: #d\nnoise # e\n"),
        // Line ends and the byte order mark.
        ("\u{feff}Allow: /a\r\nAllow: /b\r\r\n", "Allow: /a\nAllow: /b\n"),
        // Empty lines.
        ("\n\nAllow: /a\n\n\n\nAllow: /b\n\n", "Allow: /a\n\nAllow: /b\n"),
        (
            "User-agent: a\nAllow: /\nUser-agent: b\nUser-agent: c\nAllow: /\n",
            "User-agent: a\nAllow: /\n\nUser-agent: b\nUser-agent: c\nAllow: /\n",
        ),
        (
            "User-agent: a\nAllow: /\n# b\n# is\nUser-agent: b\n",
            "User-agent: a\nAllow: /\n\n# b\n# is\nUser-agent: b\n",
        ),
        (
            "User-agent: a\nAllow: /\n# end\n\n# b\nUser-agent: b\n",
            "User-agent: a\nAllow: /\n# end\n\n# b\nUser-agent: b\n",
        ),
        ("# head\nUser-agent: a\n", "# head\nUser-agent: a\n"),
        ("Sitemap: /s\nUser-agent: a\n", "Sitemap: /s\n\nUser-agent: a\n"),
        // In the format of 1996 the empty line ends the group before its rules, so it stays.
        ("User-agent: a\n\n\nAllow: /\n", "User-agent: a\n\nAllow: /\n"),
        // In RFC 9309 `b` belongs to the group of `a`, so there is no empty line.
        (
            "User-agent: a\nDisalow: /\nUser-agent: b\nAllow: /\n",
            "User-agent: a\nDisalow: /\nUser-agent: b\nAllow: /\n",
        ),
        ("User-agent: a\nAllow: /\nuseragent: b\n", "User-agent: a\nAllow: /\nuseragent: b\n"),
    ] {
        assert_eq!(
            String::from_utf8_lossy(&maycrawl_lint::format(file.as_bytes())),
            expected,
            "{file:?}"
        );
    }
}

#[test]
fn text_that_cannot_be_formatted_stays() {
    let long = [b"disallow:/", "a".repeat(LINE_LIMIT - 10).as_bytes(), b"\n"].concat();
    let longer = [b" # ", "a".repeat(LINE_LIMIT).as_bytes(), b"  b \n"].concat();
    let vast = "user-agent:*\r\n".repeat(512_000 / 14 + 1).into_bytes();
    // With one more space in each line the file would be over the limit.
    let full = "allow:/\n".repeat(512_000 / 8).into_bytes();
    for file in [
        &b"\xef\xbbuser-agent:*\n"[..],
        b"\xef\xbb\xbf\xefuser-agent:*\n",
        b"\n\xefuser-agent: *\n",
        b"disallow:/a\0b\n",
        b"disallow:/a\x0c/b\n",
        b"user-agent:*\rdisallow:/a\n",
        &long,
        &longer,
        &vast,
        &full,
    ] {
        let shown = String::from_utf8_lossy(&file[..file.len().min(40)]);
        assert!(matches!(maycrawl_lint::format(file), std::borrow::Cow::Borrowed(_)), "{shown:?}");
    }
    // The rest of the file is formatted around them.
    assert_eq!(
        &*maycrawl_lint::format(b"user-agent:*\r\n disallow:/a\rallow:/b\r\nallow:/c"),
        b"User-agent: *\n disallow:/a\rallow:/b\nAllow: /c\n"
    );
    assert_eq!(&*maycrawl_lint::format(b" \xefuser-agent:*"), b"\n\xefuser-agent: *\n");
}

/// All directives of a file in order: field, key if the field is unknown, and value. The verdicts for every crawler and
/// every URL follow from them.
fn directives(file: &[u8], profile: Profile) -> Vec<(Field, Vec<u8>, Vec<u8>)> {
    let robots = RobotsTxt::parse_with(file, profile);
    let all = robots.lines().filter_map(|line| {
        let directive = line.directive()?;
        let (field, _) = Field::from_key(directive.key(), profile);
        let key = if field == Field::Other { directive.key() } else { b"" };
        Some((field, key.to_vec(), directive.value().to_vec()))
    });
    all.collect()
}

fn comments(file: &[u8]) -> Vec<Vec<u8>> {
    let with_comment = Lines::new(file, Profile::GOOGLE).filter(|line| line.has_comment);
    let comments = with_comment.map(|line| {
        let at = line.bytes().iter().position(|&byte| byte == b'#').unwrap();
        line.bytes()[at..].trim_ascii_end().to_vec()
    });
    comments.collect()
}

/// URLs that match rules of the file, and some that almost match.
fn urls(robots: &RobotsTxt<'_>, at_most: usize) -> Vec<Vec<u8>> {
    let mut urls: Vec<Vec<u8>> =
        ["/", "/index.html", "/a/b.php?id=1&x=%c3%a4", "/robots.txt"].map(Into::into).to_vec();
    let rules: Vec<_> = robots.groups().flat_map(|group| group.rules()).collect();
    for rule in rules.iter().step_by(rules.len() / at_most + 1) {
        let filled: Vec<u8> = rule.pattern.iter().filter(|&&b| b != b'$').copied().collect();
        let starred = String::from_utf8_lossy(&filled).replace('*', "x/y").into_bytes();
        let bare: Vec<u8> = filled.iter().filter(|&&b| b != b'*').copied().collect();
        urls.push([&starred, &b"more"[..]].concat());
        urls.push(bare[..bare.len().saturating_sub(1)].to_vec());
        urls.push(bare.to_ascii_uppercase());
        urls.extend([starred, bare]);
    }
    urls.iter().map(|path| [b"https://www.example.com", path.as_slice()].concat()).collect()
}

/// Every crawler that the file names, and some that it may not name.
fn crawlers(robots: &RobotsTxt<'_>) -> Vec<Crawler> {
    let mut names: Vec<String> = robots
        .groups()
        .flat_map(|group| group.agents())
        .map(|agent| String::from_utf8_lossy(agent.value).to_ascii_lowercase())
        .collect();
    for known in ["googlebot", "googlebot-image", "adsbot-google", "gptbot", "ai2bot", "nobody"] {
        names.push(known.to_owned());
    }
    names.sort_unstable();
    names.dedup();
    names.iter().map(|name| Crawler::from_token(name)).collect()
}

/// Asserts that decision, kind of reason and text of the deciding rule are the same; the line may change. Returns the
/// number of checks.
fn assert_same_verdicts(file: &[u8], formatted: &[u8], profile: Profile, what: &str) -> usize {
    let [before, after] = [file, formatted].map(|file| RobotsTxt::parse_with(file, profile));
    let crawlers = crawlers(&before);
    let urls = urls(&before, 60_000 / crawlers.len());
    for crawler in &crawlers {
        let [before, after] = [&before, &after].map(|robots| robots.rules_for(crawler));
        for url in &urls {
            let [a, b] = [&before, &after].map(|rules| {
                let verdict = rules.check(as_written(url));
                let rule = verdict.rule().map(|rule| (rule.kind, rule.pattern, rule.matched));
                (verdict.decision(), verdict.reason().name(), rule)
            });
            assert_eq!(a, b, "{what} {} {}", crawler.token(), String::from_utf8_lossy(url));
        }
    }
    crawlers.len() * urls.len()
}

fn assert_consistent(file: &RealFile) -> (bool, usize) {
    let formatted = maycrawl_lint::format(&file.bytes);
    assert_eq!(maycrawl_lint::format(&formatted), formatted, "{}", file.host);
    assert_eq!(comments(&file.bytes), comments(&formatted), "{}", file.host);
    let mut questions = 0;
    for profile in PROFILES {
        assert_eq!(
            directives(&file.bytes, profile),
            directives(&formatted, profile),
            "{}",
            file.host
        );
        if profile.size_limit.is_some() {
            questions += assert_same_verdicts(&file.bytes, &formatted, profile, &file.host);
        }
    }
    (formatted != file.bytes, questions)
}

#[test]
fn formatting_keeps_the_verdicts_of_every_real_file() {
    let Some(files) = corpus("the corpus of real files") else { return };
    assert_eq!(files.len(), 1911);
    let halves = files.chunks(files.len().div_ceil(2));
    let (changed, questions) = std::thread::scope(|scope| {
        let threads: Vec<_> = halves
            .map(|half| scope.spawn(move || half.iter().map(assert_consistent).collect::<Vec<_>>()))
            .collect();
        let proved = threads.into_iter().flat_map(|thread| thread.join().unwrap());
        proved.fold((0, 0), |sum, (changed, n)| (sum.0 + usize::from(changed), sum.1 + n))
    });
    println!("{changed} files change, {questions} verdicts compared");
    assert!(changed > 1000 && questions > 1_000_000, "{changed} {questions}");
}

/// Random sequences of pieces that have a meaning for some reader.
fn file() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        &b"\n"[..],
        b"\n",
        b"\r\n",
        b"\r",
        b"\r\r\n",
        b" ",
        b"\t",
        b"#",
        b"# note ",
        b":",
        b"user-agent:*",
        b"User-agent: Googlebot\n",
        b"User-Agent :gptbot",
        b"useragent: x",
        b"Disallow: /a",
        b"DISALLOW:/b*c$",
        b"Disallow:",
        b"dissallow: /d",
        b"allow /e",
        b"Allow: /a/b",
        b"Sitemap:https://h/s.xml",
        b"site-map: /s",
        b"Crawl-delay : 5",
        b"noise",
        b"\xef",
        b"\xbb\xbf",
        b"\xef\xbb\xbf",
        b"\0",
        b"\x0b",
        b"\x0c",
        b"\xc2\x85",
        b"\xe2\x80\xa8",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn formatting_keeps_the_verdicts_of_any_bytes(file in prop_oneof![4 => file(), 1 => any::<Vec<u8>>()]) {
        let formatted = maycrawl_lint::format(&file).into_owned();
        prop_assert_eq!(&*maycrawl_lint::format(&formatted), &formatted[..]);
        prop_assert_eq!(comments(&file), comments(&formatted));
        for profile in PROFILES {
            prop_assert_eq!(directives(&file, profile), directives(&formatted, profile));
            assert_same_verdicts(&file, &formatted, profile, "");
        }
    }

    #[test]
    fn all_line_ends_are_formatted_alike(file in file()) {
        let lf: Vec<u8> = file.iter().copied().filter(|&byte| byte != b'\r').collect();
        let crlf = String::from_utf8_lossy(&lf).replace('\n', "\r\n");
        if std::str::from_utf8(&lf).is_ok() {
            prop_assert_eq!(maycrawl_lint::format(crlf.as_bytes()).into_owned(), maycrawl_lint::format(&lf).into_owned());
        }
    }
}

/// All known crawlers, in addition to the pieces above and the corpus.
#[test]
fn formatting_keeps_the_verdicts_of_every_known_crawler() {
    let file = KnownCrawler::all().iter().fold(String::new(), |file, known| {
        format!("{file}user-agent:{}\r\nDISALLOW:/{}#\r\n", known.token, known.token)
    });
    let formatted = maycrawl_lint::format(file.as_bytes());
    for profile in PROFILES {
        assert!(assert_same_verdicts(file.as_bytes(), &formatted, profile, "") > 10_000);
    }
}
