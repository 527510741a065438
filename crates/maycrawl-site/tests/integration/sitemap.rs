//! Sitemaps in every format, sound and hostile.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::io::{self, Read, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;
use maycrawl_site::{Sitemap, SitemapItem, SitemapKind, SitemapProblemKind, sitemap_urls};

/// Everything that a sitemap says, a word each.
fn read(bytes: &[u8]) -> (Option<SitemapKind>, Vec<String>) {
    let mut sitemap = Sitemap::new(bytes);
    let items = sitemap
        .by_ref()
        .map(|item| match item {
            SitemapItem::Url(url) => {
                format!("{}@{}{}", url.loc, url.position.line, lastmod(url.lastmod))
            }
            SitemapItem::Sitemap(url) => format!("sitemap {}@{}", url.loc, url.position.line),
            SitemapItem::Problem(problem) => {
                format!("{}@{}", problem.trouble.name(), problem.position.map_or(0, |at| at.line))
            }
        })
        .collect();
    (sitemap.kind(), items)
}

fn lastmod(lastmod: Option<String>) -> String {
    lastmod.map_or(String::new(), |lastmod| format!(" of {lastmod}"))
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_gzip_file_has_a_bounded_number_of_members_and_bytes() {
    let file = gzip(b"https://shop.example/a\n");
    let read_after = |empties: usize| read(&[gzip(b"").repeat(empties), file.clone()].concat()).1;
    assert_eq!(read_after(1023), ["https://shop.example/a@1"]);
    assert_eq!(read_after(1024), ["read@0"]);
    // Without end: a limit on members, and one on bytes, end it.
    struct Forever {
        piece: Vec<u8>,
        taken: std::rc::Rc<std::cell::Cell<usize>>,
        at: usize,
    }
    impl Read for Forever {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            let rest = &self.piece[self.at..];
            let length = rest.len().min(room.len());
            room[..length].copy_from_slice(&rest[..length]);
            self.at = (self.at + length) % self.piece.len();
            self.taken.set(self.taken.get() + length);
            Ok(length)
        }
    }
    let deflate = [0, 0, 0, 0xff, 0xff].repeat(13_000); // blocks that hold nothing
    let header = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
    for (piece, head, most) in [(gzip(b""), &[][..], 100_000), (deflate, &header, 53 << 20)] {
        let taken = std::rc::Rc::new(std::cell::Cell::new(0));
        let forever = Forever { piece, taken: std::rc::Rc::clone(&taken), at: 0 };
        let items: Vec<_> = Sitemap::new(head.chain(forever)).collect();
        assert!(
            matches!(&items[..], [SitemapItem::Problem(problem)] if problem.is_last()),
            "{items:?}"
        );
        assert!(taken.get() < most, "{} bytes were taken", taken.get());
    }
}

#[test]
fn every_format_is_read() {
    for (xml, kind, expected) in [
        // sitemaps.org, *Sample XML Sitemap*
        (
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
             <url>\n<loc>http://www.example.com/</loc>\n<lastmod>2005-01-01</lastmod>\n\
             <changefreq>monthly</changefreq><priority>0.8</priority></url></urlset>",
            SitemapKind::UrlSet,
            &["http://www.example.com/@4 of 2005-01-01"][..],
        ),
        // *Sample XML Sitemap Index*
        (
            "<sitemapindex><sitemap><loc>http://www.example.com/sitemap1.xml.gz</loc>\
             <lastmod>2004-10-01T18:23:17+00:00</lastmod></sitemap></sitemapindex>",
            SitemapKind::Index,
            &["sitemap http://www.example.com/sitemap1.xml.gz@1"],
        ),
        (
            "<rss version='2.0'><channel><link>http://h/</link>\n<item><link>http://h/a</link>\
             <pubDate>Sun, 06 Nov 1994 08:49:37 GMT</pubDate></item><item><title>none</title></item></channel></rss>",
            SitemapKind::Rss,
            &["http://h/a@2 of Sun, 06 Nov 1994 08:49:37 GMT"],
        ),
        (
            "<feed xmlns='http://www.w3.org/2005/Atom'><link href='http://h/'/>\n<entry>\
             <link rel='self' href='http://h/self'/>\n<link href='http://h/a?b&amp;c'/><updated>2026</updated></entry></feed>",
            SitemapKind::Atom,
            &["http://h/a?b&c@3 of 2026"],
        ),
        (
            "http://h/a\r\n\n  http://h/b  \nhttp://h/c",
            SitemapKind::Text,
            &["http://h/a@1", "http://h/b@3", "http://h/c@4"],
        ),
        // Namespaces do not matter, other elements' `loc` does not count.
        (
            "<s:urlset xmlns:s='x' xmlns:image='y'><s:url><image:image><image:loc>http://h/i</image:loc></image:image>\
             <s:loc>http://h/a</s:loc></s:url></s:urlset>",
            SitemapKind::UrlSet,
            &["http://h/a@1"],
        ),
        // Entities, numbers, CDATA, white space, comments.
        (
            "<urlset><url><loc>\n http://h/&#97;&#x62;?x=1&amp;y=&lt;&gt;&quot;&apos; \n</loc></url>\
             <url><loc><![CDATA[http://h/c?a&b]]></loc></url><!-- <url> --><url><loc>http://h/<!-- x -->d</loc></url></urlset>",
            SitemapKind::UrlSet,
            &["http://h/ab?x=1&y=<>\"'@1", "http://h/c?a&b@3", "http://h/d@3"],
        ),
        ("\u{feff}<urlset/>", SitemapKind::UrlSet, &[]),
        ("\n\n <urlset></urlset>\n", SitemapKind::UrlSet, &[]),
    ] {
        assert_eq!(
            read(xml.as_bytes()),
            (Some(kind), expected.iter().map(ToString::to_string).collect()),
            "{xml}"
        );
        assert_eq!(read(&gzip(xml.as_bytes())), read(xml.as_bytes()), "compressed: {xml}");
    }
}

#[test]
fn what_is_wrong_is_named() {
    for (bytes, expected) in [
        (&b""[..], &["empty@0"][..]),
        (b" \n ", &["empty@0"]),
        (b"<?xml version='1.0'?>", &["empty@0"]),
        (b"<!DOCTYPE html><html>", &["html@1"]),
        (b"\n<html><body>", &["html@2"]),
        (b"<other/>", &["not_a_sitemap@1"]),
        (b"<urlset><url></url><url><loc> </loc></url></urlset>", &["no_url@1", "no_url@1"]),
        (b"<urlset><url><loc>http://h/a</loc></url>", &["http://h/a@1", "xml@1"]),
        (b"<urlset>\n<url><loc>http://h/a</url></urlset>", &["xml@2"]),
        (b"<urlset><url>\n<loc>http://h/\xff</loc></url></urlset>", &["xml@2"]),
        (b"<?xml version='1.0' encoding='ISO-8859-1'?><urlset/>", &["encoding@1"]),
        (b"\xff\xfe<\0u\0r\0l\0", &["encoding@1"]),
        (b"\xfe\xff\0<\0u\0r\0l", &["encoding@1"]),
        (b"<\0u\0r\0l\0", &["encoding@1"]),
        (b"\0<\0u\0r\0l", &["encoding@1"]),
        (b"http://h/\xe4\nhttp://h/b", &["not_utf8@1", "http://h/b@2"]),
        (b"\x1f\x8bnot gzip at all", &["gzip@0"]),
        (b"<urlset></urlset><urlset></urlset>", &["xml@1"]),
        (b"<urlset></url></urlset>", &["xml@1"]),
        (b"<urlset><url><loc>http://h/&nbsp;&nbsp;</loc></url></urlset>", &["entity@1"]),
        (b"<urlset><url><loc>http://h/&#0;</loc></url></urlset>", &["entity@1"]),
    ] {
        let shown = String::from_utf8_lossy(bytes);
        assert_eq!(
            read(bytes).1,
            expected.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "{shown}"
        );
    }
    // Found by fuzzing: the name of an encoding was shown as it is, control characters included.
    let named = b"<?xml version='1.0' encoding='UTF-\x1b[2J'?><urlset/>";
    for item in Sitemap::new(&named[..]) {
        let SitemapItem::Problem(problem) = item else { panic!("{item:?}") };
        assert!(!problem.to_string().chars().any(char::is_control), "{problem:?}");
    }
    let cut = gzip(
        format!(
            "<urlset>{}",
            (0..9000).map(|n| format!("<url><loc>http://h/{n}</loc></url>")).collect::<String>()
        )
        .as_bytes(),
    );
    let items = read(&cut[..cut.len() / 2]).1;
    assert!(items.last().is_some_and(|item| item.starts_with("gzip@")), "{items:?}");
    assert_eq!(read(&gzip(&gzip(b"<urlset/>"))).1, ["gzip_twice@0"]);
}

#[test]
fn a_url_has_fewer_than_2048_characters() {
    for (length, is_read) in [(2_047, true), (2_048, false), (1 << 19, false)] {
        let url = format!("http://h/{}", "\u{e4}".repeat(length - 9));
        let xml = format!("<urlset><url><loc>{url}</loc></url></urlset>");
        let (_, items) = read(xml.as_bytes());
        let expected = if is_read { format!("{url}@1") } else { "url_too_long@1".to_owned() };
        assert_eq!(items, [expected], "{length} in XML");
        let url = format!("http://h/{}", "a".repeat(length - 9));
        let (_, items) = read(format!("{url}\nhttp://h/b").as_bytes());
        let expected = if is_read { format!("{url}@1") } else { "url_too_long@1".to_owned() };
        assert_eq!(items, [&expected[..], "http://h/b@2"], "{length} in a text");
    }
}

#[test]
fn more_than_50_000_urls_are_counted_and_not_given() {
    for (before, one, after) in [
        ("<urlset>", "<url><loc>http://h/</loc></url>\n", "</urlset>"),
        ("<sitemapindex>", "<sitemap><loc>http://h/</loc></sitemap>\n", "</sitemapindex>"),
        ("", "http://h/\n", ""),
    ] {
        let file = format!("{before}{}{after}", one.repeat(50_003));
        let listed = sitemap_urls(file.as_bytes(), 10);
        assert_eq!((listed.urls.len(), listed.left_out), (10, 49_990 + 3));
        assert_eq!(listed.problems[0].trouble, SitemapProblemKind::Beyond(3));
        let file = format!("{before}{}{after}", one.repeat(50_000));
        assert_eq!(sitemap_urls(file.as_bytes(), 0).problems, []);
    }
}

/// Counts the bytes that are read from it.
struct Endless<'b> {
    start: &'b [u8],
    rest: &'b [u8],
    at: usize,
    taken: u64,
    most: u64,
}

impl<'b> Endless<'b> {
    fn new(start: &'b str, rest: &'b str, most: u64) -> Self {
        Self { start: start.as_bytes(), rest: rest.as_bytes(), at: 0, taken: 0, most }
    }
}

impl Read for Endless<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        assert!(self.taken < self.most, "more than {} bytes were taken", self.most);
        let (mut written, mut room) = (0, room);
        while !room.is_empty() {
            let from = if self.at < self.start.len() {
                &self.start[self.at..]
            } else {
                &self.rest[(self.at - self.start.len()) % self.rest.len()..]
            };
            let length = from.len().min(room.len());
            room[..length].copy_from_slice(&from[..length]);
            room = &mut room[length..];
            (self.at, written) = (self.at + length, written + length);
        }
        self.taken += written as u64;
        Ok(written)
    }
}

/// Files without an end: each stops at the bound that it hits, by the bytes that it took.
#[test]
fn hostile_files_stop_at_a_bound() {
    const PIECE: u64 = (1 << 20) + (256 << 10);
    const FILE: u64 = 52_428_800 + (256 << 10);
    // Its first kilobyte tells what a file is.
    let long_url = format!("http://h/{}\n", "a".repeat(1 << 10));
    for (what, start, rest, most, last) in [
        ("white space", "", " ", FILE, "file_too_long"),
        ("white space in a sitemap", "<urlset>", " ", PIECE, "too_long"),
        ("a comment", "<urlset><!--", "-", PIECE, "too_long"),
        ("a tag", "<urlset", " a=''", PIECE, "too_long"),
        ("a URL", "<urlset><url><loc>", "a", PIECE, "too_long"),
        ("CDATA", "<urlset><url><loc><![CDATA[", "a", PIECE, "too_long"),
        ("a document type", "<!DOCTYPE a [", "<!ENTITY a 'b'>", PIECE, "too_long"),
        ("an instruction", "<?xml ", "a", PIECE, "too_long"),
        ("an entity", "<urlset><url><loc>&", "a", PIECE, "too_long"),
        ("nested tags", "<urlset>", "<a>", PIECE, "too_deep"),
        ("nested URLs", "<urlset>", "<url>", PIECE, "too_deep"),
        ("URLs", "<urlset>", "<url><loc>http://h/</loc></url>", FILE, "file_too_long"),
        ("empty URLs", "<urlset>", "<url/>", FILE, "file_too_long"),
        ("references", "<urlset><url><loc>", "&amp;", FILE, "file_too_long"),
        ("NULs", "http://h/", "\0", FILE, "other_file"),
        ("NULs behind a URL", &*long_url, "\0", FILE, "file_too_long"),
        ("lines", "", "http://h/\n", FILE, "file_too_long"),
        ("one line", "http://h/", "a", FILE, "file_too_long"),
    ] {
        let mut sitemap = Sitemap::new(Endless::new(start, rest, most)).checking_form();
        let (mut items, mut end) = (0_u64, None);
        for item in sitemap.by_ref() {
            items += 1;
            if let SitemapItem::Problem(problem) = item
                && (problem.is_last() && !matches!(problem.trouble, SitemapProblemKind::Beyond(_)))
            {
                end = Some(problem.trouble.name());
            }
        }
        assert_eq!(end, Some(last), "{what}, after {items} items");
        assert!(sitemap.listed() <= 50_000, "{what}");
    }
}

#[test]
fn a_bomb_costs_what_the_limit_costs() {
    // A gigabyte of spaces in a megabyte of gzip.
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(b"<urlset>").unwrap();
    let spaces = vec![b' '; 1 << 20];
    for _ in 0..1024 {
        encoder.write_all(&spaces).unwrap();
    }
    assert_eq!(read(&encoder.finish().unwrap()).1, ["too_long@1"]);
    // The billion laughs: no entity is declared, so the last line has an unknown one.
    let mut laughs = "<?xml version='1.0'?><!DOCTYPE lolz [<!ENTITY lol 'lol'>".to_owned();
    for n in 1..10 {
        let inner = format!("&lol{};", n - 1).repeat(10);
        laughs.push_str(&format!("<!ENTITY lol{n} '{inner}'>"));
    }
    laughs.push_str("]><urlset><url><loc>http://h/&lol9;</loc></url></urlset>");
    assert_eq!(read(laughs.as_bytes()).1, ["document_type@1", "entity@1"]);
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_read_to_an_end(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..300)) {
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() + 1;
        proptest::prop_assert!(read(&bytes).1.len() <= lines + 2);
    }

    /// However the bytes come in, the same is read.
    #[test]
    fn pieces_make_no_difference(
        parts in proptest::collection::vec("<url>|</url>|<loc>|</loc>|http://h/|&amp;|\n|<!-- |-->|<urlset>|</urlset>|a", 0..30),
        size in 1_usize..9,
    ) {
        let xml = format!("<urlset>{}</urlset>", parts.concat());
        let whole: Vec<_> = Sitemap::new(xml.as_bytes()).collect();
        let pieces: Vec<_> = Sitemap::new(Small(xml.as_bytes(), size)).collect();
        proptest::prop_assert_eq!(whole, pieces);
    }
}

struct Small<'b>(&'b [u8], usize);

impl Read for Small<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let length = room.len().min(self.1).min(self.0.len());
        room[..length].copy_from_slice(&self.0[..length]);
        self.0 = &self.0[length..];
        Ok(length)
    }
}

#[test]
fn what_stands_beside_a_page_is_read_on_request_and_bounded() {
    let beside = |inside: &str| {
        let file = format!("<urlset>\n<url><loc>https://a.example/</loc>\n{inside}</url></urlset>");
        let Some(SitemapItem::Url(plain)) = Sitemap::new(file.as_bytes()).next() else { panic!() };
        assert!(plain.resources.listed.is_empty() && plain.resources.beyond == 0);
        let mut sitemap = Sitemap::new(file.as_bytes()).with_resources();
        let Some(SitemapItem::Url(url)) = sitemap.next() else { panic!("{inside}") };
        assert_eq!(sitemap.next(), None, "{inside}");
        let listed = url.resources.listed.iter();
        let listed: Vec<_> = listed
            .map(|it| format!("{} {}@{}", it.kind.name(), it.loc, it.position.line))
            .collect();
        (listed.join(", "), url.resources.beyond)
    };
    for (inside, expected, beyond) in [
        ("<image:image><image:loc> /a.jpg\n</image:loc></image:image>", "image /a.jpg@3", 0),
        (
            "<image:image><image:title>x</image:title><image:loc>/a?b&amp;c</image:loc></image:image>",
            "image /a?b&c@3",
            0,
        ),
        (
            "<video:video><video:thumbnail_loc>/t</video:thumbnail_loc>\n<video:content_loc>/v</video:content_loc>\
             <video:player_loc>/p</video:player_loc></video:video>",
            "thumbnail /t@3, video /v@4, player /p@4",
            0,
        ),
        ("<xhtml:link rel='alternate' hreflang='fi' href=' /fi '/>", "alternate /fi@3", 0),
        ("<xhtml:link rel='canonical' href='/c'/><xhtml:link rel='alternate'/>", "", 0),
        // What is not understood is counted, and the page stays.
        ("<image:image><image:loc>/a&uuml;</image:loc></image:image>", "", 1),
        ("<image:loc>/alone</image:loc><image:image><image:loc></image:loc></image:image>", "", 0),
    ] {
        assert_eq!(beside(inside), (expected.to_owned(), beyond), "{inside}");
    }
    let many = format!("<image:image><image:loc>{}</image:loc></image:image>", "/x".repeat(500));
    let (listed, beyond) = beside(&many.repeat(1_000));
    assert!(listed.len() < 40_000 && beyond > 900, "{} bytes, {beyond} beyond", listed.len());
}
