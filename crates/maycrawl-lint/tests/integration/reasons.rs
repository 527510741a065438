//! The reason beside each message: a sentence that is false for one case of a lint is the only one that people read in
//! another language. This table was written by hand, and read pair by pair.

use std::collections::BTreeSet;

use maycrawl::{Profile, RobotsTxt};
use maycrawl_lint::{Lint, LintOptions, lint_with};
use maycrawl_testdata::corpus;

/// A message without its quotations and numbers, and the name of the reason.
const PAIRS: &[(&str, &str)] = &[
    ("the path `…` stands before the parameters `…`", "swapped-clean-param"),
    ("crawlers read `…` as one path: `…` is part of it", "list-in-path"),
    (
        "no crawler requests a path with `…`, so for Google the rule `…` matches nothing",
        "unrequested-path",
    ),
    ("URLs have `…`, and Google does not match the rule `…` with it", "needless-escape"),
    ("the rule `…` matches only URLs that were escaped twice", "double-escape"),
    ("a URL has no spaces, and `…` has", "bad-sitemap-url"),
    ("`…` has more than one URL", "bad-sitemap-url"),
    ("the `…` at the end of `…` is part of the URL", "bad-sitemap-url"),
    ("crawlers fetch no URL with the scheme `…`", "bad-sitemap-url"),
    ("the URL `…` has no host", "bad-sitemap-url"),
    ("`…` is not the name of a host", "bad-sitemap-url"),
    ("no crawler can fetch the sitemap from the host `…`", "local-sitemap"),
    (
        "`…` follows only its own group: N rule of `…` does not apply to it, so it may fetch `…`",
        "not-repeated",
    ),
    (
        "`…` follows only its own group: N rules of `…` do not apply to it, so it may fetch `…`",
        "not-repeated",
    ),
    ("`…` follows only its own group: N preference of `…` does not apply to it", "not-repeated"),
    ("`…` follows only its own group: N preferences of `…` do not apply to it", "not-repeated"),
    (
        "`…` follows only its own group: N rules and N preference of `…` do not apply to it, so it may fetch `…`",
        "not-repeated",
    ),
    ("the rule `…` also blocks `…`, which pages may request", "admin-ajax-blocked"),
    (
        "the group of `…` has no rules here: the rules of its other group, from line N, apply",
        "empty-group-merged",
    ),
    ("Google reads only `…` of `…`", "text-after-star"),
    ("no crawler is called `…`", "word-as-agent"),
    ("URLs have no spaces, so for Google the rule `…` matches nothing", "fields-in-line"),
    (
        "the rule `…` matches more than the directory that line N shows: also `…` and every other path that begins with it",
        "directory-without-slash",
    ),
    ("the file is compressed with gzip, so crawlers find no rule in it", "compressed"),
    ("this is JSON, not a robots.txt", "other-format"),
    ("this is the source of a PHP program, not a robots.txt", "other-format"),
    (
        "the line `…` marks a merge conflict: crawlers read the rules of both versions",
        "merge-conflict",
    ),
    ("Google reads only `…` of the name `…`", "agent-version"),
    ("`…` is not a value that crawlers read", "bad-signal"),
    ("the policy text does not define the use `…`", "bad-signal"),
    ("the preference `…` is not of the form `…`", "bad-signal"),
    ("URLs have no spaces, so for Google the rule `…` matches nothing", "blank-in-path"),
    ("line N blocks the sitemap `…` for Googlebot", "blocked-sitemap"),
    ("a `…` in `…` is not followed by two hexadecimal digits", "broken-escape"),
    ("the file begins with an invisible byte order mark", "byte-order-mark"),
    ("only Yandex reads `…`; other crawlers skip it", "clean-param"),
    ("`…` begins a comment, so the rule is only `…`", "comment-cuts-path"),
    ("`…` says: AI training refused", "content-signal"),
    ("`…` says: search granted, AI training refused", "content-signal"),
    ("`…` says: AI training refused", "content-usage"),
    ("`…` says: AI training granted", "content-usage"),
    ("`…` says: AI training refused, for paths that begin with `…`", "content-usage"),
    ("`…` says: nothing about the uses that the draft defines", "content-usage"),
    ("`…` has a value that is neither `…` nor `…`, so it says nothing", "unread-preference"),
    ("`…` is not the token of the draft, so no reader knows it", "purpose-token"),
    (
        "line N grants AI training and line N refuses it, for `…`: no document says which counts",
        "contradicting-signals",
    ),
    ("the label `…` is of an earlier revision of the draft, and says nothing now", "retired-label"),
    ("the licence `…` is not a full URL", "relative-license"),
    (
        "the rules disallow every path that `…` matches, so the preference has no effect",
        "signal-without-effect",
    ),
    (
        "line N allows the same path, and for Google and RFC N it wins, so this `…` has no effect",
        "contradicting-rules",
    ),
    ("the line has the control byte N, which no URL and no crawler name has", "control-byte"),
    ("Google does not read `…`; Bing, Seznam, Anthropic and N more do", "crawl-delay"),
    (
        "the rule `…` matches more than the directory that line N shows: also `…` of line N",
        "directory-without-slash",
    ),
    ("FeedFetcher-Google ignores robots.txt, as its operator says", "disobedient-agent"),
    ("Google-Site-Verification ignores robots.txt, as its operator says", "disobedient-agent"),
    ("Slackbot-LinkExpanding is reported not to obey robots.txt", "disobedient-agent"),
    ("facebookexternalhit is reported not to obey robots.txt", "disobedient-agent"),
    ("line N already has the same rule", "duplicate-rule"),
    ("`…` has no name, so Google applies these rules to no crawler", "empty-agent"),
    ("for Google an `…` without a path allows nothing", "empty-allow"),
    (
        "the group of `…` has no rules: it may fetch everything, even if the group of `…` forbids it",
        "empty-group",
    ),
    (
        "the group of `…` has no rules: every crawler without its own group may fetch everything",
        "empty-group-of-all",
    ),
    ("the group of `…` has no rules: it may fetch everything", "empty-only-group"),
    (
        "the colon after `…` is missing: crawlers split the line at the next colon and read the value `…`",
        "field-swallows-value",
    ),
    ("`…` was only for Yandex, which stopped reading it in N", "host"),
    (
        "this is a web page (HTML), not a robots.txt: crawlers find no rule in it, so everything is allowed",
        "html",
    ),
    ("this is a web page (HTML), not a robots.txt; crawlers read N lines of it as rules", "html"),
    ("for Google an empty `…` has no effect next to the other rules of its group", "idle-disallow"),
    ("`…` matches exactly what `…` matches", "idle-wildcard"),
    ("Google reads the name `…` as `…`", "illegal-agent"),
    (
        "an invisible character stands before `…`: Google skips the line, and other crawlers may read it",
        "invisible-character",
    ),
    ("an invisible character is part of the value `…`", "invisible-in-value"),
    (
        "the empty line above does not end the group: the rules below also apply to the crawlers above it",
        "joined-groups",
    ),
    (
        "the field above is not a rule, so it does not end the group: the rules below also apply to the crawlers above it",
        "joined-groups",
    ),
    (
        "crawlers stop reading after N bytes and ignore the last N of N bytes; line N is cut there and ignored as a whole",
        "large-file",
    ),
    ("`…` is a link to terms of use (RSL); it neither allows nor disallows crawling", "license"),
    ("the `…` in `…` is not the last byte, so it matches a dollar sign", "literal-dollar"),
    ("crawlers request `…`, but the rule has `…`", "lower-case-escape"),
    (
        "line N already begins a group of `…`: Google reads both as one group, and some crawlers only one of them",
        "merged-groups",
    ),
    (
        "the colon after `…` is missing: Google accepts the space instead, some other crawlers skip the line",
        "missing-colon",
    ),
    (
        "`…` is a misspelling of `…`: Google accepts it, but not every crawler does",
        "misspelt-field",
    ),
    ("Google reads no name in `…`, so its rules apply to no crawler", "nameless-agent"),
    ("`…` allows only what no rule disallows", "needless-allow"),
    ("line N already allows everything that `…` matches", "needless-rule"),
    ("line N already disallows everything that `…` matches", "needless-rule"),
    ("without `…`, other rules together give every URL the same verdict", "needless-together"),
    ("crawlers ignore the line `…`", "no-directive"),
    (
        "for Google the rule `…` matches nothing, because every path begins with `…`",
        "no-leading-slash",
    ),
    ("Google does not read `…` in robots.txt, so the pages may be indexed", "noindex"),
    ("crawlers request `…`, but the rule has `…`", "non-ascii-path"),
    ("the byte `…` in the path is not UTF-N", "not-utf-8"),
    ("Google reads the line only up to its zero byte", "nul-byte"),
    ("Google reads the name `…` as `…`", "odd-agent"),
    ("the rule `…` may show every reader where private files are", "private-path"),
    (
        "`…` begins with a quotation mark, which is part of the value: no crawler has this name",
        "quotation-marks",
    ),
    (
        "`…` begins with a quotation mark, which is part of the value: for Google the rule matches nothing",
        "quotation-marks",
    ),
    (
        "line N, allow `…`, matches everything that `…` matches, and for Google and RFC N it wins",
        "redundant-rule",
    ),
    (
        "line N, disallow `…`, matches everything that `…` matches, and for Google and RFC N it wins",
        "redundant-rule",
    ),
    (
        "the rule `…` is not a regular expression: only `…` and a final `…` are special",
        "regular-expression",
    ),
    ("a sitemap needs a full URL, and `…` is not one", "relative-sitemap"),
    ("line N already names `…`", "repeated-agent"),
    ("line N already names the sitemap `…`", "repeated-sitemap"),
    ("Seznam reads `…`; Google and Bing do not", "request-rate"),
    ("few crawlers read `…`; Google and Bing do not", "request-rate"),
    ("the blocked folder `…` usually contains style sheets and scripts", "resource-folder"),
    ("the rule `…` blocks files that pages need for rendering", "resources-blocked"),
    ("no crawler reads `…` any more", "retired-field"),
    ("the rule has no `…` line above it, so Google applies it to no crawler", "rule-before-group"),
    (
        "line N, disallow `…`, matches everything that `…` matches, and for Google and RFC N it wins",
        "shadowed-rule",
    ),
    ("`…` is above the first group, so it applies to no crawler", "signal-outside-group"),
    ("`…` is above the first group, so it applies to no crawler", "delay-outside-group"),
    ("this rule blocks the whole site for every crawler without its own group", "site-blocked"),
    (
        "this rule blocks the whole site for every crawler without its own group, except `…`",
        "site-blocked",
    ),
    ("this rule blocks the whole site for Bing", "site-blocked-for-one"),
    ("this rule blocks the whole site for Bing, except `…`", "site-blocked-for-one"),
    (
        "this rule blocks the whole site for Bing, as for every crawler without its own group, except `…`",
        "site-blocked-for-one",
    ),
    ("this rule blocks the whole site for Google, except `…`", "site-blocked-for-one"),
    (
        "this rule blocks the whole site for Google, as for every crawler without its own group, except `…`",
        "site-blocked-for-one",
    ),
    (
        "this rule blocks the whole site for Bing, as for every crawler without its own group",
        "site-blocked-for-one",
    ),
    ("this rule blocks the whole site for Google", "site-blocked-for-one"),
    (
        "this rule blocks the whole site for Google, as for every crawler without its own group",
        "site-blocked-for-one",
    ),
    ("URLs have no spaces, so for Google the rule `…` matches nothing", "space-in-path"),
    ("… not follow `…`, so they may fetch the whole site", "star-not-for-all"),
    ("the rule `…` is as long as line N, allow `…`: if both match, allow wins", "tied-rules"),
    (
        "the rule `…` and line N, allow `…`, match some common URLs: Google's documents of N to N left undefined which one wins",
        "undefined-precedence",
    ),
    (
        "the rule `…` and line N, disallow `…`, match some common URLs: Google's documents of N to N left undefined which one wins",
        "undefined-precedence",
    ),
    ("no known crawler is called `…`; did you mean `…`?", "unknown-agent"),
    ("no crawler reads the field `…`", "unknown-field"),
    ("no crawler reads the field `…`, not even Google; did you mean `…`?", "unread-misspelling"),
    ("the delay `…` is not a number of seconds, so no crawler reads it", "unreadable-delay"),
    (
        "the rate `…` is not a number of requests in a time, so no crawler reads it",
        "unreadable-rate",
    ),
    ("a rule takes a path, and `…` is a URL: for Google it matches nothing", "url-as-path"),
    ("`…` is a name of the past: bingbot has taken its place", "past-agent"),
    ("the file is UTF-N, so crawlers find no rule in it", "utf-16"),
];

/// Files with a case that neither an example nor a real file has.
const CASES: &[&[u8]] = &[
    b"User-agent: *\nDisallow: /\nAllow: /x/\n",
    b"User-agent: *\nDisallow: /\nAllow: /x/\n\nUser-agent: Googlebot\nDisallow: /y\n",
    b"User-agent: *\nDisallow: /\nAllow: /x/\n\nUser-agent: bingbot\nDisallow: /y\n",
    b"User-agent: bingbot\nDisallow: /\nAllow: /x/\n",
    b"User-agent: Googlebot\nDisallow: /\nAllow: /x/\n",
    b"Sitemap: https://a.example/s.xml https://a.example/t.xml\nSitemap: https://h/s,http://h/t\n",
    b"Sitemap: https://a.example/s.xml,\nSitemap: https:///s.xml\nSitemap: https://<host>/s.xml\n",
    b"User-agent: *\nDisallow: /x\n\nUser-agent: a\nDisallow: /y\n",
    b"User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n\nUser-agent: a\nDisallow: /y\n",
    b"User-agent: *\nContent-Signal: ai-train=no\nContent-Usage: train-ai=n\nAllow: /\n\nUser-agent: a\nDisallow: /y\n",
    b"User-agent: *\nContent-Signal: ai-train=no\nDisallow: /x\nDisallow: /z\n\nUser-agent: a\nDisallow: /y\n",
    b"User-agent: *\nDisallow: /x\n\nUser-agent: a\nDisallow: /y\n\nUser-agent: *\n",
    b"User-agent: * Disallow: /x\nDisallow: /y\n",
    b"User-agent: all\nDisallow: /y Allow: /z\n",
    b"<?php echo 1;\n",
    b"User-agent: *\nDisallow: /my folder/\n",
    b"User-agent: bingbot\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /\n",
    b"User-agent: Googlebot\nAllow: /\n\nUser-agent: *\nDisallow: /\n",
    b"User-agent: Googlebot\nDisallow: /\n\nUser-agent: bingbot\nDisallow: /x\n",
    b"User-agent: AdsBot-Google\nUser-agent: *\nDisallow: /\n",
    b"User-agent: *\nContent-Signal: ai-train\nDisallow: /x\n",
    b"User-agent: *\nContent-Signal: ai-draw=no\nDisallow: /x\n",
    b"Crawl-delay: 5\nUser-agent: *\nRequest-rate: fast\nDisallow: /x\n",
];

/// A case of profile rfc9309 alone: Google's documents leave undefined whether the last two rules win.
const TOGETHER: &[u8] =
    b"User-agent: *\nDisallow: /a\nAllow: */q\nDisallow: /ab*z\nDisallow: /ab*/q\n";

/// The message with `…` for each quotation and `N` for each number.
fn template(message: &str) -> String {
    let mut template = String::new();
    for (index, part) in message.split('`').enumerate() {
        if index % 2 == 1 {
            template.push_str("`…`");
            continue;
        }
        let mut in_number = false;
        for c in part.chars() {
            // `0x1b` is a number too.
            let is_digit = c.is_ascii_digit() || in_number && (c == 'x' || c.is_ascii_hexdigit());
            if !is_digit {
                template.push(c);
            } else if !in_number {
                template.push('N');
            }
            in_number = is_digit;
        }
    }
    // Which crawlers are named depends on the groups.
    if let Some((_, rest)) = template.split_once(" not follow ") {
        return format!("… not follow {}", rest.replace("so it may", "so they may"));
    }
    template
}

#[test]
fn each_message_has_a_reason_that_is_true_for_it() {
    let examples = Lint::all().iter().filter_map(|lint| lint.example());
    let mut files: Vec<Vec<u8>> = CASES.iter().map(|case| case.to_vec()).collect();
    files.extend(examples.map(|example| example.mistaken.to_vec()));
    let real = corpus("reasons of findings in real files");
    files.extend(real.iter().flatten().map(|file| file.bytes.clone()));
    let google = files.iter().map(|file| (&file[..], Profile::GOOGLE));
    let mut pairs = BTreeSet::new();
    for (file, profile) in google.chain([(TOGETHER, Profile::RFC9309)]) {
        let robots = RobotsTxt::parse_with(file, profile);
        let report = lint_with(&robots, &LintOptions::new().readers(Vec::new()).limit(10_000));
        pairs.extend(report.into_iter().map(|it| (template(&it.message), it.reason.name)));
    }
    let known: BTreeSet<_> =
        PAIRS.iter().map(|&(message, name)| (message.to_owned(), name)).collect();
    let new: Vec<_> = pairs.difference(&known).collect();
    assert!(new.is_empty(), "read these, and add them if the reason is true: {new:#?}");
    // Without the real files some are not found.
    let unused: Vec<_> = known.difference(&pairs).collect();
    assert!(real.is_none() || unused.is_empty(), "nothing has these any more: {unused:#?}");
}
