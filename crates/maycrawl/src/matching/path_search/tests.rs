//! The bound on the work of a check, counted in steps, for every hostile file and each of the three ways to decide.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use maycrawl_testdata::hostile::{ATTACKS, FAMILIES};

use super::PathSearch;
use crate::crawler::Crawler;
use crate::profile::Profile;
use crate::reading::robots_txt::RobotsTxt;
use crate::urls::requested::as_written;
use crate::urls::url_path::UrlPath;

/// The most steps for each byte of the file. A step is one to two nanoseconds, so that a file of 500 KiB and a path of
/// 8 KiB cost 25 to 50 ms.
const MAX_STEPS_PER_FILE_BYTE: usize = 46;

/// The most steps for each byte of the path.
const MAX_STEPS_PER_PATH_BYTE: usize = 300;

/// Hostile files of 500 KiB, each with a path of 8 KiB.
fn hostile() -> impl Iterator<Item = (String, Vec<u8>, Vec<u8>)> {
    let families = FAMILIES.iter().map(|family| {
        let (file, mut path) = (family.make)(family.full);
        path.truncate(8192);
        (family.name.to_string(), file, path)
    });
    let attacks = ATTACKS.iter().map(|attack| {
        let (file, path) = (attack.make)();
        (attack.what.to_string(), file, path)
    });
    families.chain(attacks)
}

#[test]
fn the_work_of_a_check_has_a_bound_on_hostile_files() {
    let profile = Profile::GOOGLE;
    let crawler = Crawler::GOOGLEBOT;
    let mut indexed = 0;
    for (name, file, url) in hostile() {
        let path = UrlPath::from_url(as_written(&url), profile);
        let new = || PathSearch::new(path.as_bytes());
        let robots = RobotsTxt::parse(&file);
        let (compiled, once, explained) = (new(), new(), new());
        robots.rules_for(&crawler).search_wildcards(&compiled);
        let verdict =
            crate::deciding::one_pass::check(&file, crawler.seeker(profile), false, &once, profile);
        assert_eq!(robots.explain_search(&crawler, &explained).verdict, verdict, "{name}");
        assert_eq!(robots.rules_for(&crawler).check(as_written(&url)), verdict, "{name}");
        let bound =
            MAX_STEPS_PER_FILE_BYTE * file.len() + MAX_STEPS_PER_PATH_BYTE * path.as_bytes().len();
        for (way, search) in [("compiled", compiled), ("once", once), ("explained", explained)] {
            std::println!("{:>9} of {bound} steps, {way}: {name}", search.steps());
            assert!(search.steps() <= bound, "{} steps, {way}: {name}", search.steps());
            indexed += usize::from(search.has_index());
        }
    }
    assert!(indexed > 10, "only {indexed} searches of hostile files built the index");
}

#[test]
fn ordinary_files_never_build_the_index() {
    let mut file = String::from("User-agent: *\n");
    for i in 0..500 {
        file += &alloc::format!("Disallow: /shop/{i}/*/print$\nAllow: /*?page={i}&\n");
    }
    let path = "/shop/77/some-article/".to_string() + &"with-a-long-name/".repeat(25);
    let search = PathSearch::new(path.as_bytes());
    let crawler = Crawler::GOOGLEBOT;
    let matcher = crawler.seeker(Profile::GOOGLE);
    let _ =
        crate::deciding::one_pass::check(file.as_bytes(), matcher, false, &search, Profile::GOOGLE);
    assert!(!search.has_index() && search.steps() > 0);
}
