# Text of the command `maycrawl`: check and lint.

## maycrawl check

outcome-unreachable = unreachable
change-to-allow = to allow it: { $change }
change-to-allow-site = to allow the whole site: { $change }
change-to-disallow = to disallow it: { $change }
# A change of a directory. $place is its path, with or without the crawlers.
change-or-allow = or to allow all of { $place }: { $change }
change-or-disallow = or to disallow all of { $place }: { $change }
change-place-this-crawler = { $path }, for this crawler only
change-place-all-crawlers = { $path }, for all crawlers
change-place-all-crawlers-but = { $path }, for all crawlers but { $names }
change-except = { $change } (another rule still decides for { $path })
change-unproved = { $change } (not proved for every URL in it)
requested-as = requested as { $url }
# Programs that read robots.txt, and the line by which they decide.
readers-line = { $readers }: line { $line }: { $text }
# Crawlers with the same verdict. $group is the name in the file.
one-follows = { $name } follows the group of `{ $group }`
crawlers-count = { $count } crawlers
others-follow-star = { $count } others follow `*`
all-follow-star = All { $count } follow `*`
crawlers-follow = { $count } crawlers follow the group of `{ $group }`
whom-and-reason = { $whom }: { $reason }
json-names-crawlers = --format json names every crawler.

## maycrawl readers

readers-found = { $count ->
    [one] 1 disagreement
   *[other] { $count } disagreements
} of { $readers } programs; --format json has all of them
readers-found-unusual = { $count ->
    [one] 1 of them is
   *[other] { $count } of them are
} about unusual paths only (escapes that nobody needs, double slashes, /robots.txt itself and the like)
readers-agree = { $readers } programs give one answer for every path
readers-undecided = { $count } programs were not compared for all paths, because the budget of steps is spent
readers-names = { $count ->
    [one] 1 crawler was not compared: the file has too many names or rules
   *[other] { $count } crawlers were not compared: the file has too many names or rules
}
readers-no-rule = { $readers }: no rule
# Why programs disagree. $other is one program, $axis one of the sentences below.
readers-why = { $readers } and { $other }: { $axis }
readers-not-explained = several causes together
axis-bytes = they decode the bytes of the file differently
axis-line-ends = they end lines at different characters
axis-fields = they know different names of fields
axis-a-blank-line = a blank line means different things to them
axis-what-ends-a-run-of-user-agent-lines = different lines end a run of user-agent lines for them
axis-a-rule-before-the-first-user-agent-line = they read a rule before the first user-agent line differently
axis-a-group-without-rules = a group without rules means different things to them
axis-a-name-in-the-file = they read different parts of a name in the file
axis-the-name-of-the-crawler = they read different parts of the crawler’s name
axis-how-names-are-compared = they compare names differently
axis-which-group-counts = they choose different groups
axis-a-rule-without-a-path = a rule without a path means different things to them
axis-escapes = they compare escapes, slashes and the end of a path differently
axis-wildcards = they read * and $ differently
axis-which-rule-wins = they let different rules win
axis-the-index-page = they read a rule about an index page differently
axis-robots-txt-itself = one of them always allows /robots.txt
# Where they disagree. $paths is one of the texts below, or paths with commas between them.
readers-more = { $count } more with the same programs, such as { $paths }
readers-unusual = only unusual paths
readers-among = among { $paths }
readers-shortest = shortest: { $path }
readers-others = every crawler that the file does not name
readers-crawlers = asked as { $crawlers }
paths-whole-site = the whole site
paths-below = everything below { $text }
paths-begins-with = everything that begins with { $text }
paths-contains = all paths that contain { $text }
paths-ends-with = all paths that end with { $text }
paths-alone = the path { $text } alone
paths-matches = all paths that match { $text }

## maycrawl lint

# What is wrong with one line. The text after it is English.
label-detail = in English
label-help = help
label-changes = changes
program-closed = { $path } becomes disallowed for { $programs }
program-opened = { $path } becomes allowed for { $programs }
label-also = also lines
findings-cut = { $file }: { $lint }: the first { $shown } of { $found } are shown
nothing-found = { $files ->
    [one] 1 file
   *[other] { $files } files
}: nothing found
findings-summary = { $files ->
    [one] 1 file
   *[other] { $files } files
}: { $errors ->
    [one] 1 error
   *[other] { $errors } errors
}, { $warnings ->
    [one] 1 warning
   *[other] { $warnings } warnings
}, { $notes ->
    [one] 1 note
   *[other] { $notes } notes
}
fixable-safely = { $count } fixable with --fix (verdicts stay the same)
fixable-all = { $count } fixable with --fix=all (verdicts may change)

## A site whose robots.txt cannot be fetched: what comes, by which document, and the repair.

outlook-pause = The site asks crawlers to wait until { $time } (Retry-After).
outlook-copy = If it goes on, the last copy counts from { $time } on.
outlook-open = If it goes on, everything may be crawled from { $time } on.
outlook-depends = If it goes on, from { $time } on it depends on whether other pages of the site answer.
outlook-stays = That stays so until the site answers.
outlook-source = Source: { $policy }.
outlook-other = By { $policy }, it changes on { $time }.
outlook-repair = Let the site answer 200 with the file, or 404 if there is none.
policy-google-2021 = Google’s documents of 2019 to 2021
policy-google-2026 = Google’s documents of 2026
policy-google-2019 = Google’s text before July 2019
policy-rfc9309 = RFC 9309
