//! The table of real User-Agent headers, each with a file and the crawler that the header stands for. The tests of the
//! Python package, of the npm module and of the page read the same table.

#![allow(clippy::panic)] // a test may panic

use maycrawl::{RobotsTxt, as_written};

const TABLE: &str = include_str!("../../../../conformance/crawlers/user-agents.tsv");

#[test]
fn a_header_stands_for_its_crawler() {
    let rows = TABLE.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>());
    let mut count = 0;
    for row in rows {
        let [header, groups, crawler, obeyed, why] = row[..] else { panic!("{row:?}") };
        let groups: Vec<&str> = groups.split(',').collect();
        let group = |(at, name)| format!("User-agent: {name}\nDisallow: /{at}$\n");
        let file: String = groups.iter().enumerate().map(group).collect();
        let robots = RobotsTxt::parse(file.as_bytes());
        let found = robots.crawler_of_user_agent(header);
        assert_eq!(found.token(), crawler, "{why} {header}\n{file}");
        let rules = robots.rules_for(&found);
        for (at, name) in groups.iter().enumerate() {
            let is_closed = !rules.check(as_written(&format!("/{at}"))).is_allowed();
            assert_eq!(is_closed, *name == obeyed, "{why} {header}\n{file}");
        }
        count += 1;
    }
    assert!(count >= 60, "{count} rows");
}

/// The file closes one name and is open for all others. A header with this name is closed, whatever else it says.
#[test]
fn no_known_crawler_frees_a_program_from_its_group() {
    for word in ["acme", "Operator", "Spider", "Code", "Scrapy", "Googlebot-Image", "AdsBot-Google"]
    {
        for other in ["Scrapy/2.11", "Operator", "AdsBot-Google", "Mozilla/5.0", "Google-Safety"] {
            let file = format!("User-agent: {word}\nDisallow: /\n\nUser-agent: *\nAllow: /\n");
            let robots = RobotsTxt::parse(file.as_bytes());
            for header in [
                format!("{word}/1.0 ({other})"),
                format!("{other} ({word}; {other})"),
                format!("Mozilla/5.0 (compatible; {word}/2; +https://spider.example) {other}"),
            ] {
                let crawler = robots.crawler_of_user_agent(&header);
                assert!(
                    !robots.rules_for(&crawler).check(as_written("/a")).is_allowed(),
                    "{header}"
                );
            }
        }
    }
}
