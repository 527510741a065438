"""Asks a parser of robots.txt the cases of the suite, and says where it differs from a reader and by which axis.

    python3 run.py my_parser.py --reader google
    python3 run.py --command 'my-parser {file} {name} {url}' --reader protego

`my_parser.py` has one function: allowed(robots_txt: bytes, name: str, url: str) -> bool. A command ends with status 0 if the
crawler may fetch the URL, and with 1 if it may not; {file} is the path of a robots.txt. The exit status is 0 if all answers
are those of the reader, 1 if some differ, and 2 if the parser cannot be asked. Needs Python 3.9 and no package.
"""

import argparse
import base64
import collections
import importlib.util
import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

CASES = Path(__file__).resolve().parent / "cases.jsonl"


def fail(message):
    print(message, file=sys.stderr)
    sys.exit(2)


def read_cases():
    # Not `splitlines`, which also ends a line at U+2028.
    with open(CASES, encoding="utf-8", newline="\n") as lines:
        for line in lines:
            case = json.loads(line)
            text = case.get("robots")
            yield case, base64.b64decode(case["robots_b64"]) if text is None else text.encode("utf-8")


def function_of(path):
    """The function `allowed` of a file."""
    spec = importlib.util.spec_from_file_location("parser_under_test", path)
    if spec is None or not Path(path).is_file():
        fail(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        return module.allowed
    except Exception as error:
        fail(f"{path}: {type(error).__name__}: {error}")


def function_of_command(command):
    """A function that runs a program for each case."""
    words = shlex.split(command)

    def allowed(robots_txt, name, url):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "robots.txt")
            file.write_bytes(robots_txt)
            values = {"{file}": str(file), "{name}": name, "{url}": url}
            run = subprocess.run([values.get(word, word) for word in words], capture_output=True, timeout=60)
        if run.returncode not in (0, 1):
            raise RuntimeError(f"status {run.returncode}: {run.stderr.decode('utf-8', 'replace')[:200]}")
        return run.returncode == 0

    return allowed


def answer_of(allowed, case, robots_txt):
    """`allow`, `deny`, or what went wrong."""
    try:
        return "allow" if allowed(robots_txt, case["name"], case["url"]) else "deny"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def report(reader, allowed):
    """Prints the cases that differ. Returns whether there are none."""
    asked, differ, by_axis = 0, 0, collections.Counter()
    for case, robots_txt in read_cases():
        if reader not in case["answers"]:
            fail(f"{reader} is no reader of the suite; use one of: {', '.join(case['answers'])}")
        asked += 1
        answer, wanted = answer_of(allowed, case, robots_txt), case["answers"][reader]
        if answer == wanted:
            continue
        differ += 1
        axes = case["axes"].get(reader, [])
        by_axis.update(axes or ["no single axis"])
        print(f"{case['id']}: {answer}, {reader} says {wanted}: {case['why']}")
        print(f"    {case['name']} {case['url']}; axis: {', '.join(axes) or 'no single one'}; {case['source']}")
    print(f"{differ} of {asked} cases differ from {reader}")
    for axis, count in by_axis.most_common():
        print(f"    {count}  {axis}")
    return differ == 0


def main():
    parser = argparse.ArgumentParser(description="Asks a parser of robots.txt the cases of the suite.")
    parser.add_argument("parser", nargs="?", help="a Python file with the function allowed(robots_txt, name, url)")
    parser.add_argument("--command", help="a program, with {file}, {name} and {url} among its arguments")
    parser.add_argument("--reader", default="google", help="whose answers are expected [default: google]")
    args = parser.parse_args()
    if (args.parser is None) == (args.command is None):
        parser.error("name a Python file, or a program with --command")
    allowed = function_of_command(args.command) if args.command else function_of(args.parser)
    sys.exit(0 if report(args.reader, allowed) else 1)


if __name__ == "__main__":
    main()
