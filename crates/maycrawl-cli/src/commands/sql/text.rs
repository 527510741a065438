//! The answer as text of 80 columns. Columns that are too wide are cut. If there are too many of them, each row is a
//! block with a line for each column.

use arrow_array::RecordBatch;
use arrow_schema::Schema;
use maycrawl::Printable;
use maycrawl_table::sql::{SqlError, cells};
use unicode_width::UnicodeWidthStr as _;

use crate::text::wrap::{WIDTH, shortened};

/// Columns between two columns of the table.
const GAP: usize = 2;
/// Width that a cut column has at least. If not all columns have it, rows are blocks.
const MIN_WIDTH: usize = 10;
/// Characters of a value that are kept; no more fit on a line.
const KEPT_CHARS: usize = WIDTH;

/// The rows that are shown.
pub(super) struct TextTable {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
    /// True for columns of numbers, which are aligned at their end.
    numbers: Vec<bool>,
}

impl TextTable {
    pub(super) fn new(schema: &Schema) -> Self {
        let fields = schema.fields().iter();
        Self {
            head: fields.clone().map(|field| printable(field.name())).collect(),
            rows: Vec::new(),
            numbers: fields.map(|field| field.data_type().is_numeric()).collect(),
        }
    }

    pub(super) fn add(&mut self, batch: &RecordBatch) -> Result<(), SqlError> {
        let shown = |cell: Option<String>| cell.map_or(String::new(), |text| printable(&text));
        let rows = cells(batch)?.into_iter().map(|row| row.into_iter().map(shown).collect());
        self.rows.extend(rows);
        Ok(())
    }

    pub(super) fn rows(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn lines(&self) -> Vec<String> {
        if self.head.is_empty() {
            return Vec::new();
        }
        let natural = self.natural_widths();
        let gaps = GAP * (natural.len() - 1);
        let least: usize = natural.iter().map(|&width| width.min(MIN_WIDTH)).sum();
        if least + gaps > WIDTH {
            return self.blocks();
        }
        // The largest limit of a column with which all fit.
        let fits = |limit: usize| {
            let width: usize = natural.iter().map(|&width| width.min(limit)).sum();
            width + gaps <= WIDTH
        };
        let limit = (MIN_WIDTH..=WIDTH).rev().find(|&limit| fits(limit)).unwrap_or(MIN_WIDTH);
        let widths: Vec<usize> = natural.iter().map(|&width| width.min(limit)).collect();
        let rows = std::iter::once(&self.head).chain(&self.rows);
        rows.map(|row| self.line(row, &widths)).collect()
    }

    fn natural_widths(&self) -> Vec<usize> {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].width());
            cells.max().unwrap_or_default().max(self.head[column].width())
        };
        (0..self.head.len()).map(width).collect()
    }

    fn line(&self, row: &[String], widths: &[usize]) -> String {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(widths).enumerate() {
            let cell = shortened(cell, width);
            let space = " ".repeat(width.saturating_sub(cell.width()));
            if column > 0 {
                line += &" ".repeat(GAP);
            }
            line += &if self.numbers[column] { space + &cell } else { cell + &space };
        }
        line.trim_end().to_owned()
    }

    fn blocks(&self) -> Vec<String> {
        let width = self.head.iter().map(|name| name.width()).max().unwrap_or_default();
        let width = width.min(WIDTH / 2);
        let mut lines = Vec::new();
        for (number, row) in self.rows.iter().enumerate() {
            if number > 0 {
                lines.push(String::new());
            }
            for (name, cell) in self.head.iter().zip(row) {
                let name = shortened(name, width);
                let space = " ".repeat(width - name.width() + GAP);
                let cell = shortened(cell, WIDTH - width - GAP);
                lines.push(format!("{name}{space}{cell}").trim_end().to_owned());
            }
        }
        lines
    }
}

/// The beginning of a value, on one line and safe for a terminal.
fn printable(text: &str) -> String {
    let mut kept: String = text.chars().take(KEPT_CHARS).collect();
    if kept.len() < text.len() {
        kept.push('…');
    }
    Printable(kept.as_bytes()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(head: &[&str], rows: &[&[&str]]) -> Vec<String> {
        let texts = |row: &[&str]| row.iter().map(|cell| printable(cell)).collect::<Vec<_>>();
        let numbers = vec![false; head.len()];
        let rows = rows.iter().map(|row| texts(row)).collect();
        TextTable { head: texts(head), rows, numbers }.lines()
    }

    #[test]
    fn a_wide_column_is_cut_and_others_are_whole() {
        let long = "x".repeat(300);
        let lines = table(&["url", "allowed", "note"], &[&[&long, "true", "a\nb"], &["y", "", ""]]);
        assert!(lines.iter().all(|line| line.width() <= WIDTH), "{lines:?}");
        assert!(lines[1].contains("…  true     a"), "{lines:?}");
        assert_eq!(lines[1].width(), WIDTH);
        assert_eq!(lines[2], "y");
    }

    #[test]
    fn many_columns_are_lines() {
        let names: Vec<String> = (0..9).map(|n| format!("column_{n}_of_nine")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let long = "y".repeat(200);
        let mut row = vec!["1"; 8];
        row.push(&long);
        let lines = table(&names, &[&row, &row]);
        assert_eq!(lines.len(), 19);
        assert_eq!(lines[0], "column_0_of_nine  1");
        assert!(lines.iter().all(|line| line.width() <= WIDTH), "{lines:?}");
    }

    #[test]
    fn there_may_be_no_rows_and_no_columns() {
        assert_eq!(table(&["a", "b"], &[]), ["a  b"]);
        assert_eq!(table(&[], &[]), [""; 0]);
    }
}
