//! Dates of `unavailable_after`, in the formats that Google names: ISO 8601, RFC 822, RFC 850. jiff's parser of RFC
//! 2822 refuses `25-Aug-2007 15:00:00 EST`, `Sunday, 06-Nov-94 08:49:37 GMT`, a date without a time, and a weekday that
//! does not fit; its parser of timestamps refuses a time without a zone. Pages have all of them.

use std::fmt;
use std::time::{Duration, SystemTime};

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/// Time zones with a name in RFC 822, in hours east of Greenwich.
const ZONES: [(&str, i32); 12] = [
    ("gmt", 0),
    ("ut", 0),
    ("utc", 0),
    ("z", 0),
    ("est", -5),
    ("edt", -4),
    ("cst", -6),
    ("cdt", -5),
    ("mst", -7),
    ("mdt", -6),
    ("pst", -8),
    ("pdt", -7),
];

/// The time in `text`; `None` if it is not a date. Without a zone it is UTC. Without a time of day it is the start of
/// the day: the earlier time is the more restrictive one.
pub(crate) fn parse(text: &str) -> Option<SystemTime> {
    let text = text.trim();
    let seconds = iso(text).or_else(|| named_month(text))?;
    // A date before 1970 counts as 1970: both are past.
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(u64::try_from(seconds).unwrap_or(0)))
}

/// A time in RFC 3339 form, in whole seconds of UTC.
pub(crate) struct Rfc3339(pub(crate) SystemTime);

impl fmt::Display for Rfc3339 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let since = self.0.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let seconds = i64::try_from(since.as_secs()).ok();
        match seconds.and_then(|seconds| jiff::Timestamp::from_second(seconds).ok()) {
            Some(time) => time.fmt(f),
            None => f.write_str("in a far future"),
        }
    }
}

/// `2020-09-21`, `2020-09-21T15:00:00Z`, `2020-09-21 15:00+02:00`.
fn iso(text: &str) -> Option<i64> {
    if let Ok(time) = text.parse::<jiff::Timestamp>() {
        return Some(time.as_second());
    }
    let (date, rest) = text.split_at_checked(10)?;
    let date: Date = date.parse().ok()?;
    let Some(time) = rest.strip_prefix(['T', 't', ' ']) else {
        return if rest.is_empty() { seconds(date.at(0, 0, 0, 0), 0) } else { None };
    };
    let zone_at = time.find(['+', '-', 'Z', 'z', ' ']).unwrap_or(time.len());
    let (time, zone) = time.split_at(zone_at);
    let offset = if zone.trim().is_empty() { 0 } else { offset(zone.trim())? };
    seconds(at(date, time)?, offset)
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `25-Aug-2007 15:00:00 EST`.
fn named_month(text: &str) -> Option<i64> {
    let (weekday, rest) = text.split_once(',').unwrap_or(("", text));
    if !weekday.chars().all(|c| c.is_ascii_alphabetic()) {
        return None;
    }
    let mut words = rest.split_ascii_whitespace();
    let first = words.next()?;
    let mut dashed = first.splitn(3, '-');
    let day = dashed.next()?;
    let (month, year) = match (dashed.next(), dashed.next()) {
        (Some(month), Some(year)) => (month, year),
        (None, None) => (words.next()?, words.next()?),
        _ => return None,
    };
    let date = Date::new(self::year(year)?, self::month(month)?, day.parse().ok()?).ok()?;
    let time = words.next().map_or(Some(date.at(0, 0, 0, 0)), |time| at(date, time))?;
    let offset = words.next().map_or(Some(0), offset)?;
    if words.next().is_some() {
        return None;
    }
    seconds(time, offset)
}

/// Parses a year. Two digits are read as in RFC 850: 70 to 99 are in the last century.
fn year(text: &str) -> Option<i16> {
    let year: i16 = text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))?;
    match (text.len(), year) {
        (2, 70..) => Some(1900 + year),
        (2, _) => Some(2000 + year),
        (4, _) => Some(year),
        _ => None,
    }
}

fn month(text: &str) -> Option<i8> {
    let start = text.get(..3)?.to_ascii_lowercase();
    let index = MONTHS.iter().position(|month| *month == start)?;
    i8::try_from(index + 1).ok()
}

/// `15:00`, `15:00:30`, `15:00:30.5`.
fn at(date: Date, time: &str) -> Option<DateTime> {
    let time = time.split('.').next()?;
    let mut parts = time.split(':').map(|part| {
        let digits = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| part.parse::<i8>().ok()).flatten()
    });
    let (hour, minute) = (parts.next()??, parts.next()??);
    let second = parts.next().unwrap_or(Some(0))?;
    if parts.next().is_some() {
        return None;
    }
    let time = jiff::civil::Time::new(hour, minute, second.min(59), 0).ok()?;
    Some(date.to_datetime(time))
}

/// `GMT`, `PST`, `+0200`, `-07:00`: seconds east of Greenwich.
fn offset(zone: &str) -> Option<i32> {
    let lower = zone.to_ascii_lowercase();
    if let Some((_, hours)) = ZONES.iter().find(|(name, _)| *name == lower) {
        return Some(hours * 3600);
    }
    let (sign, digits) = match zone.as_bytes().first()? {
        b'+' => (1, &zone[1..]),
        b'-' => (-1, &zone[1..]),
        _ => return None,
    };
    let digits = digits.replacen(':', "", 1);
    if !matches!(digits.len(), 2 | 4) || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let hours: i32 = digits[..2].parse().ok()?;
    let minutes: i32 =
        digits.get(2..).filter(|rest| !rest.is_empty()).unwrap_or("0").parse().ok()?;
    (hours < 24 && minutes < 60).then_some(sign * (hours * 3600 + minutes * 60))
}

fn seconds(time: DateTime, offset: i32) -> Option<i64> {
    let utc = time.to_zoned(TimeZone::UTC).ok()?.timestamp().as_second();
    Some(utc - i64::from(offset))
}

#[cfg(test)]
mod tests {
    #[test]
    fn dates_in_the_formats_that_google_names() {
        for (text, expected) in [
            ("2020-09-21", Some("2020-09-21T00:00:00Z")),
            ("2020-09-21T15:30:00Z", Some("2020-09-21T15:30:00Z")),
            ("2020-09-21T15:30:00+02:00", Some("2020-09-21T13:30:00Z")),
            ("2020-09-21 15:30", Some("2020-09-21T15:30:00Z")),
            ("2020-09-21T15:30:00.123-0700", Some("2020-09-21T22:30:00Z")),
            ("25 Jun 2010 15:00:00 PST", Some("2010-06-25T23:00:00Z")),
            ("25-Aug-2007 15:00:00 EST", Some("2007-08-25T20:00:00Z")),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some("1994-11-06T08:49:37Z")),
            ("Sunday, 06-Nov-94 08:49:37 GMT", Some("1994-11-06T08:49:37Z")),
            ("6 Nov 30", Some("2030-11-06T00:00:00Z")),
            ("1960-01-01", Some("1970-01-01T00:00:00Z")),
            ("2020-13-21", None),
            ("31 Feb 2020 00:00:00 GMT", None),
            ("25 Jun 2010 25:00:00 GMT", None),
            ("25 Jun 2010 15:00:00 XYZ", None),
            ("tomorrow", None),
            ("", None),
            ("\u{feff}\u{20ac}", None),
            ("2020-09-21Tä", None),
        ] {
            let time = super::parse(text).map(|time| super::Rfc3339(time).to_string());
            assert_eq!(time.as_deref(), expected, "{text}");
        }
    }
}
