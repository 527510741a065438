//! The messages of each language: Fluent files in the binary, or given to it, parsed when the language is first used.

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

    /// Whether the language has its texts. All have them if they are embedded; else only English, and those that were
    /// given theirs. Nothing must be asked in another one.
    #[must_use]
    pub fn has_texts(self) -> bool {
        !self.files().is_empty() || BUNDLES[self as usize].get().is_some()
    }

    /// Gives a language its texts: those of its files, in any order. Whether it had none before. O(text).
    pub fn add_texts(self, texts: String) -> bool {
        !self.has_texts() && BUNDLES[self as usize].set(self.bundle_of([texts])).is_ok()
    }

    fn bundle(self) -> &'static Bundle {
        let embedded = || self.bundle_of(self.files().iter().map(|&file| file.to_owned()));
        BUNDLES[self as usize].get_or_init(embedded)
    }

    fn bundle_of(self, files: impl IntoIterator<Item = String>) -> Bundle {
        let identifier: LanguageIdentifier = self.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
        // The reason is in the documentation of the crate.
        bundle.set_use_isolating(false);
        for file in files {
            // A test holds that every file parses. Messages before and after an error are kept.
            let resource = FluentResource::try_new(file).unwrap_or_else(|(resource, _)| resource);
            bundle.add_resource_overriding(resource);
        }
        bundle
    }

    const fn files(self) -> &'static [&'static str] {
        match self {
            // What the library words has its English there, and nowhere else. A page needs no text of the command.
            #[cfg(feature = "embedded")]
            Self::English => files!("en": "explanations" "command"),
            #[cfg(not(feature = "embedded"))]
            Self::English => files!("en": "explanations"),
            #[cfg(feature = "embedded")]
            Self::Indonesian => files!("id"),
            #[cfg(feature = "embedded")]
            Self::Korean => files!("ko"),
            #[cfg(feature = "embedded")]
            Self::Thai => files!("th"),
            #[cfg(feature = "embedded")]
            Self::Finnish => files!("fi"),
            #[cfg(not(feature = "embedded"))]
            _ => &[],
        }
    }
}

static BUNDLES: [OnceLock<Bundle>; 5] = [const { OnceLock::new() }; 5];

/// The message of a bundle. `None` if the bundle lacks it, or if a value is missing.
fn format(bundle: &Bundle, key: &str, arguments: &FluentArgs<'_>) -> Option<String> {
    let pattern = bundle.get_message(key)?.value()?;
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, Some(arguments), &mut errors).into_owned();
    errors.is_empty().then_some(text)
}
