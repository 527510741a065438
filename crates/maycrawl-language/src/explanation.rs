//! The explanation of a verdict, in a language, as lines with labels in a column.

use std::fmt;

use maycrawl::Printable;
use maycrawl::explain::{
    ChainStep, Explanation, GroupExplanation, GroupFate, RuleExplanation, RuleFate,
};
use unicode_width::UnicodeWidthStr as _;

use crate::language::Language;
use crate::verdict::printable;

/// Maximum number of rules in the text. The total number is written above them.
const MAX_SHOWN_RULES: usize = 20;
/// Maximum number of names of a group in the text.
const MAX_SHOWN_AGENTS: usize = 3;

/// An explanation as text: [`Display`](fmt::Display) writes its lines without a line end after the last one. O(text).
///
/// ```
/// use maycrawl::{Crawler, RequestUrl, RobotsTxt};
/// use maycrawl_language::{ExplanationText, Language};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n");
/// let explanation = robots.explain(&Crawler::GOOGLEBOT, &RequestUrl::parse("https://example.com/a").unwrap());
/// let text = ExplanationText { explanation: &explanation, language: Language::English };
/// assert_eq!(text.to_string(), explanation.to_string());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ExplanationText<'e> {
    /// The explanation.
    pub explanation: &'e Explanation<'e>,
    /// The language.
    pub language: Language,
}

impl Language {
    /// Why a group is or is not followed. O(name).
    #[must_use]
    pub fn group_fate(self, fate: &GroupFate) -> String {
        let name = |name: &str| printable(name.as_bytes()).into();
        match fate {
            GroupFate::Followed(own) => self.message("group-followed", &[("name", name(own))]),
            GroupFate::LostTo(own, better) => {
                let values = [("name", name(own)), ("better", name(better))];
                self.message("group-lost", &values)
            }
            GroupFate::StarIgnored => self.message("group-star-ignored", &[]),
            GroupFate::ForOthers => self.message("group-for-others", &[]),
        }
    }

    /// Why a rule that matched won or lost. O(1).
    #[must_use]
    pub fn rule_fate(self, fate: RuleFate) -> String {
        let key = match fate {
            RuleFate::Won => "rule-won",
            RuleFate::Shorter => "rule-shorter",
            RuleFate::TieLostToAllow => "rule-tie-lost",
            RuleFate::Later => "rule-later",
            RuleFate::Unasked => "rule-unasked",
        };
        self.message(key, &[])
    }

    /// The label of a line of an explanation, such as `path`: two spaces, the label, and spaces up to the column of the
    /// text. `name` is the end of the key of the message. O(1).
    #[must_use]
    pub fn label(self, name: &str) -> String {
        let label = self.message(&format!("label-{name}"), &[]);
        let missing = self.label_width().saturating_sub(label.width());
        format!("  {label}{:missing$}", "")
    }

    /// The width of a label with the spaces after it, in columns of a terminal.
    fn label_width(self) -> usize {
        const LABELS: [&str; 11] = [
            "path", "chain", "group", "others", "rules", "verdict", "note", "asked", "change",
            "file", "hops",
        ];
        let widths = LABELS.map(|name| self.message(&format!("label-{name}"), &[]).width());
        widths.into_iter().max().unwrap_or_default() + 1
    }

    /// The spaces before a line without a label.
    #[must_use]
    pub fn label_indent(self) -> String {
        " ".repeat(self.label_width() + 2)
    }

    fn chain_step(self, step: &ChainStep) -> String {
        let name = ("name", printable(step.name.as_bytes()).into());
        let groups = ("groups", step.groups.into());
        match (step.groups, step.followed) {
            (0, _) => self.message("chain-no-group", &[name]),
            (_, true) => self.message("chain-followed", &[name, groups]),
            (_, false) => self.message("chain-not-needed", &[name, groups]),
        }
    }

    fn explained_rule(self, traced: &RuleExplanation<'_>) -> String {
        let (line, rule) =
            (("line", traced.rule.line.into()), ("rule", printable(traced.text).into()));
        if traced.rule.priority == 0 {
            return self.message("explained-rule-empty", &[line, rule]);
        }
        let key =
            if traced.as_directory { "explained-rule-as-directory" } else { "explained-rule" };
        let priority = ("priority", traced.rule.priority.into());
        let fate = ("fate", self.rule_fate(traced.fate).into());
        self.message(key, &[line, rule, priority, fate])
    }
}

impl fmt::Display for ExplanationText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { explanation, language } = *self;
        writeln!(f, "{}{}", language.label("path"), Printable(&explanation.path))?;
        let steps = explanation.chain.iter().map(|step| language.chain_step(step));
        let chain = steps.reduce(|first, next| {
            let values = [("first", first.into()), ("next", next.into())];
            language.message("chain-then", &values)
        });
        writeln!(f, "{}{}", language.label("chain"), chain.unwrap_or_default())?;
        self.groups(f)?;
        self.rules(f)?;
        let values = [
            ("outcome", language.decision(explanation.verdict.decision()).into()),
            ("reason", language.location(&explanation.located).into()),
        ];
        write!(f, "{}{}", language.label("verdict"), language.message("verdict", &values))?;
        if let Some(conflict) = &explanation.undefined {
            write!(f, "\n{}{}", language.label("note"), language.undefined_conflict(conflict))?;
        }
        if let Some(consequence) = explanation.consequence {
            write!(f, "\n{}{}", language.label("note"), language.consequence(consequence))?;
        }
        Ok(())
    }
}

impl ExplanationText<'_> {
    /// The groups for this crawler, and the number of groups for others.
    fn groups(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { explanation, language } = *self;
        let is_for_others = |group: &&GroupExplanation<'_>| group.fate == GroupFate::ForOthers;
        let indent = language.label_indent();
        for group in explanation.groups.iter().filter(|group| !is_for_others(group)) {
            let values = [("line", group.first_line.into()), ("agents", self.agents(group).into())];
            let text = language.message("explained-group", &values);
            writeln!(f, "{}{text}", language.label("group"))?;
            writeln!(f, "{indent}  {}", language.group_fate(&group.fate))?;
        }
        match explanation.groups.iter().filter(is_for_others).count() {
            0 => Ok(()),
            count => {
                let text = language.message("groups-for-others", &[("groups", count.into())]);
                writeln!(f, "{}{text}", language.label("others"))
            }
        }
    }

    /// The first names of a group, and the number of the others.
    fn agents(&self, group: &GroupExplanation<'_>) -> String {
        let shown = group.agents.iter().take(MAX_SHOWN_AGENTS).map(|agent| printable(agent));
        let shown = shown.collect::<Vec<_>>().join(", ");
        match group.agents.len().saturating_sub(MAX_SHOWN_AGENTS) {
            0 => shown,
            count => {
                let values = [("agents", shown.into()), ("count", count.into())];
                self.language.message("agents-and-more", &values)
            }
        }
    }

    /// The rules that match, the winner first.
    fn rules(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { explanation, language } = *self;
        let is_followed =
            |group: &&GroupExplanation<'_>| matches!(group.fate, GroupFate::Followed(_));
        let values = [
            ("rules", explanation.rules.into()),
            ("groups", explanation.groups.iter().filter(is_followed).count().into()),
            ("matching", explanation.matches.len().into()),
        ];
        let text = language.message("rules-matching", &values);
        writeln!(f, "{}{text}", language.label("rules"))?;
        let indent = language.label_indent();
        for traced in explanation.matches.iter().take(MAX_SHOWN_RULES) {
            writeln!(f, "{indent}{}", language.explained_rule(traced))?;
            let covered = explanation.path.get(..traced.rule.matched).unwrap_or_default();
            // An empty rule matches, but no part of the path. A line that shows nothing would look like a mistake.
            if !covered.is_empty() {
                let values = [("path", printable(covered).into())];
                writeln!(f, "{indent}  {}", language.message("rule-matches", &values))?;
            }
        }
        match explanation.matches.len().saturating_sub(MAX_SHOWN_RULES) {
            0 => Ok(()),
            count => {
                let values = [("count", count.into())];
                writeln!(f, "{indent}{}", language.message("and-more", &values))
            }
        }
    }
}
