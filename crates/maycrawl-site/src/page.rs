//! An HTML page: the directives in its `<head>`, its canonical URL, its links.
//!
//! Google's FAQ: "the robots meta tag currently needs to be in the `<head>` section of a page". The end of the head is
//! where an HTML parser ends it, not only at `</head>`: the first tag or text that is not allowed in a head begins the
//! body, and a meta tag after it does not count. (HTML Standard, sections *The "before head"*, *"in head"* and *"after
//! head" insertion modes*.) Parsers move a meta tag between `</head>` and the body into the head, so it counts.

use std::borrow::Cow;

use maycrawl::crawler::KnownCrawler;
use url::Url;

use crate::html_tokens::{self, Tag, Token};
use crate::link_field::{FieldText, resolve};
use crate::near_miss::NearMiss;
use crate::resources::{Resource, ResourceCollector, ResourceKind};
use crate::robots_meta::Directives;
use crate::use_signals::{SignalPlace, UseSignals};

/// Maximum number of bytes that are read of a page. (Google: "Googlebot can crawl the first 15MB of an HTML file".)
pub const MAX_PAGE_BYTES: u64 = 15 << 20;
/// Maximum number of directive lists, and of canonical links, that are stored for a page.
const MAX_KEPT: usize = 100;

/// The information for crawlers in a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Page {
    /// The directives of its meta tags, in order.
    pub directives: Vec<Directives>,
    /// Directives in meta tags outside the head. They have no effect.
    pub outside_head: Vec<Directives>,
    /// What looks like a directive and has no effect.
    pub near_misses: Vec<NearMiss>,
    /// `<link rel=canonical>` in the head, in order.
    pub canonical: Vec<Canonical>,
    /// Counts of the links.
    pub links: Links,
    /// The end of the head; `None` if the page ended first.
    pub head_end: Option<HeadEnd>,
    /// Number of tags beyond the limit.
    pub left_out: usize,
    /// Scripts, style sheets and images that it loads over http or https, each once, in order.
    pub resources: Vec<Resource>,
    /// Number of resource tags beyond the limit.
    pub resources_left_out: usize,
    /// Number of `<span>`, `<div>` and `<section>` with `data-nosnippet`, which search results do not quote.
    pub no_snippet_parts: u64,
    /// The line of the first of these.
    pub no_snippet_line: Option<u64>,
    /// Number of other elements with `data-nosnippet`. Google does not read it there, Bing does.
    pub no_snippet_other: u64,
    /// What its elements say about the use of its content.
    pub uses: UseSignals,
}

/// A canonical URL of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The line; `None` for the header field `Link`.
    pub line: Option<u64>,
    /// The URL as written.
    pub written: String,
    /// The absolute URL; `None` if the text is not a valid URL.
    pub url: Option<String>,
}

impl Canonical {
    /// Where it stands, for people.
    #[must_use]
    pub fn place(&self) -> String {
        self.line.map_or_else(|| "Link".to_owned(), |line| format!("line {line} of the page"))
    }
}

/// The number of links of a page, by `rel` value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// `<a href>` and `<area href>`.
    pub all: u64,
    /// Of these, with `rel=nofollow`.
    pub nofollow: u64,
    /// With `rel=ugc`.
    pub ugc: u64,
    /// With `rel=sponsored`.
    pub sponsored: u64,
}

/// The end of the head, and its cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadEnd {
    /// The line.
    pub line: u64,
    /// The tag that is not allowed in a head; `None` for text.
    pub tag: Option<String>,
}

impl Page {
    /// Reads a page with this `Content-Type`, fetched from `url` if that is known. O(bytes); memory does not grow with
    /// the page. A byte order mark or the type identifies UTF-16; every other encoding is read as ASCII-compatible.
    ///
    /// ```
    /// # use maycrawl_site::{Page, Directive};
    /// let page = Page::read(b"<title>Shop</title><meta name=robots content=noindex><p>...", None, None);
    /// assert_eq!(page.directives[0].rules, [Directive::NoIndex]);
    /// assert_eq!(page.head_end.unwrap().tag.as_deref(), Some("p"));
    /// ```
    #[must_use]
    pub fn read(html: &[u8], content_type: Option<&str>, url: Option<&str>) -> Self {
        let html = as_ascii(html, content_type);
        let mut reader = PageReader::new(&html, url);
        for token in html_tokens::tokens(&html) {
            match token {
                Token::Start(tag) => reader.start(&tag),
                Token::End { name, script } => reader.end(&name, script.as_deref()),
                Token::Text => reader.text(),
                Token::Comment { text, at } => reader.comment(&text, at),
            }
        }
        let ResourceCollector { kept, left_out, .. } = reader.resources;
        Self { resources: kept, resources_left_out: left_out, ..reader.page }
    }
}

/// UTF-16 as UTF-8; everything else unchanged.
fn as_ascii<'h>(html: &'h [u8], content_type: Option<&str>) -> Cow<'h, [u8]> {
    let named = content_type.map(str::to_ascii_lowercase).unwrap_or_default();
    let big = match html {
        [0xef, 0xbb, 0xbf, ..] => return Cow::Borrowed(&html[3..]),
        [0xfe, 0xff, ..] | [0, b'<', ..] => true,
        [0xff, 0xfe, ..] | [b'<', 0, ..] => false,
        _ if named.contains("utf-16be") => true,
        _ if named.contains("utf-16") => false,
        _ => return Cow::Borrowed(html),
    };
    let units = html.chunks_exact(2).map(|pair| {
        let pair = [pair[0], pair[1]];
        if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
    });
    let text: String = char::decode_utf16(units)
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .filter(|&c| c != '\u{feff}')
        .collect();
    Cow::Owned(text.into_bytes())
}

/// The state of reading a page.
struct PageReader<'h> {
    html: &'h [u8],
    page: Page,
    base: Option<Url>,
    has_base: bool,
    in_head: bool,
    /// The open element whose content is text: `<title>`, `<script>`.
    raw: Option<Vec<u8>>,
    /// Depth of `<template>`, whose content has no effect, and of `<noscript>`.
    templates: u64,
    noscripts: u64,
    counted_to: usize,
    line: u64,
    resources: ResourceCollector,
    /// True inside a `<script>` whose text is an RSL document that is stored.
    in_license: bool,
}

impl<'h> PageReader<'h> {
    fn new(html: &'h [u8], url: Option<&str>) -> Self {
        Self {
            html,
            page: Page::default(),
            base: url.and_then(|url| Url::parse(url).ok()),
            has_base: false,
            in_head: true,
            raw: None,
            templates: 0,
            noscripts: 0,
            counted_to: 0,
            line: 1,
            resources: ResourceCollector::default(),
            in_license: false,
        }
    }

    fn start(&mut self, tag: &Tag) {
        self.count_lines(tag.at);
        let name = &tag.name[..];
        match name {
            b"template" => self.templates += 1,
            b"noscript" => self.noscripts += 1,
            _ => {}
        }
        if self.in_head && self.templates == 0 && self.noscripts == 0 && !is_head_element(name) {
            self.end_head(Some(name));
        }
        if self.templates == 0 {
            self.read(tag);
        } else if name == b"meta" {
            self.near_miss(NearMiss::in_template(tag, self.line));
        }
        let is_raw = matches!(name, b"title" | b"textarea" | b"script" | b"style" | b"xmp")
            || matches!(name, b"iframe" | b"noembed" | b"noframes");
        if is_raw {
            self.raw = Some(name.to_vec());
        }
    }

    fn read(&mut self, tag: &Tag) {
        if tag.value("data-nosnippet").is_some() {
            match &tag.name[..] {
                b"span" | b"div" | b"section" => {
                    self.page.no_snippet_parts += 1;
                    self.page.no_snippet_line.get_or_insert(self.line);
                }
                _ => self.page.no_snippet_other += 1,
            }
        }
        match &tag.name[..] {
            b"meta" => self.meta(tag),
            // The first one with a URL counts, and later ones have no effect. (HTML, *The base element*.)
            b"base" if self.in_head && !self.has_base => {
                if let Some(href) = tag.value("href") {
                    self.has_base = true;
                    self.base = resolve(self.base.as_ref(), &href);
                }
            }
            b"link" if self.in_head && has_word(tag, "canonical") => {
                if let Some(written) = tag.value("href") {
                    let url = resolve(self.base.as_ref(), &written).map(String::from);
                    let canonical = Canonical { line: Some(self.line), written, url };
                    keep(&mut self.page.canonical, canonical, &mut self.page.left_out);
                }
            }
            b"a" | b"area" if tag.value("href").is_some() => {
                let links = &mut self.page.links;
                links.all += 1;
                links.nofollow += u64::from(has_word(tag, "nofollow"));
                links.ugc += u64::from(has_word(tag, "ugc"));
                links.sponsored += u64::from(has_word(tag, "sponsored"));
            }
            b"script" if tag.is_rsl() => {
                self.in_license = self.page.uses.open_inline(self.place());
            }
            b"script" => self.resource(tag, ResourceKind::Script, "src"),
            b"img" => self.resource(tag, ResourceKind::Image, "src"),
            _ => {}
        }
        if &tag.name[..] == b"link" && has_word(tag, "stylesheet") {
            self.resource(tag, ResourceKind::StyleSheet, "href");
        }
        if &tag.name[..] == b"link" && tag.is_rsl() && has_word(tag, "license") {
            let written = tag.value("href").unwrap_or_default();
            self.page.uses.add_license(self.place(), &written, self.base.as_ref());
        }
    }

    fn place(&self) -> SignalPlace {
        SignalPlace::Page { line: self.line, in_head: self.in_head }
    }

    fn resource(&mut self, tag: &Tag, kind: ResourceKind, attribute: &str) {
        if let Some(written) = tag.value(attribute).filter(|written| !written.trim().is_empty()) {
            let base = self.base.as_ref();
            self.resources.add(self.line, kind, || resolve(base, &written).map(String::from));
        }
    }

    fn near_miss(&mut self, found: Option<NearMiss>) {
        if let Some(found) = found {
            keep(&mut self.page.near_misses, found, &mut self.page.left_out);
        }
    }

    fn comment(&mut self, text: &[u8], at: usize) {
        self.count_lines(at);
        self.near_miss(NearMiss::in_comment(text, self.line));
    }

    fn meta(&mut self, tag: &Tag) {
        self.near_miss(NearMiss::of_meta(tag, self.line));
        let (Some(name), Some(content)) = (tag.value("name"), tag.value("content")) else { return };
        if name.trim().eq_ignore_ascii_case("tdm-reservation") {
            return self.page.uses.add_tdm_reservation(self.place(), content.as_bytes());
        }
        if name.trim().eq_ignore_ascii_case("tdm-policy") {
            let place = self.place();
            return self.page.uses.add_tdm_policy(place, content.as_bytes(), self.base.as_ref());
        }
        let directives = Directives::from_meta(&name, &content, self.line);
        // Other meta tags have names too: `description`, `referrer`. A tag with an unknown name is stored only if it
        // has directives, because it may be the name of the crawler in question.
        let is_known =
            directives.agent.as_deref().is_none_or(|name| KnownCrawler::by_name(name).is_some());
        let is_empty = directives.rules.is_empty() && directives.uses.is_empty();
        if !is_known && is_empty && !directives.is_cut {
            return;
        }
        let kept =
            if self.in_head { &mut self.page.directives } else { &mut self.page.outside_head };
        keep(kept, directives, &mut self.page.left_out);
    }

    fn end(&mut self, name: &[u8], script: Option<&[u8]>) {
        if let Some(script) = script
            && std::mem::take(&mut self.in_license)
        {
            self.page.uses.close_inline(script);
        }
        match name {
            _ if self.raw.as_deref() == Some(name) => self.raw = None,
            b"template" => self.templates = self.templates.saturating_sub(1),
            b"noscript" => self.noscripts = self.noscripts.saturating_sub(1),
            // These end the head as their start tags do; other end tags are ignored there.
            b"body" | b"html" | b"br" if self.templates == 0 => self.end_head(Some(name)),
            _ => {}
        }
    }

    /// Text ends the head unless it is inside another element. Inside `<noscript>` nothing ends the head: a crawler
    /// that runs scripts does not see the content, and one that does not run them does. So a directive in it counts,
    /// and an image in it, which visitor counters use, does not hide the directives after it.
    fn text(&mut self) {
        if self.raw.is_none() && self.templates == 0 && self.noscripts == 0 {
            self.end_head(None);
        }
    }

    fn end_head(&mut self, by: Option<&[u8]>) {
        if std::mem::take(&mut self.in_head) {
            let tag = by.map(|name| String::from_utf8_lossy(name).into_owned());
            self.page.head_end = Some(HeadEnd { line: self.line, tag });
        }
    }

    fn count_lines(&mut self, to: usize) {
        if let Some(passed) = self.html.get(self.counted_to..to) {
            self.line += memchr::memchr_iter(b'\n', passed).count() as u64;
            self.counted_to = to;
        }
    }
}

fn is_head_element(name: &[u8]) -> bool {
    matches!(
        name,
        b"html"
            | b"head"
            | b"base"
            | b"basefont"
            | b"bgsound"
            | b"link"
            | b"meta"
            | b"title"
            | b"noscript"
            | b"noframes"
            | b"style"
            | b"script"
            | b"template"
    )
}

fn has_word(tag: &Tag, word: &str) -> bool {
    tag.value("rel").is_some_and(|rel| {
        rel.split_ascii_whitespace().any(|found| found.eq_ignore_ascii_case(word))
    })
}

fn keep<T>(kept: &mut Vec<T>, one: T, left_out: &mut usize) {
    if kept.len() < MAX_KEPT {
        kept.push(one);
    } else {
        *left_out += 1;
    }
}

/// The canonical URLs of a header field `Link` (RFC 8288): `<https://example.com/>; rel="canonical"`. Reads at most
/// 8 KiB, and of a longer field no link that may be cut.
#[must_use]
pub fn canonical_of_link(value: &[u8], url: Option<&str>) -> Vec<Canonical> {
    let base = url.and_then(|url| Url::parse(url).ok());
    let text = FieldText::of(value);
    let canonical = text.links().into_iter().filter(|link| link.has_rel("canonical"));
    canonical
        .map(|link| {
            let url = resolve(base.as_ref(), link.target).map(String::from);
            Canonical { line: None, written: link.target.to_owned(), url }
        })
        .collect()
}
