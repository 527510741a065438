//! The catalogues: every file parses, every language has the same messages with the same values, drafts say that they
//! are drafts, and no message is missing or unused. English has no messages for what the library words.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;
use maycrawl::consequence::FileKind;
use maycrawl_language::Language;
use maycrawl_lint::recipe::Recipe;
use maycrawl_lint::{Lint, LintReason, Severity};
use maycrawl_readers::Reader;

use crate::words::{DECISIONS, labels, reasons};

/// The first three say in other languages what the library says in English.
const FILES: [&str; 6] = ["verdicts", "lints", "recipes", "explanations", "command", "page"];

/// A language that has all messages. The others are compared with it.
const COMPLETE: Language = Language::Indonesian;

fn files(language: Language) -> &'static [&'static str] {
    if language == Language::English { &FILES[3..] } else { &FILES }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("languages")
}

fn text(language: Language, file: &str) -> String {
    let path = root().join(language.tag()).join(format!("{file}.ftl"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A message: the names of its values, and the code between its backquotes.
#[derive(Debug, Default, PartialEq, Eq)]
struct Message {
    values: BTreeSet<String>,
    code: BTreeSet<String>,
}

/// The messages of a file.
fn messages(language: Language, file: &str) -> BTreeMap<String, Message> {
    let text = text(language, file);
    let resource = parser::parse(text.as_str())
        .unwrap_or_else(|(_, errors)| panic!("{language}/{file}.ftl: {errors:?}"));
    let mut messages = BTreeMap::new();
    for entry in &resource.body {
        let Entry::Message(message) = entry else { continue };
        let mut found = Message::default();
        let pattern = message.value.as_ref().expect("a message has text");
        let mut written = String::new();
        read(pattern, &mut found.values, &mut written);
        found.code = code(&written);
        assert_eq!(written.matches('`').count() % 2, 0, "{language}: {}", message.id.name);
        assert_eq!(written.trim(), written, "{language}: {}", message.id.name);
        let twice = messages.insert(message.id.name.to_owned(), found);
        assert!(twice.is_none(), "{language}/{file}.ftl has {} twice", message.id.name);
    }
    messages
}

fn read(pattern: &Pattern<&str>, values: &mut BTreeSet<String>, written: &mut String) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => written.push_str(value),
            PatternElement::Placeable { expression } => match expression {
                Expression::Inline(inline) => read_inline(inline, values, written),
                Expression::Select { selector, variants } => {
                    read_inline(selector, values, &mut String::new());
                    variants.iter().for_each(|variant| read(&variant.value, values, written));
                }
            },
        }
    }
}

fn read_inline(
    inline: &InlineExpression<&str>,
    values: &mut BTreeSet<String>,
    written: &mut String,
) {
    match inline {
        InlineExpression::VariableReference { id } => {
            values.insert(id.name.to_owned());
            written.push_str(&format!("{{${}}}", id.name));
        }
        InlineExpression::StringLiteral { value } => written.push_str(value),
        other => panic!("use only values and plural forms: {other:?}"),
    }
}

#[test]
fn every_language_has_the_same_messages_with_the_same_values_and_code() {
    for language in Language::ALL {
        for file in files(language) {
            let (complete, own) = (messages(COMPLETE, file), messages(language, file));
            let missing: Vec<_> = complete.keys().filter(|key| !own.contains_key(*key)).collect();
            assert!(missing.is_empty(), "{language}/{file}.ftl lacks {missing:?}");
            for (key, message) in own {
                assert_eq!(Some(&message), complete.get(&key), "{language}/{file}.ftl: {key}");
            }
        }
    }
}

#[test]
fn sentences_of_lints_have_the_code_of_the_library() {
    let translated = messages(COMPLETE, "lints");
    for reason in LintReason::all() {
        let own = &translated[&format!("lint-{}", reason.name)].code;
        assert_eq!(*own, code(reason.text), "{}", reason.name);
    }
}

/// The code between the backquotes of a text.
pub(crate) fn code(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn no_two_files_have_the_same_key() {
    let mut all = BTreeSet::new();
    for file in FILES {
        for key in messages(COMPLETE, file).into_keys() {
            assert!(all.insert(key.clone()), "{key} is in two files");
        }
    }
}

#[test]
fn drafts_begin_with_a_request_for_review() {
    for language in Language::ALL {
        for file in files(language) {
            let text = text(language, file);
            let first = text.lines().next().unwrap();
            let is_marked = first.starts_with("# DRAFT.") && first.contains("review");
            assert_eq!(is_marked, language.is_draft(), "{language}/{file}.ftl: {first}");
            let says_how = text.lines().nth(1).unwrap().starts_with("# To correct");
            assert_eq!(says_how, language.is_draft(), "{language}/{file}.ftl");
        }
    }
}

#[test]
fn there_is_one_folder_for_each_language() {
    let folders = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap());
    let folders = folders.filter(|entry| entry.file_type().unwrap().is_dir());
    let folders: BTreeSet<_> =
        folders.map(|entry| entry.file_name().into_string().unwrap()).collect();
    assert_eq!(folders, Language::ALL.map(|language| language.tag().to_owned()).into());
    for language in Language::ALL {
        let files = fs::read_dir(root().join(language.tag())).unwrap();
        assert_eq!(files.count(), self::files(language).len(), "{language}");
    }
}

#[test]
fn no_text_has_invisible_characters() {
    for language in Language::ALL {
        for file in files(language) {
            for (number, line) in text(language, file).lines().enumerate() {
                let shown = maycrawl::Printable(line.as_bytes()).to_string();
                assert_eq!(shown, line, "{language}/{file}.ftl:{}", number + 1);
            }
        }
    }
}

/// The Rust sources that use the messages.
fn sources() -> String {
    fn add(folder: &Path, all: &mut String) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                add(&path, all);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                all.push_str(&fs::read_to_string(&path).unwrap());
            }
        }
    }
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut all = String::new();
    for name in ["maycrawl-language", "maycrawl-questions", "maycrawl-cli", "maycrawl-server"] {
        add(&crates.join(name).join("src"), &mut all);
    }
    all
}

/// The keys that the sources make of a prefix and a name.
fn made_keys(sources: &str) -> BTreeSet<String> {
    let mut keys: BTreeSet<String> = BTreeSet::new();
    keys.extend(LintReason::all().map(|reason| format!("lint-{}", reason.name)));
    keys.extend(reasons().iter().map(|reason| format!("reason-{}", reason.name())));
    keys.extend(DECISIONS.map(|decision| format!("outcome-{}", decision.name())));
    let severities = [Severity::Note, Severity::Warning, Severity::Error];
    keys.extend(severities.map(|severity| format!("severity-{}", severity.name())));
    let kinds = [FileKind::Page, FileKind::Media, FileKind::Resource, FileKind::Document];
    keys.extend(kinds.map(|kind| format!("consequence-{}", kind.name())));
    for recipe in Recipe::all() {
        keys.insert(format!("recipe-{}", recipe.name));
        keys.extend((!recipe.advice.is_empty()).then(|| format!("recipe-{}-advice", recipe.name)));
        let value = recipe.parameter.map(|value| format!("recipe-value-{}", value.kind.name()));
        keys.extend(value);
    }
    keys.extend(labels().into_iter().map(|label| format!("label-{label}")));
    for (axis, _) in Reader::all()[0].axes() {
        let words = axis.split(|c: char| !c.is_ascii_alphanumeric());
        let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
        keys.insert(format!("axis-{}", words.join("-")));
    }
    for part in sources.split("label(\"").skip(1) {
        keys.insert(format!("label-{}", part.split('"').next().unwrap()));
    }
    keys
}

#[test]
fn no_message_is_unused() {
    let sources = sources();
    let made = made_keys(&sources);
    for file in FILES.into_iter().filter(|file| *file != "page") {
        for key in messages(COMPLETE, file).into_keys() {
            let is_used = made.contains(&key) || sources.contains(&format!("\"{key}\""));
            assert!(is_used, "{file}.ftl: no source uses {key}");
        }
    }
}

#[test]
fn no_message_is_missing() {
    let sources = sources();
    let mut known = BTreeSet::new();
    for file in FILES.into_iter().filter(|file| *file != "page") {
        known.extend(messages(COMPLETE, file).into_keys());
    }
    for key in made_keys(&sources) {
        assert!(known.contains(&key), "no message {key}");
    }
    let keys = calls(&sources, "message(").chain(calls(&sources, ".say("));
    let keys: Vec<_> = keys.chain(literals()).collect();
    assert!(keys.len() > 80, "the scan finds the calls");
    for key in keys {
        assert!(known.contains(&key), "no message {key}");
    }
}

/// The first argument of each call, if it is a literal.
fn calls(sources: &str, function: &str) -> impl Iterator<Item = String> {
    let calls = sources.split(function).skip(1).map(str::trim_start);
    let keys = calls.filter_map(|call| call.strip_prefix('"')?.split('"').next());
    keys.map(str::to_owned).collect::<Vec<_>>().into_iter()
}

/// The literals of this crate that look like a key. Its only other literals of this form are names of lints.
fn literals() -> impl Iterator<Item = String> {
    let mut own = String::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(folder).unwrap() {
        own.push_str(&fs::read_to_string(entry.unwrap().path()).unwrap());
    }
    let is_key = |text: &&str| {
        let is_written = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        text.contains('-') && text.chars().all(is_written) && Lint::by_name(text).is_none()
    };
    own.split('"').filter(is_key).map(str::to_owned).collect::<Vec<_>>().into_iter()
}
