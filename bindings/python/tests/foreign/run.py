"""Runs the tests of other parsers against the drop-ins of maycrawl: run.py SUITE FOLDER

SUITE is `robotparser` (CPython's own file, of the running Python), `protego` or `scrapy` (their sources are unpacked in
FOLDER). The tests that fail must be those in SUITE_differences.toml, each with a reason, no more and no fewer.
"""

import sys
import tomllib
from pathlib import Path

import pytest

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


# The tests of CPython differ from version to version, so the list of differences is of one.
LISTED_PYTHON = (3, 11)


def main(suite, folder):
    if suite == "robotparser" and sys.version_info[:2] != LISTED_PYTHON:
        print(f"{suite}: not compared. The list is of Python 3.11, and this is {sys.version.split()[0]}")
        return 0
    failures = Failures()
    arguments = {"robotparser": robotparser, "protego": protego, "scrapy": scrapy}[suite](Path(folder))
    options = ["-q", "-p", "no:cacheprovider", "--import-mode=importlib", "-c", "/dev/null", "--tb=line", "--no-header"]
    pytest.main([*options, "--show-capture=no", *arguments], plugins=[failures])
    differences = tomllib.loads((HERE / f"{suite}_differences.toml").read_text())
    unknown = sorted(failures.failed - differences.keys())
    gone = sorted(differences.keys() - failures.failed)
    for name in unknown:
        print(f"{suite}: {name} fails, and {suite}_differences.toml gives no reason", file=sys.stderr)
    for name in gone:
        print(f"{suite}: {name} does not fail any more: remove it from {suite}_differences.toml", file=sys.stderr)
    print(f"{suite}: {len(failures.ran)} tests ran, {len(failures.failed)} differ as listed")
    return 1 if unknown or gone or not failures.ran else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
