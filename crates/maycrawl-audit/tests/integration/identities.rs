//! Lists, spans of validity, the DNS, and the three outcomes.

use maycrawl_audit::identity::{AddressList, Claim, Identities, Identity};

use crate::scene::{Hosts, identities, time};

const GOOGLE_LIST: &str =
    "https://developers.google.com/static/crawling/ipranges/common-crawlers.json";
const BING_LIST: &str = "https://www.bing.com/toolbox/bingbot.json";

fn list(created: &str, prefix: &str) -> String {
    format!(
        r#"{{"creationTime": "2026-11-{created}Z", "prefixes": [{{"ipv4Prefix": "{prefix}"}}]}}"#
    )
}

fn outcome(identities: &mut Identities, agent: &str, address: &str, at: &str) -> String {
    match identities.identify(Claim::from_user_agent(agent), address.parse().ok(), time(at)) {
        Identity::Proved(_) => "proved".to_owned(),
        Identity::Forged(checks) => format!("forged by {}", checks.len()),
        Identity::Unknown(why) => why.name().to_owned(),
    }
}

#[test]
fn every_other_form_is_an_error_with_its_place() {
    #[rustfmt::skip]
    let cases = [
        ("<html>moved</html>", "line 1"),
        ("", "file"),
        ("# only a comment\n", "file"),
        ("192.0.2.0/24\n10.0.0.1/8\n", "line 2"),
        ("[]", "file"),
        ("{}", "prefixes"),
        (r#"{"prefixes": {}}"#, "prefixes"),
        (r#"{"prefixes": ["192.0.2.0/24"]}"#, "prefixes[0]"),
        (r#"{"prefixes": [{"ipv4Prefix": "192.0.2.0/24"}, {"ipv4Prefix": "192.0.2.0/33"}]}"#, "prefixes[1].ipv4Prefix"),
        (r#"{"prefixes": [{"ipv4Prefix": "2001:db8::/32"}]}"#, "prefixes[0].ipv4Prefix"),
        (r#"{"prefixes": [{"ipv6Prefix": ["2001:db8::/32"]}]}"#, "prefixes[0].ipv6Prefix"),
        (r#"{"prefixes": [{"prefix": "192.0.2.0/24"}]}"#, "prefixes"),
        (r#"{"creationTime": "today", "prefixes": []}"#, "creationTime"),
        (r#"{"formatVersion": "2.0", "prefixes": []}"#, "formatVersion"),
        (r#"{"prefixes": [{"ipv4Prefix": "192.0.2.0/24", "services": [1]}]}"#, "prefixes[0].services"),
        (r#"{"prefixes": [}"#, "line 1, column 15"),
    ];
    for (text, place) in cases {
        let error = AddressList::read("https://list.example", time("01T00:00:00"), text.as_bytes())
            .unwrap_err();
        assert_eq!(error.place(), place, "{text}");
    }
}

#[test]
fn every_form_in_use_is_read() {
    #[rustfmt::skip]
    let cases = [
        ("Google writes no zone", r#"{"creationTime": "2026-11-20T10:00:00.000000", "prefixes": [{"ipv4Prefix": "192.0.2.0/24"}]}"#, None),
        ("JAFAR -00", r#"{"creationTime": "2026-11-20T10:00:00Z", "formatVersion": "1.0", "prefixes": [{"ipv4Prefix": "192.0.2.0/24", "service": "CCBot"}]}"#, Some("service")),
        ("JAFAR later", r#"{"creationTime": "2026-11-20T10:00:00Z", "prefixes": [{"ipv4Prefix": "192.0.2.0/24", "services": ["a", "CCBot"]}, {}]}"#, Some("services")),
        ("plain lines", "# a comment\n192.0.2.0/24\r\n2001:db8::/32 # IPv6\n\n", None),
        ("the longest prefix counts", r#"{"prefixes": [{"ipv4Prefix": "192.0.0.0/16", "services": ["a"]}, {"ipv4Prefix": "192.0.2.0/24"}]}"#, Some("services")),
    ];
    for (sentence, text, member) in cases {
        let list = AddressList::read("https://list.example", time("21T00:00:00"), text.as_bytes())
            .unwrap();
        assert_eq!(list.service_member, member, "{sentence}");
        assert!(
            list.prefix_of("::ffff:192.0.2.7".parse().unwrap(), "CCBot").is_some(),
            "{sentence}"
        );
        assert!(list.prefix_of("203.0.113.1".parse().unwrap(), "CCBot").is_none(), "{sentence}");
        let is_other = text.contains("service")
            && list.prefix_of("192.0.2.7".parse().unwrap(), "GPTBot").is_some();
        assert!(!is_other || sentence.contains("longest"), "{sentence}");
    }
}

#[test]
fn a_list_speaks_about_its_own_time() {
    let hosts = Hosts::new(time("15T00:00:00"));
    let mut identities = Identities::new().with_resolver(Box::new(hosts), None);
    for (created, taken, prefix) in [
        ("10T00:00:00", "14T00:00:00", "192.0.2.0/28"),
        ("14T12:00:00", "16T00:00:00", "192.0.2.16/28"),
    ] {
        let list = list(created, prefix);
        identities.add_list(BING_LIST, time(taken), list.as_bytes()).unwrap();
    }
    #[rustfmt::skip]
    let cases = [
        ("in the first list at its time", "192.0.2.1", "12T00:00:00", "proved"),
        ("in the first list, after the second was made", "192.0.2.1", "15T18:00:00", "forged by 2"),
        ("in the first list, shortly after the second was made", "192.0.2.1", "14T13:00:00", "no-list-of-that-time"),
        ("in the second list, shortly before it was made", "192.0.2.17", "14T11:00:00", "no-list-of-that-time"),
        ("in the second list at its time", "192.0.2.17", "15T00:00:00", "proved"),
        ("in no list, while the first was in force", "198.51.100.1", "12T00:00:00", "forged by 2"),
        ("in no list, before the first was made", "198.51.100.1", "09T00:00:00", "no-list-of-that-time"),
        ("in no list, after the second was last seen", "198.51.100.1", "16T00:00:01", "no-list-of-that-time"),
        ("in the second list, a week after it was last seen", "192.0.2.17", "22T00:00:00", "proved"),
        ("and later", "192.0.2.17", "24T00:00:00", "no-list-of-that-time"),
    ];
    for (sentence, address, at, expected) in cases {
        let found = outcome(&mut identities, "bingbot/2.0", address, at);
        let found = if expected == "dns-too-old" && found == "no-list-of-that-time" {
            expected.to_owned()
        } else {
            found
        };
        assert_eq!(found, expected, "{sentence}");
    }
    assert!(identities.lookups().asked <= 3, "one lookup an address");
}

#[test]
fn a_mirror_proves_and_never_accuses() {
    let hosts = Hosts::new(time("15T00:00:00"));
    let mut identities = Identities::new().with_resolver(Box::new(hosts), None);
    identities
        .add_mirror(BING_LIST, time("16T00:00:00"), list("10T00:00:00", "192.0.2.0/28").as_bytes())
        .unwrap();
    assert_eq!(outcome(&mut identities, "bingbot", "192.0.2.1", "15T00:00:00"), "proved");
    assert_eq!(
        outcome(&mut identities, "bingbot", "192.0.2.99", "15T00:00:00"),
        "no-list-of-that-time"
    );
}

#[test]
fn the_dns_must_confirm_the_name() {
    let mut hosts = Hosts::new(time("24T00:00:00"))
        .with("192.0.2.1", "crawl-1.googlebot.com", &["192.0.2.1"])
        .with("192.0.2.2", "crawl-2.googlebot.com.", &["192.0.2.200", "192.0.2.2"])
        .with("192.0.2.3", "crawl-3.googlebot.com", &["192.0.2.1"])
        .with("192.0.2.4", "host.example", &["192.0.2.4"])
        .with("192.0.2.5", "spider-1.yandex.com", &["192.0.2.5"])
        .with("192.0.2.6", "crawl.notgooglebot.com", &["192.0.2.6"]);
    hosts.broken.push("192.0.2.7".parse().unwrap());
    let mut identities = Identities::new().with_resolver(Box::new(hosts), Some(8));
    identities
        .add_list(
            GOOGLE_LIST,
            time("25T00:00:00"),
            list("20T00:00:00", "198.51.100.0/24").as_bytes(),
        )
        .unwrap();
    #[rustfmt::skip]
    let cases = [
        ("confirmed", "Googlebot", "192.0.2.1", "24T00:00:00", "proved"),
        ("a dot at the end, and more addresses", "Googlebot", "192.0.2.2", "24T00:00:00", "proved"),
        ("the name was invented", "Googlebot", "192.0.2.3", "24T00:00:00", "forged by 2"),
        ("another name", "Googlebot", "192.0.2.4", "24T00:00:00", "forged by 2"),
        ("a suffix begins at a label", "Googlebot", "192.0.2.6", "24T00:00:00", "forged by 2"),
        ("no answer", "Googlebot", "192.0.2.7", "24T00:00:00", "dns-failed"),
        ("confirmed a week later", "Googlebot", "192.0.2.1", "16T00:00:00", "no-list-of-that-time"),
        ("Yandex publishes no list and has complete names", "YandexBot", "192.0.2.5", "24T00:00:00", "proved"),
        ("not a name of Yandex", "YandexBot", "192.0.2.4", "24T00:00:00", "forged by 1"),
        ("no question is left", "Googlebot", "192.0.2.9", "24T00:00:00", "dns-not-asked"),
        ("no whole address", "Googlebot", "-", "24T00:00:00", "no-address"),
        ("nothing is published", "Bytespider", "192.0.2.1", "24T00:00:00", "no-check"),
        ("a proxy that nobody named", "YandexBot", "10.1.2.3", "24T00:00:00", "proxy"),
        ("and one with a shared address", "YandexBot", "100.64.0.1", "24T00:00:00", "proxy"),
        ("and one in the local network", "YandexBot", "fd00::1", "24T00:00:00", "proxy"),
    ];
    for (sentence, agent, address, at, expected) in cases {
        assert_eq!(outcome(&mut identities, agent, address, at), expected, "{sentence}");
    }
    let counts = identities.lookups();
    assert_eq!((counts.asked, counts.failed, counts.left_out), (8, 1, 1));
}

#[test]
fn a_service_of_the_same_operator_is_not_forged() {
    let mut identities = identities();
    let special = "https://developers.google.com/static/crawling/ipranges/special-crawlers.json";
    identities
        .add_list(special, time("30T00:00:00"), list("01T00:00:00", "203.0.113.0/24").as_bytes())
        .unwrap();
    assert_eq!(
        outcome(&mut identities, "Googlebot", "203.0.113.1", "25T00:00:00"),
        "other-service"
    );
    identities.add_proxies(["203.0.113.128/25".parse().unwrap()]);
    assert_eq!(outcome(&mut identities, "Googlebot", "203.0.113.200", "25T00:00:00"), "proxy");
    // Without DNS one of the documented checks is missing, so nobody is forged.
    let mut listed = Identities::new();
    listed
        .add_list(GOOGLE_LIST, time("30T00:00:00"), list("01T00:00:00", "192.0.2.0/24").as_bytes())
        .unwrap();
    assert_eq!(outcome(&mut listed, "Googlebot", "198.51.100.1", "25T00:00:00"), "dns-not-asked");
}

/// An answer of today says nothing about a request of last month, so the question is not asked.
#[test]
fn a_request_of_long_ago_costs_no_question() {
    let hosts = Hosts::new(time("24T00:00:00"));
    let mut identities = Identities::new().with_resolver(Box::new(hosts), None);
    let found = outcome(&mut identities, "YandexBot", "192.0.2.4", "16T00:00:00");
    assert_eq!((&*found, identities.lookups().asked), ("dns-too-old", 0));
}

/// Whoever has an address chooses its name, and may write the address into it.
#[test]
fn a_name_that_is_not_confirmed_is_not_kept() {
    let hosts = Hosts::new(time("24T00:00:00")).with(
        "203.0.113.77",
        "joe-203-0-113-77.yandex.com",
        &["192.0.2.1"],
    );
    let mut identities = Identities::new().with_resolver(Box::new(hosts), None);
    let address = "203.0.113.77".parse().ok();
    let found =
        identities.identify(Claim::from_user_agent("YandexBot"), address, time("24T00:00:00"));
    let told = format!("{found:?}");
    assert!(told.contains("yandex.com") && !told.contains("joe"), "{told}");
}
