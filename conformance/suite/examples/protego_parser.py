"""protego as a parser for run.py."""

from protego import Protego


def allowed(robots_txt, name, url):
    return Protego.parse(robots_txt.decode("utf-8", "replace")).can_fetch(url, name)
