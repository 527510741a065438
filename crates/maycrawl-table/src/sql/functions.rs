//! Scalar functions: the kernels, under the names that they have in SQL.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use arrow_array::{Array as _, ArrayRef, StringViewArray};
use arrow_schema::DataType;
use datafusion::common::{Result, ScalarValue, exec_datafusion_err, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};

use crate::column::{Column, is_text, shared};
use crate::kernels::{KernelError, Kernels, origin};
use crate::parse::{parse, parsed_fields};
use crate::verdict_fields;

/// The scalar functions, which share the rules that `kernels` keeps:
///
/// - `robots_allowed(robots, agent, url)`: boolean, as [`Kernels::allowed`];
/// - `robots_verdict(robots, agent, url)`: struct, as [`Kernels::verdict`];
/// - `robots_parse(robots)`: struct of lists, as [`parse`](crate::parse);
/// - `robots_text(robots)`: the file as text; bytes that are not UTF-8 become U+FFFD;
/// - `url_origin(url)`: text, as [`origin`](crate::origin).
///
/// Arguments are text or bytes. A constant, such as the name of a crawler, stays one value for all rows.
#[must_use]
pub fn functions(kernels: &Arc<Kernels>) -> Vec<ScalarUDF> {
    let all =
        [Function::Allowed, Function::Verdict, Function::Parse, Function::Text, Function::Origin];
    let function = |function| {
        ScalarUDF::from(KernelFunction {
            function,
            kernels: Arc::clone(kernels),
            signature: Signature::user_defined(Volatility::Immutable),
        })
    };
    all.map(function).into()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Function {
    Allowed,
    Verdict,
    Parse,
    Text,
    Origin,
}

impl Function {
    const fn name(self) -> &'static str {
        match self {
            Self::Allowed => "robots_allowed",
            Self::Verdict => "robots_verdict",
            Self::Parse => "robots_parse",
            Self::Text => "robots_text",
            Self::Origin => "url_origin",
        }
    }

    const fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Allowed | Self::Verdict => &["robots", "agent", "url"],
            Self::Parse | Self::Text => &["robots"],
            Self::Origin => &["url"],
        }
    }

    fn result(self) -> DataType {
        match self {
            Self::Allowed => DataType::Boolean,
            Self::Verdict => DataType::Struct(verdict_fields()),
            Self::Parse => DataType::Struct(parsed_fields()),
            Self::Text => DataType::Utf8View,
            Self::Origin => DataType::Utf8,
        }
    }

    fn call(self, kernels: &Kernels, arguments: &[ArrayRef]) -> Result<ArrayRef> {
        let result = match (self, arguments) {
            (Self::Allowed, [robots, agent, url]) => {
                kernels.allowed(robots, agent, url).map(shared)
            }
            (Self::Verdict, [robots, agent, url]) => {
                kernels.verdict(robots, agent, url).map(shared)
            }
            (Self::Parse, [robots]) => parse(robots).map(shared),
            (Self::Text, [robots]) => text(robots).map(shared),
            (Self::Origin, [url]) => origin(url).map(shared),
            _ => Err(KernelError::Lengths),
        };
        result.map_err(|error| exec_datafusion_err!("{}: {error}", self.name()))
    }
}

fn text(robots: &ArrayRef) -> Result<StringViewArray, KernelError> {
    let column = Column::of(robots, "robots")?;
    let text = |row| column.get(row).map(String::from_utf8_lossy);
    Ok((0..robots.len()).map(text).collect())
}

#[derive(Debug)]
struct KernelFunction {
    function: Function,
    kernels: Arc<Kernels>,
    signature: Signature,
}

impl PartialEq for KernelFunction {
    fn eq(&self, other: &Self) -> bool {
        self.function == other.function && Arc::ptr_eq(&self.kernels, &other.kernels)
    }
}

impl Eq for KernelFunction {}

impl Hash for KernelFunction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.function.hash(state);
    }
}

impl ScalarUDFImpl for KernelFunction {
    fn name(&self) -> &str {
        self.function.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Checks the arguments when the query is planned. None is converted.
    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        let (name, arguments) = (self.name(), self.function.arguments());
        if types.len() != arguments.len() {
            let (list, found) = (arguments.join(", "), types.len());
            return plan_err!("{name}({list}) takes {}, not {found}", count(arguments.len()));
        }
        for (&argument, found) in arguments.iter().zip(types) {
            if !is_text(found) {
                return plan_err!(
                    "{name}: {}",
                    KernelError::Type { argument, found: found.clone() }
                );
            }
        }
        Ok(types.to_vec())
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.function.result())
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let is_constant =
            args.args.iter().all(|argument| matches!(argument, ColumnarValue::Scalar(_)));
        let arrays = args.args.iter().map(|argument| match argument {
            ColumnarValue::Array(array) => Ok(Arc::clone(array)),
            // One row: a kernel reads it as the value of every row.
            ColumnarValue::Scalar(constant) => constant.to_array_of_size(1),
        });
        let result = self.function.call(&self.kernels, &arrays.collect::<Result<Vec<_>>>()?)?;
        if is_constant {
            return ScalarValue::try_from_array(&result, 0).map(ColumnarValue::Scalar);
        }
        Ok(ColumnarValue::Array(result))
    }
}

fn count(arguments: usize) -> String {
    if arguments == 1 { "1 argument".to_owned() } else { format!("{arguments} arguments") }
}
