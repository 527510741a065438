//! What a user declares about a log.

use jiff::tz::TimeZone;

use super::client::Trust;
use super::format::LogFormat;
use super::pattern::LogPattern;

/// What a user declares about a log.
///
/// ```
/// use maycrawl_audit::log::{LogFormat, LogOptions, LogReader};
///
/// let options = LogOptions { format: Some(LogFormat::Lighttpd), ..LogOptions::default() };
/// let mut reader = LogReader::new(options);
/// // Without the declaration, a second field without a dot could be the user of identd.
/// let line = br#"192.0.2.10 intranet - [23/Nov/2026:04:22:22 +0100] "GET /q HTTP/1.1" 404 3 "-" "a/1""#;
/// assert_eq!(reader.read(line).unwrap().unwrap().host.as_deref(), Some("intranet"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct LogOptions {
    /// The zone of times that have none. Default: UTC, and the requests say so.
    pub zone: Option<TimeZone>,
    /// The number of words before each line that are passed over, as a console writes them. Default: 0, and what
    /// consoles usually write is passed over.
    pub words_before: usize,
    /// The format of all lines. Default: each line tells.
    pub format: Option<LogFormat>,
    /// The format of all lines in the words of Apache or nginx; `format` is then not asked.
    pub pattern: Option<LogPattern>,
    /// What HAProxy captures of a request, in order: `host`, `user-agent`, `referer`, or another name, which is
    /// ignored. Default: captures have no meaning.
    pub captures: Vec<String>,
    /// Who is the client of a request that came through a proxy.
    pub trust: Trust,
}
