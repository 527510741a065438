"""Runs the tests of other parsers against the drop-ins of maycrawl: run.py SUITE FOLDER

SUITE is `robotparser` (CPython's own file, of the running Python), `protego`, `scrapy` (its parser classes) or
`scrapy-middleware` (their sources are unpacked in FOLDER). The tests that fail must be those in SUITE_differences.toml,
each with a reason, no more and no fewer. For `robotparser` there is a list for each reading of CPython.
"""

import asyncio
import inspect
import sys
from pathlib import Path

import pytest

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10, where pytest brings its own
    import tomli as tomllib

HERE = Path(__file__).parent


class Failures:
    """Collects the tests that ran and those that failed, by name."""

    def __init__(self):
        self.ran = set()
        self.failed = set()

    def pytest_runtest_logreport(self, report):
        name = "::".join(report.nodeid.split("::")[1:])
        if report.when == "call" and not report.skipped:
            self.ran.add(name)
        if report.failed:
            self.failed.add(name)

    def pytest_collectreport(self, report):
        if report.failed:
            self.failed.add(f"collecting {report.nodeid}: {report.longreprtext}")

    @staticmethod
    def pytest_pyfunc_call(pyfuncitem):
        """Run a test that is a coroutine, which pytest alone does not."""
        if not inspect.iscoroutinefunction(pyfuncitem.obj):
            return None
        names = inspect.signature(pyfuncitem.obj).parameters
        asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
        return True


def robotparser(_folder):
    import urllib.robotparser

    import test.test_robotparser as suite

    import maycrawl.robotparser

    urllib.robotparser.RobotFileParser = maycrawl.robotparser.RobotFileParser
    urllib.robotparser.RequestRate = maycrawl.robotparser.RequestRate
    # It asks a site outside of this machine.
    del suite.NetworkTestCase
    return [suite.__file__]


def protego(folder):
    import protego as theirs

    import maycrawl.protego as ours

    for name in ("Protego", "RequestRate", "VisitTime"):
        setattr(theirs, name, getattr(ours, name))
    return [str(folder / "tests")]


def scrapy(folder):
    import scrapy.robotstxt as theirs

    import maycrawl.scrapy as ours

    # Its test class of protego is the one of a parser with the longest match.
    theirs.ProtegoRobotParser = ours.MaycrawlRobotParser
    sys.path.insert(0, str(folder))
    return [str(folder / "tests/test_robotstxt_interface.py"), "-k", "TestProtegoRobotParser"]


def scrapy_middleware(folder):
    import scrapy.downloadermiddlewares.robotstxt as theirs

    import maycrawl.scrapy as ours

    theirs.RobotsTxtMiddleware = ours.RobotsPolicyMiddleware
    sys.path.insert(0, str(folder))
    import tests.utils.robotstxt

    # Half of the tests need another parser only to name it in a setting, which this middleware does not read.
    tests.utils.robotstxt.rerp_available = lambda: True
    return [str(folder / "tests/test_downloadermiddleware_robotstxt.py")]


SUITES = {
    "robotparser": robotparser,
    "protego": protego,
    "scrapy": scrapy,
    "scrapy-middleware": scrapy_middleware,
}


def differences(suite):
    """The tests that must fail, each with a reason. `None` if no list is of the running Python."""
    listed = tomllib.loads((HERE / f"{suite.replace('-', '_')}_differences.toml").read_text())
    if suite != "robotparser":
        return listed
    running = ".".join(map(str, sys.version_info[:3]))
    lists = [it for it in listed["reading"] if is_of(running, it["pythons"])]
    return lists[0]["differences"] if lists else None


def wrong_answers():
    """The answers of CPython's class and of ours that are not those of the table."""
    import urllib.robotparser

    import maycrawl.robotparser

    head, *rows = [line.split("\t") for line in (HERE / "robotparser_answers.tsv").read_text().splitlines()]
    running = ".".join(map(str, sys.version_info[:3]))
    column = next((at for at in range(4, len(head) - 1) if is_of(running, head[at])), None)
    if column is None:
        return [f"no column of robotparser_answers.tsv is of Python {running}"]
    wrong = []
    for row in rows:
        for module, expected in ((urllib.robotparser, row[column]), (maycrawl.robotparser, row[3])):
            parser = module.RobotFileParser()
            parser.parse(row[0].split("\\n"))
            answer = "allowed" if parser.can_fetch(row[1], row[2]) else "closed"
            if answer != expected:
                wrong.append(f"{module.__name__}: {answer}, but {expected} is in the table: {row[-1]}")
    return wrong


def is_of(version, pythons):
    """Whether a version is in a list such as `3.13.8 to 3.13.13, 3.14.0 to 3.14.4`."""
    return any(is_within(version, part) for part in pythons.split(", "))


def is_within(version, pythons):
    first, _, last = pythons.partition(" to ")
    numbers = [int(number) for number in version.split(".")]
    lowest, highest = ([int(number) for number in it.split(".")] for it in (first, last or first))
    return lowest <= numbers and numbers[: len(highest)] <= highest


def main(suite, folder):
    named = suite if suite != "robotparser" else f"{suite}, Python {sys.version.split()[0]}"
    expected = differences(suite)
    if expected is None:
        print(f"{named}: no list of differences is of this Python: compare and add one", file=sys.stderr)
        return 1
    wrong = wrong_answers() if suite == "robotparser" else []
    for answer in wrong:
        print(f"{named}: {answer}", file=sys.stderr)
    failures = Failures()
    arguments = SUITES[suite](Path(folder))
    options = ["-q", "-p", "no:cacheprovider", "--import-mode=importlib", "-c", "/dev/null", "--tb=line", "--no-header"]
    pytest.main([*options, "--show-capture=no", "-W", "ignore", *arguments], plugins=[failures])
    unknown = sorted(failures.failed - expected.keys())
    gone = sorted(expected.keys() - failures.failed)
    for name in unknown:
        print(f"{named}: {name} fails, and no list of differences has it", file=sys.stderr)
    for name in gone:
        print(f"{named}: {name} does not fail any more: remove it from the list", file=sys.stderr)
    print(f"{named}: {len(failures.ran)} tests ran, {len(failures.failed)} differ as listed")
    return 1 if wrong or unknown or gone or not failures.ran else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
