//! The form of sitemaps, in the words of Search Console.

#![allow(clippy::unwrap_used)] // a test may panic

use maycrawl_site::{Sitemap, SitemapItem};

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// The URLs, and the problems: kind and line.
fn read(xml: &[u8]) -> (usize, Vec<String>, Vec<String>) {
    let (mut urls, mut kinds, mut sentences) = (0, Vec::new(), Vec::new());
    for item in Sitemap::new(xml).checking_form().with_resources() {
        match item {
            SitemapItem::Problem(problem) => {
                let line = problem.position.map_or(String::new(), |at| format!("@{}", at.line));
                kinds.push(problem.trouble.name().to_owned() + &line);
                sentences.push(problem.to_string());
            }
            SitemapItem::Url(_) | SitemapItem::Sitemap(_) => urls += 1,
        }
    }
    (urls, kinds, sentences)
}

/// A sitemap of one URL, with more in its entry from line 4 on.
fn with(more: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"{NAMESPACE}\"\n\
         xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\"><url><loc>https://shop.example/</loc>\n\
         {more}\n</url></urlset>"
    )
}

/// One with a link to another language.
fn with_link(attributes: &str) -> String {
    let link = format!("<xhtml:link {attributes}/>");
    with(&link).replacen("<urlset", "<urlset xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"", 1)
}

/// A file, the number of URLs that are read of it all the same, and what is told.
fn table() -> Vec<(String, usize, Vec<&'static str>)> {
    let root = |xmlns: &str| {
        format!("<urlset{xmlns}><url><loc>https://shop.example/</loc></url></urlset>")
    };
    let dates = [
        "2015-10-08T07:18:53Z 2015-06-15T15:33:55Z",
        "",
        " ",
        "2026-11-29T10:00:00",
        "2026-11-29 10:00:00+00:00",
        "29.11.2026",
        "11/29/2026",
        "2026-13-01",
        "2026-02-30",
        "Sun, 29 Nov 2026 10:00:00 GMT",
        "1764410400",
        "2026-11-29T10:00:00+0000",
        "0000-00-00T00:00:00+00:00",
        "now",
        "2026-11-29T24:30:00Z",
    ];
    let mut rows: Vec<_> = dates
        .into_iter()
        .map(|date| (with(&format!("<lastmod>{date}</lastmod>")), 1, vec!["date@4"]))
        .collect();
    rows.extend([
        (with("<lastmod/>"), 1, vec!["date@4"]),
        // Before the declaration.
        (format!("\n  {}", with("")), 1, vec!["late_declaration@2"]),
        (format!("\u{feff} {}", with("")), 1, vec!["late_declaration@1"]),
        // Namespaces.
        (root(""), 1, vec!["namespace@1"]),
        (root(" xmlns=\"\""), 1, vec!["namespace@1"]),
        (root(" xmlns=\"https://www.sitemaps.org/schemas/sitemap/0.9\""), 1, vec!["namespace@1"]),
        (root(" xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9/\""), 1, vec!["namespace@1"]),
        (root(" xmlns=\"http://www.sitemaps.org/schemas/sitemap/1.0\""), 1, vec!["namespace@1"]),
        (root(&format!(" xmlns=\"{NAMESPACE}\" xmlns:image=\"http://www.google.com/schemas/sitemap-image/0.9\"")), 1, vec!["namespace@1"]),
        (root(&format!(" xmlns=\"{NAMESPACE}\" xmlns:video=\"https://www.google.com/schemas/sitemap-video/1.1\"")), 1, vec!["namespace@1"]),
        (root(&format!(" xmlns=\"{NAMESPACE}\" xmlns:xhtml=\"https://www.w3.org/1999/xhtml\"")), 1, vec!["namespace@1"]),
        ("<sitemapindex><sitemap><loc>https://shop.example/a.xml</loc></sitemap></sitemapindex>".to_owned(), 1, vec!["namespace@1"]),
        // Prefixes that nothing declares, each once.
        (with("<video:video><video:title>a</video:title></video:video>"), 1, vec!["undeclared_prefix@4"]),
        (with("<xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://shop.example/de\"/>"), 1, vec!["undeclared_prefix@4"]),
        (with("<image:image><image:loc>https://shop.example/i.png</image:loc></image:image>"), 1, vec![]),
        (with("<a:b xmlns:a=\"https://a.example/\"/>"), 1, vec![]),
        // Tags.
        (with("<location>https://shop.example/</location>"), 1, vec!["tag@4"]),
        (with("<LastMod>2026-11-29</LastMod>"), 1, vec!["tag@4"]),
        (with("<lastmodified>2026-11-29</lastmodified>"), 1, vec!["tag@4"]),
        (format!("<urlset xmlns=\"{NAMESPACE}\">\n<sitemap><loc>https://shop.example/a.xml</loc></sitemap></urlset>"), 0, vec!["tag@2"]),
        (format!("<sitemapindex xmlns=\"{NAMESPACE}\">\n<url><loc>https://shop.example/a</loc></url></sitemapindex>"), 0, vec!["tag@2"]),
        (format!("<sitemapindex xmlns=\"{NAMESPACE}\"><sitemap><loc>https://shop.example/a.xml</loc>\n<priority>1</priority></sitemap></sitemapindex>"), 1, vec!["tag@2"]),
        // Values.
        (with("<priority>2</priority>"), 1, vec!["tag_value@4"]),
        (with("<priority>high</priority>"), 1, vec!["tag_value@4"]),
        (with("<priority>0,5</priority>"), 1, vec!["tag_value@4"]),
        (with("<priority>-0.1</priority>"), 1, vec!["tag_value@4"]),
        (with("<priority>NaN</priority>"), 1, vec!["tag_value@4"]),
        (with("<changefreq>Daily</changefreq>"), 1, vec!["tag_value@4"]),
        (with("<changefreq>every day</changefreq>"), 1, vec!["tag_value@4"]),
        (with("<changefreq></changefreq>"), 1, vec!["tag_value@4"]),
        // Several, in the order of the file.
        (with("<lastmod>x</lastmod>\n<priority>x</priority>\n<foo/>"), 1, vec!["date@4", "tag_value@5", "tag@6"]),
        // What is no sitemap at all is called by its name.
        ("PK\x03\x04abcdefgh".to_owned(), 0, vec!["other_file"]),
        ("%PDF-1.7\n".to_owned(), 0, vec!["other_file"]),
        ("GIF89a....".to_owned(), 0, vec!["other_file"]),
        ("BZh91AY&SY".to_owned(), 0, vec!["other_file"]),
        ("{\"urls\": []}".to_owned(), 0, vec!["other_file"]),
        (" [\"https://shop.example/\"]".to_owned(), 0, vec!["other_file"]),
        ("<html><body>not found</body></html>".to_owned(), 0, vec!["html@1"]),
        ("".to_owned(), 0, vec!["empty"]),
        ("Rar!....".to_owned(), 0, vec!["other_file"]),
        ("\u{b}\u{3}abc".to_owned(), 0, vec!["other_file@1"]),
        ("User-agent: *\nDisallow: /a\n".to_owned(), 0, vec!["other_file@1"]),
        ("Not Found".to_owned(), 0, vec!["other_file@1"]),
        ("# Pages\n- [a](https://shop.example/)\n".to_owned(), 0, vec!["other_file@1"]),
        ("export default [\n'/a'\n]".to_owned(), 0, vec!["other_file@1"]),
        (format!("Warning: foo in /x.php\n{}", with("")), 0, vec!["text_before@1"]),
        ("https://shop.example/\nhttps://shop.example/a, https://shop.example/b\n".to_owned(), 1, vec!["several_urls@2"]),
        ("https://shop.example/?u=https://b.example/\n".to_owned(), 1, vec![]),
        ("https://img.example/w=300,https://b.example/i.png\nhttps://a.example/go;https://b.example/\n".to_owned(), 2, vec![]),
        ("https://shop.example/<?xml\n".to_owned(), 1, vec![]),
        ("# URLs\nhttp:/shop.example\n".to_owned(), 2, vec![]),
        // What Google's reader of XML refuses, and this one reads.
        (with("<image:image><image:loc>https://shop.example/?a=1&b=2</image:loc></image:image>"), 1, vec!["parsing@4"]),
        (with("<!-- -->\n<x:y xmlns:x=\"a\" title=\"a & b\"/>"), 1, vec!["parsing@5"]),
        (with("<x:y xmlns:x=\"a\" title=\"&nbsp;\"/>"), 1, vec!["parsing@4"]),
        (with("<x:y xmlns:x=\"a\">&eacute;</x:y>"), 1, vec!["parsing@4"]),
        (with("<x:y xmlns:x=\"a\">&#1;</x:y>"), 1, vec!["parsing@4"]),
        (with("<x:y xmlns:x=\"a\">&#xA0;&#233;&lt;</x:y>"), 1, vec![]),
        (with("<x:y xmlns:x=\"a\" xmlns:x=\"a\"/>"), 1, vec!["parsing@4"]),
        (with("<x:y xmlns:x=a/>"), 1, vec!["parsing@4"]),
        (with("<x:y xmlns:x=\"a\" b/>"), 1, vec!["parsing@4"]),
        (with("<x:y xmlns:x=\"a\" b=\"<\"/>"), 1, vec!["parsing@4"]),
        (with("<x:y xmlns:x=\"a\" 1b=\"\"/>"), 1, vec!["parsing@4"]),
        (with("<x:y xmlns:x=\"a\"b=\"\"/>"), 1, vec!["parsing@4"]),
        (with("<!-- a -- b -->"), 1, vec!["parsing@4"]),
        (with("<!-- a --->"), 1, vec!["parsing@4"]),
        (with("]]>"), 1, vec!["parsing@4"]),
        (with("\u{c}"), 1, vec!["parsing@4"]),
        (with("<loc>https://shop.example/b</loc>"), 1, vec!["tag_twice@4"]),
        (with("<image:loc>https://shop.example/b.png</image:loc>"), 1, vec![]),
        (with("<image:lastmod>soon</image:lastmod>"), 1, vec![]),
        (with("") + "\nend", 1, vec!["parsing@6"]),
        (with("") + "<?xml version=\"1.0\"?>", 1, vec!["parsing@5"]),
        (with("").replacen("version=\"1.0\" ", "", 1), 1, vec!["parsing@1"]),
        (format!("<!-- made --->{}", with("")), 1, vec!["parsing@1", "parsing@1"]),
        // Entities that the document type declares are not read, and stand where nothing is read.
        (
            with("<x:y xmlns:x=\"&a;\">&a;</x:y>").replacen("<urlset", "<!DOCTYPE urlset [<!ENTITY a \"b\">]><urlset", 1),
            1,
            vec!["document_type@2"],
        ),
        (with("<lastmod>2026-01-01\u{1}</lastmod>"), 1, vec!["parsing@4", "date@4"]),
        (format!("<?xml version=\"1.0\"?>{}", with("")), 1, vec!["parsing@1"]),
        (with("").replacen("<loc>https://shop.example/", "<loc>https://shop.example/?a=1&b=2", 1), 1, vec!["parsing@3"]),
        (with("").replacen("<loc>https://shop.example/", "<loc>https://shop.example/?a=1&copy=2", 1), 1, vec!["parsing@3"]),
        (with("").replacen("<loc>https://shop.example/", "<loc>https://shop.example/\u{1}", 1), 1, vec!["parsing@3"]),
        (with("").replacen("<loc>https://shop.example/", "<loc>https://shop.example/&#0;", 1), 0, vec!["entity@3"]),
        (root(" xmlns=\u{201c}http://www.sitemaps.org/schemas/sitemap/0.9\u{201d}"), 1, vec!["parsing@1"]),
        (root(&format!(" xmlns={NAMESPACE}")), 1, vec!["parsing@1"]),
        (format!("<urlset xmlns=\"{NAMESPACE}\"></urlset>"), 0, vec!["no_entry"]),
        (format!("<sitemapindex xmlns=\"{NAMESPACE}\"/>"), 0, vec!["no_entry"]),
        (with("<lastmod>2026<b/></lastmod>"), 1, vec!["tag@4"]),
        (with("").replacen("<loc>", "<loc><a href=\"https://shop.example/\"/>", 1), 1, vec!["tag@3"]),
        // Other languages and images.
        (with_link("rel=\"alternate\" href=\"https://shop.example/de\""), 1, vec!["no_attribute@4"]),
        (with_link("rel=\"alternate\" hreflang=\"english\" href=\"https://shop.example/en\""), 1, vec!["attribute_value@4"]),
        (with_link("rel=\"alternate\" hreflang=\"en_US\" href=\"https://shop.example/en\""), 1, vec!["attribute_value@4"]),
        (with_link("rel=\"alternate\" hreflang=\"en\" href=\"/en\""), 1, vec!["attribute_value@4"]),
        (with_link("rel=\"alternate\" hreflang=\"zh-Hant-TW\" href=\"https://shop.example/?a&amp;b\""), 1, vec![]),
        (with_link("rel=\"alternate\" hreflang=\"X-Default\" href=\"https://shop.example/\""), 1, vec![]),
        (with_link("rel=\"alternate\" hreflang=\"es-419\" href=\"https://shop.example/\""), 1, vec![]),
        // One for phones, and a feed. (Google, *Separate URLs*.)
        (with_link("rel=\"alternate\" media=\"only screen and (max-width: 640px)\" href=\"https://m.shop.example/\""), 1, vec![]),
        (with_link("rel=\"alternate\" type=\"application/rss+xml\" href=\"https://shop.example/feed\""), 1, vec![]),
        (with("<image:image><image:loc>/i.png</image:loc></image:image>"), 1, vec!["tag_value@4"]),
        // Faults of XML, which end the reading or an entry.
        (format!("<urlset xmlns=\"{NAMESPACE}\">\n<url></url></urlset>"), 0, vec!["no_url@2"]),
        (format!("<urlset xmlns=\"{NAMESPACE}\">\n<url>"), 0, vec!["xml@2"]),
        (format!("<urlset xmlns=\"{NAMESPACE}\"><url></loc></url></urlset>"), 0, vec!["xml@1"]),
        ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><urlset/>".to_owned(), 0, vec!["encoding@1"]),
        (format!("<urlset xmlns=\"{NAMESPACE}\"><url><loc>https://shop.example/?a&nbsp;b</loc></url></urlset>"), 0, vec!["entity@1"]),
        ("<robots/>".to_owned(), 0, vec!["not_a_sitemap@1"]),
        ("<rss/><rss/>".to_owned(), 0, vec!["xml@1"]),
    ]);
    rows
}

#[test]
fn each_fault_of_form_is_told_at_its_line_and_the_urls_are_read() {
    let rows = table();
    assert!(rows.len() >= 60, "{}", rows.len());
    for (xml, urls, wanted) in rows {
        let (read, kinds, sentences) = self::read(xml.as_bytes());
        assert_eq!(
            (read, &kinds[..]),
            (urls, &wanted.iter().map(ToString::to_string).collect::<Vec<_>>()[..]),
            "{xml}\n{sentences:?}"
        );
        assert!(
            sentences.iter().all(|told| !told.is_empty() && !told.ends_with(": ")),
            "{sentences:?}"
        );
    }
}

#[test]
fn the_words_are_those_of_search_console_with_one_repair() {
    let told = |xml: &str| read(xml.as_bytes()).2.join("\n");
    for (xml, words) in [
        (
            with("<lastmod>today</lastmod>"),
            "line 4, byte 200: Invalid date: `today`; write 2026-11-29, or with time and zone",
        ),
        (
            "<urlset/>".to_owned(),
            "line 1, byte 1: Incorrect namespace: none is written; add xmlns=\"http://www.sitemaps.org",
        ),
        (
            with("<foo/>"),
            "line 4, byte 200: Invalid XML tag: <foo> is not known here; known are: loc, lastmod, changefreq",
        ),
        (
            with("<priority>9</priority>"),
            "line 4, byte 200: Invalid tag value: <priority> is `9`; write a number from 0.0",
        ),
        (
            with("<news:news/>"),
            "add xmlns:news=\"http://www.google.com/schemas/sitemap-news/0.9\" to the first tag",
        ),
        (with("<a:b/>"), "no xmlns:a declares the prefix of `a:`"),
        (
            format!(" {}", with("")),
            "white space stands before `<?xml`, where XML allows nothing; delete it",
        ),
        ("PK\x03\x04abcd".to_owned(), "this is a ZIP archive, not a sitemap"),
    ] {
        assert!(told(&xml).contains(words), "{words}\n{}", told(&xml));
    }
    // Text of strangers is safe to print.
    let hostile = with("<lastmod>\u{1b}[31m\u{202e}</lastmod>");
    assert!(!told(&hostile).contains(['\u{1b}', '\u{202e}']));
}

/// Many sitemaps have one line, so each problem has its byte too.
#[test]
fn a_problem_has_the_byte_where_its_fault_begins() {
    let mark = "\u{feff}";
    for (fault, begins_at) in [
        ("<lastmod>today</lastmod>", "<lastmod>"),
        ("<x:y xmlns:x='a'>text & text</x:y>", "& text"),
        ("<!-- a -- b -->", "-- b"),
        ("<foo/>", "<foo/>"),
    ] {
        for start in ["", mark] {
            let xml = start.to_owned() + &with(fault).replace('\n', " ");
            let byte = xml.find(begins_at).unwrap() + 1;
            let told = &read(xml.as_bytes()).2[0];
            assert!(told.starts_with(&format!("line 1, byte {byte}: ")), "{told}\n{xml}");
        }
    }
}

/// A tag may have a megabyte of attributes, each of which is compared with those before it.
#[test]
fn a_tag_with_many_attributes_is_no_work() {
    let attributes = (0..90_000).map(|i| format!(" a{i}=''")).collect::<String>();
    let xml = format!(
        "<urlset xmlns=\"{NAMESPACE}\"{attributes}><url><loc>https://a.example/</loc></url></urlset>"
    );
    assert_eq!(read(xml.as_bytes()).1, [""; 0]);
}

/// Nothing is told of what the documents show as right.
#[test]
fn right_sitemaps_have_no_findings() {
    let feeds = [
        "<rss version=\"2.0\"><channel><item><link>https://shop.example/</link><pubDate>Sun, 29 Nov 2026 10:00:00 GMT\
         </pubDate></item></channel></rss>",
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry><link href=\"https://shop.example/\"/>\
         <updated>2026-11-29T10:00:00Z</updated></entry></feed>",
        "https://shop.example/\n",
    ];
    let google = format!(
        "<urlset xmlns=\"{NAMESPACE}\" xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\" \
         xmlns:video=\"http://www.google.com/schemas/sitemap-video/1.1\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\" \
         xmlns:news=\"http://www.google.com/schemas/sitemap-news/0.9\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"{NAMESPACE} \
         http://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd\">\n<!-- made by hand -->\n<url>\
         <loc>https://shop.example/a</loc><lastmod>2026-11-29T10:00:00.123+01:00</lastmod>\
         <changefreq>weekly</changefreq><priority>0.8</priority>\
         <image:image><image:loc>https://shop.example/a.png</image:loc></image:image>\
         <video:video><video:title>A</video:title></video:video>\
         <news:news><news:title>A</news:title></news:news>\
         <xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://shop.example/de\"/></url></urlset>"
    );
    let old = "<urlset xmlns=\"http://www.google.com/schemas/sitemap/0.84\"><url><loc>https://shop.example/</loc></url></urlset>";
    let prefixed = format!(
        "<s:urlset xmlns:s=\"{NAMESPACE}\"><s:url><s:loc>https://shop.example/</s:loc></s:url></s:urlset>"
    );
    for xml in feeds.into_iter().chain([&*google, old, &prefixed]) {
        let (urls, kinds, _) = read(xml.as_bytes());
        assert_eq!((urls, kinds), (1, Vec::new()), "{xml}");
    }
}

/// A file can have 50,000 wrong dates: 20 are told, and the others counted.
#[test]
fn what_repeats_is_counted() {
    let entry = "<url><loc>https://shop.example/</loc><lastmod>x</lastmod></url>";
    let xml = format!("<urlset xmlns=\"{NAMESPACE}\">{}</urlset>", entry.repeat(50_000));
    let (urls, kinds, sentences) = read(xml.as_bytes());
    assert_eq!((urls, kinds.len()), (50_000, 21));
    assert_eq!(sentences[20], "49980 more problems of the kind date are not told one by one");
}

/// RSS 2.0: a `guid` is the URL of an item without a link, unless it says that it is none.
#[test]
fn the_guid_of_an_item_is_its_url() {
    for (guid, urls) in [
        ("<guid>https://shop.example/a</guid>", 1),
        ("<guid isPermaLink=\"true\">https://shop.example/a</guid>", 1),
        ("<guid isPermaLink=\"false\">https://shop.example/a</guid>", 0),
        ("<guid>tag:shop.example,2026:1</guid>", 0),
        ("<link>https://shop.example/b</link><guid>https://shop.example/a</guid>", 1),
    ] {
        let rss = format!("<rss><channel><item>{guid}</item></channel></rss>");
        assert_eq!(read(rss.as_bytes()).0, urls, "{guid}");
    }
}
