//! What header fields and pages say about the use of their content, row by row.

use maycrawl_site::{
    Directives, Page, PageAnswer, SignalPlace, TdmReservation, UseDirective, UseSignals,
};

fn of_fields(fields: &[(&str, &str)]) -> UseSignals {
    let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_bytes())).collect();
    UseSignals::from_fields(&fields, Some("https://h.example/d/page"))
}

fn from_page(html: &str) -> UseSignals {
    Page::read(html.as_bytes(), None, Some("https://h.example/d/page")).uses
}

#[test]
fn fields_are_kept_as_written() {
    let signals = of_fields(&[
        ("Content-Usage", "train-ai=n"),
        ("Content-Signal", "ai-train=no"),
        ("CONTENT-USAGE", "train-ai=y"),
        ("content-signal", "search=yes"),
        ("tdm-policy", "/p.json"),
    ]);
    let text = signals.content_usage.unwrap();
    assert_eq!((&text.bytes[..], text.is_cut), (&b"train-ai=n, train-ai=y"[..], false));
    let lines: Vec<_> =
        signals.content_signals.iter().map(|line| (line.place, &line.value.bytes[..])).collect();
    assert_eq!(
        lines,
        [(SignalPlace::Field(1), &b"ai-train=no"[..]), (SignalPlace::Field(2), b"search=yes")]
    );
    assert_eq!(signals.tdm_policies[0].value.written, "/p.json");
    assert_eq!(signals.tdm_policies[0].value.url.as_deref(), Some("https://h.example/p.json"));
    // A policy alone leaves the reservation.
    assert!(signals.tdm_reservations.is_empty());
    // An empty field is an empty dictionary, and no field is none.
    assert_eq!(of_fields(&[("Content-Usage", "")]).content_usage, Some(Default::default()));
    assert!(of_fields(&[("Content-Type", "text/html")]).is_empty());
}

#[test]
fn reservations() {
    for (written, expected) in [
        ("1", TdmReservation::Reserved),
        (" 0 ", TdmReservation::NotReserved),
        ("2", TdmReservation::Unset(Some("2".to_owned()))),
        ("1, 1", TdmReservation::Unset(Some("1, 1".to_owned()))),
        ("", TdmReservation::Unset(Some(String::new()))),
    ] {
        let field = of_fields(&[("tdm-reservation", written)]);
        assert_eq!(field.tdm_reservations[0].value, expected, "{written}");
        let page = from_page(&format!("\n<meta name=TDM-Reservation content='{written}'>"));
        assert_eq!(page.tdm_reservations[0].value, expected, "{written}");
        let place = SignalPlace::Page { line: 2, in_head: true };
        assert_eq!(page.tdm_reservations[0].place, place);
    }
    let body = from_page("<p>x</p><meta name=tdm-reservation content=1>");
    let place = SignalPlace::Page { line: 1, in_head: false };
    assert_eq!(body.tdm_reservations[0].place, place);
}

#[test]
fn links_to_licenses() {
    let rsl = "rel=\"license\"; type=\"application/rsl+xml\"";
    for (field, expected) in [
        (format!("<https://h.example/l.xml>; {rsl}"), Some("https://h.example/l.xml")),
        (format!("</l.xml>; {rsl}"), Some("https://h.example/l.xml")),
        (format!("<a>; rel=next, <l.xml>; {rsl}"), Some("https://h.example/d/l.xml")),
        (
            "<l>; rel=\"next license\"; type=Application/RSL+XML".to_owned(),
            Some("https://h.example/d/l"),
        ),
        // A Creative Commons link is not RSL: it has no media type.
        ("<https://creativecommons.org/licenses/by/4.0/>; rel=\"license\"".to_owned(), None),
        ("<l>; rel=license; type=text/html".to_owned(), None),
        ("<l>; rel=next; type=\"application/rsl+xml\"".to_owned(), None),
    ] {
        let signals = of_fields(&[("Link", &field)]);
        let found = signals.licenses.first().map(|link| link.value.url.as_deref().unwrap());
        assert_eq!(found, expected, "{field}");
    }
    for (html, expected) in [
        (
            "<link rel=license type=application/rsl+xml href=/l.xml>",
            Some("https://h.example/l.xml"),
        ),
        (
            "<base href=/b/><link rel=license type=application/rsl+xml href=l>",
            Some("https://h.example/b/l"),
        ),
        ("<link rel=license href=/l.xml>", None),
        ("<template><link rel=license type=application/rsl+xml href=/l.xml></template>", None),
    ] {
        let signals = from_page(html);
        let found = signals.licenses.first().map(|link| link.value.url.as_deref().unwrap());
        assert_eq!(found, expected, "{html}");
    }
    let unreadable = from_page("<link rel=license type=application/rsl+xml href='data:x'>");
    assert_eq!(unreadable.licenses[0].value.url, None, "it is shown as written");
}

#[test]
fn documents_inside_a_page() {
    let page = from_page(
        "<script>a</script><script type='application/rsl+xml; a=b'><rsl>&lt;</rsl></script>",
    );
    let text = page.inline_licenses[0].value.as_ref().unwrap();
    assert_eq!((&text.bytes[..], text.is_cut), (&b"<rsl>&lt;</rsl>"[..], false));
    let open = from_page("<script type=application/rsl+xml><rsl>");
    assert_eq!(open.inline_licenses[0].value, None);
    let long =
        from_page(&format!("<script type=application/rsl+xml>{}</script>", "a".repeat(70_000)));
    let text = long.inline_licenses[0].value.as_ref().unwrap();
    assert_eq!((text.bytes.len(), text.is_cut), (64 << 10, true));
    let many = from_page(&"<script type=application/rsl+xml>a</script>".repeat(20));
    assert_eq!((many.inline_licenses.len(), many.left_out), (16, 4));
    let beyond = "<script type=application/rsl+xml>b</script>";
    let last = from_page(&("<script type=application/rsl+xml>a</script>".repeat(16) + beyond));
    assert_eq!(last.inline_licenses[15].value.as_ref().unwrap().bytes, b"a");
}

#[test]
fn words_about_ai_are_kept_with_their_agent() {
    use UseDirective::{NoAi, NoArchive, NoCache, NoImageAi};
    for (name, content, expected) in [
        ("robots", "noai, noimageai", &[NoAi, NoImageAi][..]),
        ("robots", "index, NOAI", &[NoAi]),
        ("robots", "noarchive,nocache,noarchive", &[NoArchive, NoCache]),
        ("googlebot", "noai", &[NoAi]),
        ("robots", "nosnippet, max-snippet:5", &[]),
        ("robots", "noai noimageai", &[]),
        // The limit on ignored words does not hide one.
        ("robots", "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,noai", &[NoAi]),
    ] {
        let directives = Directives::from_meta(name, content, 1);
        assert_eq!(directives.uses, expected, "{content}");
    }
    let lists = Directives::from_header(b"noai, otherbot: noimageai, nosnippet", 1);
    assert_eq!((lists[0].agent.as_deref(), &lists[0].uses[..]), (None, &[NoAi][..]));
    assert_eq!(
        (lists[1].agent.as_deref(), &lists[1].uses[..]),
        (Some("otherbot"), &[NoImageAi][..])
    );
    let page = Page::read(b"<meta name=unknownbot content=noai>", None, None);
    assert_eq!(page.directives[0].agent.as_deref(), Some("unknownbot"));
    let messages: Vec<_> = Directives::from_meta("robots", "noai, noarchive, nocache", 1)
        .ignored
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        messages,
        [
            "`noai` is a word against training of AI, not a rule that Google knows",
            "`noarchive` has no effect for Google; Bing and Amazon read it as about AI",
            "`nocache` has no effect for Google; Bing reads it as about AI",
        ]
    );
}

#[test]
fn data_nosnippet_is_counted_by_who_reads_it() {
    let page =
        Page::read(b"<p data-nosnippet><span data-nosnippet></span><a data-nosnippet>", None, None);
    assert_eq!((page.no_snippet_parts, page.no_snippet_other), (1, 2));
}

#[test]
fn an_answer_has_the_signals_of_its_fields_and_of_its_page() {
    let fields: [(&str, &[u8]); 2] = [("tdm-reservation", b"0"), ("content-type", b"text/html")];
    let answer = PageAnswer::read(200, &fields, b"<meta name=tdm-reservation content=1>", None);
    assert_eq!(answer.uses.tdm_reservations[0].value, TdmReservation::NotReserved);
    let page = answer.page.unwrap();
    assert_eq!(page.uses.tdm_reservations[0].value, TdmReservation::Reserved);
}

#[test]
fn signals_are_bounded() {
    let long = "a".repeat(9_000);
    let signals = of_fields(&[("content-usage", &long), ("content-usage", "b")]);
    let text = signals.content_usage.unwrap();
    assert_eq!((text.bytes.len(), text.is_cut), (8 << 10, true));
    let fields = vec![("tdm-reservation", "1"); 30];
    let signals = of_fields(&fields);
    assert_eq!((signals.tdm_reservations.len(), signals.left_out), (16, 14));
}

#[test]
fn what_is_cut_is_never_read_as_whole() {
    use maycrawl::{Crawler, RequestUrl};
    use maycrawl_site::UseSources;
    use maycrawl_uses::{Outcome, Readings, Use};

    let long = " ".repeat(9_000);
    let rsl = "; rel=license; type=\"application/rsl+xml\"";
    let signals = of_fields(&[
        ("tdm-policy", &format!("/p{long}.json")),
        ("tdm-reservation", &format!("1{long}1")),
        ("Link", &format!("</l.xml>{rsl}, </m.xml>{long}{rsl}")),
    ]);
    assert_eq!(
        (&signals.tdm_policies[0].value.url, signals.tdm_policies[0].value.is_cut),
        (&None, true)
    );
    assert!(matches!(signals.tdm_reservations[0].value, TdmReservation::Unset(_)));
    // The first link is whole, and of the second the type is not known.
    assert_eq!((signals.licenses.len(), &signals.cut_links[..]), (1, &[SignalPlace::Field(1)][..]));

    let robots = maycrawl::RobotsTxt::parse(
        b"User-agent: *\nContent-Signal: ai-train=yes, ai-input=yes, search=yes\n",
    );
    let url = RequestUrl::parse("https://h.example/d/page").unwrap();
    let outcome = |fields: &[(&str, &str)], html: &str, wanted| {
        let (fields, page) =
            (fields.iter().map(|(name, value)| (*name, value.as_bytes())), of_html(html));
        let answer = PageAnswer::read(200, &fields.collect::<Vec<_>>(), b"", None);
        let sources =
            UseSources { robots: Some(&robots), page: Some(&page), ..answer.use_sources() };
        sources.ask(&Crawler::GOOGLEBOT, &url, wanted, Readings::DEFAULT).outcome
    };
    let usage = format!("search=y,{}train-ai=n", "a,".repeat(5_000));
    let tag = format!("{}noai", "a,".repeat(5_000));
    let meta = format!("<meta name=robots content='{tag}'>");
    let script =
        format!("<script type=application/rsl+xml><rsl>{}</rsl></script>", "a".repeat(70_000));
    for wanted in [Use::Train, Use::Input] {
        assert_eq!(outcome(&[], "", wanted), Outcome::Granted);
        assert_eq!(outcome(&[("Content-Usage", &usage)], "", wanted), Outcome::Conditional);
        assert_eq!(outcome(&[("X-Robots-Tag", &tag)], "", wanted), Outcome::Conditional);
        let link = format!("</l.xml>{long}{rsl}");
        assert_eq!(outcome(&[("Link", &link)], "", wanted), Outcome::Conditional);
        assert_eq!(outcome(&[], &meta, wanted), Outcome::Conditional);
        assert_eq!(outcome(&[], &script, wanted), Outcome::Conditional);
    }
    // A refusal stands, whatever else was not read.
    let refused = [("Content-Usage", "train-ai=n"), ("X-Robots-Tag", &tag)];
    assert_eq!(outcome(&refused, "", Use::Train), Outcome::Conflict);
}

fn of_html(html: &str) -> Page {
    Page::read(html.as_bytes(), None, Some("https://h.example/d/page"))
}

/// What the facts do not decide, and what is answered.
#[test]
fn licences_that_no_verified_text_explains() {
    use maycrawl::{Crawler, RequestUrl};
    use maycrawl_site::{RslDocument, UseSources};
    use maycrawl_uses::{FindingKind, Outcome, Readings, Use};

    let ask = |terms: &str, wanted| {
        let text = format!(
            "<rsl xmlns='https://rslstandard.org/rsl'><content url='/'>{terms}</content></rsl>"
        );
        let document = RslDocument::read(text.as_bytes()).unwrap();
        let robots = maycrawl::RobotsTxt::parse(b"License: https://h.example/l.xml\n");
        let licenses = [("https://h.example/l.xml", &document)];
        let sources =
            UseSources { robots: Some(&robots), licenses: &licenses, ..Default::default() };
        let url = RequestUrl::parse("https://h.example/a").unwrap();
        sources.ask(&Crawler::GOOGLEBOT, &url, wanted, Readings::DEFAULT)
    };
    let usage = |name: &str, words: &str| {
        format!("<license><{name} type='usage'>{words}</{name}></license>")
    };
    let (permits, prohibits) = (|words| usage("permits", words), |words| usage("prohibits", words));
    for (terms, expected) in [
        // Several licences are offers; the strictest is reported.
        (permits("all") + &permits("search"), Outcome::Refused),
        // An unknown word may be the prohibition of this use.
        (prohibits("ai-include"), Outcome::Conditional),
        (prohibits("AI-Train"), Outcome::Conditional),
        (permits("ai-include"), Outcome::Refused),
        // A licence without a word about uses, and a scope without a licence.
        ("<license/>".to_owned(), Outcome::NotSaid),
        (String::new(), Outcome::NotSaid),
        ("<license><payment type='purchase'/></license>".to_owned(), Outcome::Conditional),
    ] {
        assert_eq!(ask(&terms, Use::Train).outcome, expected, "{terms}");
    }
    let several = ask(&(permits("all") + &permits("search")), Use::Train);
    assert_eq!(several.findings[0].kind, FindingKind::SeveralLicenses);
    let said = &several.families[0].statements[0];
    assert_eq!(said.text, "https://h.example/l.xml, line 1: permits search");
    assert_eq!(ask(&permits("all"), Use::Tdm).outcome, Outcome::NotSaid);
}
