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
from maycrawl.spark._indexed import can_write, decide_by_index, fits
from maycrawl.spark._join import RECORD_KINDS, decided, newest
from maycrawl.spark._output import Folder
from maycrawl.spark._placing import Placing
from maycrawl.spark._steps import COUNTS_SCHEMA, UNITS_SCHEMA, URLS_SCHEMA, CountUrls, FindUnits, ReadUrls, Unit
from maycrawl.spark._version import is_since

__all__ = ["INDEX_BYTES", "Summary", "main", "run"]

INDEX_BYTES = 16 << 30
"""Bytes of records of which each machine gets an index, at most."""


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
    index_bytes: int = INDEX_BYTES,
) -> Summary:
    """Does the job. ``output`` is a folder that does not exist, of any file system that Spark writes to.

    >>> run(spark, ["robots.warc.gz"], ["urls.parquet"], ["Googlebot"], "decided")   # doctest: +SKIP

    ``uses``, such as ``["train"]``, adds a column for each use, as ``--use`` of ``maycrawl bulk`` does.
    The folder has ``_SUCCESS`` if and only if it is complete. Raises `MaycrawlError` for a name, a file or a folder
    that cannot be used, and the errors of Spark.

    Cost: if all records take at most ``index_bytes``, each machine gets an index of them on its disk, and the URLs are
    read once and moved nowhere. Otherwise, or with ``partitions`` (a number of files of the output), or if pyarrow
    cannot write to ``output``, the URLs are read twice and moved once.
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
    records = newest(read_records(spark, robots, policy)).persist(StorageLevel.MEMORY_AND_DISK)
    # Who names a number of files gets it, and a part of the input is one file if nothing moves.
    by_index = index_bytes > 0 and partitions is None and fits(records, index_bytes) and can_write(folder)
    if by_index:
        folder.write_bad_rows(_lines(_bad_records(records)))
        usable = records.where(sf.col("kind").isin(RECORD_KINDS))
        done = decide_by_index(folder, usable, tuple(urls), units, tokens, list(uses), policy)
        of_urls = [done[name] for name in ("urls", "bad", "decisions", "allowed", "unknown", "parts")]
    else:
        of_urls = _decide_moved(spark, folder, tuple(urls), units, records, tokens, list(uses), policy, partitions)
    if of_urls[2] != of_urls[0] * len(tokens):
        needed = f"{of_urls[0]} URLs need {of_urls[0] * len(tokens)}"
        raise TableError(f"{output}: {of_urls[2]} rows are written, and {needed}")
    kinds = ["skipped", "bad", "cut", "end-unknown"]
    sums = [sf.sum(sf.when(sf.col("kind") == kind, sf.col("rows"))) for kind in kinds]
    used = sf.sum(sf.when(sf.col("kind").isin(RECORD_KINDS), sf.col("rows")))
    summary = Summary(*_numbers(records, used, *sums), *of_urls)
    folder.complete(json.dumps(asdict(summary), indent=2))
    return summary


def _decide_moved(
    spark: SparkSession,
    folder: Folder,
    paths: tuple[str, ...],
    units: tuple[Unit, ...],
    records: DataFrame,
    tokens: list[str],
    uses: list[str],
    policy: str,
    partitions: int | None,
) -> list[int]:
    """Moves each URL to the record of its site, and writes the answers: the numbers of the summary from ``urls`` on."""
    ids = spark.range(0, len(units), 1, max(1, len(units)))
    counted = ids.mapInArrow(CountUrls(paths, units), COUNTS_SCHEMA)
    counted = counted.groupBy("site", "bad").agg(sf.sum("n").alias("n"), sf.sum("rows").alias("rows"))
    counted = counted.persist(StorageLevel.MEMORY_AND_DISK)
    counts = counted.where(sf.col("site").isNotNull()).select("site", "n")
    good = sf.col("site").isNotNull()
    number, bad = _numbers(counted, sf.sum(sf.when(good, sf.col("n"))), sf.sum(sf.when(~good, sf.col("rows"))))
    placing = Placing.of(spark, number, partitions)
    rows = ids.mapInArrow(ReadUrls(paths, units), URLS_SCHEMA)
    rows = rows.select("site", sf.xxhash64("url", "row").alias("salt"), sf.struct("url").alias("payload"))
    folder.write_rows(decided(rows, "url", counts, records, placing, tokens, policy, CACHE_BYTES, uses))
    bad_urls = counted.where(sf.col("bad").isNotNull()).select("bad", sf.col("n").alias("times"))
    folder.write_bad_rows(_lines(bad_urls.unionByName(_bad_records(records))))
    written = spark.read.parquet(folder.path)
    of = [sf.sum(sf.when(sf.col("decision") == name, sf.lit(1))) for name in ("allowed", "unknown")]
    return [number, bad, *_numbers(written, sf.count("*"), *of), len(written.inputFiles())]


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


def _bad_records(records: DataFrame) -> DataFrame:
    return records.where(sf.col("kind") == "bad").select(sf.col("key").alias("bad"), "times")


def _lines(bad: DataFrame) -> DataFrame:
    """The JSON object of each bad row as often as it occurs, in the column ``value``."""
    return bad.select(sf.explode(sf.array_repeat(sf.col("bad"), sf.col("times").cast("int"))).alias("value"))


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
    add("--partitions", type=int, help="files of the output; the URLs are then moved between machines")
    text = "bytes of records that fit on the disk of each machine, so that no URL moves; 0: move (default: %(default)s)"
    add("--index-bytes", type=int, default=INDEX_BYTES, help=text)
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
            index_bytes=options.index_bytes,
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
