//! The explanation of a verdict, and the changes that reverse it, in sentences for site owners.
//!
//! The library does not write these sentences, so all of them are in `explanations.ftl`, also the English ones.

use maycrawl::answer::beginning;
use maycrawl::explain::{
    Difference, Explanation, GroupExplanation, GroupFate, NearRule, RuleExplanation, RuleFate,
};
use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, Decision, Reason, RequestUrl, RobotsTxt};
use maycrawl_effects::suggestion::{Directory, OtherUrls, Reach, Suggestion, SuggestionKind};

use crate::language::Language;
use crate::verdict::printable;

/// Bytes of a path, a pattern or a name in a sentence. A list of sentences would otherwise repeat a URL of megabytes.
const MAX_QUOTED_BYTES: usize = 1 << 10;

fn quoted(bytes: &[u8]) -> String {
    let text = printable(bytes);
    match std::str::from_utf8(beginning(text.as_bytes(), MAX_QUOTED_BYTES)) {
        Ok(shown) if shown.len() < text.len() => format!("{shown}..."),
        _ => text,
    }
}

impl Language {
    /// The explanation, sentence by sentence: the URL that is requested, the path, the group, the rules, the winner,
    /// the verdict. O(text).
    ///
    /// ```
    /// use maycrawl::{Crawler, RequestUrl, RobotsTxt};
    /// use maycrawl_language::Language;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
    /// let (crawler, url) = (Crawler::GOOGLEBOT, RequestUrl::parse("https://example.com/a").unwrap());
    /// let explanation = robots.explain(&crawler, &url);
    /// let sentences = Language::English.sentences(&robots, &crawler, &url, &explanation);
    /// assert_eq!(sentences.last().unwrap(), "So Googlebot may not fetch this URL.");
    /// ```
    #[must_use]
    pub fn sentences(
        self,
        robots: &RobotsTxt<'_>,
        crawler: &Crawler,
        request: &RequestUrl,
        trace: &Explanation<'_>,
    ) -> Vec<String> {
        let name = printable(crawler.token().as_bytes());
        let of_crawler = [("crawler", (&name).into())];
        let mut said = Vec::new();
        if request.is_path_changed() {
            let path = ("path", quoted(request.path().as_bytes()).into());
            said.push(self.message("explain-requested", &[path]));
        }
        if trace.verdict.reason() == Reason::CrawlerIgnoresRobotsTxt {
            said.push(self.message("explain-ignores", &of_crawler));
            return said;
        }
        said.push(self.message("explain-path", &[("path", quoted(&trace.path).into())]));
        said.push(self.followed_group(&name, trace));
        said.extend(self.merged(trace));
        match trace.verdict.reason() {
            Reason::RobotsTxtItself => said.push(self.message("explain-robots-txt", &[])),
            Reason::NoGroup | Reason::StarIgnored => {}
            _ => {
                said.push(self.matches(trace));
                said.extend(self.winner(trace));
                said.extend(trace.near.map(|near| self.near_rule(&near)));
            }
        }
        if let Some(differ) = trace.documents_differ {
            let values = [("statement", self.documents_differ(differ).into())];
            said.push(self.message("explain-other-documents", &values));
        }
        let is_disallowed = trace.verdict.decision() == Decision::Disallowed;
        said.push(
            self.message(
                if is_disallowed { "explain-may-not" } else { "explain-may" },
                &of_crawler,
            ),
        );
        said.extend(self.cut_file(robots));
        said
    }

    /// What is not read of a file over the limit of its profile. O(1).
    #[must_use]
    pub fn cut_file(self, robots: &RobotsTxt<'_>) -> Option<String> {
        let cut = robots.truncation()?;
        let values = [("kib", (cut.limit / 1024).into()), ("bytes", cut.ignored.into())];
        let name = if cut.may_go_on() { "explain-long-file" } else { "explain-cut-file" };
        Some(self.message(name, &values))
    }

    /// Which group is followed, and why.
    fn followed_group(self, name: &str, trace: &Explanation<'_>) -> String {
        let tried: Vec<_> = trace.chain.iter().take_while(|link| !link.followed).collect();
        let others: Vec<_> = tried
            .iter()
            .filter(|link| link.name != "*")
            .map(|link| printable(link.name.as_bytes()))
            .collect();
        let none_named = ("others", self.list(&others, "list-or").into());
        let crawler = ("crawler", name.into());
        let Some(followed) = trace.chain.iter().find(|link| link.followed) else {
            let ignores = trace.groups.iter().any(|group| group.fate == GroupFate::StarIgnored);
            return if ignores {
                self.message("explain-no-group-star-ignored", &[none_named, crawler])
            } else {
                self.message("explain-no-group", &[none_named])
            };
        };
        let own = ("name", printable(followed.name.as_bytes()).into());
        let at = ("at", self.followed_lines(trace).into());
        match (others.is_empty(), followed.name == "*") {
            (true, true) => self.message("explain-own-star", &[crawler, at]),
            (true, false) if is_star_lost(trace) => {
                self.message("explain-own-group-not-star", &[crawler, own, at])
            }
            (true, false) => self.message("explain-own-group", &[crawler, own, at]),
            (false, true) => self.message("explain-star-group", &[none_named, crawler, at]),
            (false, false) => self.message("explain-other-group", &[none_named, crawler, own, at]),
        }
    }

    fn followed_lines(self, trace: &Explanation<'_>) -> String {
        let lines: Vec<_> = followed(trace).map(|line| line.to_string()).collect();
        let values =
            [("count", lines.len().into()), ("lines", self.list(&lines, "list-and").into())];
        self.message("at-lines", &values)
    }

    /// A note that several groups for one name are merged.
    fn merged(self, trace: &Explanation<'_>) -> Option<String> {
        let count = followed(trace).count();
        (count > 1).then(|| self.message("explain-merged", &[("count", count.into())]))
    }

    /// The number of matching rules.
    fn matches(self, trace: &Explanation<'_>) -> String {
        let rules = ("rules", trace.rules.into());
        match (trace.rules, trace.matches.len()) {
            (0, _) => self.message("explain-no-rules", &[]),
            (_, 0) => self.message("explain-none-matches", &[rules]),
            (1, _) => self.message("explain-only-rule-matches", &[]),
            (_, matching) => {
                self.message("explain-some-match", &[("matching", matching.into()), rules])
            }
        }
    }

    /// Why the winner won.
    fn winner(self, trace: &Explanation<'_>) -> Option<String> {
        let (winner, rest) = trace.matches.split_first()?;
        if winner.fate == RuleFate::Unasked {
            return None;
        }
        let line = ("line", winner.rule.line.into());
        if winner.rule.priority == 0 {
            return Some(self.message("explain-empty-rule", &[line]));
        }
        let rule = ("rule", written(winner).into());
        let octets = ("octets", winner.rule.priority.into());
        // Patterns are compared with escapes, so `/ค` is longer than the reader sees.
        let is_escaped = winner.rule.priority > winner.rule.pattern.len();
        let said = match rest.first().map(|next| (next.fate, next.rule.line)) {
            None => self.message("explain-rule-decides", &[line, rule]),
            Some((RuleFate::Shorter, _)) if is_escaped => {
                self.message("explain-longest-wins-escaped", &[line, rule, octets])
            }
            Some((RuleFate::Shorter, _)) => {
                self.message("explain-longest-wins", &[line, rule, octets])
            }
            Some((RuleFate::TieLostToAllow, other)) => {
                let key =
                    if is_escaped { "explain-allow-wins-escaped" } else { "explain-allow-wins" };
                self.message(key, &[line, ("other", other.into()), octets, rule])
            }
            Some((RuleFate::Won | RuleFate::Later | RuleFate::Unasked, other)) => {
                self.message("explain-same-result", &[line, rule, ("other", other.into())])
            }
        };
        Some(said)
    }

    /// A rule that would reverse the verdict if it were written in another way. The rule stands between backquotes.
    /// O(rule).
    #[must_use]
    pub fn near_rule(self, near: &NearRule<'_>) -> String {
        let key = match near.differs {
            Difference::Slash => "explain-near-slash",
            Difference::Url => "explain-near-url",
            Difference::Escapes => "explain-near-escapes",
            Difference::Case => "explain-near-case",
            // A later kind has its English sentence until it is translated.
            _ => return near.to_string(),
        };
        let pattern = quoted(near.rule.pattern).replace('`', "\\x60");
        let rule = format!("`{}: {pattern}`", near.rule.kind.field());
        self.message(key, &[("line", near.rule.line.into()), ("rule", rule.into())])
    }

    /// The text of the button of a change, such as `Allow this URL only`. O(text).
    #[must_use]
    pub fn change_title(self, change: &Suggestion, crawler: &Crawler) -> String {
        let field = ("field", change.to.field().into());
        let place = match &change.directory {
            None if matches!(change.others, Some(OtherUrls::Including(_))) => {
                self.message("place-this-url-and-others", &[])
            }
            None => self.message("place-this-url", &[]),
            Some(directory) if directory.path == b"/" => self.message("place-whole-site", &[]),
            Some(directory) => {
                self.message("place-directory", &[("path", quoted(&directory.path).into())])
            }
        };
        let place = ("place", place.into());
        let crawler_name = ("crawler", quoted(crawler.token().as_bytes()).into());
        match &change.kind {
            SuggestionKind::Reverse(_) | SuggestionKind::Remove(_)
                if change.directory.is_none() =>
            {
                self.change_of_line(change)
            }
            SuggestionKind::AddToGroups { left_out, .. } if left_out.is_empty() => {
                self.message("change-place-for-all", &[field, place])
            }
            SuggestionKind::AddToGroups { left_out, .. } => {
                let names: Vec<_> = left_out.iter().map(|name| quoted(name.as_bytes())).collect();
                let names = ("names", self.list(&names, "list-and").into());
                self.message("change-place-for-all-but", &[field, place, names])
            }
            SuggestionKind::AddGroup { .. } => {
                self.message("change-place-for-only", &[field, place, crawler_name])
            }
            _ if change.is_only_for(crawler) => {
                self.message("change-place-for-crawler", &[field, place, crawler_name])
            }
            _ => self.message("change-place", &[field, place]),
        }
    }

    /// What happens to a line. Empty for a change that adds one.
    fn change_of_line(self, change: &Suggestion) -> String {
        match change.kind {
            SuggestionKind::Reverse(line) => {
                let values = [("field", change.to.field().into()), ("line", line.into())];
                self.message("change-field", &values)
            }
            SuggestionKind::Remove(line) => self.message("change-remove", &[("line", line.into())]),
            _ => String::new(),
        }
    }

    /// What a change does, and which URLs and crawlers it affects. O(text).
    #[must_use]
    pub fn change_effect(self, change: &Suggestion) -> String {
        let said = [Some(self.edits(change)), self.reach(change), self.affected(change)];
        said.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// What a change does.
    fn edits(self, change: &Suggestion) -> String {
        match &change.kind {
            SuggestionKind::AddRule(line, rule) => {
                let values = [("rule", quoted(rule).into()), ("line", (*line).into())];
                self.message("effect-add-rule", &values)
            }
            SuggestionKind::AddToGroups { lines, adds_star_group, rule, .. } => {
                let numbers: Vec<_> = lines.iter().map(u32::to_string).collect();
                let lines = self.list(&numbers, "list-and");
                let key = if *adds_star_group {
                    "effect-add-to-groups-and-star"
                } else {
                    "effect-add-to-groups"
                };
                self.message(key, &[("rule", quoted(rule).into()), ("lines", lines.into())])
            }
            SuggestionKind::AddGroup { rule, repeated } => {
                let values = [("rule", quoted(rule).into()), ("repeated", (*repeated).into())];
                self.message("effect-add-group", &values)
            }
            SuggestionKind::Reverse(line) if change.directory.is_some() => {
                let rule = change.edits.iter().map(|edit| quoted(&edit.text)).collect::<String>();
                self.message(
                    "effect-write-line",
                    &[("rule", rule.into()), ("line", (*line).into())],
                )
            }
            SuggestionKind::Remove(_) if change.directory.is_some() => {
                format!("{}.", self.change_of_line(change))
            }
            SuggestionKind::Reverse(_) => self.message("effect-reverse", &[]),
            SuggestionKind::Remove(_) => self.message("effect-remove", &[]),
        }
    }

    /// Which URLs a new rule is about.
    fn reach(self, change: &Suggestion) -> Option<String> {
        match &change.directory {
            None => match change.others.as_ref()? {
                OtherUrls::None => Some(self.message("reach-this-url", &[])),
                OtherUrls::Including(path) => {
                    Some(self.message("reach-other-urls", &[("path", quoted(path).into())]))
                }
                OtherUrls::Unproved => Some(self.message("reach-others-unproved", &[])),
            },
            Some(Directory { reach: Reach::Whole, .. }) => None,
            Some(Directory { reach: Reach::Except(path), .. }) => {
                let key = match change.to {
                    RuleKind::Allow => "reach-stays-blocked",
                    RuleKind::Disallow => "reach-stays-allowed",
                };
                Some(self.message(key, &[("path", quoted(path).into())]))
            }
            Some(Directory { reach: Reach::Unproved, .. }) => {
                Some(self.message("reach-unproved", &[]))
            }
        }
    }

    /// Which other crawlers a change affects. The sentence of a new group says it already.
    fn affected(self, change: &Suggestion) -> Option<String> {
        if let SuggestionKind::AddGroup { .. } | SuggestionKind::AddToGroups { .. } = change.kind {
            return None;
        }
        let others: Vec<_> = change.agents.iter().map(|agent| quoted(agent.as_bytes())).collect();
        match others.as_slice() {
            [star] if star == "*" => Some(self.message("effect-on-star", &[])),
            [] | [_] => None,
            all => {
                let agents = self.list(all, "list-and");
                Some(self.message("effect-on-group", &[("agents", agents.into())]))
            }
        }
    }

    /// A list of names in a sentence. A long list ends with the number of the others. `key`: `list-and` or `list-or`.
    #[must_use]
    pub fn list(self, names: &[String], key: &str) -> String {
        const SHOWN: usize = 5;
        match names {
            [] => String::new(),
            [only] => only.clone(),
            [shown @ .., last] if names.len() <= SHOWN => {
                self.message(key, &[("first", shown.join(", ").into()), ("last", last.into())])
            }
            _ => {
                let shown = names.iter().take(SHOWN - 1).cloned().collect::<Vec<_>>().join(", ");
                let key = if key == "list-or" { "list-or-more" } else { "list-and-more" };
                let count = names.len() - (SHOWN - 1);
                self.message(key, &[("first", shown.into()), ("count", count.into())])
            }
        }
    }
}

/// Whether the group for `*` does not apply, because the crawler has its own group. Many site owners think that it
/// applies.
fn is_star_lost(trace: &Explanation<'_>) -> bool {
    let star_lost = |group: &GroupExplanation<'_>| matches!(&group.fate, GroupFate::LostTo(name, _) if name == "*");
    trace.groups.iter().any(star_lost)
}

fn followed(trace: &Explanation<'_>) -> impl Iterator<Item = u32> {
    let followed = trace.groups.iter().filter(|group| matches!(group.fate, GroupFate::Followed(_)));
    followed.map(|group| group.first_line)
}

fn written(rule: &RuleExplanation<'_>) -> String {
    format!("{}: {}", rule.rule.kind.field(), quoted(rule.rule.pattern))
}
