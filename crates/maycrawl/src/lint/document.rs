//! What the lints look at: every line once, and the places of agents, rules and sitemaps.

use alloc::vec::Vec;

use super::{Place, Report, fields};
use crate::field::{Field, Spelling};
use crate::line::{Directive, Line, Separator, Span};
use crate::robots_txt::RobotsTxt;
use crate::verdict::RuleKind;

/// The lines that matter, with their places.
pub(crate) struct Document<'r> {
    pub(crate) file: &'r [u8],
    pub(crate) agents: Vec<AgentAt>,
    pub(crate) rules: Vec<RuleAt>,
    pub(crate) sitemaps: Vec<ValueAt>,
    /// Groups are counted from 0.
    pub(crate) groups: u32,
}

/// A value and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ValueAt {
    pub(crate) line: u32,
    /// The whole line, without its end.
    pub(crate) whole: Span,
    pub(crate) value: Span,
}

/// A `user-agent` line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AgentAt {
    pub(crate) at: ValueAt,
    pub(crate) group: u32,
}

/// A rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleAt {
    pub(crate) at: ValueAt,
    pub(crate) kind: RuleKind,
    /// `None` before the first group.
    pub(crate) group: Option<u32>,
}

/// A line with a key, and what the key means.
#[derive(Clone, Copy)]
pub(crate) struct Keyed<'r> {
    pub(crate) line: Line<'r>,
    pub(crate) directive: Directive<'r>,
    pub(crate) field: Field,
    pub(crate) spelling: Spelling,
}

impl<'r> Document<'r> {
    /// Reads every line, and reports what a line alone shows. O(bytes).
    pub(crate) fn read(robots: &'r RobotsTxt<'r>, report: &mut Report<'r>) -> Self {
        let file = robots.as_bytes();
        let lines = robots.entry_count();
        let mut document = Self {
            file,
            agents: Vec::new(),
            rules: Vec::with_capacity(lines),
            sitemaps: Vec::new(),
            groups: 0,
        };
        let mut in_agents = false;
        let mut reader = robots.lines();
        while let Some(line) = reader.read() {
            let Some(directive) = line.directive() else {
                if !line.text.is_empty() {
                    fields::without_key(line, report);
                }
                continue;
            };
            let (field, spelling) = Field::of(directive.key(), robots.profile());
            let keyed = Keyed { line, directive, field, spelling };
            let clean = spelling == Spelling::Exact && directive.separator == Separator::Colon;
            if field == Field::Other || !clean {
                fields::key(&keyed, report);
            }
            document.keep(&keyed, &mut in_agents);
        }
        document
    }

    #[inline]
    fn keep(&mut self, keyed: &Keyed<'r>, in_agents: &mut bool) {
        let at = keyed.value_at();
        match keyed.field {
            Field::UserAgent => {
                self.groups += u32::from(!*in_agents);
                *in_agents = true;
                self.agents.push(AgentAt { at, group: self.groups - 1 });
            }
            Field::Allow | Field::Disallow => {
                *in_agents = false;
                let kind =
                    if keyed.field == Field::Allow { RuleKind::Allow } else { RuleKind::Disallow };
                self.rules.push(RuleAt { at, kind, group: self.groups.checked_sub(1) });
            }
            Field::Sitemap => self.sitemaps.push(at),
            Field::Other => {}
        }
    }
}

impl Keyed<'_> {
    pub(crate) fn value_at(&self) -> ValueAt {
        ValueAt { line: self.line.number, whole: self.line.span, value: self.directive.value_span }
    }

    /// The key, as a place.
    pub(crate) fn key_place(&self) -> Place {
        Place { line: self.line.number, span: self.directive.key_span }
    }
}
