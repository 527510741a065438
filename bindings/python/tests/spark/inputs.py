"""The inputs of the jobs: robots.txt files of every kind, and URLs of which half are of one site."""

import gzip
import json

import pyarrow
import pyarrow.parquet

BUSY = "https://busy.example"
SITES = 60
FILE = "User-agent: *\nDisallow: /a\nAllow: /a/b\n\nUser-agent: GPTBot\nDisallow: /\n"


def response(url, date, http, kind="response"):
    head = f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: {date}\r\n"
    return f"{head}Content-Length: {len(http)}\r\n\r\n".encode() + http + b"\r\n\r\n"


def ok(body):
    return f"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n{body}".encode()


def status(line, location=None):
    field = f"Location: {location}\r\n" if location else ""
    return f"HTTP/1.1 {line}\r\n{field}\r\n".encode()


def robots_url(host):
    return f"https://{host}/robots.txt"


def records(chains):
    """Records of archives, as (URL, date, HTTP), with redirects that pass so many others."""
    early, late = "2026-01-01T00:00:00Z", "2026-01-02T00:00:00.500Z"
    yield robots_url("busy.example"), early, ok(FILE)
    for number in range(SITES):
        signal = f"Content-Signal: ai-train={('no', 'yes')[number % 2]}\n" if number % 4 else ""
        rules = f"Disallow: /{number % 7}\nDisallow: /a\n"
        yield robots_url(f"s{number}.example"), early, ok(f"User-agent: *\n{signal}{rules}")
    # Several records of a site: the latest counts, and of equal dates the one that allows least.
    for number in range(0, SITES, 3):
        yield robots_url(f"s{number}.example"), late, ok("User-agent: *\nDisallow: /late\n")
        yield robots_url(f"s{number}.example"), late, status("404 Not Found")
    for number in range(0, SITES, 9):
        yield robots_url(f"s{number}.example"), late, status("503 Busy")
    # A chain of redirects for each length. At most five are followed.
    for length in range(1, chains + 1):
        for step in range(length):
            target = robots_url(f"c{length}-{step + 1}.example" if step + 1 < length else "s1.example")
            yield robots_url(f"c{length}-{step}.example"), early, status("301 Moved", target)
    yield robots_url("loop.example"), early, status("302 Found", robots_url("pool.example"))
    yield robots_url("pool.example"), early, status("302 Found", robots_url("loop.example"))
    yield robots_url("lost.example"), early, status("302 Found", robots_url("nowhere.example"))
    yield robots_url("away.example"), early, status("302 Found", "https://files.example/other/robots.txt")
    yield "https://files.example/other/robots.txt", early, ok("User-agent: *\nDisallow: /away\n")
    yield robots_url("none.example"), early, status("404 Not Found")
    yield robots_url("wait.example"), early, status("429 Too Many Requests")
    yield robots_url("part.example"), early, status("206 Partial Content")
    yield robots_url("cut.example"), early, b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\nUser-agent: *\n"
    yield robots_url("bad.example"), "yesterday", ok(FILE)
    yield "https://s1.example/page", early, ok("<p>not a robots.txt</p>")


def write_robots(folder, chains):
    parts = [[], [], []]
    for number, (url, date, http) in enumerate(records(chains)):
        parts[number % 3].append(gzip.compress(response(url, date, http)))
    parts[1].insert(4, gzip.compress(b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: many\r\n\r\n"))
    paths = []
    for number, part in enumerate(parts):
        paths.append(folder / f"robots-{number}.warc.gz")
        paths[-1].write_bytes(b"".join(part))
    rows = [
        {"url": "https://table.example", "robots": FILE, "date": "2026-01-01T00:00:00Z"},
        {"url": "https://table.example/x", "status": 500, "date": "2025-01-01T00:00:00Z"},
        {"url": "table.example", "robots": FILE},
        {"url": "https://empty.example"},
        {"url": "https://date.example", "robots": FILE, "date": "soon"},
    ]
    paths.append(folder / "robots.jsonl")
    paths[-1].write_text("".join(json.dumps(row) + "\n" for row in rows) + "nothing\n")
    table = {
        "origin": ["https://t1.example", "http://t1.example", "t2"],
        "body": [FILE, "", FILE],
        "status": [200, 404, 200],
    }
    paths.append(folder / "robots.parquet")
    pyarrow.parquet.write_table(pyarrow.table(table), paths[-1])
    return paths


def urls(count):
    """URLs of which half are of one site."""
    hosts = [f"s{number}.example" for number in range(SITES)] + [f"c{length}-0.example" for length in range(1, 8)]
    hosts += "loop lost away none wait part bad table date t1 unknown c4-2".replace(" ", ".example ").split()
    for number in range(count // 2):
        yield f"{BUSY}/{['a', 'b'][number % 2]}/{['x', 'b'][number // 2 % 2]}/{number}"
        host = hosts[number % len(hosts)]
        scheme = ["https", "http"][number % 11 == 0]
        yield f"{scheme}://{host}/{['a', 'late', 'away', '1', '2', 'x/../a', 'robots.txt'][number // 5 % 7]}/{number}"


def write_urls(folder, count):
    every = list(urls(count))
    half = count // 2
    names = ["urls.parquet", "urls.txt", "urls.csv", "urls.jsonl.gz", "broken.parquet"]
    paths = [folder / name for name in names]
    pyarrow.parquet.write_table(
        pyarrow.table({"id": range(half), "url": every[:half]}), paths[0], row_group_size=half // 6
    )
    text = "\n".join(every[half : half + half // 2])
    paths[1].write_bytes(text.encode() + b"\n\nmailto:x\n\xff\nhttps:/one.example/\n\x1b[31m\n" + 2 * b"mailto:x\n")
    lines = every[half + half // 2 : half + half // 2 + half // 4]
    paths[2].write_text("id,url\n" + "".join(f"{number},{url}\n" for number, url in enumerate(lines)) + "1,\n2\n")
    rest = [{"url": url} for url in every[half + half // 2 + half // 4 :]] + [{"url": None}, {"link": 1}]
    paths[3].write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in rest).encode() + b"[\n"))
    # The second of three row groups cannot be decoded.
    long = [f"https://s1.example/{'x' * 50}/{number}" for number in range(300)]
    pyarrow.parquet.write_table(
        pyarrow.table({"url": long}), paths[4], row_group_size=100, compression="none", use_dictionary=False
    )
    data = bytearray(paths[4].read_bytes())
    start = len(data) // 3 + 500
    data[start : start + 400] = b"\xff" * 400
    paths[4].write_bytes(data)
    return paths
