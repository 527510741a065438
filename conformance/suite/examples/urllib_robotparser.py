"""The standard library of Python as a parser for run.py."""

from urllib.robotparser import RobotFileParser


def allowed(robots_txt, name, url):
    parser = RobotFileParser()
    parser.parse(robots_txt.decode("utf-8", "replace").splitlines())
    return parser.can_fetch(name, url)
