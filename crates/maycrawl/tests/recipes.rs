//! Each recipe, written and asked: who may fetch what.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use maycrawl::{
    Choice, Conduct, Crawler, KnownCrawler, Profile, Purpose, Recipe, RobotsTxt, Star, compose,
    formatted,
};

fn choice(recipe: &str) -> Choice {
    let (name, value) = match recipe.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (recipe, None),
    };
    Recipe::named(name).unwrap().with(value).unwrap()
}

fn file(recipes: &[&str]) -> Result<String, String> {
    let choices: Vec<Choice> = recipes.iter().map(|recipe| choice(recipe)).collect();
    compose(&choices, &[]).map_err(|error| error.to_string())
}

/// May this crawler fetch this path? The same in both profiles.
fn may(file: &str, crawler: &str, path: &str) -> bool {
    let url = format!("https://www.example.com{path}");
    let [google, rfc] = [Profile::GOOGLE, Profile::RFC9309].map(|profile| {
        let robots = RobotsTxt::parse_as(file.as_bytes(), profile);
        robots.rules_for(&Crawler::named(crawler)).check(&url).is_allowed()
    });
    assert_eq!(google, rfc, "{crawler} {path}\n{file}");
    google
}

const YES: bool = true;
const NO: bool = false;

/// A crawler, a path, and whether it may.
type Row = (&'static str, &'static str, bool);

#[test]
fn each_recipe_does_what_it_says() {
    let table: &[(&str, &[Row])] = &[
        ("open", &[("Googlebot", "/", YES), ("Nobody", "/a", YES)]),
        (
            "whole-site",
            &[("Googlebot", "/", NO), ("Nobody", "/a?b", NO), ("AdsBot-Google", "/a", YES)],
        ),
        (
            "directory=/calendar/",
            &[
                ("Googlebot", "/calendar/", NO),
                ("Nobody", "/calendar/2021/", NO),
                ("Nobody", "/calendar", YES),
                ("Nobody", "/Calendar/", YES),
            ],
        ),
        ("directory=/junk", &[("Nobody", "/junk/x", NO), ("Nobody", "/junkyard", YES)]),
        (
            "page=/private_file.html",
            &[("Nobody", "/private_file.html", NO), ("Nobody", "/private_file", YES)],
        ),
        ("keep-open=/directory2/subdirectory1/", &[("Nobody", "/directory2/", YES)]),
        (
            "crawler-directory=Googlebot:/nogooglebot/",
            &[
                ("Googlebot", "/nogooglebot/a", NO),
                ("Googlebot-Image", "/nogooglebot/a", NO),
                ("bingbot", "/nogooglebot/a", YES),
                ("Googlebot", "/", YES),
            ],
        ),
        (
            "only-crawler=Googlebot-news",
            &[
                ("Googlebot-News", "/a", YES),
                ("Googlebot", "/a", NO),
                ("Nobody", "/", NO),
                ("AdsBot-Google", "/a", YES),
            ],
        ),
        (
            "all-but-crawler=Unnecessarybot",
            &[("Unnecessarybot", "/", NO), ("Googlebot", "/a", YES), ("Nobody", "/", YES)],
        ),
        (
            "all-but-crawler=Googlebot,AdsBot-Google",
            &[("Googlebot", "/", NO), ("AdsBot-Google", "/", NO), ("bingbot", "/", YES)],
        ),
        (
            "image=/images/dogs.jpg",
            &[
                ("Googlebot-Image", "/images/dogs.jpg", NO),
                ("Googlebot-Image", "/images/cats.jpg", YES),
                ("Googlebot", "/images/dogs.jpg", YES),
            ],
        ),
        ("images", &[("Googlebot-Image", "/a.png", NO), ("Googlebot", "/a.png", YES)]),
        (
            "file-type=.gif",
            &[
                ("Googlebot", "/a/b.gif", NO),
                ("Googlebot", "/b.gif?x", YES),
                ("bingbot", "/b.gif", YES),
            ],
        ),
        ("url-ending=.xls", &[("Googlebot", "/x.xls", NO), ("Googlebot", "/x.xlsx", YES)]),
        (
            "only-adsense",
            &[("Mediapartners-Google", "/a", YES), ("Googlebot", "/a", NO), ("Nobody", "/", NO)],
        ),
        (
            "staging",
            &[
                ("Googlebot", "/", NO),
                ("AdsBot-Google", "/a", NO),
                ("Mediapartners-Google", "/a", NO),
                ("GPTBot", "/a", NO),
                ("Google-Safety", "/a", YES),
            ],
        ),
        ("search", &[("Nobody", "/search?q=x", NO), ("Nobody", "/", YES)]),
        ("search=/find", &[("Nobody", "/find/x", NO), ("Nobody", "/search", YES)]),
        (
            "parameter",
            &[
                ("Nobody", "/list?sort=a", NO),
                ("Nobody", "/list?page=2&sort=a", NO),
                ("Nobody", "/list?resort=a", YES),
                ("Nobody", "/list?q=sort", YES),
                ("Nobody", "/sort=a", YES),
            ],
        ),
        (
            "session=jsessionid",
            &[("Nobody", "/a;jsessionid=1", NO), ("Nobody", "/a?jsessionid=1", NO)],
        ),
        (
            "ai-training",
            &[
                ("GPTBot", "/", NO),
                ("CCBot", "/a", NO),
                ("Google-Extended", "/a", NO),
                ("AI2Bot", "/a", NO),
                ("OAI-SearchBot", "/", YES),
                ("ChatGPT-User", "/", YES),
                ("Googlebot", "/", YES),
                ("Applebot", "/", YES),
            ],
        ),
        ("ai-search", &[("OAI-SearchBot", "/", NO), ("GPTBot", "/", YES), ("bingbot", "/", YES)]),
        ("ai-user", &[("ChatGPT-User", "/", NO), ("ChatGPT Agent", "/", NO), ("GPTBot", "/", YES)]),
        ("ai-undocumented", &[("Claude-Web", "/", NO), ("ClaudeBot", "/", YES)]),
    ];
    for (recipe, rows) in table {
        let file = file(&[recipe]).unwrap();
        for &(crawler, path, allowed) in *rows {
            assert_eq!(may(&file, crawler, path), allowed, "{recipe}: {crawler} {path}\n{file}");
        }
    }
    for recipe in Recipe::all() {
        let has_row = table.iter().any(|(name, _)| name.split('=').next() == Some(recipe.name));
        assert!(has_row, "no row for {}", recipe.name);
    }
}

/// The samples of the page, line by line but for the remarks.
#[test]
fn the_samples_of_the_page() {
    for (recipes, sample) in [
        (&["whole-site"][..], "User-agent: *|Disallow: /"),
        (
            &["directory=/calendar/", "directory=/junk/"],
            "User-agent: *|Disallow: /calendar/|Disallow: /junk/",
        ),
        (
            &["only-crawler=Googlebot-news"],
            "User-agent: Googlebot-News|Allow: /||User-agent: *|Disallow: /",
        ),
        (
            &["all-but-crawler=Unnecessarybot"],
            "User-agent: Unnecessarybot|Disallow: /||User-agent: *|Allow: /",
        ),
        (&["page=/private_file.html"], "User-agent: *|Disallow: /private_file.html"),
        (&["image=/images/dogs.jpg"], "User-agent: Googlebot-Image|Disallow: /images/dogs.jpg"),
        (&["images"], "User-agent: Googlebot-Image|Disallow: /"),
        (&["file-type=gif"], "User-agent: Googlebot|Disallow: /*.gif$"),
        (&["only-adsense"], "User-agent: *|Disallow: /||User-agent: Mediapartners-Google|Allow: /"),
        (&["url-ending=.xls"], "User-agent: Googlebot|Disallow: /*.xls$"),
        (
            &["crawler-directory=Googlebot:/nogooglebot/", "open"],
            "User-agent: Googlebot|Disallow: /nogooglebot/|Allow: /||User-agent: *|Allow: /",
        ),
        (
            &[
                "crawler-directory=googlebot:/directory1/",
                "crawler-directory=googlebot:/directory2/",
                "all-but-crawler=anothercrawler",
                "keep-open=/directory2/subdirectory1/",
            ],
            "User-agent: Googlebot|Disallow: /directory1/|Disallow: /directory2/|Allow: /|\
             Allow: /directory2/subdirectory1/||User-agent: anothercrawler|Disallow: /||\
             User-agent: *|Allow: /|Allow: /directory2/subdirectory1/",
        ),
    ] {
        let file = file(recipes).unwrap();
        let lines: Vec<&str> = file.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines.join("|"), sample, "{recipes:?}");
    }
}

#[test]
fn every_crawler_of_a_purpose_and_no_other() {
    for (recipe, purposes) in [
        ("ai-training", &[Purpose::AiTraining][..]),
        ("ai-search", &[Purpose::AiSearch]),
        ("ai-user", &[Purpose::AiAgent, Purpose::AiAssistant, Purpose::AiCoding]),
        ("ai-undocumented", &[Purpose::Undocumented]),
    ] {
        let file = file(&[recipe]).unwrap();
        for known in KnownCrawler::all() {
            let is_meant = purposes.contains(&known.purpose) && known.conduct != Conduct::Ignores;
            assert_eq!(may(&file, known.token, "/a"), !is_meant, "{recipe}: {}", known.token);
        }
    }
    let file = file(&["staging"]).unwrap();
    for known in KnownCrawler::all() {
        let ignores = known.conduct == Conduct::Ignores;
        assert_eq!(may(&file, known.token, "/a"), ignores, "{}", known.token);
        assert_eq!(
            file.contains(&format!("User-agent: {}\n", known.token)),
            known.star == Star::Ignored && !ignores
        );
    }
}

/// A group of its own takes a crawler out of `*`: what holds for all is said there too.
#[test]
fn a_group_of_its_own_loses_nothing() {
    let file = file(&["directory=/a/", "file-type=.gif", "image=/b.jpg", "ai-search"]).unwrap();
    for (crawler, path, allowed) in [
        ("Googlebot", "/a/x", NO),
        ("Googlebot", "/x.gif", NO),
        ("Googlebot-Image", "/a/x", NO),
        ("Googlebot-Image", "/x.gif", NO),
        ("Googlebot-Image", "/b.jpg", NO),
        ("Googlebot", "/b.jpg", YES),
        ("bingbot", "/x.gif", YES),
        ("bingbot", "/a/x", NO),
        ("OAI-SearchBot", "/", NO),
        ("AdsBot-Google", "/a/x", YES),
    ] {
        assert_eq!(may(&file, crawler, path), allowed, "{crawler} {path}\n{file}");
    }
}

#[test]
fn recipes_that_undo_one_another_are_refused() {
    for recipes in [
        &["whole-site", "open"][..],
        &["whole-site", "only-crawler=Googlebot"],
        &["only-crawler=Googlebot", "only-crawler=bingbot"],
        &["staging", "only-adsense"],
        &["ai-training", "only-crawler=GPTBot"],
        &["directory=/a/", "keep-open=/a/"],
        // By RFC 9309 this one may always be fetched.
        &["page=/robots.txt"],
        &["all-but-crawler=Google-Safety"],
    ] {
        let error = file(recipes).unwrap_err();
        assert!(error.contains("cannot hold") || error.contains("ignores robots.txt"), "{error}");
    }
}

/// Every pair of recipes is refused or keeps what both say, and is laid out as the formatter would.
#[test]
fn any_two_recipes() {
    let examples: Vec<String> = Recipe::all()
        .iter()
        .map(|recipe| match recipe.wants {
            Some(wanted) => format!("{}={}", recipe.name, wanted.example),
            None => recipe.name.to_owned(),
        })
        .collect();
    let mut refused = 0;
    for a in &examples {
        for b in &examples {
            let choices = [choice(a), choice(b)];
            match compose(&choices, &["https://www.example.com/sitemap.xml"]) {
                Ok(file) => {
                    assert_eq!(&*formatted(file.as_bytes()), file.as_bytes(), "{a} {b}\n{file}");
                    let robots = RobotsTxt::parse(file.as_bytes());
                    assert!(robots.others().count() == 0 && robots.sitemaps().count() == 1);
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 0 && refused < examples.len() * examples.len() / 4, "{refused}");
}

#[test]
fn values_that_cannot_stand_in_a_file_are_refused() {
    for (recipe, value, why) in [
        ("directory", None, "must be told more, such as directory=/calendar/"),
        ("images", Some("/a"), "takes no value"),
        ("directory", Some("calendar"), "begins with `/`"),
        ("directory", Some(""), "begins with `/`"),
        ("page", Some("/a b"), "write %20"),
        ("page", Some("/a#b"), "write %23"),
        ("page", Some("/a\nDisallow: /"), "control character"),
        ("page", Some("/a\0"), "control character"),
        ("page", Some("/a\u{2028}b"), "white space"),
        ("file-type", Some("*.gif$"), "the end alone"),
        ("file-type", Some(""), "nothing that a URL could end with"),
        ("parameter", Some("a&b"), "alone"),
        ("only-crawler", Some("*"), "all of them"),
        ("only-crawler", Some(""), "product token"),
        ("only-crawler", Some("Mozilla/5.0 (compatible)"), "product token"),
        ("only-crawler", Some("Googlebot,\u{1b}[2J"), "product token"),
        ("crawler-directory", Some("/private/"), "parted by a colon"),
    ] {
        let error = Recipe::named(recipe).unwrap().with(value).unwrap_err().to_string();
        assert!(error.contains(why) && !error.contains('\u{1b}'), "{recipe} {value:?}: {error}");
    }
    let long = format!("/{}", "a".repeat(2000));
    assert!(Recipe::named("page").unwrap().with(Some(&long)).is_err());
    for url in ["/sitemap.xml", "https://", "ftp://h/s.xml", "https://h/a b", "https://h/\n", ""] {
        assert!(compose(&[], &[url]).is_err(), "{url:?}");
    }
    assert_eq!(compose(&[], &["https://h/s.xml"]).unwrap(), "Sitemap: https://h/s.xml\n");
}
