"""Compares maycrawl with other readers of robots.txt, in one run: bench.py FOLDER OUT BUILD

FOLDER has robots.txt files. Every reader parses all of them, then answers the same questions. Readers take turns, and the
best of several turns counts, because other programs of the machine can only make a turn slower. Writes OUT (Markdown). BUILD says which build of
maycrawl it is.
"""

from __future__ import annotations

import gc
import importlib
import os
import platform
import statistics
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from urllib.robotparser import RobotFileParser

import pyarrow

import maycrawl
import maycrawl.protego

TURNS = 15
AGENT = "Googlebot"
FILES = 80
PATHS = [
    "/",
    "/products/shoes/red-42?color=red&size=42",
    "/search?q=robots",
    "/wp-admin/admin-ajax.php",
    "/a/b/c/d/e/f/page.html",
    "/images/2026/11/photo.jpg",
    "/user/login?next=%2Faccount",
    "/tag/news/feed/",
]
URLS = [f"https://www.shop.example{path}" for path in PATHS]
BATCH = URLS * 250


def stdlib(text: str) -> RobotFileParser:
    """Parse as a program with the standard library does."""
    parser = RobotFileParser()
    parser.parse(text.splitlines())
    return parser


def one_pass(ask) -> tuple:
    """A reader that keeps nothing of a file."""
    return (lambda text: text, lambda text, urls: [ask(text, AGENT, url) for url in urls], str)


def peers() -> dict[str, tuple]:
    """The readers that are installed: parse, the check of one URL, and what is parsed."""
    found = {
        "maycrawl": (
            lambda data: maycrawl.RobotsTxt.parse(data).rules_for(AGENT),
            lambda rules, urls: [rules.is_allowed(url) for url in urls],
            bytes,
        ),
        "maycrawl.protego": (
            maycrawl.protego.Protego.parse,
            lambda it, urls: [it.can_fetch(url, AGENT) for url in urls],
            str,
        ),
        "urllib.robotparser": (stdlib, lambda it, urls: [it.can_fetch(AGENT, url) for url in urls], str),
    }

    def add(name, module, make):
        try:
            found[name] = make(importlib.import_module(module))
        except ImportError as error:
            print(f"{name} is not installed: {error}", file=sys.stderr)

    add(
        "protego",
        "protego",
        lambda it: (it.Protego.parse, lambda robots, urls: [robots.can_fetch(url, AGENT) for url in urls], str),
    )
    # It takes paths, not URLs.
    add(
        "fastrobots",
        "fastrobots",
        lambda it: (it.Robots.parse, lambda robots, urls: [robots.allowed(url[24:], AGENT) for url in urls], str),
    )
    # Google's parser in C++, in two packages. It reads the whole file for each question.
    add("jwm.robotstxt", "jwm.robotstxt.googlebot", lambda it: one_pass(it.RobotsMatcher().OneAgentAllowedByRobots))
    add("fast-robotstxt", "robotstxt", lambda it: one_pass(it.RobotsMatcher().is_allowed))
    add(
        "robotspy",
        "robots",
        lambda it: (
            it.RobotsParser.from_string,
            lambda robots, urls: [robots.can_fetch(AGENT, url) for url in urls],
            str,
        ),
    )
    return found


def files(folder: Path) -> list[bytes]:
    """Some of the files, evenly spread over all names, so that every run has the same."""
    names = sorted(folder.rglob("*.txt"))
    return [name.read_bytes() for name in names[:: max(1, len(names) // FILES)]][:FILES]


def timed(work) -> float:
    gc.disable()
    start = time.perf_counter()
    work()
    took = time.perf_counter() - start
    gc.enable()
    return took


def best(jobs: dict) -> tuple[dict[str, float], dict[str, float]]:
    """The shortest time of each job, and how much longer its median turn took."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(TURNS):
        for name, work in jobs.items():
            times[name].append(timed(work))
    least = {name: min(all_times) for name, all_times in times.items()}
    noise = {name: statistics.median(all_times) / least[name] - 1 for name, all_times in times.items()}
    return least, noise


def row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def table(title: str, unit: str, least: dict, noise: dict, count: int, base: str = "protego") -> list[str]:
    lines = [
        f"## {title}",
        "",
        row(["reader", unit, f"{base} takes", "median turn"]),
        row(["---", "--:", "--:", "--:"]),
    ]
    for name, seconds in sorted(least.items(), key=lambda item: item[1]):
        ratio = f"{least[base] / seconds:.1f}x as long" if base in least else ""
        lines.append(row([name, f"{seconds / count * 1e6:.3f}", ratio, f"+{noise[name]:.0%}"]))
    return [*lines, ""]


def main(folder: str, out: str, build: str) -> None:
    contents = files(Path(folder))
    if not contents:
        sys.exit(f"{folder} has no robots.txt files (*.txt)")
    readers = peers()
    given = {
        name: contents if kind is bytes else [c.decode("utf-8", "ignore") for c in contents]
        for name, (_, _, kind) in readers.items()
    }

    # What keeps nothing has no time to parse.
    keeps = [name for name in readers if name not in ("jwm.robotstxt", "fast-robotstxt")]
    parsing = {
        name: (lambda parse=parse, all_=given[name]: [parse(it) for it in all_])
        for name, (parse, _, _) in readers.items()
        if name in keeps
    }
    lines = table("Parse", "us a file", *best(parsing), len(contents))

    parsed = {name: [parse(it) for it in given[name]] for name, (parse, _, _) in readers.items()}
    checking = {
        name: (lambda check=check, all_=parsed[name]: [check(it, URLS) for it in all_])
        for name, (_, check, _) in readers.items()
    }
    for work in checking.values():
        work()
    lines += table("Check one URL at a time", "us a URL", *best(checking), len(contents) * len(URLS))

    few = slice(None, None, 8)
    rules = parsed["maycrawl"][few]
    array = pyarrow.array(BATCH)
    batches = {
        "maycrawl, Arrow array": lambda: [it.is_allowed_array(array) for it in rules],
        "maycrawl, list": lambda: [it.is_allowed_many(BATCH) for it in rules],
    }
    for name in ("fastrobots", "protego", "urllib.robotparser", "robotspy"):
        if name in readers:
            check = readers[name][1]
            batches[name] = lambda check=check, all_=parsed[name][few]: [check(it, BATCH) for it in all_]
    lines += table(f"Check a batch of {len(BATCH):,} URLs", "us a URL", *best(batches), len(rules) * len(BATCH))
    write(lines, contents, out, build)


def write(lines: list[str], contents: list[bytes], out: str, build: str) -> None:
    names = ["maycrawl", "protego", "fastrobots", "jwm.robotstxt", "fast-robotstxt", "robotspy", "pyarrow"]
    versions = []
    for name in names:
        try:
            versions.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            versions.append(f"{name} not installed")
    load = os.getloadavg()[0]
    head = [
        "# Python: time of maycrawl and of others",
        "",
        f"Made by `make python-bench`. {len(contents)} files, {sum(map(len, contents)):,} bytes; {len(URLS)} URLs a file.",
        f"maycrawl is {build}.",
        f"Python {platform.python_version()}, {', '.join(versions)}.",
        f"The least of {TURNS} turns, in which the readers alternate. The load of the machine was {load:.1f} on {os.cpu_count()} processors;",
        "the last column says how much longer the median turn took than the least.",
        "",
    ]
    Path(out).write_text("\n".join(head + lines).rstrip() + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
