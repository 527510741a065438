//! Lints about fields that only some crawlers read, or none any more: `crawl-delay`, `noindex`, `host` and others.

use alloc::format;
use alloc::string::String;

use maycrawl::internals::is_space;

use maycrawl_effects::Severity;

use super::diagnostic::{Lint, LintReason};
use super::fix::{Fix, FixEffect};
use super::line_index::KeyedLine;
use super::report::{FindingText, Quoted, Report};
use super::signals;

pub(crate) static UNKNOWN_FIELD: Lint = Lint {
    code: "R103",
    name: "unknown-field",
    severity: Severity::Warning,
    summary: "No known crawler reads this field: the line has no effect.",
    page: "\
A robots.txt has the fields `user-agent`, `allow`, `disallow` and `sitemap`; some crawlers read a few more. This field is not one of
them. If the line is a comment, add a `#` at its start.",
    example: b"User-agent: *\nPriority: 5\nDisallow: /private\n",
    instead: b"User-agent: *\n# Priority: 5\nDisallow: /private\n",
    fix: None,
    references: &["RFC 9309, section 2.2.4"],
};

pub(crate) static CRAWL_DELAY: Lint = Lint {
    code: "R111",
    name: "crawl-delay",
    severity: Severity::Note,
    summary: "Google has never read `crawl-delay`; Bing and Seznam read it, each in a different way.",
    page: "\
Bing reads the number as the length of a time window in seconds, and requests one page in each window. Seznam reads the field too; Yandex
stopped in 2018. Google ignores it and adapts its crawl rate to the responses of the server: responses with 503 or 429 slow it down. With a
delay of 10 seconds a crawler can fetch at most 8,640 pages a day, so some pages of a large site never get into the index.",
    example: b"User-agent: *\nCrawl-delay: 10\nDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["google/robotstxt#33", "Bing Webmaster Guidelines"],
};

pub(crate) const UNREADABLE_DELAY: LintReason = LintReason {
    name: "unreadable-delay",
    text: "The value is not a number of seconds: no crawler reads the line.",
};

pub(crate) static NOINDEX: Lint = Lint {
    code: "R112",
    name: "noindex",
    severity: Severity::Warning,
    summary: "Google does not read `noindex` in robots.txt: the pages may be indexed.",
    page: "\
The field was never part of the specification, and Google stopped reading it on 1 September 2019. To keep a page out of the index,
allow crawling and add `<meta name=\"robots\" content=\"noindex\">` or the header `X-Robots-Tag: noindex`. This does not work on a
disallowed page, because crawlers never fetch it.",
    example: b"User-agent: *\nNoindex: /drafts\nDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["Google, *A note on unsupported rules in robots.txt* (July 2019)"],
};

pub(crate) static HOST: Lint = Lint {
    code: "R113",
    name: "host",
    severity: Severity::Note,
    summary: "Until 2018 `Host` told Yandex the main host of the site; no crawler reads it now.",
    page: "Redirect the other hosts to the main host, or name the main host in `rel=\"canonical\"`. The line does no harm.",
    example: b"User-agent: *\nDisallow: /private\nHost: www.example.com\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["Yandex.Webmaster, March 2018"],
};

pub(crate) static CLEAN_PARAM: Lint = Lint {
    code: "R114",
    name: "clean-param",
    severity: Severity::Note,
    summary: "Only Yandex reads `clean-param`; other crawlers fetch every variant of the URL.",
    page: "\
The field names parameters that do not change a page: `Clean-param: ref&utm_source /shop/`. It applies to the whole file, not to
one group. For other crawlers, name one URL in `rel=\"canonical\"`.",
    example: b"User-agent: *\nDisallow: /private\nClean-param: ref /shop/\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["Yandex.Webmaster, *Clean-param*"],
};

pub(crate) static SWAPPED_CLEAN_PARAM: Lint = Lint {
    code: "R118",
    name: "swapped-clean-param",
    severity: Severity::Warning,
    summary: "The path stands before the parameters: Yandex reads it as the name of a parameter.",
    page: "\
The parts of the line are the parameters, joined by `&`, and then the path: `Clean-param: ref&utm_source /shop/`. In the other order the line
has no effect.",
    example: b"User-agent: *\nDisallow: /private\nClean-param: /shop/ ref\n",
    instead: b"User-agent: *\nDisallow: /private\nClean-param: ref /shop/\n",
    fix: Some("Swaps the two parts. No verdict changes."),
    references: &["Yandex.Webmaster, *Clean-param*"],
};

pub(crate) static REQUEST_RATE: Lint = Lint {
    code: "R115",
    name: "request-rate",
    severity: Severity::Note,
    summary: "Seznam reads `request-rate`, and few crawlers read `visit-time`; Google and Bing read neither field.",
    page: "\
`Request-rate: 1/10s 1800-1900` allows one page in 10 seconds, from 18:00 to 19:00. `Visit-time: 0600-0845` comes from a draft of
2002. To slow down a crawler that reads neither field, respond with 429 or 503 and `Retry-After`.",
    example: b"User-agent: *\nRequest-rate: 1/10s\nDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["Seznam, *robots.txt*"],
};

pub(crate) static RETIRED_FIELD: Lint = Lint {
    code: "R116",
    name: "retired-field",
    severity: Severity::Warning,
    summary: "The field is from an old proposal, and no crawler reads it any more: the line has no effect.",
    page: "\
Some sites tried `nofollow`, `noarchive`, `revisit-after` and `domain`. Publishers proposed the `ACAP-` fields in 2007. Settings for
single pages belong in `<meta name=\"robots\">` or `X-Robots-Tag`.",
    example: b"User-agent: *\nNofollow: /links\nDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["google/robotstxt, reporting_robots.cc: `kUnsupportedTags`"],
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
    ("license", &signals::LICENSE),
    ("content-signal", &signals::CONTENT_SIGNAL),
    ("content-usage", &signals::CONTENT_USAGE),
];

/// Reports a field that is neither an agent, a rule nor a sitemap, and not a misspelling of one.
pub(crate) fn check(keyed: &KeyedLine<'_>, report: &mut Report<'_>) {
    let (key, value) = (keyed.directive.key(), keyed.directive.value());
    let is_acap = key.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"acap-"));
    let known = FIELDS.iter().find(|(name, _)| key.eq_ignore_ascii_case(name.as_bytes()));
    let lint = known.map(|&(_, lint)| lint).or_else(|| is_acap.then_some(&RETIRED_FIELD));
    let Some(lint) = lint else {
        return report.add(&UNKNOWN_FIELD, keyed.key_place(), || {
            let finding = FindingText::new(format!("no crawler reads the field {}", Quoted(key)));
            // A URL alone on a line is split at the colon of its scheme, so its key is `https`.
            if key.len() < 6
                && key.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"http"))
            {
                return finding.help("if it is a sitemap, add `Sitemap:` at its start");
            }
            finding.help("if it is a comment, add `#` at its start")
        });
    };
    match lint.name {
        "license" => return signals::license(keyed, report),
        "content-signal" | "content-usage" => return signals::signal(keyed, report),
        _ => {}
    }
    if core::ptr::eq(lint, &CLEAN_PARAM) && swapped(keyed, report) {
        return;
    }
    let is_number = |value: &[u8]| {
        let text = core::str::from_utf8(value).unwrap_or_default();
        text.parse::<f64>().is_ok_and(|seconds| seconds.is_finite() && seconds >= 0.0)
    };
    let is_unreadable = core::ptr::eq(lint, &CRAWL_DELAY) && !is_number(value);
    let unlike = is_unreadable || key.eq_ignore_ascii_case(b"visit-time");
    report.add_folded(lint, unlike.into(), keyed.key_place(), || {
        if is_unreadable {
            let message = format!(
                "the delay {} is not a number of seconds, so no crawler reads it",
                Quoted(value)
            );
            return FindingText::new(message)
                .because(UNREADABLE_DELAY)
                .help("write a number of seconds, such as `Crawl-delay: 5`");
        }
        FindingText::new(short_message(lint, key))
    });
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

/// The message of a finding: the short form of the summary.
fn short_message(lint: &Lint, key: &[u8]) -> String {
    let key = Quoted(key);
    match lint.name {
        "crawl-delay" => format!("Google does not read {key}; Bing and Seznam do"),
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
