//! The line and the group of a verdict, found with and without the parsed file.

use maycrawl::{Crawler, Profile, RobotsTxt, as_written};
use maycrawl_testdata::random::Random;

const CRAWLERS: [&str; 6] =
    ["Googlebot", "Googlebot-Image", "GPTBot", "AI2Bot", "AdsBot-Google", "Google-Safety"];

/// Compares both ways for every rule of the file and for a URL that most files have no rule for. Returns the number of
/// verdicts.
fn compare(file: &[u8], name: &str, profile: Profile) -> usize {
    let robots = RobotsTxt::parse_with(file, profile);
    let crawler = Crawler::from_token(name);
    let (rules, locator) = (robots.rules_for(&crawler), robots.locator());
    let followed = locator.groups().followed_by(&crawler);
    let patterns = robots.groups().flat_map(|group| group.rules()).map(|rule| rule.pattern);
    let mut verdicts = 0;
    for path in patterns.chain([&b"/no-rule-has-this"[..]]) {
        let verdict = rules.check(as_written(path));
        let located = robots.locate(&crawler, &verdict);
        assert_eq!(locator.locate(file, followed, &verdict), located, "{name}: {verdict}");
        verdicts += 1;
    }
    let blocks = file.len() / 512 + 1;
    let groups = locator.groups().memory();
    assert!(locator.memory() <= 100 + 16 * blocks + groups, "{} bytes", locator.memory());
    verdicts
}

/// A file of what parsers trip over: line ends of all kinds, blanks and comments of any length, NUL, long lines.
fn hostile_file(random: &mut Random) -> Vec<u8> {
    const STARTS: [&[u8]; 4] = [b"", b"", b"\xef\xbb\xbf", b"\xef\xbb"];
    const ENDS: [&[u8]; 6] = [b"\n", b"\n", b"\n", b"\r\n", b"\r", b"\n\n\r"];
    const AGENTS: [&str; 8] =
        ["*", "Googlebot", "googlebot-image/2", "GPTBot", "AI2Bot", "x", "* y", "Foo\tBar"];
    const KEYS: [&str; 8] = [
        "Disallow:",
        "Allow:",
        "disallow :",
        "DISALLOW",
        "Allow",
        "dissalow: ",
        "Disallow:\t",
        "allow:\x0b",
    ];
    let mut file = STARTS[random.below(4) as usize].to_vec();
    for i in 0..random.below(400) {
        let blanks = match random.below(40) {
            0 => random.below(20_000),
            1..6 => random.below(600),
            _ => random.below(3),
        };
        let line = match random.below(12) {
            0 => format!("User-agent: {}", AGENTS[random.below(8) as usize]),
            1 => format!("user agent {}", AGENTS[random.below(8) as usize]),
            2 => format!("# {}", random.word()),
            3 => format!("Sitemap: /{}\0x", random.word()),
            4 => format!("noise {i}"),
            _ => format!("{} /p{i} # {}", KEYS[random.below(8) as usize], random.word()),
        };
        if random.below(2) == 0 {
            file.extend(std::iter::repeat_n(b' ', blanks as usize));
            file.extend_from_slice(line.as_bytes());
        } else {
            file.extend_from_slice(line.as_bytes());
            file.extend(std::iter::repeat_n(b'\t', blanks as usize));
        }
        file.extend_from_slice(ENDS[random.below(6) as usize]);
    }
    file
}

#[test]
fn a_locator_finds_what_the_parsed_file_finds_in_hostile_files() {
    let mut random = Random(24);
    let mut verdicts = 0;
    for _ in 0..300 {
        let file = hostile_file(&mut random);
        for name in CRAWLERS {
            for profile in Profile::ALL {
                verdicts += compare(&file, name, profile);
            }
        }
    }
    assert!(verdicts > 100_000, "{verdicts}");
}

#[test]
fn a_locator_finds_what_the_parsed_file_finds_in_real_files() {
    let Some(files) = maycrawl_testdata::corpus("locators of real files") else { return };
    for file in &files {
        compare(&file.bytes, "Googlebot-Image", Profile::GOOGLE);
        compare(&file.bytes, "GPTBot", Profile::RFC9309);
    }
}

/// The size limit cuts the file in the middle of a line, which is dropped; the locator gets the uncut bytes.
#[test]
fn a_locator_reads_no_line_that_the_size_limit_cut() {
    let mut file = b"User-agent: *\nDisallow: /a\n".to_vec();
    file.extend(b"Disallow: /bbbbbbbbbbbbbbbbbb\n".repeat(20_000));
    for more in 0..32 {
        file.splice(0..0, vec![b'#'; usize::from(more > 0)]);
        let robots = RobotsTxt::parse(&file);
        assert!(robots.truncation().is_some());
        let rules = robots.rules_for(&Crawler::GOOGLEBOT);
        let locator = robots.locator();
        let verdict = rules.check(as_written("/bbbbbbbbbbbbbbbbbb"));
        let followed = locator.groups().followed_by(&Crawler::GOOGLEBOT);
        let located = locator.locate(&file, followed, &verdict);
        assert_eq!(located, robots.locate(&Crawler::GOOGLEBOT, &verdict));
    }
}

/// A locator that is asked about another file finds something or nothing, and never panics.
#[test]
fn a_locator_of_another_file_does_not_panic() {
    let mut random = Random(9309);
    let files: Vec<_> = (0..40).map(|_| hostile_file(&mut random)).collect();
    for file in &files {
        let robots = RobotsTxt::parse(file);
        let rules = robots.rules_for(&Crawler::GOOGLEBOT);
        for other in &files {
            let locator = RobotsTxt::parse(other).locator();
            // The lines of the groups are those of one file, and the bytes those of the other.
            let followed = locator.groups().followed_by(&Crawler::GOOGLEBOT);
            for i in 0..400 {
                let _ = locator.locate(file, followed, &rules.check(as_written(&format!("/p{i}"))));
            }
        }
    }
}
