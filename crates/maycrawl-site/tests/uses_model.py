"""What a site says about uses, by an independent model.

Written from the documents and from the decisions in docs/design/engine.md ("Uses"), and not from the Rust code. Reads one
JSON object a line from standard input: the files of a site, the fields and the text of a page, a crawler, and the answers
of the library. Prints each difference, and ends with status 1 if there is one.
"""

import html.parser
import json
import re
import sys
import xml.etree.ElementTree as xml

STATED = ["refused", "conditional", "granted"]
WORDS = {
    "content-usage": {"train-ai": "train", "ai-use": "input", "search": "search"},
    "content-signal": {"ai-train": "train", "ai-input": "input", "search": "search"},
}
RSL_WORDS = {
    "all": {"train", "input", "index", "search"},
    "ai-all": {"train", "input", "index"},
    "ai-train": {"train"},
    "ai-input": {"input"},
    "ai-index": {"index"},
    "search": {"search"},
}
CONTROL = {"google-extended": {"train", "input"}, "applebot-extended": {"train"}}
RSL = "{https://rslstandard.org/rsl}"
RSL_ELEMENTS = "rsl content license permits prohibits payment standard custom amount legal schema copyright terms".split()


def strictest(outcomes):
    stated = [outcome for outcome in STATED if outcome in outcomes]
    return stated[0] if stated else "not said"


# Paths and patterns (RFC 9309 section 2.2.2).


def decode_unreserved(text):
    def one(match):
        letter = chr(int(match[1], 16))
        return letter if re.fullmatch(r"[A-Za-z0-9\-._~]", letter) else match[0]

    return re.sub(r"%([0-9A-Fa-f]{2})", one, text)


def matches(pattern, path):
    ends = pattern.endswith("$")
    parts = (pattern[:-1] if ends else pattern).split("*")
    return re.match(".*".join(map(re.escape, parts)) + (r"\Z" if ends else ""), path, re.S) is not None


# robots.txt (RFC 9309 section 2.2, and attach-05 section 3 for the second grouping).


def groups_of(text, usage_is_rule):
    groups, run_open, outside = [], False, []
    for number, line in enumerate(text.split("\n"), 1):
        line = line.split("#")[0].strip(" \t")
        if ":" not in line:
            continue
        key, value = line.split(":", 1)
        key, value = key.strip(" \t").lower(), value.strip(" \t")
        if key == "user-agent":
            if not run_open:
                groups.append({"agents": [], "lines": []})
                run_open = True
            groups[-1]["agents"].append(value.lower())
            continue
        if key in ("allow", "disallow") or usage_is_rule and key == "content-usage":
            run_open = False
        (groups[-1]["lines"] if groups else outside).append((key, value))
    return groups, outside


def followed(groups, agent):
    for name in (agent.lower(), "*"):
        found = [group for group in groups if name in group["agents"]]
        if found:
            return name, [line for group in found for line in group["lines"]]
    return None, []


def access(lines, path):
    """The rule that decides: its length and its kind."""
    best = (0, True, False)
    for key, value in lines:
        if key in ("allow", "disallow") and value and matches(value, path):
            best = max(best, (len(value), key == "allow", True))
    return best


# Structured fields (RFC 9651 section 4.2), as far as a dictionary needs it.

KEY = r"[a-z*][a-z0-9_\-.*]*"
NUMBER = r"-?(?:[0-9]{1,12}\.[0-9]{1,3}|[0-9]{1,15}(?![0-9.]))"
BARE = (
    rf'(?:{NUMBER}|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"|:[A-Za-z0-9+/=]*:|\?[01]'
    rf"|@-?[0-9]{{1,15}}(?![0-9.])|[A-Za-z*][A-Za-z0-9!#$%&'*+\-.^_`|~:/]*)"
)
PARAMETERS = rf"(?:; *{KEY}(?:={BARE})?)*"
LIST = rf"\( *(?:{BARE}{PARAMETERS}(?: +|(?=\))))*\)"
MEMBER = re.compile(rf"({KEY})(?:=({BARE}|{LIST}))?{PARAMETERS}")


def dictionary(text):
    """The values by key, or None if the text is no dictionary."""
    found, at = {}, 0
    text = text.strip(" ")
    while at < len(text):
        member = MEMBER.match(text, at)
        if not member:
            return None
        found[member[1]] = member[2]
        rest = text[member.end() :].lstrip(" \t")
        if not rest:
            return found
        if rest[0] != ",":
            return None
        rest = rest[1:].lstrip(" \t")
        if not rest:
            return None
        at = len(text) - len(rest)
    return found


def usage_of(text, use):
    values = dictionary(text)
    label = next((label for label, meant in WORDS["content-usage"].items() if meant == use), None)
    return {"y": "granted", "n": "refused"}.get((values or {}).get(label), "not said")


def content_usage(case, use, path):
    outcome = "not said"
    if case["robots"] is not None:
        groups, _ = groups_of(case["robots"], True)
        _, lines = followed(groups, case["agent"])
        rule = access(lines, path)
        if rule[2] and not rule[1]:
            outcome = "not applicable" if use in WORDS["content-usage"].values() else "not said"
        else:
            best, said = -1, []
            for value in (value for key, value in lines if key == "content-usage"):
                pattern, _, statement = value.partition(" ") if value.startswith("/") else ("", "", value)
                if pattern and not matches(pattern, path):
                    continue
                if len(pattern) > best:
                    best, said = len(pattern), []
                if len(pattern) == best:
                    said.append(usage_of(statement.strip(" \t"), use))
            outcome = strictest(said)
    fields = [value for name, value in case["fields"] if name.lower() == "content-usage"]
    if fields:
        said = usage_of(", ".join(fields), use)
        if said != "not said":
            outcome = strictest([outcome, said])
    return outcome


def content_signal(case, use):
    if case["robots"] is None:
        return "not said"
    groups, _ = groups_of(case["robots"], False)
    said = set()
    for key, value in followed(groups, case["agent"])[1]:
        for part in value.split(",") if key == "content-signal" else []:
            label, equals, word = part.partition("=")
            if equals and WORDS["content-signal"].get(label.strip().lower()) == use:
                said.add({"yes": "granted", "no": "refused"}.get(word.strip().lower()))
    if {"granted", "refused"} <= said:
        return "conflict"
    return strictest(said)


# Licences (RSL 1.0 sections 3 and 4).


def rsl_document(text):
    try:
        root = xml.fromstring(text)
    except xml.ParseError:
        return None
    if root.tag != RSL + "rsl":
        return None
    for element in root.iter():
        if element.tag.startswith(RSL) and element.tag[len(RSL) :] not in RSL_ELEMENTS:
            return None
        if element.tag in (RSL + "permits", RSL + "prohibits") and element.get("type") not in ("usage", "user", "geo"):
            return None
    return root


def terms(element, name, kind):
    found = [it for it in element.findall(RSL + name) if it.get("type") == kind]
    return re.split(r"[\s,]+", found[0].text.strip()) if found else None


def license_says(content, element, use):
    """The outcome, and whether it is an offer."""
    permits, prohibits = terms(element, "permits", "usage"), terms(element, "prohibits", "usage") or []
    has = lambda words: any(use in RSL_WORDS.get(word, ()) for word in words)
    if has(prohibits) or permits is not None and not has(permits):
        return "refused", False
    if any(word not in RSL_WORDS for word in prohibits):
        return "conditional", False
    paid = any(payment.get("type") != "free" for payment in element.findall(RSL + "payment"))
    limited = any(terms(element, name, kind) for name in ("permits", "prohibits") for kind in ("user", "geo"))
    if paid or limited or content.get("server"):
        return "conditional", True
    if permits is None and not prohibits:
        return "not said", False
    return "granted", True


def document_says(root, use, path):
    path = decode_unreserved(path)
    best, found = 0, []
    for content in root.findall(RSL + "content"):
        pattern = decode_unreserved(content.get("url"))
        if len(pattern) < best or not matches(pattern, path):
            continue
        if len(pattern) > best:
            best, found = len(pattern), []
        found.append(content)
    said = [license_says(content, it, use) for content in found for it in content.findall(RSL + "license")]
    order = STATED + ["not said"]
    # Terms that offer something come before those that were not understood, where both are conditional.
    return min(said, key=lambda it: (order.index(it[0]), not it[1]), default=("not said", False))


def rsl(case, use, path, page):
    """The outcome, and whether it offers the use."""

    def named(url):
        text = case["licenses"].get(url)
        root = rsl_document(text) if text is not None else None
        return document_says(root, use, path) if root is not None else ("conditional", None)

    site = []
    if case["robots"] is not None:
        groups, outside = groups_of(case["robots"], False)
        of = lambda lines: [value for key, value in lines if key == "license"]
        urls = of(followed(groups, case["agent"])[1]) or of(outside)
        site = [named(url) for url in urls if re.match(r"[a-zA-Z][a-zA-Z0-9+.\-]*://.", url)]
    of_page = []
    for name, value in case["fields"]:
        for target, parameters in re.findall(r"<([^>]*)>([^,]*)", value) if name.lower() == "link" else []:
            if 'rel="license"' in parameters and "application/rsl+xml" in parameters:
                of_page.append(named(target))
    for kind, text, in_head in page.licenses:
        if kind == "link":
            said = named(text)
        else:
            root = rsl_document(text)
            said = document_says(root, use, path) if root is not None else ("conditional", None)
        if not in_head and said[0] in ("refused", "granted"):
            said = ("conditional", True)
        of_page.append(said)
    read = all(said[0] != "conditional" or said[1] for said in of_page)
    stated = any(said[0] in STATED for said in of_page)
    everything = of_page + ([] if read and stated else site)
    outcome = strictest([said[0] for said in everything])
    return outcome, outcome == "granted" or outcome == "conditional" and any(said[1] for said in site + of_page)


# TDM Reservation Protocol: the later place supersedes, and absence resets nothing.


def tdmrep(case, path, page):
    values = []
    try:
        file = json.loads(case["wellknown"] or "null")
    except json.JSONDecodeError:
        file = None
    for entry in file if isinstance(file, list) else []:
        if matches(decode_unreserved(entry["location"]), decode_unreserved(path)):
            value = entry["tdm-reservation"]
            values.append(str(value) if type(value) is int else "")
            break
    for several in ([v for n, v in case["fields"] if n.lower() == "tdm-reservation"], page.reservations):
        distinct = {value.strip() for value in several}
        if distinct:
            values.append(distinct.pop() if len(distinct) == 1 else "several")
    outcome = "not said"
    for value in values:
        outcome = {"1": "refused", "0": "granted"}.get(value, outcome)
    return outcome


# Rules of pages and of X-Robots-Tag.

HEAD = {"html", "head", "meta", "link", "title", "script", "style", "base"}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.in_head, self.script = True, None
        self.lists, self.reservations, self.licenses, self.no_snippet = [], [], [], False
        self.feed(text or "")
        self.close()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.in_head = self.in_head and tag in HEAD
        if "data-nosnippet" in attributes and tag in ("span", "div", "section"):
            self.no_snippet = True
        name, content = (attributes.get("name") or "").lower(), attributes.get("content") or ""
        if tag == "meta" and self.in_head:
            if name == "tdm-reservation":
                self.reservations.append(content)
            else:
                self.lists.append((None if name == "robots" else name, words(content)))
        is_rsl = attributes.get("type") == "application/rsl+xml"
        if tag == "link" and is_rsl and attributes.get("rel") == "license":
            self.licenses.append(("link", attributes["href"], self.in_head))
        if tag == "script" and is_rsl:
            self.script = ["", self.in_head]

    def handle_data(self, data):
        if self.script:
            self.script[0] += data

    def handle_endtag(self, tag):
        if tag == "script" and self.script:
            self.licenses.append(("inline", *self.script))
            self.script = None


def words(text):
    return [word.strip().lower() for word in text.split(",")]


def lists_of(case, page):
    lists = list(page.lists)
    for name, value in case["fields"]:
        agent = None
        for word in words(value) if name.lower() == "x-robots-tag" else []:
            before, colon, after = word.partition(":")
            if colon and before.strip() not in ("max-snippet", "max-image-preview", "max-video-preview"):
                agent, word = before.strip(), after.strip()
            lists.append((agent, [word]))
    return lists


def operator_rules(case, use, page):
    agent = case["agent"].lower()
    found = [word for name, said in lists_of(case, page) if name in (None, agent) for word in said]
    if agent == "googlebot" and use == "input":
        said = ["conditional"] if page.no_snippet else []
        for word in found:
            limit = re.fullmatch(r"max-snippet\s*:\s*(-1|[0-9]+)", word)
            if word == "nosnippet" or limit and int(limit[1]) == 0:
                said.append("refused")
            elif limit and int(limit[1]) > 0:
                said.append("conditional")
        return strictest(said)
    if agent == "bingbot" and use in ("train", "input"):
        return "conditional" if "nocache" in found else "refused" if "noarchive" in found else "not said"
    if agent == "amazonbot" and use == "train":
        return "refused" if "noarchive" in found else "not said"
    return "not said"


def noai(case, use, page):
    if use != "train":
        return "not said"
    agent = case["agent"].lower()
    has_operator = agent in ("googlebot", "bingbot", "amazonbot")
    found = [
        word
        for name, said in lists_of(case, page)
        if name is None or name == agent and not has_operator
        for word in said
    ]
    types = [value for name, value in case["fields"] if name.lower() == "content-type"]
    is_image = types[0].startswith("image/") if types else case["path"].endswith((".png", ".jpg"))
    return "refused" if "noai" in found or "noimageai" in found and is_image else "not said"


# Names of user-agent lines.


def purpose_token(case, use, path):
    if use != "train" or case["robots"] is None:
        return "not said"
    name, lines = followed(groups_of(case["robots"], False)[0], "__usage_ai-training")
    rule = access(lines, path)
    return "refused" if name == "__usage_ai-training" and rule[2] and not rule[1] else "not said"


def control_token(case, use, path):
    agent = case["agent"].lower()
    if use not in CONTROL.get(agent, ()) or case["robots"] is None:
        return "not said"
    name, lines = followed(groups_of(case["robots"], False)[0], agent)
    _, allows, decides = access(lines, path)
    if not decides:
        return "not said"
    return ("granted" if name == agent else "not said") if allows else "refused"


def answer(case, use):
    path, page = case["path"], Page(case["html"])
    families = {
        "content-usage": content_usage(case, use, path),
        "content-signal": content_signal(case, use),
        "tdmrep": tdmrep(case, path, page) if use == "tdm" else "not said",
        "control-token": control_token(case, use, path),
        "operator-rules": operator_rules(case, use, page),
        "noai": noai(case, use, page),
    }
    families["rsl"], rsl_offers = rsl(case, use, path, page) if use != "tdm" else ("not said", False)
    if case["provisional"]:
        families["purpose-token"] = purpose_token(case, use, path)
    for name in case["off"]:
        families.pop(name, None)
    outcomes = set(families.values())
    # Terms that were not read offer nothing, so they contradict nothing.
    offers = "granted" in outcomes or any(
        said == "conditional" and (name != "rsl" or rsl_offers) for name, said in families.items()
    )
    least = strictest(["refused" if said == "conflict" else said for said in outcomes])
    if "conflict" in outcomes or "refused" in outcomes and offers:
        outcome = "conflict"
    elif least != "not said":
        outcome = least
    else:
        outcome = "not applicable" if "not applicable" in outcomes else "not said"
    families = {name: said for name, said in families.items() if said != "not said"}
    return {"outcome": outcome, "strictest": None if least == "not said" else least, "families": families}


def main():
    count, differences, outcomes = 0, 0, {}
    for line in sys.stdin:
        case = json.loads(line)
        for use, said in case["answers"].items():
            expected = answer(case, use)
            outcomes[expected["outcome"]] = outcomes.get(expected["outcome"], 0) + 1
            if expected != said:
                differences += 1
                if differences <= 5:
                    print(f"{use}: the model says {expected}, the library {said}\n{line}")
        count += 1
    print(f"uses: {count} files, {differences} differences", json.dumps(outcomes, sort_keys=True))
    missing = {"refused", "conditional", "granted", "not said", "conflict", "not applicable"} - outcomes.keys()
    sys.exit(1 if differences or missing or not count else 0)


main()
