//! The sentences about a page's indexing, for every output.

use std::fmt;

use super::inspect::{IndexState, Inspection, PageOutcome};
use crate::near_miss::NearMiss;
use crate::near_word::meant;
use crate::robots_meta::{Directive, IgnoredReason};

impl Inspection {
    /// The state for the crawler with this index as a sentence without a full stop. A page that may be indexed although
    /// it has something like a `noindex` is probably not what its owner believes, and the sentence says so.
    #[must_use]
    pub fn index_sentence(&self, index: usize) -> String {
        let Some(judged) = self.judged.get(index) else { return String::new() };
        let state = &judged.index;
        if *state == IndexState::Yes && self.has_ineffective_no_index(index) {
            return format!("{state}; what looks like one has no effect, see the notes");
        }
        state.to_string()
    }

    /// True if the page has something that looks like a `noindex` for the crawler with this index, and has no effect.
    #[must_use]
    pub fn has_ineffective_no_index(&self, index: usize) -> bool {
        let Some(judged) = self.judged.get(index) else { return false };
        let hides_it = |near: &NearMiss| near.looks_like_no_index && near.concerns(&judged.crawler);
        let hides = |rule| matches!(rule, "noindex" | "none");
        let PageOutcome::Answer(answer) = &self.found else { return false };
        let outside = answer.page.iter().flat_map(|page| &page.outside_head);
        let mut outside_rules = outside.flat_map(|list| &list.rules);
        let mut ignored = answer.directives().flat_map(|list| &list.ignored);
        answer.near_misses().any(hides_it)
            || outside_rules.any(|rule| matches!(rule, Directive::NoIndex | Directive::None))
            || ignored.any(|word| {
                let words = || word.text.split([' ', '\t', ';', '|']);
                match word.why {
                    IgnoredReason::NoCommas => words().any(|it| meant(it).is_some_and(hides)),
                    IgnoredReason::Unknown => meant(&word.text).is_some_and(hides),
                    _ => false,
                }
            })
    }
}

/// The state as a sentence without a full stop.
impl fmt::Display for IndexState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yes => f.write_str("no rule prevents it"),
            Self::Excluded => f.write_str(
                "not shown in Google's results for images, videos and audio; other pages may still link to it",
            ),
            Self::NotRendered => f.write_str(
                "not fetched for rendering: Google evaluates pages without it",
            ),
            Self::Unseen { no_index: Some(place) } => write!(
                f,
                "the URL alone may be listed: this crawler cannot see that the page says noindex ({place})"
            ),
            Self::Unseen { no_index: None } => f.write_str(
                "the URL alone may be listed, without its content; to exclude it, let it be crawled with noindex, or require \
                                 a password",
            ),
            Self::Unclear => f.write_str(
                "Google says both that its URL may be listed and that such files are excluded; to exclude it reliably, let it \
                                 be crawled with X-Robots-Tag: noindex, or require a password",
            ),
            Self::NotUsed => f.write_str("not fetched; this crawler makes no search results"),
            Self::NoIndex(place) => write!(f, "noindex ({place})"),
            Self::OnlyEmbedded(place) => {
                write!(f, "noindex ({place}); indexifembedded allows it where another page embeds it")
            }
            Self::Unavailable(time, place) => {
                write!(f, "unavailable_after: {time} ({place}) has passed")
            }
            Self::Status(status) => write!(f, "HTTP {status} is not indexed"),
            Self::Unknown => f.write_str("unknown: the page or its robots.txt could not be fetched"),
        }
    }
}
