#!/usr/bin/env python3
"""Decide the evidence of `maycrawl audit` again, with nothing of maycrawl.

    replay.py EVIDENCE COPIES [--show]

EVIDENCE is a file of JSON Lines, COPIES a folder with the versions of
robots.txt, whatever their names: a version is found by its SHA-256. For each
row it is decided again who sent the request, by the list, the name or the
signature in the row; the verdict under each version, by the parser below,
which reads robots.txt as google/robotstxt does; and the class, by the decision
table. Any difference is reported, and makes the exit status 1. `--show` prints
the class of each row. The mark `reserved` is about uses, and not decided here.
"""
import base64
import functools
import hashlib
import ipaddress
import json
import pathlib
import re
import sys
from datetime import datetime, timedelta

import ed25519

SIZE_LIMIT = 500 * 1024
LINE_LIMIT = 2083 * 8 - 1
FIELDS = ["user-agent", "allow", "disallow", "sitemap"]
MISSPELT = {"useragent": "user-agent", "user agent": "user-agent", "site-map": "sitemap"} | {
    word: "disallow" for word in ("dissallow", "dissalow", "disalow", "diasllow", "disallaw")
}
SPACE = " \t\n\v\f\r"


def lines_of(data):
    """Yield (number, field, value) of each line that has a field. Bytes are Latin-1 text, one character each."""
    # A line that the limit cuts is not read.
    cut = len(data) > SIZE_LIMIT
    text = data[:SIZE_LIMIT].decode("latin-1")
    start = next(n for n in (3, 2, 1, 0) if text.startswith("\xef\xbb\xbf"[:n]))
    lines = re.split("\r\n|\n|\r", text[start:])
    if cut and data[SIZE_LIMIT - 1 : SIZE_LIMIT] not in (b"\n", b"\r") and data[SIZE_LIMIT] not in b"\r\n":
        lines.pop()
    for number, line in enumerate(lines, 1):
        line = line[:LINE_LIMIT].split("\0")[0].split("#")[0].strip(SPACE)
        key, colon, value = line.partition(":")
        if not colon:
            words = re.split("[ \t]+", line)
            if len(words) != 2:
                continue
            key, value = words
        key, value = key.strip(SPACE).lower(), value.strip(SPACE)
        field = next((name for name in FIELDS if key.startswith(name)), None)
        field = field or next((name for word, name in MISSPELT.items() if key.startswith(word)), None)
        if key and field:
            yield number, field, value


def is_name(value, name):
    """Compare the value of a user-agent line with a name: the token, and for a name that is no token the first word."""
    token = re.match("[A-Za-z_-]*", value)[0]
    if token.lower() == name.lower():
        return True
    is_legal = re.fullmatch("[A-Za-z_-]*", name)
    return not is_legal and len(token) < len(value) and re.split("[ \t\n\v\f\r/]", value)[0].lower() == name.lower()


def rank(value, chain, follows_star):
    """Return the place of a user-agent line for the crawler, the best one 0, or None."""
    if value == "*" or (value[:1] == "*" and value[1] in SPACE):
        return len(chain) if follows_star else None
    return next((at for at, name in enumerate(chain) if is_name(value, name)), None)


def groups_of(data, chain, follows_star):
    """Return (rules, reason): the rules of the best name, and why there may be none."""
    rules, best, current, in_agents, star_ignored = [], None, None, False, False
    for number, field, value in lines_of(data):
        if field == "user-agent":
            if not in_agents:
                current, in_agents = None, True
            place = rank(value, chain, follows_star)
            if place is None:
                star_ignored |= value[:1] == "*" and (len(value) == 1 or value[1] in SPACE)
                continue
            current = place if current is None else min(current, place)
            if best is None or place < best:
                best, rules = place, []
        elif field in ("allow", "disallow"):
            in_agents = False
            if best is not None and current == best:
                rules.append((number, field, value))
    return rules, "star-ignored" if best is None and star_ignored else "allowed"


def normal(pattern):
    """Return a pattern with its escapes in upper case and its other bytes escaped."""
    pattern = re.sub("%([0-9A-Fa-f]{2})", lambda found: found[0].upper(), pattern)
    return re.sub("[\x80-\xff]", lambda found: f"%{ord(found[0]):02X}", pattern)


def matches(path, pattern):
    """Match a path with a pattern of `*` and a `$` at its end."""
    ends = pattern.endswith("$")
    parts = (pattern[:-1] if ends else pattern).split("*")
    if not path.startswith(parts[0]):
        return False
    at = len(parts[0])
    if len(parts) == 1:
        return not ends or at == len(path)
    for part in parts[1:-1] if ends else parts[1:]:
        found = path.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return not ends or (path.endswith(parts[-1]) and len(path) - len(parts[-1]) >= at)


def verdict(data, row):
    """Return (outcome, line) for the target of a row under a file."""
    # Of its own name the first word is compared.
    chain = [re.split("[ \t\n\f\r/]", name)[0] for name in row["chain"][:1]] + row["chain"][1:]
    rules, outcome = groups_of(data, chain, row["follows_star"]) if chain else ([], "allowed")
    path = re.split("[#\0]", row["target"].encode().decode("latin-1"))[0]
    found = []
    for number, field, value in rules:
        pattern = normal(value)
        if matches(path, pattern):
            found.append((len(pattern), field == "allow", -number))
            continue
        slash = pattern.rfind("/")
        if field == "allow" and slash >= 0 and pattern[slash:].startswith("/index.htm"):
            if matches(path, pattern[: slash + 1] + "$"):
                found.append((slash + 2, True, -number))
    if not found:
        return outcome, None
    size, is_allow, line = max(found)
    return "allowed" if is_allow or size == 0 else "disallowed", -line


def together(outcomes):
    """Return what the outcomes of a set say together: allow, disallow or None."""
    kinds = {"allow" if it in ("allowed", "star-ignored") else it for it in outcomes}
    return {frozenset(["allow"]): "allow", frozenset(["disallowed"]): "disallow"}.get(frozenset(kinds))


CLASSES = """forged not-bound stale-copy-excused allowed-but-refused obeyed disobeyed-after-reading disobeyed-copy-too-old
    never-asked disobeyed-reading-not-known cannot-be-known"""
ROWS = {name: row for row, name in enumerate(CLASSES.split(), 2)}
NEEDED = {"is_origin_known": "origin-not-known", "is_same_for_all": "copy-varies", "is_target_exact": "target-inexact"}
OF_LOG = {
    "begins-late": "log-begins-too-late", "complete": "log-begins-too-late", "sampled": "sampled-log", "gap": "log-gap",
}


def unknown(reason):
    return "cannot-be-known", reason, []


def permitted(outcomes, in_force, facts, unread):
    """Classify a request that every version in `outcomes` allows."""
    if "allowed" not in outcomes:
        return "not-bound", None, []
    if not unread and together(in_force) == "disallow":
        return "stale-copy-excused", None, []
    marks = ["unread"] * unread + ["maybe-stale"] * (together(in_force) != "allow")
    return ("allowed-but-refused" if facts["status"] in (401, 402, 403, 406, 429, 451, 503) else "obeyed"), None, marks


def by_reading(reading, facts, copies, in_force, window):
    """Classify by what the log says about reading: by the copies if one was valid, else by all versions of that time."""
    log = facts["log"]
    if reading == "within":
        if together(copies) == "allow":
            return permitted(copies, in_force, facts, False)
        if together(copies) == "disallow":
            return "disobeyed-after-reading", None, ["now-allowed"] * (together(in_force) == "allow")
        if "not-known" in copies:
            return unknown("copy-not-known")
        return unknown(OF_LOG[log] if facts["has_unseen_reads"] else "candidates-disagree")
    possible, complete = reading == "possible", log == "complete"
    window = window + copies if possible else window
    if together(window) == "allow":
        return permitted(window, in_force, facts, complete and not possible)
    if together(window) == "disallow":
        if reading == "none" and complete:
            return "never-asked", None, []
        if facts["is_outage"]:
            return unknown("outage")
        too_old = reading == "too-old" and complete
        return ("disobeyed-copy-too-old" if too_old else "disobeyed-reading-not-known"), None, []
    if "not-known" in window or not complete:
        return unknown("copy-not-known" if "not-known" in window else OF_LOG[log])
    return unknown("candidates-disagree" if possible and copies else "no-copy-and-rules-changed")


def agreed(one, other):
    """Keep what two possible orders of lines agree on."""
    if one[0] == other[0]:
        return one[0], one[1], [mark for mark in one[2] if mark in other[2]]
    if ROWS[one[0]] in range(7, 11) and ROWS[other[0]] in range(7, 11):
        return "disobeyed-reading-not-known", None, []
    return unknown("candidates-disagree")


def decide(facts, copies, in_force, window):
    """Return (class, reason, marks): the first row of the decision table that fits."""
    if facts["standing"] == "forged":
        found = "forged", None, []
    elif not facts["is_one_name"]:
        found = unknown("identity")
    elif not facts["is_bound"]:
        found = "not-bound", None, []
    elif missing := [reason for name, reason in NEEDED.items() if not facts[name]]:
        found = unknown(missing[0])
    else:
        each = [by_reading(it, facts, copies, in_force, window) for it in facts["readings"]]
        found = functools.reduce(agreed, each) if each else unknown("candidates-disagree")
    return found[0], found[1], found[2] + ["not-get"] * (not facts["is_get"])


def is_shown(check, row):
    """Say whether a check has the outcome that proves a crawler, with data of the time of the request."""
    at, time = datetime.fromisoformat(row["at"]), datetime.fromisoformat
    if check["check"] == "list":
        inside = check["prefix"] and ipaddress.ip_address(row["client"]) in ipaddress.ip_network(check["prefix"])
        return bool(inside) and time(check["created"]) <= at
    if check["check"] == "dns":
        return check["is_confirmed"] and abs(at - time(check["at"])) <= timedelta(days=7)
    created, expires, text = time(check["created"]), time(check["expires"]), check["base"]
    members = f'{{"crv":"Ed25519","kty":"OKP","x":"{check["key"]}"}}'.encode()
    is_its = base64.urlsafe_b64encode(hashlib.sha256(members).digest()).decode() == check["key_id"] + "="
    is_valid = created - timedelta(minutes=1) <= at <= min(expires, created + timedelta(days=1))
    # A text that says more than the row is only in the log.
    times = [f";{name}={int(it.timestamp())}" for name, it in (("created", created), ("expires", expires))]
    named = text is None or all(it in text.split("\n")[-1] for it in [*times, f';keyid="{check["key_id"]}"'])
    key, signature = base64.urlsafe_b64decode(check["key"] + "="), base64.b64decode(check["signature"])
    return is_its and is_valid and named and (text is None or ed25519.is_signed(key, text.encode(), signature))


def standing(row):
    """Return who sent a request, by the checks in its row."""
    identity = row["identity"]
    if identity["outcome"] == "proved":
        return "proved" if is_shown(identity["by"], row) else "not shown"
    if identity["outcome"] == "forged":
        passed = [it for it in identity["checks"] if it.get("prefix") or it.get("is_confirmed")]
        return "forged" if identity["checks"] and not passed else "not shown"
    return "by-name"


def replay(row, copies):
    """Yield each difference between a row and what is decided now."""
    if row["profile"] != "google":
        raise ValueError(f"the profile {row['profile']} is not read here")
    if standing(row) != row["facts"]["standing"]:
        yield f"who sent it: {standing(row)}, and the row has {row['facts']['standing']}"
    fixed = {"no-file": "allowed", "unreachable": "disallowed", "not-known": "not-known"}
    sets = {}
    for name in ("copies", "in_force", "window"):
        sets[name] = []
        for version in row[name]:
            key = version["version"]
            if key not in fixed and key not in copies:
                raise ValueError(f"there is no copy with SHA-256 {key}")
            found = (fixed[key], None) if key in fixed else verdict(copies[key], row)
            if found != (version["outcome"], version["line"]):
                yield f"under {key}: {found}, and the row has {version['outcome']}, {version['line']}"
            sets[name].append(found[0])
    found = decide(row["facts"], **sets)
    marks = [mark for mark in row["marks"] if mark != "reserved"]
    written = row["class"], row["reason"], marks
    if found != written or ROWS.get(row["class"]) != row["row"]:
        yield f"decided {found}, and the row has {written} in row {row['row']}"


def main():
    arguments = [word for word in sys.argv[1:] if word != "--show"]
    if len(arguments) != 2:
        sys.exit(__doc__)
    files = [path.read_bytes() for path in pathlib.Path(arguments[1]).iterdir() if path.is_file()]
    copies = {hashlib.sha256(data).hexdigest(): data for data in files}
    count = wrong = 0
    for count, line in enumerate(open(arguments[0], encoding="utf-8"), 1):
        try:
            row = json.loads(line)
            differences = list(replay(row, copies))
        except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
            differences = [f"it cannot be read: {type(error).__name__}: {error}"]
        for difference in differences:
            print(f"row {count}: {difference}")
        wrong += bool(differences)
        if "--show" in sys.argv and not differences:
            print(row["class"])
    print(f"{count} rows, {wrong} different", file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
