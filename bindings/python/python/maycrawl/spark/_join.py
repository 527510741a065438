"""The join: the records that count, redirects, and the placing of rows so that no task has too much.

Every URL moves once between machines. The body of a robots.txt moves to the place where its records are compared, and
from there to each place where URLs of its site are decided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as sf
from pyspark.sql.types import BooleanType, IntegerType, StringType, StructField, StructType
from pyspark.storagelevel import StorageLevel

from .._maycrawl import MAX_REDIRECTS, use_columns
from ._placing import Placing
from ._steps import RESOLVED_SCHEMA, Decide, Resolve

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

ANSWER = [
    StructField("agent", StringType()),
    StructField("allowed", BooleanType()),
    StructField("decision", StringType()),
    StructField("line", IntegerType()),
    StructField("reason", StringType()),
]
"""The columns of an answer."""


def use_fields(uses: list[str]) -> list[StructField]:
    """The columns of uses, such as ``use_train``."""
    return [StructField(name, StringType()) for name in use_columns(uses)]


RECORD_KINDS = ["no-file", "file", "redirect", "unreachable"]
"""The kinds of a row that is a record, and not a bad row or a count."""


def newest(records: DataFrame) -> DataFrame:
    """Of all rows with one key the one that counts: ``key``, ``kind``, ``detail``, ``body``; ``rows`` and ``times``."""
    chosen = sf.max_by(sf.struct("kind", "detail", "body"), sf.col("priority")).alias("record")
    sums = [sf.sum("rows").alias("rows"), sf.count("*").alias("times")]
    return records.groupBy("key").agg(chosen, *sums).select("key", "record.*", "rows", "times")


def decided(
    urls: DataFrame,
    url: str,
    counts: DataFrame,
    records: DataFrame,
    placing: Placing,
    agents: list[str],
    policy: str,
    cache_bytes: int,
    uses: list[str],
) -> DataFrame:
    """The answers for ``urls``, rows with ``site``, ``salt`` (any number) and ``payload`` (a struct of what is kept).

    ``counts`` has each ``site`` once, with the number ``n`` of its URLs. ``records`` is the result of `newest`.
    """
    many = counts.where(placing.places(sf.col("n")) > 1)
    many = many.select(sf.col("site").alias("many"), placing.places(sf.col("n")).alias("places"))
    place = sf.pmod(sf.col("salt"), sf.coalesce(sf.col("places"), sf.lit(1)))
    asked = urls.join(sf.broadcast(many), urls["site"] == sf.col("many"), "left").select(
        placing.key(sf.col("site"), place).alias("key"),
        "site",
        *(sf.lit(None).cast(kind).alias(name) for name, kind in (("kind", "string"), ("detail", "string"))),
        sf.lit(None).cast("binary").alias("body"),
        "payload",
    )
    payload: Any = urls.schema["payload"].dataType
    sites = _sites(counts, records, policy)
    places = sf.explode(sf.sequence(sf.lit(0), placing.places(sf.col("n")) - 1)).alias("place")
    known = sites.select("site", "kind", "detail", "body", places).select(
        placing.key(sf.col("site"), sf.col("place")).alias("key"),
        "site",
        "kind",
        "detail",
        "body",
        sf.lit(None).cast(payload).alias("payload"),
    )
    rows = asked.unionByName(known).repartition(placing.partitions, "key")
    # The beginning of most sites is the same, so their checksums are compared first.
    rows = rows.sortWithinPartitions(sf.xxhash64("site"), "site", sf.isnull("kind")).drop("key")
    schema = StructType([*payload.fields, *ANSWER, *use_fields(uses)])
    return rows.mapInArrow(Decide(tuple(agents), url, cache_bytes, tuple(uses)), schema)


def _sites(counts: DataFrame, records: DataFrame, policy: str) -> DataFrame:
    """What decides at each site with URLs: ``site``, ``n``, ``kind``, ``detail``, ``body``. Redirects are followed."""
    columns = ["site", "n", "kind", "detail", "body"]
    here = sf.col("site") == sf.col("key")
    direct = records.where(sf.col("kind").isin("no-file", "file", "unreachable"))
    direct = counts.join(direct, here).select(*columns)
    light = records.where(sf.col("kind").isin(RECORD_KINDS)).select("key", "kind", "detail")
    moved = counts.join(light.where(sf.col("kind") == "redirect"), here)
    resolved = _resolved(moved, light, policy)
    bodies = records.where(sf.col("kind") == "file").select("key", "body")
    files = resolved.where(sf.col("file").isNotNull()).join(bodies, sf.col("file") == sf.col("key"))
    fixed = resolved.where(sf.col("file").isNull() & sf.col("kind").isNotNull())
    fixed = fixed.withColumn("body", sf.lit(None).cast("binary"))
    return direct.unionByName(files.select(*columns)).unionByName(fixed.select(*columns))


def _resolved(moved: DataFrame, light: DataFrame, policy: str) -> DataFrame:
    """Looks up the targets of redirects, step by step, and asks Rust where each way ends."""

    def hop(url: str) -> Column:
        return sf.struct(sf.col(url).alias("url"), sf.col("kind"), sf.col("detail"))

    waiting = moved.select("site", "n", sf.array(hop("site")).alias("hops"), sf.col("detail").alias("next"))
    ended = []
    for _ in range(MAX_REDIRECTS):
        met = waiting.join(light, sf.col("next") == sf.col("key"), "left")
        met = met.select("site", "n", sf.concat("hops", sf.array(hop("next"))).alias("hops"), "kind", "detail")
        met = met.persist(StorageLevel.MEMORY_AND_DISK)
        is_redirect = sf.coalesce(sf.col("kind") == "redirect", sf.lit(False))
        # A redirect to a place on its way is looked up no more. What a loop means is said in Rust.
        goes_on = is_redirect & ~sf.array_contains(sf.col("hops.url"), sf.coalesce("detail", sf.lit("")))
        ended.append(met.where(~goes_on).select("site", "n", "hops"))
        waiting = met.where(goes_on).select("site", "n", "hops", sf.col("detail").alias("next"))
        if waiting.isEmpty():
            break
    every = waiting.select("site", "n", "hops")
    for some in ended:
        every = every.unionByName(some)
    return every.mapInArrow(Resolve(policy), RESOLVED_SCHEMA)
