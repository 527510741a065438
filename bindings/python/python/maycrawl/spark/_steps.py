"""What the tasks of a job do: Arrow batches in, Arrow batches out.

An object of these classes is given to ``mapInArrow``. Spark sends it to the workers. All rules are in Rust: see
``maycrawl_table::distributed``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow
import pyarrow.compute

from .._maycrawl import (
    JoinDecider,
    read_robots,
    read_urls,
    records_of_rows,
    resolve_redirects,
    url_units,
    use_columns,
    uses_of_rows,
    verdicts_of_rows,
)
from ._files import open_input

Batches = Iterable[Any]
"""Batches of rows: ``pyarrow.RecordBatch``, which has no types."""

Unit = tuple[int, int | None, int, int]
"""A part of a file of URLs: the index of its path, its row group, the rows before it, and its rows."""

ROBOTS_SCHEMA = "key string, kind string, detail string, body binary, priority binary, rows bigint"
UNITS_SCHEMA = "path int, row_group int, before bigint, rows bigint"
COUNTS_SCHEMA = "site string, bad string, n bigint, rows bigint"
URLS_SCHEMA = "row bigint, url string, site string"
RESOLVED_SCHEMA = "site string, n bigint, kind string, detail string, file string"
ANSWER_FIELDS = ["agent", "allowed", "decision", "line", "reason"]


def _ids(batches: Batches) -> Iterator[int]:
    for batch in batches:
        yield from batch.column("id").to_pylist()


@dataclass(frozen=True)
class ReadRobots:
    """Reads the files whose indexes are in the column ``id``: `ROBOTS_SCHEMA`."""

    paths: tuple[str, ...]
    policy: str

    def __call__(self, batches: Batches) -> Iterator[Any]:
        for index in _ids(batches):
            path = self.paths[index]
            for batch in read_robots(path, self.policy, open_input(path)):
                yield pyarrow.record_batch(batch)


@dataclass(frozen=True)
class Records:
    """The records of rows of a table: `ROBOTS_SCHEMA`."""

    policy: str

    def __call__(self, batches: Batches) -> Iterator[Any]:
        for batch in batches:
            yield pyarrow.record_batch(records_of_rows(batch, self.policy))


@dataclass(frozen=True)
class FindUnits:
    """The parts of the files whose indexes are in the column ``id``: `UNITS_SCHEMA`."""

    paths: tuple[str, ...]

    def __call__(self, batches: Batches) -> Iterator[Any]:
        for index in _ids(batches):
            path = self.paths[index]
            units = url_units(path, open_input(path))
            columns = [
                pyarrow.array([index] * len(units), pyarrow.int32()),
                pyarrow.array([unit[0] for unit in units], pyarrow.int32()),
                pyarrow.array([unit[1] for unit in units], pyarrow.int64()),
                pyarrow.array([unit[2] for unit in units], pyarrow.int64()),
            ]
            yield pyarrow.record_batch(columns, names=["path", "row_group", "before", "rows"])


def _url_batches(paths: tuple[str, ...], units: tuple[Unit, ...], batches: Batches) -> Iterator[Any]:
    for index in _ids(batches):
        number, group, before, rows = units[index]
        path = paths[number]
        for batch in read_urls(path, (group, before, rows), open_input(path)):
            yield pyarrow.record_batch(batch)


@dataclass(frozen=True)
class CountUrls:
    """Counts the URLs of each site, batch by batch, and keeps each bad row: `COUNTS_SCHEMA`."""

    paths: tuple[str, ...]
    units: tuple[Unit, ...]

    def __call__(self, batches: Batches) -> Iterator[Any]:
        for batch in _url_batches(self.paths, self.units, batches):
            table = pyarrow.Table.from_batches([batch]).select(["site", "bad", "rows"])
            counts = table.group_by(["site", "bad"]).aggregate([("rows", "count"), ("rows", "sum")])
            names = ["site", "bad", "n", "rows"]
            columns = [counts.column(name) for name in ("site", "bad", "rows_count", "rows_sum")]
            yield from pyarrow.table(columns, names=names).to_batches()


@dataclass(frozen=True)
class ReadUrls:
    """Reads the URLs that can be asked about: `URLS_SCHEMA`."""

    paths: tuple[str, ...]
    units: tuple[Unit, ...]

    def __call__(self, batches: Batches) -> Iterator[Any]:
        for batch in _url_batches(self.paths, self.units, batches):
            site = batch.column("site")
            good = batch if site.null_count == 0 else batch.filter(pyarrow.compute.is_valid(site))
            yield good.select(["row", "url", "site"])


@dataclass(frozen=True)
class AddColumn:
    """Adds the column ``name`` to rows with a URL: what ``make``, `url_sites` or `url_origins`, gives for the URLs."""

    make: Callable[[Any], Any]
    url: str
    name: str

    def __call__(self, batches: Batches) -> Iterator[Any]:
        for batch in batches:
            yield batch.append_column(self.name, pyarrow.array(self.make(batch.column(self.url))))


@dataclass(frozen=True)
class AddVerdicts:
    """Adds the verdict to rows with a URL and a robots.txt, and a column for each of ``uses``.

    ``agent`` is a name, or with ``is_column`` a column.
    """

    url: str
    robots: str
    agent: str
    is_column: bool
    uses: tuple[str, ...]

    def __call__(self, batches: Batches) -> Iterator[Any]:
        name = pyarrow.array([self.agent])
        for batch in batches:
            agents = batch.column(self.agent) if self.is_column else name
            verdicts = pyarrow.array(verdicts_of_rows(batch.column(self.robots), agents, batch.column(self.url)))
            for field, column in zip(("allowed", "decision", "line", "reason"), verdicts.flatten(), strict=True):
                batch = batch.append_column(field, column)
            rows = (batch.column(self.robots), agents, batch.column(self.url))
            for name_of_column in use_columns(list(self.uses)):
                said = uses_of_rows(*rows, name_of_column.removeprefix("use_"))
                batch = batch.append_column(name_of_column, pyarrow.array(said))
            yield batch


@dataclass(frozen=True)
class Resolve:
    """Follows the redirects of sites: rows with ``site``, ``n`` and ``hops`` in, `RESOLVED_SCHEMA` out."""

    policy: str

    def __call__(self, batches: Batches) -> Iterator[Any]:
        for batch in batches:
            resolved = pyarrow.record_batch(resolve_redirects(batch.select(["site", "hops"]), self.policy))
            columns = [batch.column("site"), batch.column("n"), *resolved.columns]
            yield pyarrow.record_batch(columns, names=["site", "n", *resolved.schema.names])


@dataclass(frozen=True)
class Decide:
    """Decides rows that are sorted by site, each record before its URLs.

    The columns are ``site``, ``kind``, ``detail``, ``body`` and ``payload``: a struct with the columns that go to the
    output, the field ``url`` among them. A row of the output has these columns, `ANSWER_FIELDS`, and a column for each
    of ``uses``.
    """

    agents: tuple[str, ...]
    url: str
    cache_bytes: int
    uses: tuple[str, ...]

    def __call__(self, batches: Batches) -> Iterator[Any]:
        decider = JoinDecider(list(self.agents), self.cache_bytes, list(self.uses))
        answered = [*ANSWER_FIELDS, *use_columns(list(self.uses))]
        for batch in batches:
            payload = batch.column("payload")
            columns = [batch.column(name) for name in ("site", "kind", "detail", "body")]
            columns.append(payload.field(self.url))
            rows = pyarrow.record_batch(columns, names=["site", "kind", "detail", "body", "url"])
            answers = pyarrow.record_batch(decider.decide(rows))
            if answers.num_rows == 0:
                continue
            kept = payload.take(answers.column("row"))
            names = [field.name for field in payload.type]
            columns = [*kept.flatten(), *(answers.column(name) for name in answered)]
            yield pyarrow.record_batch(columns, names=[*names, *answered])
