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

# ---- written by scripts/answer-types from the schemas ----
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
Basis = Literal["nothing", "file", "no-file", "disallowed", "last-copy", "no-limits"]
ReaderKind = Literal["knows-crawler", "bare-token"]
AiList = Literal["training", "search", "user", "undocumented"]
Compliance = Literal["obeys", "control token", "ignores robots.txt", "reported not to obey", "unclear"]
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
SourceKind = Literal["documented by its operator", "reported"]
FixEffect = Literal["keeps-verdicts", "mends"]
Decision = Literal["allowed", "disallowed", "not-applicable"]
RuleKind = Literal["disallow", "allow"]
RuleDecision = Literal["allowed", "disallowed"]
Certainty = Literal["exact", "at-least", "examples"]
PathsKind = Literal["whole-site", "below", "begins-with", "contains", "ends-with", "alone", "matches"]
Severity = Literal["note", "warning", "error"]
CrawlerFact = Literal["falls-back", "ignores-star", "ignores-robots-txt"]
ChangeOutcome = Literal["effects", "none", "undecided"]
Profile = Literal["google", "google-2019", "rfc9309"]
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
Use = Literal["train", "input", "search", "index", "tdm"]
AnswerOutcome = Literal["allowed", "disallowed", "not-applicable", "unreachable"]
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
    "field-not-read",
]
UseSource = Literal["robots.txt", "response", "page", "tdmrep.json", "licences"]
UsePlaceState = Literal["read", "absent", "cut", "not-read", "not-asked"]


class AnswerRule(TypedDict):
    """The deciding rule of an `Answer`."""

    kind: RuleKind
    line: int
    matched: int
    pattern: str
    pattern_bytes: NotRequired[int]
    priority: int


class EffectAnswer(TypedDict):
    """Paths whose verdict changes, and the rules that decide about them."""

    after: AnswerRule | None
    becomes: RuleDecision
    before: AnswerRule | None
    example: str
    shortest: str


class Paths(TypedDict):
    """The paths of one pattern."""

    kind: PathsKind
    text: str


Part = TypedDict(
    "Part",
    {
        "already": list[Paths],
        "except": list[Paths],
        "more_already": int,
        "more_exceptions": int,
        "partly": bool,
        "paths": list[Paths],
    },
)


class Extent(TypedDict):
    """Paths that a change takes from a crawler or gives to it."""

    certainty: Certainty
    examples: list[str]
    more: int
    parts: list[Part]
    text: str


class ImpactAnswer(TypedDict):
    """What a change takes from some crawlers and gives to them, and how bad that is."""

    gained: Extent | None
    lost: Extent | None
    severity: Severity


class ReadersAnswer(TypedDict):
    """Crawlers for which a statement is true for one kind of readers only."""

    condition: str
    crawlers: list[str]
    fact: CrawlerFact
    falls_back_to: str | None
    kind: ReaderKind


class ClassAnswer(TypedDict):
    """Crawlers for which a change has the same effects."""

    crawlers: list[str]
    effects: list[EffectAnswer]
    impact: ImpactAnswer
    more: int
    others: bool
    purpose_tokens: list[str]
    readers: list[ReadersAnswer]
    undecided: int


class PaceLine(TypedDict):
    """A line with `Crawl-delay` or `Request-rate`."""

    line: int
    text: str


class PaceChangeAnswer(TypedDict):
    """Crawlers that are asked to go at another pace: by `Crawl-delay` or `Request-rate`, which no standard has."""

    after: list[PaceLine]
    before: list[PaceLine]
    crawlers: list[str]
    others: bool


class CrawlersAnswer(TypedDict):
    """Some crawlers, by name."""

    crawlers: list[str]
    others: bool
    purpose_tokens: list[str]
    readers: list[ReadersAnswer]


class UseStatementAnswer(TypedDict):
    """A line of robots.txt about a use."""

    document: str
    family: SignalFamily
    line: int
    outcome: UseOutcome
    text: str


class UseSideAnswer(TypedDict):
    """What one file says about a use of a path."""

    outcome: UseOutcome
    statements: list[UseStatementAnswer]


class UseEffectAnswer(TypedDict):
    """Paths for which a use changes, and what the files say about it."""

    after: UseSideAnswer
    before: UseSideAnswer
    example: str
    shortest: str
    use: Use


class UseClassAnswer(TypedDict):
    """Crawlers for which a change has the same effects on uses."""

    crawlers: list[str]
    effects: list[UseEffectAnswer]
    more: int
    others: bool
    purpose_tokens: list[str]
    readers: list[ReadersAnswer]
    undecided: bool


class ProgramsChange(TypedDict):
    """A path whose verdict an edit changes for some programs."""

    becomes_allowed: bool
    crawlers: list[str]
    is_unusual: bool
    line_after: int | None
    line_before: int | None
    others: bool
    path: str
    programs: list[str]


class ProgramsAnswer(TypedDict):
    """For which programs an edit of a file changes nothing, and for which it does."""

    changed: list[ProgramsChange]
    kept: list[str]
    undecided: list[str]


class DiffAnswer(TypedDict):
    """What a change of a file does: to crawlers as its profile reads them, and for other programs."""

    classes: list[ClassAnswer]
    lines_changed: int
    names_not_compared: int
    outcome: ChangeOutcome
    pace: list[PaceChangeAnswer]
    profile: Profile
    severity: Severity | None
    sitemaps_added: list[str]
    sitemaps_removed: list[str]
    unaffected: CrawlersAnswer
    uses: list[UseClassAnswer]
    uses_undecided: bool
    programs: ProgramsAnswer | None


class UseFamilyStatement(TypedDict):
    """A statement."""

    condition: NotRequired[UseCondition]
    line: int | None
    message: NotRequired[str]
    outcome: UseOutcome
    place: str
    text: str


class UseFamilyAnswer(TypedDict):
    """What one family says."""

    document: str
    family: SignalFamily
    outcome: UseOutcome
    statements: list[UseFamilyStatement]
    statements_left_out: NotRequired[int]


class UseFinding(TypedDict):
    """Something that a reader of an answer should know."""

    kind: UseFindingKind
    label: NotRequired[str]
    message: str
    place: str | None


class UsePlace(TypedDict):
    """A place where a site may speak of uses, and how far it was read."""

    message: str | None
    place: UseSource
    state: UsePlaceState
    url: str | None


class UseAnswer(TypedDict):
    """The answer to: what does this site say about this use of this URL by this crawler?"""

    access: AnswerOutcome
    access_message: str | None
    agent: str
    families: list[UseFamilyAnswer]
    findings: list[UseFinding]
    findings_left_out: NotRequired[int]
    is_whole: bool
    not_read: list[UseSource]
    outcome: UseOutcome
    places: list[UsePlace]
    read: list[UseSource]
    strictest: UseOutcome | None
    url: str
    use: Use


# ---- what Python has alone ----


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
    programs: ProgramsAnswer
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
    choices: NotRequired[list[Fix]]


class DelayStatement(TypedDict):
    """What a crawler's operator says about ``Crawl-delay``."""

    support: Literal["yes", "no", "not said"]
    note: str | None
    source_url: str | None
    checked: str | None


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
    is_retired: bool
    superseded_by: str | None
    aliases: list[str]
    delay: DelayStatement
    source: SourceKind
    source_url: str
    checked: str
