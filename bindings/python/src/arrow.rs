//! Batches as Arrow arrays: URLs in, verdicts out, over the PyCapsule interface.
//!
//! The strings of the input are read where they are. `pyo3-arrow` imports them, so nothing here is unsafe. They are
//! taken as bytes: a producer may send text that is not UTF-8, and such a URL is not allowed.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, StringDictionaryBuilder, UInt32Builder};
use arrow_array::cast::AsArray as _;
use arrow_array::types::Int8Type;
use arrow_array::types::{GenericBinaryType, GenericStringType};
use arrow_array::{Array, ArrayRef, BinaryViewArray, StructArray, new_empty_array};
use arrow_buffer::ArrowNativeType as _;
use arrow_schema::{DataType, Field, FieldRef, Fields};
use arrow_select::concat::concat;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::ffi::{ArrayIterator, to_array_pycapsules, to_stream_pycapsule};
use pyo3_arrow::input::AnyArray;

use crate::crawler_rules::CrawlerRules;
use crate::errors::TableError;

/// URLs in one Arrow array or in a stream of arrays.
pub(crate) struct UrlArray {
    chunks: Vec<ArrayRef>,
    is_stream: bool,
}

impl<'py> FromPyObject<'_, 'py> for UrlArray {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let array = object.extract::<AnyArray>()?;
        let is_stream = matches!(array, AnyArray::Stream(_));
        let (chunks, field) = array.into_chunked_array()?.into_inner();
        if readable(field.data_type()) {
            return Ok(Self { chunks, is_stream });
        }
        let kind = field.data_type();
        Err(PyTypeError::new_err(format!(
            "URLs are an Arrow array of strings or of binary values, not of {kind}; cast it to string first"
        )))
    }
}

/// A column of any producer: one array, or the chunks of a stream, which become one.
pub(crate) struct Column(pub(crate) ArrayRef);

impl<'py> FromPyObject<'_, 'py> for Column {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (chunks, field) = object.extract::<AnyArray>()?.into_chunked_array()?.into_inner();
        Ok(Self(joined(&chunks, field.data_type())?))
    }
}

/// One array of all chunks. One chunk is not copied.
fn joined(chunks: &[ArrayRef], kind: &DataType) -> PyResult<ArrayRef> {
    match chunks {
        [] => Ok(new_empty_array(kind)),
        [one] => Ok(one.clone()),
        several => {
            let several: Vec<&dyn Array> = several.iter().map(AsRef::as_ref).collect();
            concat(&several).map_err(|error| TableError::new_err(error.to_string()))
        }
    }
}

fn readable(kind: &DataType) -> bool {
    use DataType::{Binary, BinaryView, Dictionary, LargeBinary, LargeUtf8, Utf8, Utf8View};
    let values = if let Dictionary(_, values) = kind { values } else { kind };
    matches!(values, Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView)
}

/// The result of a batch: an Arrow array, in chunks if the URLs were in chunks. Any Arrow library reads it:
/// `pyarrow.array(result)` and `polars.Series(result)` as one array, and `pyarrow.chunked_array(result)` without a copy
/// of several chunks.
#[pyclass(frozen, module = "maycrawl")]
pub(crate) struct ArrowResult {
    chunks: Vec<ArrayRef>,
    field: FieldRef,
    is_stream: bool,
}

impl ArrowResult {
    /// One array: for a batch its rows as structs, which `pyarrow.record_batch` reads.
    pub(crate) fn of(array: ArrayRef, name: &str) -> Self {
        let field = Arc::new(Field::new(name, array.data_type().clone(), array.is_nullable()));
        Self { chunks: vec![array], field, is_stream: false }
    }
}

#[pymethods]
impl ArrowResult {
    fn __len__(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        // Polars reads a stream only from what has no array.
        let array = joined(&self.chunks, self.field.data_type())?;
        Ok(to_array_pycapsules(py, self.field.clone(), &array, requested_schema)?)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let chunks = self.chunks.clone().into_iter().map(Ok);
        let reader = Box::new(ArrayIterator::new(chunks, self.field.clone()));
        Ok(to_stream_pycapsule(py, reader, requested_schema)?)
    }

    fn __repr__(&self) -> String {
        let chunks = if self.is_stream { " in chunks" } else { "" };
        format!("<maycrawl.ArrowResult of {} values{chunks}>", self.__len__())
    }
}

/// A boolean for each URL. Null stays null. A text that is not a URL is false.
pub(crate) fn is_allowed(rules: &CrawlerRules, urls: UrlArray) -> PyResult<ArrowResult> {
    let each = |url: Option<&str>, builder: &mut BooleanBuilder| {
        builder.append_option(
            url.map(|url| rules.check_text(url).is_some_and(|verdict| verdict.is_allowed())),
        );
    };
    let chunks = urls.chunks.iter().map(|chunk| {
        let mut builder = BooleanBuilder::with_capacity(chunk.len());
        for_each(chunk, |url| each(url, &mut builder));
        Arc::new(builder.finish()) as ArrayRef
    });
    let field = Arc::new(Field::new("allowed", DataType::Boolean, true));
    Ok(ArrowResult { chunks: chunks.collect(), field, is_stream: urls.is_stream })
}

/// A struct for each URL: `allowed`, `reason`, `line`. Null stays null. A text that is not a URL has the reason
/// `not-a-url`, and is not allowed.
pub(crate) fn check(rules: &CrawlerRules, urls: UrlArray) -> PyResult<ArrowResult> {
    let reason = DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8));
    let fields = Fields::from(vec![
        Field::new("allowed", DataType::Boolean, true),
        Field::new("reason", reason, true),
        Field::new("line", DataType::UInt32, true),
    ]);
    let chunks = urls.chunks.iter().map(|chunk| {
        let mut allowed = BooleanBuilder::with_capacity(chunk.len());
        let mut reasons = StringDictionaryBuilder::<Int8Type>::new();
        let mut lines = UInt32Builder::with_capacity(chunk.len());
        for_each(chunk, |url| match url.map(|url| rules.check_text(url)) {
            None => {
                allowed.append_null();
                reasons.append_null();
                lines.append_null();
            }
            Some(None) => {
                allowed.append_value(false);
                reasons.append_value("not-a-url");
                lines.append_null();
            }
            Some(Some(verdict)) => {
                allowed.append_value(verdict.is_allowed());
                reasons.append_value(verdict.reason().name());
                lines.append_option(verdict.line());
            }
        });
        let allowed = allowed.finish();
        let nulls = allowed.nulls().cloned();
        let columns: Vec<ArrayRef> =
            vec![Arc::new(allowed), Arc::new(reasons.finish()), Arc::new(lines.finish())];
        Arc::new(StructArray::new(fields.clone(), columns, nulls)) as ArrayRef
    });
    let chunks = chunks.collect();
    let field = Arc::new(Field::new("verdict", DataType::Struct(fields.clone()), true));
    Ok(ArrowResult { chunks, field, is_stream: urls.is_stream })
}

/// Calls `each` with every value, in order. A value that is not UTF-8 becomes the empty text: neither is a URL.
fn for_each(array: &ArrayRef, mut each: impl FnMut(Option<&str>)) {
    let Some(dictionary) = array.as_any_dictionary_opt() else {
        return for_each_value(array, each);
    };
    let mut values = Vec::with_capacity(dictionary.values().len());
    for_each_value(dictionary.values(), |value| values.push(value.map(str::to_owned)));
    if values.is_empty() {
        return (0..array.len()).for_each(|_| each(None));
    }
    for (row, key) in dictionary.normalized_keys().into_iter().enumerate() {
        let value = if array.is_null(row) { None } else { values.get(key) };
        each(value.and_then(|value| value.as_deref()));
    }
}

fn for_each_value(array: &ArrayRef, mut each: impl FnMut(Option<&str>)) {
    let mut each_view = |array: &BinaryViewArray| {
        for value in array {
            each(value.map(|value| std::str::from_utf8(value).unwrap_or_default()));
        }
    };
    match array.data_type() {
        DataType::Utf8View => each_view(&array.as_string_view().clone().to_binary_view()),
        DataType::BinaryView => each_view(array.as_binary_view()),
        DataType::Utf8 => texts_of::<GenericStringType<i32>>(array, each),
        DataType::LargeUtf8 => texts_of::<GenericStringType<i64>>(array, each),
        DataType::Binary => texts_of::<GenericBinaryType<i32>>(array, each),
        DataType::LargeBinary => texts_of::<GenericBinaryType<i64>>(array, each),
        // `UrlArray` accepts no other type.
        _ => (0..array.len()).for_each(|_| each(None)),
    }
}

fn texts_of<T: arrow_array::types::ByteArrayType>(
    array: &ArrayRef,
    mut each: impl FnMut(Option<&str>),
) {
    let array = array.as_bytes::<T>();
    let (offsets, data) = (array.value_offsets(), array.value_data());
    let (Some(first), Some(last)) = (offsets.first(), offsets.last()) else { return };
    let (first, last) = (first.as_usize(), last.as_usize());
    let data = data.get(first..last).unwrap_or_default();
    // To check all values at once takes less than one by one. A part of UTF-8 is UTF-8 if it begins and ends between
    // characters.
    let all = std::str::from_utf8(data).ok();
    for (row, pair) in offsets.windows(2).enumerate() {
        let range = pair[0].as_usize().wrapping_sub(first)..pair[1].as_usize().wrapping_sub(first);
        let text = match all {
            Some(text) => text.get(range),
            None => data.get(range).and_then(|value| std::str::from_utf8(value).ok()),
        };
        each(if array.is_null(row) { None } else { Some(text.unwrap_or_default()) });
    }
}
