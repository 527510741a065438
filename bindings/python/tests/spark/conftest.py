"""What the tests share: the inputs, and the rows that ``maycrawl bulk`` writes for them."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import inputs
import pyarrow.parquet
import pytest
from pyspark.sql import SparkSession

AGENTS = "Googlebot,GPTBot"
USES = "train,search"
URLS = 6000

CONNECT = bool(os.environ.get("MAYCRAWL_TEST_CONNECT"))
"""The session is one of Spark Connect, to a server that pyspark starts in a process of its own."""

os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
os.environ["PYSPARK_PYTHON"] = sys.executable
sys.path.append(str(Path(__file__).parents[1]))  # what all tests of the package share


def pytest_configure(config):
    config.addinivalue_line("markers", "others: runs with `scripts/spark-test others` only")


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    builder = SparkSession.builder.appName("tests").config("spark.sql.shuffle.partitions", "2")
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.memory": "512m",
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",
    }
    for key, value in settings.items():
        builder = builder if CONNECT else builder.config(key, value)  # a client cannot set them
    builder = builder.remote("local[2]") if CONNECT else builder.master("local[2]")
    # Relative paths of the guide are those of the process that Spark starts here.
    with contextlib.chdir(tmp_path_factory.mktemp("here")):
        session = builder.getOrCreate()
        yield session
        session.stop()


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
    arguments = ["--robots", *robots, "--urls", *urls, "--agents", AGENTS, "--use", USES]
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
        names = ["url", "agent", "allowed", "decision", "line", "reason", "use_train", "use_search"]
        assert table.schema.names == names
        kinds = ["string", "string", "bool", "string", "int32", "string", "string", "string"]
        assert [str(kind) for kind in table.schema.types] == kinds
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


def compare(folder, expected):
    assert (folder / "_SUCCESS").exists()
    assert rows(folder) == expected.rows
    assert bad_rows(folder) == expected.bad_rows
    assert summary(folder) == expected.summary
