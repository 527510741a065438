"""The functions for DataFrames and the job, in a session of this process, also with Spark Connect."""

import importlib
import re
import shlex
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import guide
import pyarrow.parquet
import pyspark
import pytest
from conftest import AGENTS, CONNECT, USES, compare
from pyspark.sql import functions as sf

import maycrawl
from maycrawl import CrawlerNameError, PolicyError, TableError, UseError
from maycrawl.spark import job as spark_job
from maycrawl.spark import origins, read_records, verdicts, with_verdicts
from maycrawl.spark._placing import Placing, number_with_hash, parallelism
from maycrawl.spark._version import is_since

FILE = "User-agent: *\nDisallow: /x\n"

NO_ROBOTS_TXT = "`mailto:x`: scheme `mailto` has no robots.txt; it exists for http, https and ftp"


def lists(df):
    return sorted([list(row) for row in df.collect()], key=str)


def test_origins(spark):
    urls = spark.createDataFrame([("https://A.example:443/x",), ("mailto:x",), (None,), ("/path",)], "url string")
    found = dict(lists(origins(urls)))
    assert found == {"https://A.example:443/x": "https://a.example", "mailto:x": None, None: None, "/path": None}
    with pytest.raises(ValueError, match="no column `link`"):
        origins(urls, url="link")
    with pytest.raises(ValueError, match="already"):
        origins(urls, name="url")
    with pytest.raises(ValueError, match="must be text or bytes"):
        origins(spark.range(1), url="id")


def test_verdicts_of_rows(spark):
    rows = [
        ("https://a.example/x", "GPTBot"),
        ("https://a.example/y", "GPTBot"),
        ("mailto:x", "GPTBot"),
        (None, "GPTBot"),
    ]
    df = spark.createDataFrame([(url, agent, FILE) for url, agent in rows], "url string, agent string, robots string")
    expected = [
        ["https://a.example/x", False, "disallowed", 2, "rule"],
        ["https://a.example/y", True, "allowed", None, "no-rule-matched"],
        ["mailto:x", False, "error", None, NO_ROBOTS_TXT],
        [None, None, None, None, None],
    ]
    for answers in (verdicts(df, agent="Googlebot"), verdicts(df, agent_column="agent")):
        assert lists(answers.drop("agent", "robots")) == sorted(expected, key=str)
    with pytest.raises(ValueError, match="either"):
        verdicts(df)
    with pytest.raises(CrawlerNameError):
        verdicts(df, agent="Mozilla/5.0 (compatible)")


def test_with_verdicts_keeps_columns_and_loses_no_row(spark):
    urls = [
        (1, "https://a.example/x"),
        (2, "https://a.example/y"),
        (3, "mailto:x"),
        (4, None),
        (5, "https://b.example/"),
    ]
    df = spark.createDataFrame([*urls, urls[0]], "id int, url string")
    robots = spark.createDataFrame(
        [
            ("https://a.example", FILE, "2026-01-02T00:00:00Z"),
            ("https://a.example/robots.txt", "", "2026-01-01T00:00:00Z"),
        ],
        "origin string, robots string, date string",
    )
    answers = with_verdicts(df, robots, agents=["Googlebot", "googlebot"], partitions=3)
    assert answers.columns == ["id", "url", "agent", "allowed", "decision", "line", "reason"]
    assert lists(answers.select("id", "allowed", "decision", "line")) == [
        [1, False, "disallowed", 2],
        [1, False, "disallowed", 2],
        [2, True, "allowed", None],
        [3, False, "error", None],
        [4, False, "error", None],
        [5, False, "unknown", None],
    ]
    both = with_verdicts(df, robots, agents=["Googlebot,GPTBot"])
    assert both.where("agent = 'GPTBot'").count() == both.where("agent = 'Googlebot'").count() == 6
    spaced = df.withColumnRenamed("id", "id of a row")
    assert with_verdicts(spaced, robots, agents=["GPTBot"]).where("`id of a row` = 1").count() == 2
    with pytest.raises(ValueError, match="already"):
        with_verdicts(answers, robots, agents=["Googlebot"])


def test_the_functions_give_the_rows_of_the_job(spark, expected):
    records = read_records(spark, expected.robots)
    urls = spark.createDataFrame(
        [(row[0],) for row, times in expected.rows.items() for _ in range(times)], "url string"
    )
    urls = urls.distinct()
    answers = with_verdicts(urls, records, agents=["Googlebot,GPTBot"], uses=["train", "search"])
    assert {tuple(row) for row in answers.collect()} == set(expected.rows)


def test_uses_are_columns_of_their_own(spark):
    file = "User-agent: *\nContent-Signal: ai-train=no, search=yes\nDisallow: /x\n"
    # What was cut may refuse what the rest grants.
    cut = f"User-agent: *\nContent-Signal: ai-train=yes\nContent-Signal: {'a=b,' * 5000}\n"
    rows = [("https://a.example/", file), ("https://b.example/", cut), ("mailto:x", file), ("https://c.example/", None)]
    df = spark.createDataFrame(rows, "url string, robots string")
    answers = verdicts(df, agent="GPTBot", uses=["train,search"])
    assert answers.columns[-2:] == ["use_train", "use_search"]
    assert lists(answers.select("url", "use_train", "use_search")) == [
        ["https://a.example/", "refused", "granted"],
        ["https://b.example/", "conditional", "conditional"],
        ["https://c.example/", None, None],
        ["mailto:x", "error", "error"],
    ]
    robots = df.where("url like 'https%' and robots is not null")
    answers = with_verdicts(df.select("url"), robots, agents=["GPTBot"], uses=["train"])
    assert answers.columns == ["url", "agent", "allowed", "decision", "line", "reason", "use_train"]
    assert lists(answers.select("url", "use_train")) == [
        ["https://a.example/", "refused"],
        ["https://b.example/", "conditional"],
        ["https://c.example/", "unknown"],
        ["mailto:x", "unknown"],
    ]
    with pytest.raises(UseError, match="eat"):
        verdicts(df, agent="GPTBot", uses=["eat"])
    with pytest.raises(ValueError, match="already"):
        with_verdicts(answers.select("url", "use_train"), robots, agents=["GPTBot"], uses=["train"])


def test_the_job_gives_the_rows_of_the_command(spark, expected_of_job, tmp_path):
    output, inputs = tmp_path / "out", (expected_of_job.robots, expected_of_job.urls)
    spark_job.run(spark, *inputs, AGENTS.split(","), str(output), uses=USES.split(","), partitions=3)
    compare(output, expected_of_job)


def test_each_place_has_its_own_partition(spark):
    places = spark.range(0, 50, 1, 2).withColumn("site", sf.lit("https://a.example"))
    key = Placing(50, 1).key(sf.col("site"), sf.col("id"))
    assert places.repartition(50, key).select(sf.spark_partition_id()).distinct().count() == 50
    numbers = [0, 1, 699, 2**31 - 1]
    hashes = spark.createDataFrame([(number_with_hash(number),) for number in numbers], "n int").select(sf.hash("n"))
    assert [row[0] for row in hashes.collect()] == numbers
    assert parallelism(spark) == 2


@pytest.mark.parametrize(
    ("version", "floor", "is_new_enough"),
    [("3.5.2-amzn-1", (3, 5), True), ("3.4.4", (3, 5), False), ("4.0.5", (4, 1), False), ("4.10.0.dev1", (4, 1), True)],
)
def test_versions(version, floor, is_new_enough):
    assert is_since(version, *floor) == is_new_enough


def test_an_older_spark_is_refused_in_one_sentence(monkeypatch):
    monkeypatch.setattr(pyspark, "__version__", "3.4.4")
    with pytest.raises(ImportError, match=r"^maycrawl.spark needs pyspark 3.5 or later, and this is 3.4.4$"):
        importlib.reload(maycrawl.spark)


PAGE = "docs/guide/common-crawl-with-spark.md"
(COMMAND,) = [block for block in guide.blocks(PAGE, "sh") if block.startswith("python -m maycrawl.spark.job")]
ARGUMENTS = shlex.split(COMMAND.replace("\\\n", ""))[3:]


def written(folder):
    rows = [tuple(row.values()) for row in pyarrow.parquet.read_table(folder).to_pylist()]
    return Counter(rows)


@pytest.mark.skipif(
    CONNECT, reason="tasks of Spark Connect have a folder of their own, and the guide's paths are relative"
)
def test_the_guide_runs_as_printed(spark, expected_of_job):
    shutil.copy(expected_of_job.robots[0], "robots.warc.gz")
    shutil.copy(expected_of_job.urls[0], "urls.parquet")
    # Its command has the options of `maycrawl bulk`.
    subprocess.run(["maycrawl", "bulk", *ARGUMENTS], check=True, capture_output=True)
    expected = written(Path("decided").rename("bulk"))
    names = {}
    (block,) = guide.blocks(PAGE)
    shown = "".join(guide.run(block, names))
    answers = names["answers"].select("url", "agent", "allowed", "decision", "line", "reason")
    assert Counter(tuple(row) for row in answers.collect()) == expected
    for agent in AGENTS.split(","):
        disallowed = sum(times for row, times in expected.items() if row[1] == agent and row[3] == "disallowed")
        assert re.search(rf"{agent}\| *{disallowed}\|", shown), shown
    # The line of Spark in the guide for other engines.
    rows = [("https://shop.example/", FILE), ("https://shop.example/x", FILE), (None, FILE), ("not a URL", FILE)]
    names = {"maycrawl": maycrawl, "frame": spark.createDataFrame(rows, "url string, robots string")}
    exec(guide.lines_of_engines("docs/guide/data-frames.md", "Many sites")["Spark"], names)
    assert [row.decision for row in names["frame"].collect()] == ["allowed", "disallowed", None, "error"]


def test_wrong_names_are_refused_before_the_work(spark, tmp_path):
    arguments = [["robots.warc"], ["urls.txt"], ["Googlebot"], str(tmp_path / "out")]
    with pytest.raises(PolicyError):
        spark_job.run(spark, *arguments, policy="none")
    with pytest.raises(CrawlerNameError):
        spark_job.run(spark, arguments[0], arguments[1], [""], arguments[3])
    with pytest.raises(UseError):
        spark_job.run(spark, *arguments, uses=["eat"])


def test_a_job_that_cannot_be_done_says_why(spark, expected, tmp_path, capsys):
    taken, output = tmp_path / "taken", tmp_path / "out"
    taken.mkdir()
    with pytest.raises(TableError, match="the folder exists; name a new folder"):
        spark_job.run(spark, expected.robots, expected.urls, ["Googlebot"], str(taken))
    missing = ["--urls", str(tmp_path / "none.txt"), "--agents", "Googlebot", "--output", str(output)]
    # The command ends the session.
    assert spark_job.main(["--robots", expected.robots[0], *missing]) == 2
    assert re.search(r"^error: .*none\.txt: No such file", capsys.readouterr().err, re.MULTILINE)
    assert not (output / "_SUCCESS").exists()


@pytest.mark.skipif(CONNECT, reason="the test before has ended the session, and with it the server")
def test_the_command_of_the_guide_runs_as_printed(spark):
    assert spark_job.main(ARGUMENTS) == 0
    assert written("decided") == written("bulk")
    assert Path("decided/_SUCCESS").exists()
