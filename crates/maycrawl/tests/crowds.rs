//! Files with so many wildcard rules that a check indexes the path: the same verdicts as one by one.

use maycrawl::{Crawler, Profile, RobotsTxt, check_once};

/// Text of few letters, so that segments do occur, often and in the wrong order.
fn text(state: &mut u64, letters: &[u8], length: usize) -> String {
    (0..length)
        .map(|_| {
            *state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            char::from(letters[(*state >> 33) as usize % letters.len()])
        })
        .collect()
}

#[test]
fn thousands_of_wildcard_rules_decide_as_one_by_one() {
    let mut state = 1;
    for (letters, length, segment) in
        [("ab", 3000, 14), ("ab", 2000, 9), ("abc/", 1500, 7), ("a", 1000, 30), ("ab", 1000, 40)]
    {
        let path = "/".to_owned() + &text(&mut state, letters.as_bytes(), length);
        let mut file = String::from("User-agent: *\n");
        for i in 0..1500 {
            let kind = if i % 3 == 0 { "Allow" } else { "Disallow" };
            let first = text(&mut state, letters.as_bytes(), segment + i % 5);
            let second = text(&mut state, letters.as_bytes(), segment);
            let end = ["", "$", "*", "b$"][i % 4];
            file += &format!("{kind}: /*{first}*{second}{end}\n");
        }
        let rules = RobotsTxt::parse(file.as_bytes()).rules_for(&Crawler::GOOGLEBOT);
        for cut in [path.len(), path.len() - 1, path.len() / 2] {
            let path = &path[..cut];
            let one_by_one =
                check_once(file.as_bytes(), &Crawler::GOOGLEBOT, path, Profile::GOOGLE);
            assert_eq!(rules.check(path), one_by_one, "{letters} {length} {segment} {cut}");
        }
    }
}
