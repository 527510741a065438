"""What the tests share: the inputs, and the rows that ``maycrawl bulk`` writes for them."""

import json
import shutil
import subprocess
from collections import Counter
from types import SimpleNamespace

import inputs
import pyarrow.parquet
import pytest

AGENTS = "Googlebot,GPTBot"
URLS = 6000


@pytest.fixture(scope="session")
def expected(tmp_path_factory):
    """The inputs, and the output of the command. Chains of redirects are longer than the limit."""
    return decide(tmp_path_factory.mktemp("inputs"), chains=7)


@pytest.fixture(scope="session")
def expected_of_job(tmp_path_factory):
    """The same with short chains: each redirect of a chain costs some seconds of a cluster."""
    return decide(tmp_path_factory.mktemp("inputs-of-job"), chains=1)


def decide(folder, chains):
    robots = [str(path) for path in inputs.write_robots(folder, chains)]
    urls = [str(path) for path in inputs.write_urls(folder, URLS)]
    arguments = ["--robots", *robots, "--urls", *urls, "--agents", AGENTS]
    maycrawl = shutil.which("maycrawl")
    assert maycrawl, "the command is not installed with the package"
    subprocess.run([maycrawl, "bulk", *arguments, "--output", folder / "out"], check=True, capture_output=True)
    return SimpleNamespace(
        arguments=arguments,
        robots=robots,
        urls=urls,
        rows=rows(folder / "out"),
        bad_rows=bad_rows(folder / "out"),
        summary=summary(folder / "out"),
    )


def parts(folder):
    """The files of the output."""
    return sorted(path for path in folder.iterdir() if path.suffix == ".parquet")


def rows(folder):
    """The rows of the output, each with how often it occurs."""
    counted = Counter()
    for part in parts(folder):
        table = pyarrow.parquet.read_table(part)
        assert table.schema.names == ["url", "agent", "allowed", "decision", "line", "reason"]
        assert [str(kind) for kind in table.schema.types] == ["string", "string", "bool", "string", "int32", "string"]
        counted.update(zip(*(column.to_pylist() for column in table.columns), strict=True))
    return counted


def bad_rows(folder):
    """The lines of the bad rows, each with how often it occurs."""
    counted = Counter()
    for path in (folder / "_bad_rows").iterdir():
        if path.suffix in (".jsonl", ".txt"):
            counted.update(path.read_text().splitlines())
    return counted


def summary(folder):
    """The summary, without the number of files."""
    found = json.loads((folder / "_summary.json").read_text())
    return {name: value for name, value in found.items() if not name.startswith("parts")}
