//! Tables for people.

use comfy_table::{ContentArrangement, Table, presets};

/// A table without lines, for a terminal of any width and for `grep`.
pub(crate) fn plain<const N: usize>(head: [&str; N]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(head);
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table
}
