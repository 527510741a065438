"""The job of ``maycrawl bulk`` on a cluster: ``python -m maycrawl.spark.job``, or ``spark-submit`` with this file.

It reads the same inputs, joins URLs to the robots.txt of their origin, and writes the same rows. `run` does the same in
a session that is there already.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

# Absolute names, because spark-submit runs this file by its path. The first one has the message if pyspark is missing.
from maycrawl.spark import CACHE_BYTES, DEFAULT_POLICY, file_numbers, read_records

# isort: split
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf
from pyspark.storagelevel import StorageLevel

try:
    from py4j.protocol import Py4JError
except ImportError:  # a client of Spark Connect without Java
    Py4JError = PySparkException

from maycrawl._maycrawl import MaycrawlError, SitePolicy, TableError, crawler_tokens, use_columns
from maycrawl.spark._join import RECORD_KINDS, decided, newest
from maycrawl.spark._output import Folder
from maycrawl.spark._placing import Placing
from maycrawl.spark._steps import COUNTS_SCHEMA, UNITS_SCHEMA, URLS_SCHEMA, CountUrls, FindUnits, ReadUrls, Unit
from maycrawl.spark._version import is_since

__all__ = ["Summary", "main", "run"]


@dataclass(frozen=True)
class Summary:
    """What a job has done: the fields of ``_summary.json``, as ``maycrawl bulk`` writes them."""

    robots_records: int
    robots_skipped: int
    robots_bad: int
    robots_cut: int
    robots_end_unknown: int
    urls: int
    urls_bad: int
    decisions: int
    allowed: int
    unknown: int
    parts: int
    parts_before: int = 0


def run(
    spark: SparkSession,
    robots: Sequence[str],
    urls: Sequence[str],
    agents: Sequence[str],
    output: str,
    *,
    policy: str = DEFAULT_POLICY,
    partitions: int | None = None,
    uses: Sequence[str] = (),
) -> Summary:
    """Does the job. ``output`` is a folder that does not exist, of any file system that Spark writes to.

    >>> run(spark, ["robots.warc.gz"], ["urls.parquet"], ["Googlebot"], "decided")   # doctest: +SKIP

    ``uses``, such as ``["train"]``, adds a column for each use, as ``--use`` of ``maycrawl bulk`` does.
    The folder has ``_SUCCESS`` if and only if it is complete. Raises `MaycrawlError` for a name, a file or a folder
    that cannot be used, and the errors of Spark. Cost: the URLs are read twice and moved once, the bodies are read
    once.
    """
    tokens = crawler_tokens(list(agents))
    use_columns(list(uses))  # so are these names
    SitePolicy("https://example.com/robots.txt", policy)  # the name is checked before the work
    if not robots or not urls:
        raise TableError("a job needs files of robots.txt bodies and files of URLs")
    folder = Folder.of(spark, output)
    folder.check_new()
    _limit_batches(spark)
    units = _units(spark, tuple(urls))
    ids = spark.range(0, len(units), 1, max(1, len(units)))
    counted = ids.mapInArrow(CountUrls(tuple(urls), units), COUNTS_SCHEMA)
    counted = counted.groupBy("site", "bad").agg(sf.sum("n").alias("n"), sf.sum("rows").alias("rows"))
    counted = counted.persist(StorageLevel.MEMORY_AND_DISK)
    records = newest(read_records(spark, robots, policy)).persist(StorageLevel.MEMORY_AND_DISK)
    counts = counted.where(sf.col("site").isNotNull()).select("site", "n")
    good = sf.col("site").isNotNull()
    number, bad = _numbers(counted, sf.sum(sf.when(good, sf.col("n"))), sf.sum(sf.when(~good, sf.col("rows"))))
    placing = Placing.of(spark, number, partitions)
    rows = ids.mapInArrow(ReadUrls(tuple(urls), units), URLS_SCHEMA)
    rows = rows.select("site", sf.xxhash64("url", "row").alias("salt"), sf.struct("url").alias("payload"))
    answers = decided(rows, "url", counts, records, placing, tokens, policy, CACHE_BYTES, list(uses))
    folder.write_rows(answers)
    folder.write_bad_rows(_bad_rows(counted, records))

    kinds = ["skipped", "bad", "cut", "end-unknown"]
    sums = [sf.sum(sf.when(sf.col("kind") == kind, sf.col("rows"))) for kind in kinds]
    used = sf.sum(sf.when(sf.col("kind").isin(RECORD_KINDS), sf.col("rows")))
    found, skipped, unusable, cut, unknown_end = _numbers(records, used, *sums)
    written = spark.read.parquet(output)
    of = [sf.sum(sf.when(sf.col("decision") == name, sf.lit(1))) for name in ("allowed", "unknown")]
    decisions, allowed, unknown = _numbers(written, sf.count("*"), *of)
    if decisions != number * len(tokens):
        raise TableError(f"{output}: {decisions} rows are written, and {number} URLs need {number * len(tokens)}")
    parts = len(written.inputFiles())
    of_archive = (found, skipped, unusable, cut, unknown_end)
    summary = Summary(*of_archive, number, bad, decisions, allowed, unknown, parts)
    folder.complete(json.dumps(asdict(summary), indent=2))
    return summary


def _limit_batches(spark: SparkSession) -> None:
    """Limits the memory of a batch for Python: the body of a robots.txt has up to 500 KiB, and a batch 10,000 rows."""
    spark.conf.set("spark.sql.execution.arrow.maxBytesPerBatch", str(16 << 20))
    if not is_since(spark.version, 4, 1):  # which do not know that setting
        spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "1000")


def _units(spark: SparkSession, paths: tuple[str, ...]) -> tuple[Unit, ...]:
    """The parts of all files of URLs, in order. A part is the work of one task."""
    found = file_numbers(spark, len(paths)).mapInArrow(FindUnits(paths), UNITS_SCHEMA).collect()
    return tuple(sorted(((row[0], row[1], row[2], row[3]) for row in found), key=lambda unit: (unit[0], unit[1] or 0)))


def _numbers(table: DataFrame, *sums: Any) -> list[int]:
    row = table.agg(*sums).first()
    return [int(value or 0) for value in row or [0] * len(sums)]


def _bad_rows(counted: DataFrame, records: DataFrame) -> DataFrame:
    """The JSON object of each bad row, in the column ``value``."""
    urls = counted.where(sf.col("bad").isNotNull()).select("bad", sf.col("n").alias("times"))
    robots = records.where(sf.col("kind") == "bad").select(sf.col("key").alias("bad"), "times")
    lines = sf.explode(sf.array_repeat(sf.col("bad"), sf.col("times").cast("int"))).alias("value")
    return urls.unionByName(robots).select(lines)


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m maycrawl.spark.job",
        description="Joins URLs to the robots.txt of their origin on a Spark cluster, and decides all of them.",
        epilog="An argument @FILE is replaced by the lines of FILE. Exit status: 0 done, 2 not done.",
        fromfile_prefix_chars="@",
    )
    add = parser.add_argument
    add("--robots", nargs="+", required=True, help="files with robots.txt bodies: .warc.gz, .parquet, .csv, .jsonl")
    add("--urls", nargs="+", required=True, help="files with URLs: .parquet, .csv, .jsonl, .txt")
    add("--agents", required=True, help="crawlers, separated by commas")
    add("--output", "-o", required=True, help="folder of the output, which does not exist yet")
    add("--use", help="uses, separated by commas: what robots.txt says about each is a column, such as use_train")
    add("--policy", default=DEFAULT_POLICY, help="what result codes mean (default: %(default)s)")
    add("--partitions", type=int, help="files of the output (default: one for each 2^20 URLs)")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command. Settings of Spark, such as the master, come from ``spark-submit`` or ``PYSPARK_SUBMIT_ARGS``."""
    options = _arguments(arguments)
    spark = SparkSession.builder.appName("maycrawl").getOrCreate()
    try:
        summary = run(
            spark,
            options.robots,
            options.urls,
            [options.agents],
            options.output,
            policy=options.policy,
            partitions=options.partitions,
            uses=[options.use] if options.use else [],
        )
    except MaycrawlError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except (PySparkException, Py4JError) as error:
        print(f"error: {_reason(str(error))}", file=sys.stderr)
        return 2
    finally:
        spark.stop()
    for name, value in asdict(summary).items():
        print(f"{name:<15} {value}")
    return 0


def _reason(text: str) -> str:
    """The sentence of this package in an error of Spark, which has the traces of all machines."""
    found = re.search(r"(?:TableError|PolicyError|CrawlerNameError): (.+)", text)
    return found.group(1).strip() if found else text


if __name__ == "__main__":
    sys.exit(main())
