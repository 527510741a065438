//! The open documents, with limits.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use gen_lsp_types::{TextDocumentContentChangeEvent, Uri};
use maycrawl::{Profile, RobotsTxt};
use maycrawl_lint::{Lint, LintOptions, LintReport, lint_with};

use super::pieces::Pieces;
use super::text::{Encoding, Text};
use crate::args::LintFilter;

/// Maximum number of open documents.
const MAX_DOCUMENTS: usize = 1000;
/// Maximum size of all open documents together: 64 MiB.
const MAX_BYTES: usize = 64 << 20;

/// A document as the editor has it.
pub(super) struct Document {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) text: Text,
    profile: Profile,
    allow: Rc<[LintFilter]>,
    /// The findings in this version, once they are needed.
    findings: OnceCell<LintReport>,
    /// True if the editor has the findings of this version.
    is_published: bool,
}

impl Document {
    pub(super) fn profile(&self) -> Profile {
        self.profile
    }

    pub(super) fn robots(&self) -> RobotsTxt<'_> {
        RobotsTxt::parse_with(self.text.as_bytes(), self.profile)
    }

    /// True for findings that the settings leave out.
    pub(super) fn is_left_out(&self, lint: &'static Lint) -> bool {
        self.allow.iter().any(|filter| filter.leaves_out(lint))
    }

    /// The findings in the text, computed once for each version.
    pub(super) fn findings(&self) -> &LintReport {
        self.findings.get_or_init(|| {
            let mut report = lint_with(&self.robots(), &LintOptions::new());
            report.retain(|lint| !self.is_left_out(lint));
            report
        })
    }
}

/// All open documents.
pub(super) struct Documents {
    open: BTreeMap<String, Document>,
    profile: Profile,
    allow: Rc<[LintFilter]>,
    bytes: usize,
}

impl Documents {
    pub(super) fn new(profile: Profile, allow: Vec<LintFilter>) -> Self {
        Self { open: BTreeMap::new(), profile, allow: allow.into(), bytes: 0 }
    }

    pub(super) fn get(&self, uri: &Uri) -> Option<&Document> {
        self.open.get(uri.as_ref())
    }

    /// Adds a document.
    ///
    /// # Errors
    /// There are too many, or they are too large. The document is not kept.
    pub(super) fn open(&mut self, uri: Uri, version: i32, text: Text) -> Result<(), String> {
        self.close(&uri);
        if self.open.len() >= MAX_DOCUMENTS {
            return Err(format!(
                "{MAX_DOCUMENTS} documents are open, which is the limit; close some, and open this one again"
            ));
        }
        self.bytes += text.as_bytes().len();
        let name = uri.as_ref().to_owned();
        let (profile, allow) = (self.profile, Rc::clone(&self.allow));
        let document = Document {
            uri,
            version,
            text,
            profile,
            allow,
            findings: OnceCell::new(),
            is_published: false,
        };
        self.open.insert(name.clone(), document);
        self.within_limit(&name)
    }

    /// Changes a document. One that is not open is left alone.
    ///
    /// # Errors
    /// The documents are too large now. This one is not kept.
    pub(super) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Result<(), String> {
        // The editor does not know that a document was too large to be kept, and goes on to send its changes. An error
        // for each would be a message on the screen for each key.
        let Some(document) = self.open.get_mut(uri.as_ref()) else { return Ok(()) };
        let before = document.text.as_bytes().len();
        let mut pieces = Pieces::new(document.text.as_str(), encoding);
        for change in changes {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                    pieces.replace(part.range, &part.text);
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                    pieces = Pieces::new(&whole.text, encoding);
                }
            }
        }
        document.text = pieces.into_text();
        document.version = version;
        document.findings = OnceCell::new();
        document.is_published = false;
        self.bytes = self.bytes - before + document.text.as_bytes().len();
        self.within_limit(uri.as_ref())
    }

    /// Removes a document, if it is open.
    pub(super) fn close(&mut self, uri: &Uri) {
        self.remove(uri.as_ref());
    }

    fn remove(&mut self, name: &str) {
        if let Some(document) = self.open.remove(name) {
            self.bytes -= document.text.as_bytes().len();
        }
    }

    /// Removes the document if all are too large together.
    fn within_limit(&mut self, name: &str) -> Result<(), String> {
        if self.bytes <= MAX_BYTES {
            return Ok(());
        }
        self.remove(name);
        let limit = MAX_BYTES >> 20;
        Err(format!(
            "the open documents are larger than {limit} MiB together; close some, and open this one again"
        ))
    }

    /// A document whose findings the editor does not have yet. It counts as published then.
    pub(super) fn next_unpublished(&mut self) -> Option<&Document> {
        let document = self.open.values_mut().find(|document| !document.is_published)?;
        document.is_published = true;
        Some(document)
    }
}
