//! What a person has to know about a page beside its rules, in sentences. The command and the service tell the same.

use maycrawl::Printable;

use super::inspect::{Inspection, PageAnswer};

impl Inspection {
    /// What a person has to know about the page beside its rules: what looks like a rule and is none, what was not
    /// read, and what rules mean for the links. Sentences. O(what the page has of it).
    #[must_use]
    pub fn notes(&self, answer: &PageAnswer) -> Vec<String> {
        let mut notes: Vec<String> = answer.near_misses().map(|near| format!("{near}.")).collect();
        for canonical in answer.canonical().filter(|canonical| canonical.url.is_none()) {
            let written = Printable(canonical.written.as_bytes());
            notes.push(format!("The canonical `{written}` is not a URL ({}).", canonical.place()));
        }
        let Some(page) = &answer.page else {
            notes.push("The page is not HTML, so only its header fields apply.".to_owned());
            return notes;
        };
        let all = page.links.all;
        for judged in self.judged.iter().filter(|_| all > 0) {
            if let Some(place) = judged.rules.no_follow {
                let name = Printable(judged.crawler.token().as_bytes());
                notes.push(format!(
                    "nofollow on the page applies to all {all} links for {name} ({place})."
                ));
            }
        }
        let mut tell = |number: usize, one: &str, many: &str| match number {
            0 => (),
            1 => notes.push(format!("1 {one}")),
            number => notes.push(format!("{number} {many}")),
        };
        tell(
            usize::try_from(page.no_snippet_parts).unwrap_or(usize::MAX),
            "part has data-nosnippet: results do not quote it.",
            "parts have data-nosnippet: results do not quote them.",
        );
        tell(
            self.resources(0).not_asked.len(),
            "script, style sheet or image is on another host; its robots.txt was not checked.",
            "scripts, style sheets or images are on other hosts; their robots.txt was not checked.",
        );
        tell(
            page.resources_left_out,
            "more script, style sheet or image was not checked.",
            "more scripts, style sheets and images were not checked.",
        );
        tell(
            page.left_out,
            "more tag that may be a rule was not read.",
            "more tags that may be rules were not read.",
        );
        if answer.cut {
            notes.push(
                "The page is longer than what is read of a page: a rule may stand behind that."
                    .to_owned(),
            );
        }
        notes
    }
}
