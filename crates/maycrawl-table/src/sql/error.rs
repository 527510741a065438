//! Why a query has no answer, in words.

use std::fmt;

use datafusion::arrow::error::ArrowError;
use datafusion::common::DataFusionError;

/// Why a query has no answer, or why the answer ends early.
#[derive(Debug)]
#[non_exhaustive]
pub enum SqlError {
    /// The statement does more than read. Its first word.
    NotReadOnly(String),
    /// The text has no statement, or several.
    NotOneStatement,
    /// Two columns of the answer have this name, and the format needs different ones.
    SameName(String),
    /// The limit of memory was reached, although what can be on disk is on disk.
    Memory(DataFusionError),
    /// The query is not SQL, asks for what is not there, or its files cannot be read.
    Query(DataFusionError),
}

impl fmt::Display for SqlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotReadOnly(word) => write!(
                f,
                "{word} is refused, because queries only read: SELECT, WITH, VALUES, SHOW, DESCRIBE and EXPLAIN are possible"
            ),
            Self::NotOneStatement => {
                f.write_str("write one statement; here is none, or more than one")
            }
            Self::SameName(name) => write!(
                f,
                "two columns of the answer are called `{name}`; give one of them another name: {name} AS other"
            ),
            Self::Memory(error) => {
                write!(f, "the query needs more memory than its limit: {}", message(error))
            }
            Self::Query(error) => f.write_str(&message(error)),
        }
    }
}

/// The message without what DataFusion says about its own structure.
pub(super) fn message(error: &DataFusionError) -> String {
    match error {
        DataFusionError::SQL(error, _) => format!("this is not SQL: {}", parser_message(error)),
        DataFusionError::Context(_, error) | DataFusionError::Diagnostic(_, error) => {
            message(error)
        }
        DataFusionError::Shared(error) => message(error),
        DataFusionError::Collection(errors) if !errors.is_empty() => message(&errors[0]),
        DataFusionError::ArrowError(error, _) => arrow_message(error),
        DataFusionError::External(error) => external(error.as_ref()),
        error => plain(&error.message()),
    }
}

/// Messages of DataFusion that say too little or too much.
fn plain(message: &str) -> String {
    if let Some(name) =
        message.strip_prefix("table '").and_then(|it| it.strip_suffix("' not found"))
    {
        let name = name.strip_prefix("datafusion.").unwrap_or(name);
        let name = name.strip_prefix("public.").unwrap_or(name);
        return format!(
            "there is no table `{name}`; write the path of a file between single quotes, such as FROM 'urls.parquet'"
        );
    }
    // What a function says of its arguments.
    let own = message.split_once("coercion failed with: Error during planning: ");
    let own = own.map(|(_, own)| own.split(". No function matches").next().unwrap_or(own));
    own.unwrap_or(message).to_owned()
}

fn arrow_message(error: &ArrowError) -> String {
    if let ArrowError::ExternalError(error) = error {
        return external(error.as_ref());
    }
    error.to_string()
}

fn external(error: &(dyn std::error::Error + Send + Sync + 'static)) -> String {
    error.downcast_ref::<DataFusionError>().map_or_else(|| error.to_string(), message)
}

fn parser_message(error: &datafusion::sql::sqlparser::parser::ParserError) -> String {
    use datafusion::sql::sqlparser::parser::ParserError;
    match error {
        ParserError::TokenizerError(text) | ParserError::ParserError(text) => text.clone(),
        ParserError::RecursionLimitExceeded => "it is nested too deeply".to_owned(),
    }
}

impl std::error::Error for SqlError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Memory(error) | Self::Query(error) => Some(error),
            Self::NotReadOnly(_) | Self::NotOneStatement | Self::SameName(_) => None,
        }
    }
}

impl From<DataFusionError> for SqlError {
    fn from(error: DataFusionError) -> Self {
        match error.find_root() {
            DataFusionError::ResourcesExhausted(_) => Self::Memory(error),
            _ => Self::Query(error),
        }
    }
}

impl From<ArrowError> for SqlError {
    fn from(error: ArrowError) -> Self {
        DataFusionError::from(error).into()
    }
}
