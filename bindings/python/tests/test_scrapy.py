"""Real crawls of a site on loopback, with Scrapy's own process and settings."""

import asyncio
import json
import subprocess
import sys
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from unittest import mock

import pytest
from scrapy import Request, exceptions
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    ResponseDataLossError,
    UnsupportedURLSchemeError,
)
from scrapy.settings import Settings
from twisted.internet import error

from maycrawl.scrapy import RobotsPolicyMiddleware, _failure_kind

SPIDER = Path(__file__).parent / "spider.py"
RULES = b"User-agent: *\nDisallow: /*.php$\nAllow: /open.php\n\nUser-agent: closed\nDisallow: /\n"
PAGES = ["/", "/a.php", "/a.php?x", "/open.php"]


class Site(ThreadingHTTPServer):
    """Answers robots.txt as a test wants, and every other path with a page. Counts the requests."""

    def __init__(self, robots):
        super().__init__(("127.0.0.1", 0), Handler)
        self.robots = list(robots)
        self.requests = Counter()
        self.url = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.requests[self.path] += 1
        status, fields, body = 200, {}, b"<p>page</p>"
        if self.path.startswith("/robots.txt"):
            robots = self.server.robots
            status, fields, body = robots.pop(0) if len(robots) > 1 else robots[0]
        if status is None:
            self.close_connection = True
            return
        self.send_response(status)
        for name, value in fields.items():
            value = value.replace("OTHER-DOMAIN", f"http://localhost:{self.server.server_port}")
            self.send_header(name, value.replace("SITE", self.server.url))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def crawl(site, pages, allowed_domains=None, **settings):
    """Crawls these pages one after another. Gives the paths that were requested, and what the spider saw."""
    urls = [site.url + page for page in pages]
    given = json.dumps({"urls": urls, "allowed_domains": allowed_domains, "settings": settings})
    done = subprocess.run([sys.executable, SPIDER], input=given, capture_output=True, text=True, check=False)
    site.shutdown()
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout.splitlines()[-1])
    return [page for page in pages if site.requests[page]], seen


MIDDLEWARE = {
    "DOWNLOADER_MIDDLEWARES": {
        "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
        "maycrawl.scrapy.RobotsPolicyMiddleware": 100,
    }
}
PARSER = {"ROBOTSTXT_PARSER": "maycrawl.scrapy.MaycrawlRobotParser"}


@pytest.mark.parametrize("settings", [PARSER, MIDDLEWARE], ids=["parser", "middleware"])
def test_a_crawl_obeys(settings):
    site = Site([(200, {}, RULES)])
    requested, seen = crawl(site, PAGES, **settings)
    assert requested == ["/", "/a.php?x", "/open.php"]
    assert seen["stats"]["robotstxt/forbidden"] == 1
    assert site.requests["/robots.txt"] == 1


@pytest.mark.parametrize("settings", [PARSER, MIDDLEWARE], ids=["parser", "middleware"])
def test_the_name_of_the_program_counts(settings):
    agent = "Mozilla/5.0 (compatible; Closed/1.0; +https://bot.example)"
    assert crawl(Site([(200, {}, RULES)]), PAGES, USER_AGENT=agent, **settings)[0] == []


def test_the_setting_for_robots_txt_names_the_program():
    assert crawl(Site([(200, {}, RULES)]), PAGES, ROBOTSTXT_USER_AGENT="Closed", **MIDDLEWARE)[0] == []


@pytest.mark.parametrize("url", ["data:text/plain,page", "file:///page.html"])
def test_what_is_not_a_site_has_no_robots_txt(url):
    crawler = mock.MagicMock(settings=Settings({"ROBOTSTXT_OBEY": True}))
    asyncio.run(RobotsPolicyMiddleware(crawler).process_request(Request(url)))
    crawler.engine.download_async.assert_not_called()


FILE = (200, {}, b"User-agent: *\nDisallow: /a\n")
# What the requests for robots.txt get, and the pages that may then be fetched.
ANSWERS = {
    "404 is no file": ([(404, {}, b"")], ["/", "/a"]),
    "403 is no file": ([(403, {}, b"")], ["/", "/a"]),
    "503 closes the site": ([(503, {}, b"")], []),
    "500 closes the site": ([(500, {}, b"")], []),
    "no answer closes the site": ([(None, {}, b"")], []),
    "a part closes the site": ([(206, {}, b"")], []),
    "a redirect is followed": ([(301, {"Location": "/robots.txt?2"}, b""), FILE], ["/"]),
    "five redirects are followed": ([(302, {"Location": f"/robots.txt?{n}"}, b"") for n in range(5)] + [FILE], ["/"]),
    "six redirects are no file": (
        [(302, {"Location": f"/robots.txt?{n}"}, b"") for n in range(6)] + [FILE],
        ["/", "/a"],
    ),
    "a loop is no file": ([(302, {"Location": "/robots.txt"}, b"")], ["/", "/a"]),
    "a redirect to nowhere closes the site": ([(302, {}, b"")], []),
    "an empty file": ([(200, {}, b"")], ["/", "/a"]),
}


@pytest.mark.parametrize(("answers", "pages"), ANSWERS.values(), ids=ANSWERS.keys())
def test_what_an_answer_means(answers, pages):
    assert crawl(Site(answers), ["/", "/a"], **MIDDLEWARE)[0] == pages


def test_a_redirect_to_a_domain_that_the_spider_does_not_crawl_is_followed():
    site = Site([(301, {"Location": "OTHER-DOMAIN/robots.txt"}, b""), FILE])
    assert crawl(site, ["/", "/a"], allowed_domains=["127.0.0.1"], **MIDDLEWARE)[0] == ["/"]


KINDS = {
    "dns": [CannotResolveHostError(), error.DNSLookupError()],
    "timeout": [DownloadTimeoutError(), error.TimeoutError(), error.TCPTimedOutError(), TimeoutError()],
    "connect": [DownloadConnectionRefusedError(), error.ConnectionRefusedError(), ConnectionResetError()],
    "truncated": [ResponseDataLossError()],
    "protocol": [DownloadFailedError(), DownloadCancelledError(), UnsupportedURLSchemeError(), ValueError()],
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_failure_has_the_kind_that_the_command_reports(kind):
    assert {_failure_kind(failure) for failure in KINDS[kind]} == {kind}


def test_every_exception_of_a_download_is_in_the_table():
    """A version of Scrapy with one more must not report it as `protocol` by accident."""
    known = {type(failure) for failures in KINDS.values() for failure in failures}
    others = {"DropItem", "CloseSpider", "DontCloseSpider", "IgnoreRequest", "StopDownload", "UsageError"}
    others |= {"NotConfigured", "NotSupported", "ContractFail", "_InvalidOutput"}
    errors = {it for it in vars(exceptions).values() if isinstance(it, type) and issubclass(it, Exception)}
    errors = {it for it in errors if not issubclass(it, Warning) and it.__module__ == exceptions.__name__}
    assert {it.__name__ for it in errors - known} == others


def test_a_refused_connection_closes_the_site_and_has_its_kind():
    site = Site([(200, {}, b"")])
    site.shutdown()
    site.server_close()
    requested, seen = crawl(site, ["/"], LOG_LEVEL="WARNING", **MIDDLEWARE)
    assert requested == []
    assert seen["stats"]["robotstxt/forbidden"] == 1
    name = "scrapy.exceptions.DownloadConnectionRefusedError"
    assert seen["stats"][f"robotstxt/exception_count/<class '{name}'>"] == 1


def test_429_means_what_the_policy_says():
    for policy, pages in (("google-2021", ["/"]), ("google-2026", [])):
        assert crawl(Site([(429, {}, b"")]), ["/"], MAYCRAWL_POLICY=policy, **MIDDLEWARE)[0] == pages


def test_an_unknown_policy_ends_the_crawl_before_it_begins():
    site = Site([(200, {}, b"")])
    _, seen = crawl(site, ["/"], MAYCRAWL_POLICY="google", **MIDDLEWARE)
    assert "google-2021" in seen["error"]
    assert not site.requests


# The line of the file, the longest delay, and the delay of the slot.
DELAYS = [("0.01", 30, 0.01), ("0.02", 0.01, 0.01), ("0.02", 0, 0.0), ("soon", 30, 0.0)]


@pytest.mark.parametrize(("written", "longest", "delay"), DELAYS)
def test_crawl_delay(written, longest, delay):
    site = Site([(200, {}, f"User-agent: *\nCrawl-delay: {written}\nDisallow: /a\n".encode())])
    _, seen = crawl(site, ["/", "/b"], MAYCRAWL_MAX_CRAWL_DELAY=longest, DOWNLOAD_DELAY=0, **MIDDLEWARE)
    assert seen["delays"][-1] == delay


def test_without_the_setting_the_delay_is_ignored():
    site = Site([(200, {}, b"User-agent: *\nCrawl-delay: 20\nDisallow: /a\n")])
    _, seen = crawl(site, ["/", "/b"], DOWNLOAD_DELAY=0, **MIDDLEWARE)
    assert seen["delays"][-1] == 0.0


def test_the_file_is_fetched_once_for_many_requests():
    site = Site([(200, {}, b"")])
    pages = [f"/{number}" for number in range(30)]
    assert crawl(site, pages, **MIDDLEWARE)[0] == pages
    assert site.requests["/robots.txt"] == 1


def test_memory_is_bounded_by_the_number_of_sites():
    """With one site in memory, the file of the first one is fetched again after the second one."""
    site = Site([(200, {}, b"")])
    other = site.url.replace("127.0.0.1", "127.0.0.2")
    given = {
        "urls": [site.url + "/1", other + "/2", site.url + "/3"],
        "settings": {"MAYCRAWL_MAX_SITES": 1, **MIDDLEWARE},
    }
    second = ThreadingHTTPServer(("127.0.0.2", site.server_port), Handler)
    second.robots, second.requests, second.url = [(200, {}, b"")], Counter(), other
    threading.Thread(target=second.serve_forever, daemon=True).start()
    subprocess.run([sys.executable, SPIDER], input=json.dumps(given), capture_output=True, text=True, check=True)
    assert (site.requests["/robots.txt"], second.requests["/robots.txt"]) == (2, 1)


def test_a_file_expires():
    """The policy's clock is an argument, so no test waits for a day."""
    from maycrawl import SitePolicy

    day = 86_400
    policy = SitePolicy("https://shop.example/robots.txt")
    policy.begin()
    assert policy.answered(200, [("Cache-Control", "max-age=3600")], b"Disallow: /", 1e9) == (None, b"Disallow: /")
    assert policy.decide(1e9 + 3599) == ("file", "no")
    assert policy.decide(1e9 + 3601) == ("file", "background")
    assert policy.decide(1e9 + 2 * day) == ("file", "first")
    policy.failed("dns", "no such name", 1e9 + 2 * day)
    assert policy.decide(1e9 + 2 * day)[0] == "disallowed"
    assert policy.decide(1e9 + 60 * day)[0] in ("disallowed", "last-copy")
