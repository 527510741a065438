"""Asks a Python program about robots.txt files: ask.py PROGRAM < questions > answers

A line of questions is {"file": Latin-1 text, "asks": [[name, path], ...]}. A line of answers has one text for each pair:
`a` for allowed, `d` for disallowed, or the name of the exception.
"""

import json
import sys
from urllib.parse import urlunsplit

SITE = "https://example.com"


def cpython(text):
    from urllib.robotparser import RobotFileParser

    reader = RobotFileParser()
    reader.parse(text.splitlines())
    return reader.can_fetch


def protego(text):
    from protego import Protego

    reader = Protego.parse(text)
    return lambda name, url: reader.can_fetch(url, name)


def robotexclusionrulesparser(text):
    from robotexclusionrulesparser import RobotExclusionRulesParser

    reader = RobotExclusionRulesParser()
    reader.parse(text)

    def may(name, url):
        if url.startswith(SITE + "//") and urlunsplit(("", "", "//a", "", "")) != "////a":
            raise OtherPython
        return reader.is_allowed(name, url)

    return may


def fastrobots(text):
    from fastrobots import Robots

    reader = Robots.parse(text)
    return lambda name, url: reader.allowed(url.removeprefix(SITE), name)


class OtherPython(Exception):
    """The answer is that of another Python than the row has."""


def robotspy(text):
    import robots

    class Reader(robots.RobotsParser):
        """Names a file whose answers depend on the order of a set, which differs between runs."""

        is_unordered = False

        def update_rules(self, agents, rules):
            self.is_unordered |= len(set(agents)) > 1 and any(self.agents_rules.get(agent) for agent in agents)
            super().update_rules(agents, rules)

    reader = Reader.from_string(text)
    if reader.is_unordered:
        raise SetOrder
    return reader.can_fetch


class SetOrder(Exception):
    """The answers are not the same in each run."""


def main():
    read = {reader.__name__: reader for reader in (cpython, fastrobots, protego, robotexclusionrulesparser, robotspy)}[sys.argv[1]]
    for line in sys.stdin:
        question = json.loads(line)
        text = question["file"].encode("latin-1").decode("utf-8", "replace")
        try:
            may = read(text)
        except Exception as error:
            print(json.dumps([type(error).__name__] * len(question["asks"])))
            continue
        answers = []
        for name, path in question["asks"]:
            try:
                answers.append("a" if may(name, SITE + path) else "d")
            except Exception as error:
                answers.append(type(error).__name__)
        print(json.dumps(answers))


main()
