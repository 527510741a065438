//! The kernel `log_evidence`: the lines of a log as the evidence of what its crawlers did.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::{
    Array, ArrayRef, GenericListArray, LargeListArray, ListArray, OffsetSizeTrait, StructArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field};
use maycrawl::Origin;
use maycrawl_audit::evidence::{Row, Writer};
use maycrawl_audit::history::History;
use maycrawl_audit::identity::Identities;
use maycrawl_audit::intake::Intake;
use maycrawl_audit::judge::{Histories, Hit, Judge, Judged, Options};
use maycrawl_audit::log::LogOptions;
use sha2::{Digest as _, Sha256};

use super::evidence::{Columns, fields};
use crate::column::{Column, KernelError};

/// For each log a list with the evidence of its requests: the columns of [`EvidenceWriter`](super::EvidenceWriter), and
/// the rows of `maycrawl audit`. `lines` has a list of lines for each log, `site` the origin of requests whose line
/// does not tell it, and `robots` the robots.txt that counts for the whole time. Crawlers are known by name only.
///
/// Judging needs the order of time, so all lines of a site belong into one list. They are put in order here. Only if
/// they come in the order of their file, `file` is the SHA-256 of that file, and `offset` the place of the line in it.
///
/// ```
/// use arrow_array::builder::{ListBuilder, StringBuilder};
/// use arrow_array::cast::AsArray;
/// use arrow_array::{Array, StringArray};
///
/// let line = |time, path| format!(r#"192.0.2.7 - - [25/Nov/2026:{time} +0000] "GET {path} HTTP/1.1" 200 5 "-" "CCBot/2.0""#);
/// let mut lines = ListBuilder::new(StringBuilder::new());
/// lines.values().append_value(line("09:00:00", "/private/a"));
/// lines.values().append_value(line("08:00:00", "/robots.txt"));
/// lines.append(true);
/// let site = StringArray::from(vec!["https://shop.example"]);
/// let robots = StringArray::from(vec!["User-agent: *\nDisallow: /private\n"]);
/// let found = maycrawl_table::logs::evidence(&lines.finish(), &site, &robots).unwrap();
/// let rows = found.value(0);
/// let class = rows.as_struct().column_by_name("class").unwrap().as_string::<i32>();
/// assert_eq!(class.value(0), "disobeyed-after-reading");
/// ```
///
/// A log without lines, site or file, or with a site that is no origin, has no list (null). Cost: O(bytes), and all
/// requests of one log are in memory.
///
/// # Errors
/// If `lines` is no list of text or bytes, or another argument is neither, or the arguments have different numbers of
/// rows.
pub fn evidence(
    lines: &dyn Array,
    site: &dyn Array,
    robots: &dyn Array,
) -> Result<ListArray, KernelError> {
    let no_list = || KernelError::NoList { argument: "lines", found: lines.data_type().clone() };
    let lists = Lists::of(lines).ok_or_else(no_list)?;
    let values = Column::of(lists.values(), "lines").map_err(|_| no_list())?;
    let (sites, files) = (Column::of(site, "site")?, Column::of(robots, "robots")?);
    let lengths = [lines.len(), site.len(), robots.len()];
    let rows = lengths.into_iter().find(|&length| length != 1).unwrap_or(1);
    if lengths.iter().any(|&length| length != 1 && length != rows) {
        return Err(KernelError::Lengths);
    }
    let mut columns = Columns::default();
    let (mut ends, mut valid) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
    for row in 0..rows {
        let range = lists.range(if lines.len() == 1 { 0 } else { row });
        let site =
            sites.get(row).and_then(|site| Origin::parse(std::str::from_utf8(site).ok()?).ok());
        let before = columns.rows;
        let is_judged = match (range, site, files.get(row)) {
            (Some(range), Some(site), Some(file)) => {
                let log: Vec<&[u8]> = range.filter_map(|at| values.get(at)).collect();
                judged(&log, &site, file, &mut |row| columns.add(&row))
                    .map_err(|error| KernelError::Row(error.to_string()))?;
                true
            }
            _ => false,
        };
        ends.push(columns.rows - before);
        valid.push(is_judged);
    }
    let rows = StructArray::new(fields(), columns.finish(), None);
    let item = Arc::new(Field::new("item", DataType::Struct(fields()), true));
    let offsets = OffsetBuffer::from_lengths(ends);
    Ok(ListArray::new(item, offsets, Arc::new(rows), Some(NullBuffer::from(valid))))
}

/// The type of the result of [`evidence`].
#[must_use]
pub fn evidence_type() -> DataType {
    DataType::List(Arc::new(Field::new("item", DataType::Struct(fields()), true)))
}

/// Judges the lines of a log, in any order.
fn judged<E>(
    lines: &[&[u8]],
    site: &Origin,
    robots: &[u8],
    take: &mut dyn FnMut(Row) -> Result<(), E>,
) -> Result<(), E> {
    let mut intake = Intake::new(&LogOptions::default(), 1, Some(site.to_string().into()));
    let (mut offset, mut hash) = (0, Sha256::new());
    let mut hits: Vec<Hit<'static>> = Vec::new();
    for line in lines {
        hits.extend(intake.read(0, offset, line));
        hash.update(line);
        hash.update(b"\n");
        offset += line.len() as u64 + 1;
    }
    // Stable: lines of one time stay in their order.
    hits.sort_by_key(|hit| hit.at);
    let histories = Histories::for_all_sites(History::from_file(robots));
    let mut judge = Judge::new(Options::default(), histories, Identities::new());
    let file = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let mut writer = Writer::new(Arc::clone(judge.copies()), vec![file]);
    let mut result = Ok(());
    let mut sink = |judged: Judged| {
        if result.is_ok() {
            result = take(writer.row(&judged));
        }
    };
    for hit in hits {
        judge.push(hit, &mut sink);
    }
    judge.finish(&mut sink);
    result
}

/// A column of lists, in both forms that Arrow has for them.
enum Lists<'a> {
    Short(&'a ListArray),
    Long(&'a LargeListArray),
}

impl<'a> Lists<'a> {
    fn of(array: &'a dyn Array) -> Option<Self> {
        let short = array.as_list_opt::<i32>().map(Self::Short);
        short.or_else(|| array.as_list_opt::<i64>().map(Self::Long))
    }

    fn values(&self) -> &'a ArrayRef {
        match self {
            Self::Short(lists) => lists.values(),
            Self::Long(lists) => lists.values(),
        }
    }

    /// The values of a row; `None` for null.
    fn range(&self, row: usize) -> Option<Range<usize>> {
        match self {
            Self::Short(lists) => range_of(lists, row),
            Self::Long(lists) => range_of(lists, row),
        }
    }
}

fn range_of<O: OffsetSizeTrait>(lists: &GenericListArray<O>, row: usize) -> Option<Range<usize>> {
    let offsets = lists.value_offsets();
    lists.is_valid(row).then(|| offsets[row].as_usize()..offsets[row + 1].as_usize())
}
