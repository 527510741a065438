//! The JSON form of findings, fixes and lints. The command, the service and every other user write the same keys.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl_readers::answer::ProgramsAnswer;
use serde::{Serialize, Serializer};

use crate::{Diagnostic, Fix, Lint};

#[derive(Serialize)]
struct JsonDiagnostic<'d> {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    line: u32,
    /// Other lines with the same finding.
    #[serde(skip_serializing_if = "<[u32]>::is_empty")]
    also: &'d [u32],
    /// Offsets in bytes.
    start: u32,
    end: u32,
    message: &'d str,
    help: Option<&'d str>,
    fix: Option<&'d Fix>,
    /// What a person may do, where there is no fix.
    #[serde(skip_serializing_if = "<[Fix]>::is_empty")]
    choices: &'d [Fix],
}

impl Serialize for Diagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        JsonDiagnostic {
            code: self.lint.code,
            name: self.lint.name,
            severity: self.lint.severity.name(),
            line: self.line,
            also: &self.also,
            start: self.span.start,
            end: self.span.end,
            message: &self.message,
            help: self.help.as_deref(),
            fix: self.fix.as_ref(),
            choices: &self.choices,
        }
        .serialize(serializer)
    }
}

#[derive(Serialize)]
struct JsonFix<'f> {
    title: &'f str,
    /// `keeps-verdicts` or `mends`.
    effect: &'static str,
    programs: &'f ProgramsAnswer,
    edits: Vec<JsonEdit<'f>>,
}

#[derive(Serialize)]
struct JsonEdit<'f> {
    start: u32,
    end: u32,
    text: Cow<'f, str>,
}

impl Serialize for Fix {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        JsonFix {
            title: &self.title,
            effect: self.effect.name(),
            programs: &self.programs,
            edits: self
                .edits
                .iter()
                .map(|edit| JsonEdit {
                    start: edit.span.start,
                    end: edit.span.end,
                    text: String::from_utf8_lossy(&edit.text),
                })
                .collect(),
        }
        .serialize(serializer)
    }
}

#[derive(Serialize)]
struct JsonLint {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    summary: &'static str,
    fix: Option<&'static str>,
    page: String,
}

impl Serialize for Lint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        JsonLint {
            code: self.code,
            name: self.name,
            severity: self.severity.name(),
            summary: self.summary,
            fix: self.fix,
            page: self.markdown(),
        }
        .serialize(serializer)
    }
}
