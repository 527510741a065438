"""The scan that spares most URLs from parsing gives the verdict of parsing."""

import random

from maycrawl import RobotsTxt

PIECES = [
    *"/.%2eE?#=&~;:@!$'()*+,\\\"<>{}|^`[] aZ0-_",
    "..",
    "/..",
    "%2e",
    "%2E%2e",
    "%e4",
    "%c3%a4",
    "/private",
    "/a",
    "ä",
    "//",
    "\t",
]
FILES = [
    b"User-agent: *\nDisallow: /private\n",
    b"User-agent: *\nDisallow: /\nAllow: /a\n",
    b"User-agent: *\nDisallow: /*'\nDisallow: /*%22\nDisallow: /*;\nDisallow: /a$\nDisallow: /*.\n",
    "User-agent: *\nDisallow: /*ä\nDisallow: /*%e4\n".encode(),
]


def test_random_urls():
    chance = random.Random(9309)
    rules = [RobotsTxt.parse(content).rules_for("Googlebot") for content in FILES]
    read = 0
    for _ in range(40_000):
        path = "/" + "".join(chance.choices(PIECES, k=chance.randrange(9))).rstrip(" \t")
        for start in ("", "https://shop.example"):
            # A quotation mark in the fragment is never plain, so such a URL is parsed.
            plain, parsed = start + path, start + path + ("'" if "#" in path else "#'")
            for each in rules:
                answers = each.is_allowed_many([plain, parsed])
                assert answers[0] == answers[1], plain
                read += answers[0]
    assert read > 50_000
