# Text of the command `maycrawl`: check and lint.

## maycrawl check

outcome-unreachable = unreachable
change-to-allow = to allow it: { $change }
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

## maycrawl lint

# What is wrong with one line. The text after it is English.
label-detail = in English
label-help = help
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
