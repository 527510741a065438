//! A reader of RSL documents, in which a site offers licences for its content.
//!
//! RSL 1.0 (Really Simple Licensing), Recommendation of the RSL organisation, 6 November 2025. The reader decides
//! nothing: it gives the scopes with their licences as the document has them. A document that does not conform is an
//! error, not a part of a document: the element that is not understood could be a prohibition.

mod document;
mod problem;

use quick_xml::NsReader;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::{Namespace, ResolveResult};

pub use document::{
    RslContent, RslDocument, RslDraftForm, RslLicense, RslPayment, RslTerms, RslTermsKind,
};
pub use problem::{RslError, RslErrorKind};

use document::Scope;

use crate::xml_reference;

/// The namespace of RSL documents.
pub const RSL_NAMESPACE: &str = "https://rslstandard.org/rsl";
/// Maximum size of a document in bytes.
pub const MAX_RSL_BYTES: usize = 1 << 20;
/// Maximum nesting depth of elements. A document has five levels.
const MAX_DEPTH: usize = 32;
/// Maximum number of elements.
const MAX_ELEMENTS: usize = 20_000;
/// Maximum number of attributes of an element. Each one is compared with those before it.
const MAX_ATTRIBUTES: usize = 32;
/// Maximum number of bytes of an attribute and of a list of words.
const MAX_VALUE_BYTES: usize = 8 << 10;

/// An element, by its name in the namespace of RSL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RslElement {
    Rsl,
    Content,
    License,
    Terms(RslTermsKind, bool),
    Payment,
    /// An element of the specification that says nothing about uses: `legal`, `copyright`.
    Other,
    /// An element of another namespace.
    Foreign,
}

/// The elements of the specification that say nothing about uses.
const OTHER_ELEMENTS: [&str; 7] =
    ["standard", "custom", "amount", "legal", "schema", "copyright", "terms"];

impl RslDocument {
    /// Reads a document. O(bytes), in memory of the order of the document. No document type is read, so no entity is
    /// declared.
    ///
    /// # Errors
    ///
    /// If it is over a limit, is not XML, is not RSL, or does not conform to RSL 1.0.
    pub fn read(bytes: &[u8]) -> Result<Self, RslError> {
        if bytes.len() > MAX_RSL_BYTES {
            return Err(RslError::new(1, RslErrorKind::TooLarge));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            RslError::new(lines(before) + 1, RslErrorKind::NotUtf8)
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = NsReader::from_str(text);
        let mut parser = Parser {
            text,
            counted_to: 0,
            line: 1,
            elements: 0,
            open: Vec::new(),
            words: None,
            document: Self::default(),
        };
        loop {
            parser.count_lines(reader.buffer_position());
            let (namespace, event) = match reader.read_resolved_event() {
                Ok(read) => read,
                Err(error) => return Err(parser.error(RslErrorKind::xml(&error.to_string()))),
            };
            let is_rsl = namespace == ResolveResult::Bound(Namespace(RSL_NAMESPACE));
            if parser.event(&event, is_rsl)? {
                return Ok(parser.document);
            }
        }
    }
}

/// The state of reading a document.
struct Parser<'t> {
    text: &'t str,
    counted_to: usize,
    line: u64,
    elements: usize,
    open: Vec<RslElement>,
    /// The text of the open `<permits>` or `<prohibits>`.
    words: Option<String>,
    document: RslDocument,
}

impl Parser<'_> {
    /// Takes an event. True at the end of the document.
    fn event(&mut self, event: &Event<'_>, is_rsl: bool) -> Result<bool, RslError> {
        match event {
            Event::Start(tag) => self.start(tag, is_rsl)?,
            Event::Empty(tag) => {
                self.start(tag, is_rsl)?;
                self.end()?;
            }
            Event::End(_) => self.end()?,
            Event::Text(text) => self.add(text)?,
            Event::CData(text) => self.add(text)?,
            Event::GeneralRef(name) if self.words.is_some() => {
                let found = xml_reference::resolve(name);
                let found = found.ok_or_else(|| self.error(RslErrorKind::Entity))?;
                self.add(found.encode_utf8(&mut [0; 4]))?;
            }
            Event::DocType(_) => return Err(self.error(RslErrorKind::DocumentType)),
            Event::Eof if !self.open.is_empty() => {
                return Err(self.error(RslErrorKind::xml("it ends before its last tag is closed")));
            }
            Event::Eof if self.elements == 0 => {
                return Err(self.error(RslErrorKind::NotRsl));
            }
            Event::Eof => return Ok(true),
            Event::GeneralRef(_) | Event::Decl(_) | Event::Comment(_) | Event::PI(_) => {}
        }
        Ok(false)
    }

    fn start(&mut self, tag: &BytesStart<'_>, is_rsl: bool) -> Result<(), RslError> {
        self.elements += 1;
        if self.open.len() == MAX_DEPTH || self.elements > MAX_ELEMENTS {
            return Err(self.error(RslErrorKind::TooManyElements));
        }
        // Words around an element inside the list would be read as one text.
        if self.words.is_some() {
            return Err(self.error(RslErrorKind::Misplaced));
        }
        let attributes = Attributes::of(tag).map_err(|kind| self.error(kind))?;
        let name = tag.local_name();
        let name: &str = name.as_ref();
        let element = self.element(name, is_rsl, &attributes)?;
        self.open.push(element);
        let line = self.line;
        match element {
            RslElement::Content => {
                let url = attributes.url.ok_or_else(|| self.error(RslErrorKind::NoUrl))?;
                let scope = Scope::read(&url).ok_or_else(|| self.error(RslErrorKind::Scope))?;
                let server = attributes.server;
                let content = RslContent { url, server, line, licenses: Vec::new(), scope };
                self.document.contents.push(content);
            }
            RslElement::License => {
                if let Some(content) = self.document.contents.last_mut() {
                    content.licenses.push(RslLicense::default());
                }
            }
            RslElement::Payment => {
                if let Some(license) = self.license() {
                    license.payments.push(RslPayment { kind: attributes.kind, line });
                }
            }
            RslElement::Terms(..) => self.words = Some(String::new()),
            RslElement::Rsl | RslElement::Other | RslElement::Foreign => {}
        }
        Ok(())
    }

    /// The meaning of an element at its position.
    fn element(
        &self,
        name: &str,
        is_rsl: bool,
        attributes: &Attributes,
    ) -> Result<RslElement, RslError> {
        let parent = self.open.last().copied();
        let element = match (name, is_rsl) {
            ("rsl", true) if self.elements == 1 => return Ok(RslElement::Rsl),
            _ if parent.is_none() => return Err(self.error(RslErrorKind::NotRsl)),
            (_, false) => return Ok(RslElement::Foreign),
            ("content", _) => (RslElement::Content, RslElement::Rsl),
            ("license", _) => (RslElement::License, RslElement::Content),
            ("payment", _) => (RslElement::Payment, RslElement::License),
            ("permits" | "prohibits", _) => {
                let kind = attributes.kind.as_deref().and_then(RslTermsKind::of);
                let kind = kind.ok_or_else(|| self.error(RslErrorKind::TermsType))?;
                (RslElement::Terms(kind, name == "permits"), RslElement::License)
            }
            _ if OTHER_ELEMENTS.contains(&name) => return Ok(RslElement::Other),
            _ => return Err(self.error(RslErrorKind::unknown(name))),
        };
        let (element, expected) = element;
        // A prohibition in the wrong place would not be found by who asks a licence for it.
        if parent == Some(expected) {
            Ok(element)
        } else {
            Err(self.error(RslErrorKind::Misplaced))
        }
    }

    fn end(&mut self) -> Result<(), RslError> {
        let (element, words) = (self.open.pop(), self.words.take());
        let line = self.line;
        if let (Some(RslElement::Terms(kind, is_permit)), Some(words)) = (element, words)
            && let Some(license) = self.license()
        {
            let list = if is_permit { &mut license.permits } else { &mut license.prohibits };
            // "At most one element per type": this also bounds the two lists.
            if list.iter().any(|terms| terms.kind == kind) {
                return Err(self.error(RslErrorKind::TermsTwice));
            }
            list.push(RslTerms::read(kind, &words, line));
        }
        Ok(())
    }

    fn license(&mut self) -> Option<&mut RslLicense> {
        self.document.contents.last_mut()?.licenses.last_mut()
    }

    fn add(&mut self, more: &str) -> Result<(), RslError> {
        let Some(words) = &mut self.words else { return Ok(()) };
        if words.len() + more.len() > MAX_VALUE_BYTES {
            return Err(self.error(RslErrorKind::TooLong));
        }
        words.push_str(more);
        Ok(())
    }

    fn count_lines(&mut self, to: u64) {
        let to = usize::try_from(to).unwrap_or(usize::MAX);
        if let Some(passed) = self.text.as_bytes().get(self.counted_to..to) {
            self.line += lines(passed);
            self.counted_to = to;
        }
    }

    fn error(&self, kind: RslErrorKind) -> RslError {
        RslError::new(self.line, kind)
    }
}

/// The attributes that are read.
#[derive(Default)]
struct Attributes {
    url: Option<String>,
    server: Option<String>,
    kind: Option<String>,
}

impl Attributes {
    fn of(tag: &BytesStart<'_>) -> Result<Self, RslErrorKind> {
        let mut found = Self::default();
        for (i, attribute) in tag.attributes().enumerate() {
            let attribute = attribute.map_err(|error| RslErrorKind::xml(&error.to_string()))?;
            if i == MAX_ATTRIBUTES || attribute.value.len() > MAX_VALUE_BYTES {
                return Err(RslErrorKind::TooLong);
            }
            let name: &str = attribute.key.as_ref();
            let slot = match name {
                "url" => &mut found.url,
                "server" => &mut found.server,
                "type" => &mut found.kind,
                _ => continue,
            };
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|_| RslErrorKind::Entity)?;
            *slot = Some(value.trim().to_owned());
        }
        Ok(found)
    }
}

fn lines(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}
