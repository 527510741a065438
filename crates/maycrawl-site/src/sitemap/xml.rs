//! XML sitemaps and feeds, parsed event by event.

use std::io::Read;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Error, Reader};

use super::form::Form;
use super::limited_reader::LimitedReader;
use super::problem::{SitemapPosition as Position, SitemapProblem, SitemapProblemKind};
use super::resource::{SitemapResourceKind, SitemapResources};
use crate::robots_meta::first_bytes;
use crate::xml_reference;

use super::{MAX_URL_CHARS, SitemapItem, SitemapKind, SitemapUrl, problem_of, well_formed};

/// Maximum nesting depth of elements. A sitemap has three levels, with extensions six.
const MAX_DEPTH: usize = 64;
/// Maximum number of bytes that are stored of a URL or a date: enough to detect that it is too long. A character has
/// four bytes at most.
const MAX_TEXT_BYTES: usize = 4 * MAX_URL_CHARS + 4;

/// The relevant elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    UrlSet,
    Index,
    Rss,
    Feed,
    Channel,
    /// `<url>`, `<sitemap>`, `<item>`, `<entry>`: an entry of the list.
    Entry,
    Loc,
    LastMod,
    /// `<priority>` and `<changefreq>`, where the form is checked.
    Priority,
    ChangeFreq,
    /// `<guid>` of RSS, which is a URL unless it says that it is none.
    Guid,
    /// `<image:image>` and `<video:video>`, and what is in them, where it is asked for.
    Image,
    Video,
    Resource(SitemapResourceKind),
    Other,
}

pub(super) struct Xml<R: Read> {
    reader: Reader<LimitedReader<R>>,
    buffer: Vec<u8>,
    kind: Option<SitemapKind>,
    /// What stands before the colon in the name of the root.
    prefix: Option<Box<str>>,
    open: Vec<Element>,
    /// The current entry.
    entry: Option<Entry>,
    /// The text of the current element, if it is relevant.
    text: Option<String>,
    /// Where the text began.
    text_at: Position,
    finished: bool,
    /// The form, if it is checked.
    form: Option<Form>,
    /// White space stands before the first tag.
    begins_late: bool,
    /// Whether other languages, images and videos are read.
    has_resources: bool,
}

/// An entry while it is read.
struct Entry {
    at: Position,
    loc: Option<(String, Position)>,
    lastmod: Option<String>,
    /// A permanent link, in place of a missing one.
    guid: Option<(String, Position)>,
    resources: SitemapResources,
    /// True if a problem of the entry was returned.
    is_reported: bool,
}

impl<R: Read> Xml<R> {
    pub(super) fn new(file: LimitedReader<R>, checks_form: bool, has_resources: bool) -> Self {
        let begins_late = file.offset() > 0;
        let mut reader = Reader::from_reader(file);
        reader.config_mut().allow_dangling_amp = true;
        Self {
            reader,
            buffer: Vec::new(),
            kind: None,
            prefix: None,
            open: Vec::new(),
            entry: None,
            text: None,
            text_at: Position::START,
            finished: false,
            form: checks_form.then(Form::default),
            begins_late,
            has_resources,
        }
    }

    pub(super) fn kind(&self) -> Option<SitemapKind> {
        self.kind
    }

    pub(super) fn is_finished(&self) -> bool {
        self.finished && self.form.as_ref().is_none_or(Form::is_told)
    }

    /// Reads up to the next item.
    pub(super) fn next_item(&mut self) -> Option<SitemapItem> {
        loop {
            if let Some(problem) = self.form.as_mut().and_then(Form::next) {
                return Some(SitemapItem::Problem(problem));
            }
            if self.finished {
                return None;
            }
            self.reader.get_mut().begin_piece();
            let at = self.reader.get_ref().position();
            let mut buffer = std::mem::take(&mut self.buffer);
            buffer.clear();
            let result = match self.reader.read_event_into(&mut buffer) {
                Ok(event) => self.event(&event, at),
                Err(error) => Err(self.broken(&error, at)),
            };
            self.buffer = buffer;
            self.form.iter_mut().for_each(Form::go_on);
            match result {
                Ok(None) => {}
                Ok(Some(item)) => return Some(item),
                Err(problem) => {
                    self.finished |= problem.is_last();
                    return Some(SitemapItem::Problem(problem));
                }
            }
        }
    }

    fn event(
        &mut self,
        event: &Event<'_>,
        at: Position,
    ) -> Result<Option<SitemapItem>, SitemapProblem> {
        match event {
            Event::Start(tag) => self.start(tag, at).map(|()| None),
            Event::Empty(tag) => {
                self.start(tag, at)?;
                self.end(at)
            }
            Event::End(_) => self.end(at),
            Event::Text(text) => {
                if let Some(form) = &mut self.form {
                    form.fault(well_formed::in_text(text, !self.open.is_empty()), text, at);
                }
                self.add(text);
                Ok(None)
            }
            Event::CData(text) => {
                if let Some(form) = &mut self.form {
                    form.fault(well_formed::in_characters(text), text, at.behind("<![CDATA["));
                }
                self.add(text);
                Ok(None)
            }
            Event::GeneralRef(name) => self.reference(name, at).map(|()| None),
            Event::Decl(declared) => {
                let encoding = declared.encoding().and_then(Result::ok).unwrap_or_default();
                if let Some(form) = &mut self.form {
                    form.declaration(declared, at);
                }
                self.declaration(&encoding, at).map(|()| None)
            }
            Event::DocType(text) => {
                self.form.iter_mut().for_each(|form| form.document_type(text));
                let name = text.trim_ascii_start();
                let is_html = name.get(..4).is_some_and(|name| name.eq_ignore_ascii_case("html"));
                let trouble = if is_html {
                    SitemapProblemKind::Html
                } else {
                    SitemapProblemKind::DocumentType
                };
                Err(SitemapProblem::new(at, trouble))
            }
            Event::Comment(text) => {
                if let Some(form) = &mut self.form {
                    form.fault(well_formed::in_comment(text), text, at.behind("<!--"));
                }
                Ok(None)
            }
            Event::PI(_) => Ok(None),
            Event::Eof => self.end_of_file(at),
        }
    }

    fn end_of_file(&mut self, at: Position) -> Result<Option<SitemapItem>, SitemapProblem> {
        self.finished = true;
        self.form.iter_mut().for_each(|form| form.end(self.kind));
        if !self.open.is_empty() {
            let what = "it ends before its last tag is closed".to_owned();
            return Err(SitemapProblem::new(at, SitemapProblemKind::Xml(what)));
        }
        if self.kind.is_none() {
            return Err(SitemapProblem::for_file(SitemapProblemKind::Empty));
        }
        Ok(None)
    }

    fn declaration(&mut self, encoding: &str, at: Position) -> Result<(), SitemapProblem> {
        if let Some(form) = self.form.as_mut().filter(|_| self.begins_late) {
            form.late_declaration(at);
        }
        // ASCII is a part of UTF-8, and `utf8` is a misspelling of its name.
        let is_utf8 = ["", "utf-8", "utf8", "us-ascii", "ascii"]
            .iter()
            .any(|name| encoding.eq_ignore_ascii_case(name));
        if is_utf8 {
            return Ok(());
        }
        Err(SitemapProblem::new(at, SitemapProblemKind::encoding(encoding)))
    }

    fn start(&mut self, tag: &BytesStart<'_>, at: Position) -> Result<(), SitemapProblem> {
        let name = tag.local_name();
        let name: &str = name.as_ref();
        if self.open.len() == MAX_DEPTH {
            return Err(SitemapProblem::new(at, SitemapProblemKind::TooDeep));
        }
        let element = match self.open.last() {
            None => {
                let root = self.root(name, at)?;
                self.prefix = prefix_of(tag);
                root
            }
            Some(_) if self.is_of_an_extension(tag) => Element::Other,
            Some(_) => self.element(name),
        };
        self.check_tag(tag, at);
        match element {
            Element::Entry => {
                self.form.iter_mut().for_each(Form::entry);
                let resources = SitemapResources::default();
                let (loc, lastmod, guid) = (None, None, None);
                self.entry = Some(Entry { at, loc, lastmod, guid, resources, is_reported: false });
            }
            Element::Guid if !is_permanent(tag) => {}
            Element::Loc if self.kind == Some(SitemapKind::Atom) => self.link(tag, at),
            Element::Resource(SitemapResourceKind::Alternate) => self.alternate(tag, at),
            Element::Loc
            | Element::LastMod
            | Element::Priority
            | Element::ChangeFreq
            | Element::Resource(_)
            | Element::Guid => {
                self.text = Some(String::new());
                self.text_at = at;
            }
            _ => {}
        }
        self.open.push(element);
        Ok(())
    }

    /// Checks the form of a tag that is not open yet.
    fn check_tag(&mut self, tag: &BytesStart<'_>, at: Position) {
        let Some(form) = &mut self.form else { return };
        let is_of_sitemaps = is_of_sitemaps(self.kind);
        form.tag(tag, at, self.open.is_empty() && is_of_sitemaps);
        let is_in_entry = match self.open.last() {
            Some(Element::UrlSet | Element::Index) => false,
            Some(Element::Entry) => true,
            Some(Element::Loc | Element::LastMod) if is_of_sitemaps => {
                return form.nested(tag, at);
            }
            _ => return,
        };
        form.element(tag.name().into_inner(), self.kind, is_in_entry, at);
    }

    fn root(&mut self, name: &str, at: Position) -> Result<Element, SitemapProblem> {
        if self.kind.is_some() {
            let what = "there is a second root".to_owned();
            return Err(SitemapProblem::new(at, SitemapProblemKind::Xml(what)));
        }
        let (kind, element) = match name {
            "urlset" => (SitemapKind::UrlSet, Element::UrlSet),
            "sitemapindex" => (SitemapKind::Index, Element::Index),
            "rss" | "RDF" => (SitemapKind::Rss, Element::Rss),
            "feed" => (SitemapKind::Atom, Element::Feed),
            _ if name.eq_ignore_ascii_case("html") => {
                return Err(SitemapProblem::new(at, SitemapProblemKind::Html));
            }
            _ => {
                let root = maycrawl::Printable(name.as_bytes()).to_string();
                let root = root.chars().take(40).collect();
                return Err(SitemapProblem::new(at, SitemapProblemKind::NotASitemap(root)));
            }
        };
        self.kind = Some(kind);
        Ok(element)
    }

    /// Whether a tag with a prefix only looks like one of the entry's own: `news:loc`. An image is no tag of an entry.
    fn is_of_an_extension(&self, tag: &BytesStart<'_>) -> bool {
        let own = ["loc", "lastmod", "priority", "changefreq"];
        matches!(self.open.last(), Some(Element::Entry))
            && is_of_sitemaps(self.kind)
            && own.contains(&tag.local_name().as_ref())
            && prefix_of(tag) != self.prefix
    }

    /// The meaning of an element at its position: `image:loc` is inside `image:image`, so it is a different element.
    fn element(&self, name: &str) -> Element {
        if self.has_resources && self.kind == Some(SitemapKind::UrlSet) {
            let resource = match (self.open.last(), name) {
                (Some(Element::Entry), "image") => Some(Element::Image),
                (Some(Element::Entry), "video") => Some(Element::Video),
                (Some(Element::Entry), "link") => {
                    Some(Element::Resource(SitemapResourceKind::Alternate))
                }
                (Some(Element::Image), "loc") => {
                    Some(Element::Resource(SitemapResourceKind::Image))
                }
                (Some(Element::Video), "thumbnail_loc") => {
                    Some(Element::Resource(SitemapResourceKind::Thumbnail))
                }
                (Some(Element::Video), "content_loc") => {
                    Some(Element::Resource(SitemapResourceKind::Video))
                }
                (Some(Element::Video), "player_loc") => {
                    Some(Element::Resource(SitemapResourceKind::Player))
                }
                _ => None,
            };
            if let Some(resource) = resource {
                return resource;
            }
        }
        match (self.open.last(), self.kind, name) {
            (Some(Element::UrlSet), _, "url")
            | (Some(Element::Index), _, "sitemap")
            | (Some(Element::Rss | Element::Channel), _, "item")
            | (Some(Element::Feed), _, "entry") => Element::Entry,
            (Some(Element::Rss), _, "channel") => Element::Channel,
            (Some(Element::Entry), Some(SitemapKind::UrlSet | SitemapKind::Index), "loc")
            | (Some(Element::Entry), Some(SitemapKind::Rss | SitemapKind::Atom), "link") => {
                Element::Loc
            }
            (Some(Element::Entry), Some(SitemapKind::UrlSet | SitemapKind::Index), "lastmod")
            | (Some(Element::Entry), Some(SitemapKind::Rss), "pubDate")
            | (Some(Element::Entry), Some(SitemapKind::Atom), "updated") => Element::LastMod,
            (Some(Element::Entry), Some(SitemapKind::Rss), "guid") => Element::Guid,
            (Some(Element::Entry), Some(SitemapKind::UrlSet), "priority")
                if self.form.is_some() =>
            {
                Element::Priority
            }
            (Some(Element::Entry), Some(SitemapKind::UrlSet), "changefreq")
                if self.form.is_some() =>
            {
                Element::ChangeFreq
            }
            _ => Element::Other,
        }
    }

    /// `<link href="..."/>` of an Atom entry; of several kinds only the link to the page itself.
    fn link(&mut self, tag: &BytesStart<'_>, at: Position) {
        let is_page = attribute(tag, "rel").is_none_or(|rel| rel == "alternate");
        let href = attribute(tag, "href");
        if let (Some(href), true, Some(entry)) = (href, is_page, &mut self.entry)
            && !href.is_empty()
        {
            entry.loc.get_or_insert((href, at));
        }
    }

    /// `<xhtml:link rel="alternate" href="..."/>` of an entry.
    fn alternate(&mut self, tag: &BytesStart<'_>, at: Position) {
        if attribute(tag, "rel").is_none_or(|rel| rel != "alternate") {
            return;
        }
        // One for phones, or a feed, has no language. (Google, *Separate URLs* of mobile-first indexing.)
        let is_of_language = ["media", "type"].iter().all(|name| attribute(tag, name).is_none());
        let language = attribute(tag, "hreflang");
        if language.is_some() || is_of_language {
            self.form.iter_mut().for_each(|form| form.language(language.as_deref(), at));
        }
        if let (Some(href), Some(entry)) = (attribute(tag, "href"), &mut self.entry) {
            let kind = SitemapResourceKind::Alternate;
            self.form.iter_mut().for_each(|form| form.resource(kind, &href, at));
            entry.resources.add(kind, &href, at);
        }
    }

    fn add(&mut self, more: &str) {
        if let Some(text) = &mut self.text {
            // White space before the text does not count for its length.
            let more = if text.is_empty() { more.trim_ascii_start() } else { more };
            let room = MAX_TEXT_BYTES.saturating_sub(text.len());
            text.push_str(first_bytes(more, room));
        }
    }

    fn reference(&mut self, name: &str, at: Position) -> Result<(), SitemapProblem> {
        let found = xml_reference::resolve(name);
        if self.text.is_none() || found.is_some() {
            self.form.iter_mut().for_each(|form| form.reference(name, at));
        }
        if self.text.is_none() {
            return Ok(());
        }
        if let Some(found) = found {
            self.add(found.encode_utf8(&mut [0; 4]));
            return Ok(());
        }
        if let (Some(Element::Resource(_)), Some(entry)) = (self.open.last(), &mut self.entry) {
            entry.resources.beyond += 1;
            self.text = None;
            return Ok(());
        }
        let first = self
            .entry
            .as_mut()
            .is_some_and(|entry| !std::mem::replace(&mut entry.is_reported, true));
        if first {
            return Err(SitemapProblem::new(at, SitemapProblemKind::entity(name)));
        }
        Ok(())
    }

    fn end(&mut self, at: Position) -> Result<Option<SitemapItem>, SitemapProblem> {
        match (self.open.pop(), self.text.take()) {
            (Some(Element::Entry), _) => {
                self.entry.take().map_or(Ok(None), |entry| self.finish(entry))
            }
            (Some(element), Some(text)) => {
                if !self.take_text(element, text.trim_ascii()) {
                    // An element inside the one whose text is relevant.
                    self.text = Some(text);
                }
                Ok(None)
            }
            (Some(_), None) => Ok(None),
            (None, _) => {
                let what = "an end tag without a start tag".to_owned();
                Err(SitemapProblem::new(at, SitemapProblemKind::Xml(what)))
            }
        }
    }

    /// Takes the text of an element that ends; false if it is the text of another one.
    fn take_text(&mut self, element: Element, text: &str) -> bool {
        let (at, form) = (self.text_at, &mut self.form);
        let is_of_sitemaps = is_of_sitemaps(self.kind);
        let Some(entry) = &mut self.entry else {
            return !matches!(element, Element::Other);
        };
        match (element, form) {
            (Element::Loc, _) if text.is_empty() => {}
            (Element::Loc, Some(form)) if entry.loc.is_some() && is_of_sitemaps => {
                form.twice("loc", at);
            }
            (Element::Loc, _) => {
                entry.loc.get_or_insert((text.to_owned(), at));
            }
            (Element::Guid, _) if text.starts_with("http") => {
                entry.guid.get_or_insert((text.to_owned(), at));
            }
            (Element::Guid, _) => {}
            (Element::Resource(kind), form) => {
                form.iter_mut().for_each(|form| form.resource(kind, text, at));
                entry.resources.add(kind, text, at);
            }
            (Element::Priority, form) => {
                form.iter_mut().for_each(|form| form.priority(text, at));
            }
            (Element::ChangeFreq, form) => {
                form.iter_mut().for_each(|form| form.frequency(text, at));
            }
            (Element::LastMod, form) => {
                // The dates of feeds have forms of their own.
                let form = form.iter_mut().filter(|_| is_of_sitemaps);
                form.for_each(|form| form.date(text, at));
                entry.lastmod.get_or_insert(text.chars().take(64).collect());
            }
            _ => return false,
        }
        true
    }

    fn finish(&self, entry: Entry) -> Result<Option<SitemapItem>, SitemapProblem> {
        let Entry { at, loc, lastmod, guid, resources, is_reported } = entry;
        // RSS 2.0: a `guid` is the URL of the item, unless it says that it is not.
        match loc.or(guid) {
            _ if is_reported => Ok(None),
            // Items of a feed may lack one.
            None if matches!(self.kind, Some(SitemapKind::Rss | SitemapKind::Atom)) => Ok(None),
            None => Err(SitemapProblem::new(at, SitemapProblemKind::NoUrl)),
            Some((loc, at)) if loc.chars().count() > MAX_URL_CHARS => {
                Err(SitemapProblem::new(at, SitemapProblemKind::url_too_long(loc.as_bytes())))
            }
            Some((loc, at)) => {
                let url = SitemapUrl { loc, position: at, lastmod, resources };
                let is_index = self.kind == Some(SitemapKind::Index);
                Ok(Some(if is_index { SitemapItem::Sitemap(url) } else { SitemapItem::Url(url) }))
            }
        }
    }

    fn broken(&self, error: &Error, at: Position) -> SitemapProblem {
        match error {
            Error::Io(error) => problem_of(self.reader.get_ref(), error),
            Error::Encoding(_) => SitemapProblem::new(
                at,
                SitemapProblemKind::Xml("there are bytes that are not UTF-8".to_owned()),
            ),
            error => {
                let what = well_formed::why_broken(error);
                let what = maycrawl::Printable(what.as_bytes()).to_string();
                SitemapProblem::new(at, SitemapProblemKind::Xml(what.chars().take(200).collect()))
            }
        }
    }
}

/// The value of an attribute, without white space around it.
fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = tag.try_get_attribute(name).ok().flatten()?;
    Some(xml_reference::resolve_all(attribute.value.trim_ascii()))
}

/// Whether it has the tags of sitemaps, and not those of a feed.
const fn is_of_sitemaps(kind: Option<SitemapKind>) -> bool {
    matches!(kind, Some(SitemapKind::UrlSet | SitemapKind::Index))
}

fn prefix_of(tag: &BytesStart<'_>) -> Option<Box<str>> {
    let name = tag.name();
    let (prefix, _) = name.as_ref().split_once(':')?;
    Some(prefix.into())
}

/// Whether a `guid` is a URL. (RSS 2.0: `isPermaLink` is true if it is not written.)
fn is_permanent(tag: &BytesStart<'_>) -> bool {
    let written = tag.try_get_attribute("isPermaLink").ok().flatten();
    written.is_none_or(|attribute| !attribute.value.eq_ignore_ascii_case("false"))
}
