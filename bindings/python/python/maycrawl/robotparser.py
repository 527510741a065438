"""`urllib.robotparser` with the verdicts of maycrawl: wildcards, the longest match, bytes as they are.

>>> from maycrawl.robotparser import RobotFileParser
>>> parser = RobotFileParser()
>>> parser.parse(["User-agent: *", "Disallow: /*.php$"])
>>> parser.can_fetch("ExampleBot/1.0", "https://shop.example/index.php")
False

Differences from the standard library, each with its reason: ``tests/robotparser_differences.toml`` of the sources, and
the page "Using it from Python" of the documentation.
"""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterable
from typing import NamedTuple

from ._agent_rules import AgentRules
from ._maycrawl import SitePolicy

__all__ = ["RequestRate", "RobotFileParser"]

# What maycrawl reads of a compressed body, and one byte more.
_MAX_BYTES = 4 * 500 * 1024 + 64 * 1024 + 1


class RequestRate(NamedTuple):
    """The value of ``Request-rate``: a number of requests in a number of seconds."""

    requests: int
    seconds: int


class RobotFileParser:
    """Reads one robots.txt and answers questions about it, with the interface of `urllib.robotparser`."""

    def __init__(self, url: str | urllib.request.Request = "", *, reader: str | None = None) -> None:
        """With ``reader="cpython"`` `can_fetch` answers as the standard library itself does."""
        self._reader = reader
        self.disallow_all = False
        self.allow_all = False
        self.last_checked = 0.0
        self._rules = AgentRules(b"", reader)
        self.set_url(url)

    def mtime(self) -> float:
        """The time when the file was last read, in seconds since 1970; 0 if it was not read yet."""
        return self.last_checked

    def modified(self) -> None:
        """Set the time when the file was last read to now."""
        self.last_checked = time.time()

    def set_url(self, url: str | urllib.request.Request) -> None:
        """Set the URL of the robots.txt, or the whole request for it, for example with a User-Agent of your own."""
        self.url = url
        address = url.full_url if isinstance(url, urllib.request.Request) else url
        self.host, self.path = urllib.parse.urlparse(address)[1:3]

    def read(self) -> None:
        """Request the file. 401 and 403 disallow everything, other 4xx allow everything. After 5xx nothing is allowed.

        Raises `urllib.error.URLError` if the server cannot be reached, or if its answer is not a complete file: a part
        of it, a body that is shorter than announced, or one that cannot be decoded. Then nothing has been read.
        """
        try:
            with urllib.request.urlopen(self.url) as answer:
                content = answer.read(_MAX_BYTES)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code in (401, 403):
                self.disallow_all = True
            elif 400 <= error.code < 500:
                self.allow_all = True
            return
        if isinstance(answer, http.client.HTTPResponse):
            content = self._file(answer, content)
        self._read(content)

    def parse(self, lines: Iterable[str]) -> None:
        """Read the lines of a robots.txt. They must be decoded as UTF-8."""
        self._read("\n".join(lines).encode("utf-8", "surrogatepass"))

    def can_fetch(self, useragent: str, url: str) -> bool:
        """Whether the sender of this User-Agent header may fetch the URL. False before a file was read."""
        if self.disallow_all:
            return False
        if self.allow_all:
            return True
        return bool(self.last_checked) and self._rules.is_allowed(useragent, url)

    def crawl_delay(self, useragent: str) -> float | None:
        """The longest ``Crawl-delay`` of the program's groups in seconds, as `int` if it is a whole number."""
        if not self.last_checked:
            return None
        delay = self._rules.crawl_delay(useragent)
        return int(delay) if delay is not None and delay.is_integer() else delay

    def request_rate(self, useragent: str) -> RequestRate | None:
        """The last valid ``Request-rate`` of the program's groups."""
        if not self.last_checked:
            return None
        for value in reversed(self._rules.values(useragent, "request-rate")):
            requests, _, seconds = (part.strip() for part in value.partition("/"))
            if _is_number(requests) and _is_number(seconds):
                return RequestRate(int(requests), int(seconds))
        return None

    def site_maps(self) -> list[str] | None:
        """The sitemaps of the file; None if it names none."""
        return self._rules.robots.sitemaps or None

    def __str__(self) -> str:
        """Return the file as it was read."""
        return bytes(self._rules.robots).decode("utf-8", "replace")

    def _file(self, answer: http.client.HTTPResponse, content: bytes) -> bytes:
        """The file in an answer, if it is one."""
        # http.client raises an exception where a chunk is missing, but none where the body is shorter than its length.
        is_whole = True if answer.chunked and len(content) < _MAX_BYTES else None
        site = SitePolicy(answer.url)
        site.begin()
        _, file = site.answered(answer.status, answer.getheaders(), content, time.time(), complete=is_whole)
        if file is None:
            raise urllib.error.URLError(site.failure or f"HTTP {answer.status} is not a robots.txt")
        return file

    def _read(self, content: bytes) -> None:
        self._rules = AgentRules(content, self._reader)
        self.modified()


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9
