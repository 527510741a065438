//! The kernel `parse`: a robots.txt as nested lists.

use std::sync::Arc;

use arrow_array::{Array, BooleanArray, Int32Array, ListArray, StringArray, StructArray};
use arrow_buffer::{BooleanBuffer, NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields};
use maycrawl::RobotsTxt;
use maycrawl::verdict::RuleKind;

use crate::column::KernelError;
use crate::column::{Column, shared};

/// For each robots.txt a struct with the fields of [`parsed_fields`]. Bytes that are not UTF-8 become U+FFFD.
///
/// ```
/// use arrow_array::{Array, StringArray, cast::AsArray};
///
/// let robots = StringArray::from(vec!["User-agent: a\nUser-agent: b\nDisallow: /x\n"]);
/// let parsed = maycrawl_table::parse(&robots).unwrap();
/// let groups = parsed.column(0).as_list::<i32>().value(0);
/// let agents = groups.as_struct().column(0).as_list::<i32>().value(0);
/// assert_eq!(agents.as_string::<i32>().value(1), "b");
/// ```
///
/// # Errors
/// If the argument is neither text nor bytes.
pub fn parse(robots: &dyn Array) -> Result<StructArray, KernelError> {
    let column = Column::of(robots, "robots")?;
    let mut lists = Lists::default();
    let mut valid = Vec::with_capacity(robots.len());
    for row in 0..robots.len() {
        let body = column.get(row);
        valid.push(body.is_some());
        match body {
            Some(body) => lists.read(&RobotsTxt::parse(body)),
            None => lists.end_row(0, 0),
        }
    }
    Ok(lists.finish(NullBuffer::new(BooleanBuffer::from(valid))))
}

/// The fields of a parsed file: `groups`, a list of structs with `agents` (a list of text) and `rules` (a list of
/// structs with `line`, `allow` and `pattern`), and `sitemaps`, a list of text.
#[must_use]
pub fn parsed_fields() -> Fields {
    Fields::from(vec![
        Field::new("groups", list(DataType::Struct(group_fields())), true),
        Field::new("sitemaps", list(DataType::Utf8), true),
    ])
}

fn group_fields() -> Fields {
    Fields::from(vec![
        Field::new("agents", list(DataType::Utf8), false),
        Field::new("rules", list(DataType::Struct(rule_fields())), false),
    ])
}

fn rule_fields() -> Fields {
    Fields::from(vec![
        Field::new("line", DataType::Int32, false),
        Field::new("allow", DataType::Boolean, false),
        Field::new("pattern", DataType::Utf8, false),
    ])
}

fn list(item: DataType) -> DataType {
    DataType::List(item_field(item))
}

fn item_field(item: DataType) -> Arc<Field> {
    Arc::new(Field::new("item", item, false))
}

/// All values of the lists, one after the other, and the lengths of the lists.
#[derive(Default)]
struct Lists {
    agents: Vec<String>,
    agents_in_group: Vec<usize>,
    lines: Vec<i32>,
    allows: Vec<bool>,
    patterns: Vec<String>,
    rules_in_group: Vec<usize>,
    groups_in_row: Vec<usize>,
    sitemaps: Vec<String>,
    sitemaps_in_row: Vec<usize>,
}

impl Lists {
    fn read(&mut self, file: &RobotsTxt<'_>) {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        for group in file.groups() {
            self.agents_in_group.push(group.agents().count());
            self.agents.extend(group.agents().map(|agent| text(agent.value)));
            self.rules_in_group.push(group.rules().count());
            for rule in group.rules() {
                self.lines.push(i32::try_from(rule.line).unwrap_or(i32::MAX));
                self.allows.push(rule.kind == RuleKind::Allow);
                self.patterns.push(text(rule.pattern));
            }
        }
        self.sitemaps.extend(file.sitemaps().map(|sitemap| text(sitemap.url)));
        self.end_row(file.groups().count(), file.sitemaps().count());
    }

    fn end_row(&mut self, groups: usize, sitemaps: usize) {
        self.groups_in_row.push(groups);
        self.sitemaps_in_row.push(sitemaps);
    }

    fn finish(self, nulls: NullBuffer) -> StructArray {
        let lists = |lengths: Vec<usize>, item: DataType, values, nulls| {
            let offsets = OffsetBuffer::from_lengths(lengths);
            ListArray::new(item_field(item), offsets, values, nulls)
        };
        let rules = StructArray::new(
            rule_fields(),
            vec![
                shared(Int32Array::from(self.lines)),
                shared(BooleanArray::from(self.allows)),
                shared(StringArray::from(self.patterns)),
            ],
            None,
        );
        let agents = shared(StringArray::from(self.agents));
        let agents = lists(self.agents_in_group, DataType::Utf8, agents, None);
        let rules =
            lists(self.rules_in_group, DataType::Struct(rule_fields()), shared(rules), None);
        let groups = StructArray::new(group_fields(), vec![shared(agents), shared(rules)], None);
        let groups = lists(
            self.groups_in_row,
            DataType::Struct(group_fields()),
            shared(groups),
            Some(nulls.clone()),
        );
        let sitemaps = shared(StringArray::from(self.sitemaps));
        let sitemaps = lists(self.sitemaps_in_row, DataType::Utf8, sitemaps, Some(nulls.clone()));
        StructArray::new(parsed_fields(), vec![shared(groups), shared(sitemaps)], Some(nulls))
    }
}
