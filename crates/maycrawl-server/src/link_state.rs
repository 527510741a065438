//! What a link of the tester page asks about: the part of its address after `#`, as the page writes it
//! (`web/src/url-state-codec.ts`).
//!
//! Strangers write links too. So nothing of an answer is in a link, only the question, and every part has a limit.

use std::io::Read as _;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use flate2::read::DeflateDecoder;
use maycrawl_questions::inputs::MAX_URLS;
use serde::Deserialize;

use crate::problem::{Problem, ProblemKind};

/// The version of the form.
const PREFIX: &str = "1.";
/// The limits of the page.
const MAX_LINK_BYTES: usize = 64 << 10;
const MAX_STATE_BYTES: u64 = 4 << 20;
const MAX_AGENTS: usize = 300;

/// A question. Fields that only the page needs are not read.
#[derive(Debug, Deserialize)]
pub(crate) struct LinkState {
    /// The site, as its origin.
    pub(crate) site: Option<String>,
    /// The text of the editor; absent if it was the live file.
    pub(crate) draft: Option<String>,
    /// The pages of the table.
    pub(crate) urls: Vec<String>,
    /// The crawlers of the table.
    pub(crate) agents: Vec<String>,
    /// The chosen cell of the table.
    pub(crate) selected: Option<Selected>,
    /// How robots.txt is read.
    pub(crate) profile: Option<String>,
    /// How errors of a site are handled.
    pub(crate) policy: Option<String>,
}

/// A cell of the table.
#[derive(Debug, Deserialize)]
pub(crate) struct Selected {
    pub(crate) url: String,
    pub(crate) agent: String,
}

impl LinkState {
    /// The question of a link.
    ///
    /// # Errors
    /// If it is none.
    pub(crate) fn decode(link: &str) -> Result<Self, Problem> {
        Self::read(link).ok_or_else(|| {
            ProblemKind::BadRequest.with_detail(
                "the link is not whole: copy it again from the tester, or open the tester",
            )
        })
    }

    fn read(link: &str) -> Option<Self> {
        let packed = link.strip_prefix(PREFIX).filter(|_| link.len() <= MAX_LINK_BYTES)?;
        let packed = BASE64_URL_SAFE_NO_PAD.decode(packed).ok()?;
        let mut json = Vec::new();
        let mut unpacked = DeflateDecoder::new(&packed[..]).take(MAX_STATE_BYTES + 1);
        unpacked.read_to_end(&mut json).ok().filter(|&bytes| bytes as u64 <= MAX_STATE_BYTES)?;
        let state: Self = serde_json::from_slice(&json).ok()?;
        let is_whole = state.urls.len() <= MAX_URLS && state.agents.len() <= MAX_AGENTS;
        is_whole.then_some(state)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may panic
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    use super::*;

    fn link(json: &str) -> String {
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        packed.write_all(json.as_bytes()).unwrap();
        format!("1.{}", BASE64_URL_SAFE_NO_PAD.encode(packed.finish().unwrap()))
    }

    #[test]
    fn a_link_is_whole_or_refused() {
        let state = LinkState::decode(&link(r#"{"urls":["/a"],"agents":[],"later":1}"#)).unwrap();
        assert_eq!((state.urls, state.draft), (vec!["/a".to_owned()], None));
        let many = |count: usize| {
            format!(r#"{{"urls":[{}],"agents":[]}}"#, vec!["\"/\""; count].join(","))
        };
        assert!(LinkState::decode(&link(&many(MAX_URLS))).is_ok());
        let bomb = format!(r#"{{"urls":[],"agents":[],"draft":"{}"}}"#, "a".repeat(5 << 20));
        let cut = &link(&many(40))[..20];
        let wrong = [
            "",
            "1.",
            "2.AA",
            "1.%%",
            cut,
            &link("{}"),
            &link("[1]"),
            &link(&many(1001)),
            &link(&bomb),
        ];
        for link in wrong {
            assert!(LinkState::decode(link).is_err(), "{}", &link[..link.len().min(40)]);
        }
    }
}
