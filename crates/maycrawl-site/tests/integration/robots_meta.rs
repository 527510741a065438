//! What robots meta tags and `X-Robots-Tag` fields say, row by row.
//!
//! Rows with a source are from Google, *Robots meta tag, data-nosnippet, and X-Robots-Tag specifications*.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use maycrawl::Crawler;
use maycrawl_site::{Directives, EffectiveDirectives};

/// What is left of these tags and fields for a crawler, as text, without places.
fn rules(metas: &[(&str, &str)], fields: &[&str], crawler: &Crawler) -> String {
    let mut all: Vec<Directives> = Vec::new();
    for (i, field) in fields.iter().enumerate() {
        all.extend(Directives::from_header(field.as_bytes(), i + 1));
    }
    all.extend(metas.iter().map(|(name, content)| Directives::from_meta(name, content, 1)));
    let combined = EffectiveDirectives::for_crawler(&all, crawler);
    let mut words = Vec::new();
    words.extend(combined.no_index.map(|_| "noindex".to_owned()));
    words.extend(combined.index_if_embedded.map(|_| "indexifembedded".to_owned()));
    words.extend(combined.restrictions().map(|(rule, _)| rule.to_string()));
    words.join(", ")
}

#[test]
fn meta_tags() {
    let (googlebot, news) = (Crawler::GOOGLEBOT, Crawler::GOOGLEBOT_NEWS);
    let other = Crawler::from_token("otherbot");
    for (metas, crawler, expected) in [
        // *Using the robots meta tag*
        (&[("robots", "noindex")][..], &googlebot, "noindex"),
        (&[("googlebot", "noindex")], &googlebot, "noindex"),
        (&[("googlebot", "noindex")], &other, ""),
        (&[("googlebot-news", "noindex")], &googlebot, ""),
        (&[("googlebot-news", "noindex")], &news, "noindex"),
        (
            &[("googlebot", "notranslate"), ("googlebot-news", "nosnippet")],
            &news,
            "nosnippet, notranslate",
        ),
        // "Both the name and the content attributes are case-insensitive."
        (&[("ROBOTS", "NoIndex, NOFOLLOW")], &googlebot, "noindex, nofollow"),
        // *Valid indexing and serving rules*
        (&[("robots", "all")], &googlebot, ""),
        (&[("robots", "index, follow")], &googlebot, ""),
        (&[("robots", "none")], &googlebot, "noindex, nofollow"),
        (&[("robots", "noindex, indexifembedded")], &googlebot, "noindex, indexifembedded"),
        (&[("robots", "indexifembedded")], &googlebot, ""),
        (&[("robots", "max-snippet:20")], &googlebot, "max-snippet:20"),
        (&[("robots", "max-snippet:0")], &googlebot, "nosnippet"),
        (&[("robots", "max-snippet:-1")], &googlebot, "max-snippet:-1"),
        (&[("robots", "max-image-preview:standard")], &googlebot, "max-image-preview:standard"),
        (&[("robots", "max-video-preview:-1")], &googlebot, "max-video-preview:-1"),
        (&[("robots", "noimageindex")], &googlebot, "noimageindex"),
        (
            &[("robots", "unavailable_after: 2020-09-21")],
            &googlebot,
            "unavailable_after: 2020-09-21T00:00:00Z",
        ),
        (
            &[("robots", "unavailable_after: Sunday, 06-Nov-94 08:49:37 GMT, noindex")],
            &googlebot,
            "noindex, unavailable_after: 1994-11-06T08:49:37Z",
        ),
        // "If you don't specify a parseable [number], this rule is ignored."
        (&[("robots", "max-snippet:many, max-snippet:-2, max-snippet")], &googlebot, ""),
        (&[("robots", "unavailable_after: soon")], &googlebot, ""),
        (&[("robots", "max-image-preview:huge")], &googlebot, ""),
        // *Handling combined rules*: "the more restrictive rule applies".
        (&[("robots", "max-snippet:50, nosnippet")], &googlebot, "nosnippet"),
        (
            &[("robots", "max-snippet:-1"), ("googlebot", "max-snippet:9")],
            &googlebot,
            "max-snippet:9",
        ),
        (
            &[("robots", "max-image-preview:large, max-image-preview:none")],
            &googlebot,
            "max-image-preview:none",
        ),
        (&[("robots", "index, noindex")], &googlebot, "noindex"),
        // "the search engine will use the sum of the negative rules"
        (&[("robots", "nofollow"), ("googlebot", "noindex")], &googlebot, "noindex, nofollow"),
        // "non-search crawlers, such as AdsBot-Google [...] rules targeted to the specific crawler"
        (&[("robots", "noindex")], &Crawler::ADSBOT_GOOGLE, ""),
        (&[("AdsBot-Google", "noindex")], &Crawler::ADSBOT_GOOGLE, "noindex"),
        // Ours.
        (&[("robots", " , noindex ,, ")], &googlebot, "noindex"),
        (&[("robots", "max-snippet : 7")], &googlebot, "max-snippet:7"),
        (&[("robots", "max-snippet:99999999999")], &googlebot, "max-snippet:4294967295"),
        (&[("robots", "noindex nofollow")], &googlebot, ""),
        (&[("description", "noindex")], &googlebot, ""),
    ] {
        assert_eq!(rules(metas, &[], crawler), expected, "{metas:?} for {}", crawler.token());
    }
}

#[test]
fn fields() {
    let googlebot = Crawler::GOOGLEBOT;
    let other = Crawler::from_token("otherbot");
    for (fields, crawler, expected) in [
        // *Using the X-Robots-Tag HTTP header*
        (&["noindex"][..], &googlebot, "noindex"),
        (
            &["noimageindex", "unavailable_after: 25 Jun 2010 15:00:00 PST"],
            &googlebot,
            "noimageindex, unavailable_after: 2010-06-25T23:00:00Z",
        ),
        (&["googlebot: nofollow", "otherbot: noindex, nofollow"], &googlebot, "nofollow"),
        (&["googlebot: nofollow", "otherbot: noindex, nofollow"], &other, "noindex, nofollow"),
        (&["BadBot: noindex, nofollow", "googlebot: nofollow"], &googlebot, "nofollow"),
        (&["NOINDEX"], &googlebot, "noindex"),
        (
            &["max-snippet: 20, max-video-preview: 3"],
            &googlebot,
            "max-snippet:20, max-video-preview:3",
        ),
        // Fields that a proxy joined.
        (&["noindex, otherbot: nofollow"], &googlebot, "noindex"),
        (
            &["otherbot: nofollow, googlebot: unavailable_after: Sun, 06 Nov 1994 08:49:37 GMT"],
            &googlebot,
            "unavailable_after: 1994-11-06T08:49:37Z",
        ),
        // Ours.
        (&["googlebot:noindex"], &googlebot, "noindex"),
        (&["googlebot:"], &googlebot, ""),
        (&[": noindex"], &googlebot, ""),
        (&["", ","], &googlebot, ""),
    ] {
        assert_eq!(rules(&[], fields, crawler), expected, "{fields:?} for {}", crawler.token());
    }
}

#[test]
fn words_that_are_no_rules_are_kept_with_the_reason() {
    let content = "noidex, noarchive, max-snippet:x, max-image-preview:big, unavailable_after:x, noindex nofollow";
    let ignored: Vec<String> = Directives::from_meta("robots", content, 1)
        .ignored
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        ignored,
        [
            "`noidex` is not a rule that Google knows; did you mean `noindex`?",
            "`noarchive` has no effect for Google; Bing and Amazon read it as about AI",
            "`max-snippet:x` needs a number of 0 or more, or -1",
            "`max-image-preview:big` needs none, standard or large",
            "`unavailable_after:x` needs a date, such as 2026-12-31",
            "`noindex nofollow` contains rules without commas between them",
        ]
    );
}

#[test]
fn a_list_is_read_up_to_a_bound() {
    for junk in ["a,", "noindex,", "x:y,", "unavailable_after: Sun,", "\u{20ac},", ",", ":"] {
        let long = junk.repeat(1 << 20);
        let meta = Directives::from_meta("robots", &long, 1);
        assert!(meta.rules.len() <= 64 && meta.ignored.len() <= 16, "{junk}");
        let lists = Directives::from_header(long.as_bytes(), 1);
        let kept: usize = lists.iter().map(|list| list.rules.len() + list.ignored.len()).sum();
        assert!(lists.len() <= 64 && kept <= 64 * 80, "{junk} {kept}");
    }
}

proptest::proptest! {
    /// No other directive removes a restriction.
    #[test]
    fn nothing_undoes_a_noindex(before in ".{0,40}", after in ".{0,40}") {
        let all = [
            Directives::from_meta("robots", &before, 1),
            Directives::from_meta("robots", "noindex", 2),
            Directives::from_meta("googlebot", &after, 3),
        ];
        let combined = EffectiveDirectives::for_crawler(&all, &Crawler::GOOGLEBOT);
        proptest::prop_assert!(combined.no_index.is_some());
    }

    #[test]
    fn any_bytes_are_a_field(value in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
        for list in Directives::from_header(&value, 1) {
            proptest::prop_assert!(!list.rules.is_empty() || !list.ignored.is_empty());
        }
    }
}
