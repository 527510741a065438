"""Compares what programs answer about robots.txt files with what maycrawl says that they answer.

compare.py --ask-readers PROGRAM --count N --seed N --files N [--suite CASES] NAME=COMMAND ...

PROGRAM is the example ask_readers. NAME is a reader of maycrawl, COMMAND the program that stands for it, which reads
questions and writes answers. The cases of the suite are questions too. An answer that differs must be one of EXPLAINED, or the comparison fails.
"""

import argparse
import base64
import collections
import json
import re
import shlex
import subprocess
import sys
import tempfile



def has_host_in_rule(question, name, path):
    return re.search(r"(//|%2f%2f|/%2f|%2f/)", question["file"], re.IGNORECASE) is not None


def begins_with_two_slashes(question, name, path):
    return re.match(r"/(/|%2f)", path, re.IGNORECASE) is not None


# What a program answers and no axis says: reader, answer, condition, reason.
EXPLAINED = [
    (
        re.compile("cpython.*"),
        re.compile("ValueError"),
        has_host_in_rule,
        "urllib.parse refuses a rule such as `//[`, whose host is no host: the program gives no answer",
    ),
    (
        re.compile("robotexclusionrulesparser"),
        re.compile("OtherPython"),
        begins_with_two_slashes,
        "it takes `//a` apart as the Python that runs it does; the row is that of Python 3.13",
    ),
    (
        re.compile("robotspy"),
        re.compile("SetOrder"),
        lambda *_: True,
        "a group with several names, one of which has rules already: the answer depends on the order of a set, which "
        "is another in each run",
    ),
    (
        re.compile("www-robotrules"),
        re.compile("[ad]"),
        lambda question, *_: re.search(r'disallow\s*:[\s"<]*(url:)?(https:)?//example\.com', question["file"], re.IGNORECASE),
        "a rule that is a whole URL is one of that site: the row ignores all such rules",
    ),
    (
        re.compile("robotstxt"),
        re.compile("Panic|[ad]"),
        lambda question, *_: re.search(r"[^\r\n]{16664}[^\r\n]*[^\x00-\x7f]", question["file"]),
        "after 16,663 bytes of a line it counts characters as bytes, reads a wrong place of the file, or panics",
    ),
    (
        re.compile("texting_robots"),
        re.compile("TooLong"),
        lambda *_: True,
        "it refuses a file with a rule whose regular expression is too large",
    ),
]


def answers(command, questions):
    with open(questions, encoding="utf-8") as stdin:
        run = subprocess.run(command, stdin=stdin, capture_output=True, check=False, text=True)
    if run.returncode:
        sys.exit(f"{shlex.join(command)}: {run.stderr[-2000:]}")
    return [json.loads(line) for line in run.stdout.splitlines()]


def reason(reader, answer, question, name, path):
    for readers, given, condition, text in EXPLAINED:
        if readers.fullmatch(reader) and given.fullmatch(answer) and condition(question, name, path):
            return text
    return None


def is_same(real, ours):
    """The decision is the same, and the line, if the program gives one."""
    return real[0] == ours[0] and (len(real) == 1 or real == ours) and real[0] in "ad"


def compare(reader, command, program, questions):
    """Prints the differences of one reader. Returns the number of answers and of unexplained differences."""
    asked = [json.loads(line) for line in open(questions, encoding="utf-8")]
    real, ours = answers(command, questions), answers([program, "answers", reader], questions)
    if not len(asked) == len(real) == len(ours):
        sys.exit(f"{reader}: {len(asked)} files, {len(real)} and {len(ours)} answers")
    explained, unexplained, count = collections.Counter(), 0, 0
    for question, theirs, mine in zip(asked, real, ours):
        for (name, path), answer, said in zip(question["asks"], theirs, mine, strict=True):
            count += 1
            if is_same(answer, said):
                continue
            if text := reason(reader, answer, question, name, path):
                explained[text] += 1
                continue
            unexplained += 1
            if unexplained <= 10:
                print(f"{reader}: the program says {answer}, maycrawl {said}: {name!r} {path!r} {question['file'][:600]!r}")
    print(f"{reader}: {count} answers, {unexplained} differ")
    for text, number in explained.items():
        print(f"    {number} explained: {text}")
    return count, unexplained


def of_suite(cases):
    """The cases of the suite as questions. The host is that of all questions."""
    for line in open(cases, encoding="utf-8"):
        case = json.loads(line)
        file = case["robots"].encode() if "robots" in case else base64.b64decode(case["robots_b64"])
        path = re.fullmatch(r"https?://[^/]+(/.*)", case["url"])[1]
        yield {"file": file.decode("latin-1"), "asks": [[case["name"], path]]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ask-readers", required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", type=int, default=0, help="real files whose disagreements are asked about too")
    parser.add_argument("--suite")
    parser.add_argument("pairs", nargs="+")
    args = parser.parse_args()
    total = 0
    for kind in (["questions", str(args.count), str(args.seed)], ["paths", str(args.files)]):
        if kind[1] == "0":
            continue
        print(f"ask_readers {shlex.join(kind)}", flush=True)
        with tempfile.NamedTemporaryFile(suffix=".jsonl") as questions:
            subprocess.run([args.ask_readers, *kind], stdout=questions, check=True)
            if args.suite and kind[0] == "questions":
                questions.seek(0, 2)
                questions.writelines(json.dumps(question).encode() + b"\n" for question in of_suite(args.suite))
                questions.flush()
            for pair in args.pairs:
                reader, command = pair.split("=", 1)
                total += compare(reader, shlex.split(command), args.ask_readers, questions.name)[1]
    if total:
        sys.exit(f"{total} answers differ")


main()
