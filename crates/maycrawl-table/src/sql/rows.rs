//! The rows of an answer as CSV, JSON Lines, or text for people.
//!
//! Bytes, such as those of a robots.txt, are written as text; what is not UTF-8 becomes U+FFFD. Structs and lists are
//! JSON.

use std::sync::Arc;

use arrow_array::{Array as _, ArrayRef, RecordBatch, RecordBatchOptions, StringArray};
use arrow_schema::{DataType, Field, Schema};
use datafusion::arrow::csv;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::json::writer::{EncoderOptions, LineDelimited, WriterBuilder, make_encoder};
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};

use super::SqlError;
use crate::column::{Column, shared};

/// The rows of a batch as CSV (RFC 4180). `header`: with a line of the names of columns first.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{ArrayRef, RecordBatch, StringArray};
///
/// let column = Arc::new(StringArray::from(vec!["a,b"])) as ArrayRef;
/// let batch = RecordBatch::try_from_iter([("url", column)]).unwrap();
/// assert_eq!(maycrawl_table::sql::csv(&batch, true).unwrap(), b"url\n\"a,b\"\n");
/// ```
///
/// # Errors
/// If a value cannot be written.
pub fn csv(batch: &RecordBatch, header: bool) -> Result<Vec<u8>, SqlError> {
    let batch = with_columns(batch, flat)?;
    let mut writer = csv::WriterBuilder::new().with_header(header).build(Vec::new());
    writer.write(&batch)?;
    Ok(writer.into_inner())
}

/// The rows of a batch as JSON Lines: an object for each row. A value that is missing is `null`.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{ArrayRef, RecordBatch, StringArray};
/// use maycrawl_table::sql::json_lines;
///
/// let column = Arc::new(StringArray::from(vec![Some("/a"), None])) as ArrayRef;
/// let batch = RecordBatch::try_from_iter([("url", column.clone())]).unwrap();
/// assert_eq!(json_lines(&batch).unwrap(), b"{\"url\":\"/a\"}\n{\"url\":null}\n");
/// // An object cannot have two keys of the same name.
/// let batch = RecordBatch::try_from_iter([("url", column.clone()), ("url", column)]).unwrap();
/// assert!(json_lines(&batch).is_err());
/// ```
///
/// # Errors
/// Two columns have the same name, or a value cannot be written.
pub fn json_lines(batch: &RecordBatch) -> Result<Vec<u8>, SqlError> {
    let schema = batch.schema();
    let names = || schema.fields().iter().map(|field| field.name());
    if let Some((_, name)) =
        names().enumerate().find(|&(at, name)| names().take(at).any(|n| n == name))
    {
        return Err(SqlError::SameName(name.clone()));
    }
    let batch =
        with_columns(batch, |column| Ok(text(column)?.unwrap_or_else(|| Arc::clone(column))))?;
    let builder = WriterBuilder::new().with_explicit_nulls(true);
    let mut writer = builder.build::<_, LineDelimited>(Vec::new());
    writer.write(&batch)?;
    writer.finish()?;
    Ok(writer.into_inner())
}

/// The values of each row as text; `None` for null.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{ArrayRef, RecordBatch, StringArray};
///
/// let column = Arc::new(StringArray::from(vec![Some(""), None])) as ArrayRef;
/// let batch = RecordBatch::try_from_iter([("url", column)]).unwrap();
/// // Empty text is not null.
/// let cells = maycrawl_table::sql::cells(&batch).unwrap();
/// assert_eq!(cells, [vec![Some(String::new())], vec![None]]);
/// ```
///
/// # Errors
/// If a value cannot be written.
pub fn cells(batch: &RecordBatch) -> Result<Vec<Vec<Option<String>>>, SqlError> {
    let batch = with_columns(batch, flat)?;
    let options = FormatOptions::default();
    let columns = batch.columns().iter();
    let formatters: Result<Vec<_>, _> =
        columns.map(|column| ArrayFormatter::try_new(column.as_ref(), &options)).collect();
    let formatters = formatters?;
    let cell = |row: usize, column: &ArrayRef, formatter: &ArrayFormatter<'_>| {
        let shown = || formatter.value(row).try_to_string();
        column.is_valid(row).then(shown).transpose()
    };
    let row = |row| {
        let cells = batch.columns().iter().zip(&formatters);
        cells.map(|(column, formatter)| cell(row, column, formatter)).collect::<Result<_, _>>()
    };
    Ok((0..batch.num_rows()).map(row).collect::<Result<_, ArrowError>>()?)
}

/// The batch with each column as `convert` gives it.
fn with_columns(
    batch: &RecordBatch,
    convert: impl Fn(&ArrayRef) -> Result<ArrayRef, SqlError>,
) -> Result<RecordBatch, SqlError> {
    let columns = batch.columns().iter().map(convert).collect::<Result<Vec<_>, _>>()?;
    let schema = batch.schema();
    let fields = schema.fields().iter().zip(&columns);
    let fields =
        fields.map(|(field, column)| Field::new(field.name(), column.data_type().clone(), true));
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    Ok(RecordBatch::try_new_with_options(schema, columns, &options)?)
}

/// A column without bytes, structs and lists.
fn flat(column: &ArrayRef) -> Result<ArrayRef, SqlError> {
    match text(column)? {
        Some(text) => Ok(text),
        None if column.data_type().is_nested() => json_text(column),
        None => Ok(Arc::clone(column)),
    }
}

/// A column of bytes as text; `None` for other columns.
fn text(column: &ArrayRef) -> Result<Option<ArrayRef>, SqlError> {
    if !matches!(
        column.data_type(),
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView
    ) {
        return Ok(None);
    }
    let Ok(bytes) = Column::of(column, "column") else { return Ok(None) };
    let text = |row| bytes.get(row).map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    Ok(Some(shared((0..column.len()).map(text).collect::<StringArray>())))
}

/// A column of structs or lists as JSON.
fn json_text(column: &ArrayRef) -> Result<ArrayRef, SqlError> {
    let field = Arc::new(Field::new("column", column.data_type().clone(), true));
    let options = EncoderOptions::default().with_explicit_nulls(true);
    let mut encoder = make_encoder(&field, column.as_ref(), &options)?;
    let text = |row| {
        column.is_valid(row).then(|| {
            let mut json = Vec::new();
            encoder.encode(row, &mut json);
            String::from_utf8_lossy(&json).into_owned()
        })
    };
    Ok(shared((0..column.len()).map(text).collect::<StringArray>()))
}
