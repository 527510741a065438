//! The explanation of a verdict in sentences for site owners, made from the explanation of the library.
//!
//! The sentences are in the catalogues of `maycrawl-language`, in `explanations.ftl`.

use maycrawl::explain::{
    Explanation, GroupExplanation, GroupFate, RuleExplanation, RuleFate, UndefinedConflict,
};
use maycrawl::suggestion::{Directory, Reach, Suggestion, SuggestionKind};
use maycrawl::verdict::RuleKind;
use maycrawl::{Crawler, Decision, Printable, Reason, RequestUrl, RobotsTxt};
use maycrawl_language::{Language, Value};

use crate::api::types::shortened;

/// Bytes of a path, a pattern or a name in a sentence.
const MAX_QUOTED_BYTES: usize = 1 << 10;

fn quoted(bytes: &[u8]) -> String {
    shortened(&Printable(bytes).to_string(), MAX_QUOTED_BYTES).into_owned()
}

/// Writes the sentences in a language.
#[derive(Clone, Copy)]
pub(crate) struct ExplainText(pub(crate) Language);

impl ExplainText {
    fn say(self, key: &str, values: &[(&str, Value<'_>)]) -> String {
        self.0.message(key, values)
    }

    /// A note that the documents do not define which rule wins. The patterns are in the list of rules.
    pub(crate) fn undefined(self, conflict: &UndefinedConflict<'_>) -> String {
        let values = [
            ("documents", self.0.documents(conflict.documents).into()),
            ("first", conflict.winner.line.into()),
            ("second", conflict.other.line.into()),
        ];
        self.say("explain-undefined", &values)
    }

    /// A note that a crawler requests another URL than the written one.
    pub(crate) fn requested(self, request: &RequestUrl) -> Option<String> {
        let path = request.path().as_bytes();
        let is_changed = request.is_path_changed();
        is_changed.then(|| self.say("explain-requested", &[("path", quoted(path).into())]))
    }

    /// The explanation, sentence by sentence: the path, the group, the rules, the winner, the verdict.
    pub(crate) fn explanation(
        self,
        robots: &RobotsTxt<'_>,
        crawler: &Crawler,
        trace: &Explanation<'_>,
    ) -> Vec<String> {
        let name = Printable(crawler.token().as_bytes()).to_string();
        let of_crawler = [("crawler", (&name).into())];
        if trace.verdict.reason() == Reason::CrawlerIgnoresRobotsTxt {
            return vec![self.say("explain-ignores", &of_crawler)];
        }
        let mut said = vec![self.say("explain-path", &[("path", quoted(&trace.path).into())])];
        said.push(self.group(&name, trace));
        said.extend(self.merged(trace));
        match trace.verdict.reason() {
            Reason::RobotsTxtItself => said.push(self.say("explain-robots-txt", &[])),
            Reason::NoGroup => {}
            _ => {
                said.push(self.matches(trace));
                said.extend(self.winner(trace));
            }
        }
        let is_disallowed = trace.verdict.decision() == Decision::Disallowed;
        said.push(
            self.say(if is_disallowed { "explain-may-not" } else { "explain-may" }, &of_crawler),
        );
        if let Some(cut) = robots.truncation() {
            let values = [("kib", (cut.limit / 1024).into()), ("bytes", cut.ignored.into())];
            said.push(self.say("explain-cut-file", &values));
        }
        said
    }

    /// Which group is followed, and why.
    fn group(self, name: &str, trace: &Explanation<'_>) -> String {
        let tried: Vec<_> = trace.chain.iter().take_while(|link| !link.followed).collect();
        let others: Vec<_> = tried
            .iter()
            .filter(|link| link.name != "*")
            .map(|link| Printable(link.name.as_bytes()).to_string())
            .collect();
        let none_named = ("others", self.list(&others, "list-or").into());
        let crawler = ("crawler", name.into());
        let Some(followed) = trace.chain.iter().find(|link| link.followed) else {
            let ignores = trace.groups.iter().any(|group| group.fate == GroupFate::StarIgnored);
            return if ignores {
                self.say("explain-no-group-star-ignored", &[none_named, crawler])
            } else {
                self.say("explain-no-group", &[none_named])
            };
        };
        let own = ("name", Printable(followed.name.as_bytes()).to_string().into());
        let at = ("at", self.followed_lines(trace).into());
        match (others.is_empty(), followed.name == "*") {
            (true, true) => self.say("explain-own-star", &[crawler, at]),
            (true, false) if is_star_lost(trace) => {
                self.say("explain-own-group-not-star", &[crawler, own, at])
            }
            (true, false) => self.say("explain-own-group", &[crawler, own, at]),
            (false, true) => self.say("explain-star-group", &[none_named, crawler, at]),
            (false, false) => self.say("explain-other-group", &[none_named, crawler, own, at]),
        }
    }

    fn followed_lines(self, trace: &Explanation<'_>) -> String {
        let lines: Vec<_> = followed(trace).map(|line| line.to_string()).collect();
        let values =
            [("count", lines.len().into()), ("lines", self.list(&lines, "list-and").into())];
        self.say("at-lines", &values)
    }

    /// A note that several groups for one name are merged.
    fn merged(self, trace: &Explanation<'_>) -> Option<String> {
        let count = followed(trace).count();
        (count > 1).then(|| self.say("explain-merged", &[("count", count.into())]))
    }

    /// The number of matching rules.
    fn matches(self, trace: &Explanation<'_>) -> String {
        let rules = ("rules", trace.rules.into());
        match (trace.rules, trace.matches.len()) {
            (0, _) => self.say("explain-no-rules", &[]),
            (_, 0) => self.say("explain-none-matches", &[rules]),
            (1, _) => self.say("explain-only-rule-matches", &[]),
            (_, matching) => {
                self.say("explain-some-match", &[("matching", matching.into()), rules])
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
            return Some(self.say("explain-empty-rule", &[line]));
        }
        let rule = ("rule", written(winner).into());
        let octets = ("octets", winner.rule.priority.into());
        let said = match rest.first().map(|next| (next.fate, next.rule.line)) {
            None => self.say("explain-rule-decides", &[line, rule]),
            Some((RuleFate::Shorter, _)) => self.say("explain-longest-wins", &[line, rule, octets]),
            Some((RuleFate::TieLostToAllow, other)) => {
                self.say("explain-allow-wins", &[line, ("other", other.into()), octets, rule])
            }
            Some((RuleFate::Won | RuleFate::Later | RuleFate::Unasked, other)) => {
                self.say("explain-same-result", &[line, rule, ("other", other.into())])
            }
        };
        Some(said)
    }

    /// The text of the button of a change.
    pub(crate) fn title(self, change: &Suggestion, crawler: &Crawler) -> String {
        let field = ("field", change.to.field().into());
        let place = match &change.directory {
            None => self.say("place-this-url", &[]),
            Some(directory) if directory.path == b"/" => self.say("place-whole-site", &[]),
            Some(directory) => {
                self.say("place-directory", &[("path", quoted(&directory.path).into())])
            }
        };
        let place = ("place", place.into());
        let crawler_name = ("crawler", quoted(crawler.token().as_bytes()).into());
        match &change.kind {
            SuggestionKind::AddRule(..) if change.is_only_for(crawler) => {
                self.say("change-place-for-crawler", &[field, place, crawler_name])
            }
            SuggestionKind::AddRule(..) => self.say("change-place", &[field, place]),
            SuggestionKind::AddToGroups { .. } => self.say("change-place-for-all", &[field, place]),
            SuggestionKind::AddGroup { .. } => {
                self.say("change-place-for-only", &[field, place, crawler_name])
            }
            SuggestionKind::Reverse(line) => {
                self.say("change-field", &[field, ("line", (*line).into())])
            }
            SuggestionKind::Remove(line) => self.say("change-remove", &[("line", (*line).into())]),
        }
    }

    /// What a change does, and which URLs and crawlers it affects.
    pub(crate) fn effect(self, change: &Suggestion) -> String {
        let said = [Some(self.what(change)), self.reach(change), self.affected(change)];
        said.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// What a change does.
    fn what(self, change: &Suggestion) -> String {
        match &change.kind {
            SuggestionKind::AddRule(line, rule) => {
                let values = [("rule", quoted(rule).into()), ("line", (*line).into())];
                self.say("effect-add-rule", &values)
            }
            SuggestionKind::AddToGroups { lines, adds_star_group, rule } => {
                let numbers: Vec<_> = lines.iter().map(u32::to_string).collect();
                let lines = self.list(&numbers, "list-and");
                let key = if *adds_star_group {
                    "effect-add-to-groups-and-star"
                } else {
                    "effect-add-to-groups"
                };
                self.say(key, &[("rule", quoted(rule).into()), ("lines", lines.into())])
            }
            SuggestionKind::AddGroup { rule, repeated } => {
                let values = [("rule", quoted(rule).into()), ("repeated", (*repeated).into())];
                self.say("effect-add-group", &values)
            }
            SuggestionKind::Reverse(_) => self.say("effect-reverse", &[]),
            SuggestionKind::Remove(_) => self.say("effect-remove", &[]),
        }
    }

    /// Which URLs a new rule is about.
    fn reach(self, change: &Suggestion) -> Option<String> {
        let is_new_rule =
            !matches!(change.kind, SuggestionKind::Reverse(_) | SuggestionKind::Remove(_));
        match &change.directory {
            None => is_new_rule.then(|| self.say("reach-this-url", &[])),
            Some(Directory { reach: Reach::Whole, .. }) => None,
            Some(Directory { reach: Reach::Except(path), .. }) => {
                let key = match change.to {
                    RuleKind::Allow => "reach-stays-blocked",
                    RuleKind::Disallow => "reach-stays-allowed",
                };
                Some(self.say(key, &[("path", quoted(path).into())]))
            }
            Some(Directory { reach: Reach::Unproved, .. }) => Some(self.say("reach-unproved", &[])),
        }
    }

    /// Which other crawlers a change affects. The sentence of a new group says it already.
    fn affected(self, change: &Suggestion) -> Option<String> {
        if let SuggestionKind::AddGroup { .. } | SuggestionKind::AddToGroups { .. } = change.kind {
            return None;
        }
        let others: Vec<_> = change.agents.iter().map(|agent| quoted(agent.as_bytes())).collect();
        match others.as_slice() {
            [star] if star == "*" => Some(self.say("effect-on-star", &[])),
            [] | [_] => None,
            all => {
                let agents = self.list(all, "list-and");
                Some(self.say("effect-on-group", &[("agents", agents.into())]))
            }
        }
    }

    /// A list of names in a sentence. A long list ends with the number of the others. `key`: `list-and` or `list-or`.
    fn list(self, names: &[String], key: &str) -> String {
        const SHOWN: usize = 5;
        match names {
            [] => String::new(),
            [only] => only.clone(),
            [shown @ .., last] if names.len() <= SHOWN => {
                self.say(key, &[("first", shown.join(", ").into()), ("last", last.into())])
            }
            _ => {
                let shown = names.iter().take(SHOWN - 1).cloned().collect::<Vec<_>>().join(", ");
                let key = if key == "list-or" { "list-or-more" } else { "list-and-more" };
                let count = names.len() - (SHOWN - 1);
                self.say(key, &[("first", shown.into()), ("count", count.into())])
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
