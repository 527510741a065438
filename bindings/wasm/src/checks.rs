//! Verdicts as numbers: the rules of one crawler, and one URL after the other.

use std::cell::RefCell;
use std::rc::Rc;

#[cfg(feature = "lists")]
use maycrawl::asked_url::{AskedUrl, Schemes};
#[cfg(not(feature = "lists"))]
use maycrawl::{Reason, as_written, requested_as_written};
use maycrawl::{RuleSet, Verdict};
#[cfg(feature = "lists")]
use maycrawl::{SiteBasis, SiteRules};

use crate::buffers::{answer, with_text};
use crate::files::{File, crawler};
use crate::handles::{get, keep};

/// The rules of one crawler, with the file, whose origin they need.
pub(crate) struct Rules {
    pub(crate) file: Rc<File>,
    pub(crate) token: String,
    pub(crate) set: RuleSet,
}

/// The answers that are no verdict: the text is no URL, and the answer says why; the host must read it first.
pub(crate) const REFUSED: f64 = -1.0;
#[cfg(not(feature = "lists"))]
const FOR_THE_HOST: f64 = -2.0;

/// What a word of an answer has besides the line: whether the URL is allowed, whether the file does not apply to it,
/// and the number of the reason.
fn bits(verdict: &Verdict<'_>) -> u8 {
    let is_elsewhere = verdict.decision() == maycrawl::Decision::NotApplicable;
    u8::from(verdict.is_allowed()) | u8::from(is_elsewhere) << 1 | reason_number(verdict) << 2
}

thread_local! {
    /// The names of the reasons that were answered, in the order of their numbers.
    static REASONS: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

fn reason_number(verdict: &Verdict<'_>) -> u8 {
    let name = verdict.reason().name();
    REASONS.with_borrow_mut(|names| {
        let known = names
            .iter()
            .position(|known| core::ptr::eq(*known, name) || *known == name)
            .unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            });
        known as u8
    })
}

/// Answers with the name of the reason with this number.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // the name for the host
pub extern "C" fn reason_name(number: usize) {
    answer(REASONS.with_borrow(|names| names.get(number).copied().unwrap_or_default()));
}

/// Compiles the rules of the crawler in the text. 0: the text is no name, and the answer says why.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn rules_for(file: u32, length: usize, is_header: bool) -> u32 {
    let Some(file) = get::<File>(file) else { return 0 };
    let Some(crawler) = crawler(&file, length, is_header) else { return 0 };
    let set = file.robots().rules_for(&crawler);
    keep(Rules { file, token: crawler.token().to_owned(), set })
}

/// Answers with the token of the crawler.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn token(rules: u32) {
    answer(get::<Rules>(rules).map_or_else(String::new, |rules| rules.token.clone()));
}

/// The line of a verdict, and its bits.
pub(crate) fn word(verdict: &Verdict<'_>) -> (u32, u8) {
    (verdict.line().unwrap_or(0), bits(verdict))
}

/// The same as a number: the line, and 2^32 times the bits.
pub(crate) fn number((line, bits): (u32, u8)) -> f64 {
    f64::from(line) + f64::from(bits) * 4_294_967_296.0
}

/// The verdict about the URL in the text.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn check(rules: u32, length: usize, is_read: bool) -> f64 {
    let Some(rules) = get::<Rules>(rules) else { return REFUSED };
    let checked = with_text(length, |url| checked(&rules.file, &rules.set, url, is_read));
    checked.map_or(REFUSED, |answer| answer.map_or_else(|it| it, number))
}

/// The verdict about a URL that a client requests as it stands, or that the host has read (`is_read`). The others are
/// read by the module; without a parser they are for the host.
#[cfg(feature = "lists")]
pub(crate) fn checked(file: &File, set: &RuleSet, url: &str, _: bool) -> Result<(u32, u8), f64> {
    match AskedUrl::read(url, Schemes::Any) {
        Ok(url) => {
            Ok(word(&SiteRules::new(file.origin.as_ref(), SiteBasis::Rules(set)).check(&url)))
        }
        Err(error) => {
            answer(error.to_string());
            Err(REFUSED)
        }
    }
}

#[cfg(not(feature = "lists"))]
fn checked(file: &File, set: &RuleSet, url: &str, is_read: bool) -> Result<(u32, u8), f64> {
    let origin = match requested_as_written(url) {
        Some(end) => &url.as_bytes()[..end],
        None if is_read => origin(url.as_bytes()),
        None => return Err(FOR_THE_HOST),
    };
    // As `SiteRules`: a path is one of the file's own site.
    let is_own = |own: &str| origin.is_empty() || own.as_bytes() == origin;
    if file.origin.as_deref().is_none_or(is_own) {
        Ok(word(&set.check(as_written(url))))
    } else {
        Ok(word(&Verdict::new(Reason::NotApplicable)))
    }
}

/// The origin of a URL that the host has read: all before the third slash.
#[cfg(not(feature = "lists"))]
fn origin(url: &[u8]) -> &[u8] {
    let mut slashes = (0..url.len()).filter(|&at| matches!(url[at], b'/' | b'?'));
    let is_path = url.first() == Some(&b'/');
    let end = if is_path { Some(0) } else { slashes.nth(2) };
    &url[..end.unwrap_or(url.len())]
}
