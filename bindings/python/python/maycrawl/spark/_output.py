"""The folder of the output of a job: the same files as ``maycrawl bulk`` writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow.fs
from pyspark.errors import AnalysisException

from .._maycrawl import TableError
from ._files import store
from ._placing import parallelism

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


@dataclass(frozen=True)
class Folder:
    """The folder, in any file system that Spark knows."""

    spark: SparkSession
    path: str

    @staticmethod
    def of(spark: SparkSession, path: str) -> Folder:
        """The folder at a path."""
        # A session of Spark Connect has no Java objects, and its class is not the same in all versions.
        is_connect = type(spark).__module__.startswith("pyspark.sql.connect")
        return (Folder if is_connect else _HadoopFolder)(spark, path)

    def check_new(self) -> None:
        """Raises `TableError` if there is something at the path."""
        if self.exists():
            raise TableError(f"{self.path}: the folder exists; name a new folder, or remove this one")

    def write_rows(self, answers: DataFrame) -> None:
        """Writes the rows. Files of tasks that failed are left out: each task's file is moved when the task commits."""
        writer = answers.write.option("compression", "snappy")
        writer = writer.option("mapreduce.fileoutputcommitter.algorithm.version", "1")
        # The sign of success is written at the end, after the bad rows and the summary.
        writer.option("mapreduce.fileoutputcommitter.marksuccessfuljobs", "false").parquet(self.path)

    def write_bad_rows(self, lines: DataFrame) -> None:
        """Writes lines of text, in ``_bad_rows``."""
        # There are few, so a few files are enough.
        lines = lines.repartition(parallelism(self.spark))
        lines.write.option("compression", "none").text(f"{self.path}/_bad_rows")

    def complete(self, summary: str) -> None:
        """Writes the summary, then the sign of success."""
        self._write("_summary.json", summary)
        self._write("_SUCCESS", "")

    def exists(self) -> bool:
        """Whether Spark sees something at the path."""
        try:
            return bool(self.spark.read.text(self.path).columns)
        except AnalysisException as error:
            if "PATH_NOT_FOUND" in str(error):
                return False
            raise

    def _write(self, name: str, text: str) -> None:
        # The client may be on a machine without this file system. The workers have it, as they have the inputs.
        self.spark.range(0, 1, 1, 1).mapInArrow(WriteFile(f"{self.path}/{name}", text), "path string").collect()


class _HadoopFolder(Folder):
    """The folder in a session with Java, whose own file systems write the last two files."""

    def _write(self, name: str, text: str) -> None:
        context: Any = self.spark.sparkContext
        path = context._jvm.org.apache.hadoop.fs.Path(f"{self.path}/{name}")
        stream = path.getFileSystem(context._jsc.hadoopConfiguration()).create(path, True)
        try:
            stream.write(bytearray(text.encode()))
        finally:
            stream.close()


@dataclass(frozen=True)
class WriteFile:
    """Writes one file, for one row. A task that runs twice writes the same."""

    path: str
    text: str

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            files, name = store(self.path) or (pyarrow.fs.LocalFileSystem(), self.path)
            with files.open_output_stream(name) as stream:
                stream.write(self.text.encode())
            yield pyarrow.record_batch([pyarrow.array([self.path] * batch.num_rows)], names=["path"])
