"""Hooks of scripts/schema-fuzz: every URL of the fuzzer is changed to a URL of the site on loopback."""

import os

import schemathesis

SITE = os.environ["SCHEMA_SITE"]
NAMES = {"url", "origin"}


def site_url(text):
    """The text as a URL of the site. About a third of the texts that are not URLs stay as they are."""
    if not isinstance(text, str):
        return text
    if "://" in text:
        return SITE + "/" + text.split("://", 1)[1]
    return text if len(text) % 3 == 0 else SITE + "/" + text


def with_site_urls(value):
    if not isinstance(value, dict):
        return value
    value = {key: site_url(it) if key in NAMES else it for key, it in value.items()}
    if isinstance(value.get("urls"), list):
        value["urls"] = [site_url(it) for it in value["urls"]]
    return value


@schemathesis.hook
def map_query(context, query):
    return with_site_urls(query)


@schemathesis.hook
def map_body(context, body):
    return with_site_urls(body)
