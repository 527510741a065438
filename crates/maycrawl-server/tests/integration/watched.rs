//! The page of watched sites: its order, its age, its bounds, and texts of strangers.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode, header};
use maycrawl::Origin;
use maycrawl_fetch::{Clock, ClockReading, Fetcher, Store, Timestamp};
use maycrawl_lint::Severity;
use maycrawl_server::watched::{Expected, Rung, WatchedChange, WatchedSite};
use maycrawl_server::{AppState, Disclosure, HostPolicy, RequestLimits, admin_router};
use serde_json::Value;
use tower_service::Service as _;

const HOUR: Duration = Duration::from_secs(3600);
const NOON: Timestamp = Timestamp::from_millis(1_795_262_400_000);

/// A store with watched sites, and the address for operators, at a time.
struct Scene {
    store: Store,
    clock: Clock,
    router: Router,
}

impl Scene {
    fn new() -> Self {
        let store = Store::memory(1 << 20);
        let clock = Clock::fixed(ClockReading { wall: NOON, steady: Duration::ZERO });
        let fetcher = Fetcher::builder().store(store.clone()).build().unwrap();
        let counters = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
        let hosts = HostPolicy::for_listen("127.0.0.1:8081".parse().unwrap(), &[]);
        let router = admin_router(&fetcher, counters.handle(), hosts, clock.clone());
        Self { store, clock, router }
    }

    async fn note(&self, site: &str, note: Vec<u8>) {
        let key = WatchedSite::key(&Origin::parse(site).unwrap());
        self.store.put_notes(vec![(key, Some(note))]).await.unwrap();
    }

    async fn watch(&self, site: &str, watched: &WatchedSite) {
        self.note(site, serde_json::to_vec(watched).unwrap()).await;
    }

    fn wait(&self, duration: Duration) {
        let now = self.clock.now();
        self.clock
            .set(ClockReading { wall: now.wall.after(duration), steady: now.steady + duration });
    }

    async fn get(&self, path: &str) -> (StatusCode, String) {
        let request = Request::get(path).header("host", "127.0.0.1:8081").body(Body::empty());
        let response = self.router.clone().call(request.unwrap()).await.unwrap();
        let status = response.status();
        let policy = response.headers().get(header::CONTENT_SECURITY_POLICY);
        assert!(policy.is_some(), "{path}");
        if status == StatusCode::OK && path.starts_with("/watched") {
            assert_eq!(response.headers()[header::CACHE_CONTROL], "no-store", "{path}");
        }
        let body = to_bytes(response.into_body(), 8 << 20).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    async fn page(&self) -> String {
        self.get("/watched").await.1
    }

    async fn json(&self, query: &str) -> Value {
        serde_json::from_str(&self.get(&format!("/watched.json{query}")).await.1).unwrap()
    }

    async fn statuses(&self) -> Vec<(String, String)> {
        let list = self.json("").await;
        let word = |value: &Value| value.as_str().unwrap().to_owned();
        let sites = list["sites"].as_array().unwrap().iter();
        sites.map(|site| (word(&site["site"]), word(&site["status"]))).collect()
    }
}

/// A site without news, looked at a minute ago.
fn quiet() -> WatchedSite {
    WatchedSite {
        since: Timestamp::from_millis(NOON.as_millis() - 400 * 86_400_000),
        looked: Timestamp::from_millis(NOON.as_millis() - 60_000),
        interval: Some(HOUR),
        rung: Rung::Readable,
        state: "robots.txt was fetched just now".to_owned(),
        failing_since: None,
        flaps: false,
        change: None,
        expected: Expected::Nothing,
    }
}

fn peer() -> SocketAddr {
    (Ipv4Addr::LOCALHOST, 1).into()
}

fn changed(hours_ago: u64, severity: Severity, summary: &str) -> Option<WatchedChange> {
    let at = Timestamp::from_millis(NOON.as_millis() - hours_ago * 3_600_000);
    Some(WatchedChange { at, severity, summary: summary.to_owned() })
}

fn failing(lines: &[&str]) -> Expected {
    Expected::Fails { count: 12, lines: lines.iter().map(|&line| line.to_owned()).collect() }
}

#[tokio::test]
async fn the_worst_site_is_first() {
    let scene = Scene::new();
    let unreadable = |rung| WatchedSite { rung, failing_since: Some(NOON), ..quiet() };
    let old = Timestamp::from_millis(NOON.as_millis() - 7_200_000);
    let error = |hours_ago| changed(hours_ago, Severity::Error, "lose the whole site");
    for (site, watched) in [
        ("https://z.example", WatchedSite { expected: failing(&["allow *"]), ..quiet() }),
        ("https://y.example", unreadable(Rung::Disallowed)),
        ("https://x.example", unreadable(Rung::NoLimits)),
        ("https://w.example", unreadable(Rung::LastCopy)),
        ("https://v.example", unreadable(Rung::Refused)),
        ("https://u.example", WatchedSite { looked: old, ..quiet() }),
        ("https://t.example", WatchedSite { flaps: true, ..quiet() }),
        ("https://s.example", WatchedSite { change: error(2), ..quiet() }),
        ("https://r.example", WatchedSite { change: error(3), ..quiet() }),
        // An old change, and one without a bad effect, are no news.
        ("https://c.example", WatchedSite { change: error(30), ..quiet() }),
        ("https://d.example", WatchedSite { change: changed(1, Severity::Note, ""), ..quiet() }),
        ("https://b.example", quiet()),
        ("https://a.example", quiet()),
    ] {
        scene.watch(site, &watched).await;
    }
    let statuses = scene.statuses().await;
    let order: String = statuses.iter().map(|(site, _)| &site[8..9]).collect();
    assert_eq!(order, "zyxwvutsrdcab");
    let names: Vec<_> = statuses.iter().map(|(_, status)| status.as_str()).collect();
    let expected = [
        "expectation-fails",
        "nothing-allowed",
        "no-limits",
        "last-copy",
        "refused",
        "stale",
        "flapping",
        "changed",
        "changed",
        "good",
        "good",
        "good",
        "good",
    ];
    assert_eq!(names, expected);
    let page = scene.page().await;
    let all = [
        "13 sites: 1 does not meet its expectations; 1 cannot be read, so nothing may be crawled;",
        "4 without news",
        "12 do not hold",
        "and 11 more",
        "cannot be read since",
        "nothing may be crawled",
        "Old: not asked since",
        "lose the whole site",
    ];
    for text in all {
        assert!(page.contains(text), "{text}: {page}");
    }
    assert!(!page.contains("class=\"alarm\""), "{page}");
    // Nothing of it at the address for clients.
    let (public, _) = maycrawl_server::router(AppState {
        fetcher: Fetcher::builder().store(scene.store).build().unwrap(),
        unreached: Disclosure::Full,
        limits: RequestLimits::default(),
        hosts: HostPolicy::default(),
        for_agents: false,
        clock: scene.clock,
    });
    for path in ["/watched", "/watched.json"] {
        let request = Request::get(path).header("host", "h").extension(ConnectInfo(peer()));
        let answer = public.clone().call(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_page_that_nobody_renews_says_so_first() {
    let scene = Scene::new();
    let page = scene.page().await;
    assert!(page.contains("No site is watched in this store"), "{page}");
    scene.watch("https://a.example", &quiet()).await;
    assert!(!scene.page().await.contains("class=\"alarm\""));
    // Longer than the interval, and still within what the plan of a watcher allows one site.
    scene.wait(HOUR + Duration::from_secs(120));
    let page = scene.page().await;
    let alarm = page.find("The watcher has stopped.").expect(&page);
    assert!(alarm < page.find("As of").unwrap(), "{page}");
    assert_eq!(scene.statuses().await[0].1, "good");
    scene.wait(HOUR / 2);
    assert_eq!(scene.statuses().await[0].1, "stale");
    // A watcher that looks at another site in time does not make this one newer.
    let other = WatchedSite { looked: scene.clock.now().wall, ..quiet() };
    scene.watch("https://b.example", &other).await;
    let page = scene.page().await;
    assert!(!page.contains("class=\"alarm\""), "{page}");
    assert!(page.contains("2 sites: 1 was not asked in time; 1 without news"), "{page}");
    // While another one is watched, a site that is not asked for a month is not listed.
    scene.wait(31 * 24 * HOUR);
    let other = WatchedSite { looked: scene.clock.now().wall, ..quiet() };
    scene.watch("https://b.example", &other).await;
    let list = scene.json("").await;
    assert_eq!((&list["total"], &list["left_out"]), (&1.into(), &1.into()));
    // When nothing is watched any more, all of them are.
    scene.wait(31 * 24 * HOUR);
    let list = scene.json("").await;
    assert_eq!((&list["total"], &list["left_out"]), (&2.into(), &0.into()));
    assert_eq!((&list["watcher_is_running"], &list["stale"]), (&false.into(), &2.into()));
}

#[tokio::test]
async fn a_failure_stays_worst_when_it_is_old() {
    let scene = Scene::new();
    let broken = WatchedSite { expected: failing(&["a"]), ..quiet() };
    scene.watch("https://a.example", &broken).await;
    scene.wait(24 * HOUR);
    assert_eq!(scene.statuses().await[0].1, "expectation-fails");
    let page = scene.page().await;
    assert!(page.contains("Old: not asked since"), "{page}");
    assert!(page.contains("1 of those with trouble not asked in time either"), "{page}");
}

#[tokio::test]
async fn a_look_of_the_future_proves_nothing() {
    let scene = Scene::new();
    let site = WatchedSite { looked: NOON.after(24 * HOUR), ..quiet() };
    scene.watch("https://a.example", &site).await;
    let page = scene.page().await;
    assert!(page.contains("The clocks of the watcher and of this service differ"), "{page}");
    assert_eq!(scene.statuses().await[0].1, "stale");
}

#[tokio::test]
async fn texts_of_strangers_stay_text() {
    let scene = Scene::new();
    let evil = "</td><script>alert(1)</script>\u{202e}\u{0}\"'&";
    let site = WatchedSite {
        rung: Rung::LastCopy,
        state: evil.to_owned(),
        failing_since: Some(NOON),
        change: changed(1, Severity::Error, evil),
        expected: failing(&[evil, evil]),
        ..quiet()
    };
    scene.watch("https://a.example", &site).await;
    let page = scene.page().await;
    assert!(!page.contains("<script") && !page.contains('\u{202e}'), "{page}");
    let text = "&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;\\u{202e}\\x00&quot;&#39;&amp;";
    assert_eq!(page.matches(text).count(), 4, "{page}");
    assert_eq!(scene.json("").await["sites"][0]["state"], evil);
}

#[tokio::test]
async fn a_record_that_cannot_be_read_is_counted() {
    let scene = Scene::new();
    scene.watch("https://a.example", &quiet()).await;
    scene.note("https://b.example", b"{\"since\":\"later release\"}".to_vec()).await;
    let key = "watch/shown/javascript:alert(1)".to_owned();
    scene.store.put_notes(vec![(key, Some(serde_json::to_vec(&quiet()).unwrap()))]).await.unwrap();
    let list = scene.json("").await;
    assert_eq!((&list["total"], &list["unreadable_records"]), (&1.into(), &2.into()));
    assert!(scene.page().await.contains("2 records cannot be read"));
}

#[tokio::test]
async fn a_page_has_a_hundred_sites() {
    let scene = Scene::new();
    for number in 0..250 {
        scene.watch(&format!("https://{number:03}.example"), &quiet()).await;
    }
    let broken = WatchedSite { expected: failing(&["a"]), ..quiet() };
    scene.watch("https://249.example", &broken).await;
    let mut seen = Vec::new();
    for page in 1..=4 {
        let list = scene.json(&format!("?page={page}")).await;
        assert_eq!((&list["total"], &list["pages"]), (&250.into(), &3.into()));
        let sites = list["sites"].as_array().unwrap();
        assert_eq!(sites.len(), [100, 100, 50, 0][page - 1]);
        seen.extend(sites.iter().map(|site| site["site"].as_str().unwrap().to_owned()));
    }
    assert_eq!(seen[0], "https://249.example");
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 250);
    let (_, second) = scene.get("/watched?page=2").await;
    assert!(second.contains("Sites 101 to 200 of 250."), "{second}");
    assert!(second.contains("?page=1\">Previous") && second.contains("?page=3\">Next"), "{second}");
    let (_, last) = scene.get("/watched?page=9").await;
    assert!(last.contains("There is no page 9; there are 3."), "{last}");
    for query in ["?page=0", "?page=x", "?page=-1", "?page=99999999999", "?pages=2"] {
        assert_eq!(
            scene.get(&format!("/watched{query}")).await.0,
            StatusCode::BAD_REQUEST,
            "{query}"
        );
    }
}
