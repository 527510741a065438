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
from maycrawl.protego import Protego
from maycrawl.robotparser import RobotFileParser
from maycrawl.scrapy import MaycrawlRobotParser

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


USER_AGENTS = [
    line.split("\t") for line in (CONFORMANCE / "crawlers/user-agents.tsv").read_text("utf-8").splitlines()[1:]
]


@pytest.mark.parametrize(("header", "groups", "crawler", "obeyed", "why"), USER_AGENTS)
def test_a_header_stands_for_one_crawler(header, groups, crawler, obeyed, why):
    names = groups.split(",")
    text = "".join(f"User-agent: {name}\nDisallow: /{at}$\n" for at, name in enumerate(names))
    assert RobotsTxt.parse(text.encode()).rules_for_user_agent(header).crawler == crawler
    urllib_parser = RobotFileParser()
    urllib_parser.parse(text.splitlines())
    protego_parser = Protego.parse(text)
    scrapy_parser = MaycrawlRobotParser(text.encode(), None)
    for at, name in enumerate(names):
        path = f"/{at}"
        answers = {
            urllib_parser.can_fetch(header, path),
            protego_parser.can_fetch(path, header),
            scrapy_parser.allowed(path, header),
        }
        assert answers == {name != obeyed}, why


USES = ["train", "input", "search", "index", "tdm", "train-ai", "ai-input"]
# The file, and the outcomes that its answers must have among others.
USE_FILES = [
    (b"", {"not said"}),
    (b"User-agent: *\nContent-Signal: ai-train=no, search=yes, use=reference\n", {"refused", "granted", "not said"}),
    (b"User-agent: *\nContent-Usage: train-ai=y\nContent-Signal: ai-train=no\nDisallow: /a\n", {"conflict"}),
    (
        b"User-agent: CCBot\nContent-Usage: /a train-ai=n, b=y\nLicense: https://a.example/l\n",
        {"refused", "conditional"},
    ),
    (b"User-agent: Google-Extended\nDisallow: /a\n\nUser-agent: *\nContent-Usage: train-ai=y, x\n", {"refused"}),
    (b"User-agent: *\nDisallow: /a\nContent-Usage: ai-use=y, train-ai\n", {"not applicable"}),
]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(("content", "outcomes"), USE_FILES)
def test_answers_about_uses_are_those_of_the_command(tmp_path, content, outcomes, profile):
    agents, origin = ["CCBot", "Google-Extended", "Googlebot News", "Unheard"], "https://a.example"
    urls = ["/a/x", " /b", f"{origin}/a/../a", f"{origin}/%61?q", "https://b.example/a"]
    file = tmp_path / "robots.txt"
    file.write_bytes(content)
    asked = ["--profile", profile, "--origin", origin, "--format", "json", "--use", ",".join(USES)]
    command = [COMMAND, "check", "--robots", file, *asked, "--agent", ",".join(agents), *urls]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    robots = RobotsTxt.parse(content, profile=profile, origin=origin)
    said = [robots.uses(agent, url, use) for url in urls for use in USES for agent in agents]
    assert said == [json.loads(line) for line in done.stdout.splitlines()], done.stderr
    assert outcomes <= {answer["outcome"] for answer in said}
    of_others = [answer for answer in said if answer["url"].startswith("https://b.example/")]
    assert {(answer["access"], answer["outcome"]) for answer in of_others} == {("not-applicable", "not said")}


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
