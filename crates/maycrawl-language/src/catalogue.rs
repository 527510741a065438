//! The messages of each language: Fluent files in the binary, parsed when the language is first used.

use std::borrow::Cow;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::language::Language;

/// A value of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// Text. It must be safe to print.
    Text(Cow<'a, str>),
    /// A number. It is written without separators, and chooses the plural form.
    Number(u64),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<u32> for Value<'_> {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<usize> for Value<'_> {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

type Bundle = FluentBundle<FluentResource>;

/// Files of a language. The files of the page are not among them: the page has its own copy.
macro_rules! files {
    ($tag:literal: $($file:literal)*) => {
        &[$(include_str!(concat!("../languages/", $tag, "/", $file, ".ftl"))),*]
    };
    ($tag:literal) => {
        files!($tag: "verdicts" "explanations" "lints" "recipes" "command")
    };
}

impl Language {
    /// The message with this key; the key if the language lacks it. Tests hold that no language lacks a message that is
    /// asked for. English has none for what the library says itself. O(message and values).
    #[must_use]
    pub fn message(self, key: &str, values: &[(&str, Value<'_>)]) -> String {
        let mut arguments = FluentArgs::with_capacity(values.len());
        for (name, value) in values {
            let value = match value {
                Value::Text(text) => FluentValue::String(Cow::Borrowed(text.as_ref())),
                Value::Number(number) => (*number).into(),
            };
            arguments.set(*name, value);
        }
        format(self.bundle(), key, &arguments).unwrap_or_else(|| key.to_owned())
    }

    fn bundle(self) -> &'static Bundle {
        static BUNDLES: [OnceLock<Bundle>; 5] = [const { OnceLock::new() }; 5];
        BUNDLES[self as usize].get_or_init(|| {
            let identifier: LanguageIdentifier = self.tag().parse().unwrap_or_default();
            let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
            // The reason is in the documentation of the crate.
            bundle.set_use_isolating(false);
            for file in self.files() {
                // A test holds that every file parses. Messages before and after an error are kept.
                let resource = FluentResource::try_new((*file).to_owned())
                    .unwrap_or_else(|(resource, _)| resource);
                bundle.add_resource_overriding(resource);
            }
            bundle
        })
    }

    const fn files(self) -> &'static [&'static str] {
        match self {
            // What the library words has its English there, and nowhere else.
            Self::English => files!("en": "explanations" "command"),
            Self::Indonesian => files!("id"),
            Self::Korean => files!("ko"),
            Self::Thai => files!("th"),
            Self::Finnish => files!("fi"),
        }
    }
}

/// The message of a bundle. `None` if the bundle lacks it, or if a value is missing.
fn format(bundle: &Bundle, key: &str, arguments: &FluentArgs<'_>) -> Option<String> {
    let pattern = bundle.get_message(key)?.value()?;
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, Some(arguments), &mut errors).into_owned();
    errors.is_empty().then_some(text)
}
