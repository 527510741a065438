//! What counts of a page: where the head ends, and what stands in it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use maycrawl_site::{DirectiveSource, Page, canonical_of_link};

/// The rules that count, the lines of their tags, and what ends the head.
fn read(html: &str) -> (Vec<String>, Option<String>) {
    let page = Page::read(html.as_bytes(), None, None);
    let rules = page
        .directives
        .iter()
        .filter(|directives| directives.agent.is_none())
        .flat_map(|directives| {
            let DirectiveSource::Meta(line) = directives.place else { unreachable!() };
            directives.rules.iter().map(move |rule| format!("{rule}@{line}"))
        })
        .collect();
    let end = page.head_end.map(|end| end.tag.unwrap_or_else(|| "text".to_owned()));
    (rules, end)
}

const META: &str = "<meta name=robots content=noindex>";

#[test]
fn only_the_head_counts() {
    for (html, counts, end) in [
        ("<html><head>M</head><body>", true, Some("body")),
        ("<html><head></head><body>M</body>", false, Some("body")),
        ("M", true, None),
        ("<!doctype html>\n<!-- c -->\n M", true, None),
        // HTML Standard, *in head*: these stand in a head.
        (
            "<base href=/><link><style>p{}</style><script>if(a<b){}</script><noscript></noscript>M",
            true,
            None,
        ),
        ("<title><body></title>M", true, None),
        ("<title>a <p> b</title>M", true, None),
        ("<script>'<p>'</script>M", true, None),
        ("<noframes><p></noframes>M", true, None),
        // The first that cannot ends it.
        ("<p>M", false, Some("p")),
        ("<img>M", false, Some("img")),
        ("text M", false, Some("text")),
        ("<head><div>M</head>", false, Some("div")),
        ("<iframe></iframe>M", false, Some("iframe")),
        ("<custom-tag>M", false, Some("custom-tag")),
        ("</br>M", false, Some("br")),
        ("</body>M", false, Some("body")),
        ("</p>M", true, None),
        // *after head*: parsers put it into the head.
        ("<head></head>M<body>", true, Some("body")),
        ("<head></head>text M", false, Some("text")),
        // Nobody's.
        ("<!--M-->", false, None),
        ("<template>M</template>", false, None),
        ("<template><p></template>M", true, None),
        ("<title>M", false, None),
        ("<script>M</script>", false, None),
        ("<textarea>M</textarea>", false, Some("textarea")),
        // With scripts and without: the more restrictive of both readings.
        ("<noscript>M</noscript>", true, None),
        ("<noscript><img></noscript>M", true, None),
    ] {
        let (rules, found) = read(&html.replace('M', META));
        assert_eq!(!rules.is_empty(), counts, "{html}");
        assert_eq!(found.as_deref(), end, "{html}");
    }
}

#[test]
fn tags_are_read_as_parsers_read_them() {
    for (html, expected) in [
        ("<META NAME='ROBOTS' CONTENT=\"NoIndex\">", "noindex@1"),
        ("\n\n<meta\ncontent=nofollow\nname=robots\n>", "nofollow@3"),
        ("\r\n<meta name=robots content='no&#105;ndex'/>", "noindex@2"),
        ("<meta name=robots name=googlebot content=noindex content=all>", "noindex@1"),
        ("<meta name=\"robots\"content=\"noindex\">", "noindex@1"),
        ("<meta name=robots>", ""),
        ("<meta content=noindex>", ""),
        ("<meta property=robots content=noindex>", ""),
        ("<meta name=robots content=noindex", ""),
        ("<meta name=robots content='noindex>", ""),
        ("<meta name=rob\0ots content=noindex>", ""),
    ] {
        assert_eq!(read(html).0.join(" "), expected, "{html}");
    }
}

#[test]
fn encodings() {
    let html = "<title>\u{e4}</title>\n<meta name=robots content=noindex>";
    let units = |big: bool| {
        let bytes = move |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        html.encode_utf16().flat_map(bytes).collect::<Vec<u8>>()
    };
    let latin: Vec<u8> = html.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    for (what, bytes, content_type) in [
        ("UTF-8", html.as_bytes().to_vec(), None),
        ("UTF-8, marked", [b"\xef\xbb\xbf", html.as_bytes()].concat(), None),
        ("Latin-1", latin, Some("text/html; charset=iso-8859-1")),
        ("UTF-16BE, marked", [&b"\xfe\xff"[..], &units(true)].concat(), None),
        ("UTF-16LE, marked", [&b"\xff\xfe"[..], &units(false)].concat(), None),
        ("UTF-16LE, named", units(false), Some("text/html; charset=UTF-16")),
        ("UTF-16BE, guessed", units(true), None),
        ("half a unit at the end", [&units(false)[..], b"x"].concat(), None),
    ] {
        let page = Page::read(&bytes, content_type, None);
        assert_eq!(page.directives.len(), 1, "{what}");
        assert_eq!(page.directives[0].place, DirectiveSource::Meta(2), "{what}");
    }
}

#[test]
fn canonical_urls_and_links() {
    let html = "<base href='/shop/'><base href=/no/><link rel='x Canonical' href='a?b=1&amp;c=2'>\n\
        <link rel=canonical href=''><link rel=canonical><link rel=canonical href='mailto:x'><body>\
        <link rel=canonical href=/body><a href=a>1</a><a name=x>2</a><a href=b rel='NoFollow ugc'>3</a>\
        <area href=c rel=sponsored><template><a href=d></template>";
    let page = Page::read(html.as_bytes(), None, Some("https://shop.example/x/y"));
    let urls: Vec<_> = page.canonical.iter().map(|canonical| canonical.url.as_deref()).collect();
    assert_eq!(
        urls,
        [Some("https://shop.example/shop/a?b=1&c=2"), Some("https://shop.example/shop/"), None]
    );
    let links = page.links;
    assert_eq!((links.all, links.nofollow, links.ugc, links.sponsored), (3, 1, 1, 1));
    for (field, expected) in [
        ("<https://h.example/a>; rel=\"canonical\"", &["https://h.example/a"][..]),
        ("</a>; rel=canonical", &["https://h.example/a"]),
        (
            "</p>; rel=preload; title=\"a, <b>; rel=canonical\", </c>; REL='x'; rel=\"next canonical\"",
            &["https://h.example/c"],
        ),
        ("</a>; rel=next, </b>; title=canonical", &[]),
        ("</a", &[]),
        ("", &[]),
    ] {
        let found = canonical_of_link(field.as_bytes(), Some("https://h.example/x"));
        let urls: Vec<_> = found.iter().filter_map(|found| found.url.as_deref()).collect();
        assert_eq!(urls, expected, "{field}");
    }
}

/// Of a field that is longer than what is read, the last link may be another one: its parameters go on.
#[test]
fn a_cut_field_gives_no_cut_link() {
    let whole = "</whole>; rel=canonical, ";
    for (last, padding, expected) in [
        // The rest could be `; rel=next`, or `-not` after the word.
        ("</cut>; rel=canonical", "; title=x", &["https://h.example/whole"][..]),
        ("</cut>; rel=canonical", "", &["https://h.example/whole", "https://h.example/cut"]),
    ] {
        let field = format!("{whole}{last}{}", padding.repeat(8 << 10));
        let found = canonical_of_link(field.as_bytes(), Some("https://h.example/x"));
        let urls: Vec<_> = found.iter().filter_map(|found| found.url.as_deref()).collect();
        assert_eq!(urls, expected, "{last}{padding}");
    }
}

/// Hostile pages: what is kept does not grow with them. (That the work does not grow faster than the
/// page is the tokenizer's one pass, and one step for each attribute.)
#[test]
fn hostile_pages_are_bounded() {
    let million = 1 << 20;
    for (what, html) in [
        ("nested tags", "<b>".repeat(million)),
        ("nested templates", "<template>".repeat(million)),
        ("one tag with a million attributes", format!("<meta {}>", "a ".repeat(million))),
        ("different attributes", {
            let attributes = (0..million).map(|n| format!("a{n} ")).collect::<String>();
            format!("<meta {attributes}name=robots content=noindex>")
        }),
        ("a long value", format!("<meta name=robots content='{}'>", "a".repeat(16 * million))),
        ("many tags", META.repeat(million)),
        ("many words", format!("<meta name=robots content='{}'>", "x,".repeat(million))),
        ("NULs", "\0".repeat(16 * million)),
        ("less than", "<".repeat(16 * million)),
        ("an open comment", format!("<!--{}", "-".repeat(16 * million))),
        ("references", "&".repeat(16 * million)),
        ("canonicals", "<link rel=canonical href=/>".repeat(million)),
    ] {
        let page = Page::read(html.as_bytes(), None, None);
        let kept = page.directives.len() + page.outside_head.len() + page.canonical.len();
        assert!(kept <= 300, "{what}: {kept}");
        if what == "different attributes" {
            assert_eq!(page.directives.len(), 1);
        }
        if what == "many tags" {
            assert_eq!((page.directives.len(), page.left_out), (100, million - 100));
        }
    }
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_a_page(html in proptest::collection::vec(proptest::num::u8::ANY, 0..400)) {
        let lines = html.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
        let page = Page::read(&html, None, Some("https://h.example/"));
        for directives in page.directives.iter().chain(&page.outside_head) {
            let DirectiveSource::Meta(line) = directives.place else { unreachable!() };
            proptest::prop_assert!((1..=lines).contains(&line));
        }
    }
}

#[test]
fn scripts_styles_and_images_are_listed_each_once_with_their_lines() {
    let html = b"<script src=a.js></script>\n<link rel='icon stylesheet' href=/s.css>\n<link rel=icon href=i>\n\
        <body><img src=//cdn.test/x.png><img src=a.js><img src='data:image/gif;base64,AA'><img src=''>\n\
        <template><img src=hidden></template><script>var img = '<img src=no>'</script>";
    let page = Page::read(html, None, Some("https://shop.test/dir/page"));
    let found: Vec<_> =
        page.resources.iter().map(|it| (it.line, it.kind.name(), it.url.as_str())).collect();
    let expected = [
        (1, "script", "https://shop.test/dir/a.js"),
        (2, "style", "https://shop.test/s.css"),
        (4, "image", "https://cdn.test/x.png"),
    ];
    assert_eq!(found, expected);
    assert_eq!(page.resources_left_out, 0);
}

#[test]
fn a_page_with_many_resources_is_read_in_bounded_memory() {
    let html: String = (0..1000).map(|number| format!("<img src=/{number}>")).collect();
    let page = Page::read(html.as_bytes(), None, Some("https://shop.test/"));
    assert_eq!((page.resources.len(), page.resources_left_out), (200, 800));
}

#[test]
fn parts_that_results_do_not_quote_are_counted() {
    let html =
        b"<div data-nosnippet>a</div><span DATA-NOSNIPPET=x></span><p data-nosnippet><section>";
    assert_eq!(Page::read(html, None, None).no_snippet_parts, 2);
}
