//! Lints about fields that only some crawlers read, or none any more: `crawl-delay`, `noindex`, `host` and others.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::internals::{edit_distance, is_space};
use maycrawl::pace::{Delay, RequestRate};

use super::diagnostic::{Lint, LintReason};
use super::fix::{Fix, FixEffect, gap};
use super::line_index::KeyedLine;
use super::lints::{
    CLEAN_PARAM, CONTENT_SIGNAL, CONTENT_USAGE, CRAWL_DELAY, HOST, LICENSE, NOINDEX, REQUEST_RATE,
    RETIRED_FIELD, SWAPPED_CLEAN_PARAM, UNKNOWN_FIELD,
};
use super::report::{FindingText, Quoted, Report};
use super::signals;

pub(crate) const UNREADABLE_DELAY: LintReason = LintReason {
    name: "unreadable-delay",
    text: "The value is not a number of seconds: no crawler reads the line.",
};

pub(crate) const UNREADABLE_RATE: LintReason = LintReason {
    name: "unreadable-rate",
    text: "The value is not a rate such as `1/5`: no crawler reads the line.",
};

pub(crate) const DELAY_OUTSIDE_GROUP: LintReason = LintReason {
    name: "delay-outside-group",
    text: "The line is above the first group, so it applies to no crawler.",
};

/// Known fields that are not rules.
static FIELDS: [(&str, &Lint); 14] = [
    ("crawl-delay", &CRAWL_DELAY),
    ("noindex", &NOINDEX),
    ("host", &HOST),
    ("clean-param", &CLEAN_PARAM),
    ("request-rate", &REQUEST_RATE),
    ("visit-time", &REQUEST_RATE),
    ("nofollow", &RETIRED_FIELD),
    ("noarchive", &RETIRED_FIELD),
    ("revisit-after", &RETIRED_FIELD),
    ("domain", &RETIRED_FIELD),
    ("robot-version", &RETIRED_FIELD),
    ("license", &LICENSE),
    ("content-signal", &CONTENT_SIGNAL),
    ("content-usage", &CONTENT_USAGE),
];

/// Reports a field that is neither an agent, a rule nor a sitemap, and not a misspelling of one.
pub(crate) fn check(keyed: &KeyedLine<'_>, report: &mut Report<'_>) {
    let (key, value) = (keyed.directive.key(), keyed.directive.value());
    let is_acap = key.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"acap-"));
    let known = FIELDS.iter().find(|(name, _)| key.eq_ignore_ascii_case(name.as_bytes()));
    let lint = known.map(|&(_, lint)| lint).or_else(|| is_acap.then_some(&RETIRED_FIELD));
    let Some(lint) = lint else {
        return report.add(&UNKNOWN_FIELD, keyed.key_place(), || unknown(keyed));
    };
    match lint.name {
        "license" => return signals::license(keyed, report),
        "content-signal" | "content-usage" => return signals::signal(keyed, report),
        _ => {}
    }
    if core::ptr::eq(lint, &CLEAN_PARAM) && swapped(keyed, report) {
        return;
    }
    let kind = Told::of(keyed, report.in_group);
    report.add_folded(lint, kind as u64, keyed.key_place(), || match kind {
        Told::OutsideGroup => signals::above_first_group(keyed).because(DELAY_OUTSIDE_GROUP),
        Told::UnreadableDelay => FindingText::new(format!(
            "the delay {} is not a number of seconds, so no crawler reads it",
            Quoted(value)
        ))
        .because(UNREADABLE_DELAY)
        .help("write a number of seconds, such as `Crawl-delay: 5`"),
        Told::UnreadableRate => FindingText::new(format!(
            "the rate {} is not a number of requests in a time, so no crawler reads it",
            Quoted(value)
        ))
        .because(UNREADABLE_RATE)
        .help("write it like `Request-rate: 1/5`: one request in 5 seconds"),
        _ => FindingText::new(short_message(lint, key)),
    });
}

/// What is told of a line with a known field. Lines of which the same is told share a finding.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    OfField,
    OfVisitTime,
    OutsideGroup,
    UnreadableDelay,
    UnreadableRate,
}

impl Told {
    fn of(keyed: &KeyedLine<'_>, in_group: bool) -> Self {
        let (key, value) = (keyed.directive.key(), keyed.directive.value());
        let is = |name: &str| key.eq_ignore_ascii_case(name.as_bytes());
        let (is_delay, is_rate, is_visit) =
            (is("crawl-delay"), is("request-rate"), is("visit-time"));
        match () {
            () if !in_group && (is_delay || is_rate || is_visit) => Self::OutsideGroup,
            () if is_delay && Delay::parse(value, 0).is_none() => Self::UnreadableDelay,
            () if is_rate && RequestRate::parse(value, 0).is_none() => Self::UnreadableRate,
            () if is_visit => Self::OfVisitTime,
            () => Self::OfField,
        }
    }
}

fn unknown(keyed: &KeyedLine<'_>) -> FindingText {
    let key = keyed.directive.key();
    let finding = FindingText::new(format!("no crawler reads the field {}", Quoted(key)));
    let start = gap(keyed.directive.key_span.start);
    // A URL alone on a line is split at the colon of its scheme, so its key is `https`.
    if key.len() < 6 && key.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"http")) {
        return finding.help("if it is a sitemap, add `Sitemap:` at its start").choice(
            "add `Sitemap:`",
            start,
            "Sitemap: ",
        );
    }
    if let Some(told) = of_another_place(key) {
        return finding.help(told);
    }
    let Some(name) = similar_name(key) else {
        return finding.help("if it is a comment, add `#` at its start").choice(
            "make it a comment",
            start,
            "# ",
        );
    };
    let write = format!("write `{name}`");
    let span = keyed.directive.key_span;
    let message = format!("no crawler reads the field {}; did you mean `{name}`?", Quoted(key));
    let fix = Fix::new(write.clone(), FixEffect::Mends, span, keyed.with_colon(name));
    FindingText::new(message).help(write).fix(fix)
}

/// Fields that only some crawlers read, as they are written. A misspelt one is easily the dearest line of a file: a
/// reservation that nobody reads.
const NAMES: [&str; 7] = [
    "Content-Signal",
    "Content-Usage",
    "License",
    "Crawl-delay",
    "Request-rate",
    "Visit-time",
    "Clean-param",
];

/// The field that a key means: it has the same letters, or one or two slips, or it is another name of the same thing.
fn similar_name(key: &[u8]) -> Option<&'static str> {
    let letters = |text: &[u8]| -> Vec<u8> {
        let letters = text.iter().filter(|byte| byte.is_ascii_alphanumeric());
        letters.map(u8::to_ascii_lowercase).collect()
    };
    let key = letters(key);
    match &key[..] {
        b"rsl" | b"rsllicense" | b"licensing" => return Some("License"),
        b"contentuse" | b"aiusage" | b"contentpreference" => return Some("Content-Usage"),
        b"contentsign" | b"aisignal" => return Some("Content-Signal"),
        b"delay" | b"crawldelays" | b"crawlingdelay" => return Some("Crawl-delay"),
        _ => {}
    }
    NAMES.into_iter().find(|name| {
        let name = letters(name.as_bytes());
        let most = if name.len() < 6 { 1 } else { 2 };
        key.len() > 3 && edit_distance::slips(&key, &name, most) <= most
    })
}

/// What to write instead of a reservation that has its place elsewhere.
fn of_another_place(key: &[u8]) -> Option<&'static str> {
    let is = |names: &[&str]| names.iter().any(|name| key.eq_ignore_ascii_case(name.as_bytes()));
    if is(&["tdm-reservation", "tdm-policy", "tdmreservation", "tdm_reservation", "tdmrep"]) {
        return Some(
            "write it in /.well-known/tdmrep.json, in a header or in a meta element: robots.txt has no such field",
        );
    }
    is(&["noai", "noimageai", "no-ai", "noarchive-ai"]).then_some(
        "write it in a robots meta element or in `X-Robots-Tag`; in robots.txt close the site for crawlers that train, or write `Content-Signal: ai-train=no`",
    )
}

/// Reports `Clean-param: /shop/ ref`. True if it is one.
fn swapped(keyed: &KeyedLine<'_>, report: &mut Report<'_>) -> bool {
    let value = keyed.directive.value();
    let mut words = value.split(|&byte| is_space(byte)).filter(|word| !word.is_empty());
    let (Some(path), Some(parameters), None) = (words.next(), words.next(), words.next()) else {
        return false;
    };
    if !path.starts_with(b"/") || parameters.starts_with(b"/") {
        return false;
    }
    let place = keyed.value_place();
    report.add(&SWAPPED_CLEAN_PARAM, place, || {
        let right = [parameters, b" ", path].concat();
        let write = format!("write {}", Quoted(&right));
        let fix = Fix::new(write.clone(), FixEffect::KeepsVerdicts, place.span, right);
        let message = format!(
            "the path {} stands before the parameters {}",
            Quoted(path),
            Quoted(parameters)
        );
        FindingText::new(message).help(write).fix(fix)
    });
    true
}

/// The operators that say that a crawler of theirs reads a delay. A test makes it from the table of crawlers: the code
/// that does would be in the tester's engine for this one sentence.
const READERS_OF_DELAY: &str = "Bing, Seznam, Anthropic and 4 more";

/// The message of a finding: the short form of the summary.
fn short_message(lint: &Lint, key: &[u8]) -> String {
    let key = Quoted(key);
    match lint.name {
        "crawl-delay" => format!("Google does not read {key}; {READERS_OF_DELAY} do"),
        "noindex" => {
            format!("Google does not read {key} in robots.txt, so the pages may be indexed")
        }
        "host" => format!("{key} was only for Yandex, which stopped reading it in 2018"),
        "clean-param" => format!("only Yandex reads {key}; other crawlers skip it"),
        "request-rate" if key.0.eq_ignore_ascii_case(b"request-rate") => {
            format!("Seznam reads {key}; Google and Bing do not")
        }
        "request-rate" => format!("few crawlers read {key}; Google and Bing do not"),
        _ => format!("no crawler reads {key} any more"),
    }
}

#[cfg(test)]
mod tests {
    use maycrawl::crawler::{DelaySupport, KnownCrawler, sort_by_weight};

    use super::*;

    #[test]
    fn the_readers_of_a_delay_are_those_of_the_table() {
        let reads = |known: &&KnownCrawler| known.delay().support == DelaySupport::Read;
        let mut tokens: Vec<_> =
            KnownCrawler::all().iter().filter(reads).map(|it| it.token).collect();
        sort_by_weight(&mut tokens);
        let mut names: Vec<&str> = Vec::new();
        for known in tokens.into_iter().filter_map(KnownCrawler::by_name) {
            let name = if known.token == "bingbot" { Some("Bing") } else { known.operator };
            names.extend(name.filter(|name| !names.contains(name)));
        }
        let (first, more) = names.split_at(3);
        assert_eq!(READERS_OF_DELAY, format!("{} and {} more", first.join(", "), more.len()));
    }
}
