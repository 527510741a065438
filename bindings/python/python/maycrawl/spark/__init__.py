"""Verdicts for Spark DataFrames: on a laptop, or on a cluster over a whole web archive.

>>> from maycrawl.spark import with_verdicts
>>> answers = with_verdicts(urls, robots, agents=["Googlebot", "GPTBot"])            # doctest: +SKIP
>>> answers.where("decision = 'disallowed'").groupBy("agent").count().show()         # doctest: +SKIP

`with_verdicts` joins URLs to robots.txt files by origin and decides. `verdicts` decides rows that have their robots.txt
already. `origins` adds the origin of URLs. `read_records` reads web archives. The job with the inputs and the output of
``maycrawl bulk`` is a command: ``python -m maycrawl.spark.job --help``.

All rules are those of ``maycrawl bulk``, in Rust: rows go to the workers as Arrow batches (``mapInArrow``). The package
must be installed on each worker. It needs pyspark 3.5 or later, with Spark Connect or without, and pyarrow:
``pip install maycrawl[spark]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

try:
    import pyarrow  # noqa: F401
    import pyspark
    from pyspark.sql import functions as sf
    from pyspark.sql.types import BinaryType, StringType, StructField, StructType
    from pyspark.storagelevel import StorageLevel
except ImportError as error:
    raise ImportError("maycrawl.spark needs pyspark, pandas and pyarrow: pip install maycrawl[spark]") from error

from .._maycrawl import crawler_tokens, url_origins, url_sites
from ._join import ANSWER, RECORD_KINDS, decided, newest, use_fields
from ._placing import Placing, parallelism
from ._steps import ROBOTS_SCHEMA, AddColumn, AddVerdicts, ReadRobots, Records
from ._version import is_since

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

if not is_since(pyspark.__version__, 3, 5):
    raise ImportError(f"maycrawl.spark needs pyspark 3.5 or later, and this is {pyspark.__version__}")

__all__ = ["origins", "read_records", "verdicts", "with_verdicts"]

DEFAULT_POLICY = "google-2026"
"""The policy of jobs: no failure opens a site."""

CACHE_BYTES = 64 << 20
"""Compiled rules that a task keeps."""

TASKS_OF_A_CORE = 8
"""Tasks that read files, for each core, at most."""


def origins(df: DataFrame, url: str = "url", name: str = "origin") -> DataFrame:
    """Adds the origin of each URL, such as ``https://shop.example``. Null for text without an origin.

    >>> origins(urls).groupBy("origin").count()                                      # doctest: +SKIP

    ``url`` is a column of text or bytes, and ``name`` that of the result. Raises ``ValueError`` if the column ``url``
    is missing or has another type, or ``name`` is a column already. Cost: one pass over the rows, without a shuffle.
    """
    _check_text(df, url)
    schema = _added(df, [StructField(name, StringType())])
    return df.mapInArrow(AddColumn(url_origins, url, name), schema)


def verdicts(
    df: DataFrame,
    *,
    url: str = "url",
    robots: str = "robots",
    agent: str | None = None,
    agent_column: str | None = None,
    uses: Sequence[str] = (),
) -> DataFrame:
    """Decides rows that have their URL and the robots.txt of its site: adds allowed, decision, line and reason.

    >>> verdicts(pages, url="url", robots="robots_body", agent="CCBot")              # doctest: +SKIP

    ``agent`` is one crawler for all rows, or ``agent_column`` the column with their names. ``decision`` is
    ``allowed``, ``disallowed`` or ``error``: a URL or a name that cannot be read, with a sentence as the reason. Only
    ``allowed`` may be fetched. A row with a null has a null verdict. ``uses``, such as ``["train"]``, adds a column for
    each use (``use_train``) with what robots.txt says about it, or ``error``.

    Raises ``ValueError`` for columns that are missing, have other types or are there already, `CrawlerNameError` and
    `UseError`.
    Cost: one pass over the rows, without a shuffle. Each distinct robots.txt is compiled once in a batch, and is kept
    for later batches within 64 MiB.
    """
    if (agent is None) == (agent_column is None):
        raise ValueError("give either agent or agent_column")
    for column in [url, robots, *([agent_column] if agent_column else [])]:
        _check_text(df, column)
    if agent is not None:
        crawler_tokens([agent])
    fields = use_fields(list(uses))
    step = AddVerdicts(url, robots, agent or agent_column or "", agent is None, tuple(uses))
    return df.mapInArrow(step, _added(df, [*ANSWER[1:], *fields]))


def read_records(spark: SparkSession, paths: Sequence[str], policy: str = DEFAULT_POLICY) -> DataFrame:
    """Reads robots.txt records from files: WARC (.warc.gz), Parquet, CSV or JSON Lines, as ``maycrawl bulk`` does.

    >>> records = read_records(spark, ["s3://commoncrawl/crawl-data/.../robotstxt/....warc.gz"])   # doctest: +SKIP

    A path is a file that each worker can open, or a URI that pyarrow reads (``s3://``, ``gs://``, ``hdfs://``). The
    rows are what `with_verdicts` takes as ``robots``: ``key`` (the URL of the robots.txt), ``kind`` (``file``,
    ``no-file``, ``redirect`` or ``unreachable``), ``detail`` (the target or the reason), ``body``, ``priority`` (of
    several records with one key, the one with the greatest counts), and ``rows``. The kind ``bad`` is a row that
    cannot be used, with a JSON object as its key, and ``skipped`` counts records about other pages. ``policy`` says
    what result codes mean.

    Raises `PolicyError`. A file that cannot be opened ends the query with a `TableError`. Cost: each file is read by
    one task, as a stream, whenever the DataFrame is computed.
    """
    return file_numbers(spark, len(paths)).mapInArrow(ReadRobots(tuple(paths), policy), ROBOTS_SCHEMA)


def with_verdicts(
    urls: DataFrame,
    robots: DataFrame,
    *,
    agents: Sequence[str],
    url: str = "url",
    policy: str = DEFAULT_POLICY,
    partitions: int | None = None,
    uses: Sequence[str] = (),
) -> DataFrame:
    """Joins URLs to robots.txt files by origin and decides: the rows of ``urls``, once for each crawler.

    >>> file = ("https://shop.example", "User-agent: *\\nDisallow: /cart\\n")
    >>> robots = spark.createDataFrame([file], "origin string, robots string")       # doctest: +SKIP
    >>> urls = spark.createDataFrame([("https://shop.example/cart",)], "url string")  # doctest: +SKIP
    >>> with_verdicts(urls, robots, agents=["Googlebot"]).show()                     # doctest: +SKIP

    ``robots`` has the columns ``url`` (or ``origin``) and ``robots`` (or ``body``), and perhaps ``status`` and
    ``date``, or it is the result of `read_records`. The latest record of a site counts, and redirects are followed
    through the records. The columns ``agent``, ``allowed``, ``decision``, ``line`` and ``reason`` are added.
    ``decision`` is ``allowed``, ``disallowed``, ``unknown`` (``robots`` has no usable record of the site) or
    ``error`` (the URL cannot be asked about, and the reason is a sentence). Only ``allowed`` may be fetched. The
    order of rows is not defined. ``uses``, such as ``["train", "search"]``, adds a column for each use (``use_train``)
    with what the site's robots.txt says about it: ``granted``, ``refused``, ``conditional``, ``not said``,
    ``conflict``, ``not applicable``, or ``unknown`` if the file is not known. Pages, fields and licences may refuse
    what it grants.

    Raises ``ValueError`` for columns that are missing, have other types or are there already, `CrawlerNameError`,
    `UseError` and `PolicyError`. Cost: the URLs are read twice (to count them by site, then to decide), and moved
    once. A site with many URLs is spread over several of the ``partitions`` (default: one for each 2^20 URLs). Rows
    that are equal in all columns stay together. The counts and the records stay in Spark's storage until
    ``spark.catalog.clearCache()``.
    """
    tokens = crawler_tokens(list(agents))
    _check_text(urls, url)
    _added(urls, [*ANSWER, *use_fields(list(uses))])
    columns = urls.columns
    schema = StructType([*urls.schema.fields, StructField("site", StringType())])
    if "site" in columns:
        raise ValueError("the table has a column `site`; rename it")
    placed = urls.mapInArrow(AddColumn(url_sites, url, "site"), schema)
    # A URL that cannot be asked about has no site. It needs none, and is answered wherever it is.
    placed = placed.select(
        sf.coalesce("site", sf.lit("")).alias("site"),
        sf.xxhash64(*columns).alias("salt"),
        sf.struct(*columns).alias("payload"),
    )
    counts = placed.groupBy("site").agg(sf.count("*").alias("n")).persist(StorageLevel.MEMORY_AND_DISK)
    records = robots if "priority" in robots.columns else robots.mapInArrow(Records(policy), ROBOTS_SCHEMA)
    records = newest(records.where(sf.col("kind").isin(RECORD_KINDS))).persist(StorageLevel.MEMORY_AND_DISK)
    total = counts.agg(sf.sum("n")).first()
    number = (total[0] if total else 0) or 0
    placing = Placing.of(urls.sparkSession, number, partitions)
    return decided(placed, url, counts, records, placing, tokens, policy, CACHE_BYTES, list(uses))


def file_numbers(spark: SparkSession, files: int) -> DataFrame:
    """The numbers of so many files, in the column ``id``: one task reads several if they are many."""
    tasks = files if files <= TASKS_OF_A_CORE else min(files, TASKS_OF_A_CORE * parallelism(spark))
    return spark.range(0, files, 1, max(1, tasks))


def _check_text(df: DataFrame, column: str) -> None:
    if column not in df.columns:
        raise ValueError(f"the table has no column `{column}`; it has {', '.join(df.columns)}")
    kind = df.schema[column].dataType
    if not isinstance(kind, (StringType, BinaryType)):
        raise ValueError(f"the column `{column}` has type {kind.simpleString()}; it must be text or bytes")


def _added(df: DataFrame, fields: Sequence[StructField]) -> StructType:
    """The schema of a table with these columns added."""
    taken = [field.name for field in fields if field.name in df.columns]
    if taken:
        raise ValueError(f"the table has the columns {', '.join(taken)} already; rename or drop them")
    return StructType([*df.schema.fields, *fields])
