"""Certificates, held against the checker that users have: conformance/check_certificate.py.

Reads one JSON object a line from standard input: two texts, and the certificate of the library about them. Each must be
accepted. Then one thing in it is changed that makes it wrong, and it must be rejected, again and again; and one part is
replaced by something else, which must not confuse the checker. For small files there are two witnesses against what is
accepted: random paths, decided by regular expressions, and verdicts of the engine, which shares nothing with the checker.
None may show a difference that the certificate denies. Prints what was wrong, and ends with status 1 if something was.

A change that leaves a true certificate is no damage, and is not made:
- a witness is shortened by one octet, because it is a shortest path; another path may be a witness too;
- a greater rule is taken from a list of one only. Without one of several, the others may suffice, and the automaton of
  the rest may be the same;
- a name is taken away only if a file has it, because a certificate without another crawler is true of the others;
- the size limit is left alone, because most files are shorter.
"""
import collections
import json
import pathlib
import random
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "conformance"))
import check_certificate as checker  # noqa: E402

choice = random.Random(32)
MOST_DAMAGES = 16  # of a small certificate
JUNK = [None, True, 0, -1, 2**70, 1.5, "", "/", "x", [], [[]], {}, [None], [["", 0]], float("nan")]


def verdict(certificate, texts):
    """Give None if the certificate is accepted, or why not."""
    checker.work = 0
    try:
        checker.proved(certificate, texts)
    except (checker.Wrong, OverflowError, ValueError) as error:
        return str(error) or "no reason"
    return None


def one(items):
    return choice.choice(list(items))


def other(value):
    return value + one([-1, 1])


def of_edge(part, _):
    state = one(state for pair in pairs(part) for state in pair.get("states", []))
    at = choice.randrange(len(state))
    targets = {target for _, target in state}
    what = one(["target", "octet", "gone", "moved"])
    if what == "target":
        state[at][1] = one(set(range(-1, max(targets) + 3)) - {state[at][1]})
    elif what == "gone":
        del state[at]
    else:
        edge = one(edge for edge in state if edge[0])
        octet = one(edge[0])
        edge[0] = edge[0].replace(octet, "")
        if what == "moved":
            target = one(it for it in state if it is not edge)
            target[0] = "".join(sorted(target[0] + octet))
    return "edge"


def of_rule(part, _):
    rule = one(rule for side in ("before", "after") for table in part[side]["tables"] for rule in table)
    what = one(["line", "kind", "pattern"])
    if what == "line":
        rule[0] = other(rule[0])
    elif what == "kind":
        rule[1] = "allow" if rule[1] == "disallow" else "disallow"
    else:
        rule[3] += one("a*$/")
    return "rule"


def of_length(part, _):
    what = one(["octets", "bytes", "path"])
    if what == "bytes":
        side = part[one(["before", "after"])]
        side["bytes"] = other(side["bytes"])
    elif what == "octets":
        rule = one(rule for side in ("before", "after") for table in part[side]["tables"] for rule in table)
        rule[2] = other(rule[2])
    else:
        pair = one(pair for pair in pairs(part) if "path" in pair)
        pair["path"] = pair["path"][:-1]
    return "length"


def of_verdict(part, _):
    if choice.random() < 0.3:
        part["outcome"] = "none" if part["outcome"] == "effects" else "effects"
    else:
        pair = one(pair for pair in pairs(part) if "becomes" in pair)
        pair["becomes"] = "allowed" if pair["becomes"] == "disallowed" else "disallowed"
    return "verdict"


def of_pair(part, _):
    holder = one(one_class for one_class in part["classes"] if one_class["pairs"])
    what = one(["decider", "gone", "twice", "class", "greater", "fewer"])
    pair = one(holder["pairs"])
    if what == "decider":
        side = one(["before", "after"])
        pair[side] = 0 if pair[side] is None else one([pair[side] + 1, pair[side] - 1, None])
    elif what == "gone":
        holder["pairs"].remove(pair)
    elif what == "twice":
        holder["pairs"].insert(choice.randrange(len(holder["pairs"]) + 1), pair)
    elif what == "class":
        side = one(["before", "after"])
        holder[side] = other(holder[side])
    else:
        never = one(pair for pair in holder["pairs"] if pair.get("forbidden"))
        if what == "greater":
            side = one(["before", "after"])
            least = never[side] if never[side] is not None else len(part[side]["tables"][holder[side]])
            one(never["forbidden"])[:] = [side, least]
        elif len(never["forbidden"]) == 1:
            never["forbidden"] = []
        else:
            raise IndexError
    return "pair"


def of_reader(part, named):
    at, reader = one(
        (one_class, reader)
        for one_class in part["classes"]
        for reader in one_class["readers"]
        if reader["star"] and (not reader["tokens"] or len(reader["tokens"]) == 1 and reader["tokens"][0].lower() in named)
    )
    if reader["tokens"] and choice.random() < 0.5:
        reader["tokens"] = [reader["tokens"][0] + "x"]
    else:
        at["readers"].remove(reader)
    return "reader"


def pairs(part):
    return [pair for one_class in part["classes"] for pair in one_class["pairs"]]


DAMAGES = [of_rule, of_length, of_verdict, of_pair, of_pair, of_reader]


def damaged(certificate, texts):
    """Give a wrong certificate, and what is wrong with it."""
    certificate = json.loads(json.dumps(certificate))
    is_change = "expectations" not in certificate
    part = certificate if is_change else one(certificate["expectations"])
    named = set()
    if is_change:
        limit = certificate["size_limit"]
        named = {name.lower() for text in texts for name in checker.Robots(text, limit).names()}
    has_states = any(pair.get("states") for pair in pairs(part))
    while True:
        # Few certificates have an automaton, so those that have one are damaged there.
        damage = of_edge if has_states and choice.random() < 0.7 else one(DAMAGES)
        if damage is of_reader and not is_change:
            continue
        try:
            return damage(part, named), certificate
        except IndexError:  # there is nothing of this kind
            continue


def confused(certificate):
    """Give a certificate of which one part is something else."""
    certificate = json.loads(json.dumps(certificate))
    outer = [certificate]
    holder, key = outer, 0
    while isinstance(holder[key], (dict, list)) and holder[key] and choice.random() < 0.8:
        holder = holder[key]
        key = one(holder) if isinstance(holder, dict) else choice.randrange(len(holder))
    holder[key] = one(JUNK)
    return outer[0]


def decider(rules, path):
    """Give the first rule that matches, by a regular expression."""
    for at, (_, _, _, pattern) in enumerate(rules):
        ends = pattern.endswith("$")
        text = ".*".join(map(re.escape, (pattern[:-1] if ends else pattern).split("*")))
        if re.match(text + (r"\Z" if ends else ""), path, re.DOTALL):
            return at
    return None


def denied(certificate):
    """Give a path whose verdict changes, though the certificate has no such pair of rules."""
    for one_class in certificate["classes"]:
        tables = [certificate[side]["tables"][one_class[side]] for side in ("before", "after")]
        found = {(pair["before"], pair["after"]) for pair in one_class["pairs"] if "path" in pair}
        for _ in range(20):
            path = "/" + "".join(choice.choices("aaab/$.x%", k=choice.randrange(8)))
            decides = tuple(decider(rules, path) for rules in tables)
            allowed = [at is None or rules[at][1] == "allow" for rules, at in zip(tables, decides)]
            if allowed[0] != allowed[1] and decides not in found:
                return path
    return None


def forgotten(certificate, seen):
    """Give a verdict of the engine that changes, though the certificate says of that crawler that none does."""
    for tokens, path, becomes in seen:
        for one_class in certificate["classes"]:
            names = [[token.lower() for token in reader["tokens"]] for reader in one_class["readers"] if reader["star"]]
            found = [pair["becomes"] for pair in one_class["pairs"] if "path" in pair]
            if tokens in names and (becomes not in found or certificate["outcome"] != "effects"):
                return tokens, path, becomes
    return None


def refuted(certificate, seen):
    """Give what shows that an accepted certificate of a change is false."""
    return denied(certificate) or forgotten(certificate, seen)


def main():
    wrong, sizes, work, counts = 0, [], [], collections.Counter()
    for line in sys.stdin:
        case = json.loads(line)
        texts, certificate, seen = case["texts"], case["certificate"], case["seen"]
        reason = verdict(certificate, texts)
        sizes.append(len(json.dumps(certificate)))
        work.append(checker.work)
        found = []
        if reason is not None:
            found.append("not accepted: " + reason)
        is_small = len(line) < 5000
        for _ in range(MOST_DAMAGES if is_small else 1):
            kind, certificate_too = damaged(certificate, texts)
            counts[kind] += 1
            if verdict(certificate_too, texts) is None:
                found.append("not rejected: %s: %s" % (kind, json.dumps(certificate_too)[:3000]))
            confusing = confused(certificate)
            is_accepted = verdict(confusing, texts) is None
            if is_accepted and case["name"] == "random" and refuted(confusing, seen) is not None:
                found.append("accepted, and false: " + json.dumps(confusing)[:3000])
        if case["name"] == "random" and refuted(certificate, seen) is not None:
            found.append("something shows another difference: %s" % (refuted(certificate, seen),))
        if seen and case["name"] == "random":
            silent = json.loads(json.dumps(certificate))
            for one_class in silent["classes"]:
                one_class["pairs"] = []
            if forgotten(silent, seen) is None:
                found.append("the witness sees nothing: %s" % seen)
        if found:
            wrong += len(found)
            print(*found, case["name"], texts if is_small else "", sep="\n")
        if wrong > 5:
            break
    told = ", ".join("%d %s" % (count, kind) for kind, count in sorted(counts.items()))
    print("%d certificates, at most %d bytes and %d comparisons" % (len(sizes), max(sizes, default=0), max(work, default=0)))
    print("%d damaged: %s" % (sum(counts.values()), told))
    return 1 if wrong else 0


sys.exit(main())
