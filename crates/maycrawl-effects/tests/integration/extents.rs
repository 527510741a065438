//! The paths that a change takes or gives, in words: against brute force, and as people read them.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may panic

use maycrawl::pattern::PathPattern;
use maycrawl::{Crawler, Profile, RobotsTxt, RuleSet, UrlPath};
use maycrawl_effects::{Budget, Certainty, Extent, Part, Paths, PathsKind, Region, impact};
use maycrawl_testdata::random::Random;

fn rules_of(file: &str, profile: Profile) -> RuleSet {
    RobotsTxt::parse_with(file.as_bytes(), profile).rules_for(&Crawler::from_token("a"))
}

/// All words of up to `length` letters, each after a slash.
fn paths(letters: &str, length: usize) -> Vec<String> {
    let mut words = vec!["/".to_owned()];
    let mut from = 0;
    for _ in 0..length {
        let end = words.len();
        for at in from..end {
            words.extend(
                letters.chars().map(|letter| format!("{}{letter}", words[at])).collect::<Vec<_>>(),
            );
        }
        from = end;
    }
    words
}

fn is_in(paths: &Paths, path: &str) -> bool {
    let text = paths.text.as_str();
    match paths.kind {
        PathsKind::WholeSite => true,
        PathsKind::Below | PathsKind::BeginsWith => path.starts_with(text),
        PathsKind::Contains => path.contains(text),
        PathsKind::EndsWith => path.ends_with(text),
        PathsKind::Alone => path == text,
        _ => {
            let pattern = PathPattern::new(text.as_bytes(), Profile::GOOGLE);
            pattern.matches(&UrlPath::from_normal_form(path.as_bytes()))
        }
    }
}

/// Whether the words say that the decision about the path is new. `partly` leaves what was decided so before to the
/// reader.
fn is_told(part: &Part, path: &str, was_so_before: bool) -> bool {
    let is_inside = part.paths.iter().all(|it| is_in(it, path))
        && !part.except.iter().any(|it| is_in(it, path));
    assert!(!is_inside || !was_so_before || part.partly, "{path} {part:?}");
    is_inside && !part.already.iter().any(|it| is_in(it, path)) && !was_so_before
}

/// The words name exactly the paths that change, for files of a few short rules and every path that can tell them
/// apart.
#[test]
fn an_extent_is_exactly_what_changes() {
    let mut random = Random(28);
    let paths = paths("ab/", 6);
    let (mut kinds, mut with_exceptions, mut with_already, mut joined) = ([0; 7], 0, 0, 0);
    for round in 0..4000 {
        let mut file = || {
            let rules: String = (0..random.below(5))
                .map(|_| {
                    let kind = ["Allow", "Disallow", "Disallow"][random.below(3) as usize];
                    let end = ["", "", "$"][random.below(3) as usize];
                    format!("{kind}: /{}{end}\n", random.text(b"ab/*", 3))
                })
                .collect();
            format!("User-agent: *\n{rules}")
        };
        let (before, after) = (file(), file());
        let profile = [Profile::GOOGLE, Profile::RFC9309][round % 2];
        let (a, b) = (rules_of(&before, profile), rules_of(&after, profile));
        let changed = impact(&a, &b, &Region::everything(), &mut Budget::default()).unwrap();
        for (extent, is_lost) in [(&changed.lost, true), (&changed.gained, false)] {
            for path in &paths {
                let normal = UrlPath::from_normal_form(path.as_bytes());
                let [old, new] = [&a, &b].map(|rules| rules.check_path(&normal).is_allowed());
                let changes = old == is_lost && new != is_lost;
                let was_so_before = old != is_lost;
                let is_told = extent.as_ref().is_some_and(|extent| {
                    assert_eq!(extent.certainty, Certainty::Exact, "{before}---\n{after}");
                    extent.parts.iter().any(|part| is_told(part, path, was_so_before))
                });
                assert_eq!(
                    is_told, changes,
                    "{path} {is_lost}\n{before}---\n{after}---\n{extent:#?}"
                );
            }
            for part in extent.iter().flat_map(|extent| &extent.parts) {
                part.paths.iter().for_each(|paths| kinds[paths.kind as usize] += 1);
                with_exceptions += usize::from(!part.except.is_empty());
                with_already += usize::from(!part.already.is_empty());
                joined += usize::from(part.paths.len() > 1);
            }
        }
    }
    // What is never reached is not tested.
    assert!(kinds.iter().all(|&count| count > 20), "{kinds:?}");
    assert!(
        with_exceptions > 200 && with_already > 100 && joined > 20,
        "{with_exceptions} {with_already} {joined}"
    );
}

fn extents(before: &str, after: &str, budget: &mut Budget<'_>) -> [Option<Extent>; 2] {
    let file = |rules: &str| format!("User-agent: *\n{}", rules.replace("; ", "\n"));
    let [before, after] = [before, after].map(|rules| rules_of(&file(rules), Profile::GOOGLE));
    let changed = impact(&before, &after, &Region::everything(), budget).unwrap();
    [changed.lost, changed.gained]
}

#[test]
fn people_read_what_is_lost() {
    const SHOP: &str =
        "Disallow: /cart; Disallow: /products/; Allow: /products/new/; Disallow: /*?sort=";
    for (before, after, lost, gained) in [
        (SHOP, &*format!("{SHOP}; Disallow: /"), "the whole site, except /products/new/", ""),
        (
            &*format!("{SHOP}; Disallow: /"),
            SHOP,
            "",
            "the whole site, except /cart, /products/ and paths that contain ?sort=",
        ),
        (
            "Disallow: /catalogue/help/",
            "Disallow: /cat",
            "everything that begins with /cat (blocked before: /catalogue/help/)",
            "",
        ),
        (
            "",
            "Disallow: /catalogue/; Allow: /catalogue/help/",
            "everything below /catalogue/, except /catalogue/help/",
            "",
        ),
        (
            "Disallow: /*.pdf$",
            "Disallow: /*.pdf",
            "all paths that contain .pdf (blocked before: paths that end with .pdf)",
            "",
        ),
        (
            "Disallow: /a/",
            "Disallow: /a",
            "everything that begins with /a (blocked before: /a/)",
            "",
        ),
        ("", "Disallow: /*?", "all paths that contain ?", ""),
        ("", "Disallow: /x$", "the path /x alone", ""),
        ("Allow: /*.css", "Disallow: /assets/", "everything below /assets/", ""),
        (
            "Allow: /; Allow: /assets/*.css",
            "Allow: /; Disallow: /assets/",
            "everything below /assets/",
            "",
        ),
        (
            "Disallow: /assets/; Allow: /*.css$; Allow: /assets/x/",
            "Disallow: /assets/; Allow: /assets/x/",
            "",
            "",
        ),
        (
            "Disallow: /t/; Allow: /*.stylesheet$",
            "Disallow: /t/",
            "all paths that match /t/*.stylesheet$",
            "",
        ),
        ("Disallow: /", "Disallow: /; Allow: /$", "", "the path / alone"),
        (
            "Disallow: /a; Disallow: /b",
            "",
            "",
            "everything that begins with /a and everything that begins with /b",
        ),
        (
            "",
            "Disallow: /a; Disallow: /b; Disallow: /c; Disallow: /d; Disallow: /e",
            "everything that begins with /a, everything that begins with /b, everything that begins with /c and 2 more regions",
            "",
        ),
        (
            "",
            "Disallow: /; Allow: /a; Allow: /b; Allow: /c; Allow: /d",
            "the whole site, except /a, /b, /c and 1 more",
            "",
        ),
        (
            "",
            "Disallow: /; Allow: /a/; Disallow: /a/private/",
            "the whole site, except /a/; everything below /a/private/",
            "",
        ),
        ("Disallow: /; Allow: /a/", "Disallow: /", "everything below /a/", ""),
        ("Disallow: /a", "Disallow: /a; Disallow: /a/b", "", ""),
    ] {
        let found = extents(before, after, &mut Budget::default());
        let words = found.map(|extent| extent.map_or(String::new(), |extent| extent.text));
        assert_eq!(words, [lost, gained], "{before} -> {after}");
    }
}

#[test]
fn what_is_not_proved_is_not_said_as_exact() {
    let rules: String = (0..40).map(|i| format!("Allow: /*{i}*x{i}; ")).collect();
    let (before, after) = ("", format!("{rules}Disallow: /"));
    let mut exact = 0;
    for steps in (0..400_000).step_by(4_000) {
        let [lost, _] = extents(before, &after, &mut Budget::new(steps));
        let Some(lost) = lost else { continue };
        assert!(lost.is_whole_site());
        let is_exact = lost.certainty == Certainty::Exact;
        exact += usize::from(is_exact);
        assert!(is_exact || !lost.text.starts_with("the whole site,"), "{steps} {}", lost.text);
    }
    assert!(exact > 0 && exact < 100);
}

#[test]
fn a_pattern_that_nobody_can_read_has_examples() {
    let after = format!("Disallow: /{}/", "x".repeat(200));
    let [lost, _] = extents("", &after, &mut Budget::default());
    assert!(lost.unwrap().text.starts_with("URLs such as /xxx"));
}
