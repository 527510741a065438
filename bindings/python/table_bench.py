"""Times `maycrawl bulk`, and the same job with protego in a UDF of PySpark: table_bench.py PROGRAM FOLDER OUT."""

import os
import platform
import re
import shutil
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import pyarrow.compute
import pyarrow.parquet as parquet
from pyspark.sql import SparkSession
from pyspark.sql.functions import udf
from pyspark.sql.types import BooleanType, StringType

AGENT = "Googlebot"


def bulk(program: str, folder: Path) -> dict:
    """Runs the job with the command: the seconds of the whole program, and what it prints about its steps."""
    out = folder / "maycrawl"
    shutil.rmtree(out, ignore_errors=True)
    inputs = ["--robots", str(folder / "robots.parquet"), "--urls", str(folder / "urls.parquet")]
    args = [program, "bulk", *inputs, "--agents", AGENT, "-o", str(out), "--timings"]
    start = time.perf_counter()
    run = subprocess.run(args, check=True, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    steps = dict(re.findall(r"^  (decode|join|decide|encode) +(\d+) %$", run.stdout, re.M))
    index = re.search(r"^robots.txt index +([0-9.]+) s$", run.stdout, re.M)
    return {"seconds": seconds, "steps": steps, "index": index.group(1) if index else "?"}


def pyspark_session() -> SparkSession:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    return (
        SparkSession.builder.master(f"local[{os.cpu_count()}]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "4g")
        # One task for each row group, so that all processors work.
        .config("spark.sql.files.maxPartitionBytes", "16m")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .getOrCreate()
    )


def with_protego(spark: SparkSession, folder: Path) -> float:
    """The same job as a PySpark program does it: join by origin, one UDF, parsed files kept in each worker."""

    @udf(StringType())
    def origin(url: str) -> str:
        scheme, _, rest = url.partition("://")
        return f"{scheme}://{rest.partition('/')[0]}"

    kept: dict = {}

    @udf(BooleanType())
    def allowed(site: str, robots: bytes, url: str) -> bool:
        from protego import Protego

        rules = kept.get(site)
        if rules is None:
            rules = kept[site] = Protego.parse(robots.decode("utf-8", "replace"))
        return rules.can_fetch(url, AGENT)

    out = folder / "protego"
    shutil.rmtree(out, ignore_errors=True)
    start = time.perf_counter()
    robots = spark.read.parquet(str(folder / "robots.parquet"))
    urls = spark.read.parquet(str(folder / "urls.parquet"))
    joined = urls.withColumn("origin", origin("url")).join(robots, "origin")
    joined.select("url", allowed("origin", "robots", "url").alias("allowed")).write.parquet(str(out))
    return time.perf_counter() - start


def count(path: Path) -> int:
    return sum(parquet.read_metadata(file).num_rows for file in sorted(path.glob("*.parquet")))


def allowed_rows(path: Path) -> int:
    return pyarrow.compute.sum(parquet.read_table(path, columns=["allowed"]).column("allowed")).as_py()


def main(program: str, folder: str, out: str) -> None:
    everything, fewer = Path(folder, "all"), Path(folder, "fewer")
    turns = [bulk(program, everything) for _ in range(3)]
    spark = pyspark_session()
    spark.range(1).count()  # the start of the machine is not part of the job
    slow = with_protego(spark, fewer)
    small = bulk(program, fewer)
    spark.stop()
    rows, few = count(everything / "maycrawl"), count(fewer / "maycrawl")
    if count(fewer / "protego") != few:
        sys.exit("the two jobs wrote different numbers of rows")
    best = min(turns, key=lambda turn: turn["seconds"])
    lines = [
        "# Tables: time of `maycrawl bulk`",
        "",
        f"Made by `make table-bench`. {rows:,} URLs in random order, one crawler, the files of the corpus; Parquet to Parquet.",
        f"{platform.machine()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}. The best of {len(turns)} turns.",
        "",
        "| job | URLs | seconds | decisions a second |",
        "| --- | --: | --: | --: |",
        f"| maycrawl bulk | {rows:,} | {best['seconds']:.1f} | {rows / best['seconds']:,.0f} |",
        f"| maycrawl bulk | {few:,} | {small['seconds']:.1f} | {few / small['seconds']:,.0f} |",
        f"| protego {version('protego')} in a UDF, PySpark {version('pyspark')} | {few:,} | {slow:.1f} | {few / slow:,.0f} |",
        "",
        f"maycrawl bulk makes {rows / best['seconds'] / (few / slow):.0f} times as many decisions a second as the UDF.",
        f"Rows that are allowed: {allowed_rows(fewer / 'maycrawl'):,} by maycrawl, {allowed_rows(fewer / 'protego'):,} by protego.",
        "",
        "## Shares of the time of all threads",
        "",
        "| step | share |",
        "| --- | --: |",
    ]
    lines += [f"| {name} | {share} % |" for name, share in best["steps"].items()]
    lines += ["", f"Reading the robots.txt files takes {best['index']} s of the job.", ""]
    Path(out).write_text("\n".join(lines))
    print("\n".join(lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
