"""The job without moving URLs: one index of all records, which each machine has on its disk.

A task reads its URLs, decides them by the index, and writes their part of the output itself, in Rust, as
``maycrawl bulk`` does. So a URL never leaves its task.
"""

from __future__ import annotations

import glob
import hashlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow
from pyspark.sql import functions as sf

from .._maycrawl import IndexedDecider, IndexWriter, TableError
from ._files import make_folder, open_input, remove, send, store
from ._output import Folder
from ._steps import Batches, Unit, _ids

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

INDEX = "_robots.sqlite"
"""The name of the index in the folder of the output, while the job runs."""

MEMORY = 256 << 20
"""Bytes that a task keeps: compiled rules, sites, and the part that it writes."""

COUNTS = ["urls", "bad", "decisions", "allowed", "unknown", "parts"]
_COUNTS_SCHEMA = ", ".join(f"{name} bigint" for name in ["unit", *COUNTS])


def fits(records: DataFrame, most: int) -> bool:
    """Whether all records take at most so many bytes."""
    size = sf.coalesce(sf.length("body"), sf.lit(0)) + sf.length("key") + sf.lit(128)
    row = records.agg(sf.sum(size)).first()
    return int((row and row[0]) or 0) <= most


def can_write(folder: Folder) -> bool:
    """Whether a task can write to the folder without Spark, and Spark sees it: makes it, if so.

    pyarrow does not know each file system that Spark knows, and a path without a scheme may mean another one to Spark.
    """
    row = folder.spark.range(0, 1, 1, 1).mapInArrow(MakeFolder(folder.path), "is_made boolean").first()
    return bool(row and row[0]) and folder.exists()


def decide_by_index(
    folder: Folder,
    records: DataFrame,
    paths: tuple[str, ...],
    units: tuple[Unit, ...],
    agents: list[str],
    uses: list[str],
    policy: str,
) -> dict[str, int]:
    """Writes the answers and the bad rows of all units: how many there are, by the names in `COUNTS`."""
    spark, output = folder.spark, folder.path
    index = f"{output}/{INDEX}"
    columns = ["key", "kind", "detail", "body"]
    # Without a row there would be no task, and no index.
    nulls = [sf.lit(None).cast(records.schema[name].dataType).alias(name) for name in columns]
    none = spark.range(0, 1, 1, 1).select(*nulls)
    every = records.select(*columns).unionByName(none).repartition(1)
    every.mapInArrow(WriteIndex(index), "rows bigint").collect()
    step = DecideUnits(paths, units, tuple(agents), tuple(uses), policy, index, output)
    done = spark.range(0, len(units), 1, max(1, len(units))).mapInArrow(step, _COUNTS_SCHEMA).collect()
    counts = {name: sum(int(row[name]) for row in done) for name in COUNTS}
    if sorted(row["unit"] for row in done) != list(range(len(units))):
        raise TableError(f"{len(done)} answers came for {len(units)} parts of the input")
    written = spark.read.parquet(output).count()
    if written != counts["decisions"]:
        found = f"{output}: {written} rows are there, and {counts['decisions']} were written"
        raise TableError(f"{found}; is it one place for all machines?")
    spark.range(0, 1, 1, 1).mapInArrow(Remove(index), "rows bigint").collect()
    return counts


@dataclass(frozen=True)
class MakeFolder:
    """Makes a folder, and says whether it could."""

    path: str

    def __call__(self, batches: Batches) -> Iterator[Any]:
        for batch in batches:
            try:
                make_folder(self.path)
                is_made = True
            except (OSError, ValueError, pyarrow.ArrowException):
                is_made = False
            yield pyarrow.record_batch([pyarrow.array([is_made] * batch.num_rows)], names=["is_made"])


@dataclass(frozen=True)
class Remove:
    """Removes a file."""

    path: str

    def __call__(self, batches: Batches) -> Iterator[Any]:
        for batch in batches:
            remove(self.path)
            yield _numbers({"rows": batch.num_rows})


@dataclass(frozen=True)
class WriteIndex:
    """Writes all records to one file."""

    path: str

    def __call__(self, batches: Batches) -> Iterator[Any]:
        rows = 0
        with tempfile.TemporaryDirectory() as folder:
            local = os.path.join(folder, INDEX)
            writer = IndexWriter(local)
            for batch in batches:
                writer.append(batch)
                rows += batch.num_rows
            writer.finish()
            send(local, self.path)
        yield _numbers({"rows": rows})


@dataclass(frozen=True)
class DecideUnits:
    """Decides the units whose numbers are in the column ``id``, and writes their parts.

    A task that runs twice writes the same.
    """

    paths: tuple[str, ...]
    units: tuple[Unit, ...]
    agents: tuple[str, ...]
    uses: tuple[str, ...]
    policy: str
    index: str
    output: str

    def __call__(self, batches: Batches) -> Iterator[Any]:
        index = _local_copy(self.index)
        decider = IndexedDecider(index, list(self.agents), list(self.uses), self.policy, MEMORY)
        for number in _ids(batches):
            file, group, before, rows = self.units[number]
            path = self.paths[file]
            with tempfile.TemporaryDirectory() as folder:
                counts = decider.decide(path, (group, before, rows), folder, open_input(path))
                self._send(folder, "", "parquet", number)
                self._send(folder, "_bad_rows/", "jsonl", number)
            yield _numbers({"unit": number, **dict(zip(COUNTS, counts, strict=True))})

    def _send(self, folder: str, below: str, kind: str, number: int) -> None:
        for place, local in enumerate(sorted(glob.glob(f"{folder}/{below}part-*.{kind}"))):
            send(local, f"{self.output}/{below}part-{number:08}-{place:05}.{kind}")


def _numbers(values: dict[str, int]) -> Any:
    return pyarrow.record_batch([pyarrow.array([value], pyarrow.int64()) for value in values.values()], names=[*values])


def _local_copy(path: str) -> str:
    """The index on this machine: in the folder that Spark removes when the executor ends."""
    found = store(path)
    if found is None:
        return path
    # Windows has no fcntl, and a client of Spark Connect no SparkFiles. Neither comes here.
    import fcntl

    from pyspark import SparkFiles

    local = os.path.join(SparkFiles.getRootDirectory(), f"maycrawl-{hashlib.sha256(path.encode()).hexdigest()}.sqlite")
    # The tasks of an executor share one copy, and the first of them makes it.
    with open(f"{local}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(local):
            files, name = found
            with files.open_input_stream(name) as source, open(f"{local}.tmp", "wb") as target:
                while piece := source.read(1 << 20):
                    target.write(piece)
            os.rename(f"{local}.tmp", local)
    return local
