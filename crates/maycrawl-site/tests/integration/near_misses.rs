//! What looks like a rule about indexing and is none is told, and nothing else is.

use maycrawl::Crawler;
use maycrawl_fetch::Timestamp;
use maycrawl_site::{Directive, Page, PageAnswer, inspect_local};

fn told(html: &str) -> Vec<String> {
    let page = Page::read(html.as_bytes(), None, None);
    assert!(!page.directives.iter().any(|list| list.applies_to(&Crawler::GOOGLEBOT)), "{html}");
    page.near_misses.iter().map(ToString::to_string).collect()
}

#[test]
fn a_rule_at_the_wrong_place_or_under_the_wrong_name_is_told() {
    let rows = [
        (
            r#"<meta name="robot" content="noindex">"#,
            "is for no known crawler, as none has this name; write `robots`",
        ),
        (r#"<meta name="robots.txt" content="noindex, nofollow">"#, "write `robots`"),
        (r#"<META NAME='Crawlers' CONTENT='NOINDEX'>"#, "write `robots`"),
        (r#"<meta name="google-bot" content="noindex">"#, "write `Googlebot`"),
        (r#"<meta name="googelbot" content="none">"#, "write `Googlebot`"),
        ("<meta name=\u{201c}robots\u{201d} content=\u{201c}noindex\u{201d}>", "write `robots`"),
        (r#"<meta property="robots" content="noindex">"#, "crawlers read the attribute `name`"),
        (r#"<meta http-equiv="X-Robots-Tag" content="noindex">"#, "the attribute `name`"),
        (r#"<meta name="X-Robots-Tag" content="noindex">"#, "X-Robots-Tag is a header field"),
        (r#"<meta name="robots" value="noindex">"#, "its rules are in `value`"),
        (r#"<meta name="robots" contents="noindex">"#, "its rules are in `contents`"),
        (r#"<meta nane="robots" content="noindex">"#, "crawlers read the attribute `name`"),
        (r#"<meta name="robots, googlebot" content="noindex">"#, "write one `<meta>` for each"),
        (r#"<meta name="google" content="noindex">"#, "write `Googlebot`"),
        ("<meta name='r\u{43e}bots' content='noindex'>", "write `robots`"),
        (
            "<title>a</title>\n<!-- <meta name=robots content=noindex> -->",
            "line 2 has no effect: it is in a comment",
        ),
        (
            "<template>\n<meta name=robots content=noindex></template>",
            "line 2 has no effect: it is in a <template>",
        ),
    ];
    for (html, expected) in rows {
        let told = told(html);
        assert!(told.len() == 1 && told[0].contains(expected), "{html}: {told:?}");
    }
}

#[test]
fn what_only_contains_such_a_word_is_not_told() {
    let rows = [
        r#"<meta name="description" content="noindex and how to write it">"#,
        r#"<meta name="keywords" content="noindex, seo">"#,
        r#"<meta name="viewport" content="width=device-width, initial-scale=1">"#,
        r#"<meta name="robot" content="index, follow">"#,
        r#"<meta name="color-scheme" content="none">"#,
        r#"<meta property="og:title" content="none">"#,
        r#"<meta http-equiv="refresh" content="0">"#,
        r#"<meta name="acme" content="42">"#,
        r#"<meta name="google" content="notranslate">"#,
        r#"<meta name="google" content="nositelinkssearchbox">"#,
        r#"<meta name="author, editor" content="none">"#,
        r#"<meta charset="utf-8"><!-- a comment with <meta name="description" content="noindex"> -->"#,
        r#"<!-- robots: noindex --><script>// <meta name=robots content=noindex></script>"#,
        "",
    ];
    for html in rows {
        assert_eq!(told(html), Vec::<String>::new(), "{html}");
    }
    let page = Page::read(
        b"<meta name=robots content=noindex><meta name=bingbot content=none>",
        None,
        None,
    );
    assert_eq!(page.directives.len(), 2);
    assert_eq!(page.near_misses, []);
}

#[test]
fn a_word_that_nearly_is_a_rule_names_the_rule() {
    let rows = [
        ("no-index", "noindex"),
        ("no_follow", "nofollow"),
        ("noindx", "noindex"),
        ("noindex.", "noindex"),
        ("max_snippet:20", "max-snippet"),
        ("unavailable-after: 2027-01-01", "unavailable_after"),
        ("no-image-index", "noimageindex"),
        ("noindex=true", "noindex"),
        ("Googlebot noindex", "noindex"),
        ("googlebot: noindex", "noindex"),
        ("content=\"noindex\"", "noindex"),
    ];
    for (word, rule) in rows {
        let html = format!("<meta name=robots content='{word}'>");
        let page = Page::read(html.as_bytes(), None, None);
        let [list] = &page.directives[..] else { panic!("{html}") };
        assert_eq!(list.rules, [], "{word}");
        assert!(
            list.ignored[0].to_string().ends_with(&format!("; did you mean `{rule}`?")),
            "{}",
            list.ignored[0]
        );
    }
    let page = Page::read(b"<meta name=robots content='noindex;nofollow'>", None, None);
    assert!(page.directives[0].ignored[0].to_string().contains("without commas"));
    let page = Page::read(b"<meta name=robots content='noodles, noindex'>", None, None);
    assert_eq!(page.directives[0].rules, [Directive::NoIndex]);
    assert!(page.directives[0].ignored[0].to_string().ends_with("is not a rule that Google knows"));
}

#[test]
fn a_field_under_another_name_is_told() {
    let fields: [(&str, &[u8]); 21] = [
        ("X-Robots-Tag", b"googlebots: noindex"),
        ("X-Robots-Tag", b"robots: noindex"),
        ("X-Robots-Tag", b"all: none"),
        ("X-Robots-Tag", b"*: noindex, nofollow"),
        ("X-Meta-Robots", b"noindex"),
        ("X-Googlebot", b"noindex"),
        ("Noindex", b"true"),
        ("Noindex", b"0"),
        ("X-Robots-Tag", b"googlebot: noindex"),
        ("X-Robots-Tag", b"acmebot: noindex"),
        ("X-Robots-Tag", b"*: index"),
        ("Googlebot", b"allowed"),
        ("X-Robots", b"index, follow"),
        ("X-Robots", b"noindex"),
        ("Robots-Tag", b"noindex, nofollow"),
        ("X-Robot-Tag", b"googlebot: noindex"),
        ("X-Robots-Tags", b"none"),
        ("X-Robots-Tag", b"noindex"),
        ("X-Robots", b"see the manual"),
        ("X-Request-Id", b"noindex"),
        ("Server", b"none"),
    ];
    let answer = PageAnswer::read(200, &fields, b"", None);
    let told: Vec<_> = answer.near_misses().map(|near| near.written.clone()).collect();
    let expected = [
        "googlebots",
        "robots",
        "all",
        "*",
        "X-Meta-Robots",
        "X-Googlebot",
        "Noindex",
        "X-Robots",
        "Robots-Tag",
        "X-Robot-Tag",
        "X-Robots-Tags",
    ];
    assert_eq!(told, expected);
    assert_eq!(answer.fields.len(), 8);
}

/// Only what looks like a `noindex` makes "may be indexed" doubtful.
#[test]
fn the_sentence_doubts_only_where_something_looks_like_a_noindex() {
    let rows = [
        ("<meta name=robot content=noindex>", true),
        ("<meta name=robot content=none>", true),
        ("<meta name=robots content=no-index>", true),
        ("<meta name=robots content='noindex;nofollow'>", true),
        ("<p><meta name=robots content=noindex>", true),
        ("<meta name=robot content=nofollow>", false),
        ("<meta name=robots content='nofollow;nosnippet'>", false),
        ("<meta name=robots content=no-follow>", false),
        ("<p><meta name=robots content=nofollow>", false),
        ("<title>a</title>", false),
        ("<meta name=robots content='max-image-preview=none'>", false),
        ("<meta name=robots content='noindex=false'>", false),
        ("<meta name=robots content='noindex=true'>", true),
        ("<meta name=google-bot content=noindex>", true),
        // For another crawler.
        ("<meta name=bing content=noindex>", false),
        ("<meta name=claudbot content=noindex>", false),
    ];
    let crawlers = [Crawler::GOOGLEBOT];
    for (html, is_doubtful) in rows {
        let answer = PageAnswer::read(200, &[], html.as_bytes(), None);
        let inspected = inspect_local(answer, "", None, &crawlers, Timestamp::from_millis(0));
        assert_eq!(inspected.has_ineffective_no_index(0), is_doubtful, "{html}");
        assert_eq!(inspected.index_sentence(0).contains("see the notes"), is_doubtful, "{html}");
    }
}
