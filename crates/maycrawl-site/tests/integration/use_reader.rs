//! The places beside robots.txt, read from real sites on loopback: what is read, absent and not read, and what that
//! makes of an answer.

use std::sync::Mutex;
use std::time::Duration;

use maycrawl::{Crawler, Origin, RequestUrl};
use maycrawl_fetch::{FetchMode, Fetcher};
use maycrawl_site::{ReadPlaces, UsePlaces, UseReadLimits, UseReader, UseSources, robots_place};
use maycrawl_uses::{Outcome, PlaceState, Readings, Source, Use};

use crate::site::{Site, fetcher};

/// The page that is asked about.
const PAGE: &str = "/a";
const TDMREP: &str = "/.well-known/tdmrep.json";
const RESERVED: &str = r#"[{"location":"/","tdm-reservation":1}]"#;
const NOT_RESERVED: &str = r#"[{"location":"/","tdm-reservation":0}]"#;
const OPEN: &str = "User-agent: *\nAllow: /\n";

/// A site whose paths answer so; every other path is missing.
fn site(answers: Vec<(&'static str, String)>) -> Site {
    Site::new(move |path, own| {
        let found = answers.iter().find(|(at, _)| *at == path);
        found.map(|(_, answer)| answer.replace("OWN", own))
    })
}

fn license(terms: &str) -> String {
    format!(
        "<rsl xmlns=\"https://rslstandard.org/rsl\"><content url=\"/\"><license>{terms}</license></content></rsl>"
    )
}

fn html(fields: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{fields}Content-Length: {length}\r\n\r\n{body}"
    )
}

fn limits() -> UseReadLimits {
    UseReadLimits::new(Duration::from_secs(20))
}

struct Asked {
    read: ReadPlaces,
    outcome: Outcome,
    is_whole: bool,
}

impl Asked {
    /// The state of the first report about a place, and its reason.
    fn told(&self, place: Source) -> (PlaceState, &str) {
        let mut reports = self.read.reports().iter().filter(|report| report.place == place);
        let report = reports.next().unwrap_or_else(|| panic!("{place:?} is not told"));
        (report.state, report.message.as_deref().unwrap_or_default())
    }
}

async fn ask_with(
    fetcher: &Fetcher,
    reader: &UseReader,
    site: &Site,
    (places, wanted): (UsePlaces, Use),
) -> Asked {
    let (url, crawler) =
        (RequestUrl::parse(&site.url(PAGE)).unwrap(), Crawler::from_token("CCBot"));
    let robots = fetcher.robots_for(url.as_str()).await.unwrap();
    let asked = (&url, &robots, &[crawler.clone()][..]);
    let read = reader.read(fetcher, asked, places, &|_| Ok(())).await;
    let file = robots.has_file().then(|| robots.parse());
    let sources = UseSources::from_robots_txt(file.as_ref(), !robots.is_known());
    let answer = read.ask(sources, &crawler, &url, wanted, Readings::DEFAULT);
    Asked { read, outcome: answer.outcome, is_whole: !answer.leaves_unread() }
}

async fn ask(site: &Site, names: &[&str], wanted: Use) -> Asked {
    let places = names.iter().map(|name| UsePlaces::by_name(name).unwrap());
    let places = places.fold(UsePlaces::default(), |all, it| all | it);
    ask_with(&fetcher(), &UseReader::new(limits()), site, (places, wanted)).await
}

/// `tdmrep.json` speaks where it was read, is silent where it is absent, and makes neither a grant nor *not said* where
/// it could not be read.
#[tokio::test]
async fn a_tdmrep_file() {
    let large = format!("[{}]", " ".repeat(500 << 10));
    use Outcome::{Conditional, Granted, NotSaid, Refused};
    use PlaceState::{Absent, NotRead, Read};
    for (what, answer, state, words, outcome) in [
        ("it reserves", RESERVED, Read, "", Refused),
        ("it does not reserve", NOT_RESERVED, Read, "", Granted),
        (
            "it is missing",
            "HTTP/1.1 404 N\r\nContent-Length: 0\r\n\r\n",
            Absent,
            "HTTP 404",
            NotSaid,
        ),
        ("it is gone", "HTTP/1.1 410 G\r\nContent-Length: 0\r\n\r\n", Absent, "HTTP 410", NotSaid),
        (
            "it is hidden",
            "HTTP/1.1 403 F\r\nContent-Length: 0\r\n\r\n",
            NotRead,
            "HTTP 403",
            Conditional,
        ),
        (
            "the site fails",
            "HTTP/1.1 500 E\r\nContent-Length: 0\r\n\r\n",
            NotRead,
            "HTTP 500",
            Conditional,
        ),
        ("it is too large", &large, NotRead, "it has more than 512000 bytes", Conditional),
        ("it is a page", "<html>not found", NotRead, "the file is not JSON: line 1", Conditional),
        ("it is no array", r#"{"location":"/"}"#, NotRead, "not a JSON array", Conditional),
        (
            "it is cut off",
            "HTTP/1.1 200 O\r\nContent-Length: 99\r\n\r\n[",
            NotRead,
            "the transfer ended",
            Conditional,
        ),
        ("it moved", "-> /moved.json", Read, "", Refused),
        (
            "it moved to the metadata of a cloud",
            "-> http://169.254.169.254/x",
            NotRead,
            "",
            Conditional,
        ),
        (
            "it moved to a closed path",
            "-> /closed/x",
            NotRead,
            "closes it to maycrawl (line 3)",
            Conditional,
        ),
        ("it moved in a circle", "-> OWN/.well-known/tdmrep.json", NotRead, "loop", Conditional),
        ("it moved to another scheme", "-> ftp://site.test/x", NotRead, "", Conditional),
    ] {
        let robots = "User-agent: *\nContent-Signal: search=yes\nDisallow: /closed/\n".to_owned();
        let site = site(vec![
            ("/robots.txt", robots),
            (TDMREP, answer.to_owned()),
            ("/moved.json", RESERVED.to_owned()),
            ("/closed/x", NOT_RESERVED.to_owned()),
        ]);
        let asked = ask(&site, &["tdmrep.json"], Use::Tdm).await;
        let (found, reason) = asked.told(Source::TdmrepFile);
        assert_eq!((found, asked.outcome), (state, outcome), "{what}: {reason}");
        assert!(reason.contains(words), "{what}: {reason}");
        assert_eq!(asked.is_whole, state != NotRead, "{what}");
        assert_eq!(reason.is_empty(), state == Read, "{what}: {reason}");
        assert!(!site.requests().contains(&"/closed/x".to_owned()), "{what}");
        // What mining is told is no word about search.
        assert_eq!(ask(&site, &["tdmrep.json"], Use::Search).await.outcome, Granted, "{what}");
    }
}

/// One family refuses and another grants, so the answer is a conflict, whatever place they stand in.
#[tokio::test]
async fn places_that_contradict_robots_txt() {
    let grants = "User-agent: *\nContent-Signal: ai-train=yes\n".to_owned();
    let license_line = "License: OWN/l.xml\n";
    for (what, robots, page, names, wanted, expected) in [
        (
            "the page",
            grants.clone(),
            html("", "<meta name=robots content=noai>"),
            &["page"][..],
            Use::Train,
            Outcome::Conflict,
        ),
        (
            "a field",
            grants.clone(),
            html("Content-Usage: train-ai=n\r\n", ""),
            &["page"],
            Use::Train,
            Outcome::Conflict,
        ),
        (
            "a licence of the file",
            format!("{grants}{license_line}"),
            html("", ""),
            &["licences", "page"],
            Use::Train,
            Outcome::Conflict,
        ),
        (
            "a licence of the page",
            grants.clone(),
            html("Link: </l.xml>; rel=license; type=\"application/rsl+xml\"\r\n", ""),
            &["all"],
            Use::Train,
            Outcome::Conflict,
        ),
        (
            "a page that is not asked for",
            grants.clone(),
            html("", "<meta name=robots content=noai>"),
            &[],
            Use::Train,
            Outcome::Granted,
        ),
        (
            "the file of mining",
            OPEN.to_owned(),
            html("tdm-reservation: 0\r\n", ""),
            &["all"],
            Use::Tdm,
            Outcome::Granted,
        ),
    ] {
        let site = site(vec![
            ("/robots.txt", robots),
            (PAGE, page),
            (TDMREP, RESERVED.to_owned()),
            ("/l.xml", license("<prohibits type=\"usage\">ai-train</prohibits>")),
        ]);
        let asked = ask(&site, names, wanted).await;
        assert_eq!(asked.outcome, expected, "{what}: {:?}", asked.read.reports());
    }
}

/// A page that could not be read may refuse what the file grants.
#[tokio::test]
async fn a_page_that_is_not_read_grants_nothing() {
    use PlaceState::{Absent, Cut, NotRead, Read};
    let long = html("", &format!("<p>{}", "a".repeat(2000)));
    for (what, page, state, words, outcome) in [
        ("it is silent", html("", "<p>"), Read, "", Outcome::Granted),
        (
            "it is no HTML",
            "HTTP/1.1 200 O\r\nContent-Type: image/png\r\nContent-Length: 1\r\n\r\nx".to_owned(),
            Read,
            "it is not HTML",
            Outcome::Granted,
        ),
        (
            "it does not exist",
            "HTTP/1.1 404 N\r\nContent-Length: 0\r\n\r\n".to_owned(),
            Absent,
            "HTTP 404",
            Outcome::Granted,
        ),
        (
            "the site fails",
            "HTTP/1.1 503 B\r\nContent-Length: 0\r\n\r\n".to_owned(),
            NotRead,
            "HTTP 503",
            Outcome::Conditional,
        ),
        (
            "it is hidden",
            "HTTP/1.1 401 U\r\nContent-Length: 0\r\n\r\n".to_owned(),
            NotRead,
            "HTTP 401",
            Outcome::Conditional,
        ),
        (
            "it moved",
            "-> /b".to_owned(),
            NotRead,
            "redirects to OWN/b; ask about that URL",
            Outcome::Conditional,
        ),
        ("it is long", long, Cut, "longer than what is read", Outcome::Conditional),
    ] {
        let robots = "User-agent: *\nContent-Signal: ai-train=yes\n".to_owned();
        let site = site(vec![("/robots.txt", robots), (PAGE, page), ("/b", html("", "<p>"))]);
        let reader = UseReader::new(UseReadLimits { page_bytes: 1000, ..limits() });
        let places = UsePlaces::by_name("page").unwrap();
        let asked = ask_with(&fetcher(), &reader, &site, (places, Use::Train)).await;
        let (found, reason) = asked.told(Source::Page);
        assert_eq!((found, asked.outcome), (state, outcome), "{what}: {reason}");
        assert!(reason.contains(&words.replace("OWN", &site.url(""))), "{what}: {reason}");
        assert!(!site.requests().contains(&"/b".to_owned()), "{what}");
    }
}

/// What robots.txt closes to the crawler of this program is not fetched, and is told with the line.
#[tokio::test]
async fn closed_places_are_not_requested() {
    let closing =
        "User-agent: *\nDisallow: /.well-known/\nDisallow: /a\nLicense: OWN/closed.xml\n\n";
    for (what, robots, words) in [
        (
            "for all",
            closing.replace("OWN/closed", "OWN/a/closed"),
            "closes it to maycrawl (line 2)",
        ),
        ("for this program", format!("{OPEN}\nUser-agent: maycrawl\nDisallow: /\n"), "(line 5)"),
        (
            "an outage",
            "HTTP/1.1 503 B\r\nContent-Length: 0\r\n\r\n".to_owned(),
            "could not be read",
        ),
    ] {
        let site = site(vec![
            ("/robots.txt", robots),
            (PAGE, html("", "")),
            (TDMREP, NOT_RESERVED.to_owned()),
        ]);
        for wanted in [Use::Train, Use::Tdm] {
            let asked = ask(&site, &["all"], wanted).await;
            for place in [Source::Response, Source::Page, Source::TdmrepFile, Source::Licences] {
                assert_eq!(asked.told(place).0, PlaceState::NotRead, "{what}: {place:?}");
            }
            assert!(
                asked.told(Source::TdmrepFile).1.contains(words),
                "{what}: {:?}",
                asked.read.reports()
            );
            assert_eq!(asked.outcome, Outcome::Conditional, "{what}");
        }
        let requests = site.requests();
        assert!(requests.iter().all(|path| path == "/robots.txt"), "{what}: {requests:?}");
    }
    // Where robots.txt names this program and opens the site, `*` does not matter.
    let robots = "User-agent: *\nDisallow: /\n\nUser-agent: maycrawl\nAllow: /\n".to_owned();
    let site = site(vec![("/robots.txt", robots), (TDMREP, RESERVED.to_owned())]);
    let asked = ask(&site, &["tdmrep.json"], Use::Tdm).await;
    assert_eq!(
        (asked.told(Source::TdmrepFile).0, asked.outcome),
        (PlaceState::Read, Outcome::Refused)
    );
}

/// Licences are fetched on request alone, up to four, each once; what is not read stays conditional.
#[tokio::test]
async fn licences() {
    let lines = |count: usize| {
        let line = |n| format!("License: OWN/l{n}.xml\n");
        format!("User-agent: *\n{}", (0..count).map(line).collect::<String>())
    };
    let permits = || license("<permits type=\"usage\">all</permits>");
    let five = || -> Vec<(&'static str, String)> {
        ["/l0.xml", "/l1.xml", "/l2.xml", "/l3.xml", "/l4.xml"].map(|path| (path, permits())).into()
    };
    let of = |answer: &str| vec![("/l0.xml", answer.to_owned())];
    for (what, lines, documents, names, requested, outcome) in [
        ("not asked for", lines(1), five(), &["page", "tdmrep.json"][..], 0, Outcome::Conditional),
        ("one grants", lines(1), five(), &["all"], 1, Outcome::Granted),
        ("the page is not asked", lines(1), five(), &["licences"], 1, Outcome::Granted),
        ("five are named", lines(5), five(), &["all"], 4, Outcome::Conditional),
        (
            "one is named twice",
            format!("{}{}", lines(1), "License: OWN/l0.xml\n"),
            five(),
            &["all"],
            1,
            Outcome::Granted,
        ),
        ("none is named", OPEN.to_owned(), five(), &["all"], 0, Outcome::NotSaid),
        ("one is missing", lines(1), vec![], &["all"], 1, Outcome::Conditional),
        ("one is no RSL", lines(1), of("<html>"), &["all"], 1, Outcome::Conditional),
        (
            "one is too large",
            lines(1),
            of(&" ".repeat((1 << 20) + 1)),
            &["all"],
            1,
            Outcome::Conditional,
        ),
        (
            "one moved",
            lines(1),
            vec![("/l0.xml", "-> /l1.xml".to_owned()), ("/l1.xml", permits())],
            &["all"],
            2,
            Outcome::Granted,
        ),
    ] {
        let mut answers = documents;
        answers.extend([("/robots.txt", lines), (PAGE, html("", ""))]);
        let site = site(answers);
        let asked = ask(&site, names, Use::Train).await;
        let count = site.requests().iter().filter(|path| path.starts_with("/l")).count();
        assert_eq!(
            (count, asked.outcome),
            (requested, outcome),
            "{what}: {:?}",
            asked.read.reports()
        );
        let told = asked.read.reports().iter().filter(|it| it.place == Source::Licences);
        let is_known = told.clone().all(|report| report.state.is_known());
        let is_expected = matches!(
            what,
            "one grants" | "one is named twice" | "none is named" | "one moved" | "not asked for"
        );
        assert_eq!(is_known, is_expected, "{what}: {:?}", asked.read.reports());
        assert_eq!(told.count() == 0, what == "not asked for", "{what}");
    }
}

/// Many questions about one site cost one request for its files; each request is permitted first, and their number is
/// bounded.
#[tokio::test]
async fn requests_are_counted() {
    let robots = "User-agent: *\nLicense: OWN/l.xml\n".to_owned();
    let answers = || {
        let permits = license("<permits type=\"usage\">all</permits>");
        vec![
            ("/robots.txt", robots.clone()),
            (PAGE, html("", "")),
            (TDMREP, RESERVED.to_owned()),
            ("/l.xml", permits),
        ]
    };
    let (kept, fetcher, reader) = (site(answers()), fetcher(), UseReader::new(limits()));
    for _ in 0..3 {
        let asked = ask_with(&fetcher, &reader, &kept, (UsePlaces::ALL, Use::Tdm)).await;
        assert_eq!(asked.outcome, Outcome::Refused);
    }
    let mut requests = kept.requests();
    requests.sort();
    assert_eq!(requests, [TDMREP, PAGE, PAGE, PAGE, "/l.xml", "/robots.txt"]);
    // A request that the caller does not permit is not made, and is not kept as an answer of the site.
    let site = site(answers());
    let url = RequestUrl::parse(&site.url(PAGE)).unwrap();
    let robots = fetcher.robots_for(url.as_str()).await.unwrap();
    let (asked, left) = ((&url, &robots, &[Crawler::GOOGLEBOT][..]), Mutex::new(2));
    let permit = |_: &Origin| {
        let mut left = left.lock().unwrap();
        *left -= 1;
        if *left < 0 { Err("the budget is used".to_owned()) } else { Ok(()) }
    };
    let reader = UseReader::new(limits());
    let told = async |permit: &(dyn Fn(&Origin) -> Result<(), String> + Sync)| {
        let read = reader.read(&fetcher, asked, UsePlaces::ALL, permit).await;
        read.reports().iter().map(|report| (report.place, report.state)).collect::<Vec<_>>()
    };
    let states = |last| {
        let first =
            [Source::Response, Source::Page, Source::TdmrepFile].map(|it| (it, PlaceState::Read));
        [&first[..], &[(Source::Licences, last)]].concat()
    };
    assert_eq!(told(&permit).await, states(PlaceState::NotRead));
    assert_eq!(told(&|_| Ok(())).await, states(PlaceState::Read));
}

/// Silence ends at the deadline, and strangers learn no reason. Offline nothing is requested.
#[tokio::test]
async fn silence_and_offline() {
    let silent = |at| site(vec![("/robots.txt", OPEN.to_owned()), (at, "(silence)".to_owned())]);
    let short = UseReadLimits::new(Duration::from_millis(200));
    let places = UsePlaces::by_name("tdmrep.json").unwrap();
    for (limits, words) in [
        (short, "not finished within 0.2 s"),
        (
            UseReadLimits { masked: Some((Duration::from_millis(300), "no answer")), ..short },
            "no answer",
        ),
        (
            UseReadLimits { total: Some(Duration::from_millis(100)), ..limits() },
            "the time of the question was over",
        ),
    ] {
        let site = silent(TDMREP);
        let asked = ask_with(&fetcher(), &UseReader::new(limits), &site, (places, Use::Tdm)).await;
        let (state, reason) = asked.told(Source::TdmrepFile);
        assert_eq!((state, asked.outcome), (PlaceState::NotRead, Outcome::Conditional));
        assert!(reason.contains(words), "{reason}");
    }
    let offline = Fetcher::builder().mode(FetchMode::Offline).build().unwrap();
    let site = site(vec![("/robots.txt", OPEN.to_owned())]);
    let asked =
        ask_with(&offline, &UseReader::new(limits()), &site, (UsePlaces::ALL, Use::Train)).await;
    assert_eq!(
        (asked.told(Source::Page).0, asked.outcome),
        (PlaceState::NotRead, Outcome::Conditional)
    );
    assert_eq!(site.requests(), [""; 0]);
}

#[tokio::test]
async fn the_robots_txt_is_a_place_too() {
    for (answer, state) in [
        (OPEN, PlaceState::Read),
        ("HTTP/1.1 404 N\r\nContent-Length: 0\r\n\r\n", PlaceState::Absent),
        ("HTTP/1.1 503 B\r\nContent-Length: 0\r\n\r\n", PlaceState::NotRead),
    ] {
        let site = site(vec![("/robots.txt", answer.to_owned())]);
        let robots = fetcher().robots_for(&site.url("/")).await.unwrap();
        assert_eq!(robots_place(&robots).state, state, "{answer}");
    }
}
