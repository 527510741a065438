//! Any bytes are laid out: both readings say the same before and after, and the layout of a layout is itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use maycrawl::field::Field;
use maycrawl::{Profile, RobotsTxt, formatted};

/// What every verdict follows from: each field that is read, with its value, in order.
fn said(file: &[u8], profile: Profile) -> Vec<(Field, Vec<u8>)> {
    let robots = RobotsTxt::parse_with(file, profile);
    let directives = robots.lines().filter_map(|line| line.directive());
    directives.map(|d| (Field::from_key(d.key(), profile).0, d.value().to_vec())).collect()
}

fuzz_target!(|file: &[u8]| {
    let laid_out = formatted(file);
    assert_eq!(*formatted(&laid_out), *laid_out);
    for profile in
        [Profile::GOOGLE, Profile::GOOGLE_2019, Profile::RFC9309, Profile::GOOGLE.verbatim()]
    {
        assert_eq!(said(file, profile), said(&laid_out, profile));
        let comments = |file: &[u8]| {
            RobotsTxt::parse_with(file, profile).lines().filter(|line| line.has_comment).count()
        };
        assert_eq!(comments(file), comments(&laid_out));
    }
});
