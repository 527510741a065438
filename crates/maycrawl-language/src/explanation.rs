//! The explanation of a verdict, in a language, as lines with labels in a column. The library says which lines there
//! are.

use std::fmt;

use maycrawl::explain::{
    ChainStep, Explanation, ExplanationLine, GroupFate, RuleExplanation, RuleFate,
};
use unicode_width::UnicodeWidthStr as _;

use crate::language::Language;
use crate::verdict::printable;

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
            _ if self == Self::English => fate.to_string(),
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
            _ if self == Self::English => return fate.to_string(),
            RuleFate::Won => "rule-won",
            RuleFate::Shorter => "rule-shorter",
            RuleFate::TieLostToAllow => "rule-tie-lost",
            RuleFate::Later => "rule-later",
            RuleFate::Unasked => "rule-unasked",
        };
        self.message(key, &[])
    }

    /// The label of a line of an explanation, such as `path`: two spaces, the label, and spaces up to the column of the
    /// text. `name` is the English label. O(1).
    #[must_use]
    pub fn label(self, name: &str) -> String {
        let label = self.label_text(name);
        let missing = self.label_width().saturating_sub(label.width());
        format!("  {label}{:missing$}", "")
    }

    fn label_text(self, name: &str) -> String {
        match self {
            Self::English => name.to_owned(),
            _ => self.message(&format!("label-{name}"), &[]),
        }
    }

    /// The width of a label with the spaces after it, in columns of a terminal.
    fn label_width(self) -> usize {
        const LABELS: [&str; 11] = [
            "path", "chain", "group", "others", "rules", "verdict", "note", "asked", "change",
            "file", "hops",
        ];
        let widths = LABELS.map(|name| self.label_text(name).width());
        widths.into_iter().max().unwrap_or_default() + 1
    }

    /// The spaces before a line without a label.
    #[must_use]
    pub fn label_indent(self) -> String {
        " ".repeat(self.label_width() + 2)
    }

    /// A line of an explanation, without its label. O(line).
    fn explanation_line(self, line: &ExplanationLine<'_>) -> String {
        use ExplanationLine as Line;
        match *line {
            _ if self == Self::English => line.to_string(),
            Line::Path(path) => printable(path),
            Line::Chain(steps) => self.chain(steps),
            Line::Group { line, agents, more } => self.explained_group(line, agents, more),
            Line::GroupFate(fate) => self.group_fate(fate),
            Line::OtherGroups(count) => {
                self.message("groups-for-others", &[("groups", count.into())])
            }
            Line::Rules { rules, groups, matching } => {
                let values = [
                    ("rules", rules.into()),
                    ("groups", groups.into()),
                    ("matching", matching.into()),
                ];
                self.message("rules-matching", &values)
            }
            Line::Rule(rule) => self.explained_rule(rule),
            Line::Covered(path) => {
                self.message("rule-matches", &[("path", printable(path).into())])
            }
            Line::MoreRules(count) => self.message("and-more", &[("count", count.into())]),
            Line::Verdict(decision, located) => self.decided(decision, self.location(located)),
            Line::Near(near) => self.near_rule(near),
            Line::Undefined(conflict) => self.undefined_conflict(conflict),
            Line::Consequence(kind) => self.consequence(kind),
            Line::DocumentsDiffer(differ) => self.documents_differ(differ),
            // A later kind has its English sentence until it is translated.
            _ => line.to_string(),
        }
    }

    fn chain(self, steps: &[ChainStep]) -> String {
        let steps = steps.iter().map(|step| {
            let name = ("name", printable(step.name.as_bytes()).into());
            let groups = ("groups", step.groups.into());
            match (step.groups, step.followed) {
                (0, _) => self.message("chain-no-group", &[name]),
                (_, true) => self.message("chain-followed", &[name, groups]),
                (_, false) => self.message("chain-not-needed", &[name, groups]),
            }
        });
        let chain = steps.reduce(|first, next| {
            self.message("chain-then", &[("first", first.into()), ("next", next.into())])
        });
        chain.unwrap_or_default()
    }

    fn explained_group(self, line: u32, agents: &[&[u8]], more: usize) -> String {
        let agents: Vec<_> = agents.iter().map(|agent| printable(agent)).collect();
        let mut agents = agents.join(", ");
        if more > 0 {
            let values = [("agents", agents.into()), ("count", more.into())];
            agents = self.message("agents-and-more", &values);
        }
        self.message("explained-group", &[("line", line.into()), ("agents", agents.into())])
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
        for (index, line) in explanation.lines().iter().enumerate() {
            let end = if index == 0 { "" } else { "\n" };
            let label =
                line.label().map_or_else(|| language.label_indent(), |it| language.label(it));
            write!(f, "{end}{label}{}{}", line.indent(), language.explanation_line(line))?;
        }
        Ok(())
    }
}
