"""One table of answers, and one judgement of each: `conformance/answers/judged.jsonl`, which the Rust tests read too."""

import base64
import http.client
import io
import json
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from maycrawl import RobotsTxt, SitePolicy
from maycrawl.robotparser import RobotFileParser

ROOT = Path(__file__).resolve().parents[3]
SPIDER = Path(__file__).parent / "spider.py"
TABLE = ROOT / "conformance" / "answers" / "judged.jsonl"
CASES = [json.loads(line) for line in TABLE.read_text("utf-8").splitlines()]
URL = "http://site.example/robots.txt"
PAGE = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\npage"


def answer_of(case):
    return case["answer"].encode() if "answer" in case else base64.b64decode(case["answer_b64"])


class Sites:
    """A site for each answer, on a port of its own: sends it for robots.txt, and a page for every other path."""

    def __init__(self, answers):
        self.pages = [0] * len(answers)
        self.sent = [0] * len(answers)
        self.listeners = [socket.create_server(("127.0.0.1", 0)) for _ in answers]
        for number, (listener, answer) in enumerate(zip(self.listeners, answers, strict=True)):
            threading.Thread(target=self._serve, args=(number, listener, answer), daemon=True).start()

    def url(self, number, path):
        return f"http://127.0.0.1:{self.listeners[number].getsockname()[1]}{path}"

    def _serve(self, number, listener, answer):
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            with client:
                head = b""
                while b"\r\n\r\n" not in head and (piece := client.recv(65536)):
                    head += piece
                is_robots = head.startswith(b"GET /robots.txt ")
                self.pages[number] += not is_robots
                try:
                    for piece in (answer if callable(answer) else lambda: [answer])() if is_robots else [PAGE]:
                        client.sendall(piece)
                        self.sent[number] += len(piece)
                    client.shutdown(socket.SHUT_WR)
                    client.recv(65536)
                except OSError:
                    pass

    def close(self):
        for listener in self.listeners:
            listener.close()


@pytest.fixture(scope="module")
def sites():
    sites = Sites([answer_of(case) for case in CASES])
    yield sites
    sites.close()


class Stream:
    """What http.client needs of a socket."""

    def __init__(self, content):
        self.content = content

    def makefile(self, *_):
        return io.BytesIO(self.content)


def judged_alone(case):
    """The judgement of `SitePolicy`, for a program with http.client."""
    site = SitePolicy(URL)
    site.begin()
    answer = http.client.HTTPResponse(Stream(answer_of(case)), method="GET")
    try:
        answer.begin()
    except http.client.HTTPException as error:
        site.failed("protocol", str(error), 0)
        return "failure", False
    complete = None
    try:
        body = answer.read() if answer.chunked else answer.fp.read()
        complete = True if answer.chunked else None
    except http.client.IncompleteRead as cut:
        body, complete = cut.partial, False
    except AttributeError:  # 204 and 304 have no body
        body = b""
    target, file = site.answered(answer.status, answer.getheaders(), body, 0, complete=complete)
    assert target is None, case["id"]
    basis, _ = site.decide(0)
    if file is not None:
        assert (basis, site.failure) == ("file", None)
        rules = RobotsTxt.parse(file).rules_for("Googlebot")
        return "file", rules.check("http://site.example/secret").allowed
    kind = "no-file" if site.failure is None else "failure"
    return kind, basis in ("no-file", "no-limits")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_program_that_makes_its_own_requests(case):
    assert judged_alone(case) == (case["judgement"], case["allowed"]), case["why"]


def test_urllib_allows_nothing_else(sites):
    """The drop-in keeps the interface of the standard library: 401 and 403 disallow, and a failure raises an exception."""
    wrong = []
    for number, case in enumerate(CASES):
        parser = RobotFileParser(sites.url(number, "/robots.txt"))
        failed = None
        try:
            parser.read()
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            failed = error
        may = parser.can_fetch("TestBot", sites.url(number, "/secret"))
        is_file = case["judgement"] == "file"
        if may > case["allowed"] or (is_file and (failed or may != case["allowed"])):
            wrong.append((case["id"], may, failed))
    assert not wrong


def test_urllib_takes_a_whole_request(sites):
    number = next(number for number, case in enumerate(CASES) if case["judgement"] == "file" and not case["allowed"])
    url = sites.url(number, "/robots.txt")
    parser = RobotFileParser(urllib.request.Request(url, headers={"User-Agent": "TestBot/1.0"}))
    parser.read()
    assert parser.path == "/robots.txt"
    assert not parser.can_fetch("TestBot", sites.url(number, "/secret"))


MIDDLEWARE = {
    "DOWNLOADER_MIDDLEWARES": {
        "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
        "maycrawl.scrapy.RobotsPolicyMiddleware": 100,
    },
    "LOG_LEVEL": "CRITICAL",
    "CONCURRENT_REQUESTS": 16,
    "DOWNLOAD_TIMEOUT": 30,
}


def crawl(urls, settings):
    given = json.dumps({"urls": urls, "settings": {**MIDDLEWARE, **settings}})
    done = subprocess.run([sys.executable, SPIDER], input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "settings",
    [{}, {"COMPRESSION_ENABLED": False}, {"DOWNLOAD_FAIL_ON_DATALOSS": False}],
    ids=["defaults", "no-compression", "dataloss"],
)
def test_scrapy_fetches_nothing_else(sites, settings):
    sites.pages[:] = [0] * len(CASES)
    crawl([sites.url(number, "/secret") for number in range(len(CASES))], settings)
    expected = {case["id"] for case in CASES if case["allowed"]}
    fetched = {case["id"] for case, pages in zip(CASES, sites.pages, strict=True) if pages}
    assert fetched == expected


def test_scrapy_reads_no_more_than_it_uses():
    """A robots.txt of 100 MB, and a body that decompresses to as much: the beginning counts, and the rest is not read."""
    import gzip

    megabyte = b"#" * (1 << 20)
    rules = b"User-agent: *\nDisallow: /private\n#"
    head = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n%s\r\n"

    def large():
        yield head % (len(rules) + 100 * len(megabyte), b"") + rules
        for _ in range(100):
            yield megabyte

    def endless():
        yield b"HTTP/1.1 200 OK\r\n\r\n" + rules
        for _ in range(100):
            yield megabyte

    bomb = gzip.compress(rules + 100 * megabyte)
    sites = Sites([large, endless, head % (len(bomb), b"Content-Encoding: gzip\r\n") + bomb])
    crawl([sites.url(number, path) for number in range(3) for path in ("/open", "/private")], {})
    sites.close()
    assert sites.pages == [1, 1, 1]
    # What maycrawl reads, and what the buffers of sockets hold.
    assert max(sites.sent) < 16 << 20, sites.sent


def test_a_refusal_needs_a_day_if_it_is_asked_for():
    hour = 3600
    for confirm in (False, True):
        site = SitePolicy(URL, confirm_refusals=confirm)
        bases = []
        for now, status, body in [(0, 200, b"Disallow: /"), (30, 403, b""), (53, 403, b""), (54, 403, b"")]:
            site.begin()
            site.answered(status, [], body, now * hour)
            bases.append(site.decide(now * hour)[0])
        open_at_once = ["file", "no-file", "no-file", "no-file"]
        assert bases == (["file", "last-copy", "last-copy", "no-file"] if confirm else open_at_once)


def test_a_web_page_replaces_a_file_after_a_day_if_it_is_asked_for():
    hour, rules, page = 3600, b"User-agent: *\nDisallow: /", b"<html>Are you a robot?"
    for confirm in (False, True):
        site = SitePolicy(URL, confirm_refusals=confirm)
        files = []
        for now, body in [(0, rules), (30, page), (53, page), (54, page)]:
            site.begin()
            files.append(site.answered(200, [], body, now * hour)[1])
        assert files == ([rules, None, None, page] if confirm else [rules, page, page, page])
