//! Lines of access logs, each read as one request or refused with a reason.
//!
//! [`LogReader`] takes the lines of one file. Each line tells its format, unless one is declared: servers, proxies and
//! CDNs write some twenty formats, and three of them look like *combined* and mean other things. Nothing is guessed. A
//! field that the line does not have is `None`, a target that the log does not tell exactly is marked, and a line whose
//! fields are not certain is refused ([`Unreadable`]).
//!
//! What the writer escaped is undone once. The client's own percent-escapes are kept: `%7E` and `~` are different
//! requests.

mod aws;
mod before;
mod clf;
mod client;
mod cursor;
mod envoy;
mod escape;
mod format;
mod haproxy;
mod host;
mod json;
mod json_formats;
mod limits;
mod options;
mod pattern;
mod proxy_manager;
mod request;
mod request_line;
mod signed;
mod time;
mod unnamed;
mod unreadable;
mod w3c;
mod wrapper;

pub use client::Trust;
pub use format::{LogFormat, TimeMeans};
pub use limits::MAX_LINE_BYTES;
pub use options::LogOptions;
pub use pattern::{LogPattern, PatternError};
pub use request::{LoggedRequest, Scheme};
pub use signed::SignedFields;
pub use unnamed::UnnamedRequest;
pub use unreadable::Unreadable;

use w3c::FieldNames;

/// Lines before the share of absolute URLs tells Varnish.
const VARNISH_LINES: u64 = 20;

/// Reads the lines of one file.
///
/// ```
/// use maycrawl_audit::log::{LogFormat, LogOptions, LogReader, Unreadable};
///
/// let mut reader = LogReader::new(LogOptions::default());
/// // A line that names the fields is no request.
/// assert_eq!(reader.read(b"#Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status"), Ok(None));
/// let request = reader.read(b"2026-11-23 03:22:14 192.0.2.10 GET /a+b - 200").unwrap().unwrap();
/// assert_eq!(request.format, LogFormat::Iis);
/// // IIS writes a space as a plus, so it may have been either.
/// assert!(request.is_target_inexact);
/// // Fewer values than names.
/// assert_eq!(reader.read(b"2026-11-23 03:22:14 192.0.2.10"), Err(Unreadable::FieldCount));
/// ```
#[derive(Clone, Debug)]
pub struct LogReader {
    options: LogOptions,
    field_names: Option<FieldNames>,
    combined_lines: u64,
    absolute_lines: u64,
}

impl LogReader {
    /// A reader for one file.
    #[must_use]
    pub fn new(options: LogOptions) -> Self {
        Self { options, field_names: None, combined_lines: 0, absolute_lines: 0 }
    }

    /// Reads a line, without its end. `None`: by design it is no request, as a line `#Fields` or an empty line. O(bytes
    /// of the line); in the usual formats it allocates only where something is escaped.
    ///
    /// # Errors
    ///
    /// If the line is not a request that is read with certainty. The next line can be read in any case.
    pub fn read<'l>(&mut self, line: &'l [u8]) -> Result<Option<LoggedRequest<'l>>, Unreadable> {
        if line.len() > MAX_LINE_BYTES {
            return Err(Unreadable::TooLong);
        }
        let line = match self.options.words_before {
            0 => line,
            _ if line.trim_ascii().is_empty() => return Ok(None),
            words => before::after_words(line, words).ok_or(Unreadable::UnknownFormat)?,
        };
        self.read_wrapped(line, true)
    }

    fn read_wrapped<'l>(
        &mut self,
        line: &'l [u8],
        may_be_docker: bool,
    ) -> Result<Option<LoggedRequest<'l>>, Unreadable> {
        let line = wrapper::strip(line)?;
        match self.read_stripped(line, may_be_docker) {
            Err(
                error @ (Unreadable::UnknownFormat
                | Unreadable::NoFieldNames
                | Unreadable::AmbiguousQuotes),
            ) if self.options.pattern.is_none() && self.field_names.is_none() => {
                self.read_behind(line).unwrap_or(Err(error))
            }
            read => read,
        }
    }

    /// Reads a line behind what a console has written before it. `None`: there is none that can be read.
    fn read_behind<'l>(
        &mut self,
        line: &'l [u8],
    ) -> Option<Result<Option<LoggedRequest<'l>>, Unreadable>> {
        let behind = before::behind(line)?;
        if !behind.line.starts_with(b"{") {
            return self.read_text(behind.line).ok().map(Ok);
        }
        let object = json::Object::read(behind.line).ok()?;
        Some(json_formats::read_with_time(object, behind.time, &self.options).map(Some))
    }

    fn read_stripped<'l>(
        &mut self,
        line: &'l [u8],
        may_be_docker: bool,
    ) -> Result<Option<LoggedRequest<'l>>, Unreadable> {
        match line.first() {
            None => Ok(None),
            Some(_) if self.has_pattern_for(line) => self.read_text(line),
            Some(b'#') => self.directive(line),
            Some(b'{') => self.read_json(line, may_be_docker),
            // The name of the file that follows, as `tail` writes it for several.
            Some(b'=') if line.starts_with(b"==> ") && line.ends_with(b" <==") => Ok(None),
            Some(_) if line.trim_ascii().is_empty() => Ok(None),
            Some(_) => self.read_text(line),
        }
    }

    /// Whether the line is for the declared pattern: each is, but one that Docker has wrapped.
    fn has_pattern_for(&self, line: &[u8]) -> bool {
        self.options.pattern.is_some()
            && !line.starts_with(b"{\"log\":")
            && !line.trim_ascii().is_empty()
    }

    /// A line of the W3C family that is about the lines after it.
    fn directive(&mut self, line: &[u8]) -> Result<Option<LoggedRequest<'static>>, Unreadable> {
        if let Some(names) = line.strip_prefix(b"#Fields:") {
            // Until the next one, no line can be read if this one cannot.
            self.field_names = None;
            self.field_names = Some(FieldNames::read(names)?);
            (self.combined_lines, self.absolute_lines) = (0, 0);
            return Ok(None);
        }
        let name = line[1..].iter().position(|byte| !(byte.is_ascii_alphabetic() || *byte == b'-'));
        match name {
            Some(end) if end > 0 && line[1 + end] == b':' => Ok(None),
            _ => Err(Unreadable::UnknownFormat),
        }
    }

    fn read_json<'l>(
        &mut self,
        line: &'l [u8],
        may_be_docker: bool,
    ) -> Result<Option<LoggedRequest<'l>>, Unreadable> {
        let mut object = json::Object::read(line)?;
        if may_be_docker
            && object.has("stream")
            && let Some(inner) = object.take("log")
        {
            // Once only: a line in a line in a line is nobody's log.
            let request = self.read_wrapped(&inner, false)?;
            return Ok(request.map(LoggedRequest::into_owned));
        }
        json_formats::read(object, &self.options).map(Some)
    }

    fn read_text<'l>(&mut self, line: &'l [u8]) -> Result<Option<LoggedRequest<'l>>, Unreadable> {
        let options = &self.options;
        if let Some(pattern) = &options.pattern {
            return pattern.read(line, options.zone.as_ref(), &options.trust).map(Some);
        }
        match options.format.unwrap_or_else(|| self.format_of(line)) {
            LogFormat::Iis | LogFormat::CloudFront => match &self.field_names {
                Some(names) => w3c::read(line, names, options).map(Some),
                None => Err(Unreadable::NoFieldNames),
            },
            LogFormat::Alb => aws::read_alb(line, options).map(Some),
            LogFormat::S3 => aws::read_s3(line, options),
            LogFormat::Envoy => envoy::read(line, options).map(Some),
            LogFormat::NginxProxyManager => proxy_manager::read(line, options).map(Some),
            LogFormat::HaproxyHttp => haproxy::read(line, options).map(Some),
            format if format.is_json() => Err(Unreadable::NotDeclaredFormat),
            _ => {
                let mut request = clf::read(line, options)?;
                self.tell_varnish(line, &mut request);
                Ok(Some(request))
            }
        }
    }

    /// The format of a line of text. The family of the common log format is told apart by its own reader.
    fn format_of(&self, line: &[u8]) -> LogFormat {
        match () {
            () if self.field_names.is_some() => LogFormat::Iis,
            () if aws::begins_as_alb(line) => LogFormat::Alb,
            () if aws::begins_as_s3(line) => LogFormat::S3,
            () if proxy_manager::begins(line) => LogFormat::NginxProxyManager,
            // Unless it is an address of IPv6 in brackets.
            () if line[0] == b'[' && !client::is_first(line) => LogFormat::Envoy,
            () if haproxy::begins(line) => LogFormat::HaproxyHttp,
            // Values without names: the reader says so.
            () if time::begins_as_iso(line) && line[10] == b' ' => LogFormat::Iis,
            () => LogFormat::Combined,
        }
    }

    /// Varnish writes an absolute URL for each request; in a log of another server, a client wrote it, and such lines
    /// are few.
    fn tell_varnish(&mut self, line: &[u8], request: &mut LoggedRequest<'_>) {
        if request.format != LogFormat::Combined || self.options.format.is_some() {
            return;
        }
        self.combined_lines += 1;
        if request.host.is_some() && memchr::memmem::find(line, b" http://").is_some() {
            self.absolute_lines += 1;
        }
        let is_varnish = self.combined_lines >= VARNISH_LINES
            && self.absolute_lines * 20 >= self.combined_lines * 19;
        if is_varnish {
            request.format = LogFormat::Varnish;
            request.time_means = LogFormat::Varnish.time_means();
        }
    }
}
