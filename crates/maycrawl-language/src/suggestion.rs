//! The changes that reverse a verdict, in a language.

use maycrawl_effects::suggestion::{Suggestion, SuggestionKind};

use crate::language::Language;
use crate::verdict::printable;

impl Language {
    /// The change. O(rule).
    #[must_use]
    pub fn suggestion(self, change: &Suggestion) -> String {
        match &change.kind {
            _ if self == Self::English => change.to_string(),
            SuggestionKind::AddRule(line, rule) => {
                let values = [("rule", printable(rule).into()), ("line", (*line).into())];
                self.message("suggestion-add-rule", &values)
            }
            SuggestionKind::AddToGroups { lines, adds_star_group, rule, .. } => {
                // Fluent has no lists, so the numbers are one text, and `count` chooses between `line` and `lines`.
                let numbers = lines.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
                let values = [
                    ("rule", printable(rule).into()),
                    ("count", lines.len().into()),
                    ("lines", numbers.into()),
                ];
                let key = if *adds_star_group {
                    "suggestion-add-to-groups-and-star"
                } else {
                    "suggestion-add-to-groups"
                };
                self.message(key, &values)
            }
            SuggestionKind::AddGroup { rule, repeated } => {
                let agent = change.agents.first().map(String::as_bytes).unwrap_or_default();
                let values = [
                    ("agent", printable(agent).into()),
                    ("rule", printable(rule).into()),
                    ("repeated", (*repeated).into()),
                ];
                self.message("suggestion-add-group", &values)
            }
            SuggestionKind::Reverse(line) => {
                let values = [("line", (*line).into()), ("field", change.to.field().into())];
                self.message("suggestion-reverse", &values)
            }
            SuggestionKind::Remove(line) => {
                self.message("suggestion-remove", &[("line", (*line).into())])
            }
        }
    }
}
