"""The types of the answers that are dictionaries or named tuples, for annotations.

>>> from maycrawl import RobotsTxt
>>> from maycrawl.answers import Diagnostic
>>> def headline(found: Diagnostic) -> str:
...     return f"line {found['line']}: {found['name']}"
>>> [headline(found) for found in RobotsTxt.parse(b"User-agent: *\\nDisalow: /a\\n").lint()]
['line 2: misspelt-field']

The keys are those of the JSON of the command. Paths and patterns are text: bytes that are not UTF-8 are replaced.
"""

from typing import Literal, NamedTuple, NotRequired, TypedDict

# The values of the library. `python -m pytest tests/test_stubs.py` compares them, UPDATE_STUBS=1 writes them.
Decision = Literal["allowed", "disallowed", "not-applicable"]
Reason = Literal[
    "rule",
    "no-rule-matched",
    "no-group",
    "star-ignored",
    "empty-group",
    "no-file",
    "unreachable-server-error",
    "unreachable-too-many-requests",
    "unreachable-network",
    "unreachable-blocked-by-policy",
    "unreachable-busy",
    "unreachable-unconfirmed",
    "expired",
    "not-applicable",
    "crawler-ignores-robots-txt",
    "robots-txt-itself",
]
RuleKind = Literal["disallow", "allow"]
RuleDecision = Literal["allowed", "disallowed"]
Basis = Literal["nothing", "file", "no-file", "disallowed", "last-copy", "no-limits"]
Profile = Literal["google", "google-2019", "rfc9309"]
Severity = Literal["note", "warning", "error"]
PathsKind = Literal["whole-site", "below", "begins-with", "contains", "ends-with", "alone", "matches"]
FixEffect = Literal["keeps-verdicts", "takes-effect"]
ChangeOutcome = Literal["effects", "none", "undecided"]
ReaderKind = Literal["knows-crawler", "bare-token"]
CrawlerFact = Literal["falls-back", "ignores-star", "ignores-robots-txt"]
Purpose = Literal[
    "search",
    "images",
    "video",
    "news",
    "ads",
    "shopping",
    "testing",
    "preview",
    "api",
    "safety",
    "user-triggered",
    "product",
    "seo",
    "archive",
    "ai-search",
    "ai-agent",
    "ai-assistant",
    "ai-coding",
    "ai-training",
    "undocumented",
]
Compliance = Literal["obeys", "control token", "ignores robots.txt", "reported not to obey", "unclear"]
AiList = Literal["training", "search", "user", "undocumented"]
Use = Literal["train", "input", "search", "index", "tdm"]
UseOutcome = Literal["refused", "conditional", "granted", "not said", "conflict", "not applicable"]
SignalFamily = Literal[
    "content-usage",
    "content-signal",
    "purpose-token",
    "rsl",
    "tdmrep",
    "control-token",
    "operator-rules",
    "noai",
]
UseCondition = Literal["payment", "users", "region", "token", "limit", "part", "not-read", "not-understood"]
UseFindingKind = Literal[
    "no-dictionary",
    "outside-groups",
    "not-absolute",
    "too-many",
    "too-long",
    "grouping-differs",
    "not-a-reservation",
    "several-licences",
    "use-degree",
    "unknown-label",
]
UseSource = Literal["robots.txt", "response", "page", "tdmrep.json", "licences"]
UsePlaceState = Literal["read", "absent", "cut", "not-read", "not-asked"]
SourceKind = Literal["documented by its operator", "reported"]


class SiteDecision(NamedTuple):
    """What verdicts about a site rest on, and whether to fetch its robots.txt before them, beside them, or not."""

    basis: Basis
    fetch: Literal["no", "background", "first"]


class Edit(TypedDict):
    """A part of the file, as offsets in bytes, and the text in its place."""

    start: int
    end: int
    text: str


class Fix(TypedDict):
    """The edits that remove a finding."""

    title: str
    effect: FixEffect
    edits: list[Edit]


class Diagnostic(TypedDict):
    """A likely mistake. `also` are other lines with it; `start` and `end` are offsets in bytes."""

    code: str
    name: str
    severity: Severity
    line: int
    also: NotRequired[list[int]]
    start: int
    end: int
    message: str
    help: str | None
    fix: Fix | None


class AnswerRule(TypedDict):
    """A rule that matches. `pattern_bytes` is the length of the whole pattern, if `pattern` is only its beginning."""

    line: int
    kind: RuleKind
    pattern: str
    pattern_bytes: NotRequired[int]
    priority: int
    matched: int


class ReadersAnswer(TypedDict):
    """Crawlers for which an answer is true for one kind of readers only, and `condition`, which says so in words."""

    kind: ReaderKind
    fact: CrawlerFact
    falls_back_to: str | None
    crawlers: list[str]
    condition: str


class CrawlersAnswer(TypedDict):
    """Some crawlers.

    `others`: also each that is not known and that neither file names. `purpose_tokens`: tokens for a purpose, not
    crawlers.
    """

    crawlers: list[str]
    purpose_tokens: list[str]
    others: bool
    readers: list[ReadersAnswer]


class EffectAnswer(TypedDict):
    """Paths whose verdict changes, and the rules that decide about them. A rule is None if none matches."""

    becomes: RuleDecision
    example: str
    shortest: str
    before: AnswerRule | None
    after: AnswerRule | None


class Paths(TypedDict):
    """The paths of one pattern. `text` is what they begin with, contain or end with, or the pattern."""

    kind: PathsKind
    text: str


# `except` is a keyword of Python.
Part = TypedDict(
    "Part",
    {
        "paths": list[Paths],
        "except": list[Paths],
        "more_exceptions": int,
        "already": list[Paths],
        "more_already": int,
        "partly": bool,
    },
)


class Extent(TypedDict):
    """Paths that a change takes or gives, the largest part first. `text` says them in words."""

    certainty: Literal["exact", "at-least", "examples"]
    parts: list[Part]
    more: int
    examples: list[str]
    text: str


class ImpactAnswer(TypedDict):
    """What a change takes from some crawlers and gives to them. None if it takes or gives nothing."""

    severity: Severity
    lost: Extent | None
    gained: Extent | None


class ClassAnswer(CrawlersAnswer):
    """Crawlers for which a change has the same effects. `more` is the number of effects that are not in the list."""

    impact: ImpactAnswer
    effects: list[EffectAnswer]
    more: int
    undecided: int


class UseStatementAnswer(TypedDict):
    """A line about a use, and what it says alone. `document` is the text by which it is read."""

    line: int
    text: str
    outcome: UseOutcome
    family: SignalFamily
    document: str


class UseSideAnswer(TypedDict):
    """What one file says about a use of a path."""

    outcome: UseOutcome
    statements: list[UseStatementAnswer]


class UseEffectAnswer(TypedDict):
    """Paths for which a use changes, and what the files say about it."""

    use: Use
    before: UseSideAnswer
    after: UseSideAnswer
    example: str
    shortest: str


class UseClassAnswer(CrawlersAnswer):
    """Crawlers for which a change has the same effects on uses. `more` is the number of effects that are not listed."""

    effects: list[UseEffectAnswer]
    more: int
    undecided: bool


class ChangeAnswer(TypedDict):
    """What changes for whom if one file replaces another."""

    profile: Profile
    outcome: ChangeOutcome
    severity: Severity | None
    lines_changed: int
    uses: list[UseClassAnswer]
    uses_undecided: bool
    classes: list[ClassAnswer]
    unaffected: CrawlersAnswer
    sitemaps_added: list[str]
    sitemaps_removed: list[str]
    names_not_compared: int


class UseFamilyStatement(TypedDict):
    """A line about a use, and what it says alone.

    `line` is None for the whole file, `message` the condition in words.
    """

    place: str
    line: int | None
    text: str
    outcome: UseOutcome
    condition: NotRequired[UseCondition]
    message: NotRequired[str]


class UseFamilyAnswer(TypedDict):
    """What the signals of one family say together. `document` is the text by which they are read."""

    family: SignalFamily
    document: str
    outcome: UseOutcome
    statements: list[UseFamilyStatement]
    statements_left_out: NotRequired[int]


class UseFinding(TypedDict):
    """What a reader should know about the signals. `place` is None for the file as a whole."""

    kind: UseFindingKind
    message: str
    place: str | None
    label: NotRequired[str]


class UsePlace(TypedDict):
    """A place where a site may speak of uses, and how far it was read."""

    place: UseSource
    state: UsePlaceState
    url: str | None
    message: str | None


class UseAnswer(TypedDict):
    """What a file says about one use of a URL. Nothing is known of the places in `not_read`.

    `strictest` is the strictest statement, if there is one. A grant is sure only if `is_whole`.
    """

    url: str
    agent: str
    use: Use
    outcome: UseOutcome
    strictest: UseOutcome | None
    access: Decision
    families: list[UseFamilyAnswer]
    findings: list[UseFinding]
    findings_left_out: NotRequired[int]
    is_whole: bool
    read: list[UseSource]
    not_read: list[UseSource]
    places: list[UsePlace]


class KnownCrawler(TypedDict):
    """A row of the table of crawlers. `checked` is the day of its last check."""

    token: str
    operator: str | None
    purpose: Purpose
    fallback: list[str]
    follows_star: bool
    compliance: Compliance
    note: str | None
    block_ai: AiList | None
    confirmed: bool
    aliases: list[str]
    source: SourceKind
    source_url: str
    checked: str
