//! What other programs put around a line: container engines, syslog, editors.

use super::cursor::Cursor;
use super::time;
use super::unreadable::Unreadable;

/// The line without what is around it. Docker's JSON is read elsewhere.
pub(super) fn strip(line: &[u8]) -> Result<&[u8], Unreadable> {
    // A rotation that copies and truncates leaves a run of NUL bytes where the file was.
    let zeros = line.iter().position(|&byte| byte != 0).unwrap_or(line.len());
    let line = &line[zeros..];
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let line = after_service(line).unwrap_or(line);
    // Nearly every line begins with an address.
    match line.first() {
        Some(b'<' | b'A' | b'D' | b'F' | b'J' | b'M' | b'N' | b'O' | b'S') => Ok(syslog(line)),
        Some(b'0'..=b'9') if line.get(4) == Some(&b'-') => match container(line) {
            Some((rest, true)) => Ok(syslog(rest)),
            Some((_, false)) => Err(Unreadable::Cut),
            None => Ok(syslog(line)),
        },
        _ => Ok(line),
    }
}

/// The line behind `nginx-1  | `, as `docker compose logs` shows it, in colours or without.
fn after_service(line: &[u8]) -> Option<&[u8]> {
    const MAX_NAME_BYTES: usize = 64;
    let line = without_colour(line);
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-".contains(byte);
    let end =
        line.iter().take(MAX_NAME_BYTES).position(|byte| !is_name(byte)).filter(|&end| end > 0)?;
    let padding = line[end..].iter().take(MAX_NAME_BYTES).take_while(|&&byte| byte == b' ').count();
    let rest = line[end + padding..].strip_prefix(b"| ").filter(|_| padding > 0)?;
    let rest = without_colour(rest);
    Some(rest.strip_suffix(b"\x1b[0m").unwrap_or(rest))
}

/// The line without the sequence for a colour at its start: `ESC [ 0 ; 33 m`.
pub(super) fn without_colour(line: &[u8]) -> &[u8] {
    let Some(rest) = line.strip_prefix(b"\x1b[") else { return line };
    let is_number = |byte: &u8| byte.is_ascii_digit() || *byte == b';';
    match rest.iter().take(16).position(|byte| !is_number(byte)) {
        Some(end) if rest[end] == b'm' => &rest[end + 1..],
        _ => line,
    }
}

/// The line in `2026-11-23T03:22:14.7Z stdout F line`, as Kubernetes keeps it, and whether it is whole: `P` is a part.
fn container(line: &[u8]) -> Option<(&[u8], bool)> {
    let mut rest = Cursor(line);
    if !time::begins_as_iso(rest.word().ok()?) {
        return None;
    }
    let [stream, tag] = rest.words().ok()?;
    let is_whole = match tag.first()? {
        b'F' => true,
        b'P' => false,
        _ => return None,
    };
    matches!(stream, b"stdout" | b"stderr").then_some((rest.0, is_whole))
}

/// The message of a line of syslog; the line itself, if it is none.
fn syslog(line: &[u8]) -> &[u8] {
    let Some(rest) = without_priority(line) else {
        return bsd_message(line).unwrap_or(line);
    };
    match rest.strip_prefix(b"1 ") {
        Some(rest) => ietf_message(rest),
        None => bsd_message(rest),
    }
    .unwrap_or(rest)
}

/// What follows `<134>`.
fn without_priority(line: &[u8]) -> Option<&[u8]> {
    let rest = line.strip_prefix(b"<")?;
    let end = rest[..rest.len().min(4)].iter().position(|&byte| byte == b'>')?;
    rest[..end].iter().all(u8::is_ascii_digit).then_some(&rest[end + 1..])
}

/// The message after `Nov 23 04:22:14 host program[1]: ` (RFC 3164), or the same with a time of RFC 3339, as rsyslog
/// and Fastly write it. nginx can leave out the host.
fn bsd_message(line: &[u8]) -> Option<&[u8]> {
    let is_time = |text: &[u8]| {
        time::month(&text[..3]).is_some()
            && [text[3], text[6], text[9], text[12], text[15]] == *b"  :: "
    };
    let mut rest = if line.get(..16).is_some_and(is_time) {
        Cursor(&line[16..])
    } else if time::begins_as_iso(line) && line[10] == b'T' {
        let mut rest = Cursor(line);
        rest.word().ok()?;
        rest
    } else {
        return None;
    };
    let is_tag = |word: &[u8]| word.ends_with(b":");
    (is_tag(rest.word().ok()?) || is_tag(rest.word().ok()?)).then_some(rest.0)
}

/// The message after `time host program process message-id [data]` (RFC 5424).
fn ietf_message(line: &[u8]) -> Option<&[u8]> {
    let mut rest = Cursor(line);
    rest.words::<5>().ok()?;
    let mut message = rest.0;
    match message.strip_prefix(b"-") {
        Some(after) => message = after,
        None => {
            while message.starts_with(b"[") {
                message = &message[end_of_data(message)? + 1..];
            }
        }
    }
    let message = message.strip_prefix(b" ")?;
    Some(message.strip_prefix(b"\xef\xbb\xbf").unwrap_or(message))
}

/// The position of the bracket that ends an element of data. A bracket in a value is escaped.
fn end_of_data(data: &[u8]) -> Option<usize> {
    let mut is_escaped = false;
    data.iter().position(|&byte| {
        let is_end = byte == b']' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    })
}
