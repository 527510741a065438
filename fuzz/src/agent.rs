//! Any crawler name and any `user-agent` values: the compiled rules, the single pass and the explanation follow the
//! same group.

use crate::parts;
use maycrawl::explain::GroupFate;
use maycrawl::{Crawler, Profile, Reason, RobotsTxt, as_written, check_once};

/// Panics if that is not so.
pub fn check(data: &[u8]) {
    let [name, values] = parts(data);
    let Ok(name) = str::from_utf8(name) else { return };
    let mut file = Vec::new();
    for (i, value) in values.split(|&byte| byte == 0).enumerate() {
        file.extend_from_slice(b"User-agent: ");
        file.extend_from_slice(value);
        if i % 3 != 0 {
            file.extend_from_slice(b"\nDisallow: /");
        }
        file.push(b'\n');
    }
    let robots = RobotsTxt::parse(&file);
    for crawler in
        [Crawler::from_token(name), Crawler::with_chain(name, ["Googlebot", "a"]).ignoring_star()]
    {
        let rules = robots.rules_for(&crawler);
        let verdict = rules.check(as_written("http://h/"));
        assert_eq!(check_once(&file, &crawler, as_written("http://h/"), Profile::GOOGLE), verdict);
        let explanation = robots.explain(&crawler, as_written("http://h/"));
        assert_eq!(explanation.verdict, verdict);
        let followed =
            explanation.groups.iter().any(|group| matches!(group.fate, GroupFate::Followed(_)));
        if !crawler.ignores_robots_txt() {
            let has_group = !matches!(verdict.reason(), Reason::NoGroup | Reason::StarIgnored);
            assert_eq!(followed, has_group);
            assert_eq!(
                explanation.chain.iter().filter(|step| step.followed).count(),
                usize::from(followed)
            );
        }
    }
    assert_eq!(
        Crawler::from_token(name).token().to_ascii_lowercase(),
        Crawler::from_token(&name.to_ascii_uppercase()).token().to_ascii_lowercase()
    );
}
