//! Names of crawlers as people write them, each with the crawler that it means.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use maycrawl::crawler::CrawlerNameErrorKind::{Blank, Byte, Empty, Header, List, TooLong};
use maycrawl::crawler::KnownCrawler;
use maycrawl::crawler::NameMatch::{Alias, Cut, Known, Many, Similar, Unknown};
use maycrawl::{Crawler, RobotsTxt, as_written};

#[test]
fn a_name_resolves_to_its_crawler() {
    for (name, token, kind) in [
        ("Googlebot", "Googlebot", Known),
        ("  gOOGLEBOT ", "Googlebot", Known),
        // The names of Google's documents.
        ("Googlebot News", "Googlebot-News", Alias),
        ("googlebot news", "Googlebot-News", Alias),
        ("Googlebot Image", "Googlebot-Image", Alias),
        ("Googlebot Images", "Googlebot-Image", Alias),
        // The table *Group followed per crawler* in the languages of the documents.
        ("Googlebot News (when crawling images)", "Googlebot-News", Alias),
        ("Googlebot-News (when crawling images)", "Googlebot-News", Alias),
        ("Googlebot-News (saat meng-crawl gambar)", "Googlebot-News", Alias),
        ("Googlebot News (kun kuvat indeksoidaan)", "Googlebot-News", Alias),
        ("Googlebot News (เมื่อรวบรวมข้อมูลรูปภาพ)", "Googlebot-News", Alias),
        ("뉴스 Googlebot(이미지를 크롤링할 때)", "Googlebot-News", Alias),
        ("Googlebot (web)", "Googlebot", Alias),
        ("Googlebot(web)", "Googlebot", Alias),
        ("Googlebot Berita", "Googlebot-News", Alias),
        ("Googlebot Gambar", "Googlebot-Image", Alias),
        ("뉴스 Googlebot", "Googlebot-News", Alias),
        ("이미지 Googlebot", "Googlebot-Image", Alias),
        ("googlebot-images", "Googlebot-Image", Alias),
        ("Googlebot Video", "Googlebot-Video", Alias),
        ("Googlebot Mobile", "Googlebot-Mobile", Alias),
        ("Googlebot-Mobile", "Googlebot-Mobile", Known),
        ("AdsBot", "AdsBot-Google", Alias),
        ("Adsbot", "AdsBot-Google", Alias),
        ("Google AdsBot", "AdsBot-Google", Alias),
        ("AdsBot Google", "AdsBot-Google", Alias),
        ("AdSense", "Mediapartners-Google", Alias),
        ("GPT Bot", "GPTBot", Alias),
        ("panscient.com", "Panscient", Alias),
        ("Ahrefs Bot", "AhrefsBot", Alias),
        // *googlebot/1.2* and *googlebot\** are equivalent to *googlebot*.
        ("googlebot/1.2", "Googlebot", Cut),
        ("googlebot*", "Googlebot", Cut),
        ("Googlebot 2.1", "Googlebot", Cut),
        ("Googlebot-Image/1.0", "Googlebot-Image", Cut),
        ("Googlebot News/1.0", "Googlebot-News", Alias),
        ("ExampleBot/2.1", "ExampleBot", Cut),
        ("iaskspider/2.0", "iaskspider", Cut),
        // Names of the table that are not product tokens.
        ("kangaroo bot", "Kangaroo Bot", Known),
        ("Google Favicon", "Google Favicon", Known),
        ("brightbot 1.0", "Brightbot", Cut),
        ("archive.org_bot", "archive.org_bot", Known),
        ("MJ12bot", "MJ12bot", Known),
        // Unknown ones.
        ("ExampleBot", "ExampleBot", Unknown),
        ("Example2Bot", "Example2Bot", Unknown),
        ("*", "*", Unknown),
        ("Gogglebot", "Gogglebot", Similar),
        ("ahrefsbott", "ahrefsbott", Similar),
        ("brave", "brave", Similar),
        ("all", "all", Many),
        ("AI", "AI", Many),
        ("any-search", "any-search", Many),
        ("allbot", "allbot", Unknown),
        // Legal product tokens of their own: a file can have a group for them.
        ("bingbot_", "bingbot_", Similar),
        ("gpt-bot", "gpt-bot", Similar),
        ("Googlebot_News", "Googlebot_News", Similar),
        ("GooglebotVideo", "GooglebotVideo", Similar),
    ] {
        let resolved = Crawler::resolve(name).unwrap();
        assert_eq!((resolved.crawler().token(), resolved.kind()), (token, kind), "{name}");
        assert_eq!(resolved.note().is_none(), matches!(kind, Known | Unknown), "{name}");
        let known = KnownCrawler::by_name(token).map(Crawler::from);
        assert_eq!(
            *resolved.crawler(),
            known.unwrap_or_else(|| Crawler::from_token(token)),
            "{name}"
        );
    }
}

#[test]
fn a_text_that_is_not_one_name_is_refused() {
    const GPTBOT: &str =
        "Mozilla/5.0 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)";
    for (name, kind, suggestion) in [
        ("", Empty, None),
        (" \t", Empty, None),
        ("Googlebot,GPTBot", List, None),
        ("Googlebot GPTBot", Blank, Some("Googlebot")),
        ("Example Bot", Blank, None),
        ("Googlebot!", Byte, Some("Googlebot")),
        ("Googlebot:News", Byte, Some("Googlebot")),
        ("b\u{f6}t", Byte, None),
        ("/", Byte, None),
        ("GPTBot\u{1b}[2J", Byte, Some("GPTBot")),
        ("Mozilla/5.0", Header, None),
        ("Mozilla/5.0 (compatible; Googlebot-Image/1.0)", Header, Some("Googlebot-Image")),
        (GPTBOT, Header, Some("GPTBot")),
    ] {
        let error = Crawler::resolve(name).unwrap_err();
        assert_eq!((error.kind(), error.suggestion()), (kind, suggestion), "{name}: {error}");
        assert!(!error.to_string().contains('\u{1b}'), "{error}");
    }
    assert_eq!(Crawler::resolve(&"a".repeat(257)).unwrap_err().kind(), TooLong);
}

#[test]
fn notes_about_names() {
    for (name, words) in [
        ("all", "`all` is taken as the name of one crawler, not as a word for many"),
        (
            "googlebot-images",
            "`googlebot-images` is taken as Googlebot-Image, its name in a robots.txt",
        ),
        (
            "googlebot*",
            "`googlebot*` is taken as Googlebot: a product token has no version and no `*`",
        ),
        (
            "brave",
            "No known crawler is called `brave`. Similar: Bravebot. (An unknown crawler follows its own group, then `*`.)",
        ),
    ] {
        assert_eq!(Crawler::resolve(name).unwrap().note().unwrap(), words);
    }
    for (name, words) in [
        (
            "Googlebot,GPTBot",
            "`Googlebot,GPTBot` is a list; write one crawler: a product token has only letters, `-` and `_`",
        ),
        (
            "Googlebot GPTBot",
            "`Googlebot GPTBot` is not the name of a crawler: a product token has only letters, `-` and `_`; \
             did you mean Googlebot?",
        ),
        (
            "Mozilla/5.0 (compatible; bingbot/2.0)",
            "`Mozilla/5.0 (compatible; bingbot/2.0)` is a User-Agent header; write the crawler's product token, here bingbot",
        ),
    ] {
        assert_eq!(Crawler::resolve(name).unwrap_err().to_string(), words);
    }
}

#[test]
fn a_list_is_split_at_its_commas() {
    for (names, tokens) in [
        ("GPTBot", &["GPTBot"][..]),
        ("Googlebot,GPTBot", &["Googlebot", "GPTBot"]),
        (" Googlebot News , AdsBot ,", &["Googlebot-News", "AdsBot-Google"]),
    ] {
        let resolved = Crawler::resolve_list(names).unwrap();
        let found: Vec<&str> = resolved.iter().map(|it| it.crawler().token()).collect();
        assert_eq!(found, tokens, "{names}");
    }
    for (names, kind) in [
        ("", Empty),
        (",,", Empty),
        ("Googlebot,Googlebot GPTBot", Blank),
        ("Mozilla/5.0 (KHTML, like Gecko; compatible; GPTBot/1.2)", Header),
    ] {
        assert_eq!(Crawler::resolve_list(names).unwrap_err().kind(), kind, "{names}");
    }
}

/// The example of Google's specification: which crawler follows which group, by the names of its table.
#[test]
fn the_example_of_the_specification_by_its_own_names() {
    let robots = RobotsTxt::parse(
        b"user-agent: googlebot-news\ndisallow: /g1\n\nuser-agent: *\ndisallow: /g2\n\n\
          user-agent: googlebot\ndisallow: /g3\n",
    );
    for (name, path) in [
        ("Googlebot News", "/g1"),
        ("Googlebot (web)", "/g3"),
        ("Googlebot Images", "/g3"),
        ("Googlebot-images", "/g3"),
        ("Googlebot/1.2", "/g3"),
        ("Otherbot (web)", ""),
        ("Otherbot-News", "/g2"),
    ] {
        let Ok(resolved) = Crawler::resolve(name) else {
            assert!(path.is_empty(), "{name}");
            continue;
        };
        let rules = robots.rules_for(resolved.crawler());
        for group in ["/g1", "/g2", "/g3"] {
            assert_eq!(
                rules.check(as_written(group)).is_allowed(),
                group != path,
                "{name} {group}"
            );
        }
    }
}
