//! Times of logs, cut to milliseconds.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{Offset, TimeZone};

use super::cursor::number;
use super::unreadable::Unreadable;

/// A time, and whether its zone was assumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Time {
    pub(super) at: Timestamp,
    pub(super) is_zone_assumed: bool,
}

impl From<Timestamp> for Time {
    fn from(at: Timestamp) -> Self {
        Self { at, is_zone_assumed: false }
    }
}

/// The bytes of a time of the common log format: `23/Nov/2026:04:22:14 +0100`.
pub(super) const CLF_BYTES: usize = 26;

/// The time `23/Nov/2026:04:22:14 +0100`.
pub(super) fn clf(text: &[u8]) -> Result<Timestamp, Unreadable> {
    if text.len() != CLF_BYTES || text[20] != b' ' {
        return Err(Unreadable::NoSuchTime);
    }
    let offset = offset(&text[21..]).ok_or(Unreadable::NoSuchTime)?;
    offset.to_timestamp(clf_civil(&text[..20], 0)?).map_err(|_| Unreadable::NoSuchTime)
}

/// The time `23/Nov/2026:04:22:14.614` of HAProxy, which has no zone.
pub(super) fn haproxy(text: &[u8], zone: Option<&TimeZone>) -> Result<Time, Unreadable> {
    let Some((b'.', fraction)) = text.get(20..).and_then(<[u8]>::split_first).map(|(a, b)| (*a, b))
    else {
        return Err(Unreadable::NoSuchTime);
    };
    let milliseconds = fraction_millis(fraction).ok_or(Unreadable::NoSuchTime)?;
    local(clf_civil(&text[..20], milliseconds)?, zone)
}

/// The date and time `23/Nov/2026:04:22:14`.
fn clf_civil(text: &[u8], milliseconds: i32) -> Result<DateTime, Unreadable> {
    if [text[2], text[6], text[11], text[14], text[17]] != *b"//:::" {
        return Err(Unreadable::NoSuchTime);
    }
    let month = month(&text[3..6]).ok_or(Unreadable::NoSuchTime)?;
    let date = (digits(&text[7..11]), month, digits(&text[..2]));
    civil(date, [digits(&text[12..14]), digits(&text[15..17]), digits(&text[18..20])], milliseconds)
}

/// The number of a month from its English short name.
pub(super) fn month(name: &[u8]) -> Option<i16> {
    const NAMES: [&[u8; 3]; 12] = [
        b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov",
        b"Dec",
    ];
    let number = NAMES.iter().position(|month| *month == name)?;
    i16::try_from(number + 1).ok()
}

/// The number of at most four digits; -1 if another byte is among them, which is in no date.
fn digits(text: &[u8]) -> i16 {
    text.iter()
        .try_fold(0, |number, &byte| {
            byte.is_ascii_digit().then(|| number * 10 + i16::from(byte - b'0'))
        })
        .unwrap_or(-1)
}

fn civil(
    (year, month, day): (i16, i16, i16),
    [hour, minute, second]: [i16; 3],
    milliseconds: i32,
) -> Result<DateTime, Unreadable> {
    // A leap second has no number of its own in POSIX time.
    let second = if second == 60 { 59 } else { second };
    let small = |number: i16| i8::try_from(number).unwrap_or(-1);
    if year < 0 {
        return Err(Unreadable::NoSuchTime);
    }
    DateTime::new(
        year,
        small(month),
        small(day),
        small(hour),
        small(minute),
        small(second),
        milliseconds * 1_000_000,
    )
    .map_err(|_| Unreadable::NoSuchTime)
}

/// `+0100`, `+01:00` or `+01`.
fn offset(text: &[u8]) -> Option<Offset> {
    let (&sign, rest) = text.split_first()?;
    let (hours, minutes) = match rest.len() {
        2 => (digits(rest), 0),
        4 => (digits(&rest[..2]), digits(&rest[2..])),
        5 if rest[2] == b':' => (digits(&rest[..2]), digits(&rest[3..])),
        _ => return None,
    };
    if !(0..24).contains(&hours) || !(0..60).contains(&minutes) {
        return None;
    }
    let seconds = i32::from(hours) * 3600 + i32::from(minutes) * 60;
    match sign {
        b'+' => Offset::from_seconds(seconds).ok(),
        b'-' => Offset::from_seconds(-seconds).ok(),
        _ => None,
    }
}

/// The first three digits of a fraction.
fn fraction_millis(digits_after: &[u8]) -> Option<i32> {
    if digits_after.is_empty() || !digits_after.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let digit = |at: usize| digits_after.get(at).map_or(0, |&byte| i32::from(byte - b'0'));
    Some(digit(0) * 100 + digit(1) * 10 + digit(2))
}

/// The time of a clock on a wall in a zone; UTC if none is declared.
fn local(time: DateTime, zone: Option<&TimeZone>) -> Result<Time, Unreadable> {
    let ambiguous = match zone {
        Some(zone) => zone.to_ambiguous_timestamp(time),
        None => TimeZone::UTC.to_ambiguous_timestamp(time),
    };
    let is_zone_assumed = zone.is_none() || ambiguous.is_ambiguous();
    // In spring an hour is missing: a log that has it was not written in this zone.
    if matches!(ambiguous.offset(), jiff::tz::AmbiguousOffset::Gap { .. }) {
        return Err(Unreadable::NoSuchTime);
    }
    let at = ambiguous.compatible().map_err(|_| Unreadable::NoSuchTime)?;
    Ok(Time { at, is_zone_assumed })
}

/// `2026-11-23T04:22:14.614+01:00`: RFC 3339, also with a space, slashes, a comma, another offset or none.
pub(super) fn iso(text: &[u8], zone: Option<&TimeZone>) -> Result<Time, Unreadable> {
    let no = Unreadable::NoSuchTime;
    if text.len() < 19 || !matches!(text[10], b'T' | b't' | b' ') {
        return Err(no);
    }
    let marks = [text[4], text[7], text[13], text[16]];
    if marks != *b"--::" && marks != *b"//::" {
        return Err(no);
    }
    let mut rest = &text[19..];
    let mut milliseconds = 0;
    if let [b'.' | b',', after @ ..] = rest {
        let end = after.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(after.len());
        milliseconds = fraction_millis(&after[..end]).ok_or(no)?;
        rest = &after[end..];
    }
    let date = (digits(&text[..4]), digits(&text[5..7]), digits(&text[8..10]));
    let clock = [digits(&text[11..13]), digits(&text[14..16]), digits(&text[17..19])];
    let time = civil(date, clock, milliseconds)?;
    let offset = match rest {
        [] => return local(time, zone),
        b"Z" | b"z" => Offset::UTC,
        _ => offset(rest).ok_or(no)?,
    };
    offset.to_timestamp(time).map(Time::from).map_err(|_| no)
}

/// Whether a text begins as `2026-11-23T04:22:14`, or with a space for the `T`.
pub(super) fn begins_as_iso(text: &[u8]) -> bool {
    const SHAPE: &[u8; 19] = b"dddd-dd-ddTdd:dd:dd";
    text.len() >= SHAPE.len()
        && SHAPE.iter().zip(text).all(|(shape, byte)| match shape {
            b'd' => byte.is_ascii_digit(),
            b'T' => matches!(byte, b'T' | b' '),
            mark => mark == byte,
        })
}

/// Seconds, milliseconds, microseconds or nanoseconds since 1970: their number of digits tells. A fraction is of
/// seconds, or of milliseconds, which Caddy can write.
pub(super) fn epoch(text: &[u8]) -> Result<Timestamp, Unreadable> {
    let no = Unreadable::NoSuchTime;
    let (whole, fraction) = match memchr::memchr(b'.', text) {
        Some(at) => (&text[..at], fraction_millis(&text[at + 1..]).ok_or(no)?),
        None => (text, 0),
    };
    let number = i64::try_from(number(whole).ok_or(no)?).map_err(|_| no)?;
    // Up to the year 5138; as milliseconds that is March 1973.
    const SECONDS: i64 = 100_000_000_000;
    let milliseconds = match number {
        _ if number < SECONDS => number * 1000 + i64::from(fraction),
        _ if number < 1000 * SECONDS => number,
        _ if number < 1_000_000 * SECONDS => number / 1000,
        _ => number / 1_000_000,
    };
    Timestamp::from_millisecond(milliseconds).map_err(|_| no)
}

/// A time of any form that this module reads.
pub(super) fn any(text: &[u8], zone: Option<&TimeZone>) -> Result<Time, Unreadable> {
    match text {
        [_, _, b'/', ..] => clf(text).map(Time::from),
        _ if text.iter().all(|&byte| byte.is_ascii_digit() || byte == b'.') => {
            epoch(text).map(Time::from)
        }
        _ => iso(text, zone),
    }
}
