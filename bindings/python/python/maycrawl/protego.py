"""`protego` with the verdicts of maycrawl, at a tenth of its time or less.

>>> from maycrawl.protego import Protego
>>> robots = Protego.parse("User-agent: *\\nDisallow: /private\\nCrawl-delay: 4\\n")
>>> robots.can_fetch("https://shop.example/private/x", "ExampleBot"), robots.crawl_delay("ExampleBot")
(False, 4.0)

Differences from protego, each with its reason: ``tests/protego_differences.toml`` of the sources, and the page "Using
it from Python" of the documentation.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import time
from typing import NamedTuple

from ._agent_rules import AgentRules

__all__ = ["Protego", "RequestRate", "VisitTime"]

_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


class RequestRate(NamedTuple):
    """The value of ``Request-rate``: requests in a number of seconds, between two times of the day."""

    requests: int
    seconds: int
    start_time: time | None
    end_time: time | None


class VisitTime(NamedTuple):
    """The value of ``Visit-time``: two times of the day."""

    start_time: time
    end_time: time


class Protego:
    """A parsed robots.txt, with the interface of `protego.Protego`."""

    def __init__(self) -> None:
        self._rules = AgentRules(b"")

    @classmethod
    def parse(cls, content: str, *, reader: str | None = None) -> Protego:
        """Parse the text of a robots.txt. It must be decoded as UTF-8.

        With ``reader="protego"`` `can_fetch` answers as protego itself does, with that of another program as that one.
        """
        if not isinstance(content, str):
            raise TypeError(f"Protego.parse expects str, got {type(content).__name__}")
        robots = cls()
        robots._rules = AgentRules(content.encode("utf-8", "surrogatepass"), reader)
        return robots

    def can_fetch(self, url: str, user_agent: str) -> bool:
        """Whether the sender of this User-Agent header may fetch the URL."""
        return self._rules.is_allowed(user_agent, url)

    def crawl_delay(self, user_agent: str) -> float | None:
        """The longest ``Crawl-delay`` of the program's groups, in seconds."""
        return self._rules.crawl_delay(user_agent)

    def request_rate(self, user_agent: str) -> RequestRate | None:
        """The last valid ``Request-rate`` of the program's groups."""
        rates = map(_request_rate, self._rules.values(user_agent, "request-rate", "request rate"))
        return next((rate for rate in reversed(list(rates)) if rate), None)

    def visit_time(self, user_agent: str) -> VisitTime | None:
        """The last valid ``Visit-time`` of the program's groups."""
        times = map(_visit_time, self._rules.values(user_agent, "visit-time", "visit time"))
        return next((time for time in reversed(list(times)) if time), None)

    @property
    def sitemaps(self) -> Iterator[str]:
        """The sitemaps of the file."""
        return iter(self._rules.robots.sitemaps)

    @property
    def preferred_host(self) -> str | None:
        """The value of the last ``Host`` line."""
        lines = self._rules.robots.other_lines()
        hosts = [line.value for line in lines if line.key.lower() == "host" and line.value]
        return hosts[-1] if hosts else None


def _time(text: str) -> time:
    """A time of the day, written HMM or HHMM."""
    text = text.strip()
    if not (3 <= len(text) <= 4 and text.isascii() and text.isdigit()):
        raise ValueError(f"{text!r} is not a time of the day")
    return time(int(text[:-2]), int(text[-2:]))


def _times(text: str, separator: str) -> VisitTime:
    start, end = text.split(separator)
    return VisitTime(_time(start), _time(end))


def _visit_time(value: str) -> VisitTime | None:
    """The value of a line such as ``0400-0845`` or ``0400 0845``."""
    try:
        return _times(value, "-" if "-" in value else " ")
    except ValueError:
        return None


def _request_rate(value: str) -> RequestRate | None:
    """The value of a line such as ``1/10m 1300-1659``."""
    try:
        rate, *period = value.split(maxsplit=1)
        requests, seconds = rate.split("/")
        unit = seconds[-1:].lower()
        count = int(seconds[:-1]) * _SECONDS[unit] if unit in _SECONDS else int(seconds)
        times = _times(period[0], "-") if period else (None, None)
        return RequestRate(int(requests), count, *times) if int(requests) > 0 and count > 0 else None
    except ValueError:
        return None
