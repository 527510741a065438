"""The types of answers, which scripts/answer-types writes from the schemas, are those of the dictionaries."""

import types
import typing

import maycrawl
from maycrawl import RobotsTxt, answers

UNIONS = (types.UnionType, typing.Union)


def check(value, kind, seen: set) -> None:
    """`value` has this type. `seen` gets each key, and whether its value was None."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if typing.is_typeddict(kind):
        assert kind.__required_keys__ <= value.keys() <= kind.__annotations__.keys(), (kind, value)
        fields = typing.get_type_hints(kind)
        for key, inner in value.items():
            seen.add((kind, key, inner is None))
            check(inner, fields[key], seen)
    elif origin is list:
        assert type(value) is list
        for item in value:
            check(item, parts[0], seen)
    elif origin in UNIONS:
        assert parts[1] is type(None)
        if value is not None:
            check(value, parts[0], seen)
    elif origin is typing.Literal:
        assert value in parts
    else:
        assert type(value) is kind, (value, kind)


LONG = b"/b" * 1000
LINTED = [
    b"User-agent: *\nDisalow: /a\nAllow:\nDisallow /x\nDisallow: /y y\nDisallow: /y y\n",
    b"User-agent: *\nDisallow: /a\nCrawl-delay: 1\n\nUser-agent: b\nCrawl-delay: 1\n",
    b"User-agent: *\nContent-Signal: search=yes\nDisallow: /a\n",
]
CHANGED = [
    (
        b"User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n",
        b"User-agent: *\nContent-Signal: ai-train=yes\nAllow: /\n",
    ),
    (b"User-agent: *\nCrawl-delay: 1\n", b"User-agent: *\nCrawl-delay: 2\n"),
    (b"User-agent: *\nDisallow: /a\n", b"User-agent: *\nAllow: /a/b\nDisallow: " + LONG),
    (b"User-agent: *\nDisallow: /\n\nUser-agent: Mediapartners-Google\nAllow: /\n", b"User-agent: *\nDisallow: /\n"),
    (
        b"User-agent: Googlebot\nDisallow: /\n",
        b"User-agent: Googlebot-Image\nDisallow: /\nSitemap: https://a.example/\n",
    ),
]
# A condition, a label that is not defined, lists that are cut, no line, no place of a finding, nothing.
USED = [
    b"User-agent: *\nLicense: https://a.example/rsl.xml\nContent-Signal: genai=no\nDisallow:\n",
    b"User-agent: *\n" + b"License: /rsl.xml\n" * 21 + b"Content-Signal: ai-train=yes\n" * 21,
    b"User-agent: *\n" + b"Content-Signal: ai-train=no\n" * 1001,
    b"User-agent: CCBot\nContent-Usage: train-ai=n\nUser-agent: B\nDisallow: /\n",
    b"User-agent: *\nAllow: /\n",
]


def test_dictionaries_have_the_keys_and_types_that_the_stubs_give() -> None:
    seen: set = set()
    for content in LINTED:
        check(RobotsTxt.parse(content).lint(), list[answers.Diagnostic], seen)
    for before, after in CHANGED:
        check(RobotsTxt.parse(before).diff(RobotsTxt.parse(after)), answers.DiffAnswer, seen)
        check(RobotsTxt.parse(after).diff(RobotsTxt.parse(before)), answers.DiffAnswer, seen)
    for content in USED:
        check(RobotsTxt.parse(content).uses("CCBot", "/a", "train"), answers.UseAnswer, seen)
    check(maycrawl.known_crawlers(), list[answers.KnownCrawler], seen)
    # A key or a None that never occurs would be a mistake of the types, or of this test.
    for kind in filter(typing.is_typeddict, vars(answers).values()):
        for key, inner in typing.get_type_hints(kind).items():
            wanted = {False, True} if typing.get_origin(inner) in UNIONS else {False}
            # Python reads robots.txt alone, so no place has been asked at an address. The keys are those of every face.
            if kind is answers.UsePlace and key in ("url", "message"):
                wanted = {True}
            # Only a diff of a region leaves the other programs out, which is the command's.
            if kind is answers.DiffAnswer and key == "programs":
                wanted = {False}
            assert wanted == {is_none for other, field, is_none in seen if (other, field) == (kind, key)}, (kind, key)
