#!/usr/bin/env python3
"""Check a certificate of maycrawl, with nothing of maycrawl.

    check_certificate.py CERTIFICATE OLD NEW [--region PATTERN]  of `maycrawl diff` and `maycrawl minimise`
    check_certificate.py CERTIFICATE ROBOTS EXPECTATIONS         of `maycrawl verify`

Why this is a proof: docs/reference/certificates.md. Exit status: 0 accepted, 1 rejected, 2 not readable or too much work.
"""
import json
import re
import sys

MOST_BYTES = 16 << 20  # of each file
MOST_WORK = 100_000_000  # octets, rules and pairs of rules that are compared: about a minute
SPACE = " \t\n\v\f\r"
FIELDS = {"user-agent": "agent", "useragent": "agent", "user agent": "agent", "allow": "allow"}
FIELDS.update((word, "disallow") for word in "disallow dissallow dissalow disalow diasllow disallaw".split())
DEAD, DONE, SIDES = -1, -2, ("before", "after")
READER = {"tokens": [str], "star": bool}
CLASS = {"readers": [READER], "before": int, "after": int, "pairs": [dict]}
CERTIFICATE = {"within": [str], "except": [str], "before": {"tables": [list]}, "after": {"tables": [list]}, "classes": [CLASS]}
NEVER = {"forbidden": [(str, int)], "states": [[(str, int)]]}
work = 0
class Wrong(Exception):
    """The certificate does not prove what it claims."""

def need(holds, *why):
    if not holds:
        raise Wrong(" ".join(map(str, why)))

def spend(count):
    global work
    work += count
    if work > MOST_WORK:
        raise OverflowError("it takes more than %d comparisons" % MOST_WORK)

def fits(value, shape):
    """Tell whether a value has the form of `shape`: an object with these keys, a list of such items, a tuple, or a type."""
    if isinstance(shape, dict):
        return type(value) is dict and all(fits(value.get(key), part) for key, part in shape.items())
    if isinstance(shape, type) or type(value) is not list:
        return type(value) is shape
    parts = shape * len(value) if type(shape) is list else shape
    return len(value) == len(parts) and all(map(fits, value, parts))

def lower(text):
    return re.sub("[A-Z]", lambda letter: letter[0].lower(), text)  # texts are octets, as Latin-1: only ASCII has case

def lines_of(data, limit):
    """Yield number, field and value of every line that says something about access."""
    if limit and len(data) > limit:  # the line that the limit cuts is not read
        data = data[: limit if data[limit] in "\r\n" else 1 + max(data.rfind("\n", 0, limit), data.rfind("\r", 0, limit))]
    mark = next(n for n in (3, 2, 1, 0) if data.startswith("\xef\xbb\xbf"[:n]))
    for number, line in enumerate(re.split("\r\n|\n|\r", data[mark:]), 1):
        line = line[: 2083 * 8 - 1].split("\0")[0].split("#")[0].strip(SPACE)
        key, colon, value = line.partition(":")
        if not colon:  # two words: the colon was forgotten
            words = re.split("[ \t]+", line)
            key, value = words if len(words) == 2 else ("", "")
        key = lower(key.strip(SPACE))
        field = next((meaning for name, meaning in FIELDS.items() if key.startswith(name)), None)
        if field:
            yield number, field, value.strip(SPACE)

def escaped(pattern):
    """Give the form in which patterns are compared: escapes in upper case, octets above 0x7F escaped."""
    pattern = re.sub("%[0-9A-Fa-f]{2}", lambda escape: escape[0].upper(), pattern)
    return re.sub("[\x80-\xff]", lambda octet: "%%%02X" % ord(octet[0]), pattern)

class Robots:
    """The groups of a file, by the names of their `user-agent` lines."""
    def __init__(self, data, limit):
        self.size, self.by_name, self.tables = len(data), {}, {}
        self.groups = [[()]]  # the first is for rules before any name
        for number, field, value in lines_of(data, limit):
            if field != "agent":
                self.groups[-1].append((number, field, escaped(value)))
                continue
            if self.groups[-1]:  # only a rule ends the names of a group
                self.groups.append([])
            # Google cuts a value to its token. A name that is no token, as AI2Bot, is found by the first word.
            token, word = re.match("[A-Za-z_-]*", value)[0], re.split("[%s/]" % SPACE, value)[0]
            for name in ["*"] if re.match("[*]([%s]|$)" % SPACE, value) else {token, word}:
                self.by_name.setdefault(lower(name), []).append(len(self.groups) - 1)
    def names(self):
        """Give all names, with `*`. No crawler has an empty name, or one that is no text."""
        return {name for name in self.by_name if name and "\ufffd" not in name.encode("latin-1").decode(errors="replace")}
    def table(self, reader):
        """Give the rules of a reader, the greatest first. The groups of its first token that has any are united."""
        tokens = [*map(lower, reader["tokens"]), *"*" * reader["star"]]
        name = next((name for name in tokens if name in self.by_name), None)
        if name not in self.tables:
            rules = []
            for line, kind, pattern in (rule for at in sorted(set(self.by_name.get(name, []))) for rule in self.groups[at]):
                rules.append([line, kind, len(pattern), pattern])
                slash = pattern.rfind("/")
                if kind == "allow" and slash >= 0 and pattern.startswith("/index.htm", slash):
                    rules.append([line, kind, slash + 2, pattern[: slash + 1] + "$"])  # the directory of an index page
            # Paths begin with a slash, so other patterns match none. An empty one decides nothing.
            rules = [rule for rule in rules if rule[3][:1] in ("/", "*")]
            rules.sort(key=lambda rule: (-rule[2], rule[1] == "disallow", rule[0]))
            first = {}
            self.tables[name] = [first.setdefault(rule[3], rule) for rule in rules if rule[3] not in first]
        return self.tables[name]

def split(pattern):
    """Give the texts between the stars, and whether the last one must end the path."""
    ends = pattern.endswith("$")
    first, *parts = (pattern[:-1] if ends else pattern).split("*")
    ends = ends and parts[-1:] != [""]  # a star before the `$` takes what is left
    return [first] + [part for part in parts if part], ends

def matches(pattern, path):
    """Tell whether a pattern matches a path: each part at its leftmost place, the last at the end if it must be there."""
    (first, *parts), ends = split(pattern)
    if not path.startswith(first):
        return False
    at, last = len(first), parts.pop() if ends and parts else None
    for part in parts:
        at = path.find(part, at) + len(part)
        if at < len(part):
            return False
    return path.endswith(last, at) if last is not None else at == len(path) or not ends

class Automaton:
    """Reads a path octet by octet. A state is (part, length): the parts before it were found, each at its leftmost place, and
    the longest beginning of this part that the last octets spell has this length."""
    def __init__(self, pattern):
        self.parts, self.ends = split(pattern)
        self.memo, self.start = {}, self.settled(0, 0)
    def settled(self, part, length):
        if length == len(self.parts[part]) and (part + 1 < len(self.parts) or not self.ends):
            return (part + 1, 0) if part + 1 < len(self.parts) else DONE
        return part, length
    def accepts(self, state):
        return state == DONE or self.ends and state == (len(self.parts) - 1, len(self.parts[-1]))
    def after(self, state, octet):
        if state not in (DEAD, DONE) and (state, octet) not in self.memo:
            spend(9)
            text, spelt = self.parts[state[0]], self.parts[state[0]][: state[1]] + octet
            while state[0] > 0 and not text.startswith(spelt):  # the first part begins the path, so it has one place
                spend(1 + len(spelt) // 64)
                spelt = spelt[1:]
            self.memo[state, octet] = self.settled(state[0], len(spelt)) if text.startswith(spelt) else DEAD
        return state if state in (DEAD, DONE) else self.memo[state, octet]

def check_automaton(who, wanted, unwanted, states):
    """Accept `states` if no path is matched by all `wanted` and no `unwanted`. They must be all states, in the order in which
    they are reached, that such a path can lead to. No path may end in one. -1 is where no such path goes on."""
    automata, all_wanted = [Automaton(pattern) for pattern in wanted + unwanted], len(wanted)
    letters = set("".join(wanted + unwanted) + "\xff") - set("#\0*")  # 0xFF is in no pattern: it stands for all others
    numbers, reached = {}, []
    spend(sum(map(len, wanted + unwanted)))
    def number_after(state, octet):
        state = tuple(automaton.after(at, octet) for automaton, at in zip(automata, state))
        if DEAD in state[:all_wanted] or DONE in state[all_wanted:]:
            return -1
        if state not in numbers:
            numbers[state] = len(reached)
            reached.append(state)
        return numbers[state]
    number_after([automaton.start for automaton in automata], "/")
    for number, edges in enumerate(states):
        need(number < len(reached), who, "no edge leads to state", number)
        accepts = [automaton.accepts(at) for automaton, at in zip(automata, reached[number])]
        need(not all(accepts[:all_wanted]) or any(accepts[all_wanted:]), who, "a path may end in state", number)
        texts, targets = [octets for octets, _ in edges], [target for _, target in edges]
        spend((len(letters) + len("".join(texts)) + 1) * len(automata))
        is_whole = len(set("".join(texts))) == len("".join(texts)) and texts.count("") == 1
        need(is_whole and targets == sorted(set(targets)), who, "state", number, "has two edges for an octet, or no order")
        for octets, target in edges:
            for octet in octets or sorted(letters.difference(*texts)):
                right = number_after(reached[number], octet)
                if target != right:
                    raise Wrong("%s state %d: the edge %r leads to %d, not %d" % (who, number, octet, right, target))
    need(len(states) == len(reached), who, "the edges of state", len(states), "are missing")

def pairs_of(tables, within):
    """Yield the pairs of deciders that could change a verdict: numbers of rules, and after the last rule one for no rule,
    which allows. A rule that is in both tables and greater than the other one would decide in both, so that is no pair."""
    places = [{(rule[3], rule[1]): at for at, rule in enumerate(rules)} for rules in tables]
    allows = [[rule[1] == "allow" for rule in rules] + [True] for rules in tables]
    starts = [[split(rule[3])[0][0] for rule in rules] + [""] for rules in tables]
    in_other = lambda rules, other: [other.get((rule[3], rule[1])) for rule in rules] + [len(other)]
    in_second, in_first = map(in_other, tables, reversed(places))
    regions, new = [split(pattern)[0][0] for pattern in within], [b for b, place in enumerate(in_first) if place is None]
    spend(sum(len(in_first) if place is None else len(new) for place in in_second) * (1 + len(regions)))
    for a, place in enumerate(in_second):
        for b in range(len(in_first)) if place is None else new:  # two rules that both tables have are no pair
            if allows[0][a] != allows[1][b] and (place is None or place >= b) and (in_first[b] is None or in_first[b] >= a):
                texts = sorted([starts[0][a], starts[1][b], *regions], key=len)
                if all(texts[-1].startswith(text) for text in texts):  # else no path begins with all of them
                    yield a, b
def named(tables, pair):
    return " and ".join("line %d" % rules[at][0] if at < len(rules) else "no rule" for rules, at in zip(tables, pair))

def check_path(path, within, exceptions):
    is_path = type(path) is str and re.fullmatch("/[^\0#\u0100-\U0010ffff]*", path)
    is_inside = is_path and all(matches(it, path) for it in within) and not any(matches(it, path) for it in exceptions)
    need(is_inside, repr(path)[:80], "is no path of the region")

def check_pairs(tables, within, exceptions, given):
    """Check the proof of each pair. Give the pairs that change verdicts, in words."""
    given, found = iter(given), []
    for pair in pairs_of(tables, within):
        proof = next(given, {"before": "missing"})
        said, right = [proof.get(side) for side in SIDES], [at if at < len(rules) else None for at, rules in zip(pair, tables)]
        if said != right:
            raise Wrong("the next pair must be %s, for %s, and not %s" % (right, named(tables, pair), said))
        if "path" not in proof:
            need(fits(proof, NEVER) and len(proof["forbidden"]) <= sum(pair), named(tables, pair), "has no proof")
            for side, at in proof["forbidden"]:
                need(side in SIDES and 0 <= at < pair[SIDES.index(side)], side, at, "is not greater than", named(tables, pair))
            unwanted = [tables[SIDES.index(side)][at][3] for side, at in proof["forbidden"]]
            wanted = [rules[at][3] for rules, at in zip(tables, pair) if at < len(rules)]
            check_automaton(named(tables, pair) + ":", wanted + within, exceptions + unwanted, proof["states"])
            continue
        path, becomes = proof["path"], "allowed" if pair[1] == len(tables[1]) else tables[1][pair[1]][1] + "ed"
        check_path(path, within, exceptions)
        spend(sum(map(len, [*tables, within, exceptions])) * (1 + len(path) // 64))
        decides = tuple(next((at for at, rule in enumerate(rules) if matches(rule[3], path)), len(rules)) for rules in tables)
        need(decides == pair, repr(path), "is decided by", named(tables, decides), "not", named(tables, pair))
        need(proof.get("becomes") == becomes, repr(path), "becomes", becomes)
        found.append("%r becomes %s: %s" % (path, becomes, named(tables, pair)))
    need(next(given, None) is None, "there are more pairs than the files have")
    return found

def check(given, texts, line):
    """Check a certificate. The line says what about, with the region, which no forger may choose. Give the changes."""
    header = [given.get(key) for key in ("format", "profile")] if fits(given, CERTIFICATE) else None
    need(header == ["maycrawl certificate 1", "google"], "this is no certificate for the profile google")
    limit, region = given.get("size_limit"), [given["within"], given["except"]]
    are_patterns = all(text[:1] in ("/", "*") and text.isascii() for part in region for text in part)
    need(limit in (None, 500 * 1024) and are_patterns, "the size limit or the region is unknown")
    files, (kind, asked, *said) = [Robots(text, limit) for text in texts], line
    need(region == said, "the region must be", *said)
    check_path(given.get("path"), *region)  # it is not empty
    need([given[side].get("bytes") for side in SIDES] == [files[0].size, files[-1].size], "the files have other sizes")
    fixed = {"allow": [], "disallow": [[2, "disallow", 1, "/"]]}.get(kind)  # what every other crawler would follow
    base = [given.get("compared_with")] * (kind == "same")
    need(fits(base, [READER]), "no reader is compared with")
    tables, changes, names = [given[side]["tables"] for side in SIDES], [], set()
    for one in given["classes"]:
        is_there = one["readers"] and all(0 <= one[side] < len(rules) for side, rules in zip(SIDES, tables))
        need(is_there, "a class names no readers, or rules that are not there")
        compared = [rules[one[side]] for side, rules in zip(SIDES, tables)]
        for reader in one["readers"]:
            first, second = (base + [reader])[0], reader
            own = [files[0].table(first), files[-1].table(second) if fixed is None else fixed]
            spend(sum(map(len, own)))
            need(own == compared, "these are not the rules of", reader)
            # A change is proved for names alone, whatever is known of a crawler.
            plain = [it for it in (first, second) if kind != "change" or it["star"] and len(it["tokens"]) < 2]
            names |= {lower((it["tokens"] + ["*" * it["star"]])[0]) for it in plain}
        changes.append(check_pairs(compared, *region, one["pairs"]))
    used = [len({one[side] for one in given["classes"]}) for side in SIDES]
    need(used == [len(rules) for rules in tables], "some rules belong to no class")
    sets, asked = {"any-search", "any-google", "any-ai"} & set(asked), {lower(name) for name in asked}
    wanted = asked - sets | (files[0].names() | files[-1].names() if "*" in asked else set())
    need(wanted <= names, "no class has", *sorted(wanted - names))
    need(names <= asked or sets or "*" in asked, "nothing was asked about", *sorted(names - asked))
    need(given.get("outcome") == ("effects" if any(changes) else "none"), "the outcome is wrong")
    told = [", ".join(" > ".join(it["tokens"] + ["*"] * it["star"]) for it in one["readers"]) for one in given["classes"]]
    return [(" ".join([kind, *region[0], "for", names]), change) for names, change in zip(told, changes)]

def expectations(text):
    for line in re.split("\r?\n", text):
        words = re.sub(r"(^|\s)#.*", "", line).split()
        if words:
            at = next((at for at, word in enumerate(words) if word[0] == "/" or at > 1 and word[0] == "*"), len(words))
            need(words[0] in ("allow", "disallow", "same"), "this line has no proof:", line)
            patterns = [escaped(word.encode().decode("latin-1")) for word in words[at:]]
            yield [words[0], re.findall("[^,]+", ",".join(words[1:at])), patterns[:1], patterns[2:]]

def proved(given, texts, region=()):
    if not fits(given, {"expectations": [dict]}):
        return check(given, texts, ["change", ["*"], [escaped(pattern) for pattern in region], []])
    lines = list(expectations(texts[1].encode("latin-1").decode("utf-8-sig")))
    need(len(lines) == len(given["expectations"]), "the certificate is about other expectations")
    return [told for line, one in zip(lines, given["expectations"]) for told in check(one, texts[:1], line)]

def main(arguments):
    try:
        end = arguments.index("--region") if "--region" in arguments else len(arguments)
        region = [pattern.encode().decode("latin-1") for pattern in arguments[end + 1 :]]
        certificate, *others = [open(path, "rb").read(MOST_BYTES + 1).decode("latin-1") for path in arguments[:end]]
        if len(others) != 2 or max(map(len, (certificate, *others))) > MOST_BYTES:
            raise OverflowError("name a certificate and two files, each of at most %d bytes" % MOST_BYTES)
        # A number of millions of digits would take hours. None here has ten.
        found = proved(json.loads(certificate.encode("latin-1"), parse_int=lambda digits: int(digits[:18])), others, region)
    except Wrong as wrong:
        sys.exit("rejected: " + ascii(str(wrong)))
    except (OverflowError, OSError, ValueError, RecursionError) as error:
        return print("not checked:", error, file=sys.stderr) or 2
    for names, changes in found:
        print(ascii(names)[1:-1], *changes[:10] or ["nothing differs"], *["and more"][: len(changes[10:])], sep="\n  ")
    print("accepted: as google reads the files, for every other URL the verdict is proved to be the same")

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
