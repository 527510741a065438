# Verdicts, their reasons, and explanations.
#
# The library writes the same English sentences. A test compares them.
# A value in braces, such as { $line }, is inserted by the program. Each language needs the same values.

## The result in one word

outcome-allowed = allowed
outcome-disallowed = disallowed
outcome-not-applicable = not applicable
outcome-unreachable = unreachable
verdict = { $outcome }: { $reason }

## The reason of a verdict

# $rule is the rule as written in the file.
reason-rule = line { $line }: { $rule }
# $field is "allow" or "disallow".
reason-empty-rule = line { $line }: an empty { $field } restricts nothing
reason-no-rule-matched = no rule in the crawler's group matches this URL
reason-no-group = no group applies to this crawler, so it may fetch everything
reason-empty-group = the crawler's group has no rules, so it may fetch everything
reason-no-file = the site has no robots.txt
reason-unreachable-server-error = robots.txt is unreachable: the server responds with 5xx
reason-unreachable-too-many-requests = robots.txt is unreachable: the server responds with 429
reason-unreachable-network = robots.txt is unreachable: network failure
reason-unreachable-blocked-by-policy = robots.txt is unreachable: the server's address is blocked by policy
reason-unreachable-busy = robots.txt is unreachable: it was not requested, because too many requests wait here
reason-expired = robots.txt has been unreachable for 30 days and no copy is left
reason-not-applicable = the URL belongs to another origin; check that origin's robots.txt
reason-crawler-ignores-robots-txt = this crawler ignores robots.txt
reason-robots-txt-itself = /robots.txt itself is always allowed (RFC 9309 section 2.2.2)
# A reason with its group. $agent is the name in the file.
reason-in-group = { $reason } (group of { $agent }, line { $line })
# A reason of which only the beginning is shown.
reason-cut = { $reason }... ({ $bytes } bytes)

## What a disallowed URL means for search results

consequence-page = Its URL may still be listed, without a description. To keep it out of search results, allow crawling and add noindex, or require a password.
consequence-media = It is not shown in Google's results for images, videos and audio. Other pages may still link to it.
consequence-resource = It is not fetched for rendering, so Google evaluates pages without it. Allow it if pages need it.
consequence-document = Google's introduction contradicts itself about such files: its table treats them as web pages, whose URLs may still be listed, but its text says that they are excluded. To keep it out of search results for certain, allow crawling and send the header X-Robots-Tag: noindex, or require a password.

## The explanation of a verdict

# Labels of lines. They stand in a column, so they are short.
label-path = path
label-chain = chain
label-group = group
label-others = others
label-rules = rules
label-verdict = verdict
label-note = note

group-followed = followed: it is for { $name }
group-lost = not followed: it is for { $name }, but { $better } has its own group
group-star-ignored = not followed: this crawler ignores *
group-for-others = not followed: it is for other crawlers

rule-won = decides
rule-shorter = loses: its pattern is shorter
rule-tie-lost = loses: its pattern is equally long, and on a tie allow wins
rule-later = has no effect: an earlier line says the same
rule-unasked = has no effect: the verdict does not depend on rules

# The names that a crawler tries, in their order: "Googlebot-News (no group), then Googlebot (1 group, followed)".
chain-no-group = { $name } (no group)
chain-followed = { $name } ({ $groups ->
    [one] 1 group
   *[other] { $groups } groups
}, followed)
chain-not-needed = { $name } ({ $groups ->
    [one] 1 group
   *[other] { $groups } groups
}, not needed)
chain-then = { $first }, then { $next }

explained-group = line { $line }: user-agent: { $agents }
agents-and-more = { $agents } and { $count } more
groups-for-others = { $groups ->
    [one] 1 group
   *[other] { $groups } groups
} for other crawlers
explained-rule = line { $line }: { $rule } (priority { $priority }): { $fate }
explained-rule-as-directory = line { $line }: { $rule } (priority { $priority }, as the directory of its index page): { $fate }
explained-rule-empty = line { $line }: { $rule } (empty, restricts nothing)
rules-matching = { $rules ->
    [one] 1 rule
   *[other] { $rules } rules
} in the followed { $groups ->
    [one] group
   *[other] groups
}, { $matching } matching this path
rule-matches = matches { $path }
and-more = ... and { $count } more

# $documents is one of the two texts below.
undefined-conflict = { $documents } left undefined whether line { $first } or line { $second } wins; other crawlers may decide differently
documents-of-2019 = Google's documents of 2019 to 2021
documents-before-2019 = Google's text before July 2019

## The smallest change that reverses a verdict

suggestion-add-rule = add "{ $rule }" after line { $line }
suggestion-add-to-groups = add "{ $rule }" after { $count ->
    [one] line
   *[other] lines
} { $lines }
suggestion-add-to-groups-and-star = add "{ $rule }" after { $count ->
    [one] line
   *[other] lines
} { $lines }, and in a new group for *
# $repeated is the number of rules that the new group repeats.
suggestion-add-group = { $repeated ->
    [0] add a group at the end: "User-agent: { $agent }", "{ $rule }"
    [one] add a group at the end: "User-agent: { $agent }", "{ $rule }", and the rule that it follows now
   *[other] add a group at the end: "User-agent: { $agent }", "{ $rule }", and the { $repeated } rules that it follows now
}
# $field is "Allow" or "Disallow".
suggestion-reverse = change the field on line { $line } to { $field }
suggestion-remove = remove line { $line }
