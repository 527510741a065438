"""Hooks of scripts/schema-fuzz: what the fuzzer takes for a URL leads to the site on loopback, and nowhere else."""

import os

import schemathesis

SITE = os.environ["SCHEMA_SITE"]
NAMES = {"url", "origin"}


def led_home(text):
    """The text as a path of the site, if a URL could be made of it at all; every third stays as it is."""
    if not isinstance(text, str):
        return text
    if "://" in text:
        return SITE + "/" + text.split("://", 1)[1]
    return text if len(text) % 3 == 0 else SITE + "/" + text


def led(value):
    if not isinstance(value, dict):
        return value
    value = {key: led_home(it) if key in NAMES else it for key, it in value.items()}
    if isinstance(value.get("urls"), list):
        value["urls"] = [led_home(it) for it in value["urls"]]
    return value


@schemathesis.hook
def map_query(context, query):
    return led(query)


@schemathesis.hook
def map_body(context, body):
    return led(body)
