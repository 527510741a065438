//! The index that the lints check: the positions of agents, rules and sitemaps, from one pass over the lines.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::cmp::Ordering;

use maycrawl::field::{Field, GroupField, Spelling};
use maycrawl::internals::{AgentRun, is_space, is_star, product_token};
use maycrawl::line::{Directive, Line, Lines, Separator, Span};
use maycrawl::verdict::RuleKind;
use maycrawl::{Profile, RobotsTxt};

use super::fix::{Fix, FixEffect};
use super::managed::{IN_BLOCK, managed_block};
use super::report::Place;

/// The agents, rules and sitemaps of a file, with their positions.
pub(crate) struct LineIndex<'r> {
    pub(crate) file: &'r [u8],
    pub(crate) agents: Vec<AgentAt>,
    pub(crate) rules: Vec<RuleAt>,
    pub(crate) sitemaps: Vec<ValueAt>,
    /// The lines about the use of pages.
    pub(crate) uses: Vec<UseAt>,
    /// The number of groups. Group numbers begin at 0.
    pub(crate) groups: u32,
    /// The agents, sorted by name.
    pub(crate) names: Vec<NamedAgent>,
    profile: Profile,
    /// The block of a content network, once somebody has asked.
    managed: OnceCell<Option<(u32, u32)>>,
    /// Whether every profile reads the same lines as agents and rules, once somebody has asked.
    has_one_reading: OnceCell<bool>,
}

/// An agent and the number of its name. Agents with the same name stand together, in the order of their lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedAgent {
    pub(crate) name: u32,
    /// The index of the agent in `LineIndex::agents`.
    pub(crate) agent: u32,
}

/// A value and its position.
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
    pub(crate) gap: GroupGap,
}

/// What separates a `user-agent` line from the previous one of the same group, and looks like the end of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum GroupGap {
    None,
    BlankLine,
    /// A field that is neither a rule nor a sitemap.
    OtherField,
}

/// A rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleAt {
    pub(crate) at: ValueAt,
    pub(crate) kind: RuleKind,
    /// The group of the rule. `None` if the rule stands before the first group.
    pub(crate) group: Option<u32>,
}

/// A line that says what pages may be used for, such as `Content-Signal`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UseAt {
    pub(crate) at: ValueAt,
    pub(crate) key: Span,
    /// The group of the line. `None` if it stands before the first group.
    pub(crate) group: Option<u32>,
}

/// A line with content: neither empty nor a comment.
#[derive(Clone, Copy)]
pub(crate) enum ContentLine<'a, 'r> {
    /// A line without a key: neither a colon nor two words.
    WithoutKey(Line<'r>),
    /// A line with a key.
    Keyed(&'a KeyedLine<'r>),
}

/// A line with a key, and what the key means.
#[derive(Clone, Copy)]
pub(crate) struct KeyedLine<'r> {
    pub(crate) line: Line<'r>,
    pub(crate) directive: Directive<'r>,
    pub(crate) field: Field,
    pub(crate) spelling: Spelling,
}

impl<'r> LineIndex<'r> {
    /// Reads every line, and calls `look` for each line that is not empty. O(bytes).
    pub(crate) fn read(
        robots: &'r RobotsTxt<'r>,
        mut look: impl FnMut(ContentLine<'_, 'r>),
    ) -> Self {
        let lines = robots.directive_count();
        let mut index = Self {
            file: robots.as_bytes(),
            agents: Vec::new(),
            rules: Vec::with_capacity(lines),
            sitemaps: Vec::new(),
            uses: Vec::new(),
            groups: 0,
            names: Vec::new(),
            profile: robots.profile(),
            managed: OnceCell::new(),
            has_one_reading: OnceCell::new(),
        };
        let mut run = AgentRun::default();
        let mut between = GroupGap::None;
        let mut reader = robots.lines();
        while let Some(line) = reader.read() {
            let Some(directive) = line.directive() else {
                if !line.text.is_empty() {
                    look(ContentLine::WithoutKey(line));
                } else if !line.has_comment {
                    // In the format of 1996 an empty line ended a group, and a line with only a comment did not. So
                    // only the first misleads an author.
                    between = between.max(GroupGap::BlankLine);
                }
                continue;
            };
            let (field, spelling) = Field::from_key(directive.key(), robots.profile());
            let keyed = KeyedLine { line, directive, field, spelling };
            look(ContentLine::Keyed(&keyed));
            between = index.add_line(&keyed, between, &mut run);
        }
        index.sort_names();
        index
    }

    /// What to do about these lines: `otherwise`, unless one of them is in a managed block. O(bytes) for the first
    /// call.
    pub(crate) fn managed_help(&self, lines: &[u32], otherwise: &'static str) -> &'static str {
        // A file may have a thousand findings, so the block is looked for once.
        let block = *self.managed.get_or_init(|| managed_block(self.file, self.profile));
        let is_in = |(first, last)| lines.iter().any(|line| (first..=last).contains(line));
        if block.is_some_and(is_in) { IN_BLOCK } else { otherwise }
    }

    /// The preference or the rule on a line.
    pub(crate) fn value_at(&self, line: u32) -> Option<ValueAt> {
        let uses = self.uses.binary_search_by_key(&line, |it| it.at.line);
        let rules = || self.rules.binary_search_by_key(&line, |it| it.at.line);
        match uses {
            Ok(at) => Some(self.uses[at].at),
            Err(_) => rules().ok().map(|at| self.rules[at].at),
        }
    }

    /// The edit that removes this one of two lines, unless the content network would write it again.
    pub(crate) fn without(&self, line: u32) -> Option<Fix> {
        let is_managed = self.managed_help(&[line], "") == IN_BLOCK;
        let at = self.value_at(line).filter(|_| !is_managed)?;
        Some(self.removal(at, &format!("remove line {line}")))
    }

    /// Adds a line to the index. Returns what separates the last `user-agent` line from the next line.
    #[inline]
    fn add_line(&mut self, keyed: &KeyedLine<'r>, gap: GroupGap, run: &mut AgentRun) -> GroupGap {
        let at = keyed.value_at();
        let kind = match keyed.field {
            Field::UserAgent => {
                let begins = run.agent();
                self.groups += u32::from(begins);
                let gap = if begins { GroupGap::None } else { gap };
                self.agents.push(AgentAt { at, group: self.groups - 1, gap });
                return GroupGap::None;
            }
            Field::Allow => RuleKind::Allow,
            Field::Disallow => RuleKind::Disallow,
            Field::Sitemap => {
                self.sitemaps.push(at);
                return gap;
            }
            Field::Other => {
                let key = keyed.directive.key_span;
                if GroupField::from_key(key.slice(self.file)) == Some(GroupField::Use) {
                    self.uses.push(UseAt { at, key, group: self.groups.checked_sub(1) });
                }
                return GroupGap::OtherField;
            }
        };
        run.rule();
        self.rules.push(RuleAt { at, kind, group: self.groups.checked_sub(1) });
        gap
    }

    /// Gives every name a number. Case does not matter.
    fn sort_names(&mut self) {
        let name = |at: u32| canonical(self.agents[at as usize].at.value.slice(self.file));
        // The first eight bytes are enough to sort most names.
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
            names.push(NamedAgent { name: number, agent });
        }
        self.names = names;
    }

    /// Whether a group names `name`. Case does not matter. O(log agents).
    pub(crate) fn is_named_in(&self, group: u32, name: &str) -> bool {
        let order = |agent: &AgentAt| self.name_order(agent, name).then(agent.group.cmp(&group));
        self.names.binary_search_by(|it| order(&self.agents[it.agent as usize])).is_ok()
    }

    /// Whether any group names `name`. Case does not matter. O(log agents).
    pub(crate) fn is_named(&self, name: &str) -> bool {
        let order = |agent: &AgentAt| self.name_order(agent, name);
        self.names.binary_search_by(|it| order(&self.agents[it.agent as usize])).is_ok()
    }

    fn name_order(&self, agent: &AgentAt, name: &str) -> Ordering {
        let value = canonical(agent.at.value.slice(self.file)).iter().map(u8::to_ascii_lowercase);
        value.cmp(name.bytes().map(|byte| byte.to_ascii_lowercase()))
    }

    /// The rules of all groups that name `name`, in the order of their lines.
    pub(crate) fn rules_naming(&self, name: &[u8]) -> Vec<&RuleAt> {
        let is_named = |value: &[u8]| canonical(value).eq_ignore_ascii_case(name);
        let mut groups: Vec<u32> = self
            .agents
            .iter()
            .filter(|agent| is_named(agent.at.value.slice(self.file)))
            .map(|agent| agent.group)
            .collect();
        groups.dedup();
        self.rules_of(&groups).collect()
    }

    /// The rules of some groups, in the order of their lines. The groups are given in their order.
    pub(crate) fn rules_of(&self, groups: &[u32]) -> impl Iterator<Item = &RuleAt> {
        groups.iter().flat_map(|&group| {
            let before = |rule: &RuleAt| rule.group < Some(group);
            let rules = &self.rules[self.rules.partition_point(before)..];
            rules.iter().take_while(move |rule| rule.group == Some(group))
        })
    }

    /// The class of each group. Groups that name the same crawlers get the same class, because their rules always
    /// apply together.
    ///
    /// A crawler follows a group if no other group has a more specific name for it. Groups with the same names are
    /// equally specific.
    pub(crate) fn group_classes(&self) -> Vec<u32> {
        let groups = self.groups as usize;
        let mut classes: Vec<u32> = (0..self.groups).collect();
        let mut named: Vec<(u32, u32)> = self
            .names
            .iter()
            .map(|named| (self.agents[named.agent as usize].group, named.name))
            .collect();
        if named.len() == groups && self.names.windows(2).all(|pair| pair[0].name != pair[1].name) {
            return classes; // no name occurs twice
        }
        named.sort_unstable();
        named.dedup();
        let mut sets: Vec<&[(u32, u32)]> = named.chunk_by(|a, b| a.0 == b.0).collect();
        let names = |set: &[(u32, u32)]| set.iter().map(|&(_, name)| name).collect::<Vec<_>>();
        sets.sort_by_cached_key(|set| names(set));
        for same in sets.chunk_by(|a, b| a.iter().map(|x| x.1).eq(b.iter().map(|x| x.1))) {
            let first = same.iter().map(|set| set[0].0).min().unwrap_or_default();
            for set in same {
                classes[set[0].0 as usize] = first;
            }
        }
        classes
    }

    /// The classes of [`group_classes`](Self::group_classes) that share a name with another class: some crawlers follow
    /// both. `AI2Bot` and `AI3Bot` share one: a crawler called `AI` follows both, because names are cut at the digit.
    pub(crate) fn mixed_classes(&self, classes: &[u32]) -> BTreeSet<u32> {
        let class = |agent: &AgentAt| classes[agent.group as usize];
        // The names are sorted.
        let named = self.names.chunk_by(|a, b| a.name == b.name).filter(|same| same.len() > 1);
        let mut mixed = BTreeSet::new();
        let mut add = |same: &[u32]| {
            if same.windows(2).any(|pair| pair[0] != pair[1]) {
                mixed.extend(same);
            }
        };
        for same in named {
            let agents = same.iter().map(|named| class(&self.agents[named.agent as usize]));
            add(&agents.collect::<Vec<_>>());
        }
        let value = |agent: &AgentAt| agent.at.value.slice(self.file);
        let is_cut = |agent: &AgentAt| product_token(value(agent)) != canonical(value(agent));
        let others = self.agents.iter().filter(|agent| !is_star(value(agent)));
        if others.clone().any(is_cut) {
            let token = |agent: &AgentAt| product_token(value(agent)).to_ascii_lowercase();
            let mut tokens: Vec<_> = others.map(|agent| (token(agent), class(agent))).collect();
            tokens.sort_unstable();
            for same in tokens.chunk_by(|a, b| a.0 == b.0) {
                add(&same.iter().map(|(_, class)| *class).collect::<Vec<_>>());
            }
        }
        mixed
    }

    /// Whether every profile reads the same lines as agents and rules. If not, a line that covers another one for this
    /// reader may be no rule for others. O(bytes), once.
    fn has_one_reading(&self) -> bool {
        *self.has_one_reading.get_or_init(|| {
            Profile::ALL.iter().all(|&other| {
                other.fields == self.profile.fields
                    || group_lines(self.file, other).eq(group_lines(self.file, self.profile))
            })
        })
    }

    /// A fix that removes a whole line. `None` if the line has a comment, which would be lost, or if the profiles read
    /// the lines of this file in different ways.
    pub(crate) fn without_line(&self, at: ValueAt, title: &str) -> Option<Fix> {
        let is_safe = self.has_one_reading() && !at.whole.slice(self.file).contains(&b'#');
        is_safe.then(|| Fix { effect: FixEffect::KeepsVerdicts, ..self.removal(at, title) })
    }

    /// The advice to remove a line. It is safe only if it was asked for as such, and nothing else is lost with the
    /// line.
    pub(crate) fn remove(&self, at: ValueAt, is_safe: bool) -> Fix {
        let title = "remove the line";
        let safe = self.without_line(at, title).filter(|_| is_safe);
        safe.unwrap_or_else(|| self.removal(at, title))
    }

    /// The edit that removes a line, but not its comment.
    pub(crate) fn removal(&self, at: ValueAt, title: &str) -> Fix {
        let comment = memchr::memchr(b'#', at.whole.slice(self.file));
        let end = match (comment, self.file.get(at.whole.end as usize..)) {
            (Some(comment), _) => at.whole.start + comment as u32,
            (None, Some([b'\r', b'\n', ..])) => at.whole.end + 2,
            (None, Some([_, ..])) => at.whole.end + 1,
            _ => at.whole.end,
        };
        Fix::new(title.into(), FixEffect::Mends, Span { end, ..at.whole }, "")
    }
}

/// The agents and rules of a file under a profile: their lines and fields.
fn group_lines(file: &[u8], profile: Profile) -> impl Iterator<Item = (u32, Field)> {
    let field = move |line: Line<'_>| {
        let field = Field::from_key(line.directive()?.key(), profile).0;
        (!matches!(field, Field::Other | Field::Sitemap)).then_some((line.number, field))
    };
    Lines::new(file, profile).filter_map(field)
}

/// The line end that the file uses: that of its first line.
pub(crate) fn line_end(file: &[u8]) -> &'static [u8] {
    match memchr::memchr2(b'\n', b'\r', file) {
        Some(at) if file[at..].starts_with(b"\r\n") => b"\r\n",
        Some(at) if file[at] == b'\r' => b"\r",
        _ => b"\n",
    }
}

impl ValueAt {
    /// The place of the value.
    pub(crate) fn value_place(&self) -> Place {
        Place { line: self.line, span: self.value }
    }
}

impl KeyedLine<'_> {
    pub(crate) fn value_at(&self) -> ValueAt {
        ValueAt { line: self.line.number, whole: self.line.span, value: self.directive.value_span }
    }

    /// The place of the value.
    pub(crate) fn value_place(&self) -> Place {
        self.value_at().value_place()
    }

    /// The name of a field, with a colon if the line has none.
    pub(crate) fn with_colon(&self, name: &str) -> String {
        let colon = if self.directive.separator == Separator::Colon { "" } else { ":" };
        format!("{name}{colon}")
    }

    /// The place of the key.
    pub(crate) fn key_place(&self) -> Place {
        Place { line: self.line.number, span: self.directive.key_span }
    }
}

/// The name in an agent value: the value up to its first blank or `/`, or `*`. Two agent lines whose names differ
/// only in case name the same crawlers.
pub(crate) fn canonical(value: &[u8]) -> &[u8] {
    if is_star(value) {
        return b"*";
    }
    let end = value.iter().position(|&byte| is_space(byte) || byte == b'/');
    match &value[..end.unwrap_or(value.len())] {
        // `*/x` is not `*`: no crawler follows it.
        b"*" => value,
        name => name,
    }
}
