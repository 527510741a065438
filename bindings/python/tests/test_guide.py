"""The examples of the guide run as they are printed."""

from types import SimpleNamespace

import duckdb
import guide
import pandas
import polars
import pyarrow
import pytest
from test_scrapy import PAGES, RULES, Site, crawl

URLS = ["https://shop.example/", "https://shop.example/cart", None, "not a URL"]
FILES = ["User-agent: *\nDisallow: /cart\n"] * 2 + [None, ""]
ENGINES = "docs/guide/data-frames.md"


@pytest.mark.parametrize("page", ["docs/guide/python.md", "bindings/python/README.md"])
def test_python(page):
    response = SimpleNamespace(content=b"User-agent: *\nDisallow: /checkout\n")
    urls = URLS[:2]
    names = {
        "response": response,
        "urls": urls,
        "table": pyarrow.table({"url": urls}),
        "frame": polars.DataFrame({"url": urls}),
    }
    for block in guide.blocks(page):
        guide.run(block, names)


@pytest.mark.parametrize("block", guide.blocks("docs/guide/scrapy.md"))
def test_scrapy(block):
    settings = {}
    guide.run(block, settings)
    settings = {name: value for name, value in settings.items() if name.isupper()}
    requested, seen = crawl(Site([(200, {}, RULES)]), PAGES, **settings)
    assert requested == ["/", "/a.php?x", "/open.php"]
    assert seen["stats"]["robotstxt/forbidden"] == 1


def frames():
    """A table in the form of each engine."""
    columns = {"url": URLS, "robots": FILES}
    frame = polars.DataFrame(columns)
    # Polars and pyarrow have columns of several chunks.
    several = polars.concat([frame[:1], frame[1:]], rechunk=False)
    table = pyarrow.concat_tables([pyarrow.table(columns)[:3], pyarrow.table(columns)[3:]])
    return {"Polars": several, "Polars, lazy": several.lazy(), "pandas": pandas.DataFrame(columns), "pyarrow": table}


def result(engine, line, column):
    """The column that the line of an engine adds."""
    names = {
        "polars": polars,
        "pandas": pandas,
        "pyarrow": pyarrow,
        "con": duckdb.connect(),
        "frame": frames().get(engine),
    }
    for block in guide.blocks(ENGINES):
        guide.run(block, names)
    exec(line, names)
    if engine == "DuckDB":
        names["con"].register("urls", pyarrow.table({"url": URLS, "robots": FILES}))
        asked = {"allowed": "allowed(url)", "verdict": "decision(robots, url)"}[column]
        return [row[0] for row in names["con"].sql(f"SELECT {asked} FROM urls").fetchall()]
    frame = names["frame"]
    if engine.startswith("Polars"):
        return frame.lazy().collect()[column].to_list()
    return list(frame[column]) if engine == "pandas" else frame[column].to_pylist()


ONE_SITE = guide.lines_of_engines(ENGINES, "One site")
MANY_SITES = guide.lines_of_engines(ENGINES, "Many sites")


def test_every_engine_is_tried():
    assert set(ONE_SITE) == {"Polars", "Polars, lazy", "pandas", "pyarrow", "DuckDB"}
    # The line of Spark is tried with Spark.
    assert set(MANY_SITES) == {"Polars", "pandas", "pyarrow", "DuckDB", "Spark"}


@pytest.mark.parametrize("engine", ONE_SITE)
def test_one_site(engine):
    assert result(engine, ONE_SITE[engine], "allowed") == [True, False, None, False]


@pytest.mark.parametrize("engine", sorted(set(MANY_SITES) - {"Spark"}))
def test_many_sites(engine):
    decisions = [
        row if row is None or isinstance(row, str) else row["decision"]
        for row in result(engine, MANY_SITES[engine], "verdict")
    ]
    assert decisions == ["allowed", "disallowed", None, "error"]
