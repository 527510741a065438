//! The verdicts of the files that recipes write.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use maycrawl::crawler::{AiList, Compliance, KnownCrawler, StarGroup};
use maycrawl::{Crawler, Profile, RobotsTxt, as_written};
use maycrawl_effects::expectation::{self, ExpectationOutcome, Verifier};
use maycrawl_effects::{Budget, minimised};
use maycrawl_lint::recipe::{ChosenRecipe, Recipe, compose, extend};
use maycrawl_lint::{format, lint};

pub fn choice(recipe: &str) -> ChosenRecipe {
    let (name, value) = match recipe.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (recipe, None),
    };
    Recipe::by_name(name).unwrap().with(value).unwrap()
}

fn file(recipes: &[&str]) -> Result<String, String> {
    let choices: Vec<ChosenRecipe> = recipes.iter().map(|recipe| choice(recipe)).collect();
    compose(&choices, &[]).map_err(|error| error.to_string())
}

/// True if this crawler may fetch this path; asserts that both profiles agree.
fn may(file: &str, crawler: &str, path: &str) -> bool {
    let url = format!("https://www.example.com{path}");
    let [google, rfc] = [Profile::GOOGLE, Profile::RFC9309].map(|profile| {
        let robots = RobotsTxt::parse_with(file.as_bytes(), profile);
        robots.rules_for(&Crawler::from_token(crawler)).check(as_written(&url)).is_allowed()
    });
    assert_eq!(google, rfc, "{crawler} {path}\n{file}");
    google
}

const YES: bool = true;
const NO: bool = false;

/// A crawler, a path, and whether the crawler may fetch it.
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
            "page=/useless_file.html",
            &[("Nobody", "/useless_file.html", NO), ("Nobody", "/useless_file", YES)],
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
        ("slow-crawler=bingbot:10", &[("bingbot", "/a", YES), ("Googlebot", "/a", YES)]),
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
        (
            "file-type=gif,.png",
            &[("Googlebot", "/b.gif", NO), ("Googlebot", "/b.png", NO), ("Googlebot", "/b", YES)],
        ),
        (
            "video=/videos/dogs.mp4",
            &[
                ("Googlebot-Video", "/videos/dogs.mp4", NO),
                ("Googlebot-Video", "/videos/cats.mp4", YES),
                ("Googlebot", "/videos/dogs.mp4", YES),
            ],
        ),
        ("videos", &[("Googlebot-Video", "/a.mp4", NO), ("Googlebot", "/a.mp4", YES)]),
        (
            "audio",
            &[
                ("Googlebot", "/a.mp3", NO),
                ("Googlebot", "/a.flac", NO),
                ("Googlebot", "/a.mp4", YES),
                ("bingbot", "/a.mp3", YES),
            ],
        ),
        ("audio=wma", &[("Googlebot", "/a.wma", NO), ("Googlebot", "/a.mp3", YES)]),
        (
            "any-case=/MyP",
            &[
                ("Nobody", "/myprivatefolder/", NO),
                ("Nobody", "/MYPrivateFolder/", NO),
                ("Nobody", "/mYp", NO),
                ("Nobody", "/my-page", YES),
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
        ("search", &[("Nobody", "/search?q=x", NO), ("Nobody", "/searching", YES)]),
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
            "parameter=sort,color=",
            &[
                ("Nobody", "/list?sort=a", NO),
                ("Nobody", "/list?color=a", NO),
                ("Nobody", "/list?a=b&color=a", NO),
                ("Nobody", "/list?sort,color=a", YES),
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
                ("Amazonbot", "/a", NO),
                ("OAI-SearchBot", "/", YES),
                ("Bravebot", "/", YES),
                ("Diffbot", "/", YES),
                ("Baiduspider", "/", YES),
                ("ChatGPT-User", "/", YES),
                ("Googlebot", "/", YES),
                ("Applebot", "/", YES),
            ],
        ),
        (
            "no-training",
            &[
                ("GPTBot", "/", NO),
                ("Google-Extended", "/a", NO),
                ("Googlebot", "/", YES),
                ("OAI-SearchBot", "/", YES),
                ("Nobody", "/", YES),
            ],
        ),
        ("ai-search", &[("OAI-SearchBot", "/", NO), ("GPTBot", "/", YES), ("bingbot", "/", YES)]),
        ("ai-user", &[("Claude-User", "/", NO), ("ChatGPT-User", "/", YES), ("GPTBot", "/", YES)]),
        (
            "ai-training-unconfirmed",
            &[("Diffbot", "/", NO), ("GPTBot", "/", YES), ("Baiduspider", "/", YES)],
        ),
        ("ai-search-unconfirmed", &[("ExaSearchBot", "/", NO), ("OAI-SearchBot", "/", YES)]),
        ("ai-user-unconfirmed", &[("ChatGPT-User", "/", NO), ("Claude-User", "/", YES)]),
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

/// The samples of Google's page, line by line without the remarks.
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
        (&["page=/useless_file.html"], "User-agent: *|Disallow: /useless_file.html"),
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
fn every_crawler_of_a_list_and_no_other() {
    for (recipe, list, is_confirmed) in [
        ("ai-training", AiList::Training, true),
        ("ai-training-unconfirmed", AiList::Training, false),
        ("ai-search", AiList::Search, true),
        ("ai-search-unconfirmed", AiList::Search, false),
        ("ai-user", AiList::User, true),
        ("ai-user-unconfirmed", AiList::User, false),
        ("ai-undocumented", AiList::Undocumented, false),
    ] {
        let file = file(&[recipe]).unwrap();
        for known in KnownCrawler::all() {
            let is_meant = known.ai_list() == Some(list) && known.is_confirmed() == is_confirmed;
            assert_eq!(may(&file, known.token, "/a"), !is_meant, "{recipe}: {}", known.token);
        }
    }
    let file = file(&["staging"]).unwrap();
    for known in KnownCrawler::all() {
        let ignores = known.compliance == Compliance::Ignores;
        assert_eq!(may(&file, known.token, "/a"), ignores, "{}", known.token);
        assert_eq!(
            file.contains(&format!("User-agent: {}\n", known.token)),
            known.star == StarGroup::Ignored && !ignores
        );
    }
}

/// A crawler with its own group does not follow `*`, so the group repeats the rules for all crawlers.
#[test]
fn a_separate_group_keeps_the_rules_for_all() {
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
fn conflicting_recipes_are_refused() {
    for recipes in [
        &["whole-site", "open"][..],
        &["whole-site", "only-crawler=Googlebot"],
        &["only-crawler=Googlebot", "only-crawler=bingbot"],
        &["staging", "only-adsense"],
        &["ai-training", "only-crawler=GPTBot"],
        &["directory=/a/", "keep-open=/a/"],
        // In RFC 9309 this path may always be fetched.
        &["page=/robots.txt"],
        &["all-but-crawler=Google-Safety"],
    ] {
        assert!(file(recipes).is_err(), "{recipes:?}");
    }
}

#[test]
fn a_crawler_that_is_blocked_completely_is_called_so() {
    let made = file(&["crawler-directory=AhrefsBot:/"]).unwrap();
    assert_eq!(
        made,
        "# These crawlers may not crawl the site\nUser-agent: AhrefsBot\nDisallow: /\n"
    );
}

#[test]
fn the_error_names_the_two_recipes() {
    for (recipes, words) in [
        (
            &["whole-site", "open"][..],
            "recipe `whole-site` conflicts with recipe `open`: `/` must be disallowed for Googlebot, but the rule `Allow: /` allows it",
        ),
        (
            &["open", "images", "whole-site"],
            "recipe `whole-site` conflicts with recipe `open`: `/` must be",
        ),
        (
            &["directory=/a/", "keep-open=/a/"],
            "recipe `directory=/a/` conflicts with recipe `keep-open=/a/`: `/a/` must be disallowed for Googlebot",
        ),
        (
            &["ai-training", "only-crawler=GPTBot"],
            "recipe `ai-training` conflicts with recipe `only-crawler=GPTBot`: `/` must be disallowed for GPTBot",
        ),
        (
            &["page=/robots.txt"],
            "recipe `page=/robots.txt` cannot work: `/robots.txt` must be disallowed for Googlebot, but /robots.txt itself is always allowed",
        ),
        (
            &["all-but-crawler=Google-Safety"],
            "recipe `all-but-crawler=Google-Safety` cannot work: Google-Safety ignores robots.txt",
        ),
    ] {
        let error = file(recipes).unwrap_err();
        assert!(error.starts_with(words), "{recipes:?}: {error}");
    }
}

/// The only findings in a finished file are those that the recipe asks for: it blocks the site, and the sitemap with
/// it.
#[test]
fn files_of_recipes_have_no_findings() {
    const CLOSED: [&str; 3] = ["R504", "R601", "R602"];
    // Notes on what a signal says, which is what the recipe is for.
    const SIGNALS: [&str; 2] = ["R121", "R122"];
    let mut files: Vec<(String, String)> = Vec::new();
    for recipe in Recipe::all() {
        let choice = recipe.with(recipe.parameter.map(|wanted| wanted.example)).unwrap();
        let sitemap = "https://www.example.com/sitemap.xml";
        let file = compose(&[choice], &[sitemap, sitemap]).unwrap();
        files.push((recipe.name.to_owned(), file));
    }
    let all = Recipe::all().iter().filter(|recipe| recipe.name.starts_with("ai-"));
    let all: Vec<ChosenRecipe> = all.map(|recipe| recipe.with(None).unwrap()).collect();
    files.push(("all AI crawlers".to_owned(), compose(&all, &[]).unwrap()));
    for (name, file) in files {
        for profile in [Profile::GOOGLE, Profile::RFC9309] {
            let robots = RobotsTxt::parse_with(file.as_bytes(), profile);
            for found in lint(&robots) {
                let is_wanted = CLOSED.contains(&found.lint.code)
                    || (name == "no-training" && SIGNALS.contains(&found.lint.code))
                    // The note says who reads a delay, which the recipe says too.
                    || (name == "slow-crawler" && found.lint.code == "R111");
                assert!(is_wanted, "{name}: {} {}\n{file}", found.lint.code, found.message);
            }
        }
    }
}

/// Names as people write them become product tokens, and a note says so.
#[test]
fn recipes_accept_crawler_names_as_people_write_them() {
    for (value, tokens, note) in [
        ("googlebot", &["Googlebot"][..], None),
        (
            "Googlebot News",
            &["Googlebot-News"],
            Some("`Googlebot News` is taken as Googlebot-News"),
        ),
        ("AdsBot", &["AdsBot-Google"], Some("`AdsBot` is taken as AdsBot-Google")),
        ("GPTBot, CCBot,gptbot", &["GPTBot", "CCBot"], None),
        (
            "Gogglebot",
            &["Gogglebot"],
            Some("No known crawler is called `Gogglebot`. Similar: Googlebot"),
        ),
        ("ExampleBot", &["ExampleBot"], None),
    ] {
        let choice = Recipe::by_name("only-crawler").unwrap().with(Some(value)).unwrap();
        assert_eq!(choice.crawlers().collect::<Vec<_>>(), tokens, "{value}");
        let notes: Vec<&str> = choice.notes().collect();
        match note {
            None => assert!(notes.is_empty(), "{value}: {notes:?}"),
            Some(note) => assert!(notes.len() == 1 && notes[0].starts_with(note), "{notes:?}"),
        }
    }
}

/// Every pair of recipes is refused, or the file does what both say and has the standard format.
#[test]
fn any_two_recipes() {
    let examples: Vec<String> = Recipe::all()
        .iter()
        .map(|recipe| match recipe.parameter {
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
                    assert_eq!(&*format(file.as_bytes()), file.as_bytes(), "{a} {b}\n{file}");
                    let robots = RobotsTxt::parse(file.as_bytes());
                    let known: [&[u8]; 3] = [b"Content-Signal", b"Content-Usage", b"Crawl-delay"];
                    assert!(robots.other_lines().all(|line| known.contains(&line.key)));
                    assert_eq!(robots.sitemaps().count(), 1);
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 0 && refused < examples.len() * examples.len() / 4, "{refused}");
}

#[test]
fn values_that_cannot_be_written_in_a_file_are_refused() {
    for (recipe, value, why) in [
        (
            "directory",
            None,
            "the recipe `directory` needs a value, for example directory=/calendar/",
        ),
        ("images", Some("/a"), "takes no value"),
        ("directory", Some("calendar"), "begins with `/`"),
        ("directory", Some(""), "begins with `/`"),
        ("page", Some("/a b"), "write %20"),
        ("page", Some("/a#b"), "write %23"),
        ("page", Some("/a\nDisallow: /"), "control character"),
        ("page", Some("/a\0"), "control character"),
        (
            "directory",
            Some("/{id}/"),
            "no crawler requests `/{id}/`, because it escapes such characters; write /%7Bid%7D/",
        ),
        ("directory", Some("/a\\b"), "write /a/b"),
        ("page", Some("/a/../b"), "because it resolves dots"),
        ("any-case", Some("/{a}"), "write /%7Ba%7D"),
        ("parameter", Some("<a>"), "write /?%3Ca%3E="),
        ("page", Some("/a\u{2028}b"), "white space"),
        ("file-type", Some("*.gif$"), "only the ending"),
        ("file-type", Some(""), "the ending is empty"),
        ("parameter", Some("a&b"), "write only the name"),
        ("only-crawler", Some("*"), "all of them"),
        ("only-crawler", Some(""), "is empty"),
        ("only-crawler", Some("Mozilla/5.0 (compatible)"), "User-Agent header"),
        ("only-crawler", Some("Googlebot GPTBot"), "not the name of a crawler"),
        ("file-type", Some("Googlebot-Video:.mp4"), "write only the file type, such as .mp4"),
        ("file-type", Some(".gif,"), "the ending is empty"),
        ("file-type", Some("g?f"), "a dot and letters"),
        ("parameter", Some("sort,"), "write only the name"),
        ("any-case", Some("MyP"), "begins with `/`"),
        ("any-case", Some("/1/"), "the value has no letters"),
        ("any-case", Some("/M*"), "plain letters"),
        ("any-case", Some("/MyPrivateFolder"), "at most 6, such as /MyP"),
        ("only-crawler", Some("Googlebot,\u{1b}[2J"), "product token"),
        ("crawler-directory", Some("/private/"), "a colon and the directory"),
    ] {
        let error = Recipe::by_name(recipe).unwrap().with(value).unwrap_err().to_string();
        assert!(error.contains(why) && !error.contains('\u{1b}'), "{recipe} {value:?}: {error}");
    }
    let long = format!("/{}", "a".repeat(2000));
    assert!(Recipe::by_name("page").unwrap().with(Some(&long)).is_err());
    for url in ["/sitemap.xml", "https://", "ftp://h/s.xml", "https://h/a b", "https://h/\n", ""] {
        assert!(compose(&[], &[url]).is_err(), "{url:?}");
    }
    let twice = ["https://h/s.xml", "https://h/s.xml"];
    assert_eq!(compose(&[], &twice).unwrap(), "Sitemap: https://h/s.xml\n");
}

/// What a file of recipes says about a use to each crawler that follows `*`, for all paths.
fn refuses_training(file: &str) -> bool {
    let expected = "refuse train * /\nrefuse train GPTBot Googlebot Google-Extended ExampleBot /\n";
    let expected = expectation::parse(expected).unwrap();
    let robots = RobotsTxt::parse(file.as_bytes());
    let verifier = Verifier::new(&robots, &mut Budget::default());
    expected.iter().all(|one| {
        verifier.verify(one, &mut Budget::default()).outcome == ExpectationOutcome::Holds
    })
}

/// The recipe refuses training to everybody, alone and with others, in a new file and in one that exists; and it
/// survives minimising.
#[test]
fn no_training_is_said_to_every_crawler() {
    for recipes in [
        &["no-training"][..],
        &["no-training", "directory=/a/"],
        &["ai-search", "no-training", "ai-training"],
        &["no-training", "images", "keep-open=/a/b/"],
        &["open", "no-training"],
    ] {
        let file = file(recipes).unwrap();
        assert!(refuses_training(&file), "{file}");
        let shorter = minimised(&RobotsTxt::parse(file.as_bytes()), &mut Budget::default());
        assert!(refuses_training(str::from_utf8(&shorter.bytes).unwrap()), "{file}");
    }
    let alone = file(&["no-training"]).unwrap();
    assert_eq!(
        minimised(&RobotsTxt::parse(alone.as_bytes()), &mut Budget::default()).bytes,
        alone.as_bytes()
    );
    let before = "User-agent: *\nDisallow: /a\n\nUser-agent: bingbot\nAllow: /\n";
    let extended = extend(before, &[choice("no-training")], &[], &mut Budget::default()).unwrap();
    assert!(refuses_training(&extended) && extended.starts_with(before), "{extended}");
    // The file says the opposite, and no document says which counts.
    let contrary = "User-agent: *\nContent-Signal: ai-train=yes\nDisallow: /a\n";
    let error =
        extend(contrary, &[choice("no-training")], &[], &mut Budget::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "recipe `no-training` cannot be used: AI training would not be refused for `/` and Googlebot \
         (conflict: line 2 has `ai-train=yes`); change that in the file first"
    );
}
