//! `maycrawl sql`: answers a query over files and web archives.

mod text;

use std::pin::pin;
use std::time::Duration;

use maycrawl_table::sql::{
    BadRecords, MIN_MEMORY, SqlAnswer, SqlError, SqlSession, SqlSettings, csv, json_lines,
};

use crate::args::{Sql, SqlFormat};
use crate::fetcher;
use crate::inputs::input;
use crate::progress::Progress;
use crate::text::output::{Exit, Failure, Output};
use text::TextTable;

/// Archives with bad records that warnings name.
const NAMED_ARCHIVES: usize = 5;
/// Time that threads have to end after the answer. One may wait for a file that is a pipe.
const END_TIMEOUT: Duration = Duration::from_millis(200);

pub(crate) fn run(args: &Sql, output: &mut Output) -> Result<Exit, Failure> {
    if args.memory < MIN_MEMORY {
        return Err(Failure::new("--memory must be 32M or more"));
    }
    let query = query(args, output)?;
    let mut settings = SqlSettings::default();
    settings.memory = args.memory;
    settings.policy = args.policy;
    if let Some(threads) = args.threads {
        settings.threads = threads;
    }
    let runtime = fetcher::runtime()?;
    let session = SqlSession::new(&settings)?;
    let result = runtime.block_on(async {
        let mut interrupted = pin!(tokio::signal::ctrl_c());
        tokio::select! {
            biased;
            _ = &mut interrupted => Err(Failure::new("interrupted; the answer is not complete")),
            result = answer(&session, &query, args, output) => result,
        }
    });
    let bad = session.bad_records();
    // Removes the folder of temporary files.
    drop(session);
    runtime.shutdown_timeout(END_TIMEOUT);
    warn(&bad, output);
    result?;
    Ok(if bad.is_empty() { Exit::Done } else { Exit::Found })
}

impl From<SqlError> for Failure {
    fn from(error: SqlError) -> Self {
        Self::new(error.to_string())
    }
}

/// The text of the query.
fn query(args: &Sql, output: &mut Output) -> Result<String, Failure> {
    let Some(file) = &args.file else { return Ok(args.query.clone().unwrap_or_default()) };
    input::say_if_terminal(file, output);
    String::from_utf8(input::whole(file, "a query")?)
        .map_err(|_| Failure::new(format!("{} is not text in UTF-8", input::name(file))))
}

async fn answer(
    session: &SqlSession,
    query: &str,
    args: &Sql,
    output: &mut Output,
) -> Result<(), Failure> {
    let progress = Progress::spinner(output, "running the query");
    let answer = session.query(query).await?;
    match args.format {
        SqlFormat::Text => show(answer, args.rows.get(), &progress, output).await,
        SqlFormat::Csv => {
            let empty = arrow_array::RecordBatch::new_empty(answer.schema());
            let header = csv(&empty, true)?;
            write(answer, &header, |batch| csv(batch, false), &progress, output).await
        }
        SqlFormat::Json => write(answer, b"", json_lines, &progress, output).await,
    }
}

/// Writes all rows as they come.
async fn write(
    mut answer: SqlAnswer,
    header: &[u8],
    format: impl Fn(&arrow_array::RecordBatch) -> Result<Vec<u8>, SqlError>,
    progress: &Progress,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut header = Some(header);
    loop {
        let batch = answer.next().await.transpose();
        progress.clear();
        let batch = batch?;
        if let Some(header) = header.take() {
            output.file(header)?;
        }
        let Some(batch) = batch else { return Ok(()) };
        output.file(&format(&batch)?)?;
    }
}

/// Shows the first rows as a table.
async fn show(
    mut answer: SqlAnswer,
    limit: usize,
    progress: &Progress,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut table = TextTable::new(&answer.schema());
    let mut has_more = false;
    while !has_more {
        let Some(batch) = answer.next().await.transpose()? else { break };
        let left = limit - table.rows();
        // A full table does not end the loop: only the next batch shows whether there are more rows.
        has_more = batch.num_rows() > left;
        table.add(&batch.slice(0, left.min(batch.num_rows())))?;
    }
    progress.clear();
    for line in table.lines() {
        output.line(format_args!("{line}"))?;
    }
    let note = match (table.rows(), has_more) {
        (1, false) => "1 row".to_owned(),
        (rows, false) => format!("{rows} rows"),
        (rows, true) => format!(
            "these are the first {rows} rows; --rows N shows more, and --format csv or json has all"
        ),
    };
    output.note("note", &note);
    Ok(())
}

fn warn(bad: &[BadRecords], output: &mut Output) {
    for archive in bad.iter().take(NAMED_ARCHIVES) {
        let (records, first) = (archive.records, &archive.first);
        let what = match records {
            1 => "1 record could not be read and has no row".to_owned(),
            _ => format!("{records} records could not be read and have no rows"),
        };
        let (input, row, reason) = (&first.input, first.row, &first.reason);
        output.note("warning", &format!("{input}: {what}; record {row}: {reason}"));
    }
    if let Some(more) = bad.len().checked_sub(NAMED_ARCHIVES).filter(|&more| more > 0) {
        let records: u64 = bad[NAMED_ARCHIVES..].iter().map(|archive| archive.records).sum();
        output.note("warning", &format!("{records} records of {more} more archives, too"));
    }
}
