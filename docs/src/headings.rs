//! The anchors of headings, as GitHub makes them: a link to a heading works on the site and in the repository.

use std::collections::HashMap;
use std::vec::IntoIter;

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::markdown::parse;

/// The anchors of all headings of a document, in order.
pub(crate) struct Anchors(IntoIter<String>);

impl Anchors {
    /// The anchors of `markdown`. A second heading of the same text gets `-1`, a third `-2`.
    pub(crate) fn of(markdown: &str) -> Self {
        let mut anchors = Vec::new();
        let mut uses: HashMap<String, usize> = HashMap::new();
        let mut heading: Option<String> = None;
        for event in parse(markdown) {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::Text(text) | Event::Code(text) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&text);
                    }
                }
                Event::End(TagEnd::Heading(_)) => {
                    let anchor = anchor(&heading.take().unwrap_or_default());
                    let count = uses.entry(anchor.clone()).or_default();
                    anchors.push(if *count == 0 { anchor } else { format!("{anchor}-{count}") });
                    *count += 1;
                }
                _ => {}
            }
        }
        Self(anchors.into_iter())
    }
}

impl Iterator for Anchors {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        self.0.next()
    }
}

/// Lower case, spaces as hyphens, no punctuation.
fn anchor(heading: &str) -> String {
    let chars = heading.trim().chars().flat_map(char::to_lowercase);
    chars
        .filter(|char| char.is_alphanumeric() || matches!(char, ' ' | '-' | '_'))
        .map(|char| if char == ' ' { '-' } else { char })
        .collect()
}
