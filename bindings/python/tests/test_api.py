"""The interface, row by row. The verdicts themselves are tested in the core."""

import doctest
import importlib
import threading
import time

import pytest

import maycrawl
from maycrawl import RobotsTxt

SHOP = b"User-agent: *\nDisallow: /private # staff\nAllow: /private/help\n\nUser-agent: bingbot\nCrawl-delay: 5\nDisallow:\n"


def rules(content=SHOP, crawler="Googlebot", **options):
    return RobotsTxt.parse(content, **options).rules_for(crawler)


@pytest.mark.parametrize("module", ["maycrawl", "maycrawl.answers", "maycrawl.robotparser", "maycrawl.protego"])
def test_examples_of_the_documentation(module):
    failed, tried = doctest.testmod(importlib.import_module(module))
    assert failed == 0
    assert tried > 0


def test_examples_of_compiled_classes_are_found():
    finder = doctest.DocTestFinder()
    names = {test.name for test in finder.find(maycrawl) if test.examples}
    classes = {f"maycrawl.{name}" for name in ("RobotsTxt", "Rules", "Verdict", "SitePolicy")}
    assert classes | {"maycrawl.RobotsTxt.lint", "maycrawl.Rules.is_allowed_many"} <= names


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_any_buffer_is_parsed(kind):
    assert not RobotsTxt.parse(kind(SHOP)).is_allowed("Googlebot", "/private")


def test_a_text_is_refused():
    with pytest.raises(TypeError, match=r"response\.content"):
        RobotsTxt.parse(SHOP.decode())


@pytest.mark.parametrize("data", [None, 3, ["User-agent: *"]])
def test_what_is_not_bytes_is_refused(data):
    with pytest.raises(TypeError, match="bytes, bytearray or memoryview"):
        RobotsTxt.parse(data)


# URL, allowed, the deciding line
URLS = [
    ("https://shop.example/private", False, 2),
    ("https://shop.example/private/help", True, 3),
    ("https://shop.example", True, None),
    ("/private", False, 2),
    (b"/private", False, 2),
    ("https://shop.example/a/../private", False, 2),
    ("https://shop.example/a/%2e%2E/private", False, 2),
    ("https://shop.example/./private", False, 2),
    ("https://shop.example\\private", None, None),
    ("https://shop.example/\\private", True, None),
    ("https://shop.example/a\\..\\private", False, 2),
    ("/a/../private", False, 2),
    ("HTTPS://SHOP.example/private", False, 2),
    ("https://user:word@shop.example/private", False, 2),
    ("https://shop.example:8443/private", False, 2),
    ("  https://shop.example/private  ", False, 2),
    ("ftp://shop.example/private", False, 2),
    # Not URLs.
    ("", None, None),
    ("   ", None, None),
    ("private", None, None),
    ("shop.example/private", None, None),
    ("//shop.example/private", None, None),
    ("https:/shop.example/private", None, None),
    ("https://", None, None),
    ("https://[", None, None),
    ("https://shop.example/a\nb", None, None),
    ("https://shop.example/a\0b", None, None),
    ("mailto:me@shop.example", None, None),
    (b"https://shop.example/\xff", None, None),
    ("https://shop.example/\ud800", None, None),
]


@pytest.mark.parametrize(("url", "allowed", "line"), URLS)
def test_urls(url, allowed, line):
    googlebot = rules()
    if allowed is None:
        for ask in (googlebot.check, googlebot.is_allowed):
            with pytest.raises(maycrawl.UrlError, match=r"write|escape|exists for"):
                ask(url)
        with pytest.raises(maycrawl.UrlError):
            RobotsTxt.parse(SHOP).is_allowed("Googlebot", url)
    else:
        verdict = googlebot.check(url)
        assert (verdict.allowed, verdict.line) == (allowed, line)
        assert googlebot.is_allowed(url) is bool(verdict) is allowed
        assert RobotsTxt.parse(SHOP).is_allowed("Googlebot", url) is allowed
        assert RobotsTxt.parse(SHOP).check("Googlebot", url) == verdict
    assert googlebot.is_allowed_many([url]) == [allowed is True]


@pytest.mark.parametrize("url", [None, 3, object(), ["/"]])
def test_what_is_not_text_is_refused(url):
    for ask in (rules().check, rules().is_allowed):
        with pytest.raises(TypeError, match="str or bytes"):
            ask(url)
    with pytest.raises(TypeError, match="str or bytes"):
        rules().is_allowed_many([url])


def test_a_batch_of_any_size_is_answered_in_order():
    # More bytes than are checked at once, from a list of few objects and from a generator.
    long = "/private/" + "a" * 60_000
    urls = ["/", long, b"/private", "\ud800", b"/\xff", ""] * 1_000
    expected = [rules().is_allowed("/"), rules().is_allowed(long), False, False, False, False] * 1_000
    assert rules().is_allowed_many(urls) == rules().is_allowed_many(iter(urls)) == expected
    assert rules().is_allowed_many([]) == []


def test_one_url_is_not_a_list():
    with pytest.raises(TypeError, match="not one URL"):
        rules().is_allowed_many("/private")


# URL, allowed
SITE = [
    ("https://shop.example/a", True),
    ("https://shop.example", True),
    ("https://shop.example?a", True),
    ("https://shop.example:443/a", True),
    ("https://SHOP.example/a", True),
    ("/a", True),
    ("http://shop.example/a", False),
    ("https://shop.example:8443/a", False),
    ("https://www.shop.example/a", False),
    ("https://shop.example.evil.example/a", False),
    ("https://shop.example@evil.example/a", False),
]


@pytest.mark.parametrize(("url", "allowed"), SITE)
def test_urls_of_another_site_are_not_allowed(url, allowed):
    robots = RobotsTxt.parse(SHOP, origin="https://shop.example/robots.txt")
    assert robots.origin == robots.rules_for("Googlebot").origin == "https://shop.example"
    verdict = robots.rules_for("Googlebot").check(url)
    assert verdict.allowed is allowed
    assert verdict.decision == ("allowed" if allowed else "not-applicable")
    assert robots.is_allowed("Googlebot", url) is allowed
    assert robots.rules_for("Googlebot").is_allowed_many([url]) == [allowed]
    if not allowed:
        assert (verdict.rule, verdict.group, verdict.text) == (None, None, None)
        assert "another origin" in verdict.message
        with pytest.raises(maycrawl.UrlError, match="another origin"):
            robots.explain("Googlebot", url)


def test_a_verdict_has_everything():
    verdict = rules().check("https://shop.example/private/x")
    assert str(verdict) == "disallowed: line 2: disallow: /private"
    assert repr(verdict) == "<maycrawl.Verdict disallowed: line 2: disallow: /private>"
    assert (verdict.text, verdict.group, verdict.group_line) == ("Disallow: /private", "*", 1)
    rule = verdict.rule
    assert (rule.line, rule.kind, rule.pattern, rule.priority) == (2, "disallow", "/private", 8)
    assert {verdict, rules().check("https://shop.example/private/x")} == {verdict}
    assert verdict != rules().check("https://shop.example/private/y")
    with pytest.raises(AttributeError):
        verdict.allowed = True


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "empty"),
        ("Mozilla/5.0 (compatible; Googlebot/2.1)", "Googlebot"),
        ("a b", "product token"),
        ("Googlebot, bingbot", "list"),
    ],
)
def test_names_that_are_not_names(name, message):
    robots = RobotsTxt.parse(SHOP)
    calls = [
        robots.rules_for,
        robots.crawl_delay,
        lambda it: robots.is_allowed(it, "/"),
        lambda it: robots.explain(it, "/"),
    ]
    for call in calls:
        with pytest.raises(maycrawl.CrawlerNameError, match=message) as caught:
            call(name)
        assert isinstance(caught.value, ValueError)


# header, the crawler whose rules count
HEADERS = [
    ("Googlebot/2.1 (+http://www.google.com/bot.html)", "Googlebot"),
    (
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/1",
        "bingbot",
    ),
    ("ExampleBot/1.0 (+https://bot.example)", "ExampleBot"),
    ("Mozilla/5.0 (compatible; ExampleBot/1.0)", "ExampleBot"),
    ("NotExampleBot/1.0", "NotExampleBot"),
    ("", "*"),
    ("(((", "*"),
]


@pytest.mark.parametrize(("header", "crawler"), HEADERS)
def test_headers(header, crawler):
    robots = RobotsTxt.parse(b"User-agent: ExampleBot\nDisallow: /e\nCrawl-delay: 2\n\nUser-agent: *\nDisallow: /s\n")
    found = robots.rules_for_user_agent(header)
    assert found.crawler == crawler
    own = crawler == "ExampleBot"
    assert (found.is_allowed("/e"), found.is_allowed("/s")) == (not own, own)
    assert robots.crawl_delay_for_user_agent(header) == (2.0 if own else None)
    assert len(robots.other_lines(header)) == own


@pytest.mark.parametrize("header", ["AdsBot-Google", "FeedFetcher-Google"])
def test_a_header_never_frees_from_star(header):
    closed = RobotsTxt.parse(b"User-agent: *\nDisallow: /\n")
    assert closed.is_allowed(header, "/a")  # Google's documents say so
    assert not closed.rules_for_user_agent(header).is_allowed("/a")


def test_profiles():
    content = b"User-agent: *\nDisalow: /a\n"
    assert RobotsTxt.parse(content).profile == "google"
    assert RobotsTxt.parse(content, profile="rfc9309").is_allowed("x", "/a")
    with pytest.raises(maycrawl.ProfileError, match="google"):
        RobotsTxt.parse(content, profile="gogle")
    with pytest.raises(maycrawl.UrlError, match="origin"):
        RobotsTxt.parse(content, origin="shop.example")
    with pytest.raises(maycrawl.ProfileError, match="same profile"):
        RobotsTxt.parse(content).diff(RobotsTxt.parse(content, profile="rfc9309"))


def test_what_a_file_says_about_a_use():
    robots = RobotsTxt.parse(b"User-agent: *\nContent-Usage: train-ai=y\nContent-Signal: ai-train=no\nDisallow:\n")
    answer = robots.uses("CCBot", b"https://shop.example/a", "train")
    assert (answer["outcome"], answer["strictest"], answer["access"]) == ("conflict", "refused", "allowed")
    assert [family["statements"][0]["line"] for family in answer["families"]] == [2, 3]
    assert answer["read"] == ["robots.txt"]
    assert "page" in answer["not_read"]
    assert robots.uses("CCBot", "/a", "ai-train") == {**answer, "url": "/a"}
    silent = robots.uses("CCBot", "/a", "tdm")
    assert (silent["outcome"], silent["strictest"]) == ("not said", None)
    # `ai-all` is several uses, and an answer is about one.
    for use in ("", "genai", "ai-all"):
        with pytest.raises(ValueError, match="use one of: train, input, search, index, tdm") as raised:
            robots.uses("CCBot", "/a", use)
        assert raised.type is maycrawl.UseError
    with pytest.raises(maycrawl.CrawlerNameError):
        robots.uses("Mozilla/5.0 (compatible)", "/a", "train")
    with pytest.raises(maycrawl.UrlError):
        robots.uses("CCBot", "shop.example/a", "train")


def test_explain_lint_and_diff():
    robots = RobotsTxt.parse(SHOP)
    explanation = robots.explain("Googlebot", "/private/help")
    assert "line 3" in str(explanation)
    assert explanation.to_dict()["matches"]
    assert {"code", "line", "message"} <= RobotsTxt.parse(b"Disalow: /a\n").lint()[0].keys()
    change = robots.diff(RobotsTxt.parse(SHOP.replace(b"/private/help", b"/private/faq")))
    assert change["outcome"] == "effects"
    assert robots.diff(robots)["outcome"] == "none"


@pytest.mark.parametrize(
    ("lines", "delay"),
    [
        ("5", 5.0),
        ("0.5", 0.5),
        ("2\nCrawl-delay: 9", 9.0),
        ("-1", None),
        ("nan", None),
        ("1e999", None),
        ("soon", None),
    ],
)
def test_crawl_delay(lines, delay):
    robots = RobotsTxt.parse(f"User-agent: a\nCrawl-delay: {lines}\nDisallow:\n\nUser-agent: b\nDisallow:\n".encode())
    assert (robots.crawl_delay("a"), robots.crawl_delay("b")) == (delay, None)


def test_hostile_files():
    for content in (b"", b"\0" * 100, bytes(range(256)) * 100, b"User-agent: *\n" * 10_000, b"a" * 3_000_000):
        robots = RobotsTxt.parse(content)
        assert robots.is_allowed("Googlebot", "/a")
        robots.lint()
        repr(robots)


def test_a_batch_releases_the_lock():
    """While one thread checks, another one goes on."""
    slow = rules(b"User-agent: *\n" + b"".join(b"Disallow: /*a*b%d*c$\n" % n for n in range(3000)))
    urls = ["/" + "ab" * 300 + "d"] * 30_000
    running = threading.Event()
    ended = threading.Event()

    def check():
        running.set()
        assert slow.is_allowed_many(urls) == [True] * len(urls)
        ended.set()

    worker = threading.Thread(target=check)
    worker.start()
    running.wait()
    steps = 0
    while not ended.is_set():
        time.sleep(0.001)
        steps += 1
    worker.join()
    # With the lock held, there are one or two.
    assert steps > 10


def test_threads_share_rules():
    shared = rules()
    results = []
    threads = [
        threading.Thread(target=lambda: results.append(shared.is_allowed_many(["/private", "/"] * 1000)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [[False, True] * 1000] * 8
