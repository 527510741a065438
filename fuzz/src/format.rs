//! Any bytes are formatted: every profile reads the same directives before and after, and formatting twice changes
//! nothing more.

use maycrawl::field::Field;
use maycrawl::{Profile, RobotsTxt};

/// The directives of a file in order, each field with its value. Every verdict follows from them.
fn directives(file: &[u8], profile: Profile) -> Vec<(Field, Vec<u8>)> {
    let robots = RobotsTxt::parse_with(file, profile);
    let all = robots.lines().filter_map(|line| line.directive());
    all.map(|d| (Field::from_key(d.key(), profile).0, d.value().to_vec())).collect()
}

/// Panics if that is not so.
pub fn check(file: &[u8]) {
    let formatted = maycrawl_lint::format(file);
    assert_eq!(*maycrawl_lint::format(&formatted), *formatted);
    for profile in
        [Profile::GOOGLE, Profile::GOOGLE_2019, Profile::RFC9309, Profile::GOOGLE.verbatim()]
    {
        assert_eq!(directives(file, profile), directives(&formatted, profile));
        let comments = |file: &[u8]| {
            RobotsTxt::parse_with(file, profile).lines().filter(|line| line.has_comment).count()
        };
        assert_eq!(comments(file), comments(&formatted));
    }
}
