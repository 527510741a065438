//! What an RSL document says, row by row. (RSL 1.0, as the rows name its sections.)

use maycrawl::RequestUrl;
use maycrawl_site::{
    MAX_RSL_BYTES, RslDocument, RslDraftForm, RslErrorKind, RslTerms, RslTermsKind,
};
use proptest::prelude::*;

fn document(inside: &str) -> String {
    format!(r#"<rsl xmlns="https://rslstandard.org/rsl">{inside}</rsl>"#)
}

fn terms(sign: char, terms: &[RslTerms]) -> Vec<String> {
    let one = |terms: &RslTerms| format!("{sign}{:?}:{}", terms.kind, terms.values.join("+"));
    terms.iter().map(one).collect()
}

/// The scopes for a URL, as text.
fn scopes(inside: &str, url: &str) -> String {
    let document = RslDocument::read(document(inside).as_bytes()).unwrap();
    let url = RequestUrl::parse(url).unwrap();
    let scopes = document.terms_for(&url).into_iter().map(|content| {
        let licenses = content.licenses.iter().map(|license| {
            let mut words = terms('+', &license.permits);
            words.extend(terms('-', &license.prohibits));
            words.extend(license.payments.iter().map(|payment| format!("{:?}", payment.kind)));
            format!(" [{}]", words.join(" "))
        });
        format!("{}{}", content.url, licenses.collect::<String>())
    });
    scopes.collect::<Vec<_>>().join("; ")
}

#[test]
fn the_most_specific_scope_counts() {
    let two = r#"<content url="/"><license><permits type="usage">all</permits></license></content>
        <content url="/articles/"><license><prohibits type="usage">ai-train</prohibits></license></content>"#;
    let hosts = r#"<content url="/"/><content url="https://h.example/a"/><content url="https://h.example"/>"#;
    for (inside, url, expected) in [
        // Section 3.1.2.
        (two, "https://h.example/articles/x", "/articles/ [-Usage:ai-train]"),
        (two, "https://h.example/other", "/ [+Usage:all]"),
        // No scope covers the URL.
        (r#"<content url="/images/"/>"#, "https://h.example/news/x", ""),
        // `*` and `$` as in RFC 9309.
        (r#"<content url="/*.pdf$"/>"#, "https://h.example/a.pdf", "/*.pdf$"),
        (r#"<content url="/*.pdf$"/>"#, "https://h.example/a.pdf?b", ""),
        // Scopes of one pattern are returned as they stand, and so are several licenses.
        (
            r#"<content url="/"/><content url="/"><license/><license><payment type="crawl"/></license></content>"#,
            "https://h.example/a",
            "/; / [] [Some(\"crawl\")]",
        ),
        // A scope with a host counts for that host alone.
        (hosts, "https://h.example/a", "https://h.example/a"),
        (hosts, "https://h.example/b", "/; https://h.example"),
        (hosts, "https://other.example/a", "/"),
        // Section 3.4.1: values are separated by spaces; one element for each type.
        (
            r#"<content url="/"><license><permits type="usage"> ai-train
              search</permits><permits type="user">non-commercial</permits><prohibits type="geo">US</prohibits></license></content>"#,
            "https://h.example/",
            "/ [+Usage:ai-train+search +User:non-commercial -Geo:US]",
        ),
        // Section 3.7.
        (
            r#"<content url="/"><license><payment type="training"><amount currency="USD">1</amount></payment></license></content>"#,
            "https://h.example/",
            "/ [Some(\"training\")]",
        ),
        // Elements of other namespaces, comments and references.
        (
            r#"<x xmlns="urn:x"/><content url="/a&amp;b"><license><!-- --><permits type="usage">a&#x62;<![CDATA[c]]></permits></license></content>"#,
            "https://h.example/a&b",
            "/a&b [+Usage:abc]",
        ),
    ] {
        assert_eq!(scopes(inside, url), expected, "{url} in {inside}");
    }
}

#[test]
fn a_server_and_a_prefix_are_read() {
    let text = br#"<?xml version="1.0"?><r:rsl xmlns:r="https://rslstandard.org/rsl">
        <r:content url="/" server="https://l.example/api"/></r:rsl>"#;
    let document = RslDocument::read(text).unwrap();
    assert_eq!(document.contents[0].server.as_deref(), Some("https://l.example/api"));
    assert_eq!(document.contents[0].line, 2);
}

#[test]
fn forms_of_draft_0_9_are_named() {
    for (words, values, form) in [
        ("ai-train search", &["ai-train", "search"][..], None),
        ("ai-train,search", &["ai-train", "search"], Some(RslDraftForm::Commas)),
        ("search ai-include", &["search", "ai-include"], Some(RslDraftForm::AiInclude)),
    ] {
        let text = format!(
            r#"<content url="/"><license><prohibits type="usage">{words}</prohibits></license></content>"#
        );
        let read = RslDocument::read(document(&text).as_bytes()).unwrap();
        let terms = &read.contents[0].licenses[0].prohibits[0];
        assert_eq!(
            (&terms.values[..], terms.draft_form),
            (&values.iter().map(|&it| it.to_owned()).collect::<Vec<_>>()[..], form)
        );
        assert_eq!(terms.kind, RslTermsKind::Usage);
    }
}

#[test]
fn a_document_that_does_not_conform_is_an_error() {
    let license = |inside: &str| {
        document(&format!(r#"<content url="/"><license>{inside}</license></content>"#))
    };
    let permits = r#"<permits type="usage">all</permits>"#;
    let deep = "<x xmlns=''>".repeat(40);
    for (text, expected) in [
        (
            document("<content url='/'><allows/></content>"),
            RslErrorKind::UnknownElement("allows".to_owned()),
        ),
        (document(permits), RslErrorKind::Misplaced),
        (
            document("<x xmlns=''><content url='/' xmlns='https://rslstandard.org/rsl'/></x>"),
            RslErrorKind::Misplaced,
        ),
        (license(&format!("{permits}{permits}")), RslErrorKind::TermsTwice),
        (license("<permits>all</permits>"), RslErrorKind::TermsType),
        (license("<permits type='usage'>all<amount/></permits>"), RslErrorKind::Misplaced),
        (license("<permits type='usage'>&x;</permits>"), RslErrorKind::Entity),
        (document("<content/>"), RslErrorKind::NoUrl),
        (document("<content url='articles/'/>"), RslErrorKind::Scope),
        (document("<content url=''/>"), RslErrorKind::Scope),
        (document("<content url='//h.example/'/>"), RslErrorKind::Scope),
        (document("<content url='https://h.example*'/>"), RslErrorKind::Scope),
        ("<rsl/>".to_owned(), RslErrorKind::NotRsl),
        ("<rss xmlns='https://rslstandard.org/rsl'/>".to_owned(), RslErrorKind::NotRsl),
        (document("") + &document(""), RslErrorKind::NotRsl),
        (String::new(), RslErrorKind::NotRsl),
        (format!("<!DOCTYPE rsl [<!ENTITY a 'b'>]>{}", document("")), RslErrorKind::DocumentType),
        (document(&deep), RslErrorKind::TooManyElements),
        (document(&"<content url='/'/>".repeat(20_000)), RslErrorKind::TooManyElements),
        (document(&format!("<content url='/{}'/>", "a".repeat(9_000))), RslErrorKind::TooLong),
        (
            license(&format!("<permits type='usage'>{}</permits>", "a ".repeat(9_000))),
            RslErrorKind::TooLong,
        ),
        (" ".repeat(MAX_RSL_BYTES + 1), RslErrorKind::TooLarge),
    ] {
        let error = RslDocument::read(text.as_bytes()).unwrap_err();
        assert_eq!(error.kind, expected, "{}", &text[..text.len().min(200)]);
    }
    let many = (0..40).map(|i| format!(" a{i}=''")).collect::<String>();
    let error = RslDocument::read(document(&format!("<content url='/'{many}/>")).as_bytes());
    assert_eq!(error.unwrap_err().kind, RslErrorKind::TooLong);
    let error = RslDocument::read(b"<rsl>\n\xff</rsl>").unwrap_err();
    assert_eq!((error.line, error.kind), (2, RslErrorKind::NotUtf8));
    for broken in ["<rsl", "<rsl xmlns='https://rslstandard.org/rsl'>", "<a></b>"] {
        assert!(RslDocument::read(broken.as_bytes()).is_err(), "{broken}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes: Vec<u8>, inside in "[<>/a-z ='\"&;!\\[\\]-]{0,80}") {
        let _ = RslDocument::read(&bytes);
        let _ = RslDocument::read(document(&inside).as_bytes());
    }
}
