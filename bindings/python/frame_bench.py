"""Times the lines of docs/guide/data-frames.md, as they are printed, and protego row by row in the same engine: frame_bench.py

Prints the table of that page. Turns alternate, and the best of several counts, because other programs of the machine can
only make a turn slower.
"""

import os
import platform
import sys
import time
from importlib.metadata import version
from pathlib import Path

import duckdb
import pandas
import polars
import pyarrow
from protego import Protego

import maycrawl

sys.path.append(str(Path(__file__).parent / "tests"))
import guide

TURNS = 7
ROWS = 200_000
FILE = "User-agent: *\n" + "".join(f"Disallow: /{word}/*?sort=\nAllow: /{word}/help$\n" for word in "abcdefghij")
PATHS = ["/", "/a/shoes?color=red&sort=size", "/b/help", "/images/2026/11/photo.jpg", "/j/page.html", "/tag/news/feed/"]
URLS = [f"https://www.shop.example{PATHS[row % 6]}" for row in range(ROWS)]
PAGE = "docs/guide/data-frames.md"
ROBOTS = Protego.parse(FILE)


def is_allowed(url: str) -> bool:
    """One row with protego."""
    return ROBOTS.can_fetch(url, "Googlebot")


def connection(make_function):
    con = duckdb.connect()
    con.register("urls", pyarrow.table({"url": URLS}))
    make_function(con)
    return con


def with_line(line: str, table: object):
    """The work of a line of the guide."""
    code = compile(line, PAGE, "exec")
    rules = maycrawl.RobotsTxt.parse(FILE.encode()).rules_for("Googlebot")
    names = {"polars": polars, "pyarrow": pyarrow, "rules": rules}
    if isinstance(table, str):
        con = connection(lambda con: exec(code, {**names, "con": con}))
        return lambda: con.sql(table).fetchall()

    def work():
        here = {**names, "frame": table}
        exec(code, here)
        if isinstance(here["frame"], polars.LazyFrame):
            here["frame"].collect()

    return work


def main() -> None:
    table = pyarrow.table({"url": URLS})
    frame, other = polars.DataFrame(table), pandas.DataFrame({"url": URLS})
    query = "SELECT count(*) FILTER (allowed(url)) FROM urls"
    tables = {"Polars": frame, "Polars, lazy": frame.lazy(), "pandas": other, "pyarrow": table, "DuckDB": query}
    slow = connection(lambda con: con.create_function("allowed", is_allowed, ["VARCHAR"], "BOOLEAN"))
    by_row = {
        "Polars": lambda: frame["url"].map_elements(is_allowed, polars.Boolean),
        "Polars, lazy": lambda: (
            frame.lazy().with_columns(allowed=polars.col("url").map_elements(is_allowed, polars.Boolean)).collect()
        ),
        "pandas": lambda: other["url"].map(is_allowed),
        "pyarrow": lambda: pyarrow.array(list(map(is_allowed, table["url"].to_pylist()))),
        "DuckDB": lambda: slow.sql(query).fetchall(),
    }
    jobs = {name: with_line(line, tables[name]) for name, line in guide.lines_of_engines(PAGE, "One site").items()}
    best = dict.fromkeys([(name, kind) for name in jobs for kind in (0, 1)], float("inf"))
    for turn in range(TURNS):
        for name, kind in best:
            if kind and turn > 2:
                continue
            start = time.perf_counter()
            (by_row if kind else jobs)[name]()
            best[name, kind] = min(best[name, kind], time.perf_counter() - start)
    print("| engine | µs a URL | protego, row by row, takes |\n|---|--:|--:|")
    for name in jobs:
        fast, slower = best[name, 0], best[name, 1]
        print(f"| {name} | {fast / ROWS * 1e6:.2f} | {slower / fast:.0f}x as long |")
    packages = ", ".join(f"{name} {version(name)}" for name in ("maycrawl", "polars", "duckdb", "pandas", "protego"))
    print(
        f"\n{ROWS:,} rows; Python {platform.python_version()}, {packages}; load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores."
    )


main()
