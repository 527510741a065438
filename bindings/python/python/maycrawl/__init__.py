"""May this crawler fetch this URL, and why?

>>> import maycrawl
>>> robots = maycrawl.RobotsTxt.parse(b"User-agent: *\\nDisallow: /checkout\\nAllow: /checkout/help\\n")
>>> rules = robots.rules_for("Googlebot")
>>> verdict = rules.check("https://shop.example/checkout/help/returns")
>>> verdict.allowed, verdict.line
(True, 3)
>>> print(rules.check("https://shop.example/checkout?id=1"))
disallowed: line 2: disallow: /checkout
>>> rules.is_allowed_many(["https://shop.example/", "https://shop.example/checkout"])
[True, False]

A URL is checked as a client requests it: ``/a/../private`` is ``/private``. A text that is not a URL is never allowed:
one call raises `UrlError`, and calls over many URLs give ``False``.

`maycrawl.scrapy`, `maycrawl.robotparser` and `maycrawl.protego` take the place of other readers of robots.txt.
``RobotsTxt.parse(content, reader="protego")`` reads as another program does.
`maycrawl.spark` decides the rows of Spark DataFrames.
"""

from ._maycrawl import (
    ArrowResult,
    CrawlerNameError,
    Explanation,
    MaycrawlError,
    OtherLine,
    PolicyError,
    ProfileError,
    ReadBy,
    ReaderError,
    RobotsTxt,
    Rule,
    Rules,
    SitePolicy,
    TableError,
    UrlError,
    UseError,
    Verdict,
    __version__,
    known_crawlers,
    readers,
    verdicts_of_rows,
)

__all__ = [
    "ArrowResult",
    "CrawlerNameError",
    "Explanation",
    "MaycrawlError",
    "OtherLine",
    "PolicyError",
    "ProfileError",
    "ReadBy",
    "ReaderError",
    "RobotsTxt",
    "Rule",
    "Rules",
    "SitePolicy",
    "TableError",
    "UrlError",
    "UseError",
    "Verdict",
    "__version__",
    "known_crawlers",
    "readers",
    "verdicts_of_rows",
]
