//! Names: what a name server answers, what becomes of it, and how often it is asked.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use crate::servers::dns::{Kind, NXDOMAIN, NameServer, Question, Reply, SERVFAIL};
use crate::servers::{End, HERE, Server, answer, fetcher, ok, redirect};
use End::{Failed, Refused};
use FailureKind::{Connect, Dns, Timeout};
use maycrawl_fetch::{AddressGuard, FailureKind, Fetcher, FetcherBuilder};

const FILE: &str = "User-agent: *\nDisallow: /\n";
/// Shut even to who may visit neighbours; who connects all the same reaches this machine.
const SHUT: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

fn asking(dns: &NameServer) -> FetcherBuilder {
    fetcher().name_server(dns.address).deadline(Duration::from_secs(20))
}

async fn ends_in(fetcher: &Fetcher, server: &Server) -> End {
    End::of(&fetcher.fetch_only(&server.origin_at("http://site.test")).await)
}

#[tokio::test]
async fn every_answer_of_a_name_server_has_one_meaning() {
    let six = IpAddr::V6(Ipv6Addr::LOCALHOST);
    let dead = |count: u8| (0..count).map(|nth| IpAddr::from([127, 0, 1, nth]));
    let a = |addresses: Vec<IpAddr>| move |_: &Question| Reply::Addresses(addresses.clone());
    type Answers = Box<dyn Fn(&Question) -> Reply + Send + Sync>;
    let many: Vec<IpAddr> = [HERE].into_iter().chain((0..500).map(|_| SHUT)).collect();
    let four_then_six = |four: Reply, six: Reply| -> Answers {
        Box::new(move |question| if question.kind == Kind::A { four.clone() } else { six.clone() })
    };
    let found = || End::file(FILE);
    let rows: Vec<(&str, Answers, End)> = vec![
        ("an address", Box::new(a(vec![HERE])), found()),
        ("no address at all", Box::new(a(vec![])), Failed(Dns)),
        ("no such name", Box::new(|_| NXDOMAIN), Failed(Dns)),
        ("the server is broken", Box::new(|_| SERVFAIL), Failed(Dns)),
        ("the server refuses", Box::new(|_| Reply::Code(5)), Failed(Dns)),
        ("a name that is its own alias", Box::new(|_| Reply::Alias("site.test")), Failed(Dns)),
        ("an alias of which no more is said", Box::new(|_| Reply::Alias("b.test")), Failed(Dns)),
        (
            "two names that are aliases of each other",
            Box::new(|question| match &question.name[..] {
                "site.test" => Reply::Alias("b.test"),
                _ => Reply::Alias("site.test"),
            }),
            Failed(Dns),
        ),
        (
            "an alias of a name with an address",
            Box::new(|question| match &question.name[..] {
                "site.test" => Reply::Alias("b.test"),
                _ => Reply::Addresses(vec![HERE]),
            }),
            found(),
        ),
        ("more than UDP holds", Box::new(|_| Reply::OverTcp(vec![HERE])), found()),
        ("500 addresses, the first good", Box::new(move |_| Reply::OverTcp(many.clone())), found()),
        ("500 addresses, all shut", Box::new(|_| Reply::OverTcp(vec![SHUT; 500])), Refused),
        ("a shut address", Box::new(a(vec![SHUT])), Refused),
        ("a shut address and a good one", Box::new(a(vec![SHUT, HERE])), found()),
        ("a good address and a shut one", Box::new(a(vec![HERE, SHUT])), found()),
        (
            "metadata, mapped addresses, a shut one",
            Box::new(a(vec![
                "169.254.169.254".parse().unwrap(),
                "::ffff:169.254.169.254".parse().unwrap(),
                "fd00:ec2::254".parse().unwrap(),
                SHUT,
            ])),
            Refused,
        ),
        ("four that are dead", Box::new(a(dead(4).collect())), Failed(Connect)),
        ("a dead one and a good one", Box::new(a(dead(1).chain([HERE]).collect())), found()),
        ("dead in IPv6, good in IPv4", Box::new(a(vec![six, HERE])), found()),
        (
            "IPv4, and IPv6 is unknown",
            four_then_six(Reply::Addresses(vec![HERE]), NXDOMAIN),
            found(),
        ),
        (
            "IPv4, and IPv6 is broken",
            four_then_six(Reply::Addresses(vec![HERE]), SERVFAIL),
            found(),
        ),
        (
            "shut in IPv4, dead in IPv6",
            four_then_six(Reply::Addresses(vec![SHUT]), Reply::Addresses(vec![six])),
            Failed(Connect),
        ),
    ];
    let server = Server::answering(ok(FILE)).await;
    let mut wrong = Vec::new();
    for (sentence, answers, expected) in rows {
        let dns = NameServer::new(answers).await;
        let fetcher = asking(&dns).build().unwrap();
        let before = server.connections();
        let end = ends_in(&fetcher, &server).await;
        let connections = server.connections() - before;
        let asked = dns.questions().len();
        if end != expected || connections != usize::from(expected == found()) {
            wrong.push(format!("{sentence}: {end:?}, not {expected:?}; {connections} connections"));
        }
        if !(1..=40).contains(&asked) {
            wrong.push(format!("{sentence}: {asked} questions"));
        }
        if dns.questions().iter().any(|question| matches!(question.kind, Kind::Other(_))) {
            wrong.push(format!("{sentence}: {:?}", dns.questions()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn an_address_in_ipv6_alone_is_enough() {
    let six = IpAddr::V6(Ipv6Addr::LOCALHOST);
    if tokio::net::TcpListener::bind((six, 0)).await.is_err() {
        return; // a machine without IPv6
    }
    let dns = NameServer::new(move |_| Reply::Addresses(vec![six])).await;
    let server = Server::at(six, 0, vec![answer(ok(FILE))]).await;
    assert_eq!(ends_in(&asking(&dns).build().unwrap(), &server).await, End::file(FILE));
}

#[tokio::test]
async fn a_name_server_that_says_nothing_of_use_is_given_up() {
    let server = Server::answering(ok(FILE)).await;
    for (sentence, reply) in [
        ("silence", Reply::Silence),
        ("garbage", Reply::Garbage),
        ("the answer to another question", Reply::ToAnother(HERE)),
    ] {
        let dns = NameServer::new(move |_| reply.clone()).await;
        let hurried = asking(&dns).deadline(Duration::from_secs(1)).build().unwrap();
        let fetched = hurried.fetch_only(&server.origin_at("http://site.test")).await;
        assert!(matches!(End::of(&fetched), Failed(Timeout | Dns)), "{sentence}: {fetched:?}");
        assert!(fetched.took < Duration::from_secs(10), "{sentence}: {:?}", fetched.took);
        assert!(!dns.questions().is_empty(), "{sentence}");
    }
    // Left alone, the resolver gives up on its own, well before a deadline of half a minute.
    let dns = NameServer::new(|_| Reply::Silence).await;
    let fetched =
        asking(&dns).build().unwrap().fetch_only(&server.origin_at("http://site.test")).await;
    assert_eq!(End::of(&fetched), Failed(Dns));
    assert_eq!(server.connections(), 0);
}

/// DNS rebinding: what was judged is what is connected to, whatever a second question would have answered.
#[tokio::test]
async fn a_name_is_looked_up_once_a_hop() {
    let canary = Server::answering(ok("canary")).await;
    let server = Server::at([127, 0, 0, 2], canary.port(), vec![answer(ok(FILE))]).await;
    for round in 0..20 {
        let dns = NameServer::new(|question| match question.nth {
            0 => Reply::Addresses(vec![[127, 0, 0, 2].into()]),
            _ => Reply::Addresses(vec![HERE]),
        })
        .await;
        let end = ends_in(&asking(&dns).build().unwrap(), &server).await;
        assert_eq!(end, End::file(FILE), "round {round}");
        assert_eq!(
            (dns.query_count(Kind::A), dns.query_count(Kind::Aaaa)),
            (1, 1),
            "round {round}"
        );
    }
    assert_eq!(canary.connections(), 0);
}

#[tokio::test]
async fn every_hop_is_judged_anew() {
    for hop in 1..=5 {
        let canary = Server::answering(ok("canary")).await;
        // The name resolves to an admitted address until this hop, and then to a refused one.
        let dns = NameServer::new(move |question| match question.nth {
            nth if nth < hop => Reply::Addresses(vec![[127, 0, 0, 2].into()]),
            _ => Reply::Addresses(vec![SHUT]),
        })
        .await;
        let scripts = (1..=5).map(|nth| answer(redirect(&format!("/{nth}"))));
        let scripts = scripts.chain([answer(ok(FILE))]).collect();
        let server = Server::at([127, 0, 0, 2], canary.port(), scripts).await;
        let end = ends_in(&asking(&dns).build().unwrap(), &server).await;
        assert_eq!(end, Refused, "hop {hop}");
        assert_eq!(server.requests().len(), hop, "hop {hop}");
        assert_eq!(dns.query_count(Kind::A), hop + 1, "hop {hop}");
        assert_eq!(canary.connections(), 0, "hop {hop}");
    }
}

#[tokio::test]
async fn a_public_fetcher_judges_every_address() {
    let canary = Server::answering(ok("canary")).await;
    let private: Vec<IpAddr> =
        ["127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "::1", "fd00::1"]
            .map(|ip| ip.parse().unwrap())
            .into();
    let dns = NameServer::new(move |_| Reply::Addresses(private.clone())).await;
    let fetcher = asking(&dns).guard(AddressGuard::public_only()).build().unwrap();
    assert_eq!(ends_in(&fetcher, &canary).await, Refused);
    assert_eq!((dns.query_count(Kind::A), dns.query_count(Kind::Aaaa)), (1, 1));
    assert_eq!(canary.connections(), 0);
}

#[tokio::test]
async fn names_that_are_refused_or_no_names_are_not_looked_up() {
    let dns = NameServer::new(|_| Reply::Addresses(vec![HERE])).await;
    let server = Server::answering(ok(FILE)).await;
    let public = asking(&dns).guard(AddressGuard::public_only()).build().unwrap();
    for host in ["localhost", "wiki.internal", "intranet", "metadata.google.internal", "x.local"] {
        let fetched = public.fetch_only(&server.origin_at(&format!("http://{host}"))).await;
        assert_eq!(End::of(&fetched), Refused, "{host}");
    }
    let fetcher =
        asking(&dns).resolve("fixed.test", &[HERE]).resolve("Dot.test.", &[HERE]).build().unwrap();
    for host in ["fixed.test", "fixed.test.", "FIXED.test", "dot.test", "dot.test.", "127.0.0.1"] {
        let fetched = fetcher.fetch_only(&server.origin_at(&format!("http://{host}"))).await;
        assert_eq!(End::of(&fetched), End::file(FILE), "{host}");
    }
    let fetched = fetcher.fetch_only(&server.origin_at("http://metadata.google.internal")).await;
    assert_eq!(End::of(&fetched), Refused);
    assert_eq!(dns.questions(), []);
}

#[tokio::test]
async fn a_name_is_asked_for_as_it_is_and_in_no_domain_of_ours() {
    let dns = NameServer::new(|_| NXDOMAIN).await;
    let fetcher = asking(&dns).build().unwrap();
    for host in ["site.test", "www", "MÜLLER.test"] {
        let origin = crate::servers::origin(&format!("http://{host}"));
        assert_eq!(End::of(&fetcher.fetch_only(&origin).await), Failed(Dns), "{host}");
    }
    let mut names: Vec<_> = dns.questions().into_iter().map(|question| question.name).collect();
    names.dedup();
    assert_eq!(names, ["site.test", "www", "xn--mller-kva.test"]);
}
