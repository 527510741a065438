"""Reads every file of `maycrawl new` with urllib.robotparser and protego: peer_readers.py MAYCRAWL

Both take a group for a crawler's own when the group's name is a part of the crawler's name. A file may keep out only
crawlers that it names: all others must be treated like a crawler that nobody has heard of.
"""

import json
import subprocess
import sys
from urllib.robotparser import RobotFileParser

from protego import Protego

# Crawlers with words in their names that are names of others.
INNOCENT = """
Googlebot bingbot Baiduspider Baiduspider-image Baiduspider-render 360Spider HaosouSpider YisouSpider
SogouSpider Exabot YandexBot Applebot DuckDuckBot Bravebot PetalBot Slurp SeznamBot Yeti Qwantbot
OpenAI-Example VSCode KayakBot WarehouseAIBot ScrapyBot CursorExample OperatorBot TerraBot archive.org_bot
AhrefsBot SemrushBot Twitterbot Slackbot facebookexternalhit
""".split() + ["Sogou web spider", "Screaming Frog SEO Spider"]
STRANGER = "Zzyzx"
PATHS = ["/", "/a", "/calendar/", "/private_file.html", "/list?sort=a", "/search", "/images/dogs.jpg", "/a/b.gif"]


def run(maycrawl, *arguments):
    done = subprocess.run([maycrawl, *arguments], capture_output=True, check=True, text=True)
    return done.stdout


def readers(text):
    """Each reader's name, and its answer to: may this crawler fetch this path?"""
    python = RobotFileParser()
    python.parse(text.splitlines())
    protego = Protego.parse(text)
    yield "urllib.robotparser", lambda name, path: python.can_fetch(name, path)
    yield "protego", lambda name, path: protego.can_fetch("https://example.com" + path, name)


def faults(what, text, crawlers):
    named = {line.split(":", 1)[1].strip().lower() for line in text.splitlines() if line.lower().startswith("user-agent:")}
    for reader, may in readers(text):
        stranger = {path: may(STRANGER, path) for path in PATHS}
        for name, fallback in crawlers.items():
            if named & {name.lower(), *(token.lower() for token in fallback)}:
                continue
            for path in PATHS:
                if may(name, path) != stranger[path]:
                    yield f"{what}: {reader} treats {name} at {path} like a crawler that the file names"
        if what.startswith("--block-ai"):
            for name in named - {"*"}:
                if may(name, "/"):
                    yield f"{what}: {reader} lets {name} in"


def main():
    maycrawl = sys.argv[1]
    table = [json.loads(line) for line in run(maycrawl, "crawlers", "--format", "json").splitlines()]
    crawlers = {name: [] for name in INNOCENT} | {known["token"]: known["fallback"] for known in table}
    listed = run(maycrawl, "new", "--list").splitlines()
    asked = [["--recipe", line.replace("[", "").replace("]", "")] for line in listed if not line.startswith(" ")]
    for purpose in ["training", "search", "user", "all"]:
        asked += [["--block-ai", purpose], ["--block-ai", purpose + ",unconfirmed"]]
    found = []
    for arguments in asked:
        found += faults(" ".join(arguments), run(maycrawl, "new", *arguments), crawlers)
    for fault in found[:50]:
        print(fault)
    if found:
        sys.exit(f"{len(found)} faults in {len(asked)} files")
    print(f"ok: {len(asked)} files, {len(crawlers)} crawlers, two other readers")


main()
