//! An object of JSON that has no name for the request: what it has, and how its log can be read.

use super::json::{Object, Value};
use super::options::LogOptions;
use super::pattern::LogPattern;

/// Names that are told of an object.
const MAX_NAMES: usize = 16;

/// Bytes of a name.
const MAX_NAME_BYTES: usize = 64;

/// The names of an object in which no request was found, and the pattern that reads such lines.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnnamedRequest {
    /// The names, in the order of the object: the first sixteen.
    pub names: Vec<String>,
    /// A pattern of nginx that reads the line; `None` if it does not tell its method, its target and its time.
    pub pattern: Option<String>,
}

impl UnnamedRequest {
    /// What a line has that was refused with [`Unreadable::NoRequestName`](super::Unreadable::NoRequestName). `None` if
    /// it is no object. O(bytes).
    ///
    /// ```
    /// use maycrawl_audit::log::UnnamedRequest;
    ///
    /// let line = br#"{"at":"2026-11-25T08:00:00Z","verb":"GET","where":"/a?b","from":"192.0.2.7"}"#;
    /// let told = UnnamedRequest::of(line).unwrap();
    /// assert_eq!(told.names, ["at", "verb", "where", "from"]);
    /// let pattern = r#"{"at":"$time_iso8601","verb":"$request_method","where":"$request_uri","from":"$remote_addr"}"#;
    /// assert_eq!(told.pattern.unwrap(), pattern);
    /// ```
    #[must_use]
    pub fn of(line: &[u8]) -> Option<Self> {
        let object = Object::read(line).ok()?;
        let short = |name: &str| name.chars().take(MAX_NAME_BYTES).collect::<String>();
        let names = object.0.iter().take(MAX_NAMES).map(|(name, _)| short(name)).collect();
        let pattern = std::str::from_utf8(line).ok().and_then(|line| pattern(line, &object));
        let pattern = pattern.filter(|pattern| reads(pattern, line));
        Some(Self { names, pattern })
    }
}

/// True if the pattern reads the line as a request.
fn reads(pattern: &str, line: &[u8]) -> bool {
    let options = LogOptions::default();
    LogPattern::parse(pattern)
        .is_ok_and(|it| it.read(line, options.zone.as_ref(), &options.trust).is_ok())
}

/// The line with a variable of nginx in place of each value.
fn pattern(line: &str, object: &Object<'_>) -> Option<String> {
    let (mut pattern, mut rest) = (String::new(), line);
    for (name, value) in &object.0 {
        let text = match value {
            Value::Text(text) => String::from_utf8_lossy(text).into_owned(),
            Value::Number(number) => number.clone(),
            _ => return None,
        };
        // The name, its colon and the start of the value stay as they are.
        let key = format!("\"{name}\"");
        let after = rest.find(&key)? + key.len();
        let colon = after + rest[after..].find(':')? + 1;
        let start = colon + (rest[colon..].len() - rest[colon..].trim_start().len());
        let quote = if rest[start..].starts_with('"') { "\"" } else { "" };
        let written = &rest[start + quote.len()..];
        let end = if quote.is_empty() {
            written.find([',', '}', ' '])?
        } else {
            // A value with an escape may end anywhere.
            written.find('"').filter(|&end| !written[..end].contains('\\'))?
        };
        let variable = variable(name, &text);
        pattern.extend([&rest[..start], quote, variable, quote]);
        rest = &written[end + quote.len()..];
    }
    Some(pattern + rest)
}

/// What a value seems to be, by itself, and by its name where several could be.
fn variable(name: &str, value: &str) -> &'static str {
    const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"];
    let name = name.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    if METHODS.contains(&value) {
        "$request_method"
    } else if value.contains(" HTTP/") {
        "$request"
    } else if value.starts_with('/') || value.starts_with("http") && has(&["ur", "target"]) {
        "$request_uri"
    } else if value.parse::<std::net::IpAddr>().is_ok() {
        "$remote_addr"
    } else if digits >= 8 && value.contains('T') && value.contains('-') {
        "$time_iso8601"
    } else if digits >= 8 && value.contains('/') && value.contains(':') {
        "$time_local"
    } else if digits >= 10 && has(&["time", "ts", "date"]) {
        "$msec"
    } else if has(&["agent", "ua", "who"]) {
        "$http_user_agent"
    } else if has(&["host", "authority", "domain"]) {
        "$http_host"
    } else if has(&["refer"]) {
        "$http_referer"
    } else if digits == 3 && value.len() == 3 && has(&["status", "code"]) {
        "$status"
    } else {
        "$other"
    }
}
