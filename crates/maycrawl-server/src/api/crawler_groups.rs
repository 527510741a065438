//! Crawlers that follow the same groups share compiled rules.

use maycrawl::explain::{GroupExplanation, GroupFate};
use maycrawl::robots_txt::Group;
use maycrawl::{Crawler, RobotsTxt};

/// The key of a crawler's rules: the groups that it follows. Most crawlers of one request follow the same groups, so
/// their rules are compiled once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RulesKey {
    ignores_robots_txt: bool,
    groups: Vec<usize>,
}

impl RulesKey {
    /// The key of the rules of `crawler` in the file of these groups. O(groups).
    pub(crate) fn of(Groups(groups): &Groups, crawler: &Crawler) -> Self {
        let trace = groups.explain(crawler, "/");
        let is_followed =
            |group: &&GroupExplanation<'_>| matches!(group.fate, GroupFate::Followed(_));
        Self {
            ignores_robots_txt: crawler.ignores_robots_txt(),
            groups: trace.groups.iter().filter(is_followed).map(|group| group.index).collect(),
        }
    }
}

/// A file with the groups of another one, and one rule in each. It costs less than the complete file to find out which
/// groups a crawler follows.
pub(crate) struct Groups(RobotsTxt<'static>);

impl Groups {
    /// O(bytes).
    pub(crate) fn of(robots: &RobotsTxt<'_>) -> Self {
        let mut file = Vec::new();
        for group in robots.groups() {
            for agent in group.agents() {
                file.extend_from_slice(b"user-agent:");
                file.extend_from_slice(agent.value);
                file.push(b'\n');
            }
            file.extend_from_slice(b"disallow:/\n");
        }
        let short = RobotsTxt::parse_with(&file, robots.profile());
        // The limit on a file, or on a line, could have cut it off.
        let is_same = short.groups().len() == robots.groups().len()
            && short.groups().zip(robots.groups()).all(|(one, other)| agents(one) == agents(other));
        Self(if is_same { short.into_owned() } else { robots.clone().into_owned() })
    }
}

fn agents(group: Group<'_>) -> Vec<&[u8]> {
    group.agents().map(|agent| agent.value).collect()
}

#[cfg(test)]
mod tests {
    use maycrawl::{Crawler, Profile, RobotsTxt};

    use super::{Groups, RulesKey};

    /// A file, and classes of crawlers with the same rules.
    const ROWS: &[(&str, &[&[&str]])] = &[
        ("User-agent: *\nDisallow: /a\n", &[&["Googlebot", "bingbot", "x"], &["AdsBot-Google"]]),
        (
            "User-agent: Googlebot\nAllow: /\nUser-agent: *\nDisallow: /\nUser-agent: googlebot\nDisallow: /b\n",
            &[
                &["Googlebot", "Googlebot-Image", "Googlebot-News"],
                &["bingbot", "x"],
                &["AdsBot-Google"],
            ],
        ),
        (
            "User-agent: a\nUser-agent: b\nDisallow: /\nUser-agent: c\nAllow: /\n",
            &[&["a", "b"], &["c"], &["d", "Googlebot"]],
        ),
        ("Disallow: /\n# no group\n", &[&["a", "Googlebot"]]),
    ];

    #[test]
    fn crawlers_have_one_key_if_they_follow_the_same_groups() {
        for (file, classes) in ROWS {
            let robots = RobotsTxt::parse(file.as_bytes());
            let groups = Groups::of(&robots);
            let key = |name: &&str| RulesKey::of(&groups, &Crawler::from_name(name));
            let keys: Vec<Vec<_>> = classes.iter().map(|it| it.iter().map(key).collect()).collect();
            for (i, class) in keys.iter().enumerate() {
                assert!(class.iter().all(|key| *key == class[0]), "{file}: {:?}", classes[i]);
                assert!(
                    keys[..i].iter().all(|other| other[0] != class[0]),
                    "{file}: {:?}",
                    classes[i]
                );
            }
        }
    }

    /// The groups are so short that a file with a rule in each would exceed the size limit.
    #[test]
    fn no_group_is_lost_at_the_limit_of_the_file() {
        let file = "user-agent:a\nallow:\n".repeat(25_500) + "user-agent:b\nallow:\n";
        let robots = RobotsTxt::parse_with(file.as_bytes(), Profile::GOOGLE);
        let groups = Groups::of(&robots);
        assert_eq!(groups.0.groups().len(), robots.groups().len());
        let keys = ["a", "b", "c"].map(|name| RulesKey::of(&groups, &Crawler::from_name(name)));
        assert!(keys[0] != keys[1] && keys[1] != keys[2], "each has its own groups, or none");
    }
}
