//! Any crawler name and any `user-agent` values: the compiled rules, the single pass and the explanation follow the same
//! group.
#![no_main]

use libfuzzer_sys::fuzz_target;
use maycrawl::explain::GroupFate;
use maycrawl::{Crawler, Profile, Reason, RobotsTxt, check_once};

fuzz_target!(|input: (&str, Vec<&[u8]>)| {
    let (name, values) = input;
    let mut file = Vec::new();
    for (i, value) in values.iter().enumerate() {
        file.extend_from_slice(b"User-agent: ");
        file.extend_from_slice(value);
        if i % 3 != 0 {
            file.extend_from_slice(b"\nDisallow: /");
        }
        file.push(b'\n');
    }
    let robots = RobotsTxt::parse(&file);
    for crawler in
        [Crawler::from_name(name), Crawler::with_chain(name, ["Googlebot", "a"]).ignoring_star()]
    {
        let rules = robots.rules_for(&crawler);
        let verdict = rules.check("http://h/");
        assert_eq!(check_once(&file, &crawler, "http://h/", Profile::GOOGLE), verdict);
        let explanation = robots.explain(&crawler, "http://h/");
        assert_eq!(explanation.verdict, verdict);
        let followed =
            explanation.groups.iter().any(|group| matches!(group.fate, GroupFate::Followed(_)));
        if !crawler.ignores_robots_txt() {
            assert_eq!(followed, verdict.reason() != Reason::NoGroup);
            assert_eq!(
                explanation.chain.iter().filter(|step| step.followed).count(),
                usize::from(followed)
            );
        }
    }
    assert_eq!(
        Crawler::from_name(name).token().to_ascii_lowercase(),
        Crawler::from_name(&name.to_ascii_uppercase()).token().to_ascii_lowercase()
    );
});
