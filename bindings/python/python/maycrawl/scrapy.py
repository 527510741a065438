"""Scrapy with the verdicts of maycrawl, and with a policy for robots.txt files that cannot be fetched.

The parser alone changes how a file is read:

    ROBOTSTXT_OBEY = True
    ROBOTSTXT_PARSER = "maycrawl.scrapy.MaycrawlRobotParser"

The middleware takes the place of Scrapy's own. It also changes what result codes mean, and for how long:

    ROBOTSTXT_OBEY = True
    DOWNLOADER_MIDDLEWARES = {
        "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
        "maycrawl.scrapy.RobotsPolicyMiddleware": 100,
    }

The page "Using it from Scrapy" of the documentation lists all differences and settings.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadTimeoutError,
    IgnoreRequest,
    NotConfigured,
    ResponseDataLossError,
    StopDownload,
)
from scrapy.http import Request
from scrapy.http.request import NO_CALLBACK
from scrapy.robotstxt import RobotParser
from scrapy.utils.defer import deferred_from_coro, maybe_deferred_to_future
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.python import to_unicode
from twisted.internet import error
from twisted.internet.defer import Deferred

from ._agent_rules import AgentRules
from ._maycrawl import SitePolicy

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["MaycrawlRobotParser", "RobotsPolicyMiddleware"]

logger = logging.getLogger(__name__)

# What maycrawl reads of a body on the wire: four times the limit of a file, and 64 KiB.
_MAX_WIRE_BYTES = 4 * 500 * 1024 + 64 * 1024
# The key of a request for robots.txt in its `meta`.
_ARRIVED = "maycrawl_arrived"


class MaycrawlRobotParser(RobotParser):
    """A backend for the setting ``ROBOTSTXT_PARSER``."""

    def __init__(self, robotstxt_body: bytes, spider: Spider | None) -> None:
        self.spider = spider
        self._rules = AgentRules(robotstxt_body)

    @classmethod
    def from_crawler(cls, crawler: Crawler, robotstxt_body: bytes) -> MaycrawlRobotParser:
        """Parse the body of a robots.txt."""
        return cls(robotstxt_body, crawler.spider if crawler else None)

    def allowed(self, url: str | bytes, user_agent: str | bytes) -> bool:
        """Whether the sender of this User-Agent header may fetch the URL. A text that is not a URL is not allowed."""
        return self._rules.is_allowed(to_unicode(user_agent), url)

    def crawl_delay(self, user_agent: str | bytes) -> float | None:
        """The longest ``Crawl-delay`` of the program's groups, in seconds."""
        return self._rules.crawl_delay(to_unicode(user_agent))


class _Arrived:
    """An answer as it arrived. Scrapy's own middlewares remove the encoding, and also decode what was cut short."""

    def __init__(self) -> None:
        self.bytes = 0
        self.fields: list[tuple[str, str]] | None = None
        self.body = b""
        self.is_cut = False

    def keep(self, response: Response) -> None:
        """Keep what judges the answer."""
        self.fields = _fields(response)
        self.body = response.body
        # "dataloss": the transfer was cut short, and DOWNLOAD_FAIL_ON_DATALOSS is off.
        self.is_cut = not {"dataloss", "download_stopped"}.isdisjoint(response.flags)


class _Site:
    """What is known of one origin: the policy's state, the last file, and who waits for the fetch in progress."""

    def __init__(self, robots_url: str, policy: str, confirm_refusals: bool) -> None:
        self.policy = SitePolicy(robots_url, policy, confirm_refusals=confirm_refusals)
        self.file = AgentRules(b"")
        self.fetching = False
        self.waiting: list[Deferred[None]] = []


class RobotsPolicyMiddleware:
    """Obeys robots.txt with the fetch policy of maycrawl: result codes, expiry and, on request, ``Crawl-delay``.

    Settings, with their defaults:

    - ``MAYCRAWL_POLICY = "google-2021"``: or ``google-2026``, ``rfc9309``, ``google-2019``.
    - ``MAYCRAWL_CONFIRM_REFUSALS = False``: whether 403, a web page and the like open a site with a known file
      only after a day (404 and 410: an hour).
    - ``MAYCRAWL_MAX_CRAWL_DELAY = 0.0``: seconds; up to so many the download slot waits as ``Crawl-delay`` says. 0
      ignores all.
    - ``MAYCRAWL_MAX_SITES = 10_000``: sites kept in memory; the one that was not used for longest is dropped.

    Raises `maycrawl.PolicyError` at the start of the crawl if the policy is unknown.
    """

    DOWNLOAD_PRIORITY = 1000

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        if not settings.getbool("ROBOTSTXT_OBEY"):
            raise NotConfigured
        self.crawler = crawler
        self._user_agent: str = settings["USER_AGENT"]
        self._robots_user_agent: str | None = settings["ROBOTSTXT_USER_AGENT"]
        self._policy: str = settings.get("MAYCRAWL_POLICY", "google-2021")
        self._confirm_refusals: bool = settings.getbool("MAYCRAWL_CONFIRM_REFUSALS", False)
        self._max_delay: float = settings.getfloat("MAYCRAWL_MAX_CRAWL_DELAY", 0.0)
        self._max_sites: int = max(1, settings.getint("MAYCRAWL_MAX_SITES", 10_000))
        self._sites: OrderedDict[str, _Site] = OrderedDict()
        SitePolicy("https://unused.invalid/robots.txt", self._policy)
        crawler.signals.connect(self._bytes_received, signal=signals.bytes_received)
        crawler.signals.connect(self._response_downloaded, signal=signals.response_downloaded)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RobotsPolicyMiddleware:
        """Make the middleware of a crawl."""
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Let the request pass, or raise `scrapy.exceptions.IgnoreRequest` with the reason."""
        if request.meta.get("dont_obey_robotstxt") or request.url.startswith(("data:", "file:")):
            return
        site = self._site(request)
        fetch = site.policy.decide(time.time()).fetch
        if fetch == "first":
            await self._fetched(site, request)
        elif fetch == "background" and not site.fetching:
            site.fetching = True
            deferred_from_coro(self._fetch(site, request))
        self._obey(site.policy.decide(time.time()).basis, site, request)

    def _obey(self, basis: str, site: _Site, request: Request) -> None:
        if basis in ("no-file", "no-limits"):
            return
        if basis not in ("file", "last-copy"):
            self._forbid(request, "robots.txt cannot be fetched, so nothing may be fetched")
        user_agent = self._robots_user_agent or to_unicode(request.headers.get(b"User-Agent") or self._user_agent)
        if not site.file.is_allowed(user_agent, request.url):
            self._forbid(request, f"a rule of {site.policy.robots_url} forbids it")
        self._slow_down(request, site, user_agent)

    def _forbid(self, request: Request, reason: str) -> None:
        logger.debug(
            "Forbidden by robots.txt: %(request)s: %(reason)s",
            {"request": request, "reason": reason},
            extra={"spider": self.crawler.spider},
        )
        self._count("robotstxt/forbidden")
        raise IgnoreRequest(f"Forbidden by robots.txt: {reason}")

    def _slow_down(self, request: Request, site: _Site, user_agent: str) -> None:
        """Set the delay of the download slot, at every request: AutoThrottle may have lowered it."""
        delay = site.file.crawl_delay(user_agent)
        engine = self.crawler.engine
        if not delay or self._max_delay <= 0 or engine is None:
            return
        downloader = engine.downloader
        slot = downloader.slots.get(downloader.get_slot_key(request))
        # A new slot has waited for nothing yet. Its next request sets the delay.
        if slot is not None and slot.delay < min(delay, self._max_delay):
            slot.delay = min(delay, self._max_delay)
            # A random delay could be shorter.
            slot.jitter = 0.0

    def _site(self, request: Request) -> _Site:
        url = urlparse_cached(request)
        origin = f"{url.scheme}://{url.netloc.rpartition('@')[2]}"
        site = self._sites.get(origin)
        if site is None:
            site = self._sites[origin] = _Site(f"{origin}/robots.txt", self._policy, self._confirm_refusals)
            self._drop_idle_site()
        self._sites.move_to_end(origin)
        return site

    def _drop_idle_site(self) -> None:
        if len(self._sites) > self._max_sites:
            idle = (name for name, site in self._sites.items() if not site.fetching)
            del self._sites[next(idle, next(iter(self._sites)))]

    async def _fetched(self, site: _Site, request: Request) -> None:
        """Fetch the file, or wait for the fetch in progress."""
        if not site.fetching:
            site.fetching = True
            await self._fetch(site, request)
            return
        waiter: Deferred[None] = Deferred()
        site.waiting.append(waiter)
        await maybe_deferred_to_future(waiter)

    async def _fetch(self, site: _Site, asking: Request) -> None:
        """Fetch the file. A failure never raises: the policy decides what it means."""
        try:
            url: str | None = site.policy.begin()
            while url is not None:
                url = await self._request(site, url, asking)
        except Exception as failure:
            logger.warning(
                "Error downloading %(url)s: %(failure)s",
                {"url": site.policy.robots_url, "failure": failure},
                extra={"spider": self.crawler.spider},
            )
            self._count(f"robotstxt/exception_count/{type(failure)}")
            site.policy.failed(_failure_kind(failure), str(failure), time.time())
        finally:
            self._count("robotstxt/request_count")
            site.fetching = False
            waiting, site.waiting = site.waiting, []
            for waiter in waiting:
                waiter.callback(None)

    async def _request(self, site: _Site, url: str, asking: Request) -> str | None:
        """Request one URL. Gives the target of a redirect."""
        # The policy has its own retries, redirects and expiry.
        arrived = _Arrived()
        meta = {
            "dont_obey_robotstxt": True,
            "dont_redirect": True,
            "dont_retry": True,
            "dont_cache": True,
            "handle_httpstatus_all": True,
            # A redirect may lead to a domain that the spider does not crawl.
            "allow_offsite": True,
            _ARRIVED: arrived,
        }
        request = Request(url, priority=self.DOWNLOAD_PRIORITY, meta=meta, callback=NO_CALLBACK)
        engine = self.crawler.engine
        if engine is None:
            raise RuntimeError("the crawl has ended")
        response = await engine.download_async(request)
        self._count("robotstxt/response_count")
        self._count(f"robotstxt/response_status_count/{response.status}")
        if arrived.fields is None:
            # Another middleware has answered, so nothing was downloaded.
            arrived.keep(response)
        complete = False if arrived.is_cut else None
        target, file = site.policy.answered(
            response.status, arrived.fields or [], arrived.body, time.time(), complete=complete
        )
        if file is not None:
            parser = MaycrawlRobotParser(file, self.crawler.spider)
            site.file = parser._rules
            await self.crawler.signals.send_catch_log_async(
                signal=signals.robots_parsed, robotparser=parser, request=asking
            )
        elif site.policy.failure is not None:
            logger.info(
                "No robots.txt from %(url)s: %(failure)s",
                {"url": url, "failure": site.policy.failure},
                extra={"spider": self.crawler.spider},
            )
        return target

    def _bytes_received(self, data: bytes, request: Request) -> None:
        """Stop a robots.txt that is larger than what is read of it. DOWNLOAD_MAXSIZE is 1 GiB."""
        arrived = request.meta.get(_ARRIVED)
        if arrived is None:
            return
        arrived.bytes += len(data)
        if arrived.bytes > _MAX_WIRE_BYTES:
            arrived.bytes = 0
            raise StopDownload(fail=False)

    def _response_downloaded(self, response: Response, request: Request) -> None:
        """Keep an answer as it arrived. A body without the field is not decoded by other middlewares."""
        arrived = request.meta.get(_ARRIVED)
        if arrived is not None:
            arrived.keep(response)
            response.headers.pop("Content-Encoding", None)

    def _count(self, key: str) -> None:
        if self.crawler.stats is not None:
            self.crawler.stats.inc_value(key)


def _fields(response: Response) -> list[tuple[str, str]]:
    return [
        (to_unicode(name, "latin-1"), to_unicode(value, "utf-8", "replace"))
        for name, values in response.headers.items()
        for value in values
    ]


# Scrapy's own exceptions, and those of Twisted and Python, which the download handler of a project may raise. The first
# kind counts: Twisted's timeouts are ConnectErrors too.
_FAILURE_KINDS: dict[str, tuple[type[Exception], ...]] = {
    "dns": (CannotResolveHostError, error.DNSLookupError),
    "timeout": (DownloadTimeoutError, error.TimeoutError, error.TCPTimedOutError, TimeoutError),
    "connect": (DownloadConnectionRefusedError, error.ConnectError, ConnectionError),
    "truncated": (ResponseDataLossError,),
}


def _failure_kind(failure: Exception) -> str:
    for kind, exceptions in _FAILURE_KINDS.items():
        if isinstance(failure, exceptions):
            return kind
    return "protocol"
