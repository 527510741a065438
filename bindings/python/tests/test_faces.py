"""One question, one answer: the package says what `maycrawl batch` says, which the tests of the command hold to the library.

The questions are the tables in `conformance/`: its cases, its names of crawlers, and its ways to write a URL.
"""

import base64
import itertools
import json
import random
import subprocess
import sysconfig
from pathlib import Path

import pyarrow
import pytest

from maycrawl import CrawlerNameError, RobotsTxt, UrlError
from maycrawl.robotparser import RobotFileParser

CONFORMANCE = Path(__file__).resolve().parents[3] / "conformance"
COMMAND = Path(sysconfig.get_path("scripts")) / "maycrawl"
PROFILES = ["google", "google-2019", "rfc9309"]


def table(name):
    return [json.loads(line) for line in (CONFORMANCE / name).read_text("utf-8").rstrip("\n").split("\n")]


NAMES = [row["written"] for row in table("crawlers/names.jsonl")]
WRITTEN = [row["written"] for row in table("urls/written.jsonl")]
FILE = b"User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /*?\n\nUser-agent: GPTBot\nDisallow: /\n"


def cases():
    """Files with a profile, and the crawlers and URLs that each is asked about."""
    rows = itertools.chain.from_iterable(table(path.name) for path in sorted(CONFORMANCE.glob("*.jsonl")))
    seen = set()
    for row in rows:
        agents = row.get("agents", [row.get("agent")])
        if len(agents) != 1 or agents[0] is None or "url" not in row or not {"robots", "robots_b64"} & row.keys():
            continue
        robots = row["robots"].encode() if "robots" in row else base64.b64decode(row["robots_b64"])
        for profile in [row["profile"]] if "profile" in row else PROFILES:
            yield robots, profile, agents, [row["url"]]
        if robots not in seen and row["url"].startswith(("/", "http://", "https://")):
            seen.add(robots)
            yield robots, "google", NAMES, [row["url"]]
    for profile in PROFILES:
        yield FILE, profile, ["Googlebot", "GPTBot"], WRITTEN


def ask_command(profile, questions):
    records = [
        json.dumps({"robots_b64": base64.b64encode(robots).decode(), "agent": agent, "url": url}) + "\n"
        for robots, agent, url in questions
    ]
    command = [COMMAND, "batch", "--profile", profile]
    done = subprocess.run(command, input="".join(records), capture_output=True, text=True, check=False)
    return [json.loads(line) for line in done.stdout.rstrip("\n").split("\n")]


def refusal(answer):
    return answer["error"].removeprefix("`agent`: ")


def said_by_package(robots, agent, url):
    """Verdict, line, reason and requested URL, or the sentence of a refusal."""
    try:
        rules = robots.rules_for(agent)
        verdict = rules.check(url)
    except (CrawlerNameError, UrlError) as error:
        with pytest.raises(type(error)):
            robots.is_allowed(agent, url)
        return str(error)
    assert robots.is_allowed(agent, url) == rules.is_allowed(url) == verdict.allowed
    assert rules.is_allowed_many([url]) == [verdict.allowed]
    return verdict.allowed, verdict.line, verdict.reason, verdict.url


def said_by_command(answer, url):
    if "error" in answer:
        return refusal(answer)
    return answer["allowed"], answer["line"], answer["reason"], answer.get("requested", url)


def test_the_package_says_what_the_command_says():
    asked = 0
    by_profile = {profile: [] for profile in PROFILES}
    for robots, profile, agents, urls in cases():
        by_profile[profile] += [(robots, agent, url) for agent in agents for url in urls]
    for profile, questions in by_profile.items():
        parsed = {robots: RobotsTxt.parse(robots, profile=profile) for robots, _, _ in questions}
        for (robots, agent, url), answer in zip(questions, ask_command(profile, questions), strict=True):
            said = said_by_package(parsed[robots], agent, url)
            expected = said_by_command(answer, url)
            if isinstance(said, tuple) and "requested" not in answer:
                # `batch` names the URL only if its path differs; the package always does.
                expected = (*expected[:3], said[3])
            assert said == expected, (robots, agent, url)
            asked += 1
    assert asked >= 10_000


def test_the_drop_in_for_urllib_says_what_the_command_says():
    questions = [(FILE, agent, url) for agent in ("Googlebot", "GPTBot") for url in WRITTEN]
    parser = RobotFileParser()
    parser.parse(FILE.decode().splitlines())
    for (_, agent, url), answer in zip(questions, ask_command("google", questions), strict=True):
        if "error" not in answer:
            assert parser.can_fetch(agent, url) == answer["allowed"], (agent, url)


def test_random_texts_are_read_alike():
    chance = random.Random(25)
    pieces = ["/", "//", "\\", ":", "://", "..", "%2e", "%", "?", "#", "@", "\t", "\n", "\0", " ", ".", "ä", "[", "443"]
    texts = []
    for _ in range(100_000):
        text = chance.choice(WRITTEN)
        at = chance.randrange(len(text) + 1)
        texts.append(chance.choice([text[:at], text[at:], text[:at] + chance.choice(pieces) + text[at:]]))
    answers = ask_command("google", [(FILE, "Googlebot", text) for text in texts])
    rules = RobotsTxt.parse(FILE).rules_for("Googlebot")
    allowed = rules.is_allowed_many(texts)
    assert allowed == pyarrow.array(rules.is_allowed_array(pyarrow.array(texts))).to_pylist()
    assert allowed == [answer.get("allowed", False) for answer in answers]
    for text, answer in zip(texts[:20_000], answers, strict=False):
        try:
            said = rules.check(text).line
        except UrlError as error:
            said = str(error)
        assert said == (refusal(answer) if "error" in answer else answer["line"]), text
