"""Where the rows of a site are decided, so that no task has too much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyspark.sql import functions as sf

if TYPE_CHECKING:
    from pyspark.sql import Column, SparkSession

ROWS_OF_A_PARTITION = 1 << 20
"""URLs of a partition, if the caller does not say how many partitions there are."""

PIECES = 32
"""A site with more than one ``PIECES``-th of the URLs of a partition is spread over several partitions."""


@dataclass(frozen=True)
class Placing:
    """Where the rows of a site are decided. A site with many URLs has several places, and its record is at each."""

    partitions: int
    urls: int

    @classmethod
    def of(cls, spark: SparkSession, urls: int, partitions: int | None) -> Placing:
        """The placing of so many URLs."""
        wanted = partitions or max(parallelism(spark), -(-urls // ROWS_OF_A_PARTITION))
        return cls(max(wanted, 1), max(urls, 1))

    def places(self, n: Column) -> Column:
        """The number of places of a site with ``n`` URLs."""
        pieces = sf.ceil(n * sf.lit(PIECES * self.partitions) / sf.lit(self.urls))
        return sf.greatest(sf.lit(1), sf.least(sf.lit(self.partitions), pieces)).cast("int")

    def key(self, site: Column, place: Column) -> Column:
        """The number whose hash is the partition of a place of a site: what ``repartition`` is given.

        ``repartitionById`` would take the partition itself, and Spark before 4.1 does not have it. ``repartition``
        takes the remainder of the hash.
        """
        partitions = sf.lit(self.partitions)
        partition = sf.pmod(sf.pmod(sf.xxhash64(site), partitions) + place, partitions).cast("int")
        keys = ",".join(str(number_with_hash(wanted)) for wanted in range(self.partitions))
        return sf.get(sf.expr(f"array({keys})"), partition)


def parallelism(spark: SparkSession) -> int:
    """How many tasks run at a time. Spark cuts a range into so many parts. Spark Connect has no context to ask."""
    part = spark.range(1 << 16).select(sf.spark_partition_id().alias("part"))
    last = part.agg(sf.max("part")).first()
    return 1 + int(last[0] if last else 0)


def number_with_hash(wanted: int) -> int:
    """The 32-bit integer whose hash in Spark is this number: Murmur3 with the seed 42, backwards.

    Each step of that hash can be undone, so there is exactly one. If an engine had another hash, rows of one place
    would still be together, because their keys are equal.
    """
    hashed = wanted ^ wanted >> 16
    hashed = _divided(hashed, 0xC2B2AE35)
    hashed ^= hashed >> 13 ^ hashed >> 26
    hashed = _divided(hashed, 0x85EBCA6B)
    hashed ^= hashed >> 16
    hashed = _divided((hashed ^ 4) - 0xE6546B64, 5)  # 4 is the length in bytes
    number = _divided(_rotated(hashed, 19) ^ 42, 0x1B873593)
    number = _divided(_rotated(number, 17), 0xCC9E2D51)
    return number - (1 << 32) if number >> 31 else number


def _divided(number: int, factor: int) -> int:
    """What gives ``number`` when it is multiplied by an odd factor in 32 bits."""
    return number * pow(factor, -1, 1 << 32) % (1 << 32)


def _rotated(number: int, bits: int) -> int:
    return (number << bits | number >> 32 - bits) % (1 << 32)
