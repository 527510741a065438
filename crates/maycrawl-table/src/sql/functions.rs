//! Scalar functions: the kernels, under the names that they have in SQL.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use arrow_array::{Array as _, ArrayRef, StringViewArray};
use arrow_schema::DataType;
use datafusion::common::{Result, ScalarValue, exec_datafusion_err, exec_err, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};

use crate::column::KernelError;
use crate::column::{Column, is_text, shared};
use crate::kernels::{Kernels, origin};
use crate::parse::{parse, parsed_fields};
use crate::{logs, use_fields, verdict_fields};

/// The scalar functions, which share the rules that `kernels` keeps:
///
/// - `robots_allowed(robots, agent, url)`: boolean, as [`Kernels::allowed`];
/// - `robots_verdict(robots, agent, url)`: struct, as [`Kernels::verdict`];
/// - `robots_delay(robots, agent)`: seconds, as [`Kernels::delay`];
/// - `robots_use(robots, agent, url, use)`: struct, as [`Kernels::uses`];
/// - `robots_parse(robots)`: struct of lists, as [`parse`](crate::parse);
/// - `robots_text(robots)`: the file as text; bytes that are not UTF-8 become U+FFFD;
/// - `log_request(line)`: struct, as [`requests`](crate::logs::requests);
/// - `log_evidence(lines, site, robots)`: list of structs, as [`evidence`](crate::logs::evidence); `lines` is a list,
///   such as that of `array_agg`;
/// - `url_origin(url)`: text, as [`origin`](crate::origin).
///
/// Arguments are text or bytes. A constant, such as the name of a crawler, stays one value for all rows.
#[must_use]
pub fn functions(kernels: &Arc<Kernels>) -> Vec<ScalarUDF> {
    let function = |function| {
        ScalarUDF::from(KernelFunction {
            function,
            kernels: Arc::clone(kernels),
            signature: Signature::user_defined(Volatility::Immutable),
        })
    };
    FUNCTIONS.iter().map(function).collect()
}

/// A kernel, and how it is called in SQL.
#[derive(Debug)]
struct Function {
    name: &'static str,
    arguments: &'static [&'static str],
    result: fn() -> DataType,
    /// Called with as many columns as there are arguments.
    call: fn(&Kernels, &[ArrayRef]) -> Result<ArrayRef, KernelError>,
}

static FUNCTIONS: [Function; 9] = [
    Function {
        name: "robots_allowed",
        arguments: &["robots", "agent", "url"],
        result: || DataType::Boolean,
        call: |kernels, columns| kernels.allowed(&columns[0], &columns[1], &columns[2]).map(shared),
    },
    Function {
        name: "robots_verdict",
        arguments: &["robots", "agent", "url"],
        result: || DataType::Struct(verdict_fields()),
        call: |kernels, columns| kernels.verdict(&columns[0], &columns[1], &columns[2]).map(shared),
    },
    Function {
        name: "robots_delay",
        arguments: &["robots", "agent"],
        result: || DataType::Float64,
        call: |kernels, columns| kernels.delay(&columns[0], &columns[1]).map(shared),
    },
    Function {
        name: "robots_use",
        arguments: &["robots", "agent", "url", "use"],
        result: || DataType::Struct(use_fields()),
        call: |kernels, columns| {
            kernels.uses(&columns[0], &columns[1], &columns[2], &columns[3]).map(shared)
        },
    },
    Function {
        name: "robots_parse",
        arguments: &["robots"],
        result: || DataType::Struct(parsed_fields()),
        call: |_, columns| parse(&columns[0]).map(shared),
    },
    Function {
        name: "robots_text",
        arguments: &["robots"],
        result: || DataType::Utf8View,
        call: |_, columns| text(&columns[0]).map(shared),
    },
    Function {
        name: "log_request",
        arguments: &["line"],
        result: || DataType::Struct(logs::request_fields()),
        call: |_, columns| logs::requests(&columns[0]).map(shared),
    },
    Function {
        name: "log_evidence",
        arguments: &["lines", "site", "robots"],
        result: logs::evidence_type,
        call: |_, columns| logs::evidence(&columns[0], &columns[1], &columns[2]).map(shared),
    },
    Function {
        name: "url_origin",
        arguments: &["url"],
        result: || DataType::Utf8,
        call: |_, columns| origin(&columns[0]).map(shared),
    },
];

fn text(robots: &ArrayRef) -> Result<StringViewArray, KernelError> {
    let column = Column::of(robots, "robots")?;
    let text = |row| column.get(row).map(String::from_utf8_lossy);
    Ok((0..robots.len()).map(text).collect())
}

#[derive(Debug)]
struct KernelFunction {
    function: &'static Function,
    kernels: Arc<Kernels>,
    signature: Signature,
}

impl PartialEq for KernelFunction {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name() && Arc::ptr_eq(&self.kernels, &other.kernels)
    }
}

impl Eq for KernelFunction {}

impl Hash for KernelFunction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl ScalarUDFImpl for KernelFunction {
    fn name(&self) -> &str {
        self.function.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Checks the arguments when the query is planned. None is converted.
    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        let (name, arguments) = (self.name(), self.function.arguments);
        if types.len() != arguments.len() {
            let (list, found) = (arguments.join(", "), types.len());
            return plan_err!("{name}({list}) takes {}, not {found}", count(arguments.len()));
        }
        for (&argument, found) in arguments.iter().zip(types) {
            let error = match (argument, found) {
                ("lines", DataType::List(item) | DataType::LargeList(item))
                    if is_text(item.data_type()) =>
                {
                    continue;
                }
                ("lines", _) => KernelError::NoList { argument, found: found.clone() },
                _ if is_text(found) => continue,
                _ => KernelError::Type { argument, found: found.clone() },
            };
            return plan_err!("{name}: {error}");
        }
        Ok(types.to_vec())
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok((self.function.result)())
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let is_constant =
            args.args.iter().all(|argument| matches!(argument, ColumnarValue::Scalar(_)));
        let arrays = args.args.iter().map(|argument| match argument {
            ColumnarValue::Array(array) => Ok(Arc::clone(array)),
            // One row: a kernel reads it as the value of every row.
            ColumnarValue::Scalar(constant) => constant.to_array_of_size(1),
        });
        let arrays = arrays.collect::<Result<Vec<_>>>()?;
        if arrays.len() != self.function.arguments.len() {
            return exec_err!("{}: {}", self.name(), KernelError::Lengths);
        }
        let result = (self.function.call)(&self.kernels, &arrays)
            .map_err(|error| exec_datafusion_err!("{}: {error}", self.name()))?;
        if is_constant {
            return ScalarValue::try_from_array(&result, 0).map(ColumnarValue::Scalar);
        }
        Ok(ColumnarValue::Array(result))
    }
}

fn count(arguments: usize) -> String {
    if arguments == 1 { "1 argument".to_owned() } else { format!("{arguments} arguments") }
}
