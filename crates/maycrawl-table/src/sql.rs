//! SQL over robots.txt: the kernels as functions of DataFusion, and files and web archives as tables.
//!
//! [`SqlSession`] answers queries over files and only reads. A program that has a DataFusion context of its own
//! registers [`functions`] there.
//!
//! ```
//! use maycrawl_table::sql::{SqlSession, SqlSettings, cells};
//!
//! # tokio::runtime::Builder::new_multi_thread().build().unwrap().block_on(async {
//! let session = SqlSession::new(&SqlSettings::default()).unwrap();
//! let query = "SELECT robots_allowed('User-agent: *\nDisallow: /a', 'GPTBot', url) AS allowed
//!              FROM (VALUES ('https://example.com/a'), ('https://example.com/b')) AS urls (url)";
//! let mut answer = session.query(query).await.unwrap();
//! let batch = answer.next().await.unwrap().unwrap();
//! assert_eq!(cells(&batch).unwrap(), [[Some("false".to_owned())], [Some("true".to_owned())]]);
//! # });
//! ```
//!
//! # Tables
//!
//! `FROM 'urls.parquet'`: the path of a file between single quotes, or a pattern such as `'crawl/*.warc.gz'`. The end
//! of the name is the format ([`FileFormat`](crate::FileFormat)). `warc('path')` reads web archives with other names.
//!
//! A web archive has a row for each response of a robots.txt, read as in [`bulk`](crate::bulk):
//!
//! | column | type | meaning |
//! |---|---|---|
//! | `url` | text | the URL of the robots.txt in normal form |
//! | `origin` | text | its origin, as `url_origin` gives it; null if it is not the site's `/robots.txt` |
//! | `date` | timestamp | the time of the fetch |
//! | `status` | int32 | the status code |
//! | `robots` | bytes | the file; null if another column says what the response means |
//! | `allowed` | boolean | if there is no file: the answer for each URL of the site |
//! | `reason` | text | if there is no file: the reason, such as `no-file` |
//! | `location` | text | the target of a redirect |
//! | `archive` | text | the file |
//! | `record` | int64 | the number of the record in it, from 1 |
//!
//! A record that cannot be read has no row. [`SqlSession::bad_records`] counts them.

mod error;
mod files;
mod functions;
mod rows;
mod warc_table;

use std::num::NonZero;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use datafusion::catalog::DynamicFileCatalog;
use datafusion::execution::SendableRecordBatchStream;
use datafusion::execution::context::SQLOptions;
use datafusion::execution::memory_pool::{FairSpillPool, TrackConsumersPool};
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::execution::{SessionState, SessionStateBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion::sql::parser::{DFParserBuilder, Statement};
use datafusion::sql::sqlparser::ast::Statement as Sql;
use datafusion::sql::sqlparser::dialect::GenericDialect;
use futures_util::StreamExt as _;
use maycrawl_policy::Policy;

use crate::{CacheCounters, Kernels};
use files::{FileTables, WarcFunction};
use warc_table::{BadRecordLog, WarcReading};

pub use error::SqlError;
pub use functions::functions;
pub use rows::{cells, csv, json_lines};
pub use warc_table::BadRecords;

/// Least memory of a session: 32 MiB.
pub const MIN_MEMORY: usize = crate::bulk::MIN_MEMORY;
/// Users of memory that an error names, if the limit is reached.
const NAMED_CONSUMERS: NonZero<usize> = NonZero::new(3).unwrap();

/// Limits of a session.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SqlSettings {
    /// Bytes of memory. Default: 512 MiB.
    pub memory: usize,
    /// Number of threads that work on a query. Default: one for each core.
    pub threads: NonZero<usize>,
    /// What status codes in archives mean. Default: [`Policy::Google2026`].
    pub policy: Policy,
}

/// A session that answers queries over files.
///
/// A query needs a multi-threaded runtime of tokio, because archives are read in threads of their own.
pub struct SqlSession {
    context: SessionContext,
    kernels: Arc<Kernels>,
    bad: Arc<BadRecordLog>,
}

/// The answer to a query: a stream of batches.
pub struct SqlAnswer(SendableRecordBatchStream);

impl Default for SqlSettings {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        Self { memory: 512 << 20, threads, policy: Policy::Google2026 }
    }
}

impl SqlSession {
    /// A session without tables.
    ///
    /// # Errors
    /// If the folder for temporary files cannot be used.
    pub fn new(settings: &SqlSettings) -> Result<Self, SqlError> {
        let memory = settings.memory.max(MIN_MEMORY);
        // A quarter for compiled rules, a sixteenth for metadata of Parquet files, the rest for the queries.
        let pool = FairSpillPool::new(memory - memory / 4 - memory / 16);
        let runtime = RuntimeEnvBuilder::new()
            .with_memory_pool(Arc::new(TrackConsumersPool::new(pool, NAMED_CONSUMERS)))
            .with_metadata_cache_limit(memory / 16)
            .build_arc()?;
        let config = SessionConfig::new()
            .with_information_schema(true)
            .with_target_partitions(settings.threads.get());
        let bad = Arc::new(BadRecordLog::default());
        let batch_bytes = (memory / 32 / settings.threads).clamp(256 << 10, 4 << 20);
        let warc = WarcReading { policy: settings.policy, batch_bytes, bad: Arc::clone(&bad) };
        let kernels = Arc::new(Kernels::new(memory / 4));

        let state = SessionStateBuilder::new_with_default_features()
            .with_config(config)
            .with_runtime_env(runtime)
            .build();
        let tables = FileTables { state: state.clone(), warc: warc.clone() };
        let catalogs = DynamicFileCatalog::new(Arc::clone(state.catalog_list()), Arc::new(tables));
        let state = SessionStateBuilder::from(state).with_catalog_list(Arc::new(catalogs)).build();
        let context = SessionContext::new_with_state(state);
        for function in functions(&kernels) {
            context.register_udf(function);
        }
        context.register_udtf("warc", Arc::new(WarcFunction(warc)));
        Ok(Self { context, kernels, bad })
    }

    /// Plans a query and begins to run it.
    ///
    /// # Errors
    /// The statement is not one that reads, is not SQL, or names what does not exist.
    pub async fn query(&self, text: &str) -> Result<SqlAnswer, SqlError> {
        let state = self.context.state();
        let statement = statement(text, &state)?;
        let plan = state.statement_to_plan(statement).await?;
        // What only looks like reading, such as SELECT INTO.
        SQLOptions::new()
            .with_allow_ddl(false)
            .with_allow_dml(false)
            .with_allow_statements(false)
            .verify_plan(&plan)?;
        let answer = self.context.execute_logical_plan(plan).await?;
        Ok(SqlAnswer(answer.execute_stream().await?))
    }

    /// The records of archives that could not be read so far, a value for each archive that has some.
    #[must_use]
    pub fn bad_records(&self) -> Vec<BadRecords> {
        self.bad.all()
    }

    /// What the cache of compiled rules has done.
    #[must_use]
    pub fn cache_counters(&self) -> CacheCounters {
        self.kernels.cache_counters()
    }
}

impl SqlAnswer {
    /// The columns.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        self.0.schema()
    }

    /// The next rows; `None` after the last.
    pub async fn next(&mut self) -> Option<Result<RecordBatch, SqlError>> {
        Some(self.0.next().await?.map_err(SqlError::from))
    }
}

/// The only statement of a text, if it reads and does nothing else.
fn statement(text: &str, state: &SessionState) -> Result<Statement, SqlError> {
    let limit = state.config().options().sql_parser.recursion_limit.get();
    let mut statements = DFParserBuilder::new(text)
        .with_dialect(&GenericDialect {})
        .with_recursion_limit(limit)
        .build()?
        .parse_statements()?;
    let (Some(statement), None) = (statements.pop_front(), statements.pop_front()) else {
        return Err(SqlError::NotOneStatement);
    };
    if reads(&statement) {
        return Ok(statement);
    }
    let word = text.split_whitespace().next().unwrap_or_default();
    let letters = word.chars().take_while(char::is_ascii_alphabetic).collect::<String>();
    Err(SqlError::NotReadOnly(letters.to_ascii_uppercase()))
}

fn reads(statement: &Statement) -> bool {
    match statement {
        Statement::Explain(explained) => reads(&explained.statement),
        Statement::Statement(sql) => reads_only(sql),
        _ => false,
    }
}

fn reads_only(sql: &Sql) -> bool {
    match sql {
        Sql::Explain { statement, .. } => reads_only(statement),
        Sql::Query(_)
        | Sql::ExplainTable { .. }
        | Sql::ShowVariable { .. }
        | Sql::ShowFunctions { .. }
        | Sql::ShowTables { .. }
        | Sql::ShowColumns { .. } => true,
        _ => false,
    }
}
