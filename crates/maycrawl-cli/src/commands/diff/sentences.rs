//! The effects of a change as sentences, for messages: the worst first, each with what proves it.

use maycrawl::Printable;
use maycrawl_effects::answer::ChangeAnswer;

use super::Names;
use super::headline::{headlines, paces, proof};
use super::uses::{follows_from_access, lines, of_control_tokens, rows};
use crate::text::wrap::shortened;

/// Effects that prove a sentence.
const MAX_PROOFS: usize = 3;

/// Sitemaps that are listed.
const MAX_SITEMAPS: usize = 20;

/// The longest text out of a file.
const MAX_CHARS: usize = 200;

/// A sentence, and the lines that prove it.
pub(crate) struct Sentence {
    pub(crate) text: String,
    pub(crate) proofs: Vec<String>,
}

/// What a change does; nothing if it does nothing.
pub(crate) fn sentences(answer: &ChangeAnswer) -> Vec<Sentence> {
    let mut told = Vec::new();
    for class in &answer.classes {
        for headline in headlines(class) {
            let also = headline.also(&shown).into_iter().map(|also| format!("also {also}"));
            let proofs = headline.effects.iter().take(MAX_PROOFS);
            let proofs = proofs.map(|effect| format!("for example {}", proof(effect, &shown)));
            let text = headline.sentence(&shown, &shown);
            told.push(Sentence { text, proofs: also.chain(proofs).collect() });
        }
        if class.undecided > 0 {
            let names = shown(&Names::of(class).in_words());
            told.push(plain(format!("{names}: not all rules could be compared")));
        }
    }
    for class in answer.uses.iter().filter(|class| !follows_from_access(class)) {
        let names = shown(&Names::of_uses(class).in_words());
        for row in rows(class) {
            let (before, after) = (&row.effect.before, &row.effect.after);
            let (was, becomes) = (before.outcome.name(), after.outcome.name());
            let example = shown(&row.effect.example);
            let text = format!("{}: {was} becomes {becomes} for {names}", row.uses);
            let proofs = vec![
                format!("for example {example}: {}", lines(after)),
                format!("before: {}", lines(before)),
            ];
            told.push(Sentence { text, proofs });
        }
        if class.undecided {
            told.push(plain(format!("{names}: not all uses could be compared")));
        }
    }
    told.extend(of_control_tokens(answer).map(plain));
    told.extend(paces(answer, &shown, &shown).into_iter().map(plain));
    for (what, urls) in [("added", &answer.sitemaps_added), ("removed", &answer.sitemaps_removed)] {
        told.extend(
            urls.iter()
                .take(MAX_SITEMAPS)
                .map(|url| plain(format!("sitemap {what}: {}", shown(url)))),
        );
        let more = urls.len().saturating_sub(MAX_SITEMAPS);
        told.extend((more > 0).then(|| plain(format!("{more} more sitemaps {what}"))));
    }
    if answer.names_not_compared > 0 {
        let unread = answer.names_not_compared;
        told.push(plain(format!("{unread} more names in the files were not compared")));
    }
    told
}

fn plain(text: String) -> Sentence {
    Sentence { text, proofs: Vec::new() }
}

fn shown(text: &str) -> String {
    shortened(&Printable(text.as_bytes()).to_string(), MAX_CHARS)
}
