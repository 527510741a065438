//! What the lints look at: every line once, and the places of agents, rules and sitemaps.

use alloc::vec::Vec;

use super::{Effect, Fix, Place, Report, agents, fields};
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
    /// How many groups there are; they are counted from 0.
    pub(crate) groups: u32,
    /// The agents by their names.
    pub(crate) names: Vec<Named>,
}

/// An agent and the number of its name; those with one name are neighbours, in the order of their lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub(crate) name: u32,
    /// Its place among the agents.
    pub(crate) agent: u32,
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
    pub(crate) joined: Joined,
}

/// What stands between two `user-agent` lines of one group that looks like the end of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Joined {
    No,
    AcrossBlank,
    AcrossField,
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
        let lines = robots.directive_count();
        let mut document = Self {
            file,
            agents: Vec::new(),
            rules: Vec::with_capacity(lines),
            sitemaps: Vec::new(),
            groups: 0,
            names: Vec::new(),
        };
        let mut in_agents = false;
        let mut between = Joined::No;
        let mut reader = robots.lines();
        while let Some(line) = reader.read() {
            let Some(directive) = line.directive() else {
                if !line.text.is_empty() {
                    fields::without_key(line, report);
                } else if !line.has_comment {
                    between = between.max(Joined::AcrossBlank);
                }
                continue;
            };
            let (field, spelling) = Field::of(directive.key(), robots.profile());
            let keyed = Keyed { line, directive, field, spelling };
            let clean = spelling == Spelling::Exact && directive.separator == Separator::Colon;
            if field == Field::Other || !clean {
                fields::key(&keyed, report);
            }
            match field {
                Field::UserAgent if !in_agents => between = Joined::No,
                Field::Other => between = Joined::AcrossField,
                _ => {}
            }
            document.keep(&keyed, between, &mut in_agents);
            if field == Field::UserAgent {
                report.in_group = true;
                between = Joined::No;
            }
        }
        document.sort_names();
        document
    }

    #[inline]
    fn keep(&mut self, keyed: &Keyed<'r>, joined: Joined, in_agents: &mut bool) {
        let at = keyed.value_at();
        match keyed.field {
            Field::UserAgent => {
                self.groups += u32::from(!*in_agents);
                *in_agents = true;
                self.agents.push(AgentAt { at, group: self.groups - 1, joined });
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

    /// Gives every name a number, without case.
    fn sort_names(&mut self) {
        let name = |at: u32| agents::canonical(self.agents[at as usize].at.value.of(self.file));
        // The first eight letters decide nearly always.
        let key = |at: u32| {
            let mut first = [0; 8];
            first.iter_mut().zip(name(at)).for_each(|(to, from)| *to = from.to_ascii_lowercase());
            (u64::from_be_bytes(first), at)
        };
        let lower = |at: u32| name(at).iter().map(u8::to_ascii_lowercase);
        let mut sorted: Vec<(u64, u32)> = (0..self.agents.len() as u32).map(key).collect();
        sorted.sort_unstable_by(|&(a, x), &(b, y)| {
            a.cmp(&b).then_with(|| lower(x).cmp(lower(y))).then(x.cmp(&y))
        });
        let mut number = 0;
        let mut names = Vec::with_capacity(sorted.len());
        for (i, &(key, agent)) in sorted.iter().enumerate() {
            let before = i.checked_sub(1).map(|before| sorted[before]);
            let is_new = before.is_none_or(|(other, at)| {
                other != key || !name(at).eq_ignore_ascii_case(name(agent))
            });
            number += u32::from(is_new);
            names.push(Named { name: number, agent });
        }
        self.names = names;
    }

    /// A fix that takes a whole line out; none if there is a comment on it, which would be lost.
    pub(crate) fn without_line(&self, at: ValueAt, title: &str) -> Option<Fix> {
        let has_comment = at.whole.of(self.file).contains(&b'#');
        let end = match self.file.get(at.whole.end as usize..) {
            Some([b'\r', b'\n', ..]) => at.whole.end + 2,
            Some([_, ..]) => at.whole.end + 1,
            _ => at.whole.end,
        };
        let span = Span { end, ..at.whole };
        (!has_comment).then(|| Fix::new(title.into(), Effect::KeepsVerdicts, span, ""))
    }
}

/// How the lines of the file end.
pub(crate) fn line_end(file: &[u8]) -> &'static [u8] {
    match memchr::memchr2(b'\n', b'\r', file) {
        Some(at) if file[at..].starts_with(b"\r\n") => b"\r\n",
        Some(at) if file[at] == b'\r' => b"\r",
        _ => b"\n",
    }
}

impl ValueAt {
    /// The value, as a place.
    pub(crate) fn value_place(&self) -> Place {
        Place { line: self.line, span: self.value }
    }
}

impl Keyed<'_> {
    pub(crate) fn value_at(&self) -> ValueAt {
        ValueAt { line: self.line.number, whole: self.line.span, value: self.directive.value_span }
    }

    /// The value, as a place.
    pub(crate) fn value_place(&self) -> Place {
        self.value_at().value_place()
    }

    /// The key, as a place.
    pub(crate) fn key_place(&self) -> Place {
        Place { line: self.line.number, span: self.directive.key_span }
    }
}
