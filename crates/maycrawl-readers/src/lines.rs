//! From bytes to fields: line ends, comments, and the spellings of fields.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use memchr::{memchr, memchr2};

use maycrawl::Profile;
use maycrawl::field::Field;
use maycrawl::line::Lines;

use super::axes::{Axes, Fields, LineEnds, Text};

/// The meaning of a field for groups and rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    UserAgent,
    Allow,
    Disallow,
    CrawlDelay,
    RequestRate,
    /// `sitemap` or `host`.
    SiteWide,
    Other,
}

/// What a line is, to a reader.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// No character at all.
    Empty,
    /// White space and no comment.
    Blank,
    Field(Key, Vec<u8>),
}

/// A line that means something, with its number in the file, from 1.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) line: u32,
    pub(super) kind: Kind,
}

/// Calls `each` with the lines of the file that mean something. O(file).
pub(super) fn entries(file: &[u8], axes: &Axes, mut each: impl FnMut(Entry)) {
    if let Fields::Profile(profile) = axes.fields {
        return profile_entries(file, profile, each);
    }
    let file = if axes.fields == Fields::ListedBlank { without_mark(file) } else { file };
    let text = match axes.text {
        Text::Utf8 => String::from_utf8_lossy(file),
        Text::Bytes => Cow::Owned(file.iter().map(|&byte| char::from(byte)).collect()),
    };
    let text =
        if axes.fields == Fields::LenientUntrimmed { without_latin_mark(&text) } else { &text };
    for (line, written) in lines(text, axes.line_ends) {
        if let Some(mut kind) = kind(written, axes.fields) {
            if let (Kind::Field(_, value), Text::Bytes) = (&mut kind, axes.text) {
                *value = String::from_utf8_lossy(value).chars().map(|c| c as u8).collect();
            }
            each(Entry { line, kind });
        }
    }
}

/// The file without a byte order mark, or what there is of its bytes: texting_robots skips each alone.
fn without_mark(file: &[u8]) -> &[u8] {
    [0xef, 0xbb, 0xbf].iter().fold(file, |file, &byte| file.strip_prefix(&[byte]).unwrap_or(file))
}

/// The text without the three bytes of a byte order mark, if they are characters: robotstxt compares one with the
/// other.
fn without_latin_mark(text: &str) -> &str {
    let mut rest = text;
    for c in ['\u{ef}', '\u{bb}', '\u{bf}'] {
        let Some(after) = rest.strip_prefix(c) else { break };
        rest = after;
    }
    rest
}

/// The engine's own reading: the same functions that every verdict of this crate uses.
fn profile_entries(file: &[u8], profile: Profile, mut each: impl FnMut(Entry)) {
    for line in Lines::new(file, profile) {
        let Some((field, _, directive)) = line.field(profile) else { continue };
        let key = match field {
            Field::UserAgent => Key::UserAgent,
            Field::Allow => Key::Allow,
            Field::Disallow => Key::Disallow,
            _ => Key::Other,
        };
        let kind = Kind::Field(key, directive.value().to_vec());
        each(Entry { line: line.number, kind });
    }
}

/// The lines of a text, each with its number. CR, LF and CR LF count for the number, as in every editor, and other line
/// ends do not.
fn lines(text: &str, ends: LineEnds) -> impl Iterator<Item = (u32, &str)> {
    let mut rest = Some(text);
    let mut number = 0_u32;
    let physical = core::iter::from_fn(move || {
        let text = rest?;
        number = number.saturating_add(1);
        let end = match ends {
            LineEnds::Lf | LineEnds::LfCrLf => memchr(b'\n', text.as_bytes()),
            _ => memchr2(b'\r', b'\n', text.as_bytes()),
        };
        let Some(end) = end else {
            rest = None;
            return Some((number, text));
        };
        let after = if text[end..].starts_with("\r\n") { end + 2 } else { end + 1 };
        rest = Some(&text[after..]);
        let first = number;
        let mut line = &text[..end];
        if matches!(ends, LineEnds::Lf | LineEnds::LfCrLf) {
            number = number.saturating_add(carriage_returns(line));
        }
        if ends == LineEnds::LfCrLf {
            line = line.strip_suffix('\r').unwrap_or(line);
        }
        Some((first, line))
    });
    physical.flat_map(move |(number, line)| pieces(line, ends).map(move |piece| (number, piece)))
}

/// The characters of the line that begin in its first 16,663 bytes, which is eight of the longest URLs that browsers
/// take.
fn cut(line: &str) -> &str {
    let end = (16_663..line.len()).find(|&at| line.is_char_boundary(at));
    &line[..end.unwrap_or(line.len())]
}

/// The CRs of a line that end lines for the number. A last one belongs to its LF.
fn carriage_returns(line: &str) -> u32 {
    let line = line.strip_suffix('\r').unwrap_or(line);
    memchr::memchr_iter(b'\r', line.as_bytes()).fold(0, |count: u32, _| count.saturating_add(1))
}

/// The lines of a line that has no CR and no LF.
fn pieces(line: &str, ends: LineEnds) -> impl Iterator<Item = &str> {
    let line = if ends == LineEnds::CrLfCut { cut(line) } else { line };
    line.split(move |c: char| match ends {
        LineEnds::CrLf | LineEnds::CrLfCut | LineEnds::LfCrLf | LineEnds::Lf => false,
        LineEnds::CrLfNul => c == '\0',
        LineEnds::Splitlines => is_other_line_end(c),
    })
}

/// The line ends of `str.splitlines` beside CR and LF.
const fn is_other_line_end(c: char) -> bool {
    matches!(c, '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// What `str.strip` of Python cuts.
pub(super) fn is_python_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1c}'..='\u{1f}')
}

/// What `\s` of Perl matches in bytes.
const fn is_perl_space(c: char) -> bool {
    c.is_ascii_whitespace() || c == '\u{b}'
}

/// What `String.prototype.trim` of JavaScript cuts.
pub(super) fn is_javascript_space(c: char) -> bool {
    c == '\u{feff}' || (c != '\u{85}' && c.is_whitespace())
}

fn without_comment(line: &str) -> &str {
    &line[..memchr(b'#', line.as_bytes()).unwrap_or(line.len())]
}

/// The line up to the first `#` after its last CR, U+2028 or U+2029.
fn without_last_comment(line: &str) -> &str {
    let from = line.rfind(['\r', '\u{2028}', '\u{2029}']).unwrap_or(0);
    &line[..line[from..].find('#').map_or(line.len(), |at| from + at)]
}

fn kind(written: &str, fields: Fields) -> Option<Kind> {
    if written.is_empty() {
        return Some(Kind::Empty);
    }
    let is_space = if fields == Fields::NoAllow { is_perl_space } else { is_python_space };
    if written.trim_matches(is_space).is_empty() {
        return Some(Kind::Blank);
    }
    let line = without_comment(written);
    let (key, value) = match fields {
        Fields::Profile(_) => return None,
        Fields::LenientUntrimmed => lenient_untrimmed(written)?,
        Fields::NoAllow => match exact(line, is_perl_space)? {
            (Key::Allow, value) => (Key::Other, value),
            field => field,
        },
        Fields::ExactUntrimmed => exact_untrimmed(line)?,
        Fields::ExactPython => exact(line, is_python_space)?,
        // A line without a key is no line: it does not end a run of user-agent lines either.
        Fields::ExactJavaScript if key_is_empty(line) => return None,
        Fields::ExactJavaScript => exact(line, is_javascript_space)?,
        Fields::Listed => listed(line.trim_matches(is_python_space))?,
        Fields::ExactLastComment => exact(without_last_comment(written), is_javascript_space)?,
        Fields::ListedBlank => return listed_blank(line),
        Fields::StartOfLine => start_of_line(written.trim_matches(is_python_space))?,
        Fields::Anywhere => anywhere(line)?,
    };
    Some(Kind::Field(key, value.into_bytes()))
}

/// `key: value`, both without the white space around them.
fn exact(line: &str, is_space: fn(char) -> bool) -> Option<(Key, String)> {
    let (key, value) = line.split_once(':')?;
    Some((plain_key(key.trim_matches(is_space)), value.trim_matches(is_space).into()))
}

/// fastrobots: nothing stands between the name and the colon, and a crawl-delay is a number.
fn exact_untrimmed(line: &str) -> Option<(Key, String)> {
    let is_space = |c: char| c.is_ascii_whitespace();
    let (key, value) = line.trim_matches(is_space).split_once(':')?;
    let value = value.trim_matches(is_space);
    let key = match plain_key(key) {
        Key::CrawlDelay if value.parse::<f64>().is_err() => Key::Other,
        key => key,
    };
    Some((key, value.into()))
}

/// robotstxt: white space at the ends of a line is only cut if the line has a comment, so a missing colon is not seen
/// after white space.
fn lenient_untrimmed(written: &str) -> Option<(Key, String)> {
    let line = written.split_once('#').map_or(written, |(before, _)| before.trim());
    let is_blank = |c| matches!(c, ' ' | '\t');
    let at = match line.find(':') {
        Some(colon) => colon,
        None => {
            let blank = line.find(is_blank)?;
            let value = line[blank..].trim();
            (!value.is_empty() && !value.contains(is_blank)).then_some(blank)?
        }
    };
    let key = match Field::from_key(line[..at].trim().as_bytes(), Profile::GOOGLE).0 {
        _ if at == 0 => return None,
        Field::UserAgent => Key::UserAgent,
        Field::Allow => Key::Allow,
        Field::Disallow => Key::Disallow,
        _ => Key::Other,
    };
    Some((key, line[at + 1..].trim().into()))
}

fn key_is_empty(line: &str) -> bool {
    line.trim_start_matches(is_javascript_space).starts_with(':')
}

fn plain_key(key: &str) -> Key {
    let known = [
        ("user-agent", Key::UserAgent),
        ("disallow", Key::Disallow),
        ("allow", Key::Allow),
        ("crawl-delay", Key::CrawlDelay),
        ("request-rate", Key::RequestRate),
        ("sitemap", Key::SiteWide),
    ];
    let found = known.iter().find(|(name, _)| key.eq_ignore_ascii_case(name));
    found.map_or(Key::Other, |&(_, key)| key)
}

/// The key of protego's list with this spelling.
fn listed_key(key: &str) -> Option<Key> {
    Some(match key {
        "disallow" | "dissallow" | "dissalow" | "disalow" | "diasllow" | "disallaw" => {
            Key::Disallow
        }
        "allow" => Key::Allow,
        "user-agent" | "useragent" | "user agent" => Key::UserAgent,
        "sitemap" | "sitemaps" | "site-map" | "host" => Key::SiteWide,
        "crawl-delay" | "crawl delay" => Key::CrawlDelay,
        "request-rate" | "request rate" => Key::RequestRate,
        "visit-time" | "visit time" => Key::Other,
        _ => return None,
    })
}

/// `key: value` with a key of the list; or else, unless the colon ends the line or white space follows it, one or two
/// words of the list and a value without a colon before it.
fn listed(line: &str) -> Option<(Key, String)> {
    let mut unknown = None;
    if let Some((key, value)) = line.split_once(':') {
        let trimmed = value.trim_matches(is_python_space);
        if let Some(key) = listed_key(&key.trim_matches(is_python_space).to_lowercase()) {
            return Some((key, trimmed.into()));
        }
        unknown = Some((Key::Other, trimmed.into()));
        if value.chars().next().is_none_or(is_python_space) {
            return unknown;
        }
    }
    let words: Vec<&str> = line.split(is_python_space).filter(|word| !word.is_empty()).collect();
    for count in 1..=words.len().min(2) {
        if let Some(key) = listed_key(&words[..count].join(" ").to_lowercase()) {
            return Some((key, words[count..].join(" ")));
        }
    }
    unknown
}

/// The first place where one of the known names stands before a colon. What comes after it is the value, without
/// control characters.
fn anywhere(line: &str) -> Option<(Key, String)> {
    const NAMES: [(&str, Key); 6] = [
        ("allow:", Key::Allow),
        ("disallow:", Key::Disallow),
        ("user-agent:", Key::UserAgent),
        ("useragent:", Key::UserAgent),
        ("sitemap:", Key::SiteWide),
        ("crawl-delay:", Key::CrawlDelay),
    ];
    let line = line.trim_matches(is_python_space);
    // A name of few letters, tried at each character: the steps are at most twelve for each.
    for (at, _) in line.char_indices() {
        for (name, key) in NAMES {
            if let Some(value) = after_name(&line[at..], name) {
                // The program compares what it found once more, in lower case, and takes all else for a disallow.
                let is_plain = line[at..line.len() - value.len()].is_ascii();
                let key = if is_plain { key } else { Key::Disallow };
                let value: String = value.chars().filter(|&c| c > '\u{1f}').collect();
                return Some((key, value.trim_matches(is_python_space).into()));
            }
        }
    }
    None
}

/// texting_robots: a name of the list after blanks, then a colon or a blank, and a value up to a comment. A crawl-delay
/// that is no number is no field.
fn listed_blank(line: &str) -> Option<Kind> {
    #[rustfmt::skip]
    const NAMES: [(&str, Key); 16] = [
        ("user-agent", Key::UserAgent), ("user agent", Key::UserAgent), ("useragent", Key::UserAgent),
        ("allow", Key::Allow),
        ("disallow", Key::Disallow), ("dissallow", Key::Disallow), ("dissalow", Key::Disallow),
        ("disalow", Key::Disallow), ("diasllow", Key::Disallow), ("disallaw", Key::Disallow),
        ("sitemap", Key::Other), ("site-map", Key::Other), ("site map", Key::Other),
        ("crawl-delay", Key::CrawlDelay), ("crawl delay", Key::CrawlDelay), ("crawldelay", Key::CrawlDelay),
    ];
    let is_blank = |c| matches!(c, ' ' | '\t');
    let text = line.trim_start_matches(is_blank);
    let (name, key) = NAMES.into_iter().find(|(name, _)| {
        text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
    })?;
    let rest = &text[name.len()..];
    let value = match rest.trim_start_matches(is_blank).strip_prefix(':') {
        Some(value) => value,
        None => rest.strip_prefix(is_blank)?.trim_start_matches(is_blank),
    };
    // The characters are bytes here. White space is that of the text which the bytes are, if they are one.
    let bytes: Vec<u8> = value.chars().map(|c| c as u8).collect();
    let value: String = match core::str::from_utf8(&bytes) {
        Ok(value) => value.trim().bytes().map(char::from).collect(),
        Err(_) => value.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\u{b}').into(),
    };
    if key == Key::CrawlDelay && !value.parse::<f32>().is_ok_and(|delay| delay >= 0.0) {
        return None;
    }
    Some(Kind::Field(key, value.into_bytes()))
}

/// robotspy: `user-agent`, `allow` or `disallow` at the start of the line, perhaps a colon, and one word.
fn start_of_line(line: &str) -> Option<(Key, String)> {
    let skip = |text: &'_ str| -> usize {
        let rest = text.trim_start_matches(is_python_space);
        let rest = rest.strip_prefix(':').unwrap_or(rest).trim_start_matches(is_python_space);
        text.len() - rest.len()
    };
    if let Some(rest) = after_name(line, "user-agent") {
        return agent_of_start(&rest[skip(rest)..]);
    }
    let (key, rest) = match (after_name(line, "allow"), after_name(line, "disallow")) {
        (Some(rest), _) => (Key::Allow, rest),
        (_, Some(rest)) => (Key::Disallow, rest),
        _ => return None,
    };
    let rest = &rest[skip(rest)..];
    let end = rest.find(|c| c == '#' || is_python_space(c)).unwrap_or(rest.len());
    let (path, after) = rest.split_at(end);
    let after = after.trim_start_matches(is_python_space);
    (after.is_empty() || after.starts_with('#')).then(|| (key, path.into()))
}

/// `*`, or letters, `-` and `_`, and after it no `s` and no `]` before a comment.
fn agent_of_start(text: &str) -> Option<(Key, String)> {
    let end = match text.strip_prefix('*') {
        Some(_) => 1,
        None => text.find(|c| !is_any_case_token(c)).unwrap_or(text.len()),
    };
    let (name, rest) = text.split_at(end);
    let stop = rest.find(['s', 'S', 'ſ', ']']);
    let is_read = stop.is_none_or(|stop| rest[..stop].contains('#'));
    (is_read && !name.is_empty()).then(|| (Key::UserAgent, name.into()))
}

/// What `[a-zA-Z_-]` of Python matches if case is ignored.
const fn is_any_case_token(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '-' | '_' | 'İ' | 'ı' | 'ſ' | '\u{212a}')
}

/// The text after `name`, which `text` begins with. Case is ignored as Python's `re.IGNORECASE` ignores it.
fn after_name<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = text.chars();
    for wanted in name.chars() {
        let c = rest.next()?;
        let folded = match c {
            'İ' | 'ı' => 'i',
            'ſ' => 's',
            c => c.to_ascii_lowercase(),
        };
        if folded != wanted {
            return None;
        }
    }
    Some(rest.as_str())
}
