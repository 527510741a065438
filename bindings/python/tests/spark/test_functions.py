"""The functions for DataFrames, in a session of this process."""

import os
import re
import sys

import pytest

os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
os.environ["PYSPARK_PYTHON"] = sys.executable

from pyspark.sql import SparkSession

from maycrawl import CrawlerNameError, PolicyError, TableError
from maycrawl.spark import job as spark_job
from maycrawl.spark import origins, read_records, verdicts, with_verdicts

FILE = "User-agent: *\nDisallow: /x\n"

NO_ROBOTS_TXT = "`mailto:x`: scheme `mailto` has no robots.txt; it exists for http, https and ftp"


@pytest.fixture(scope="module")
def spark():
    settings = {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.memory": "512m",
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",
    }
    builder = SparkSession.builder.master("local[2]").appName("tests")
    for key, value in settings.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


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
    answers = with_verdicts(urls, records, agents=["Googlebot,GPTBot"])
    assert {tuple(row) for row in answers.collect()} == set(expected.rows)


def test_wrong_names_are_refused_before_the_work(spark, tmp_path):
    arguments = [["robots.warc"], ["urls.txt"], ["Googlebot"], str(tmp_path / "out")]
    with pytest.raises(PolicyError):
        spark_job.run(spark, *arguments, policy="none")
    with pytest.raises(CrawlerNameError):
        spark_job.run(spark, arguments[0], arguments[1], [""], arguments[3])


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
