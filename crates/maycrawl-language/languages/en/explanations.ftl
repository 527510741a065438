# Explanations for site owners, sentence by sentence, as the service and its page show them.

# Lists of names and of lines.
list-and = { $first } and { $last }
list-or = { $first } or { $last }
list-and-more = { $first } and { $count } more
list-or-more = { $first } or { $count } more
# Where groups begin: "at lines 3 and 7".
at-lines = { $count ->
    [one] at line { $lines }
   *[other] at lines { $lines }
}

explain-requested = A crawler requests this URL as { $path }; rules are compared with that path.
explain-ignores = { $crawler } does not read robots.txt, according to its operator. No line of the file blocks it.
explain-path = Rules are compared with the path: { $path }

# $others are the names that no group has. $at is "at line 3".
explain-no-group = No group of the file names { $others }, and there is no group for all crawlers (*). A crawler without a group may fetch everything.
explain-no-group-star-ignored = No group of the file names { $others }, and { $crawler } does not follow the group for all crawlers (*): a group must name it.
# $statement is half a sentence, such as "Google's documents of 2021 apply `*` to it".
explain-other-documents = { $statement }.
explain-own-group = { $crawler } follows the group for { $name } { $at }, because it names this crawler.
explain-own-group-not-star = { $crawler } follows the group for { $name } { $at }, because it names this crawler; the group for all crawlers (*) does not apply to it.
explain-own-star = { $crawler } follows the group for all crawlers (*) { $at }, because it names this crawler.
explain-other-group = No group names { $others }, so { $crawler } follows the group for { $name } { $at }.
explain-star-group = No group names { $others }, so { $crawler } follows the group for all crawlers (*) { $at }.
explain-merged = The file has { $count } such groups; their rules apply together.

explain-no-rules = The group has no rules, so it blocks nothing.
explain-none-matches = { $rules ->
    [one] Its only rule does not match this path. A path that no rule matches may be fetched.
   *[other] None of its { $rules } rules matches this path. A path that no rule matches may be fetched.
}
explain-only-rule-matches = Its only rule matches this path.
explain-some-match = { $matching ->
    [one] One of its { $rules } rules matches this path.
   *[other] { $matching } of its { $rules } rules match this path.
}

explain-empty-rule = Line { $line } has no path after the colon, so it restricts nothing.
explain-rule-decides = Line { $line }, “{ $rule }”, decides.
explain-near-slash = Line { $line }, { $rule }, would decide if it began with “/”.
explain-near-url = Line { $line }, { $rule }, would decide if it were a path, not a whole URL.
explain-near-escapes = Line { $line }, { $rule }, would decide if it were written as crawlers request the URL, with its escapes.
explain-near-case = Line { $line }, { $rule }, would decide if upper and lower case did not count.
explain-longest-wins = The longest pattern wins: line { $line }, “{ $rule }”, with { $octets } characters.
explain-longest-wins-escaped = The longest pattern wins: line { $line }, “{ $rule }”, with { $octets } octets when percent-encoded.
explain-allow-wins = The patterns of lines { $line } and { $other } are equally long ({ $octets } characters). Then allow wins: “{ $rule }”.
explain-allow-wins-escaped = The patterns of lines { $line } and { $other } are equally long ({ $octets } octets when percent-encoded). Then allow wins: “{ $rule }”.
explain-same-result = Line { $line }, “{ $rule }”, decides. Line { $other } gives the same result.

explain-robots-txt = /robots.txt itself may always be fetched, whatever the rules say.
explain-may = So { $crawler } may fetch this URL.
explain-may-not = So { $crawler } may not fetch this URL.
explain-cut-file = The file is longer than the { $kib } KiB that crawlers read: its last { $bytes } bytes are ignored.
explain-long-file = The file is longer than the { $kib } KiB that crawlers read: what follows is ignored.

## A URL of another origin

note-other-origin = This URL is on { $of }; this file is for { $own } ({ $difference })
explain-other-origin = A robots.txt applies to its own scheme, host and port only. Check the robots.txt of that site.
differs-in-scheme = a different scheme
differs-in-scheme-and-host = a different scheme and host
differs-in-host = a different host
differs-in-port = a different port

## Changes that reverse a verdict. $field is "Allow" or "Disallow".

# $place is one of the three texts below, for example "Allow this URL only, for Googlebot".
place-this-url = this URL only
place-this-url-and-others = this URL and others
place-whole-site = the whole site
place-directory = { $path } and all below it
change-place = { $field } { $place }
change-place-for-crawler = { $field } { $place }, for { $crawler }
change-place-for-only = { $field } { $place }, for { $crawler } only
change-place-for-all = { $field } { $place }, for all crawlers
change-place-for-all-but = { $field } { $place }, for all crawlers but { $names }
change-field = Write { $field } on line { $line }
change-remove = Remove line { $line }
effect-add-rule = Adds “{ $rule }” after line { $line }.
effect-add-to-groups = Adds “{ $rule }” after the lines { $lines }.
effect-add-to-groups-and-star = Adds “{ $rule }” after the lines { $lines }, and in a new group for every other crawler.
effect-add-group = { $repeated ->
    [0] Adds a group for this crawler at the end, with “{ $rule }”.
    [one] Adds a group for this crawler at the end, with “{ $rule }” and the line that it follows now.
   *[other] Adds a group for this crawler at the end, with “{ $rule }” and the { $repeated } lines that it follows now.
}
effect-write-line = Writes “{ $rule }” on line { $line }.
effect-reverse = Reverses the line for every URL that it matches.
effect-remove = Then the other rules decide for every URL that the line matches.
effect-on-star = It affects every crawler without its own group.
effect-on-group = It affects all crawlers of the group: { $agents }.
reach-this-url = It affects no other URL.
reach-other-urls = It also affects { $path }, and perhaps other URLs: the rule matches more than this URL.
reach-others-unproved = The file has too many rules to prove that it affects no other URL.
reach-stays-blocked = Another rule still decides for some URLs in it: { $path } stays blocked.
reach-stays-allowed = Another rule still decides for some URLs in it: { $path } stays allowed.
reach-unproved = The file has too many rules to prove this for every URL in it.

## The card: one answer in a few sentences. $rule is code, between backquotes.

card-allowed-by = Allowed for { $crawler } by line { $line }: { $rule }.
card-blocked-by = Blocked for { $crawler } by line { $line }: { $rule }.
# $reason is half a sentence, such as "no rule matches".
card-allowed = Allowed for { $crawler }: { $reason }.
card-blocked = Blocked for { $crawler }: { $reason }.
card-elsewhere = No verdict for { $crawler }: { $reason }.
# $closing and $opening are the lines that do so: empty, or " (/cart and /products/)".
card-closes = { $open ->
    [one] This file closes { $closed } of the { $total } listed pages for { $crawler }{ $closing }; { $open } stays open{ $opening }.
   *[other] This file closes { $closed } of the { $total } listed pages for { $crawler }{ $closing }; { $open } stay open{ $opening }.
}
card-opens-only = { $closed ->
    [one] { $crawler } may crawl only { $open } of the { $total } listed pages{ $opening }; { $closed } is closed{ $closing }.
   *[other] { $crawler } may crawl only { $open } of the { $total } listed pages{ $opening }; { $closed } are closed{ $closing }.
}
card-closes-all = All { $total } listed pages are closed for { $crawler }{ $closing }.
card-closes-none = None of the { $total } listed pages is closed for { $crawler }.
card-others = { $count ->
    [one] { $count } listed entry is of another site or no URL, and is not counted.
   *[other] { $count } listed entries are of other sites or no URLs, and are not counted.
}
card-uncounted = How many of the listed pages are closed was not counted: that takes too long.
card-access-everything = { $crawler } may crawl the whole site.
card-access-part = { $crawler } may crawl a part of the site.
card-access-nothing = { $crawler } may crawl nothing on the site.
card-access-undecided = How much of the site { $crawler } may crawl was not found: the file has too many rules.
delay-asked = { $crawler } is asked to wait { $seconds } s between requests (line { $line }).
delay-read = { $crawler } is asked to wait { $seconds } s between requests (line { $line }), and its operator says that it reads such a line.
delay-not-read = Line { $line } asks for { $seconds } s between requests; { $crawler } does not read such a line.
delay-not-said = { $crawler } is asked to wait { $seconds } s between requests (line { $line }). Whether it reads such a line is not known.
delay-limited = { $crawler } is asked to wait { $seconds } s between requests (line { $line }). Its operator says that it reads { $kind ->
    [whole] whole numbers
    [between] numbers from { $least } to { $most }
   *[other] numbers up to { $most }
  }.
rate-asked = { $crawler } is asked for at most { $requests ->
    [one] 1 request
   *[other] { $requests } requests
  } in { $seconds } s (line { $line }).
rate-read = { $crawler } is asked for at most { $requests ->
    [one] 1 request
   *[other] { $requests } requests
  } in { $seconds } s (line { $line }), and its operator says that it reads such a line.
rate-not-read = Line { $line } asks for at most { $requests ->
    [one] 1 request
   *[other] { $requests } requests
  } in { $seconds } s; { $crawler } does not read such a line.
rate-not-said = { $crawler } is asked for at most { $requests ->
    [one] 1 request
   *[other] { $requests } requests
  } in { $seconds } s (line { $line }). Whether it reads such a line is not known.
rate-hours = The line is for { $hours } UTC only.
card-about-draft = This is about a draft of robots.txt, not about the file of a live site.
card-about-draft-of = This is about a draft of robots.txt for { $site }, not about its live file.
card-about-live = This is about the robots.txt of { $site }, read on { $time }.
card-about-site = This is about the robots.txt of { $site }.
card-open-tester = Open it in the tester
