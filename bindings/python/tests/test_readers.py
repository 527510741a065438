"""A file as another program reads it, and the drop-ins with the reading of the program whose place they take."""

import hashlib
import os
import re
import tarfile
import urllib.robotparser
from datetime import time
from importlib import metadata
from pathlib import Path
from urllib.parse import urlunsplit

import pytest

import maycrawl
from maycrawl import ReaderError, RobotsTxt, UrlError
from maycrawl.protego import Protego
from maycrawl.robotparser import RobotFileParser

FILES = [
    "User-agent: *\nAllow: /shop\nDisallow: /shop/cart\n",
    "User-agent: *\n\nDisallow: /\n",
    "User-agent: bot\nDisallow: /*.gif$\n\nUser-agent: *\nDisallow: /a%2fb\nDissallow: /b\n",
    "User-agent: *\nDisallow: /a$\nAllow: /index.html\nDisallow: /",
    "\ufeffUser-agent: *\nDisallow: /\n",
    "User-agent: a\nDisallow:\nUser-agent: b\nDisallow: /\n",
]
NAMES = ["bot", "mybot/1.0", "my bot", "a", "x"]
PATHS = ["/", "/shop/cart", "/a.gif", "/a/b", "/a%2Fb", "/b", "/a$", "/index.html", "/robots.txt?a"]
# The same file as scripts/readers/row_of_python.py knows.
KNOWN_PYTHON = "389b811835f9a3ba72b192c3487b0266fa31f6e571b7a83ceb2a34792dc0d9fc"


def differences(real, own) -> list:
    asked = [(text, name, "https://shop.example" + path) for text in FILES for name in NAMES for path in PATHS]
    return [ask for ask in asked if real(*ask) != own(*ask)]


def test_the_drop_in_for_the_standard_library_can_read_as_it_does() -> None:
    source = Path(urllib.robotparser.__file__).read_bytes()
    if hashlib.sha256(source).hexdigest() != KNOWN_PYTHON:
        pytest.skip("this Python has another robotparser than the readers have")
    reader = "cpython" if urlunsplit(("", "", "//a", "", "")) == "////a" else "cpython-3.11"

    def ask(parser, text: str, name: str, url: str) -> bool:
        parser.parse(text.splitlines())
        return parser.can_fetch(name, url)

    def real(*asked: str) -> bool:
        return ask(urllib.robotparser.RobotFileParser(), *asked)

    assert differences(real, lambda *asked: ask(RobotFileParser(reader=reader), *asked)) == []
    # Without a reader the answers are those of maycrawl: a migration changes these.
    assert differences(real, lambda *asked: ask(RobotFileParser(), *asked)) != []


def test_the_drop_in_for_protego_can_read_as_it_does() -> None:
    protego = pytest.importorskip("protego")
    if metadata.version("protego") != RobotsTxt.parse(b"", reader="protego").version:
        pytest.skip("this is another version of protego than the readers have")

    def real(text: str, name: str, url: str) -> bool:
        return protego.Protego.parse(text).can_fetch(url, name)

    def own(reader: str | None):
        return lambda text, name, url: Protego.parse(text, reader=reader).can_fetch(url, name)

    assert differences(real, own("protego")) == []
    assert differences(real, own(None)) != []


def test_a_file_is_read_as_another_program_reads_it() -> None:
    file = RobotsTxt.parse(FILES[0].encode(), reader="CPython")
    assert (file.reader, file.version, file.origin) == ("cpython", "3.13.0", None)
    assert repr(file) == "<maycrawl.ReadBy urllib.robotparser of CPython 3.13.0>"
    url = "https://shop.example/shop/cart"
    assert (file.is_allowed("bot", url), file.line("bot", url), file.line("bot", "/other")) == (True, 2, None)
    assert not RobotsTxt.parse(FILES[0].encode(), reader="google").is_allowed("bot", url)


def test_a_url_of_another_site_and_a_text_that_is_no_url() -> None:
    file = RobotsTxt.parse(b"", reader="protego", origin="https://shop.example")
    assert file.origin == "https://shop.example"
    assert (file.is_allowed("bot", "https://shop.example/"), file.is_allowed("bot", "/")) == (True, True)
    assert not file.is_allowed("bot", "https://other.example/")
    with pytest.raises(UrlError):
        file.is_allowed("bot", "https://[")
    assert not Protego.parse("", reader="protego").can_fetch("https://[", "bot")


def test_an_unknown_reader_is_refused_with_the_names() -> None:
    with pytest.raises(ReaderError, match="`protegoo` is not a reader"):
        RobotsTxt.parse(b"", reader="protegoo")
    with pytest.raises(ReaderError):
        Protego.parse("", reader="bing")
    with pytest.raises(ReaderError):
        RobotFileParser(reader="bing")
    assert {"google", "rfc9309", "protego", "cpython"} <= set(maycrawl.readers())


def test_the_last_valid_rate_and_time_count_as_in_protego() -> None:
    robots = Protego.parse(
        "User-agent: *\nRequest-rate: 1/10s\nRequest-rate: 2/1m\nRequest-rate: often\n"
        "Visit-time: 0100-0200\nVisit-time: 0300-0445\nVisit-time: night\n"
    )
    assert robots.request_rate("ExampleBot")[:2] == (2, 60)
    assert robots.visit_time("ExampleBot") == (time(3), time(4, 45))


# A file, and whether the stand-in tells another delay than Protego and CPython, with the reason.
LONGER = "of several the longest counts: a crawler that waits too long harms nobody; both take the last"
FRACTION = "CPython reads whole numbers only"
DELAYS = {
    "User-agent: *\nCrawl-delay: 10\n": {},
    "User-agent: *\nCrawl-delay: 10\n\nUser-agent: usasearch\nCrawl-delay: 2\n": {},
    "User-agent: *\nCrawl-delay: 10\n\nUser-agent: usasearch\nDisallow: /a\n": {},
    "User-agent: usasearch\nDisallow: /a\n\nUser-agent: *\nCrawl-delay: 10\n": {},
    "Crawl-delay: 10\nUser-agent: *\nDisallow: /a\n": {},
    "User-agent: other\nUser-agent: usasearch\nCrawl-delay: 3\nDisallow: /\n": {},
    "User-agent: other\nCrawl-delay: 3\nUser-agent: usasearch\nDisallow: /\n": {},
    "User-agent: *\nCrawl-delay: 7\nCrawl-delay: 3\n": {"protego": LONGER, "cpython": LONGER},
    "User-agent: *\nCrawl-delay: 0.5\nDisallow: /a\n": {"cpython": FRACTION},
    "User-agent: *\nCrawl-delay: -1\nDisallow: /a\n": {},
    "User-agent: *\nCrawl-delay: soon\nDisallow: /a\n": {},
    "User-agent: *\nCrawl-delay:\nDisallow: /a\n": {},
}


def test_delays_are_those_of_the_programs_that_read_them_but_for_these() -> None:
    protego = pytest.importorskip("protego")
    for text, reasons in DELAYS.items():
        for name in ("usasearch", "ExampleBot"):
            own = Protego.parse(text).crawl_delay(name)
            parser = urllib.robotparser.RobotFileParser()
            parser.parse(text.splitlines())
            parser.modified()
            theirs = {"protego": protego.Protego.parse(text).crawl_delay(name), "cpython": parser.crawl_delay(name)}
            differs = {program for program, delay in theirs.items() if delay != own}
            assert differs == reasons.keys() & {*theirs}, (text, name, own, theirs)


def cpython_delay(text: str, name: str):
    parser = urllib.robotparser.RobotFileParser()
    parser.parse(text.splitlines())
    parser.modified()
    return parser.crawl_delay(name)


def reason_of_cpython(text: str, name: str, delay) -> "str | None":
    """Why CPython reads another delay than `delay`; None if that is not known."""
    text = "\n".join(text.splitlines())
    whole = re.sub(r"(?im)^([ \t]*crawl-delay[ \t]*:[ \t]*\d+)\.0*[ \t]*$", r"\1", text)
    agents = [found.split("#")[0].strip().lower() for found in re.findall(r"(?im)^\s*user-?agent\s*:(.*)$", text)]
    own = [agent for agent in agents if agent == name.lower()] or [agent for agent in agents if agent == "*"]
    if cpython_delay("\n".join(line for line in whole.splitlines() if line.strip()), name) == delay:
        return "an empty line ends its group, and it reads whole numbers only"
    if delay is not None and delay != int(delay):
        return FRACTION
    if len(own) > 1:
        return "of several groups it reads the first"
    if any(agent and agent != name.lower() and agent in name.lower() for agent in agents):
        return "a part of the name is enough for it"
    if delay is None and re.search(rf"(?im)^user-agent\s*:\s*{name}\s*\Z", text):
        return "it drops a group without a line of its own"
    return None


def test_delays_of_real_files_are_those_of_the_programs_or_differ_for_a_known_reason() -> None:
    protego = pytest.importorskip("protego")
    root = Path(__file__).resolve().parents[3]
    corpus = Path(os.environ.get("MAYCRAWL_SHARED", root.parent / "shared"), "corpus/real-sites.tar.xz")
    if not corpus.exists():
        pytest.skip("there are no real files here")
    is_known = hashlib.sha256(Path(urllib.robotparser.__file__).read_bytes()).hexdigest() == KNOWN_PYTHON
    asked, differ = 0, []
    with tarfile.open(corpus, "r:xz") as files:
        for file in filter(tarfile.TarInfo.isfile, files):
            text = files.extractfile(file).read().decode("utf-8", "replace")
            if "crawl-delay" not in text.lower() or len(text) > 500 * 1024:
                continue
            names = re.findall(r"(?im)^\s*user-?agent\s*:\s*([a-z_-]+)\s*(?:#.*)?$", text)
            own, theirs = Protego.parse(text), protego.Protego.parse(text)
            for name in [*dict.fromkeys(names[:12]), "ExampleBot"]:
                asked += 1
                delay = own.crawl_delay(name)
                if theirs.crawl_delay(name) != delay:
                    differ.append(("protego", file.name, name))
                is_other = is_known and cpython_delay(text, name) != delay
                if is_other and reason_of_cpython(text, name, delay) is None:
                    differ.append(("cpython", file.name, name))
    assert differ == []
    assert asked > 1000
