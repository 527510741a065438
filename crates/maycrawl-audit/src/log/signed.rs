//! The header fields of a signed request, where a log in JSON kept them.

use std::borrow::Cow;

use super::format::LogFormat;
use super::json::{Object, Value};

/// The most bytes of fields that are kept of a request. Requests wait for others in the judge, and servers accept about
/// as much.
const MAX_BYTES: usize = 8 << 10;

/// The header fields of a request with a signature (RFC 9421), as far as the log has them.
///
/// ```
/// use maycrawl_audit::log::{LogOptions, LogReader};
///
/// let line = br#"{"time_iso8601": "2026-11-25T08:00:00Z", "request": "GET /a HTTP/1.1", "status": 200,
///     "http_host": "example.com", "http_user_agent": "Google-Agent", "http_signature": "g=:AAAA:",
///     "http_signature_input": "g=(\"@authority\");tag=\"web-bot-auth\""}"#;
/// let line: Vec<u8> = line.iter().copied().filter(|&byte| byte != b'\n').collect();
/// let request = LogReader::new(LogOptions::default()).read(&line).unwrap().unwrap();
/// let signed = request.signed.unwrap();
/// assert_eq!(signed.get("signature"), Some("g=:AAAA:"));
/// assert_eq!(signed.get("signature-agent"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedFields {
    pub(super) fields: Vec<(String, String)>,
    /// Whether the log states the host; else it is that of the site that the user named.
    pub is_host_logged: bool,
    /// Whether the log states the scheme.
    pub is_scheme_logged: bool,
}

impl SignedFields {
    /// The value of a field, whose name is in lower case. Several lines of one field are joined by a comma (RFC 9421
    /// section 2.1). `None`: the log does not have it, or it is not printable ASCII, so that its bytes are not certain.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The fields of a request that is at hand, with the values of one name joined. Both marks are set: nothing was
    /// lost on the way into a log.
    #[must_use]
    pub fn from_headers<'h>(headers: impl IntoIterator<Item = (&'h str, &'h str)>) -> Self {
        let mut fields: Vec<(String, String)> = Vec::new();
        for (name, value) in headers {
            let (name, value) = (name.to_ascii_lowercase(), value.trim_ascii());
            match fields.iter_mut().find(|(known, _)| *known == name) {
                Some((_, values)) => values.extend([", ", value]),
                None => fields.push((name, value.to_owned())),
            }
        }
        Self { fields, is_host_logged: true, is_scheme_logged: true }
    }

    /// The fields of a line, if it has both a signature and what it covers.
    pub(super) fn of(object: &Object<'_>, format: LogFormat) -> Option<Box<Self>> {
        let (members, prefix) = match format {
            // An object of its own, or variables of nginx.
            LogFormat::Json => object.object("headers").map_or((object, "http_"), |it| (it, "")),
            LogFormat::TraefikJson => (object, "request_"),
            LogFormat::Caddy => (object.object("request")?.object("headers")?, ""),
            LogFormat::Cloudflare => (object.object("RequestHeaders")?, ""),
            _ => return None,
        };
        let has_signature = |(name, _): &(Cow<'_, str>, Value<'_>)| {
            let name = name.strip_prefix(prefix).unwrap_or_default();
            name.eq_ignore_ascii_case("signature")
        };
        if !members.0.iter().any(has_signature) {
            return None;
        }
        let named = members.0.iter().filter_map(|(name, value)| {
            let name = name.strip_prefix(prefix)?.to_ascii_lowercase();
            let name = if prefix == "http_" { name.replace('_', "-") } else { name };
            Some((name, text_of(value)?))
        });
        let mut left = MAX_BYTES;
        let fits = |(name, value): &(String, String)| {
            let fits = left.checked_sub(name.len() + value.len());
            left = fits.unwrap_or(left);
            fits.is_some()
        };
        let fields: Vec<_> = named.filter(fits).collect();
        let signed = Self { fields, is_host_logged: false, is_scheme_logged: false };
        let is_whole = ["signature", "signature-input"].iter().all(|it| signed.get(it).is_some());
        is_whole.then(|| Box::new(signed))
    }
}

fn text_of(value: &Value<'_>) -> Option<String> {
    match value {
        Value::Text(text) => {
            let text = text.trim_ascii();
            let is_certain = text.iter().all(|&byte| matches!(byte, b' '..=b'~' | b'\t'));
            (is_certain && !matches!(text, b"" | b"-"))
                .then(|| String::from_utf8_lossy(text).into_owned())
        }
        Value::List(values) => {
            let values: Option<Vec<String>> = values.iter().map(text_of).collect();
            values.filter(|values| !values.is_empty()).map(|values| values.join(", "))
        }
        _ => None,
    }
}
