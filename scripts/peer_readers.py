"""Reads every file of `maycrawl new` with urllib.robotparser and protego: peer_readers.py MAYCRAWL

Both apply a group to a crawler if the group's name is a part of the crawler's name. A file may block only crawlers that
it names. All others must get the same answers as an unknown crawler.
"""

import json
import subprocess
import sys
from urllib.robotparser import RobotFileParser

from protego import Protego

# Crawlers whose names contain names of other crawlers.
OTHER_CRAWLERS = """
Googlebot bingbot Baiduspider Baiduspider-image Baiduspider-render 360Spider HaosouSpider YisouSpider
SogouSpider Exabot YandexBot Applebot DuckDuckBot Bravebot PetalBot Slurp SeznamBot Yeti Qwantbot
OpenAI-Example VSCode KayakBot WarehouseAIBot ScrapyBot CursorExample OperatorBot TerraBot archive.org_bot
AhrefsBot SemrushBot Twitterbot Slackbot facebookexternalhit
""".split() + ["Sogou web spider", "Screaming Frog SEO Spider"]
UNKNOWN = "Zzyzx"
PATHS = ["/", "/a", "/calendar/", "/private_file.html", "/list?sort=a", "/search", "/images/dogs.jpg", "/a/b.gif"]


def run(maycrawl, *arguments):
    done = subprocess.run([maycrawl, *arguments], capture_output=True, check=True, text=True)
    return done.stdout


def readers(text):
    """The name of each reader, and its function: may this crawler fetch this path?"""
    python = RobotFileParser()
    python.parse(text.splitlines())
    protego = Protego.parse(text)
    yield "urllib.robotparser", lambda name, path: python.can_fetch(name, path)
    yield "protego", lambda name, path: protego.can_fetch("https://example.com" + path, name)


def errors(what, text, crawlers):
    named = {line.split(":", 1)[1].strip().lower() for line in text.splitlines() if line.lower().startswith("user-agent:")}
    for reader, may in readers(text):
        unknown = {path: may(UNKNOWN, path) for path in PATHS}
        for name, fallback in crawlers.items():
            if named & {name.lower(), *(token.lower() for token in fallback)}:
                continue
            for path in PATHS:
                if may(name, path) != unknown[path]:
                    yield f"{what}: {reader} applies a group to {name} at {path}, although the file does not name it"
        if what.startswith("--block-ai"):
            for name in named - {"*"}:
                if may(name, "/"):
                    yield f"{what}: {reader} does not block {name}"


def main():
    maycrawl = sys.argv[1]
    table = [json.loads(line) for line in run(maycrawl, "crawlers", "--format", "json").splitlines()]
    crawlers = {name: [] for name in OTHER_CRAWLERS} | {known["token"]: known["fallback"] for known in table}
    listed = run(maycrawl, "new", "--list").splitlines()
    # A name stands two columns in, under the heading of its topic; what it does stands further in.
    names = [line.strip() for line in listed if line.startswith("  ") and not line.startswith("   ")]
    commands = [["--recipe", name.replace("[", "").replace("]", "")] for name in names]
    for purpose in ["training", "search", "user", "all"]:
        commands += [["--block-ai", purpose], ["--block-ai", purpose + ",unconfirmed"]]
    found = []
    for arguments in commands:
        found += errors(" ".join(arguments), run(maycrawl, "new", *arguments), crawlers)
    for error in found[:50]:
        print(error)
    if found:
        sys.exit(f"{len(found)} errors in {len(commands)} files")
    print(f"ok: {len(commands)} files, {len(crawlers)} crawlers, two other readers")


main()
