# The tester page.

## Language

language-label = Language
language-draft = This translation is a draft. Please report mistakes: the file languages/{ $tag }/page.ftl of maycrawl has the texts.

close = Close
loading = Loading…

## Help

help = Help
help-keys = Keys
key-find = search in the draft
key-undo = undo and redo, including fixes and loaded versions
key-finding = go to the next or previous finding in the draft
key-comment = turn lines into comments, or back
key-tab = move to the next part of the page, also from the editor
key-arrows = move in the matrix; the draft shows the deciding line
key-enter = in the matrix: go to the deciding line
key-delete = in the matrix: remove the URL of the row
key-escape = close the search, a dialog or this help
help-note = On a Mac, use ⌘ instead of Ctrl. Each cell shows the verdict of the draft and the deciding line. A highlighted cell differs from the verdict of the compared version. The answers come from maycrawl's library, which reads robots.txt as Google's own parser does.
help-api = The API of this service
help-read-more = Read more
help-rfc = RFC 9309, the Robots Exclusion Protocol
help-google = Google: how robots.txt is read

## Start screen

start-title = May crawlers fetch your pages?
start-lead = Enter your site. You see what its robots.txt allows, for which crawlers, by which line, and you can test a change before it goes live.
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
start-or-paste = or paste or drop a robots.txt into the editor below.

## Recipes

recipes-title = Recipes
recipes-question = What should the file do?
recipes-sitemap = Sitemap
recipes-where = Where to write
recipes-add = Add to the draft
recipes-replace = Replace the draft
recipes-whole-site = This decides about the whole site, so it can only replace the draft.
recipes-choose = Choose what the file should do.
recipes-busy = Writing and comparing…
recipes-warning = Warning: { $text }
recipes-changes = What changes in the draft
recipes-closes = What it closes
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
submit-refresh-text = This fetches the file for all users of this service's cache. Crawlers that use the cache obey the new file immediately. Google refreshes its own copy, usually within a day.
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
