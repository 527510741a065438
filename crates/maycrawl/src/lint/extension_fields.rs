//! Fields that only some read, or nobody any more: crawl-delay, noindex, host and their kin, and the signals
//! about use.

use alloc::format;
use alloc::string::String;

use super::diagnostic::{Lint, Severity};
use super::line_index::KeyedLine;
use super::report::{Quoted, Report, Words};

pub(crate) static UNKNOWN_FIELD: Lint = Lint {
    code: "R103",
    name: "unknown-field",
    severity: Severity::Warning,
    summary: "No crawler that we know of reads this field: the line does nothing.",
    page: "\
A robots.txt has the fields `user-agent`, `allow`, `disallow` and `sitemap`; some crawlers read a few more. This field is not one of
them. If it is a remark, put a `#` in front of it.",
    example: b"User-agent: *\nPriority: 5\nDisallow: /private\n",
    instead: b"User-agent: *\n# Priority: 5\nDisallow: /private\n",
    fix: None,
    references: &["RFC 9309, section 2.2.4"],
};

pub(crate) static CRAWL_DELAY: Lint = Lint {
    code: "R111",
    name: "crawl-delay",
    severity: Severity::Note,
    summary: "Google has never read `crawl-delay`; Bing and Seznam do, each in its own way.",
    page: "\
Bing takes the number as a window of so many seconds in which it asks for one page; Seznam reads it too; Yandex stopped in
2018. Google ignores it and adapts its rate to the answers of the server: 503 or 429 for a while slows it down. A delay of
ten seconds lets a crawler see 8,640 pages a day at most, so on a large site it keeps pages out of the index.",
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
It was never part of the specification, and Google stopped reading it on 1 September 2019. To keep a page out of the index
let it be crawled and answer with `<meta name=\"robots\" content=\"noindex\">` or `X-Robots-Tag: noindex`. A page that is disallowed cannot
say so: it is never fetched.",
    example: b"User-agent: *\nNoindex: /drafts\nDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["Google, *A note on unsupported rules in robots.txt* (July 2019)"],
};

pub(crate) static HOST: Lint = Lint {
    code: "R113",
    name: "host",
    severity: Severity::Note,
    summary: "`Host` named the main host for Yandex until 2018; no crawler reads it now.",
    page: "Redirect the other hosts to the main one, or name it in `rel=\"canonical\"`. The line does no harm.",
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
It says which parameters do not change a page: `Clean-param: ref&utm_source /shop/`. It belongs to the whole file, not to a group. For
other crawlers name one URL in `rel=\"canonical\"`.",
    example: b"User-agent: *\nDisallow: /private\nClean-param: ref /shop/\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["Yandex.Webmaster, *Clean-param*"],
};

pub(crate) static REQUEST_RATE: Lint = Lint {
    code: "R115",
    name: "request-rate",
    severity: Severity::Note,
    summary: "Seznam reads `request-rate`, few crawlers read `visit-time`; Google and Bing read neither.",
    page: "\
`Request-rate: 1/10s 1800-1900` allows so many pages in a time, perhaps at some hours only. `Visit-time: 0600-0845` comes from a draft of
2002. To slow a crawler that reads neither, answer 429 or 503 with `Retry-After`.",
    example: b"User-agent: *\nRequest-rate: 1/10s\nDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["Seznam, *robots.txt*"],
};

pub(crate) static RETIRED_FIELD: Lint = Lint {
    code: "R116",
    name: "retired-field",
    severity: Severity::Warning,
    summary: "A field of some old proposal that no crawler reads any more: the line does nothing.",
    page: "\
`nofollow`, `noarchive`, `revisit-after` and `domain` were tried by some, the `ACAP-` fields were a proposal of publishers of 2007. What pages
say about themselves belongs into `<meta name=\"robots\">` or `X-Robots-Tag`.",
    example: b"User-agent: *\nNofollow: /links\nDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["google/robotstxt, reporting_robots.cc: `kUnsupportedTags`"],
};

pub(crate) static LICENSE: Lint = Lint {
    code: "R117",
    name: "license",
    severity: Severity::Note,
    summary: "`License` (RSL 1.0) points to terms of use; it allows and disallows nothing.",
    page: "\
Really Simple Licensing (December 2025) asks crawlers to read the terms at that address. It must be an absolute URL. A crawler
that does not know the field skips it, so what must not be fetched still needs `Disallow`.",
    example: b"License: https://example.com/license.xml\nUser-agent: *\nDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["RSL 1.0"],
};

pub(crate) static CONTENT_SIGNAL: Lint = Lint {
    code: "R121",
    name: "content-signal",
    severity: Severity::Note,
    summary: "`Content-Signal` says what fetched pages may be used for; it allows and disallows no fetch.",
    page: "\
`search` is an index and its results, `ai-input` is giving the page to a model as it answers, `ai-train` is training. `yes` grants,
`no` refuses, and what is not named is neither granted nor refused. The signal is for the crawlers of its group. A crawler that does
not know it skips it.",
    example: b"User-agent: *\nContent-Signal: search=yes, ai-train=no\nDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["draft-romm-aipref-contentsignals-00", "contentsignals.org"],
};

pub(crate) static CONTENT_USAGE: Lint = Lint {
    code: "R122",
    name: "content-usage",
    severity: Severity::Note,
    summary: "`Content-Usage` says what fetched pages may be used for; it allows and disallows no fetch.",
    page: "\
The IETF's working group on AI preferences drafts it: `[path] train-ai=n, search=y`, in a group, for the paths that the group lets be
crawled. `n` refuses, `y` grants; keys that are not known are skipped. It is a draft and may change.",
    example: b"User-agent: *\nContent-Usage: train-ai=n\nDisallow: /private\n",
    instead: b"User-agent: *\nDisallow: /private\n",
    fix: None,
    references: &["draft-ietf-aipref-attach", "draft-ietf-aipref-vocab"],
};

pub(crate) static BAD_SIGNAL: Lint = Lint {
    code: "R123",
    name: "bad-signal",
    severity: Severity::Error,
    summary: "The preference is not written as its draft demands: crawlers that read such lines skip it.",
    page: "\
`Content-Signal` takes `search`, `ai-input` and `ai-train` with `yes` or `no`, separated by commas. `Content-Usage` takes keys such as `train-ai`
and `search` with `y` or `n`. One mistake can make the whole line void.",
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
    page: "`Content-Signal` and `Content-Usage` belong to the `user-agent` lines above them. Above the first one they apply to no crawler.",
    example: b"Content-Signal: ai-train=no\nUser-agent: *\nDisallow: /private\n",
    instead: b"User-agent: *\nContent-Signal: ai-train=no\nDisallow: /private\n",
    fix: None,
    references: &["draft-romm-aipref-contentsignals-00", "draft-ietf-aipref-attach"],
};

/// Fields that are no rule but not unknown either.
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

/// A field that is neither agent nor rule nor sitemap, and no slip.
pub(crate) fn check(keyed: &KeyedLine<'_>, report: &mut Report<'_>) {
    let (key, value) = (keyed.directive.key(), keyed.directive.value());
    let is_acap = key.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"acap-"));
    let known = FIELDS.iter().find(|(name, _)| key.eq_ignore_ascii_case(name.as_bytes()));
    let lint = known.map(|&(_, lint)| lint).or_else(|| is_acap.then_some(&RETIRED_FIELD));
    let Some(lint) = lint else {
        return report.add(&UNKNOWN_FIELD, keyed.key_place(), || {
            let words = Words::new(format!("no crawler reads the field {}", Quoted(key)));
            if key.len() < 6
                && key.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"http"))
            {
                return words.help("if it is a sitemap, write `Sitemap:` in front of it");
            }
            words.help("if it is a remark, put `#` in front of it")
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
            return Words::new(message).help("write a number, such as `Crawl-delay: 5`");
        }
        Words::new(said(lint, key))
    });
}

/// The short form of a summary, for a message.
fn said(lint: &Lint, key: &[u8]) -> String {
    let key = Quoted(key);
    match lint.name {
        "crawl-delay" => format!("Google does not read {key}; Bing and Seznam do"),
        "noindex" => {
            format!("Google does not read {key} in robots.txt, so the pages may be indexed")
        }
        "host" => format!("{key} was only for Yandex, and ended in 2018"),
        "clean-param" => format!("only Yandex reads {key}; other crawlers skip it"),
        "request-rate" => format!("Google and Bing do not read {key}; Seznam reads `Request-rate`"),
        "license" => format!("{key} points to terms of use (RSL); it allows and disallows nothing"),
        _ => format!("no crawler reads {key} any more"),
    }
}

/// A line of preferences: explained, or what is wrong with it.
fn signal(keyed: &KeyedLine<'_>, lint: &'static Lint, report: &mut Report<'_>) {
    let place = keyed.value_place();
    if !report.in_group {
        report.add(&SIGNAL_OUTSIDE_GROUP, keyed.key_place(), || {
            let message = format!(
                "{} is above the first group, so it applies to no crawler",
                Quoted(keyed.directive.key())
            );
            Words::new(message).help("put it below a `User-agent` line")
        });
    }
    let is_signal = core::ptr::eq(lint, &CONTENT_SIGNAL);
    match explained(keyed.directive.value(), is_signal) {
        Ok(uses) => report.add(lint, place, || {
            let name = if is_signal { "Content-Signal" } else { "Content-Usage" };
            Words::new(format!("`{name}` says: {uses}"))
        }),
        Err(message) => report.add(&BAD_SIGNAL, place, || {
            let example =
                if is_signal { "search=yes, ai-train=no" } else { "train-ai=n, search=y" };
            Words::new(message).help(format!("write it like `{example}`"))
        }),
    }
}

/// What the preferences mean, or what is wrong with them.
fn explained(value: &[u8], is_signal: bool) -> Result<String, String> {
    let (path, preferences) = match value.iter().position(|byte| matches!(byte, b' ' | b'\t')) {
        Some(end) if value.starts_with(b"/") => (&value[..end], value[end..].trim_ascii()),
        None if value.starts_with(b"/") => (value, &b""[..]),
        _ => (&b""[..], value),
    };
    let mut said = String::new();
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
            _ => return Err(format!("{} is not an answer that crawlers read", Quoted(answer))),
        };
        let what = match key {
            b"search" => "search",
            b"ai-input" if is_signal => "answers of AI",
            b"ai-train" if is_signal => "training of AI",
            b"train-ai" if !is_signal => "training of AI",
            b"use" if is_signal => "use",
            // The draft has unknown keys skipped.
            _ if !is_signal => continue,
            _ => return Err(format!("the draft has no use called {}", Quoted(key))),
        };
        let comma = if said.is_empty() { "" } else { ", " };
        said.push_str(&format!("{comma}{what} {grants}"));
    }
    if said.is_empty() {
        said.push_str("nothing about the uses that the draft has");
    }
    if !path.is_empty() {
        said.push_str(&format!(", below {}", Quoted(path)));
    }
    Ok(said)
}
