//! Columns of text or bytes, in each of the forms that Arrow has for them.

use std::fmt;

#[cfg(feature = "archive")]
use arrow_array::builder::ArrayBuilder;
use arrow_array::cast::AsArray as _;
use arrow_array::types::{BinaryViewType, StringViewType};
use arrow_array::{
    Array, ArrayRef, BinaryArray, GenericByteViewArray, LargeBinaryArray, LargeStringArray,
    StringArray,
};
use arrow_schema::DataType;
#[cfg(feature = "archive")]
use arrow_schema::{ArrowError, SchemaRef};

/// Why a kernel cannot compute anything. What one row lacks is an answer of that row and not an error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KernelError {
    /// An argument is neither text nor bytes.
    Type {
        /// The name of the argument.
        argument: &'static str,
        /// Its type.
        found: DataType,
    },
    /// An argument is no list of text or bytes.
    NoList {
        /// The name of the argument.
        argument: &'static str,
        /// Its type.
        found: DataType,
    },
    /// A row of the result cannot be written.
    Row(String),
    /// The arguments have different numbers of rows.
    Lengths,
}

impl fmt::Display for KernelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type { argument, found } => {
                write!(f, "`{argument}` has type {found}; it must be text or bytes")
            }
            Self::NoList { argument, found } => {
                write!(f, "`{argument}` has type {found}; it must be a list of text or bytes")
            }
            Self::Row(why) => write!(f, "a row of the result cannot be written: {why}"),
            Self::Lengths => f.write_str("the columns have different numbers of rows"),
        }
    }
}

impl std::error::Error for KernelError {}

/// A column of text or bytes. A column of one row stands for that value in every row.
pub(crate) struct Column<'a> {
    values: Values<'a>,
    is_one: bool,
}

enum Values<'a> {
    Utf8(&'a StringArray),
    LargeUtf8(&'a LargeStringArray),
    Utf8View(&'a GenericByteViewArray<StringViewType>),
    Binary(&'a BinaryArray),
    LargeBinary(&'a LargeBinaryArray),
    BinaryView(&'a GenericByteViewArray<BinaryViewType>),
    /// The row of the value for each row, and the values.
    Dictionary(Vec<Option<usize>>, Box<Values<'a>>),
    Null,
}

impl<'a> Column<'a> {
    /// The column of an array.
    ///
    /// # Errors
    /// If the array has neither text nor bytes.
    pub(crate) fn of(array: &'a dyn Array, name: &'static str) -> Result<Self, KernelError> {
        let values = Values::of(array).ok_or_else(|| KernelError::Type {
            argument: name,
            found: array.data_type().clone(),
        })?;
        Ok(Self { values, is_one: array.len() == 1 })
    }

    /// The bytes of a row; `None` for null.
    pub(crate) fn get(&self, row: usize) -> Option<&'a [u8]> {
        self.values.get(if self.is_one { 0 } else { row })
    }

    /// The text of a row: `None` for null, an error for bytes that are not UTF-8.
    pub(crate) fn text(&self, row: usize) -> Option<Result<&'a str, std::str::Utf8Error>> {
        self.values.text(if self.is_one { 0 } else { row })
    }
}

impl<'a> Values<'a> {
    fn of(array: &'a dyn Array) -> Option<Self> {
        Some(match array.data_type() {
            DataType::Utf8 => Self::Utf8(array.as_string()),
            DataType::LargeUtf8 => Self::LargeUtf8(array.as_string()),
            DataType::Utf8View => Self::Utf8View(array.as_string_view()),
            DataType::Binary => Self::Binary(array.as_binary()),
            DataType::LargeBinary => Self::LargeBinary(array.as_binary()),
            DataType::BinaryView => Self::BinaryView(array.as_binary_view()),
            DataType::Null => Self::Null,
            DataType::Dictionary(..) => {
                let array = array.as_any_dictionary();
                let values = Box::new(Self::of(array.values().as_ref())?);
                // A dictionary without values has no numbers of them, and each of its rows is null.
                let has_values = !array.values().is_empty();
                let keys = if has_values { array.normalized_keys() } else { vec![0; array.len()] };
                let keys = keys.into_iter().enumerate();
                let key = |(row, key)| (has_values && array.is_valid(row)).then_some(key);
                Self::Dictionary(keys.map(key).collect(), values)
            }
            _ => return None,
        })
    }

    /// As [`get`](Self::get). Text of Arrow is UTF-8 already; bytes are looked at.
    fn text(&self, row: usize) -> Option<Result<&'a str, std::str::Utf8Error>> {
        match self {
            Self::Utf8(array) => array.is_valid(row).then(|| Ok(array.value(row))),
            Self::LargeUtf8(array) => array.is_valid(row).then(|| Ok(array.value(row))),
            Self::Utf8View(array) => array.is_valid(row).then(|| Ok(array.value(row))),
            Self::Dictionary(keys, values) => keys[row].and_then(|key| values.text(key)),
            _ => self.get(row).map(std::str::from_utf8),
        }
    }

    fn get(&self, row: usize) -> Option<&'a [u8]> {
        match self {
            Self::Utf8(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Self::LargeUtf8(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Self::Utf8View(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Self::Binary(array) => array.is_valid(row).then(|| array.value(row)),
            Self::LargeBinary(array) => array.is_valid(row).then(|| array.value(row)),
            Self::BinaryView(array) => array.is_valid(row).then(|| array.value(row)),
            Self::Dictionary(keys, values) => keys[row].and_then(|key| values.get(key)),
            Self::Null => None,
        }
    }
}

/// True for the types that [`Column::of`] reads.
#[cfg(feature = "sql")]
pub(crate) fn is_text(data_type: &DataType) -> bool {
    Values::of(&arrow_array::new_empty_array(data_type)).is_some()
}

/// The number of rows of a call: the length of its longest column. Columns of one row fit every other.
///
/// # Errors
/// Two columns have different lengths, and neither has one row.
pub(crate) fn rows(columns: &[&dyn Array]) -> Result<usize, KernelError> {
    let long = columns.iter().map(|column| column.len()).find(|&length| length != 1);
    let rows = long.unwrap_or(1);
    let fits = |column: &&dyn Array| column.len() == rows || column.len() == 1;
    if columns.iter().all(fits) { Ok(rows) } else { Err(KernelError::Lengths) }
}

/// The type of [`ArrayRef`] that kernels give.
pub(crate) fn shared(array: impl Array + 'static) -> ArrayRef {
    std::sync::Arc::new(array)
}

/// A batch of what these builders hold.
#[cfg(feature = "archive")]
pub(crate) fn finish<const N: usize>(
    schema: SchemaRef,
    columns: [&mut dyn ArrayBuilder; N],
) -> Result<arrow_array::RecordBatch, ArrowError> {
    arrow_array::RecordBatch::try_new(schema, columns.map(ArrayBuilder::finish).into())
}
