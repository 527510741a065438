//! Lints about fields that only some crawlers read, or none any more: `crawl-delay`, `noindex`, `host` and others, and
//! about preferences for the use of pages.

use alloc::format;
use alloc::string::String;

use super::diagnostic::{Lint, Severity};
use super::line_index::KeyedLine;
use super::report::{FindingText, Quoted, Report};

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

pub(crate) static LICENSE: Lint = Lint {
    code: "R117",
    name: "license",
    severity: Severity::Note,
    summary: "`License` (RSL 1.0) is a link to terms of use; it neither allows nor disallows crawling.",
    page: "\
Really Simple Licensing (December 2025) asks crawlers to read the terms of use at that URL. The URL must be absolute. A crawler that
does not know the field skips it, so block pages with `Disallow` as well.",
    example: b"License: https://example.com/license.xml\nUser-agent: *\nDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["RSL 1.0"],
};

pub(crate) static CONTENT_SIGNAL: Lint = Lint {
    code: "R121",
    name: "content-signal",
    severity: Severity::Note,
    summary: "`Content-Signal` says how fetched pages may be used; it neither allows nor disallows crawling.",
    page: "\
`search` is the use in a search index and its results. `ai-input` is the use of the page as input of a model that writes an answer.
`ai-train` is the use for training a model. `yes` grants a use and `no` refuses it. A use that is not named is neither granted nor
refused. The line applies to the crawlers of its group. A crawler that does not know the field skips it.",
    example: b"User-agent: *\nContent-Signal: search=yes, ai-train=no\nDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["draft-romm-aipref-contentsignals-00", "contentsignals.org"],
};

pub(crate) static CONTENT_USAGE: Lint = Lint {
    code: "R122",
    name: "content-usage",
    severity: Severity::Note,
    summary: "`Content-Usage` says how fetched pages may be used; it neither allows nor disallows crawling.",
    page: "\
The field comes from a draft of the IETF's working group on AI preferences. It is written as `[path] train-ai=n, search=y` in a group,
and applies to the paths that the group allows. `n` refuses a use and `y` grants it. Crawlers skip keys that they do not know. The draft
may change.",
    example: b"User-agent: *\nContent-Usage: train-ai=n\nDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["draft-ietf-aipref-attach", "draft-ietf-aipref-vocab"],
};

pub(crate) static BAD_SIGNAL: Lint = Lint {
    code: "R123",
    name: "bad-signal",
    severity: Severity::Error,
    summary: "The preference does not follow the syntax of its draft: crawlers that read such lines skip it.",
    page: "\
`Content-Signal` takes `search`, `ai-input` and `ai-train` with `yes` or `no`, separated by commas. `Content-Usage` takes keys such as `train-ai`
and `search` with `y` or `n`. One mistake can make the whole line invalid.",
    example: b"User-agent: *\nContent-Signal: ai-train=maybe\nDisallow: /private\n",
    instead: b"User-agent: *\nContent-Signal: ai-train=no\nDisallow: /private\n",
    fix: None,
    references: &["draft-romm-aipref-contentsignals-00", "draft-ietf-aipref-attach"],
};

pub(crate) static SIGNAL_OUTSIDE_GROUP: Lint = Lint {
    code: "R124",
    name: "signal-outside-group",
    severity: Severity::Warning,
    summary: "The preference is above the first group, so it applies to no crawler.",
    page: "`Content-Signal` and `Content-Usage` apply to the `user-agent` lines above them. Above the first `user-agent` line they apply to no crawler.",
    example: b"Content-Signal: ai-train=no\nUser-agent: *\nDisallow: /private\n",
    instead: b"User-agent: *\nContent-Signal: ai-train=no\nDisallow: /private\n",
    fix: None,
    references: &["draft-romm-aipref-contentsignals-00", "draft-ietf-aipref-attach"],
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
    if core::ptr::eq(lint, &CONTENT_SIGNAL) || core::ptr::eq(lint, &CONTENT_USAGE) {
        return signal(keyed, lint, report);
    }
    report.add(lint, keyed.key_place(), || {
        let is_number = |value: &[u8]| {
            let text = core::str::from_utf8(value).unwrap_or_default();
            text.parse::<f64>().is_ok_and(|seconds| seconds.is_finite() && seconds >= 0.0)
        };
        if core::ptr::eq(lint, &CRAWL_DELAY) && !is_number(value) {
            let message = format!(
                "the delay {} is not a number of seconds, so no crawler reads it",
                Quoted(value)
            );
            return FindingText::new(message)
                .help("write a number of seconds, such as `Crawl-delay: 5`");
        }
        FindingText::new(short_message(lint, key))
    });
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
        "license" => format!(
            "{key} is a link to terms of use (RSL); it neither allows nor disallows crawling"
        ),
        _ => format!("no crawler reads {key} any more"),
    }
}

/// Reports a line of preferences: what it says, or what is wrong with it.
fn signal(keyed: &KeyedLine<'_>, lint: &'static Lint, report: &mut Report<'_>) {
    let place = keyed.value_place();
    if !report.in_group {
        report.add(&SIGNAL_OUTSIDE_GROUP, keyed.key_place(), || {
            let message = format!(
                "{} is above the first group, so it applies to no crawler",
                Quoted(keyed.directive.key())
            );
            FindingText::new(message).help("move it below a `User-agent` line")
        });
    }
    let is_signal = core::ptr::eq(lint, &CONTENT_SIGNAL);
    match explain(keyed.directive.value(), is_signal) {
        Ok(uses) => report.add(lint, place, || {
            let name = if is_signal { "Content-Signal" } else { "Content-Usage" };
            FindingText::new(format!("`{name}` says: {uses}"))
        }),
        Err(message) => report.add(&BAD_SIGNAL, place, || {
            let example =
                if is_signal { "search=yes, ai-train=no" } else { "train-ai=n, search=y" };
            FindingText::new(message).help(format!("write it like `{example}`"))
        }),
    }
}

/// Says what the preferences mean, or what is wrong with them.
fn explain(value: &[u8], is_signal: bool) -> Result<String, String> {
    let (path, preferences) = match value.iter().position(|byte| matches!(byte, b' ' | b'\t')) {
        Some(end) if value.starts_with(b"/") => (&value[..end], value[end..].trim_ascii()),
        None if value.starts_with(b"/") => (value, &b""[..]),
        _ => (&b""[..], value),
    };
    let mut text = String::new();
    for preference in preferences.split(|&byte| byte == b',').map(<[u8]>::trim_ascii) {
        let Some(at) = preference.iter().position(|&byte| byte == b'=') else {
            return Err(format!(
                "the preference {} is not of the form `key=value`",
                Quoted(preference)
            ));
        };
        let (key, answer) = (preference[..at].trim_ascii(), preference[at + 1..].trim_ascii());
        let grants = match (is_signal, answer) {
            (true, b"yes") | (false, b"y") => "granted",
            (true, b"no") | (false, b"n") => "refused",
            (true, b"immediate" | b"reference" | b"full") if key == b"use" => "limited",
            _ => return Err(format!("{} is not a value that crawlers read", Quoted(answer))),
        };
        let what = match key {
            b"search" => "search",
            b"ai-input" if is_signal => "AI answers",
            b"ai-train" if is_signal => "AI training",
            b"train-ai" if !is_signal => "AI training",
            b"use" if is_signal => "use",
            // The draft requires that unknown keys are skipped.
            _ if !is_signal => continue,
            _ => return Err(format!("the draft does not define the use {}", Quoted(key))),
        };
        let comma = if text.is_empty() { "" } else { ", " };
        text.push_str(&format!("{comma}{what} {grants}"));
    }
    if text.is_empty() {
        text.push_str("nothing about the uses that the draft defines");
    }
    if !path.is_empty() {
        text.push_str(&format!(", for paths below {}", Quoted(path)));
    }
    Ok(text)
}
