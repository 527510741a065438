//! The kernel `log_request`: a line of an access log as its parts.

use std::sync::Arc;

use arrow_array::builder::{
    Int32Builder, Int64Builder, StringBuilder, TimestampMillisecondBuilder,
};
use arrow_array::{Array, StructArray};
use arrow_buffer::{BooleanBuffer, NullBuffer};
use arrow_schema::{DataType, Field, Fields, TimeUnit};
use maycrawl_audit::identity::Claim;
use maycrawl_audit::log::{LogOptions, LogReader, LoggedRequest, Scheme};

use crate::column::{Column, KernelError};

/// For each line of an access log a struct with the fields of [`request_fields`]. The format is told by the line; the
/// formats are those of [`maycrawl_audit::log`]. A line is read alone, so lines of W3C formats, whose fields another
/// line names, are refused. O(bytes).
///
/// ```
/// use arrow_array::{Array, StringArray, cast::AsArray};
///
/// let line = r#"192.0.2.7 - - [25/Nov/2026:08:00:00 +0000] "GET /a?b HTTP/1.1" 200 5 "-" "GPTBot/1.2""#;
/// let read = maycrawl_table::logs::requests(&StringArray::from(vec![line, "what?"])).unwrap();
/// let text = |name| read.column_by_name(name).unwrap().as_string::<i32>().clone();
/// assert_eq!((text("target").value(0), text("crawler").value(0)), ("/a?b", "GPTBot"));
/// // What cannot be read has a reason, and no other part.
/// assert!(text("target").is_null(1) && !text("error").is_null(1));
/// ```
///
/// # Errors
/// If the argument is neither text nor bytes.
pub fn requests(lines: &dyn Array) -> Result<StructArray, KernelError> {
    let column = Column::of(lines, "line")?;
    let mut parts = Parts::default();
    let mut valid = Vec::with_capacity(lines.len());
    for row in 0..lines.len() {
        let line = column.get(row);
        valid.push(line.is_some());
        // What a reader remembers of other lines would make a row depend on its batch.
        match line.map(|line| LogReader::new(LogOptions::default()).read(line).map(owned)) {
            Some(Ok(request)) => parts.add(request.as_ref(), None),
            Some(Err(reason)) => parts.add(None, Some(&reason.to_string())),
            None => parts.add(None, None),
        }
    }
    Ok(parts.finish(NullBuffer::new(BooleanBuffer::from(valid))))
}

fn owned(request: Option<LoggedRequest<'_>>) -> Option<LoggedRequest<'static>> {
    request.map(LoggedRequest::into_owned)
}

/// The fields of a line that was read. All are null if it is no request; `error` says why a line was refused. `crawler`
/// is the product token that the User-Agent claims.
#[must_use]
pub fn request_fields() -> Fields {
    let time = DataType::Timestamp(TimeUnit::Millisecond, Some("UTC".into()));
    let text = |name| Field::new(name, DataType::Utf8, true);
    Fields::from(vec![
        Field::new("time", time, true),
        text("client"),
        text("scheme"),
        text("host"),
        text("method"),
        text("target"),
        Field::new("status", DataType::Int32, true),
        Field::new("bytes", DataType::Int64, true),
        text("user_agent"),
        text("crawler"),
        text("format"),
        text("error"),
    ])
}

#[derive(Default)]
struct Parts {
    time: TimestampMillisecondBuilder,
    client: StringBuilder,
    scheme: StringBuilder,
    host: StringBuilder,
    method: StringBuilder,
    target: StringBuilder,
    status: Int32Builder,
    bytes: Int64Builder,
    user_agent: StringBuilder,
    crawler: StringBuilder,
    format: StringBuilder,
    error: StringBuilder,
}

impl Parts {
    fn add(&mut self, request: Option<&LoggedRequest<'_>>, error: Option<&str>) {
        let it = request;
        let agent = it.and_then(|it| it.user_agent.as_deref());
        let crawler = agent.and_then(|agent| Claim::from_user_agent(agent).token());
        self.time.append_option(it.map(|it| it.time.as_millisecond()));
        self.client.append_option(it.and_then(|it| it.client).map(|it| it.to_string()));
        self.scheme.append_option(it.and_then(|it| it.scheme).map(Scheme::as_str));
        self.host.append_option(it.and_then(|it| it.host.as_deref()));
        self.method.append_option(it.map(|it| &*it.method));
        self.target.append_option(it.map(|it| &*it.target));
        self.status.append_option(it.and_then(|it| it.status).map(i32::from));
        self.bytes.append_option(it.and_then(|it| i64::try_from(it.bytes?).ok()));
        self.user_agent.append_option(agent);
        self.crawler.append_option(crawler);
        self.format.append_option(it.map(|it| it.format.name()));
        self.error.append_option(error);
    }

    fn finish(mut self, valid: NullBuffer) -> StructArray {
        let time = self.time.finish().with_timezone("UTC");
        let columns: Vec<arrow_array::ArrayRef> = vec![
            Arc::new(time),
            Arc::new(self.client.finish()),
            Arc::new(self.scheme.finish()),
            Arc::new(self.host.finish()),
            Arc::new(self.method.finish()),
            Arc::new(self.target.finish()),
            Arc::new(self.status.finish()),
            Arc::new(self.bytes.finish()),
            Arc::new(self.user_agent.finish()),
            Arc::new(self.crawler.finish()),
            Arc::new(self.format.finish()),
            Arc::new(self.error.finish()),
        ];
        StructArray::new(request_fields(), columns, Some(valid))
    }
}
