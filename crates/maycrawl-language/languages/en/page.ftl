# The tester page.

## Language

language-label = Language
language-draft = This translation is a draft. Please report mistakes: the file languages/{ $tag }/page.ftl of maycrawl has the texts.

close = Close
loading = Loading…

## Help

help = Help
help-keys = Keys
key-site = go to the box for a page or site
key-save = save the draft as a file
key-complete = complete a field, a crawler or a path in the draft
key-find = search in the draft
key-undo = undo and redo, including fixes and loaded versions
key-finding = go to the next or previous finding in the draft
key-comment = turn lines into comments, or back
key-tab = move to the next part of the page, also from the editor
key-arrows = move in the matrix; the draft shows the deciding line
key-enter = in the matrix: go to the deciding line
key-delete = in the matrix: remove the URL of the row
key-escape = close the search, a dialog or this help
help-note = On a Mac, use ⌘ instead of Ctrl. Each cell shows the verdict of the draft and the deciding line. A highlighted cell differs from the verdict of the compared version. maycrawl reads robots.txt as Google's own parser does.
help-api = The API of this service
help-read-more = Read more
help-rfc = RFC 9309, the Robots Exclusion Protocol
help-google = Google: how robots.txt is read

## Start screen

start-title = May crawlers fetch your pages?
start-lead = Enter a page or your site, or paste a message of Search Console. You see what its robots.txt allows, for which crawlers, by which line, and you can test a change before it goes live.
start-lead-alone = Paste or drop a robots.txt into the editor below. You see what it allows, for which crawlers, by which line, and you can test a change before it goes live. Everything happens in your browser: no live site is opened, and nothing that you paste is sent.
start-recipes = Begin with a recipe
card-ai-title = Block AI training, keep search
card-ai-text = Crawlers that collect texts for language models stay out. Search engines may crawl.
card-staging-title = Close a staging site
card-staging-text = Nothing may be crawled, not even by AdsBot. Only a password protects the site.
card-filters-title = Close search results and filters
card-filters-text = Crawlers skip the site's own search results and pages that only sort or filter.
card-nothing-title = Start from nothing
card-nothing-text = An empty editor that explains mistakes while you type.
start-example = See an example
start-or-paste = or paste a robots.txt into the editor below, or drop it anywhere.
start-local = Nothing leaves your browser while you test a draft: the engine runs in this page. The service is asked only about live sites that you open, inspect or compare, and to read a sitemap file.

## Recipes

recipes-title = Recipes
recipes-question = What should the file do?
recipes-topic-ai = AI crawlers and AI training
recipes-topic-whole-site = The whole site
recipes-topic-paths = Directories, pages and files
recipes-topic-duplicates = Search results, filters and sessions
recipes-topic-crawlers = Only some crawlers
recipes-topic-media = Images, videos and audio
recipes-search = Search the recipes
recipes-none = No recipe has these words.
recipes-sitemap = Sitemap
recipes-where = Where to write
recipes-add = Add to the draft
recipes-replace = Replace the draft
recipes-whole-site = This decides about the whole site, so it can only replace the draft.
recipes-choose = Choose what the file should do.
recipes-busy = Writing and comparing…
recipes-warning = Warning:
recipes-changes = What changes from the draft to this file
recipes-closes = What it closes, where no file was before
recipes-for-programs = Some programs read the file in another way, and do not do what the recipes promise:
recipes-program-allowed = { $path } is allowed for { $programs }
recipes-program-disallowed = { $path } is disallowed for { $programs }
recipes-programs-undecided = Not known for { $programs }: too much to compare.
recipes-file = The file
recipes-apply = Put it into the editor

## Documentation of a lint. Its text is English.

lint-page-example = Example
lint-page-instead = Instead
lint-page-fix = Fix:
lint-page-sources = Sources

## Findings

findings-label = Findings
findings-errors = { $count ->
    [one] 1 Error
   *[other] { $count } Errors
}
findings-warnings = { $count ->
    [one] 1 Warning
   *[other] { $count } Warnings
}
findings-notes = { $count ->
    [one] 1 Note
   *[other] { $count } Notes
}
next-error = Go to the next error
next-warning = Go to the next warning
next-note = Go to the next note
finding-error = error
finding-warning = warning
finding-note = note
findings-hide = Hide list
findings-show = Show list
fix-all = Fix all ({ $count })
fix-all-more = Fix all ({ $count } or more)
verdicts-may-change = { $action }, verdicts may change
findings-left = { $total ->
    [one] The first { $shown } of 1 finding are shown.
   *[other] The first { $shown } of { $total } findings are shown.
}
finding-line = line { $line }
in-english = In English:
finding-documentation = { $code }, { $name }: documentation
fix = Fix

## Notes about sitemaps

more-notes = and { $count } more notes

## Import of URLs

import-too-large = the file is larger than 50 MiB
import-no-text = this is not a text file
import-not-utf8 = this is not a text file in UTF-8
import-list = a list
import-column = column { $column } of a CSV

## Submit

submit-title = Submit
submit-title-site = Submit to { $site }
submit-hosted = If a hosting service writes your robots.txt, you cannot upload a file. Look for the search visibility setting of that service.
submit-no-root = No access to the root of the domain? Crawlers read robots.txt only there, not at subdomain.example.com/site/robots.txt. Ask the operator of the host to put the file there, or use robots meta tags in your pages.
submit-changes = What changes on { $site }
submit-no-change = Nothing: the draft is the same text.
submit-upload = Download and upload
# $url is the address of the file.
submit-upload-text = Download the draft ({ $bytes ->
    [one] 1 byte
   *[other] { $bytes } bytes
}). Then upload it without changes as { $url }. maycrawl cannot write to your site.
submit-upload-place = robots.txt at the root of your site
submit-download = Download robots.txt
submit-open-first = Open a site first, at the top of the page.
submit-alone = This tester works without a service and cannot fetch your site. After the upload, open the file in your browser, and check that it is the one that you downloaded here.
submit-verify = Verify
submit-verify-text = Fetch the uploaded file now and compare it with the draft, byte for byte.
submit-compare = Compare
submit-comparing = Comparing…
submit-view = View the live file
submit-same = The live file matches your draft, byte for byte ({ $bytes ->
    [one] 1 byte
   *[other] { $bytes } bytes
}).
submit-not-fetched = The site was not fetched again: { $note }.
submit-no-file = There is no live file to compare with: { $state }.
submit-cut = What was read is the same. But the live file is longer than 500 KiB, and no more of it is read, so the rest is not compared.
submit-differ = They differ. The draft has { $draft ->
    [one] 1 byte
   *[other] { $draft } bytes
}, the live file { $live ->
    [one] 1 byte
   *[other] { $live } bytes
}.
submit-differ-from = They differ from line { $line } (byte offset { $byte }). The draft has { $draft ->
    [one] 1 byte
   *[other] { $draft } bytes
}, the live file { $live ->
    [one] 1 byte
   *[other] { $live } bytes
}.
submit-invisible = The visible text of that line is the same. Its line ending or an invisible byte differs.
submit-legend = − marks text that is only in the live file, + text that is only in the draft.
submit-refresh = Ask for a refresh
submit-refresh-text = This fetches the file anew for all who use this service: they obey it at once. Google refreshes its own copy, usually within a day.
submit-refresh-now = Refresh the shared cache
submit-refreshing = Refreshing…
submit-first-seen = This version was first seen { $time }.
submit-load-live = Load the live file into the editor
# $report and $removals are links with the two texts below.
submit-google = Google: { $report } shows Google's copy and can request a recrawl. Blocking does not remove a page from search results. The { $removals } hides a page immediately.
submit-google-report = Search Console's robots.txt report
submit-google-removals = Removals tool
submit-bing = Bing: { $tools } has two tools: robots.txt Tester informs Bing about a new file, and Block URLs hides a page.
submit-listed = Is a page listed? Search for its URL in Google or Bing. Search engines can still list a blocked page, with only its URL.

## Header

tester = robots.txt tester
start-screen = To the start screen
copy-link = Copy link
theme-auto = Auto
theme-light = Light
theme-dark = Dark
theme-is-auto = Colour theme: auto. Change theme.
theme-is-light = Colour theme: light. Change theme.
theme-is-dark = Colour theme: dark. Change theme.
site = Page or site
site-open = Open
site-opening = Opening…
site-example = Example
fetch-again = Fetch again
fetch-again-title = Fetch robots.txt again, even if the stored answer is still fresh
ask-as = Ask as…
ask-as-hint = Fetch robots.txt as a browser, as Googlebot and as other crawlers, and compare the answers
ask-as-doubt = It opens in your browser? Ask as Googlebot…
ask-as-title = robots.txt of { $site }, asked as several crawlers
ask-as-asking = The site is asked under five User-Agents, one after the other. A slow site may take a minute.
ask-as-again = Ask again
ask-as-age = { $age ->
    [0] Asked just now.
   *[other] Asked { $age } s ago.
  } The service asks a site at most once a minute.
ask-as-browser = a browser
ask-as-name = Asked as
ask-as-status = Status
ask-as-size = Bytes
ask-as-hash = Hash
ask-as-time = Time
ask-as-meaning = For crawling
ask-as-is-file = file
ask-as-is-empty = empty file, so everything may be crawled
ask-as-is-page = file, but it is a web page
ask-as-is-protection = file, but of a bot protection
ask-as-is-missing = no file, so everything may be crawled
ask-as-is-refusal = no file, so everything may be crawled; or a block
ask-as-is-closed = unreachable, so nothing may be crawled
ask-as-is-open = unreachable, so no limits are assumed
ask-as-skipped = { $why ->
    [not-reached] not asked, because no connection was made
    [busy] not asked, because the service makes too many requests
   *[other] not asked, because the time was over
  }
ask-as-difference = Line { $line } is { $this }. In the first answer it is { $first }.
ask-as-end = the end of the file
ask-as-limits = Only the User-Agent differed. The service cannot ask from Google’s addresses: a firewall may let the real Googlebot pass where it blocked this request, or the other way round.
ask-as-not-asked = The site was not asked.
ask-as-not-reached = No connection was made, so no User-Agent was sent: the name, the address or the network of the site is the reason, not a rule for user agents.
ask-as-same = { $answer ->
    [file] The site gives the same file to every User-Agent that was sent, so no rule for names is visible. If Google says unreachable all the same, look for a rule for addresses.
    [no-file] The site answers { $status } to every User-Agent that was sent: there is no file, so everything may be crawled.
    [refusal] The site answers { $status } to every User-Agent that was sent, so it does not look at the name. It refuses the address that asks, or the path to everyone.
    [server-error] The site answers { $status } to every User-Agent that was sent, so it does not look at the name: the server, or something in front of it, fails.
    [web-page] The site sends a web page in place of robots.txt to every User-Agent that was sent. Serve the file as plain text, or 404.
    [protection] A bot protection answers every User-Agent that was sent in place of the site. Exempt /robots.txt from it.
   *[failure] The site gives no usable answer to any User-Agent that was sent, so it does not look at the name.
  }
ask-as-blocked = { $answer ->
    [code] The site answers { $status } to the User-Agent of { $concerned }, but gives a file to that of { $served }: a firewall or a rule for user agents is likely. Allow { $concerned } there.
    [web-page] The site sends a web page in place of the file to the User-Agent of { $concerned }, but gives a file to that of { $served }: a firewall or a rule for user agents is likely. Allow { $concerned } there.
    [protection] The site meets the User-Agent of { $concerned } with a bot protection, but gives a file to that of { $served }. Allow { $concerned } there.
   *[other] The site does not give its file to the User-Agent of { $concerned }, but gives it to that of { $served }: a firewall or a rule for user agents is likely. Allow { $concerned } there.
  }
ask-as-crawlers-served = The site gives a file to the User-Agent of { $served }, but not to that of { $concerned }: the crawlers that were asked about get the file. If Google says unreachable all the same, look for a rule for addresses.
ask-as-other-file = The site gives another file to the User-Agent of { $concerned } than to that of { $served }: the file depends on the User-Agent, or changes from request to request.
ask-as-none-served = The site gives a file to none of the User-Agents, and its answers differ: a firewall or a rule for user agents is likely.
addresses = Other addresses…
addresses-label = Other addresses of this site
addresses-title = Each address has its own robots.txt
status-hint = Open a site or paste a draft. The editor also works without a site.
redirected = Redirected: { $hops }.
no-response = no response
state-file = The verdicts use { $robots } of { $time }
state-no-file = { $robots } counts as missing ({ $cause }), so everything may be crawled
state-closed = { $cause }: { $robots } is unreachable, so nothing may be crawled
state-last-copy = { $cause }: { $robots } is unreachable. The last copy, of { $time }, is used
state-no-limits = { $cause }: { $robots } is unreachable. No limits are assumed
state-unknown = { $robots } is not known
opening-title = Opening { $site }
opening-text = The service asks the site for its robots.txt. A slow site may take half a minute.
opening-cancel = Cancel
opening-cancelled = Cancelled. Nothing changed.

## Panes

draft-width = Width of the draft
why-width = Width of the explanation
splitter-title = { $label }: drag, or use the arrow keys. Enter or a double click resets it.

## Summary

summary-label = Summary
# Names of crawlers: "Googlebot, bingbot and 41 more".
names-and = { $first } and { $last }
names-more = { $count } more
names-others = every crawler that is not named
names-purpose-token = the purpose token { $name } (not a crawler)
# Crawlers for which something is true in one kind of programs only, and what the programs know about them. The same words are in
# the answers of the service.
readers-know = { $names }, where a program knows that { $fact }
readers-do-not-know = { $names }, where a program does not know that { $fact }
readers-know-several = { $names }, where a program reads robots.txt for them as their operators do
readers-do-not-know-several = { $names }, where a program reads robots.txt for them as for any other crawler
fact-falls-back = { $count ->
    [one] { $names } follows the group of { $to }
   *[other] they follow the group of { $to }
}
fact-ignores-star = { $count ->
    [one] { $names } does not follow `*`
   *[other] they do not follow `*`
}
fact-ignores-robots-txt = { $count ->
    [one] { $names } does not obey robots.txt
   *[other] they do not obey robots.txt
}
more-items = and { $count } more
search-everything = { $names } may crawl everything.
search-part = { $names } may crawl part of the site.
search-closed = { $names } may crawl the site. Closed: { $closed }.
search-closed-share = { $names } may crawl { $open }. { $count ->
    [one] 1 is closed
   *[other] { $count } are closed
}: { $closed }.
search-part-closed = { $names } may crawl part of the site. Closed: { $closed }.
search-only = { $names } may crawl only { $open }.
search-only-share = { $names } may crawl only { $open }: { $share }. { $count ->
    [one] 1 is
   *[other] { $count } are
} closed.
search-others = { $count ->
    [one] 1 more search engine may crawl another part of the site.
   *[other] { $count } more search engines may crawl other parts of the site.
}
search-nothing = { $names } may crawl nothing.
search-undecided = { $names } may crawl an unknown part of the site, because there are too many rules to compare.
# What follows the number of crawlers: "14 of 22 known AI training crawlers may crawl everything, 8 nothing."
access-everything = everything
access-part = part of the site
access-except = the site, except { $closed }
access-only = only { $open }
access-same = the same
access-nothing = nothing
access-undecided = an unknown part of the site, because there are too many rules to compare
training-blocked = All { $total } AI training crawlers that say they obey robots.txt are blocked.
training-all = All { $total } AI training crawlers that say they obey robots.txt may crawl { $access }.
training-some = { $count } of { $total } AI training crawlers that say they obey robots.txt may crawl { $access }, { $others }.
summary-use = { $use } as a use: { $said }
summary-use-named = { $names }: { $said }
summary-use-part = { $said } for the home page; other pages differ
summary-uses-none = The file says nothing about the uses of its pages: search, AI training, AI input.
summary-uses-closed = A crawler that may fetch nothing has nothing to use. To the others the file says nothing about uses: search, AI training, AI input.
summary-uses-undecided = The file is too large to find what it says about uses.
training-named = { $names } { $access }
training-others = { $count } { $access }
training-title = Crawlers whose operator says that they obey robots.txt. Click to add some of them to the table.
go-to-line = Go to line { $line }
fetch-it-again = Fetch it again
no-problems = No errors and no warnings.
problems-errors = { $count ->
    [one] 1 error
   *[other] { $count } errors
} in the file.
problems-warnings = { $count ->
    [one] 1 warning
   *[other] { $count } warnings
} in the file.
problems-both = { $errors ->
    [one] 1 error
   *[other] { $errors } errors
} and { $warnings ->
    [one] 1 warning
   *[other] { $warnings } warnings
} in the file.
urls-none-closed = None of the { $all } URLs in the table is closed for { $agent }.
# $lines is a list of links such as "line 4 closes 12".
urls-closed = { $closed } of the { $all } URLs in the table { $closed ->
    [one] is
   *[other] are
} closed for { $agent }: { $lines }.
line-closes = line { $line } closes { $count }
lines-and-more = and { $count ->
    [one] 1 more line
   *[other] { $count } more lines
}
summary-sitemaps = The file names { $count ->
    [one] 1 sitemap
   *[other] { $count } sitemaps
}.
summary-test-urls = { $count ->
    [one] Test its URLs
   *[other] Test their URLs
}
summary-redirects = { $origin } redirects: its robots.txt is the one at { $url } ({ $count ->
    [one] 1 redirect
   *[other] { $count } redirects
}).
summary-empty = The file is empty: everything may be crawled.
summary-age = This text is live, first seen on { $day }.
old-copy = Google may go by what was there before until { $time }.
just-now = just now

## Verdicts

word-allowed = Allowed
word-blocked = Blocked
word-other-site = Other site
word-error = Not a URL
word-unreachable = Unreachable
cell-none = no answer yet
cell-invalid = not a valid URL: { $detail }
cell-by-line = { $verdict } by line { $line }
cell-change = { $draft }; before: { $live }
cell-members = { $agent } and { $count ->
    [one] 1 other crawler
   *[other] { $count } other crawlers
}
by-line = by line
# A verdict of the compared version follows: "was ✕ Blocked".
was = was
now = now
live-by-line = by line { $line } of that version
outdated = Not up to date
retry-now = Retry now
banner-opening = Opening { $site }…
banner-none = No verdict yet.
banner-add = Add a URL and a crawler to see a verdict.
banner-filtered = No URLs match the filters.
banner-open = No verdict yet. Open your site above or paste a robots.txt.
banner-open-alone = No verdict yet. Paste a robots.txt.
verdict-at = { $agent } at { $url }
verdict-requested = a crawler requests it as { $url }
try-address = Try { $address }
inspect = Inspect
inspect-hint = Fetch this page and check whether it can be crawled and indexed
site-closed = { $cause }; robots.txt is unreachable, so { $operator } may crawl nothing
site-closed-elsewhere = { $operator } may crawl nothing, because { $reason }
site-no-file = robots.txt counts as missing, so everything may be crawled
site-no-file-because = robots.txt counts as missing ({ $cause }), so everything may be crawled
# The group of a deciding rule. $line is a link such as "line 4".
rule-group = (group of { $group }, { $line })
policy-difference = Live: { $text }.

## Explanation

why = Why
why-choose = Choose a cell to see the explanation.
why-open = Open your site or paste a robots.txt to see explanations.
why-open-alone = Paste a robots.txt to see explanations.
why-live = The draft is empty. The verdicts are about the live file.
why-change = Change this verdict
why-rules = Matching rules
why-groups = Groups
why-more-rules = and { $count } more that do not decide
column-line = Line
column-lines = Lines
column-rule = Rule
column-length = Length
column-result = Result
column-agents = User agents

## Changes and proposals

corrected = Asked as { $agent }, the site gives another answer: { $reason }
corrected-file = Asked as { $agent }, the site gives another file.
corrected-own = By the file that maycrawl gets: { $verdict }.
corrected-below = This is by the file that maycrawl gets; { $agent } gets another answer.
part-not-loaded = A part of the page could not be loaded. Reload the page.
repair-copy = Copy the line
repair-copied = Line copied.
repair-not-copied = The browser did not allow the page to copy: { $text }
proposal-apply = Apply
proposal-apply-title = Apply: { $title }
proposal-outdated = this proposal is outdated
proposal-wait = This proposal is outdated. Wait for the new one
proposal-done = Done: { $title }. Undo reverts it.
changes-title = What changes
changes-live-to-draft = From the live file of { $from } to your draft.
changes-version-to-draft = From the version of { $from } to your draft.
changes-none-to-draft = From no file to your draft.
changes-live-to-version = If the version of { $to } is restored: from the live file of { $from } to that version.
changes-version-to-version = From the version of { $from } to the version of { $to }.
changes-none-to-version = If the version of { $to } is restored: from no file to that version.
changes-by-proposal = From your draft to your draft with this change.
changes-since-title = What changed
changes-since = Since { $to }, when the version of { $from } was replaced:
changes-restore = Restore this version…
changes-restore-title = What changes if the draft with this version replaces the live file
changes-show-since = What changed since this version
changes-busy = Comparing…
changes-stale = Comparing. What is listed here is about an earlier draft.
changes-order = Only the order of lines, or white space, differs
changes-lines = { $count ->
    [one] 1 line differs
   *[other] { $count } lines differ
}
changes-unread = { $count ->
    [one] 1 crawler name was not compared.
   *[other] { $count } crawler names were not compared.
}
changes-none = ✓ { $lines }, and no verdict changes: every crawler may fetch the same URLs as before, and the file says the same about uses.
changes-none-past = ✓ { $lines }, and no verdict changed: every crawler may fetch the same URLs as before, and the file says the same about uses.
changes-for-programs = { $lines }. No verdict changes as Google reads the file, but some programs read it in another way:
change-program-closed = { $path } becomes disallowed for { $programs }
change-program-opened = { $path } becomes allowed for { $programs }
changes-undecided = { $lines }. No difference was found, but these files have too many rules to compare them all.
changes-some = { $lines }.
changes-rest = No verdict changes for { $names }.
changes-rest-past = No verdict changed for { $names }.
changes-only-uses = { $lines }. No URL becomes blocked or allowed, but what the file says about uses changes.
# $after and $before are texts such as "granted, line 3: ai-train=yes". $url is a path for which the use changes.
changes-use = { $use }, { $url }: { $after } (before: { $before })
changes-use-line = { $said }, line { $line }: { $text }
changes-use-more = More uses may change; the files are too large to compare them all.
use-train = AI training
use-input = AI input
use-search = Search
use-index = AI index
said-refused = refused
said-conditional = granted under terms
said-granted = granted
said-not-said = not said
said-conflict = contradictory
said-not-applicable = may not be fetched
# What crawlers lose or gain. $region is one of the regions below, such as "everything below /shop/, except /shop/help". $count is 1 for
# one crawler.
impact-lost = { $count ->
    [one] { $names } loses { $region }
   *[other] { $names } lose { $region }
}
impact-gained = { $names } may now fetch { $region }
impact-lost-past = { $count ->
   *[other] { $names } lost { $region }
}
impact-gained-past = { $names } may since then fetch { $region }
impact-also = also { $names }
impact-share = { $urls } of the { $total } URLs
impact-share-sitemap = { $urls } of the { $total } URLs of the sitemap
impact-share-sitemap-start = { $urls } of the first { $total } URLs of the sitemap
region-whole-site = the whole site
region-below = everything below { $text }
region-begins-with = everything that begins with { $text }
region-contains = all paths that contain { $text }
region-ends-with = all paths that end with { $text }
region-alone = the path { $text } alone
region-matches = all paths that match { $text }
region-matches-each = all paths that match each of { $texts }
region-except = { $region }, except { $except }
region-already-lost = { $region } (blocked before: { $already })
region-already-gained = { $region } (allowed before: { $already })
region-partly-lost = { $region } (parts of it were blocked before)
region-partly-gained = { $region } (parts of it were allowed before)
region-at-least = at least { $region }
region-or-less = { $region }, or less
region-such = URLs such as { $texts }
region-whole-or-part = the whole site or a part of it, such as { $texts }
region-more = { $count ->
    [one] 1 more region
   *[other] { $count } more regions
}
except-alone = the path { $text }
except-contains = paths that contain { $text }
except-ends-with = paths that end with { $text }
except-matches = paths that match { $text }
except-regions = { $count ->
    [one] one region
   *[other] { $count } regions
}
changes-more = { $count ->
    [one] 1 more effect
   *[other] { $count } more effects
}
changes-not-all = Not all rules could be compared.
changes-show-url = Show this URL in the table
# $after is "by line 3, Disallow: /a", and $before is the text below.
changes-effect = { $url } becomes { $verdict }, { $after } { $before }
changes-effect-past = { $url } became { $verdict }, { $after } { $before }
changes-before = (before: { $rule })
becomes-blocked = blocked
becomes-allowed = allowed
by-line-rule = by line { $line }, { $rule }
by-no-rule = no rule matches
changes-pace = Another pace for { $names }: { $after }; before: { $before }.
changes-pace-none = nothing
sitemaps-added = { $count ->
    [one] 1 sitemap added:
   *[other] { $count } sitemaps added:
} { $url }
sitemaps-removed = { $count ->
    [one] 1 sitemap removed:
   *[other] { $count } sitemaps removed:
} { $url }

## Draft

draft = Draft
draft-hint = Paste a robots.txt or write one. It stays in this page.
draft-hint-service = Paste a robots.txt or write one. The service of this page reads it.
draft-placeholder = Paste a robots.txt here, open a site above, or load the example.
draft-placeholder-alone = Paste a robots.txt here, or load the example.
find-find = Find
find-replace = Replace
find-next = next
find-previous = previous
find-all = all
find-match-case = match case
find-regexp = regular expression
find-by-word = whole words
find-replace-one = replace
find-replace-all = replace all
find-close = close
find-go-to-line = Go to line
find-go = go
draft-label = robots.txt draft
draft-see-live = Live file
draft-unfold = Show the whole file ({ $count ->
    [one] 1 line
   *[other] { $count } lines
})
version-label = Version shown in the editor
version-own = ✎ Your draft
version-none = No file was fetched yet
version-seen = First seen { $first }, last seen { $last }
version-latest = Latest: { $day }
version-no-file = no file
version-missing = This version has no file: { $reason }.
version-missing-unknown = the reason is unknown
version-loaded = Loaded the version of { $time }. Undo restores your edits.
fetch-failed = Last fetch failed · { $result }
fetch-failed-at = Last fetch failed on { $time } · { $result }
profile-label = Read as
profile-title = How robots.txt is read
profile-name = Read as: { $title }
read-google = Google today
option-google-2019 = Google before July 2019
option-rfc9309 = RFC 9309
errors-google-2021 = Google 2019 to 2021
errors-google-2026 = Google today (429 is an error)
bytes-more = more than { $count } bytes
bytes = { $count ->
    [one] 1 byte
   *[other] { $count } bytes
}
line-endings-mixed = mixed line endings: { $main } and { $count ->
    [one] 1 other
   *[other] { $count } others
}, kept
draft-no-newline = no newline at the end
draft-byte-order-mark = byte order mark
draft-inexact = The live file contains bytes that are not UTF-8. They are replaced here
draft-cut = This is only the beginning of the file, which is longer than the 500 KiB that crawlers read. Do not upload this text: the rest would be lost
draft-edited = Edits stay in this page
draft-recipes = Recipes…
draft-download = Download
draft-submit = Submit…
draft-replaced = Done. Undo reverts it.
draft-kept = Your draft was kept. Choose a version to see the live file.
difference = Difference
rule-unused = Decides none of these URLs
field-user-agent = The rules below are for this crawler. * means all crawlers without a group of their own.
field-disallow = URLs that begin with this path may not be fetched. * stands for any text, $ for the end.
field-allow = URLs that begin with this path may be fetched. * stands for any text, $ for the end.
field-sitemap = The full URL of a sitemap. It is for every crawler and belongs to no group.
field-of-some = Only some crawlers read this field. Google ignores it.
field-unknown = No known crawler reads this field.
rule-decides = It decides { $count } of the { $urls } URLs in the table for at least one crawler.
fix-changed = The draft has changed in the meantime. Press Fix all again
fix-nothing = There was nothing to fix.
fix-done = { $count ->
    [one] Done: 1 fix. Undo reverts it.
   *[other] Done: { $count } fixes. Undo reverts them.
}

## Crawlers

crawlers = Crawlers
crawler-name = Crawler name
crawler-name-title = Crawler name, such as GPTBot
add = Add
presets-label = Add or remove a set of crawlers
preset-google = Google
preset-google-title = Googlebot and Google's other common crawlers for search
preset-google-special = Google special
preset-google-special-title = Google's special crawlers (* does not apply to them), product crawlers and Google-Extended
preset-other-search = Other search
preset-other-search-title = Bing, Yandex, Applebot and the crawlers of other search engines
preset-ai-training = AI training
preset-ai-training-title = Crawlers that collect texts for training language models
preset-ai-search = AI search
preset-ai-search-title = Crawlers of search engines that answer with a language model
preset-all = All
preset-all-title = All crawlers in the table
preset-count = { $title } ({ $count })
crawler-unknown = Not in the table. Its own group applies, or the group of *
crawlers-chosen = Chosen crawlers
crawlers-none = No crawler is chosen.
show-fewer = Show fewer
remove-item = Remove { $name }
crawler-empty = Enter a crawler name, such as Googlebot
crawler-too-long = A crawler name has at most 256 characters
crawler-header = Enter only the product token, such as Googlebot, not the whole User-Agent header
crawler-from-header = { $name } is the crawler of this User-Agent header.

## URLs

urls = URLs
urls-placeholder = A URL or a path; paste a list; drop a file
urls-file = File…
urls-file-title = A list, a CSV or a sitemap, also as .gz
urls-file-label = URLs from a list, a CSV or a sitemap
urls-sitemap-title = Add the URLs of the open site's sitemaps, or of the sitemap in the input
urls-clear = Clear { $count ->
    [one] 1 URL
   *[other] { $count } URLs
}
urls-none-in-file = { $file } contains no URLs
urls-unreadable = cannot be read
urls-clipboard = the clipboard
urls-present = This URL is already in the list. It is selected now.
urls-added = { $count ->
    [one] 1 URL added
   *[other] { $count } URLs added
}
urls-added-from = { $count ->
    [one] 1 URL added
   *[other] { $count } URLs added
} from { $source }
urls-omitted = { $added }; omitted: { $omitted }
# Why URLs were omitted, after their number: "3 already in the list".
omitted-present = already in the list
omitted-long = longer than { $limit } characters
omitted-over = over the limit of { $limit } URLs
omitted-count = { $count } { $reason }
never-read = Crawlers never read { $address }. { $url } was fetched instead.
sitemap-where = Open a site first, or enter the address of a sitemap
sitemap-reading = Reading sitemaps…
sitemap-empty = The sitemaps contain no URLs
sitemap-none-found = No URLs found: { $remarks }
sitemap-source = { $count ->
    [one] a sitemap
   *[other] { $count } sitemaps
}
sitemap-source-cut = { $source }, which may list more
sitemap-format = a sitemap
sitemap-format-index = a sitemap index
sitemap-format-rss = an RSS feed
sitemap-format-atom = an Atom feed
sitemap-too-large = the sitemap is larger than 4 MiB after compression. Split it
sitemap-no-service = sitemap files need a service, and this tester has none. Use a list of URLs as text or CSV
sitemap-not = this XML is not a sitemap: { $reason }
sitemap-no-root = it has no root
sitemap-is-index = this is a sitemap index. It lists { $count ->
    [one] 1 sitemap
   *[other] { $count } sitemaps
} ({ $urls }) and no pages. Import one of these sitemaps
cancelled = the request was cancelled
other-urls = { $count ->
    [one] 1 URL of another site.
   *[other] { $count } URLs of another site.
}
other-test = { $count ->
    [one] Test its path
   *[other] Test their paths
} on { $site }
other-replaced = { $count ->
    [one] 1 URL replaced by its path.
   *[other] { $count } URLs replaced by paths.
}
other-tested = The paths of other sites are tested on { $origin } now.
other-double = { $count ->
    [one] 1 path listed twice: kept once.
   *[other] { $count } paths listed twice: kept once.
}
other-undone = The URLs of other sites are in the list again.
undo = Undo

## Table of verdicts

verdicts = Verdicts
verdicts-grid = Verdict for each URL and crawler
verdicts-empty = Add a URL or a path above.
verdicts-no-match = No URLs match.
clear-filters = Clear filters
filters = Filters
filter = Filter
filter-text = Filter URLs by text
filter-verdict = Filter by verdict
filter-any = Any verdict
group-crawlers = Group crawlers
group-crawlers-title = Crawlers with the same verdicts and lines share a column
changed-only = Changed only
compare-label = Compared with
compare-live = against the live file
compare-version = against { $version }
policy-label = Policy for errors of a site
policy-title = How errors of a site, such as 429 or 503, are handled
policy-name = Errors: { $title }
sort-by = Sort by { $name }
paths-on = Paths are on { $origin }
total-blocked = blocked
total-none = no verdict
total-of = { $blocked } of { $known } blocked
count-of = { $shown } of { $all }
group-others = { $count ->
    [one] 1 other crawler
   *[other] { $count } other crawlers
} with the same verdicts as { $name }
group-show = Show { $crawlers }
group-hide = Hide { $crawlers }
count-urls = { $count ->
    [one] 1 URL
   *[other] { $count } URLs
}
count-crawlers = { $count ->
    [one] 1 crawler
   *[other] { $count } crawlers
}
count-columns = { $crawlers } in { $count ->
    [one] 1 column
   *[other] { $count } columns
}
foot-line = Line { $line } decides { $count } of { $urls }.
foot-unused = { $count ->
    [one] The dimmed rule in the draft decides none of these URLs.
   *[other] The { $count } dimmed rules in the draft decide none of these URLs.
}

## Exports and the report

export = Export
export-csv = Export CSV
export-print = Print
exported-csv = Exported { $urls ->
    [one] 1 URL
   *[other] { $urls } URLs
} for { $crawlers ->
    [one] 1 crawler
   *[other] { $crawlers } crawlers
}.
exported-markdown = Exported a report as Markdown.
report-title = robots.txt of { $site }
report-title-draft = robots.txt of a draft
report-about-draft = A draft, read on { $time } with maycrawl.
report-about-live = The live robots.txt of { $site }, read on { $time } with maycrawl.
report-about-edited = A draft of { $site }, read on { $time } with maycrawl.
report-finding = Line { $line }: { $text }
report-more-findings = { $count ->
    [one] 1 more finding.
   *[other] { $count } more findings.
}
report-crawler = Crawler
report-no-verdict = No verdict
report-blocked = Blocked URLs
report-by = By
report-rule = line { $line }: { $rule }
report-more-blocked = { $count ->
    [one] 1 more blocked URL.
   *[other] { $count } more blocked URLs.
}

## Inspection of a page

inspect-busy = Fetching the page…
inspect-again = Inspect again
inspect-redirects = Redirects
inspect-crawlable = Crawlable
inspect-indexable = Indexable
inspect-rules = Rules
inspect-yes = Yes
inspect-no = No
index-yes = No rule prevents it
index-excluded = Not shown in Google's results for images, videos and audio. Other pages may still link to it
index-not-rendered = Not fetched for rendering: Google evaluates pages without it
index-unseen = The URL alone may be listed, without its content. To exclude it, let it be crawled with noindex, or require a password
index-unclear = Google says both that its URL may be listed and that such files are excluded. To exclude it, let it be crawled with X-Robots-Tag: noindex, or require a password
index-not-used = Not fetched. This crawler makes no search results
index-noindex = The page says noindex
index-only-embedded = The page says noindex. indexifembedded allows it where another page embeds it
index-unavailable = The time of unavailable_after has passed
index-status = HTTP { $status } is not indexed
index-unknown = Unknown: the page or its robots.txt could not be fetched
found-answer = The page answers { $status }
found-not-fetched = Not fetched: robots.txt blocks it, or could not be read
found-failed = The page could not be fetched
inspect-resources = Resources
inspect-blocked = ✕ { $closed } of { $all ->
    [one] 1 file
   *[other] { $all } files
} that the page loads from this host { $closed ->
    [one] is
   *[other] are
} blocked.
inspect-renders = { $closed ->
    [one] Google renders the page without it.
   *[other] Google renders the page without them.
}
inspect-page = The page
inspect-type = Type
inspect-canonical = Canonical
inspect-links = Links
inspect-links-value = { $links }, { $nofollow } with rel=nofollow
inspect-where = Where
inspect-for = For
inspect-all-crawlers = all crawlers
inspect-outside-head = (outside <head>: no effect)

## Messages

service-down = The service does not answer. The page retries automatically
no-service = This tester works without a service, so it cannot open { $site }. Paste the robots.txt of the site into the editor.
page-fault = The page has a fault: { $error }. What it shows may be wrong. Load it again.
engine-not-started = The engine of this page did not start, so there are no verdicts: { $error }. It needs a browser with WebAssembly. Load the page again.
example-loaded = This is an example. Change a line to see how the verdicts change.
site-empty = Enter the address of a site, such as example.com
site-mail = { $address } is a mail address. Enter a page or a site, such as example.com
site-no-url = This names no page. Paste its URL, too
link-not-valid = The link is not valid: it contains no state of this page
link-too-large = The state is too large for a link. Download the file instead
link-copied = Link copied. It contains the draft, URLs, crawlers and site. No server receives them.
link-in-address = The browser did not allow the page to copy. The link is in the address bar.
share-result = Share
share-result-title = Copies a link to a page with this result alone. Whoever opens it sends the question, a draft too, to this service.
save-result = Save as a page
save-result-title = Saves this result as a page of its own, to send or to print
result-copied = Link copied. Opening it sends the question and the draft to this service.
result-saved = The result is saved as a page: robots-result.html.

## Access logs

audit-title = Do crawlers obey? { $file }
audit-reading = The log is read in your browser: { $percent } %.
audit-progress = The part of the log that was read
audit-basis-file = The robots.txt in the editor is taken for the file of the whole log, { $first } to { $last }. If another one was live at that time, the figures are wrong.
audit-basis-hosts = It is taken for the file of every host in the log.
audit-basis-sites = { $count ->
    [one] One request is of another site than { $site }. Its robots.txt is not known.
   *[other] { $count } requests are of other sites than { $site }. Their robots.txt is not known.
  }
audit-basis-names = Crawlers are known by name only, and anybody can use a name. So nobody here is called proved or forged.
audit-basis-reads = Which copy a crawler had read follows from its own requests for robots.txt in this log. What it read before the log is not known.
audit-basis-local = Nothing of the log leaves your browser.
audit-lines = { $lines ->
    [one] One line,
   *[other] { $lines } lines,
  } { $requests ->
    [one] one request.
   *[other] { $requests } requests.
  }
audit-unread = { $count ->
    [one] One line could not be read.
   *[other] { $count } lines could not be read.
  }
audit-over-limit = Only the first 2 GiB of the log were read.
audit-broken = The rest of the file could not be unpacked, so it is missing here. The command maycrawl audit reads gzip files of several parts.
audit-proxy = More than half of the lines have the same client address: a proxy stands before this log.
audit-zone = Times without a zone were read as UTC.
audit-late = { $count ->
    [one] One line came more than 10 minutes late.
   *[other] { $count } lines came more than 10 minutes late.
  }
audit-crawler = Calls itself
audit-requests = Requests
audit-obeyed = Obeyed
audit-disobeyed = Disobeyed
audit-reading-not-known = Reading not known
audit-never-asked = Never asked
audit-excused = Excused
audit-not-known = Not known
audit-columns = Disobeyed: it had read robots.txt, which disallows the URL. Reading not known: the file disallows the URL, and the log does not tell whether it had read the file. Never asked: it did not ask for robots.txt in this log, which disallows the URL. Excused: its copy was older than the rule, or the rules do not apply to it. No figure says why somebody did something.
audit-worst = { $count ->
    [one] The worst request
   *[other] The worst { $count }
  }
audit-none = No request is known to be against this file.
audit-no-crawlers = No request of this log is of a known crawler.
audit-no-requests = No line of this file is a request that can be read.
audit-example = { $at }: a client that calls itself { $crawler } requested { $target }. { $class ->
    [disobeyed-after-reading] The copy that it read at { $read } disallows it (line { $line }).
    [disobeyed-copy-too-old] It had last read robots.txt at { $read }, and the file disallows it (line { $line }).
    [never-asked] It did not ask for robots.txt in this log, which disallows it (line { $line }).
   *[other] The file disallows it (line { $line }); whether it had read the file, the log does not tell.
  }
audit-more = The command `maycrawl audit` also takes the history of robots.txt, and lists of addresses that prove who asked.
audit-no-draft = { $file } is an access log. Put the robots.txt of the site into the editor, then give the log again.
audit-failed = { $why ->
    [memory] This log needs more memory than the page gives it: 256 MiB. The command maycrawl audit reads it.
    [load] The part of the page that reads logs could not be loaded. Load the page again.
   *[other] The file could not be read.
  }
help-log = Drop an access log anywhere to see which crawlers obey the robots.txt in the editor. It may be compressed with gzip, and is read in your browser.
