//! A format in the words of a configuration: `LogFormat` of Apache, or `log_format` of nginx.
//!
//! A pattern is texts with a field between each two. A line is read from the left, where each text is looked for at its
//! first place, and from the right, at its last. If both ways find the same places, there is no third: each way of
//! reading lies between these two. Otherwise a field holds a text that separates fields, and the line is refused.

use std::borrow::Cow;
use std::fmt;

use memchr::memmem::{Finder, FinderRev};

use super::client::{self, Trust};
use super::cursor;
use super::escape::{self, Escape};
use super::format::{LogFormat, TimeMeans};
use super::host;
use super::request::{LoggedRequest, Scheme};
use super::request_line::{self, Requested, UrlScheme};
use super::time;
use super::unreadable::Unreadable;

/// Maximum number of fields of a pattern.
const MAX_FIELDS: usize = 64;

/// A format that a user declares in the words of Apache or nginx.
///
/// ```
/// use maycrawl_audit::log::{LogOptions, LogPattern, LogReader};
///
/// let pattern = LogPattern::parse(r#"$host|$remote_addr|$time_iso8601|"$request"|$status|"$http_user_agent""#)?;
/// let mut reader = LogReader::new(LogOptions { pattern: Some(pattern), ..LogOptions::default() });
/// let line = br#"www.example.com|192.0.2.10|2026-11-23T04:22:14+01:00|"GET /a HTTP/2.0"|200|"GPTBot/1.2""#;
/// let request = reader.read(line).unwrap().unwrap();
/// assert_eq!(request.host.as_deref(), Some("www.example.com"));
/// assert_eq!(request.user_agent.as_deref(), Some("GPTBot/1.2"));
/// # Ok::<(), maycrawl_audit::log::PatternError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LogPattern {
    begin: Vec<u8>,
    /// Each field with the text after it.
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
struct Part {
    field: Field,
    /// Empty only after the last field.
    text: Vec<u8>,
    finder: Finder<'static>,
    finder_rev: FinderRev<'static>,
}

/// Why a pattern cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternError {
    /// It names no field, as `%h` or `$remote_addr`.
    NoFields,
    /// It names more than 64 fields.
    TooManyFields,
    /// `%{` without `}`, or a `%` at the end.
    Unfinished,
    /// There is no text between this field and the one before it.
    NothingBetween(String),
    /// It has no time: `%t`, `$time_local`, `$time_iso8601` or `$msec`.
    NoTime,
    /// It has no request: `%r`, or `%m` and `%U%q`; `$request`, or `$request_method` and `$request_uri`.
    NoRequest,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFields => f.write_str("the format names no field, as %h or $remote_addr"),
            Self::TooManyFields => write!(f, "the format names more than {MAX_FIELDS} fields"),
            Self::Unfinished => f.write_str("a field of the format is not finished"),
            Self::NothingBetween(field) => {
                write!(f, "nothing stands between {field} and the field before it")
            }
            Self::NoTime => f.write_str(
                "the format has no time: it needs %t, $time_local, $time_iso8601 or $msec",
            ),
            Self::NoRequest => f.write_str(
                "the format has no request: it needs %r, or %m and %U%q; $request, or $request_method and $request_uri",
            ),
        }
    }
}

impl std::error::Error for PatternError {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Client,
    Forwarded,
    Host,
    Scheme,
    Method,
    Target,
    /// Path and query, of which Apache has decoded the path.
    DecodedTarget,
    Line,
    Status,
    Bytes,
    UserAgent,
    Referer,
    Time(TimeMeans),
    Other,
}

impl LogPattern {
    /// Reads a pattern. Quotation marks and backslashes may be escaped, as in a configuration.
    ///
    /// # Errors
    ///
    /// If it has no time or no request, or if nothing separates two fields.
    pub fn parse(text: &str) -> Result<Self, PatternError> {
        let text = text.replace("\\\"", "\"").replace("\\t", "\t").replace("\\\\", "\\");
        let pieces = if is_nginx(&text) { nginx(&text)? } else { apache(&text)? };
        Self::of_pieces(pieces)
    }

    fn of_pieces(pieces: Vec<Piece>) -> Result<Self, PatternError> {
        let mut begin = Vec::new();
        let mut fields: Vec<(Field, Vec<u8>)> = Vec::new();
        let mut is_after_field = false;
        for piece in pieces {
            match piece {
                Piece::Text(text) => {
                    fields.last_mut().map_or(&mut begin, |(_, after)| after).extend(text.bytes());
                    is_after_field = false;
                }
                Piece::Field(_, name) if is_after_field => {
                    return Err(PatternError::NothingBetween(name));
                }
                Piece::Field(field, _) => {
                    fields.push((field, Vec::new()));
                    is_after_field = true;
                }
            }
        }
        let has = |field: Field| fields.iter().any(|(other, _)| *other == field);
        match fields.len() {
            0 => return Err(PatternError::NoFields),
            MAX_FIELDS.. => return Err(PatternError::TooManyFields),
            _ => (),
        }
        if !fields.iter().any(|(field, _)| matches!(field, Field::Time(_))) {
            return Err(PatternError::NoTime);
        }
        let has_target = has(Field::Target) || has(Field::DecodedTarget);
        if !(has(Field::Line) || has(Field::Method) && has_target) {
            return Err(PatternError::NoRequest);
        }
        let part = |(field, text): (Field, Vec<u8>)| Part {
            field,
            finder: Finder::new(&text).into_owned(),
            finder_rev: FinderRev::new(&text).into_owned(),
            text,
        };
        Ok(Self { begin, parts: fields.into_iter().map(part).collect() })
    }

    /// The values of a line, in the order of the fields.
    fn split<'l>(&self, line: &'l [u8]) -> Result<[&'l [u8]; MAX_FIELDS], Unreadable> {
        let mut rest = line.strip_prefix(&*self.begin).ok_or(Unreadable::NotDeclaredFormat)?;
        let mut values: [&[u8]; MAX_FIELDS] = [b""; MAX_FIELDS];
        let Some((last, others)) = self.parts.split_last() else {
            return Err(Unreadable::NotDeclaredFormat);
        };
        for (part, value) in others.iter().zip(&mut values) {
            let at = part.first_place(rest).ok_or(Unreadable::NotDeclaredFormat)?;
            *value = &rest[..at];
            rest = &rest[at + part.text.len()..];
        }
        let whole = rest.strip_suffix(&*last.text).ok_or(Unreadable::Cut)?;
        if last.is_escaped(rest, whole.len()) {
            return Err(Unreadable::Cut);
        }
        values[others.len()] = whole;
        // The same from the right: the ends of the values must be where they were.
        let mut rest = &line[..line.len() - last.text.len()];
        for (at, part) in others.iter().enumerate().rev() {
            let end = part.last_place(rest).ok_or(Unreadable::AmbiguousQuotes)?;
            if rest.len() - end - part.text.len() != values[at + 1].len() {
                return Err(Unreadable::AmbiguousQuotes);
            }
            rest = &rest[..end];
        }
        let mut before = &self.begin;
        for (part, value) in self.parts.iter().zip(values) {
            // More fields than the pattern has, or a writer who does not escape.
            let is_quoted = before.ends_with(b"\"") && part.text.starts_with(b"\"");
            if is_quoted && cursor::closing_quote(value, Escape::Backslash).is_some() {
                return Err(Unreadable::AmbiguousQuotes);
            }
            before = &part.text;
        }
        Ok(values)
    }

    /// Reads a line.
    pub(super) fn read<'l>(
        &self,
        line: &'l [u8],
        zone: Option<&jiff::tz::TimeZone>,
        trust: &Trust,
    ) -> Result<LoggedRequest<'l>, Unreadable> {
        let values = self.split(line)?;
        let fields = || self.parts.iter().map(|part| part.field).zip(values);
        let all = |wanted: Field| {
            fields().filter(move |(field, value)| *field == wanted && !matches!(*value, b"" | b"-"))
        };
        let first = |wanted: Field| all(wanted).map(|(_, value)| value).next();
        let (time, time_means) = fields()
            .find_map(|(field, value)| match field {
                Field::Time(means) if !matches!(value, b"" | b"-") => Some((value, means)),
                _ => None,
            })
            .ok_or(Unreadable::NoTime)?;
        let time = time::any(time, zone)?;
        let requested = requested(
            [Field::Method, Field::Target, Field::DecodedTarget, Field::Line].map(first),
        )?;
        let scheme = first(Field::Scheme).and_then(Scheme::from_name);
        let host = first(Field::Host).and_then(|host| host::normal(Cow::Borrowed(host), scheme));
        let peer = first(Field::Client).and_then(client::address);
        let text = |wanted| first(wanted).and_then(|raw| escape::field(raw, Escape::Backslash));
        let bytes = fields().find(|(field, _)| *field == Field::Bytes).map(|(_, value)| value);
        Ok(LoggedRequest {
            time: time.at,
            is_zone_assumed: time.is_zone_assumed,
            time_means,
            format: LogFormat::Pattern,
            client: client::choose(peer, first(Field::Forwarded), trust),
            host: host.or(requested.host),
            scheme,
            method: requested.method,
            target: requested.target,
            is_target_inexact: requested.is_target_inexact,
            status: first(Field::Status).map_or(Ok(None), cursor::status)?,
            // `%b` of Apache writes a dash for an answer without a body.
            bytes: bytes.map_or(Ok(None), |word| Ok(Some(cursor::size(word)?.unwrap_or(0))))?,
            user_agent: text(Field::UserAgent),
            referer: text(Field::Referer),
            signed: None,
        })
    }
}

/// The request of method, target, target with a decoded path, and line, of which some are missing.
fn requested<'l>(fields: [Option<&'l [u8]>; 4]) -> Result<Requested<'l>, Unreadable> {
    let (method, raw, is_decoded) = match fields {
        [Some(method), Some(target), ..] => (method, target, false),
        [Some(method), _, Some(target), _] => (method, target, true),
        [.., Some(line)] => {
            return request_line::line(line, Escape::Backslash, UrlScheme::Claimed);
        }
        _ => return Err(Unreadable::NoRequest),
    };
    let target = escape::undo(raw, Escape::Backslash);
    let path = target.text.split(|&byte| byte == b'?').next().unwrap_or_default();
    let is_inexact = target.has_unknown
        || is_decoded && path.iter().any(|&byte| !byte.is_ascii_graphic() || byte == b'%');
    let mut requested =
        request_line::parts(Cow::Borrowed(method), target.text, UrlScheme::Claimed)?;
    requested.is_target_inexact = is_inexact;
    Ok(requested)
}

impl Part {
    /// The first place of the text after the field. A quotation mark that is escaped belongs to the field.
    fn first_place(&self, line: &[u8]) -> Option<usize> {
        let mut from = 0;
        loop {
            let at = from + self.finder.find(&line[from..])?;
            if !self.is_escaped(line, at) {
                return Some(at);
            }
            // Places may overlap.
            from = at + 1;
        }
    }

    fn last_place(&self, line: &[u8]) -> Option<usize> {
        let mut to = line.len();
        loop {
            let at = self.finder_rev.rfind(&line[..to])?;
            if !self.is_escaped(line, at) {
                return Some(at);
            }
            to = at + self.text.len() - 1;
        }
    }

    fn is_escaped(&self, line: &[u8], at: usize) -> bool {
        self.text.starts_with(b"\"") && cursor::is_escaped(line, at)
    }
}

/// A piece of a pattern.
enum Piece {
    Text(String),
    /// With its name as written.
    Field(Field, String),
}

fn is_nginx(text: &str) -> bool {
    text.split('$')
        .skip(1)
        .any(|after| after.starts_with(|first: char| first.is_ascii_lowercase() || first == '{'))
}

fn nginx(text: &str) -> Result<Vec<Piece>, PatternError> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        push_text(&mut pieces, &rest[..at]);
        rest = &rest[at + 1..];
        let name;
        if let Some(inner) = rest.strip_prefix('{') {
            (name, rest) = inner.split_once('}').ok_or(PatternError::Unfinished)?;
        } else {
            let is_name = |byte: char| byte.is_ascii_alphanumeric() || byte == '_';
            let end = rest.find(|byte| !is_name(byte)).unwrap_or(rest.len());
            (name, rest) = rest.split_at(end);
        }
        let field = match name {
            "remote_addr" => Field::Client,
            "http_x_forwarded_for" => Field::Forwarded,
            "http_host" | "host" | "server_name" => Field::Host,
            "scheme" => Field::Scheme,
            "request_method" => Field::Method,
            "request_uri" => Field::Target,
            "request" => Field::Line,
            "status" => Field::Status,
            "body_bytes_sent" | "bytes_sent" => Field::Bytes,
            "http_user_agent" => Field::UserAgent,
            "http_referer" => Field::Referer,
            "time_local" | "time_iso8601" | "msec" => Field::Time(TimeMeans::End),
            _ => Field::Other,
        };
        pieces.push(Piece::Field(field, format!("${name}")));
    }
    push_text(&mut pieces, rest);
    Ok(pieces)
}

fn apache(text: &str) -> Result<Vec<Piece>, PatternError> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        push_text(&mut pieces, &rest[..at]);
        let begin = &rest[at..];
        // Modifiers: `%>s` is the last status, `%!200,304{Referer}i` writes for some statuses only.
        rest = begin[1..].trim_start_matches(|c: char| "<>!,".contains(c) || c.is_ascii_digit());
        let mut argument = None;
        if let Some(inner) = rest.strip_prefix('{') {
            let (name, after) = inner.split_once('}').ok_or(PatternError::Unfinished)?;
            (argument, rest) = (Some(name), after);
        }
        let letter = rest.chars().next().ok_or(PatternError::Unfinished)?;
        rest = &rest[letter.len_utf8()..];
        let is = |header: &str| argument.is_some_and(|name| name.eq_ignore_ascii_case(header));
        let field = match letter {
            '%' if argument.is_none() => {
                push_text(&mut pieces, "%");
                continue;
            }
            'h' | 'a' => Field::Client,
            'i' if is("X-Forwarded-For") => Field::Forwarded,
            'i' if is("Host") => Field::Host,
            'i' if is("User-Agent") => Field::UserAgent,
            'i' if is("Referer") => Field::Referer,
            'v' | 'V' => Field::Host,
            'm' => Field::Method,
            'U' => match rest.strip_prefix("%q") {
                Some(after) => {
                    rest = after;
                    Field::DecodedTarget
                }
                // The path alone does not tell which rule matches.
                None => Field::Other,
            },
            'r' => Field::Line,
            's' => Field::Status,
            'b' | 'B' | 'O' => Field::Bytes,
            't' => Field::Time(match argument {
                Some(format) if format.starts_with("end:") => TimeMeans::End,
                _ => TimeMeans::Begin,
            }),
            _ => Field::Other,
        };
        let name = begin[..begin.len() - rest.len()].to_owned();
        // Apache writes brackets around the time of a plain `%t`, and none around a time with a format.
        if letter == 't' && argument.is_none() {
            push_text(&mut pieces, "[");
            pieces.push(Piece::Field(field, name));
            push_text(&mut pieces, "]");
        } else {
            pieces.push(Piece::Field(field, name));
        }
    }
    push_text(&mut pieces, rest);
    Ok(pieces)
}

fn push_text(pieces: &mut Vec<Piece>, text: &str) {
    if !text.is_empty() {
        pieces.push(Piece::Text(text.to_owned()));
    }
}
