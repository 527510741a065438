//! Files as tables: `FROM 'urls.parquet'` and `FROM 'crawl/*.warc.gz'`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema, SchemaRef};
use async_trait::async_trait;
use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider, UrlTableFactory};
use datafusion::common::{DataFusionError, Result, ScalarValue, plan_datafusion_err, plan_err};
use datafusion::datasource::file_format::csv::CsvFormat;
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::datasource::file_format::json::JsonFormat;
use datafusion::datasource::file_format::parquet::ParquetFormat;
use datafusion::datasource::listing::{
    ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl,
};
use datafusion::execution::SessionState;
use datafusion::logical_expr::Expr;
use url::Url;

use super::error::message;
use super::warc_table::{WarcReading, WarcTable};
use crate::input::{FileFormat, is_gzip};

/// Characters of a pattern.
const WILDCARDS: [char; 3] = ['*', '?', '['];
/// A byte that no line of text has: it divides a text file into one column.
const NO_DELIMITER: u8 = 0x1f;
/// A byte that begins no quoted value in a text file.
const NO_QUOTE: u8 = 0;

/// Makes a table of the files that a query names between single quotes.
#[derive(Debug)]
pub(super) struct FileTables {
    /// The configuration with which files are opened.
    pub(super) state: SessionState,
    pub(super) warc: WarcReading,
}

#[async_trait]
impl UrlTableFactory for FileTables {
    async fn try_new(&self, name: &str) -> Result<Option<Arc<dyn TableProvider>>> {
        // A name without these is that of a table function, or a mistake.
        if !name.contains(['.', '/', '\\']) {
            return Ok(None);
        }
        let files = files(name)?;
        let format = format_of(&files)?;
        if format == FileFormat::Warc {
            return Ok(Some(Arc::new(WarcTable::new(files, self.warc.clone()))));
        }
        Ok(Some(Arc::new(listing(&files, format, &self.state).await?)))
    }
}

/// The table function `warc('crawl/*.warc.gz')`, for archives with any name.
#[derive(Debug)]
pub(super) struct WarcFunction(pub(super) WarcReading);

impl TableFunctionImpl for WarcFunction {
    fn call_with_args(&self, args: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let [Expr::Literal(ScalarValue::Utf8(Some(path)), _)] = args.exprs() else {
            return plan_err!("warc takes one path, such as warc('robots.warc.gz')");
        };
        Ok(Arc::new(WarcTable::new(files(path)?, self.0.clone())))
    }
}

/// The files that `name` stands for: a path, or a pattern with `*`, `?` or `[`. In order of their names.
fn files(name: &str) -> Result<Vec<PathBuf>> {
    if name.contains("://") {
        return plan_err!("{name}: only files of this machine can be read");
    }
    let path = Path::new(name);
    if path.is_dir() {
        return plan_err!("{name} is a folder; name its files, such as '{name}/*.parquet'");
    }
    if path.exists() {
        return Ok(vec![path.to_owned()]);
    }
    if !name.contains(WILDCARDS) {
        return plan_err!("{name}: there is no such file");
    }
    let matches = glob::glob(name)
        .map_err(|error| plan_datafusion_err!("{name} is not a pattern of files: {error}"))?;
    let mut files = Vec::new();
    for path in matches {
        let path = path.map_err(|error| plan_datafusion_err!("{name}: {error}"))?;
        if !path.is_dir() {
            files.push(path);
        }
    }
    if files.is_empty() { plan_err!("{name}: no file matches") } else { Ok(files) }
}

/// The format of all of these files.
fn format_of(files: &[PathBuf]) -> Result<FileFormat> {
    let format = |path: &PathBuf| match FileFormat::from_path(path) {
        Ok(format) => Ok((format, is_gzip(path))),
        Err(error) => plan_err!("{error}"),
    };
    let Some(first) = files.first() else { return plan_err!("no file") };
    let known = format(first)?;
    for other in files {
        if format(other)? != known {
            let (first, other) = (first.display(), other.display());
            return plan_err!("{first} and {other} have different formats; name them one by one");
        }
    }
    Ok(known.0)
}

/// A table that DataFusion reads.
async fn listing(
    files: &[PathBuf],
    format: FileFormat,
    state: &SessionState,
) -> Result<ListingTable> {
    let is_gzip = files.first().is_some_and(|path| is_gzip(path));
    let compression =
        if is_gzip { FileCompressionType::GZIP } else { FileCompressionType::UNCOMPRESSED };
    // A robots.txt in a CSV file has line ends.
    let csv = || CsvFormat::default().with_newlines_in_values(true);
    let options = match format {
        FileFormat::Csv | FileFormat::Tsv => {
            let delimiter = if format == FileFormat::Csv { b',' } else { b'\t' };
            let csv = csv().with_has_header(true).with_delimiter(delimiter);
            ListingOptions::new(Arc::new(csv.with_file_compression_type(compression)))
        }
        FileFormat::Text => {
            let text = csv().with_has_header(false).with_delimiter(NO_DELIMITER);
            let text = text.with_quote(NO_QUOTE).with_file_compression_type(compression);
            ListingOptions::new(Arc::new(text))
        }
        FileFormat::JsonLines => {
            let json = JsonFormat::default().with_file_compression_type(compression);
            ListingOptions::new(Arc::new(json))
        }
        FileFormat::Parquet | FileFormat::Warc => {
            ListingOptions::new(Arc::new(ParquetFormat::default()))
        }
    };
    let options = options.with_file_extension("");
    let paths = files.iter().map(|path| table_url(path)).collect::<Result<Vec<_>>>()?;
    let schema = match format {
        FileFormat::Text => Arc::new(Schema::new(vec![Field::new("url", DataType::Utf8, true)])),
        _ => schema(files, &paths, &options, format, state).await?,
    };
    let config = ListingTableConfig::new_with_multi_paths(paths);
    ListingTable::try_new(config.with_listing_options(options).with_schema(schema))
}

/// The columns of all files together. The columns of Parquet and JSON Lines are found by name; CSV files must have the
/// same ones, because DataFusion reads them by place.
async fn schema(
    files: &[PathBuf],
    paths: &[ListingTableUrl],
    options: &ListingOptions,
    format: FileFormat,
    state: &SessionState,
) -> Result<SchemaRef> {
    let mut all: Option<Schema> = None;
    for (file, path) in files.iter().zip(paths) {
        let cannot = |error: DataFusionError| {
            plan_datafusion_err!("{}: {}", file.display(), message(&error))
        };
        let schema = options.infer_schema(state, path).await.map_err(cannot)?;
        let schema = Arc::unwrap_or_clone(schema);
        all = Some(match all {
            None => schema,
            // DataFusion reads columns of CSV by their position. With another order it would take one for the other.
            Some(known) if matches!(format, FileFormat::Csv | FileFormat::Tsv) => {
                same_columns(&known, &schema).ok_or_else(|| {
                    let (first, file) = (files[0].display(), file.display());
                    plan_datafusion_err!("{file} has other columns than {first}, or another order")
                })?
            }
            Some(known) => {
                Schema::try_merge([known, schema]).map_err(|error| cannot(error.into()))?
            }
        });
    }
    Ok(Arc::new(all.unwrap_or_else(Schema::empty)))
}

/// The columns of two CSV files, if their names are the same in the same order. A column that looks different in the
/// second file is text.
fn same_columns(first: &Schema, second: &Schema) -> Option<Schema> {
    let names = |schema: &Schema| -> Vec<String> {
        schema.fields().iter().map(|field| field.name().clone()).collect()
    };
    if names(first) != names(second) {
        return None;
    }
    let pairs = first.fields().iter().zip(second.fields());
    let fields = pairs.map(|(field, other)| {
        let is_same = field.data_type() == other.data_type();
        let data_type = if is_same { field.data_type().clone() } else { DataType::Utf8 };
        Field::new(field.name(), data_type, true)
    });
    Some(Schema::new(fields.collect::<Vec<_>>()))
}

/// The URL of exactly this file, whatever characters its name has.
fn table_url(path: &Path) -> Result<ListingTableUrl> {
    let whole = std::path::absolute(path)
        .map_err(|error| plan_datafusion_err!("{}: {error}", path.display()))?;
    let url = Url::from_file_path(&whole)
        .map_err(|()| plan_datafusion_err!("{} is not a path", path.display()))?;
    ListingTableUrl::try_new(url, None)
}
