//! Lines that are too long, as google/robotstxt reads them (these probes are too long for a case file), and the size
//! limit that crawlers set for a file.

#![allow(clippy::unwrap_used)] // a test may panic

use maycrawl::line::{LINE_LIMIT, Lines};
use maycrawl::{Crawler, Profile, RobotsTxt, as_written, check_once, check_once_tokens};

const LIBRARY: Profile = Profile::GOOGLE.verbatim();

/// A rule line of exactly `length` bytes, `Disallow: /aaa...`, and its pattern.
fn rule(length: usize) -> (String, String) {
    let pattern = "/".to_owned() + &"a".repeat(length - "Disallow: /".len());
    (format!("User-agent: *\nDisallow: {pattern}\nAllow: /b\n"), pattern)
}

#[test]
fn a_line_of_16663_bytes_is_read_completely() {
    let (file, pattern) = rule(LINE_LIMIT);
    assert_eq!(
        check_once_tokens(file.as_bytes(), &["FooBot"], as_written(&pattern), LIBRARY).line(),
        Some(2)
    );
    let shorter = &pattern[..pattern.len() - 1];
    assert_eq!(
        check_once_tokens(file.as_bytes(), &["FooBot"], as_written(shorter), LIBRARY).line(),
        None
    );
    assert!(!Lines::new(file.as_bytes(), LIBRARY).any(|line| line.too_long));
}

#[test]
fn a_longer_line_is_cut_and_the_next_line_is_read() {
    for length in [LINE_LIMIT + 1, LINE_LIMIT + 2, 3 * LINE_LIMIT] {
        let (file, pattern) = rule(length);
        let kept = &pattern[..LINE_LIMIT - "Disallow: ".len()];
        for profile in [LIBRARY, Profile::GOOGLE_2019, Profile::RFC9309] {
            assert_eq!(
                check_once(file.as_bytes(), &Crawler::GOOGLEBOT, as_written(kept), profile).line(),
                Some(2)
            );
            let shorter = &kept[..kept.len() - 1];
            assert!(
                check_once(file.as_bytes(), &Crawler::GOOGLEBOT, as_written(shorter), profile)
                    .is_allowed()
            );
            assert_eq!(
                check_once(file.as_bytes(), &Crawler::GOOGLEBOT, as_written("/b"), profile).line(),
                Some(3)
            );
        }
        let long: Vec<_> =
            Lines::new(file.as_bytes(), LIBRARY).filter(|line| line.too_long).collect();
        assert_eq!(long.iter().map(|line| line.number).collect::<Vec<_>>(), [2]);
    }
}

#[test]
fn text_after_the_cut_is_not_read() {
    let padding = " ".repeat(LINE_LIMIT);
    for (line, line_reads) in [
        (format!("Disallow{padding}: /x"), None),
        (format!("Disallow: /x{padding}# comment"), Some(2)),
        (format!("{padding}Disallow: /x"), None),
        (format!("Disallow: /x{padding}y"), Some(2)),
    ] {
        let file = format!("User-agent: *\n{line}\n");
        let verdict =
            check_once(file.as_bytes(), &Crawler::GOOGLEBOT, as_written("/xz"), Profile::GOOGLE);
        assert_eq!(verdict.line(), line_reads, "{}...", &line[..20]);
        assert!(!Lines::new(file.as_bytes(), LIBRARY).any(|line| line.has_comment));
    }
}

#[test]
fn crawlers_have_a_size_limit_and_the_library_has_none() {
    let padding = "# padding and padding and padding\n".repeat(60_000);
    let file = format!("User-agent: *\n{padding}Disallow: /\n");
    assert!(file.len() > 2_000_000);
    assert_eq!(
        check_once(file.as_bytes(), &Crawler::GOOGLEBOT, as_written("/"), LIBRARY).line(),
        Some(60_002)
    );
    for profile in Profile::ALL {
        assert!(
            check_once(file.as_bytes(), &Crawler::GOOGLEBOT, as_written("/"), profile).is_allowed()
        );
        let robots = RobotsTxt::parse_with(file.as_bytes(), profile);
        let cut = robots.truncation().unwrap();
        assert_eq!((cut.limit, cut.file_len), (512_000, file.len()));
        assert_eq!(robots.as_bytes().len() + cut.ignored, file.len());
    }
}

#[test]
fn the_longest_value_is_printed_without_losing_a_byte() {
    for key in ["Allow:", "Disalow:", "useragent:", "Sitemap "] {
        let value = "x".repeat(LINE_LIMIT - key.len());
        let file = format!("User-agent: *\nDisallow: /\n{key}{value}\n");
        let robots = RobotsTxt::parse(file.as_bytes());
        let printed = robots.to_bytes();
        assert!(!Lines::new(&printed, Profile::GOOGLE).any(|line| line.too_long), "{key}");
        assert_eq!(RobotsTxt::parse(&printed).to_bytes(), printed, "{key}");
        assert!(printed.windows(value.len()).any(|window| window == value.as_bytes()), "{key}");
    }
}
