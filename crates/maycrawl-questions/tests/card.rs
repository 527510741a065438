//! The reader's test: from the text of a card alone a program answers how many pages may be fetched, which line
//! decides, and what opens the page. The answers are compared with those of the matcher, page by page.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may panic

use maycrawl::{Crawler, RobotsTxt, as_written};
use maycrawl_language::Language;
use maycrawl_questions::card::Card;
use maycrawl_questions::{Answer, Question, ask};
use serde_json::json;

fn card(robots: &str, urls: &[String], language: Language) -> Box<Card> {
    let values = json!({ "robots": robots, "urls": urls }).to_string();
    let question = Question::from_json("card", values.as_bytes()).unwrap();
    match ask(question, language, &mut || true).unwrap() {
        Answer::Card(card) => card,
        other => panic!("{other:?}"),
    }
}

/// Twenty files of different kinds: one closed folder, several, almost all, all, none, groups of others, patterns.
const FILES: [&str; 20] = [
    "User-agent: *\nDisallow: /products/\n",
    "User-agent: *\nDisallow: /cart\nDisallow: /products/\n",
    "User-agent: *\nDisallow: /\n",
    "User-agent: *\nDisallow: /\nAllow: /blog/\n",
    "User-agent: *\nDisallow:\n",
    "",
    "User-agent: bingbot\nDisallow: /\n",
    "User-agent: Googlebot\nDisallow: /blog/\n\nUser-agent: *\nDisallow: /\n",
    "User-agent: Googlebot\nUser-agent: bingbot\nDisallow: /products/item-1\n",
    "User-agent: *\nDisallow: /*1\nAllow: /blog/\n",
    "User-agent: *\nDisallow: /*-2$\nDisallow: /*?\n",
    "# shop\n\nUser-agent: *\nCrawl-delay: 2\nDisallow: /blog/post-3\nDisallow: /blog/post-4\nDisallow: /cart\n",
    "User-agent: *\nDisallow: /p\nAllow: /products/item-1$\nAllow: /products/item-2$\n",
    "User-agent: *\nAllow: /\nDisallow: /products/\nDisallow: /blog/\nDisallow: /cart\nDisallow: /about\n",
    "User-agent: *\r\nDisallow: /products/\r\n\r\nSitemap: https://example.com/sitemap.xml\r\n",
    "User-agent: Googlebot\nDisallow: /cart\n\nUser-agent: Googlebot\nDisallow: /products/item-3\n",
    "User-agent: *\nDisallow: /\nAllow: /$\n",
    "User-agent: *\nDisallow: /*`x`\nDisallow: /blog/*5\n",
    "User-agent: *\nDisallow: /products/item-10\nDisallow: /products/item-2\nDisallow: /blog/post-7\nDisallow: /about\n\
     Disallow: /cart\nDisallow: /blog/post-9\nDisallow: /blog/post-1\n",
    "User-agent: Googlebot\nDisallow: /\nAllow: /products/\nDisallow: /products/item-4\n",
];

fn pages() -> Vec<String> {
    let products = (1..=62).map(|number| format!("/products/item-{number}"));
    let posts = (1..=20).map(|number| format!("/blog/post-{number}"));
    let others = ["/", "/about", "/cart", "/cart?step=2"].map(str::to_owned);
    others.into_iter().chain(products).chain(posts).collect()
}

/// What a reader of a language looks for. Numbers stand before or after the words.
struct Words {
    language: Language,
    line: Place,
    only: Place,
    stays: Place,
    all: &'static str,
    none: &'static str,
    after_line: Place,
    on_line: Place,
}

enum Place {
    After(&'static str),
    Before(&'static str),
}
use Place::{After, Before};

const WORDS: [Words; 5] = [
    Words {
        language: Language::English,
        line: After("by line "),
        only: After("may crawl only "),
        stays: Before(" stay"),
        all: "All ",
        none: "None of the ",
        after_line: After("after line "),
        on_line: After("on line "),
    },
    Words {
        language: Language::Finnish,
        line: After("rivi "),
        only: After(": vain "),
        stays: After("auki jää "),
        all: ": kaikki ",
        none: "yksikään luetelluista ",
        after_line: After("rivin "),
        on_line: After("riville "),
    },
    Words {
        language: Language::Indonesian,
        line: After("oleh baris "),
        only: After("hanya boleh meng-crawl "),
        stays: Before(" tetap terbuka"),
        all: "Semua ",
        none: "Tidak satu pun dari ",
        after_line: After("setelah baris "),
        on_line: After("di baris "),
    },
    Words {
        language: Language::Korean,
        line: Before("행: "),
        only: Before("개만 크롤링"),
        stays: Before("개는 열려 있습니다"),
        all: "개가 모두",
        none: "차단된 것은 없",
        after_line: Before("행 "),
        on_line: Before("행에 "),
    },
    Words {
        language: Language::Thai,
        line: After("ตามบรรทัด "),
        only: After("ได้เพียง "),
        stays: After("ยังเปิดอยู่ "),
        all: "ทั้ง ",
        none: "ไม่มีหน้าใดใน ",
        after_line: After("หลังบรรทัด "),
        on_line: After("ในบรรทัด "),
    },
];

impl Place {
    fn number(&self, text: &str) -> Option<usize> {
        let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
        let found = match self {
            After(words) => digits(text.split_once(words)?.1),
            Before(words) => {
                let before: String = text.split_once(words)?.0.chars().rev().collect();
                digits(&before).chars().rev().collect()
            }
        };
        found.parse().ok()
    }
}

/// What a reader of the text knows.
#[derive(Debug, PartialEq)]
struct Known {
    open: usize,
    line: Option<u32>,
    /// The rule that opens the page, and where it belongs.
    repair: Option<(String, Where)>,
}

/// Where a rule belongs.
#[derive(Debug, PartialEq)]
enum Where {
    AfterLine(usize),
    OnLine(usize),
}

fn read(words: &Words, text: &str) -> Known {
    let mut lines = text.lines();
    let verdict = lines.next().unwrap();
    let (_url, _about, effect) =
        (lines.next().unwrap(), lines.next().unwrap(), lines.next().unwrap());
    // The numbers of a sentence stand outside of the code.
    let effect: String = effect.split('`').step_by(2).collect();
    let all_or_none = || {
        let (is_none, is_all) = (effect.contains(words.none), effect.contains(words.all));
        assert!(is_none != is_all, "{effect}");
        if is_all { 0 } else { PAGES }
    };
    let open = words.only.number(&effect).or_else(|| words.stays.number(&effect));
    let repair = lines.next().filter(|line| line.contains(['“', '”'])).map(|line| {
        let mut parts = line.split(['“', '”']);
        let rule = parts.nth(1).unwrap().to_owned();
        let after = words.after_line.number(line).map(Where::AfterLine);
        (rule, after.or_else(|| words.on_line.number(line).map(Where::OnLine)).unwrap())
    });
    let line = words.line.number(verdict).map(|line| u32::try_from(line).unwrap());
    Known { open: open.unwrap_or_else(all_or_none), line, repair }
}

/// The number of [`pages`].
const PAGES: usize = 86;

#[test]
fn the_text_alone_answers_how_many_pages_which_line_and_which_repair() {
    let pages = pages();
    assert_eq!(pages.len(), PAGES);
    let mut answers = 0;
    for file in FILES {
        let rules = RobotsTxt::parse(file.as_bytes()).rules_for(&Crawler::GOOGLEBOT);
        let is_open = |page: &&String| rules.check(as_written(page)).is_allowed();
        let open = pages.iter().filter(is_open).count();
        let page = pages.iter().find(|page| !is_open(page)).unwrap_or(&pages[0]);
        let verdict = rules.check(as_written(page));
        for words in &WORDS {
            let text = card(file, &pages, words.language).text;
            let known = read(words, &text);
            assert_eq!((known.open, known.line), (open, verdict.line()), "{text}");
            assert_eq!(known.repair.is_some(), !verdict.is_allowed(), "{text}");
            if let Some((rule, place)) = known.repair {
                let mut lines: Vec<_> = file.lines().collect();
                // One page of a site, or the site that is closed.
                let opened = match place {
                    Where::AfterLine(line) => {
                        lines.insert(line, &rule);
                        open + 1
                    }
                    Where::OnLine(line) => {
                        lines[line - 1] = &rule;
                        PAGES
                    }
                };
                let repaired = RobotsTxt::parse(lines.join("\n").as_bytes()).into_owned();
                let rules = repaired.rules_for(&Crawler::GOOGLEBOT);
                assert!(rules.check(as_written(page)).is_allowed(), "{text}");
                let now = pages.iter().filter(|page| rules.check(as_written(page)).is_allowed());
                assert_eq!(now.count(), opened, "it opens what it says: {text}");
            }
            answers += 1;
        }
    }
    assert_eq!(answers, 100);
}

/// A page of its own: nothing of a file or a URL is markup, in HTML and in Markdown.
#[test]
fn what_a_stranger_wrote_is_text_alone() {
    let file = "User-agent: *\nDisallow: /<script>alert(1)</script>`](javascript:x)*\nDisallow: /\u{202e}\n";
    let urls = ["/<script>alert(1)</script>`](javascript:x)", "/\u{202e}", "/<b>\"'&"];
    let urls = urls.map(str::to_owned);
    for language in Language::ALL {
        let card = card(file, &urls, language);
        assert!(card.verdict.matches('`').count() == 2, "{}", card.verdict);
        for text in [&card.html, &card.markdown, &card.text] {
            assert!(!text.contains('\u{202e}'), "{text}");
        }
        let tags = card.html.matches("<script").count() + card.html.matches("<b>").count();
        assert_eq!(tags, 0, "{}", card.html);
        let outside: String = card.markdown.split('`').step_by(2).collect();
        assert!(!outside.replace("\\]", "").contains("]("), "{}", card.markdown);
        assert!(card.html.len() < 4096, "{} bytes", card.html.len());
    }
}

/// One page of the site, and entries that are none: nothing took too long, and nothing is left out in silence.
#[test]
fn what_is_not_counted_has_its_reason() {
    let list = |urls: &[&str]| {
        let values = json!({
            "robots": FILES[0], "origin": "https://shop.test", "url": "/about", "urls": urls,
        });
        let question = Question::from_json("card", values.to_string().as_bytes()).unwrap();
        match ask(question, Language::English, &mut || true) {
            Ok(Answer::Card(card)) => card,
            other => panic!("{other:?}"),
        }
    };
    let part = "Googlebot may crawl a part of the site.";
    assert_eq!(list(&[]).pages, part);
    assert_eq!(list(&["/about"]).pages, part);
    let card = list(&["/about", "https://other.test/", "no url"]);
    let others = "2 listed entries are of other sites or no URLs, and are not counted.";
    assert_eq!(card.pages, format!("{part} {others}"));
    let description = card.html.split("og:description\" content=\"").nth(1).unwrap();
    let description = description.split('"').next().unwrap();
    assert!(description.contains("a draft of robots.txt for https://shop.test"), "{description}");
}

/// A card that is stopped says so, at each of its pauses: a count of a part would look whole.
#[test]
fn a_card_that_takes_too_long_counts_nothing() {
    let pages = pages();
    let values = json!({ "robots": FILES[1], "url": "/cart", "urls": pages }).to_string();
    let mut counted = 0;
    for end in 0..12 {
        let mut pauses = 0;
        let mut may_continue = || {
            pauses += 1;
            pauses <= end
        };
        let question = Question::from_json("card", values.as_bytes()).unwrap();
        let Ok(Answer::Card(card)) = ask(question, Language::English, &mut may_continue) else {
            panic!("a page that is named has a verdict")
        };
        assert!(card.verdict.starts_with("Blocked for Googlebot by line 2"), "{}", card.verdict);
        match card.count {
            Some(count) => {
                counted += 1;
                assert_eq!((count.open, count.closed), (22, 64));
            }
            None => assert!(card.pages.contains("was not counted"), "{}", card.pages),
        }
    }
    assert!((1..12).contains(&counted), "{counted}");
    let values = json!({ "robots": FILES[4], "urls": pages }).to_string();
    let question = Question::from_json("card", values.as_bytes()).unwrap();
    assert!(ask(question, Language::English, &mut || false).is_err());
}

/// A verdict about something else than a whole robots.txt says so before anything else.
#[test]
fn what_is_no_robots_txt_or_only_a_part_of_one_is_said_first() {
    let long = format!("User-agent: *\nDisallow: /a\n{}", "# filler\n".repeat(60_000));
    let rows = [
        ("<!doctype html>\n<title>Not found</title>\n", "web page"),
        ("{\"error\": \"not found\"}\n", "JSON"),
        (long.as_str(), "500 KiB"),
        (FILES[0], ""),
    ];
    for (file, said) in rows {
        let card = card(file, &["/a".into(), "/b".into()], Language::English);
        let about = card.about.strip_prefix("This is about a draft of robots.txt, ").unwrap();
        assert!(about.contains(said), "{about}");
        assert_eq!(about.matches(". ").count(), usize::from(!said.is_empty()), "{about}");
    }
}

#[test]
fn a_rule_that_is_written_in_another_way_is_told() {
    let file = "User-agent: *\nDisallow: /Shop/\nDisallow: /a`[x](https://a.example)\n";
    for Words { language, .. } in WORDS {
        let told = card(file, &["/shop/cart".to_owned()], language);
        assert!(told.notes[0].contains("`Disallow: /Shop/`"), "{language:?}: {:?}", told.notes);
        assert!(told.text.contains("/Shop/") && told.markdown.contains("`Disallow: /Shop/`"));
        let none = card(file, &["/cart".to_owned()], language);
        assert!(!none.text.contains("/Shop/"), "{language:?}: {}", none.text);
        let hostile = card(file, &["/A%60%5Bx%5D(https://a.example)".to_owned()], language);
        assert!(hostile.notes.iter().all(|note| note.matches('`').count() % 2 == 0));
    }
}

#[test]
fn a_password_does_not_travel() {
    for (url, shown) in [
        ("http://me:p@w@shop.example/a@b", "http://shop.example/a@b"),
        ("https://shop.example?a@b", "https://shop.example?a@b"),
        ("/a://b@c", "/a://b@c"),
    ] {
        let told = card("User-agent: *\nDisallow: /\n", &[url.to_owned()], Language::English);
        assert_eq!(told.answer.url, shown);
        assert!(!told.html.contains("p@w") && !told.markdown.contains("p@w"));
    }
}
