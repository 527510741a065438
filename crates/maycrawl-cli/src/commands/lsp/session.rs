//! A session with an editor: its beginning and end, and which message is for which part of the server.

use gen_lsp_types::json_rpc::{Error, Id, RequestObject, ResponseObject};
use gen_lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionParams, CompletionOptions, CompletionParams,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DocumentFormattingParams, DocumentSymbolParams, ErrorCodes, FoldingRangeParams, HoverParams,
    InitializeResult, MessageType, PositionEncodingKind, PublishDiagnosticsParams,
    SemanticTokensOptions, SemanticTokensParams, ServerCapabilities, ServerInfo, ShowMessageParams,
    TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
};
use maycrawl::{Printable, Profile};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::actions::{self, FIX_ALL};
use super::diagnostics::diagnostic;
use super::documents::{Document, Documents};
use super::text::{Encoding, Text};
use super::{completion, edits, framing, hover, structure};
use crate::args::LintFilter;
use crate::text::output::{Exit, Failure, Output};

/// The answer to a request.
#[derive(Serialize)]
struct Reply<'r> {
    jsonrpc: &'static str,
    id: Id,
    result: &'r RawValue,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before `initialize`.
    New,
    Running,
    /// After `shutdown`.
    ShutDown,
}

pub(super) struct Session {
    state: State,
    documents: Documents,
    encoding: Encoding,
    /// True if the editor understands edits of one version of a document.
    has_versions: bool,
}

impl Session {
    pub(super) fn new(profile: Profile, allow: Vec<LintFilter>) -> Self {
        let documents = Documents::new(profile, allow);
        Self { state: State::New, documents, encoding: Encoding::Utf16, has_versions: false }
    }

    /// The result if the session ends now: well only after `shutdown`.
    pub(super) fn outcome(&self) -> Exit {
        match self.state {
            State::ShutDown => Exit::Done,
            State::New | State::Running => Exit::Found,
        }
    }

    /// Handles a request, and answers it; or a notification, which has no answer.
    pub(super) fn handle(
        &mut self,
        call: RequestObject,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let (method, id, params) = call.into_parts();
        let params = params.unwrap_or(Value::Null);
        let Some(id) = id else {
            return match self.state {
                State::Running => self.notification(&method, params, output),
                State::New | State::ShutDown => Ok(()),
            };
        };
        match self.answer(&method, params) {
            Ok(result) => {
                let result = &*result;
                framing::write(&Reply { jsonrpc: "2.0", id, result }, output)
            }
            Err(error) => framing::write(&ResponseObject::from_error(id, error), output),
        }
    }

    fn answer(&mut self, method: &str, params: Value) -> Result<Box<RawValue>, Error> {
        match (self.state, method) {
            (State::New, "initialize") => self.initialize(&params),
            (State::New, _) => {
                Err(error(ErrorCodes::ServerNotInitialized, "the first request is `initialize`"))
            }
            (State::ShutDown, _) => Err(error(
                ErrorCodes::InvalidRequest,
                "the session is shut down: only `exit` can follow",
            )),
            (State::Running, "initialize") => {
                Err(error(ErrorCodes::InvalidRequest, "the session is initialized already"))
            }
            (State::Running, "shutdown") => {
                self.state = State::ShutDown;
                value(&Value::Null)
            }
            (State::Running, _) => self.request(method, params),
        }
    }

    fn initialize(&mut self, params: &Value) -> Result<Box<RawValue>, Error> {
        // Only these two are needed. An editor with an odd value elsewhere is served too.
        let offered = params.pointer("/capabilities/general/positionEncodings");
        let offers_utf_8 =
            offered.and_then(Value::as_array).is_some_and(|all| all.iter().any(|it| it == "utf-8"));
        let has_versions = params.pointer("/capabilities/workspace/workspaceEdit/documentChanges");
        self.encoding = if offers_utf_8 { Encoding::Utf8 } else { Encoding::Utf16 };
        self.has_versions = has_versions == Some(&Value::Bool(true));
        self.state = State::Running;
        value(&InitializeResult {
            capabilities: capabilities(self.encoding),
            server_info: Some(ServerInfo {
                name: "maycrawl".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        })
    }

    fn request(&mut self, method: &str, params: Value) -> Result<Box<RawValue>, Error> {
        match method {
            "textDocument/hover" => {
                let at = parsed::<HoverParams>(params)?.text_document_position_params;
                value(&hover::hover(self.document(&at.text_document.uri)?, at.position))
            }
            "textDocument/completion" => {
                let at = parsed::<CompletionParams>(params)?.text_document_position_params;
                value(&completion::items(self.document(&at.text_document.uri)?, at.position))
            }
            "textDocument/codeAction" => {
                let CodeActionParams { text_document, range, context, .. } = parsed(params)?;
                let has_versions = self.has_versions;
                let document = self.document(&text_document.uri)?;
                value(&actions::actions(document, range, &context, has_versions))
            }
            "textDocument/documentSymbol" => {
                let uri = parsed::<DocumentSymbolParams>(params)?.text_document.uri;
                value(&structure::symbols(self.document(&uri)?))
            }
            "textDocument/foldingRange" => {
                let uri = parsed::<FoldingRangeParams>(params)?.text_document.uri;
                value(&structure::folds(self.document(&uri)?))
            }
            "textDocument/semanticTokens/full" => {
                let uri = parsed::<SemanticTokensParams>(params)?.text_document.uri;
                value(&structure::tokens(self.document(&uri)?))
            }
            "textDocument/formatting" => {
                let uri = parsed::<DocumentFormattingParams>(params)?.text_document.uri;
                let text = &self.document(&uri)?.text;
                value(&edits::between(text, &maycrawl_lint::format(text.as_bytes())))
            }
            _ => {
                let method = Printable(method.as_bytes());
                Err(error(ErrorCodes::MethodNotFound, &format!("there is no method `{method}`")))
            }
        }
    }

    fn document(&self, uri: &Uri) -> Result<&Document, Error> {
        self.documents.get(uri).ok_or_else(|| {
            let name = Printable(uri.as_ref().as_bytes());
            error(ErrorCodes::InvalidParams, &format!("the document {name} is not open"))
        })
    }

    /// Handles a notification: changes the documents, and tells the user of one that cannot be kept.
    fn notification(
        &mut self,
        method: &str,
        params: Value,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let change = self.change(method, params);
        if let Ok(Change::Gone(uri) | Change::Refused(uri, _)) = &change {
            let uri = uri.clone();
            let none = PublishDiagnosticsParams { uri, version: None, diagnostics: Vec::new() };
            notify("textDocument/publishDiagnostics", &none, output)?;
        }
        let message = match change {
            Ok(Change::Kept | Change::Gone(_)) => return Ok(()),
            Ok(Change::Refused(_, message)) => format!("maycrawl: {message}"),
            Err(error) => format!("maycrawl: {method}: {}", error.message),
        };
        let warning = ShowMessageParams { kind: MessageType::Warning, message };
        notify("window/showMessage", &warning, output)
    }

    /// Changes the documents. A notification about something else is ignored, as the protocol demands.
    fn change(&mut self, method: &str, params: Value) -> Result<Change, Error> {
        match method {
            "textDocument/didOpen" => {
                let opened = parsed::<DidOpenTextDocumentParams>(params)?.text_document;
                let text = Text::new(opened.text, self.encoding);
                let done = self.documents.open(opened.uri.clone(), opened.version, text);
                Ok(Change::new(opened.uri, done))
            }
            "textDocument/didChange" => {
                let params: DidChangeTextDocumentParams = parsed(params)?;
                let version = params.text_document.version;
                let uri = params.text_document.text_document_identifier.uri;
                let changes = params.content_changes;
                let done = self.documents.change(&uri, version, changes, self.encoding);
                Ok(Change::new(uri, done))
            }
            "textDocument/didClose" => {
                let uri = parsed::<DidCloseTextDocumentParams>(params)?.text_document.uri;
                self.documents.close(&uri);
                Ok(Change::Gone(uri))
            }
            _ => Ok(Change::Kept),
        }
    }

    /// Publishes the findings of all documents that changed since the last time.
    pub(super) fn publish(&mut self, output: &mut Output) -> Result<(), Failure> {
        while let Some(document) = self.documents.next_unpublished() {
            let findings = document.findings().diagnostics.iter();
            let params = PublishDiagnosticsParams {
                uri: document.uri.clone(),
                version: Some(document.version),
                diagnostics: findings.map(|found| diagnostic(found, &document.text)).collect(),
            };
            notify("textDocument/publishDiagnostics", &params, output)?;
        }
        Ok(())
    }
}

/// What became of a document.
enum Change {
    Kept,
    Gone(Uri),
    /// It exceeds a limit, which the text explains, and is not kept.
    Refused(Uri, String),
}

impl Change {
    fn new(uri: Uri, done: Result<(), String>) -> Self {
        done.map_or_else(|message| Self::Refused(uri, message), |()| Self::Kept)
    }
}

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(match encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::Incremental),
                ..TextDocumentSyncOptions::default()
            }
            .into(),
        ),
        hover_provider: Some(true.into()),
        completion_provider: Some(CompletionOptions {
            // Crawlers are offered after `User-agent:`. Editors ask on their own at letters, but not at these two.
            trigger_characters: Some(vec![":".to_owned(), " ".to_owned()]),
            ..CompletionOptions::default()
        }),
        code_action_provider: Some(
            CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QuickFix, FIX_ALL]),
                ..CodeActionOptions::default()
            }
            .into(),
        ),
        document_formatting_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        folding_range_provider: Some(true.into()),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: structure::legend(),
                full: Some(true.into()),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        ..ServerCapabilities::default()
    }
}

fn notify(method: &str, params: &impl Serialize, output: &mut Output) -> Result<(), Failure> {
    framing::write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }), output)
}

fn parsed<T: DeserializeOwned>(params: Value) -> Result<T, Error> {
    serde_json::from_value(params)
        .map_err(|reason| error(ErrorCodes::InvalidParams, &reason.to_string()))
}

/// A result as JSON text. As a tree, the symbols of a large file would cost three times as much.
fn value(result: &impl Serialize) -> Result<Box<RawValue>, Error> {
    to_raw_value(result).map_err(|reason| error(ErrorCodes::InternalError, &reason.to_string()))
}

fn error(code: ErrorCodes, message: &str) -> Error {
    Error { code, message: message.to_owned(), data: None }
}
