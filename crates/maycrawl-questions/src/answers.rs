//! Answers about one URL and one crawler, in the languages of people.

use std::borrow::Cow;
use std::collections::BTreeMap;

use maycrawl::answer::{Answer, AnswerLocation, beginning};
use maycrawl::{Crawler, Decision, Origin, Reason, RequestUrl, Verdict};
use maycrawl_language::Language;

/// The lines and groups of one crawler's verdicts about one file, by line number. A few lines decide many URLs.
#[derive(Debug, Default)]
pub struct LocationCache(BTreeMap<Option<u32>, AnswerLocation>);

impl LocationCache {
    /// Lines in the cache. Further lines are located each time.
    const MAX_LINES: usize = 64;

    /// The line and the group of a verdict. `find` locates them once for each line.
    #[must_use]
    pub fn get_or_find(
        &mut self,
        verdict: &Verdict<'_>,
        find: impl FnOnce() -> AnswerLocation,
    ) -> AnswerLocation {
        let has_place = matches!(
            verdict.reason(),
            Reason::Rule(_) | Reason::NoRuleMatched | Reason::EmptyGroup
        );
        match self.0.get(&verdict.line()) {
            _ if !has_place => AnswerLocation::default(),
            Some(place) => place.clone(),
            None => {
                let place = find();
                if self.0.len() < Self::MAX_LINES {
                    self.0.insert(verdict.line(), place.clone());
                }
                place
            }
        }
    }
}

/// Text for people. Of a longer one, the beginning.
#[must_use]
pub fn shortened(text: &str, limit: usize) -> Cow<'_, str> {
    match std::str::from_utf8(beginning(text.as_bytes(), limit)) {
        Ok(shown) if shown.len() < text.len() => format!("{shown}...").into(),
        _ => text.into(),
    }
}

/// The answer about `verdict` with its sentences in `language`. `own` is the origin of the file, if it is known.
#[must_use]
pub fn answer_about(
    (url, request): (&str, &RequestUrl),
    crawler: &Crawler,
    verdict: &Verdict<'_>,
    own: Option<&Origin>,
    language: Language,
) -> Answer {
    let mut answer = Answer::about(url, request, crawler, verdict);
    // The library has written English.
    if language != Language::English {
        let consequence = verdict.consequence(crawler, request.path().as_bytes());
        answer.verdict.message = language.short_reason(&verdict.reason());
        answer.consequence = consequence.map(|kind| language.consequence(kind).into());
        let differ = verdict.documents_differ(crawler);
        answer.documents_differ = differ.map(|it| language.documents_differ(it).into());
    }
    if let (Decision::NotApplicable, Some(of), Some(own)) =
        (verdict.decision(), request.origin(), own)
    {
        let values = [
            ("of", of.to_string().into()),
            ("own", own.to_string().into()),
            ("difference", language.message(difference(of, own), &[]).into()),
        ];
        answer.note = Some(language.message("note-other-origin", &values));
    }
    answer
}

/// The parts in which two origins differ: the key of their words.
fn difference(of: &Origin, own: &Origin) -> &'static str {
    match (of.scheme() == own.scheme(), of.host() == own.host(), of.port() == own.port()) {
        (false, true, true) => "differs-in-scheme",
        (false, false, _) => "differs-in-scheme-and-host",
        (true, false, _) => "differs-in-host",
        (_, true, false) | (true, true, true) => "differs-in-port",
    }
}

#[cfg(test)]
mod tests {
    use super::{beginning, shortened};

    /// Bytes, limit, and the bytes that remain.
    const ROWS: &[(&[u8], usize, &[u8])] = &[
        (b"abc", 3, b"abc"),
        (b"abcd", 3, b"abc"),
        (b"", 0, b""),
        ("ab\u{e9}".as_bytes(), 3, b"ab"),
        ("\u{1d11e}".as_bytes(), 3, b""),
        ("a\u{1d11e}".as_bytes(), 2, b"a"),
        // Not UTF-8: any position is allowed.
        (b"\x80\x80\x80\x80\x80", 4, b"\x80\x80\x80\x80"),
    ];

    #[test]
    fn text_is_cut_between_characters() {
        for (bytes, limit, expected) in ROWS {
            assert_eq!(beginning(bytes, *limit), *expected, "{bytes:?} {limit}");
        }
        assert_eq!(shortened("a\u{e9}b", 2), "a...");
        assert_eq!(shortened("ab", 2), "ab");
    }
}
